# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Deviations that come and go (waivers with sometimes="true"): no comparison of verdicts heeds whether they came."""
import re
import sys

import pytest
from lxml import etree

from commands import program, run
from conftest import ROOT, Results
from matrix_records import Matrix, make

CHECK = "srq.a.deviates"


def record(path, verdict, sometimes=True, passes=None, **more):
    """A results.xml of one check; a waiver lists what it deviates in."""
    make(path, {CHECK: verdict}, **more)
    text = path.read_text()
    if sometimes:
        text = text.replace("<waiver ", '<waiver sometimes="true" ')
    if passes:
        text = text.replace(f'name="{CHECK}"', f'name="{CHECK}" runs="2" verdicts="{passes}"')
    path.write_text(text)
    return Results(path).path


@pytest.mark.parametrize("old, new", [("PASS", "WAIVED"), ("WAIVED", "PASS"), ("WAIVED", "WAIVED")])
def test_it_is_no_change_in_a_comparison(tmp_path, old, new):
    files = record(tmp_path / "old.xml", old), record(tmp_path / "new.xml", new, kernel="6.12")
    process = run("build/verbs-cts", "compare", *files)
    assert process.returncode == 0 and process.stdout.startswith("no regression\n"), process.stdout
    matrix = Matrix(tmp_path, *files)
    assert matrix.code == 0 and not matrix.root.xpath("//change | //in/@change")
    assert [g.get("kind") for g in matrix.groups] == ["not-pass"]


@pytest.mark.parametrize("old, new", [("SKIP", "WAIVED"), ("WAIVED", "FAIL"), ("WAIVED", "SKIP")])
def test_it_does_not_hide_another_change(tmp_path, old, new):
    files = record(tmp_path / "old.xml", old), record(tmp_path / "new.xml", new, kernel="6.12")
    matrix = Matrix(tmp_path, *files)
    assert [g.get("kind") for g in matrix.groups] == ["verdicts"]
    assert run("build/verbs-cts", "compare", *files).returncode == (0 if old == "SKIP" else 1)


def test_a_deviation_that_always_comes_is_a_change(tmp_path):
    files = record(tmp_path / "old.xml", "PASS"), record(tmp_path / "new.xml", "WAIVED", sometimes=False)
    process = run("build/verbs-cts", "compare", *files)
    assert process.returncode == 1 and process.stdout.startswith("1 REGRESSION: 1 newly waived\n")


@pytest.mark.parametrize("sometimes", [True, False])
def test_passes_that_differ_in_it_are_not_told(tmp_path, sometimes):
    path = record(tmp_path / "results.xml", "WAIVED", sometimes, passes="1 PASS, 1 WAIVED")
    said = run("build/verbs-cts", "report", path, "--summary").stdout
    assert ("had different verdicts in different passes" in said) == (not sometimes)
    assert bool(program("fixtures/soak").unstable(path)) == (not sometimes)


@pytest.mark.parametrize("rounds, sometimes, changes", [
    (("PASS", "WAIVED"), True, 0), (("WAIVED", "PASS"), True, 0), (("PASS", "WAIVED"), False, 1), (("SKIP", "WAIVED"), True, 1)])
def test_it_is_no_change_between_rounds_of_a_fleet(tmp_path, rounds, sometimes, changes):
    for number, verdict in enumerate(rounds, 1):
        where = tmp_path / f"round-{number}/d0/all.1"
        where.mkdir(parents=True)
        record(where / "results.xml", verdict, sometimes)
    run("build/verbs-cts", "fleet", "--report", tmp_path)
    root = etree.parse(str(tmp_path / "report/fleet.xml")).getroot()
    assert len(root.findall("change")) == changes
    assert [d.get("verdict") for d in root.findall("deviation")] == ["WAIVED"] * (rounds[1] == "WAIVED")


@pytest.mark.parametrize("sometimes", [True, False])
def test_a_device_of_a_fleet_that_has_it_once_is_not_unstable(tmp_path, sometimes):
    for task, verdict in ("all.1", "PASS"), ("all.2", "WAIVED"):
        where = tmp_path / "round-1/d0" / task
        where.mkdir(parents=True)
        record(where / "results.xml", verdict, sometimes)
    run("build/verbs-cts", "fleet", "--report", tmp_path)
    unstable = etree.parse(str(tmp_path / "report/fleet.xml")).getroot().findall("unstable")
    assert [u.get("check") for u in unstable] == ([] if sometimes else [CHECK])


def test_the_waivers_name_checks_that_exist():
    """What fixtures/soak and the matrix of mutants leave out, by the waivers of the driver."""
    sys.path.insert(0, str(ROOT / "fixtures/waivers"))
    from survivable import comes_and_goes
    names = re.findall(r"^(\S+)$", run("build/verbs-cts", "list").stdout, re.M)
    found = [n for n in names if comes_and_goes(n, "rxe")]
    assert "qp.wr.no-other-thread-enters" in found and 3 < len(found) < len(names) / 20
