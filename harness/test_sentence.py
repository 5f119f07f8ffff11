# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The two answers that the terminal and every report begin with: they say no more than the run has shown."""
import copy
import re

import pytest
from lxml import etree

from browser import squeeze
from conftest import Results
from commands import run
from documents import ROOT, transform
from golden_results import HEADLINES, NAMES, checks, golden


def sentence(results):
    """That of the terminal, which is the same in every report."""
    part = results.getroot().get("part")  # which ends with its counts alone
    told = str(transform("end" if not part else "ktap", results)).splitlines()[2 * bool(part)].removeprefix("# ")
    page = transform("html", results).getroot()
    junit = transform("junit", results).getroot()
    kept = [squeeze("".join(p.itertext())) for p in page.iterfind(".//header/p[@class='kept']")]
    assert "; ".join([page.findtext(".//h1"), kept[-1]] if kept else [page.findtext(".//h1")]) == told
    assert page.findtext(".//title").startswith(f"{told} ")
    assert str(transform("summary", results)).splitlines()[0].startswith(told)
    assert junit.get("name").startswith(f"verbs-cts: {told}")
    assert {p.get("value") for p in junit.iter("property") if p.get("name") == "outcome"} <= {told}
    assert str(transform("ktap", results)).splitlines()[2].startswith(f"# {told}")
    return told


@pytest.mark.parametrize("name", NAMES)
def test_every_report_begins_with_the_same_sentence(name):
    assert sentence(golden(name)) == HEADLINES[name]


def put(**attributes):
    return lambda root: [root.set(k.replace("_", "-"), v) for k, v in attributes.items()]


def fact(name, value):
    def change(root):
        facts = root.find("facts")
        if facts is None:
            facts = etree.Element("facts")
            root.find("device").addnext(facts)
        etree.SubElement(facts, "fact", name=name).text = value
    return change


def both(*changes):
    return lambda root: [change(root) for change in changes]


# Why a run without a broken promise does not say that the device conforms.
PARTIAL = [
    (put(selection="srq.limit.*"), "only the selected checks"),
    (put(part="1/2"), "only part 1/2 of the checks"),
    (put(commit="a39e5cd-dirty"), "a build of sources that are not committed"),
    (put(commit="unknown"), "a build of sources that are not committed"),
    (fact("waivers.2.released", "no"), "with waivers that are not released"),
    (fact("option.leave_out", "SRQ-PST-05"), "without all promises in random use"),
    (fact("option.gentle", "yes"), "without the checks that --gentle leaves out"),
    (both(put(selection="srq.*", commit="unknown"), fact("waivers.1.released", "no")),
     "only the selected checks, a build of sources that are not committed, with waivers that are not released"),
]


@pytest.mark.parametrize("change, why", PARTIAL)
def test_only_a_whole_run_of_a_committed_build_with_its_own_waivers_conforms(change, why):
    results = golden("waived")
    change(results.getroot())
    assert sentence(results) == f"rxe0: nothing new: 1 deviation, known until 2027-06-30 ({why}); 1 of 2 checks pass"
    results = golden("all-green")
    change(results.getroot())
    assert sentence(results) == f"mlx5_0: no promise was found broken ({why}); 4 of 4 checks pass; 2 skipped"


@pytest.mark.parametrize("change", [fact("waivers.1.released", "yes"), fact("option.gentle", "no"), put(commit="a39e5cd")])
def test_what_a_run_may_have_does_not_change_the_sentence(change):
    results = golden("waived")
    change(results.getroot())
    assert sentence(results) == HEADLINES["waived"]


def a_run(verdicts, **attributes):
    """A complete run of committed sources: "PASS", "FAIL should", "KERNEL", with the verdicts of several passes after "|"."""
    root = copy.deepcopy(golden("waived").getroot())
    waiver = root.find("check/waiver")
    for check in root.findall("check"):
        root.remove(check)
    for n, words in enumerate(verdicts):
        words, _, passes = words.partition("|")
        verdict, level = (words.split() + ["must"])[:2]
        check = etree.SubElement(root, "check", name=f"srq.a.{n}", verdict=verdict, level=level, seconds="0.1",
                                 promises="SRQ-PST-05")
        if passes:
            check.set("runs", "2")
            check.set("verdicts", passes)
        if verdict != "PASS":
            reason = etree.SubElement(check, "reason")
            reason.text = "it says why"
            if verdict in ("FAIL", "WAIVED") and level != "kernel":
                reason.set("promise", "SRQ-PST-05")
        if verdict in ("WAIVED", "XPASS"):
            check.append(copy.deepcopy(waiver))
            if level == "kernel":
                del check.find("waiver").attrib["promise"]
    told = [v.partition("|")[0] for v in verdicts]
    strictly = all(v.split()[0] in ("PASS", "SKIP", "WAIVED") for v in told)
    conforms = all(v.split()[0] in ("PASS", "SKIP", "WAIVED") or v in ("FAIL should", "FAIL derived") for v in told)
    put(conforms=str(conforms).lower(), conforms_strictly=str(strictly).lower(), **attributes)(root)
    return etree.ElementTree(root)


