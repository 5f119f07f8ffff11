# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The patches of fixtures/rxe and fixtures/mlx4 for the kernel and of fixtures/rdma-core: their form, that they apply, and what they mend."""
import fnmatch
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET

import pytest

from commands import exam, unpack_sources
from conftest import run
from documents import ROOT

FIXES = ROOT / "fixtures/rxe/fixes"
LIBRARY = ROOT / "fixtures/rdma-core"
SERIES = {name: sorted((ROOT / folder / "patches").glob("*.patch")) for name, folder in (
    ("xrc", "fixtures/rxe/xrc"), ("fixes", FIXES), ("rdma-core", LIBRARY), ("mlx4", "fixtures/mlx4/fixes"))}
LIBRARIES = pathlib.Path("/usr/lib/x86_64-linux-gnu")
ALL = [(patch, series) for series, patches in SERIES.items() for patch in patches]
MENDED = {name: [line.split() for line in (folder / "mended").read_text().splitlines()]
          for name, folder in (("fixes", FIXES), ("rdma-core", LIBRARY))}
SUBJECTS = {"xrc": ("RDMA/rxe: ",), "fixes": ("RDMA/rxe: ", "RDMA/uverbs: ", "IB/core: "), "rdma-core": ("verbs: ", "rxe: ", "siw: ", "mlx4: "),
            "mlx4": ("RDMA/mlx4: ",)}
FOLDERS = {"drivers/infiniband/sw/rxe", "drivers/infiniband/hw/mlx4", "drivers/infiniband/core", "include/rdma", "include/uapi/rdma"}


@pytest.mark.parametrize("patch, series", ALL, ids=[f"{series}-{patch.name[:4]}" for patch, series in ALL])
def test_a_patch_has_the_form_that_linux_takes(patch, series):
    text = patch.read_text(encoding="ascii")
    number, of = int(patch.name[:4]), SERIES[series]
    assert of[number - 1].name == patch.name
    subject = re.search(r"^Subject: \[PATCH (\d+)/(\d+)\] (.*)", text, re.M)
    assert (int(subject[1]), int(subject[2])) == (number, len(of))
    assert subject[3].startswith(SUBJECTS[series])
    author = re.search(r"^From: (verbs-cts <.*>)$", text, re.M)[1]
    assert f"\nSigned-off-by: {author}\n---\n" in text
    folders = {"libibverbs", "providers/rxe", "providers/siw", "providers/mlx4"} if series == "rdma-core" else FOLDERS
    assert set(re.findall(r"^\+\+\+ b/(.*)/[^/]*$", text, re.M)) <= folders


@pytest.mark.long
@pytest.mark.parametrize("patches, kernel", [("patches_of_xrc", "6.12"), ("patches_of_xrc", "7.3"), ("patches_of_xrc_fixed", "7.3"),
                                             ("patches_in $here/../mlx4/fixes/patches", "6.12"),
                                             ("patches_in $here/../mlx4/fixes/patches", "7.3")])
def test_the_patches_apply_and_checkpatch_has_nothing_to_say(tmp_path, patches, kernel):
    unpack_sources(kernel, tmp_path, "drivers/infiniband/*", "include/rdma/*", "include/uapi/rdma/*", "scripts/checkpatch.pl",
                   "scripts/spelling.txt", "scripts/const_structs.checkpatch")
    said = run("bash", "-c", f"here={ROOT}/fixtures/guest; . $here/common.sh; . $here/sources.sh; {patches} {kernel}")
    assert said.stdout.split()
    for patch in said.stdout.split():
        subprocess.run(["patch", "-p1", "-d", tmp_path, "-i", patch], check=True)
        said = run("perl", tmp_path / "scripts/checkpatch.pl", "--no-tree", patch)
        assert "0 errors, 0 warnings" in said.stdout, said.stdout


@pytest.mark.parametrize("kind, series", [("rxe-fixes", "fixes"), ("rdma-core-fixes", "rdma-core")])
def test_the_report_of_a_patch_names_the_promises_and_the_checks_that_it_mends(kind, series):
    reports = run("fixtures/exam/run", kind, "--report").stdout.split("\n# ")
    assert len(reports) == len(SERIES[series])
    for patch, report in zip(SERIES[series], reports):
        named = [(name, check) for number, name, check in MENDED[series] if number == patch.name[2:4]]
        assert f"`{patch.name}`" in report and named
        assert re.findall(r"^- `([^`]*)`$", report.partition("## Patch")[2], re.M) == [check for _, check in named]
        promises = {w.get("promise") for name, check in named for w in ET.parse(ROOT / f"fixtures/waivers/{name}.xml").iter("waiver")
                    if w.get("check") == check and w.get("kernel-to", "7.3") == "7.3" and w.get("rdma-core-to", "65") == "65"} - {None}
        assert set(re.findall(r"^- ([\w-]+) \(\w+\): .*  \n  Source: .", report, re.M)) == promises


@pytest.mark.parametrize("series", MENDED)
def test_what_is_mended_is_waived_elsewhere(series):
    for _, name, check in MENDED[series]:
        waivers = ET.parse(ROOT / f"fixtures/waivers/{name}.xml").getroot()
        assert check in [waiver.get("check") for waiver in waivers]


