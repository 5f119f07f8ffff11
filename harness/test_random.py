# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Random use: what it finds, how short it makes it, what it records, and what a killed kernel leaves.

The toy of build/self-cts (harness/checks/self/random.c) is a stack that goes wrong with 5, 6 and 7 in it."""
import contextlib
import os
import re
import signal
import subprocess
import time
import xml.etree.ElementTree as ET

import pytest

from conftest import PATIENCE, ROOT, Results, run, shell

TOY = "self.random.use"
REAL = "model.random.use"
SHORTEST = ["push number=5", "push number=6", "push number=7"]


def toy(where, how, *arguments, program="build/self-cts"):
    return run("fixtures/refhca/run", program, "random", "-d", "refhca0", "--results", where / "results.xml", *arguments,
               env={**os.environ, "VCT_TOY": how})


def random(where, *arguments):
    return run("fixtures/refhca/run", "build/verbs-cts", "random", "-d", "refhca0", "--results", where / "results.xml", *arguments)


def differences(where, *arguments):
    """The promise of the difference that random use of such a device shows; None if it shows none."""
    config = arguments[:2] if arguments[0] == "--config" else ()
    process = run("fixtures/refhca/run", *config, "build/verbs-cts", "random", "-d", "refhca0", "--results", where / "results.xml",
                  *arguments[len(config):])
    if not process.returncode:
        return None
    check = Results(where / "results.xml").checks[REAL]
    return check.find("reason").get("promise") or process.stdout


def steps(where, name=TOY):
    return [s.text for s in Results(where / "results.xml").checks[name].findall("step")]


@pytest.mark.parametrize("how, verdict", [("fail", "FAIL"), ("crash", "CRASH"), ("hang", "TIMEOUT"), ("exit-late", "CRASH"),
                                          ("write-evidence", "CRASH"), ("write-sequence", "CRASH")])
def test_a_finding_is_shortened_to_the_steps_that_it_needs(tmp_path, how, verdict):
    process = toy(tmp_path, how, "--for", 60, "--deadline", 1)
    assert process.returncode == 1, process.stdout + process.stderr
    results = Results(tmp_path / "results.xml")
    assert results.verdicts == {TOY: verdict}
    assert steps(tmp_path) == SHORTEST
    assert re.search(r"found by seed \d+ with --steps 200", results.text(TOY, "note"))
    assert "refhca0 differs from the model" in process.stdout


@pytest.mark.parametrize("how, says", [("exit-late", "exited while its objects were released"),
                                       ("write-evidence", "wrote over the memory in which it reports: its verdict"),
                                       ("write-sequence", "wrote over the memory in which it reports: its sequence")])
def test_what_a_sequence_reports_is_examined(tmp_path, how, says):
    assert toy(tmp_path, how, "--for", 60).returncode == 1
    assert says in " ".join(Results(tmp_path / "results.xml").checks[TOY].itertext())


def test_several_jobs_find_the_same(tmp_path):
    assert toy(tmp_path, "fail", "--for", 60, "--jobs", 3).returncode == 1
    assert steps(tmp_path) == SHORTEST


@contextlib.contextmanager
def three_jobs(where, how, *arguments):
    """Random use of the toy while it runs, and the processes of its two jobs beside the first one, which is the run itself."""
    process = subprocess.Popen(["fixtures/refhca/run", "build/self-cts", "random", "-d", "refhca0", "--jobs", "3", *arguments, "--results",
                                where / "results.xml"], cwd=ROOT, env={**os.environ, "VCT_TOY": how}, start_new_session=True, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    jobs, until = [], time.monotonic() + PATIENCE
    while len(jobs) < 2 and time.monotonic() < until:
        time.sleep(0.05)
        listed = [line.split() for line in run("ps", "-o", "pid=,ppid=,pgid=,comm=", "-s", process.pid).stdout.splitlines()]
        of_group = [(pid, parent) for pid, parent, group, name in listed if group == str(process.pid) and name == "self-cts"]
        parents = [parent for _, parent in of_group]
        jobs = [int(pid) for pid, parent in of_group if parents.count(parent) == 2]
    try:
        yield process, jobs
    finally:
        process.kill()


def test_a_job_that_is_killed_is_no_pass(tmp_path):
    with three_jobs(tmp_path, "", "--for", "3") as (process, jobs):
        os.kill(jobs[0], signal.SIGKILL)
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1, said
    results = Results(tmp_path / "results.xml")
    assert results.verdicts == {TOY: "CRASH"}
    assert "signal 9" in results.text(TOY, "reason") and "one of 3 jobs" in results.text(TOY, "note")


def test_a_signal_ends_all_jobs_at_once(tmp_path):
    """Their sequences hang sooner or later."""
    with three_jobs(tmp_path, "hang", "--deadline", "3600") as (process, _):
        time.sleep(1)
        process.terminate()
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3 and "ended by Terminated" in said
    assert not run("ps", "-o", "pid=", "-s", process.pid).stdout


def test_no_job_outlives_its_run(tmp_path):
    with three_jobs(tmp_path, "", "--for", "3600") as (process, jobs):
        process.kill()
        process.communicate(timeout=PATIENCE)    # until no process has its output
    assert len(jobs) == 2


def test_a_finding_that_does_not_come_again_stays_as_it_was_seen(tmp_path, monkeypatch):
    monkeypatch.setenv("VCT_TOY_FOLDER", str(tmp_path / "once"))
    assert toy(tmp_path, "once", "--for", 60).returncode == 1
    results = Results(tmp_path / "results.xml")
    assert results.verdicts == {TOY: "FAIL"}
    assert "did not come again when the same sequence ran again" in results.text(TOY, "note")
    assert steps(tmp_path)[-1] == "push number=7"
    assert "what mkdir() returned: promised not 0, seen 0" in results.text(TOY, "reason")


def test_the_seed_that_is_told_finds_it_again(tmp_path):
    toy(tmp_path, "fail", "--for", 60)
    seed = re.search(r"seed (\d+)", Results(tmp_path / "results.xml").text(TOY, "note"))[1]
    assert toy(tmp_path, "fail", "--seed", seed, "--sequences", 1).returncode == 1
    printed = toy(tmp_path, "fail", "--seed", seed, "--print").stdout.splitlines()
    assert len(printed) == 200
    (tmp_path / "steps").write_text("\n".join(printed))
    assert toy(tmp_path, "fail", "--replay", tmp_path / "steps").returncode == 1


def test_a_finding_is_replayed_from_its_record(tmp_path):
    toy(tmp_path, "fail", "--for", 60)
    (tmp_path / "results.xml").rename(tmp_path / "found.xml")
    assert toy(tmp_path, "fail", "--replay", tmp_path / "found.xml").returncode == 1
    assert steps(tmp_path) == SHORTEST
    assert toy(tmp_path, "", "--replay", tmp_path / "found.xml").returncode == 0
    assert Results(tmp_path / "results.xml").verdicts == {TOY: "PASS"}


def test_without_a_difference_the_record_says_how_much_was_tried(tmp_path):
    process = toy(tmp_path, "", "--sequences", 50, "--steps", 40, "--seed", 7)
    assert process.returncode == 0
    assert "refhca0 showed no difference from the model" in process.stdout
    assert "conforms" not in process.stdout
    assert "50 sequences from seed 7 of 40 steps" in Results(tmp_path / "results.xml").text(TOY, "note")


def test_where_no_step_does_anything_the_check_is_skipped(tmp_path):
    """The sequence of seed 5 with one step takes a number off the empty stack."""
    assert run("build/self-cts", "random", "--print", "--seed", 5, "--steps", 1).stdout == "pop\n"
    (tmp_path / "steps").write_text("pop\n")
    for arguments in (["--seed", 5, "--steps", 1, "--sequences", 1], ["--replay", tmp_path / "steps"]):
        process = toy(tmp_path, "", *arguments)
        assert process.returncode == 0
        results = Results(tmp_path / "results.xml")
        assert results.verdicts == {TOY: "SKIP"}
        assert "no step of the random sequences did anything" in results.text(TOY, "reason")
        reported = run("build/verbs-cts", "report", tmp_path / "results.xml", "--html", tmp_path / "report.html", "--summary")
        for text in (process.stdout, reported.stdout, (tmp_path / "report.html").read_text()):
            assert "was not compared with the model" in text and "no difference" not in text


def test_a_record_without_room_for_all_steps_says_so(tmp_path):
    (tmp_path / "steps").write_text("push number=9\npop\n" * 1000)
    assert toy(tmp_path, "", "--replay", tmp_path / "steps").returncode == 0
    assert 0 < len(steps(tmp_path)) < 2000
    assert f"only the first {len(steps(tmp_path))} steps" in Results(tmp_path / "results.xml").text(TOY, "note")


def test_what_is_left_out_is_not_done(tmp_path):
    """Without STR-03 the stack is never cleared, which only the operation that judges STR-03 does."""
    toy(tmp_path, "", "--sequences", 1, "--steps", 30)
    done = Results(tmp_path / "results.xml").text(TOY, "note")
    toy(tmp_path, "", "--sequences", 1, "--steps", 30, "--leave-out", "STR-03")
    assert Results(tmp_path / "results.xml").text(TOY, "note") != done


@pytest.mark.parametrize("text, said", [
    ("push number=5\npush number=70\n", "2: push number=70: the value"),
    ("push height=5\n", "1: push height=5: the operation has no such argument"),
    ("shove\n", "1: shove: there is no such operation"),
    ("push number\n", "an argument has the form name=number"),
    ("\n", "no sequence to replay"),
    ("<results/>", "results.xml"),
])
def test_a_malformed_sequence_is_an_error_of_usage(tmp_path, text, said):
    (tmp_path / "results.xml").write_text(text)
    process = run("fixtures/refhca/run", "build/self-cts", "random", "-d", "refhca0", "--replay", tmp_path / "results.xml")
    assert process.returncode == 2
    assert said in process.stderr


@pytest.mark.parametrize("arguments, said", [
    (["--seed", "x"], "--seed takes a number"),
    (["--steps", "0"], "--steps takes a number from 1"),
    (["--jobs", "99"], "--jobs takes a number from 1 to 64"),
    (["--leave-out", "SRQ-MOD-99"], "no promise SRQ-MOD-99"),
    (["--replay", "nowhere.xml"], "nowhere.xml: No such file"),
])
def test_usage(arguments, said):
    process = run("fixtures/refhca/run", "build/verbs-cts", "random", "-d", "refhca0", *arguments)
    assert process.returncode == 2
    assert said in process.stderr


def test_the_same_seed_is_the_same_sequence(tmp_path):
    printed = [run("build/verbs-cts", "random", "--print", "--seed", seed, "--steps", 50).stdout for seed in (3, 3, 4)]
    assert printed[0] == printed[1] != printed[2]


def test_the_model_agrees_with_the_reference_hca(tmp_path):
    process = random(tmp_path, "--sequences", 300, "--jobs", 2)
    assert process.returncode == 0, process.stdout


def test_a_sanitized_reference_hca_and_program_agree(tmp_path):
    process = run("fixtures/refhca/run", "--build", "build/sanitized", "build/sanitized/verbs-cts", "random", "-d", "refhca0",
                  "--sequences", 60)
    assert process.returncode == 0, process.stdout + process.stderr


def test_threads_agree_and_the_program_has_no_race():
    process = run("fixtures/refhca/run", "--build", "build/tsan", "build/tsan/verbs-cts", "random", "-d", "refhca0",
                  "--sequences", 40, "--threads", 4)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "ThreadSanitizer" not in process.stdout + process.stderr


@pytest.mark.parametrize("mutant", ["posts_at_once_are_one", "destroyed_while_posted_to", "limit_reads_zero_while_it_is_set"])
def test_a_missing_lock_is_found_by_threads_alone(tmp_path, mutant):
    assert random(tmp_path, "--sequences", 20, "--mutant", mutant).returncode == 0
    assert random(tmp_path, "--for", 30, "--mutant", mutant, "--threads", 4).returncode == 1


@pytest.mark.parametrize("mutant, promise", [
    ("fires_at_the_limit", "SRQ-MOD-25"), ("two_qps_take_the_same_wr", "CQ-POL-01"),
    ("xsrq_is_of_another_domain", "SRQ-CRX-06"),  # and not sq_sig_all of the QP whose message finds no SRQ
])
def test_a_broken_device_is_told_by_its_promise(tmp_path, mutant, promise):
    process = random(tmp_path, "--for", 90, "--mutant", mutant)
    assert process.returncode == 1
    check = Results(tmp_path / "results.xml").checks[REAL]
    assert check.find("reason").get("promise") == promise
    assert 1 <= len(check.findall("step")) <= 24
    (tmp_path / "again").mkdir()
    assert random(tmp_path / "again", "--replay", tmp_path / "results.xml").returncode == 0, "the device without the mutant agrees"


@pytest.mark.parametrize("device, promise", [
    (["--config", "quirk=srq-wait-queue"], "SRQ-QRY-03"),  # the query tells more than was made, and the creation does not
    (["--config", "quirk=srq-mask-unchecked"], "SRQ-MOD-34"),  # a mask that should have no effect, and not the query that shows it
    (["--mutant", "sq_sig_all_of_ud_ignored"], "QP-CRE-14"),  # a send that does not complete, and not the next receive
    (["--mutant", "flush_without_wr_id"], "CQ-POL-08"),
])
def test_the_promise_that_is_told_is_the_one_that_is_broken(tmp_path, device, promise):
    assert differences(tmp_path, *device, "--for", 30) == promise
    assert differences(tmp_path, *device, "--sequences", 60, "--leave-out", promise) is None, "without the promise there is no other"


PAIR_ON_SRQ = ["srq_create srq=0 size=5", "qp_create qp=0 srq=0", "qp_create qp=1 srq=4", "qp_connect qp=0 peer=1 ways=2"]


@pytest.mark.parametrize("config, steps", [
    ("quirk=events-late", [*PAIR_ON_SRQ, "srq_post srq=0 count=1", "srq_arm srq=0 limit=4", "send qp=1", "srq_arm srq=0", "events_settle"]),
    ("quirk=events-late", [*PAIR_ON_SRQ, "srq_post srq=0 count=1", "srq_arm srq=0 limit=4", "send qp=1", "srq_arm srq=0 limit=2",
                           "events_settle", "srq_query srq=0"]),
    ("quirk=wc-late", ["qp_create qp=0 cqs=1 srq=4", "qp_create qp=1 srq=4", "qp_connect qp=0 peer=1 ways=2", "qp_post_recv qp=0 count=3",
                       "send qp=1 count=1 stays=1", "cq_poll cq=1 asked=5"]),
    ("quirk=wc-late", ["srq_create srq=0 size=5", "qp_create qp=0 type=1 cqs=1", "qp_create qp=1 type=1 cqs=1", "qp_connect qp=0 ways=2",
                       "qp_connect qp=1 ways=2", "srq_post srq=0 count=5", "srq_take_turns srq=0"]),
    ("", ["srq_create srq=0 size=5", "qp_create qp=0 srq=0", "qp_create qp=1 cqs=8 srq=4 size=4", "qp_connect qp=0 peer=1 ways=2",
          "qp_move qp=1 to=4 ways=2", "send_in_error qp=1", "qp_move qp=1 to=5 ways=2", "qp_move qp=0 to=5 ways=2",
          "qp_connect qp=0 peer=1 ways=2", "srq_post srq=0 count=3", "cq_collect cq=2", "send qp=1", "srq_destroy_unread srq=0"]),
])
def test_what_the_documents_leave_open_is_no_difference(tmp_path, config, steps):
    """A late event of an earlier limit; late completions; completions that vanish with a reset."""
    (tmp_path / "steps").write_text("\n".join(steps))
    assert differences(tmp_path, "--config", config, "--replay", tmp_path / "steps") is None


def test_no_device_that_keeps_every_promise_differs(tmp_path):
    """Each quirk of the reference HCA that the documents permit, for a short time."""
    listed = ET.fromstring(run("build/refhca/refhca-ctl", "personas").stdout)
    quirks = [quirk.get("name") for quirk in listed.iter("quirk") if not quirk.get("breaks")]
    assert len(quirks) > 40
    different = {q: p for q in quirks if (p := differences(tmp_path, "--config", f"quirk={q}", "--sequences", 8, "--steps", 120))}
    assert not different


def test_each_promise_that_an_operation_cites_can_be_at_stake():
    """It is named outside PROMISES, or pasted together by a macro."""
    text = "\n".join(re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S) for path in sorted(ROOT.glob("suites/model/*.[ch]")))
    cited = {name for names in re.findall(r"PROMISES\((.*?)\)", text, re.S) for name in re.findall(r"\b[A-Z]\w+_[0-9A-Za-z]\w*", names)}
    elsewhere = re.sub(r"PROMISES\(.*?\)", "", text, flags=re.S)
    named = set(re.findall(r"\w+", elsewhere))
    pasted = ["".join(word if word[0].isupper() or word[0] == "_" else r"\w+" for word in paste.split("##"))
              for paste in re.findall(r"\b[A-Z]\w*_##[\w#]+", elsewhere)]
    assert len(cited) > 200
    assert not {name for name in cited - named - {"PROMISES_OF_TRANSITIONS"} if not any(re.fullmatch(p, name) for p in pasted)}


def test_a_promise_that_a_waiver_names_is_left_out(tmp_path):
    broken = ["--sequences", 300, "--mutant", "fires_at_the_limit"]
    assert random(tmp_path, *broken).returncode == 1
    for expires, ends in (("2099-01-01", 0), ("2001-01-01", 1)):
        (tmp_path / "waivers.xml").write_text(
            '<waivers><waiver check="srq.limit.*" promise="SRQ-MOD-25" seen="it fires" driver="refhca" url="https://example.org/1" '
            f'expires="{expires}">It fires at the limit.</waiver></waivers>')
        assert random(tmp_path, *broken, "--waivers", tmp_path / "waivers.xml").returncode == ends


@pytest.mark.parametrize("how, lines", [("power-off", "Power down"), ("complain", "WARNING")])
def test_what_kills_a_kernel_is_shortened_over_fresh_guests(tmp_path, how, lines):
    process = run("fixtures/guest/random", "--kernel", "uml", "--out", tmp_path, "--", "--steps", 60, "--for", 60,
                  env={**os.environ, "VCT_TOY": how, "VCT_PROGRAM": "build/self-cts", "VCT_WAIVERS": ""})
    assert process.returncode == 1, process.stdout + process.stderr
    results = Results(tmp_path / "results.xml")
    assert results.verdicts == {TOY: "KERNEL"}
    assert (tmp_path / "steps").read_text().splitlines() == SHORTEST == steps(tmp_path)
    assert lines in results.text(TOY, "kernel")


def test_a_job_that_dies_while_it_reads_the_kernel_log_does_not_stop_the_others(tmp_path):
    process = shell(f"LD_PRELOAD=build/harness/preload/reads.so build/self-cts random -d rxe0 --jobs 3 --sequences 40 --results {tmp_path}/results.xml",
                    results=tmp_path, deadline=60)
    assert process.returncode == 1, process.stdout + process.stderr
    results = Results(tmp_path / "results.xml")
    assert results.verdicts == {TOY: "CRASH"} and "signal 9" in results.text(TOY, "reason")


def test_random_use_may_take_longer_than_the_deadline_of_its_guest(tmp_path):
    """The journal does not change until it ends; the file with the seed of the sequence that runs does."""
    program = tmp_path / "program"
    program.write_text(f"""#!/bin/sh
