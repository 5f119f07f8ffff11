# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The summary of hand-written results, and rules for every report.

The tests compute what they expect from the golden file, not from a report.
"""
import re
import subprocess

import pytest
from lxml import etree

from documents import REPORTS, ROOT, style, transform
from golden_results import HEADLINES, JUNIT, NAMES, RED, at_stake, checks, golden, sentence


def test_every_report_says_that_the_run_is_on_a_mutant(page):
    results = golden("on-a-mutant")
    mutant = results.getroot().find("mutant")
    root = transform("junit", results).getroot()
    assert mutant.get("name") in root.get("name") and "certifies nothing" in root.get("name")
    for suite in root.iter("testsuite"):
        properties = {p.get("name"): p.get("value") for p in suite.iter("property")}
        assert properties["mutant.name"] == mutant.get("name")
        assert properties["mutant.promise"] == mutant.get("promise")
    first_line = str(transform("summary", results)).splitlines()[0]
    assert "MUTANT" in first_line and "certifies nothing" in first_line
    for told in (mutant.get("name"), mutant.get("promise"), mutant.text):
        assert told in first_line
    page.open("on-a-mutant")
    banner = page.text(page.all("header .mutant")[0])
    for told in (mutant.get("name"), mutant.get("promise"), mutant.text, "certifies nothing"):
        assert told in banner
    page.open("all-green")
    assert not page.all(".mutant") and "MUTANT" not in str(transform("summary", golden("all-green")))


@pytest.mark.parametrize("stylesheet", ["junit", "html", "summary", "ktap", "end"])
def test_stylesheets_use_no_extensions(stylesheet):
    """verbs-cts applies them from memory, with libxslt and the parts of EXSLT that it registers."""
    root = etree.parse(str(REPORTS / f"{stylesheet}.xsl")).getroot()
    assert root.get("version") == "1.0"
    assert {u for e in root.iter() for u in e.nsmap.values()} <= {"http://www.w3.org/1999/XSL/Transform", "http://exslt.org/sets", "http://exslt.org/functions", "verbs-cts"}
    assert "document(" not in etree.tostring(root, encoding="unicode")


@pytest.mark.parametrize("name", ["all-green", "flaky"])
def test_the_page_has_each_call_in_a_line_of_its_own(name):
    """Of checks that passed, which have text only, and of others, whose calls have parts."""
    results = golden(name)
    calls = ["".join(c.itertext()) for c in results.iter("call", "verb")]
    page = style("html")(results, full=etree.XSLT.strparam("yes"))
    assert calls and [li for li in page.xpath("//li/text()") if li in calls] == calls


@pytest.mark.parametrize("name", NAMES)
def test_summary_lists_the_red_checks(name):
    results = golden(name)
    told = str(transform("summary", results))
    first_line = told.splitlines()[0]
    assert first_line.startswith(HEADLINES[name])
    for verdict in JUNIT:  # the golden files have no outcomes of promises, so the counts are on the third line
        found = re.search(rf"(\d+) {verdict}\b", told.splitlines()[2])
        assert int(found[1] if found else 0) == len(checks(results, verdict))
    shown = {group.get("example") for group in results.iter("group")}
    for check in checks(results):
        named = re.search(rf"^(  and )?{check.get('verdict')} {re.escape(check.get('name'))}$", told, re.M)
        assert bool(named) == (check.get("verdict") in {*RED, "BLOCKED"} - {"NOTRUN"})
        assert not named or not named[1] or check.get("name") not in shown
    for check in checks(results, "FAIL"):
        if check.get("name") not in shown:
            continue
        for wanted in (sentence(results, at_stake(check)).text, check.findtext("expected"), *check.xpath("seen/text()")):
            assert wanted in told


@pytest.mark.parametrize("most", [1, 3, 50])
@pytest.mark.parametrize("name", ["each-verdict-once", "all-green", "empty"])
def test_report_slowest_lists_checks_with_their_longest_steps(name, most):
    process = subprocess.run([ROOT / "build/verbs-cts", "report", "--slowest", str(most),
                              ROOT / f"harness/golden/{name}.xml"], text=True, capture_output=True, check=True)
    ran = sorted((c for c in checks(golden(name)) if float(c.get("seconds"))),
                 key=lambda c: -float(c.get("seconds")))
    wanted = []
    for check in ran[:most]:
        wanted.append((f"{float(check.get('seconds')) * 1e3:.1f} ms", check.get("name")))
        for step in check.findall("longest"):
            wanted.append((f"{float(step.get('seconds')) * 1e3:.1f} ms", f"until {step.text}"))
    told = process.stdout.splitlines()
    assert told[0].startswith(f"{len(checks(golden(name)))} checks took ")
    assert [" ".join(line.split()) for line in told[1:]] == [" ".join(w) for w in wanted]
