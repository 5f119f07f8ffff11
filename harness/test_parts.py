# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A run in parts (run --part 1/2): the results of all parts are joined; results that do not belong to one run are refused."""

import os
import re


import pytest
from lxml import etree

from conftest import ROOT, Results, run

WHOLE, CHECKS = "srq.*", "srq.[lm]*"


def part(where, which, *more, config=""):
    """Runs a part on the reference HCA; returns the path of its results.xml."""
    path = where / f"{which.replace('/', '-of-')}{config}.xml"
    process = run("fixtures/refhca/run", "--config", config, "build/verbs-cts", "run", "-d", "refhca0",
                  "--results", path, "--part", which, *(more or [CHECKS]))
    assert process.returncode in (0, 1), process.stderr
    return path


def joined(where, *paths):
    process = run("build/verbs-cts", "report", *paths, "--results", where / "joined.xml", "--summary",
                  "--html", where / "joined.html", "--junit", where / "joined.junit.xml")
    return process, where / "joined.xml"


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "results.xml"
    run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--results", path, WHOLE)
    return Results(path)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_joined_parts_are_the_whole_run(whole_run, tmp_path, n):
    paths = [part(tmp_path, f"{k}/{n}", WHOLE) for k in range(n, 0, -1)]
    process, path = joined(tmp_path, *paths)
    assert process.returncode == 0, process.stderr
    results = Results(path)
    assert list(results.verdicts.items()) == list(whole_run.verdicts.items())
    assert (sorted(p.get("id") for p in results.root.findall("promise"))
            == sorted(p.get("id") for p in whole_run.root.findall("promise")))
    for name in results.checks:
        assert results.calls(name) != [] or whole_run.calls(name) == []
    assert results.root.get("part") is None
    assert results.root.get("complete") == results.root.get("conforms") == "true"
    assert "refhca0: no promise was found broken" in process.stdout


def test_the_reports_of_a_part_say_that_it_is_one(tmp_path):
    results = Results(part(tmp_path, "2/3"))
    assert results.root.get("part") == "2/3"
    process = run("build/verbs-cts", "report", results.path, "--summary", "--html", tmp_path / "part.html")
    assert "part 2/3" in process.stdout
    assert "2/3 of the run" in (tmp_path / "part.html").read_text()


def test_if_one_part_does_not_conform_the_run_does_not(tmp_path):
    mutant = ["--mutant", "mask_0_refused", "srq.mask.*"]
    parts = [part(tmp_path, f"{k}/2", *mutant) for k in (1, 2)]
    conform = [Results(p).root.get("conforms") for p in parts]
    process, path = joined(tmp_path, *parts)
    assert sorted(conform) == ["false", "true"]
    assert Results(path).root.get("conforms") == "false"
    assert "does not conform" in process.stdout and "MUTANT" in process.stdout


@pytest.mark.parametrize("parts, says", [
    (["1/2"], "1 of 2 parts are missing"),
    (["4/4", "2/4"], "2 of 4 parts are missing"),
])
def test_if_a_part_is_missing_the_run_is_incomplete(tmp_path, parts, says):
    process, path = joined(tmp_path, *[part(tmp_path, which) for which in parts])
    assert process.returncode == 3
    assert says in process.stderr and "the run is incomplete" in process.stdout
    results = Results(path)
    assert results.root.get("complete") == results.root.get("conforms") == "false"
    assert set(results.verdicts.values()) <= {"PASS", "SKIP"} and results.verdicts


@pytest.mark.parametrize("parts, says", [
    (["1/2", "1/2"], "part '1/2' does not belong to the run of the others: it is given twice"),
    (["1/3", "2/2"], "part '2/2' does not belong to the run of the others: the number of parts differs"),
])
def test_parts_that_do_not_match_are_refused(tmp_path, parts, says):
    process, path = joined(tmp_path, *[part(tmp_path, which) for which in parts])
    assert process.returncode == 2
    assert says in process.stderr
    assert not path.exists()


@pytest.mark.parametrize("which", ["x", "3/2", "1"])
def test_a_part_with_an_invalid_number_is_refused(tmp_path, which):
    path = part(tmp_path, "1/2")
    path.write_text(path.read_text().replace('part="1/2"', f'part="{which}"', 1))
    process, whole = joined(tmp_path, path)
    assert process.returncode == 2
    assert any(s in process.stderr for s in ("it is not a part of a run", "Invalid attribute part"))
    assert not whole.exists()


def test_a_complete_run_is_refused_as_a_part(tmp_path, whole_run):
    process, path = joined(tmp_path, whole_run.path)
    assert process.returncode == 2
    assert "it is not a part of a run" in process.stderr
    assert not path.exists()


def test_parts_of_different_devices_are_refused(tmp_path):
    process, path = joined(tmp_path, part(tmp_path, "1/2"), part(tmp_path, "2/2", config="roce=1"))
    assert process.returncode == 2
    assert "does not belong to the run of the others: its gid" in process.stderr
    assert not path.exists()


