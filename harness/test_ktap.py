# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""KTAP made from hand-written results, and parsed by the kernel's own parser, kunit.py."""
import importlib
import re
import subprocess
import sys

import pytest

from commands import run, unpack_sources
from documents import ROOT
from golden_results import NAMES, RED, checks, conforms, golden, is_tolerated

LINE = re.compile(r"^    (not )?ok (\d+) (\S+)(?: # (\w+) ?(.*))?$")


def made(name):
    process = run("build/verbs-cts", "report", f"harness/golden/{name}.xml", "--ktap", "-")
    assert process.returncode == 0, process.stderr
    return process.stdout


def is_red(check):
    return check.get("verdict") in RED and not is_tolerated(check)


def told(text):
    """(suite, name) -> (ok, directive, what follows it)."""
    seen, suite = {}, None
    for line in text.splitlines():
        if "# Subtest: " in line:
            suite = line.split(": ")[1]
        match = LINE.match(line)
        if match:
            seen[f"{suite}.{match[3]}"] = not match[1], match[4], match[5]
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_each_check_is_a_subtest(name):
    results, seen = golden(name), told(made(name))
    assert set(seen) == {check.get("name") for check in checks(results)}
    for check in checks(results):
        ok, directive, text = seen[check.get("name")]
        assert ok != is_red(check)
        expected = {"SKIP": "SKIP", "BLOCKED": "SKIP", "WAIVED": "XFAIL", "TIMEOUT": "TIMEOUT", "BROKEN": "ERROR",
                    "CRASH": "ERROR", "KERNEL": "ERROR", "NOTRUN": "ERROR"}.get(check.get("verdict"))
        assert directive == ("XFAIL" if is_tolerated(check) else expected)
        if check.get("verdict") == "SKIP":
            assert text == " ".join(check.findtext("reason").split())


@pytest.mark.parametrize("name", NAMES)
def test_no_green_ktap_of_a_run_that_does_not_conform(name):
    tests = [line for line in made(name).splitlines() if re.match(r"(not )?ok ", line)]
    assert any(line.startswith("not") for line in tests) != conforms(golden(name))
    assert f"\n1..{len(tests)}\n" in made(name)


def test_standard_output_has_nothing_else(tmp_path):
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--ktap", "-",
                  "--results", tmp_path / "r.xml", "srq.limit.zero-disarms")
    assert process.stdout.startswith("KTAP version 1\n") and process.stdout.endswith("ok 1 srq.limit\n")
    assert all(re.match(r"KTAP|#|1\.\.|ok|    ", line) for line in process.stdout.splitlines())
    assert "1 of 1 check passes" in process.stderr
    process = run("build/verbs-cts", "report", tmp_path / "r.xml", "--ktap", tmp_path / "ktap")
    assert process.returncode == 0 and (tmp_path / "ktap").read_text().startswith("KTAP version 1\n")


@pytest.fixture(scope="module")
def kunit(tmp_path_factory):
    """The kernel's parser, from the sources that User-Mode Linux is built from."""
    folder = tmp_path_factory.mktemp("kunit")
    unpack_sources("7.3", folder, "tools/testing/kunit/kunit_parser.py", "tools/testing/kunit/kunit_printer.py")
    sys.path.insert(0, str(folder / "tools/testing/kunit"))
    yield importlib.import_module("kunit_parser")
    sys.path.remove(str(folder / "tools/testing/kunit"))


# The parser lies near the end of a large archive.
@pytest.mark.long
def test_the_parser_of_the_kernel_understands_it(kunit):
    for name in NAMES:
        counts = kunit.parse_run_tests(iter(made(name).splitlines())).counts
        results = golden(name)
        extra = not conforms(results) and not any(is_red(check) for check in checks(results))
        skipped = checks(results, "SKIP", "BLOCKED")
        assert counts.errors == 0
        assert counts.failed + counts.crashed == sum(map(is_red, checks(results))) + extra
        assert counts.skipped == len(skipped)
        assert counts.passed + counts.failed + counts.skipped == len(checks(results)) + extra
