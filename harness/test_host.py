# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A device of this machine: its names, the checks before a run, and what a run must not do to the machine."""

import os
import re
import resource
import stat
import subprocess

import pytest

from conftest import PATIENCE, ROOT, Results, guest, run, shell

CTS = "build/verbs-cts"
PCI = "0000:3b:00.0"
GUID = "5ef0:ca00:0000:0001"


def refhca(*command, env=(), config="", **kwargs):
    return run("fixtures/refhca/run", "--config", config, "env", *env, *command, **kwargs)


@pytest.fixture(scope="module")
def sysfs(tmp_path_factory):
    """A folder like /sys, in which refhca0 belongs to a PCI function and has two network interfaces."""
    root = tmp_path_factory.mktemp("sys")
    function = root / f"devices/pci0000:3a/{PCI}"
    device = function / "infiniband/refhca0"
    for port, netdev in ((1, "eth7"), (2, "eth8")):
        ndevs = device / f"ports/{port}/gid_attrs/ndevs"
        ndevs.mkdir(parents=True)
        (ndevs / "0").write_text("")
        (ndevs / "1").write_text(f"{netdev}\n")
        (device / f"ports/{port}/lid").write_text(f"{port:#x}\n")
    ipoib = function / "net/ib5"
    ipoib.mkdir(parents=True)
    (ipoib / "dev_port").write_text("1\n")
    for link, target in ((device / "device", function), (ipoib / "device", function),
                         (root / "class/infiniband/refhca0", device), (root / "class/net/ib5", ipoib),
                         (function / "driver", root / "bus/pci/drivers/mlx9_core")):
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)
    (root / "bus/pci/drivers/mlx9_core").mkdir(parents=True)
    return f"SYSFS_PATH={root}"


def info(sysfs, *arguments, config="ports=2", **kwargs):
    return refhca(CTS, "info", *arguments, env=[sysfs], config=config, **kwargs)


@pytest.mark.parametrize("name, port", [
    ("refhca0", 1), (PCI, 1), (f"pci:{PCI}", 1), ("3b:00.0", 1), (GUID, 1), ("0x5ef0ca0000000001", 1),
    ("eth7", 1), ("eth8", 2), ("ib5", 2),
])
def test_a_device_has_several_names(sysfs, name, port):
    process = info(sysfs, "-d", name)
    assert process.returncode == 0, process.stderr
    assert "device     refhca0, driver mlx9_core" in process.stdout
    assert f"location   {PCI}" in process.stdout
    assert f"port       {port} of 2" in process.stdout


def test_option_ib_port_overrides_the_port_of_the_interface(sysfs):
    assert "port       1 of 2" in info(sysfs, "-d", "eth8", "-i", "1").stdout


@pytest.mark.parametrize("name", ["mlx5_0", "0000:3b:00.1", "0x5ef0ca0000000002", "eth9", "0:0:0:0", "../net"])
def test_an_unknown_device_is_exit_code_2_and_the_error_lists_the_devices(sysfs, name):
    process = info(sysfs, "-d", name)
    assert process.returncode == 2
    assert f"no device {name}; found: refhca0 ({PCI}, {GUID}, eth7, eth8)" in process.stderr


def test_an_interface_of_two_devices_is_exit_code_2_and_the_error_lists_them():
    process = shell("rdma link add siw1 type siw netdev vct0 && build/verbs-cts info -d vct0")
    assert process.returncode == 2
    assert re.search(r"vct0 names 2 devices; choose one with -d: .*rxe0 \(.*vct0\)", process.stderr)
    assert "siw1 (" in process.stderr


@pytest.mark.parametrize("arguments, says", [
    (["-x", "256"], "--gid-index takes a number from 0 to 255"),
    (["--pkey-index", "4"], "no P_Key index 4; its table has 0 to 3"),
    (["--settle", "-1"], "--settle takes a number from 0"),
])
def test_an_index_beyond_its_table_is_exit_code_2(arguments, says):
    process = refhca(CTS, "info", *arguments)
    assert process.returncode == 2 and says in process.stderr


