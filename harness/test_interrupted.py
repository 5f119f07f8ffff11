# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Runs that end early: no recorded verdict is lost, and no incomplete run looks complete."""

import os
import signal
import subprocess
import time

import pytest

from conftest import PATIENCE, ROOT, Results, run, shell


def on_refhca(*arguments, **kwargs):
    return run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", *arguments, **kwargs)


def test_a_run_whose_parent_ignores_sigchld_has_the_same_exit_code():
    process = on_refhca("self.verdicts.fails", preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    assert process.returncode == 1, process.stderr


def test_a_run_leaves_the_processes_alone_that_were_there_before_it(tmp_path):
    """A shell becomes the program: its jobs, and what reads its output, then are children of the program."""
    process = run("bash", "-c", f"""
exec > >(cat > {tmp_path}/said; echo read >> {tmp_path}/said)
{{ sleep 900 &> /dev/null & echo $! > {tmp_path}/orphan; sleep 0.1; }} &> /dev/null &
sleep 900 &> /dev/null & echo $! > {tmp_path}/job
exec fixtures/refhca/run build/self-cts run -d refhca0 self.verdicts.passes self.verdicts.leaves-a-child""")
    assert process.returncode == 0, process.stderr
    said, until = tmp_path / "said", time.monotonic() + PATIENCE
    while not said.read_text().endswith("read\n") and time.monotonic() < until:
        time.sleep(0.01)
    assert said.read_text().endswith("read\n") and "2 of 2 checks pass" in said.read_text()
    for name in "orphan", "job":
        os.kill(int((tmp_path / name).read_text()), signal.SIGTERM)    # fails if it is gone


def interrupted(out, name, script):
    """Runs a script in a guest, with a directory for results that is kept."""
    where = out / name
    process = shell(f"out={where}\ncts='build/self-cts run -d rxe0 --deadline 30 "
                    f"--results {where}/results.xml'\n{script}", results=where)
    return process, where


# Waits until the check that hangs has started, which the journal records.
UNTIL_HUNG = """
pid=$!
until grep -q 'start check="self.verdicts.hangs"' $out/results.xml.journal 2>/dev/null; do sleep 0.02; done
"""


@pytest.mark.parametrize("name", ["INT", "TERM", "HUP"])
def test_a_signal_ends_the_run_as_incomplete(out, name):
    process, where = interrupted(out, f"signal-{name}", f"""
$cts self.verdicts.passes self.verdicts.hangs self.verdicts.segfaults & {UNTIL_HUNG}
kill -{name} $pid; wait $pid""")
    results = Results(where / "results.xml")
    assert process.returncode == 3
    assert "incomplete: the run was ended by" in process.stderr
    assert results.root.get("complete") == "false" and results.root.get("conforms") == "false"
    # Checks run in the order of their names: "hangs", the first, was running, so none has a verdict.
    assert set(results.verdicts.values()) == {"NOTRUN"}
    assert "ended by" in results.text("self.verdicts.passes", "reason")


def test_after_kill_9_the_record_is_incomplete_and_resume_completes_it(out):
    process, where = interrupted(out, "kill-9", f"""
$cts self.verdicts.fails self.verdicts.hangs self.verdicts.passes & {UNTIL_HUNG}
kill -9 $pid; wait $pid
cp $out/results.xml $out/killed.xml
build/self-cts report $out/results.xml; cp $out/results.xml $out/reported.xml
$cts self.verdicts.fails self.verdicts.hangs self.verdicts.passes --resume --deadline 3""")
    killed, results = Results(where / "killed.xml"), Results(where / "results.xml")
    reported = Results(where / "reported.xml")
    assert reported.root.get("complete") == "false"
    assert reported.verdicts["self.verdicts.fails"] == "FAIL"
    assert killed.root.get("complete") == "false"
    assert set(killed.verdicts.values()) == {"NOTRUN"}
    assert process.returncode == 1
    assert results.root.get("complete") == "true"
    assert results.verdicts == {"self.verdicts.fails": "FAIL", "self.verdicts.hangs": "TIMEOUT",
                                "self.verdicts.passes": "PASS"}
    # A check that has a verdict does not run again.
    assert process.stdout.count("FAIL    self.verdicts.fails") == 1


def test_no_check_outlives_its_run(out):
    process, _ = interrupted(out, "orphan", f"""
$cts self.verdicts.hangs & {UNTIL_HUNG}
kill -9 $pid; wait $pid
for i in $(seq 200); do pgrep self-cts || exit 0; done; exit 9""")
    assert process.returncode == 0, process.stdout


@pytest.mark.parametrize("change, says", [
    ("self.verdicts.passes", "selection of checks"),
    ("self.verdicts.fails self.verdicts.hangs --repeat 2", "number or order of passes"),
])
def test_resume_refuses_the_journal_of_another_run(out, change, says):
    process, _ = interrupted(out, f"other-{len(change)}", f"""
$cts self.verdicts.fails self.verdicts.hangs & {UNTIL_HUNG}
kill -9 $pid; wait $pid
$cts {change} --resume""")
    assert process.returncode == 2
    assert f"is of a run with another {says}" in process.stderr


HANGS = ["fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", "--deadline", "3600", "self.verdicts.fails",
         "self.verdicts.hangs", "self.verdicts.passes", "--results"]


def started(results):
    """A run whose first check has a verdict, and whose second one hangs."""
    process = subprocess.Popen([*HANGS, results], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    journal, until = results.with_name("results.xml.journal"), time.monotonic() + PATIENCE
    while time.monotonic() < until and not (journal.exists() and '"self.verdicts.hangs"' in journal.read_text()):
        time.sleep(0.02)
    return process


def files(results):
    return results.read_bytes(), results.with_name("results.xml.journal").read_bytes()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    results = tmp_path_factory.mktemp("running") / "results.xml"
    process = started(results)
    yield results
    process.kill()
    process.wait()


# With --moved a run waits two minutes for the lock, which --slow shortens as it does all deadlines.
@pytest.mark.parametrize("options", [[], ["--fresh"], ["--resume"], ["--slow", "0.0000001"], ["--slow", "0.0000001", "--fresh"],
                                     ["--slow", "0.0000001", "--resume", "--moved"]], ids=" ".join)
def test_two_runs_do_not_write_the_same_results(running, options):
    before = files(running)
    process = on_refhca("self.verdicts.passes", "--results", running, *options)
    assert process.returncode == 2
    assert f"another run writes {running}.journal now; give this one another --results" in process.stderr
    assert files(running) == before


def test_a_report_of_a_run_that_goes_on_leaves_its_files_alone(running, tmp_path):
    before = files(running)
    process = run("build/self-cts", "report", running, "--junit", tmp_path / "junit.xml")
    assert process.returncode == 0 and f"the run that writes {running} goes on" in process.stderr
    assert 'failures="1"' in (tmp_path / "junit.xml").read_text() and files(running) == before


def test_of_many_runs_that_begin_at_once_one_works(tmp_path):
    many = [subprocess.Popen([*HANGS, tmp_path / "results.xml"], cwd=ROOT, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            for _ in range(16)]
    until = time.monotonic() + PATIENCE
    while len(left := [p for p in many if p.poll() is None]) > 1 and time.monotonic() < until:
        time.sleep(0.05)
    refused = [(p.returncode, "another run writes" in p.communicate()[1]) for p in many if p not in left]
    assert len(left) == 1 and refused == [(2, True)] * 15
    left[0].terminate()
    assert left[0].wait(timeout=PATIENCE) == 3 and Results(tmp_path / "results.xml").verdicts["self.verdicts.fails"] == "FAIL"


def test_what_a_killed_run_left_is_neither_continued_nor_dropped_unasked(tmp_path):
    results = tmp_path / "results.xml"
    process = started(results)
    process.kill()
    process.wait()
    before = files(results)
    checks = ("self.verdicts.fails", "self.verdicts.hangs", "self.verdicts.passes", "--results", results)
    for device in ([], ["--slow", "0.0000001"]):
        process = on_refhca(*checks, *device)
        assert process.returncode == 2 and "did not end: continue it with --resume, or drop it with --fresh" in process.stderr
        assert files(results) == before
    assert on_refhca("self.verdicts.passes", "--results", results, "--fresh").returncode == 0
    assert Results(results).verdicts == {"self.verdicts.passes": "PASS"}
    # The journal of a complete run is evidence, and all of it is in the results.
    assert on_refhca("self.verdicts.passes", "--results", results, "--keep-journal").returncode == 0
    assert on_refhca("self.verdicts.passes", "--results", results).returncode == 0


def test_a_machine_that_makes_no_process_is_not_the_device(tmp_path):
    results = tmp_path / "results.xml"
    command = ["fixtures/refhca/run", "env", f"LD_PRELOAD={ROOT}/build/harness/preload/unborn.so", f"UNBORN={results}.journal",
               "build/self-cts", "run", "-d", "refhca0", "--results", results, "self.verdicts.is-even.*"]
    process = run(*command)
    assert process.returncode == 3 and "no process could be made for self.verdicts.is-even." in process.stderr
    assert set(Results(results).verdicts.values()) == {"PASS", "NOTRUN"}
    process = run(*command, "--resume")
    assert process.returncode == 2 and "no process could be made that asks refhca0 what it is" in process.stderr
    assert on_refhca("--results", results, "self.verdicts.is-even.*", "--resume").returncode == 0
    assert not {"NOTRUN", "BROKEN", "CRASH"} & set(Results(results).verdicts.values())


def test_a_run_that_is_refused_leaves_no_journal(tmp_path):
    assert on_refhca("self.verdicts.passes", "--results", tmp_path / "results.xml", "--waivers", "/none").returncode == 2
    assert not any(tmp_path.iterdir())


def test_an_incomplete_last_line_of_the_journal_is_ignored(out):
    process, where = interrupted(out, "torn", f"""
$cts self.verdicts.fails self.verdicts.hangs & {UNTIL_HUNG}
kill -9 $pid; wait $pid
printf '<check name="self.verdicts.hangs" verdict="PA' >> $out/results.xml.journal
$cts self.verdicts.fails self.verdicts.hangs --resume --deadline 3""")
    assert process.returncode == 1
    assert Results(where / "results.xml").verdicts["self.verdicts.hangs"] == "TIMEOUT"


def test_a_full_disk_ends_the_run_as_incomplete(out):
    process, where = interrupted(out, "full", """
mkdir /tmp/full; mount -t tmpfs -o size=48k full /tmp/full
build/self-cts run -d rxe0 --results /tmp/full/results.xml --deadline 3 'self.verdicts.*'
code=$?; cp /tmp/full/results.xml $out; exit $code""")
    assert process.returncode == 3
    assert "No space left on device" in process.stderr
    assert Results(where / "results.xml").root.get("complete") == "false"


def test_a_device_that_stops_answering_ends_the_run_as_incomplete(out):
    process, where = interrupted(out, "stuck", """
env -u VCT_FAULT_PLUGIN LD_PRELOAD=build/harness/preload/asked.so ASKED=hang ASKED_AFTER=2 $cts self.verdicts.passes self.verdicts.leaves-a-child \
    self.verdicts.has-no-setup self.verdicts.segfaults --deadline 3""")
    results = Results(where / "results.xml")
    assert process.returncode == 3
    assert "rxe0 does not answer any more" in process.stderr
    assert results.root.get("complete") == "false"
    # The first check that opens the device hangs; the checks after it do not run.
    assert results.verdicts == {"self.verdicts.has-no-setup": "TIMEOUT",
                                "self.verdicts.leaves-a-child": "NOTRUN",
                                "self.verdicts.passes": "NOTRUN",
                                "self.verdicts.segfaults": "NOTRUN"}
