# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The random changes of the reference HCA's source (fixtures/mutants/holes): what can be changed, and what is said of a change."""
import re
import subprocess

import pytest
from lxml import etree

from conftest import ROOT, run

HOLES = ROOT / "fixtures/mutants"
C = """
struct pair { int one, other; };
enum { MOST = 3 }; /* 4 < 5 */
int f(struct pair *p, int n)
{
	if (n < 2 && p->one)
		p->other = n + 1;
	else if (!n)
		return -1;
	if (quirk(7))
		n = 8;
	return n & 12;
}
"""


@pytest.fixture
def changed(tmp_path):
    """What the changes of a small source make of its lines, by kind."""
    (tmp_path / "small.c").write_text(C)
    told = subprocess.run(["/usr/bin/python3", "-c", f"""
import pathlib, sys
sys.dont_write_bytecode = True
sys.path.insert(0, {str(HOLES)!r})
from changes import Source
source = Source(pathlib.Path(sys.argv[1]), ["-Wno-implicit-function-declaration"])
for change in source.changes:
    print(change.what, *source.lines(change), change.statement, sep="\\t")
pathlib.Path(sys.argv[2]).write_bytes(source.telling(0))
""", tmp_path / "small.c", tmp_path / "telling.c"], capture_output=True, text=True, check=True).stdout
    return [line.split("\t") for line in told.splitlines()]


def test_code_is_changed_and_neither_comments_nor_declarations_nor_what_is_of_personas(changed):
    assert {what for what, *_ in changed} == {"constant", "comparison", "logic", "sum", "mask", "member", "condition",
                                              "statement left out"}
    made = {new for _, _, new, _ in changed}
    assert {"if (n <= 2 && p->one)", "if (n < 2 || p->one)", "if (n < 3 && p->one)", "if (n < 1 && p->one)", "if (n < 2 && p->other)",
            "if (!(n < 2 && p->one))", "p->other = n - 1;", "p->one = n + 1;", "return n;", "else if (!(!n))"} <= made
    assert not any(re.search(r"MOST|quirk|n = 8|4 < 5", old) for _, old, _, _ in changed)


def test_each_statement_tells_that_it_runs(changed, tmp_path):
    compiled = run("gcc", "-w", "-c", "-o", tmp_path / "telling.o", tmp_path / "telling.c")
    assert compiled.returncode == 0, compiled.stderr
    assert set(re.findall(r"holes_seen\[(\d+)\]", (tmp_path / "telling.c").read_text())) >= {statement for *_, statement in changed}


def test_a_decision_has_a_verdict_and_says_why():
    for change in etree.parse(HOLES / "decided.xml").getroot().iterfind("change"):
        assert change.get("verdict") in ("equivalent", "permitted", "internal")
        assert change.findtext("why", "").strip()
        assert set(change.attrib) <= {"file", "function", "verdict"}
        assert (ROOT / "fixtures/refhca" / change.get("file", "")).exists() or "*" in change.get("file")
        assert change.find("old") is not None or change.get("function") or change.get("file")


@pytest.mark.long
def test_changes_run_and_leave_the_tree_as_it_is(tmp_path):
    before = run("git", "status", "--porcelain").stdout
    told = run("env", f"TMPDIR={tmp_path}", "fixtures/mutants/holes", "--size", "3", "--file", "srq.c", timeout=1200)
    assert re.search(r"^\d+ changed, \d+ seen, \d+ decided, \d+ survivors: \d+\.\d % of what can be noticed is seen$",
                     told.stdout, re.M), told.stderr
    assert told.returncode in (0, 1)
    assert run("git", "status", "--porcelain").stdout == before
    assert list(tmp_path.iterdir()) == []