def test_the_gid_of_an_interface_that_is_up_is_preferred():
    """rxe has GIDs of all addresses of vct0 and of its VLANs. The first GIDs here are those of a VLAN that is down."""
    process = shell("""ip link set vct0 down; ip addr flush dev vct0; ip link add link vct0 name down type vlan id 5
        ip addr add 10.5.5.1/24 dev down; ip link set vct0 up; ip addr add 10.9.9.1/24 dev vct0; sleep 0.2
        build/verbs-cts info -d rxe0; cat /sys/class/infiniband/rxe0/ports/1/gid_attrs/ndevs/* 2>/dev/null""")
    assert "network interface vct0" in process.stdout, process.stdout + process.stderr
    assert "::ffff:10.9.9.1" in process.stdout


def pkeys(text, *arguments):
    return refhca(CTS, "info", *arguments, env=["LD_PRELOAD=build/harness/preload/limited.so", f"P_KEYS={text}"])


def test_the_first_p_key_that_is_a_full_member_is_used():
    assert "P_Key      index 0" in pkeys("ffff 8001 0 0").stdout
    assert "P_Key      index 2" in pkeys("7fff 0 8001 8002").stdout
    assert "P_Key      index 3" in pkeys("7fff 0 8001 8002", "--pkey-index", "3").stdout


def test_limited_p_keys_are_exit_code_2():
    process = pkeys("7fff 0001 0 0")
    assert process.returncode == 2 and "has limited P_Keys only" in process.stderr
    process = pkeys("7fff ffff 0 0", "--pkey-index", "0")
    assert process.returncode == 2 and "P_Key index 0 of port 1 of refhca0 is a limited member" in process.stderr
    process = pkeys("7fff ffff 0 0", "--pkey-index", "2")
    assert process.returncode == 2 and "is empty" in process.stderr


@pytest.mark.parametrize("arguments, ms", [([], "0"), (["--settle", "7"], "7")])
def test_settle_is_recorded(out, arguments, ms):
    refhca(CTS, "run", *arguments, "--results", out / "settle.xml", "srq.limit.zero-disarms")
    device = Results(out / "settle.xml").root.find("device")
    assert device.get("settle-ms") == ms and device.get("pkey-index") == "0"


def test_hardware_has_time_to_settle(sysfs):
    assert re.search(r"^settle +50 ms", info(sysfs).stdout, re.MULTILINE)
    assert re.search(r"^settle +0 ms", refhca(CTS, "info").stdout, re.MULTILINE)


def test_memory_that_cannot_be_locked_is_exit_code_2():
    limit = lambda: resource.setrlimit(resource.RLIMIT_MEMLOCK, (65536, 65536))  # noqa: E731
    process = refhca(CTS, "run", env=["LD_PRELOAD=build/harness/preload/limited.so", "MLOCK=limited"], preexec_fn=limit)
    assert process.returncode == 2
    assert "may lock only 64 KiB" in process.stderr and "ulimit -l unlimited" in process.stderr


def test_memory_that_the_kernel_does_not_lock_is_exit_code_2():
    process = shell(f"ulimit -l 64; exec setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock {CTS} run -d rxe0")
    assert process.returncode == 2
    assert "may lock only 64 KiB" in process.stderr


def in_a_control_group(limits, *checks, results):
    """A run in a control group of rdma.max; its record, if there is one."""
    script = (f"mount -t cgroup2 none /sys/fs/cgroup; cd /sys/fs/cgroup; echo +rdma >cgroup.subtree_control; mkdir a; "
              f"echo 'rxe0 {limits}' >a/rdma.max; echo $$ >a/cgroup.procs; cd {ROOT}; exec {CTS} run -d rxe0 --results {results}/r.xml \"$@\"")
    return guest("sh", "-c", script, "sh", *checks, results=results)


def test_objects_that_the_control_group_does_not_permit_are_no_fault(tmp_path):
    process = in_a_control_group("hca_object=10", "srq.limit.*", "cq.poll.*", results=tmp_path)
    assert process.returncode == 0, process.stderr
    results = Results(tmp_path / "r.xml")
    refused = [n for n in results.verdicts if "may have only 10 objects of rxe0 (rdma.max)" in results.text(n, "reason")]
    assert results.red() == {} and len(refused) > 10 and "PASS" in results.verdicts.values()


