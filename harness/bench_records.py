# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""bench.xml files that the tests make: of a device without faults, and with changes to it."""
import copy
import random

from lxml import etree

from documents import ROOT, schema

GOLDEN = ROOT / "harness" / "golden" / "bench" / "each-element.xml"


class Record:
    """A complete run on a quiet machine. The repetitions of each point scatter around its rate in the golden file."""

    def __init__(self, seed, repetitions=11, noise=0.004):
        self.random, self.repetitions = random.Random(seed), repetitions
        self.root = copy.deepcopy(etree.parse(str(GOLDEN)).getroot())
        self.root.set("complete", "true")
        self.root.set("repetitions", str(repetitions))
        self.root.remove(self.root.find("reason"))
        self.quiet()
        for point in self.measured:
            if point.get("verdict") == "noisy":
                point.set("verdict", "measured")
                point.remove(point.find("reason"))
            self.scatter(point, noise)

    @property
    def measured(self):
        return [p for p in self.root.findall("point") if p.find("rate") is not None]

    def point(self, name):
        return next(p for p in self.root.findall("point") if p.get("name") == name)

    def some(self, names):
        return [p for p in self.measured if p.get("name").startswith(names)]

    def quiet(self):
        noise = self.root.find("noise")
        noise.attrib.update({"verdict": "quiet", "floor-spread": "0.4", "stolen": "0"})
        noise.text = None

    def scatter(self, point, noise):
        rate, floor = (float(point.find(e).get("median")) for e in ("rate", "floor"))
        for sample in point.findall("sample"):
            point.remove(sample)
        for n in range(1, self.repetitions + 1):
            etree.SubElement(point, "sample", n=str(n), at="1", wrs="131072", switches="0",
                             rate=f"{rate * self.random.lognormvariate(0, noise):.1f}",
                             floor=f"{floor * self.random.lognormvariate(0, 0.004):.1f}")

    def noisy(self, noise, names=""):
        for point in self.some(names):
            self.scatter(point, noise)
        return self

    def slower(self, factor, names="", of=("rate",)):
        """Makes the points whose names begin with `names` take `factor` times as long."""
        for sample in (s for p in self.some(names) for s in p.findall("sample")):
            for attribute in of:
                sample.set(attribute, f"{float(sample.get(attribute)) / factor:.1f}")
        return self

    def without(self, *names):
        for name in names:
            self.root.remove(self.point(name))
        return self

    def failed(self, name):
        point = self.point(name)
        point.set("verdict", "failed")
        for child in point.findall("*"):
            if child.tag != "parameters":
                point.remove(child)
        etree.SubElement(point, "reason").text = "ibv_post_srq_recv: it returned 12 (Cannot allocate memory)"
        return self

    def put(self, path, attribute, value):
        for element in self.root.xpath(path):
            element.set(attribute, value)
        return self

    def save(self, path, valid=True):
        text = etree.tostring(self.root)
        if valid:
            schema("bench").assertValid(etree.fromstring(text))
        path.write_bytes(text)
        return path
