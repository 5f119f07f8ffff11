# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What the tests of the suite share: commands, here and in a guest; results.xml as it is read; fixtures."""

import pytest
from lxml import etree

from browser import Page, driver  # noqa: F401  a fixture
from commands import guest, heed_ctrl_c, run, shell  # noqa: F401  as tests have them
from documents import ROOT, schema, transform  # noqa: F401  ROOT likewise
from golden_results import golden
from matrix_records import pairs, three  # noqa: F401  fixtures


class Results:
    """A results.xml that is valid, by the names of its checks."""

    schema = schema("results")

    def __init__(self, path):
        self.path = path
        self.document = etree.parse(str(path))
        self.schema.assertValid(self.document)
        self.root = self.document.getroot()
        self.checks = {c.get("name"): c for c in self.root.findall("check")}

    @property
    def verdicts(self):
        return {name: check.get("verdict") for name, check in self.checks.items()}

    def text(self, name, child):
        return "\n".join(e.text or "" for e in self.checks[name].findall(child))


@pytest.fixture(scope="session")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("out")


@pytest.fixture(scope="module")
def page(driver, tmp_path_factory):
    return Page(driver, tmp_path_factory.mktemp("reports"), lambda name: bytes(transform("html", golden(name))))
