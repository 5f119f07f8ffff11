# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What a target is known to judge (--judged): a check of it that is skipped is lost, and FAIL."""
import os

import pytest
from lxml import etree

from commands import guest, run
from conftest import ROOT, Results
from documents import schema

JUDGED = ROOT / "fixtures/waivers/judged"
# test_conformance.py and test_siw.py run all checks with rxe-7.xml and siw.xml, and would find a loss.
QUICK, SLOW = ("refhca", "rxe-xrc"), ("rxe", "rxe-7", "siw", "hfi1", "mlx4", "mlx5", "mlx5-roce")
TAGS = "srq.ops.completes-when-signaled"  # needs tag matching
ASKS = "qp.ece.query-returns-the-options"  # asks by itself whether there is ECE


def judged(path, capabilities="SRQ RC TM CQ-EX", excepts=(), **attributes):
    root = etree.Element("judged", driver="refhca", **{k.replace("_", "-"): v for k, v in attributes.items()})
    etree.SubElement(root, "capabilities").text = capabilities
    for pattern in excepts:
        etree.SubElement(root, "except").text = pattern
    schema("judged").assertValid(etree.ElementTree(root))
    path.write_bytes(etree.tostring(root))
    return path


def on_refhca(where, file, *checks, config="", options=(), env=None):
    process = run("fixtures/refhca/run", "--config", config, "build/verbs-cts", "run", "-d", "refhca0", "--judged", file,
                  "--results", where / "results.xml", *options, *checks, env={**os.environ, **(env or {})})
    return process, where / "results.xml"


def test_a_capability_that_is_gone_is_a_loss(tmp_path):
    process, path = on_refhca(tmp_path, judged(tmp_path / "j.xml"), TAGS, config="max_num_tags=0")
    results = Results(path)
    check = results.checks[TAGS]
    assert process.returncode == 1 and "refhca0 does not conform" in process.stdout
    assert (check.get("verdict"), check.get("level")) == ("FAIL", "must") and check.find("reason").get("promise") is None
    assert "known to be judged by it" in results.text(TAGS, "reason")
    assert "SKIP: the device does not claim tag matching" in results.text(TAGS, "seen")
    assert {p.get("outcome") for p in results.root.iter("promise")} == {"unknown"}


def test_a_check_that_skips_by_itself_is_a_loss(tmp_path):
    """No capability tells of ECE: the check asks for it."""
    assert on_refhca(tmp_path, judged(tmp_path / "j.xml"), ASKS)[0].returncode == 0
    process, path = on_refhca(tmp_path, judged(tmp_path / "j.xml"), ASKS, config="ece=0")
    assert process.returncode == 1 and Results(path).verdicts == {ASKS: "FAIL"}


@pytest.mark.parametrize("file, config, options, env", [
    (dict(capabilities="SRQ RC CQ-EX"), "max_num_tags=0", (), {}),
    (dict(excepts=["srq.ops.*"]), "max_num_tags=0", (), {}),
    (dict(kernel_from="1.0", kernel_to="1.1"), "max_num_tags=0", (), {}),
    (dict(), "max_num_tags=0", ("--mutant", "keeps_firing"), {}),
])
def test_what_is_not_known_may_be_skipped(tmp_path, file, config, options, env):
    _, path = on_refhca(tmp_path, judged(tmp_path / "j.xml", **file), TAGS, config=config, options=options, env=env)
    assert Results(path).verdicts == {TAGS: "SKIP"}


@pytest.mark.parametrize("check, options", [("xrc.*unclaimed*", ()), ("qp.value.*", ("--gentle",))])
def test_what_the_user_left_out_and_what_is_for_lesser_devices_is_not_lost(tmp_path, check, options):
    process, path = on_refhca(tmp_path, JUDGED / "refhca.xml", check, options=options)
    verdicts = set(Results(path).verdicts.values())
    assert process.returncode == 0 and "FAIL" not in verdicts and "SKIP" in verdicts


def test_an_injector_that_is_switched_off_is_not_lost(tmp_path):
    process = guest("build/verbs-cts", "run", "-d", "rxe0", "--judged", JUDGED / "rxe-7.xml", "event.async.srq-err-is-raised",
                    env={**os.environ, "VCT_FAULT_PLUGIN": ""})
    assert process.returncode == 0 and "1 SKIP" in process.stdout


@pytest.mark.parametrize("text, says", [
    ("<judged driver='refhca'><capabilities>SRQ CLAIRVOYANCE</capabilities></judged>", "no check needs the capability 'CLAIRVOYANCE'"),
    ("<judged driver='refhca'><capabilities>SRQ</capabilities>\n<except>srq.limit.is-gone</except></judged>", ":2: no check is named 'srq.limit.is-gone'"),
    ("<judged driver='refhca'/>", ":1: "), ("<waivers/>", ":1: "), ("", ""),
])
def test_a_file_that_is_wrong_is_exit_code_2(tmp_path, text, says):
    (tmp_path / "j.xml").write_text(text)
    process, path = on_refhca(tmp_path, tmp_path / "j.xml", TAGS)
    assert process.returncode == 2 and says in process.stderr and not path.exists()


