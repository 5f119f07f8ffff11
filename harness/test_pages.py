# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
docs/pages.md and docs/peers.md, which commands make: their promises are those that there are, and a page that is old is told. What
was measured on targets and of peers is not judged here.
"""

import re

import pytest

from commands import ROOT, run

COMMANDS = {"pages": ("pages.md", "--page"), "peers": ("peers.md", "--out")}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_has_the_promises_that_there_are(command):
    process = run(f"fixtures/coverage/{command}", "--check")
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_old_page_is_told(command, tmp_path):
    name, option = COMMANDS[command]
    text = (ROOT / "docs" / name).read_text()
    total = re.search(r"^\| all \| (\d+) ", text, re.M).group(1)
    (tmp_path / name).write_text(text.replace(f"| all | {total} ", f"| all | {int(total) - 1} "))
    process = run(f"fixtures/coverage/{command}", "--check", option, tmp_path / name)
    assert process.returncode == 1
    assert f"all: the page has ['{int(total) - 1}'" in process.stdout
    assert process.stdout.endswith(f"the page is old; type: fixtures/coverage/{command}\n")


def test_every_promise_has_an_area_of_its_own_among_the_peers():
    assert not re.search(r"^\| Other calls \| [1-9]", (ROOT / "docs/peers.md").read_text(), re.M)


RESULTS = """<results suite="0.1.0" commit="abc" start="2026-11-22T22:24:39Z" complete="true"{attributes}>
  <device kernel="6.99"/>
  <check name="a" verdict="PASS"/><check name="b" verdict="WAIVED"/><check name="c" verdict="SKIP"/>
  <promise id="MW-ALC-01" outcome="kept"/><promise id="MW-ALC-02" outcome="waived"/><promise id="MW-ALC-03" outcome="skipped"/>
</results>"""


def make(tmp_path, attributes=""):
    (tmp_path / "results.xml").write_text(RESULTS.format(attributes=attributes))
    return run("fixtures/coverage/pages", f"siw={tmp_path}/results.xml", "--page", tmp_path / "pages.md")


def test_a_column_is_what_the_run_made_of_the_promises(tmp_path):
    (tmp_path / "pages.md").write_text((ROOT / "docs/pages.md").read_text())
    assert make(tmp_path).returncode == 0
    text = (tmp_path / "pages.md").read_text()
    assert "| siw in User-Mode Linux | 6.99 | 2026-11-22 | abc | 3 | 1 | 1 | 1 | 3 |\n" in text
    assert re.search(r"^\| ibv_alloc_mw\(3\) \| \d+ \| 5 \| .* \| 2 \(1\) / 1 / \d+ \|$", text, re.M)
    before = (ROOT / "docs/pages.md").read_text()
    for target in ("reference HCA", "rxe in User-Mode Linux"):
        row = re.search(rf"^\| {target} .*$", before, re.M).group(0)
        assert row in text


@pytest.mark.parametrize("attributes", [' selection="srq.*"', ' complete="false"'])
def test_a_run_that_is_not_whole_is_refused(attributes, tmp_path):
    (tmp_path / "results.xml").write_text(re.sub(r' complete="true"(?=.* complete)', "", RESULTS.format(attributes=attributes)))
    process = run("fixtures/coverage/pages", f"siw={tmp_path}/results.xml", "--page", tmp_path / "pages.md")
    assert process.returncode == 2
    assert "is not of a whole run" in process.stderr


def test_an_unknown_target_is_refused(tmp_path):
    process = run("fixtures/coverage/pages", "mlx5=results.xml", "--page", tmp_path / "pages.md")
    assert process.returncode == 2
    assert "TARGET one of refhca, uml, 7.3, 6.12, 6.1, uml-xrc, siw" in process.stderr
