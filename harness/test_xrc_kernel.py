# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The patches with which rxe knows XRC: their form, and the kernels that have them."""
import re
import subprocess

import pytest

from conftest import run
from documents import ROOT

PATCHES = sorted((ROOT / "fixtures/rxe/xrc/patches").glob("*.patch"))
SOURCES = "/usr/src/linux-source-6.12.tar.xz"


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.name[:4])
def test_a_patch_has_the_form_that_linux_takes(patch):
    text = patch.read_text(encoding="ascii")
    number = int(patch.name[:4])
    assert PATCHES.index(patch) + 1 == number
    assert f"\nSubject: [PATCH {number}/{len(PATCHES)}] RDMA/rxe: " in text
    author = re.search(r"^From: (verbs-cts <.*>)$", text, re.M)[1]
    assert f"\nSigned-off-by: {author}\n---\n" in text
    assert set(re.findall(r"^\+\+\+ b/(.*)/[^/]*$", text, re.M)) <= {
        "drivers/infiniband/sw/rxe", "include/rdma", "include/uapi/rdma"}


@pytest.mark.long
def test_the_patches_apply_and_checkpatch_has_nothing_to_say(out):
    needed = ["drivers/infiniband/sw/rxe/*", "include/rdma/*", "include/uapi/rdma/*", "scripts/checkpatch.pl",
              "scripts/spelling.txt", "scripts/const_structs.checkpatch"]
    subprocess.run(["tar", "-xJf", SOURCES, "-C", out, "--strip-components=1", "--wildcards",
                    *[f"*/{path}" for path in needed]], check=True)
    for patch in PATCHES:
        subprocess.run(["git", "apply", "--whitespace=error", patch], cwd=out, check=True)
        said = run("perl", out / "scripts/checkpatch.pl", "--no-tree", patch)
        assert "0 errors, 0 warnings" in said.stdout, said.stdout


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
    ("uml", "xrc", "uml-xrc xrc"), ("uml-debug", "xrc", "uml-xrc-debug xrc"), ("uml-xrc-gcov", "xrc", "uml-xrc-gcov xrc"),
    ("uml-xrc", "stock", "uml-xrc xrc"), ("uml", "stock", "uml"), ("6.12", "xrc", "6.12 xrc"), ("6.12", "stock", "6.12"),
])
def test_rxe_chooses_the_kernel_or_its_module(kernel, rxe, has):
    script = f"here=fixtures/guest; . $here/common.sh; with_rxe {kernel} {rxe}; ! knows_xrc {kernel} {rxe} || echo xrc"
    assert run("bash", "-c", script).stdout.split() == has.split()


def test_another_kernel_than_6_12_is_refused(out):
    (out / "lib/modules/6.1.0-1-amd64").mkdir(parents=True)
    process = run("fixtures/guest/xrc", out)
    assert process.returncode == 126
    assert "are for Linux 6.12, not 6.1.0-1-amd64" in process.stderr
