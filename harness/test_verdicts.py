# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Checks that misbehave, each in one way, and the verdicts that they must get."""

import os
import re

import pytest
from lxml import etree

from conftest import ROOT, Results, guest, run
from golden_results import is_tolerated

# The verdict of each check, and a text that its record must contain.
EXPECTED = {
    "another-process-has-its-own-objects": ("PASS", "8 came  [process1]"),
    "calls-very-many-verbs": ("FAIL", "earlier calls are not shown"),
    "compiles": ("PASS", ""),
    "dies-in-another-process": ("CRASH", "signal 11"),
    "dies-in-another-process-that-releases": ("CRASH", "the process that the signal ended is process0"),
    "exits-in-the-middle": ("CRASH", "before it came to a verdict"),
    "exits-with-7": ("CRASH", "exit status 7"),
    "fails": ("FAIL", "the value: promised 5, seen 4"),
    "fails-and-leaves-a-qp-behind": ("FAIL", "ibv_destroy_srq(srq0) returned 16 EBUSY"),
    "fails-a-derived-promise": ("FAIL", "the value: promised 5, seen 4"),
    "fails-or-is-broken": ("BROKEN", "setup"),
    "fails-in-another-process": ("FAIL", "the value: promised 5, seen 4"),
    "fails-with-a-call-under-way": ("FAIL", "false"),
    "hangs": ("TIMEOUT", "killed"),
    "has-a-process-of-its-own": ("PASS", ""),
    "has-no-setup": ("BROKEN", "setup"),
    "is-even.needs-xrc": ("SKIP", "IBV_DEVICE_XRC"),
    "is-even.three": ("FAIL", "the value: promised 0, seen 1"),
    "is-even.two": ("PASS", ""),
    "judges-nothing": ("BROKEN", "judged nothing"),
    "judges-what-it-does-not-cite": ("BROKEN", "STR-02"),
    "leaves-a-child": ("PASS", ""),
    "leaves-a-qp-in-another-process": ("FAIL", "ibv_destroy_srq(srq0) returned 16 EBUSY"),
    "leaves-a-qp-behind": ("FAIL", "ibv_destroy_srq(srq0) returned 16 EBUSY"),
    "leaves-an-event-unacknowledged": ("PASS", ""),
    "makes-the-kernel-talk": ("PASS", ""),
    "makes-the-kernel-warn": ("KERNEL", "the kernel complained"),
    "needs-xrc": ("SKIP", "IBV_DEVICE_XRC"),
    "passes": ("PASS", ""),
    "says-what-xml-cannot": ("FAIL", "<&\">'"),
    "segfaults": ("CRASH", "signal 11"),
    "skips-itself": ("SKIP", "the device has no such thing"),
    "skips-itself-unexpectedly": ("BROKEN", "without .asks"),
}


@pytest.fixture(scope="module")
def ran(out):
    process = guest("build/self-cts", "run", "-d", "rxe0", "--deadline", "3", "--shuffle",
                    "--results", out / "verdicts" / "results.xml",
                    "--junit", out / "verdicts" / "junit.xml", "self.verdicts.*",
                    results=out / "verdicts")
    return process, Results(out / "verdicts" / "results.xml")


def test_every_misbehaving_check_is_in_the_table(ran):
    assert set(ran[1].checks) == {"self.verdicts." + name for name in EXPECTED}


@pytest.mark.parametrize("name", EXPECTED)
def test_verdict(ran, name):
    verdict, says = EXPECTED[name]
    check = ran[1].checks["self.verdicts." + name]
    assert check.get("verdict") == verdict
    assert says in " ".join(check.itertext())


def test_a_red_run_is_complete_and_exits_with_1(ran):
    process, results = ran
    assert process.returncode == 1
    assert results.root.get("complete") == "true"
    assert results.root.get("conforms") == "false"


def test_a_failure_names_the_promise_at_stake(ran):
    reason = ran[1].checks["self.verdicts.fails"].find("reason")
    assert reason.get("promise") == "STR-02"
    assert reason.get("where").startswith("harness/checks/self/verdicts.c:")


