# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Synthetic HCAs: programs of this project below the real driver of a vendor, in a guest of QEMU."""
import fnmatch
import os
import pathlib
import re
import signal
import subprocess

import pytest
from lxml import etree

from commands import PATIENCE, run
from conftest import Results
from documents import ROOT, transform
from golden_results import golden

PROGRAM = "build/synthetic/mlx5"
# All that these checks judge is in the real driver and provider, or is the least that an HCA does.
CHECKS = ["srq.limit.fires-once-strictly-below", "srq.receive.*", "qp.transition.list-suffices.*"]


@pytest.fixture(scope="module")
def hca():
    """The program that is the HCA."""
    process = run("make", "-s", "synthetic", env={**os.environ, "MAKEFLAGS": ""})
    assert process.returncode == 0, process.stderr
    return PROGRAM


@pytest.fixture(scope="module")
def booted(hca, out):
    """One guest, whose device the suite judges, and a program uses by commands of its own."""
    where = out / "synthetic"
    where.mkdir(exist_ok=True)
    built = run("gcc", "-Wall", "-Wextra", "-Werror", "-Ifixtures/synthetic", "-isystem", "build/synthetic/include/mlx5",
                "-o", where / "devx", "harness/synthetic/devx.c", "-lmlx5", "-libverbs")
    assert built.returncode == 0, built.stderr
    script = (f"ibv_devinfo -v -d mlx5_0 >{where}/devinfo; cat /proc/sys/kernel/tainted >{where}/tainted; "
              f"build/verbs-cts run -d mlx5_0 --slow 4 --strict --results {where}/results.xml {' '.join(CHECKS)}; code=$?; "
              f"build/verbs-cts report {where}/results.xml --ktap {where}/ktap --junit {where}/junit.xml --summary >{where}/summary; "
              f"{where}/devx >{where}/devx.out 2>&1; "
              "exit $code")
    process = run("fixtures/guest/run", "--device", "mlx5", "--deadline", 600, "--results", where, "--trace", where / "trace",
                  "--", "sh", "-c", script)
    return process, where


def test_the_checks_pass_on_the_real_driver(booted):
    process, where = booted
    results = Results(where / "results.xml")
    assert process.returncode == 0, process.stdout + process.stderr
    assert {n: v for n, v in results.verdicts.items() if v not in ("PASS", "SKIP")} == {}
    assert list(results.verdicts.values()).count("PASS") > 20


def test_the_port_is_an_active_one_of_infiniband(booted):
    said = (booted[1] / "devinfo").read_text()
    assert "PORT_ACTIVE" in said and "link_layer:\t\tInfiniBand" in said


def test_the_kernel_of_the_guest_is_as_it_came(booted):
    assert (booted[1] / "tainted").read_text() == "0\n"


def test_mlx5_has_a_port_of_roce_too(hca, tmp_path):
    """The GIDs of RoCE v1 and v2, on IPv6 and IPv4, carry messages; a datagram has the header of each."""
    checks = ["device.gid.*", "ah.grh.*", "srq.limit.fires-once-strictly-below"]
    script = (f"ibv_devinfo -v -d mlx5_0 >{tmp_path}/devinfo; "
              "for gid in 0 1 2 3; do ibv_ud_pingpong -g $gid -n 10 & sleep 1; ibv_ud_pingpong -g $gid -n 10 localhost || exit; wait; done; "
              f"build/verbs-cts run -d mlx5_0 --slow 4 --strict --results {tmp_path}/results.xml {' '.join(checks)}")
    process = run("fixtures/guest/run", "--device", "mlx5-roce", "--deadline", 600, "--results", tmp_path, "--", "sh", "-c", script)
    assert process.returncode == 0, process.stdout + process.stderr
    assert {v for v in Results(tmp_path / "results.xml").verdicts.values()} <= {"PASS", "SKIP"}
    said = (tmp_path / "devinfo").read_text()
    assert "PORT_ACTIVE" in said and "link_layer:\t\tEthernet" in said
    assert "::ffff:10.9.9.1, RoCE v2" in said and "fd00:9:9::1, RoCE v2" in said


def test_the_record_says_what_was_real(booted):
    where = booted[1]
    device = Results(where / "results.xml").root.find("device")
    assert (device.get("synthetic"), device.get("driver"), device.get("provider")) == ("true", "mlx5_core", "mlx5")
    for report in "summary", "ktap", "junit.xml":
        assert "on an HCA that is a program of verbs-cts" in (where / report).read_text(), report


def test_the_trace_has_commands_and_events(booted):
    trace = (booted[1] / "trace").read_text()
    assert "CREATE_QP" in trace and "CQE" in trace