def test_a_device_that_the_control_group_does_not_permit_is_exit_code_2(tmp_path):
    process = in_a_control_group("hca_handle=0", results=tmp_path)
    assert process.returncode == 2
    assert "ibv_open_device" in process.stderr and "rdma.max" in process.stderr



def test_a_lid_of_32_bits_is_exit_code_2(sysfs, tmp_path):
    lid = ROOT / sysfs.partition("=")[2] / "class/infiniband/refhca0/ports/1/lid"
    before = lid.read_text()
    lid.write_text("0x1c002\n")
    try:
        process = info(sysfs)
    finally:
        lid.write_text(before)
    assert process.returncode == 2
    assert "has the LID 0x1c002" in process.stderr and "Omni-Path" in process.stderr


@pytest.mark.parametrize("roce, state, says", [
    (0, 2, "is INIT, not ACTIVE: start a subnet manager"),
    (0, 1, "is DOWN, not ACTIVE: connect its cable"),
    (1, 1, "is DOWN, not ACTIVE: bring its link up (ip link, ibstat)"),
])
def test_a_port_that_is_not_active_is_exit_code_2(roce, state, says):
    process = refhca(CTS, "info", "-i", "1", config=f"roce={roce}",
                     env=["LD_PRELOAD=build/harness/preload/limited.so", f"PORT_STATE={state}"])
    assert process.returncode == 2
    assert f"port 1 of refhca0 {says}" in process.stderr


def self_cts(out, name, *arguments, before="", as_host=True):
    """Runs checks of self.host in a guest that verbs-cts takes for a host."""
    folder = out / name
    folder.mkdir(exist_ok=True)
    unset = "unset VCT_IN_GUEST; " if as_host else ""
    process = shell(f"{unset}{before} build/self-cts run -d rxe0 --results {folder}/r.xml {' '.join(arguments)}",
                    results=folder)
    return process, Results(folder / "r.xml")


def test_list_shows_the_danger():
    text = run(CTS, "list").stdout
    dangers = dict(re.findall(r"^(\S+)\n    .*  danger (\w+)$", text, re.MULTILINE))
    assert dangers["cq.poll.overrun-raises-cq-err"] == "destructive"
    assert dangers["qp.flags.cap-resizes-the-queues"] == "destructive"
    assert len([d for d in dangers.values() if d == "refused"]) > 200
    xml = run(CTS, "list", "--xml").stdout
    assert re.search(r'<check name="cq.poll.overrun-raises-cq-err" [^>]*danger="destructive"', xml)
    assert re.search(r'<check name="cq.poll.full-cq-is-not-overrun" [^>]*danger=""', xml)


WEDGES, REFUSED = "self.host.may-wedge-it", "self.host.is-to-be-refused"


@pytest.mark.parametrize("options, as_host, skipped", [
    ([], True, [WEDGES]), (["--destructive"], True, []), (["--gentle"], True, [REFUSED, WEDGES]),
    ([], False, []), (["--in-guest"], True, []),
])
def test_destructive_checks_need_an_option(out, options, as_host, skipped):
    process, results = self_cts(out, "danger", *options, WEDGES, REFUSED, as_host=as_host)
    assert sorted(n for n, v in results.verdicts.items() if v == "SKIP") == sorted(skipped)
    assert process.returncode == 0
    if WEDGES in skipped and REFUSED not in skipped:
        assert "--destructive" in results.text(WEDGES, "reason")
    if REFUSED in skipped:
        assert "--gentle" in results.text(REFUSED, "reason")


def test_a_device_in_user_space_needs_no_option(out):
    results = out / "user-space.xml"
    assert refhca(CTS, "run", "--results", results, "cq.poll.*").returncode == 0
    assert Results(results).verdicts["cq.poll.overrun-raises-cq-err"] == "PASS"
    assert refhca(CTS, "run", "--gentle", "--results", results, "qp.value.*").returncode == 0
    assert set(Results(results).verdicts.values()) == {"SKIP"}


OURS = ["of-the-device", "in-this-program", "fault-of-the-adapter"]