def test_a_failure_in_another_process_names_its_promise_and_place(ran):
    reason = ran[1].checks["self.verdicts.fails-in-another-process"].find("reason")
    assert reason.get("promise") == "STR-02"
    assert reason.get("where").startswith("harness/checks/self/verdicts.c:")


def test_the_verbs_of_another_process_are_marked(ran):
    said = "\n".join(ran[1].calls("self.verdicts.another-process-has-its-own-objects"))
    assert said.count("ibv_create_srq(pd0,") == 3
    assert "ibv_destroy_srq(srq1) = 0  [release]  [process0]" in said
    assert "process1 is killed" in said


def test_a_release_that_fails_names_no_promise_so_that_no_waiver_of_a_promise_applies(ran):
    assert ran[1].checks["self.verdicts.leaves-a-qp-behind"].find("reason").get("promise") is None


def test_a_row_cites_its_own_promises(ran):
    assert ran[1].checks["self.verdicts.is-even.three"].get("promises") == "STR-03"


def test_the_terminal_shows_promise_expected_and_seen(ran):
    said = ran[0].stdout
    assert "SRQ events are described as such." in said
    assert "expected: 5" in said
    assert "seen:     4" in said


def test_control_characters_of_a_check_do_not_reach_the_terminal(ran):
    assert "\x1b" not in ran[0].stdout and "\x07" not in ran[0].stdout


def test_characters_that_xml_cannot_contain_are_replaced(ran):
    recorded = ran[1].text("self.verdicts.says-what-xml-cannot", "seen[@judged='false']")
    assert recorded == "<b>&amp; ]]> ??[31m ?? ? ? \u00e9 \t end"


def test_recorded_observations_are_separate_from_judged_ones_and_from_notes(ran):
    recorded = {name: [e.text for e in check.xpath("seen[@judged='false']")] for name, check in ran[1].checks.items()}
    assert recorded.pop("self.verdicts.judges-nothing") == ["nothing is judged here"]
    assert "8 came  [process1]" in recorded.pop("self.verdicts.another-process-has-its-own-objects")
    assert recorded.pop("self.verdicts.says-what-xml-cannot")
    assert not any(recorded.values())
    assert ran[1].checks["self.verdicts.fails"].xpath("seen[not(@judged)]/text()") == ["4"]
    assert "the compiler" in ran[1].text("self.verdicts.compiles", "note")


def test_kernel_lines_are_evidence(ran):
    assert "WARNING: CPU: 0" in ran[1].text("self.verdicts.makes-the-kernel-warn", "kernel")
    assert "nothing to worry" in ran[1].text("self.verdicts.makes-the-kernel-talk", "kernel")


def test_a_check_that_hangs_has_its_verbs_in_the_record(ran):
    assert "ibv_open_device(rxe0)" in ran[1].calls("self.verdicts.hangs")[0]


def test_every_failure_is_in_junit(ran, out):
    junit = etree.parse(str(out / "verdicts" / "junit.xml"))
    etree.RelaxNG(etree.parse(ROOT / "reports/junit.rng")).assertValid(junit)
    red = {n for n, c in ran[1].checks.items()
           if c.get("verdict") not in ("PASS", "SKIP", "WAIVED") and not is_tolerated(c)}
    told = {c.get("classname") + "." + c.get("name") for c in junit.iter("testcase")
            if c.find("failure") is not None or c.find("error") is not None}
    assert told == red


def test_the_journal_is_removed_when_the_record_is_complete(ran, out):
    assert not (out / "verdicts" / "results.xml.journal").exists()


@pytest.mark.parametrize("name, level", [
    ("fails", "must"),  # STR-02; every promise that the check cites has the level must
    ("is-even.three", "derived"),
    ("fails-and-leaves-a-qp-behind", "must"),  # the release failed, too
    ("leaves-a-qp-behind", "must"),
    ("passes", "must"),
])
def test_the_level_of_a_failure_is_that_of_the_promise_that_failed(ran, name, level):
    assert ran[1].checks["self.verdicts." + name].get("level") == level


DEVIATES, PASSES = "self.verdicts.fails-a-derived-promise", "self.verdicts.passes"
DEVIATION = "; 1 of 2 checks pass; 1 deviation from derived promises\n"
SELECTED = "refhca0: no promise of level must was found broken"


