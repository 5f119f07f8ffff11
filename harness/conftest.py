# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What the tests of the suite share: commands, here and in a guest; results.xml as it is read; fixtures."""

import pytest
from lxml import etree

from browser import Page, driver  # noqa: F401  a fixture
from commands import free_port, guest, heed_ctrl_c, run, shell  # noqa: F401  as tests have them
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


# Fixtures that take long to make, the longest first. pytest-xdist gives all tests that use one of them to
# the same process, so that it is made once, and starts them before the other tests.
SHARED = ("conformance", "on_refhca", "on_rxe", "driver", "booted", "everything", "whole_run", "installed", "real", "ran")


def shared_fixture(item):
    """The first of SHARED that a test uses, with its parameter; None where it uses none."""
    parameters = getattr(item, "callspec", None) and item.callspec.params or {}
    for name in SHARED:
        if name in item.fixturenames or name in parameters.values():
            return f"{name}-{parameters[name]}" if name in parameters else name
    return None


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the marks
def pytest_collection_modifyitems(items):
    for item in items:
        if shared := shared_fixture(item):
            item.add_marker(pytest.mark.xdist_group(shared))
    items.sort(key=lambda item: SHARED.index(s.split("-")[0]) if (s := shared_fixture(item)) else len(SHARED))


@pytest.fixture(scope="session")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("out")


@pytest.fixture(scope="module")
def page(driver, tmp_path_factory):
    return Page(driver, tmp_path_factory.mktemp("reports"), lambda name: bytes(transform("html", golden(name))))
