# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What results.xml records of the device, the machine and the program, so that a reader can audit a run."""
import hashlib
import os
import platform

import pytest
from lxml import etree, html

from commands import run
from documents import ROOT

ZERO = "srq.limit.zero-disarms"


def record(out, *arguments, config="roce=1"):
    process = run("fixtures/refhca/run", "--config", config, "build/verbs-cts", "run", "-d", "refhca0",
                  "--results", out, *arguments)
    assert process.returncode == 0, process.stderr
    return etree.parse(str(out)).getroot()


def facts(root):
    return {fact.get("name"): fact.text for fact in root.iterfind("facts/fact")}


def sha256(path):
    return hashlib.sha256((ROOT / path).read_bytes()).hexdigest()


def test_claims_are_those_of_the_device(tmp_path):
    seen = facts(record(tmp_path / "r.xml", ZERO, config="roce=1 max_srq_wr=77"))
    shown = run("fixtures/refhca/run", "--config", "roce=1 max_srq_wr=77", "ibv_devinfo", "-v", "-d", "refhca0").stdout
    devinfo = dict(line.split(":", 1) for line in shown.splitlines() if ":" in line)
    devinfo = {name.strip(): value.split()[0] for name, value in devinfo.items() if value.strip()}
    assert seen["device.max_srq_wr"] == "77"
    for name in ("max_qp", "max_cqe", "max_srq", "max_srq_sge", "hw_ver"):
        assert int(seen[f"device.{name}"], 0) == int(devinfo[name], 0)
    assert seen["device.node_guid"] == devinfo["node_guid"].replace(":", "")
    assert "RoCE v2" in seen["port.1.gid.1"] and seen["port.1.pkey.0"] == "0xffff"


def test_program_libraries_and_waivers_are_named_by_their_digest(tmp_path):
    waivers = ROOT / "fixtures/waivers/rdma-core.xml"
    seen = facts(record(tmp_path / "r.xml", "--waivers", waivers, ZERO))
    assert seen["program.sha256"] == sha256("build/verbs-cts")
    assert seen["library.ibverbs.sha256"] == sha256("build/refhca/libibverbs.so.1")
    assert seen["waivers.1"] == f"{waivers}, sha256 {sha256(waivers)}"
    assert seen["system.kernel"] == os.uname().release and seen["system.machine"] == platform.machine()


def test_a_selection_is_recorded_and_shown(tmp_path):
    root = record(tmp_path / "r.xml", ZERO, "--promise", "SRQ-LIM-06", "--html", tmp_path / "r.html")
    assert root.get("selection") == f"{ZERO} --promise SRQ-LIM-06"
    page = html.parse(str(tmp_path / "r.html")).getroot()
    assert root.get("selection") in page.get_element_by_id("facts").text_content()
    assert record(tmp_path / "all.xml").get("selection") is None


@pytest.mark.parametrize("config, claimed", [("roce=1", True), ("roce=1 max_num_tags=0", False)])
def test_a_skip_can_be_audited(tmp_path, config, claimed):
    """The claim that a check was skipped for is among the facts."""
    root = record(tmp_path / "r.xml", "srq.ops.*", config=config)
    skipped = {check.get("name") for check in root.iterfind("check[@verdict='SKIP']")}
    assert (int(facts(root)["device.tm_caps.max_num_tags"]) > 0) == claimed
    assert claimed or skipped


def test_info_prints_them_all(tmp_path):
    told = run("fixtures/refhca/run", "--config", "roce=1", "build/verbs-cts", "info", "-d", "refhca0", "--all").stdout
    for name, value in facts(record(tmp_path / "r.xml", ZERO)).items():
        if not name.startswith(("program.", "promises.", "waivers.")):
            assert f"\n{name}\t{value}\n" in told
