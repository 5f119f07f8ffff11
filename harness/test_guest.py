# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Guests: a command's streams and exit code come out of them, and their deaths are told and survived."""

import hashlib
import os
import re
import signal
import subprocess
import time

import pytest

from conftest import ROOT, Results, guest, heed_ctrl_c, run, shell

KERNELS = ["uml", ""]  # the empty one is the stock kernel, in QEMU


def stock(*command, **kwargs):
    return run("fixtures/guest/run", "--deadline", "100", "--", *command, timeout=130, **kwargs)


def in_guest(kernel, *command):
    return guest(*command) if kernel else stock(*command)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_commands_streams_and_exit_code_come_out(kernel):
    process = in_guest(kernel, "sh", "-c", "echo out; echo err >&2; pwd; exit 7")
    assert process.returncode == 7
    assert process.stdout == f"out\n{ROOT}\n"
    assert process.stderr == "err\n"


@pytest.mark.parametrize("kernel", KERNELS)
def test_output_is_binary_safe(kernel):
    size = 3_000_000
    make = f"import random,sys; random.seed(1); sys.stdout.buffer.write(random.randbytes({size}))"
    where = ["--kernel", kernel] if kernel else []
    process = subprocess.run(["fixtures/guest/run", *where, "--device", "none", "--", "/usr/bin/python3", "-c", make],
                             cwd=ROOT, capture_output=True, timeout=120)
    here = subprocess.run(["/usr/bin/python3", "-c", make], capture_output=True, timeout=60)
    assert len(process.stdout) == size
    assert hashlib.sha256(process.stdout).digest() == hashlib.sha256(here.stdout).digest()


@pytest.mark.parametrize("kernel", KERNELS)
def test_rxe_is_there_with_a_gid(kernel):
    process = in_guest(kernel, "ibv_devinfo", "-d", "rxe0")
    assert process.returncode == 0
    assert "PORT_ACTIVE" in process.stdout


def test_what_the_guest_writes_goes_but_for_results(out):
    here, kept = ROOT / "build/written-in-a-guest", out / "kept"
    process = shell(f"echo x > {here} && echo y > {kept}/y && cat {here}", results=kept)
    assert process.stdout == "x\n"
    assert not here.exists()
    assert (kept / "y").read_text() == "y\n"


@pytest.mark.parametrize("command, code, says", [
    (["sleep", "60"], 124, "killed after 5 s"),
    (["/bin/busybox", "poweroff", "-f"], 125, "died"),
    (["no-such-command"], 127, ""),
])
def test_how_a_guest_can_end(command, code, says):
    began = time.monotonic()
    process = run("fixtures/guest/run", "--kernel", "uml", "--deadline", "5", "--", *command)
    assert process.returncode == code
    assert says in process.stderr
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("options, says", [
    (["--kernel", "6.1.0-999-amd64"], "6.1.0-999-amd64"),
    (["--kernel", "/nowhere"], "/nowhere"),
    (["--deadline", "soon"], "soon"),
    (["--results", "/proc/no"], "/proc/no"),
])
def test_a_guest_that_cannot_be_started_is_126_and_told(options, says):
    process = run("fixtures/guest/run", *options, "--", "true")
    assert process.returncode == 126
    assert says in process.stderr


def test_qemu_missing_says_what_to_install(tmp_path):
    # a PATH with everything but QEMU
    for folder in ("/usr/bin", "/bin", "/usr/sbin", "/sbin"):
        for program in os.listdir(folder):
            if not program.startswith("qemu-system") and not (tmp_path / program).exists():
                (tmp_path / program).symlink_to(f"{folder}/{program}")
    process = stock("true", env={**os.environ, "PATH": str(tmp_path)})
    assert process.returncode == 126
    assert "qemu-system-x86" in process.stderr


def test_ctrl_c_leaves_no_guest_behind():
    process = subprocess.Popen(["fixtures/guest/run", "--kernel", "uml", "--", "sh", "-c", "echo up; sleep 90"],
                               cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True,
                               preexec_fn=heed_ctrl_c)
    assert process.stdout.readline() == "up\n"
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(timeout=20) != 0
    left = run("pgrep", "--runstates", "RSDT", "-g", str(process.pid))
    assert left.stdout == ""


DYING = {"self.guest.a-before": "PASS", "self.guest.b-powers-off": "KERNEL",
         "self.guest.c-between": "PASS", "self.guest.d-powers-off-too": "KERNEL",
         "self.guest.e-after": "PASS"}


