# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The reports of a bench.xml: JUnit, and the table for a terminal; and its schema. test_bench_page.py has the pages.

The tests compute what they expect from the record, not from a report.
"""
import re

import pytest
from lxml import etree

from bench_records import GOLDEN, NAMES, measured_points, millions, points, record
from documents import add, drop, lines, outcome, put, refused, schema, text, transform

OUTCOMES = {"measured": None, "noisy": "skipped", "skipped": "skipped", "failed": "error", "notrun": "error"}


# The schema


def test_the_golden_record_is_consistent():
    """Rules that the reports rely on and that no schema can express."""
    root = etree.parse(str(GOLDEN)).getroot()
    names = [p.get("name") for p in points(root)]
    assert len(set(names)) == len(names) and {p.get("verdict") for p in points(root)} == set(OUTCOMES)
    for point in points(root):
        assert point.get("name") == f"{point.get('plot')}.{point.get('line')}.{point.get('x')}"
        for interval in point.xpath("*[@median]"):
            assert float(interval.get("low")) <= float(interval.get("median")) <= float(interval.get("high"))
        for latency in point.findall("latency"):
            assert sum(int(b.get("count")) for b in latency) == int(latency.get("count"))


SAMPLE = "point[1]/sample[1]"
BREAKAGES = {
    "no noise": drop("noise"),
    "an unknown noise verdict": put("noise", "verdict", "loud"),
    "noisy without reason": text("noise", None),
    "incomplete without reason": drop("reason"),
    "complete with a reason": put(".", "complete", "true"),
    "no machine": drop("machine"),
    "an unknown clock": put("machine", "clock", "sundial"),
    "a point without samples": drop("point[1]/sample"),
    "a point without parameters": drop("point[1]/parameters"),
    "a skipped point without reason": drop("point[@verdict='skipped']/reason"),
    "a skipped point with a rate": lambda r: r.find("point[@verdict='skipped']").append(r.find("point/rate")),
    "a noisy point without reason": drop("point[@verdict='noisy']/reason"),
    "a point name of two parts": put("point[1]", "name", "post.list"),
    "a point name in capitals": put("point[1]", "name", "post.list.SGE1.1"),
    "a rate that is not a number": put(SAMPLE, "rate", "nan"),
    "a rate of zero": put(SAMPLE, "rate", "0"),
    "a negative floor": put(SAMPLE, "floor", "-1"),
    "a rate with an exponent": put("point[1]/rate", "median", "1e9"),
    "half an interval": drop("point[1]/rate/@low"),
    "outlier=false": put(SAMPLE, "outlier", "false"),
    "a latency of an unknown event": put("point/latency", "of", "poll"),
    "an empty bin": put("point/latency/bin", "count", "0"),
    "traffic of no transport": drop("point[parameters/@kind='traffic']/parameters/@transport"),
    "an unknown element": add("point[1]", "<p95/>"),
}


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_broken_records_are_refused(breakage):
    refused("bench", etree.parse(str(GOLDEN)), BREAKAGES[breakage])


# JUnit


@pytest.mark.parametrize("name", NAMES)
def test_junit_has_the_outcome_of_every_point(name):
    root = record(name)
    junit = transform("bench-junit", root.getroottree()).getroot()
    schema("junit").assertValid(junit.getroottree())
    cases = {f"{c.get('classname')}.{c.get('name')}": c for c in junit.iter("testcase")}
    incomplete = root.get("complete") == "false"
    assert set(cases) == {f"bench.{p.get('name')}" for p in points(root)} | ({"bench.run"} if incomplete else set())
    if incomplete:
        assert outcome(cases["bench.run"]).get("message") == root.findtext("reason")
    for point in points(root):
        case = cases[f"bench.{point.get('name')}"]
        found = outcome(case)
        assert (None if found is None else found.tag) == OUTCOMES[point.get("verdict")]
        if found is not None:
            assert point.findtext("reason") in found.get("message")
        if point in measured_points(root):
            assert ("PROPERTY", f"rate.median={point.find('rate').get('median')}") in lines(case)
    tags = [o.tag if o is not None else None for o in map(outcome, cases.values())]
    assert (int(junit.get("tests")), int(junit.get("errors")), int(junit.get("failures"))) == (len(tags), tags.count("error"), 0)


def test_junit_has_the_figures_as_properties_of_the_suite():
    root = record("quiet")
    for suite in transform("bench-junit", root.getroottree()).getroot().iter("testsuite"):
        properties = {p.get("name"): p.get("value") for p in suite.iter("property")}
        assert properties["device.driver"] == "mlx5_core" and properties["noise.verdict"] == "quiet"
        assert properties["machine.cpu"] and properties["harness.ratio"] == "1.004"
        for point in measured_points(root):
            if f"bench.{point.get('plot')}" == suite.get("name"):
                of = f"{point.get('line')}.{point.get('x')}"
                assert properties[f"{of}.rate"] == point.find("rate").get("median")
                for latency in point.findall("latency"):
                    assert properties[f"{of}.{latency.get('of')}.p999"] == latency.get("p999")


# The table for a terminal


@pytest.mark.parametrize("name", NAMES)
def test_table_has_every_point(name):
    root = record(name)
    table = str(transform("bench-summary", root.getroottree()))
    assert "\nmachine   " + root.find("noise").get("verdict") in table
    assert ("INCOMPLETE: " + (root.findtext("reason") or "") in table) == (root.get("complete") == "false")
    for point in measured_points(root):
        rate = point.find("rate")
        row = rf"^ +{point.get('x')} +{millions(rate.get('median'))}  {millions(rate.get('low'))} to {millions(rate.get('high'))} "
        assert re.search(row, table, re.M), row
    for point in points(root, "skipped", "failed", "notrun"):
        assert f"{point.get('x')}  {point.get('verdict')}: {point.findtext('reason')}\n" in table
    rows = [line for line in table.splitlines() if re.match(r" +\d+ +[\d.]+  ", line)]
    assert len(rows) == len(measured_points(root)) and max(map(len, rows), default=0) <= 100
