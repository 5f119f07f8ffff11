# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Profiles: which promises they have, and what a run shows of them."""
import copy

import pytest
from lxml import etree

from commands import run
from conftest import Results
from documents import schema

LISTED = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
PROFILES = {profile.get("name"): profile for profile in LISTED.iterfind("profile")}


def ids(profile):
    return profile.get("promises").split()


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_has_promises_and_a_title(name):
    assert ids(PROFILES[name]) and PROFILES[name].text
    assert len(set(ids(PROFILES[name]))) == len(ids(PROFILES[name]))


def test_profiles_have_all_promises_of_level_must_and_no_others():
    """A promise that no check cites has no evidence, so no profile can ask for it."""
    must = {p.get("id") for p in LISTED.iterfind("promise[@level='must'][@cited='true']")}
    assert {i for profile in PROFILES.values() for i in ids(profile)} == must


def can_run(needs, claimed):
    """One check needs a capability and another its absence: one of them runs on every device."""
    missing = [n - claimed for n in needs]
    return any(not m for m in missing) or any(
        len(m) == 1 and {f"NO-{n}" for n in m} in missing for m in missing)


def test_what_a_profile_needs_is_enough_for_evidence_of_each_promise():
    needs = {}
    for check in LISTED.iterfind("check"):
        for promise in check.get("promises").split() if not check.get("name").startswith("model.") else ():
            needs.setdefault(promise, []).append(set(check.get("needs").split()))
    short = {(name, i) for name, profile in PROFILES.items() for i in ids(profile)
             if not can_run(needs[i], set(profile.get("needs", "").split()))}
    assert not short


@pytest.fixture(scope="module")
def profiled(tmp_path_factory):
    path = tmp_path_factory.mktemp("profiles") / "results.xml"
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--brief", "--results", path)
    assert process.returncode == 0, process.stderr
    return path


def settled(profiled, tmp_path, change):
    """The profiles of a changed record: to join a run of one part settles them again."""
    root = copy.deepcopy(Results(profiled).root)
    root.set("part", "1/1")
    change(root)
    path = tmp_path / "results.xml"
    path.write_bytes(etree.tostring(root))
    process = run("build/verbs-cts", "report", path, "--results", tmp_path / "joined.xml")
    assert process.returncode == 0, process.stderr
    return {p.get("name"): p for p in Results(tmp_path / "joined.xml").root.iterfind("profile")}


def set_verdict(name, verdict, **reason):
    def change(root):
        check, = root.xpath(f"check[@name='{name}']")
        check.set("verdict", verdict)
        for child in check.findall("*"):
            check.remove(child)
        etree.SubElement(check, "reason", **reason).text = "as the test wants it"
        for flag in ("conforms", "conforms-strictly"):
            root.set(flag, "false")
    return change


def test_the_reference_hca_gives_evidence_for_what_it_claims(profiled):
    profiles = {p.get("name"): p for p in Results(profiled).root.iterfind("profile")}
    assert set(profiles) == set(PROFILES)
    assert {p.get("outcome") for p in profiles.values()} == {"kept", "unclaimed"}
    unclaimed = {name for name, p in profiles.items() if p.get("outcome") == "unclaimed"}
    assert unclaimed == {"qp-raw", "qp-no-apm", "qp-no-resize", "qp-grh", "srq-no-resize", "qp-pacing",
                         "no-pacing", "flow", "flow-counters", "no-odp", "raw-csum", "raw-tso", "raw-vlan",
                         "rss", "rss-vlan"}
    for name, profile in profiles.items():
        assert profile.get("version") == PROFILES[name].get("version")
        assert int(profile.get("promises")) == len(ids(PROFILES[name]))


@pytest.mark.parametrize("verdict, outcome", [("FAIL", "broken"), ("BROKEN", "unproven"), ("TIMEOUT", "unproven"),
                                              ("KERNEL", "unproven"), ("CRASH", "unproven"), ("SKIP", "kept")])
def test_a_profile_needs_a_verdict_of_each_check(profiled, tmp_path, verdict, outcome):
    """SRQ-LIM-06 has several checks; what one of them did not find out is missing."""
    profiles = settled(profiled, tmp_path, set_verdict("srq.limit.zero-disarms", verdict, promise="SRQ-LIM-06"))
    assert profiles["srq-core"].get("outcome") == outcome
    assert outcome == "kept" or profiles["srq-core"].text.startswith(f"SRQ-LIM-06: {verdict} srq.limit.zero-disarms: ")
    assert profiles["cq"].get("outcome") == "kept"


def test_a_promise_whose_checks_are_all_skipped_is_not_claimed(profiled, tmp_path):
    def skip(root):
        for check in root.xpath("check[contains(concat(@promises, ' '), 'SRQ-MOD-18 ')]"):
            set_verdict(check.get("name"), "SKIP")(root)
    profiles = settled(profiled, tmp_path, skip)
    assert profiles["srq-resize"].get("outcome") == "unclaimed"
    assert profiles["srq-core"].get("outcome") == "kept"


def test_a_profile_of_which_every_promise_is_waived_has_no_evidence(profiled, tmp_path):
    def waive(root):
        set_verdict("cq.moderate.takes-what-is-claimed", "WAIVED", promise="CQ-MDR-01")(root)
        check, = root.xpath("check[@name='cq.moderate.takes-what-is-claimed']")
        etree.SubElement(check, "waiver", promise="CQ-MDR-01", driver="refhca", url="a.c:1", expires="2099-01-01").text = "as it wants"
        for flag in ("conforms", "conforms-strictly"):
            root.set(flag, "true")
    profile = settled(profiled, tmp_path, waive)["cq-moderate"]
    assert profile.get("outcome") == "unproven"
    assert profile.text == "no promise of it is kept: all are waived"


def test_a_run_of_some_checks_has_no_evidence_and_says_nothing_of_it(tmp_path):
    path = tmp_path / "results.xml"
    run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--results", path, "srq.limit.zero-disarms")
    assert {p.get("outcome") for p in Results(path).root.iterfind("profile")} == {"unproven"}
    assert "profile" not in run("build/verbs-cts", "report", "--summary", path).stdout


def test_reports_say_for_which_profiles_a_run_has_all_evidence(profiled, tmp_path):
    text = run("build/verbs-cts", "report", "--summary", "--html", tmp_path / "r.html", profiled).stdout
    assert "\nprofiles with all evidence: device 1, device-clock 1, cq 1, " in text
    assert "\nprofiles that need what the device does not claim: qp-raw 1, " in text
    assert "srq-core 1" in (tmp_path / "r.html").read_text()


def test_the_schema_of_results_knows_the_outcomes(profiled):
    root = Results(profiled).root
    for change in ({"outcome": "good"}, {"version": "0"}, {"name": "SRQ"}, {"kept": "-1"}):
        changed = copy.deepcopy(root)
        changed.find("profile").attrib.update(change)
        assert not schema("results").validate(changed)
