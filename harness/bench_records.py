# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""bench.xml files that the tests make: of a device without faults, and with changes to it; and how to read what the commands write."""
import decimal
import random
import statistics

from lxml import etree

from commands import run
from documents import ROOT, schema

CTS = ROOT / "build" / "verbs-cts"

HEAD = """\
<bench kind="device" suite="0.1.0" commit="a39e5cd" command="verbs-cts bench srq-post -d mlx5_0 --pin 0,1 --out bench.xml"
 start="2026-11-21T20:12:00Z" seconds="31.204" repetitions="16" seed="20261121" verdict="measured" visible="0.500">
<side name="A" what="the floor"/>
<side name="B" what="device:mlx5_0" device="mlx5_0" driver="mlx5_core" kernel="6.1.0-56-amd64" rdma-core="44.0" counted="callgrind">
<device name="mlx5_0" driver="mlx5_core" port="1" gid-index="3" gid="::ffff:10.9.9.1" link-layer="Ethernet" fw="16.35.3006"
 vendor="0x0002c9" part="4119" kernel="6.1.0-56-amd64" rdma-core="44.0" command="verbs-cts bench srq-post -d mlx5_0"/></side>
<machine cpu="Intel(R) Xeon(R) Processor" cpus="2" pinned="0,1" virtual="true" governor="performance" load="1.4"/>
<harness goal="1.02" verdict="met" median="1.004" low="0.999" high="1.009"/>
</bench>"""

# ns per WR of the device and of the floor, and instructions per WR
POINTS = {
    **{f"post.list.sge1.{n}": (5.2 + 25 / n, 2 + 1.5 / n, 38 + 190 / n) for n in (1, 2, 4, 8, 32, 256)},
    **{f"post.list.sge2.{n}": (6.1 + 26 / n, 2.9 + 1.5 / n, 45 + 190 / n) for n in (1, 8)},
    "post.queue.list32.256": (6.4, 2.1, None), "post.queue.list32.65536": (9.8, 3.6, None),
    "post.threads.own-list1.2": (16.2, 1.9, None), "post.threads.shared-list1.8": (5200.0, 3.1, None),
}


class Told:
    """What a command of `verbs-cts bench` told, and its record and JUnit, which must be valid."""

    def __init__(self, folder, verb, *words):
        self.files = {kind: folder / f"told.{kind}" for kind in ("out", "junit", "html")}
        self.process = run(CTS, "bench", verb, *self.options(self.files), *words)
        self.code, self.text = self.process.returncode, self.process.stdout
        assert self.files["out"].exists(), self.process.stderr
        self.root, self.junit = self.valid("out", "bench"), self.valid("junit", "junit")

    @staticmethod
    def options(files):
        return [word for kind, path in files.items() for word in (f"--{kind}", path)]

    def valid(self, kind, name):
        document = etree.parse(str(self.files[kind]))
        schema(name).assertValid(document)
        return document.getroot()

    @property
    def verdicts(self):
        return {p.get("name"): p.get("verdict") for p in self.root.findall("point")}

    def names(self, *verdicts):
        return {name for name, verdict in self.verdicts.items() if verdict in verdicts}

    def interval(self, name):
        time = self.root.find(f"point[@name='{name}']/time")
        return [float(time.get(k)) for k in ("low", "median", "high")]

    def is_reported_again(self, folder):
        """Whether `verbs-cts report` makes the same files from the record."""
        again = {kind: folder / f"again.{kind}" for kind in ("junit", "html")}
        process = run(CTS, "report", self.files["out"], *self.options(again), "--summary")
        assert process.returncode == 0, process.stderr
        return process.stdout == self.text and all(path.read_bytes() == self.files[kind].read_bytes() for kind, path in again.items())


