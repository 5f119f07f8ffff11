# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts run --peer: links whose halves are in two programs, here on one reference HCA."""

import pytest
from lxml import etree

from conftest import Results, guest, run

PEER = "build/verbs-cts peer -d refhca0 --shared"


def run_with(peer, tmp_path, *patterns):
    path = tmp_path / "results.xml"
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--results", str(path),
                  "--peer", peer, *patterns)
    return process, Results(path) if path.exists() else None


def verdicts(results):
    return {name: c.get("verdict") for name, c in results.checks.items()}


def test_the_verdicts_are_those_of_the_device_alone(tmp_path):
    process, results = run_with(PEER, tmp_path, "srq.limit.*", "qp.rdma.*", "xrc.traffic.*", "event.qp.*")
    assert process.returncode == 0, process.stdout + process.stderr
    seen = verdicts(results)
    assert "refhca0" in etree.tostring(results.document).decode()
    apart = [name for name in seen if "@" in name and seen[name] == "PASS"]
    assert len(apart) > 100
    for name in apart:
        assert seen[name.split("@")[0]] == "PASS", name
    for check in results.checks.values():
        if check.get("verdict") == "SKIP" and "@" in check.get("name"):
            assert "local by nature" in check.findtext("reason") or seen[check.get("name").split("@")[0]] == "SKIP" \
                or "destructive" in check.findtext("reason")


def test_the_calls_say_which_objects_are_far(tmp_path):
    _, results = run_with(PEER, tmp_path, "srq.limit.zero-disarms")
    for way in "@receives", "@sends":
        calls = "\n".join(results.calls("srq.limit.zero-disarms" + way))
        assert "far_qp" in calls and "ibv_post_send(far_qp" in calls
    alone = "\n".join(results.calls("srq.limit.zero-disarms"))
    assert "far_" not in alone


def test_a_mutant_of_the_peer_is_named(tmp_path):
    check = "srq.limit.fires-once-strictly-below"
    process, results = run_with(PEER + " --mutant keeps_firing", tmp_path, check)
    assert process.returncode == 1
    assert verdicts(results) == {check: "PASS", check + "@receives": "PASS", check + "@sends": "FAIL"}
    assert "refhca0, the peer's, fails alone, too (FAIL)" in results.checks[check + "@sends"].findtext("reason")
    assert results.checks[check + "@sends"].get("blames") == "peer"
    assert "  blames:   refhca0, the device of the peer" in run("build/verbs-cts", "report", "--summary", tmp_path / "results.xml").stdout
    program = run("build/verbs-cts", "repro", tmp_path / "results.xml", check + "@sends")
    assert program.returncode == 2 and "on that host without --peer" in program.stderr


@pytest.mark.parametrize("peer, says", [
    ("echo Welcome to hostB; sleep 1", "the peer wrote what is no frame: 'Welcome to h...'"),
    ("true", "the peer has ended"),
    ("cat", "the peer did not greet: is it 'verbs-cts peer'?"),
    ("build/verbs-cts peer -d rxe7", "no device rxe7"),
    # the version of the greeting, which begins after the head of 12 bytes and 16 bytes
    (f"sleep 5 | {PEER} | (head -c 28; head -c 3 > /dev/null; printf 9.9; cat)",
     "the peer is verbs-cts 9.9.0 ("),
])
def test_what_is_no_peer_is_refused_in_one_line(tmp_path, peer, says):
    process, results = run_with(peer, tmp_path, "srq.limit.zero-disarms")
    assert process.returncode == 2 and results is None
    lines = [line for line in process.stderr.splitlines() if says in line]
    assert len(lines) == 1, process.stderr


def test_a_peer_that_dies_breaks_one_check_and_is_started_again(tmp_path):
    # its standard input ends after so many frames
    process, results = run_with(f"dd bs=1M count=60 2> /dev/null | {PEER}", tmp_path,
                                "srq.limit.fires-once-strictly-below", "srq.limit.zero-disarms",
                                "srq.limit.zero-is-never-crossed")
    assert process.returncode in (0, 1), process.stderr
    seen = list(verdicts(results).values())
    assert set(seen) <= {"PASS", "BROKEN"} and "NOTRUN" not in seen
    assert seen.count("PASS") > seen.count("BROKEN") > 0
    for check in results.checks.values():
        if check.get("verdict") == "BROKEN":
            assert "refhca0" in check.findtext("reason")


def test_the_kernel_log_of_the_peers_host_is_noted(out):
    """In one guest, whose kernel is that of both sides."""
    where = out / "kernel-log"
    process = guest("sh", "-c", "while echo hello from the host > /dev/kmsg; do sleep 0.002; done &"
                    f"build/verbs-cts run -d rxe0 --shared --results {where}/r.xml "
                    "--peer 'build/verbs-cts peer -d rxe0 --shared' 'srq.limit.*disarm*'; code=$?; kill $!; exit $code",
                    results=where)
    assert process.returncode == 0, process.stderr
    checks = Results(where / "r.xml").checks
    notes = [note.text for name, check in checks.items() if name.endswith("@sends") for note in check.findall("note")]
    assert any("the kernel of the peer's host:" in note and "hello from the host" in note for note in notes)
