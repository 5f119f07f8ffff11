# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What a record says of a judgement: in words and values that a person can read without the sources."""

import re

import pytest

from conftest import ROOT, Results, run


def on_mutant(mutant, out, *checks):
    """The results of checks on the reference HCA, which breaks a promise."""
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--strict", "--mutant", mutant, *checks,
                  "--results", out / "results.xml")
    assert process.returncode == 1, process.stdout + process.stderr
    return process, Results(out / "results.xml")


@pytest.mark.parametrize("mutant, check", [
    ("create_cq:quiet", "device.errno.a-call-that-fails-sets-it.cq"),
    ("create_ah:quiet", "device.errno.a-call-that-fails-sets-it.address-handle"),
])
def test_an_errno_that_the_call_did_not_set_is_not_shown(mutant, check, tmp_path):
    """Whatever an earlier call has left in errno."""
    process, results = on_mutant(mutant, tmp_path, check)
    assert results.verdicts == {check: "FAIL"}
    assert " = NULL, errno was not set" in "\n".join(results.calls(check))
    assert " = NULL, errno was not set" in process.stdout


def test_a_comparison_says_what_was_promised_and_seen_by_name(tmp_path):
    check = "srq.resize.sets-size-and-limit-at-once"
    process, results = on_mutant("both_forgets_the_limit", tmp_path, check)
    assert results.text(check, "reason") == "srq_limit: promised 5, seen 0"
    assert (results.text(check, "expected"), results.text(check, "seen")) == ("5", "0")
    assert ": srq_limit: promised 5, seen 0\n" in process.stdout


def test_an_errno_that_was_promised_is_one_that_the_call_sets(tmp_path):
    check = "device.errno.a-call-that-fails-sets-it.address-handle"
    _, results = on_mutant("create_ah:quiet", tmp_path, check)
    assert results.text(check, "reason") == "errno: promised an errno value that the call sets, seen that it was not set"


def test_a_wrong_status_of_the_sender_accuses_nothing_else(tmp_path):
    """That a sender finds no receive WR proves that none is left. Where its status is wrong, that alone is the finding."""
    own = "block.message.without-a-receiver-is-told"
    _, results = on_mutant("no_receive_is_no_answer", tmp_path, own, "srq.post.*", "qp.recv.*")
    red = {name: check for name, check in results.checks.items() if check.get("verdict") not in ("PASS", "SKIP")}
    assert red.pop(own).get("verdict") == "FAIL"
    assert red and {check.get("verdict") for check in red.values()} == {"BLOCKED"}
    assert {check.get("blocked-by") for check in red.values()} == {own}


def test_calls_of_fences_are_one_line_each(tmp_path):
    """In the terminal, the page and JUnit XML; results.xml has them all, and a program for a bug report needs none of them."""
    check = "srq.limit.fires-once-strictly-below"
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--mutant", "keeps_firing", check, "--results",
                  tmp_path / "results.xml", "--html", tmp_path / "page.html", "--junit", tmp_path / "junit.xml")
    verbs = Results(tmp_path / "results.xml").calls(check)
    fences = [v.endswith("  [fence]") for v in verbs]
    runs = [i for i, fence in enumerate(fences) if fence and not fences[i - 1]]
    assert len(runs) == 3 and sum(fences) > 30
    lengths = [fences[i:].index(False) for i in runs]
    page = (tmp_path / "page.html").read_text()
    for text in (process.stdout, page, (tmp_path / "junit.xml").read_text()):
        told = [int(n) for n in re.findall(r"fence: (\d+) calls", text)]
        assert told and told == (lengths[-len(told):] if text is page else lengths)  # the page has the last calls
        assert "[fence]" not in text
        assert "ibv_get_async_event(ctx0, &amp;event) = 0: IBV_EVENT_SRQ_LIMIT_REACHED for srq0" in text.replace("&event", "&amp;event")
    assert run("build/verbs-cts", "repro", tmp_path / "results.xml", check, "-o", tmp_path / "repro.c").returncode == 0
    assert "srq1" not in (tmp_path / "repro.c").read_text()


@pytest.mark.parametrize("mutant, checks", [
    ("create_srq:made.pd:zero", "srq.create*"), ("first_bytes_are_forgotten", "*"), ("mask_0_refused", "srq.mask.*"), ("both_forgets_the_limit", "srq.resize.*"),
    ("poll_cq:imm_data:more", "cq.completion.*"), ("keeps_firing", "srq.limit.*"),
])
def test_no_finding_is_c(mutant, checks, tmp_path):
    """A finding has words, names of members, verbs and values: no calls, operators or macros of the check."""
    _, results = on_mutant(mutant, tmp_path, checks)
    findings = [c.findtext("reason") for c in results.checks.values() if c.get("verdict") == "FAIL"]
    assert findings and [f for f in findings if re.search(r"\w\(|->|&&|\|\||[!=]=|__", f)] == []


# A judgement of one of these forms, without its arguments, has words in a report (lib/check/trace/say.c).
SAID = re.compile("|".join([
    r"NAMED\(\)", r"ret|errno", r"\S*( ?\.|->)[a-z]\w*",  # words, what the last call returned, members
    r"(vct|ibv)_\w+\(\)", r"[^ ]* & IBV_\w+",             # what a verb returned, flags
    r"(recv_slot|send_slot|pages)\(\)( \+ [^[]*)?",         # the memory of the checks
    r"(ntohl|ntohs|be16toh|be32toh|abs)\(\)"]))


def first_argument(text):
    depth = 1
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if not depth or (char == "," and depth == 1):
            return " ".join(text[:at].split())


def without_arguments(expression):
    """Of !!(flags & IBV_FLAG), the flags stay."""
    flags = re.fullmatch(r"!*\(([^()]*(?:\(\w*\))? & IBV_\w+)\)", expression)
    expression = flags[1] if flags else expression
    while expression != (shorter := re.sub(r"\((?!\))[^()]*(?:\(\)[^()]*)*\)", "()", expression)):
        expression = shorter
    return expression


@pytest.mark.parametrize("file", sorted(ROOT.glob("suites/**/*.[ch]"), key=str), ids=lambda f: str(f.relative_to(ROOT)))
def test_no_judgement_shows_c(file):
    """What is no member and no verb is NAMED: a reader of the report has no sources."""
    text = file.read_text()
    judged = [first_argument(text[m.end():]) for m in re.finditer(
        r"\bMUST_(?:EQ|NE|GE|LE|POINT_TO|EQUAL_BYTES|BE_PATTERN)\(", text)]
    assert [e for e in judged if not SAID.fullmatch(without_arguments(e))] == []


def test_a_value_without_words_shows_no_c(tmp_path):
    process = run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", "self.verdicts.fails", "--results",
                  tmp_path / "results.xml")
    assert process.returncode == 1
    assert Results(tmp_path / "results.xml").text("self.verdicts.fails", "reason") == "the value: promised 5, seen 4"
