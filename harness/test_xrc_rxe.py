# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""XRC on rxe: this project's patches in User-Mode Linux, and the library that is the part in user space."""
import gzip
import pathlib
import shutil

import pytest

from conftest import PATIENCE, ROOT, Results, guest, run, shell

PEERS = pathlib.Path("/usr/share/doc/rdma-core/tests")  # of python3-pyverbs
OWN = "on rxe with the XRC patches of verbs-cts, which no product has: evidence about the suite and the core of the kernel alone"
LIBRARY = ROOT / "build/fixtures/rxe/xrc/librxe-xrc.so"


def on_xrc(script, **kwargs):
    return shell(script, kernel="uml-xrc", **kwargs)


@pytest.fixture(scope="module")
def reported(out):
    process = run("fixtures/guest/conformance", "--kernel", "uml-xrc", "--out", out / "xrc", "xrc.domain.*",
                  timeout=PATIENCE)
    return process, out / "xrc"


def test_the_example_of_rdma_core_runs_between_two_processes():
    process = on_xrc("ibv_xsrq_pingpong -g 1 & until ibv_xsrq_pingpong -g 1 localhost; do kill -0 $! || exit 1; done; wait $!", deadline=60)
    assert process.returncode == 0, process.stdout + process.stderr
    assert process.stdout.count("success") == 2


def test_rdma_cores_own_tests_of_xrc_pass(tmp_path):
    tests = tmp_path / "tests"
    tests.mkdir()
    for file in PEERS.glob("*.py*"):
        if file.suffix == ".gz":
            (tests / file.stem).write_bytes(gzip.open(file).read())
        else:
            shutil.copy(file, tests)
    process = on_xrc(f"/usr/bin/python3 {tests}/run_tests.py --dev rxe0 --port 1 --gid 1 -v -k xrc")
    assert process.returncode == 0, process.stderr
    passed = [line for line in process.stderr.splitlines() if line.endswith("ok")]
    assert len(passed) == 6, process.stderr


def test_domains_are_shared_by_the_inode_of_a_file(reported):
    results = Results(reported[1] / "results.xml")
    assert results.verdicts["xrc.domain.descriptors-of-one-file-give-one-domain"] == "PASS"


def test_each_report_says_that_no_product_has_this_driver(reported):
    process, where = reported
    assert OWN in process.stdout
    for name in "junit.xml", "report.html":
        assert OWN in (where / name).read_text(), name
    matrix = run("build/verbs-cts", "matrix", where / "results.xml", "--xml", where / "matrix.xml")
    assert "on rxe with the XRC patches of verbs-cts, which no product has" in matrix.stdout
    assert run("xmllint", "--noout", "--relaxng", "reports/matrix.rng", where / "matrix.xml").returncode == 0


def test_certify_refuses_it(tmp_path):
    process = guest("build/verbs-cts", "certify", "-d", "rxe0", "-o", "/tmp/rxe0.tar.zst", kernel="uml-xrc")
    assert process.returncode == 2
    assert "not committed" in process.stderr or "the driver is rxe with the XRC patches of verbs-cts" in process.stderr


def test_a_stock_rxe_stays_as_it_is_with_the_library(tmp_path):
    said = [shell(f"{preload} build/verbs-cts info -d rxe0 | grep -v LD_PRELOAD").stdout
            for preload in ("", f"LD_PRELOAD={LIBRARY}")]
    assert said[0] == said[1]
    assert "rxe0" in said[0] and "driver.own" not in said[0]


def test_a_mutant_works_above_the_library(out):
    where = out / "mutant"
    # The traffic is of a send QP, which ibv_create_qp of the library makes below that of the mutants.
    on_xrc("build/verbs-cts run -d rxe0 'xrc.domain.t*' 'xrc.domain.opens-*' 'xrc.traffic.two-qps*' "
           f"--mutant open_xrcd:fd:last --results {where}/r.xml", results=where)
    verdicts = Results(where / "r.xml").verdicts
    assert verdicts.pop("xrc.domain.two-files-give-two-domains") == "FAIL"
    assert set(verdicts.values()) == {"PASS"}
