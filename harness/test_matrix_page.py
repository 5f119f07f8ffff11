# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The page of verbs-cts matrix, in a browser."""
import pytest

from browser import squeeze
from matrix_records import ENDS, KINDS, Matrix, make

HEADLINES = [(["green", "green"], "Nothing new in 2 runs; 2 of them with known deviations"), (["green", "red"], "1 of 2 runs does not conform"),
             (["red", "stale", "cut"], "2 of 3 runs do not conform, 1 of 3 runs is incomplete"),
             (["green"], "6.0: nothing new"), (["cut", "cut"], "2 of 2 runs are incomplete")]


def show(page, matrix, name, **kwargs):
    (page.folder / f"{name}.html").write_bytes(matrix.html.read_bytes())
    page.open(name, **kwargs)


@pytest.mark.parametrize("ends, says", HEADLINES)
def test_headline_says_the_result(page, tmp_path, ends, says):
    files = [make(tmp_path / f"{i}.xml", ENDS[end][0], kernel=f"6.{i}") for i, end in enumerate(ends)]
    show(page, Matrix(tmp_path, *files), "-".join(ends))
    heading, = page.all("h1")
    assert page.text(heading) == says and page.driver.title == f"{says} – verbs-cts"


def test_page_has_the_changes_and_the_differences_first(page, three):
    show(page, three, "three")
    assert [s.get_attribute("id") for s in page.all("main > section")] == [
        "runs", "changes", "verdicts", "seen", "not-pass", "skipped", "gaps"]
    assert page.shows("changes") == squeeze("""Changes since the baseline 6.1.0-50-amd64
        Newly broken in 6.12.117+deb12-amd64 1 PASS → FAIL srq.b.breaks
        Newly passing in 6.12.117+deb12-amd64 2 KERNEL → PASS srq.b.oopsed WAIVED → PASS srq.b.mended""")
    assert page.shows("srq.b.breaks") == "srq.b.breaks PASS PASS FAIL"
    told = page.shows("verdicts")
    for wanted in ("bad == &wr[1] does not hold", "Expected: nothing changes", "Seen: it changed",
                   "BUG: kernel NULL pointer dereference", "Waived until 2027-06-30. rxe does otherwise.",
                   "A refused modify changes nothing. SRQ-MOD-21 · must · ibv_modify_srq(3)"):
        assert wanted in told
    assert "6.1.0-50-amd64, 6.1.0-56-amd64 Recorded: it reads 0" in page.shows("seen")


@pytest.mark.parametrize("ends, says", [(["green"], "1 of 1 runs is on a mutant"),
                                        (["green", "green"], "1 of 2 runs is on a mutant"),
                                        (["red", "green"], "1 of 2 runs does not conform, 1 of 2 runs is on a mutant")])
def test_page_says_that_a_mutant_certifies_nothing(page, tmp_path, ends, says):
    files = [make(tmp_path / f"{i}.xml", ENDS[end][0], kernel=f"6.{i}") for i, end in enumerate(ends[:-1])]
    files.append(make(tmp_path / "mutant.xml", ENDS[ends[-1]][0], kernel="6.12", mutant="keeps_firing"))
    show(page, Matrix(tmp_path, *files), "mutant-" + "-".join(ends))
    assert page.text(page.all("h1")[0]) == says and not page.all("header.conforms")
    run_, = (r for r in map(page.text, page.all("article.run")) if "keeps_firing" in r)
    assert run_.startswith("6.12 on mutant keeps_firing certifies nothing Run on a mutant: this run certifies nothing.")
    assert "SRQ-MOD-21" in run_ and "it is not as it should be" in run_
    assert len(page.all(".mutant")) == 1


def test_page_has_all_rows(page, pairs):
    show(page, pairs, "pairs")
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    texts = page.texts("[id]")
    for kind in KINDS:
        for name in pairs.names(kind):
            assert name in texts[name]
    assert page.dead_links() == set()


@pytest.mark.parametrize("media", ["", "print"])
@pytest.mark.parametrize("width", [1280, 700, 400])
@pytest.mark.parametrize("which", ["three", "pairs"])
def test_page_does_not_overflow(page, request, which, width, media):
    show(page, request.getfixturevalue(which), which, width=width, media=media)
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.js("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_has_enough_contrast_and_requests_nothing(page, three, scheme):
    show(page, three, "three", scheme=scheme)
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    ground, poor = page.contrast()
    assert poor == [] and (ground > 0.9 if scheme == "light" else ground < 0.05)
    assert page.console_messages() == []
    assert page.requests() == [] and page.all("script, img, iframe, object, link[rel=stylesheet]") == []


def test_page_and_text_show_markup_as_text(page, tmp_path):
    evil = "<script>document.title='owned'</script> ]]> &amp;\r\x85"
    text = {"srq.a.one": evil}
    matrix = Matrix(tmp_path, make(tmp_path / "1.xml", {"srq.a.one": "FAIL"}, text),
                    make(tmp_path / "2.xml", {"srq.a.one": "PASS"}, kernel="6.12"))
    show(page, matrix, "odd")
    assert "owned" not in page.driver.title and "<script>" in page.shows("verdicts")
    assert "\r" not in matrix.text
