# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""make lint: ci/arrows fails on includes against the arrows between rooms and on circles of files, and no lint is content with no file."""

import pytest

from conftest import run


def arrows(root, files):
    """Runs ci/arrows on a tree of these files: path: what it includes. The first include is on line 2."""
    for name, includes in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("/* a file */\n" + "".join(f"#include {include}\n" for include in includes))
    return run("ci/arrows", root)


def test_the_project_keeps_the_arrows():
    process = run("ci/arrows")
    assert (process.returncode, process.stderr) == (0, "")


def test_includes_along_the_arrows_pass(tmp_path):
    process = arrows(tmp_path, {
        "lib/base/a.h": [], "lib/check/a.h": ['"../base/a.h"'], "lib/check/a.c": ['"a.h"', "<stdio.h>"],
        "lib/run/a.h": ['"../check/a.h"'], "lib/cli/a.c": ['"../run/a.h"', '"../base/a.h"'],
        "suites/vct.h": ['"../lib/check/a.h"'], "suites/srq/a.c": ['"../vct.h"', '"../../lib/check/a.h"']})
    assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.parametrize("source, include, room", [
    ("lib/check/a.c", "../run/b.h", "lib/check"),
    ("suites/srq/a.c", "../../lib/run/b.h", "suites"),
    ("fixtures/refhca/a.h", "../../lib/run/b.h", "fixtures/refhca"),
])
def test_an_include_against_the_arrows_fails_with_its_file_and_line(tmp_path, source, include, room):
    process = arrows(tmp_path, {"lib/run/b.h": [], source: ["<stdio.h>", "<stdlib.h>", f'"{include}"']})
    assert process.returncode == 1
    error, = process.stderr.splitlines()
    assert error.startswith(f"{source}:4: {room} may not include lib/run/b.h: ")


@pytest.mark.parametrize("files, circle", [
    ({"lib/run/a.h": ['"b.h"'], "lib/run/b.h": ['"a.h"']}, "lib/run/a -> lib/run/b -> lib/run/a"),
    # a.c and a.h count as one file.
    ({"lib/run/a.h": [], "lib/run/a.c": ['"b.h"'], "lib/run/b.h": ['"c.h"'], "lib/run/c.h": ['"a.h"']},
     "lib/run/a -> lib/run/b -> lib/run/c -> lib/run/a"),
])
def test_files_that_include_each_other_in_a_circle_fail(tmp_path, files, circle):
    process = arrows(tmp_path, files)
    assert process.returncode == 1
    error, = process.stderr.splitlines()
    assert error.endswith(f"circle: {circle}")


@pytest.mark.parametrize("a, circle", [("int b(void); int a(void) { return b(); }", True), ("int a(void) { return 0; }", False)])
def test_files_that_use_symbols_of_each_other_in_a_circle_fail(tmp_path, a, circle):
    """Which their includes do not show: a declaration may stand in any header."""
    for name, text in {"a": a, "b": "int c(void); int b(void) { return c(); }", "c": "int a(void); int c(void) { return a(); }"}.items():
        source, made = tmp_path / f"lib/run/{name}.c", tmp_path / f"build/lib/run/{name}.o"
        for path in source, made:
            path.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        assert run("gcc", "-c", "-o", made, source).returncode == 0
    process = run("ci/arrows", tmp_path)
    assert process.returncode == circle
    assert process.stderr == circle * ("these files use symbols of each other in a circle: build/lib/run/a.o -> build/lib/run/b.o -> "
                                       "build/lib/run/c.o -> build/lib/run/a.o\n")


@pytest.mark.parametrize("lint", ["lint-format", "lint-shellcheck"])
def test_a_lint_that_is_given_no_file_fails(lint):
    process = run("env", "GIT_DIR=/nonexistent", "make", "--no-print-directory", lint)
    assert process.returncode != 0
    assert f"make {lint}: git has listed no file" in process.stderr
