# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts matrix on real runs, and fixtures/matrix, which makes these runs (make matrix)."""
import os
import re
import signal
import subprocess
import time

import pytest
from lxml import etree

from conftest import PATIENCE, ROOT, Results, accept_sigint, run
from documents import errors
from matrix_records import Matrix

@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """Runs on the reference HCA, with and without SRQ_RESIZE."""
    out = tmp_path_factory.mktemp("real")
    for name, config in (("whole", ""), ("no-resize", "srq_resize=0")):
        process = run("fixtures/refhca/run", "--config", config, "build/verbs-cts", "run", "-d", "refhca0",
                      "--results", out / f"{name}.xml", "srq.re*", "srq.limit.*")
        assert process.returncode == 0, process.stdout
    return Matrix(out, f"whole={out}/whole.xml", f"no-resize={out}/no-resize.xml"), out


def test_a_capability_that_one_run_lacks_is_the_difference(real):
    matrix, out = real
    whole, less = (Results(out / f"{n}.xml").verdicts for n in ("whole", "no-resize"))
    changed = {n for n in whole if whole[n] != less[n]}
    assert set(matrix.names("verdicts")) == changed
    assert {n for n in changed if less[n] == "SKIP"} == set(matrix.changes()["no-resize", "skipped"])
    assert {n for n in changed if whole[n] == "SKIP"} == set(matrix.changes()["no-resize", "claimed"])
    assert "no-resize: the device does not claim IBV_DEVICE_SRQ_RESIZE" in matrix.text
    assert int(matrix.root.get("kept")) == sum(whole[n] == less[n] == "PASS" for n in whole) - len(matrix.names("seen"))


def test_a_skip_that_the_run_before_did_not_have_is_as_loud_as_a_failure(real):
    matrix, out = real
    newly = len(matrix.changes()["no-resize", "skipped"])
    assert newly and matrix.code == 1
    assert matrix.root.get("conforms") == "true" and matrix.root.get("newly-skipped") == str(newly)
    assert f"CHECKS NEWLY SKIPPED BY THE BASELINE'S DRIVER: {newly}" in matrix.text
    run("build/verbs-cts", "matrix", f"{out}/whole.xml", f"{out}/no-resize.xml", "--html", out / "skips.html")
    assert f", but {newly} checks are newly skipped</h1>" in (out / "skips.html").read_text()


def test_a_device_of_another_driver_may_claim_less(real, tmp_path):
    _, out = real
    other = etree.parse(str(out / "no-resize.xml"))
    other.find("device").set("driver", "another")
    other.write(str(tmp_path / "other.xml"))
    process = run("build/verbs-cts", "matrix", out / "whole.xml", tmp_path / "other.xml")
    assert process.returncode == 0
    assert "newly skipped in another" in process.stdout and "NEWLY SKIPPED" not in process.stdout


