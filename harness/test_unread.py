# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A deviation that a waiver knows from another version stays red, and comes behind what is new."""
import platform

import pytest
from lxml import etree

from commands import run
from conftest import Results
from documents import errors
from test_waivers import FAILS, PASSES, waiver, waivers

DERIVED, CRASHES = "self.verdicts.fails-a-derived-promise", "self.verdicts.segfaults"
RUNS = platform.release()
OLD, UNREAD = dict(check=FAILS, kernel_to="2.6"), f"known on Linux 2.6, not yet read on {RUNS}"


def judged(folder, *all_waivers, options=(), checks=(FAILS, PASSES)):
    (folder / "waivers.xml").write_text(waivers(*[waiver(**{"driver": "refhca", **w}) for w in all_waivers]))
    process = run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", "--waivers", folder / "waivers.xml",
                  "--results", folder / "results.xml", *options, *checks)
    assert errors("results", etree.parse(str(folder / "results.xml"))) == ""
    return process, Results(folder / "results.xml")


KNOWN = [
    ([OLD], UNREAD),
    ([dict(check=FAILS, kernel_from="1000")], f"known on Linux 1000, not yet read on {RUNS}"),
    ([dict(promise="STR-02", kernel_from="2.4", kernel_to="2.6")], UNREAD),
    # somebody has read a later version, but of another driver, or one that is later than what runs
    ([OLD, dict(check=FAILS, driver="rxe", kernel_to="3.0")], UNREAD),
    ([OLD, dict(check=PASSES, kernel_from="1000")], UNREAD),
    # the version before the range was read, which says nothing about what comes after it
    ([OLD, dict(check=PASSES, kernel_to="2.4")], UNREAD),
]
NEW = [
    [dict(OLD, mended="Linux 2.7, 0123456789ab")],
    # 3.0 was read, and no longer had it
    [OLD, dict(check=PASSES, kernel_to="3.0")],
    [OLD, dict(check=PASSES, kernel_from="3.0")],
    [dict(check=FAILS, kernel_from="1000"), dict(check=PASSES, kernel_to="999")],
    [dict(OLD, driver="rxe")],
    [dict(OLD, seen="5")],
    [dict(OLD, verdict="KERNEL")],
    [dict(OLD, expires="2001-01-01")],
    [dict(OLD, vendor="0xabcdef")],
    # the release of the reference HCA is not known
    [dict(check=FAILS, rdma_core_to="44")],
]


@pytest.mark.parametrize("all_waivers, known", KNOWN)
def test_what_only_another_version_is_waived_for_is_known(tmp_path, all_waivers, known):
    process, results = judged(tmp_path, *all_waivers)
    assert process.returncode == 1 and results.verdicts[FAILS] == "FAIL"
    assert results.checks[FAILS].get("known") == known


@pytest.mark.parametrize("all_waivers", NEW)
def test_anything_else_is_new(tmp_path, all_waivers):
    process, results = judged(tmp_path, *all_waivers)
    assert process.returncode == 1 and results.verdicts[FAILS] == "FAIL"
    assert results.checks[FAILS].get("known") is None


def test_what_is_new_comes_first_in_every_report(tmp_path):
    process, results = judged(
        tmp_path, OLD, dict(check=DERIVED, kernel_to="2.6", reason="It is derived."), checks=(FAILS, DERIVED, PASSES, CRASHES),
        options=("--strict", "--junit", tmp_path / "junit.xml", "--html", tmp_path / "page.html"))
    told = f"2 red checks are {UNREAD}"
    shown = process.stdout
    assert f"FAIL    {FAILS}" not in shown and f"CRASH   {CRASHES}" in shown
    assert shown.index(f"     1  CRASH {CRASHES}") < shown.index(told + "\n")
    assert "does not conform: 1 deviation is new, 2 known from another version (" in shown
    groups = results.root.findall("group")
    assert [(g.get("class"), g.get("known")) for g in groups] == [("red", None), ("known", UNREAD), ("known", UNREAD)]
    summary = run("build/verbs-cts", "report", tmp_path / "results.xml", "--summary").stdout
    assert summary.index(f"\nCRASH {CRASHES}\n") < summary.index(f"\n{told}:\n") < summary.index("It is derived.")
    ktap = run("build/verbs-cts", "report", tmp_path / "results.xml", "--ktap", "-").stdout
    assert f"\n# {told}\n" in ktap and f"\n    # {UNREAD}\n" in ktap
    junit = etree.parse(str(tmp_path / "junit.xml"))
    assert errors("junit", junit) == ""
    assert set(junit.xpath("//property[@name='known.1']/@value")) == {told}
    assert all(m.startswith(f"{UNREAD}: ") for m in junit.xpath("//failure/@message")) and len(junit.xpath("//failure")) == 2
    page = etree.HTML((tmp_path / "page.html").read_text())
    assert page.xpath("//section[@id='red']/article/@id") == [CRASHES]
    assert sorted(page.xpath("//section[@id='known']/article/@id")) == sorted([FAILS, DERIVED])
    assert page.xpath("count(//section[@id='known']/preceding::section[@id='red'])") == 1


def test_one_known_check_alone_is_shown_at_the_end(tmp_path):
    process, _ = judged(tmp_path, OLD)
    assert f"\n1 red check is {UNREAD}\n" in process.stdout
    verbose, _ = judged(tmp_path, OLD, options=["-v"])
    assert f"FAIL    {FAILS}" in verbose.stdout and f"    {UNREAD}: It is known. [drivers/x.c:1]\n" in verbose.stdout
    matrix = run("build/verbs-cts", "matrix", f"a={tmp_path / 'results.xml'}", "--xml", tmp_path / "matrix.xml")
    assert f"{UNREAD}: It is known. [drivers/x.c:1]" in matrix.stdout and "expired" not in matrix.stdout
    assert errors("matrix", etree.parse(str(tmp_path / "matrix.xml"))) == ""


def test_a_record_of_parts_keeps_what_is_known(tmp_path):
    judged(tmp_path, OLD, checks=(FAILS, PASSES), options=("--part", "1/1"))
    joined = run("build/verbs-cts", "report", tmp_path / "results.xml", "--results", tmp_path / "joined.xml")
    assert joined.returncode == 0, joined.stderr
    assert Results(tmp_path / "joined.xml").root.findall("group")[-1].get("known") == UNREAD
