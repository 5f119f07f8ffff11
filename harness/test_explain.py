# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts explain: a promise, a check, a status, an event, an errno or a question in plain words."""
import ctypes
import errno
import os
import pathlib
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
    return re.findall(r"^MISUNDERSTOOD\((\w+),", (ROOT / "suites/promises/meanings/misunderstood.h").read_text(), re.M)


def enumerators(enum):
    """Name and value of each constant of an enum of the machine's verbs.h, whose values are 0, 1, 2, ..."""
    header = pathlib.Path("/usr/include/infiniband/verbs.h").read_text()
    body, = re.findall(rf"^enum {enum} {{(.*?)}};", header, re.M | re.S)
    return {name: value for value, name in enumerate(re.findall(r"\bIBV_\w+", body))}


STATUSES, EVENTS = enumerators("ibv_wc_status"), enumerators("ibv_event_type")
ERRNOS = ("EPERM ENOENT EINTR EIO ENXIO EBADF EAGAIN ENOMEM EACCES EFAULT EBUSY EEXIST ENODEV EINVAL EMFILE ENOSPC ENOSYS "
          "ENODATA EPROTONOSUPPORT EOPNOTSUPP EADDRNOTAVAIL ENETDOWN ENETUNREACH ETIMEDOUT EHOSTUNREACH "
          "EREMOTEIO").split()


def text_of(verb, value):
    function = getattr(ctypes.CDLL("libibverbs.so.1"), verb)
    function.restype = ctypes.c_char_p
    return function(value).decode()


def must_explain(title, *words):
    """Each row that is explained has a meaning, three causes, where to look, and a promise; one has the title."""
    process = explain(*words)
    assert process.returncode == 0, process.stderr
    assert title in process.stdout.splitlines(), process.stdout
    row = f"\n{process.stdout}".split(f"\n{title}\n")[1].split("\n\n")[0]
    meaning, causes, look, promises = re.split(r"^  (?:Most often|To know|Look at|Promises that speak of it):\n", row, flags=re.M)
    assert meaning.strip() and look.strip() and causes.count("    - ") == 3 and re.match(r" +[A-Z]+-\S+ \(\w+\): ", promises)


@pytest.mark.parametrize("kind, verb, names", [("status", "ibv_wc_status_str", STATUSES), ("event", "ibv_event_type_str", EVENTS)])
def test_every_status_and_event_is_found_by_its_name_its_text_and_its_number(kind, verb, names):
    assert len(names) >= 20
    for name, value in names.items():
        text = text_of(verb, value)
        title = f"{name}, {kind} {value}: {text}"
        for words in (name, name.lower(), name.removeprefix("IBV_"), re.sub("IBV_(WC|EVENT)_", "", name), text, text.upper(),
                      f"{kind} {value}", f"{kind}={value:#x}", str(value)):
            must_explain(title, words)
        must_explain(title, kind, str(value))


@pytest.mark.parametrize("name", ERRNOS)
def test_errno_is_found_by_its_name_its_text_and_its_number(name):
    value = getattr(errno, name)
    for words in (name, name.lower(), os.strerror(value), f"errno {value}", str(value)):
        must_explain(f"{name}, errno {value}: {os.strerror(value)}", words)


RTR = "ibv_modify_qp to RTR"


