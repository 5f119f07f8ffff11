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


def test_a_kernel_that_cannot_fail_on_request_is_told_when_the_request_is_chosen(out):
    process = run("fixtures/guest/starve", "--nth", "--kernel", "uml", "--out", out / "nth", "starve.create.harms-nothing.pd")
    assert process.returncode == 3
    assert "nth: the run is incomplete: starve: this kernel has no failslab" in process.stdout


def test_a_run_that_ends_without_a_journal_ends_what_waits_for_it(tmp_path):
    """In a guest that only looks as if requests for memory could fail."""
    process = guest("sh", "-c", f"""
        mount -t tmpfs debug /sys/kernel && mkdir -p /sys/kernel/debug/failslab || exit 99
        export VCT_STARVE='failslab 7' VCT_STARVED={tmp_path}/ends
        printf '#!/bin/sh\nsleep 0.2; exit 3\n' >$VCT_STARVED; chmod +x $VCT_STARVED
        fixtures/guest/starve run --results {tmp_path}/results.xml""", options=["--device", "none"], deadline=20, results=tmp_path)
    assert process.returncode == 3, process.stderr


# What fixtures/guest/uml-debug does wrong on purpose, and what the kernel says of it. lockdep stops at its first report
# and at the first one of KASAN, so that its mistakes come first.
MISTAKES = {
    "rcu-without-lock": "WARNING: suspicious RCU usage",
    "lock-order": "WARNING: possible circular locking dependency detected",
    "use-after-free": "BUG: KASAN: slab-use-after-free in use_after_free",
    "out-of-bounds": "BUG: KASAN: slab-out-of-bounds in out_of_bounds",
    "vmalloc-out-of-bounds": "BUG: KASAN: vmalloc-out-of-bounds in vmalloc_out_of_bounds",
    "page-after-free": "pagealloc: ",
    "sleep-in-atomic-context": "BUG: sleeping function called from invalid context",
    "list-add-twice": "list_add double add",
    "reference-to-nothing": "refcount_t: addition on 0; use-after-free",
    "free-armed-timer": "ODEBUG: free active",
    "shift-too-far": "UBSAN: shift-out-of-bounds",
}


@pytest.mark.long
def test_a_kernel_that_watches_itself_sees_what_is_wrong(out):
    assert run("fixtures/guest/uml", "uml-debug", timeout=7200).returncode == 0
    results = out / "wrong"
    process = guest("sh", "-c", f"""for mistake in {' '.join(MISTAKES)}; do
        dmesg -C && echo $mistake >/sys/kernel/debug/verbs-cts-wrong && dmesg >{results}/$mistake || exit
        done""", kernel="uml-debug", results=results, options=["--device", "none"])
    assert process.returncode == 0, process.stderr
    assert {m: says for m, says in MISTAKES.items() if says not in (results / m).read_text()} == {}


@pytest.mark.long
def test_memory_that_the_kernel_loses_is_seen(out):
    assert run("fixtures/guest/uml", "uml-debug", timeout=7200).returncode == 0
    where = out / "leaks"
    guest("build/self-cts", "run", "-d", "rxe0", "--slow", 4, "--results", where / "results.xml",
          "attack.kept.makes-the-kernel-leak", "attack.kept.z-leaves-none", kernel="uml-debug", results=where)
    results = Results(where / "results.xml")
    assert results.verdicts == {"attack.kept.makes-the-kernel-leak": "KERNEL", "attack.kept.z-leaves-none": "PASS"}
    assert " leak+0x" in results.text("attack.kept.makes-the-kernel-leak", "kernel")


@pytest.mark.long
def test_a_kernel_that_watches_itself_runs_checks_of_srqs(out):
    assert run("fixtures/guest/uml", "uml-debug", timeout=7200).returncode == 0
    where = out / "debug"
    process = run("fixtures/guest/conformance", "--kernel", "uml-debug", "--out", where, "srq.*", timeout=3600)
    assert process.returncode == 0, process.stdout[-2000:]


@pytest.mark.long
def test_requests_for_memory_that_fail_harm_nobody(out):
    assert run("fixtures/guest/uml", "uml-debug", timeout=7200).returncode == 0
    process = run("fixtures/guest/starve", "--every", "17", "--every", "71", "--out", out / "starved", "srq.create.*",
                  "srq.resize.*", "qp.create.*", timeout=3600)
    assert process.returncode == 0, process.stdout
    assert all(line.split(": ")[1].split()[0].isdigit() for line in process.stdout.splitlines()[:4])


@pytest.mark.long
def test_each_request_for_memory_may_fail(out):
    assert run("fixtures/guest/uml", "uml-debug", timeout=7200).returncode == 0
    process = run("fixtures/guest/starve", "--nth", "--out", out / "chosen", timeout=3600)
    assert process.returncode == 0, process.stdout
    verdicts = Results(out / "chosen/nth/results.xml").verdicts
    assert verdicts["starve.create.harms-nothing.rc-qp"] == verdicts["starve.message.harms-nothing.read"] == "PASS"


@pytest.mark.long
def test_a_kernel_of_two_cpus_keeps_the_promises_of_busy_qps(out):
    assert run("fixtures/guest/uml", "uml-smp", timeout=7200).returncode == 0
    process = run("fixtures/guest/conformance", "--kernel", "uml-smp", "--out", out / "smp", "qp.busy.*", timeout=3600)
    assert process.returncode == 0, process.stdout
    assert set(Results(out / "smp/results.xml").verdicts.values()) == {"PASS"}
    assert "2 CPUs" in (out / "smp/console-1.log").read_text()