def content(path):
    root = etree.parse(str(path)).getroot()
    return dict(root.attrib), root.findtext("capabilities").split(), [e.text for e in root.findall("except")]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """What runs of all checks on this target come to a verdict about."""
    out = tmp_path_factory.mktemp("judged")
    env = {**os.environ, "VCT_JUDGED": ""}

    def made(name):
        if name == "refhca":
            run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--results", out / "refhca.xml")
            results = out / "refhca.xml"
        else:
            kernel = {"rxe": "6.12", "hfi1": "6.12", "mlx4": "6.12", "mlx5": "6.12", "mlx5-roce": "6.12", "rxe-xrc": "uml-xrc"}.get(name, "uml")
            device = name if name == "mlx5-roce" else name.partition("-")[0]
            run("fixtures/guest/conformance", "--kernel", kernel, "--rdma-core", "44", "--device", device, "--out", out / name, env=env)
            results = out / name / "results.xml"
        process = run("build/verbs-cts", "matrix", results, "--judged", out / f"{name}-judged.xml")
        assert process.returncode < 2, process.stderr
        return out / f"{name}-judged.xml"
    return made


@pytest.mark.parametrize("name", [*QUICK, *[pytest.param(name, marks=pytest.mark.long) for name in SLOW]])
def test_the_released_files_are_what_the_targets_do(made, name):
    attributes, capabilities, excepts = content(JUDGED / f"{name}.xml")
    there = content(made(name))
    assert (there[1], there[2]) == (capabilities, excepts), "type: make judged"
    assert there[0]["driver"] == attributes["driver"]


def test_every_released_file_is_tested():
    assert {p.stem for p in JUDGED.glob("*.xml")} == {*QUICK, *SLOW}
    for path in JUDGED.glob("*.xml"):
        schema("judged").assertValid(etree.parse(str(path)))


def test_a_list_that_does_not_exist_is_not_made():
    process = run(JUDGED / "make", "mlx6")
    assert process.returncode == 2 and "there is no list mlx6; there are: rxe rxe-7 rxe-xrc siw hfi1 mlx4 mlx5 mlx5-roce refhca" in process.stderr


@pytest.mark.parametrize("changes, says", [
    (dict(complete="false"), "it is incomplete"), (dict(selection="srq.*"), "it is not one of all checks"),
    (dict(part="1/2"), "it is not one of all checks")])
def test_runs_that_cannot_be_used_are_refused(tmp_path, changes, says):
    source = (ROOT / "harness/golden/all-green.xml").read_text()
    text = source
    for name, value in changes.items():
        text = text.replace('complete="true" conforms="true" conforms-strictly="true"',
                            'complete="false" conforms="false" conforms-strictly="false"') if name == "complete" else \
            text.replace("<results ", f'<results {name}="{value}" ', 1)
    (tmp_path / "r.xml").write_text(text)
    process = run("build/verbs-cts", "matrix", tmp_path / "r.xml", "--judged", tmp_path / "j.xml")
    assert process.returncode == 2 and says in process.stderr and not (tmp_path / "j.xml").exists()


@pytest.mark.parametrize("target", ["refhca", "guest"])
def test_multicast_that_no_longer_arrives_is_red(out, target):
    """Checks find by themselves that no message comes, and skip: without the file, the run says that all is well."""
    where = out / f"multicast-{target}"
    where.mkdir()
    device, file = ("refhca0", "refhca") if target == "refhca" else ("rxe0", "rxe-7")

    def ran(*more):
        command = ("env", f"LD_PRELOAD={ROOT}/build/harness/preload/deaf.so", "build/verbs-cts", "run", "-d", device,
                   "--results", where / "results.xml", *more, "qp.mcast.attached-twice*", "qp.mcast.each-of*",
                   "qp.mcast.detached-gets*")
        process = run("fixtures/refhca/run", *command) if target == "refhca" else guest(*command, results=where)
        return process, Results(where / "results.xml").verdicts

    process, quiet = ran()
    lost = [name for name, verdict in quiet.items() if verdict == "SKIP"]
    assert process.returncode == 0 and len(lost) >= 6
    process, loud = ran("--judged", JUDGED / f"{file}.xml")
    assert process.returncode == 1 and [n for n, v in loud.items() if v == "FAIL"] == lost
    assert "no message of a multicast group reaches the port" in process.stdout


def test_make_conformance_and_matrix_use_the_files(tmp_path):
    """What they run says so in its record."""
    run("make", "-s", "conformance", "TARGET=refhca", "CHECKS=srq.limit.*", env={**os.environ, "VCT_OUT": str(tmp_path / "refhca")})
    run("fixtures/matrix", "--out", tmp_path, "uml", "--", "srq.limit.*")
    run("fixtures/guest/conformance", "--kernel", "uml-xrc", "--out", tmp_path / "xrc", "srq.limit.*")
    for folder, file in ("refhca", "refhca"), ("uml", "rxe"), ("xrc", "rxe-xrc"):
        root = Results(tmp_path / folder / "results.xml").root
        facts = {f.get("name"): f.text for f in root.iter("fact")}
        assert root.get("strict") == "true" and f"waivers/judged/{file}.xml, sha256 " in facts["judged.1"]
