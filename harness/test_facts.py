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
    # of all checks, the first few are enough: the record of a run that was stopped says what was selected
    run("timeout", "1", "fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--results", tmp_path / "all.xml")
    root = etree.parse(str(tmp_path / "all.xml")).getroot()
    assert root.get("selection") is None and len(root.findall("check")) > 2000


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
        if not name.startswith(("program.", "promises.", "waivers.", "option.", "random.", "environment.", "system.kernel_log")):
            assert f"\n{name}\t{value}\n" in told


def test_every_option_is_recorded(tmp_path):
    seen = facts(record(tmp_path / "r.xml", ZERO))
    assert {n: seen[n] for n in ("option.deadline", "option.slow", "option.gentle", "random.seed")} == {
        "option.deadline": "10 s", "option.slow": "1", "option.gentle": "no", "random.seed": "1"}
    assert "option.leave_out" not in seen and "environment.IBV_FORK_SAFE" not in seen
    process = run("env", "IBV_FORK_SAFE=1", "fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", ZERO, "--gentle",
                  "--deadline", "3.5", "--slow", "2", "--leave-out", "SRQ-LIM-06", "--leave-out", "SRQ-LIM-02", "--brief",
                  "--shuffle=7", "--repeat", "2", "--strict", "--results", tmp_path / "given.xml")
    root = etree.parse(str(tmp_path / "given.xml")).getroot()
    given = {**facts(root), "seed": root.get("seed")}
    assert process.returncode == 0, process.stderr
    wanted = {"option.deadline": "3.5 s", "option.slow": "2", "option.gentle": "yes", "option.brief": "yes", "seed": "7",
              "option.leave_out": "SRQ-LIM-06 SRQ-LIM-02", "option.shuffle": "yes", "option.repeat": "2",
              "option.strict": "yes", "environment.IBV_FORK_SAFE": "1"}
    assert {name: given[name] for name in wanted} == wanted


@pytest.mark.parametrize("config, summary", [
    ("roce=1", "active, Ethernet, MTU 4096 of 4096 bytes, 4X EDR (103.1 Gb/s)"),
    ("roce=0", "active, InfiniBand, MTU 4096 of 4096 bytes, 4X EDR (103.1 Gb/s)"),
])
def test_a_port_is_told_in_words(tmp_path, config, summary):
    assert facts(record(tmp_path / "r.xml", ZERO, config=config))["port.1.summary"] == summary


def test_the_reason_of_a_skip_is_that_of_the_need(tmp_path):
    root = record(tmp_path / "r.xml", "srq.limit.*", "srq.ops.*", "xrc.domain.*", config="roce=1 max_num_tags=0 xrc=0")
    reasons = {check.findtext("reason") for check in root.iterfind("check[@verdict='SKIP']")}
    needs = {value.partition("no: ")[2] for name, value in facts(root).items() if name.startswith("need.")}
    assert len(reasons) >= 2 and reasons <= needs


def test_what_is_not_a_released_waiver_is_told(tmp_path):
    changed = tmp_path / "rxe.xml"
    changed.write_text((ROOT / "fixtures/waivers/rxe.xml").read_text() + "\n")
    seen = facts(record(tmp_path / "r.xml", "--waivers", changed, "--waivers", ROOT / "fixtures/waivers/siw.xml", ZERO))
    assert (seen["waivers.1.released"], seen["waivers.2.released"]) == ("no", "yes")


FILES = {
    "class/net/eth7/mtu": "4200", "class/net/eth7/speed": "100000", "class/net/eth7/operstate": "up",
    "class/net/eth7/address": "02:00:00:00:00:01", "module/ib_core/srcversion": "A1", "module/ib_uverbs/srcversion": "B2",
    "module/mlx9_core/version": "24.10", "module/mlx9_core/srcversion": "C3", "module/mlx9_ib/srcversion": "D4",
    "module/ib_uverbs/holders/mlx9_ib/srcversion": "D4", "device/board_id": "MT_0000000080", "device/hca_type": "MT4115",
    "function/vendor": "0x15b3", "function/device": "0x1016", "function/physfn/vendor": "0x15b3",
    "function/iommu_group/type": "DMA-FQ", "function/numa_node": "1", "function/current_link_speed": "8.0 GT/s PCIe",
    "device/ports/1/gid_attrs/ndevs/1": "eth7",
}


def test_what_sysfs_tells_of_a_device_is_recorded(tmp_path):
    """A folder like /sys, in which the device is a virtual function behind an IOMMU."""
    function = tmp_path / "sys/devices/0000:3b:00.1"
    places = {"function": function, "device": function / "infiniband/refhca0"}
    for name, text in FILES.items():
        top, _, rest = name.partition("/")
        path = places.get(top, tmp_path / "sys" / top) / rest
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    driver = tmp_path / "sys/bus/pci/drivers/mlx9_core"
    driver.mkdir(parents=True)
    (tmp_path / "sys/class/infiniband").mkdir()
    for link, target in ((function / "driver", driver), (function / "infiniband/refhca0/device", function),
                         (tmp_path / "sys/class/infiniband/refhca0", function / "infiniband/refhca0")):
        link.symlink_to(target)
    told = run("fixtures/refhca/run", "--config", "roce=1", "env", f"SYSFS_PATH={tmp_path}/sys", "build/verbs-cts", "info",
               "-x", "1", "--all").stdout
    wanted = {
        "device.netdev": "eth7", "netdev.mtu": "4200", "netdev.speed": "100000", "netdev.operstate": "up",
        "netdev.address": "02:00:00:00:00:01", "module.ib_core.srcversion": "A1", "module.ib_uverbs.srcversion": "B2",
        "module.mlx9_core.version": "24.10", "module.mlx9_core.srcversion": "C3", "module.mlx9_ib.srcversion": "D4",
        "device.board_id": "MT_0000000080", "device.hca_type": "MT4115", "pci.vendor": "0x15b3", "pci.device": "0x1016",
        "pci.function": "virtual", "pci.iommu_group": "iommu_group", "pci.iommu_type": "DMA-FQ", "pci.numa_node": "1",
        "pci.link_speed": "8.0 GT/s PCIe", "pci.address": "0000:3b:00.1",
    }
    seen = dict(line.split("\t", 1) for line in told.splitlines() if "\t" in line)
    assert {name: seen.get(name) for name in wanted} == wanted
