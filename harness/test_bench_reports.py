# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The reports of a bench.xml, of one device and of two records: JUnit, the table for a terminal, and the page; and its schema.

The tests compute what they expect from the record, not from a report.
"""
import re

import pytest
from lxml import etree

from bench_records import CTS, POINTS, RECORDS, Record, millions, record, rounded
from browser import Page, squeeze
from conftest import run
from documents import add, drop, outcome, put, refused, schema, text, transform

OUTCOMES = {"skipped": "skipped", "unclear": "skipped", "failed": "error", "notrun": "error", "slower": "failure"}
COMPARED = {
    "same": lambda: (Record(1), Record(2)),
    "slower": lambda: (Record(1), Record(2).slower(1.05)),
    "each": lambda: (Record(1).noisy(0.1, "post.list.sge2").without("post.list.sge1.2").noisy(0.02, "post.threads.shared"),
                     Record(2).slower(1.12, "post.threads.own").slower(0.8, "post.queue").failed("post.list.sge1.8")),
    "wild": lambda: (Record(1).noisy(1.5), Record(2).noisy(1.5).slower(10, "post.threads.shared")),
}
NAMES = [*RECORDS, *COMPARED]


@pytest.fixture(scope="module")
def roots(tmp_path_factory):
    """The records by name; those of two records as `bench compare` makes them."""
    folder, made = tmp_path_factory.mktemp("records"), {}

    def root(name):
        if name in RECORDS:
            return record(name)
        if name not in made:
            old, new = COMPARED[name]()
            process = run(CTS, "bench", "compare", old.save(folder / "old.xml"), new.save(folder / "new.xml"), "--out", folder / "made.xml")
            assert process.returncode in (0, 1), process.stderr
            made[name] = etree.parse(str(folder / "made.xml")).getroot()
            schema("bench").assertValid(made[name].getroottree())
        return made[name]
    return root


# The schema

BREAKAGES = {
    "incomplete without reason": drop("reason"),
    "measured with a reason": put(".", "verdict", "measured"),
    "an unknown kind": put(".", "kind", "duel"),
    "no repetitions": drop("@repetitions"),
    "no machine": drop("machine"),
    "a point without pairs": drop("point[1]/pair"),
    "a point without parameters": drop("point[1]/@what"),
    "a skipped point without reason": drop("point[@verdict='skipped']/reason"),
    "a skipped point with a time": lambda r: r.find("point[@verdict='skipped']").append(r.find("point/time")),
    "a point name of two parts": put("point[1]", "name", "post.list"),
    "a point name in capitals": put("point[1]", "name", "post.list.SGE1.1"),
    "a time that is not a number": put("point[1]/pair[1]", "b", "nan"),
    "a time of zero": put("point[1]/pair[1]", "b", "0"),
    "a negative floor": put("point[1]/pair[1]", "a", "-1"),
    "a time with an exponent": put("point[1]/b", "median", "1e9"),
    "half an interval": drop("point[1]/time/@low"),
    "an empty reason": text("reason", None),
    "an unknown element": add("point[1]", "<p95/>"),
}


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_broken_records_are_refused(breakage):
    refused("bench", record("ended").getroottree(), BREAKAGES[breakage])


# JUnit


@pytest.mark.parametrize("name", NAMES)
def test_junit_has_the_outcome_of_every_point(roots, name):
    root = roots(name)
    junit = transform("bench-junit", root.getroottree()).getroot()
    schema("junit").assertValid(junit.getroottree())
    suite = {"device": "bench", "stacks": "duel", "records": "compare"}[root.get("kind")]
    cases = {f"{c.get('classname')}.{c.get('name')}": c for c in junit.iter("testcase")}
    incomplete = root.get("verdict") == "incomplete"
    assert set(cases) == {f"{suite}.{p.get('name')}" for p in root.findall("point")} | ({"bench.run"} if incomplete else set())
    if incomplete:
        assert outcome(cases["bench.run"]).get("message") == root.findtext("reason")
    for point in root.findall("point"):
        found = outcome(cases[f"{suite}.{point.get('name')}"])
        assert (None if found is None else found.tag) == OUTCOMES.get(point.get("verdict"))
        if point.find("reason") is not None:
            assert point.findtext("reason") in found.get("message")
        elif found is not None:
            assert re.search(r"takes \d+\.\d+ times as long", found.get("message"))
    tags = [o.tag if o is not None else None for o in map(outcome, cases.values())]
    assert [int(junit.get(k)) for k in ("tests", "errors", "failures")] == [len(tags), tags.count("error"), tags.count("failure")]
    assert int(junit.find("testsuite").get("skipped")) == tags.count("skipped")


def test_junit_has_the_figures_as_properties_of_the_suite():
    root = record("quiet")
    suite = transform("bench-junit", root.getroottree()).getroot().find("testsuite")
    properties = {p.get("name"): p.get("value") for p in suite.iter("property")}
    assert properties["B.device.driver"] == "mlx5_core" and properties["machine.cpu"] and properties["harness.verdict"] == "met"
    for point in root.findall("point"):
        assert properties[f"{point.get('name')}.b.median"] == point.find("b").get("median")


# The table for a terminal


@pytest.mark.parametrize("name", NAMES)
def test_table_has_every_point(roots, name):
    root = roots(name)
    table = str(transform("bench-summary", root.getroottree()))
    assert ("INCOMPLETE: " + (root.findtext("reason") or "") in table) == (root.get("verdict") == "incomplete")
    for point in root.findall("point"):
        line = next(line for line in table.splitlines() if line.startswith(point.get("name") + " "))
        if point.find("time") is None:
            assert line.lower().endswith(f" {point.get('verdict')}: {point.findtext('reason')}".lower())
            continue
        assert f" {rounded(point.find('b').get('median'), 2)} " in line
        if root.get("kind") == "device":
            time = point.find("time")
            assert f" {millions(point.find('b').get('median'))} " in line
            assert f"{rounded(time.get('low'), 2)} to {rounded(time.get('high'), 2)}" in line
        assert len(line) <= 100 or name == "wild"


@pytest.mark.parametrize("verdict, says", [
    ("met", "at most 1.02: goal met."), ("missed", "at most 1.02: goal missed."),
    ("unclear", "at most 1.02: the machine was too noisy to tell."),
])
def test_the_goal_of_the_harness_is_said_unless_the_machine_was_too_noisy(verdict, says):
    root = Record(1).put("harness", "verdict", verdict).root.getroottree()
    for report in ("bench-summary", "bench"):
        assert says in str(transform(report, root)) and ("goal met" in str(transform(report, root))) == (verdict == "met")


# The page


@pytest.fixture(scope="module")
def page(driver, roots, tmp_path_factory):
    return Page(driver, tmp_path_factory.mktemp("bench"), lambda name: bytes(transform("bench", roots(name).getroottree())))


HEADLINES = {
    "stacks": "B is slower than A by more than 1 %: post.threads.shared-list1.8 takes",
    "ended": "mlx5_0 accepts up to 188.4 million receives per second", "quiet": "mlx5_0 accepts up to 188.4 million receives per second",
    "nothing": "mlx5_0: nothing was measured", "odd": "<b>&0 accepts up to 188.4 million receives per second",
    "same": "mlx5_0 is not slower by more than 3 %", "slower": "mlx5_0 is slower by more than 3 %: ",
    "each": "mlx5_0 is slower by more than 3 %: post.threads.own-list1.2 takes 1", "wild": "",
}


@pytest.mark.parametrize("name", HEADLINES)
def test_the_page_has_the_answer_and_every_point(page, roots, name):
    root = roots(name)
    page.open(name)
    head = page.all("h1")[0].text
    if root.get("kind") == "device" and name != "nothing":   # the repetitions scatter
        assert re.sub(r"\d+\.\d", "188.4", head) == HEADLINES[name] and abs(float(re.search(r"\d+\.\d", head)[0]) - 188.4) < 2
    else:
        assert head.startswith(HEADLINES[name])
    assert squeeze(page.driver.title).startswith(head)
    texts = page.texts("tr[id], li[id]")
    drawn = page.js("return [...document.querySelectorAll('.ratio')].map(r => r.getAttribute('class'))")
    assert sorted(drawn) == sorted(f"ratio {p.get('verdict')}" for p in root.findall("point[time]"))
    for point in root.findall("point"):
        row = texts[point.get("name")]
        if point.find("time") is None:
            assert f"{point.get('verdict')}: {point.findtext('reason')}" in row
            continue
        shown = [tuple(map(float, i)) for i in re.findall(r"(\d+\.\d{4}) to (\d+\.\d{4})", row)]
        assert shown == [pytest.approx([float(point.find("time").get(k)) for k in ("low", "high")], abs=0.000051)]
        assert rounded(point.find("b").get("median"), 2) in row
        if root.get("kind") != "device":
            assert {"no-slower": "not slower"}.get(point.get("verdict"), point.get("verdict")) in row
    assert page.console_messages() == [] and page.requests() == [] and page.dead_links() == set()
    assert page.all("script, img, iframe, object, link[rel=stylesheet]") == []


def test_sure_slowdowns_are_drawn_right_of_the_band(page):
    page.open("slower")
    wrong = page.js("""
        const band = document.querySelector('.band').getBoundingClientRect();
        return [...document.querySelectorAll('.ratio.slower .interval-bar')].filter(b => b.getBoundingClientRect().left < band.right).length""")
    assert wrong == 0 and len(page.all(".ratio.slower")) == len(POINTS)


# Texts and marks in plots that overlap, are cut off or have no colour.
WRITTEN = """
    const found = [];
    for (const svg of document.querySelectorAll('figure > svg')) {
        const frame = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim());
        const boxes = texts.map(t => t.getBoundingClientRect());
        boxes.forEach((a, i) => {
            if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1)
                found.push('cuts off ' + texts[i].textContent);
            boxes.slice(i + 1).forEach((b, j) => {
                if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
                    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
                    found.push(texts[i].textContent + ' is over ' + texts[i + 1 + j].textContent);
            });
        });
        for (const e of svg.querySelectorAll('.mark, .interval-bar, .band')) {
            const r = e.getBoundingClientRect();
            if (!(r.left >= frame.left - 1 && r.right <= frame.right + 1 && r.top >= frame.top - 1 && r.bottom <= frame.bottom + 1))
                found.push('cuts off a ' + e.getAttribute('class') + ' ' + JSON.stringify(r));
        }
        if (/NaN|Infinity/.test(svg.outerHTML)) found.push('has no number');
        if (svg.querySelectorAll('.tick').length < 3) found.push('has hardly a tick');
    }
    return found;"""


@pytest.mark.parametrize("width, scheme, media", [(1280, "light", ""), (1280, "light", "print"), (400, "dark", "")])
@pytest.mark.parametrize("name", HEADLINES)
def test_nothing_overlaps_or_is_cut_off_or_has_too_little_contrast(page, name, width, scheme, media):
    page.open(name, width, scheme=scheme, media=media)
    assert page.js(WRITTEN) == []
    assert page.js("return document.documentElement.scrollWidth") <= width and page.cut_off() == []
    ground, poor = page.contrast()
    assert poor == [] and (ground > 0.9 if scheme == "light" else ground < 0.05)
