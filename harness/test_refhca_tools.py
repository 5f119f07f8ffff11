# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
The reference HCA with the programs of rdma-core and perftest, unchanged. They are linked with libibverbs
of rdma-core, every symbol of which the reference HCA has, and check what they receive.
"""

import os
import pathlib
import re
import subprocess
import time

import pytest

from conftest import PATIENCE, ROOT, free_port, listening, run

RUN = "fixtures/refhca/run"
BUILDS = ["build", "build/sanitized", "build/tsan"]
# The programs are not built with a sanitizer, and may leak memory.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}


def on_refhca(*command, build="build", options=(), **kwargs):
    return run(RUN, "--build", build, *options, "--", *command, env=ENVIRONMENT, **kwargs)


def symbols(library):
    """The names and versions of the symbols that a program can be linked with."""
    for line in run("objdump", "-T", library).stdout.splitlines():
        words = line.split()
        if len(words) > 5 and words[-2].startswith("IBVERBS_") and words[-4] != "*ABS*":
            yield words[-1], words[-2]  # those with a version in brackets are for programs older than 2006


def test_it_has_every_symbol_of_libibverbs_with_its_version():
    theirs = run("sh", "-c", "ldconfig -p | sed -n 's/.*libibverbs.so.1 .*=> //p' | head -n 1").stdout.strip()
    wanted = set(symbols(theirs))
    assert len(wanted) > 140
    assert wanted - set(symbols(ROOT / "build/refhca/libibverbs.so.1")) == set()


def test_provider_libraries_load():
    for library in ("libmlx5.so.1", "libefa.so.1", "librdmacm.so.1"):
        process = on_refhca("python3", "-c", f"import ctypes; ctypes.CDLL('{library}')")
        assert process.returncode == 0, process.stderr


def test_each_run_has_its_own_hca_and_leaves_no_file(tmp_path):
    left = set(pathlib.Path("/dev/shm").iterdir())
    script = "ibv_devinfo > /dev/null; ls -l $REFHCA_PATH"
    first, second = (on_refhca("sh", "-c", script) for _ in range(2))
    assert first.returncode == second.returncode == 0
    assert first.stdout.split()[-2] != second.stdout.split()[-2]
    assert set(pathlib.Path("/dev/shm").iterdir()) == left


def test_ibv_devices_lists_only_the_reference_hca():
    process = on_refhca("ibv_devices")
    assert process.returncode == 0
    assert [line.split()[0] for line in process.stdout.splitlines()[2:]] == ["refhca0"]


@pytest.mark.parametrize("build", BUILDS)
def test_ibv_devinfo_shows_its_attributes(build):
    process = on_refhca("ibv_devinfo", "-v", build=build)
    assert (process.returncode, process.stderr) == (0, "")
    told = dict(re.findall(r"^\s*(\S[^:]*):\s+(.*?)$", process.stdout, re.M))
    assert told["hca_id"] == "refhca0"
    assert told["transport"] == "InfiniBand (0)"
    assert told["state"] == "PORT_ACTIVE (4)"
    assert told["link_layer"] == "InfiniBand"
    assert int(told["max_srq"]) > 0 and int(told["max_srq_wr"]) > 0
    for capability in ("SRQ_RESIZE", "XRC", "AUTO_PATH_MIG", "RESIZE_MAX_WR", "MEM_WINDOW_TYPE_2B"):
        assert re.search(rf"^\s*{capability}$", process.stdout, re.M), capability


def test_ibv_devinfo_shows_its_configuration():
    process = on_refhca("ibv_devinfo", "-v", options=["--config", "xrc=0 max_srq=7 ports=2 port_up=0"])
    assert process.returncode == 0
    assert not re.search(r"^\s*XRC$", process.stdout, re.M)
    assert re.search(r"max_srq:\s+7$", process.stdout, re.M)
    assert len(re.findall(r"state:\s+PORT_DOWN", process.stdout)) == 2


def pair(hca, server, client, build="build", config=""):
    """Runs two processes on one HCA, which must succeed; returns the output of the client and of the server."""
    port = free_port()

    def start(command):
        return subprocess.Popen([RUN, "--build", build, "--hca", hca, "--config", config, "--", *command,
                                 "-p", str(port)], text=True, cwd=ROOT, env=ENVIRONMENT,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    first = start(server)
    try:
        listening(first, port)
        second = start([*client, "127.0.0.1"])
        try:
            said = [p.communicate(timeout=PATIENCE) for p in (second, first)]
        finally:
            second.kill()
    finally:
        first.kill()
    assert [p.returncode for p in (second, first)] == [0, 0], said
    return said


ADDRESS = r"{} address:\s+LID (0x\w+), QPN (0x\w+), PSN (0x\w+)"
PINGPONGS = [
    ["ibv_rc_pingpong", "-c"],
    ["ibv_rc_pingpong", "-c", "-e"],
    ["ibv_rc_pingpong", "-c", "-g", "0"],
    ["ibv_rc_pingpong", "-c", "-s", "1000000", "-n", "50"],
    ["ibv_rc_pingpong", "-c", "-t"],  # an extended CQ with time stamps
    ["ibv_rc_pingpong", "-c", "-N"],  # ibv_wr_send() and the like
    ["ibv_uc_pingpong", "-c"],
    ["ibv_uc_pingpong", "-c", "-e", "-g", "1"],
    ["ibv_ud_pingpong", "-c", "-s", "2048"],
    ["ibv_ud_pingpong", "-c", "-s", "2048", "-e", "-g", "0"],
    ["ibv_srq_pingpong", "-c"],
    ["ibv_srq_pingpong", "-c", "-q", "40", "-e"],
    ["ibv_srq_pingpong", "-c", "-g", "0"],
    ["ibv_xsrq_pingpong", "-n", "100"],
    ["ibv_xsrq_pingpong", "-n", "100", "-e"],
    ["ibv_xsrq_pingpong", "-n", "100", "-g", "0"],
]


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("command", PINGPONGS, ids=" ".join)
def test_pingpong(command, build, tmp_path):
    command = command if "-n" in command else [*command, "-n", "200"]
    (client, err), (server, err2) = pair(tmp_path / "hca", command, command, build)
    assert err + err2 == ""
    for one, other in ((client, server), (server, client)):
        local, remote = (re.findall(ADDRESS.format(end), text)
                         for end, text in (("local", one), ("remote", other)))
        assert local == remote
        if "xsrq" not in command[0]:
            assert local and re.search(r"^\d+ bytes in .* = .* Mbit/sec\n\d+ iters in ", one, re.M)


@pytest.mark.parametrize("command", ["ibv_rc_pingpong", "ibv_uc_pingpong", "ibv_ud_pingpong", "ibv_srq_pingpong",
                                     "ibv_xsrq_pingpong"])
@pytest.mark.parametrize("config, options", [("roce=1", ["-g", "1"]),
                                             ("ports=2 grh_required=1", ["-i", "2", "-g", "0"])])
def test_pingpong_on_other_ports(command, config, options, tmp_path):
    command = [command, *options, "-s", "1024"]
    pair(tmp_path / "hca", command, command, config=config)


def test_one_xsrq_server_serves_several_clients(tmp_path):
    hca, port = tmp_path / "hca", str(free_port())
    start = [RUN, "--hca", hca, "--", "ibv_xsrq_pingpong", "-p", port, "-n", "100"]
    server = subprocess.Popen([*start, "-c", "3"], cwd=ROOT)
    try:
        listening(server, int(port))
        clients = [subprocess.Popen([*start, "127.0.0.1"], cwd=ROOT) for _ in range(3)]
        assert [p.wait(timeout=PATIENCE) for p in [*clients, server]] == [0, 0, 0, 0]
    finally:
        server.kill()


def test_ibv_asyncwatch_sees_the_port_go_down_and_up(tmp_path):
    start = [RUN, "--hca", tmp_path / "hca", "--"]
    watch = subprocess.Popen([*start, "stdbuf", "-oL", "ibv_asyncwatch"], cwd=ROOT, text=True, stdout=subprocess.PIPE)
    try:
        assert watch.stdout.readline().startswith("refhca0: async event FD ")
        seen = []
        for state in ("down", "down", "up"):  # the second "down" changes nothing and raises no event
            assert run(*start, "build/refhca/refhca-ctl", "port", state).returncode == 0
            assert f"PORT_{'ACTIVE' if state == 'up' else 'DOWN'}" in run(*start, "ibv_devinfo").stdout
        seen = [watch.stdout.readline() for _ in range(2)]
    finally:
        watch.kill()
    assert [re.fullmatch(r"  event_type (.*) \((\d+)\), port 1\n", line)[2] for line in seen] == ["10", "9"], seen


@pytest.mark.parametrize("build", BUILDS)
def test_threads_can_use_it_at_once(build):
    process = on_refhca(f"{build}/refhca/threads", build=build)
    assert process.returncode == 0, process.stderr
    assert process.stdout == "5120 messages sent, 5120 received, limit events: seen\n"


# A child inherits the descriptor by which the HCA knows that its parent lives.
OPENS_AFTER_FORK = """
import ctypes, os, time
lib = ctypes.CDLL("libibverbs.so.1", use_errno=True)
lib.ibv_get_device_list.restype = ctypes.POINTER(ctypes.c_void_p)
lib.ibv_open_device.restype = ctypes.c_void_p
device = ctypes.c_void_p(lib.ibv_get_device_list(None)[0])
first = lib.ibv_open_device(device)
child = os.fork()
if not child:
    time.sleep(60)
