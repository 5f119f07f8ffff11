# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""make conformance: every check on rxe, on stock kernels in QEMU and in User-Mode Linux."""

import os
import re
import warnings
from fnmatch import fnmatch

import pytest
from lxml import etree

from conftest import ROOT, Results, guest, run

# Runs of all checks: the kernel, the build of the program, and arguments of fixtures/guest/conformance.
RUNS = {
    "stock": ("", "build", []),
    "uml-shuffled": ("uml", "build", ["--guests", "2", "--", "--shuffle=11"]),
    "stock-sanitized": ("", "build/sanitized", []),
    "6.1.0-50": ("6.1.0-50-amd64", "build", []),
    "6.12": ("6.12", "build", []),
}
LONG = {
    # ASan doubles the time of the emulated run. The sanitized suite runs on the reference HCA, and some checks in QEMU.
    "stock-sanitized": pytest.mark.long,
    # Other kernels are downloaded, and run the same code of the suite and of the harness.
    "6.1.0-50": pytest.mark.long,
    "6.12": pytest.mark.long,
}


def run_in(where, kernel, build, arguments):
    program = ROOT / build / "verbs-cts"
    if "sanitized" in build:
        # A segmentation fault that a waiver lists must be the signal, not an exit status of ASan. A guest gets no
        # ASAN_OPTIONS of this environment.
        where.mkdir()
        wrapper = where / "sanitized-verbs-cts"
        wrapper.write_text(f'#!/bin/sh\nASAN_OPTIONS=handle_segv=0 exec {program} "$@"\n')
        wrapper.chmod(0o755)
        program = wrapper
    process = run("fixtures/guest/conformance", *(["--kernel", kernel] if kernel else []), "--out", where, *arguments,
                  timeout=1800, env={**os.environ, "VCT_PROGRAM": str(program)})
    return process, Results(where / "results.xml"), where


@pytest.fixture(scope="module", params=[pytest.param(name, marks=LONG.get(name, ())) for name in RUNS])
def conformance(request, out):
    return run_in(out / f"conformance-{request.param}", *RUNS[request.param])


def test_rxe_conforms_except_for_waived_deviations(conformance):
    """In the order of the checks, and in another one: no check depends on what another left behind.

    A driver has races that no waiver knows yet. A check that is red is run again, alone in a new guest: the suite is
    wrong if it is red once more."""
    process, results, where = conformance
    red = results.red()
    if red:
        kernel, build, _ = RUNS[where.name.removeprefix("conformance-")]
        warnings.warn(f"red once: {({n: results.text(n, 'seen') or results.text(n, 'kernel') for n in red})}")
        process, again, _ = run_in(where.parent / f"{where.name}-again", kernel, build, ["--guests", "1", "--", "--repeat=3", *red])
        assert again.red() == {}, process.stderr
    assert process.returncode == 0, process.stderr
    assert results.root.get("complete") == "true"


def test_no_check_lacks_a_fault_injector(conformance):
    _, results, _ = conformance
    # the speed of a port is changed on the reference HCA only
    lacking = [name for name in results.checks if "fault injector" in (results.text(name, "reason") or "")
               and name != "device.speed.change-raises-an-event"]
    assert lacking == []


def test_every_check_has_a_verdict(conformance):
    listed = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
    assert set(conformance[1].checks) == {c.get("name") for c in listed.findall("check")}


# What a check finds that cannot ask a device what it claims, and whether the page lets it be so on rxe.
FOUND = {
    "ah.create.no-index-outside-the-table-is-taken": "the port has a GID for each value of sgid_index",
    "ah.grh.service-level-is-that-of-the-address": "Ethernet has no service levels",
    "cq.*": "the device makes no such CQ",
    "device.errno.a-call-that-fails-sets-it.cq-ex-of-no-domain": "the device does what this check asks for",
    "device.port.lids-are-unicast": "only ports of InfiniBand have LIDs",
    "event.migrated.*": "the QP is not moved to its alternate path",
    "mr.dmabuf.*": "this machine makes no dma-buf",
    "qp.ece.*": "the device has no ECE",
    "qp.failure.sqe-receives-as-before.*": "does not enter SQE",
    "qp.flush.*": "the device makes no QP with this operation",
    "qp.flush.makes-writes-visible.*-persistent": "the memory is not persistent",
    "qp.flush.needs-its-right.global-with-the-other-right": "the memory is not persistent",
    "qp.mcast.own-messages-are-blocked": "the device makes no QP with IBV_QP_CREATE_BLOCK_SELF_MCAST_LB",
    "qp.pairs.of-zero-based-regions.*": "the device refuses zero-based regions",
    "qp.width.keeps-every-bit-of-a-gid": "on Ethernet a GID must be one that the kernel can reach",
    "qp.wr-window.*": "the device makes no QP with these operations",
    "starve.*": "requests for memory do not fail here on request",
}


