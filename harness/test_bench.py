# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
verbs-cts bench srq-post: it measures every point, reports what it measured and on which machine, and
keeps the measurements of a run that ends early. No test asserts how fast anything is.
"""

import signal
import statistics
import subprocess

import pytest
from lxml import etree

from conftest import PATIENCE, ROOT, guest, run

SCHEMA = etree.RelaxNG(etree.parse(ROOT / "reports/bench.rng"))
# test_duel.py counts instructions.
QUICK = ["--quick", "--repetitions", "3", "--no-instructions"]


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

    def samples(self, name):
        return self.points[name].findall("sample")


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
    assert record.root.get("complete") == "true"
    assert set(record.verdicts().values()) <= {"measured", "noisy", "skipped"}
    assert {p.get("plot") for p in record.points.values()} == {
        "post.list", "post.queue", "post.threads", "traffic.qps", "traffic.size"}
    for name, point in record.points.items():
        if point.get("verdict") == "skipped":
            assert record.reason(name)
            assert name.startswith(("post.threads.", "post.queue.")), name
        else:
            assert [s.get("n") for s in record.samples(name)] == ["1", "2", "3"]


def test_intervals_and_distributions_are_ordered(everything):
    _, record = everything
    for interval in record.root.xpath("//*[@median]"):
        low, median, high = (float(interval.get(k)) for k in ("low", "median", "high"))
        assert 0 < low <= median <= high
    kinds = set()
    for latency in record.root.iter("latency"):
        kinds.add(latency.get("of"))
        percentiles = [float(latency.get(k)) for k in ("min", "p50", "p90", "p99", "p999", "max")]
        assert percentiles == sorted(percentiles)
        bins = [(float(b.get("from")), float(b.get("to")), int(b.get("count"))) for b in latency]
        assert sum(count for _, _, count in bins) == int(latency.get("count"))
        assert all(a[1] <= b[0] for a, b in zip(bins, bins[1:]))
        assert bins[0][0] <= percentiles[0] + 0.001 and percentiles[-1] < bins[-1][1]
    assert kinds == {"call", "limit-event", "lone-limit-event", "lone-message"}


def test_medians_are_of_all_samples(everything):
    _, record = everything
    for name, point in record.points.items():
        samples = record.samples(name)
        if samples:
            ratios = [float(s.get("floor")) / float(s.get("rate")) for s in samples]
            rates = [float(s.get("rate")) for s in samples]
            assert float(point.find("rate").get("median")) == pytest.approx(statistics.median(rates), rel=1e-3)
            assert float(point.find("ratio").get("median")) == pytest.approx(statistics.median(ratios), rel=1e-2)


def test_the_record_names_the_device_and_the_machine_and_its_noise(everything):
    _, record = everything
    assert record.root.find("device").get("driver") == "refhca"
    assert int(record.root.find("machine").get("cpus")) > 0
    assert float(record.root.find("machine").get("clock-cost")) > 0
    assert record.root.find("noise").get("verdict") in ("quiet", "noisy")
    assert float(record.root.find("harness/ratio").get("median")) > 0


def test_traffic_consumes_receives_and_the_limit_event_refills_the_srq(everything):
    """On a busy machine the time of a quick repetition may pass before the limit of one point is reached."""
    _, record = everything
    events = {"limit": 0, "other": 0}
    for name, point in record.points.items():
        if name.startswith("traffic."):
            traffic = point.find("traffic")
            assert int(traffic.get("received")) > 0
            refill = "limit" if point.find("parameters").get("refill") == "limit" else "other"
            events[refill] += int(traffic.get("events"))
    assert events["limit"] > 0 and events["other"] == 0


def test_the_order_is_random_and_a_seed_repeats_it(out):
    def order(seed):
        _, record = bench(out, *QUICK, "--seed", seed, "post.list.sge1.*")
        return [s.get("at") for name in record.points for s in record.samples(name)]

    assert order(1) == order(1) != order(2)


def test_a_pattern_selects_points_and_the_tables_show_them(out):
    process, record = bench(out, *QUICK, "post.list.sge1.1", "post.queue.*.256")
    assert list(record.points) == ["post.list.sge1.1", "post.queue.list32.256"]
    assert "Posting by list length" in process.stdout and "Posting by queue size" in process.stdout
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
    (["--repetitions", "2"], "--repetitions takes a number from 3"),
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
    ("crash", "its process was ended by signal 6"),
])
def test_a_point_that_fails_does_not_prevent_the_others(out, trouble, words):
    process, record = troubled(out, trouble)
    assert process.returncode == 1
    assert record.root.get("complete") == "true"
    assert words in record.reason(LISTS[1])
    assert record.points[LISTS[1]].get("verdict") == "failed"
    assert len(record.samples(LISTS[0])) == 3


def test_if_the_device_hangs_the_run_ends_and_keeps_the_measurements(out):
    process, record = troubled(out, "hang", "--deadline", "3")
    words = f"refhca0 did not answer for 3 s while measuring {LISTS[1]}"
    assert process.returncode == 3 and words in process.stderr
    assert record.root.get("complete") == "false" and words in record.root.findtext("reason")
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
    assert record.root.get("complete") == "false"
    assert len(record.samples("post.list.sge1.1")) >= 3
    assert record.points["post.list.sge1.1"].get("verdict") in ("measured", "noisy")


def test_the_sanitized_benchmark_runs_without_an_error(out):
    process, record = bench(out, *QUICK, "--deadline", "60", "*.4", "*.2", build="build/sanitized",
                            program="build/sanitized/verbs-cts")
    assert process.returncode == 0, process.stdout + process.stderr
    assert not {"failed", "notrun"} & set(record.verdicts().values())


# On rxe


def test_on_rxe_the_kernel_counts_messages_that_found_no_receive(out):
    where = out / "uml"
    process = guest("build/verbs-cts", "bench", "srq-post", "-d", "rxe0", *QUICK, "--out", where / "bench.xml",
                    "post.list.sge1.1", "traffic.qps.*.1", results=where)
    assert process.returncode == 0, process.stdout + process.stderr
    record = Bench(where / "bench.xml")
    assert record.verdicts()["traffic.qps.xrc-count.1"] == "skipped"
    assert record.points["traffic.qps.rc-count.1"].find("traffic").get("rnr-source") == "sysfs send_rnr_err"
    # About 5 times the floor; a ring whose pages are used for the first time would take a hundred times as long.
    assert float(record.points["post.list.sge1.1"].find("ratio").get("low")) < 100