@pytest.mark.parametrize("stopped", ["1/2", "2/2"])
def test_a_part_that_was_stopped_before_its_device_was_asked_is_joined(tmp_path, stopped):
    other = {"1/2": "2/2", "2/2": "1/2"}[stopped]
    path = tmp_path / "stopped.xml"
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--results", path, "--part", stopped,
                  CHECKS, env={**os.environ, "LD_PRELOAD": "build/harness/preload/asked.so", "ASKED": "crash"})
    assert process.returncode == 3
    ran = Results(part(tmp_path, other))
    process, whole = joined(tmp_path, *sorted([path, ran.path], key=lambda p: Results(p).root.get("part")))
    assert process.returncode == 0, process.stderr
    assert "the run is incomplete" in process.stdout
    results = Results(whole)
    assert results.root.get("complete") == results.root.get("conforms") == "false"
    assert set(Results(path).verdicts.values()) == {"NOTRUN"}
    assert results.verdicts == {**Results(path).verdicts, **ran.verdicts}
    assert results.root.find("device").get("driver") == "refhca"
    assert results.root.find("facts") is not None


@pytest.mark.parametrize("which", ["0/2", "3/2", "1", "1/2x", "a/b", "-1/2"])
def test_an_invalid_part_is_exit_code_2(which):
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", f"--part={which}", CHECKS)
    assert process.returncode == 2
    assert "--part" in process.stderr


def test_a_part_without_checks_is_exit_code_2():
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--part", "2/2",
                  "srq.limit.zero-disarms")
    assert process.returncode == 2
    assert "fewer checks than parts" in process.stderr


def test_checks_with_threads_are_in_the_last_part():
    """make conformance gives the last guest two CPUs."""
    names = {}
    for k in 1, 2, 3:
        process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "-v", "--part", f"{k}/3", "srq.threads.*",
                      "qp.wr.*", "srq.limit.*")
        names[k] = set(re.findall(r"^PASS +(\S+)", process.stdout, re.M))
    threads = {name for name in set().union(*names.values()) if name.startswith("srq.threads.") or "other-thread" in name}
    assert len(threads) > 10 and threads <= names[3] and names[1] and names[2]


def test_checks_that_may_end_the_kernel_are_the_last_of_all(tmp_path):
    """Of each part: if several end the kernel, their guests boot again side by side, and no check waits in the middle."""
    process = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "-v", "mw.refused.*", "qp.flags.*", "srq.limit.*")
    ran = re.findall(r"^(?:PASS|SKIP) +(\S+)", process.stdout, re.M)
    listed = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
    destructive = {c.get("name") for c in listed.findall("check") if c.get("danger") == "destructive"} & set(ran)
    assert "qp.flags.cap-resizes-the-queues" in destructive and "mw.refused.a-bad-key-is-not-invalidated.not-bound" in destructive
    assert set(ran[-len(destructive):]) == destructive and len(ran) > 30
    parts = [set(Results(part(tmp_path, f"{k}/2", "mw.refused.*", "qp.flags.*", "srq.limit.*")).checks) for k in (1, 2)]
    assert all(checks & destructive and checks - destructive for checks in parts)


@pytest.fixture
def guests(tmp_path):
    """fixtures/guest/conformance on a machine with two CPUs, whose guests are a script."""
    here = tmp_path / "fixtures/guest"
    here.mkdir(parents=True)
    for name in "conformance", "common.sh":
        (here / name).write_bytes((ROOT / "fixtures/guest" / name).read_bytes())
        (here / name).chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/nproc").write_text("#!/bin/sh\necho 2\n")
    (tmp_path / "bin/nproc").chmod(0o755)

    def boot(script, *arguments):
        (here / "run").write_text(f'#!/bin/bash\n[[ $1 != --prepare ]] || exit 0\n{script}\n')
        (here / "run").chmod(0o755)
        environment = {**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "VCT_PROGRAM": "/bin/true", "VCT_SAID": str(tmp_path)}
        return run(here / "conformance", "--kernel", "6.1", "--out", tmp_path / "out", *arguments, env=environment)

    return boot


@pytest.mark.parametrize("arguments, cpus", [((), ["1", "1", "2"]), (("--cpus", "1"), ["1"] * 3), (("--guests", "2"), ["1", "2"])])
def test_a_run_of_all_checks_uses_the_machine(tmp_path, guests, arguments, cpus):
    guests('while [[ $1 != -- ]]; do [[ $1 != --cpus ]] || echo "$2" >"$VCT_SAID/said-$VCT_PART"; shift; done', *arguments)
    assert [p.read_text().strip() for p in sorted(tmp_path.glob("said-*"))] == cpus


SAID = """
echo "rxe0 (rxe), port 1, GID index 1, kernel 6.1, rdma-core 44.0: 10${VCT_PART} checks"
until [[ $(ls "$VCT_SAID"/out/part-*/told 2>/dev/null | wc -l) = 2 ]]; do : >"$VCT_SAID/out/part-$VCT_PART/told"; done
echo "5$VCT_PART of 10$VCT_PART checks (50 %), about 9 s left, $VCT_PART FAIL"
echo "FAIL    srq.limit.part-$VCT_PART"
echo "    seen: 1"
exit 1
"""


def test_one_line_tells_how_far_all_parts_are(guests):
    lines = guests(SAID, "--guests", "2").stdout.splitlines()
    assert lines.count("rxe0 (rxe), port 1, GID index 1, kernel 6.1, rdma-core 44.0: 2 guests") == 1
    told = [line for line in lines if " of 203 checks (" in line]
    assert told[-1] == "103 of 203 checks (50 %), 3 FAIL", lines
    assert {"FAIL    srq.limit.part-1", "FAIL    srq.limit.part-2", "    seen: 1"} <= set(lines)
    assert not [line for line in lines if re.match(r"\d:? [A-Zr]", line)]
