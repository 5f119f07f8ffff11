# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts matrix: the differences between runs and the changes since the baseline, in matrix.xml and in the text.

The tests make the results from tables of verdicts, and compute what they expect from these tables.
"""
import re

import pytest

from browser import squeeze
from conftest import ROOT, run
from matrix_records import ENDS, GREEN, KINDS, NEW, OLD, PAIRS, Matrix, became, make, pair

@pytest.mark.parametrize("kind", ["broken", "otherwise", "waived", "skipped", "stale", "mended", "claimed"])
def test_every_pair_of_verdicts_has_its_kind_of_change(pairs, kind):
    wanted = {pair(*p) for p in PAIRS if became(*p) == kind}
    assert set(pairs.changes()["6.12", kind]) == wanted and wanted


def test_the_baseline_has_no_changes(pairs):
    assert {name for name, _ in pairs.changes()} == {"6.12"}
    assert pairs.root.get("baseline") == "6.1.0-50-amd64"


def test_every_check_is_in_one_row_or_counted_as_pass_in_all(pairs):
    rows = [name for kind in KINDS for name in pairs.names(kind)]
    assert len(set(rows)) == len(rows)
    assert {pair(*p) for p in PAIRS} - set(rows) == {pair("PASS", "PASS"), pair("NOTRUN", "NOTRUN")} - set(rows)
    assert len(rows) + int(pairs.root.get("kept")) == int(pairs.root.get("checks")) == len(PAIRS)


def test_rows_are_ordered_by_importance(pairs):
    kinds = [g.get("kind") for g in pairs.groups]
    assert kinds == sorted(kinds, key=KINDS.index)
    assert set(pairs.names("verdicts")) == {pair(*p) for p in PAIRS if p[0] != p[1] and "NOTRUN" not in p}
    assert set(pairs.names("not-pass")) == {
        pair(*p) for p in PAIRS if set(p) - {"NOTRUN"} and len(set(p) - {"NOTRUN"}) == 1
        and not set(p) & {"PASS", "SKIP"}}
    assert set(pairs.names("skipped")) == {pair("SKIP", "SKIP")}
    assert set(pairs.names("gaps")) == {pair("NOTRUN", "NOTRUN"), *(pair(*p) for v in ("PASS", "SKIP") for p in ((v, "NOTRUN"), ("NOTRUN", v)))}
    worst = [became(*p) for n in pairs.names("verdicts") for p in PAIRS if pair(*p) == n]
    order = ["broken", "otherwise", "waived", "skipped", "stale", "mended", "claimed", None]
    assert worst == sorted(worst, key=order.index)


def test_a_row_has_the_verdict_of_each_run(pairs):
    for before, after in PAIRS:
        if (before, after) in (("PASS", "PASS"),):
            continue
        group, = (g for g in pairs.groups if pair(before, after) in [c.get("name") for c in g.findall("check")])
        assert [i.get("verdict") for i in group.findall("in")] == [before, after]


def lines_after(text, start):
    """The lines of a section of the text, with single blanks."""
    return [squeeze(line) for line in text[text.index(start):].split("\n\n")[0].splitlines()]


def test_the_text_lists_the_changes_first(three):
    assert lines_after(three.text, "Changes since the baseline 6.1.0-50-amd64:") == [
        "Changes since the baseline 6.1.0-50-amd64:",
        "newly broken in 6.12.117+deb12-amd64: 1", "PASS -> FAIL srq.b.breaks",
        "newly passing in 6.12.117+deb12-amd64: 2", "KERNEL -> PASS srq.b.oopsed", "WAIVED -> PASS srq.b.mended"]


def test_the_text_shows_the_differing_verdicts_with_their_reasons(three):
    titles = re.findall(r"^(?:[A-Z0-9].*\(\d+\)|\d+ .* in .*)$", three.text, re.M)
    assert [t for t in titles if "(" in t and t[0].isalpha()] == [
        "Verdicts differ (3)", "Same verdict, recorded behaviour differs (1)", "Same verdict in all runs that have one, not PASS (2)"]
    section = three.text[three.text.index("Verdicts differ"):three.text.index("Same verdict")]
    rows = [line.split() for line in section.splitlines() if line and not line.startswith("    ")][1:]
    assert rows == [["6.1.0-50-amd64", "6.1.0-56-amd64", "6.12.117+deb12-amd64", "check"],
                    ["PASS", "PASS", "FAIL", "srq.b.breaks"],
                    ["KERNEL", "KERNEL", "PASS", "srq.b.oopsed"],
                    ["WAIVED", "WAIVED", "PASS", "srq.b.mended"]]
    assert ("    6.12.117+deb12-amd64: bad == &wr[1] does not hold; expected: nothing changes; seen: it changed\n"
            in section)
    assert "6.1.0-50-amd64, 6.1.0-56-amd64: srq.b.oopsed is KERNEL;" in section
    assert "BUG: kernel NULL pointer dereference" in section and "all is well" not in section
    assert "waived until 2027-06-30: rxe does otherwise. [drivers/infiniband/sw/rxe/rxe_srq.c:1]" in section


def test_the_text_has_each_verdict_in_the_column_of_its_run(three):
    lines = three.text.splitlines()
    header = next(line for line in lines if line.endswith("  check"))
    row = next(line for line in lines if line.endswith("srq.b.oopsed") and "->" not in line)
    for run_name, verdict in (("6.1.0-56-amd64", "KERNEL"), ("6.12.117+deb12-amd64", "PASS")):
        assert row[header.index(run_name):].startswith(verdict)


def test_a_different_observation_with_the_same_verdict_is_a_difference(three):
    assert three.names("seen") == ["srq.d.reads"]
    section = lines_after(three.text, "PASS            PASS            PASS                  srq.d.reads")
    assert section == ["PASS PASS PASS srq.d.reads", "6.1.0-50-amd64, 6.1.0-56-amd64: recorded: it reads 0",
                       "6.12.117+deb12-amd64: recorded: it reads 4"]


def test_rows_with_the_same_verdicts_and_reasons_are_one_group(three):
    known, = (g for g in three.groups if g.get("kind") == "not-pass")
    assert [c.get("name") for c in known.findall("check")] == ["srq.c.known", "srq.c.known-too"]
    assert three.text.count("rxe keeps it.") == 1


def test_checks_that_do_not_differ_are_counted(three):
    tail = three.text.splitlines()
    assert tail[-1] == "1 of 11 checks PASS in all runs"
    assert "2 SKIP in all runs: the device does not claim IBV_DEVICE_XRC" in tail
    assert "1 without a verdict in some runs: 6.1.0-50-amd64 PASS, 6.1.0-56-amd64 PASS, 6.12.117+deb12-amd64 -" in tail
    assert "1 without a verdict in some runs: 6.1.0-50-amd64 -, 6.1.0-56-amd64 -, 6.12.117+deb12-amd64 PASS" in tail


def test_the_text_shortens_a_group_of_many_rows(tmp_path):
    names = [f"srq.many.n{i}" for i in range(40)]
    matrix = Matrix(tmp_path, make(tmp_path / "1.xml", dict.fromkeys(names, "PASS")),
                    make(tmp_path / "2.xml", dict.fromkeys(names, "SKIP"), dict.fromkeys(names, "no XRC"), kernel="6.12"))
    assert matrix.names("verdicts") == names
    assert matrix.text.count("PASS            SKIP") == 30 and matrix.text.count("... and 10 more") == 2


# Exit codes, and files that cannot be read


@pytest.mark.parametrize("ends, code", [(["green", "green"], 0), (["green"], 0), (["green", "red"], 1),
                                        (["red", "green"], 1), (["stale", "green"], 1), (["green", "cut"], 3),
                                        (["red", "cut"], 3), (["empty", "green"], 0)])
def test_exit_code(tmp_path, ends, code):
    files = [make(tmp_path / f"{i}.xml", ENDS[end][0], kernel=f"6.{i}") for i, end in enumerate(ends)]
    matrix = Matrix(tmp_path, *files)
    assert matrix.code == code
    assert matrix.root.get("conforms") == str(code == 0).lower()
    assert matrix.root.get("complete") == str(code != 3).lower()


KNOWN = "in which nothing is new, and all deviations are known: 1"
PARTIAL = [
    ({"selection": "srq.*"}, "(only the selected checks); selected: srq.*,"),
    ({"commit": "a39e5cd-dirty"}, "(a build of sources that are not committed),"),
    ({"facts": {"waivers.1.released": "no", "device.max_qp": "7"}}, "(with waivers that are not released),"),
    ({"facts": {"option.gentle": "yes"}}, "(without the checks that --gentle leaves out),"),
]


@pytest.mark.parametrize("attributes, why", PARTIAL)
def test_only_a_run_that_says_so_itself_conforms(tmp_path, attributes, why):
    """Whole runs, of committed builds, with released waivers."""
    partial = make(tmp_path / "1.xml", {"srq.a.one": "PASS"}, kernel="6.1", **attributes)
    matrix = Matrix(tmp_path, partial, make(tmp_path / "2.xml", {"srq.a.one": "PASS"}, kernel="6.2"))
    assert matrix.code == 0
    assert f"  6.1: no promise was found broken {why}" in matrix.text and "  6.2: conforms," in matrix.text
    assert ("Runs that conform: 1 of 2; that found no promise broken, and do not say that a device conforms: 1\n"
            in matrix.text)
    page = matrix.html.read_text()
    assert "<h1>No run found a promise broken; 1 of 2 say that a device conforms</h1>" in page
    assert why.rstrip(",") in page and '<header class="incomplete">' in page


@pytest.mark.parametrize("name", ["deviations", "strict"])
def test_deviations_count_whether_or_not_a_run_was_strict(tmp_path, name):
    matrix = Matrix(tmp_path, ROOT / f"harness/golden/{name}.xml", make(tmp_path / "1.xml", ENDS["green"][0]))
    assert matrix.code == 1 and matrix.root.get("conforms") == "false"
    assert f"Runs that conform: 0 of 2; {KNOWN}; that DO NOT CONFORM: 1\n" in matrix.text
    assert "<h1>1 of 2 runs does not conform</h1>" in matrix.html.read_text()
    assert f": DOES NOT CONFORM STRICTLY; 1 deviation from should promises; 2 deviations from derived promises;" in matrix.text
    deviations = {d.get("level"): d.get("checks") for d in matrix.root.iter("deviations")}
    assert deviations == {"should": "1", "derived": "2"}
    checks = matrix.root.xpath("//group[in/@verdict='FAIL']")
    levels = {(c.get("level"), g.xpath("string(in[@verdict='FAIL']/@level)")) for g in checks for c in g.findall("check")}
    assert levels == {("must", "derived"), ("should", "should")}


def breakages(tmp_path):
    whole = make(tmp_path / "whole.xml", OLD).read_text()
    return {"cut-short": whole[:len(whole) // 2], "nothing": "", "text": "6.12 is fine\n",
            "another": "<testsuites/>", "unknown-verdict": whole.replace('"KERNEL"', '"KERNAL"'),
            "no-device": re.sub(r"<device[^>]*>", "", whole), "bomb": '<!DOCTYPE r [<!ENTITY a "b">]><results>&a;</results>'}


@pytest.mark.parametrize("breakage", ["cut-short", "nothing", "text", "another", "unknown-verdict", "no-device", "bomb",
                                      "missing", "directory"])
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_compared(tmp_path, breakage):
    broken = tmp_path / "broken.xml"
    if breakage == "directory":
        broken.mkdir()
    elif breakage != "missing":
        broken.write_text(breakages(tmp_path)[breakage])
    matrix = Matrix(tmp_path, make(tmp_path / "old.xml", OLD), f"6.99={broken}",
                    make(tmp_path / "new.xml", NEW, kernel="6.12"))
    assert matrix.code == 2
    assert str(broken) in matrix.errors
    assert matrix.runs == ["6.1.0-50-amd64", "6.99", "6.12"]
    assert str(broken) in matrix.root.findall("run")[1].findtext("missing")
    assert ("6.12", "broken") in matrix.changes()
    assert f"6.99: NO RESULTS: {broken}" in matrix.text
    assert "INCOMPLETE OR WITHOUT RESULTS" in matrix.text.splitlines()[0]


def test_a_run_without_results_is_a_column(tmp_path):
    matrix = Matrix(tmp_path, make(tmp_path / "old.xml", OLD), "--missing=6.99=there is no such package")
    assert matrix.code == 2 and matrix.runs == ["6.1.0-50-amd64", "6.99"]
    assert "6.99: NO RESULTS: there is no such package" in matrix.text


@pytest.mark.parametrize("arguments, says", [([], "no results.xml is given"), (["--missing=x"], "NAME=WHY"),
                                             (["--nonsense"], "nonsense")])
def test_bad_usage_is_exit_code_2(arguments, says):
    process = run("build/verbs-cts", "matrix", *arguments)
    assert process.returncode == 2 and says in process.stderr


# Runs on mutants

@pytest.mark.parametrize("ends, code, counts", [
    (["green", "green"], 1, f"0 of 2; {KNOWN}; ON A MUTANT"), (["green", "red"], 1, f"0 of 2; {KNOWN}; ON A MUTANT"),
    (["red", "green"], 1, "0 of 2; that DO NOT CONFORM: 1; ON A MUTANT"),
    (["green", "cut"], 3, f"0 of 2; {KNOWN}; INCOMPLETE OR WITHOUT RESULTS: 1; ON A")])
def test_a_run_on_a_mutant_certifies_nothing(tmp_path, ends, code, counts):
    matrix = Matrix(tmp_path, make(tmp_path / "1.xml", ENDS[ends[0]][0]),
                    make(tmp_path / "2.xml", ENDS[ends[1]][0], kernel="6.12", mutant="keeps_firing"))
    assert matrix.code == code and matrix.root.get("conforms") == "false"
    assert matrix.runs == ["6.1.0-50-amd64", "6.12 on mutant keeps_firing"]
    first, _, of_mutant = matrix.text.splitlines()[:3]
    assert f"Runs that conform: {counts}" in first and "WHICH CERTIFIES NOTHING: 1" in first
    for told in ("a MUTANT", "it is not as it should be", "break SRQ-MOD-21", "certifies nothing"):
        assert told in of_mutant
    told, = matrix.root.findall("run/mutant")
    assert told.get("name") == "keeps_firing"


def test_the_name_of_a_run_on_a_mutant_has_the_mutant(tmp_path):
    files = [make(tmp_path / "1.xml", GREEN), make(tmp_path / "2.xml", GREEN, mutant="one"),
             make(tmp_path / "3.xml", GREEN, mutant="another")]
    name = "6.1.0-50-amd64"
    assert Matrix(tmp_path, *files).runs == [name, f"{name} on mutant one", f"{name} on mutant another"]
    named = Matrix(tmp_path, "--baseline", "b", f"a={files[0]}", f"b={files[1]}")
    assert named.runs == ["a", "b on mutant one"] and named.root.get("baseline") == "b on mutant one"


# The names of runs, and the baseline

@pytest.mark.parametrize("one, other, names", [
    ({"kernel": "6.1"}, {"kernel": "6.12"}, ["6.1", "6.12"]),
    ({"kernel": "6.1"}, {"kernel": "6.18", "user-space": "true", "name": "refhca0"}, ["6.1", "refhca0"]),
    ({"name": "mlx5_0"}, {"name": "mlx5_1"}, ["mlx5_0", "mlx5_1"]),
    ({"driver": "mlx5_core"}, {"driver": "irdma"}, ["mlx5_core", "irdma"]),
    ({"fw": "20.31"}, {"fw": "20.35"}, ["firmware 20.31", "firmware 20.35"]),
    ({"rdma-core": "44.0"}, {"rdma-core": "58.0"}, ["rdma-core 44.0", "rdma-core 58.0"]),
    ({"commit": "aaa"}, {"commit": "bbb"}, ["verbs-cts aaa", "verbs-cts bbb"]),
])
def test_a_run_is_named_after_what_distinguishes_it(tmp_path, one, other, names):
    files = [make(tmp_path / "1.xml", GREEN, **one), make(tmp_path / "2.xml", GREEN, **other)]
    assert Matrix(tmp_path, *files).runs == names
    assert Matrix(tmp_path, f"before={files[0]}", f"after={files[1]}").runs == ["before", "after"]


def test_runs_that_do_not_differ_are_named_after_their_files(tmp_path):
    files = [make(tmp_path / f"{i}.xml", GREEN) for i in (1, 2)]
    assert Matrix(tmp_path, *files).runs == [str(f) for f in files]


def test_two_runs_with_the_same_name_are_refused(tmp_path):
    path = make(tmp_path / "1.xml", GREEN)
    for arguments in ([path, path], [f"a={path}", f"a={path}"]):
        matrix = Matrix(tmp_path, *arguments)
        assert matrix.code == 2 and "two runs have the name" in matrix.errors and not matrix.xml.exists()


@pytest.mark.parametrize("baseline", ["6.12", "new.xml"])
def test_any_run_can_be_the_baseline(tmp_path, baseline):
    files = [make(tmp_path / "old.xml", OLD), make(tmp_path / "new.xml", NEW, kernel="6.12")]
    matrix = Matrix(tmp_path, "--baseline", tmp_path / baseline if "xml" in baseline else baseline, *files)
    assert matrix.runs == ["6.1.0-50-amd64", "6.12"] and matrix.root.get("baseline") == "6.12"
    assert matrix.changes() == {("6.1.0-50-amd64", "mended"): ["srq.b.breaks"],
                                ("6.1.0-50-amd64", "broken"): ["srq.b.oopsed"],
                                ("6.1.0-50-amd64", "waived"): ["srq.b.mended"]}


def test_a_baseline_that_is_not_among_the_runs_comes_first(tmp_path):
    old = make(tmp_path / "old.xml", OLD, fw="1")
    matrix = Matrix(tmp_path, "--baseline", old, make(tmp_path / "new.xml", NEW, fw="2"))
    assert matrix.runs == ["firmware 1", "firmware 2"] and matrix.root.get("baseline") == "firmware 1"
    assert matrix.changes()["firmware 2", "broken"] == ["srq.b.breaks"]


def test_a_baseline_that_does_not_exist_is_refused(tmp_path):
    matrix = Matrix(tmp_path, "--baseline", "6.99", make(tmp_path / "old.xml", OLD))
    assert matrix.code == 2 and "6.99" in matrix.errors and not matrix.xml.exists()


def test_without_results_of_the_baseline_there_are_no_changes(tmp_path):
    matrix = Matrix(tmp_path, "--missing=6.1=it did not boot", make(tmp_path / "1.xml", OLD),
                    make(tmp_path / "2.xml", NEW, kernel="6.12"))
    assert matrix.code == 2 and matrix.changes() == {}
    assert "unknown: the baseline has no results" in matrix.text
    assert set(matrix.names("verdicts")) == {"srq.b.breaks", "srq.b.oopsed", "srq.b.mended"}
