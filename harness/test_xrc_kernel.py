# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The kernels whose rxe has patches of this project; test_patches.py looks at the patches."""
import os

import pytest

from conftest import run
from documents import ROOT


def patches_of(series):
    said = run("bash", "-c", f"here={ROOT}/fixtures/guest; . $here/common.sh; . $here/sources.sh; patches_of_xrc {series}")
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
    ("uml", "fixed", "uml-fixed fixed"), ("uml-debug", "fixed", "uml-fixed-debug fixed"), ("7.3", "fixed", "7.3 fixed"),
    ("uml", "xrc-fixed", "uml-xrc-fixed xrc fixed"), ("uml-xrc-fixed-debug", "xrc-fixed", "uml-xrc-fixed-debug xrc fixed"),
    ("7.3", "xrc-fixed", "7.3 xrc fixed"), ("uml-fixed", "stock", "uml-fixed fixed"), ("uml-xrc-fixed", "stock", "uml-xrc-fixed xrc fixed"),
])
def test_rxe_chooses_the_kernel_or_its_module(kernel, rxe, has):
    script = (f"here=fixtures/guest; . $here/common.sh; with_rxe {kernel} {rxe}; ! knows_xrc {kernel} {rxe} || echo xrc; "
              f"! has_fixes {kernel} {rxe} || echo fixed")
    assert run("bash", "-c", script).stdout.split() == has.split()


def made_up_kernel(folder, lib):
    """The files of a kernel, of which a package has lib/modules in lib, and the path of its module."""
    module = folder / lib / "modules/7.3.4/kernel/drivers/infiniband/sw/rxe/rdma_rxe.ko.xz"
    module.parent.mkdir(parents=True)
    module.write_text("the stock module")
    (folder / lib / "modules/7.3.4/kernel/ib_core.ko.xz").write_text("another")
    if lib != "lib":
        (folder / "lib").symlink_to(lib)
    return module


@pytest.mark.parametrize("lib", ["lib", "usr/lib"])
def test_the_stock_module_stays_as_it_is_beside_the_one_that_is_built(tmp_path, lib):
    stock = made_up_kernel(tmp_path / "kernel", lib)
    (tmp_path / "rdma_rxe.ko").write_text("the module that is built")
    process = run("bash", "-c", f"here={ROOT}/fixtures/guest; . $here/common.sh; . $here/headers.sh; "
                  f"with_modules {tmp_path}/kernel 7.3.4 {tmp_path}/new {tmp_path}/rdma_rxe.ko")
    assert process.returncode == 0, process.stderr
    assert stock.read_text() == "the stock module" and not stock.is_symlink()
    new = tmp_path / "new/lib/modules/7.3.4/kernel"
    built = new / "drivers/infiniband/sw/rxe/rdma_rxe.ko.xz"
    assert not built.is_symlink() and run("xz", "-dc", built).stdout == "the module that is built"
    assert os.readlink(new / "ib_core.ko.xz") == str(tmp_path / "kernel" / lib / "modules/7.3.4/kernel/ib_core.ko.xz")


@pytest.mark.parametrize("rxe, kernel", [("fixed", "6.12.118"), ("xrc-fixed", "6.18.15")])
def test_the_fixes_are_for_one_series(tmp_path, rxe, kernel):
    (tmp_path / f"lib/modules/{kernel}").mkdir(parents=True)
    process = run("fixtures/guest/rxe-module", rxe, tmp_path)
    assert process.returncode == 126
    assert f"are for Linux 7.3, not {kernel}" in process.stderr


def test_a_module_has_no_patch_for_the_core():
    said = run("bash", "-c", f"here={ROOT}/fixtures/guest; . $here/common.sh; . $here/sources.sh; patches_of_xrc_fixed 7.3 | "
               "xargs grep -L '^+++ b/drivers/infiniband/core/'").stdout
    names = [path.rpartition("/")[2] for path in said.split()]
    assert len(names) == 37 + 7 and not [name for name in names if "uverbs" in name or "IB-core" in name]
    assert len([path for path in said.split() if "/on-fixes/" in path]) == 3


def test_an_older_kernel_than_6_12_is_refused(tmp_path):
    (tmp_path / "lib/modules/6.1.0-1-amd64").mkdir(parents=True)
    process = run("fixtures/guest/rxe-module", "xrc", tmp_path)
    assert process.returncode == 126
    assert "are for Linux 6.12 and later, not 6.1.0-1-amd64" in process.stderr