@pytest.mark.parametrize("question, title", [
    ("what holds a PD busy", "ibv_dealloc_pd: EBUSY"), ("busy pd", "ibv_dealloc_pd: EBUSY"),
    ("why does ibv_create_qp say EINVAL now and then", "ibv_create_qp: EINVAL"),
    ("attributes not zeroed", "ibv_create_qp: EINVAL"),
    ("why a child crashes after fork", "fork: a child crashes"), ("MADV_DONTFORK", "fork: a child crashes"),
    ("ibv_fork_init whole pages", "fork: a child crashes"),
    ("the rkey of a type 2 window after a bind", "rkey of a type 2 memory window after a bind"),
    ("memlock", "memlock"), ("ulimit locked memory", "memlock"), ("vendor_err 129", "vendor_err"), ("vendor err 81", "vendor_err"),
    ("exceeded retry transport", "IBV_WC_RETRY_EXC_ERR"), ("retry exceeded", "IBV_WC_RNR_RETRY_EXC_ERR"),
    ("RTR EINVAL", f"{RTR}: EINVAL"), ("RTR ETIMEDOUT", f"{RTR}: ETIMEDOUT"), ("RTR errno 110", f"{RTR}: ETIMEDOUT"),
    ("Failed to modify QP to RTR: Connection timed out", f"{RTR}: ETIMEDOUT"), ("ENODEV RTR", f"{RTR}: ENODEV"),
    ("modify qp RTR EHOSTUNREACH", f"{RTR}: EHOSTUNREACH"), ("RTR fails ENETUNREACH", f"{RTR}: ENETUNREACH"),
    ("Failed status transport retry counter exceeded (12) for wr_id 0", "IBV_WC_RETRY_EXC_ERR"),
    ("Completion with error at client Failed status 4: wr_id 0 syndrom 0x51", "IBV_WC_LOC_PROT_ERR"),
    ("Got completion with status=12 opcode=0 len=0 vendor err 129 (Recv)", "vendor_err")])
def test_a_question_or_a_message_is_answered(question, title):
    titles = [line for line in explain(question).stdout.splitlines() if re.match(r"\S", line)]
    assert any(t.startswith(title) for t in titles) and len(titles) <= 2, titles


def test_a_call_that_fails_is_explained_by_errno():
    """Each value in short; the command that tells more of one does so."""
    text = explain("RTR", "fails").stdout
    assert len(re.findall(rf"^{RTR}: E\w+, errno \d+: ", text, re.M)) >= 5
    command = re.search("'verbs-cts explain (.*?)'", text)[1]
    assert "Most often:" in explain(command).stdout


def test_a_promise_names_what_programs_print_of_it():
    text = " ".join(explain("QP-ERR-07").stdout.split())
    assert "IBV_WC_RETRY_EXC_ERR, status 12: transport retry counter exceeded Nobody answered" in text


def test_the_words_are_plain():
    """At most 30 words a sentence; none begins with What."""
    for path in (ROOT / "suites/promises/meanings").glob("*.h"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        for string in re.findall(r'"((?:[^"\\]|"\s*")*)"', text):
            for sentence in re.split(r"(?<=[a-z)])[.:;] ", re.sub(r'"\s*"', "", string)):
                assert len(sentence.split()) <= 30 and not sentence.startswith("What "), sentence


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
    promise, = (p for p in listed.findall("promise") if p.get("id") == "AEV-06")
    assert "SRQ-LIM-01" in promise.get("broken-with").split()
    assert f"often breaks this one, too:\n    {promise.get('broken-with')}\n" in explain("AEV-06").stdout
    assert "often breaks this one, too" not in explain("SRQ-LIM-05").stdout


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
    assert lines[0] == f"verbs-cts: '{word}' is no promise, check, status, event, errno or question; did you mean"
    assert lines[1].split()[0] == first


def test_a_word_that_is_like_nothing_says_so():
    process = explain("xyzzy-plugh-quux")
    assert process.returncode == 2 and process.stderr.endswith("'verbs-cts list' lists the first two\n")
    assert explain().returncode == 2 and explain("SRQ-QRY-09", "SRQ-QRY-08").returncode == 2


def test_lines_are_not_wide():
    for promise in ("SRQ-QRY-09", "QP-ERR-07", "FRK-02", "status 12", "EINVAL"):
        text = explain(promise).stdout
        wide = [line for line in text.splitlines() if len(line) > 100 and "://" not in line and "needs" not in line and "From" not in line]
        assert wide == []
