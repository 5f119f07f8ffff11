# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
Which rdma-core is tested: releases of Debian or built trees in a guest, and how the release of a library is known whose file
name does not tell it.
"""
import re

import pytest
from lxml import etree

from conftest import ROOT, Results, guest, run

# A library built by hand: a copy of the machine's, whose name has no version.
BY_HAND = ("mkdir -p {0}/lib && cp $(ldd build/verbs-cts | sed -n 's/.*libibverbs.so.1 => \\(\\S*\\).*/\\1/p') {0}/lib/libibverbs.so.1 && "
           "export LD_LIBRARY_PATH={0}/lib; ")


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """What the program says with a library of its name, without one, and with one that the command line tells."""
    out = tmp_path_factory.mktemp("named")
    script = "build/verbs-cts run -d rxe0 srq.limit.zero-disarms --results {0}/{1}.xml {2} || exit; "
    ran = guest("bash", "-c", script.format(out, "own", "") + BY_HAND.format(out) + script.format(out, "by-hand", "") +
                script.format(out, "told", "--rdma-core-version 36.0"), results=out)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return {name: Results(out / f"{name}.xml").root.find("device").get("rdma-core") for name in ("own", "by-hand", "told")}, ran.stdout


def test_the_release_comes_from_the_symbols_of_the_library(named):
    releases, said = named
    assert re.fullmatch(r"\d+\.\d+", releases["own"])
    first, last = re.fullmatch(r"(\d+)\.\.(\d*)", releases["by-hand"]).groups()
    assert int(first) <= int(releases["own"].split(".")[0]) <= int(last or 1000)
    assert releases["told"] == "36.0" or int(first) > 36
    assert said.count("libibverbs does not tell its release") == 1
    assert said.index("does not tell its release") < said.index(f"rdma-core {releases['by-hand']}")


@pytest.mark.parametrize("version, says", [("20", "which came with rdma-core"), ("999", "which came with rdma-core"), ("v44", "such as 56.1"),
                                           ("", "such as 56.1")])
def test_a_release_that_cannot_be_is_wrong_usage(version, says):
    said = run("build/verbs-cts", "info", "-d", "rxe0", "--rdma-core-version", version)
    assert said.returncode == 2 and says in said.stderr, said.stderr


def test_another_release_of_debian_is_tested_in_a_guest(tmp_path):
    """With its provider, and with the program as it is, whatever the C library of that release."""
    ran = guest("build/verbs-cts", "run", "-d", "rxe0", "srq.limit.zero-disarms", "--results", tmp_path / "results.xml",
                results=tmp_path, options=("--rdma-core", "65"))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    results = Results(tmp_path / "results.xml")
    assert results.root.find("device").get("rdma-core") == "65.0"
    assert "librxe-rdmav65.so" in etree.tostring(results.root).decode()


def test_the_libraries_of_a_directory_are_tested_in_a_guest(tmp_path):
    tree = tmp_path / "tree"
    (tmp_path / "out").mkdir()
    assert run("bash", "-c", BY_HAND.format(tree) + "true").returncode == 0
    ran = guest("build/verbs-cts", "run", "-d", "rxe0", "srq.limit.zero-disarms", "--results", tmp_path / "out/results.xml",
                results=tmp_path / "out", options=("--rdma-core", tree))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    facts = {f.get("name"): f.text for f in Results(tmp_path / "out/results.xml").root.iter("fact")}
    assert facts["library.ibverbs"] == str(tree / "lib/libibverbs.so.1")
    assert "couldn't load driver" not in ran.stdout + ran.stderr


def test_a_column_of_a_matrix_has_the_release_in_its_name(tmp_path):
    ran = run("fixtures/matrix", "--out", tmp_path, "--rdma-core", "65", "uml", "--", "srq.limit.zero-disarms", timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "rdma-core 65.0" in ran.stdout and (tmp_path / "uml-rdma-core-65/results.xml").exists()


@pytest.mark.parametrize("word, says", [("7", "Debian has no rdma-core 7; it has: 44"), ("/nowhere", "there is no directory /nowhere"),
                                        (ROOT / "docs", "docs has no libibverbs.so.1")])
def test_an_rdma_core_that_is_not_there_is_told(word, says):
    ran = run("fixtures/guest/run", "--kernel", "uml", "--rdma-core", word, "--", "true")
    assert ran.returncode == 126 and says in ran.stderr
