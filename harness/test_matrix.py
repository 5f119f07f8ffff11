# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Runs side by side: what differs, what is new, on made results and on two real runs.

The results are made from tables of verdicts. What is expected is worked out from the tables.
"""
import os
import re
import signal
import subprocess
import time

import pytest
from lxml import etree

from browser import squeeze
from conftest import ROOT, Results, run
from test_guest import heed_ctrl_c
from test_reports import errors, page  # noqa: F401 (page is a fixture)

RED = ("FAIL", "BROKEN", "TIMEOUT", "CRASH", "KERNEL")
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


def make(path, verdicts, texts=None, recorded=None, commit="a39e5cd", **device):
    """A results.xml: name: verdict; name: reason; name: what is recorded."""
    complete = "NOTRUN" not in verdicts.values()
    conforms = complete and all(v in ("PASS", "SKIP", "WAIVED") for v in verdicts.values())
    root = etree.Element("results", complete=str(complete).lower(), conforms=str(conforms).lower(), suite="0.1.0",
                         commit=commit, start="2026-11-21T05:12:00Z", seconds="1.5", passes="1")
    element(root, "device", **{**DEVICE, "kernel": "6.1.0-50-amd64", **device})
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
    """What `verbs-cts matrix` makes of files."""

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
        """(run, kind): names of checks, from the rows; the counts say the same."""
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


# Every pair of verdicts once, and what has become of a check between them.

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


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    out = tmp_path_factory.mktemp("pairs")
    return Matrix(out, make(out / "old.xml", {pair(*p): p[0] for p in PAIRS}),
                  make(out / "new.xml", {pair(*p): p[1] for p in PAIRS}, kernel="6.12"))


@pytest.mark.parametrize("kind", ["broken", "otherwise", "waived", "skipped", "stale", "mended", "claimed"])
def test_what_has_become_of_a_check_is_told_of_every_pair_of_verdicts(pairs, kind):
    wanted = {pair(*p) for p in PAIRS if became(*p) == kind}
    assert set(pairs.changes()["6.12", kind]) == wanted and wanted


def test_nothing_is_new_in_the_baseline(pairs):
    assert {name for name, _ in pairs.changes()} == {"6.12"}
    assert pairs.root.get("baseline") == "6.1.0-50-amd64"


def test_every_check_is_in_one_row_or_among_those_kept(pairs):
    rows = [name for kind in KINDS for name in pairs.names(kind)]
    assert len(set(rows)) == len(rows)
    assert {pair(*p) for p in PAIRS} - set(rows) == {pair("PASS", "PASS"), pair("NOTRUN", "NOTRUN")} - set(rows)
    assert len(rows) + int(pairs.root.get("kept")) == int(pairs.root.get("checks")) == len(PAIRS)


def test_rows_are_in_the_order_of_their_importance(pairs):
    kinds = [g.get("kind") for g in pairs.groups]
    assert kinds == sorted(kinds, key=KINDS.index)
    assert set(pairs.names("verdicts")) == {pair(*p) for p in PAIRS if p[0] != p[1] and "NOTRUN" not in p}
    assert set(pairs.names("not-pass")) == {
        pair(*p) for p in PAIRS if set(p) - {"NOTRUN"} and len(set(p) - {"NOTRUN"}) == 1
        and not set(p) & {"PASS", "SKIP"}}
    assert set(pairs.names("skipped")) == {pair("SKIP", "SKIP"), pair("SKIP", "NOTRUN"), pair("NOTRUN", "SKIP")}
    assert set(pairs.names("gaps")) == {pair("PASS", "NOTRUN"), pair("NOTRUN", "PASS"), pair("NOTRUN", "NOTRUN")}
    worst = [became(*p) for n in pairs.names("verdicts") for p in PAIRS if pair(*p) == n]
    order = ["broken", "otherwise", "waived", "skipped", "stale", "mended", "claimed", None]
    assert worst == sorted(worst, key=order.index)


def test_a_row_says_each_runs_verdict(pairs):
    for before, after in PAIRS:
        if (before, after) in (("PASS", "PASS"),):
            continue
        group, = (g for g in pairs.groups if pair(before, after) in [c.get("name") for c in g.findall("check")])
        assert [i.get("verdict") for i in group.findall("in")] == [before, after]


# Three small runs, as a release engineer would see them.

OLD = {"srq.a.same": "PASS", "srq.a.gone": "PASS", "srq.b.breaks": "PASS", "srq.b.oopsed": "KERNEL",
       "srq.b.mended": "WAIVED", "srq.c.known": "WAIVED", "srq.c.known-too": "WAIVED", "xrc.a.one": "SKIP",
       "xrc.a.two": "SKIP", "srq.d.reads": "PASS"}
NEW = {**{k: v for k, v in OLD.items() if k != "srq.a.gone"}, "srq.b.breaks": "FAIL", "srq.b.oopsed": "PASS",
       "srq.b.mended": "PASS", "srq.e.added": "PASS"}
TEXTS = {"srq.c.known": "rxe keeps it.", "srq.c.known-too": "rxe keeps it.",
         "xrc.a.one": "the device does not claim IBV_DEVICE_XRC",
         "xrc.a.two": "the device does not claim IBV_DEVICE_XRC", "srq.b.breaks": "bad == &wr[1] does not hold"}


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    out = tmp_path_factory.mktemp("three")
    return Matrix(out, make(out / "1.xml", OLD, TEXTS, {"srq.d.reads": "it reads 0"}),
                  make(out / "2.xml", OLD, TEXTS, {"srq.d.reads": "it reads 0"}, kernel="6.1.0-56-amd64"),
                  make(out / "3.xml", NEW, TEXTS, {"srq.d.reads": "it reads 4"}, kernel="6.12.117+deb12-amd64"))


def lines_after(text, start):
    """The lines of a section of the text, squeezed."""
    return [squeeze(line) for line in text[text.index(start):].split("\n\n")[0].splitlines()]


def test_the_text_tells_what_is_new_first(three):
    assert lines_after(three.text, "Against 6.1.0-50-amd64:") == [
        "Against 6.1.0-50-amd64:",
        "newly broken in 6.12.117+deb12-amd64: 1", "PASS -> FAIL srq.b.breaks",
        "mended in 6.12.117+deb12-amd64: 2", "KERNEL -> PASS srq.b.oopsed", "WAIVED -> PASS srq.b.mended"]


def test_the_text_shows_differences_first_with_their_reasons(three):
    titles = re.findall(r"^(?:[A-Z0-9].*\(\d+\)|\d+ .* in .*)$", three.text, re.M)
    assert [t for t in titles if "(" in t and t[0].isalpha()] == [
        "Verdicts differ (3)", "One verdict, but what was seen differs (1)", "Not PASS, and the same in all (2)"]
    section = three.text[three.text.index("Verdicts differ"):three.text.index("One verdict")]
    rows = [line.split() for line in section.splitlines() if line and not line.startswith("    ")][1:]
    assert rows == [["6.1.0-50-amd64", "6.1.0-56-amd64", "6.12.117+deb12-amd64", "check"],
                    ["PASS", "PASS", "FAIL", "srq.b.breaks"],
                    ["KERNEL", "KERNEL", "PASS", "srq.b.oopsed"],
                    ["WAIVED", "WAIVED", "PASS", "srq.b.mended"]]
    assert ("    6.12.117+deb12-amd64: bad == &wr[1] does not hold; expected nothing changes; seen it changed\n"
            in section)
    assert "6.1.0-50-amd64, 6.1.0-56-amd64: srq.b.oopsed is KERNEL;" in section
    assert "BUG: kernel NULL pointer dereference" in section and "all is well" not in section
    assert "waived until 2027-06-30: rxe does otherwise. [drivers/infiniband/sw/rxe/rxe_srq.c:1]" in section


def test_the_text_keeps_a_verdict_below_its_run(three):
    lines = three.text.splitlines()
    header = next(line for line in lines if line.endswith("  check"))
    row = next(line for line in lines if line.endswith("srq.b.oopsed") and "->" not in line)
    for run_name, verdict in (("6.1.0-56-amd64", "KERNEL"), ("6.12.117+deb12-amd64", "PASS")):
        assert row[header.index(run_name):].startswith(verdict)


def test_what_was_seen_is_a_difference_though_the_verdict_is_the_same(three):
    assert three.names("seen") == ["srq.d.reads"]
    section = lines_after(three.text, "PASS            PASS            PASS                  srq.d.reads")
    assert section == ["PASS PASS PASS srq.d.reads", "6.1.0-50-amd64, 6.1.0-56-amd64: recorded it reads 0",
                       "6.12.117+deb12-amd64: recorded it reads 4"]


def test_rows_that_say_the_same_are_one_group(three):
    known, = (g for g in three.groups if g.get("kind") == "not-pass")
    assert [c.get("name") for c in known.findall("check")] == ["srq.c.known", "srq.c.known-too"]
    assert three.text.count("rxe keeps it.") == 1


def test_the_rest_is_counted(three):
    tail = three.text.splitlines()
    assert tail[-1] == "1 PASS in all, of 11 checks"
    assert "2 SKIP in all: the device does not claim IBV_DEVICE_XRC" in tail
    assert "1 not in every run: 6.1.0-50-amd64 PASS, 6.1.0-56-amd64 PASS, 6.12.117+deb12-amd64 -" in tail
    assert "1 not in every run: 6.1.0-50-amd64 -, 6.1.0-56-amd64 -, 6.12.117+deb12-amd64 PASS" in tail


def test_many_rows_that_say_the_same_are_cut_in_the_text_only(tmp_path):
    names = [f"srq.many.n{i}" for i in range(40)]
    matrix = Matrix(tmp_path, make(tmp_path / "1.xml", dict.fromkeys(names, "PASS")),
                    make(tmp_path / "2.xml", dict.fromkeys(names, "SKIP"), dict.fromkeys(names, "no XRC"), kernel="6.12"))
    assert matrix.names("verdicts") == names
    assert matrix.text.count("PASS            SKIP") == 30 and matrix.text.count("... and 10 more") == 2


# Exit codes, and what cannot be read

GREEN = {"srq.a.one": "PASS", "srq.a.two": "SKIP", "srq.a.three": "WAIVED"}
ENDS = {"green": (GREEN, 0), "red": ({"srq.a.one": "FAIL"}, 1), "stale": ({"srq.a.one": "XPASS"}, 1),
        "cut": ({"srq.a.one": "PASS", "srq.a.two": "NOTRUN"}, 3), "empty": ({}, 0)}


@pytest.mark.parametrize("ends, code", [(["green", "green"], 0), (["green"], 0), (["green", "red"], 1),
                                        (["red", "green"], 1), (["stale", "green"], 1), (["green", "cut"], 3),
                                        (["red", "cut"], 3), (["empty", "green"], 0)])
def test_exit_code(tmp_path, ends, code):
    files = [make(tmp_path / f"{i}.xml", ENDS[end][0], kernel=f"6.{i}") for i, end in enumerate(ends)]
    matrix = Matrix(tmp_path, *files)
    assert matrix.code == code
    assert matrix.root.get("conforms") == str(code == 0).lower()
    assert matrix.root.get("complete") == str(code != 3).lower()


def breakages(tmp_path):
    whole = make(tmp_path / "whole.xml", OLD).read_text()
    return {"cut-short": whole[:len(whole) // 2], "nothing": "", "text": "6.12 is fine\n",
            "another": "<testsuites/>", "unknown-verdict": whole.replace('"KERNEL"', '"KERNAL"'),
            "no-device": re.sub(r"<device[^>]*>", "", whole), "bomb": '<!DOCTYPE r [<!ENTITY a "b">]><results>&a;</results>'}


@pytest.mark.parametrize("breakage", ["cut-short", "nothing", "text", "another", "unknown-verdict", "no-device", "bomb",
                                      "missing", "directory"])
def test_what_cannot_be_read_is_told_and_the_others_are_kept(tmp_path, breakage):
    broken = tmp_path / "broken.xml"
    if breakage == "directory":
        broken.mkdir()
    elif breakage != "missing":
        broken.write_text(breakages(tmp_path)[breakage])
    matrix = Matrix(tmp_path, make(tmp_path / "old.xml", OLD), f"6.99={broken}",
                    make(tmp_path / "new.xml", NEW, kernel="6.12"))
    assert matrix.code == 2
    assert str(broken) in matrix.errors
    assert matrix.runs == ["6.1.0-50-amd64", "6.99", "6.12"]
    assert str(broken) in matrix.root.findall("run")[1].findtext("missing")
    assert ("6.12", "broken") in matrix.changes()
    assert f"6.99: NO RESULTS: {broken}" in matrix.text
    assert "INCOMPLETE OR WITHOUT RESULTS" in matrix.text.splitlines()[0]


def test_a_run_that_never_was_is_a_column(tmp_path):
    matrix = Matrix(tmp_path, make(tmp_path / "old.xml", OLD), "--missing=6.99=there is no such package")
    assert matrix.code == 2 and matrix.runs == ["6.1.0-50-amd64", "6.99"]
    assert "6.99: NO RESULTS: there is no such package" in matrix.text


@pytest.mark.parametrize("arguments, says", [([], "which results.xml?"), (["--missing=x"], "NAME=WHY"),
                                             (["--nonsense"], "nonsense")])
def test_usage(arguments, says):
    process = run("build/verbs-cts", "matrix", *arguments)
    assert process.returncode == 2 and says in process.stderr


# Names, and the baseline

@pytest.mark.parametrize("one, other, names", [
    ({"kernel": "6.1"}, {"kernel": "6.12"}, ["6.1", "6.12"]),
    ({"kernel": "6.1"}, {"kernel": "6.18", "user-space": "true", "name": "refhca0"}, ["6.1", "refhca0"]),
    ({"name": "mlx5_0"}, {"name": "mlx5_1"}, ["mlx5_0", "mlx5_1"]),
    ({"driver": "mlx5_core"}, {"driver": "irdma"}, ["mlx5_core", "irdma"]),
    ({"fw": "20.31"}, {"fw": "20.35"}, ["firmware 20.31", "firmware 20.35"]),
    ({"rdma-core": "44.0"}, {"rdma-core": "58.0"}, ["rdma-core 44.0", "rdma-core 58.0"]),
    ({"commit": "aaa"}, {"commit": "bbb"}, ["verbs-cts aaa", "verbs-cts bbb"]),
])
def test_a_run_is_called_after_what_tells_it_apart(tmp_path, one, other, names):
    files = [make(tmp_path / "1.xml", GREEN, **one), make(tmp_path / "2.xml", GREEN, **other)]
    assert Matrix(tmp_path, *files).runs == names
    assert Matrix(tmp_path, f"before={files[0]}", f"after={files[1]}").runs == ["before", "after"]


def test_runs_that_nothing_tells_apart_are_called_after_their_files(tmp_path):
    files = [make(tmp_path / f"{i}.xml", GREEN) for i in (1, 2)]
    assert Matrix(tmp_path, *files).runs == [str(f) for f in files]


def test_two_runs_of_one_name_are_refused(tmp_path):
    path = make(tmp_path / "1.xml", GREEN)
    for arguments in ([path, path], [f"a={path}", f"a={path}"]):
        matrix = Matrix(tmp_path, *arguments)
        assert matrix.code == 2 and "two runs are called" in matrix.errors and not matrix.xml.exists()


@pytest.mark.parametrize("baseline", ["6.12", "new.xml"])
def test_the_baseline_may_be_any_run(tmp_path, baseline):
    files = [make(tmp_path / "old.xml", OLD), make(tmp_path / "new.xml", NEW, kernel="6.12")]
    matrix = Matrix(tmp_path, "--baseline", tmp_path / baseline if "xml" in baseline else baseline, *files)
    assert matrix.runs == ["6.1.0-50-amd64", "6.12"] and matrix.root.get("baseline") == "6.12"
    assert matrix.changes() == {("6.1.0-50-amd64", "mended"): ["srq.b.breaks"],
                                ("6.1.0-50-amd64", "broken"): ["srq.b.oopsed"],
                                ("6.1.0-50-amd64", "waived"): ["srq.b.mended"]}


def test_a_baseline_that_is_not_among_the_runs_comes_first(tmp_path):
    old = make(tmp_path / "old.xml", OLD, fw="1")
    matrix = Matrix(tmp_path, "--baseline", old, make(tmp_path / "new.xml", NEW, fw="2"))
    assert matrix.runs == ["firmware 1", "firmware 2"] and matrix.root.get("baseline") == "firmware 1"
    assert matrix.changes()["firmware 2", "broken"] == ["srq.b.breaks"]


def test_a_baseline_that_is_none_is_refused(tmp_path):
    matrix = Matrix(tmp_path, "--baseline", "6.99", make(tmp_path / "old.xml", OLD))
    assert matrix.code == 2 and "6.99" in matrix.errors and not matrix.xml.exists()


def test_where_the_baseline_has_no_results_nothing_is_new(tmp_path):
    matrix = Matrix(tmp_path, "--missing=6.1=it did not boot", make(tmp_path / "1.xml", OLD),
                    make(tmp_path / "2.xml", NEW, kernel="6.12"))
    assert matrix.code == 2 and matrix.changes() == {}
    assert "nothing can be said, for it has no results" in matrix.text
    assert set(matrix.names("verdicts")) == {"srq.b.breaks", "srq.b.oopsed", "srq.b.mended"}


# The page

HEADLINES = [(["green", "green"], "All 2 runs conform"), (["green", "red"], "1 of 2 runs does not conform"),
             (["red", "stale", "cut"], "2 of 3 runs do not conform, 1 of 3 runs is incomplete"),
             (["green"], "6.0 conforms"), (["cut", "cut"], "2 of 2 runs are incomplete")]


def show(page, matrix, name, **kwargs):  # noqa: F811
    (page.folder / f"{name}.html").write_bytes(matrix.html.read_bytes())
    page.open(name, **kwargs)


@pytest.mark.parametrize("ends, says", HEADLINES)
def test_page_says_what_it_comes_to(page, tmp_path, ends, says):  # noqa: F811
    files = [make(tmp_path / f"{i}.xml", ENDS[end][0], kernel=f"6.{i}") for i, end in enumerate(ends)]
    show(page, Matrix(tmp_path, *files), "-".join(ends))
    heading, = page.all("h1")
    assert page.text(heading) == says and page.driver.title == f"{says} – verbs-cts"


def test_page_tells_what_is_new_and_what_differs_first(page, three):  # noqa: F811
    show(page, three, "three")
    assert [s.get_attribute("id") for s in page.all("main > section")] == [
        "runs", "new", "verdicts", "seen", "not-pass", "skipped", "gaps"]
    assert page.shows("new") == squeeze("""What is new, against 6.1.0-50-amd64
        Newly broken in 6.12.117+deb12-amd64 1 PASS → FAIL srq.b.breaks
        Mended in 6.12.117+deb12-amd64 2 KERNEL → PASS srq.b.oopsed WAIVED → PASS srq.b.mended""")
    assert page.shows("srq.b.breaks") == "srq.b.breaks PASS PASS FAIL"
    told = page.shows("verdicts")
    for wanted in ("bad == &wr[1] does not hold", "Expected: nothing changes", "Seen: it changed",
                   "BUG: kernel NULL pointer dereference", "Waived until 2027-06-30. rxe does otherwise.",
                   "A refused modify changes nothing. SRQ-MOD-21 · must · ibv_modify_srq(3)"):
        assert wanted in told
    assert "6.1.0-50-amd64, 6.1.0-56-amd64 Recorded: it reads 0" in page.shows("seen")


def test_page_has_all_rows(page, pairs):  # noqa: F811
    show(page, pairs, "pairs")
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    for kind in KINDS:
        for name in pairs.names(kind):
            assert name in page.shows(name)
    ids = page.js("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(set(ids)) == len(ids)
    targets = page.js("return [...document.querySelectorAll('a[href^=\"#\"]')].map(e => e.hash.slice(1))")
    assert set(targets) <= set(ids)


@pytest.mark.parametrize("media", ["", "print"])
@pytest.mark.parametrize("width", [1280, 700, 400])
@pytest.mark.parametrize("which", ["three", "pairs"])
def test_page_does_not_overflow(page, request, which, width, media):  # noqa: F811
    show(page, request.getfixturevalue(which), which, width=width, media=media)
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.js("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_is_legible_and_wants_nothing_from_outside(page, three, scheme):  # noqa: F811
    show(page, three, "three", scheme=scheme)
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    ground, poor = page.contrast()
    assert poor == [] and (ground > 0.9 if scheme == "light" else ground < 0.05)
    assert page.driver.get_log("browser") == []
    assert page.all("script, img, iframe, object, link[rel=stylesheet]") == []


def test_page_and_text_show_markup_as_text(page, tmp_path):  # noqa: F811
    evil = "<script>document.title='owned'</script> ]]> &amp;\r\x85"
    text = {"srq.a.one": evil}
    matrix = Matrix(tmp_path, make(tmp_path / "1.xml", {"srq.a.one": "FAIL"}, text),
                    make(tmp_path / "2.xml", {"srq.a.one": "PASS"}, kernel="6.12"))
    show(page, matrix, "odd")
    assert "owned" not in page.driver.title and "<script>" in page.shows("verdicts")
    assert "\r" not in matrix.text


# The real thing

@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The reference HCA, and the same without resizing."""
    out = tmp_path_factory.mktemp("real")
    for name, config in (("whole", ""), ("no-resize", "srq_resize=0")):
        process = run("fixtures/refhca/run", "--config", config, "build/verbs-cts", "run", "-d", "refhca0",
                      "--results", out / f"{name}.xml", "srq.re*", "srq.limit.*")
        assert process.returncode == 0, process.stdout
    return Matrix(out, f"whole={out}/whole.xml", f"no-resize={out}/no-resize.xml"), out


