# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Instructions per WR: how they are counted, and what is said of them in a benchmark and in the comparison of two."""
import os
import re
import subprocess

import pytest
from lxml import etree

from bench_records import CTS, Record, Told
from conftest import run
from documents import ROOT
PERF = ROOT / "build/harness/preload/perf.so"
MLX5 = ROOT / "fixtures/mlx5/run"


def counts(*points, device="refhca0", command=(), **settings):
    """What a side answers that is asked to count: what counted, or why nothing did; and the instructions of each point."""
    process = subprocess.run([*command, CTS, "bench", "side", "-d", device, *points], cwd=ROOT, input="count\n", capture_output=True,
                             text=True, env={**os.environ, **({} if command else {"LD_LIBRARY_PATH": "build/refhca"}), **settings})
    by = re.search("^(?:un)?counted (.*)$", process.stdout, re.M)
    assert by, process.stdout + process.stderr
    return by[1], dict(re.findall(r"^instructions (\S+) (.*)$", process.stdout, re.M))


def test_the_instructions_of_the_reference_hca_repeat_exactly():
    by, first = counts("post.list.sge1.1", "post.list.sge1.32")
    assert by in ("perf", "callgrind") and list(first) == ["post.list.sge1.1", "post.list.sge1.32"]
    assert 50 < float(first["post.list.sge1.1"]) < 1000
    if by == "callgrind":   # an interrupt adds a few to what a CPU counts
        assert (by, first) == counts("post.list.sge1.1", "post.list.sge1.32")


def test_a_cpu_counts_the_calls_without_the_loop_and_without_what_reading_costs():
    """A call takes 200 instructions and 50 for each WR, says harness/preload/perf.c."""
    assert counts("post.list.sge1.1", "post.list.sge1.32", LD_PRELOAD=str(PERF)) == (
        "perf", {"post.list.sge1.1": "250.000", "post.list.sge1.32": "56.250"})


@pytest.mark.parametrize("perf", ["EACCES", "broken"])
def test_where_the_cpu_does_not_count_and_there_is_no_valgrind_it_is_said_what_to_install(tmp_path, perf):
    assert counts("post.list.sge1.1", LD_PRELOAD=str(PERF), PERF=perf, PATH=str(tmp_path)) == (
        "the CPU does not count them for this process, and there is no valgrind: install the package valgrind", {})


def test_the_provider_libmlx5_is_counted_without_an_hca():
    by, found = counts("post.list.sge1.1", "post.list.sge1.32", device="mlx5_0", command=[MLX5])
    assert by in ("perf", "callgrind")
    assert 20 < float(found["post.list.sge1.32"]) < float(found["post.list.sge1.1"]) < 500


def test_the_device_without_an_hca_is_of_libmlx5_and_refuses_what_it_cannot_do():
    opened = run(MLX5, "ibv_devinfo", "-d", "mlx5_0", env={**os.environ, "LD_DEBUG": "libs"})
    assert opened.returncode == 0 and re.search(r"calling init: .*libmlx5", opened.stderr), opened.stderr[-2000:]
    assert "InfiniBand" in opened.stdout and "PORT_ACTIVE" in opened.stdout
    refused = run(MLX5, "ibv_srq_pingpong", "-d", "mlx5_0")
    assert refused.returncode == 1 and "Couldn't create" in refused.stderr
    for arguments, says in (([], "which command?"), (["--what"], "no such option: --what")):
        process = run(MLX5, *arguments)
        assert process.returncode == 2 and says in process.stderr


def test_a_benchmark_counts_instructions(tmp_path, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", str(ROOT / "build/refhca"))
    told = Told(tmp_path, "srq-post", "-d", "refhca0", "--quick", "--repetitions", "7", "post.list.sge1.1")
    assert told.code == 0, told.process.stderr
    per_wr = told.root.find("point/instructions").get("b")
    assert told.root.findall("side")[1].get("counted") in ("perf", "callgrind") and float(per_wr) > 50
    assert re.search(rf"^post\.list\.sge1\.1 .* {per_wr}$", told.text, re.M)
    assert f">{per_wr}</td>" in told.files["html"].read_text() and f'instructions.b" value="{per_wr}"' in told.files["junit"].read_text()


def test_without_a_counter_the_report_says_what_to_install(tmp_path, monkeypatch):
    for name, value in {"LD_LIBRARY_PATH": ROOT / "build/refhca", "PATH": tmp_path, "LD_PRELOAD": PERF, "PERF": "EACCES"}.items():
        monkeypatch.setenv(name, str(value))
    process = run(CTS, "bench", "srq-post", "-d", "refhca0", "--quick", "--repetitions", "7", "--out", tmp_path / "b.xml", "post.list.sge1.1")
    assert process.returncode == 0
    assert "Instructions were not counted: " in process.stdout and "install the package valgrind." in process.stdout
    assert etree.parse(str(tmp_path / "b.xml")).getroot().find("side[@counted]") is None


def counted(record, factor=1.0):
    for instructions in record.root.iter("instructions"):
        instructions.set("b", f"{float(instructions.get('b')) * factor:.3f}")
    return record


@pytest.mark.parametrize("factor, verdict, says", [
    (1.011, "more", "Of {n} points, {n} need at least 1 % more instructions per WR, and 0 need fewer."),
    (0.985, "fewer", "Of {n} points, 0 need at least 1 % more instructions per WR, and {n} need fewer."),
    (1.005, "same", "The instructions per WR did not change by 1 % at any point."),
])
def test_a_comparison_tells_a_change_of_instructions_on_a_noisy_machine(tmp_path, factor, verdict, says):
    old, new = counted(Record(1).noisy(0.2)), counted(Record(2).noisy(0.2), factor)
    told = Told(tmp_path, "compare", old.save(tmp_path / "old.xml"), new.save(tmp_path / "new.xml"))
    counts = told.root.findall("point/instructions")
    assert {i.get("verdict") for i in counts} == {verdict}
    sentence = says.format(n=len(counts))
    assert told.code == 0 and sentence in told.text and sentence in told.files["html"].read_text()
