# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The schema and the reports of mutants.xml, with hand-written files: harness/golden/mutants."""

import copy

import pytest
from lxml import etree

from conftest import ROOT, run
from browser import Page, squeeze
from documents import drop, errors, put, text, transform

GOLDEN = sorted((ROOT / "harness/golden/mutants").glob("*.xml"))
HEADLINES = {
    "all-killed": "All 2 mutants are killed",
    "all-that-can-be-wrong": "3 of 4 mutants survive, 1 unrelated red check, 5 other problems",
}
FINDER = "mutant/on/red[@role='finder']"


def golden(name):
    return etree.parse(str(ROOT / f"harness/golden/mutants/{name}.xml"))


def summary(name):
    return str(transform("mutants-summary", golden(name)))


def test_every_golden_file_has_a_headline_here():
    assert [path.stem for path in GOLDEN] == sorted(HEADLINES)


@pytest.mark.parametrize("name", HEADLINES)
def test_golden_files_are_valid(name):
    assert errors("mutants", golden(name)) == ""


@pytest.mark.parametrize("breakage", [
    drop("@good"), drop("@whole"), put(".", "good", "perhaps"), drop("place"), drop("place/device"), put("mutant", "outcome", "dead"),
    drop("mutant/@promise"), drop("mutant/@verbs"), put("mutant", "verbs", " "), drop("mutant/sentence"),
    put(FINDER, "role", "witness"), drop(FINDER + "/@verdict"), put(FINDER, "promise", "srq"), drop("check/cites"),
    drop("check/passes"), put("promise", "area", "srq"), drop("promise/sentence"), text("never", " "), drop("never/@verdict"),
    put(".", "mutants", "2"), lambda r: setattr(r, "tag", "results"),
])
def test_an_invalid_file_is_refused(breakage):
    broken = copy.deepcopy(golden("all-killed"))
    breakage(broken.getroot())
    assert errors("mutants", broken) != ""


@pytest.mark.parametrize("name", HEADLINES)
def test_summary_begins_with_the_result(name):
    root, told = golden(name).getroot(), summary(name)
    assert told.splitlines()[0] == HEADLINES[name]
    for element in root.xpath("mutant[@outcome != 'killed']/@name | mutant/on/red[@role = 'bystander']/@check"
                              " | check[unseen = '']/@name | promise[unbroken = '']/@id | needless | library"):
        assert str(getattr(element, "text", element)) in told
    for area in {p.get("area") for p in root.findall("promise")}:
        promises = root.xpath("promise[@area = $a]", a=area)
        mutants = root.xpath("mutant[@area = $a]", a=area)
        row = [area, len(promises), len([p for p in promises if p.find("unbroken") is None]), len(mutants),
               len([m for m in mutants if m.get("outcome") == "killed"])]
        assert " ".join(map(str, row)) in [" ".join(line.split()) for line in told.splitlines()]


def test_summary_without_faults_has_no_lists():
    assert "survive" not in summary("all-killed") and "Checks" not in summary("all-killed")


@pytest.mark.parametrize("name", HEADLINES)
def test_verbs_cts_report_makes_them(name, out):
    path = ROOT / f"harness/golden/mutants/{name}.xml"
    process = run("build/verbs-cts", "report", path, "--summary", "--html", out / "m.html")
    assert (process.returncode, process.stdout) == (0, summary(name))
    assert HEADLINES[name] in (out / "m.html").read_text()
    process = run("build/verbs-cts", "report", path, "--junit", out / "m.xml")
    assert process.returncode == 2 and "no JUnit XML for a mutants.xml" in process.stderr


@pytest.fixture(scope="module")
def page(driver, tmp_path_factory):
    return Page(driver, tmp_path_factory.mktemp("mutants"), lambda name: bytes(transform("mutants", golden(name))))


@pytest.fixture
def opened(page, request):
    page.open(request.param)
    return page, golden(request.param).getroot(), request.param


each_page = pytest.mark.parametrize("opened", HEADLINES, indirect=True)


@each_page
def test_headline_says_the_result(opened):
    page, root, name = opened
    assert page.all("h1")[0].text == HEADLINES[name]
    assert page.driver.title.startswith(HEADLINES[name])
    assert bool(page.all("#wrong")) == (root.get("good") == "false")


@each_page
def test_page_has_every_promise_mutant_and_check(opened):
    page, root, _ = opened
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    shown = squeeze(page.all("main")[0].text)
    wanted = root.xpath("mutant/@name | mutant/@promise | mutant/@ref | mutant/@why | mutant/on/red[@role != 'bound']/@check"
                        " | check[unseen]/@name | promise/@id | promise[not(unbroken)]/sentence/text()"
                        " | promise/unbroken/text() | never/text() | never/@name | place/@config[. != '']"
                        " | needless/text() | library/text() | mutant/error/text()")
    for words in wanted:
        assert squeeze(str(words)) in shown
    for mutant in root.findall("mutant"):
        assert page.all(f"tr#{mutant.get('name')}")


@each_page
def test_links_have_a_target(opened):
    page, _, _ = opened
    assert page.dead_links() == set()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@each_page
def test_page_has_enough_contrast_and_cuts_nothing_off(opened, scheme):
    page, _, name = opened
    for width in (1280, 360):
        page.open(name, width=width, scheme=scheme)
        assert page.contrast()[1] == []
        assert page.cut_off() == [] and page.console_messages() == []