# Status 5 is BAD_RESOURCE, 3 BAD_PARAM, and 16 is EBUSY.
DEVX = """\
capabilities: 4194304 CQEs
pd: made, status 0
mkey: made, status 0
mkey in the pd of another context: refused, status 5
end of the mkey, and of the pd: 0 0
mkey in a pd that is gone: refused, status 5
cq: made, status 0
cq in the umem of another context: refused, status 3
end of the umem below the cq: 16
end of the cq: 0
end of the umem: 0
"""


def test_a_program_may_give_commands_and_has_only_its_own_objects(booted):
    trace = (booted[1] / "trace").read_text()
    assert (booted[1] / "devx.out").read_text() == DEVX
    assert trace.count("CREATE_UCTX") == trace.count("DESTROY_UCTX") + 1, "one is that of the driver"


def test_checks_do_not_read_the_table_of_p_keys_again_and_again(booted):
    """The driver asks the HCA for each entry, and a check that reads them all takes 128 commands."""
    queries = (booted[1] / "trace").read_text().count("QUERY_HCA_VPORT_PKEY")
    assert 128 <= queries < 8 * 128, "the driver, ibv_devinfo -v and the run itself read it, and no check"


# The firmware fails (FAULT_DEVICE of fault.h, which is written into the config space), or somebody resets the function, while
# checks run; the driver resets the function and makes the device again.
FAILS = r"printf '\006\001\000\000' | dd of=/sys/class/infiniband/$device/device/config bs=4 seek=961 count=1 conv=notrunc status=none"
IS_RESET = "echo 1 >/sys/class/infiniband/$device/device/reset"
FIRMWARE_ENDS = """
device=$1 says=$2
run="build/verbs-cts run -d $device --slow 4 --brief"
$run --results $0/during.xml 'srq.*' 'cq.*' &
until [ -s $0/during.xml.journal ]; do sleep 0.1; done
eval "$3"
wait $!
echo "during: $?"
until dmesg | grep -q "$says"; do sleep 0.1; done
until grep -q ACTIVE /sys/class/infiniband/$device/ports/1/state 2>/dev/null; do sleep 0.1; done
$run --results $0/after.xml srq.limit.fires-once-strictly-below
echo "after: $?"
"""


@pytest.mark.long
@pytest.mark.parametrize("device, ends, says", [
    pytest.param("mlx5", FAILS, "health recovery succeeded", id="mlx5-fails"),
    pytest.param("mlx5", IS_RESET, "health recovery succeeded", id="mlx5-is-reset"),
    pytest.param("mlx4", FAILS, "mlx4_restart_one was ended, ret=0", id="mlx4-fails")])
def test_firmware_that_ends_ends_the_run_and_the_driver_makes_the_device_again(hca, device, ends, says, tmp_path):
    process = run("fixtures/guest/run", "--device", device, "--deadline", 600, "--results", tmp_path, "--", "sh", "-c", FIRMWARE_ENDS, tmp_path,
                  f"{device}_0", says, ends, timeout=2 * PATIENCE)
    assert "during: 3" in process.stdout and "after: 0" in process.stdout, process.stdout + process.stderr
    assert f"incomplete: {device}_0 " in process.stderr
    assert Results(tmp_path / "during.xml").root.get("complete") == "false"


def emulators_of(where):
    """The processes of the guest whose files are in this directory, by the name of their program."""
    found = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(str(where).encode() in word for word in words) and pathlib.Path(os.fsdecode(words[0])).name in ("mlx5", "qemu-system-x86_64"):
            found[pathlib.Path(os.fsdecode(words[0])).name] = int(process.name)
    return found


