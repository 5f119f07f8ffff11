# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Machines unlike this one: other architectures, and kernels with larger pages."""
import os
import re
from collections import Counter

import pytest

from conftest import ROOT, Results, run

CTS = "build/verbs-cts"
# Some hundred checks, which are built in half a minute. (Of on-demand paging qemu-user knows nothing.)
FOLDERS = ["srq", "block"]


def ran(results, *command, options=(), checks=()):
    process = run("fixtures/refhca/run", *options, "--", *command, "run", "-d", "refhca0", "--slow", "30", "--results", results, *checks)
    assert results.exists(), process.stdout + process.stderr
    return Results(results)


def differences(one, other):
    """In the verdicts, and in what the reports show of the calls that give structures. Pointers differ, and the steps of threads."""
    def told(results, name):
        calls = [re.sub(r"\(void \*\)\w+", "POINTER", call) for call in results.calls(name) if call.startswith(("ibv_create", "ibv_modify"))]
        return results.verdicts[name], calls if ".threads." not in name else []

    return {name: (told(one, name), told(other, name)) for name in one.checks if told(one, name) != told(other, name)}


# The folders whose checks place something in pages, and all checks.
IN_PAGES = ["mr.*", "dm.*", "fork.*", "pd.*", "mw.*", "qp.bits.*"]
EVERY_SIZE = [(65536, IN_PAGES), pytest.param(65536, [], marks=pytest.mark.long), pytest.param(16384, [], marks=pytest.mark.long)]


@pytest.mark.parametrize("size, checks", EVERY_SIZE)
def test_a_kernel_with_larger_pages_makes_no_difference(tmp_path, size, checks):
    """The suite and the reference HCA ask for the size of a page."""
    small = ran(tmp_path / "small.xml", CTS, checks=checks)
    big = ran(tmp_path / "big.xml", "env", f"BIGPAGES={size}", f"LD_PRELOAD={ROOT}/build/harness/preload/bigpages.so", CTS, checks=checks)
    assert set(Counter(big.verdicts.values())) == {"PASS", "SKIP"}
    # They try each bit of an address that is not within a page.
    each_bit = {f"qp.bits.of-another-bit-gives-no-access.{which}-address" for which in ("local", "remote")}
    assert differences(small, big).keys() == each_bit


def cross(arch, *arguments):
    """Builds for another architecture, with every warning an error, as far as a test needs it."""
    build = f"build/{arch}-test"
    made = run("ci/cross", arch, f"B={build}", "CFLAGS=-O0", "WERROR=-Werror", *arguments, f"{build}/verbs-cts",
               f"{build}/refhca/libibverbs.so.1", env={**os.environ, "MAKEFLAGS": ""}, timeout=1800)
    assert made.returncode == 0, made.stdout + made.stderr
    root = run("ci/cross", "--root", arch).stdout.strip()
    assert root, arch
    return build, root


def emulated(results, arch, build, root, *checks):
    cpu = {"arm64": "aarch64", "ppc64el": "ppc64le"}.get(arch, arch)
    command = ["env", f"QEMU_LD_PREFIX={root}", f"qemu-{cpu}", f"{build}/verbs-cts"]
    return ran(results, *command, options=["--build", build], checks=checks)


# The reference HCA reads and writes the memory of another process with process_vm_readv, which qemu-user lacks.
BETWEEN_PROCESSES = re.compile("[.]another-process-receives$|[.]a-region-is-used-by-another-process[.]")


def must_be_as_here(tmp_path, there, checks):
    here = ran(tmp_path / "here.xml", CTS, checks=checks)
    red = {name for name, verdict in there.verdicts.items() if verdict not in ("PASS", "SKIP")}
    assert {name for name in red if not BETWEEN_PROCESSES.search(name)} == set()
    assert differences(there, here).keys() == red
    return len(there.checks)


@pytest.mark.skipif(os.geteuid() != 0, reason="a root of another architecture is made by root only")
def test_arm64_makes_no_difference_on_the_reference_hca(tmp_path):
    sources = [str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / "suites" / folder).glob("*.c")]
    sources.append("suites/qp/failing.c")  # which they call
    build, root = cross("arm64", f"SUITE_C={' '.join(sources)}")
    checks = [f"{folder}.*" for folder in FOLDERS]
    there = emulated(tmp_path / "there.xml", "arm64", build, root, *checks)
    assert must_be_as_here(tmp_path, there, checks) > 100


# Most of the time is that of the build.
@pytest.mark.long
def test_a_big_endian_machine_makes_no_difference_on_the_reference_hca(tmp_path):
    build, root = cross("s390x")
    checks = ["srq.*", "xrc.*", "qp.*", "ah.*", "cq.*", "event.*", "flow.*"]
    there = emulated(tmp_path / "there.xml", "s390x", build, root, *checks)
    assert must_be_as_here(tmp_path, there, checks) > 1000


@pytest.mark.parametrize("variables, says", [
    ({"ARCH": "sparc64"}, "no guest has the architecture sparc64; it must be amd64, arm64 or s390x"),
    ({"ARCH": "arm64", "KERNEL": "uml"}, "a guest of arm64 has a stock kernel with its own rxe, or of arm64 a synthetic HCA"),
    ({"ARCH": "s390x", "DEVICE": "mlx5"}, "a guest of s390x has a stock kernel with its own rxe, or of arm64 a synthetic HCA"),
    ({"ARCH": "arm64", "TARGET": "refhca"}, "ARCH is for guests, and not for TARGET=refhca"),
])
def test_what_no_guest_can_be_is_said_in_one_line(variables, says):
    process = run("ci/conformance", env={**os.environ, **variables})
    [line] = process.stderr.splitlines()
    assert process.returncode == 2 and says in line and process.stdout == ""


@pytest.mark.parametrize("command", [["ci/deb", "0.1.0", "build/none.tar.gz", "build/deb-vax", "vax"], ["ci/cross", "vax", "all"],
                                     ["ci/cross", "--root", "vax"]])
def test_an_architecture_that_nothing_is_built_for_is_said_in_one_line(command):
    process = run(*command)
    [line] = process.stderr.splitlines()
    assert process.returncode == 2 and process.stdout == "" and not (ROOT / "build/deb-vax").exists()
    assert line == "ci/cross: nothing is built here for the architecture 'vax'; use one of: arm64 ppc64el riscv64 s390x"


# QEMU emulates the processor: a guest needs a minute until its first check.
@pytest.mark.long
def test_a_guest_of_arm64_has_its_known_deviations_and_no_other(tmp_path):
    process = run("ci/conformance", "srq.*", "mr.address.*", timeout=3600, env={**os.environ, "ARCH": "arm64", "VCT_OUT": str(tmp_path)})
    assert process.returncode == 0, process.stdout + process.stderr
    results = Results(tmp_path / "results.xml")
    assert "aarch64" in "".join(results.root.itertext()) or "arm64" in "".join(results.root.itertext())
    assert results.verdicts["srq.limit.zero-disarms"] == "PASS" and "WAIVED" in results.verdicts.values()
