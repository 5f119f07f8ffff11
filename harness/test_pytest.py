# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""`pytest harness/device --dev DEV`: each check is an item, and one run of the program serves all."""
import re

import pytest
from lxml import etree

from conftest import Results, run

LIMIT = "srq.limit"


def on_refhca(*arguments):
    return run("fixtures/refhca/run", "/usr/bin/python3", "-m", "pytest", "harness/device", *arguments)


def outcomes(process):
    """The outcome of each item, of `pytest -rA`."""
    return dict(re.findall(r"^\S*conftest\.py::(\S+) (PASSED|FAILED|SKIPPED|XFAIL|XPASS)", process.stdout, re.M))


def test_each_selected_check_is_an_item_and_one_run_serves_all(tmp_path):
    results = tmp_path / "results.xml"
    ran = on_refhca("--dev", "refhca0", "-k", LIMIT, "-v", "--results", results)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    verdicts = Results(results).verdicts
    assert outcomes(ran) == {name: {"PASS": "PASSED", "SKIP": "SKIPPED"}[verdict] for name, verdict in verdicts.items()}
    listed = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
    assert set(verdicts) == {c.get("name") for c in listed.iter("check") if LIMIT in c.get("name")}
    assert re.search(r"^refhca0: no promise was found broken", ran.stdout, re.M)


def test_a_broken_promise_fails_with_its_reason_and_its_trace():
    ran = on_refhca("--dev", "refhca0", "-k", LIMIT, "--run-options", "--mutant keeps_firing")
    assert ran.returncode == 1
    assert re.search(r"^FAIL: ", ran.stdout, re.M)
    assert re.search(r"^SRQ-[A-Z]+-\d+ \(must\): .* \[ibv_", ran.stdout, re.M)
    assert re.search(r"^expected: .*\nseen: ", ran.stdout, re.M)
    assert re.search(r"Captured trace call.*\n(.*\n)*ibv_modify_srq\(", ran.stdout)
    assert "Traceback" not in ran.stdout and not re.search(r"conftest.py:\d", ran.stdout)


def test_a_promise_selects_the_checks_that_cite_it():
    ran = on_refhca("--dev", "refhca0", "-k", "SRQ-LIM-06", "--collect-only", "-q")
    assert "srq.limit.zero-disarms" in ran.stdout


def test_a_skipped_check_says_why():
    ran = on_refhca("--dev", "refhca0", "-k", "create-xsrq.limit-given", "-rs")
    assert ran.returncode == 0
    assert re.search(r"^SKIPPED .*libibverbs has no ibv_create_xsrq", ran.stdout, re.M)


@pytest.mark.parametrize("strict, outcome", [("", "XFAIL"), (" --strict", "FAILED")])
def test_a_deviation_from_a_promise_that_is_not_stated_is_an_expected_failure(strict, outcome):
    ran = on_refhca("--dev", "refhca0", "-k", "SRQ-LIM-09 and counts-each-consumer.send", "-v", "--run-options",
                    "--mutant SEND_does_not_count" + strict)
    assert outcomes(ran)["srq.limit.counts-each-consumer.send"] == outcome


@pytest.mark.parametrize("arguments, says", [
    ([], "which device? Name it with --dev"),
    (["--dev", "refhca7", "-k", LIMIT], "refhca7"),
    (["--dev", "refhca0", "-n", "2"], "verbs-cts run --part can"),
])
def test_wrong_usage(arguments, says):
    ran = on_refhca(*arguments)
    assert ran.returncode != 0 and "passed" not in ran.stdout
    assert says in ran.stdout + ran.stderr


def test_the_tests_of_the_suite_have_no_such_items():
    """make test collects the folder above."""
    ran = run("/usr/bin/python3", "-m", "pytest", "-q", "--collect-only", "harness", "--ignore-glob=harness/test_[a-oq-z]*")
    assert ran.returncode == 0, ran.stdout
    assert "test_pytest.py::" in ran.stdout and "srq.limit" not in ran.stdout.replace("LIMIT", "")
