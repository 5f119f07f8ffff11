# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The bugs of fixtures/rxe/bugs, fixtures/rdma-core/bugs and fixtures/mlx/bugs: the form of the patches, what is recorded of them, and
that the suite sees them."""
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from commands import exam, unpack_sources
from conftest import run
from documents import ROOT

BUGS = ROOT / "fixtures/rxe/bugs"
RUN = "fixtures/exam/run"
BEHIND_EACH_CHECK = ("AFT-01", "RET-01", "RET-02")  # rules judge these (docs/checks.md)
# What each folder may edit
FOLDERS = {BUGS: r"drivers/infiniband/(sw/rxe|core)", ROOT / "fixtures/rdma-core/bugs": "libibverbs|providers/(rxe|mlx[45])",
           ROOT / "fixtures/mlx/bugs": "drivers/infiniband/hw/mlx[45]"}
KINDS = [f"{folder.parent.name}-bugs" for folder in FOLDERS]
PATCHES = {folder: sorted((folder / "patches").glob("*.patch")) for folder in FOLDERS}


@pytest.mark.parametrize("folder, patch", [(folder, patch) for folder, all_of_it in PATCHES.items() for patch in all_of_it[1:]],
                         ids=lambda path: path.name[:4] if path.suffix else path.parent.name)
def test_a_patch_says_what_it_puts_back_and_tests_its_own_number(folder, patch):
    head, edits = patch.read_text().split("\n---\n", 1)
    number = PATCHES[folder].index(patch)
    assert int(patch.name[:4]) == number
    words = re.findall(r"^(\w+): \S", head, re.M)
    assert [word for word in words if word != "Device"] == ["Title", "Known", "Kind", "Breaks", "Seen"]
    device = re.search(r"^Device: (mlx[45](-roce)?)$", head, re.M)
    assert bool(device) == bool(re.search(r"^\+\+\+ b/.*/mlx[45]/", edits, re.M)) == ("Device" in words)
    assert re.search(r"^Kind: (.*)$", head, re.M)[1] in exam("rxe-bugs")[0].pages.KINDS
    added = [text for text in edits.splitlines() if text.startswith("+") and not text.startswith("+++")]
    assert set(re.findall(r"PUT_BACK\((\d+)\)", "\n".join(added))) == {str(number)}
    assert all(re.fullmatch(FOLDERS[folder], edited) for edited in re.findall(r"^\+\+\+ b/(.*)/[^/]*$", edits, re.M))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_what_is_recorded_is_a_check_and_promises_of_today(folder):
    _, kind = exam(f"{folder.parent.name}-bugs")
    notes, not_red = sys.modules["kind"].notes, sys.modules["kind"].NOT_RED
    checks = {c.get("name"): c for c in ET.fromstring(run("build/verbs-cts", "list", "-X").stdout).iter("check")}
    seen, missed, judged = kind.recorded(), dict(notes(folder / "missed")), dict(notes(folder / "blame"))
    assert set(seen) <= set(kind.devices)
    for number, [(scope, how, *rest)] in seen.items():
        assert scope in ("whole", "subject", "some", "watched", "starve", "wire", "cpus") and how in ("seen", "sometimes", "missed")
        if how == "missed":
            assert rest == []
        else:
            check, verdict, *promises = rest
            assert verdict not in not_red
            if check != kind.REMOVAL:
                cited = {*checks[check.split("@")[0]].get("promises").split(), *BEHIND_EACH_CHECK}
                assert promises and set(promises) <= cited, number
    assert sorted(missed) == sorted(n for n, [(_, how, *_)] in seen.items() if how != "seen")
    assert set(judged) <= set(seen) and all(re.match("(right|near|wrong): ", why) for why in judged.values())
    assert {kind.hca(number) for number in kind.theirs()} <= {"rxe"}
    for [(_, how, *rest)] in kind.theirs().values():
        assert how == "missed" or rest[0].startswith("test_") and rest[1] in kind.TESTS.values()


# What the tests print. The last one was running when its guest died.
PRINTED = """test_a (tests.test_qp.QPTest.test_a) ... ok
test_b (tests.test_qp.QPTest.test_b)
Modify a QP ... ERROR
test_c (tests.test_qp.QPTest.test_c) ... skipped 'The device has none'
test_d (tests.test_qp.QPTest.test_d) ... FAIL
test_e (tests.test_qp.QPTest.test_e) ... something else
ok
test_f (tests.test_qp.QPTest.test_f)
Destroy a QP ... run: the guest died; the last lines of its console:
"""


def test_what_rdma_cores_own_tests_print_is_a_record_of_them():
    record = exam("rxe-bugs")[1].of_tests(PRINTED, False)
    assert record.get("complete") == "false"
    assert {c.get("name")[-6:]: c.get("verdict") for c in record} == {
        "test_a": "PASS", "test_b": "ERROR", "test_c": "SKIP", "test_d": "FAIL", "test_e": "PASS",
        "test_f": "UNFINISHED"}
    assert record[0].get("name") == "test_qp.QPTest.test_a"


def test_a_directory_without_rdma_cores_tests_is_refused(tmp_path):
    said = run(RUN, "rxe-bugs", "--peer", tmp_path, "13")
    assert said.returncode == 2 and f"{tmp_path} has no run_tests.py" in said.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_has_a_row_for_each_bug(kind):
    rows = re.findall(r"^\| (\d+) \|", run(RUN, kind, "--page").stdout, re.M)
    assert list(map(int, rows)) == list(exam(kind)[1].heads)


def test_the_bugs_of_a_device_are_those_that_run():
    for words, devices in ((["rdma-core-bugs"], {"rxe"}), (["rdma-core-bugs", "--device", "mlx5"], {"mlx5", "mlx5-roce"}),
                           (["mlx-bugs", "--device", "mlx4"], {"mlx4"}), (["mlx-bugs"], {"mlx4", "mlx5", "mlx5-roce"})):
        _, kind = exam(*words)
        assert {kind.hca(number) for number in kind.usual()} == devices


def test_a_bug_that_does_not_exist_is_refused():
    said = run(RUN, "rxe-bugs", "4711")
    assert said.returncode == 2 and "there is no 4711 among the rxe-bugs" in said.stderr


def left(complete=True, **verdicts):
    """What a run has left: checks `qp.*` with these verdicts."""
    checks = "".join(f'<check name="qp.{name}" verdict="{verdict}" promises="QP-ERR-02"/>' for name, verdict in verdicts.items())
    return ET.fromstring(f'<results complete="{str(complete).lower()}">{checks}</results>')


LOST, CUT_OFF, GOOD, RED = None, left(False, a="PASS"), left(a="PASS", b="PASS"), left(a="PASS", b="FAIL")


# The runs of bug 13 on the whole suite, by the names of their folders, and what a user is told of them.
@pytest.mark.parametrize("runs, code, told", [
    ({"0": GOOD, "13": RED, "13-again": RED}, 0, "seen 13"),
    ({"0": GOOD, "13": RED, "13-again": GOOD}, 1, "sometimes 13"),
    ({"0": GOOD, "13": GOOD}, 0, "missed 13"),
    ({"0": GOOD, "13": CUT_OFF}, 3, "unfinished 13"),
    ({"0": GOOD, "13": RED, "13-again": CUT_OFF}, 3, "unfinished 13"),
    ({"0": GOOD, "13": left(False, b="FAIL"), "13-again": RED}, 0, "seen 13"),
    ({"0": GOOD, "13": LOST}, 3, "lost 13"),
    ({"0": RED, "13": RED}, 0, "missed 13"),
    # the check that ran when the run was cut off
    ({"0": GOOD, "13": left(False, a="PASS", b="NOTRUN")}, 3, "unfinished 13"),
    # a check that did not run without the bug says nothing about the bug
    ({"0": left(a="PASS"), "13": RED}, 0, "missed 13"),
    ({"0": CUT_OFF}, 3, "the run without a fault is not complete"),
    ({"0": LOST}, 3, "the run without a fault is not complete"),
])
def test_what_a_run_has_left_is_told(runs, code, told, monkeypatch, capsys, tmp_path):
    assert outcome(monkeypatch, runs, [["whole", "missed"]], "--full", "--out", tmp_path, "13") == code
    said = capsys.readouterr()
    assert told in " ".join((said.out + said.err).split())


def outcome(monkeypatch, runs, recorded, *options):
    """The exit code of an exam whose runs have left this."""
    module, kind = exam("rxe-bugs", *options)
    bugs = sys.modules[type(kind).__module__]
    monkeypatch.setattr(bugs.Bugs, "recorded", lambda _: {13: recorded})
    monkeypatch.setattr(bugs.Bugs, "run", lambda self, bug, name, *_: None if runs[name] is None else bugs.Run(("", runs[name])))
    return module.main(["rxe-bugs", *map(str, options)])


@pytest.mark.parametrize("run_of_13, code, told", [
    (RED, 0, "seen 13"), (GOOD, 1, "NOT SEEN 13"), (CUT_OFF, 3, "unfinished 13"), (LOST, 3, "lost 13")])
def test_a_bug_on_the_check_that_sees_it_is_told(run_of_13, code, told, monkeypatch, capsys, tmp_path):
    recorded = [["whole", "seen", "qp.b", "FAIL", "QP-ERR-02"]]
    assert outcome(monkeypatch, {"0": GOOD, "13": run_of_13}, recorded, "--out", tmp_path, "13") == code
    assert told in " ".join(capsys.readouterr().out.split())


def test_a_bug_whose_promises_no_check_cites_runs_nothing(monkeypatch, capsys, tmp_path):
    module, kind = exam("rxe-bugs", "--subject", "--out", tmp_path, "13")
    monkeypatch.setattr(sys.modules[type(kind).__module__], "listed", lambda: ET.Element("list"))
    monkeypatch.setattr(type(kind), "recorded", lambda _: {13: [["subject", "missed"]]})
    assert module.main(["rxe-bugs", "--subject", "--out", f"{tmp_path}", "13"]) == 0
    assert "no check cites a promise that bug 13 breaks" in capsys.readouterr().err
    assert (tmp_path / "seen").read_text() == "13 subject missed\n"


def test_the_record_of_an_earlier_run_is_not_read_and_wrong_usage_is_told(tmp_path):
    (tmp_path / "0").mkdir()
    (tmp_path / "0/results.xml").write_bytes(ET.tostring(GOOD))
    said = run(RUN, "rxe-bugs", "--kernel", "no-such-kernel", "--full", "--out", tmp_path, "13")
    assert said.returncode == 2 and "a run could not start" in said.stderr, said.stdout + said.stderr
    assert not (tmp_path / "0/results.xml").exists()


@pytest.mark.parametrize("options, bug, message", [
    (["--kernel", "uml"], "7", "--bug needs --kernel uml-bugs"), (["--kernel", "uml-bugs"], "4711", "not 4711"),
    (["--kernel", "uml-bugs"], "x", "not x"), (["--kernel", "uml", "--rdma-core", "bugs"], "71", "fixtures/rdma-core/bugs/patches, not 71"),
    (["--kernel", "uml-bugs", "--rdma-core", "bugs"], "7", "not for both"),
    (["--device", "mlx5", "--driver", "bugs"], "71", "fixtures/mlx/bugs/patches, not 71")])
def test_a_guest_without_that_bug_is_not_booted(options, bug, message):
    said = run("fixtures/guest/run", *options, "--bug", bug, "--", "true")
    assert said.returncode == 126 and message in said.stderr


@pytest.mark.long
def test_the_patches_apply(tmp_path):
    unpack_sources("7.3", tmp_path, "drivers/infiniband/*", "include/rdma/*")
    for patch in PATCHES[BUGS]:
        said = subprocess.run(["patch", "-p1", "-d", tmp_path, "-i", patch], capture_output=True, text=True)
        assert said.returncode == 0 and "fuzz" not in said.stdout, said.stdout


@pytest.mark.long
@pytest.mark.parametrize("kernels, kind", [(["uml-bugs", "uml-bugs-debug"], ["rxe-bugs"]), (["uml"], ["rdma-core-bugs"]),
                                           ([], ["rdma-core-bugs", "--device", "mlx5"]), ([], ["rdma-core-bugs", "--device", "mlx4"]),
                                           ([], ["mlx-bugs"])], ids=["kernel", "rdma-core", "libmlx5", "libmlx4", "mlx"])
def test_each_bug_is_seen_by_the_check_that_is_recorded(kernels, kind):
    for kernel in kernels:
        subprocess.run([ROOT / "fixtures/guest/uml", kernel], check=True)
    said = run(RUN, *kind, timeout=2 * 3600)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "NOT SEEN" not in said.stdout


# A few checks of each object. Bug 12 reads a region after it was freed, in the first ibv_dereg_mr of the program.
@pytest.mark.long
@pytest.mark.parametrize("bug, found", [(0, None), (12, "heap-use-after-free")])
def test_asan_watches_libibverbs_and_the_provider_in_a_guest(tmp_path, bug, found):
    ran = run("fixtures/guest/conformance", "--kernel", "uml", "--rdma-core", "bugs-asan", "--bug", bug, "--out", tmp_path,
              "block.*", "mr.region.*", "srq.create.*", "cq.create.*", "qp.create.*", timeout=1800,
              env={**os.environ, "VCT_PROGRAM": str(ROOT / "build/sanitized/verbs-cts")})
    if found:
        assert ran.returncode not in (0, 1) and f"AddressSanitizer: {found}" in ran.stderr and "__ibv_dereg_mr" in ran.stderr
    else:
        assert ran.returncode == 0 and "Sanitizer" not in ran.stdout + ran.stderr, ran.stdout + ran.stderr