def test_a_skip_names_what_the_device_does_not_claim(conformance):
    results = conformance[1]
    for name, verdict in results.verdicts.items():
        if verdict == "SKIP":
            reason = results.text(name, "reason")
            assert any(word in reason for word in ("claim", "does not support", "fault", "libibverbs-xrc", "it is there since rdma-core")) or any(
                fnmatch(name, pattern) and found in reason for pattern, found in FOUND.items()), (name, reason)


# Functions of libibverbs that ask no device.
LIBRARY = ("event.opcode.", "event.strings.", "device.list.", "device.rates.", "mw.key.")


def test_a_check_that_passes_called_a_verb_or_was_judged_by_the_compiler(conformance):
    results = conformance[1]
    for name, verdict in results.verdicts.items():
        if verdict == "PASS" and not name.startswith((*LIBRARY, "model.random.")):
            assert results.calls(name) or "the compiler" in results.text(name, "note"), name


def test_random_use_says_how_much_it_tried(conformance):
    assert re.search(r"[1-9]\d* steps did something, with [1-9]\d* judgements", conformance[1].text("model.random.use", "note"))


def test_a_waived_check_has_its_evidence(conformance):
    results = conformance[1]
    for name, verdict in results.verdicts.items():
        if verdict == "WAIVED":
            waiver = results.checks[name].find("waiver")
            assert waiver.get("url")
            blocked = results.checks[name].get("blocked-by")
            seen = "reason" if blocked or waiver.get("verdict") in ("CRASH", "TIMEOUT") else "seen"
            assert results.text(name, seen) or results.text(name, "kernel")


def test_the_folder_of_a_run_has_junit_html_and_the_consoles(conformance):
    where = conformance[2]
    junit = etree.parse(str(where / "junit.xml"))
    etree.RelaxNG(etree.parse(ROOT / "reports/junit.rng")).assertValid(junit)
    assert "rxe0" in (where / "report.html").read_text()
    consoles = sorted(where.rglob("console-1.log"))
    assert consoles and all("rxe0" in c.read_text(errors="replace") for c in consoles)


def test_the_sanitized_program_runs_on_the_stock_kernel(out):
    process, results, _ = run_in(out / "sanitized", "", "build/sanitized", ["srq.limit.*", "qp.size.what-cannot-be*"])
    assert (process.returncode, set(results.verdicts.values())) == (0, {"PASS", "WAIVED"}), process.stderr


def test_make_conformance_runs_on_a_device_of_the_machine(out):
    where = out / "host"
    process = guest("make", "--no-print-directory", "-s", "conformance", "TARGET=host", "DEV=rxe0",
                    "CHECKS=srq.limit.*", results=where, env={**os.environ, "VCT_OUT": str(where)})
    assert process.returncode == 0, process.stderr
    assert set(Results(where / "results.xml").verdicts.values()) == {"PASS"}
    assert (where / "junit.xml").exists() and (where / "report.html").exists()


@pytest.mark.parametrize("command, code", [(["ci/conformance"], 1), (["make", "-s", "conformance"], 2)])
def test_the_last_lines_are_the_exit_code_and_the_page(tmp_path, command, code):
    """A device with a new deviation; make knows only one exit code of a command that fails."""
    checks = "--mutant=keeps_firing srq.limit.*"
    given = checks.split() if code == 1 else [f"CHECKS={checks}"]
    process = run(*command, *given, env={**os.environ, "TARGET": "refhca", "VCT_OUT": str(tmp_path / "out")})
    assert process.returncode == code, process.stderr
    assert process.stdout.splitlines()[-2:] == ["exit code 1: a deviation is new: the device does not conform",
                                                str(tmp_path / "out/report.html")]


def test_make_conformance_without_a_device_says_how_to_name_one():
    process = run("make", "-s", "conformance", "TARGET=host")
    assert process.returncode != 0
    assert "DEV=mlx5_0" in process.stderr
