# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What the tests of the suite share: a guest to run things in, and results.xml as it is read."""

import pathlib
import subprocess

import pytest
from lxml import etree

from browser import driver  # noqa: F401  a fixture

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(*command, timeout=120, **kwargs):
    """A command in the project's directory, with its output as text."""
    return subprocess.run([str(c) for c in command], cwd=ROOT, timeout=timeout, text=True,
                          errors="replace", capture_output=True, **kwargs)


def guest(*command, results=None, kernel="uml", deadline=100, options=(), **kwargs):
    """A command in a guest with rxe0; what it writes below `results` stays."""
    where = ["--results", results] if results else []
    return run("fixtures/guest/run", "--kernel", kernel, "--deadline", deadline, *where, *options,
               "--", *command, timeout=deadline + 30, **kwargs)


def shell(script, **kwargs):
    """A shell script in a guest."""
    return guest("bash", "-c", script, **kwargs)


class Results:
    """A results.xml that is valid, by the names of its checks."""

    schema = etree.RelaxNG(etree.parse(ROOT / "reports/results.rng"))

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
