# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
Each check is an item of pytest, with its verdict, its reason and its trace:

    pytest harness/device --dev mlx5_0 -k srq.limit

One run of verbs-cts serves all items that are selected; -k takes the names of checks and the ids of promises.
"""
import pathlib
import shlex
import subprocess
from xml.etree import ElementTree

import pytest

HERE = pathlib.Path(__file__).resolve().parent
RECORD = pytest.StashKey[dict]()
SENTENCE = pytest.StashKey[str]()
RED = ("BROKEN", "BLOCKED", "TIMEOUT", "CRASH", "KERNEL", "XPASS", "NOTRUN")


def pytest_addoption(parser):
    group = parser.getgroup("verbs-cts")
    group.addoption("--dev", metavar="DEV", help="the device under test, as for verbs-cts run -d")
    group.addoption("--program", metavar="FILE", default=HERE.parent.parent / "build/verbs-cts", type=pathlib.Path,
                    help="verbs-cts (default: build/verbs-cts)")
    group.addoption("--run-options", metavar="OPTIONS", default="", type=shlex.split,
                    help="more options of verbs-cts run, in one word: '-x 3 --waivers mlx5.xml'")
    group.addoption("--results", metavar="FILE", type=pathlib.Path, help="keep results.xml, the record of the run, in FILE")


def pytest_configure(config):
    # The tests of the suite, which collect this folder too, have no such option.
    if config.getoption("--dev", None) and (config.getoption("numprocesses", None) or hasattr(config, "workerinput")):
        raise pytest.UsageError("one run serves all checks: pytest -n cannot divide them; verbs-cts run --part can")


def pytest_collect_file(parent, file_path):
    if file_path.resolve() == HERE / "conftest.py" and parent.config.getoption("--program", None):
        return Checks.from_parent(parent, path=file_path)


class Checks(pytest.File):
    """The checks that the program has."""

    def collect(self):
        if not self.config.getoption("--dev"):
            raise pytest.UsageError("which device? Name it with --dev, as verbs-cts run -d does")
        program = self.config.getoption("--program")
        listed = subprocess.run([program, "list", "--xml"], capture_output=True, check=True)
        for check in ElementTree.fromstring(listed.stdout).iter("check"):
            item = Check.from_parent(self, name=check.get("name"))
            item.extra_keyword_matches.update(check.get("promises").split())
            yield item


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    """Runs the selected checks, all of them at once, before the first item."""
    items = [item for item in session.items if isinstance(item, Check)]
    config = session.config
    if not items or config.option.collectonly:
        return
    results = config.getoption("--results") or pathlib.Path(config._tmp_path_factory.mktemp("run")) / "results.xml"
    # A run of all checks without their names is a whole run, which can say that the device conforms.
    names = [] if len(items) == session.testscollected and not session.config.getoption("keyword") else \
        [item.name for item in items]
    ran = subprocess.run([config.getoption("--program"), "run", "-d", config.getoption("--dev"), "--results", results,
                          *config.getoption("--run-options"), *names], text=True, errors="replace", capture_output=True)
    if ran.returncode == 2 or not results.exists():
        raise pytest.UsageError(f"verbs-cts run ended with exit code {ran.returncode}: {ran.stderr.strip()}")
    root = ElementTree.parse(results).getroot()
    promises = {promise.get("id"): promise for promise in root.iter("promise")}
    config.stash[RECORD] = {"strict": root.get("strict") == "true", "promises": promises,
                            "checks": {check.get("name"): check for check in root.iter("check")}}
    said = subprocess.run([config.getoption("--program"), "report", results, "--summary"], text=True, capture_output=True)
    config.stash[SENTENCE] = said.stdout.strip()


def pytest_terminal_summary(terminalreporter, config):
    if SENTENCE in config.stash:
        terminalreporter.section("verbs-cts")
        terminalreporter.write_line(config.stash[SENTENCE])


class Broken(Exception):
    """A red verdict; the message is what the report of pytest shows."""


class Check(pytest.Item):
    def runtest(self):
        record = self.config.stash[RECORD]
        check = record["checks"].get(self.name)
        if check is None:
            raise Broken("the record of the run does not have this check")
        verdict, reason = check.get("verdict"), check.findtext("reason", "")
        self.add_report_section("call", "trace", trace(check))
        if verdict == "SKIP":
            pytest.skip(reason)
        if verdict == "WAIVED":
            pytest.xfail(f"waived: {check.findtext('waiver')}")
        if verdict == "FAIL" and check.get("level") != "must" and not record["strict"]:
            pytest.xfail(f"a deviation from a promise of level {check.get('level')}: {reason}")
        if verdict == "FAIL" or verdict in RED:
            raise Broken(finding(check, record["promises"]))

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if isinstance(excinfo.value, Broken) else super().repr_failure(excinfo)

    def reportinfo(self):
        # pytest would replace the points of the bare name
        return self.path, None, f"check {self.name}"


def finding(check, promises):
    """The verdict, the promise in one sentence with its source, what was expected, and what was seen."""
    reason = check.find("reason")
    lines = [f"{check.get('verdict')}: {'' if reason is None else reason.text}"]
    judged = promises.get(reason.get("promise")) if reason is not None else None
    if judged is not None:
        lines.append(f"{judged.get('id')} ({judged.get('level')}): {judged.text} [{judged.get('source')}]")
    for part in ("expected", "seen"):
        text = next((e.text for e in check.findall(part) if not e.get("judged")), None)
        if text:
            lines.append(f"{part}: {text}")
    if reason is not None and reason.get("where"):
        lines.append(reason.get("where"))
    if check.get("verdict") == "XPASS":
        lines.append(f"the waiver is stale: {check.findtext('waiver')}")
    return "\n".join(lines)


def trace(check):
    """The verbs called, the steps of random use and what the kernel logged."""
    return "\n".join("".join(e.itertext()) for e in check if e.tag in ("call", "verb", "step", "kernel", "note"))
