# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
The matrix of mutants: a check of the promise that a mutant breaks finds it, and no check turns red whose
promises have nothing to do with it. Every check was seen to fail, or exceptions.xml says why not.
"""

import fnmatch
import zlib

import pytest
from lxml import etree

from conftest import ROOT, run

ALL = etree.fromstring(run("build/verbs-cts", "list", "--mutants", "--xml").stdout.encode()).findall("mutant")
LISTED = [m for m in ALL if m.get("promise")]  # those written by hand
NAMES = [m.get("name") for m in LISTED]
BY_RULE = {m.get("name") for m in ALL} - set(NAMES)
SAMPLE = [name for name in NAMES if zlib.crc32(name.encode()) % 32 == 0]
SELF = f"{ROOT}/build/harness/mutants.so"


class Matrix:
    """A run of fixtures/mutants/matrix and the mutants.xml that it wrote."""

    schema = etree.RelaxNG(etree.parse(ROOT / "reports/mutants.rng"))

    def __init__(self, out, *arguments, timeout=1800, **environment):
        self.process = run("env", *[f"{k}={v}" for k, v in environment.items()], "fixtures/mutants/matrix",
                           "--out", out, *arguments, timeout=timeout)
        assert (out / "mutants.xml").exists(), self.process.stderr
        document = etree.parse(str(out / "mutants.xml"))
        self.schema.assertValid(document)
        self.root, self.page = document.getroot(), out / "mutants.html"
        self.mutants = {m.get("name"): m for m in self.root.findall("mutant")}

    def named(self, path, attribute="name"):
        return [e.get(attribute) for e in self.root.xpath(path)]

    def red(self, *roles, mutant=None):
        """The checks with one of these roles that turned red, a line each."""
        found = self.root.iter("red") if mutant is None else self.mutants[mutant].iter("red")
        return "\n".join(f"{r.getparent().getparent().get('name')}: {r.get('verdict')} {r.get('promise')} {r.get('check')}"
                         for r in found if r.get("role") in roles)


@pytest.fixture(scope="module")
def on_refhca(out):
    return Matrix(out / "refhca", "--tables", "12")


@pytest.fixture(scope="module")
def on_refhca_with_all_rows(out):
    return Matrix(out / "refhca-all", "--all", timeout=4 * 3600)


def for_sample():
    """The checks of the promises that the sample breaks, and a row of each other table. All rows run with all mutants, below."""
    listed = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
    broken = {m.get("promise") for m in LISTED if m.get("name") in SAMPLE}
    checks = listed.findall("check")
    rows = {tuple(c.get("name").split(".")[:3]): c.get("name") for c in checks}
    return {c.get("name") for c in checks if not broken.isdisjoint(c.get("promises").split())} | set(rows.values())


@pytest.fixture(scope="module")
def on_rxe(out):
    return Matrix(out / "rxe", "--target", "guest", *[f"--checks={name}" for name in sorted(for_sample())], *SAMPLE)


@pytest.fixture(scope="module")
def all_on_rxe(out):
    return Matrix(out / "rxe-all", "--target", "guest", timeout=4 * 3600)


# A mutant runs on all checks of its promise and on one row of each of 12 other tables, different ones for each mutant.
# Runs on all rows of all tables take thirty times as long and find only a bystander that no mutant turned red elsewhere.
ALL_ROWS = pytest.param("on_refhca_with_all_rows", marks=pytest.mark.long)
# Every mutant runs on the reference HCA. On rxe nearly all turn the same checks red, so that a sample shows
# whether the matrix works in a guest.
ALL_MUTANTS = pytest.param("all_on_rxe", marks=pytest.mark.long)


@pytest.fixture
def matrix(request):
    return request.getfixturevalue(request.param)


everywhere = pytest.mark.parametrize("matrix", ["on_refhca", "on_rxe", ALL_ROWS, ALL_MUTANTS], indirect=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_check_of_its_promise_finds_the_mutant(on_refhca, name):
    mutant = on_refhca.mutants[name]
    assert mutant.get("outcome") == "killed", mutant.findtext("error") or on_refhca.red("bound", "bystander", mutant=name)


@pytest.mark.parametrize("matrix, names", [("on_rxe", SAMPLE), pytest.param("all_on_rxe", NAMES, marks=pytest.mark.long)],
                         indirect=["matrix"], ids=["sample", "all"])
def test_mutants_are_found_on_rxe(matrix, names):
    """By the checks that find them on the reference HCA, as far as these pass on rxe."""
    assert sorted(matrix.mutants) == sorted(names)
    assert matrix.named("mutant[@outcome = 'survived' or @outcome = 'error']") == []
    assert matrix.named("mutant[@outcome = 'killed']")


@everywhere
def test_no_bystander_turns_red(matrix):
    assert matrix.red("bystander") == ""


@everywhere
def test_the_library_without_a_mutant_turns_no_check_red(matrix):
    assert [e.text for e in matrix.root.findall("library")] == []


@everywhere
def test_the_matrix_is_good(matrix):
    assert (matrix.process.returncode, matrix.root.get("good")) == (0, "true"), matrix.process.stdout


def test_every_check_was_seen_to_fail_or_has_an_exception(on_refhca):
    assert on_refhca.named("check[unseen = '']") == []


def test_every_promise_was_broken_or_has_an_exception(on_refhca):
    assert on_refhca.named("promise[unbroken = '']", "id") == []


def test_no_exception_is_needless(on_refhca):
    assert [e.text for e in on_refhca.root.findall("needless")] == []


def test_summary_and_page_say_that_all_mutants_are_killed(on_refhca):
    assert set(on_refhca.mutants) >= set(NAMES) and set(on_refhca.mutants) <= set(NAMES) | BY_RULE
    assert f"All {len(on_refhca.mutants)} mutants are killed" in on_refhca.process.stdout
    assert f"All {len(on_refhca.mutants)} mutants are killed" in on_refhca.page.read_text()


# A rule, and a check that has to find the device that breaks it.
RULES = [
    ("query_srq:max_wr:more", "srq.query.*"),
    ("query_srq:fails", "srq.query.*"),
    ("modify_srq:nothing", "srq.query.*"),
    ("modify_srq:srq_limit:ignored", "srq.query.*"),
    ("modify_srq:accepted", "srq.modify.*"),
    ("modify_srq:minus", "srq.modify.*"),
    ("event:lost", "srq.limit.*"),
    ("event:twice", "srq.limit.*"),
    ("poll_cq:byte_len:more", "cq.completion.*"),
    ("post_srq_recv:bad_wr", "srq.post.*"),
    ("query_pkey:nothing", "device.pkey.query-*"),
]


@pytest.fixture(scope="module")
def by_rule(out):
    checks = sorted({f"--checks={check}" for _, check in RULES})
    return Matrix(out / "by-rule", *checks, *[rule for rule, _ in RULES])


@pytest.mark.parametrize("rule, check", RULES)
def test_a_check_finds_a_mutant_by_rule(by_rule, rule, check):
    assert by_rule.mutants[rule].get("outcome") == "killed"
    assert any(fnmatch.fnmatch(r.get("check"), check) for r in by_rule.mutants[rule].iter("red") if r.get("role") == "finder")


def test_every_verb_with_a_promise_has_mutants_by_rule():
    verbs = {name.split(":")[0] for name in BY_RULE}
    assert {"create_qp", "modify_srq", "post_send", "poll_cq", "event", "wr_send", "wc_read_opcode", "reg_mr"} <= verbs
    assert {"modify_qp:accepted:second", "post_recv:twice:refused", "query_qp:cap.max_send_wr:other:other"} <= BY_RULE


def test_run_on_mutants_needs_their_library(out):
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "--mutants", out)
    assert process.returncode == 2 and "library of mutants" in process.stderr


def test_every_mutant_has_a_name_of_its_own():
    assert len(BY_RULE) + len(set(NAMES)) == len(ALL)


def test_mutants_with_other_verdicts_have_a_reason():
    assert [m.get("name") for m in LISTED if m.get("verdict") != "FAIL" and not m.get("why")] == []


# The matrix itself, on the mutants of harness/mutants, most of which are wrong. The checks of ibv_query_srq tell them apart.


def on_queries(out, *names):
    return Matrix(out, "--checks", "srq.query.*", *names, VCT_MUTANTS=SELF)


def test_mutants_that_break_nothing_or_another_promise_or_end_the_program_are_found_out(out):
    names = ("found", "breaks_nothing", "breaks_another", "ends_the_program")
    matrix = on_queries(out / "self", *names)
    outcomes = {name: m.get("outcome") for name, m in matrix.mutants.items()}
    assert outcomes == dict(zip(names, ("killed", "survived", "survived", "error")))
    assert matrix.root.get("good") == "false" and matrix.process.returncode == 3
    assert "SRQ-QRY-07 srq." in matrix.red("finder", mutant="found")
    assert matrix.red("bystander", mutant="found") == matrix.red("bystander", "bound", mutant="breaks_nothing") == ""
    assert "FAIL SRQ-QRY-07" in matrix.red("bystander", mutant="breaks_another")
    assert "breaks_nothing (SRQ-QRY-07): survived" in matrix.process.stdout


def test_a_check_of_another_verb_that_a_mutant_breaks_too_is_a_bystander(out):
    checks = [f"--checks={name}" for name in ("srq.mask.zero-changes-nothing", "device.pkey.*")]
    matrix = Matrix(out / "another-verb", *checks, "breaks_another_verb_too", VCT_MUTANTS=SELF)
    assert matrix.mutants["breaks_another_verb_too"].get("outcome") == "killed"
    assert matrix.red("finder") == "breaks_another_verb_too: FAIL SRQ-MOD-06 srq.mask.zero-changes-nothing"
    bystanders = "//red[@role = 'bystander']"
    assert "PKY-03" in matrix.named(bystanders, "promise")
    assert all(check.startswith("device.pkey.") for check in matrix.named(bystanders, "check"))
    assert matrix.root.get("good") == "false" and matrix.process.returncode == 1


def test_a_mutant_that_survives_is_exit_code_1(out):
    assert on_queries(out / "survives", "breaks_nothing").process.returncode == 1


def test_a_promise_broken_with_another_for_which_no_check_turns_red_is_exit_code_1(out):
    checks = [f"--checks={name}" for name in ("cq.notify.event-names-*", "cq.request.*")]
    matrix = Matrix(out / "needless", *checks, "loses_the_context", VCT_MUTANTS=SELF)
    assert matrix.mutants["loses_the_context"].get("outcome") == "killed"
    assert ("CQ-NTF-12", "CQ-NTF-04") in [(e.get("promise"), e.text) for e in matrix.root.findall("needless")]
    assert matrix.root.get("good") == "false" and matrix.process.returncode == 1
    assert "CQ-NTF-04 of CQ-NTF-12" in matrix.process.stdout


def test_a_matrix_that_is_good_is_exit_code_0_and_leaves_only_its_record_and_page(out):
    where = out / "good"
    assert on_queries(where, "found").process.returncode == 0
    assert sorted(p.name for p in where.iterdir()) == ["mutants.html", "mutants.xml"]


@pytest.mark.parametrize("arguments, says", [
    (["keeps_firng"], "there is no mutant keeps_firng"),
    (["--target", "host"], "invalid choice"),
    (["--flat"], "usage"),
])
def test_bad_usage_of_the_matrix_is_2(out, arguments, says):
    process = run("fixtures/mutants/matrix", "--out", out / "bad", *arguments)
    assert process.returncode == 2 and says in process.stderr
