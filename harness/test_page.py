# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The page of hand-written results, in a browser. The tests compute what they expect from the results."""
import copy

import pytest
from lxml import etree

from browser import squeeze
from commands import run
from documents import style, transform
from golden_results import HEADLINES, JUNIT, NAMES, RED, at_stake, checks, golden, is_tolerated, sentence


@pytest.mark.parametrize("name", NAMES)
def test_headline_says_the_result(page, name):
    page.open(name)
    assert "; ".join(map(page.text, [*page.all("h1"), *page.all(".kept")])) == HEADLINES[name]
    assert page.driver.title.startswith(HEADLINES[name])
    tally = {t.split()[1]: int(t.split()[0]) for t in map(page.text, page.all(".tally li"))}
    assert tally == {v: len(checks(golden(name), v)) for v in JUNIT}


@pytest.mark.parametrize("name", NAMES)
def test_page_names_the_device_and_the_run(page, name):
    page.open(name)
    facts, root = page.shows("facts"), golden(name).getroot()
    device = root.find("device")
    for wanted in [device.get(a) for a in ("name", "driver", "gid", "fw", "kernel", "rdma-core", "vendor", "command")]:
        assert squeeze(wanted) in facts
    assert root.get("commit") in facts and root.get("start")[:10] in facts
    assert ("seed " + root.get("seed", "") in facts) == ("seed" in root.attrib)


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("name", NAMES)
def test_page_shows_red_and_waived_checks_with_their_evidence(page, name, width):
    results = golden(name)
    page.open(name, width)
    for check in checks(results, *RED, "WAIVED"):
        if check.get("verdict") == "NOTRUN":
            assert squeeze(check.findtext("reason")) in page.shows("notrun")
            assert check.get("name") in page.shows("notrun")
            continue
        article = page.element(check.get("name"))
        for closed in page.all("details:not([open]) > summary", article):
            closed.click()
        told, promise = page.text(article), sentence(results, at_stake(check))
        for wanted in [check.get("name"), check.get("verdict"), promise.text, promise.get("source"), promise.get("id"),
                       *check.xpath("reason/@where"), *check.xpath("@verdicts"),
                       *check.xpath("waiver/@url"), *check.xpath("waiver/@expires"),
                       *[e.text for e in check if e.text and e.text.strip() and (e.tag not in ("call", "verb", "longest", "kernel") or
                                                                                 check.get("verdict") != "WAIVED")]]:
            assert squeeze(wanted) in told
        section = article.find_element("xpath", "ancestor::section").get_attribute("id")
        assert section == ("waived" if check.get("verdict") == "WAIVED" else "deviations" if is_tolerated(check) else "red")


@pytest.mark.parametrize("name", NAMES)
def test_page_has_the_red_checks_first(page, name):
    page.open(name)
    order = [s.get_attribute("id") for s in page.all("main > section")]
    wanted = ["summary", "facts", "red", "deviations", "blocked", "notrun", "waived", "skipped", "slowest", "checks", "promises"]
    assert order == [s for s in wanted if s in order]
    assert ("red" in order) == bool([c for c in checks(golden(name), *RED) if c.get("verdict") != "NOTRUN" and not is_tolerated(c)])


def test_details_open_and_close(page):
    page.open("flaky")
    article = page.element("srq.limit.one-shot")
    summary, = page.all("summary", article)
    verbs = page.all("details li", article)
    assert len(verbs) == 20 and not page.visible(verbs[0])
    summary.click()
    assert all(page.visible(v) for v in verbs)
    assert [page.text(v) for v in verbs] == ["".join(v.itertext()) for v in golden("flaky").iter("call")]
    summary.click()
    assert not page.visible(verbs[0])


def test_closed_details_are_printed(page):
    page.open("flaky", media="print")
    verbs = page.all("details:not([open]) li", page.element("srq.limit.one-shot"))
    assert len(verbs) == 20 and all(page.visible(v) for v in verbs)


def test_the_verbs_of_checks_that_passed_are_on_a_full_page_and_not_printed(page):
    page.open("all-green")
    assert not page.all("#checks details, #skipped li details")
    full = etree.XSLT.strparam("yes")
    (page.folder / "full.html").write_bytes(bytes(style("html")(golden("all-green"), full=full)))
    page.open("full", media="print")
    told = page.all("#checks details")
    assert told and not any(map(page.visible, told))


