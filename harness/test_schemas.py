# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The schemas of results and waivers: valid documents pass, and each change that makes them invalid is refused."""
import copy
import re

import pytest
from lxml import etree

from documents import ROOT, add, drop, errors, first, put, refused, text
from golden_results import JUNIT, NAMES, RED, checks, golden


def test_the_golden_results_cover_every_verdict():
    assert {c.get("verdict") for n in NAMES for c in checks(golden(n))} == set(JUNIT)


@pytest.mark.parametrize("name", NAMES)
def test_golden_results_are_valid(name):
    assert errors("results", golden(name)) == ""


@pytest.mark.parametrize("name", NAMES)
def test_golden_results_are_consistent(name):
    """Rules that the reports rely on and that no schema can express."""
    doc = golden(name)
    names = [c.get("name") for c in checks(doc)]
    known = [p.get("id") for p in doc.getroot().iter("promise")]
    assert len(set(names)) == len(names) and len(set(known)) == len(known)
    assert {i for c in checks(doc) for i in c.get("promises").split()} == set(known)
    red = checks(doc, *RED)
    if red:
        assert doc.getroot().get("conforms-strictly") == "false"
    if any(c.get("verdict") != "FAIL" or c.get("level") == "must" for c in red):
        assert doc.getroot().get("conforms") == "false"


FAILED = "check[@verdict='FAIL']"
RESULTS_BREAKAGES = {
    "another root": lambda r: setattr(r, "tag", "result"),
    "no complete": drop("@complete"),
    "complete is yes": put(".", "complete", "yes"),
    "no conforms": drop("@conforms"),
    "conforms with a failure": lambda r: (r.set("complete", "true"), r.set("conforms", "true")),
    "no conforms-strictly": drop("@conforms-strictly"),
    "conforms strictly though it does not conform": put(".", "conforms-strictly", "true"),
    "strict is no": put(".", "strict", "false"),
    "conforms though incomplete": put(".", "conforms", "true"),
    "complete with a check that did not run": put(".", "complete", "true"),
    "no suite version": drop("@suite"),
    "no commit": drop("@commit"),
    "an empty commit": put(".", "commit", ""),
    "a local start": put(".", "start", "2026-11-21T05:12:00"),
    "a start that is not a time": put(".", "start", "2026-13-21T05:12:00Z"),
    "seconds with a comma": put(".", "seconds", "12,345"),
    "negative seconds": put(FAILED, "seconds", "-1"),
    "seconds that are not a number": put(FAILED, "seconds", "nan"),
    "no passes": drop("@passes"),
    "zero passes": put(".", "passes", "0"),
    "a negative seed": put(".", "seed", "-1"),
    "an unknown attribute": put(".", "mutant", "x"),
    "no device": drop("device"),
    "two devices": lambda r: r.insert(0, copy.deepcopy(r.find("device"))),
    "a device without driver": drop("device/@driver"),
    "a device without kernel": drop("device/@kernel"),
    "a device without command": drop("device/@command"),
    "a device without fw": drop("device/@fw"),
    "port 0": put("device", "port", "0"),
    "an unknown link layer": put("device", "link-layer", "ethernet"),
    "a decimal vendor": put("device", "vendor", "16777215"),
    "text in the device": text("device", "rxe0"),
    "a mutant without name": lambda r: r.insert(1, etree.fromstring("<mutant promise='A-1'>x</mutant>")),
    "a mutant without sentence": lambda r: r.insert(1, etree.fromstring("<mutant name='x' promise='A-1'/>")),
    "a promise without source": drop("promise[1]/@source"),
    "a promise without sentence": text("promise[1]", "  "),
    "a promise of unknown level": put("promise[1]", "level", "may"),
    "a promise id in small letters": put("promise[1]", "id", "srq-mod-1"),
    "a promise after the checks": add(".", "<promise id='A-1' level='must' source='s'>t</promise>"),
    "a check without name": drop(FAILED + "/@name"),
    "a check without suite": put(FAILED, "name", "fires.once"),
    "a blank in a check's name": put(FAILED, "name", "srq.limit.fires once"),
    "a check without verdict": drop(FAILED + "/@verdict"),
    "an unknown verdict": put(FAILED, "verdict", "OK"),
    "a verdict in small letters": put(FAILED, "verdict", "fail"),
    "a check without level": drop(FAILED + "/@level"),
    "a check without seconds": drop(FAILED + "/@seconds"),
    "a check without promises": drop(FAILED + "/@promises"),
    "a check that cites no promise": put(FAILED, "promises", " "),
    "promises with commas": put(FAILED, "promises", "SRQ-MOD-24,SRQ-MOD-25"),
    "runs without verdicts": put(FAILED, "runs", "50"),
    "verdicts without runs": put(FAILED, "verdicts", "49 PASS, 1 FAIL"),
    "verdicts in words": lambda r: [(c.set("runs", "2"), c.set("verdicts", "mostly")) for c in r.xpath(FAILED)],
    "a failure without reason": drop(FAILED + "/reason"),
    "an empty reason": text(FAILED + "/reason", ""),
    "two reasons": first(FAILED, "<reason>again</reason>"),
    "seen before expected": lambda r: r.find(FAILED).insert(1, r.find(FAILED + "/seen")),
    "expected without seen": drop(FAILED + "/seen[not(@judged)]"),
    "seen without expected": drop(FAILED + "/expected"),
    "recorded and judged": put(FAILED + "/seen[@judged]", "judged", "true"),
    "recorded after a note": lambda r: r.find(FAILED + "/seen[@judged]").addprevious(
        etree.fromstring("<note>x</note>")),
    "a kernel line before a verb": first(FAILED, "<kernel>x</kernel>"),
    "a longest step without its time": add("check[@verdict='TIMEOUT']", "<longest>x</longest>"),
    "an unknown element": add(FAILED, "<stack>x</stack>"),
    "text between": text(FAILED, "text"),
    "a pass with a reason": first("check[@verdict='PASS']", "<reason>x</reason>"),
    "a pass with seen": first("check[@verdict='PASS']", "<seen>x</seen>"),
    "a pass with a waiver": lambda r: r.find("check[@verdict='PASS']").append(
        copy.deepcopy(r.find(".//waiver"))),
    "a skip without reason": drop("check[@verdict='SKIP']/reason"),
    "a skip with seen": lambda r: r.find("check[@verdict='SKIP']").insert(
        1, etree.fromstring("<seen>x</seen>")),
    "a check that did not run, without reason": drop("check[@verdict='NOTRUN']/reason"),
    "waived without waiver": drop("check[@verdict='WAIVED']/waiver"),
    "waived without reason": drop("check[@verdict='WAIVED']/reason"),
    "xpass without waiver": drop("check[@verdict='XPASS']/waiver"),
    "a waiver that does not expire": drop("check[@verdict='WAIVED']/waiver/@expires"),
    "a waiver without promise": drop("check[@verdict='WAIVED']/waiver/@promise"),
    "a crash without reason": drop("check[@verdict='CRASH']/reason"),
    "a check in a check": lambda r: r.find(FAILED).append(copy.deepcopy(r.find("check"))),
}