def test_a_guest_ends_when_the_program_that_is_its_hca_dies(hca, tmp_path):
    where = tmp_path / "of-this-test"
    guest = subprocess.Popen(["fixtures/guest/run", "--device", "mlx5", "--results", where, "--", "sh", "-c", "echo ready; sleep 3600"],
                             cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert guest.stdout.readline() == "ready\n", guest.stderr.read()
        assert set(emulators_of(where)) == {"mlx5", "qemu-system-x86_64"}
        os.kill(emulators_of(where)["mlx5"], signal.SIGKILL)
        _, said = guest.communicate(timeout=PATIENCE)
    finally:
        guest.terminate()
        guest.wait()
    assert guest.returncode == 123
    assert "run: the program that is the HCA ended, and the guest with it" in said
    assert emulators_of(where) == {}


@pytest.mark.parametrize("command, code, says", [
    ([], 2, "usage: mlx5"),
    (["--trace", "/nowhere/trace", "socket", "true"], 2, "/nowhere/trace: No such file or directory"),
    (["/nowhere/socket", "true"], 3, "/nowhere/socket: No such file or directory"),
    (["socket", "true"], 0, ""),
    (["socket", "sh", "-c", "exit 7"], 7, ""),
    (["socket", "/nowhere/qemu"], 1, "/nowhere/qemu: No such file or directory"),
    (["socket", "sh", "-c", "kill -KILL $$"], 1, "the emulator was killed by signal 9"),
])
def test_the_program_ends_as_its_emulator_does(hca, command, code, says, tmp_path):
    process = run(hca, *(tmp_path / word if word == "socket" else word for word in command))
    assert process.returncode == code and says in process.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name, says", [("mlx4", "A ConnectX-3 HCA"), ("mlx5", "A ConnectX-5 HCA"), ("hfi1", "An Omni-Path adapter")])
def test_each_program_says_which_hca_it_is(hca, name, says):
    process = run(f"build/synthetic/{name}", "--help")
    assert process.returncode == 0 and says in process.stdout


@pytest.mark.parametrize("options, says", [
    (["--device", "mlx5", "--kernel", "uml"], "--device mlx5 needs a stock kernel in QEMU"),
    (["--device", "mlx9"], "--device must be rxe, siw, hfi1, mlx4, mlx5, mlx5-roce, socket:PATH or none, not mlx9"),
    (["--device", "mlx4-roce"], "--device must be rxe, siw, hfi1, mlx4, mlx5, mlx5-roce, socket:PATH or none, not mlx4-roce"),
    (["--device", "../rxe"], "--device must be rxe, siw, hfi1, mlx4, mlx5, mlx5-roce, socket:PATH or none, not ../rxe"),
    (["--device", "socket:/no/such", "--modules", "fixtures/synthetic/mlx5", "--ib", "mlx5_0"], "no model listens at /no/such"),
    (["--device", "socket:/no/such", "--ib", "mlx5_0"], "needs --modules DIR, a folder with a file 'modules', and --ib NAME"),
    (["--ib", "mlx5_0"], "--modules and --ib are for --device socket:PATH"),
    (["--trace", "file"], "--trace is for a synthetic HCA"),
])
def test_what_cannot_be_is_refused_before_a_guest_boots(options, says):
    process = run("fixtures/guest/run", *options, "--", "true")
    assert process.returncode == 126 and says in process.stderr


def test_without_a_qemu_that_the_hca_can_join_one_line_says_so(tmp_path):
    for name, does in (("qemu-system-x86_64", "exit 0"), ("apt-get", "exit 100"), ("apt-cache", "exit 100")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    process = run("fixtures/guest/conformance", "--device", "mlx5", "--out", tmp_path / "out",
                  env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "VERBS_CTS_CACHE": str(tmp_path / "cache")})
    assert process.returncode == 2
    said = [line for line in process.stderr.splitlines() if "QEMU" in line]
    assert said[0] == "fetching QEMU of trixie-backports" and "QEMU 10.1 or later, with vfio-user-pci" in said[1] and len(said) == 2


def test_a_mistake_that_the_firmware_cannot_make_is_refused(hca):
    process = run("fixtures/guest/run", "--device", "mlx5", "--", "true", env={**os.environ, "FIRMWARE_MISTAKE": "no-such"})
    assert process.returncode == 126
    assert "there is no mistake no-such; there are:" in process.stderr and "limit-twice" in process.stderr


def test_a_run_with_a_mistake_of_the_firmware_says_so():
    results = golden("on-a-synthetic-hca")
    facts = etree.SubElement(results.getroot(), "facts")
    results.getroot().find("device").addnext(facts)
    etree.SubElement(facts, "fact", name="environment.VCT_FIRMWARE_MISTAKE").text = "limit-twice"
    Results.schema.assertValid(results)
    assert "with a mistake of the firmware that was asked for (limit-twice)" in str(transform("end", results))


def test_each_mistake_has_checks_that_find_it(hca):
    listed = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
    names = [check.get("name") for check in listed.iter("check")]
    mistakes = run(hca, "none", env={**os.environ, "SYNTHETIC_MISTAKE": "list"}).stdout.splitlines()
    assert len(mistakes) > 20
    for mistake, patterns, _ in (line.split("\t") for line in mistakes):
        assert patterns, mistake
        for pattern in [p for p in patterns.split() if p != "-"]:
            assert fnmatch.filter(names, pattern), f"{mistake}: no check is {pattern}"


def test_an_unknown_mistake_is_a_wrong_usage(hca):
    process = run("fixtures/exam/run", "firmware", "no-such", env={**os.environ, "MAKEFLAGS": ""})
    assert process.returncode == 2
    assert "there is no no-such among the firmware; there are: " in process.stderr and "limit-twice" in process.stderr


@pytest.mark.long
@pytest.mark.parametrize("device, kernel", [("mlx5", "6.12"), ("mlx5", "7.3"), ("mlx4", "6.1"), ("mlx4", "6.12"),
                                            ("hfi1", "6.1"), ("hfi1", "6.12"), ("hfi1", "7.3")])
def test_other_kernels_and_drivers_have_their_device_too(hca, device, kernel, tmp_path):
    process = run("fixtures/guest/conformance", "--device", device, "--kernel", kernel, "--out", tmp_path, *CHECKS, timeout=2 * PATIENCE)
    assert process.returncode == 0, process.stdout + process.stderr


@pytest.mark.long
@pytest.mark.parametrize("device, mistakes", [("mlx5", ["limit-twice", "last-wqe-lost"]), ("mlx5-roce", ["mac-cut", "spread-in-turns"])])
def test_mistakes_of_the_firmware_are_found(hca, device, mistakes, tmp_path):
    process = run("fixtures/exam/run", "firmware", "--device", device, "--out", tmp_path, *mistakes, timeout=4 * PATIENCE)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "\n2 seen; records: " in process.stdout


def ids_of_hca():
    """The promises that suites/promises/hca.h lists."""
    table = (ROOT / "suites/promises/hca.h").read_text()
    return {name.replace("_", "-") for name in re.findall(r"OF_HCA\((\w+)\)", table)}


def test_a_promise_that_the_hca_itself_keeps_is_marked_in_the_record(booted):
    promises = Results(booted[1] / "results.xml").root.findall("promise")
    cited = {p.get("id") for p in promises}
    assert {p.get("id") for p in promises if p.get("hca")} == cited & ids_of_hca() != set()
    assert cited - ids_of_hca()


def test_reports_mark_what_was_judged_on_the_program():
    results = golden("on-a-synthetic-hca")
    for promise in results.iter("promise"):
        promise.set("outcome", "kept")
    results.find("promise").set("hca", "true")
    first = results.find("promise").get("id")
    Results.schema.assertValid(results)
    for report in "end", "summary", "ktap":
        assert "4 promises kept (1 of them by the HCA itself, which is a program), none broken" in str(transform(report, results)), report
    row = next(row for row in transform("html", results).getroot().iter("tr") if row.get("id") == first)
    assert "judged on the program that is the HCA: it says nothing about an adapter" in "".join(row.itertext())


def test_on_other_devices_no_promise_is_marked(tmp_path):
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", CHECKS[0], "--results", tmp_path / "results.xml")
    assert process.returncode == 0 and not Results(tmp_path / "results.xml").root.findall("promise[@hca]")


def test_a_model_that_listens_serves_one_guest_after_the_other(hca, tmp_path):
    """That it is one of this project it says itself; what does not is a model of its vendor."""
    model = subprocess.Popen([ROOT / hca, tmp_path / "socket"])
    try:
        for where in tmp_path / "first", tmp_path / "second":
            process = run("fixtures/guest/conformance", "--out", where, CHECKS[0], env={
                **os.environ, "DEVICE": f"socket:{tmp_path}/socket", "MODULES": "fixtures/synthetic/mlx5", "IB": "mlx5_0"})
            assert process.returncode == 0, process.stdout + process.stderr
            root = Results(where / "results.xml").root
            assert root.findtext("facts/fact[@name='environment.VCT_MODEL']") == f"socket:{tmp_path}/socket"
            assert root.find("device").get("synthetic") == "true"
        guest = subprocess.Popen(["fixtures/guest/run", "--device", f"socket:{tmp_path}/socket", "--modules", "fixtures/synthetic/mlx5",
                                  "--ib", "mlx5_0", "--", "sh", "-c", "echo ready; sleep 3600"], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        assert guest.stdout.readline() == "ready\n", guest.stderr.read()
        model.terminate()
        _, said = guest.communicate(timeout=PATIENCE)
        assert guest.returncode == 123 and "the program that is the HCA ended" in said, said
    finally:
        model.kill()


def test_a_run_on_a_model_says_so(tmp_path):
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", CHECKS[0], "--results", tmp_path / "results.xml",
                  env={**os.environ, "VCT_MODEL": "socket:of-its-vendor"})
    assert process.returncode == 0, process.stderr
    results = Results(tmp_path / "results.xml")
    assert results.root.find("device").get("synthetic") == "model"
    for report in "end", "summary", "ktap", "junit", "html":
        assert "on an HCA that is a model of its vendor; no silicon: the driver refhca" in str(transform(report, results.root.getroottree())), report


def test_the_page_says_what_was_real():
    page = transform("html", golden("on-a-synthetic-hca")).getroot()
    terms = dict(zip(("".join(t.itertext()) for t in page.iter("dt")), ("".join(d.itertext()) for d in page.iter("dd"))))
    assert terms["What is real"] == (
        "the driver mlx5_core, the core of the kernel and the provider mlx5 are real; the HCA is a program of verbs-cts: "
        "what only firmware keeps was judged on that program, and nothing here is about an adapter")
    assert "What is real" not in str(transform("html", golden("all-green")))
