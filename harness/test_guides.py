# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
The commands of the guides work: a line of a code block that begins with a program of ours is run, in the order of the page, on the
reference HCA in place of the device that it names.
"""
import os
import re
import subprocess

import pytest

from conftest import PATIENCE, ROOT
from documents import hard_to_read

PROGRAMS = re.compile(r"(build/verbs-cts|verbs-cts|verbs-cts-guest|fixtures/|gcc|\./|pytest|make)\b")
DEVICE = "mlx5_0"

# Exit codes of commands that do not end with 0.
CODES = {
    "--mutant": {1},
    "./repro": {0, 1},          # whether the bug is there
    "bench compare": {0, 1, 2},  # whether the machine is quiet
}
# Long runs are shortened.
SHORTER = {
    "--for 60": "--for 1",
    "verbs-cts run -d mlx5_0 --results": "verbs-cts run -d mlx5_0 'srq.limit.*' --results",
    "verbs-cts run -d refhca0$": "verbs-cts run -d refhca0 'srq.limit.*'",
    "'srq.\\*'": "'srq.limit.*'",
    "--repeat 20": "--repeat 2",
}
# Commands that run for minutes, or need an HCA or other kernels: the test that runs them, as its text has them.
ELSEWHERE = {
    "make conformance TARGET=host DEV=mlx5_0": ("test_host.py", '"make", "conformance", "TARGET=host"'),
    "make conformance DEVICE=mlx5 DRIVER=~/linux/drivers/infiniband/hw/mlx5": ("test_driver.py", "conformance(tmp_path / \"out\", sources)"),
    "make conformance DEVICE=mlx5 DRIVER=mlx5_ib.ko CHECKS='srq.*'": ("test_driver.py", "conformance(tmp_path / \"out\", mine.parent)"),
    "make conformance DEVICE=mlx5 RDMA_CORE=~/rdma-core": ("test_rdma_core.py", 'options=("--rdma-core", tree)'),
    "make conformance DEVICE=mlx5 DRIVER=mlx5_ib.ko RDMA_CORE=~/rdma-core": ("test_rdma_core.py", 'options=("--rdma-core", tree)'),
    'make matrix DEVICE=mlx5 KERNELS="6.12 7.3" DRIVER=~/linux/drivers/infiniband/hw/mlx5':
        ("test_driver.py", '"fixtures/matrix", "--out", tmp_path, "--driver"'),
    "make conformance KERNEL=7.3 RDMA_CORE=65": ("test_rdma_core.py", 'options=("--rdma-core", "65")'),
    "make conformance KERNEL=uml RDMA_CORE=DIR": ("test_rdma_core.py", 'options=("--rdma-core", tree)'),
    'make matrix KERNELS="6.1 6.12 7.3" RDMA_CORES="44 56 65"':
        ("test_rdma_core.py", '"fixtures/matrix", "--out", tmp_path, "--rdma-core", "65"'),
    "verbs-cts certify -d mlx5_0 -o mlx5_0.tar.zst --key ~/.ssh/id_ed25519":
        ("test_certify.py", '"certify", "-d", "refhca0", "-o", self.path,\n                           "--key"'),
    "verbs-cts verify mlx5_0.tar.zst --allowed-signers signers":
        ("test_certify.py", 'verify(certified.path, "--allowed-signers", certified.signers["lab"])'),
    "verbs-cts compare 20.31.tar.zst 20.35.tar.zst": ("test_compare.py", "bundle("),
    "verbs-cts compare old/results.xml new/results.xml --map renamed.txt --html page.html": ("test_compare.py", '"--map"'),
}


def commands(page):
    """The commands in the code blocks of a page."""
    lines = re.findall(r"^ {4,}(\S.*)$", (ROOT / "docs" / page).read_text(), re.M)
    return [re.sub(r"\s+# .*", "", line) for line in lines if PROGRAMS.match(line)]


@pytest.fixture
def desk(tmp_path):
    """A directory in which the commands leave their files, and find ours."""
    for name in ("build", "fixtures", "harness"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/verbs-cts").symlink_to(ROOT / "build/verbs-cts")
    (tmp_path / "bin/verbs-cts-guest").symlink_to(ROOT / "fixtures/verbs-cts-guest")
    (tmp_path / "bin/pytest").write_text("#!/bin/sh\nexec /usr/bin/python3 -m pytest \"$@\"\n")
    (tmp_path / "bin/pytest").chmod(0o755)
    return tmp_path


def carry_out(command, desk):
    for long, short in SHORTER.items():
        command = re.sub(long, short, command)
    # make is for the project itself, and a page's first command may be to build it
    where = ROOT if command.startswith("make") else desk
    if DEVICE in command:
        command = "fixtures/refhca/run bash -c '" + command.replace(DEVICE, "refhca0").replace("'", "'\\''") + "'"
    return subprocess.run(["bash", "-c", command], cwd=where, text=True, errors="replace", capture_output=True, timeout=PATIENCE,
                          env={**os.environ, "PATH": f"{desk}/bin:{os.environ['PATH']}", "MAKEFLAGS": ""})


@pytest.mark.parametrize("page, least", [("driver.md", 18), ("checks.md", 2), ("packages.md", 3), ("own-runner.md", 1),
                                         ("certify.md", 5)])
def test_every_command_of_a_guide_works(page, least, desk):
    found = commands(page)
    assert len(found) >= least
    for command in found:
        if command in ELSEWHERE:
            file, text = ELSEWHERE[command]
            assert text in (ROOT / "harness" / file).read_text(), command
            continue
        if page == "own-runner.md":
            for name in ("old.xml", "results.xml"):
                carry_out(f"build/verbs-cts run -d {DEVICE} 'srq.limit.*' --results {name}", desk)
        done = carry_out(command, desk)
        codes = next((codes for part, codes in CODES.items() if part in command), {0})
        assert done.returncode in codes, f"{command}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", sorted(str(p.relative_to(ROOT)) for p in [
    ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("fixtures/**/README.md")]))
def test_no_sentence_of_a_page_is_hard_to_read(page):
    code = re.compile(r"^(?:```.*?^```| {4}.*?)$", re.M | re.S)
    # the page of deviations is made from the waivers
    assert not hard_to_read(code.sub("", (ROOT / page).read_text()), 42 if page == "docs/deviations.md" else 30)
