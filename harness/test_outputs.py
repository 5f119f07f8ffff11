# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""An output file that is another file of the command is refused, and nothing of it is lost."""
import os
import shutil
import signal
import subprocess
import time

import pytest

from commands import PATIENCE, accept_sigint, run
from conftest import ROOT, Results

GOLDEN = ROOT / "harness/golden/all-green.xml"
CTS = ROOT / "build/verbs-cts"
ON_REFHCA = ("fixtures/refhca/run", CTS, "run", "-d", "refhca0", "srq.modify.prototype")
# Commands of which A is read and OUT written, or both are written; {a} is the file, {b} the same file by another name.
CLASHES = {
    "run waivers": (*ON_REFHCA, "--waivers", "{a}", "--results", "{b}"),
    "run judged": (*ON_REFHCA, "--judged", "{a}", "--html", "{b}"),
    "run results and html": (*ON_REFHCA, "--results", "{a}", "--html", "{b}"),
    "run junit and ktap": (*ON_REFHCA, "--junit", "{a}", "--ktap", "{b}"),
    "random replay": ("fixtures/refhca/run", CTS, "random", "-d", "refhca0", "--replay", "{a}", "--results", "{b}"),
    "report html": (CTS, "report", "{a}", "--html", "{b}"),
    "report joined": (CTS, "report", "{a}", "--results", "{b}"),
    "report twice": (CTS, "report", GOLDEN, "--junit", "{a}", "--ktap", "{b}"),
    "repro": (CTS, "repro", "{a}", "srq.limit.fires-once", "-o", "{b}"),
    "compare": (CTS, "compare", GOLDEN, "{a}", "--html", "{b}"),
    "compare map": (CTS, "compare", GOLDEN, GOLDEN, "--map", "{a}", "--xml", "{b}"),
    "matrix": (CTS, "matrix", "x={a}", "--html", "{b}"),
    "matrix judged": (CTS, "matrix", "{a}", "--judged", "{b}"),
    "matrix baseline": (CTS, "matrix", GOLDEN, "--baseline", "{a}", "--xml", "{b}"),
    "certify": (CTS, "certify", "-d", "refhca0", "--key", "{a}", "-o", "{b}"),
    "bench compare": (CTS, "bench", "compare", "{a}", GOLDEN, "--html", "{b}"),
    "bench": ("fixtures/refhca/run", CTS, "bench", "srq-post", "-d", "refhca0", "--quick", "--out", "{a}", "--html", "{b}"),
    "duel": (CTS, "bench", "duel", "true", "true", "--out", "{a}", "--junit", "{b}"),
}


def same(path, how):
    """Another name of the file."""
    other = path.parent / f"other-{how}"
    if how == "link":
        os.link(path, other)
    elif how == "symlink":
        other.symlink_to(path.name)
    elif how == "path":
        return f"{path.parent}/../{path.parent.name}/{path.name}"
    else:
        return path
    return other


# All commands compare names in one place.
BY_OTHER_NAMES = [(c, how) for c in ("run waivers", "report html", "compare", "run results and html") for how in ("path", "link", "symlink")]


@pytest.mark.parametrize("command, how", [*((c, "name") for c in CLASHES), *BY_OTHER_NAMES])
def test_a_file_that_would_be_destroyed_is_refused(tmp_path, command, how):
    a = tmp_path / "a.xml"
    shutil.copy(GOLDEN, a)
    b = same(a, how)
    words = [str(w).format(a=a, b=b) for w in CLASHES[command]]
    process = run(*words)
    assert process.returncode == 2 and "are the same file" in process.stderr, process.stderr
    assert a.read_bytes() == GOLDEN.read_bytes()


def test_two_outputs_that_are_not_there_yet(tmp_path):
    (tmp_path / "soft.xml").symlink_to("new.xml")
    process = run(CTS, "report", GOLDEN, "--junit", tmp_path / "new.xml", "--html", tmp_path / "soft.xml")
    assert process.returncode == 2 and not (tmp_path / "new.xml").exists()
    assert run(CTS, "report", GOLDEN, "--junit", "/dev/null", "--html", "/dev/null").returncode == 0


def test_the_journal_is_no_report(tmp_path):
    process = run(*ON_REFHCA, "--results", tmp_path / "r.xml", "--html", tmp_path / "r.xml.journal")
    assert process.returncode == 2 and "the journal" in process.stderr


@pytest.mark.parametrize("command", [
    *[ON_REFHCA + (option,) for option in ("--results", "--junit", "--ktap", "--html")],
    *[(CTS, "report", GOLDEN, option) for option in ("--results", "--junit", "--ktap", "--html")],
    *[(CTS, "matrix", GOLDEN, option) for option in ("--xml", "--html", "--judged")],
    *[(CTS, "compare", GOLDEN, GOLDEN, option) for option in ("--xml", "--html")],
    (CTS, "repro", GOLDEN, "a.b.c", "--output"),
    (CTS, "certify", "-d", "rxe0", "--out"),
    *[(CTS, "bench", "srq-post", option) for option in ("--out", "--junit", "--html")],
    *[(CTS, "bench", "compare", GOLDEN, GOLDEN, option) for option in ("--out", "--junit", "--html")],
])
def test_a_fifo_is_no_place_for_an_output(tmp_path, command):
    """To open it would wait for its reader, after a run of perhaps hours."""
    os.mkfifo(tmp_path / "fifo")
    process = run(*command, tmp_path / "fifo", timeout=PATIENCE)
    assert process.returncode == 2 and "is a FIFO" in process.stderr


