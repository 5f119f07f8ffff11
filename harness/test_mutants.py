# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
Every mutant, a device that breaks one promise, is found by a check of that promise, and turns red no
check but those of that promise and of the ones that its table says are bound up with it; every check is
seen to fail, or says why it cannot be: what fixtures/mutants/matrix has found out.

On rxe it is a few mutants; VCT_MATRIX=all does all, and every row of every table.
"""

import os
import zlib

import pytest
from lxml import etree

from conftest import ROOT, run

LISTED = etree.fromstring(run("build/verbs-cts", "list", "--mutants", "--xml").stdout.encode())
NAMES = [m.get("name") for m in LISTED]
FULL = os.environ.get("VCT_MATRIX") == "all"
SAMPLE = [name for name in NAMES if FULL or zlib.crc32(name.encode()) % 8 == 0]
SELF = f"{ROOT}/build/harness/mutants.so"


class Matrix:
    """A run of the matrix, and the mutants.xml that it left."""

    schema = etree.RelaxNG(etree.parse(ROOT / "reports/mutants.rng"))

    def __init__(self, out, *arguments, **environment):
        self.process = run("env", *[f"{k}={v}" for k, v in environment.items()], "fixtures/mutants/matrix",
                           "--out", out, *arguments, timeout=1800)
        assert (out / "mutants.xml").exists(), self.process.stderr
        document = etree.parse(str(out / "mutants.xml"))
        self.schema.assertValid(document)
        self.root, self.page = document.getroot(), out / "mutants.html"
        self.mutants = {m.get("name"): m for m in self.root.findall("mutant")}

    def named(self, path, attribute="name"):
        return [e.get(attribute) for e in self.root.xpath(path)]

    def red(self, *roles, mutant=None):
        """What turned red, as text."""
        found = self.root.iter("red") if mutant is None else self.mutants[mutant].iter("red")
        return "\n".join(f"{r.getparent().getparent().get('name')}: {r.get('verdict')} {r.get('promise')} {r.get('check')}"
                         for r in found if r.get("role") in roles)


@pytest.fixture(scope="module")
def on_refhca(out):
    return Matrix(out / "refhca", *["--all"] * FULL)


@pytest.fixture(scope="module")
def on_rxe(out):
    return Matrix(out / "rxe", "--target", "guest", *SAMPLE)


@pytest.mark.parametrize("name", NAMES)
def test_is_found(on_refhca, name):
    mutant = on_refhca.mutants[name]
    assert mutant.get("outcome") == "killed", mutant.findtext("error") or on_refhca.red("bound", "bystander", mutant=name)


def test_is_found_on_rxe(on_rxe):
    """By whatever finds it on the reference HCA and passes here without it."""
    assert sorted(on_rxe.mutants) == sorted(SAMPLE)
    assert on_rxe.named("mutant[@outcome = 'survived' or @outcome = 'error']") == []
    assert on_rxe.named("mutant[@outcome = 'killed']")


@pytest.mark.parametrize("place", ["on_refhca", "on_rxe"])
def test_turns_nothing_else_red(request, place):
    assert request.getfixturevalue(place).red("bystander") == ""


@pytest.mark.parametrize("place", ["on_refhca", "on_rxe"])
def test_the_library_itself_breaks_nothing(request, place):
    assert [e.text for e in request.getfixturevalue(place).root.findall("library")] == []


def test_every_check_is_seen_to_fail_or_says_why(on_refhca):
    assert on_refhca.named("check[unseen = '']") == []


def test_every_promise_is_broken_or_says_why(on_refhca):
    assert on_refhca.named("promise[unbroken = '']", "id") == []


def test_no_exception_is_needless(on_refhca):
    assert [e.text for e in on_refhca.root.findall("needless")] == []


def test_all_of_it_is_good(on_refhca, on_rxe):
    for matrix in (on_refhca, on_rxe):
        assert (matrix.process.returncode, matrix.root.get("good")) == (0, "true"), matrix.process.stdout
    assert f"All {len(NAMES)} mutants are killed" in on_refhca.process.stdout
    assert f"All {len(NAMES)} mutants are killed" in on_refhca.page.read_text()


def test_exceptions_have_reasons():
    assert len(set(NAMES)) == len(NAMES)
    assert [m.get("name") for m in LISTED
            if (m.get("also") or m.get("verdict") != "FAIL") and not m.get("why")] == []


# The matrix itself


def test_what_is_no_mutant_is_told(out):
    """harness/mutants: one that is, one that breaks nothing, one that breaks another promise, one that ends the program."""
    names = ("found", "breaks_nothing", "breaks_another", "ends_the_program")
    matrix = Matrix(out / "self", *names, VCT_MUTANTS=SELF)
    outcomes = {name: m.get("outcome") for name, m in matrix.mutants.items()}
    assert outcomes == dict(zip(names, ("killed", "survived", "survived", "error")))
    assert matrix.root.get("good") == "false" and matrix.process.returncode == 3
    assert "SRQ-QRY-07 srq." in matrix.red("finder", mutant="found")
    assert matrix.red("bystander", mutant="found") == matrix.red("bystander", "bound", mutant="breaks_nothing") == ""
    assert "FAIL SRQ-QRY-07" in matrix.red("bystander", mutant="breaks_another")
    assert "breaks_nothing (SRQ-QRY-07): survived" in matrix.process.stdout
    assert Matrix(out / "one", "found", VCT_MUTANTS=SELF).process.returncode == 0
    assert Matrix(out / "two", "breaks_nothing", VCT_MUTANTS=SELF).process.returncode == 1


def test_what_is_said_to_be_bound_up_and_is_not_is_told(out):
    matrix = Matrix(out / "also", "says_too_much", VCT_MUTANTS=SELF)
    assert matrix.mutants["says_too_much"].get("outcome") == "killed"
    assert matrix.named("needless", "mutant") == ["says_too_much"]
    assert matrix.root.get("good") == "false" and matrix.process.returncode == 1
    assert "SRQ-QRY-04 of says_too_much" in matrix.process.stdout


def test_the_matrix_leaves_nothing_behind(out):
    where = out / "left"
    Matrix(where, "found", VCT_MUTANTS=SELF)
    assert sorted(p.name for p in where.iterdir()) == ["mutants.html", "mutants.xml"]


@pytest.mark.parametrize("arguments, says", [
    (["keeps_firng"], "there is no mutant keeps_firng"),
    (["--target", "host"], "invalid choice"),
    (["--flat"], "usage"),
])
def test_bad_usage_of_the_matrix_is_2(out, arguments, says):
    process = run("fixtures/mutants/matrix", "--out", out / "bad", *arguments)
    assert process.returncode == 2 and says in process.stderr
