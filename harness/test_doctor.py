# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What a run needs before it starts: the probe of the port that reaches itself, and verbs-cts doctor."""

import re

import pytest

from conftest import Results, run, shell, transform

CTS = "build/verbs-cts"
CHECK = "srq.limit.zero-disarms"


def refhca(*command, env=(), config=""):
    return run("fixtures/refhca/run", "--config", config, "env", *env, *command)


def lines(process):
    """What doctor says: the subjects, each with ok, note or no and the text."""
    found = {}
    for line in process.stdout.splitlines():
        if match := re.match(r"(\S.*?) +(ok|note|no) +(.*)", line):
            found.setdefault(match[1], []).append(match.groups()[1:])
    return found


def hows(process):
    return {subject: said[0][0] for subject, said in lines(process).items()}


LOST = "ended with retries exceeded: no answer"
NO_ROUTE = "ibv_modify_qp to RTR of an RC QP returned 101 ENETUNREACH"


@pytest.mark.parametrize("config, step, remedy", [
    ("reach=0 roce=1 gid_types=1", NO_ROUTE, "ip route get 192.0.2.1"),
    ("reach=0 roce=1 quirk=no-rc", "ibv_create_ah returned 101 ENETUNREACH", "ip route get 192.0.2.1"),
    ("reach=0", NO_ROUTE, ""),
    ("reach=2 roce=1 gid_types=1", LOST, "or its switch sends messages back to the port"),
    ("reach=2", LOST, "see whether the subnet manager lets port 1 reach itself"),
    ("reach=2 roce=1 quirk=no-ud", LOST, "-x"),
    ("reach=2 roce=1 quirk=no-rc", "three datagrams of a UD QP to itself were sent and did not arrive", "ibv_devinfo -v"),
])
def test_a_port_that_does_not_reach_itself_is_exit_code_2(out, config, step, remedy):
    results = out / "r.xml"
    process = refhca(CTS, "run", "--results", results, CHECK, config=config)
    assert process.returncode == 2 and not results.exists()
    first, way, remedy_line = process.stderr.splitlines()
    assert first.startswith("verbs-cts: port 1 of refhca0 cannot reach itself: ") and step in first
    assert re.match(r"  GID index \d: [0-9a-f.:]+, (RoCE v2|IB|unknown type)", way)
    assert remedy_line.startswith("  what to do: ") and remedy in remedy_line
    process = refhca(CTS, "doctor", config=config)
    assert process.returncode == 2 and hows(process)["loopback"] == "no"
    assert step in process.stdout and remedy in process.stdout


@pytest.mark.parametrize("fault, step, check, means", [
    ("22", "ibv_modify_qp to INIT of an RC QP returned 22 EINVAL", "qp.transition.list-suffices.RC-INIT", "EINVAL: An argument is not valid"),
    ("110", "ibv_modify_qp to INIT of an RC QP returned 110 ETIMEDOUT", "qp.transition.list-suffices.RC-INIT", "ETIMEDOUT: No answer came in time"),
    ("rc", LOST, "block.message.passes.RC", ""),
    ("ud", "three datagrams of a UD QP to itself were sent and did not arrive", "block.message.passes.UD", ""),
])
def test_a_device_that_fails_by_itself_is_judged_by_the_checks(out, fault, step, check, means):
    """It refuses every attribute, or only one of its transports passes messages."""
    results = out / "r.xml"
    env = ["LD_PRELOAD=build/harness/preload/faulty.so", f"FAULT={fault}"]
    process = refhca(CTS, "run", "--results", results, check, env=env)
    assert process.returncode != 2
    assert "verbs-cts: before the run, " in process.stderr and step in process.stderr
    record = Results(results)
    assert record.verdicts == {check: "FAIL"} and means in record.checks[check].find("reason").get("means", "")
    for report in "summary", "html":
        assert means in str(transform(report, record.document))
    process = refhca(CTS, "doctor", env=env)
    assert process.returncode == 0 and hows(process)["loopback"] == "note" and "look at: the kernel log" in process.stdout
    assert "a run shows whether that is a fault of the device" in process.stdout


@pytest.mark.parametrize("command, env, says, remedy", [
    ([], ["LD_PRELOAD=build/harness/preload/faulty.so", "FAULT=rtr 110"], "to RTR of an RC QP returned 110 ETIMEDOUT", "ip neigh"),
    ([], ["LD_PRELOAD=build/harness/preload/faulty.so", "FAULT=rtr 19"], "to RTR of an RC QP returned 19 ENODEV", "'ip addr', 'rdma link'"),
    (["prlimit", "--memlock=0"], ["LD_PRELOAD=build/harness/preload/limited.so"], "ibv_reg_mr returned 12 ENOMEM", "vm.max_map_count"),
])
def test_a_refusal_that_may_be_of_the_machine_has_a_remedy(command, env, says, remedy):
    process = refhca(*command, CTS, "doctor", env=env)
    assert process.returncode == 0 and hows(process)["loopback"] == "note"
    assert f"{says}; a run shows whether that is a fault of the device\n" in process.stdout
    assert remedy in process.stdout.partition("look at: ")[2] and "may lock only" not in process.stdout


