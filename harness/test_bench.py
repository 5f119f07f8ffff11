# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
verbs-cts bench srq-post: it measures every point, reports what it measured and on which machine, and
keeps the measurements of a run that ends early. No test asserts how fast anything is.
"""

import signal
import subprocess

import pytest
from lxml import etree

from conftest import PATIENCE, ROOT, guest, run

SCHEMA = etree.RelaxNG(etree.parse(ROOT / "reports/bench.rng"))
# test_duel.py counts instructions.
QUICK = ["--quick", "--repetitions", "7", "--no-instructions"]


class Bench:
    """A bench.xml, which must be valid; its points by name."""

    def __init__(self, path):
        document = etree.parse(str(path))
        SCHEMA.assertValid(document)
        self.root = document.getroot()
        self.points = {p.get("name"): p for p in self.root.findall("point")}

    def verdicts(self):
        return {name: p.get("verdict") for name, p in self.points.items()}

    def reason(self, name):
        return self.points[name].findtext("reason")

    def pairs(self, name):
        return self.points[name].findall("pair")


def bench(out, *arguments, build="build", program="build/verbs-cts", prefix=()):
    """Runs the benchmark on the reference HCA; returns the process and its bench.xml."""
    path = out / "bench.xml"
    process = run("fixtures/refhca/run", "--build", build, "--", *prefix, program, "bench", "srq-post",
                  "-d", "refhca0", "--out", path, *arguments)
    return process, Bench(path) if path.exists() else None


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """All points, on a device with all capabilities."""
    return bench(tmp_path_factory.mktemp("everything"), *QUICK)


def test_all_points_are_measured(everything):
    process, record = everything
    assert process.returncode == 0, process.stdout + process.stderr
    assert record.root.get("verdict") == "measured"
    assert set(record.verdicts().values()) <= {"measured", "skipped"}
    assert {".".join(name.split(".")[:2]) for name in record.points} == {
        "post.list", "post.queue", "post.threads"}
    for name, point in record.points.items():
        if point.get("verdict") == "skipped":
            assert record.reason(name)
            assert name.startswith(("post.threads.", "post.queue.")), name
        else:
            assert len(record.pairs(name)) == 7


def test_intervals_are_ordered_and_their_medians_are_of_all_repetitions(everything):
    _, record = everything
    for interval in record.root.xpath("//*[@median]"):
        low, median, high = (float(interval.get(k)) for k in ("low", "median", "high"))
        assert 0 < low <= median <= high
    for name in record.points:
        for pair in record.pairs(name):
            assert float(pair.get("ratio")) > 0
        if record.pairs(name):
            ratios = sorted(float(p.get("ratio")) for p in record.pairs(name))
            assert ratios[0] <= float(record.points[name].find("time").get("median")) <= ratios[-1]


def test_the_record_names_the_device_and_the_machine_and_what_measuring_costs(everything):
    _, record = everything
    assert record.root.find("side/device").get("driver") == "refhca"
    assert int(record.root.find("machine").get("cpus")) > 0
    assert record.root.find("harness").get("verdict") in ("met", "missed", "unclear")


def test_a_point_has_its_parameters_in_words(everything):
    _, record = everything
    assert record.points["post.list.sge2.8"].get("what") == "8 WRs per call, 2 SGEs, 1 thread, one SRQ of 4096 WRs"
    assert record.points["post.threads.own-list1.1"].get("what") == "1 WR per call, 1 SGE, 1 thread, an SRQ each of 4096 WRs"


def test_a_pattern_selects_points_and_the_tables_show_them(out):
    process, record = bench(out, *QUICK, "post.list.sge1.1", "post.queue.*.256")
    assert list(record.points) == ["post.list.sge1.1", "post.queue.list32.256"]
    assert "\npost.list.sge1.1 " in process.stdout and "\npost.queue.list32.256 " in process.stdout
    assert "\r" not in process.stdout  # that is for terminals only


def test_the_page_and_junit_are_written(out):
    process, _ = bench(out, *QUICK, "--html", out / "b.html", "--junit", out / "b.xml", "post.list.sge1.*")
    assert process.returncode == 0, process.stderr
    assert "<svg" in (out / "b.html").read_text()
    etree.RelaxNG(etree.parse(ROOT / "reports/junit.rng")).assertValid(etree.parse(str(out / "b.xml")))


@pytest.mark.parametrize("arguments, words", [
    (["post.nothing.*"], "no point matches 'post.nothing.*'"),
    (["--pin", "0-"], "it is not a list of CPUs, as in 0,2-3"),
    (["--pin", "1023"], "a CPU that does not exist"),
    (["--repetitions", "2"], "--repetitions takes a number from 7"),
    (["--out", "/nowhere/bench.xml"], "/nowhere/bench.xml: No such file"),
])
def test_bad_usage_is_exit_code_2_and_the_error_says_what_is_wrong(arguments, words):
    process = run("fixtures/refhca/run", "build/verbs-cts", "bench", "srq-post", *arguments)
    assert process.returncode == 2 and words in process.stderr


def test_threads_are_pinned(out):
    process, record = bench(out, *QUICK, "--pin", "0", "post.threads.own-list1.*")
    assert process.returncode == 0, process.stderr
    assert record.root.find("machine").get("pinned") == "0"
    assert "2 threads need as many CPUs; there are 1" in record.reason("post.threads.own-list1.2")


def test_on_a_device_without_srqs_all_points_are_skipped(out):
    run("fixtures/refhca/run", "--config", "max_srq=0", "build/verbs-cts", "bench", "srq-post", *QUICK,
        "--out", out / "none.xml")
    record = Bench(out / "none.xml")
    assert set(record.verdicts().values()) == {"skipped"}
    assert "no SRQ" in record.reason("post.list.sge1.1")


# Runs that fail or end early

LISTS = ["post.list.sge1.4", "post.list.sge1.8"]


def troubled(out, trouble, *arguments):
    """Runs on a device that refuses, crashes or hangs when a list of 8 WRs is posted."""
    return bench(out, *QUICK, *arguments, *LISTS,
                 prefix=["env", "LD_PRELOAD=build/harness/preload/troubled.so", f"TROUBLE={trouble} 8"])


@pytest.mark.parametrize("trouble, words", [
    ("refuse", "ibv_post_srq_recv returned Cannot allocate memory although there was room"),
    ("crash", "it was ended by signal 6"),
])
def test_a_point_that_fails_does_not_prevent_the_others(out, trouble, words):
    process, record = troubled(out, trouble)
    assert process.returncode == 1 and record.root.get("verdict") == "failed"
    assert words in record.reason(LISTS[1])
    assert record.points[LISTS[1]].get("verdict") == "failed"
    assert len(record.pairs(LISTS[0])) == 7


def test_if_the_device_hangs_the_run_ends_and_keeps_the_measurements(out):
    process, record = troubled(out, "hang", "--deadline", "3")
    words = f"refhca0: it did not answer within 3 s, while it measured {LISTS[1]}"
    assert process.returncode == 3 and words in process.stderr
    assert record.root.get("verdict") == "incomplete" and words in record.root.findtext("reason")
    assert record.points[LISTS[1]].get("verdict") == "notrun"


def test_a_signal_ends_the_run_and_the_measurements_are_kept(out):
    path = out / "interrupted.xml"
    command = ["fixtures/refhca/run", "build/verbs-cts", "bench", "srq-post", "--quick", "--repetitions",
               "1000", "--out", path, "post.list.sge1.1"]
    with subprocess.Popen([str(c) for c in command], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        while not process.stdout.readline().startswith("repetition 3 of 1000"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    record = Bench(path)
    assert process.returncode == 3 and "a signal ended the benchmark (Interrupt)" in errors
    assert record.root.get("verdict") == "incomplete"
    assert len(record.pairs("post.list.sge1.1")) >= 3


def test_the_sanitized_benchmark_runs_without_an_error(out):
    process, record = bench(out, *QUICK, "--deadline", "60", "*.4", "*.2", build="build/sanitized",
                            program="build/sanitized/verbs-cts")
    assert process.returncode == 0, process.stdout + process.stderr
    assert not {"failed", "notrun"} & set(record.verdicts().values())


# On rxe


def test_on_rxe_a_new_ring_is_warm(out):
    where = out / "uml"
    process = guest("build/verbs-cts", "bench", "srq-post", "-d", "rxe0", *QUICK, "--out", where / "bench.xml",
                    "post.list.sge1.1", results=where)
    assert process.returncode == 0, process.stdout + process.stderr
    record = Bench(where / "bench.xml")
    # About 5 times the floor; a ring whose pages are used for the first time would take a hundred times as long.
    assert float(record.points["post.list.sge1.1"].find("time").get("low")) < 100
