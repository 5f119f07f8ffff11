# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A device with many faults: red checks are grouped by what they have in common, and a run ends by itself."""
import os
import re

import pytest
from lxml import etree

from commands import run
from conftest import ROOT, Results
from documents import errors
from test_compare import check, results

# Seven faults that the drivers of real HCAs have, in one device.
FAULTS = " ".join(f"quirk={q}" for q in ("no-sqd", "no-sq-drained", "truncate", "query-srq-device-max", "srq-mask-unchecked",
                                         "post-in-reset", "no-last-wqe"))
RED = ("FAIL", "BROKEN", "BLOCKED", "TIMEOUT", "CRASH", "KERNEL")


def report(path, *options):
    process = run("build/verbs-cts", "report", path, *options)
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.fixture(scope="module")
def faulty(out):
    """A run of all checks on a device with many faults."""
    path = out / "faulty" / "results.xml"
    path.parent.mkdir(parents=True, exist_ok=True)
    process = run("fixtures/refhca/run", "--config", FAULTS, "build/verbs-cts", "run", "-d", "refhca0", "--results", path)
    assert process.returncode == 1, process.stderr
    return process, etree.parse(str(path)).getroot(), path


def groups(root, kind="red"):
    return [g for g in root.findall("group") if g.get("class") == kind]


def test_each_red_check_is_in_one_group_and_the_largest_comes_first(faulty):
    _, root, path = faulty
    assert errors("results", etree.parse(str(path))) == ""
    reds = [c for c in root.findall("check") if c.get("verdict") in RED]
    assert len(reds) > 100 and all(c.get("group") for c in reds)
    assert not any(c.get("group") for c in root.findall("check") if c not in reds)
    for group in root.findall("group"):
        members = [c for c in reds if c.get("group") == group.get("number")]
        assert int(group.get("checks")) == len(members)
        assert group.get("example") in [c.get("name") for c in members]
    for kind in ("red", "deviation"):
        sizes = [int(g.get("checks")) for g in groups(root, kind)]
        assert sizes == sorted(sizes, reverse=True)
    assert [g.get("class") for g in root.findall("group")] == ["red"] * len(groups(root)) + ["deviation"] * len(groups(root, "deviation"))


def test_a_person_sees_few_causes_first(faulty):
    process, root, path = faulty
    assert len(groups(root)) <= 10
    first = root.find("group")
    assert int(first.get("checks")) > sum(int(g.get("checks")) for g in groups(root)) / 2
    said = process.stdout.split("Red checks, by what they have in common:\n")[1]
    assert said.splitlines()[0].split()[0] == first.get("checks")
    blocked = [c for c in root.findall("check") if c.get("group") == "1" and c.get("verdict") == "BLOCKED"]
    summary = report(path, "--summary")
    assert f"({len(blocked)} of the {first.get('checks')} are BLOCKED by it)" in summary
    example = next(c for c in root.findall("check") if c.get("name") == first.get("example"))
    assert example.get("verdict") == "FAIL" and f"  expected: {example.findtext('expected')}" in summary.splitlines()
    assert len(summary.splitlines()) < 250
    assert f"\n{first.get('checks')} checks: " in summary
    assert f"\n# {first.get('checks')} red checks have in common: " in report(path, "--ktap", "-")


def test_few_of_those_that_fail_alike_are_printed_in_full(faulty):
    process, root, _ = faulty
    alike = [c for c in root.findall("check") if c.get("verdict") == "FAIL" and c.find("reason").get("promise") == "AEV-08"]
    assert len(alike) > 6
    assert process.stdout.count("\n    AEV-08 (must): ") == 3
    assert process.stdout.count("others like it are shown above; results.xml has what this one found)") > len(alike) - 4


def test_the_page_has_the_groups(faulty, tmp_path):
    _, root, path = faulty
    report(path, "--html", tmp_path / "page.html")
    page = etree.HTML((tmp_path / "page.html").read_text())
    told = [int(n.text) for n in page.xpath("//section[@id='red']/details/summary/span[@class='n']")]
    assert told == [int(g.get("checks")) for g in groups(root)]


def made_up(tmp_path, *reds):
    """The groups of a run with these checks: (name, promise, the last call, verdict, the check that blocks it)."""
    document = etree.fromstring(results([]))
    document.set("conforms", "false")
    document.set("conforms-strictly", "false")
    for name, promise, call, verdict, by in reds:
        made = check(name, verdict)
        made.set("promises", promise)
        if by:
            made.set("blocked-by", by)
        if verdict == "FAIL":
            made.find("reason").set("promise", promise)
        made.append(etree.fromstring(call))
        document.append(made)
    (tmp_path / "results.xml").write_bytes(etree.tostring(document))
    return report(tmp_path / "results.xml", "--summary")


def call(verb, result, shown=""):
    """The element of a call, with its result, and what it left."""
    return f'<call verb="{verb}">{verb}() = <result>{result}</result>{shown}</call>'


POSTS, LIMIT = call("ibv_post_srq_recv", "12 ENOMEM"), call("ibv_modify_srq", "22 EINVAL")


def heads(summary):
    return re.findall(r"^(\d+) checks: (.*)", summary, re.M)


