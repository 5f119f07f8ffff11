# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A provider that crashes (harness/preload/crashes.c): the record says in which function of which library."""

import pytest

from conftest import Results, run

CHECK = "srq.query.fills-all-members"


@pytest.mark.parametrize("how, signal, says", [
    ("segv", 11, ", at a NULL pointer"),
    ("call", 11, ", at a NULL pointer"),
    ("overflow", 11, ""),
    ("free", 6, ""),
    ("abort", 6, ""),
])
def test_a_crash_names_the_function_and_the_library(how, signal, says, tmp_path):
    process = run("fixtures/refhca/run", "env", "LD_PRELOAD=build/harness/preload/crashes.so", f"CRASH={how}", "build/verbs-cts",
                  "run", "-d", "refhca0", CHECK, "--results", tmp_path / "results.xml")
    assert process.returncode == 1, process.stderr
    results = Results(tmp_path / "results.xml")
    assert results.verdicts == {CHECK: "CRASH"}
    reason, notes = results.text(CHECK, "reason"), results.text(CHECK, "note")
    assert f"ended by signal {signal} " in reason and reason.endswith(" of crashes.so" + says)
    assert " in provider_crashes+0x" in reason
    assert "ibv_query_srq+0x" in notes or how in ("overflow", "call")
    assert reason in process.stdout