@pytest.mark.parametrize("error", [1, 2, 13])
def test_a_device_that_a_container_may_not_open(error):
    process = refhca(CTS, "run", CHECK, env=["LD_PRELOAD=build/harness/preload/asked.so", f"ASKED={error}"])
    assert process.returncode == 2 and f"cannot open refhca0: ibv_open_device: {error} E" in process.stderr
    assert "container" in process.stderr.partition("look at: ")[2]


def in_shell(prefix):
    """The last line of standard error of a run in a shell that first runs `prefix`."""
    process = run("unshare", "--mount", "bash", "-c", f"{prefix}; fixtures/refhca/run {CTS} run -d refhca0 {CHECK}")
    assert process.returncode == 2 and not process.stdout
    return process.stderr


@pytest.mark.parametrize("prefix, says", [
    ("ulimit -n 5", "type 'ulimit -n 1024'"),
    ("ulimit -n 8", "type 'ulimit -n 1024'"),
    ("ulimit -n 10", "type 'ulimit -n 1024'"),
    ("ulimit -s 64", "may have only 64 KiB, and the checks need 1024: type 'ulimit -s 8192'"),
    ("ulimit -f 8", "27 EFBIG"),
    ("umount -l /proc", "/proc is not mounted: mount it"),
    ("mount -t tmpfs -o size=64k none /dev/shm", "no room for the HCA in /proc/"),
])
def test_limits_of_the_machine_are_named_and_no_driver(prefix, says):
    said = in_shell(prefix)
    assert says in said and "modprobe" not in said and "reset it" not in said


def test_a_device_that_reaches_itself_is_probed_without_a_word():
    for config in ("", "quirk=no-rc", "quirk=no-ud", "roce=1 gid_types=1", "quirk=events-late max_sge=2"):
        process = refhca(CTS, "run", CHECK, config=config)
        assert (process.returncode, process.stderr) == (0, ""), config


def test_what_cannot_be_tried_is_not_said_to_come_back():
    """librdmacm does not know a device in user space, so that its RC QPs cannot be connected."""
    process = refhca(CTS, "doctor", config="quirk=iwarp")
    assert process.returncode == 0 and hows(process)["loopback"] == "note"
    assert "not tried" in process.stdout and "messages come back" not in process.stdout


def test_doctor_tries_each_gid():
    process = refhca(CTS, "doctor", config="roce=1 gid_types=1")
    said = lines(process)
    assert process.returncode == 0 and set(hows(process).values()) == {"ok"}
    assert "GID index 3: 192.0.2.1, RoCE v2: messages come back; this one is used" in said["loopback"][0][1]
    assert [text.partition(",")[0] for _, text in said["other GID"]] == [
        "GID index 0: fe80::5ef0:ca00:0:2", "GID index 1: fe80::5ef0:ca00:0:2", "GID index 2: 192.0.2.1"]
    said = lines(refhca(CTS, "doctor", "-x", "1", config="roce=1 gid_types=1"))
    assert said["loopback"][0][1].startswith("GID index 1: ") and len(said["other GID"]) == 3


def test_doctor_says_what_prevents_the_choice_of_an_address():
    preload = "LD_PRELOAD=build/harness/preload/limited.so"
    process = refhca(CTS, "doctor", env=[preload, "PORT_STATE=2"])
    said = lines(process)
    assert process.returncode == 2 and said["port 1"][0][0] == "note"
    assert said["address"][0][0] == "no" and "start a subnet manager" in said["address"][0][1]
    process = refhca(CTS, "doctor", env=[preload, "P_KEYS=7fff 0001 0 0"])
    assert process.returncode == 2 and "has limited P_Keys only" in lines(process)["address"][0][1]


def test_without_a_driver_there_is_no_device():
    process = run(CTS, "doctor")
    assert process.returncode == 2 and hows(process) == {"device": "no"}
    assert "no RDMA device on this machine" in process.stdout


def test_a_part_of_an_adapter_without_a_driver_is_named(tmp_path):
    (tmp_path / "class").mkdir()
    (tmp_path / "bus/auxiliary/devices/mlx5_core.eth.0/driver").mkdir(parents=True)
    (tmp_path / "bus/auxiliary/devices/mlx5_core.rdma.0").mkdir()
    process = run("env", f"SYSFS_PATH={tmp_path}", CTS, "run")
    assert process.returncode == 2
    assert "nothing drives mlx5_core.rdma.0: load its driver ('modprobe auxiliary:mlx5_core.rdma')" in process.stderr


