# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Guests: the streams and the exit code of a command; the death of a guest and what becomes of its run."""

import os
import random
import re
import signal
import subprocess
import time

import pytest
from lxml import etree

from conftest import PATIENCE, ROOT, Results, guest, accept_sigint, run, shell

KERNELS = {"uml": ["--kernel", "uml"], "stock": []}
SIZE = 3_000_000
RANDOM = f"import random,sys; random.seed(1); sys.stdout.buffer.write(random.randbytes({SIZE}))"


@pytest.fixture(scope="module", params=KERNELS)
def booted(request, out):
    """A guest whose command uses both streams, writes binary data and a file, and has an exit code."""
    where = out / f"booted-{request.param}"
    script = (f'pwd; echo err >&2; ibv_devinfo -d rxe0 > {where}/devinfo; /usr/bin/python3 -c "{RANDOM}"; '
              f'{{ rmmod verbs_cts_fault && ls /dev/verbs-cts-fault; dmesg; }} > {where}/unloaded 2>&1; exit 7')
    process = subprocess.run(["fixtures/guest/run", *KERNELS[request.param], "--results", where, "--", "sh", "-c", script],
                             cwd=ROOT, capture_output=True, timeout=PATIENCE)
    return process, where


def test_the_streams_and_the_exit_code_of_a_command_come_out(booted):
    process, _ = booted
    assert process.returncode == 7
    assert process.stdout.startswith(f"{ROOT}\n".encode())
    assert process.stderr == b"err\n"


def test_output_is_binary_safe(booted):
    process, _ = booted
    written = process.stdout.removeprefix(f"{ROOT}\n".encode())
    assert len(written) == SIZE
    assert written == random.Random(1).randbytes(SIZE)


