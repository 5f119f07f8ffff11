# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The messages of kernels that watch themselves, and runs in which requests for memory fail."""
import pytest

from conftest import Results, guest, run

SELF = "build/self-cts"


def test_what_a_kernel_that_watches_itself_says_is_a_complaint(out):
    """Every line of complaints[] in harness/checks/self/watch.c is a complaint of the kernel, and no line of talk[]."""
    results = out / "watch"
    process = guest(SELF, "run", "-d", "rxe0", "--results", results / "results.xml", "self.watch.*", results=results)
    assert process.returncode == 1, process.stderr
    verdicts = Results(results / "results.xml").verdicts
    for kind, verdict in (("complains", "KERNEL"), ("talks", "PASS")):
        rows = {n.rpartition(".")[2]: v for n, v in verdicts.items() if n.startswith(f"self.watch.{kind}.")}
        assert rows and {n: v for n, v in rows.items() if v != verdict} == {}


def test_a_kernel_that_cannot_fail_on_request_starves_nobody(out):
    process = run("fixtures/guest/starve", "--kernel", "uml", "--fault", "failslab", "--every", "7", "--out", out / "starve",
                  "srq.limit.zero-disarms")
    assert process.returncode == 3
    assert "the run is incomplete: starve: this kernel has no failslab" in process.stdout


@pytest.mark.long
def test_a_kernel_that_watches_itself_runs_checks_of_srqs(out):
    assert run("fixtures/guest/uml", "uml-debug", timeout=7200).returncode == 0
    where = out / "debug"
    process = run("fixtures/guest/conformance", "--kernel", "uml-debug", "--out", where, "srq.*", timeout=3600)
    assert process.returncode == 0, process.stdout[-2000:]
    assert not (where / "kmemleak").exists()


@pytest.mark.long
def test_requests_for_memory_that_fail_harm_nobody(out):
    assert run("fixtures/guest/uml", "uml-debug", timeout=7200).returncode == 0
    process = run("fixtures/guest/starve", "--every", "17", "--every", "71", "--out", out / "starved", "srq.create.*",
                  "srq.resize.*", "qp.create.*", timeout=3600)
    assert process.returncode == 0, process.stdout
    assert all(line.split(": ")[1].split()[0].isdigit() for line in process.stdout.splitlines()[:4])
