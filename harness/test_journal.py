# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The journal: it stays small, nothing in it is lost, and one that cannot be believed is refused."""
import os
import random
import re
import signal
import subprocess
import time

import pytest

from commands import PATIENCE, accept_sigint
from conftest import Results, run
from documents import ROOT, sealed

RUN = ["fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--repeat", "1000000", "--results"]


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """The results.xml of a run that was killed in its 20th round, with the journal beside it."""
    path = tmp_path_factory.mktemp("killed") / "results.xml"
    journal = path.with_suffix(".xml.journal")
    process = subprocess.Popen([*RUN, path, "srq.modify.*"], cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not (journal.exists() and 'pass="20"' in journal.read_text()):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return path


def report(path, tmp_path, change=None):
    """Makes a report of a copy of the results and of the journal, which `change` changed before."""
    copy = tmp_path / "results.xml"
    copy.write_bytes(path.read_bytes())
    text = path.with_suffix(".xml.journal").read_bytes()
    copy.with_suffix(".xml.journal").write_bytes(change(text) if change else text)
    return run("build/verbs-cts", "report", copy, "--html", tmp_path / "report.html"), copy


def test_an_execution_no_worse_than_an_earlier_one_takes_one_short_line(killed):
    lines = [line for line in killed.with_suffix(".xml.journal").read_text().splitlines() if line.startswith("<check ")]
    of_one = [line for line in lines if f'name="{lines[0].split(chr(34))[1]}"' in line]
    assert len(of_one) >= 19 and ("<verb>" in of_one[0] or "<call " in of_one[0])
    assert all(len(line) < 250 and re.search(r"/><!--[0-9a-f]{8}-->$", line) for line in of_one[1:]), of_one[1]


def test_the_record_counts_each_round_of_a_killed_run(killed, tmp_path):
    process, copy = report(killed, tmp_path)
    assert process.returncode == 0, process.stderr
    checks = Results(copy).root.findall("check")
    runs = {int(re.fullmatch(r"(\d+) (PASS|SKIP)", c.get("verdicts"))[1]) for c in checks}
    assert min(runs) >= 19 and max(runs) - min(runs) <= 1
    assert (tmp_path / "report.html").stat().st_size > 0


@pytest.mark.parametrize("change", [
    lambda text: text[:-30], lambda text: text + b'<check name="', lambda text: text + b"\0" * 500], ids=["cut", "begun", "zeros"])
def test_a_last_line_that_is_damaged_is_ignored_and_the_file_stays(killed, tmp_path, change):
    process, copy = report(killed, tmp_path, change)
    assert process.returncode == 0, process.stderr
    assert copy.with_suffix(".xml.journal").read_bytes() == change(killed.with_suffix(".xml.journal").read_bytes())


def damaged(text):
    lines = text.split(b"\n")
    return b"\n".join(lines[:4] + [b"\0" * 80] + lines[5:])


@pytest.mark.parametrize("change, says", [
    (damaged, ":5: this is not a line of a journal"),
    (lambda text: sealed(text.replace(b'verdict="PASS"', b'verdict="GOOD"', 1)), ": this is not a line of a journal"),
    (lambda text: sealed(re.sub(rb'start="[^"]*"', b'start="2001-01-01T00:00:00Z"', text, count=1)),
     ":1: this journal is of another run than"),
    (lambda text: re.sub(rb"<!--[0-9a-f]{8}-->", b"", text), ":1: this line has no checksum: the journal is of an older release"),
], ids=["zeros", "verdict", "run", "old"])
def test_a_journal_that_cannot_be_believed_is_refused(killed, tmp_path, change, says):
    process, copy = report(killed, tmp_path, change)
    assert process.returncode == 2
    assert f"{copy}.journal" in process.stderr and says in process.stderr
    assert copy.read_bytes() == killed.read_bytes()


def test_a_bit_that_changed_is_found_in_whichever_line(killed, tmp_path):
    text = killed.with_suffix(".xml.journal").read_bytes()
    starts = [0, *(m.end() for m in re.finditer(b"\n", text))]
    for place in random.Random(1).sample(range(len(text) - 1), 12) + [0, starts[1] - 1]:
        line = text.count(b"\n", 0, place) + 1
        process, copy = report(killed, tmp_path, lambda t: t[:place] + bytes([t[place] ^ 1]) + t[place + 1:])
        if line < len(starts) - 1:
            assert process.returncode == 2 and f"{copy}.journal:{line}: this is not a line" in process.stderr, (place, process.stderr)
        else:
            assert process.returncode == 0, process.stderr


def test_a_signal_ends_a_run_of_many_rounds_at_once(tmp_path):
    path = tmp_path / "results.xml"
    process = subprocess.Popen([*RUN, path], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=accept_sigint)
    journal = path.with_suffix(".xml.journal")
    while not journal.exists() or not journal.stat().st_size:
        time.sleep(0.05)
    began = os.times().children_user
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 3
    assert os.times().children_user - began < 5


def test_a_journal_that_cannot_be_made_shorter_is_told(tmp_path):
    process = run("fixtures/refhca/run", "env", f"LD_PRELOAD={ROOT}/build/harness/preload/journal.so", "build/verbs-cts", "run", "-d",
                  "refhca0", "--results", tmp_path / "results.xml", "srq.limit.zero-disarms")
    assert process.returncode == 2
    assert "cannot give back the room that" in process.stderr and "results.xml.journal does not need: Input/output error" in process.stderr
