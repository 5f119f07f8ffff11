# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The patches of fixtures/rxe for the kernel: their form, that they apply, and what the list of what they mend says."""
import fnmatch
import re
import subprocess
import xml.etree.ElementTree as ET

import pytest

from commands import unpack_sources
from conftest import run
from documents import ROOT

FIXES = ROOT / "fixtures/rxe/fixes"
SERIES = {"xrc": sorted((ROOT / "fixtures/rxe/xrc/patches").glob("*.patch")), "fixes": sorted((FIXES / "patches").glob("*.patch"))}
OLDER = sorted((ROOT / "fixtures/rxe/xrc/patches/before-6.15").glob("*.patch"))
ALL = [(patch, series) for series, patches in SERIES.items() for patch in patches] + [(patch, "xrc") for patch in OLDER]
MENDED = [line.split() for line in (FIXES / "mended").read_text().splitlines()]


@pytest.mark.parametrize("patch, series", ALL, ids=[f"{series}-{patch.name[:4]}" for patch, series in ALL])
def test_a_patch_has_the_form_that_linux_takes(patch, series):
    text = patch.read_text(encoding="ascii")
    number, of = int(patch.name[:4]), SERIES[series]
    assert of[number - 1].name == patch.name
    subject = re.search(r"^Subject: \[PATCH (\d+)/(\d+)\] (.*)", text, re.M)
    assert (int(subject[1]), int(subject[2])) == (number, len(of))
    assert subject[3].startswith(("RDMA/rxe: ", "RDMA/uverbs: ", "IB/core: ") if series == "fixes" else "RDMA/rxe: ")
    author = re.search(r"^From: (verbs-cts <.*>)$", text, re.M)[1]
    assert f"\nSigned-off-by: {author}\n---\n" in text
    folders = {"drivers/infiniband/sw/rxe", "drivers/infiniband/core", "include/rdma", "include/uapi/rdma"}
    assert set(re.findall(r"^\+\+\+ b/(.*)/[^/]*$", text, re.M)) <= folders


@pytest.mark.long
@pytest.mark.parametrize("series, kernel", [("xrc", "6.12"), ("xrc", "7.3"), ("fixed", "7.3")])
def test_the_patches_apply_and_checkpatch_has_nothing_to_say(tmp_path, series, kernel):
    unpack_sources(kernel, tmp_path, "drivers/infiniband/*", "include/rdma/*", "include/uapi/rdma/*", "scripts/checkpatch.pl",
                   "scripts/spelling.txt", "scripts/const_structs.checkpatch")
    said = run("bash", "-c", f"here={ROOT}/fixtures/guest; . $here/sources.sh; patches_of_{series} {kernel}")
    assert said.stdout.split()
    for patch in said.stdout.split():
        subprocess.run(["patch", "-p1", "-d", tmp_path, "-i", patch], check=True)
        said = run("perl", tmp_path / "scripts/checkpatch.pl", "--no-tree", patch)
        assert "0 errors, 0 warnings" in said.stdout, said.stdout


@pytest.mark.parametrize("patch", SERIES["fixes"], ids=lambda patch: patch.name[:4])
def test_a_patch_has_a_report_that_names_the_checks_that_it_mends(patch):
    report = patch.with_suffix(".md").read_text()
    assert patch.name in report
    for number, check in MENDED:
        assert (f"- `{check}`\n" in report) == (number == patch.name[2:4]), check


def test_what_is_mended_is_a_check_of_today():
    names = [check.get("name") for check in ET.fromstring(run("build/verbs-cts", "list", "-X").stdout).iter("check")]
    assert [check for _, check in MENDED if not fnmatch.filter(names, check)] == []


@pytest.mark.parametrize("name", ["rxe", "rxe-xrc", "core", "rdma-core"])
def test_the_waivers_of_what_is_mended_are_left_out(name):
    path = ROOT / f"fixtures/waivers/{name}.xml"
    left = ET.fromstring(run(FIXES / "waivers", path).stdout)
    mended = {check for _, check in MENDED}
    assert [ET.tostring(w).strip() for w in left] == [
        ET.tostring(w).strip() for w in ET.parse(path).getroot() if w.get("check") not in mended]


@pytest.mark.long
def test_each_check_turns_green_by_the_patch_that_mends_it():
    process = run(FIXES / "table", timeout=4 * 3600)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "-> PASS" in process.stdout and "NOT MENDED" not in process.stdout
