# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
The legacy XRC calls: a program of 2009 builds with the installed header and library. It runs on the
reference HCA and on rxe with the patches for XRC; on a device without XRC it ends when it cannot open a domain.
"""

import pytest
from lxml import etree

from conftest import ROOT, guest, run

SAID = """\
device: XRC
basic SRQ: max_wr at least 8
XRC SRQ: number there
receive QP: RTR
send QP: RTS
sent: success
received: success
message: as in 2009
close of a domain in use: refused
registering after that: refused
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    where = tmp_path_factory.mktemp("legacy")
    made = run("make", "-s", "install", f"DESTDIR={where}", "PREFIX=/usr")
    assert made.returncode == 0, made.stderr
    return where


def build(installed, name, *options):
    program = installed / name
    built = run("gcc", *options, "-Wall", "-Werror", f"-I{installed}/usr/include", "harness/legacy/old_xrc.c",
                f"-L{installed}/usr/lib", "-libverbs-xrc", "-libverbs", "-o", program)
    assert built.returncode == 0, built.stderr
    return program


@pytest.fixture(scope="module")
def old_xrc(installed):
    return build(installed, "old_xrc", "-std=gnu89")


def on_refhca(installed, program, *options):
    return run("env", f"LD_LIBRARY_PATH={installed}/usr/lib", "fixtures/refhca/run", *options, program,
               installed / "shared")


def test_a_program_of_2009_runs_on_the_reference_hca(installed, old_xrc):
    ran = on_refhca(installed, old_xrc)
    assert (ran.stdout, ran.stderr, ran.returncode) == (SAID, "", 0)


def test_it_runs_on_rxe_with_the_patches_for_xrc(installed, old_xrc):
    ran = guest("env", f"LD_LIBRARY_PATH={installed}/usr/lib", old_xrc, installed / "shared", "rxe0",
                results=installed, kernel="uml-xrc")
    assert (ran.stdout, ran.returncode) == (SAID, 0), ran.stderr


def test_on_a_device_without_xrc_it_cannot_open_a_domain(installed, old_xrc):
    ran = guest("env", f"LD_LIBRARY_PATH={installed}/usr/lib", old_xrc, installed / "shared", "rxe0",
                results=installed)
    assert ran.returncode == 1
    assert ran.stdout == "device: no XRC\n"
    assert "ibv_open_xrc_domain failed: Operation not supported" in ran.stderr


@pytest.mark.parametrize("standard", ["gnu99", "gnu17"])
def test_it_builds_with_later_standards_of_c(installed, standard):
    build(installed, standard, f"-std={standard}")


def test_the_header_compiles_as_cplusplus(installed):
    source = '#include <infiniband/verbs_xrc.h>\nstruct ibv_xrc_domain *domain;\n'
    built = run("g++", "-x", "c++", "-Wall", "-Werror", "-fsyntax-only", f"-I{installed}/usr/include", "-",
                input=source)
    assert built.returncode == 0, built.stderr


@pytest.mark.parametrize("sanitizer, device", [("address,undefined", "build"), ("thread", "build/tsan")])
def test_several_threads_can_use_the_calls_at_once(installed, sanitizer, device):
    program = installed / "threads"
    sources = sorted((ROOT / "lib/legacy").glob("*.c"))
    built = run("gcc", "-g", f"-fsanitize={sanitizer}", "-Wall", "-Werror", "-Ilib/legacy",
                "harness/legacy/threads.c", *sources, "-libverbs", "-lpthread", "-o", program)
    assert built.returncode == 0, built.stderr
    ran = run("fixtures/refhca/run", "--build", device, program)
    assert (ran.stdout, ran.stderr, ran.returncode) == ("done\n", "", 0)


def test_only_the_calls_are_exported(installed):
    listed = run("nm", "-D", "--defined-only", installed / "usr/lib/libibverbs-xrc.so.1").stdout
    names = [line.split()[-1] for line in listed.splitlines() if " T " in line]
    assert len(names) == 14 and all(name.startswith("ibv_") for name in names)


def test_a_call_that_libibverbs_has_itself_is_used(tmp_path):
    """A libibverbs whose call returns a negated errno value, as OFED's header says; the call of lib/legacy does not."""
    (tmp_path / "refhca").mkdir()
    own = tmp_path / "own.c"
    own.write_text("int ibv_create_xrc_rcv_qp(void) { return -22; }\n")
    version = tmp_path / "own.map"
    version.write_text("OFED { global: ibv_create_xrc_rcv_qp; };\n")
    built = run("gcc", "-shared", "-fPIC", "-pthread", "-Wl,-soname,libibverbs.so.1",
                "-Wl,--version-script=fixtures/refhca/refhca.map", f"-Wl,--version-script={version}", own,
                *(ROOT / "build/fixtures/refhca").glob("*.o"), "-o", tmp_path / "refhca/libibverbs.so.1")
    assert built.returncode == 0, built.stderr
    ours = run("fixtures/refhca/run", "build/verbs-cts", "info")
    assert "libibverbs has none" in ours.stdout
    theirs = run("fixtures/refhca/run", "--build", tmp_path, "build/verbs-cts", "info")
    assert "legacy     ibv_create_xrc_rcv_qp\n" in theirs.stdout
    ran = run("fixtures/refhca/run", "--build", tmp_path, "build/verbs-cts", "run", "--results",
              tmp_path / "results.xml", "xrc.rcv-qp.failure-is-not-0")
    assert ran.returncode == 0, ran.stdout
    assert "returns a negated errno value" in (tmp_path / "results.xml").read_text()


def answered_by_the_library():
    listed = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
    return [c.get("name") for c in listed.findall("check") if c.get("answered-by") == "libibverbs-xrc"]


def test_what_the_library_decides_is_judged_of_no_device(tmp_path):
    ran = run("fixtures/refhca/run", "build/verbs-cts", "run", "--results", tmp_path / "results.xml",
              *answered_by_the_library())
    assert ran.returncode == 0, ran.stdout
    checks = etree.parse(tmp_path / "results.xml").findall("check")
    assert len(checks) > 10
    for check in checks:
        assert (check.get("verdict"), check.get("answered-by")) == ("SKIP", "libibverbs-xrc")


def test_what_the_library_decides_is_right(tmp_path):
    """The library of mutants has all calls, and passes them on to those of libibverbs-xrc."""
    ran = run("fixtures/refhca/run", "build/verbs-cts", "run", "--mutant", "none", "--results", tmp_path / "results.xml",
              *answered_by_the_library())
    checks = etree.parse(tmp_path / "results.xml").findall("check")
    verdicts = {c.get("name"): c.get("verdict") for c in checks}
    for_devices_without_xrc = {"xrc.create-srq.is-refused-where-xrc-is-not-claimed"}
    assert {n for n, v in verdicts.items() if v != "PASS"} == for_devices_without_xrc, ran.stdout
