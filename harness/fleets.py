# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A small plan of a fleet, and what runs it, for the tests of verbs-cts fleet."""
import pytest

from conftest import run

PROGRAM = "build/verbs-cts"
PLAN = """<fleet-plan name="lab" results="results">
  <run name="limit" seeds="1 2"><check>srq.limit.*</check></run>
  <run name="core" times="2"><check>srq.query.*</check><profile>srq-core</profile><option>--brief</option></run>
  <persona name="plain" nodes="n[1-2]"/>
  <persona name="mlx5" config="persona=mlx5-roce" runs="core"/>
</fleet-plan>"""


def fleet(*arguments, **kwargs):
    return run(PROGRAM, "fleet", *arguments, **kwargs)


def records(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.glob("round-*/*/*/results.xml"))


@pytest.fixture
def plan(tmp_path):
    """Writes a plan; its results are beside it."""
    def write(text=PLAN):
        path = tmp_path / "plan.xml"
        path.write_text(text)
        return path
    return write