@pytest.mark.parametrize("as_host", [True, False])
def test_kernel_messages_that_count(out, as_host):
    """On a host the messages about the device; in a guest, which does nothing else, all."""
    _, results = self_cts(out, "whose", "'self.host.is-logged.*'", as_host=as_host)
    names = {n.rpartition(".")[2]: v for n, v in results.verdicts.items()}
    kernel = OURS if as_host else ["of-the-device", "of-another", "in-this-program"]
    assert sorted(n for n, v in names.items() if v == "KERNEL") == sorted(kernel)
    assert set(names.values()) == {"KERNEL", "PASS"}
    if as_host:
        assert "not of the device" in results.text("self.host.is-logged.of-another", "note")


def test_lost_records_of_the_kernel_log_are_reported(out):
    process, results = self_cts(out, "flood", "self.host.floods-the-log",
                               before="dmesg -n 1; echo on >/proc/sys/kernel/printk_devkmsg;")
    assert re.search(r"\d+ records of the kernel log were lost", results.text("self.host.floods-the-log", "note"))
    assert re.search(r"\d+ records of the kernel log were lost", process.stderr)


def test_a_kernel_log_that_cannot_be_read_is_reported(out):
    process, results = self_cts(out, "unreadable", "self.host.the-run-goes-on", before="rm /dev/kmsg;")
    assert "the kernel log cannot be read" in process.stderr
    assert results.root.find("device").get("kernel-log") == "unreadable"
    assert "KERNEL verdicts may be missing" in run(CTS, "report", "--summary", results.path).stdout
    html = out / "unreadable.html"
    run(CTS, "report", results.path, "--html", html)
    assert "KERNEL verdicts may be missing" in html.read_text()
    _, results = self_cts(out, "readable", "self.host.the-run-goes-on")
    assert results.root.find("device").get("kernel-log") is None


BUSY = "ibv_rc_pingpong -d rxe0 -g 1 >/dev/null 2>&1 & while ! rdma resource show pd | grep -q pingpong; do sleep 0.1; done;"


def test_a_device_in_use_is_refused():
    process = shell(f"{BUSY} build/self-cts run -d rxe0 self.host.the-run-goes-on")
    assert process.returncode == 2
    assert re.search(r"rxe0 is in use: ibv_rc_pingpong \(process \d+\); end them, or give --shared", process.stderr)
    process = shell(f"{BUSY} build/self-cts run -d rxe0 --shared self.host.the-run-goes-on")
    assert process.returncode == 0
    assert "rxe0 is in use: ibv_rc_pingpong" in process.stderr


UP_AGAIN = "(while ! [ -e /tmp/flapped ]; do sleep 0.1; done; sleep 1; ip link set vct0 up) &"


@pytest.mark.parametrize("check, before", [("the-port-flaps", UP_AGAIN), ("the-port-flaps-unseen", "")])
def test_a_check_is_executed_again_when_the_port_is_up(out, check, before):
    process, results = self_cts(out, check, f"self.host.{check}", "self.host.the-run-goes-on", before=before)
    assert process.returncode == 0, process.stdout
    assert "the port went down during execution 1" in results.text(f"self.host.{check}", "note")


def test_a_port_that_stays_down_ends_the_run(out):
    process, results = self_cts(out, "down", "--slow", "0.05", "self.host.the-port-goes-down",
                                "self.host.the-run-goes-on")
    assert process.returncode == 3
    assert "port 1 of rxe0 went down and was not ACTIVE again after 3 s" in process.stderr
    assert results.verdicts["self.host.the-run-goes-on"] == "NOTRUN"


SPECIAL = ["srq.limit.zero-disarms"]


