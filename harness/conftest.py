# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What the tests share: commands on this machine and in guests, results.xml, fixtures."""

import pytest
from lxml import etree

from browser import Page, driver  # noqa: F401
from commands import free_port, guest, accept_sigint, run, shell  # noqa: F401
from documents import REPORTS, ROOT, schema, transform  # noqa: F401
from golden_results import golden
from matrix_records import pairs, three  # noqa: F401

# Its own pytest.ini and conftest.py are for `pytest harness/device --dev DEV`.
collect_ignore = ["device"]


class Results:
    """A results.xml, which must be valid; its checks by name."""

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


# Fixtures that take long to make, in the order of their time. All tests that use one of them run in one process of
# pytest-xdist, which makes the fixture once. They start before the other tests.
SHARED = ("conformance", "certified", "on_refhca", "on_rxe", "driver", "booted", "everything", "whole_run", "single_waivers",
          "installed", "real", "ran", "profiled")


def shared_fixture(item):
    """The first fixture of SHARED that a test uses, with its parameter, or None."""
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