def says_of_selected(process, begins, ends):
    """Whether the sentence does; the program may be a build of sources that are not committed, which it says, too."""
    return re.search(rf"^{begins} \(only the selected checks(, a build of [^)]*)?\){ends}", process.stdout, re.M)


@pytest.mark.parametrize("options, code, says, strictly", [
    ([], 0, SELECTED, "false"), (["--strict"], 1, "refhca0 does not conform strictly: 1 deviation is new", "false"),
])
def test_a_deviation_from_a_derived_promise_counts_only_in_a_strict_run(tmp_path, options, code, says, strictly):
    process = run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", DEVIATES, PASSES, *options,
                  "--results", tmp_path / "results.xml")
    root = Results(tmp_path / "results.xml").root
    assert (process.returncode, root.get("conforms"), root.get("conforms-strictly")) == (code, "true", strictly)
    assert says_of_selected(process, says, DEVIATION)
    assert root.find("check").get("level") == "derived" and root.get("strict") == ("true" if options else None)
    assert ("\nwith --strict the exit code is 1: these deviations count, too\n" in process.stdout) == (not options)


def test_a_broken_promise_of_level_must_counts_in_every_run(tmp_path):
    process = run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", DEVIATES, "self.verdicts.fails")
    assert process.returncode == 1
    assert says_of_selected(process, "refhca0 does not conform: 1 deviation is new", "; 0 of 2 checks pass; 1 deviation from derived promises\n")


def test_a_verdict_that_prevents_conformance_is_worse_than_a_deviation(tmp_path):
    """Of several executions of a check, the one that prevents conformance is reported."""
    process = run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", "--repeat", "4",
                  "self.verdicts.fails-or-is-broken", "--results", tmp_path / "results.xml",
                  env=dict(os.environ, SELF_COUNT=str(tmp_path / "count")))
    check = Results(tmp_path / "results.xml").checks["self.verdicts.fails-or-is-broken"]
    assert process.returncode == 1
    assert check.get("verdict") == "BROKEN" and check.get("verdicts") == "2 FAIL, 2 BROKEN"


def test_a_strict_part_and_one_that_is_not_are_refused(tmp_path):
    for k, options in (1, []), (2, ["--strict"]):
        run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", DEVIATES, PASSES, "--part", f"{k}/2", *options,
            "--results", tmp_path / f"{k}.xml")
    process = run("build/verbs-cts", "report", tmp_path / "1.xml", tmp_path / "2.xml", "--results", tmp_path / "all.xml")
    assert process.returncode == 2 and "strict" in process.stderr


def test_parts_conform_strictly_if_each_does(tmp_path):
    for k in 1, 2:
        run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", DEVIATES, PASSES, "--part", f"{k}/2",
            "--results", tmp_path / f"{k}.xml")
    process = run("build/verbs-cts", "report", tmp_path / "1.xml", tmp_path / "2.xml", "--results", tmp_path / "all.xml",
                  "--summary")
    root = Results(tmp_path / "all.xml").root
    assert (root.get("conforms"), root.get("conforms-strictly")) == ("true", "false")
    assert says_of_selected(process, SELECTED, DEVIATION)


def test_each_promise_has_an_outcome(tmp_path):
    process = run("fixtures/refhca/run", "--config", "max_num_tags=0", "build/verbs-cts", "run", "-d", "refhca0",
                  "--mutant", "keeps_firing", "srq.limit.*", "srq.ops.*", "model.random.use", "--leave-out", "SRQ-LIM-02",
                  "--results", tmp_path / "results.xml")
    outcome = {p.get("id"): p.get("outcome") for p in Results(tmp_path / "results.xml").root.iter("promise")}
    assert process.returncode == 1
    assert (outcome["SRQ-LIM-02"], outcome["SRQ-LIM-05"], outcome["SRQ-OPS-03"]) == ("broken", "kept", "skipped")
    assert outcome["QP-CRE-12"] == "unknown"  # only random use cites it
    counted = re.search(r"^(\d+) promises kept, (\d+) broken", process.stdout, re.M)
    told = list(outcome.values())
    assert [int(n) for n in counted.groups()] == [told.count("kept"), told.count("broken")]
