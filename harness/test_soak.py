# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""fixtures/soak: a short soak is green, and one whose verdicts change or whose figures grow is red."""
import csv

import pytest

from commands import program, run
from documents import ROOT


@pytest.fixture(scope="module")
def soak():
    return program("fixtures/soak")


def short(target, out, *options):
    process = run("fixtures/soak", "--target", target, "--out", out, *options, "srq.modify.*")
    with open(out / "soak.csv", newline="") as f:
        return process, list(csv.DictReader(f))


def test_a_short_soak_is_green(tmp_path):
    process, rows = short("refhca", tmp_path, "--for", 10, "--every", 0.05)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "GREW" not in process.stdout
    assert all(row[name] for row in rows for name in ("rss_kb", "descriptors", "processes", "hca_kb"))


def test_a_soak_in_a_guest_that_has_too_few_samples_is_incomplete(tmp_path):
    process, rows = short("guest", tmp_path, "--for", 10, "--every", 1)
    assert process.returncode == 3, process.stdout + process.stderr
    assert "samples are too few to see growth" in process.stdout and not process.stderr
    assert all(row[name] for row in rows for name in ("rss_kb", "slab_kb", "rdma_pd", "rdma_srq"))


@pytest.mark.parametrize("script, code, says", [
    ("exit 3", 3, "ended before its time, with exit code 3"),
    ("exit 1", 1, "ended before its time, with exit code 1"),
    ("trap 'echo verbs-cts: incomplete: the run was ended by Interrupt; exit 3' INT; while :; do sleep 0.1; done", 0, ""),
    ("trap 'echo verbs-cts: incomplete: rxe0 raised IBV_EVENT_DEVICE_FATAL; exit 3' INT; while :; do sleep 0.1; done", 3, "says why"),
    ("trap '' INT; while :; do sleep 0.1; done", 3, "it was killed"),
])
def test_a_run_that_the_soak_does_not_end_itself_is_not_green(soak, tmp_path, monkeypatch, capsys, script, code, says):
    monkeypatch.setattr(soak, "END", 3)
    assert soak.watch(tmp_path, 0.3, 0.1, ["bash", "-c", script]) == code
    assert says in capsys.readouterr().err


def samples(soak, **of):
    return [{name: str(of[name](n)) if name in of else "" for name in soak.ALLOWED} for n in range(100)]


def test_what_grows_is_found(soak, capsys):
    assert soak.growth(samples(soak, rss_kb=lambda n: 9000 + 20 * n, descriptors=lambda n: 5 + n % 2)) == (["rss_kb"], [])
    assert "GREW" in capsys.readouterr().out


def test_a_figure_that_disappears_is_not_green(soak, capsys):
    rows = samples(soak, rss_kb=lambda n: 9000, rdma_qp=lambda n: 1 if n < 60 else "")
    assert soak.growth(rows) == ([], ["rdma_qp"])
    assert "missing in 40 of 100 samples" in capsys.readouterr().out


def test_a_verdict_that_changes_is_found(soak):
    assert soak.unstable(ROOT / "harness/golden/flaky.xml")
    assert not soak.unstable(ROOT / "harness/golden/all-green.xml")