def test_a_run_that_is_not_possible_is_shown_as_missing(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    process = run("fixtures/matrix", "--out", tmp_path / "out", "--baseline", "uml", "refhca", "6.1.0-999-amd64", empty,
                  "uml", "--", "srq.limit.*")
    assert process.returncode == 2
    assert "there is no package linux-image-6.1.0-999-amd64" in process.stderr
    matrix = etree.parse(str(tmp_path / "out/matrix.xml")).getroot()
    assert errors("matrix", matrix) == ""
    assert [r.get("name") for r in matrix.findall("run")] == ["refhca", "6.1.0-999-amd64", "empty", "uml"]
    assert matrix.get("baseline") == "uml"
    assert "there is no package" in matrix.findall("run")[1].findtext("missing")
    assert matrix.findall("run")[2].findtext("missing") == f"it left no results: image: {empty} has no kernel"
    for name in ("refhca", "uml"):
        assert Results(tmp_path / f"out/{name}/results.xml").root.get("conforms") == "true"
    assert (tmp_path / "out/matrix.txt").read_text() in process.stdout
    assert (tmp_path / "out/matrix.html").exists()


def test_a_matrix_that_is_stopped_shows_the_runs_so_far(tmp_path):
    process = subprocess.Popen(["fixtures/matrix", "--jobs", "1", "--out", tmp_path, "uml", "refhca"], cwd=ROOT, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                               preexec_fn=accept_sigint)
    until = time.monotonic() + PATIENCE
    log = tmp_path / "uml/log"
    while not (log.exists() and re.search(r"^\d+ of \d+ checks", log.read_text(), re.M)):  # each part has begun
        assert time.monotonic() < until
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 2
    assert "uml: INCOMPLETE" in said and "refhca: NO RESULTS: it left no results (stopped)" in said
    assert run("pgrep", "--runstates", "RSDT", "-g", str(process.pid)).stdout == ""


@pytest.mark.parametrize("arguments, says", [([], "no KERNEL is given"), (["--jobs", "x", "uml"], "--jobs"),
                                             (["--out", "/proc/none", "uml"], "cannot write"), (["--what"], "--what")])
def test_bad_usage_is_exit_code_2(arguments, says):
    process = run("fixtures/matrix", *arguments)
    assert process.returncode == 2 and says in process.stderr


# What Debian has in all releases; the names say nothing about age.
INDEX = {"6.1.0-9-amd64": "6.1.27-1", "6.1.0-50-amd64": "6.1.176-1", "6.1.0-56-amd64": "6.1.192-2",
         "6.1.0-57-cloud-amd64": "6.1.193-1", "6.1.0-57-rt-amd64": "6.1.193-1", "6.1.0-58-amd64-dbg": "6.1.194-1",
         "6.1.0-58-amd64-unsigned": "6.1.194-1", "6.12-amd64": "6.12.117-1~deb12u1",
         "6.12.99+deb12-amd64": "6.12.99-1~deb12u1", "6.12.117+deb12-amd64": "6.12.117-1~deb12u1",
         "7.3-amd64": "7.3~rc7-1~exp1", "7.3.4+deb13-amd64": "7.3.4-1~bpo13+1"}


@pytest.mark.parametrize("word, version", [
    ("6.1", "6.1.0-56-amd64"), ("6.12", "6.12.117+deb12-amd64"), ("7.3", "7.3.4+deb13-amd64"), ("newest", "7.3.4+deb13-amd64"),
    ("6.1.0-50-amd64", "6.1.0-50-amd64"), ("linux-image-7.3-amd64", "7.3-amd64"), ("linux-binary-7.3-amd64", "7.3-amd64"),
    ("6.2", None)])
def test_a_series_means_its_newest_kernel(tmp_path, word, version):
    """6.12-amd64 is no kernel: its package depends on that of one."""
    (tmp_path / "apt").mkdir()
    for v, of in INDEX.items():
        depends = "Depends: linux-image-6.12.117+deb12-amd64 (= 6.12.117-1~deb12u1)\n" if v == "6.12-amd64" else ""
        (tmp_path / f"apt/linux-image-{v}").write_text(f"Package: linux-image-{v}\nVersion: {of}\n{depends}")
        (tmp_path / "kernel" / v).mkdir(parents=True)
    (tmp_path / "apt/updated").touch()
    (tmp_path / "apt/sources.list").write_text("# none\n")
    apt = tmp_path / "apt-cache"
    apt.write_text("#!/bin/bash\ncd ${0%/*}/apt\n[[ $1 != -o ]] || shift 2\n"
                   "[[ $1 != pkgnames ]] || exec find -name 'linux-*' -printf '%f\\n'\n"
                   "shift\nfor package; do cat ${package%%=*}; echo; done\n")
    apt.chmod(0o755)
    process = run("fixtures/guest/kernel", word, env={
        **os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "VERBS_CTS_CACHE": str(tmp_path)})
    if version:
        assert process.stdout == f"{tmp_path}/kernel/{version}\n", process.stderr
    else:
        assert process.returncode == 126 and "there is no package linux-image-6.2" in process.stderr