def test_the_journal_is_no_fifo_either(tmp_path):
    os.mkfifo(tmp_path / "results.xml.journal")
    process = run(*ON_REFHCA, "--results", tmp_path / "results.xml", timeout=PATIENCE)
    assert process.returncode == 2 and "is a FIFO" in process.stderr


def test_a_report_to_a_pipe_of_a_shell_is_written(tmp_path):
    process = run("bash", "-c", f"{CTS} report {GOLDEN} --junit >(cat >{tmp_path}/junit.xml); wait $!")
    assert process.returncode == 0 and "<testsuite" in (tmp_path / "junit.xml").read_text()


def test_results_that_were_not_written_are_not_named():
    process = run(*ON_REFHCA, "--results", "/dev/full")
    assert process.returncode == 3 and "No space left" in process.stderr and "results:" not in process.stdout


@pytest.mark.parametrize("words", [
    "list", "list --xml", "list --mutants", "list --help", "explain SRQ-QRY-09", "doctor", "info -d refhca0", "--help", "--version",
    "random --print", f"report {GOLDEN} --summary", f"matrix {GOLDEN}", f"compare {GOLDEN} {GOLDEN}"])
def test_what_could_not_be_printed_is_no_success(words):
    with open("/dev/full", "w") as full:
        process = subprocess.run(["fixtures/refhca/run", CTS, *words.split()], cwd=ROOT, text=True, stdout=full, stderr=subprocess.PIPE)
    assert process.returncode == 2 and "verbs-cts: standard output" in process.stderr


def test_a_run_whose_end_could_not_be_printed_is_incomplete():
    with open("/dev/full", "w") as full:
        process = subprocess.run(ON_REFHCA, cwd=ROOT, text=True, stdout=full, stderr=subprocess.PIPE)
    assert process.returncode == 3 and "incomplete: standard output cannot be written" in process.stderr


def test_a_limit_of_the_size_of_files_is_told(tmp_path):
    process = run("bash", "-c", f"ulimit -f 8; {CTS} list --xml >{tmp_path}/list.xml")
    assert process.returncode == 2 and "standard output cannot be written" in process.stderr


def test_an_error_of_a_file_ends_its_line(tmp_path):
    lines = run(CTS, "report", tmp_path).stderr.splitlines()
    assert lines[0].endswith(": Is a directory") and all(line.startswith("verbs-cts: ") for line in lines)


def test_an_unknown_command_is_named():
    process = run(CTS, "frobnicate")
    assert process.returncode == 2 and process.stderr.splitlines()[-1] == "verbs-cts: there is no command 'frobnicate'"
    assert "there is no command 'duell'" in run(CTS, "bench", "duell").stderr


def test_an_interrupted_run_says_how_to_go_on(tmp_path):
    process = subprocess.Popen(["fixtures/refhca/run", CTS, "run", "-d", "refhca0", "--repeat", "1000", "--results",
                                tmp_path / "r.xml", "srq.*"], cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               text=True, preexec_fn=lambda: (accept_sigint(), os.setsid()))
    while not (tmp_path / "r.xml.journal").exists() or not (tmp_path / "r.xml.journal").stat().st_size:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=PATIENCE)[1]
    assert "incomplete: the run was ended by Interrupt; the same command with --resume continues the run" in said


def test_list_takes_names():
    text = run(CTS, "list", "srq.limit.z*", "srq.modify.prototype").stdout
    names = [line for line in text.splitlines() if line and not line.startswith(" ")]
    assert names == ["srq.limit.zero-disarms", "srq.limit.zero-is-never-crossed", "srq.modify.prototype"]
    xml = run(CTS, "list", "--xml", "srq.limit.zero-disarms").stdout
    assert xml.count("<check ") == 1 and xml.count("<promise ") == 1
    assert run(CTS, "list", "--mutants", "keeps_firing").stdout.endswith("\n1 mutant breaks 1 of %s promises.\n" % xml_promises())
    assert run(CTS, "list", "--mutants", "modify_srq:srq_limit:ignored").stdout.endswith("\n\n1 mutant is made by rule.\n")
    for words in (["nothing"], ["--mutants", "nothing"]):
        process = run(CTS, "list", *words)
        assert process.returncode == 2 and "matches 'nothing'" in process.stderr and not process.stdout


def xml_promises():
    return run(CTS, "list", "--xml").stdout.count("<promise ")


def test_a_duel_without_an_answer_has_no_empty_side():
    process = run(CTS, "bench", "duel", "false", "true")
    assert process.returncode == 3 and "()" not in process.stdout and "ns/WR" not in process.stdout
    assert "A  false: it did not say which device it has\n" in process.stdout


def test_one_is_not_many(tmp_path):
    process = run(*ON_REFHCA, "--results", tmp_path / "r.xml")
    assert "1 of 1 check passes" in process.stdout and "1 checks" not in process.stdout
    for options in (["--summary"], ["--slowest", "3"]):
        assert "1 checks" not in run(CTS, "report", tmp_path / "r.xml", *options).stdout
    assert Results(tmp_path / "r.xml").verdicts