UNTIL = "known until 2027-06-30"
RUNS = [
    (["PASS"], {}, "rxe0 conforms; 1 of 1 check passes"),
    (["PASS", "SKIP"], {}, "rxe0 conforms; 1 of 1 check passes; 1 skipped"),
    ([], {}, "rxe0: nothing was judged; 0 of 0 checks pass"),
    (["SKIP", "SKIP"], {}, "rxe0: nothing was judged; 0 of 0 checks pass; 2 skipped"),
    (["WAIVED", "SKIP"], {}, "rxe0: no check passed; 0 of 1 check passes; 1 skipped"),
    (["FAIL should"], {}, "rxe0: no check passed; 0 of 1 check passes; 1 deviation from should promises"),
    (["PASS", "FAIL should", "FAIL derived"], {},
     "rxe0: no promise of level must was found broken; 1 of 3 checks pass; 1 deviation from should promises; 1 deviation from derived promises"),
    (["PASS", "FAIL should"], {"strict": "true"},
     "rxe0 does not conform strictly: 1 deviation is new; 1 of 2 checks pass; 1 deviation from should promises"),
    (["PASS", "SKIP"], {"strict": "true"}, "rxe0 conforms strictly; 1 of 1 check passes; 1 skipped"),
    (["PASS", "WAIVED"], {"strict": "true"},
     f"rxe0: nothing new: 1 deviation, {UNTIL}; 1 of 2 checks pass"),
    (["PASS", "WAIVED", "FAIL should"], {},
     f"rxe0: nothing new of level must: 1 deviation, {UNTIL}; 1 of 3 checks pass; 1 deviation from should promises"),
    (["PASS", "WAIVED", "FAIL", "KERNEL"], {}, f"rxe0 does not conform: 2 deviations are new, 1 {UNTIL}; 1 of 4 checks pass"),
    (["PASS", "WAIVED kernel"], {}, f"rxe0: nothing new: 1 deviation, {UNTIL}; 1 of 2 checks pass"),
    (["PASS", "WAIVED", "WAIVED", "WAIVED kernel", "WAIVED kernel"], {},
     f"rxe0: nothing new: 4 deviations, all {UNTIL}; 1 of 5 checks pass"),
    (["PASS", "FAIL"], {}, "rxe0 does not conform: 1 deviation is new; 1 of 2 checks pass"),
    (["PASS", "CRASH"], {}, "rxe0 does not conform: 1 deviation is new; 1 of 2 checks pass"),
    (["PASS", "TIMEOUT", "SKIP"], {}, "rxe0 does not conform: 1 deviation is new; 1 of 2 checks pass; 1 skipped"),
    (["PASS", "KERNEL", "XPASS", "BROKEN"], {}, "rxe0 does not conform: 1 deviation is new; 1 of 4 checks pass"),
    (["PASS", "XPASS"], {}, "rxe0: waivers are stale; 1 of 2 checks pass"),
    (["PASS", "BROKEN"], {}, "rxe0: not all checks could be judged; 1 of 2 checks pass"),
    (["PASS", "BLOCKED", "XPASS"], {}, "rxe0: not all checks could be judged; 1 of 3 checks pass"),
    (["PASS", "FAIL"], {"selection": "srq.*"}, "rxe0 does not conform: 1 deviation is new (only the selected checks); 1 of 2 checks pass"),
    (["PASS", "NOTRUN", "NOTRUN"], {"complete": "false"}, "rxe0: the run is incomplete; 1 of 3 checks pass; 2 not run"),
    (["PASS", "FAIL", "NOTRUN"], {"complete": "false", "part": "2/2"},
     "rxe0: the run is incomplete (only part 2/2 of the checks); 1 of 3 checks pass; 1 not run"),
    (["PASS", "WAIVED|1 PASS, 1 WAIVED", "PASS|2 PASS"], {"passes": "2"},
     f"rxe0: nothing new: 1 deviation, {UNTIL}; 2 of 3 checks pass; "
     "1 check had different verdicts in different passes"),
    (["PASS", "SKIP|1 PASS, 1 SKIP", "FAIL|1 PASS, 1 FAIL"], {"passes": "2"},
     "rxe0 does not conform: 1 deviation is new; 1 of 2 checks pass; 1 skipped; 2 checks had different verdicts in different passes"),
]