def test_the_trait_that_most_have_is_the_first_group(tmp_path):
    """Three have a promise in common, four a call; one has both. The call explains more, and the promise the rest."""
    said = made_up(tmp_path, ("a.b.c1", "SRQ-LIM-01", POSTS, "FAIL", None), ("a.b.c2", "SRQ-LIM-02", POSTS, "FAIL", None),
                   ("a.b.c3", "SRQ-LIM-03", POSTS, "FAIL", None), ("a.b.c4", "SRQ-LIM-04", POSTS, "FAIL", None),
                   ("a.b.c5", "SRQ-LIM-04", LIMIT, "FAIL", None), ("a.b.c6", "SRQ-LIM-04", call("ibv_query_srq", "0"), "FAIL", None))
    assert heads(said) == [("4", "ibv_post_srq_recv returns 12 ENOMEM"), ("2", "SRQ-LIM-04")]


def test_a_blocked_check_is_in_the_group_of_what_blocks_it(tmp_path):
    said = made_up(tmp_path, ("a.b.c1", "SRQ-LIM-01", POSTS, "FAIL", None), ("a.b.c2", "SRQ-LIM-02", LIMIT, "BLOCKED", "a.b.c1"),
                   ("a.b.c3", "SRQ-LIM-03", LIMIT, "BLOCKED", "a.b.c1"), ("a.b.c4", "SRQ-LIM-02", LIMIT, "FAIL", None))
    assert heads(said) == [("3", "FAIL a.b.c1 (2 of the 3 are BLOCKED by it)")]
    assert said.index("FAIL a.b.c1\n") < said.index("  and BLOCKED a.b.c2\n") < said.index("FAIL a.b.c4\n")


def polled(status):
    return call("ibv_poll_cq", "1", f'<shown name="wc">{{ .status = <member name="status">{status}</member> }}</shown>')


def test_verbs_that_only_look_are_nothing_in_common(tmp_path):
    said = made_up(tmp_path, *[(f"a.b.c{n}", f"SRQ-LIM-0{n}", polled("IBV_WC_SUCCESS"), "FAIL", None) for n in range(1, 4)],
                   *[(f"a.b.d{n}", f"SRQ-MOD-0{n}", polled("IBV_WC_RETRY_EXC_ERR"), "FAIL", None) for n in range(1, 3)])
    assert heads(said) == [("2", "a completion has the status IBV_WC_RETRY_EXC_ERR")]


@pytest.mark.parametrize("element, words", [
    (call("poll", "0", ", until the deadline: no <event>IBV_EVENT_SQ_DRAINED</event>"), "IBV_EVENT_SQ_DRAINED does not come"),
    (call("ibv_poll_cq", "0"), "a completion does not come"),
    (call("ibv_create_srq", "srq0"), "ibv_create_srq succeeds"),
    (call("ibv_create_srq", "NULL", ", errno <errno>12 ENOMEM</errno>"), "ibv_create_srq returns NULL, errno 12 ENOMEM"),
    # The number of the bad WR is of the check, not of the device.
    (call("ibv_post_srq_recv", "12 ENOMEM", ", bad is WR <bad>3</bad> of the list"), "ibv_post_srq_recv returns 12 ENOMEM"),
])
def test_words_of_a_call(tmp_path, element, words):
    said = made_up(tmp_path, *[(f"a.b.c{n}", f"SRQ-LIM-0{n}", element, "FAIL", None) for n in range(1, 3)])
    assert heads(said) == [("2", words)]


def test_a_run_on_a_device_that_hangs_ends_by_itself(tmp_path):
    command = ["fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", "--deadline", "0.3", "--results",
               tmp_path / "results.xml"]
    process = run(*command, "self.hangs.*", env={**os.environ, "VCT_HANGS": "1"})
    verdicts = list(Results(tmp_path / "results.xml").verdicts.values())
    timeouts = verdicts.count("TIMEOUT")
    assert process.returncode == 3
    assert "incomplete: 100 checks did not end before their deadline, so the others were not run" in process.stderr
    # while the machine is late, a check that does not end in time is NOTRUN, too
    assert 80 < timeouts <= 100 and timeouts + verdicts.count("NOTRUN") == 110
    process = run(*command, "--resume", "self.hangs.*")
    verdicts = list(Results(tmp_path / "results.xml").verdicts.values())
    assert (process.returncode, verdicts.count("TIMEOUT"), verdicts.count("PASS")) == (1, timeouts, 110 - timeouts)


def test_no_check_posts_much_more_than_a_srq_claims_to_take(tmp_path):
    """On a device that never refuses a WR, and hangs far beyond the end of the queue."""
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--results", tmp_path / "results.xml",
                  "--mutant", "refuses_no_wr", "srq.*", "event.*", "block.*", "cq.*",
                  env={**os.environ, "VCT_MUTANTS": f"{ROOT}/build/harness/mutants.so"})
    assert process.returncode == 1, process.stderr
    verdicts = Results(tmp_path / "results.xml").verdicts
    assert [n for n, v in verdicts.items() if v in ("CRASH", "TIMEOUT")] == []
    assert verdicts["srq.post.full-srq-refuses-one-more"] == "FAIL"
