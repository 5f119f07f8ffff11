# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
Building blocks: a device that breaks one altogether is found by the check that proves the block, and by those that judge the
same promise. No other check accuses the device, and none is BROKEN: they are blocked.
"""
import os

import pytest

from commands import run
from conftest import ROOT, Results
from test_mutants import SELF

# The mutant that breaks the block, the checks that prove it, and checks that need it.
BROKEN = {
    "makes_no_cq": ("block.object.cq-is-made", "cq.poll.*"),
    "makes_no_srq": ("block.srq.is-made", "srq.limit.*"),
    "takes_no_wr": ("block.srq.takes-a-wr", "srq.limit.*"),
    "takes_no_list": ("block.srq.takes-a-list", "srq.limit.*"),
    "takes_no_limit": ("block.srq.takes-a-limit", "event.async.*"),
    "enters_no_sqd": ("block.qp.moves.RC-RTS-SQD", "qp.sqd.*"),
    "is_not_reset": ("block.qp.is-brought-up-again.RC", "qp.again.passes-messages-in-order.*"),
    "tells_no_limit": ("block.event.of-a-limit-comes", "event.async.*"),
    "tells_no_last_wqe": ("block.event.of-the-last-wqe-comes", "event.qp.*"),
    "tells_of_no_completion": ("block.event.of-a-completion-comes", "cq.notify.*"),
    "refuses_to_notify": ("block.event.notification-is-requested", "cq.notify.*"),
    "turns_lists_round": ("block.srq.wrs-are-taken-in-their-order", "srq.limit.*"),
    "tells_of_no_receiver": ("block.message.without-a-receiver-is-told", "srq.post.*"),
    "wants_whole_pages": ("block.object.region-of-a-part-of-a-page-is-registered", "mr.region.*"),
    "keeps_its_cqs": ("block.object.cq-is-destroyed", "cq.create.*"),
}


@pytest.mark.parametrize("mutant", BROKEN)
def test_a_broken_block_is_one_finding(mutant, tmp_path):
    prover, need = BROKEN[mutant]
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--mutant", mutant, "--results",
                  tmp_path / "results.xml", "block.*", need, env={**os.environ, "VCT_MUTANTS": SELF})
    assert process.returncode == 1, process.stderr
    checks = Results(tmp_path / "results.xml").checks
    assert checks[prover].get("verdict") == "FAIL"
    assert {n for n, c in checks.items() if c.get("verdict") in ("BROKEN", "TIMEOUT", "CRASH")} == set()
    blocked = [c.get("blocked-by") for c in checks.values() if c.get("verdict") == "BLOCKED"]
    assert prover in blocked or checks[prover].get("group") == "1"
    same = set(checks[prover].get("promises").split())
    accused = [n for n, c in checks.items()
               if c.get("verdict") == "FAIL" and n.startswith(need.rstrip("*")) and same.isdisjoint(c.get("promises").split())]
    assert accused == []