def a_large_run():
    """5000 checks as a bad device leaves them: a tenth is red, a tenth is waived, a fifth is skipped, all with many calls."""
    root = copy.deepcopy(golden("waived").getroot())
    waived, passed = (next(c for c in root.iter("check") if c.get("verdict") == v) for v in ("WAIVED", "PASS"))
    promise = root.find("promise")
    for element in root.findall("check") + root.findall("promise"):
        root.remove(element)
    for n in range(1000):
        root.append(copy.deepcopy(promise))
        root[-1].set("id", f"QP-MOD-{n:02}")
        root[-1].text = "A promise of some words, which is as long as those of the catalogue are: about a hundred letters."
    for n in range(5000):
        kind = "FAIL" if n % 10 == 0 else "WAIVED" if n % 10 == 1 else "SKIP" if n % 10 < 4 else "PASS"
        check = copy.deepcopy(waived if kind in ("WAIVED", "FAIL") else passed)
        check.set("name", f"qp.rule-{n // 100}.a-name-of-a-check-as-long-as-they-are.{n}")
        check.set("verdict", kind)
        check.set("promises", f"QP-MOD-{n // 5:02} QP-MOD-{n // 7:02}")
        for element in check.iter("reason", "waiver"):
            element.set("promise", f"QP-MOD-{n // 50:02}")
        waiver = check.find("waiver")
        if waiver is not None:
            waiver.text = f"It deviates in the way {n // 70}, which is told in a sentence of some length, as here."
            check.remove(waiver)
        if kind == "SKIP":
            check.insert(0, etree.Element("reason"))
            check[0].text = f"the device does not claim the capability {n // 500}"
        for call in range(200):
            etree.SubElement(check, "verb").text = f"ibv_post_send(qp0, {{wr_id {call}, opcode IBV_WR_SEND, num_sge 1}}) = 0"
        if kind == "WAIVED":
            check.append(waiver)
        root.append(check)
    root.set("conforms", "false")
    root.set("conforms-strictly", "false")
    return etree.ElementTree(root)


def test_the_page_of_5000_checks_is_small(page, tmp_path):
    results = tmp_path / "results.xml"
    a_large_run().write(results)
    small, full = page.folder / "large.html", tmp_path / "full.html"
    assert run("build/verbs-cts", "report", results, "--html", small).returncode == 0
    assert run("build/verbs-cts", "report", results, "--html", full, "--full").returncode == 0
    assert small.stat().st_size <= 2_000_000 < full.stat().st_size
    page.open("large")
    assert len(page.all("#red article")) >= 10 and page.dead_links() == set()


def test_waived_checks_are_folded_by_deviation(page):
    results = golden("waived")
    waived, = checks(results, "WAIVED")
    for n in range(5):
        more = copy.deepcopy(waived)
        more.set("name", f"srq.post.more-{n}")
        more.find("waiver").text = "One." if n == 4 else "Another."
        waived.getparent().append(more)
    (page.folder / "folded.html").write_bytes(bytes(transform("html", results)))
    page.open("folded")
    assert [squeeze(s.text) for s in page.all("#waived summary")][:3] == [
        "Another. 4", f"{squeeze(waived.findtext('waiver'))} 1", "One. 1"]
    group = page.all("#waived details.group")[0]
    assert not page.visible(page.all("article", group)[0])
    page.all("summary", group)[0].click()
    shown, = page.all("article", group)  # those that are like it are named
    assert page.visible(shown) and shown.get_attribute("id") == "srq.post.more-0"
    assert [page.text(a) for a in page.all(".names a", group)] == [f"srq.post.more-{n}" for n in range(1, 4)]


FACTS = {"port.1.summary": "active, Ethernet, MTU 1024", "pci.address": "0000:3b:00.0", "device.netdev": "eth7",
         "system.distribution": "Debian 12", "system.machine": "x86_64", "waivers.1": "a.xml, sha256 01",
         "waivers.1.released": "yes", "waivers.2": "b.xml, sha256 02", "waivers.2.released": "no"}


@pytest.mark.parametrize("width", [1280, 400])
def test_page_shows_facts(page, width):
    results = golden("waived")
    facts = etree.Element("facts")
    results.getroot().find("device").addnext(facts)
    for name, value in FACTS.items():
        etree.SubElement(facts, "fact", name=name).text = value
    (page.folder / "facts.html").write_bytes(bytes(transform("html", results)))
    page.open("facts", width)
    told = page.shows("facts")
    for wanted in ("Link active, Ethernet, MTU 1024", "Location 0000:3b:00.0, eth7", "System Debian 12, x86_64",
                   "Waivers a.xml b.xml, which is not released", "(9 facts)"):
        assert wanted in told
    assert "sha256 02" not in told
    page.all("#facts summary")[0].click()
    assert all(f"{name} {value}" in page.shows("facts") for name, value in FACTS.items())
    assert page.cut_off() == []


