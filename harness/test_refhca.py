# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
The suite on the reference HCA, which keeps every promise: no check fails in any configuration, and a check
is skipped if and only if the HCA does not claim what it needs. Several processes can share an HCA.
"""

import fnmatch
import os
import re
import signal
import subprocess
import time
import zlib

import pytest
from lxml import etree

from conftest import PATIENCE, ROOT, Results, free_port, listening, run

RUN = "fixtures/refhca/run"
CTS = "build/verbs-cts"
GREEN = {"PASS", "SKIP"}

# Needs of checks that the default configuration does not meet.
REFUSALS = {"NO-RESIZE", "NO-XRC", "NO-TM", "NO-APM", "NO-QP-RESIZE"}
UNMET = REFUSALS | {"GRH", "RAW", "FLOW", "RAW-CSUM", "RAW-TSO", "CVLAN", "RSS", "NO-WQ", "NO-PACING", "NO-DM", "NO-CQ-MODERATE", "NO-ODP", "NO-ODP-IMPLICIT",
                    "STARVE"}
# Configurations, and the needs that are not met in addition and that are met in addition.
CONFIGURATIONS = {
    "": (set(), set()),
    "srq_resize=0": ({"RESIZE"}, {"NO-RESIZE"}),
    "xrc=0": ({"XRC", "OPEN-QP"}, {"NO-XRC"}),
    "apm=0": ({"APM"}, {"NO-APM"}),
    "qp_resize=0": ({"QP-RESIZE"}, {"NO-QP-RESIZE"}),
    "max_num_tags=0": ({"TM", "RNDV"}, {"NO-TM"}),
    "mw=0": ({"MW1", "MW2"}, set()),
    "max_srq=0": ({"SRQ", "SRQ-ROOM", "XRC", "OPEN-QP"}, {"NO-XRC"}),
    "max_srq_wr=64 max_srq_sge=1 max_cqe=100": ({"SRQ-ROOM"}, set()),
    "max_mcast_grp=0": ({"MCAST"}, set()),
    "srq_resize=0 xrc=0 apm=0 qp_resize=0 max_num_tags=0 mw=0 max_mcast_grp=0":
        ({"RESIZE", "XRC", "OPEN-QP", "APM", "QP-RESIZE", "TM", "RNDV", "MW1", "MW2", "MCAST"}, REFUSALS),
    "roce=1": ({"NO-FLOW"}, {"RAW", "GRH", "FLOW", "RAW-CSUM", "RAW-TSO", "CVLAN", "RSS"}),
    "roce=1 pacing=0 flow=0 tso=0": ({"PACING", "UD-TSO"}, {"RAW", "GRH", "NO-PACING"}),
    "max_wq=0 ece=0 cq_resize=0 raw_clock=0 atomics=0 mw2=0":
        ({"WQ", "CQ-RESIZE", "RAW-CLOCK", "ATOMIC", "MW2"}, {"NO-WQ"}),
    "odp=0": ({"ODP", "ODP-IMPLICIT"}, {"NO-ODP", "NO-ODP-IMPLICIT"}),
    "odp_implicit=0": ({"ODP-IMPLICIT"}, {"NO-ODP-IMPLICIT"}),
    "grh_required=1": (set(), {"GRH"}),
    "gids=2": ({"EMPTY-GID"}, set()),
    "limit_at_once=1": (set(), set()),
    "ports=2 max_mtu=1": (set(), set()),
    "max_srq=16 max_srq_wr=128 max_srq_sge=3 max_qp=32 max_qp_wr=64 max_sge=3 max_cq=32 max_cqe=256 "
    "max_mr=8 max_pd=4 max_ah=8 max_qp_rd_atom=1 max_inline=0": (set(), set()),
}
# The others run a third of the checks that their settings do not touch, another one each.
WHOLE = ["", "roce=1", *(config for config in CONFIGURATIONS if config.count("=") > 6)]
# Checks that no need tells of, because they find out themselves what no device claims; and the setting that they depend on.
FOUND = {
    "": {"counter.create.unclaimed-is-refused": "the device has completion counters"},
    "roce=1": {"ah.grh.service-level-is-that-of-the-address": "Ethernet", "device.port.lids-are-unicast": "InfiniBand",
               "qp.width.keeps-every-bit-of-a-gid": "Ethernet"},
    "ece=0": {f"qp.ece.{name}": "ECE" for name in (
        "accepted-options-are-a-part", "options-of-another-vendor-are-open", "qps-with-ece-pass-messages", "query-returns-the-options",
        "unknown-bits-are-refused", "vendor-is-an-oui-of-the-device", "what-was-told-can-be-set")},
    "max_inline=0": {"qp.builder.inline-*": "no QP with these operations", "qp.send.as-much-inline-*": "no inline data",
                     "qp.size.a-send-takes-as-much-inline.*": "no inline data",
                     "qp.pairs.*-inline.*": "without inline data alone", "qp.pairs.*-inline-lists.*": "without inline data alone",
                     "qp.limits.inline-*": "no such QP", "qp.mixed.inline-*": "no such QP",
                     "qp.size.inline-is-at-least-what-was-asked-for.*": "no QP with 32 bytes of inline data"},
}
# What the reason of a SKIP names for each need.
NAMES = {
    "SRQ": "max_srq", "SRQ-ROOM": "max_srq_wr", "RESIZE": "IBV_DEVICE_SRQ_RESIZE", "XRC": "IBV_DEVICE_XRC", "OPEN-QP": "ibv_open_qp", "TM": "tag matching", "RNDV": "rendezvous",
    "APM": "IBV_DEVICE_AUTO_PATH_MIG", "QP-RESIZE": "IBV_DEVICE_RESIZE_MAX_WR", "MW1": "IBV_DEVICE_MEM_WINDOW",
    "MW2": "MEM_WINDOW_TYPE_2", "GRH": "IBV_QPF_GRH_REQUIRED", "RAW": "raw packet QPs", "MCAST": "max_mcast_grp",
    "PACING": "packet_pacing_caps", "DM": "device memory", "CQ-MODERATE": "moderat", "WQ": "max_wq_type_rq", "NO-WQ": "work queues", "NO-PACING": "packet pacing", "FLOW": "FLOW_STEERING", "NO-FLOW": "flow steering", "EMPTY-GID": "no empty entry",
    "RAW-CSUM": "IBV_DEVICE_RAW_IP_CSUM", "RAW-TSO": "tso_caps", "UD-TSO": "tso_caps", "CVLAN": "raw_packet_caps", "RSS": "rss_caps",
    "ODP": "on-demand paging", "ODP-IMPLICIT": "implicit on-demand paging", "CQ-RESIZE": "ibv_resize_cq", "RAW-CLOCK": "ibv_query_rt_values_ex", "ATOMIC": "atomics",
    "STARVE": "requests for memory",
}


def on_refhca(*command, options=(), **kwargs):
    return run(RUN, *options, "--", *command, **kwargs)


def red(results):
    return {name: verdict for name, verdict in results.verdicts.items() if verdict not in GREEN}


@pytest.fixture(scope="module")
def needs():
    listed = etree.fromstring(run(CTS, "list", "--xml").stdout.encode())
    checks = listed.findall("check")
    needs = {c.get("name"): set(c.get("needs").split()) for c in checks}
    return needs, {c.get("name") for c in checks if c.get("answered-by")}


@pytest.mark.parametrize("config", CONFIGURATIONS)
def test_a_check_is_skipped_if_and_only_if_a_need_is_not_met(config, needs, tmp_path):
    (needs, answered), (taken, added) = needs, CONFIGURATIONS[config]
    lacking = UNMET - added | taken
    if config not in WHOLE:
        needs = {name: wanted for name, wanted in needs.items()
                 if wanted & (taken | added) or zlib.crc32(f"{config} {name}".encode()) % 3 == 0}
    process = on_refhca(CTS, "run", "--brief", "--results", tmp_path / "results.xml", *needs, options=["--config", config])
    results = Results(tmp_path / "results.xml")
    assert red(results) == {}
    assert process.returncode == 0, process.stderr
    skipped = {name for name, verdict in results.verdicts.items() if verdict == "SKIP"}
    assert set(results.verdicts) == set(needs)
    by_need = {name for name, wanted in needs.items() if wanted & lacking or name in answered}
    found = {pattern: words for setting, names in FOUND.items() if setting in config for pattern, words in names.items()}
    assert skipped == by_need | {name for pattern in found for name in fnmatch.filter(needs, pattern)}
    for name in skipped - by_need:
        assert any(fnmatch.fnmatchcase(name, pattern) and words in results.text(name, "reason") for pattern, words in found.items())
    for name in by_need:
        reason = results.text(name, "reason")
        if not needs[name] & lacking:
            assert "libibverbs-xrc" in reason
            continue
        assert any((NAMES.get(need) or NAMES[need.removeprefix("NO-")]) in reason for need in needs[name] & lacking), (name, reason)


# What VFs and cgroups may give, together and one limit at a time.
SMALL = ["max_srq=4 max_qp=16 max_mr=64 max_ah=4 max_mw=8 max_cq=8 max_cqe=63", "max_srq=2", "max_qp=4", "max_cq=3", "max_cqe=40", "max_ah=1",
         "max_mw=2"]


@pytest.mark.parametrize("config", SMALL)
def test_a_small_device_is_judged_with_what_it_has(config, needs, tmp_path):
    chosen = [name for name in needs[0] if zlib.crc32(f"{config} {name}".encode()) % 5 == 0]
    process = on_refhca(CTS, "run", "--brief", "--results", tmp_path / "results.xml", *chosen, options=["--config", config])
    results = Results(tmp_path / "results.xml")
    assert red(results) == {}
    assert process.returncode == 0, process.stderr
    assert list(results.verdicts.values()).count("PASS") > len(chosen) / 2
    assert any(word.split("=")[0] in results.text(name, "reason") for name, v in results.verdicts.items() if v == "SKIP" for word in config.split())


def test_a_port_that_is_down_is_an_error():
    process = on_refhca(CTS, "run", options=["--config", "port_up=0"])
    assert process.returncode == 2
    assert "none of the 1 ports of refhca0 is ACTIVE" in process.stderr


def test_make_conformance_writes_the_record_and_reports_and_uses_no_waivers(tmp_path):
    process = run("make", "-s", "conformance", "TARGET=refhca", "CHECKS=srq.limit.*",
                  env={**os.environ, "VCT_OUT": str(tmp_path)})
    assert (process.returncode, process.stderr) == (0, "")
    device = Results(tmp_path / "results.xml").root.find("device")
    assert device.get("driver") == "refhca" and device.get("user-space") == "true"
    assert "--waivers" not in device.get("command")
    assert "not involved, because the device is in user space" in (tmp_path / "report.html").read_text()
    assert (tmp_path / "junit.xml").exists()


def test_an_unknown_target_is_an_error():
    process = run("make", "-s", "conformance", "TARGET=refhcb")
    assert process.returncode != 0
    assert "no such TARGET: refhcb" in process.stderr


@pytest.mark.skipif(not os.access("/dev/kmsg", os.W_OK), reason="only root writes to the kernel's log")
def test_messages_of_the_kernel_are_not_about_a_device_in_user_space(tmp_path):
    """The check writes a warning into the kernel log of this machine."""
    process = on_refhca("build/self-cts", "run", "--results", tmp_path / "results.xml",
                        "self.verdicts.makes-the-kernel-warn")
    assert Results(tmp_path / "results.xml").verdicts == {"self.verdicts.makes-the-kernel-warn": "PASS"}
    assert process.stderr == ""


def test_two_runs_can_share_an_hca(tmp_path):
    process = on_refhca("sh", "-c", f"{CTS} run --brief --shuffle=1 --results {tmp_path}/1.xml & "
                        f"{CTS} run --brief --shuffle=2 --results {tmp_path}/2.xml; wait")
    assert process.returncode == 0, process.stdout[-2000:]
    assert red(Results(tmp_path / "1.xml")) == red(Results(tmp_path / "2.xml")) == {}


def test_a_killed_run_leaves_the_hca_usable(tmp_path):
    hca = ["--hca", tmp_path / "hca"]
    killed = subprocess.Popen([RUN, *hca, CTS, "run", "-v", "--repeat", "100"], cwd=ROOT,
                              stdout=subprocess.PIPE, start_new_session=True)
    for _ in range(300):
        killed.stdout.readline()
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    process = on_refhca(CTS, "run", "--brief", "--results", tmp_path / "results.xml", options=hca)
    assert process.returncode == 0, process.stdout[-2000:]


AS_NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]


@pytest.mark.skipif(run(*AS_NOBODY, "test", "-x", ROOT / CTS).returncode != 0,
                    reason="needs root, and a project folder that every user can read")
def test_it_needs_no_privileges():
    process = run(*AS_NOBODY, RUN, CTS, "run", "srq.*")
    assert (process.returncode, process.stderr) == (0, "")


def test_a_killed_run_is_resumed(tmp_path):
    results = tmp_path / "results.xml"
    command = [RUN, "--hca", tmp_path / "hca", CTS, "run", "-v", "--results", results, "srq.*"]
    killed = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True)
    for _ in range(100):
        killed.stdout.readline()
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    journal = (tmp_path / "results.xml.journal").read_text()
    assert 'boot="none"' in journal
    process = run(*command, "--resume")
    assert process.returncode == 0, process.stderr
    assert Results(results).root.get("complete") == "true"


FAULTS = ["srq.error.*", "event.fault.*", "event.async.srq-err*"]


def test_a_command_can_inject_faults(tmp_path):
    process = on_refhca(CTS, "run", "--fault", "build/refhca/refhca-ctl fault", "--results",
                        tmp_path / "results.xml", *FAULTS)
    results = Results(tmp_path / "results.xml")
    assert set(results.verdicts.values()) == {"PASS"}, process.stdout
    verbs = "\n".join(results.calls("event.fault.names-what-is-in-error.cq-err"))
    assert len(re.findall(r"refhca-ctl fault refhca0 cq \d+ \d+ ended with exit status 0", verbs)) == 2


def test_a_plugin_can_inject_faults(tmp_path):
    process = on_refhca(CTS, "run", "--fault-plugin", "build/refhca/libibverbs.so.1", "--results",
                        tmp_path / "results.xml", *FAULTS)
    assert set(Results(tmp_path / "results.xml").verdicts.values()) == {"PASS"}, process.stdout


@pytest.mark.parametrize("command, slow, says", [
    ("[ $# -lt 4 ] || { echo no such hook >&2; exit 3; }; :", 1, "ended with exit status 3: no such hook"),
    ("[ $# -lt 4 ] || kill -9 $$; :", 1, "was ended by signal 9"),
    ("[ $# -lt 4 ] || sleep 99; :", 0.1, "did not end before its deadline"),
])
def test_a_check_is_broken_if_the_fault_command_fails(command, slow, says, tmp_path):
    process = on_refhca(CTS, "run", "--slow", slow, "--fault", command, "--results", tmp_path / "results.xml",
                        "srq.error.srq-err*")
    results = Results(tmp_path / "results.xml")
    (name, verdict), = results.verdicts.items()
    assert (process.returncode, verdict) == (1, "BROKEN")
    assert says in results.text(name, "reason")


def test_a_fault_command_can_support_some_kinds_only(needs, tmp_path):
    on_refhca(CTS, "run", "--fault", '[ "$2" = cq ] && : ', "--results", tmp_path / "results.xml", *FAULTS)
    results = Results(tmp_path / "results.xml")
    for name, verdict in results.verdicts.items():
        assert (verdict == "SKIP") == ("CQ-FAULT" not in needs[0][name]), name
        assert verdict != "SKIP" or "--fault or --fault-plugin" in results.text(name, "reason")


@pytest.mark.parametrize("options, says", [
    (["--fault", "/nowhere/inject"], "'/nowhere/inject refhca0 srq' ended with exit status 127"),
    (["--fault", "false"], "--fault: false serves no kind of object of refhca0"),
    (["--fault-plugin", "/nowhere.so"], "/nowhere.so: cannot open shared object file"),
    (["--fault-plugin", "libm.so.6"], "libm.so.6 has no function verbs_cts_inject_error"),
    (["--fault", "x", "--fault-plugin", "y"], "--fault and --fault-plugin cannot be used together"),
])
def test_a_fault_injector_that_does_not_exist_is_exit_code_2(options, says):
    process = on_refhca(CTS, "run", *options, *FAULTS)
    assert process.returncode == 2
    assert says in process.stderr


def test_ibv_rc_pingpong_sees_a_fault_that_another_process_injects(tmp_path):
    hca, port = ["--hca", tmp_path / "hca"], str(free_port())
    server = subprocess.Popen([RUN, *hca, "ibv_rc_pingpong", "-p", port], cwd=ROOT, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    cq = None
    until = time.monotonic() + PATIENCE
    while not cq and time.monotonic() < until:
        cq = re.search(r"^cq\s+(\w+)", on_refhca("build/refhca/refhca-ctl", "list", options=hca).stdout, re.M)
    assert on_refhca("build/refhca/refhca-ctl", "fail", "cq", cq[1], options=hca).returncode == 0
    listening(server, int(port))
    client = subprocess.Popen([RUN, *hca, "ibv_rc_pingpong", "-p", port, "localhost"], cwd=ROOT,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _, said = server.communicate(timeout=PATIENCE)
    finally:
        server.kill()
        client.kill()
        client.wait()
    assert "poll CQ failed" in said and server.returncode == 1


def test_the_sanitized_suite_runs_on_the_sanitized_hca():
    """With the 256 MB of freed memory that ASan keeps by itself, each fork of the run takes several times as long."""
    process = on_refhca("build/sanitized/verbs-cts", "run", options=["--build", "build/sanitized"], timeout=PATIENCE,
                        env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=16"})
    assert (process.returncode, process.stderr) == (0, ""), process.stdout[-3000:]


def test_checks_with_threads_find_no_data_race_in_it():
    process = on_refhca(CTS, "run", "event.*", "srq.destroy.*", "xrc.open-domain.*",
                        options=["--build", "build/tsan"], timeout=PATIENCE)
    assert (process.returncode, process.stderr) == (0, ""), process.stdout[-3000:]
