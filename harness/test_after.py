# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
The rules behind checks: what a refused call was given is used as before, and each call answers as its page says. The mutants answer
each refused call as they should, so no check that is about the refusal sees them.
"""
import os

import pytest

from commands import run
from conftest import Results
from test_mutants import SELF


@pytest.mark.parametrize("mutant, check, verb", [
    ("refused_list_costs_a_wr", "srq.post.returns-an-errno-value-for-too-many-sges", "ibv_post_srq_recv"),
    ("refused_qp_sends_no_more", "qp.transition.left-out.RC-RTR-PATH-MTU", "ibv_modify_qp"),
    ("refused_cq_gives_none", "cq.moderate.beyond-the-limits-is-refused.count", "ibv_modify_cq"),
])
def test_an_object_that_a_refusal_has_spoiled_is_found(tmp_path, mutant, check, verb):
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--mutant", mutant, "--results",
                  tmp_path / "results.xml", check, env={**os.environ, "VCT_MUTANTS": SELF})
    results = Results(tmp_path / "results.xml")
    assert (process.returncode, results.verdicts) == (0, {check: "FAIL"}), process.stderr
    assert results.checks[check].find("reason").get("promise") == "AFT-01"
    assert f"what a refused call ({verb}) was given is used as before" in process.stdout


@pytest.mark.parametrize("quirk, check, promise, seen", [
    ("post-srq-negative", "srq.create.returns-how-many-wrs-fit", "RET-01", "ibv_post_srq_recv returned -12, which is not an errno value"),
    ("ah-no-errno", "ah.create.no-other-port-is-taken.0", "RET-02", "ibv_create_ah returned NULL, and errno is 0"),
])
def test_an_answer_that_no_page_has_is_found_in_each_check_and_waived_as_one(tmp_path, quirk, check, promise, seen):
    (tmp_path / "waivers.xml").write_text(
        f'<waivers><waiver promise="{promise}" seen="{seen.split()[0]} *" sometimes="true" driver="refhca" url="x.c:1" '
        'expires="2099-12-31">It is known.</waiver></waivers>')
    for more, verdict in (([], "FAIL"), (["--waivers", tmp_path / "waivers.xml"], "WAIVED")):
        run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--fresh", *more, "--results", tmp_path / "results.xml",
            check, env={**os.environ, "REFHCA": f"quirk={quirk}"})
        results = Results(tmp_path / "results.xml")
        assert results.verdicts == {check: verdict}
        assert results.checks[check].find("reason").get("promise") == promise and seen in results.text(check, "reason")
