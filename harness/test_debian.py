# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
The sources on other releases of Debian than this machine's: newer compilers and libraries, and the packages of ci/packages.
fixtures/debian makes such a Debian in the cache.
"""
import re

import pytest

from conftest import ROOT, Results, run

RELEASES = ("bookworm", "trixie", "sid")


def packages(*purposes):
    """The packages of ci/packages; those of all purposes, if none is named."""
    lines = re.findall(r"^([\w-]+): (.*)", (ROOT / "ci/packages").read_text(), re.M)
    return sorted({package for purpose, listed in lines if not purposes or purpose in purposes for package in listed.split()})


# A build takes six minutes; and sid changes every day.
@pytest.fixture(scope="session", params=[pytest.param(release, marks=pytest.mark.long) for release in ("trixie", "sid")])
def built(request):
    """The root of a Debian, and in it the program and the reference HCA, built by its compiler without a warning."""
    release = request.param
    made = run("fixtures/debian/root", "cached", release, *packages("build"))
    assert made.returncode == 0, made.stderr
    root, build = made.stdout.strip(), f"build/{release}"
    targets = [f"{build}/verbs-cts", f"{build}/mutants.so", f"{build}/refhca/libibverbs.so.1"]
    done = inside(root, "make", "-j2", "--no-print-directory", f"B={build}", "WERROR=-Werror", "CFLAGS=-O1", *targets, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr
    return root, build


def inside(root, *command, **kwargs):
    return run("fixtures/debian/root", "run", "--bind", ROOT, root, *command, **kwargs)


def test_the_reference_hca_conforms_on_a_newer_debian(built, tmp_path):
    root, build = built
    results = ROOT / build / "results.xml"
    ran = inside(root, "fixtures/refhca/run", "--build", build, f"{build}/verbs-cts", "run", "-d", "refhca0", "--results", results,
                 "--junit", f"{build}/junit.xml", "--html", f"{build}/report.html")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    verdicts = Results(results).verdicts
    assert len(verdicts) > 3000 and set(verdicts.values()) == {"PASS", "SKIP"}
    assert (ROOT / build / "report.html").stat().st_size > 100000 and (ROOT / build / "junit.xml").stat().st_size > 100000


def test_memory_that_is_unmapped_stays_unmapped(built):
    """The kernel may place new memory where a check has unmapped some: it did in half of the runs on sid."""
    root, build = built
    ran = inside(root, "fixtures/refhca/run", "--build", build, f"{build}/verbs-cts", "run", "-d", "refhca0", "--repeat", "20",
                 "mr.implicit.no-memory-is-no-access", "mr.odp.no-memory-is-no-access.*", "mr.advice.what-is-unmapped-is-refused.*")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("release", RELEASES)
def test_each_release_has_the_packages(release):
    said = run("fixtures/debian/apt", "cache", "madison", *packages())
    assert said.returncode == 0, said.stderr
    there = set(re.findall(rf"^ *(\S+) +\| +\S+ +\| +\S+ {release}[-/]", said.stdout, re.M))
    assert set(packages()) - there == set()


def test_the_apt_of_the_machine_stays_as_it_is():
    before = run("apt-config", "dump").stdout, sorted((ROOT / "/var/lib/apt/lists").iterdir())
    found = run("fixtures/debian/apt", "newest", r"linux-image-7\.[0-9.]*.*-amd64")
    assert found.returncode == 0 and re.fullmatch(r"linux-image-7\..*=7\..*\n", found.stdout), found.stderr
    assert (run("apt-config", "dump").stdout, sorted((ROOT / "/var/lib/apt/lists").iterdir())) == before


@pytest.mark.parametrize("arguments", [(), ("newest",), ("nonsense", "x"), ("unpack", "dir")])
def test_wrong_usage_of_apt_is_told(arguments):
    said = run("fixtures/debian/apt", *arguments)
    assert said.returncode == 126 and "usage: apt" in said.stderr and not said.stdout


# A compiler that is not the project's: it warns of other things.
@pytest.mark.long
def test_clang_builds_it_without_a_warning(tmp_path):
    targets = [f"{tmp_path}/build/{t}" for t in ("verbs-cts", "self-cts", "mutants.so", "refhca/libibverbs.so.1")]
    made = run("nice", "make", "-j2", "--no-print-directory", f"B={tmp_path}/build", "CC=clang", "WERROR=-Werror", *targets)
    assert made.returncode == 0, made.stdout + made.stderr
    ran = run("fixtures/refhca/run", "--build", tmp_path / "build", tmp_path / "build/verbs-cts", "run", "-d", "refhca0",
              "--results", tmp_path / "results.xml")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert set(Results(tmp_path / "results.xml").verdicts.values()) == {"PASS", "SKIP"}


# The two commands of the README as a whole: each installs all packages, boots a kernel without KVM, and tests the suite itself.
@pytest.mark.long
@pytest.mark.parametrize("command", ["conformance", "test"])
@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_the_two_commands_work_on_a_fresh_debian(release, command, tmp_path):
    root = tmp_path / "root"
    made = run("fixtures/debian/root", "make", root, release, "git", "make", "ca-certificates")
    assert made.returncode == 0, made.stderr
    copied = run("git", "clone", "--quiet", "--no-hardlinks", ROOT, root / "root/verbs-cts")
    assert copied.returncode == 0, copied.stderr
    ran = run("fixtures/debian/root", "run", root, "make", "-C", "/root/verbs-cts", command, timeout=5400)
    (tmp_path / "log").write_text(ran.stdout + ran.stderr)
    # rxe of the stock kernels deviates only in ways that waivers know
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-10000:]
