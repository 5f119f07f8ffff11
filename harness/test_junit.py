# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""JUnit of hand-written results. The tests compute what they expect from the results, not from a report."""
import copy

import pytest
from lxml import etree

from documents import add, drop, errors, first, lines, outcome, put, refused, transform
from golden_results import NAMES, RED, at_stake, checks, conforms, golden, is_tolerated, junit_tag, sentence


def junit(name, **parameters):
    return transform("junit", golden(name), **parameters).getroot()


def case_of(document, check_name):
    found = [c for c in document.iter("testcase") if f"{c.get('classname')}.{c.get('name')}" == check_name]
    assert len(found) == 1, f"{check_name} is in the JUnit {len(found)} times"
    return found[0]


@pytest.mark.parametrize("name", NAMES)
def test_junit_is_valid(name):
    assert errors("junit", junit(name)) == ""


@pytest.mark.parametrize("name", NAMES)
def test_junit_has_the_outcome_of_every_check(name):
    results, document = golden(name), junit(name)
    for check in checks(results):
        found = outcome(case_of(document, check.get("name")))
        assert (found.tag if found is not None else None) == junit_tag(check)
        if junit_tag(check) == "failure":
            assert found.get("type") == at_stake(check)
        elif check.get("verdict") in RED and not is_tolerated(check):
            assert found.get("type") == check.get("verdict")
    cases = [c for c in document.iter("testcase") if c.get("classname") != "verbs-cts"]
    assert len(cases) == len(checks(results))


@pytest.mark.parametrize("name", NAMES)
def test_junit_counts_the_outcomes(name):
    document = junit(name)
    for element in [document, *document.iter("testsuite")]:
        tags = [o.tag if o is not None else "passed" for o in map(outcome, element.iter("testcase"))]
        assert int(element.get("tests")) == len(tags)
        assert int(element.get("failures")) == tags.count("failure")
        assert int(element.get("errors")) == tags.count("error")
        if element.tag == "testsuite":
            assert int(element.get("skipped")) == tags.count("skipped")
    skipped = sum(int(s.get("skipped")) for s in document.iter("testsuite"))
    passed = int(document.get("tests")) - int(document.get("failures")) - int(document.get("errors")) - skipped
    assert passed == len(checks(golden(name), "PASS"))


@pytest.mark.parametrize("name", NAMES)
def test_junit_is_red_if_and_only_if_the_run_does_not_conform(name):
    document = junit(name)
    red = int(document.get("failures")) + int(document.get("errors"))
    assert (red == 0) == conforms(golden(name))


@pytest.mark.parametrize("name", NAMES)
def test_junit_has_the_evidence(name):
    """The body of a red or waived check has its sentence, source, expected, seen, verbs and kernel lines."""
    results, document = golden(name), junit(name)
    for check in checks(results, *RED, "WAIVED"):
        found = outcome(case_of(document, check.get("name")))
        body = found.text
        promise = sentence(results, at_stake(check))
        for wanted in [promise.text, promise.get("source"), promise.get("id"),
                       *check.xpath("reason/@where"), *check.xpath("@verdicts"), *check.xpath("waiver/@url"),
                       *[e.text for e in check if e.text and e.text.strip()]]:
            assert wanted in body
        if check.get("verdict") in ("FAIL", "BROKEN", "CRASH", "TIMEOUT", "KERNEL", "NOTRUN"):
            assert " ".join(check.findtext("reason").split()) in found.get("message")
    for check in checks(results, "SKIP"):
        message = outcome(case_of(document, check.get("name"))).get("message")
        assert message == " ".join(check.findtext("reason").split())
    for check in checks(results, "WAIVED", "XPASS"):
        message = outcome(case_of(document, check.get("name"))).get("message")
        assert check.findtext("waiver") in message and check.find("waiver").get("url") in message


@pytest.mark.parametrize("name", NAMES)
def test_junit_names_are_unique(name):
    keys = [(c.get("classname"), c.get("name")) for c in junit(name).iter("testcase")]
    assert len(set(keys)) == len(keys)
    suites = [s.get("name") for s in junit(name).iter("testsuite")]
    assert len(set(suites)) == len(suites)


