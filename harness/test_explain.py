# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts explain: a promise or a check in plain words, what judges it, and what is known."""
import re

import pytest
from lxml import etree

from commands import run
from conftest import ROOT


def explain(*words):
    return run("build/verbs-cts", "explain", *words)


@pytest.fixture(scope="module")
def listed():
    return etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())


def misunderstood():
    return re.findall(r"^MISUNDERSTOOD\((\w+),", (ROOT / "suites/promises/misunderstood.h").read_text(), re.M)


@pytest.mark.parametrize("promise, says", [
    ("SRQ-QRY-09", "srq_limit reads 0"), ("QP-MOD-FLAG-RNR_RETRY", "7 is for ever"),
    ("QP-MOD-FLAG-MIN_RNR_TIMER", "0 is 655.36 ms"), ("SRQ-CRX-10", "greater than what was asked for")])
def test_what_people_ask_is_answered(promise, says):
    process = explain(promise)
    assert process.returncode == 0
    assert says in " ".join(process.stdout.split()) and "Often misunderstood:" in process.stdout


def test_there_are_many_and_each_has_a_check(listed):
    names = misunderstood()
    assert len(names) == len(set(names)) >= 25
    ids = {re.sub(r"[^A-Z0-9]", "_", p.get("id").upper()): p for p in listed.findall("promise")}
    assert {n for n in names if ids[n].get("cited") != "true"} == set()


def test_a_promise_has_its_page_its_checks_and_what_is_known(listed):
    promise, = (p for p in listed.findall("promise") if p.get("id") == "SRQ-MOD-20")
    text = explain("srq-mod-20").stdout
    assert text.startswith("SRQ-MOD-20, a promise of level derived\n") and promise.get("source") in text
    assert " ".join(promise.text.split()) in " ".join(text.split())
    checks = [c.get("name") for c in listed.findall("check") if "SRQ-MOD-20" in c.get("promises").split()]
    assert checks and all(f"    {name}" in text for name in checks[:5])
    assert "rxe, kernel 6.1 to 7.3: srq.refused.limit-is-judged-by-the-new-size" in text
    assert "rxe_srq.c:137" in text


def test_a_promise_names_those_that_are_broken_with_it(listed):
    promise, = (p for p in listed.findall("promise") if p.get("id") == "SRQ-LIM-10")
    assert "AEV-03" in promise.get("broken-with").split()
    assert f"may break it, too:\n    {promise.get('broken-with')}\n" in explain("SRQ-LIM-10").stdout
    assert "may break it, too" not in explain("SRQ-LIM-05").stdout


def test_every_released_waiver_is_told():
    for path in (ROOT / "fixtures/waivers").glob("*.xml"):
        waiver = next(w for w in etree.parse(str(path)).getroot().iter("waiver") if w.get("promise"))
        assert waiver.get("url") in explain(waiver.get("promise")).stdout


def test_a_check_is_explained():
    text = explain("srq.limit.zero-disarms@sends").stdout
    assert "It needs SRQ RC; without that, it is skipped." in text and "SRQ-LIM-06 (must)" in text
    assert "No deviation that it finds is known." in text
    assert "the kernel's core" in explain("ah.grh.hop-limit-is-that-of-the-address.1").stdout


@pytest.mark.parametrize("word, first", [
    ("rnr_retry", "QP-MOD-FLAG-RNR_RETRY"), ("SRQ-QRY-9", "SRQ-QRY-09"), ("srq.limit.zero-disarm", "srq.limit.zero-disarms"),
    ("srq.limit.zero-disrams", "srq.limit.zero-disarms"), ("655", "QP-MOD-FLAG-MIN_RNR_TIMER")])
def test_another_word_gives_suggestions(word, first):
    process = explain(word)
    assert process.returncode == 2 and not process.stdout
    lines = process.stderr.splitlines()
    assert lines[0] == f"verbs-cts: no promise and no check is named '{word}'; did you mean"
    assert lines[1].split()[0] == first


def test_a_word_that_is_like_nothing_says_so():
    process = explain("xyzzy-plugh-quux")
    assert process.returncode == 2 and process.stderr.endswith("'verbs-cts list' lists all\n")
    assert explain().returncode == 2 and explain("SRQ-QRY-09", "SRQ-QRY-08").returncode == 2


def test_lines_are_not_wide():
    for promise in ("SRQ-QRY-09", "QP-ERR-07", "FRK-02"):
        text = explain(promise).stdout
        wide = [line for line in text.splitlines() if len(line) > 100 and "://" not in line and "needs" not in line and "From" not in line]
        assert wide == []