def test_a_command_may_read_standard_input():
    process = subprocess.Popen(["fixtures/guest/run", "--kernel", "uml", "--device", "none", "--input", "--", "sh", "-c",
                                "echo ready; read word; echo $word"], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("hello\n")
    process.stdin.flush()
    assert process.stdout.readline() == "hello\n" and process.wait(60) == 0


def test_rxe_has_an_active_port(booted):
    assert "PORT_ACTIVE" in (booted[1] / "devinfo").read_text()


@pytest.mark.parametrize("booted", ["stock"], indirect=True)
def test_the_fault_injector_can_be_unloaded(booted):
    said = (booted[1] / "unloaded").read_text()
    assert "cannot access '/dev/verbs-cts-fault'" in said
    assert "verbs_cts_fault: loading out-of-tree module" in said
    assert "WARNING:" not in said and "BUG:" not in said


KILLED_IN_A_FORK = """\
import mmap, os, signal
areas = [mmap.mmap(-1, 8192, mmap.MAP_PRIVATE, mmap.PROT_READ | i % 2 * mmap.PROT_WRITE) for i in range(500)]
for n in range(300):
    if not os.fork():
        signal.setitimer(signal.ITIMER_REAL, 0.002 + n % 9 * 0.0005)
        while True:
            if not os.fork():
                os._exit(0)
            os.wait()
    os.wait()
"""


def test_uml_survives_processes_that_are_killed_in_a_fork():
    assert guest("/usr/bin/python3", "-SEc", KILLED_IN_A_FORK, options=["--device", "none"]).returncode == 0


# Each call has its own values in the registers of floating point, which are the same after it: a system call, a page
# fault, a signal whose handler changes them, a fork, each also while other threads and processes have other values.
FLOATING = r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALL(x) x(0) x(1) x(2) x(3) x(4) x(5) x(6) x(7) x(8) x(9) x(10) x(11) x(12) x(13) x(14) x(15)
#define LOAD(n) "movdqu " #n "*16(%%r8), %%xmm" #n "\n"
#define STORE(n) "movdqu %%xmm" #n ", " #n "*16(%%r9)\n"
#define CLEAR(n) "pxor %%xmm" #n ", %%xmm" #n "\n"

static long call(long number, long a, long b, char *touched)
{
	static __thread long values;
	long before[32], after[32] = { 0 };

	for (int i = 0; i < 32; i++)
		before[i] = ((long)gettid() << 40) + (++values << 8) + i;
	register long *in asm("r8") = before, *out asm("r9") = after;
	register char *touch asm("r10") = touched;
	asm volatile(ALL(LOAD) "movb $1, (%%r10)\nsyscall\n" ALL(STORE)
		     : "+a"(number) : "D"(a), "S"(b), "d"(0), "r"(in), "r"(out), "r"(touch)
		     : "rcx", "r11", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
		       "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
	if (memcmp(before, after, sizeof(before)))
		_exit(1);
	return number;
}

static void handle(int signal)
{
	(void)signal;
	asm volatile(ALL(CLEAR) ::: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
		     "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

static void *work(void *unused)
{
	char *memory = mmap(NULL, 200 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), on_stack;
	int status;

	for (int i = 0; i < 200; i++) {
		long child;

		call(SYS_sched_yield, 0, 0, memory + i * 4096);
		call(SYS_tkill, gettid(), SIGUSR1, &on_stack);
		child = call(SYS_fork, 0, 0, &on_stack);
		if (!child) {
			call(SYS_sched_yield, 0, 0, memory + i * 4096);
			_exit(0);
		}
		call(SYS_sched_yield, 0, 0, &on_stack);
		if (waitpid(child, &status, 0) != child || status)
			_exit(1);
	}
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	signal(SIGUSR1, handle);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
"""


def test_uml_keeps_the_registers_of_floating_point(tmp_path):
    (tmp_path / "floating.c").write_text(FLOATING)
    assert run("gcc", "-O1", "-pthread", "-o", tmp_path / "floating", tmp_path / "floating.c").returncode == 0
    assert guest(tmp_path / "floating", options=["--device", "none"]).returncode == 0


def test_what_a_guest_writes_is_gone_with_it_except_its_results(out):
    here, kept = ROOT / "build/written-in-a-guest", out / "kept"
    process = shell(f"echo x > {here} && echo y > {kept}/y && cat {here}", results=kept)
    assert process.stdout == "x\n"
    assert not here.exists()
    assert (kept / "y").read_text() == "y\n"


@pytest.mark.parametrize("command, deadline, code, says", [
    (["sleep", "600"], 3, 124, "killed after 3 s"),
    (["/bin/busybox", "poweroff", "-f"], 100, 125, "died"),
    (["no-such-command"], 100, 127, ""),
])
def test_how_a_guest_can_end(command, deadline, code, says):
    process = guest(*command, deadline=deadline)
    assert process.returncode == code
    assert says in process.stderr


@pytest.mark.parametrize("deaths, code", [(1, 0), (2, 125)])
def test_a_guest_that_dies_before_its_session_begins_is_started_once_more(deaths, code, tmp_path):
    kernel = tmp_path / "kernel"
    uml = run("fixtures/guest/uml", "uml").stdout.strip()
    kernel.write_text(f'#!/bin/sh\necho x >>{tmp_path}/starts\n[ $(wc -l <{tmp_path}/starts) -gt {deaths} ] && exec {uml} "$@"\nkill -SEGV $$\n')
    kernel.chmod(0o755)
    process = run("fixtures/guest/run", "--kernel", "uml", "--", "echo", "up", env={**os.environ, "VCT_UML": str(kernel)})
    assert (process.returncode, process.stdout) == (code, "" if code else "up\n")
    assert process.stderr.count("died before its session began; it is started once more") == 1
    assert (tmp_path / "starts").read_text() == "x\n" * 2


@pytest.mark.parametrize("options, says", [
    (["--kernel", "6.1.0-999-amd64"], "6.1.0-999-amd64"),
    (["--kernel", "/nowhere"], "/nowhere"),
    (["--deadline", "soon"], "soon"),
    (["--results", "/proc/no"], "/proc/no"),
])
def test_a_guest_that_cannot_be_started_is_exit_code_126_and_an_error_names_the_cause(options, says):
    process = run("fixtures/guest/run", *options, "--", "true")
    assert process.returncode == 126
    assert says in process.stderr


def test_without_qemu_the_error_says_what_to_install(tmp_path):
    # A PATH with all programs except QEMU.
    for folder in ("/usr/bin", "/bin", "/usr/sbin", "/sbin"):
        for program in os.listdir(folder):
            if not program.startswith("qemu-system") and not (tmp_path / program).exists():
                (tmp_path / program).symlink_to(f"{folder}/{program}")
    process = run("fixtures/guest/run", "--", "true", env={**os.environ, "PATH": str(tmp_path)})
    assert process.returncode == 126
    assert "qemu-system-x86" in process.stderr


def test_ctrl_c_leaves_no_guest_behind():
    process = subprocess.Popen(["fixtures/guest/run", "--kernel", "uml", "--", "sh", "-c", "echo up; sleep 3600"],
                               cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True,
                               preexec_fn=accept_sigint)
    assert process.stdout.readline() == "up\n"
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(timeout=PATIENCE) != 0
    left = run("pgrep", "--runstates", "RSDT", "-g", str(process.pid))
    assert left.stdout == ""


# Checks that power their guest off.
DYING = {"self.guest.a-before": "PASS", "self.guest.b-powers-off": "KERNEL",
         "self.guest.c-between": "PASS", "self.guest.d-powers-off-too": "KERNEL",
         "self.guest.e-after": "PASS"}
SELF_CTS = {**os.environ, "VCT_PROGRAM": str(ROOT / "build/self-cts"), "VCT_WAIVERS": ""}


# A guest that powers off may hang instead, once in many times: it is killed after so many seconds without a record.
SILENT = 300


def consoles(where):
    return sorted(str(p.relative_to(where)) for p in where.rglob("console-*.log"))


# A boot in QEMU takes long: there, the run continues after one death.
@pytest.mark.parametrize("kernel, checks", [("uml", list(DYING)), ("stock", list(DYING)[1:3])], ids=KERNELS)
def test_a_run_continues_after_each_guest_that_dies(out, kernel, checks):
    where = out / f"dying-{kernel}"
    process = run("fixtures/guest/conformance", *KERNELS[kernel], "--deadline", SILENT, "--out", where, *checks, env=SELF_CTS)
    results = Results(where / "results.xml")
    assert process.returncode == 1
    assert results.verdicts == {name: DYING[name] for name in checks}
    assert results.root.get("complete") == "true"
    assert results.text("self.guest.b-powers-off", "kernel") != ""
    if "self.guest.d-powers-off-too" in checks:
        logged = results.text("self.guest.d-powers-off-too", "kernel")
        assert "d_powers_off_too was here" in logged and "c_between was here" not in logged
    deaths = list(results.verdicts.values()).count("KERNEL")
    assert consoles(where) == [f"console-{n}.log" for n in range(1, deaths + 2)]


def test_of_guests_side_by_side_each_dies_and_continues_by_itself(out):
    where = out / "dying-parts"
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--guests", "2", "--deadline", SILENT, "--out", where,
                  "self.guest.*", env=SELF_CTS)
    results = Results(where / "results.xml")
    assert process.returncode == 1
    assert results.verdicts == DYING
    assert results.root.get("complete") == "true"
    assert consoles(where) == ["part-1/console-1.log", "part-2/console-1.log", "part-2/console-2.log",
                               "part-2/console-3.log"]
    assert re.search("^KERNEL +self.guest.b-powers-off", process.stdout, re.MULTILINE)


PANIC = "Kernel panic - not syncing: "
WAIVER = f"""<waivers><waiver check="attack.machine.panics-the-kernel" verdict="KERNEL" seen="*{PANIC}*" driver="rxe"
url="https://example.org/panic" expires="2999-12-31">The kernel does what it is told to.</waiver></waivers>"""


@pytest.mark.parametrize("known", [False, True], ids=["unknown", "known"])
def test_the_death_of_a_guest_takes_a_few_lines(tmp_path, known):
    (tmp_path / "waivers.xml").write_text(WAIVER)
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--deadline", SILENT, "--out", tmp_path / "out",
                  "attack.machine.panics-the-kernel", "attack.machine.z-is-after-them", env={**SELF_CTS, "VCT_WAIVERS": str(tmp_path / "waivers.xml") if known else ""})
    lines = (process.stdout + process.stderr).splitlines()
    one = "the kernel died in attack.machine.panics-the-kernel: known, see https://example.org/panic; the run goes on"
    assert lines.count(one) == known, lines
    said = [line for line in lines if line.startswith("    kernel: ")]
    assert [PANIC in line for line in said[:1]] == [True] * (not known) and len(said) <= 12
    assert any(f"(the kernel's console is {tmp_path}/out/console-1.log)" in line for line in lines) != known
    assert known or process.returncode == 1


def test_a_guest_knows_whether_its_output_is_a_terminal():
    process = run("script", "-qec", "fixtures/guest/run --kernel uml --device none -- sh -c 'echo tty=$VCT_TTY'",
                  "/dev/null")
    assert "tty=1" in process.stdout
    assert "tty=\n" in guest("sh", "-c", "echo tty=$VCT_TTY", options=["--device", "none"]).stdout


def test_a_run_without_results_is_incomplete(out):
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--out", out / "nothing",
                  env={**os.environ, "VCT_PROGRAM": "/bin/true"})
    assert process.returncode == 3
    assert "left no results" in process.stderr
    cpus = len(os.sched_getaffinity(0))
    assert len(list((out / "nothing").glob("part-*"))) == min(2 * cpus, 8)


def test_a_guest_starts_with_an_empty_environment():
    process = run("/usr/bin/env", "-i", f"HOME={os.environ['HOME']}", f"PATH={os.environ['PATH']}",
                  "fixtures/guest/run", "--kernel", "uml", "--", "echo", "up")
    assert process.stdout == "up\n", process.stderr


def is_done(results):
    """Not if it is the record that a run leaves before it asks the device what it is."""
    try:
        return Results(results).root.get("complete") == "true"
    except (OSError, etree.XMLSyntaxError):
        return False


# With two guests, the check that hangs is in the second part.
@pytest.mark.parametrize("guests, journal, passes", [
    (1, "results.xml.journal", "NOTRUN"), (2, "part-2/results.xml.journal", "PASS")])
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_reports_the_checks_that_ran(out, stop, guests, journal, passes):
    where = out / f"stopped-{stop}-{guests}"
    process = subprocess.Popen(
        ["fixtures/guest/conformance", "--kernel", "uml", "--guests", str(guests), "--out", where, "--",
         "--deadline", "3600", "self.verdicts.fails", "self.verdicts.hangs", "self.verdicts.passes"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=accept_sigint, env=SELF_CTS)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not (
            (where / journal).exists() and 'start check="self.verdicts.hangs"' in (where / journal).read_text()
            and (guests == 1 or is_done(where / "part-1/results.xml"))):
        time.sleep(0.01)
    if stop == signal.SIGINT:
        os.killpg(process.pid, stop)  # as a terminal does
    else:
        process.send_signal(stop)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, said
    assert said.count("stopped") == 1
    assert (where / "results.xml").exists(), said
    results = Results(where / "results.xml")
    assert results.root.get("complete") == "false"
    assert results.verdicts == {"self.verdicts.fails": "FAIL", "self.verdicts.hangs": "NOTRUN",
                                "self.verdicts.passes": passes}
    assert results.text("self.verdicts.fails", "seen") == "4"
    assert (where / "junit.xml").exists()


def test_a_program_that_does_not_exist_is_exit_code_2(out):
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--out", out / "never",
                  env={**os.environ, "VCT_PROGRAM": "/nowhere"})
    assert process.returncode == 2
    assert "not built" in process.stderr


@pytest.mark.parametrize("kernel, says", [
    ("uml", "1 no init_on_alloc=1"), ("uml-debug", "4 no init_on_alloc=0 page_poison=1 kasan_multi_shot"),
    ("uml-gcov", "4 counts init_on_alloc=1"), ("uml-xrc", "1 no init_on_alloc=1"),
    ("uml-xrc-debug", "4 no init_on_alloc=0 page_poison=1 kasan_multi_shot"), ("6.12", "4 no init_on_alloc=1"),
    ("uml-smp", "4 no ncpus=2 init_on_alloc=0 kasan_multi_shot"), ("uml-fixed", "1 no init_on_alloc=1"), ("uml-fixed-debug", "4 no init_on_alloc=0 page_poison=1 kasan_multi_shot"),
    ("uml-bugs", "1 no init_on_alloc=1"), ("uml-bugs-debug", "4 no init_on_alloc=0 page_poison=1 kasan_multi_shot"),
    ("uml-6.12", "1 no init_on_alloc=1"), ("uml-debug-6.12", "4 no init_on_alloc=0 page_poison=1 kasan_multi_shot"),
])
def test_a_variant_has_its_options_in_a_file(kernel, says):
    script = f'here=fixtures/guest; . $here/common.sh; options_of {kernel}; echo $slow ${{counts:+counts}} "${{cmdline[*]}}"'
    assert run("bash", "-c", script).stdout.split() == [word for word in says.split() if word != "no"]


MACHINE = ("arch/um/", "arch/x86/um/")


@pytest.mark.parametrize("patch", sorted((ROOT / "fixtures/guest/patches").glob("*.patch")), ids=lambda patch: patch.stem)
def test_an_edit_of_a_kernel_has_a_reason_and_is_of_the_machine_alone(patch):
    reason, _, changes = patch.read_text().partition("\n--- a/")
    assert len(reason.splitlines()) > 2 and not reason.splitlines()[1]
    edited = re.findall(r"^\+\+\+ b/(.*)", changes, re.M)
    assert edited and (patch.name.startswith("uml-gcov.") or all(name.startswith(MACHINE) for name in edited))


def test_what_is_edited_of_a_kernel_is_a_fact(tmp_path):
    process = guest("build/verbs-cts", "info", "--all", "-d", "rxe0")
    edited = re.search(r"^kernel\.own\t(.*)", process.stdout, re.M)[1].split(",")
    assert "arch/um/Kconfig" in edited and all(name.startswith(MACHINE) for name in edited)
    process = run("fixtures/refhca/run", "build/verbs-cts", "info", "--all", "-d", "refhca0")
    assert "kernel.own" not in process.stdout


@pytest.mark.parametrize("edited, refused", [("arch/um/Kconfig,mm/memory.c", True), ("drivers/infiniband/sw/rxe/rxe_mr.c", True),
                                             ("arch/um/Kconfig,arch/x86/um/user-offsets.c", False)])
def test_certify_takes_no_kernel_in_which_what_is_judged_is_edited(edited, refused, tmp_path):
    process = shell(f"echo 'Linux version 7.3.4 (verbs-cts@{edited}) (gcc)' >/run/version && mount -o bind /run/version /proc/version && "
                    "build/verbs-cts certify -d no-such-device -o /tmp/x.tar.zst")
    assert process.returncode == 2
    says = f"which has edited {edited.split(',')[-1]}"
    assert ("not committed" in process.stderr) or (says in process.stderr) == refused, process.stderr
