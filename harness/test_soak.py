# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""fixtures/soak: a short soak is green, and one whose verdicts change or whose figures grow is red."""
import importlib.machinery
import importlib.util
import sys

import pytest

from conftest import run
from documents import ROOT


@pytest.fixture(scope="module")
def soak():
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("soak", str(ROOT / "fixtures/soak"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("soak", loader))
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("target", ["refhca", "guest"])
def test_a_short_soak_is_green(tmp_path, target):
    process = run("fixtures/soak", "--target", target, "--for", 20, "--every", 1, "--out", tmp_path, "srq.modify.*")
    assert process.returncode == 0, process.stdout + process.stderr
    assert "samples are too few to see growth" in process.stdout
    assert (tmp_path / "soak.csv").read_text().startswith("seconds,round,journal_kb,rss_kb,descriptors")


def test_what_grows_is_found(soak, capsys):
    rows = [{"rss_kb": str(9000 + 20 * n), "descriptors": str(5 + n % 2)} for n in range(100)]
    rows = [row | {name: "" for name in soak.ALLOWED if name not in row} for row in rows]
    assert soak.growth(rows) == ["rss_kb"]
    assert "GREW" in capsys.readouterr().out


def test_a_verdict_that_changes_is_found(soak):
    assert soak.unstable(ROOT / "harness/golden/flaky.xml")
    assert not soak.unstable(ROOT / "harness/golden/all-green.xml")
