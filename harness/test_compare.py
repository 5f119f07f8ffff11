# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts compare: regressions between two runs, from results.xml and from bundles."""
import copy

import pytest
from lxml import etree

from commands import run
from documents import ROOT, errors
from golden_results import golden
from released import archive, manifest

CHECK = "srq.limit.fires-once"


def check(name, verdict, level="must"):
    element = etree.fromstring(f'<check name="{name}" verdict="{verdict}" level="{level}" seconds="0.1" promises="SRQ-LIM-01"/>')
    if verdict not in ("PASS", "XPASS"):
        etree.SubElement(element, "reason").text = f"{verdict} of {name}"
    if verdict in ("WAIVED", "XPASS"):
        etree.SubElement(element, "waiver", promise="SRQ-LIM-01", verdict="FAIL", driver="mlx5_core",
                         url="https://example.com", expires="2099-01-01").text = "It is known."
    return element


def results(checks):
    """A results.xml with these checks, and one that passes."""
    root = copy.deepcopy(golden("all-green").getroot())
    for old in root.findall("check"):
        root.remove(old)
    given = [check("srq.limit.other", "PASS"), *(check(*words) for words in checks)]
    verdicts = {(c.get("verdict"), c.get("level")) for c in given}
    complete = not any(v == "NOTRUN" for v, _ in verdicts)
    red = any(v not in ("PASS", "SKIP", "WAIVED") and (v, level) != ("FAIL", "derived") for v, level in verdicts)
    root.set("complete", str(complete).lower())
    root.set("conforms", str(complete and not red).lower())
    root.set("conforms-strictly", str(complete and not red and ("FAIL", "derived") not in verdicts).lower())
    root.extend(given)
    return etree.tostring(root)


def compare(tmp_path, old, new, *options):
    for name, checks in (("old.xml", old), ("new.xml", new)):
        (tmp_path / name).write_bytes(results(checks))
    return run("build/verbs-cts", "compare", tmp_path / "old.xml", tmp_path / "new.xml", *options)


@pytest.mark.parametrize("old, new, words", [
    ("PASS", "FAIL", "newly broken"), ("PASS", "KERNEL", "newly broken"), ("SKIP", "FAIL", "newly broken"),
    ("WAIVED", "FAIL", "newly broken"), ("FAIL", "KERNEL", "broken in a worse way"), ("FAIL", "CRASH", "broken in a worse way"),
    ("PASS", "SKIP", "newly skipped"), ("FAIL", "SKIP", "newly skipped"), ("WAIVED", "SKIP", "newly skipped"),
    ("PASS", "WAIVED", "newly waived"), ("PASS", "BLOCKED", "newly broken")])
def test_what_is_worse_is_a_regression(tmp_path, old, new, words):
    process = compare(tmp_path, [(CHECK, old)], [(CHECK, new)]) if new != "BLOCKED" else blocked(tmp_path, old)
    assert process.returncode == 1, process.stderr
    first, second = process.stdout.splitlines()[:2]
    assert first == f"1 REGRESSION: 1 {words}"
    assert second == f"  {words}: {old} -> {new}  {CHECK}"


def blocked(tmp_path, old):
    (tmp_path / "old.xml").write_bytes(results([(CHECK, old)]))
    (tmp_path / "new.xml").write_bytes(results([(CHECK, "BLOCKED")]).replace(b'"BLOCKED"', b'"BLOCKED" blocked-by="srq.limit.other"'))
    return run("build/verbs-cts", "compare", tmp_path / "old.xml", tmp_path / "new.xml")


@pytest.mark.parametrize("old, new", [
    ("PASS", "PASS"), ("FAIL", "FAIL"), ("FAIL", "PASS"), ("KERNEL", "FAIL"), ("SKIP", "PASS"), ("FAIL", "WAIVED"),
    ("SKIP", "SKIP"), ("PASS", "XPASS")])
def test_what_is_as_good_is_no_regression(tmp_path, old, new):
    process = compare(tmp_path, [(CHECK, old)], [(CHECK, new)])
    assert process.returncode == 0, process.stdout + process.stderr
    assert process.stdout.startswith("no regression\n")


def test_a_check_that_no_longer_runs_is_a_regression(tmp_path):
    process = compare(tmp_path, [(CHECK, "PASS")], [])
    assert process.returncode == 1
    assert process.stdout.startswith(f"1 REGRESSION: 1 no longer run\n  no longer run: PASS -> not there  {CHECK}\n")
    assert compare(tmp_path, [(CHECK, "PASS")], [(CHECK, "NOTRUN")]).returncode == 1


