# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Pairs of devices: two guests with a wire (fixtures/guest/pair), one guest with a wire (fixtures/guest/wire), waivers of both devices,
and the matrix of a pair."""

import os
import re
import signal
import subprocess
import time

import pytest
from lxml import etree

from conftest import PATIENCE, ROOT, Results, accept_sigint, run
from documents import errors
from matrix_records import Matrix

PAIR, WIRE = "fixtures/guest/pair", "fixtures/guest/wire"
CHECKS = ["srq.limit.zero-disarms", "srq.limit.zero-is-never-crossed"]


def test_the_help_names_every_option():
    process = run(PAIR, "--help")
    assert process.returncode == 0
    options = re.search(r"--\((.*?)\)\$", (ROOT / PAIR).read_text())[1].split("|")
    assert len(options) > 5
    for option in [*options, "resume"]:
        assert f"\n  --{option} " in process.stdout, option


@pytest.mark.parametrize("arguments, says", [
    (["--what"], "no such option: --what"), (["--kernel"], "--kernel needs a value"),
    (["--kernel", "uml"], "the wire is QEMU's"), (["--peer=uml-debug"], "the wire is QEMU's"),
    (["--slow", "0"], "--slow must be a number"), (["--deadline", "x"], "--deadline must be a number"),
    (["--vlan", "4095"], "--vlan must be a number from 1 to 4094"), (["--vlan=x"], "--vlan must be a number"),
    (["--cpus", "x"], "--cpus must be a number"), (["--results", "/proc/none"], "cannot write into /proc/none"),
    (["--results", "TMP", "--resume"], "there is no run to continue"),
])
def test_what_is_wrong_is_said_before_a_guest_boots(tmp_path, arguments, says):
    process = run(PAIR, *[a.replace("TMP", str(tmp_path)) for a in arguments])
    assert process.returncode == 126 and process.stdout == ""
    assert process.stderr.startswith("pair: ") and says in process.stderr and process.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments, says", [
    (["--what", "x"], "no such option: --what"), (["--kernel"], "--kernel needs a value"), (["--netem", ""], "--netem needs words")])
def test_what_is_wrong_with_a_wire_is_said_before_a_guest_boots(arguments, says):
    process = run(WIRE, *arguments)
    assert process.returncode == 2 and process.stdout == "" and says in process.stderr


@pytest.mark.long
def test_a_guest_with_a_wire_keeps_the_promises(tmp_path):
    process = run(WIRE, "--netem", "loss 2%", "--out", tmp_path, "qp.series.*.writes@*", "qp.series.*.reads@*", "qp.series.*.ud@*", timeout=900)
    assert process.returncode == 0, process.stdout + process.stderr
    rows = ["each-is-carried-out-once-and-in-order.writes", "each-is-carried-out-once-and-in-order.reads", "what-is-received-is-whole.ud"]
    assert Results(tmp_path / "results.xml").verdicts == {f"qp.series.{row}@{way}": "PASS" for row in rows for way in ("receives", "sends")}


@pytest.mark.long
def test_a_netem_that_tc_does_not_know_ends_the_wire(tmp_path):
    process = run(WIRE, "--netem", "lose everything", "--out", tmp_path, timeout=900)
    assert process.returncode == 2 and "tc does not know what --netem says: lose everything" in process.stderr


@pytest.fixture
def link():
    """pair-link on addresses of this machine: what serves `cat` with a word before it, and a way to connect."""
    serving = subprocess.Popen([ROOT / "fixtures/guest/pair-link", "--serve", "127.0.0.77", "sh", "-c", "echo new; cat"],
                               start_new_session=True)
    yield lambda: subprocess.Popen([ROOT / "fixtures/guest/pair-link", "127.0.0.77"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
    serving.kill()
    serving.wait()


def test_a_link_is_a_conversation_that_begins_without_the_one_before(link):
    first, second = link(), None
    assert first.stdout.readline() == "new\n"
    first.stdin.write("hello\n")
    first.stdin.flush()
    assert first.stdout.readline() == "hello\n"
    first.stdin.write("nobody reads this\n")
    first.stdin.flush()
    second = link()
    assert second.stdout.readline() == "new\n"
    assert first.wait(60) == 0, "the command of the first conversation is killed"
    second.stdin.write("hello\n")
    second.stdin.close()
    assert second.stdout.readline() in ("hello\n", "") and second.wait(60) == 0


@pytest.mark.long
@pytest.mark.parametrize("netem", ["", "delay 1ms loss 1% duplicate 1% reorder 5% 50%"])
def test_two_guests_with_a_wire_keep_the_promises(tmp_path, netem):
    process = run(PAIR, *(["--netem", netem] if netem else []), "--results", tmp_path, *CHECKS, timeout=900)
    assert process.returncode == 0, process.stdout + process.stderr
    verdicts = Results(tmp_path / "results.xml").verdicts
    assert verdicts == {check + way: "PASS" for check in CHECKS for way in ("", "@receives", "@sends")}


@pytest.mark.long
def test_two_guests_with_a_vlan_between_them(tmp_path):
    process = run(PAIR, "--vlan", "5", "--results", tmp_path, *CHECKS, timeout=900)
    assert process.returncode == 0, process.stdout + process.stderr
    results = Results(tmp_path / "results.xml")
    assert results.verdicts == {check + way: "PASS" for check in CHECKS for way in ("", "@receives", "@sends")}


@pytest.mark.long
def test_each_gid_of_a_guest_with_a_vlan(tmp_path):
    process = run("fixtures/guest/run", "--kernel", "6.12", "--device", "none", "--results", tmp_path, "--", "fixtures/guest/vlan", "5",
                  "build/verbs-cts", "run", "-d", "rxe0", "--slow", "8", "--each", "gid", "--results", tmp_path / "results.xml",
                  CHECKS[0], timeout=900)
    assert process.returncode == 0, process.stdout + process.stderr
    ways = ["", *(f"@gid-v2-ipv{n}{vlan}" for n in (4, 6) for vlan in ("", "-vlan5"))]
    assert Results(tmp_path / "results.xml").verdicts == {CHECKS[0] + way: "PASS" for way in ways}


@pytest.mark.long
def test_a_netem_that_tc_does_not_know_ends_the_pair(tmp_path):
    process = run(PAIR, "--netem", "lose everything", "--results", tmp_path, *CHECKS, timeout=900)
    assert process.returncode == 126 and "tc does not know what --netem says: lose everything" in process.stderr


@pytest.mark.long
def test_a_pair_that_is_stopped_leaves_no_guest(tmp_path):
    process = subprocess.Popen([ROOT / PAIR, "--results", tmp_path, "srq.limit.*"], cwd=ROOT, text=True,
                               stdout=subprocess.PIPE, start_new_session=True, preexec_fn=accept_sigint)
    until = time.monotonic() + PATIENCE
    while not (tmp_path / "results.xml.journal").exists():
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.5)
    os.kill(process.pid, signal.SIGTERM)
    assert process.wait(60) == 143
    assert str(tmp_path) not in run("ps", "-eo", "args").stdout


@pytest.fixture(scope="module")
def refhca(tmp_path_factory):
    """The reference HCA alone, and in two processes; its peer is on a mutant."""
    out = tmp_path_factory.mktemp("pair")
    waivers = out / "waivers.xml"
    waivers.write_text('<waivers><waiver check="srq.limit.zero-disarms" seen="4" driver="refhca" url="lib/x.c:1" '
                       'expires="2027-06-30">It does otherwise.</waiver></waivers>')
    common = ["fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--results"]
    checks = ["srq.limit.fires-once-strictly-below", "srq.limit.zero-disarms", "srq.query.fills-all-members"]
    run(*common, out / "alone.xml", *checks)
    run(*common, out / "pair.xml", "--waivers", waivers, "--peer",
        "build/verbs-cts peer -d refhca0 --shared --mutant keeps_firing", *checks)
    return out


def test_only_the_device_alone_makes_a_waiver_stale(refhca):
    verdicts = Results(refhca / "pair.xml").verdicts
    assert verdicts["srq.limit.zero-disarms"] == "XPASS"
    assert verdicts["srq.limit.zero-disarms@receives"] == verdicts["srq.limit.zero-disarms@sends"] == "PASS"


def test_a_pair_has_a_column_for_each_way_in_a_matrix(refhca):
    matrix = Matrix(refhca, refhca / "alone.xml", f"pair={refhca}/pair.xml")
    assert matrix.code == 1, "a device of the pair does not conform"
    assert matrix.runs == ["refhca0", "pair", "pair receives", "pair sends"]
    runs = {r.get("name"): r for r in matrix.root.findall("run")}
    assert {n: r.get("conforms") for n, r in runs.items()} == {
        "refhca0": "true", "pair": "false", "pair receives": "true", "pair sends": "false"}
    assert "driver refhca" in runs["pair sends"].get("peer") and runs["pair"].get("peer") is None
    assert "@" not in "".join(c.get("name") for c in matrix.root.iter("check"))
    assert matrix.changes()["pair sends", "broken"] == ["srq.limit.fires-once-strictly-below"]
    local = [g for g in matrix.groups if "srq.query.fills-all-members" in [c.get("name") for c in g.findall("check")]][0]
    assert [i.get("verdict") for i in local.findall("in")] == ["PASS", "PASS", None, None], "local by nature is no SKIP"
    assert matrix.root.get("newly-skipped") is None


def test_the_columns_of_a_pair_are_named_after_both_devices(refhca):
    other = etree.parse(str(refhca / "pair.xml"))
    device = other.getroot().find("device")
    del device.attrib["user-space"]
    device.set("kernel", "6.12")
    for fact in other.getroot().iter("fact"):
        if fact.get("name") == "peer.kernel":
            fact.text = "6.1"
    assert errors("results", other) == ""
    other.write(str(refhca / "kernels.xml"))
    matrix = Matrix(refhca, refhca / "kernels.xml")
    assert matrix.runs == ["6.12", "6.12 receives from 6.1", "6.12 sends to 6.1"]
    assert matrix.root.get("baseline") == "6.12"
    assert "  6.12 receives from 6.1: " in matrix.text
    assert "with refhca0, driver refhca, kernel 6.1" in matrix.html.read_text()
