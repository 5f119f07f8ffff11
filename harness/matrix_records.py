# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""results.xml files of several runs that the tests make, and the output of `verbs-cts matrix` for them."""
import pytest
from lxml import etree

from commands import run
from documents import errors

RED = ("FAIL", "BROKEN", "BLOCKED", "TIMEOUT", "CRASH", "KERNEL")
VERDICTS = ("PASS", "SKIP", "WAIVED", "XPASS", *RED, "NOTRUN")
KINDS = ["verdicts", "seen", "not-pass", "skipped", "gaps"]
DEVICE = {"name": "rxe0", "driver": "rxe", "port": "1", "gid-index": "1", "gid": "::ffff:10.9.9.1",
          "link-layer": "Ethernet", "fw": "", "vendor": "0xffffff", "part": "0", "rdma-core": "44.0",
          "command": "verbs-cts run -d rxe0"}


def element(parent, tag, text=None, **attributes):
    new = etree.SubElement(parent, tag, {k.replace("_", "-"): v for k, v in attributes.items()})
    new.text = text
    return new


def add_check(root, name, verdict, text, seen):
    check = element(root, "check", name=name, verdict=verdict, level="must", seconds="0.1", promises="SRQ-MOD-21")
    if verdict == "BLOCKED":
        check.set("blocked-by", "srq.query.fills-all-members")
    if verdict not in ("PASS", "XPASS"):
        at_stake = {"promise": "SRQ-MOD-21"} if verdict in RED else {}
        element(check, "reason", text or f"{name} is {verdict}", **at_stake)
    if verdict in RED:
        element(check, "expected", "nothing changes")
        element(check, "seen", "it changed")
    if seen:
        element(check, "seen", seen, judged="false")
    if verdict == "KERNEL":
        for line in ("all is well", "BUG: kernel NULL pointer dereference", "and on it goes"):
            element(check, "kernel", line)
    if verdict in ("WAIVED", "XPASS"):
        element(check, "waiver", text or "rxe does otherwise.", check="srq.*", driver="rxe",
                url="drivers/infiniband/sw/rxe/rxe_srq.c:1", expires="2027-06-30")


def make(path, verdicts, texts=None, recorded=None, commit="a39e5cd", mutant=None, selection=None,
         facts=None, **device):
    """Writes a results.xml. The dictionaries have the verdict, reason and recorded observation of each check."""
    complete = "NOTRUN" not in verdicts.values()
    conforms = complete and all(v in ("PASS", "SKIP", "WAIVED") for v in verdicts.values())
    root = etree.Element("results", complete=str(complete).lower(), conforms=str(conforms).lower(),
                         **{"conforms-strictly": str(conforms).lower()}, suite="0.1.0",
                         commit=commit, start="2026-11-21T05:12:00Z", seconds="1.5", passes="1")
    element(root, "device", **{**DEVICE, "kernel": "6.1.0-50-amd64", **device})
    if selection:
        root.set("selection", selection)
    if mutant:
        element(root, "mutant", "it is not as it should be", name=mutant, promise="SRQ-MOD-21")
    if facts:
        parent = element(root, "facts")
        for name, value in facts.items():
            element(parent, "fact", value, name=name)
    if verdicts:
        element(root, "promise", "A refused modify changes nothing.", id="SRQ-MOD-21", level="must",
                source="ibv_modify_srq(3)")
    for name, verdict in verdicts.items():
        add_check(root, name, verdict, (texts or {}).get(name), (recorded or {}).get(name))
    document = etree.ElementTree(root)
    assert errors("results", document) == ""
    document.write(str(path))
    return path


