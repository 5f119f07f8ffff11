# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""fixtures/coverage: the tables of what each column reached, from made-up counts; and the counts of real guests."""
import json
import re

import pytest

from commands import run

RXE, CORE, OTHER = (f"drivers/infiniband/{name}" for name in ("sw/rxe/rxe_srq.c", "core/verbs.c", "core/cma.c"))


def file(name, lines, functions, branches=()):
    """What gcov says of a file: lines and functions by number and count, and the branches of the first line."""
    return {"file": name,
            "lines": [{"line_number": n, "count": count, "function_name": "f",
                       "branches": [{"count": b} for b in (branches if n == min(lines) else ())]}
                      for n, count in lines.items()],
            "functions": [{"name": f, "start_line": n, "execution_count": count} for (f, n), count in functions.items()]}


def column(out, name, *objects):
    (out / name).mkdir()
    (out / name / "coverage.json").write_text("".join(json.dumps({"files": files}) + "\n" for files in objects))


@pytest.fixture
def tables(tmp_path):
    """Booting reaches line 1 of the driver; the suite 1 and 2, and a branch; the peers 1 and 3, in two objects."""
    column(tmp_path, "boot", [file(RXE, {1: 1, 2: 0, 3: 0, 4: 0}, {("f", 1): 1, ("g", 3): 0}, (0, 0))])
    column(tmp_path, "suite", [file(RXE, {1: 9, 2: 5, 3: 0, 4: 0}, {("f", 1): 9, ("g", 3): 0}, (5, 0)),
                               file(CORE, {7: 0, 8: 0}, {("lonely", 7): 0}), file(OTHER, {1: 1}, {})])
    column(tmp_path, "peers", [file(RXE, {1: 1, 2: 0, 3: 0, 4: 0}, {("f", 1): 1, ("g", 3): 0}, (0, 0))],
           [file(RXE, {3: 4}, {("g", 3): 4})])
    (tmp_path / "columns.json").write_text(json.dumps({"boot": None, "suite": "exit code 125; see log", "peers": None,
                                                       "pingpong": "not given"}))
    for name in (RXE, CORE):
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / name).write_text("".join(f"line {n} <of> it\n" for n in range(1, 10)))
    process = run("fixtures/coverage/table.py", tmp_path)
    assert process.returncode == 0, process.stderr
    return tmp_path, process.stdout


def rows(text, title):
    """The rows of this title, one for each of lines, branches and functions that have it."""
    return [re.sub(" %", "%", line).split()[len(title.split()):] for line in text.splitlines()
            if re.match(rf"{re.escape(title)} +\d", line)]


def test_each_column_has_what_it_reached(tables):
    lines, branches, functions = rows(tables[1], "sw/rxe/rxe_srq.c")
    assert lines == ["4", "25%", "50%", "50%", "-"]
    assert branches == ["2", "0%", "50%", "0%", "-"]
    assert functions == ["2", "50%", "50%", "100%", "-"]


def test_what_booting_reaches_can_be_left_out(tables):
    assert rows(tables[1], "all of rxe beyond boot")[0] == ["3", "0%", "33%", "33%", "-"]
    assert rows(tables[1], "all of verbs")[0] == ["2", "0%", "0%", "0%", "-"]


def test_files_of_no_group_are_not_counted(tables):
    assert "cma.c" not in tables[1]


def test_functions_that_nobody_reaches_are_listed(tables):
    assert (tables[0] / "unreached.txt").read_text() == "core/verbs.c:7 lonely\n"
    assert "1 functions are reached by nobody" in tables[1]


def test_a_column_that_is_incomplete_says_so(tables):
    assert "suite: exit code 125" in tables[1] and "pingpong: not given" in tables[1]
    assert "suite: exit code 125" in (tables[0] / "coverage.html").read_text()


def test_a_page_shows_the_columns_beside_each_line(tables):
    page = (tables[0] / "sw-rxe-rxe_srq.c.html").read_text()
    cells = [re.sub("<[^>]*>", "", cell) for cell in
             re.search('<tr[^>]*><td><a id="1">.*?</tr>', page).group().split("</td>")]
    assert cells[:6] == ["1", "1 0/2", "9 1/2", "1 0/2", "", "line 1 &lt;of&gt; it"]
    marks = dict(re.findall(r'<tr class="(\w*)"><td><a id="(\d)"', page)[i][::-1] for i in range(5))
    assert marks == {"1": "", "2": "", "3": "", "4": "none", "5": ""}


@pytest.mark.parametrize("arguments, says", [
    (["no-such-column"], "no such column: no-such-column"),
    (["--peer-tests", "/usr", "peers"], "/usr has no run_tests.py"),
    (["--also", "boot=true"], "--also must be a new NAME=COMMAND")])
def test_wrong_usage_ends_with_2(tmp_path, arguments, says):
    process = run("fixtures/coverage/run", "--out", tmp_path, *arguments)
    assert process.returncode == 2
    assert says in process.stderr


@pytest.mark.long  # it builds a kernel, which takes minutes
def test_real_guests_are_counted(tmp_path):
    """Booting creates no SRQ; one check does."""
    process = run("fixtures/coverage/run", "--out", tmp_path, "--also",
                  "one=build/verbs-cts run -d rxe0 srq.create.keeps-the-context-given", "boot", "one", timeout=1800)
    assert process.returncode == 0, process.stderr
    boot, one = (int(cell.rstrip("%")) for cell in rows(process.stdout, "sw/rxe/rxe_srq.c")[0][1:])
    assert boot == 0 < one < 100
