# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A machine that is late is not the device: reds that rest on time run again, or are not judged (docs/verdicts.md).

harness/preload/late.c makes the machine late as long as a file is there; harness/checks/self/late.c has the checks."""

import pytest

from conftest import ROOT, Results, guest, run

PRELOAD = f"{ROOT}/build/harness/preload/late.so"


@pytest.fixture
def late(tmp_path):
    """Runs checks on a machine that is late as long as the file `late` is there."""
    def on_machine(*arguments, late=True, program="self-cts", env=(), preload=PRELOAD):
        if late:
            (tmp_path / "late").touch()
        process = run("fixtures/refhca/run", "env", f"LD_PRELOAD={preload}", f"LATE={tmp_path}/late", *env, f"build/{program}", "run", "-d", "refhca0",
                      "--results", tmp_path / "results.xml", *arguments)
        (tmp_path / "late").unlink(missing_ok=True)
        return process, tmp_path / "results.xml"
    return on_machine


def test_a_red_while_the_machine_was_late_runs_again_and_is_green(late):
    process, path = late("self.late.comes-on-a-calm-machine", "--keep-journal")
    results = Results(path)
    assert process.returncode == 0, process.stdout + process.stderr
    assert results.verdicts == {"self.late.comes-on-a-calm-machine": "PASS"}
    assert "1 check is not judged and runs again" in process.stdout
    assert "does not count" in results.text("self.late.comes-on-a-calm-machine", "note")
    journal = path.with_suffix(".xml.journal").read_text()
    assert 'again="true"' in journal and "it comes before its deadline" in journal


@pytest.mark.parametrize("check, seen", [("self.late.never-comes", "FAIL"), ("self.verdicts.hangs", "TIMEOUT")])
def test_a_red_that_rests_on_time_is_a_verdict_on_a_machine_that_is_in_time_only(late, check, seen):
    process, path = late(check, "--deadline", "1")
    results = Results(path)
    assert process.returncode == 3 and "does not conform" not in process.stdout
    assert results.root.get("complete") == "false" and results.verdicts == {check: "NOTRUN"}
    assert float(results.checks[check].get("late-ms")) >= 100
    assert results.text(check, "reason") == f"not judged: the machine was late by {results.checks[check].get('late-ms')} ms"
    assert f"seen while the machine was late: {seen}" in results.text(check, "note")
    assert "1 check was not judged, because the machine was late" in process.stderr

    process, path = late(check, "--deadline", "1", "--resume", late=False)
    assert process.returncode == 1, process.stdout + process.stderr
    assert Results(path).verdicts == {check: seen}


@pytest.mark.parametrize("is_late", [True, False])
def test_a_machine_that_gives_little_time_to_who_computes_is_late(late, is_late):
    process, path = late("self.verdicts.hangs", "--deadline", "1", late=is_late, env=["BUSY=1"])
    assert Results(path).verdicts == {"self.verdicts.hangs": "NOTRUN" if is_late else "TIMEOUT"}
    assert process.returncode == (3 if is_late else 1) and ("does not conform" in process.stdout) != is_late


@pytest.mark.parametrize("check, late_before", [("self.late.does-not-wait", True), ("self.late.makes-the-machine-late", False)])
def test_what_the_machine_does_not_explain_is_a_verdict(late, check, late_before):
    process, path = late(check, late=late_before)
    assert process.returncode == 1, process.stdout + process.stderr
    assert Results(path).verdicts == {check: "FAIL"}


@pytest.mark.parametrize("check, seen", [("self.late.goes-on-behind-its-deadline", "PASS"), ("self.late.goes-on-without-end", "TIMEOUT"),
                                         ("self.verdicts.hangs", "TIMEOUT")])
def test_a_check_whose_calls_return_has_more_time(late, check, seen):
    _, path = late(check, "--deadline", "3", late=False)
    results = Results(path)
    assert results.verdicts == {check: seen}
    if seen == "TIMEOUT":
        assert f"did not end within {3 if 'hangs' in check else 12}.0 s" in results.text(check, "reason")


def test_a_kernel_that_stalls_on_a_late_machine_is_not_the_device(out):
    results = out / "stalls"
    process = guest("sh", "-c", f"touch /tmp/late && LD_PRELOAD={PRELOAD} LATE=/tmp/late exec build/self-cts run -d rxe0"
                    f" --results {results}/results.xml self.late.kernel-stalls", results=results)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "does not count" in Results(results / "results.xml").text("self.late.kernel-stalls", "note")


def test_each_pass_counts_once(late):
    process, path = late("self.late.comes-on-a-calm-machine", "self.late.does-not-wait", "--repeat", "2")
    results = Results(path)
    assert process.returncode == 1
    assert results.checks["self.late.comes-on-a-calm-machine"].get("verdicts") == "2 PASS"
    assert results.checks["self.late.does-not-wait"].get("verdicts") == "2 FAIL"


def test_a_device_that_loses_an_event_is_red_on_a_machine_that_is_in_time(late):
    process, path = late("srq.limit.*", "--mutant", "armed_too_early_never_fires", "--strict", late=False, program="verbs-cts")
    assert process.returncode == 1
    assert set(Results(path).verdicts.values()) == {"PASS", "FAIL"}


def test_a_device_that_does_not_answer_in_time_is_not_to_blame(late):
    process, _ = late("srq.limit.*", "--deadline", "1", program="verbs-cts", env=["ASKED=hang"],
                      preload=f"{PRELOAD}:{ROOT}/build/harness/preload/asked.so")
    assert process.returncode == 3
    assert "the machine was late by" in process.stderr and "reset it" not in process.stderr
