# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A driver of one's own in a guest, in place of the stock kernel's: what is taken, what is refused, and what the record says."""

import hashlib
import os
import pathlib
import re
import subprocess

import pytest

from conftest import PATIENCE, ROOT, Results, run

CHECK = "srq.limit.fires-once-strictly-below"


@pytest.fixture(scope="module")
def stock():
    """The module rdma_rxe of the guest's kernel, and its file."""
    kernel = run("fixtures/guest/kernel").stdout.strip()
    file = next(pathlib.Path(kernel).glob("lib/modules/*/kernel/drivers/infiniband/sw/rxe/rdma_rxe.ko*"))
    plain = subprocess.run(["xz", "-dc", file], capture_output=True, check=True).stdout if file.suffix == ".xz" else file.read_bytes()
    return plain, file


def conformance(out, *drivers, **options):
    return run("fixtures/guest/conformance", "--out", out, CHECK, env={**os.environ, "DRIVER": " ".join(map(str, drivers)), **options},
               timeout=2 * PATIENCE)


def section_of(module, name):
    """Where a section of the file is."""
    listed = subprocess.run(["readelf", "-SW", module], capture_output=True, text=True, check=True).stdout
    return int(re.search(rf" {re.escape(name)} +\S+ +\S+ (\S+) ", listed)[1], 16)


@pytest.mark.parametrize("old, new, says", [
    (rb"vermagic=\d", rb"vermagic=9", "was built for '9"),
    (rb"name=rdma_rxe", rb"name=rdma_rxf", "has no module rdma_rxf, which "),
    (rb"^\x7fELF", b"#!/bi", "is no module of a kernel"),
])
def test_a_module_that_does_not_fit_is_one_line_before_a_guest_boots(stock, old, new, says, tmp_path):
    (tmp_path / "mine.ko").write_bytes(re.sub(old, new, stock[0]))
    process = conformance(tmp_path / "out", tmp_path / "mine.ko")
    assert process.returncode == 2
    assert "driver: " in process.stderr and says in process.stderr and process.stderr.count("\n") == 1, process.stderr


def test_a_matrix_passes_the_driver_on(tmp_path):
    kernel = run("fixtures/guest/kernel").stdout.strip()
    process = run("fixtures/matrix", "--out", tmp_path, "--driver", "/no/such", kernel, "--", CHECK)
    assert "it left no results" in process.stdout and "there is no /no/such" in process.stdout, process.stdout + process.stderr


@pytest.mark.parametrize("options, says", [
    ({"DRIVER": "/no/such"}, "there is no /no/such"),
    ({"DRIVER": "docs"}, "docs has no modules (.ko), and no Makefile or Kbuild of a module"),
    ({"DRIVER": "docs", "KERNEL": "uml"}, "--driver needs a stock kernel in QEMU"),
])
def test_what_is_no_driver_is_one_line(options, says, tmp_path):
    process = conformance(tmp_path / "out", **options)
    assert process.returncode == 2 and says in process.stderr and process.stderr.count("\n") == 1, process.stderr


def test_the_modules_of_a_directory_are_loaded_and_the_record_tells_which(stock, tmp_path):
    plain, file = stock
    before = hashlib.sha256(file.read_bytes()).digest()
    mine = tmp_path / "mine/rdma_rxe.ko"
    mine.parent.mkdir()
    mine.write_bytes(plain)
    at = section_of(mine, ".note.gnu.build-id") + 16
    mine.write_bytes(plain[:at] + b"verbs-cts-driver-own" + plain[at + 20:])
    process = conformance(tmp_path / "out", mine.parent)
    assert process.returncode == 0, process.stdout + process.stderr
    facts = {fact.get("name"): fact.text for fact in Results(tmp_path / "out/results.xml").root.iter("fact")}
    assert bytes.fromhex(facts["module.rdma_rxe.build_id"]) == b"verbs-cts-driver-own"
    assert hashlib.sha256(file.read_bytes()).digest() == before


def test_a_module_that_the_kernel_does_not_take_is_not_judged(stock, tmp_path):
    mine = tmp_path / "rdma_rxe.ko"
    mine.write_bytes(stock[0])
    at = section_of(mine, "__versions")
    mine.write_bytes(stock[0][:at] + b"\0\0\0\0" + stock[0][at + 4:])
    process = conformance(tmp_path / "out", mine)
    assert process.returncode == 2
    assert "guest: the kernel did not take rdma_rxe.ko; it said:" in process.stderr and "disagrees about version of symbol" in process.stderr


@pytest.fixture(scope="module")
def sources(tmp_path_factory, stock):
    """The sources of rxe of the guest's kernel."""
    where = tmp_path_factory.mktemp("linux")
    version = next(part for part in stock[1].parts if part[0].isdigit())
    script = (f"set -u; here={ROOT}/fixtures/guest; . $here/common.sh; . $here/sources.sh; "
              f'unpack_sources "$(newest_sources {".".join(version.split(".")[:2])})" {where} --wildcards "*/drivers/infiniband/sw/rxe/*"')
    subprocess.run(["bash", "-c", script], check=True, timeout=4 * PATIENCE)
    return where / "drivers/infiniband/sw/rxe"


@pytest.mark.long
def test_sources_are_built_in_a_copy(sources, tmp_path):
    before = sorted(sources.iterdir())
    with open(sources / "rxe.c", "a") as file:
        file.write('MODULE_VERSION("mine");\n')
    process = conformance(tmp_path / "out", sources)
    assert process.returncode == 0, process.stdout + process.stderr
    facts = {fact.get("name"): fact.text for fact in Results(tmp_path / "out/results.xml").root.iter("fact")}
    assert facts["module.rdma_rxe.version"] == "mine" and "SRQ-FAULT" in facts["fault.serves"]
    assert sorted(sources.iterdir()) == before


@pytest.mark.long
def test_what_the_compiler_says_of_sources_is_shown(sources, tmp_path):
    with open(sources / "rxe.c", "a") as file:
        file.write("#error this is wrong\n")
    process = conformance(tmp_path / "out", sources)
    assert process.returncode == 2
    assert "error: #error this is wrong" in process.stderr and "could not be built for " in process.stderr