lib.ibv_close_device(ctypes.c_void_p(first))
opened = [bool(lib.ibv_open_device(device)) for _ in range(3)]
os.kill(child, 9)
print(opened, os.strerror(ctypes.get_errno()))
"""


def test_a_device_is_opened_again_while_a_child_of_the_process_lives():
    assert on_refhca("python3", "-c", OPENS_AFTER_FORK).stdout.startswith("[True, True, True]")


def test_memory_of_an_object_that_is_destroyed_twice_is_used_once():
    process = on_refhca("build/refhca/stale")
    assert process.returncode == 0, process.stderr
    said = dict(line.split(": ") for line in process.stdout.splitlines())
    assert len(said) == 7 and set(said.values()) == {"EINVAL"}
    told = re.findall(r"^refhca: (.*) 0x\w+ is destroyed, and is not there: twice, perhaps$", process.stderr, re.M)
    assert told == list(said)


PERFTESTS = [
    ["ib_send_bw"],
    ["ib_send_bw", "-c", "UD", "-s", "2048"],
    ["ib_send_bw", "-c", "XRC", "-q", "4"],
    ["ib_send_bw", "--use-srq", "-q", "4", "-e"],
    ["ib_send_lat", "--use-srq"],
    ["ib_send_lat", "-c", "XRC", "-e"],
    ["ib_write_bw", "-c", "UC"],
    ["ib_read_lat"],
    ["ib_atomic_bw", "-A", "CMP_AND_SWAP"],
    ["ib_atomic_lat", "-c", "XRC"],
]


@pytest.mark.parametrize("command", PERFTESTS, ids=" ".join)
def test_perftest(command, tmp_path):
    command = [*command, "-n", "200", "-F"]  # -F: the CPU frequency may vary
    (client, _), _ = pair(tmp_path / "hca", command, command)
    # bytes, messages, rate or time; inf where perftest could not measure the CPU's frequency, on a busy machine
    assert re.search(r"^ *\d+ +(200|800) +([\d.]+|inf) ", client, re.M), client


ENDLESS = [  # ibv_xsrq_pingpong waits for a second client
    (["ibv_rc_pingpong", "-n", "1000000000"], ["-n", "1000000000"]),
    (["ibv_srq_pingpong", "-n", "1000000000", "-e"], ["-n", "1000000000"]),
    (["ibv_xsrq_pingpong", "-c", "2"], []),
]


@pytest.mark.parametrize("build", ["build", "build/sanitized"])
@pytest.mark.parametrize("command, options", ENDLESS, ids=[c[0] for c, _ in ENDLESS])
def test_processes_that_are_killed_leave_no_objects(build, command, options, tmp_path):
    hca, port, processes = tmp_path / "hca", free_port(), []
    start = [RUN, "--build", build, "--hca", hca, "--"]

    def listed():
        return run(*start, "build/refhca/refhca-ctl", "list", env=ENVIRONMENT).stdout.splitlines()

    try:
        for arguments in (command, [command[0], *options, "127.0.0.1"]):
            processes.append(subprocess.Popen([*start, *arguments, "-p", str(port)], cwd=ROOT, env=ENVIRONMENT,
                                              stdout=subprocess.DEVNULL))
            if len(processes) == 1:  # later it may listen no more
                listening(processes[0], port)
        while len({line.split()[-1] for line in listed() if line.startswith("qp")}) < 2:
            assert [p.poll() for p in processes] == [None, None]
        time.sleep(0.1)  # so that messages are on their way
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert listed() == []
    pair(hca, ["ibv_srq_pingpong", "-c"], ["ibv_srq_pingpong", "-c"], build)