def test_a_device_file_is_written_in_place(tmp_path):
    null = tmp_path / "null"
    try:
        os.mknod(null, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        null.write_text("")
    except PermissionError:
        pytest.skip("may not make or write device files")
    for option in ("--results", "--junit", "--html"):
        process = refhca(CTS, "run", option, null, *SPECIAL)
        assert process.returncode == 0, process.stderr
    link = tmp_path / "link"
    link.symlink_to(null)
    assert refhca(CTS, "run", "--results", link, *SPECIAL).returncode == 0
    assert refhca(CTS, "run", "--results", tmp_path / "r.xml", *SPECIAL).returncode == 0
    assert run(CTS, "report", tmp_path / "r.xml", "--html", null, "--junit", null).returncode == 0
    assert null.is_char_device() and link.is_symlink() and sorted(os.listdir(tmp_path)) == ["link", "null", "r.xml"]


def test_results_go_to_standard_output():
    """It is a pipe here. By its name in /proc, from which a program that is broken cannot take it away, as from /dev."""
    process = refhca(CTS, "run", "--results", "/proc/self/fd/1", *SPECIAL)
    assert process.returncode == 0 and process.stdout.count("<results ") == 1


def test_what_a_symbolic_link_names_is_replaced(tmp_path):
    link, target = tmp_path / "link.xml", tmp_path / "target.xml"
    target.write_text("")
    link.symlink_to(target)
    assert refhca(CTS, "run", "--results", link, *SPECIAL).returncode == 0
    assert link.is_symlink() and Results(target).verdicts


@pytest.mark.parametrize("option", ["--results", "--junit", "--html"])
def test_a_folder_is_refused_before_the_run(tmp_path, option):
    process = refhca(CTS, "run", option, tmp_path, *SPECIAL)
    assert process.returncode == 2 and f"cannot write {tmp_path}: Is a directory" in process.stderr
    assert "PASS" not in process.stdout and os.listdir(tmp_path) == []


def test_a_special_file_has_no_journal_to_resume():
    process = refhca(CTS, "run", "--results", "/proc/self/fd/1", "--resume", *SPECIAL)
    assert process.returncode == 2 and "no journal can lie beside /proc/self/fd/1" in process.stderr


@pytest.mark.parametrize("text, line", [
    ("<results/>", 1),
    ('<results complete="true" conforms="true">\n<check name="x"/></results>', 2),
    ("<bench/>", 1), ("<mutants/>", 1),
])
def test_report_refuses_what_the_schema_refuses(tmp_path, text, line):
    record, page = tmp_path / "r.xml", tmp_path / "r.html"
    record.write_text(text)
    process = run(CTS, "report", record, "--html", page)
    assert process.returncode == 2 and not page.exists()
    assert f"{record}:{line}: " in process.stderr


def test_the_tarball_works_elsewhere(tmp_path):
    made = run("make", "--no-print-directory", "dist-binary")
    assert made.returncode == 0, made.stderr
    tarball = made.stdout.splitlines()[-1]
    assert re.search(r"/verbs-cts-[\d.]+-\w+\.tar\.gz$", tarball)
    subprocess.run(["tar", "-C", tmp_path, "-xzf", tarball], check=True)
    [tree] = tmp_path.iterdir()
    assert {p.name for p in tree.iterdir()} >= {"README.md", "docs", "lib", "mutants.so", "run", "verbs-cts", "waivers"}
    libraries = {p.name.partition(".")[0] for p in (tree / "lib").iterdir()}
    assert {"libcunit", "libxml2", "libxslt", "libexslt", "libarchive"} <= libraries and not {"libibverbs", "libc"} & libraries
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    command = [ROOT / "fixtures/refhca/run", tree / "run", "refhca0", "srq.limit.*"]
    process = subprocess.run(command, cwd=elsewhere, text=True, capture_output=True,
                             env={**os.environ, "VCT_WAIVERS": ""}, timeout=PATIENCE)
    assert process.returncode == 0, process.stderr
    [out] = (elsewhere / "reports/out").iterdir()
    assert sorted(p.name for p in out.iterdir()) == ["junit.xml", "report.html", "results.xml"]
    mutants = subprocess.run([tree / "verbs-cts", "list", "--mutants"], text=True, capture_output=True,
                             env={**os.environ, "LD_LIBRARY_PATH": str(tree / "lib")}, timeout=PATIENCE)
    assert "mutants break" in mutants.stdout
    assert run(tree / "run").returncode == 2


def test_what_is_missing_is_only_told(tmp_path):
    """make conformance TARGET=host installs nothing, not even as root."""
    query = tmp_path / "dpkg-query"
    query.write_text("#!/bin/sh\nexit 1\n")
    query.chmod(0o755)
    (tmp_path / "apt-get").write_text(f"#!/bin/sh\ntouch {tmp_path}/asked\n")
    (tmp_path / "apt-get").chmod(0o755)
    process = run("make", "conformance", "TARGET=host", "DEV=refhca0",
                  env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert process.returncode == 2
    assert "packages are missing; type as root: apt-get install" in process.stderr
    assert not (tmp_path / "asked").exists()