def test_junit_suites_are_the_files_of_checks():
    suites = {s.get("name"): {c.get("name") for c in s.iter("testcase")} for s in junit("all-green").iter("testsuite")}
    assert suites == {
        "srq.error": {"raises-its-event", "refuses-posts"},
        "srq.limit": {"arm-after-posting"},
        "srq.modify": {"limit-takes-the-value.1", "limit-takes-the-value.max-wr", "prototype"},
    }


def test_junit_names_the_device_and_the_run():
    for suite in junit("all-green").iter("testsuite"):
        properties = {p.get("name"): p.get("value") for p in suite.iter("property")}
        assert properties["device.driver"] == "mlx5_core" and properties["device.fw"] == "20.31.1014"
        assert properties["complete"] == "true" and properties["commit"] == "a39e5cd"
        assert suite.get("timestamp") == "2026-11-21T05:12:00"


def test_junit_has_properties_of_a_case():
    case = case_of(junit("flaky"), "srq.limit.one-shot")
    assert lines(case) == [("PROPERTY", p) for p in (
        "verdict=FAIL", "level=must", "promises=SRQ-LIM-02", "runs=50", "verdicts=49 PASS, 1 FAIL", "group=1")]


def test_junit_attaches_files_to_red_checks():
    document = junit("each-verdict-once", attachments="out/console out/results.xml")
    for check in checks(golden("each-verdict-once")):
        attached = [v for k, v in lines(case_of(document, check.get("name"))) if k == "ATTACHMENT"]
        assert attached == (["out/console", "out/results.xml"] if check.get("verdict") in RED else [])


def test_text_of_a_check_is_never_read_as_a_property_or_an_attachment():
    document = junit("odd-text")
    for case in document.iter("testcase"):
        assert not [v for k, v in lines(case) if k == "ATTACHMENT"]
        assert [v for k, v in lines(case) if v.startswith("verdict=")] == [lines(case)[0][1]]
    said = case_of(document, "srq.post.markup-in-a-note").findtext("system-out")
    assert said.count("/etc/passwd") == 2 and "recorded: " in said and "note: " in said


JUNIT_BREAKAGES = {
    "properties on a case": first("//testcase", "<properties><property name='a' value='b'/></properties>"),
    "properties of the root": first(".", "<properties><property name='a' value='b'/></properties>"),
    "properties last": lambda r: [s.append(s[0]) for s in r.iter("testsuite")],
    "a file": put("//testcase", "file", "a.c"),
    "a line": put("//testcase", "line", "1"),
    "assertions": put("//testcase", "assertions", "1"),
    "a status": put("//testcase", "status", "run"),
    "skipped at the root": put(".", "skipped", "1"),
    "four decimals": put("testsuite", "time", "0.0001"),
    "a time with a unit": put(".", "time", "1.000s"),
    "a suite in a suite": lambda r: r[0].append(copy.deepcopy(r[1])),
    "no count of tests": drop("testsuite/@tests"),
    "no count of failures": drop("testsuite/@failures"),
    "a negative count": put("testsuite", "errors", "-1"),
    "no classname": drop("//testcase/@classname"),
    "two outcomes": add("//testcase[failure]", "<error type='X' message='x'/>"),
    "a failure without type": drop("//failure/@type"),
    "a failure without message": drop("//failure/@message"),
    "a type of two words": put("//error", "type", "two words"),
    "skipped without message": drop("//skipped/@message"),
    "output before the outcome": lambda r: [c.insert(0, c.find("system-out")) for c in r.iter("testcase")],
    "markup in the output": add("//system-out", "<b/>"),
    "a timestamp with a zone": put("testsuite", "timestamp", "2026-11-21T05:12:00Z"),
    "an empty suite": lambda r: [s.remove(c) for s in r.iter("testsuite") for c in s.findall("testcase")],
}


@pytest.mark.parametrize("breakage", JUNIT_BREAKAGES)
def test_invalid_junit_is_refused(breakage):
    refused("junit", etree.ElementTree(junit("each-verdict-once")), JUNIT_BREAKAGES[breakage])
