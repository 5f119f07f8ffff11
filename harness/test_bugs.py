# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The bugs of fixtures/rxe/bugs: the form of the patches, what is recorded of them, and that the suite sees them."""
import importlib.machinery
import importlib.util
import re
import subprocess
import xml.etree.ElementTree as ET

import pytest

from commands import unpack_sources
from conftest import run
from documents import ROOT

BUGS = ROOT / "fixtures/rxe/bugs"
PATCHES = sorted((BUGS / "patches").glob("*.patch"))
KINDS = {"another", "errno", "event", "failed", "loss", "memory", "most", "nothing", "order", "query", "race", "refusal", "shape",
         "many", "time", "wire", "wrap"}


def exam():
    loader = importlib.machinery.SourceFileLoader("exam", str(BUGS / "exam"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("exam", loader))
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("patch", PATCHES[1:], ids=lambda patch: patch.name[:4])
def test_a_patch_says_what_it_puts_back_and_tests_its_own_number(patch):
    head, edits = patch.read_text().split("\n---\n", 1)
    number = PATCHES.index(patch)
    assert int(patch.name[:4]) == number
    assert re.findall(r"^(\w+): \S", head, re.M) == ["Title", "Known", "Kind", "Breaks", "Seen"]
    assert re.search(r"^Kind: (.*)$", head, re.M)[1] in KINDS
    added = [text for text in edits.splitlines() if text.startswith("+") and not text.startswith("+++")]
    assert set(re.findall(r"PUT_BACK\((\d+)\)", "\n".join(added))) == {str(number)}
    folders = {"drivers/infiniband/sw/rxe", "drivers/infiniband/core"}
    assert set(re.findall(r"^\+\+\+ b/(.*)/[^/]*$", edits, re.M)) <= folders


def test_what_is_recorded_is_a_check_and_promises_of_today():
    module = exam()
    checks = {c.get("name"): c for c in ET.fromstring(run("build/verbs-cts", "list", "-X").stdout).iter("check")}
    seen = module.record(BUGS / "seen")
    assert set(seen) <= set(module.bugs())
    for number, (scope, how, *rest) in seen.items():
        assert scope in ("whole", "subject") and how in ("seen", "sometimes", "missed")
        if how == "missed":
            assert rest == []
        else:
            check, verdict, *promises = rest
            assert set(promises) <= set(checks[check].get("promises").split()), number
            assert verdict not in module.NOT_RED and promises
    assert sorted(module.reasons()) == sorted(n for n, (_, how, *_) in seen.items() if how != "seen")


def test_the_page_has_the_table_of_today():
    assert exam().page() in (ROOT / "docs/bugs.md").read_text()


def test_a_bug_that_does_not_exist_is_refused():
    said = run(BUGS / "exam", "4711")
    assert said.returncode == 2 and "there is no bug 4711" in said.stderr


@pytest.mark.parametrize("kernel, bug, message", [("uml", "7", "--bug needs --kernel uml-bugs"), ("uml-bugs", "4711", "not 4711"),
                                                  ("uml-bugs", "x", "not x")])
def test_a_guest_without_that_bug_is_not_booted(kernel, bug, message):
    said = run("fixtures/guest/run", "--kernel", kernel, "--bug", bug, "--", "true")
    assert said.returncode == 126 and message in said.stderr


@pytest.mark.long
def test_the_patches_apply(tmp_path):
    unpack_sources("7.3", tmp_path, "drivers/infiniband/*", "include/rdma/*")
    for patch in PATCHES:
        said = subprocess.run(["patch", "-p1", "-d", tmp_path, "-i", patch], capture_output=True, text=True)
        assert said.returncode == 0 and "fuzz" not in said.stdout, said.stdout


@pytest.mark.long
def test_each_bug_is_seen_by_the_check_that_is_recorded():
    subprocess.run([ROOT / "fixtures/guest/uml", "uml-bugs"], check=True)
    said = run(BUGS / "exam", timeout=2 * 3600)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "NOT SEEN" not in said.stdout
