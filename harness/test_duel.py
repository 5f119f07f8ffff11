# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts bench duel: its statistics by simulation, with sides that are scripts, and on the reference HCA."""
import ctypes
import random
import re
import subprocess
import textwrap

import pytest

from bench_records import CTS, Told
from conftest import PATIENCE, run
from documents import ROOT


# The statistics


class Paired(ctypes.Structure):
    """struct bench_paired"""
    _fields_ = [("values", ctypes.c_void_p), ("n", ctypes.c_size_t), ("room", ctypes.c_size_t),
                ("points", ctypes.c_uint), ("looks", ctypes.c_uint), ("next", ctypes.c_size_t),
                ("median", ctypes.c_double), ("low", ctypes.c_double), ("high", ctypes.c_double)]


@pytest.fixture(scope="module")
def paired(tmp_path_factory):
    """lib/bench/paired.c"""
    library = tmp_path_factory.mktemp("paired") / "paired.so"
    sources = [ROOT / "lib/bench/paired.c", ROOT / "lib/base/memory.c"]
    subprocess.run(["gcc", "-D_GNU_SOURCE", "-O2", "-shared", "-fPIC", "-o", library, *sources, "-lgsl", "-lgslcblas", "-lm"], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.bench_paired_add.argtypes = [ctypes.POINTER(Paired), ctypes.c_double]
    loaded.bench_paired_add.restype = ctypes.c_bool
    loaded.bench_paired_verdict.argtypes = [ctypes.POINTER(Paired), ctypes.c_double]
    loaded.bench_paired_verdict.restype = ctypes.c_char_p
    return loaded


def simulate(paired, values, most, points=1, threshold=0.01):
    """A duel with pairs from values(); returns the verdict, the number of pairs, and the state."""
    p = Paired()
    paired.bench_paired_begin(ctypes.byref(p), points)
    for _ in range(most):
        if paired.bench_paired_add(ctypes.byref(p), values()):
            paired.bench_paired_look(ctypes.byref(p))
            verdict = paired.bench_paired_verdict(ctypes.byref(p), threshold).decode()
            if verdict != "unclear":
                break
    return verdict, p.n, p


def normal(seed, change, deviation=0.025):
    source = random.Random(seed)
    return lambda: source.gauss(change, deviation)


def heavy(seed, change):
    """Every tenth pair is disturbed by half of its time."""
    source = random.Random(seed)
    return lambda: source.gauss(change, 0.5 if source.random() < 0.1 else 0.02)


@pytest.mark.parametrize("values", [normal, heavy])
def test_a_duel_of_the_threshold_itself_has_few_false_alarms(paired, values):
    """The hardest case: the change is the threshold. Neither answer may be given in more than 5 % of the duels."""
    import math
    told = [simulate(paired, values(seed, math.log(1.01)), 300)[0] for seed in range(300)]
    assert sum(v == "slower" for v in told) <= 15 and sum(v != "unclear" for v in told) <= 24


def test_equal_sides_are_never_slower(paired):
    told = [simulate(paired, normal(seed, 0), 500, points=3) for seed in range(200)]
    assert not [v for v, _, _ in told if v == "slower"]
    assert sum(v in ("same", "no-slower") for v, _, _ in told) >= 195
    assert sum(n for _, n, _ in told) / len(told) < 250


@pytest.mark.parametrize("change, least", [(0.02, 190), (0.05, 200)])
def test_slowdowns_are_found(paired, change, least):
    """Within 400 pairs, which take less than a minute on a machine that does nothing else."""
    told = [simulate(paired, normal(seed, change), 400, points=3) for seed in range(200)]
    assert sum(v == "slower" for v, _, _ in told) >= least


def test_speedups_are_told(paired):
    assert simulate(paired, normal(1, -0.05), 400)[0] in ("faster", "no-slower")
    assert simulate(paired, normal(1, -0.05), 400, threshold=0.0001)[0] == "faster"


def test_the_interval_is_that_of_wilcoxon(paired):
    """12 pairs, one point, the first look: its tail of 1.25 % admits the rank sum 11 (the next one has 1.3 %)."""
    values = [0.01, 0.02, -0.03, 0.04, 0.05, 0.06, -0.07, 0.08, 0.09, 0.10, 0.11, 0.12]
    averages = sorted((a + b) / 2 for i, a in enumerate(values) for b in values[i:])
    sums = [1] + [0] * 78
    for rank in range(1, 13):
        for s in range(78, rank - 1, -1):
            sums[s] += sums[s - rank]
    rank = max(r for r in range(79) if sum(sums[:r + 1]) / 2 ** 12 <= 0.0125)
    source = iter(values)
    _, n, p = simulate(paired, lambda: next(source), 12)
    assert n == 12
    assert p.low == pytest.approx(averages[rank], abs=1e-9) and p.high == pytest.approx(averages[-1 - rank], abs=1e-9)
    assert p.median == pytest.approx((averages[38] + averages[39]) / 2, abs=0.006)


def test_more_pairs_never_widen_the_interval(paired):
    values, width, p = normal(3, 0.01), float("inf"), Paired()
    paired.bench_paired_begin(ctypes.byref(p), 1)
    for _ in range(2000):
        if paired.bench_paired_add(ctypes.byref(p), values()):
            paired.bench_paired_look(ctypes.byref(p))
            assert p.low <= p.median <= p.high and p.high - p.low <= width
            width = p.high - p.low
    assert width < 0.006 and p.low < 0.01 < p.high


# Sides that are scripts


SIDE = """\
    #!/usr/bin/python3 -SEI
    import sys
    with open(__file__ + ".starts", "a") as starts:
        starts.write("x")
        started = starts.tell()
    state = started * 7919 + ord(__file__[-1]) * 104729
    def say(*lines):
        print(*lines, sep="\\n", flush=True)
    def noise():
        \"\"\"Between -1 and 1, of each side another, and the same in each run of the test.\"\"\"
        global state
        state = (state * 1103515245 + 12345) % 2 ** 31
        return state / 2 ** 30 - 1
    say({greeting!r}, "point\\tpost.list.sge1.1\\ta list", "point\\tpost.list.sge1.32\\ta list", {lacks!r}, "ready")
    for line in sys.stdin:
        word = line.split()
        if word[0] == "measure":
            ns = 10 * (1 + {shift} * (word[1][-1] == "2")) * (1 + 0.001 * noise())
            {measure}
            say("ns %.5f" % ns)
        elif word[0] == "count" and {instructions}:
            say("counted callgrind", "instructions post.list.sge1.1 %.3f" % {instructions}, "ready")
        elif word[0] == "count":
            say("uncounted there is no valgrind: install the package valgrind", "ready")
        else:
            say("ready")
    """


@pytest.fixture
def side(tmp_path):
    def written(name, shift=0.0, instructions=200, measure="pass", lacks="lacks\tpost.list.sge1.2\tno SRQ",
                greeting="side 2\tmlx5_0\tmlx5_core\t6.12.1\t57.0"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(SIDE).format(shift=shift, instructions=instructions, measure=measure, lacks=lacks,
                                                     greeting=greeting))
        path.chmod(0o755)
        return path
    return written


@pytest.fixture
def duel(tmp_path):
    def duel(a, b, *options):
        patterns = [o for o in options if o.startswith("post.")]
        options = [o for o in options if o not in patterns]
        if "--for" not in options:   # no answer depends on how fast the machine is
            options += ["--for", "3600"]
        return Told(tmp_path, "duel", *options, a, b, *patterns)
    return duel


def test_one_slow_point_is_enough(duel, side):
    told = duel(side("a"), side("b", shift=0.03))
    assert told.code == 1 and told.root.get("verdict") == "slower" and told.process.stderr == ""
    assert told.verdicts["post.list.sge1.32"] == "slower" and told.verdicts["post.list.sge1.1"] == "same"
    assert re.match(r"B is slower than A by more than 1 %: post\.list\.sge1\.32 takes (2\.9\d?|3|3\.0|3\.0\d) % longer\.\n", told.text)
    point = told.root.find("point[@name='post.list.sge1.32']")
    assert len(point.findall("pair")) >= 12
    ratios = [float(p.get("b")) / float(p.get("a")) for p in point.findall("pair")]
    assert all(float(p.get("ratio")) == pytest.approx(r, rel=0.01) for p, r in zip(point.findall("pair"), ratios))
    failures = told.junit.findall(".//failure")
    assert [f.getparent().get("classname") + "." + f.getparent().get("name") for f in failures] == ["duel.post.list.sge1.32"]
    assert failures[0].get("message").startswith("takes 1.03")


def test_equal_sides_end_early(duel, side):
    told = duel(side("a"), side("b"))
    assert told.code == 0 and told.root.get("verdict") == "no-slower"
    assert told.text.startswith("B is not slower than A by more than 1 %.\n")
    assert {len(p.findall("pair")) for p in told.root.findall("point[time]")} == {12} and 0 < float(told.root.get("visible")) < 1
    assert told.verdicts["post.list.sge1.2"] == "skipped" and "side A: no SRQ" in told.text
    assert re.search(r"a change that differs from the threshold by 0\.\d\d % would have been seen", told.text)


def test_a_faster_side_is_not_slower(duel, side):
    told = duel(side("a", shift=0.05), side("b"))
    assert told.code == 0 and told.verdicts["post.list.sge1.32"] == "faster"


def test_the_threshold_is_an_option(duel, side):
    assert duel(side("a"), side("b", shift=0.03), "--threshold", "5").code == 0


@pytest.mark.parametrize("seconds", [0.01, 2])
def test_when_time_is_over_nothing_is_sure(duel, side, seconds):
    """B takes twice the time of A in one pair and half of it in the next. Up to 29 such pairs, also less than 12, are not
    sure; B is so slow to answer that no machine measures more in this time."""
    told = duel(side("a"), side("b", measure="ns *= 2 if started % 2 else 0.5; __import__('time').sleep(0.005)"), "--for", str(seconds),
                "--no-instructions")
    assert told.code == 2 and told.root.get("verdict") == "unclear"
    assert told.text.startswith("It is not sure whether B is slower than A by more than 1 %.\n")
    assert not told.junit.findall(".//failure")
    assert len(told.junit.findall(".//skipped")) == 3   # two points, and the one that the sides lack
    if not told.root.findall("point[time]"):
        assert re.search(r"^post\.list\.sge1\.1 +notrun: \d+ pairs were measured, and 8 are needed$", told.text, re.M)


def test_instructions_are_beside_the_times(duel, side):
    told = duel(side("a", instructions=200), side("b", instructions=203))
    found = told.root.find("point[@name='post.list.sge1.1']/instructions")
    assert dict(found.attrib) == {"a": "200.000", "b": "203.000", "ratio": "1.01500", "verdict": "more"}
    assert told.code == 0 and "1 need at least 1 % more instructions per WR" in told.text
    assert " 200 to 203\n" in told.text and "those of the kernel are not counted" in told.text


def test_what_counts_no_instructions_says_what_to_install(duel, side):
    told = duel(side("a"), side("b", instructions=0))
    assert told.code == 0 and not told.root.findall("point/instructions")
    assert "Instructions of B were not counted: there is no valgrind: install the package valgrind." in told.text
    assert told.root.findall("side")[0].get("counted") == "callgrind"


@pytest.mark.parametrize("fault, says", [
    ({"greeting": "hello"}, "this is not the greeting of a 'verbs-cts bench side' of this version: hello"),
    ({"greeting": "side 1\tmlx5_0\tmlx5_core\t6.12\t57"}, "this is not the greeting of a 'verbs-cts bench side'"),
    ({"lacks": "what"}, "this is not an answer: what"),
    ({"measure": "sys.exit(7)"}, "it ended with exit code 7 before it answered"),
    ({"measure": "import os; os.kill(os.getpid(), 11)"}, "it was ended by signal 11 (Segmentation fault)"),
    ({"measure": "say('ns nan'); continue"}, "this is not a time: ns nan"),
    ({"measure": "say('ns 0'); continue"}, "this is not a time: ns 0"),
    ({"measure": "say('failed ibv_post_srq_recv returned Cannot allocate memory'); continue"}, "returned Cannot allocate memory"),
    ({"measure": "print('n' * 9000, flush=True); continue"}, "its answer has a line that is too long"),
])
def test_a_side_that_fails_is_named(duel, side, fault, says):
    told = duel(side("a"), side("b", **fault))
    assert told.code == 3 and told.root.get("verdict") == "incomplete"
    assert told.text.startswith("The duel ended without an answer.\n")
    assert "side B (" in told.process.stderr and says in told.process.stderr
    assert says in told.root.findtext("reason") and len(told.junit.findall(".//error")) == 1


def test_a_side_that_does_not_answer_is_named_and_no_process_of_it_stays(duel, side, tmp_path):
    told = duel(side("a"), side("b", measure="import time; time.sleep(60)"), "--slow", "0.05")
    assert told.code == 3 and re.search(r"side B \(.*it did not answer within 6 s", told.process.stderr)
    left = subprocess.run(["pgrep", "-f", str(tmp_path / "b")], capture_output=True, text=True).stdout
    assert left == ""


@pytest.mark.parametrize("arguments, says", [
    (["/nowhere/a", "/nowhere/b"], "A /nowhere/a: it is neither a directory nor a command"),
    ([ROOT / "docs", "x"], "there is no libibverbs.so.1 in this directory"),
    (["device:", "device:x"], "the name of the device is missing"),
    (["build"], "two sides are needed, A and B"),
    (["build", "build", "--threshold", "0"], "--threshold takes a number above 0"),
    (["build", "build", "--pin", "4000"], "--pin 4000: it has a CPU that does not exist"),
    (["build", "build", "--html", "/nowhere/a.html"], "/nowhere/a.html"),
])
def test_wrong_usage_is_exit_code_2(arguments, says):
    process = run(CTS, "bench", "duel", *arguments)
    assert process.returncode == 2 and says in process.stderr and process.stdout == ""


def test_a_pattern_that_matches_no_point_is_said(tmp_path):
    process = run(CTS, "bench", "duel", "-d", "refhca0", "build", "build", "post.lists.*")
    assert process.returncode == 3 and "no point matches 'post.lists.*'" in process.stderr


def test_report_makes_the_same_files_from_the_record(duel, side, tmp_path):
    assert duel(side("a"), side("b", shift=0.03)).is_reported_again(tmp_path)


# The reference HCA


def test_a_build_that_is_four_times_as_slow_is_found(duel):
    made = run("make", "B=build/slower-300", "REFHCA_SLOWER=300", "build/slower-300/refhca/libibverbs.so.1", timeout=PATIENCE)
    assert made.returncode == 0, made.stderr
    told = duel("build", "build/slower-300", "-d", "refhca0", "post.list.sge1.32")
    assert told.code == 1, told.text + told.process.stderr
    assert all(p.get("verdict") == "slower" for p in told.root.findall("point"))
    assert all(p.find("instructions").get("verdict") == "more" for p in told.root.findall("point"))


def test_guests_run_side_by_side(duel):
    guest = "fixtures/guest/run --input --kernel uml --"
    told = duel(guest, guest, "-d", "rxe0", "--for", "1", "--no-instructions", "post.list.sge1.32")
    assert told.code == 2, told.process.stderr   # fewer than 12 pairs in this time
    assert [s.get("driver") for s in told.root.findall("side")] == ["rxe", "rxe"] and "7.3" in told.root.find("side").get("kernel")


@pytest.mark.long
def test_slowdowns_of_2_and_5_percent_are_found_beside_a_load(tmp_path):
    """Twenty duels each of equal builds, and of builds that are 2 % and 5 % slower; fixtures/duels says how many must be right."""
    process = run("fixtures/duels", "--out", tmp_path, timeout=5400)
    assert process.returncode == 0, process.stdout + process.stderr
    assert len(re.findall(r"^[025] % slower: of 20 duels", process.stdout, re.M)) == 3


def test_duels_refuses_what_it_does_not_know():
    for arguments, says in ((["-n"], "-n: expected one argument"), (["-n", "x"], "invalid int value: 'x'"), (["--what"], "unrecognized arguments: --what")):
        process = run("fixtures/duels", *arguments)
        assert process.returncode == 2 and says in process.stderr


def test_a_device_beside_a_device(duel, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", str(ROOT / "build/refhca"))
    told = duel("device:refhca0", "device:refhca0", "--for", "0.1", "--no-instructions", "--threshold", "900", "post.list.sge1.1")
    assert told.code in (0, 2), told.process.stderr   # 2: fewer than 12 pairs in this time
    assert [s.get("device") for s in told.root.findall("side")] == ["refhca0", "refhca0"]
