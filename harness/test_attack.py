# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Checks that attack the suite and its machine: each gets its verdict, and no other check loses its own."""

import os
import re
import signal
import subprocess
import time

import pytest

from conftest import ROOT, Results, run

SELF_CTS = {**os.environ, "VCT_PROGRAM": str(ROOT / "build/self-cts"), "VCT_WAIVERS": ""}

WROTE_OVER = "wrote over the memory in which it reports"
IGNORED = "which ignored it"
ENDED = "ended the process of the run while the check ran"
BEFORE = "exited before it came to a verdict"
WRITTEN = {
    "all-ones": WROTE_OVER, "letters": WROTE_OVER, "an-unknown-verdict": WROTE_OVER,
    "a-verdict-of-the-runner": WROTE_OVER, "an-unknown-promise": WROTE_OVER, "an-unknown-block": WROTE_OVER,
    "a-length": WROTE_OVER, "text-without-an-end": WROTE_OVER, "a-lost-device": WROTE_OVER,
    # These can be true.
    "all-zero": "", "lines-without-an-end": "",
}

# What each check must get, in any process: the verdict, and a text that its record must contain.
ANYWHERE = {
    "process.aborts": ("CRASH", "signal 6"),
    "process.becomes-another-program": ("CRASH", BEFORE),
    "process.changes-what-a-process-inherits": ("PASS", ""),
    "process.closes-every-descriptor": ("PASS", ""),
    "process.ends-its-only-thread": ("CRASH", BEFORE),
    "process.exits-in-a-thread": ("CRASH", BEFORE),
    "process.exits-while-it-releases": ("CRASH", "exited while its objects were released"),
    "process.exits-with-0": ("CRASH", BEFORE),
    "process.fails-in-a-process-it-forked": ("FAIL", "2 + 2 == 5"),
    "process.hangs-and-leaves-a-daemon": ("TIMEOUT", "processes that the check had left behind were killed"),
    "process.hangs-in-the-group-of-its-parent": ("TIMEOUT", "its process was killed"),
    "process.kills-its-group": ("CRASH", "signal 9"),
    "process.leaves-a-daemon": ("PASS", "1 processes that the check had left behind were killed"),
    "process.leaves-many-processes": ("PASS", "processes that the check had left behind were killed"),
    "process.leaves-verbs-objects": ("PASS", ""),
    "process.makes-the-output-fail-rather-than-wait": ("PASS", ""),
    "process.overflows-the-stack": ("CRASH", "signal 11"),
    "process.returns-in-two-processes": ("PASS", ""),
    "process.signals-its-parent.abrt": ("CRASH", ENDED),
    "process.signals-its-parent.alrm": ("CRASH", ENDED),
    "process.signals-its-parent.hup": ("TIMEOUT", IGNORED),
    "process.signals-its-parent.int": ("TIMEOUT", IGNORED),
    "process.signals-its-parent.kill": ("CRASH", ENDED),
    "process.signals-its-parent.pipe": ("TIMEOUT", ""),
    "process.signals-its-parent.stop": ("TIMEOUT", ""),
    "process.signals-its-parent.term": ("TIMEOUT", IGNORED),
    "process.signals-its-parent.usr1": ("CRASH", ENDED),
    "process.spins-and-blocks-all-signals": ("TIMEOUT", "its process was killed"),
    "process.stops-itself": ("TIMEOUT", "its process was killed"),
    "process.takes-all-descriptors": ("PASS", ""),
    "process.takes-much-memory": ("PASS", ""),
    "process.writes-a-line-without-an-end": ("PASS", ""),
    "process.writes-into-every-descriptor": ("PASS", ""),
    "process.writes-megabytes": ("PASS", ""),
    "process.z-inherits-nothing": ("PASS", ""),
    **{f"memory.writes.{name}": ("CRASH", says or BEFORE) for name, says in WRITTEN.items()},
    **{f"memory.writes-and-crashes.{name}": ("CRASH", says or "signal 11") for name, says in WRITTEN.items()},
    "memory.writes-into-all-shared-memory": ("CRASH", WROTE_OVER),
    "memory.z-waits-as-long-as-before": ("PASS", ""),
}

DIED = "the kernel died, hung or was ended"
# Only for a machine that can be thrown away.
IN_GUEST = {
    "machine.a-is-before-them": ("PASS", ""),
    "machine.fills-the-shared-memory": ("PASS", ""),
    "machine.fills-the-temporary-files": ("PASS", ""),
    "machine.kills-every-process": ("KERNEL", DIED),
    "machine.panics-the-kernel": ("KERNEL", "Kernel panic"),
    "machine.powers-off": ("KERNEL", DIED),
    "machine.takes-all-memory": ("CRASH", "signal 9"),
    "machine.waits-in-the-kernel-for-a-relative": ("TIMEOUT", "its process was killed"),
    "machine.z-waits-in-the-kernel-for-itself": ("TIMEOUT", "cannot be killed"),
}
TABLES = {"refhca": ANYWHERE, "uml": {**ANYWHERE, **IN_GUEST}}


def on_refhca(where):
    return run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", "--deadline", "1", "--results",
               where / "results.xml", "attack.process.*", "attack.memory.*", timeout=120, start_new_session=True)


def on_uml(where):
    return run("fixtures/guest/conformance", "--kernel", "uml", "--out", where, "--deadline", "60", "--", "--deadline", "1",
               "attack.process.*", "attack.memory.*", "attack.machine.*", env=SELF_CTS, timeout=200)


@pytest.fixture(scope="module", params=TABLES)
def attacked(request, out):
    where = out / f"attack-{request.param}"
    where.mkdir()
    process = {"refhca": on_refhca, "uml": on_uml}[request.param](where)
    return process, Results(where / "results.xml"), TABLES[request.param]


def test_every_attack_gets_its_verdict_and_takes_none_from_another_check(attacked):
    process, results, table = attacked
    wanted = {f"attack.{name}": verdict for name, (verdict, _) in table.items()}
    assert results.verdicts == wanted
    assert (process.returncode, results.root.get("complete")) == (1, "true")


def test_the_record_of_an_attack_says_what_happened(attacked):
    _, results, table = attacked
    silent = [name for name, (_, says) in table.items()
              if says not in " ".join(results.checks[f"attack.{name}"].itertext())]
    assert not silent


def test_no_process_of_an_attack_is_left(attacked):
    left = run("pgrep", "-a", "-f", "self-cts run .*attack.process")
    assert str(attacked[1].path.parent) not in left.stdout
