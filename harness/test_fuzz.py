# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What reads files and what a peer sends, on all inputs that fuzzing has found and kept (docs/fuzzing.md)."""
import re
import shutil
from pathlib import Path

import pytest

from conftest import run
from documents import ROOT

CORPORA = sorted((ROOT / "harness/fuzz/corpus").iterdir())


@pytest.mark.parametrize("corpus", CORPORA, ids=lambda corpus: corpus.name)
def test_no_input_ends_a_reader(corpus):
    inputs = sorted(corpus.iterdir())
    process = run("fixtures/refhca/run", "--build", "build/sanitized", "build/sanitized/feed", corpus.name, *inputs)
    assert process.returncode == 0, process.stderr[-3000:]
    assert process.stdout == f"{len(inputs)} inputs\n"


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="this kernel does not group by sessions")
def test_the_fuzzer_takes_no_priority_from_the_session_that_starts_it(tmp_path):
    """With a program in place of the fuzzer, which tells its session."""
    fuzz = tmp_path / "build/fuzz/fuzz"
    (tmp_path / "harness/fuzz/corpus/toy").mkdir(parents=True)
    fuzz.parent.mkdir(parents=True)
    fuzz.write_text(f"#!/bin/sh\ncat /proc/self/autogroup >{tmp_path}/seen\n")
    fuzz.chmod(0o755)
    shutil.copy(ROOT / "harness/fuzz/run", tmp_path / "harness/fuzz/run")
    process = run("bash", "-c", f"cat /proc/self/autogroup; {tmp_path}/harness/fuzz/run --for 1 toy >&2; cat /proc/self/autogroup",
                  start_new_session=True)
    before, after = process.stdout.splitlines()
    assert before == after and "nice 0" in after, process.stderr
    assert re.search(r"nice 19$", (tmp_path / "seen").read_text())
