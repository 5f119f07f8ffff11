# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts run --each: a check runs with every address of the device that it depends on."""

import pytest
from lxml import etree

from conftest import Results, run

CHECK = "srq.limit.zero-disarms"
CONFIG = "roce=1 gid_types=1 ports=2 pkeys=3 max_mtu=2"


def run_each(tmp_path, each, *arguments, config=CONFIG):
    path = tmp_path / "results.xml"
    process = run("fixtures/refhca/run", "--config", config, "build/verbs-cts", "run", "-d", "refhca0", "--results", str(path),
                  "--html", str(tmp_path / "report.html"), "--each", each, *arguments)
    return process, Results(path) if path.exists() else None


def variants(results, check=CHECK):
    return [name.split("@")[1] for name in results.checks if name.startswith(check + "@")]


def test_a_check_runs_for_each_value_of_each_member_of_the_address(tmp_path):
    process, results = run_each(tmp_path, "gid,mtu,port,pkey", CHECK)
    assert process.returncode == 0, process.stdout + process.stderr
    assert sorted(variants(results)) == sorted([
        "gid-v1", "gid-v2-ipv6", "gid-v2-ipv4", "mtu-256", "mtu-512", "port-1", "port-2", "pkey-ffff", "pkey-8001", "pkey-8002"])
    assert all(c.get("verdict") == "PASS" for c in results.checks.values())
    facts = {f.get("name"): f.text for f in results.document.iter("fact")}
    assert facts["each.gid-v1"].startswith("port 1, GID index 0 (fe80:") and facts["each.port-2.port"] == "2"
    page = etree.HTML((tmp_path / "report.html").read_text())
    assert page.xpath("//table[@class='variants']//th[@scope='col']/text()")[:3] == ["Check", "alone", "gid-v1"]
    assert "  gid-v2-ipv4              1 PASS" in process.stdout


def test_combinations_and_patterns(tmp_path):
    process, results = run_each(tmp_path, "gid*mtu", CHECK + "@gid-v2-*+mtu-256")
    assert process.returncode == 0, process.stdout + process.stderr
    assert variants(results) == ["gid-v2-ipv4+mtu-256", "gid-v2-ipv6+mtu-256"]


def test_a_check_that_does_not_use_the_member_is_skipped(tmp_path):
    # the states of a QP before it has a path, and a datagram, which has no path MTU
    _, results = run_each(tmp_path, "mtu", "ah.create.*", "srq.limit.*ud*")
    skipped = [c for name, c in results.checks.items() if "@mtu" in name and c.get("verdict") == "SKIP"]
    assert skipped and all("does not depend on it" in c.findtext("reason") for c in skipped)


def test_the_calls_of_a_variant_have_its_address_and_so_has_the_program(tmp_path):
    check = "srq.limit.fires-once-strictly-below"
    process, results = run_each(tmp_path, "port,mtu", "--mutant", "keeps_firing", check)
    assert process.returncode == 1
    assert {c.get("verdict") for c in results.checks.values()} == {"FAIL"}
    program = run("build/verbs-cts", "repro", tmp_path / "results.xml", check + "@port-2")
    assert "static uint8_t port = 2;" in program.stdout, program.stderr
    calls = {name.partition("@")[2]: "\n".join(results.calls(name)) for name in results.checks}
    assert ".path_mtu = IBV_MTU_256" in calls["mtu-256"] and "IBV_MTU_256" not in calls["mtu-512"]


@pytest.mark.parametrize("each, arguments, says", [
    ("gid,vlan", [], "--each takes gid, mtu, port and pkey"),
    ("gid*", [], "--each takes gid, mtu, port and pkey"),
    ("", [], "--each takes gid, mtu, port and pkey"),
    ("gid", ["--peer", "true"], "--each cannot be given with --peer"),
])
def test_what_cannot_be_is_refused(tmp_path, each, arguments, says):
    process, results = run_each(tmp_path, each, *arguments)
    assert process.returncode == 2 and results is None
    assert says in " ".join(process.stderr.split())


def test_an_interrupted_run_goes_on_with_the_same_columns(tmp_path):
    process, _ = run_each(tmp_path, "port", "--keep-journal", CHECK)
    journal = tmp_path / "results.xml.journal"
    journal.write_text("".join(journal.read_text().splitlines(keepends=True)[:3]))
    (tmp_path / "results.xml").unlink()
    process, results = run_each(tmp_path, "port", "--resume", CHECK)
    assert process.returncode == 0, process.stderr
    assert sorted(variants(results)) == ["port-1", "port-2"]