class Matrix:
    """A run of `verbs-cts matrix` and the files that it wrote."""

    def __init__(self, out, *arguments):
        self.xml, self.html = out / "matrix.xml", out / "matrix.html"
        for path in (self.xml, self.html):
            path.unlink(missing_ok=True)
        process = run("build/verbs-cts", "matrix", "--xml", self.xml, "--html", self.html, *arguments)
        self.code, self.text, self.errors = process.returncode, process.stdout, process.stderr
        if not self.xml.exists():
            return
        document = etree.parse(str(self.xml))
        assert errors("matrix", document) == ""
        self.root = document.getroot()
        self.runs = [r.get("name") for r in self.root.findall("run")]
        self.groups = self.root.findall("group")
        for group in self.groups:
            assert [i.get("run") for i in group.findall("in")] == self.runs

    def names(self, kind):
        return [c.get("name") for g in self.groups if g.get("kind") == kind for c in g.findall("check")]

    def changes(self):
        """The names of the checks that changed, by run and kind of change. The counts of the file must agree."""
        found = {}
        for group in self.groups:
            for cell in group.findall("in"):
                if cell.get("change"):
                    found.setdefault((cell.get("run"), cell.get("change")), []).extend(
                        c.get("name") for c in group.findall("check"))
        counts = {(r.get("name"), c.get("kind")): int(c.get("checks"))
                  for r in self.root.findall("run") for c in r.findall("change")}
        assert counts == {k: len(v) for k, v in found.items()}
        return found


# Two runs with a check for each pair of verdicts.

def pair(before, after):
    return f"srq.pair.{before}-{after}".lower()


def became(before, after):
    if before == after or "NOTRUN" in (before, after):
        return None
    if after in RED:
        return "otherwise" if before in RED else "broken"
    if after in ("WAIVED", "SKIP"):
        return {"WAIVED": "waived", "SKIP": "skipped"}[after]
    if before == "SKIP":
        return "claimed"
    if before in (*RED, "WAIVED"):
        return "mended"
    return "stale" if after == "XPASS" else None


PAIRS = [(before, after) for before in VERDICTS for after in VERDICTS]


@pytest.fixture(scope="session")
def pairs(tmp_path_factory):
    out = tmp_path_factory.mktemp("pairs")
    return Matrix(out, make(out / "old.xml", {pair(*p): p[0] for p in PAIRS}),
                  make(out / "new.xml", {pair(*p): p[1] for p in PAIRS}, kernel="6.12"))


# Three small runs, as of a regression test between releases.

OLD = {"srq.a.same": "PASS", "srq.a.gone": "PASS", "srq.b.breaks": "PASS", "srq.b.oopsed": "KERNEL",
       "srq.b.mended": "WAIVED", "srq.c.known": "WAIVED", "srq.c.known-too": "WAIVED", "xrc.a.one": "SKIP",
       "xrc.a.two": "SKIP", "srq.d.reads": "PASS"}
NEW = {**{k: v for k, v in OLD.items() if k != "srq.a.gone"}, "srq.b.breaks": "FAIL", "srq.b.oopsed": "PASS",
       "srq.b.mended": "PASS", "srq.e.added": "PASS"}
TEXTS = {"srq.c.known": "rxe keeps it.", "srq.c.known-too": "rxe keeps it.",
         "xrc.a.one": "the device does not claim IBV_DEVICE_XRC",
         "xrc.a.two": "the device does not claim IBV_DEVICE_XRC", "srq.b.breaks": "bad == &wr[1] does not hold"}


@pytest.fixture(scope="session")
def three(tmp_path_factory):
    out = tmp_path_factory.mktemp("three")
    return Matrix(out, make(out / "1.xml", OLD, TEXTS, {"srq.d.reads": "it reads 0"}),
                  make(out / "2.xml", OLD, TEXTS, {"srq.d.reads": "it reads 0"}, kernel="6.1.0-56-amd64"),
                  make(out / "3.xml", NEW, TEXTS, {"srq.d.reads": "it reads 4"}, kernel="6.12.117+deb12-amd64"))


# The ways in which a run can end: its verdicts and its exit code.

GREEN = {"srq.a.one": "PASS", "srq.a.two": "SKIP", "srq.a.three": "WAIVED"}
ENDS = {"green": (GREEN, 0), "red": ({"srq.a.one": "FAIL"}, 1), "stale": ({"srq.a.one": "XPASS"}, 1),
        "cut": ({"srq.a.one": "PASS", "srq.a.two": "NOTRUN"}, 3), "empty": ({}, 0)}