class Record:
    """A complete run on a quiet machine. The repetitions of each point scatter around its time."""

    def __init__(self, seed, repetitions=16, noise=0.004):
        self.random, self.repetitions = random.Random(seed), repetitions
        self.root = etree.fromstring(HEAD)
        self.put(".", "repetitions", str(repetitions))
        for name, (ns, floor, instructions) in POINTS.items():
            point = etree.SubElement(self.root, "point", name=name, what=f"what {name} is", verdict="measured", visible="0.500")
            for element in ("time", "a", "b"):
                etree.SubElement(point, element, median="1", low="1", high="1")
            if instructions:
                etree.SubElement(point, "instructions", b=f"{instructions:.3f}")
            for _ in range(repetitions):
                etree.SubElement(point, "pair", a=str(floor), b=str(ns), ratio="1")
        self.noisy(0.004, of="a").noisy(noise)

    @property
    def measured(self):
        return self.root.findall("point[time]")

    def point(self, name):
        return self.root.find(f"point[@name='{name}']")

    def some(self, names):
        return [p for p in self.measured if p.get("name").startswith(names)]

    def change(self, names, of, factor):
        """Multiplies the times of one side, and computes the figures anew."""
        for point in self.some(names):
            pairs = point.findall("pair")
            for pair in pairs:
                pair.set(of, f"{float(pair.get(of)) * factor():.3f}")
                pair.set("ratio", f"{float(pair.get('b')) / float(pair.get('a')):.5f}")
            for element, attribute in (("time", "ratio"), ("a", "a"), ("b", "b")):
                values = sorted(float(pair.get(attribute)) for pair in pairs)
                for name, value in (("median", statistics.median(values)), ("low", values[2]), ("high", values[-3])):
                    point.find(element).set(name, f"{value:.4f}")
        return self

    def noisy(self, noise, names="", of="b"):
        return self.change(names, of, lambda: self.random.lognormvariate(0, noise))

    def slower(self, factor, names="", of="b"):
        """Makes the points whose names begin with `names` take `factor` times as long; of="a": their floor."""
        return self.change(names, of, lambda: factor)

    def without(self, *names):
        for name in names:
            self.root.remove(self.point(name))
        return self

    def reason(self, name, verdict, reason):
        point = self.point(name)
        point.attrib.pop("visible")
        point.set("verdict", verdict)
        for child in point.findall("*"):
            point.remove(child)
        etree.SubElement(point, "reason").text = reason
        return self

    def failed(self, name):
        self.put(".", "verdict", "failed")
        return self.reason(name, "failed", "mlx5_0: ibv_post_srq_recv returned Cannot allocate memory although there was room")

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


def incomplete(root):
    root.set("verdict", "incomplete")
    root.insert(0, etree.Element("reason"))
    root[0].text = "mlx5_0: it did not answer within 10 s, while it measured post.list.sge1.2"
    return root


def ended():
    """A run that ended early, with each verdict of a point."""
    record = Record(1).failed("post.list.sge1.8")
    record.reason("post.list.sge1.2", "notrun", "2 pairs were measured, and 7 are needed")
    record.reason("post.threads.own-list1.2", "skipped", "2 threads need as many CPUs; there are 1")
    record.put("harness", "verdict", "unclear").put("harness", "high", "1.2")
    return incomplete(record.root)


def nothing():
    """A run that ended before anything was measured."""
    record = Record(1)
    for element in record.root.xpath("harness | point"):
        record.root.remove(element)
    del record.root.attrib["visible"]
    return incomplete(record.root)


def odd():
    """A device whose name is markup, with times of a slow and of a fast device."""
    return Record(4).put("side/device", "name", "<b>&0").slower(3000, "post.queue").slower(0.01, "post.threads.shared").root


def stacks():
    """A duel, as far as its reports see it."""
    record = Record(1).slower(1.02, "post.list.sge1.1", of="b").put(".", "verdict", "slower").put("point", "verdict", "slower")
    record.put(".", "kind", "stacks").put(".", "threshold", "1").put(".", "given", "60").put("side[@name='A']", "what", "old/build")
    del record.root.attrib["repetitions"]
    for element in record.root.xpath("harness | side/device"):
        element.getparent().remove(element)
    return record.root


RECORDS = {"stacks": stacks, "ended": ended, "quiet": lambda: Record(1).root, "nothing": nothing, "odd": odd}


def record(name):
    root = RECORDS[name]()
    schema("bench").assertValid(etree.fromstring(etree.tostring(root)))
    return root


def rounded(value, digits):
    """Rounded as people do, a half upwards; round() of Python rounds it to even."""
    return str(decimal.Decimal(value).quantize(decimal.Decimal(10) ** -digits, decimal.ROUND_HALF_UP))


def millions(ns):
    return rounded(1000 / decimal.Decimal(ns), 3)
