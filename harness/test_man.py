# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
The manual pages: they say all that --help, the schemas and the tables of promises say, and nothing else, and mandoc
has no complaint about them.
"""
import re

import pytest
from lxml import etree

from conftest import REPORTS, ROOT, run
from documents import hard_to_read

MAN = ROOT / "build/man"
RNG = "{http://relaxng.org/ns/structure/1.0}"


@pytest.fixture(scope="module")
def pages():
    made = run("make", "-s", "man")
    assert made.returncode == 0, made.stdout + made.stderr
    return {page.name: page.read_text() for page in MAN.glob("man?/*")}


def options(text):
    """The long options that a help or a page has."""
    return set(re.findall(r"^(?:  -., |      )--([a-z-]+)", text, re.M))


def documented(page):
    return set(re.findall(r"^\.It Fl.* ?Fl? -([a-z-]+)|^\.It Fl -([a-z-]+)", page, re.M))


def commands():
    table = re.findall(r"^  ([a-z].*?)  +\S", run("build/verbs-cts", "--help").stdout, re.M)
    return [re.match(r"[a-z][a-z-]*( [a-z][a-z-]+)*", row)[0] for row in table]


def test_each_command_has_a_page(pages):
    names = {f"verbs-cts-{command.replace(' ', '-')}.1" for command in commands()}
    assert len(names) >= 9
    assert {p for p in pages if p.endswith(".1")} == names | {"verbs-cts.1", "verbs-cts-guest.1"}
    for name in names:
        assert f".Xr {name[:-2]} 1" in pages["verbs-cts.1"]


def test_a_page_has_the_options_of_the_help_and_no_others(pages):
    for command in commands():
        page = pages[f"verbs-cts-{command.replace(' ', '-')}.1"]
        said = {a or b for a, b in documented(page)}
        assert said == options(run("build/verbs-cts", *command.split(), "--help").stdout), command
        assert "usage" in said


def test_a_page_says_with_which_exit_codes_its_command_ends(pages):
    for command in commands():
        said = run("build/verbs-cts", *command.split(), "--help").stdout
        page = pages[f"verbs-cts-{command.replace(' ', '-')}.1"]
        assert ("Exit codes: " in said) == (".Sh EXIT STATUS" in page), command


def test_no_sentence_of_a_help_is_hard_to_read():
    for command in ["", *commands()]:
        said = run("build/verbs-cts", *command.split(), "--help").stdout
        assert said and not hard_to_read(said), command


def test_mandoc_has_no_complaint(pages):
    """Pages that are not installed are not found: those of verbs-cts, which must be among those that were made, and of Slurm."""
    others = {*pages, "sbatch.1"}
    for path in sorted(MAN.glob("man?/*")):
        for line in run("mandoc", "-Tlint", path).stdout.splitlines():
            missing = re.search(r"referenced manual not found: Xr (\S+) (\d)", line)
            assert missing and f"{missing[1]}.{missing[2]}" in others, line


def test_the_page_of_promises_has_them_all(pages):
    listed = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
    page = pages["verbs-cts-promises.7"]
    assert re.findall(r"^\.It Sy (\S+) Pq (\w+)", page, re.M) == \
        [(p.get("id"), p.get("level")) for p in listed.findall("promise")]
    words = page.replace("\\-", "-").replace("\\&", "").replace("\\e", "\\").split()
    for promise in listed.findall("promise"):
        start = words.index(promise.get("id"))
        said = words[start:start + 200]
        assert "".join(promise.text.split()) in "".join(said), promise.get("id")


@pytest.mark.parametrize("form", ["fleet-plan", "results", "waivers"])
def test_the_page_of_a_file_has_all_of_its_elements_and_attributes(pages, form):
    schema = etree.parse(str(REPORTS / f"{form}.rng"))
    names = {e.get("name") for kind in ("element", "attribute") for e in schema.iter(RNG + kind)}
    said = set()
    for line in re.findall(r"^\.(?:It )?Ic (.*)", pages[f"verbs-cts-{form}.5"], re.M):
        said |= set(line.replace(",", " ").split()) - {".", ":"}
    said |= {word for line in re.findall(r"^\.Ss Elements? (.*)", pages[f"verbs-cts-{form}.5"], re.M)
             for word in line.replace(",", " ").split() if word != "and"}
    assert names <= said
    # results(5) says that an element is a waiver, and waivers(5) that a device has an element in results.xml
    assert said <= names | {"waiver", "device"}


def test_the_example_of_a_waiver_is_valid(pages):
    example = re.search(r"\.Bd -literal\n(.*?)\n\.Ed", pages["verbs-cts-waivers.5"], re.S)[1]
    etree.RelaxNG(etree.parse(str(REPORTS / "waivers.rng"))).assertValid(etree.fromstring(example))


def test_the_example_of_a_plan_is_valid(pages):
    example = re.search(r"\.Bd -literal\n(.*?)\n\.Ed", pages["verbs-cts-fleet-plan.5"], re.S)[1].replace("\\-", "-")
    etree.RelaxNG(etree.parse(str(REPORTS / "fleet-plan.rng"))).assertValid(etree.fromstring(example))


def test_the_page_of_the_program_has_its_environment(pages):
    asked = {name for source in (ROOT / "lib").glob("**/*.c")
             for name in re.findall(r'getenv\("(VCT_\w+)"\)', source.read_text())}
    # what the program tells itself, and what only tests set
    asked -= {"VCT_MUTANT", "VCT_KMEMLEAK", "VCT_CALLGRIND_OUT"}
    assert set(re.findall(r"^\.It Ev (VCT_\w+)", pages["verbs-cts.1"], re.M)) == asked
