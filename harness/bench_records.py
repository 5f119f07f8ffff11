# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""bench.xml files that the tests make: of a device without faults, and with changes to it; and how to read them."""
import copy
import decimal
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


def quick():
    """Few points, as of --quick with a pattern; one plot has a single point."""
    record = Record(3, repetitions=5)
    keep = {"post.list.sge1.1", "post.list.sge1.32", "post.threads.own-list1.1", "traffic.size.rc.0"}
    return record.without(*[p.get("name") for p in record.root.findall("point") if p.get("name") not in keep]).root


def nothing():
    """A run that ended before anything was measured."""
    root = etree.parse(str(GOLDEN)).getroot()
    for element in root.xpath("harness | point[not(@verdict = 'skipped')]"):
        root.remove(element)
    return root


def odd():
    """A device whose name is markup, with rates of a slow and of a fast device."""
    root = Record(4).put("device", "name", "<b>&0").slower(3000, "post.queue").slower(0.01, "traffic").root
    for point in measured_points(root):
        rates = sorted(float(s.get("rate")) for s in point.findall("sample"))
        for name, rate in (("median", rates[len(rates) // 2]), ("low", rates[0]), ("high", rates[-1])):
            point.find("rate").set(name, f"{rate:.1f}")
            point.find("ns").set({"low": "high", "high": "low"}.get(name, name), f"{1e9 / rate:.3f}")
    return root


def everything():
    """A device with all capabilities: skipped points get the figures of a similar point."""
    root = Record(5).root
    for point in points(root, "skipped", "failed", "notrun"):
        kind = point.find("parameters").get("kind")
        like = next(p for p in measured_points(root) if p.get("plot") == point.get("plot") and p.find("parameters").get("kind") == kind
                    and p.find("parameters").get("refill") == point.find("parameters").get("refill"))
        for child in point.findall("reason") + point.findall("sample"):
            point.remove(child)
        point.extend(copy.deepcopy(child) for child in like if child.tag != "parameters")
        point.set("verdict", "measured")
    return root


RECORDS = {
    "each-element": lambda: etree.parse(str(GOLDEN)).getroot(),
    "everything": everything, "quiet": lambda: Record(1).root, "quick": quick, "nothing": nothing, "odd": odd,
}
NAMES = list(RECORDS)


def record(name):
    root = RECORDS[name]()
    schema("bench").assertValid(etree.fromstring(etree.tostring(root)))
    return root


def points(root, *verdicts):
    return [p for p in root.findall("point") if not verdicts or p.get("verdict") in verdicts]


def measured_points(root):
    return [p for p in points(root) if p.find("rate") is not None]


def rounded(value, digits):
    """Rounded as people do, a half upwards; round() of Python rounds it to even."""
    return str(decimal.Decimal(value).quantize(decimal.Decimal(10) ** -digits, decimal.ROUND_HALF_UP))


def millions(value):
    return rounded(decimal.Decimal(value) / 10**6, 3)