# Each line: what is done in the guest, and what `run` and `doctor` say then.
CAUSES = {
    "no-rights": ("chmod 600 /dev/infiniband/uverbs0; cts() { setpriv --reuid 65534 --clear-groups $CTS \"$@\"; }",
                  r"uverbs0 may not be opened by this user \(it belongs to user 0 and group 0, mode 600\): run as root"),
    "container": ("mv /dev/infiniband /dev/elsewhere", r"rxe0, which the kernel has: .*uverbs0 is missing: in a container"),
    "no-provider": ("mount -t tmpfs none /etc/libibverbs.d", r"libibverbs has no provider for rxe0: /etc/libibverbs.d names no"),
    "other-provider": ("mount -t tmpfs none /etc/libibverbs.d; echo driver mlx9 >/etc/libibverbs.d/mlx9.driver",
                       r"no provider for rxe0: /etc/libibverbs.d does not name"),
    "down": ("ip link set vct0 down", r"ACTIVE \(the last is DOWN\): bring its link up .*vct0, which is down"),
    "no-address": ("ip addr flush dev vct0",
                   r"cannot reach itself|it is not an address of this machine \(bind: 99 EADDRNOTAVAIL\)"),
    "in-use": ("ibv_rc_pingpong -d rxe0 -g 1 >/dev/null 2>&1 & while ! rdma resource show pd | grep -q pingpong; do sleep 0.1; done",
               r"rxe0 is in use: ibv_rc_pingpong \(process \d+\)"),
    "memlock": ("ulimit -l 64; cts() { setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock $CTS \"$@\"; }",
                r"may lock only 64 KiB of memory"),
    "gone": ("rdma link delete rxe0", r"no RDMA device on this machine|no device rxe0"),
}


@pytest.fixture(scope="module")
def causes():
    """What doctor and run say for each cause, in one guest: every cause in namespaces and devices of its own."""
    script = [f"CTS={CTS}; export VCT_FAULT_PLUGIN="]
    for name, (cause, _) in CAUSES.items():
        script.append(f"""( cts() {{ $CTS "$@"; }}; {cause}
            echo "== {name} doctor"; cts doctor -d rxe0 2>&1; echo "exit $?"
            echo "== {name} run"; cts run -d rxe0 {CHECK} 2>&1; echo "exit $?"; kill $! 2>/dev/null; wait )
            umount /etc/libibverbs.d 2>/dev/null; [ ! -e /dev/elsewhere ] || mv /dev/elsewhere /dev/infiniband
            chmod 666 /dev/infiniband/uverbs0; rdma link delete rxe0 2>/dev/null; ip link delete vct0 2>/dev/null
            fixtures/rxe/up; while [ -e /dev/infiniband ] && ! [ -e /dev/infiniband/uverbs0 ]; do sleep 0.1; done""")
    process = shell("\n".join(script))
    return dict(re.findall(r"^== (.*)\n((?:(?!==).*\n)*)", process.stdout, re.M))


@pytest.mark.parametrize("cause", CAUSES)
def test_each_cause_is_told(causes, cause):
    for command in ("doctor", "run"):
        said = causes[f"{cause} {command}"]
        assert re.search(CAUSES[cause][1], said), said
        assert said.endswith("exit 2\n")


def test_rxe_is_ready():
    process = shell(f"{CTS} doctor -d rxe0")
    assert process.returncode == 0, process.stdout
    assert set(hows(process).values()) == {"ok"}
    assert "there is a route to it: messages come back; this one is used" in process.stdout
    assert re.search(r"the released waivers list \d+ deviations of this device", process.stdout)


def test_a_gid_whose_interface_is_down():
    """The port is ACTIVE, and one of its GIDs is of a VLAN whose interface is down."""
    script = f"""gids=/sys/class/infiniband/rxe0/ports/1; ip link set vct0.5 down
        for i in $(seq 0 9); do grep -qs vct0.5 $gids/gid_attrs/ndevs/$i && grep -q ffff $gids/gids/$i && x=$i; done
        {CTS} run -d rxe0 -x $x {CHECK} 2>&1; echo "exit $?"; {CTS} doctor -d rxe0; echo "exit $?" """
    process = run("fixtures/guest/run", "--kernel", "6.12", "--device", "none", "--", "fixtures/guest/vlan", "5", "bash", "-c", script)
    refused, doctor, _ = re.split(r"^exit (?=\d)", process.stdout, flags=re.M)
    assert "RoCE v2, network interface vct0.5 (down), " in refused and NO_ROUTE in refused and "bring vct0.5 up" in refused
    assert doctor.startswith("2\n") and process.stdout.endswith("exit 0\n")
    assert re.search(r"other GID +note GID index \d: 10.9.7.1, RoCE v2, network interface vct0.5 \(down\)", doctor)


def test_siw_is_probed_through_librdmacm():
    process = shell(f"""{CTS} doctor -d siw0; echo "exit $?"; ip addr flush dev vct0
        {CTS} doctor -d siw0; echo "exit $?"; VCT_FAULT_PLUGIN= {CTS} run -d siw0 {CHECK} 2>&1; echo "exit $?" """,
                    options=["--device", "siw"])
    ready, bare, refused, end = re.split(r"exit (?=\d)", process.stdout)
    assert re.search(r"loopback +ok .*iWARP, network interface vct0 \(up\): messages come back", ready)
    assert bare.startswith("0\n") and re.search(r"loopback +no .*no IP address of this machine leads to it", bare)
    assert refused.startswith("2\n") and "port 1 of siw0 cannot reach itself" in refused and end == "2\n"
