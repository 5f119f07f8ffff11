# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What reads files and what a peer sends, on the inputs that fuzzing begins with (docs/fuzzing.md)."""
import os
import re
import shutil
from pathlib import Path

import pytest

from conftest import run
from documents import ROOT

TARGETS = re.findall(r"{ \"(\w+)\", fuzz_", (ROOT / "harness/fuzz/target.c").read_text(), re.M)


@pytest.mark.parametrize("target", TARGETS)
def test_no_input_ends_a_reader(target, tmp_path):
    assert run("harness/fuzz/seeds", tmp_path, target).returncode == 0
    inputs = sorted((tmp_path / target).iterdir())
    # the program keeps what it measured until it ends
    leaks = {"ASAN_OPTIONS": "detect_leaks=0"} if target == "bench" else {}
    process = run("fixtures/refhca/run", "--build", "build/sanitized", "build/sanitized/feed", target, *inputs, env={**os.environ, **leaks})
    assert process.returncode == 0, process.stderr[-3000:]
    assert process.stdout == f"{len(inputs)} inputs\n"


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="this kernel does not group by sessions")
def test_the_fuzzer_takes_no_priority_from_the_session_that_starts_it(tmp_path):
    """With a program in place of the fuzzer, which tells its session."""
    fuzz = tmp_path / "build/fuzz/fuzz"
    seeds = tmp_path / "harness/fuzz/seeds"
    for program, does in ((fuzz, f"cat /proc/self/autogroup >{tmp_path}/seen"), (seeds, 'mkdir -p "$1/toy"')):
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)
    shutil.copy(ROOT / "harness/fuzz/run", tmp_path / "harness/fuzz/run")
    process = run("bash", "-c", f"cat /proc/self/autogroup; {tmp_path}/harness/fuzz/run --for 1 toy >&2; cat /proc/self/autogroup",
                  start_new_session=True)
    before, after = process.stdout.splitlines()
    assert before == after and "nice 0" in after, process.stderr
    assert re.search(r"nice 19$", (tmp_path / "seen").read_text())
