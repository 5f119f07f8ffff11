# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What reads files, on all inputs that fuzzing has found and kept (docs/fuzzing.md)."""
import pytest

from conftest import run
from documents import ROOT

CORPORA = sorted((ROOT / "harness/fuzz/corpus").iterdir())


@pytest.mark.parametrize("corpus", CORPORA, ids=lambda corpus: corpus.name)
def test_no_input_ends_a_reader(corpus):
    inputs = sorted(corpus.iterdir())
    process = run("build/sanitized/feed", corpus.name, *inputs)
    assert process.returncode == 0, process.stderr[-3000:]
    assert process.stdout == f"{len(inputs)} inputs\n"