@pytest.mark.parametrize("verdicts, attributes, says", RUNS)
def test_the_sentence_of_each_outcome(verdicts, attributes, says):
    assert sentence(a_run(verdicts, **attributes)) == says


def test_the_earliest_end_of_a_waiver_is_told():
    results = a_run(["PASS", "WAIVED", "WAIVED"])
    results.getroot().findall(".//waiver")[1].set("expires", "2026-12-31")
    assert "2 deviations, all known until 2026-12-31" in sentence(results)


def test_a_kernel_log_that_was_not_read_is_told():
    results = golden("all-green")
    results.getroot().find("device").set("kernel-log", "unreadable")
    assert sentence(results) == HEADLINES["all-green"] + "; the kernel log could not be read"


@pytest.mark.parametrize("name", ["waived", "all-green", "each-verdict-once"])
def test_every_report_counts_promises(name):
    results = golden(name)
    outcomes = ["kept", "waived", "broken", "unknown", "skipped"]
    for n, promise in enumerate(results.getroot().findall("promise")):
        promise.set("outcome", outcomes[n % 5])
    told = [p.get("outcome") for p in results.getroot().findall("promise")]
    broken = [p for p in results.getroot().findall("promise") if p.get("outcome") in ("broken", "waived")]
    must = sum(p.get("level") == "must" for p in broken)
    line = (f"{told.count('kept')} promise{'s' * (told.count('kept') != 1)} kept, " +
            (f"{len(broken)} broken, {must} of level must" if broken else "none broken"))
    rest = [f"{told.count(o)} {words}" for o, words in (("unknown", "not judged"), ("skipped", "skipped")) if o in told]
    died = checks(results, "KERNEL")
    for check in died:
        check.find("reason").text = "the kernel died, hung or was ended while the check ran"
    line = "; ".join([line, *["it ends the kernel in 1 check"] * len(died), *[", ".join(rest)] * bool(rest)])
    junit = transform("junit", results).getroot()
    assert {p.get("value") for p in junit.iter("property") if p.get("name") == "promises"} == {line}
    assert junit.get("name").endswith(f"; {line}")
    assert str(transform("end", results)).splitlines()[1] == line
    assert str(transform("summary", results)).splitlines()[1] == line
    assert str(transform("ktap", results)).splitlines()[3] == f"# {line}"
    assert line in [p.text for p in transform("html", results).getroot().iterfind(".//header/p")]


def test_a_waived_death_of_the_kernel_is_told():
    results = a_run(["PASS", "WAIVED kernel", "WAIVED kernel", "WAIVED kernel"])
    for n, check in enumerate(checks(results, "WAIVED")):
        check.find("waiver").set("verdict", "KERNEL")
        check.find("reason").text = "the kernel complained" if n else "the kernel died, hung or was ended while the check ran"
    results.getroot().find("promise").set("outcome", "waived")
    assert str(transform("end", results)).splitlines()[1] == (
        "0 promises kept, 1 broken, 1 of level must; it ends the kernel in 1 check; the kernel complains in 2 checks")
    assert "0 unknown, 3 known" in etree.tostring(transform("html", results), method="text", encoding="unicode")


@pytest.mark.parametrize("file, more", [("rxe.xml", ""), ("core.xml", ""), ("rdma-core.xml", ""), ("siw.xml", ""), ("rxe.xml", " ")])
def test_a_run_tells_whether_its_waivers_are_released(tmp_path, file, more):
    waivers = tmp_path / "waivers.xml"
    waivers.write_text((ROOT / "fixtures/waivers" / file).read_text() + more)
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--waivers", waivers,
                  "srq.limit.zero-disarms", "--results", tmp_path / "results.xml")
    assert process.returncode == 0 and ("with waivers that are not released)" in process.stdout) == bool(more)
    assert sentence(Results(tmp_path / "results.xml").document) in process.stdout


def test_a_waiver_that_has_expired_does_not_count(tmp_path):
    waivers = tmp_path / "waivers.xml"
    waivers.write_text('<waivers><waiver check="self.verdicts.fails" seen="4" driver="refhca" url="https://example.org/" '
                       'expires="2020-01-01">It fails.</waiver></waivers>')
    process = run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", "--waivers", waivers, "self.verdicts.fails")
    assert process.returncode == 1 and "known until" not in process.stdout
    assert re.search(r"^refhca0 does not conform: 1 deviation is new \(only .*\); 0 of 1 check passes$", process.stdout, re.M)


def test_passes_that_differ_are_told(tmp_path):
    process = run("env", f"SELF_COUNT={tmp_path}/count", "fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0",
                  "--repeat", "4", "self.verdicts.fails-or-is-broken", "--results", tmp_path / "results.xml")
    assert "; 1 check had different verdicts in different passes\n" in process.stdout
    assert len(checks(Results(tmp_path / "results.xml").document)) == 1
