# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The main job: every check on rxe, on the stock kernel in QEMU and in User-Mode Linux."""

import os

import pytest
from lxml import etree

from conftest import ROOT, Results, guest, run

# The stock kernel's run is that of the program with ASan and UBSan; UML has no room for ASan's shadow.
PROGRAMS = {"uml": "build/verbs-cts", "": "build/sanitized/verbs-cts"}


@pytest.fixture(scope="module", params=PROGRAMS, ids=["uml", "stock-sanitized"])
def conformance(request, out):
    where = out / f"conformance-{request.param or 'stock'}"
    kernel = ["--kernel", request.param] if request.param else []
    process = run("fixtures/guest/conformance", *kernel, "--out", where, timeout=600,
                  env={**os.environ, "VCT_PROGRAM": str(ROOT / PROGRAMS[request.param])})
    return process, Results(where / "results.xml"), where


def test_rxe_conforms_but_for_what_is_waived(conformance):
    process, results, _ = conformance
    red = {n: v for n, v in results.verdicts.items() if v not in ("PASS", "SKIP", "WAIVED")}
    assert red == {}
    assert process.returncode == 0, process.stderr
    assert results.root.get("complete") == "true"


def test_every_check_has_a_verdict(conformance):
    listed = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
    assert set(conformance[1].checks) == {c.get("name") for c in listed.findall("check")}


def test_a_skip_names_what_the_device_does_not_claim(conformance):
    results = conformance[1]
    for name, verdict in results.verdicts.items():
        if verdict == "SKIP":
            assert any(word in results.text(name, "reason") for word in ("claim", "does not support", "fault"))


def test_a_pass_has_called_a_verb_or_was_compiled(conformance):
    results = conformance[1]
    for name, verdict in results.verdicts.items():
        if verdict == "PASS" and not name.startswith("event.strings."):
            assert results.text(name, "verb") or "the compiler" in results.text(name, "note"), name


def test_a_waived_check_has_its_evidence(conformance):
    results = conformance[1]
    for name, verdict in results.verdicts.items():
        if verdict == "WAIVED":
            waiver = results.checks[name].find("waiver")
            assert waiver.get("url")
            seen = "reason" if waiver.get("verdict") in ("CRASH", "TIMEOUT") else "seen"
            assert results.text(name, seen) or results.text(name, "kernel")


def test_junit_html_and_the_console_lie_beside_it(conformance):
    where = conformance[2]
    junit = etree.parse(str(where / "junit.xml"))
    etree.RelaxNG(etree.parse(ROOT / "reports/junit.rng")).assertValid(junit)
    assert "rxe0" in (where / "report.html").read_text()
    consoles = sorted(where.rglob("console-1.log"))
    assert consoles and all("rxe0" in c.read_text(errors="replace") for c in consoles)


def test_no_check_depends_on_anothers_leftovers(out):
    process = guest("build/verbs-cts", "run", "-d", "rxe0", "--shuffle=11", "--repeat", "2",
                    "--results", out / "twice" / "results.xml", results=out / "twice", deadline=200)
    assert process.returncode == 1  # without waivers
    for name, check in Results(out / "twice" / "results.xml").checks.items():
        assert check.get("verdicts").startswith("2 "), (name, check.get("verdicts"))


def test_the_main_job_runs_on_a_device_of_the_machine(out):
    where = out / "host"
    process = guest("make", "--no-print-directory", "-s", "conformance", "TARGET=host", "DEV=rxe0",
                    "CHECKS=srq.limit.*", results=where, env={**os.environ, "VCT_OUT": str(where)})
    assert process.returncode == 0, process.stderr
    assert set(Results(where / "results.xml").verdicts.values()) == {"PASS"}
    assert (where / "junit.xml").exists() and (where / "report.html").exists()


def test_the_main_job_on_no_device_says_how_to_name_one():
    process = run("make", "-s", "conformance", "TARGET=host")
    assert process.returncode != 0
    assert "DEV=mlx5_0" in process.stderr