@pytest.mark.parametrize("name", ["rxe", "rxe-xrc", "core", "rdma-core", "siw"])
@pytest.mark.parametrize("series", [["fixes"], ["rdma-core"], ["fixes", "rdma-core"]], ids="+".join)
def test_the_waivers_of_what_is_mended_are_left_out(name, series):
    path = ROOT / f"fixtures/waivers/{name}.xml"
    left = ET.fromstring(run(ROOT / "fixtures/guest/unmended", path, *[{"fixes": FIXES, "rdma-core": LIBRARY}[s] / "mended"
                                                                       for s in series]).stdout)
    mended = {check for s in series for _, of, check in MENDED[s] if of == name}
    assert [ET.tostring(w).strip() for w in left] == [
        ET.tostring(w).strip() for w in ET.parse(path).getroot() if w.get("check") not in mended]


def test_an_edited_library_is_a_fact_and_certifies_nothing(tmp_path):
    for library in LIBRARIES.glob("libibverbs.so.1*"):
        shutil.copy(library, tmp_path, follow_symlinks=False)
    (tmp_path / "verbs-cts-edits").write_text("libibverbs/verbs.c\n")
    told = run("fixtures/guest/run", "--kernel", "uml", "--rdma-core", tmp_path, "--", "build/verbs-cts", "info", "--all", "-d", "rxe0")
    assert "\nrdma_core.own\tlibibverbs/verbs.c\n" in told.stdout
    refused = run("fixtures/guest/run", "--kernel", "uml", "--rdma-core", tmp_path, "--", "build/verbs-cts", "certify", "-d", "rxe0",
                  "-o", "/tmp/x.tar.zst")
    assert refused.returncode == 2
    assert "which has edited libibverbs/verbs.c" in refused.stderr or "not committed" in refused.stderr


@pytest.mark.long
def test_the_library_with_the_patches_is_built_and_keeps_what_they_mend(tmp_path):
    checks = sorted({check for _, name, check in MENDED["rdma-core"] if name in ("rxe", "rdma-core")})
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--rdma-core", "fixed", "--out", tmp_path, "--", *checks, timeout=3600)
    assert process.returncode == 0, process.stdout + process.stderr
    root = ET.parse(tmp_path / "results.xml").getroot()
    assert {check.get("verdict") for check in root.iter("check")} == {"PASS"}
    assert "with a rdma-core with edits of what is judged" in process.stdout


@pytest.mark.parametrize("name", ["rxe", "rdma-core"])
def test_what_is_recorded_of_each_patch_is_a_check_that_it_mends_or_a_reason(name):
    _, series = exam(f"{name}-fixes")
    checks = {c.get("name"): c for c in ET.fromstring(run("build/verbs-cts", "list", "-X").stdout).iter("check")}
    seen, green = series.recorded(), series.why_green()
    for number in series.devices:
        recorded = seen.get(number, [])
        for _, _, check, _, *promises in recorded:
            assert set(promises) <= set(checks[check].get("promises").split())
        for glob in series.mended(number):
            is_red = bool(fnmatch.filter([check for _, _, check, *_ in recorded], glob))
            assert is_red != ((number, glob) in green), (number, glob)
    assert {glob for _, glob in green} <= set(series.patterns(0))


@pytest.mark.long
@pytest.mark.parametrize("device", ["mlx4", "mlx5"])
def test_what_is_mended_for_a_synthetic_hca_is_red_no_more(device, tmp_path):
    subprocess.run(["make", "-s", "synthetic"], cwd=ROOT, check=True)
    checks = [check for _, name, check in MENDED["rdma-core"] if name == device]
    process = run("fixtures/guest/conformance", "--device", device, "--kernel", "6.12", "--rdma-core", "fixed", "--out", tmp_path,
                  "--", *checks, timeout=3600)
    assert process.returncode == 0, process.stdout + process.stderr


@pytest.mark.parametrize("name", ["rxe", "rdma-core"])
def test_the_page_has_a_row_for_each_patch(name):
    rows = re.findall(r"^\| (\d+) \|", run("fixtures/exam/run", f"{name}-fixes", "--page").stdout, re.M)
    assert list(map(int, rows)) == list(exam(f"{name}-fixes")[1].patches)


def test_a_patch_that_does_not_exist_is_refused():
    said = run("fixtures/exam/run", "rxe-fixes", "42")
    assert said.returncode == 2 and "there is no 42 among the rxe-fixes" in said.stderr


@pytest.mark.long
@pytest.mark.parametrize("name", ["rxe", "rdma-core"])
def test_without_a_patch_the_checks_that_are_recorded_are_red(name):
    if name == "rdma-core":
        made = run("fixtures/guest/uml", "uml-fixed", timeout=3600)
        assert made.returncode == 0, made.stderr
    process = run("fixtures/exam/run", f"{name}-fixes", timeout=4 * 3600)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "GREEN WITHOUT IT" not in process.stdout and "RED WITH ALL PATCHES" not in process.stdout