SELF_CTS = {**os.environ, "VCT_PROGRAM": str(ROOT / "build/self-cts"), "VCT_WAIVERS": ""}


def consoles(where):
    return sorted(str(p.relative_to(where)) for p in where.rglob("console-*.log"))


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_run_goes_on_after_each_guest_that_dies(out, kernel):
    where = out / f"dying-{kernel}"
    process = run("fixtures/guest/conformance", *(["--kernel", kernel] if kernel else []),
                  "--out", where, "self.guest.*", env=SELF_CTS)
    results = Results(where / "results.xml")
    assert process.returncode == 1
    assert results.verdicts == DYING
    assert results.root.get("complete") == "true"
    assert results.text("self.guest.b-powers-off", "kernel") != ""
    assert consoles(where) == ["console-1.log", "console-2.log", "console-3.log"]


def test_guests_side_by_side_die_and_go_on_each_by_itself(out):
    where = out / "dying-parts"
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--guests", "2", "--out", where,
                  "self.guest.*", env=SELF_CTS)
    results = Results(where / "results.xml")
    assert process.returncode == 1
    assert results.verdicts == DYING
    assert results.root.get("complete") == "true"
    assert consoles(where) == ["part-1/console-1.log", "part-2/console-1.log", "part-2/console-2.log",
                               "part-2/console-3.log"]
    assert re.search("^2: KERNEL +self.guest.b-powers-off", process.stdout, re.MULTILINE)


def test_a_terminal_is_told_to_the_guest():
    process = run("script", "-qec", "fixtures/guest/run --kernel uml --device none -- sh -c 'echo tty=$VCT_TTY'",
                  "/dev/null")
    assert "tty=1" in process.stdout
    assert "tty=\n" in guest("sh", "-c", "echo tty=$VCT_TTY", options=["--device", "none"]).stdout


def test_a_run_without_results_is_incomplete(out):
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--out", out / "nothing",
                  env={**os.environ, "VCT_PROGRAM": "/bin/true"})
    assert process.returncode == 3
    assert "left no results" in process.stderr


def test_a_guest_starts_from_an_empty_environment():
    process = run("/usr/bin/env", "-i", f"HOME={os.environ['HOME']}", f"PATH={os.environ['PATH']}",
                  "fixtures/guest/run", "--kernel", "uml", "--", "echo", "up")
    assert process.stdout == "up\n", process.stderr


def is_done(results):
    return results.exists() and not results.with_suffix(".xml.journal").exists()


# Two guests, or one; the second part has what hangs.
@pytest.mark.parametrize("guests, journal, passes", [
    (1, "results.xml.journal", "NOTRUN"), (2, "part-2/results.xml.journal", "PASS")])
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_main_job_that_is_stopped_reports_what_it_has(out, stop, guests, journal, passes):
    where = out / f"stopped-{stop}-{guests}"
    process = subprocess.Popen(
        ["fixtures/guest/conformance", "--kernel", "uml", "--guests", str(guests), "--out", where, "--",
         "--deadline", "60", "self.verdicts.fails", "self.verdicts.hangs", "self.verdicts.passes"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=heed_ctrl_c, env=SELF_CTS)
    until = time.monotonic() + 30
    while time.monotonic() < until and not (
            (where / journal).exists() and 'start check="self.verdicts.hangs"' in (where / journal).read_text()
            and (guests == 1 or is_done(where / "part-1/results.xml"))):
        time.sleep(0.01)
    if stop == signal.SIGINT:
        os.killpg(process.pid, stop)  # as a terminal does
    else:
        process.send_signal(stop)
    _, said = process.communicate(timeout=30)
    results = Results(where / "results.xml")
    assert process.returncode == 3
    assert "stopped" in said
    assert results.root.get("complete") == "false"
    assert results.verdicts == {"self.verdicts.fails": "FAIL", "self.verdicts.hangs": "NOTRUN",
                                "self.verdicts.passes": passes}
    assert results.text("self.verdicts.fails", "seen") == "4"
    assert (where / "junit.xml").exists()


def test_a_guest_that_never_gets_anywhere_ends_the_run_as_incomplete(out):
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--out", out / "never",
                  env={**os.environ, "VCT_PROGRAM": "/bin/false-and-poweroff"})
    assert process.returncode == 2
    assert "not built" in process.stderr
