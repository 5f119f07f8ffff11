# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The kernels that have the patches with which rxe knows XRC; test_patches.py looks at the patches."""
import pytest

from conftest import run
from documents import ROOT


def patches_of(series):
    said = run("bash", "-c", f"here={ROOT}/fixtures/guest; . $here/sources.sh; patches_of_xrc {series}")
    return said.stdout.split()


def test_kernels_before_6_15_have_some_patches_of_their_own():
    assert [p.rpartition("/")[2] for p in patches_of("6.12")] == [p.rpartition("/")[2] for p in patches_of("7.3")]
    assert [p for p in patches_of("6.12") if "before-6.15" in p] and not [p for p in patches_of("6.15") if "before-6.15" in p]


@pytest.mark.parametrize("kernel, announced", [("uml", False), ("uml-xrc", True)])
def test_only_a_kernel_with_the_patches_announces_xrc(kernel, announced):
    process = run("fixtures/guest/run", "--kernel", kernel, "--", "ibv_devinfo", "-v", "-d", "rxe0")
    assert ("\tXRC\n" in process.stdout) == announced


def test_xsrq_pingpong_runs_between_two_processes():
    pingpong = "ibv_xsrq_pingpong -d rxe0 -g 1 -n 20"
    process = run("fixtures/guest/run", "--kernel", "uml-xrc", "--", "sh", "-c",
                  f"{pingpong} -c 1 & until {pingpong} 127.0.0.1; do kill -0 $! || exit 1; done; wait $!")
    assert process.returncode == 0, process.stdout + process.stderr
    assert process.stdout.splitlines().count("success") == 2


@pytest.mark.parametrize("kernel, rxe, has", [
    ("uml", "xrc", "uml-xrc xrc"), ("uml-6.12", "xrc", "uml-xrc-6.12 xrc"), ("uml-debug", "xrc", "uml-xrc-debug xrc"), ("uml-xrc-gcov", "xrc", "uml-xrc-gcov xrc"),
    ("uml-xrc", "stock", "uml-xrc xrc"), ("uml", "stock", "uml"), ("6.12", "xrc", "6.12 xrc"), ("6.12", "stock", "6.12"),
])
def test_rxe_chooses_the_kernel_or_its_module(kernel, rxe, has):
    script = f"here=fixtures/guest; . $here/common.sh; with_rxe {kernel} {rxe}; ! knows_xrc {kernel} {rxe} || echo xrc"
    assert run("bash", "-c", script).stdout.split() == has.split()


def test_an_older_kernel_than_6_12_is_refused(out):
    (out / "lib/modules/6.1.0-1-amd64").mkdir(parents=True)
    process = run("fixtures/guest/xrc", out)
    assert process.returncode == 126
    assert "are for Linux 6.12 and later, not 6.1.0-1-amd64" in process.stderr
