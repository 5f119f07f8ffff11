# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
Personas of the reference HCA: the tables list them, the configuration accepts them, and on each persona
only the promises FAIL that the tables say are broken. The command that judges this is also run on tables
that are wrong.
"""

import os
import re

import pytest
from lxml import etree

from conftest import PATIENCE, ROOT, Results, run

RUN = "fixtures/refhca/run"
CTL = "build/refhca/refhca-ctl"
CTS = "build/verbs-cts"

PERSONAS = ["mlx5-roce", "mlx5-ib", "mlx4", "hns-hip08", "hns-hip09", "bnxt-re", "bnxt-re-vf", "irdma-roce",
            "irdma-iwarp", "qedr", "mana", "efa", "erdma", "ionic", "ocrdma", "pvrdma", "cxgb4", "least"]


@pytest.fixture(scope="module")
def tables():
    return etree.fromstring(run(CTL, "personas").stdout.encode())


def attributes(tables, tag, *names):
    return [tuple(e.get(name) for name in names) for e in tables.findall(tag)]


# A third of the checks runs on each, another one on each: what is unfair to one check is unfair to most rows of its table.
@pytest.mark.parametrize("persona, share", [*((p, 3) for p in PERSONAS), *(pytest.param(p, 1, marks=pytest.mark.long) for p in PERSONAS)])
def test_only_promises_that_the_tables_list_fail(persona, share, tmp_path):
    process = run("fixtures/personas", "--out", tmp_path, "--share", share, persona, timeout=PATIENCE)
    assert (process.returncode, process.stderr) == (0, ""), process.stdout
    device = Results(tmp_path / f"{persona}.xml").root.find("device")
    assert device.get("fw") == f"1 as {persona}"
    assert persona in (tmp_path / "personas.txt").read_text()


# Rules make these devices, and nobody has to think of a habit: each keeps all that the documents promise.
@pytest.mark.parametrize("exam, share", [("smallest", 20), ("bare", 20), pytest.param("smallest", 1, marks=pytest.mark.long),
                                         pytest.param("bare", 1, marks=pytest.mark.long)])
def test_a_small_or_bare_device_is_not_red(exam, share, tmp_path):
    process = run("fixtures/personas", "--exam", exam, "--out", tmp_path, "--share", share, timeout=PATIENCE)
    assert (process.returncode, process.stderr) == (0, ""), process.stdout
    assert len((tmp_path / f"{exam}s.txt").read_text().splitlines()) > 25


# And random use judges each of them with what it has.
# What a check needs beside its own memory: a MiB is what a run asks for before it begins (lib/run/device/choose.c).
@pytest.mark.parametrize("mib, checks", [(8, ["mr.*", "qp.middle.*"]), *(pytest.param(mib, ["*"], marks=pytest.mark.long) for mib in (2, 8))])
def test_a_user_who_may_lock_little_memory_is_not_red(mib, checks, tmp_path):
    path = tmp_path / "results.xml"
    run(RUN, "prlimit", f"--memlock={mib << 20}", "env", "LD_PRELOAD=build/harness/preload/limited.so", "MLOCK=limited",
        CTS, "run", "-d", "refhca0", "--results", path, *checks, timeout=PATIENCE)
    results = Results(path)
    assert set(results.verdicts.values()) == {"PASS", "SKIP"}
    assert f"this process may lock only {mib << 10} KiB of memory" in results.text("qp.middle.what-succeeds-is-whole.read-sender-reset", "reason")


@pytest.mark.parametrize("exam, sequences", [("smallest", 3), *(pytest.param(exam, 50, marks=pytest.mark.long)
                                                                for exam in ("smallest", "bare", "absent", "quirk", "persona"))])
def test_random_use_judges_what_a_device_has(exam, sequences, tmp_path):
    process = run("fixtures/personas", "--exam", exam, "--out", tmp_path, "--random", sequences, timeout=PATIENCE)
    assert (process.returncode, process.stderr) == (0, ""), process.stdout
    if exam == "smallest":
        assert {v for path in tmp_path.glob("*.xml") for v in Results(path).verdicts.values()} == {"PASS"}


# Of each verb that is refused: a check of the verb FAILs if a page demands it, and else nothing is red.
@pytest.mark.parametrize("rows, share", [(["open_qp-absent", "alloc_buf-absent", "bind_mw-enosys"], 4),
                                         pytest.param([], 1, marks=pytest.mark.long)])
def test_a_verb_that_no_page_demands_may_be_absent(rows, share, tmp_path):
    process = run("fixtures/personas", "--exam", "absent", "--out", tmp_path, "--share", share, *rows, timeout=PATIENCE)
    assert (process.returncode, process.stderr) == (0, ""), process.stdout
    for row in rows:
        assert ("FAIL" in Results(tmp_path / f"{row}.xml").verdicts.values()) == (row == "bind_mw-enosys"), row


def test_every_quirk_has_a_sentence_and_a_source(tables):
    quirks = attributes(tables, "quirk", "name", "does", "source")
    for name, does, source in quirks:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert re.fullmatch(r"[^ ].*\.", does, re.S) and source, name
    assert len({name for name, _, _ in quirks}) == len(quirks) >= 40


def test_every_persona_exists(tables):
    names = [name for name, in attributes(tables, "persona", "name")]
    assert names == PERSONAS


@pytest.mark.parametrize("config, claimed", [("persona=mlx5-roce", True), ("persona=least", False), ("", True)])
def test_a_persona_claims_what_its_settings_name(config, claimed, tmp_path):
    run(RUN, "--config", config, "--", CTS, "run", "-d", "refhca0", "--results", tmp_path / "results.xml", "device.extended.*")
    facts = {f.get("name"): f.text for f in Results(tmp_path / "results.xml").root.iter("fact")}
    for claim in ("max_wq_type_rq", "max_dm_size", "max_mcast_grp", "completion_timestamp_mask", "atomic_cap"):
        assert (int(facts[f"device.{claim}"], 0) != 0) == claimed, claim


def test_the_configuration_accepts_every_persona_and_quirk(tables):
    words = [f"{tag}={name}" for tag in ("persona", "quirk") for name, in attributes(tables, tag, "name")]
    script = 'unset REFHCA_PATH; for words; do REFHCA=$words "$0" info -d refhca0 > /dev/null || echo "$words"; done'
    process = run(RUN, "--", "bash", "-c", script, CTS, *words, timeout=PATIENCE)
    assert (process.stdout, process.stderr) == ("", "")


def test_help_lists_them(tables):
    told = run(RUN, "--config", "help", "--", CTS, "info", "-d", "refhca0").stderr
    for tag in ("persona", "quirk"):
        for name, in attributes(tables, tag, "name"):
            assert f"\n  {name} " in told


@pytest.mark.parametrize("config, says", [
    ("persona=mlx6", "refhca: no such persona: mlx6; REFHCA=help lists them"),
    ("xrc=0 quirk=nonsense", "refhca: no such quirk: nonsense; REFHCA=help lists them"),
    ("quirk=", "refhca: no such quirk: ; REFHCA=help lists them"),
])
def test_an_unknown_name_is_an_error(config, says):
    process = run(RUN, "--config", config, "--", CTS, "run", "-d", "refhca0", "srq.modify.prototype")
    assert process.returncode == 2
    assert says in process.stderr.splitlines()


def test_quirks_and_keys_combine(tmp_path):
    process = run(RUN, "--config", "quirk=no-uc quirk=no-ud persona=least max_sge=4", "--", CTS, "info", "-d", "refhca0")
    assert process.returncode == 0, process.stderr
    process = run(RUN, "--config", "quirk=post-in-reset quirk=no-ud", "--", CTS, "run", "-d", "refhca0",
                  "--strict", "--results", tmp_path / "results.xml", "qp.recv.refused-in-reset*",
                  "qp.create.belongs-to-its-pd.*")
    verdicts = Results(tmp_path / "results.xml").verdicts
    assert verdicts["qp.create.belongs-to-its-pd.UD"] == "SKIP"
    assert verdicts["qp.create.belongs-to-its-pd.RC"] == "PASS"
    assert "FAIL" in verdicts.values(), process.stdout


def wrong_tables(folder, tables):
    """A build folder whose refhca-ctl prints other tables."""
    (folder / "refhca").mkdir(parents=True)
    (folder / "verbs-cts").symlink_to(ROOT / CTS)
    (folder / "refhca/libibverbs.so.1").symlink_to(ROOT / "build/refhca/libibverbs.so.1")
    (folder / "refhca/tables.xml").write_bytes(etree.tostring(tables))
    ctl = folder / "refhca/refhca-ctl"
    ctl.write_text(f"#!/bin/sh\nexec cat {folder}/refhca/tables.xml\n")
    ctl.chmod(0o755)
    return {**os.environ, "VCT_BUILD": str(folder)}


@pytest.mark.parametrize("breaks, says", [
    ("", r"1 FAIL suites/srq/post\.c:\d+ \[SRQ-PST-07\] srq\.post\."),
    ("SRQ-PST-07 SRQ-PST-08", r"no check FAILs for SRQ-PST-08, which post-srq-negative breaks"),
])
def test_a_wrong_table_is_found(breaks, says, tables, tmp_path):
    tables = etree.fromstring(etree.tostring(tables))
    tables.find("quirk[@name='post-srq-negative']").set("breaks", breaks)
    process = run("fixtures/personas", "--exam", "quirk", "post-srq-negative", env=wrong_tables(tmp_path / "build", tables),
                  timeout=PATIENCE)
    assert process.returncode == 1, process.stderr
    assert "post-srq-negative is not good:" in process.stdout
    assert re.search(says, process.stdout)


@pytest.mark.parametrize("arguments, says", [
    (["mlx6"], "personas: there is no persona mlx6; there are mlx5-roce, "),
    (["--exam", "quirk", "qedr"], "personas: there is no quirk qedr; there are "),
])
def test_an_unknown_name_is_exit_code_2(arguments, says):
    process = run("fixtures/personas", *arguments)
    assert process.returncode == 2
    assert says in process.stderr


def test_a_promise_that_does_not_exist_is_exit_code_2(tables, tmp_path):
    tables = etree.fromstring(etree.tostring(tables))
    tables.find("quirk[@name='no-sqd']").set("breaks", "QP-MOD-FLAG-STAET")
    process = run("fixtures/personas", "--exam", "quirk", "no-sqd", env=wrong_tables(tmp_path / "build", tables))
    assert process.returncode == 2
    assert "personas: quirk no-sqd breaks QP-MOD-FLAG-STAET, which no check cites" in process.stderr
