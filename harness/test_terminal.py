# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What a run prints while it runs and at its end, in a log and on a terminal."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

import pytest
from lxml import etree

from commands import run
from conftest import ROOT, Results
from documents import transform
from golden_results import NAMES, checks, golden

RUN = ["fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0"]
SOME = [f"self.verdicts.{name}" for name in ("fails", "is-even.needs-xrc", "needs-xrc", "passes")]
WIDTH = 60


def on_terminal(*arguments):
    """What is written to a terminal that is WIDTH wide."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, WIDTH, 0, 0))
    said = b""
    with subprocess.Popen([*RUN, *arguments], cwd=ROOT, stdin=follower, stdout=follower, stderr=follower):
        os.close(follower)
        try:
            while some := os.read(leader, 65536):
                said += some
        except OSError:  # the other end is closed
            pass
    os.close(leader)
    return said.decode().replace("\r\n", "\n")


def folded(said, title):
    """The lines of a list, as (count, reason)."""
    found = re.search(rf"^{re.escape(title)}\n((?: +\d+  .*\n)+)", said, re.M)
    return [(int(n), reason) for n, reason in re.findall(r" +(\d+)  (.*)\n", found[1])] if found else []


def test_a_log_has_failures_in_full_and_counts_what_is_skipped():
    said = run(*RUN, *SOME, env={**os.environ, "REFHCA": "xrc=0"}).stdout
    assert [line.split()[:2] for line in said.splitlines() if re.match("[A-Z]{4,} ", line)] == [["FAIL", SOME[0]]]
    assert "\n    expected: 5\n    seen:     4\n" in said
    assert folded(said, "Skipped, by reason:") == []
    assert not re.search(r"[^\n\x20-\x7e]", said)


def test_verbose_prints_every_verdict():
    said = run(*RUN, "-v", *SOME, env={**os.environ, "REFHCA": "xrc=0"}).stdout
    assert re.findall(r"^([A-Z]+) +(self\.\S+)", said, re.M) == list(zip(["FAIL", "SKIP", "SKIP", "PASS"], SOME))
    assert folded(said, "Skipped, by reason:") == [(2, "the device does not claim IBV_DEVICE_XRC")]


def test_a_log_tells_how_far_the_run_is_and_for_how_long_it_will_go_on():
    said = run(*RUN, "--deadline", "6", *[f"self.verdicts.{n}" for n in ("fails", "hangs", "passes")]).stdout
    line, = re.findall(r"^\d+ of .*", said, re.M)
    # on a machine that is late, the TIMEOUT is in doubt
    assert re.fullmatch(r"2 of 3 checks \(66 %\), about \d+ s left, 1 FAIL(, 1 TIMEOUT)?", line)


def test_a_terminal_shows_where_the_run_is_in_a_line_that_is_redrawn():
    said = on_terminal(*SOME)
    drawn = re.findall(r"\r\x1b\[K([^\r\n]*)", said)
    assert [line for line in drawn if " of 4 checks (" in line] == [
        f"{n} of 4 checks ({n * 25} %){', 1 FAIL' * bool(n)}: {name}"[:WIDTH - 1] for n, name in enumerate(SOME)]
    seen = re.sub(r"[^\r\n]*\r\x1b\[K", "", said)  # what is left of the lines that were redrawn
    assert "of 4 checks (" not in seen and seen.count("FAIL    " + SOME[0]) == 1
    assert "\n4 checks in " in seen and "refhca0 does not conform" in seen


def test_evidence_is_printed_once_for_all_passes():
    said = run(*RUN, "--repeat", "3", SOME[0]).stdout
    assert said.count("FAIL    " + SOME[0]) == 3 and said.count("expected: 5") == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_did_not_pass_is_counted_by_reason(name):
    results = golden(name)
    said = str(transform("terminal", results))
    reasons = {
        "Skipped, by reason:": [c.findtext("reason") for c in checks(results, "SKIP")],
        "Waived, by known deviation:": [
            f"{c.findtext('waiver')} ({c.find('waiver').get('url')}, until {c.find('waiver').get('expires')})"
            for c in checks(results, "WAIVED")],
        "Not run:": [c.findtext("reason") for c in checks(results, "NOTRUN")],
    }
    for title, wanted in reasons.items():
        told = folded(said, title)
        assert sorted(told) == sorted((wanted.count(r), " ".join(r.split())) for r in set(wanted))
        assert [n for n, _ in told] == sorted((n for n, _ in told), reverse=True)
        if title.startswith(("Skip", "Waiv")):
            assert folded(str(transform("summary", results)), title) == told
    results.getroot().set("part", "1/2")
    assert str(transform("terminal", results)) == ""


@pytest.mark.parametrize("broken", [0, 5, 40])
@pytest.mark.parametrize("name", NAMES)
def test_the_end_fits_a_screen(name, broken):
    results = golden(name)
    root = results.getroot()
    for n in range(broken):
        root.insert(2, etree.fromstring(f'<promise id="QP-MOD-{n:02}" level="must" source="s" outcome="broken">{"A long one. " * 20}</promise>'))
    for n in range(1, 100):
        root.append(etree.fromstring(f'<group number="{n}" class="red" checks="2" by="call" example="a">{"It says. " * 20}</group>'))
    said = str(transform("end", results))
    rows = sum(1 + (len(line) - 1) // 80 for line in said.splitlines())
    assert rows + len(("results:", "report:")) <= 24 and all(f"QP-MOD-{n:02}" in said for n in range(broken))
    root.set("part", "1/2")
    assert len(str(transform("end", results)).splitlines()) == 1


def test_what_is_folded_is_what_the_record_has(tmp_path):
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-v", "-d", "refhca0", "srq.limit.*", "srq.ops.*",
                  "--results", tmp_path / "results.xml", env={**os.environ, "REFHCA": "xrc=0 max_num_tags=0"})
    skips = [c.findtext("reason") for c in Results(tmp_path / "results.xml").checks.values() if c.get("verdict") == "SKIP"]
    assert len(skips) > 10
    assert dict(map(reversed, folded(process.stdout, "Skipped, by reason:"))) == {r: skips.count(r) for r in skips}