def test_page_shows_the_longest_steps_of_the_slowest_checks(page):
    page.open("each-verdict-once")
    told = [page.text(row) for row in page.all("#slowest tbody tr")]
    assert told[0] == "10.0 s srq.destroy.waits-for-acknowledgement"
    assert ("4.0 ms srq.create.returns-at-least-what-was-asked 3.7 ms "
            "ibv_create_srq(pd0, {max_wr 16, max_sge 1, srq_limit 0}) = srq0") in told


def test_page_groups_skips_by_capability(page):
    page.open("all-green")
    group, = page.all("#skipped details")
    assert page.text(group) == ("no fault injector for the device's SRQs (--fault or "
                                "--fault-plugin, see run --help) 2 "
                                "srq.error.raises-its-event srq.error.refuses-posts")


def test_page_links_waivers(page):
    page.open("stale-waivers")
    link, = page.all(".waiver a")
    assert link.text == link.get_attribute("href") == "https://lore.example.org/linux-rdma/20230620140142.9452-1/"
    assert "expired on 2026-01-31" in page.shows("srq.post.list-stops")
    assert "stale" in page.shows("srq.query.limit-reads-zero")


@pytest.mark.parametrize("name", NAMES)
def test_page_lists_all_checks_and_promises(page, name):
    results = golden(name)
    page.open(name)
    texts = page.texts("[id]")
    for check in checks(results):
        anchored = texts[check.get("name")]
        if check.get("verdict") in ("SKIP", "NOTRUN"):
            assert check.get("name") in page.shows("skipped" if check.get("verdict") == "SKIP" else "notrun")
            continue
        here = check.get("name")
        row, = page.all(f"#checks [id='{here}'], #checks tr:has(a[href='#{here}'])")
        assert check.get("verdict") == "PASS" or page.text(row).startswith(check.get("verdict"))
        for promise in check.get("promises").split():
            assert promise in page.text(row)
            cited = texts[promise]
            assert check.get("verdict") in cited and squeeze(sentence(results, promise).text) in cited
            assert here in cited or not check.xpath("reason[@promise = $id]", id=promise)
        for said in check.xpath("note | seen"):
            assert squeeze(said.text) in anchored


@pytest.mark.parametrize("name", NAMES)
def test_links_have_a_target(page, name):
    page.open(name)
    assert page.dead_links() == set()


@pytest.mark.parametrize("media", ["", "print"])
@pytest.mark.parametrize("width", [1280, 700, 400])
@pytest.mark.parametrize("name", NAMES)
def test_page_does_not_overflow(page, name, width, media):
    page.open(name, width, media=media)
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.js("return document.documentElement.scrollWidth") <= width
    assert page.cut_off() == []


@pytest.mark.parametrize("name", NAMES)
def test_page_requests_nothing_and_logs_no_message(page, name):
    page.open(name)
    assert page.console_messages() == []
    assert page.requests() == []
    assert page.all("script, img, iframe, object, link[rel=stylesheet]") == []


def test_page_shows_markup_as_text(page):
    page.open("odd-text")
    assert "owned" not in page.driver.title
    assert page.js("return document.compatMode") == "CSS1Compat"
    assert page.js("return document.characterSet") == "UTF-8"
    assert "<script>document.title='owned'</script>" in page.shows("red")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["each-verdict-once", "all-green", "empty"])
def test_page_has_enough_contrast_in_light_and_dark(page, name, scheme):
    page.open(name, scheme=scheme)
    ground, poor = page.contrast()
    assert poor == []
    assert ground > 0.9 if scheme == "light" else ground < 0.05


def test_blocked_checks_are_folded_under_what_blocks_them(page):
    page.open("blocked")
    by = {}
    for check in checks(golden("blocked"), "BLOCKED"):
        by.setdefault(check.get("blocked-by"), []).append(check.get("name"))
    shown = {}
    for group in page.all("#blocked details"):
        cause = group.find_element("css selector", "summary").text.split()
        shown[cause[-2]] = [a.text for a in group.find_elements("css selector", "ul a")]
    assert shown == by
    assert not page.all("#red [id='srq.query.repeats-itself']")
    assert "blocks 2 checks" in squeeze(page.shows("red"))


@pytest.mark.parametrize("name, mark", [("all-green", True), ("waived", False), ("deviations", False), ("on-a-mutant", False),
                                        ("flaky", False)])
def test_only_the_page_of_a_device_that_conforms_has_the_mark(page, name, mark):
    page.open(name)
    content = page.js("return getComputedStyle(document.querySelector('h1'), '::before').content")
    assert ("\u2713" in content) == mark