@pytest.mark.parametrize("breakage", RESULTS_BREAKAGES)
def test_invalid_results_are_refused(breakage):
    refused("results", golden("each-verdict-once"), RESULTS_BREAKAGES[breakage])


DEVIATIONS = {
    "a broken promise of level must": put("check[2]", "level", "must"),
    "a check that is broken": put("check[2]", "verdict", "BROKEN"),
    "strictly": put(".", "conforms-strictly", "true"),
    "no deviation": lambda r: [r.remove(c) for c in r.findall(FAILED)],
}


@pytest.mark.parametrize("breakage", DEVIATIONS)
def test_conforms_with_more_than_deviations_is_refused(breakage):
    refused("results", golden("deviations"), DEVIATIONS[breakage])


WAIVERS = """<waivers>
  <waiver promise="SRQ-MOD-21" seen="7" driver="rxe" url="drivers/infiniband/sw/rxe/rxe_srq.c:123" expires="2027-06-30">rxe
    frees the queue when a resize fails.</waiver>
  <waiver check="srq.modify.*" promise="QP-MOD-XRC_SEND-RTR-ok" verdict="KERNEL" seen="*Oops: *" driver="mlx5_core"
          kernel-from="6.1.0-50" kernel-to="6.12.117" fw-from="20.31" fw-to="20.31.1014"
          url="https://lore.example.org/linux-rdma/1/" expires="2028-02-29">It oopses.</waiver>
  <waiver check="srq.resize.x" core="true" kernel-from="6.1" kernel-to="6.12" link-layer="Ethernet" seen="max_wr *"
          url="drivers/infiniband/core/uverbs_cmd.c:3541" expires="2028-02-29">The core has no response.</waiver>
  <waiver check="srq.resize.y" seen="it is false" driver="*" rdma-core-from="30" rdma-core-to="57" vendor="0x2c9" part="4119"
          url="rdma-core-v44.0:libibverbs/cmd_srq.c:66" expires="2028-02-29">libibverbs leaves it NULL.</waiver>
</waivers>"""
ONE = "waiver[2]"
WAIVER_BREAKAGES = {
    "another root": lambda r: setattr(r, "tag", "waiver"),
    "text between": text(".", "rxe is broken"),
    "an unknown element": add(".", "<exception/>"),
    "an unknown attribute": put(ONE, "kernel", "6.1"),
    "neither check nor promise": lambda r: (drop(ONE + "/@check")(r), drop(ONE + "/@promise")(r)),
    "an empty check": put(ONE, "check", ""),
    "a check with a blank": put(ONE, "check", "srq modify"),
    "a promise in small letters": put(ONE, "promise", "srq-mod-21"),
    "two promises": put(ONE, "promise", "SRQ-MOD-21 SRQ-MOD-22"),
    "a verdict that cannot be waived": put(ONE, "verdict", "SKIP"),
    "a waived NOTRUN": put(ONE, "verdict", "NOTRUN"),
    "no driver": drop(ONE + "/@driver"),
    "an empty driver": put(ONE, "driver", ""),
    "any driver, but neither core nor rdma-core": put(ONE, "driver", "*"),
    "no core": put("waiver[3]", "core", "false"),
    "neither driver nor core": drop("waiver[3]/@core"),
    "neither driver nor rdma-core": lambda r: (drop("waiver[4]/@rdma-core-from")(r), drop("waiver[4]/@rdma-core-to")(r)),
    "an rdma-core in words": put("waiver[4]", "rdma-core-to", "v44"),
    "an unknown link layer": put("waiver[3]", "link-layer", "RoCE"),
    "a decimal vendor": put("waiver[4]", "vendor", "713"),
    "a part without vendor": drop("waiver[4]/@vendor"),
    "nothing seen": put("waiver[3]", "seen", " "),
    "no word about what is seen": drop(ONE + "/@seen"),
    "a pattern that matches everything": put(ONE, "seen", "*"),
    "a kernel in words": put(ONE, "kernel-from", "newest"),
    "a kernel with an empty number": put(ONE, "kernel-to", "6..1"),
    "a firmware in words": put(ONE, "fw-to", "v20"),
    "no url": drop(ONE + "/@url"),
    "a url that is not a URL": put(ONE, "url", "see the mail"),
    "a source without line": put(ONE, "url", "drivers/infiniband/sw/rxe/rxe_srq.c"),
    "a script as url": put(ONE, "url", "javascript:alert(1)"),
    "no expiry": drop(ONE + "/@expires"),
    "never": put(ONE, "expires", "never"),
    "a day that does not exist": put(ONE, "expires", "2027-02-29"),
    "a day in another order": put(ONE, "expires", "30-06-2027"),
    "a day with a zone": put(ONE, "expires", "2027-06-30Z"),
    "no reason": text(ONE, None),
    "a blank reason": text(ONE, " \n "),
    "markup in the reason": add(ONE, "<b>x</b>"),
}


def test_waivers_are_valid():
    assert errors("waivers", etree.fromstring(WAIVERS)) == ""
    assert errors("waivers", etree.fromstring("<waivers/>")) == ""


@pytest.mark.parametrize("breakage", WAIVER_BREAKAGES)
def test_invalid_waivers_are_refused(breakage):
    refused("waivers", etree.ElementTree(etree.fromstring(WAIVERS)), WAIVER_BREAKAGES[breakage])


def test_the_error_has_the_line_of_the_invalid_waiver():
    broken = etree.fromstring(WAIVERS.replace("KERNEL", "SKIP"))
    assert re.match("^[456]: ", errors("waivers", broken))  # its start tag


def test_the_projects_waivers_are_valid():
    for path in (ROOT / "fixtures" / "waivers").glob("*.xml"):
        assert errors("waivers", etree.parse(str(path))) == "", path.name