def test_a_capability_that_is_gone_is_the_difference(real):
    matrix, out = real
    assert matrix.code == 0
    whole, less = (Results(out / f"{n}.xml").verdicts for n in ("whole", "no-resize"))
    changed = {n for n in whole if whole[n] != less[n]}
    assert set(matrix.names("verdicts")) == changed
    assert {n for n in changed if less[n] == "SKIP"} == set(matrix.changes()["no-resize", "skipped"])
    assert {n for n in changed if whole[n] == "SKIP"} == set(matrix.changes()["no-resize", "claimed"])
    assert "no-resize: the device does not claim IBV_DEVICE_SRQ_RESIZE" in matrix.text
    assert int(matrix.root.get("kept")) == sum(whole[n] == less[n] == "PASS" for n in whole) - len(matrix.names("seen"))


def test_one_command_runs_what_it_can_and_shows_the_rest_as_missing(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    process = run("fixtures/matrix", "--out", tmp_path / "out", "--baseline", "uml", "refhca", "6.1.0-999-amd64", empty,
                  "uml", "--", "srq.limit.*")
    assert process.returncode == 2
    assert "there is no package linux-image-6.1.0-999-amd64" in process.stderr
    matrix = etree.parse(str(tmp_path / "out/matrix.xml")).getroot()
    assert errors("matrix", matrix) == ""
    assert [r.get("name") for r in matrix.findall("run")] == ["refhca", "6.1.0-999-amd64", "empty", "uml"]
    assert matrix.get("baseline") == "uml"
    assert "there is no package" in matrix.findall("run")[1].findtext("missing")
    assert matrix.findall("run")[2].findtext("missing") == f"it left no results: image: {empty} has no kernel"
    for name in ("refhca", "uml"):
        assert Results(tmp_path / f"out/{name}/results.xml").root.get("conforms") == "true"
    assert (tmp_path / "out/matrix.txt").read_text() in process.stdout
    assert (tmp_path / "out/matrix.html").exists()


def test_one_command_that_is_stopped_shows_what_it_has(tmp_path):
    process = subprocess.Popen(["fixtures/matrix", "--jobs", "1", "--out", tmp_path, "uml", "refhca"], cwd=ROOT, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                               preexec_fn=heed_ctrl_c)
    log = tmp_path / "uml/log"
    until = time.monotonic() + 60
    while not (log.exists() and "PASS" in log.read_text()):
        assert time.monotonic() < until
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[0]
    assert process.returncode == 2
    assert "uml: INCOMPLETE, " in said and "refhca: NO RESULTS: it left no results (stopped)" in said
    assert run("pgrep", "-g", str(process.pid)).stdout == ""


@pytest.mark.parametrize("arguments, says", [([], "which kernels"), (["--jobs", "x", "uml"], "--jobs"),
                                             (["--out", "/proc/none", "uml"], "cannot write"), (["--what"], "--what")])
def test_one_command_is_asked_wrongly(arguments, says):
    process = run("fixtures/matrix", *arguments)
    assert process.returncode == 2 and says in process.stderr


@pytest.mark.parametrize("word, version", [("6.1", "6.1.0-56-amd64"), ("6.12", "6.12.117+deb12-amd64"),
                                           ("6.1.0-50-amd64", "6.1.0-50-amd64"), ("6.2", None)])
def test_a_series_is_its_newest_kernel(tmp_path, word, version):
    index = ["6.1.0-9-amd64", "6.1.0-50-amd64", "6.1.0-56-amd64", "6.1.0-57-cloud-amd64", "6.1.0-57-rt-amd64",
             "6.1.0-58-amd64-dbg", "6.1.0-58-amd64-unsigned", "6.12-amd64", "6.12.99+deb12-amd64", "6.12.117+deb12-amd64"]
    apt = tmp_path / "apt-cache"
    apt.write_text("#!/bin/sh\nprintf '%s\\n' " + " ".join(f"linux-image-{v}" for v in index) + "\n")
    apt.chmod(0o755)
    for v in index:
        (tmp_path / "kernel" / v).mkdir(parents=True)
    process = run("fixtures/guest/kernel", word, env={
        **os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "VERBS_CTS_CACHE": str(tmp_path)})
    if version:
        assert process.stdout == f"{tmp_path}/kernel/{version}\n"
    else:
        assert process.returncode == 126 and "there is no package linux-image-6.2" in process.stderr
