# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What the tests share: commands on this machine and in guests, results.xml, fixtures."""

import pytest
from lxml import etree

from browser import Page, driver  # noqa: F401
from commands import PATIENCE, free_port, guest, listening, accept_sigint, run, shell  # noqa: F401
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

    def red(self):
        return {name: verdict for name, verdict in self.verdicts.items() if verdict not in ("PASS", "SKIP", "WAIVED")}

    def text(self, name, child):
        return "\n".join("".join(e.itertext()) for e in self.checks[name].findall(child))

    def calls(self, name):
        """The calls of a check as C, whether they have parts or, of a check that passed, are text only."""
        return ["".join(e.itertext()) for e in self.checks[name] if e.tag in ("call", "verb")]


# Fixtures that take long to make, in the order of their time. All tests that use one of them run in one process of
# pytest-xdist, which makes the fixture once. They start before the other tests.
SHARED = ("built", "conformance", "on_refhca", "on_rxe", "certified", "driver", "attacked", "booted", "single_waivers", "everything", "whole_run",
          "profiled", "reported", "two_rounds", "ran", "pages", "killed", "refhca", "answers",
          "installed", "real")
# The longest of the other tests start next. The rest is short, so that all processes end at about the same time.
LONG_ALONE = ("test_arm64_makes_no_difference_on_the_reference_hca", "test_the_sanitized_suite_runs_on_the_sanitized_hca", "test_the_sanitized_program_runs_on_the_stock_kernel",
              "test_no_device_that_keeps_every_promise_differs", "test_a_run_continues_after_each_guest_that_dies",
              "test_what_kills_a_kernel_is_shortened_over_fresh_guests", "test_a_soak_in_a_guest_that_has_too_few_samples_is_incomplete",
              "test_a_short_soak_is_green", "test_only_promises_that_the_tables_list_fail",
              "test_every_command_of_a_guide_works", "test_two_runs_can_share_an_hca", "test_no_check_is_skipped_because_of_another_errno_value",
              "test_a_finding_is_shortened_to_the_steps_that_it_needs", "test_a_killed_run_is_resumed",
              "test_a_guest_that_is_killed_or_stopped_from_outside_is_booted_again",
              "test_random_use_may_take_longer_than_the_deadline_of_its_guest", "test_rxe_shows_its_deviations",
              "test_a_build_that_is_four_times_as_slow_is_found_on_any_machine",
              "test_a_check_is_skipped_if_and_only_if_a_need_is_not_met", "test_a_killed_run_leaves_the_hca_usable")


def shared_fixture(item):
    """The first fixture of SHARED that a test uses, also as its parameter `matrix`, with the fixture's parameter, or None."""
    parameters = getattr(item, "callspec", None) and item.callspec.params or {}
    for name in SHARED:
        if name in item.fixturenames or name == parameters.get("matrix"):
            # A group has the same name in every process, which the text of a parameter may not have.
            value = parameters.get(name, "")
            return f"{name}-{value if isinstance(value, str) else item.callspec.id}"
    return None


def place(item):
    """Where a test is in the order of all tests."""
    if shared := shared_fixture(item):
        return SHARED.index(shared.split("-")[0])
    name = item.originalname
    return len(SHARED) + (LONG_ALONE.index(name) if name in LONG_ALONE else len(LONG_ALONE))


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the marks
def pytest_collection_modifyitems(items):
    for item in items:
        if shared := shared_fixture(item):
            item.add_marker(pytest.mark.xdist_group(shared))
    items.sort(key=place)


@pytest.fixture(scope="session")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("out")


@pytest.fixture(scope="module")
def page(driver, tmp_path_factory):
    return Page(driver, tmp_path_factory.mktemp("reports"), lambda name: bytes(transform("html", golden(name))))
