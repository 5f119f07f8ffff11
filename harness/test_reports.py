# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The reports, and the schemas of what they read and write, on hand-written results.

harness/golden/*.xml are results.xml of runs that ended in all the ways a run can end. What is expected
of a report is worked out here from the golden file, never from a report.
"""
import copy
import pathlib
import re
import subprocess

import pytest
from lxml import etree

from browser import Page, squeeze

ROOT = pathlib.Path(__file__).resolve().parent.parent
REPORTS = ROOT / "reports"
GOLDEN = sorted((ROOT / "harness" / "golden").glob("*.xml"))
NAMES = [path.stem for path in GOLDEN]

# What becomes of a verdict in JUnit; DESIGN.md has the verdicts, ANCHORS.md this table.
JUNIT = {
    "PASS": None, "SKIP": "skipped", "WAIVED": "skipped",
    "FAIL": "failure", "XPASS": "failure",
    "BROKEN": "error", "TIMEOUT": "error", "CRASH": "error", "KERNEL": "error", "NOTRUN": "error",
}
RED = [v for v, tag in JUNIT.items() if tag in ("failure", "error")]


def golden(name):
    return etree.parse(str(ROOT / "harness" / "golden" / f"{name}.xml"))


def schema(name):
    return etree.RelaxNG(etree.parse(str(REPORTS / f"{name}.rng")))


def errors(schema_name, document):
    """'' where the document is valid, else libxml2's words, with lines."""
    rng = schema(schema_name)
    rng.validate(document)
    return "\n".join(f"{e.line}: {e.message}" for e in rng.error_log)


def transform(stylesheet, document, **parameters):
    style = etree.XSLT(etree.parse(str(REPORTS / f"{stylesheet}.xsl")),
                       access_control=etree.XSLTAccessControl.DENY_ALL)
    quoted = {k: etree.XSLT.strparam(v) for k, v in parameters.items()}
    return style(document, **quoted)


def checks(document, *verdicts):
    return [c for c in document.getroot().iter("check") if not verdicts or c.get("verdict") in verdicts]


def sentence(document, promise_id):
    return next(p for p in document.getroot().iter("promise") if p.get("id") == promise_id)


def at_stake(check):
    """The promise that a red or waived check is about: judged, else waived, else the first cited."""
    for path in ("reason/@promise", "waiver/@promise"):
        if check.xpath(path):
            return check.xpath(path)[0]
    return check.get("promises").split()[0]


# Schemas


def test_the_golden_results_cover_every_verdict():
    assert {c.get("verdict") for n in NAMES for c in checks(golden(n))} == set(JUNIT)


@pytest.mark.parametrize("name", NAMES)
def test_golden_results_are_valid(name):
    assert errors("results", golden(name)) == ""


@pytest.mark.parametrize("name", NAMES)
def test_golden_results_agree_with_themselves(name):
    """What no schema can say, and a report may count on."""
    doc = golden(name)
    names = [c.get("name") for c in checks(doc)]
    known = [p.get("id") for p in doc.getroot().iter("promise")]
    assert len(set(names)) == len(names) and len(set(known)) == len(known)
    assert {i for c in checks(doc) for i in c.get("promises").split()} == set(known)
    if checks(doc, *RED):
        assert doc.getroot().get("conforms") == "false"


def drop(path):
    def change(root):
        for found in root.xpath(path):
            if isinstance(found, etree._Element):
                found.getparent().remove(found)
            else:
                del found.getparent().attrib[found.attrname]
    return change


def put(path, attribute, value):
    return lambda root: [e.set(attribute, value) for e in root.xpath(path)]


def text(path, value):
    def change(root):
        for e in root.xpath(path):
            e.text = value
    return change


def add(path, markup):
    return lambda root: [e.append(etree.fromstring(markup)) for e in root.xpath(path)]


def first(path, markup):
    return lambda root: [e.insert(0, etree.fromstring(markup)) for e in root.xpath(path)]


def refused(schema_name, document, change):
    broken = copy.deepcopy(document)
    before = etree.tostring(broken)
    change(broken.getroot())
    assert etree.tostring(broken) != before, "the table's change changes nothing"
    # read again, so that lines and blanks are as a file's
    assert errors(schema_name, etree.ElementTree(etree.fromstring(etree.tostring(broken)))) != ""


FAILED = "check[@verdict='FAIL']"
RESULTS_BREAKAGES = {
    "another root": lambda r: setattr(r, "tag", "result"),
    "no complete": drop("@complete"),
    "complete is yes": put(".", "complete", "yes"),
    "no conforms": drop("@conforms"),
    "conforms with a failure": lambda r: (r.set("complete", "true"), r.set("conforms", "true")),
    "conforms though incomplete": put(".", "conforms", "true"),
    "complete with a check that did not run": put(".", "complete", "true"),
    "no suite version": drop("@suite"),
    "no commit": drop("@commit"),
    "an empty commit": put(".", "commit", ""),
    "a local start": put(".", "start", "2026-11-21T05:12:00"),
    "a start that is no time": put(".", "start", "2026-13-21T05:12:00Z"),
    "seconds with a comma": put(".", "seconds", "12,345"),
    "negative seconds": put(FAILED, "seconds", "-1"),
    "seconds that are not a number": put(FAILED, "seconds", "nan"),
    "no passes": drop("@passes"),
    "zero passes": put(".", "passes", "0"),
    "a negative seed": put(".", "seed", "-1"),
    "an attribute nobody knows": put(".", "mutant", "x"),
    "no device": drop("device"),
    "two devices": lambda r: r.insert(0, copy.deepcopy(r.find("device"))),
    "a device without driver": drop("device/@driver"),
    "a device without kernel": drop("device/@kernel"),
    "a device without command": drop("device/@command"),
    "a device without fw": drop("device/@fw"),
    "port 0": put("device", "port", "0"),
    "a link layer nobody knows": put("device", "link-layer", "ethernet"),
    "a decimal vendor": put("device", "vendor", "16777215"),
    "text in the device": text("device", "rxe0"),
    "a mutant without name": lambda r: r.insert(1, etree.fromstring("<mutant promise='A-1'>x</mutant>")),
    "a mutant that does nothing": lambda r: r.insert(1, etree.fromstring("<mutant name='x' promise='A-1'/>")),
    "a promise without source": drop("promise[1]/@source"),
    "a promise without sentence": text("promise[1]", "  "),
    "a promise of unknown level": put("promise[1]", "level", "may"),
    "a promise with a small id": put("promise[1]", "id", "srq-mod-1"),
    "a promise after the checks": add(".", "<promise id='A-1' level='must' source='s'>t</promise>"),
    "a check without name": drop(FAILED + "/@name"),
    "a check without suite": put(FAILED, "name", "fires.once"),
    "a blank in a check's name": put(FAILED, "name", "srq.limit.fires once"),
    "a check without verdict": drop(FAILED + "/@verdict"),
    "a verdict nobody knows": put(FAILED, "verdict", "OK"),
    "a small verdict": put(FAILED, "verdict", "fail"),
    "a check without level": drop(FAILED + "/@level"),
    "a check without seconds": drop(FAILED + "/@seconds"),
    "a check without promises": drop(FAILED + "/@promises"),
    "a check that cites nothing": put(FAILED, "promises", " "),
    "promises with commas": put(FAILED, "promises", "SRQ-MOD-24,SRQ-MOD-25"),
    "runs without verdicts": put(FAILED, "runs", "50"),
    "verdicts without runs": put(FAILED, "verdicts", "49 PASS, 1 FAIL"),
    "verdicts in words": lambda r: [(c.set("runs", "2"), c.set("verdicts", "mostly")) for c in r.xpath(FAILED)],
    "a failure without reason": drop(FAILED + "/reason"),
    "an empty reason": text(FAILED + "/reason", ""),
    "two reasons": first(FAILED, "<reason>again</reason>"),
    "seen before expected": lambda r: r.find(FAILED).insert(1, r.find(FAILED + "/seen")),
    "something expected and nothing seen": drop(FAILED + "/seen[not(@judged)]"),
    "something seen and nothing expected": drop(FAILED + "/expected"),
    "something recorded that may be judged": put(FAILED + "/seen[@judged]", "judged", "true"),
    "something recorded after a note": lambda r: r.find(FAILED + "/seen[@judged]").addprevious(
        etree.fromstring("<note>x</note>")),
    "a kernel line before a verb": first(FAILED, "<kernel>x</kernel>"),
    "a longest step without its time": add("check[@verdict='TIMEOUT']", "<longest>x</longest>"),
    "an element nobody knows": add(FAILED, "<stack>x</stack>"),
    "text between": text(FAILED, "text"),
    "a pass with a reason": first("check[@verdict='PASS']", "<reason>x</reason>"),
    "a pass with something seen": first("check[@verdict='PASS']", "<seen>x</seen>"),
    "a pass with a waiver": lambda r: r.find("check[@verdict='PASS']").append(
        copy.deepcopy(r.find(".//waiver"))),
    "a skip that says no capability": drop("check[@verdict='SKIP']/reason"),
    "a skip with something seen": lambda r: r.find("check[@verdict='SKIP']").insert(
        1, etree.fromstring("<seen>x</seen>")),
    "a check that did not run and says not why": drop("check[@verdict='NOTRUN']/reason"),
    "waived without waiver": drop("check[@verdict='WAIVED']/waiver"),
    "waived without reason": drop("check[@verdict='WAIVED']/reason"),
    "xpass without waiver": drop("check[@verdict='XPASS']/waiver"),
    "a waiver that does not expire": drop("check[@verdict='WAIVED']/waiver/@expires"),
    "a waiver of nothing": drop("check[@verdict='WAIVED']/waiver/@promise"),
    "a crash without reason": drop("check[@verdict='CRASH']/reason"),
    "a check in a check": lambda r: r.find(FAILED).append(copy.deepcopy(r.find("check"))),
}


@pytest.mark.parametrize("breakage", RESULTS_BREAKAGES)
def test_broken_results_are_refused(breakage):
    refused("results", golden("each-verdict-once"), RESULTS_BREAKAGES[breakage])


WAIVERS = """<waivers>
  <waiver promise="SRQ-MOD-21" driver="rxe" url="drivers/infiniband/sw/rxe/rxe_srq.c:123" expires="2027-06-30">rxe
    frees the queue when a resize fails.</waiver>
  <waiver check="srq.modify.*" promise="QP-MOD-XRC_SEND-RTR-ok" verdict="KERNEL" driver="mlx5_core"
          kernel-from="6.1.0-50" kernel-to="6.12.117" fw-from="20.31" fw-to="20.31.1014"
          url="https://lore.example.org/linux-rdma/1/" expires="2028-02-29">It oopses.</waiver>
</waivers>"""
ONE = "waiver[2]"
WAIVER_BREAKAGES = {
    "another root": lambda r: setattr(r, "tag", "waiver"),
    "text between": text(".", "rxe is broken"),
    "an element nobody knows": add(".", "<exception/>"),
    "an attribute nobody knows": put(ONE, "kernel", "6.1"),
    "neither check nor promise": lambda r: (drop(ONE + "/@check")(r), drop(ONE + "/@promise")(r)),
    "an empty check": put(ONE, "check", ""),
    "a check with a blank": put(ONE, "check", "srq modify"),
    "a promise in small letters": put(ONE, "promise", "srq-mod-21"),
    "two promises": put(ONE, "promise", "SRQ-MOD-21 SRQ-MOD-22"),
    "a verdict that cannot be waived": put(ONE, "verdict", "SKIP"),
    "a waived NOTRUN": put(ONE, "verdict", "NOTRUN"),
    "no driver": drop(ONE + "/@driver"),
    "an empty driver": put(ONE, "driver", ""),
    "a kernel in words": put(ONE, "kernel-from", "newest"),
    "a kernel with a hole": put(ONE, "kernel-to", "6..1"),
    "a firmware in words": put(ONE, "fw-to", "v20"),
    "no url": drop(ONE + "/@url"),
    "a url that is none": put(ONE, "url", "see the mail"),
    "a source without line": put(ONE, "url", "drivers/infiniband/sw/rxe/rxe_srq.c"),
    "a script for a url": put(ONE, "url", "javascript:alert(1)"),
    "no expiry": drop(ONE + "/@expires"),
    "never": put(ONE, "expires", "never"),
    "a day that is none": put(ONE, "expires", "2027-02-29"),
    "a day in another order": put(ONE, "expires", "30-06-2027"),
    "a day with a zone": put(ONE, "expires", "2027-06-30Z"),
    "no reason": text(ONE, None),
    "a blank reason": text(ONE, " \n "),
    "markup in the reason": add(ONE, "<b>x</b>"),
}


def test_waivers_are_valid():
    assert errors("waivers", etree.fromstring(WAIVERS)) == ""
    assert errors("waivers", etree.fromstring("<waivers/>")) == ""


@pytest.mark.parametrize("breakage", WAIVER_BREAKAGES)
def test_broken_waivers_are_refused(breakage):
    refused("waivers", etree.ElementTree(etree.fromstring(WAIVERS)), WAIVER_BREAKAGES[breakage])


def test_a_broken_waiver_is_named_by_its_line():
    broken = etree.fromstring(WAIVERS.replace("KERNEL", "SKIP"))
    assert re.match("^[456]: ", errors("waivers", broken))  # its start tag


def test_the_projects_waivers_are_valid():
    for path in (ROOT / "fixtures" / "waivers").glob("*.xml"):
        assert errors("waivers", etree.parse(str(path))) == "", path.name


# JUnit


def junit(name, **parameters):
    return transform("junit", golden(name), **parameters).getroot()


def case_of(document, check_name):
    found = [c for c in document.iter("testcase") if f"{c.get('classname')}.{c.get('name')}" == check_name]
    assert len(found) == 1, f"{check_name} is in the JUnit {len(found)} times"
    return found[0]


def outcome(case):
    found = [c for c in case if c.tag in ("failure", "error", "skipped")]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize("name", NAMES)
def test_junit_is_strict(name):
    assert errors("junit", junit(name)) == ""


@pytest.mark.parametrize("name", NAMES)
def test_junit_tells_every_check_as_what_it_was(name):
    results, document = golden(name), junit(name)
    for check in checks(results):
        found = outcome(case_of(document, check.get("name")))
        assert (found.tag if found is not None else None) == JUNIT[check.get("verdict")]
        if check.get("verdict") in ("FAIL", "XPASS"):
            assert found.get("type") == at_stake(check)
        elif check.get("verdict") in RED:
            assert found.get("type") == check.get("verdict")
    cases = [c for c in document.iter("testcase") if c.get("classname") != "verbs-cts"]
    assert len(cases) == len(checks(results))


@pytest.mark.parametrize("name", NAMES)
def test_junit_counts(name):
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
def test_junit_is_red_exactly_where_the_run_does_not_conform(name):
    document = junit(name)
    red = int(document.get("failures")) + int(document.get("errors"))
    assert (red == 0) == (golden(name).getroot().get("conforms") == "true")


@pytest.mark.parametrize("name", NAMES)
def test_junit_tells_what_happened(name):
    """A red or waived check's sentence, source, expected, seen, verbs and kernel lines are all in its body."""
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
def test_junit_cases_are_unique(name):
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


def test_junit_tells_device_and_run():
    for suite in junit("all-green").iter("testsuite"):
        properties = {p.get("name"): p.get("value") for p in suite.iter("property")}
        assert properties["device.driver"] == "mlx5_core" and properties["device.fw"] == "20.31.1014"
        assert properties["complete"] == "true" and properties["commit"] == "a39e5cd"
        assert suite.get("timestamp") == "2026-11-21T05:12:00"


def test_no_report_keeps_still_about_a_mutant(page):
    results = golden("on-a-mutant")
    mutant = results.getroot().find("mutant")
    root = junit("on-a-mutant")
    assert mutant.get("name") in root.get("name") and "certifying nothing" in root.get("name")
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


def lines(case):
    return re.findall(r"\[\[(PROPERTY|ATTACHMENT)\|(.*?)\]\]", case.findtext("system-out"))


def test_junit_properties_of_a_case():
    case = case_of(junit("flaky"), "srq.limit.one-shot")
    assert lines(case) == [("PROPERTY", p) for p in (
        "verdict=FAIL", "level=must", "promises=SRQ-LIM-02", "runs=50", "verdicts=49 PASS, 1 FAIL")]


def test_junit_attaches_files_to_what_is_red():
    document = junit("each-verdict-once", attachments="out/console out/results.xml")
    for check in checks(golden("each-verdict-once")):
        attached = [v for k, v in lines(case_of(document, check.get("name"))) if k == "ATTACHMENT"]
        assert attached == (["out/console", "out/results.xml"] if check.get("verdict") in RED else [])


def test_junit_text_cannot_pass_for_a_property_or_attachment():
    document = junit("odd-text")
    for case in document.iter("testcase"):
        assert not [v for k, v in lines(case) if k == "ATTACHMENT"]
        assert [v for k, v in lines(case) if v.startswith("verdict=")] == [lines(case)[0][1]]
    said = case_of(document, "srq.post.markup-in-a-note").findtext("system-out")
    assert said.count("/etc/passwd") == 2 and "recorded: " in said and "noted: " in said


JUNIT_BREAKAGES = {
    "properties on a case": first("//testcase", "<properties><property name='a' value='b'/></properties>"),
    "properties of the whole": first(".", "<properties><property name='a' value='b'/></properties>"),
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
def test_broken_junit_is_refused(breakage):
    refused("junit", etree.ElementTree(junit("each-verdict-once")), JUNIT_BREAKAGES[breakage])


@pytest.mark.parametrize("stylesheet", ["junit", "html", "summary"])
def test_stylesheets_need_no_extension(stylesheet):
    """The program applies them with bare libxslt, from memory."""
    root = etree.parse(str(REPORTS / f"{stylesheet}.xsl")).getroot()
    assert root.get("version") == "1.0"
    assert {u for e in root.iter() for u in e.nsmap.values()} == {"http://www.w3.org/1999/XSL/Transform"}
    assert "document(" not in etree.tostring(root, encoding="unicode")


# The text


@pytest.mark.parametrize("name", NAMES)
def test_summary_names_what_is_red(name):
    results = golden(name)
    told = str(transform("summary", results))
    first_line = told.splitlines()[0]
    root = results.getroot()
    assert ("INCOMPLETE" in first_line) == (root.get("complete") == "false")
    assert ("conforms" in first_line) == (root.get("conforms") == "true")
    for verdict in JUNIT:
        found = re.search(rf"(\d+) {verdict}\b", told.splitlines()[2])
        assert int(found[1] if found else 0) == len(checks(results, verdict))
    for check in checks(results):
        named = f"\n{check.get('verdict')} {check.get('name')}\n" in told
        assert named == (check.get("verdict") in RED and check.get("verdict") != "NOTRUN")
    for check in checks(results, "FAIL"):
        for wanted in (sentence(results, at_stake(check)).text, check.findtext("expected"), *check.xpath("seen/text()")):
            assert wanted in told


@pytest.mark.parametrize("most", [1, 3, 50])
@pytest.mark.parametrize("name", ["each-verdict-once", "all-green", "empty"])
def test_the_slowest_are_told_with_what_they_wait_for(name, most):
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


# The page, in a browser

HEADLINES = {
    "all-green": "mlx5_0 conforms",
    "between-passes": "rxe0: the run is incomplete",
    "device-died": "rxe0: the run is incomplete",
    "each-verdict-once": "rxe0: the run is incomplete",
    "empty": "rxe0: the run is incomplete",
    "flaky": "rxe0 does not conform",
    "on-a-mutant": "Mutant of mlx5_0 conforms",
    "odd-text": "rxe<0> does not conform",
    "stale-waivers": "rxe0 does not conform",
    "waived": "rxe0 conforms",
}


@pytest.fixture(scope="module")
def page(driver, tmp_path_factory):
    return Page(driver, tmp_path_factory.mktemp("reports"), lambda name: bytes(transform("html", golden(name))))


def test_every_golden_has_its_headline():
    assert sorted(HEADLINES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_page_says_what_it_comes_to(page, name):
    page.open(name)
    assert page.all("h1")[0].text == HEADLINES[name]
    assert page.driver.title.startswith(HEADLINES[name])
    tally = {t.split()[1]: int(t.split()[0]) for t in map(page.text, page.all(".tally li"))}
    assert tally == {v: len(checks(golden(name), v)) for v in JUNIT}


@pytest.mark.parametrize("name", NAMES)
def test_page_tells_device_and_run(page, name):
    page.open(name)
    facts, root = page.shows("facts"), golden(name).getroot()
    device = root.find("device")
    for wanted in [device.get(a) for a in ("name", "driver", "gid", "fw", "kernel", "rdma-core", "vendor", "command")]:
        assert squeeze(wanted) in facts
    assert root.get("commit") in facts and root.get("start")[:10] in facts
    assert ("seed " + root.get("seed", "") in facts) == ("seed" in root.attrib)


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("name", NAMES)
def test_page_shows_what_is_red_and_what_is_waived(page, name, width):
    results = golden(name)
    page.open(name, width)
    for check in checks(results, *RED, "WAIVED"):
        if check.get("verdict") == "NOTRUN":
            assert squeeze(check.findtext("reason")) in page.shows("notrun")
            assert check.get("name") in page.shows("notrun")
            continue
        article = page.element(check.get("name"))
        for closed in page.all("details:not([open]) > summary", article):
            closed.click()
        told, promise = page.text(article), sentence(results, at_stake(check))
        for wanted in [check.get("name"), check.get("verdict"), promise.text, promise.get("source"), promise.get("id"),
                       *check.xpath("reason/@where"), *check.xpath("@verdicts"),
                       *check.xpath("waiver/@url"), *check.xpath("waiver/@expires"),
                       *[e.text for e in check if e.text and e.text.strip()]]:
            assert squeeze(wanted) in told
        section = article.find_element("xpath", "ancestor::section").get_attribute("id")
        assert section == ("waived" if check.get("verdict") == "WAIVED" else "red")


@pytest.mark.parametrize("name", NAMES)
def test_page_has_what_is_red_first(page, name):
    page.open(name)
    order = [s.get_attribute("id") for s in page.all("main > section")]
    wanted = ["summary", "facts", "red", "notrun", "waived", "skipped", "slowest", "checks", "promises"]
    assert order == [s for s in wanted if s in order]
    assert ("red" in order) == bool([c for c in checks(golden(name), *RED) if c.get("verdict") != "NOTRUN"])


def test_page_details_open_and_close(page):
    page.open("flaky")
    article = page.element("srq.limit.one-shot")
    summary, = page.all("summary", article)
    verbs = page.all("details li", article)
    assert len(verbs) == 20 and not page.visible(verbs[0])
    summary.click()
    assert all(page.visible(v) for v in verbs)
    assert [page.text(v) for v in verbs] == [v.text for v in golden("flaky").iter("verb")]
    summary.click()
    assert not page.visible(verbs[0])


def test_page_prints_what_is_closed(page):
    page.open("flaky", media="print")
    verbs = page.all("details:not([open]) li", page.element("srq.limit.one-shot"))
    assert len(verbs) == 20 and all(page.visible(v) for v in verbs)


def test_page_shows_the_slowest_with_what_they_wait_for(page):
    page.open("each-verdict-once")
    told = [page.text(row) for row in page.all("#slowest tbody tr")]
    assert told[0] == "10.0 s srq.destroy.waits-for-acknowledgement"
    assert ("4.0 ms srq.create.returns-at-least-what-was-asked 3.7 ms "
            "ibv_create_srq(pd0, {max_wr 16, max_sge 1, srq_limit 0}) = srq0") in told


def test_page_groups_skips_by_capability(page):
    page.open("all-green")
    group, = page.all("#skipped details")
    assert page.text(group) == ("no fault injector for the device's SRQs (--fault or "
                                "--fault-plugin, see run --help) 2 "
                                "srq.error.raises-its-event srq.error.refuses-posts")


def test_page_links_waivers(page):
    page.open("stale-waivers")
    link, = page.all(".waiver a")
    assert link.text == link.get_attribute("href") == "https://lore.example.org/linux-rdma/20230620140142.9452-1/"
    assert "expired on 2026-01-31" in page.shows("srq.post.list-stops")
    assert "stale" in page.shows("srq.query.limit-reads-zero")


@pytest.mark.parametrize("name", NAMES)
def test_page_lists_all_checks_and_promises(page, name):
    results = golden(name)
    page.open(name)
    for check in checks(results):
        anchored = page.shows(check.get("name"))
        assert check.get("verdict") in anchored
        row, = page.all(f"#checks tr:has(a[href='#{check.get('name')}'])")
        assert page.text(row).startswith(check.get("verdict"))
        for promise in check.get("promises").split():
            assert promise in page.text(row)
            cited = page.shows(promise)
            assert check.get("name") in cited and squeeze(sentence(results, promise).text) in cited
        for said in check.xpath("note | seen"):
            assert squeeze(said.text) in anchored


@pytest.mark.parametrize("name", NAMES)
def test_page_links_lead_somewhere(page, name):
    page.open(name)
    ids = page.js("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(set(ids)) == len(ids)
    targets = page.js("return [...document.querySelectorAll('a[href^=\"#\"]')].map(e => e.hash.slice(1))")
    assert {t for t in targets if t not in ids} == set()


@pytest.mark.parametrize("media", ["", "print"])
@pytest.mark.parametrize("width", [1280, 700, 400])
@pytest.mark.parametrize("name", NAMES)
def test_page_does_not_overflow(page, name, width, media):
    page.open(name, width, media=media)
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.js("return document.documentElement.scrollWidth") <= width
    assert page.cut_off() == []


@pytest.mark.parametrize("name", NAMES)
def test_page_wants_nothing_from_outside_and_complains_of_nothing(page, name):
    page.open(name)
    assert page.complaints() == []
    assert page.asked_for() == []
    assert page.all("script, img, iframe, object, link[rel=stylesheet]") == []


def test_page_shows_markup_as_text(page):
    page.open("odd-text")
    assert "owned" not in page.driver.title
    assert page.js("return document.compatMode") == "CSS1Compat"
    assert page.js("return document.characterSet") == "UTF-8"
    assert "<script>document.title='owned'</script>" in page.shows("red")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["each-verdict-once", "all-green", "empty"])
def test_page_is_legible_in_light_and_dark(page, name, scheme):
    page.open(name, scheme=scheme)
    ground, poor = page.contrast()
    assert poor == []
    assert ground > 0.9 if scheme == "light" else ground < 0.05