def test_a_new_check_is_not_compared(tmp_path):
    assert compare(tmp_path, [], [(CHECK, "FAIL")]).returncode == 0


def test_a_run_that_is_incomplete_is_not_called_good(tmp_path):
    assert compare(tmp_path, [(CHECK, "NOTRUN")], [(CHECK, "PASS")]).returncode == 3


def test_the_worst_comes_first(tmp_path):
    names = [f"srq.limit.n{i}" for i in range(4)]
    process = compare(tmp_path, [(n, "PASS") for n in names],
                      list(zip(names, ("WAIVED", "SKIP", "FAIL", "KERNEL"))))
    lines = process.stdout.splitlines()
    assert lines[0] == "4 REGRESSIONS: 2 newly broken, 1 newly skipped, 1 newly waived"
    assert [line.split(":")[0].strip() for line in lines[1:9:2]] == ["newly broken"] * 2 + ["newly skipped", "newly waived"]


@pytest.mark.parametrize("text, says", [
    (f"# renamed\n\n{CHECK}\tsrq.limit.fires  # since 0.2\n", None), ("one\n", ":1: a line has an old name and a new name"),
    ("a b c\n", ":1: a line has"), (f"\n{CHECK} nowhere\n", ":2: NEW has no check with this new name"),
    ("srq.limit.other srq.limit.fires\n", ":1: NEW has a check with this old name, too")])
def test_renamed_checks_follow_a_map(tmp_path, text, says):
    (tmp_path / "map").write_text(text)
    process = compare(tmp_path, [(CHECK, "PASS")], [("srq.limit.fires", "PASS")], "--map", tmp_path / "map")
    assert process.returncode == (2 if says else 0)
    assert (says or "") in process.stderr
    assert compare(tmp_path, [(CHECK, "PASS")], [("srq.limit.fires", "PASS")]).returncode == 1


def bundle(path, runs):
    files = {f"run-{i}/results.xml": results(checks) for i, checks in enumerate(runs, 1)}
    return archive(path, {**files, "MANIFEST": manifest(files)}.items())


def test_the_runs_of_bundles_are_compared_in_their_order(tmp_path):
    old = bundle(tmp_path / "old", [[(CHECK, "PASS")], [(CHECK, "SKIP")]])
    new = bundle(tmp_path / "new", [[(CHECK, "PASS")], [(CHECK, "PASS")]])
    process = run("build/verbs-cts", "compare", old, new)
    assert process.returncode == 0 and process.stdout.startswith("run-1: no regression\n"), process.stderr
    process = run("build/verbs-cts", "compare", new, old)
    assert process.returncode == 1 and "\nrun-2: 1 REGRESSION: 1 newly skipped\n" in process.stdout
    process = run("build/verbs-cts", "compare", old, bundle(tmp_path / "one", [[(CHECK, "PASS")]]))
    assert process.returncode == 1 and "run-2: REGRESSION: " in process.stdout
    assert run("build/verbs-cts", "compare", old, new, "--html", tmp_path / "x").returncode == 2


def test_a_bundle_that_was_changed_is_not_compared(tmp_path):
    old = bundle(tmp_path / "old", [[(CHECK, "PASS")]])
    bad = archive(tmp_path / "bad", [("run-1/results.xml", results([])), ("MANIFEST", b"")])
    process = run("build/verbs-cts", "compare", old, bad)
    assert process.returncode == 2 and "cannot be used" in process.stderr


def test_it_shows_the_matrix_and_writes_it(tmp_path):
    process = compare(tmp_path, [(CHECK, "PASS")], [(CHECK, "FAIL")], "--xml", tmp_path / "m.xml", "--html", tmp_path / "m.html")
    assert "Changes since the baseline old:" in process.stdout
    root = etree.parse(str(tmp_path / "m.xml")).getroot()
    assert errors("matrix", root.getroottree()) == ""
    assert root.get("baseline") == "old" and [r.get("regressions") for r in root.findall("run")] == [None, "1"]
    assert [i.get("regression") for i in root.iterfind("group/in")] == [None, "newly broken"]
    assert CHECK in (tmp_path / "m.html").read_text()
    assert run("build/verbs-cts", "compare", tmp_path / "old.xml").returncode == 2
    assert run("build/verbs-cts", "compare", tmp_path / "old.xml", ROOT / "none").returncode == 2