[ ! "$VCT_IN_GUEST" ] || for i in 1 2 3 4 5 6 7 8; do sleep 1; echo $i > {tmp_path}/out/results.xml.seed; done
exec build/self-cts "$@"\n""")
    program.chmod(0o755)
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--out", tmp_path / "out", "--deadline", 5, "--", "--sequences", 3,
                  env={**os.environ, "VCT_PROGRAM": str(program), "VCT_COMMAND": "random", "VCT_WAIVERS": ""})
    assert process.returncode == 0, process.stdout + process.stderr
    assert Results(tmp_path / "out/results.xml").verdicts == {TOY: "PASS"}


def test_a_complaint_of_the_kernel_is_not_lost_between_two_jobs(tmp_path):
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--out", tmp_path, "--", "--for", 60, "--jobs", 2,
                  env={**os.environ, "VCT_TOY": "complain", "VCT_PROGRAM": "build/self-cts", "VCT_COMMAND": "random", "VCT_WAIVERS": ""})
    assert process.returncode == 1, process.stdout + process.stderr
    results = Results(tmp_path / "results.xml")
    assert results.verdicts == {TOY: "KERNEL"}
    assert results.text(TOY, "kernel").count("WARNING") == 1
    assert "were lost" not in results.text(TOY, "note")


@pytest.mark.parametrize("how, said", [("", "showed no difference from the model"), ("fail", "differs from the model")])
def test_a_report_of_random_use_does_not_speak_of_conformance(tmp_path, how, said):
    toy(tmp_path, how, "--sequences", 40)
    reported = run("build/verbs-cts", "report", tmp_path / "results.xml", "--html", tmp_path / "report.html", "--summary")
    assert f"refhca0 {said}" in (tmp_path / "report.html").read_text()
    assert f"refhca0 {said}" in reported.stdout.replace("(refhca) ", "")
    assert " conform" not in reported.stdout
