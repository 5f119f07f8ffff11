# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The command line of verbs-cts: its output and its errors."""

import re

import pytest
from lxml import etree

from conftest import ROOT, Results, guest, run, shell
from documents import sealed

CTS = "build/verbs-cts"


@pytest.fixture(scope="module")
def listed():
    process = run(CTS, "list", "--xml")
    assert process.returncode == 0
    return etree.fromstring(process.stdout.encode())


# As the compiler reads them: a promise is one call of a macro.
PROMISES = sum(len(re.findall(r"^PROMISE\(", path.read_text(), re.M)) for path in (ROOT / "suites/promises").glob("*.h"))


def test_list_has_each_promise_once(listed):
    ids = [p.get("id") for p in listed.findall("promise")]
    assert len(ids) == len(set(ids)) == PROMISES


def test_list_names_the_promises_that_no_check_cites(listed):
    cited = {i for c in listed.findall("check") for i in c.get("promises").split()}
    for promise in listed.findall("promise"):
        assert (promise.get("id") in cited) == (promise.get("cited") == "true"), promise.get("id")
    text = run(CTS, "list").stdout
    uncited = PROMISES - len(cited)
    assert f"{len(cited)} of {PROMISES} promises; {uncited} are cited by no check" in text


def test_a_promise_that_no_check_cites_says_why(listed):
    for promise in listed.findall("promise"):
        assert (promise.get("cited") == "false") == (promise.get("no-check") is not None), promise.get("id")


def test_list_finds_the_promises_of_a_page(listed):
    """Those of one verb stand in several tables: who writes a check of it finds them all, and the checks that are there."""
    of_page = {p.get("id") for p in listed.findall("promise") if re.search(r"(?<![\w-])ibv_get_async_event\(", p.get("source"))}
    text = run(CTS, "list", "--page", "ibv_get_async_event(3)").stdout
    assert text == run(CTS, "list", "--page", "ibv_get_async_event").stdout
    assert set(re.findall(r"^([A-Z]\S+) \(\w+\): ", text, re.M)) == of_page > {"AEV-08"}
    checks = {c.get("name") for c in listed.findall("check") if set(c.get("promises").split()) & of_page}
    assert set(re.findall(r"^    ([a-z]+\..*)", text, re.M)) == checks
    process = run(CTS, "list", "--page", "ibv_get_async")
    assert process.returncode == 2 and "'ibv_get_async'" in process.stderr


def test_every_promise_of_srqs_events_and_receives_is_cited(listed):
    wanted = re.compile(r"SRQ-|AEV-|CQ-POL-|QP-RCV-|DEV-CAP-|STR-")
    uncited = [p.get("id") for p in listed.findall("promise")
               if wanted.match(p.get("id")) and p.get("cited") == "false"]
    assert uncited == []


def test_a_check_is_named_after_its_file(listed):
    for check in listed.findall("check"):
        folder, name = check.get("name").split(".")[:2]
        assert (ROOT / "suites" / folder / f"{name.replace(chr(45), chr(95))}.c").is_file(), check.get("name")


def test_help_lists_the_options_and_the_exit_codes():
    for command in ("run", "list", "info", "report"):
        process = run(CTS, command, "--help")
        assert process.returncode == 0 and f"verbs-cts {command}" in process.stdout
    text = run(CTS, "run", "--help").stdout
    for option in ("--ib-dev", "--ib-port", "--gid-index", "--promise", "--results", "--junit",
                   "--waivers", "--deadline", "--slow", "--repeat", "--shuffle", "--resume"):
        assert option in text
    assert "0 nothing is new, 1 something is new" in text


@pytest.mark.parametrize("arguments, says", [
    ([], "Usage"),
    (["fly"], "Usage"),
    (["run", "--promise", "SRQ-MOD-99"], "no promise SRQ-MOD-99"),
    (["run", "srq.nothing.*"], "no check matches 'srq.nothing.*'"),
    (["run", "--deadline", "0"], "--deadline takes a number above 0"),
    (["run", "--repeat", "many"], "--repeat takes a number"),
    (["run", "--ib-port", "0"], "--ib-port takes a number from 1"),
    (["run", "--resume"], "--resume needs --results"),
    (["run", "--mutant", "keeps_firng"], "no mutant 'keeps_firng'; similar: keeps_firing;"),
    (["run", "--mutant", "!"], "no mutant '!'; 'verbs-cts list --mutants' shows all"),
    (["run", "-d", "rxe0"], "no RDMA device on this machine"),
    (["report"], "no results.xml is given"),
    (["report", "/nowhere/results.xml"], "/nowhere/results.xml"),
    (["report", "README.md"], "not a results.xml"),
    (["info"], "no RDMA device on this machine"),
])
def test_bad_usage_is_exit_code_2_and_the_error_names_the_cause(arguments, says):
    process = run(CTS, *arguments)
    assert process.returncode == 2
    assert says in process.stderr


def test_a_promise_that_no_check_cites_is_exit_code_2():
    process = run("build/self-cts", "run", "--promise", "SRQ-MOD-01")
    assert process.returncode == 2
    assert "no check is selected: none of the checks cites" in process.stderr


@pytest.mark.parametrize("arguments, says", [
    (["-d", "mlx5_0"], "no device mlx5_0; found: rxe0"),
    (["-i", "2"], "rxe0 has no port 2; it has 1 to 1"),
    (["-x", "9"], "GID index 9 of port 1 of rxe0 is empty"),
    (["-x", "60000"], "--gid-index takes a number from 0 to 255"),
    (["--results", "/nowhere/results.xml"], "/nowhere/results.xml"),
    (["--results", "/nowhere/results.xml", "--resume"], "cannot resume from"),
    (["--junit", "/nowhere/junit.xml"], "/nowhere/junit.xml"),
    (["--waivers", "/nowhere/waivers.xml"], "/nowhere/waivers.xml"),
])
def test_a_bad_environment_is_exit_code_2(arguments, says):
    process = guest(CTS, "run", *arguments)
    assert process.returncode == 2
    assert says in process.stderr


def test_a_port_that_is_down_is_exit_code_2():
    process = shell("ip link set dev $(cat /sys/class/infiniband/rxe0/parent) down; "
                    f"{CTS} run -d rxe0")
    assert process.returncode == 2
    assert re.search(r"rxe0 is ACTIVE \(the last is DOWN\)", process.stderr)


def test_info_lists_what_the_device_claims():
    process = guest(CTS, "info", "-d", "rxe0")
    assert process.returncode == 0
    assert re.search(r"RESIZE +yes", process.stdout)
    assert re.search(r"XRC +no ", process.stdout)


def test_results_name_the_device_and_the_command(out):
    guest(CTS, "run", "-d", "rxe0", "--results", out / "facts" / "r.xml", "*.prototype",
          results=out / "facts")
    device = Results(out / "facts" / "r.xml").root.find("device")
    assert device.get("name") == "rxe0" and device.get("driver") == "rxe"
    assert device.get("link-layer") == "Ethernet" and device.get("vendor") == "0xffffff"
    assert device.get("gid") == "::ffff:10.9.9.1" or "." in device.get("gid")
    assert re.match(r"\d+\.\d+$", device.get("rdma-core"))
    assert device.get("command").startswith("verbs-cts run -d rxe0 --results")


def on_mutant(out, *arguments, **environment):
    """Runs checks on the reference HCA; returns the process and the results."""
    process = run("fixtures/refhca/run", "env", *[f"{k}={v}" for k, v in environment.items()],
                  CTS, "run", "--results", out / "mutant.xml", *arguments, "srq.limit.*")
    return process, Results(out / "mutant.xml")


def test_list_mutants_has_their_promises_sentences_and_verbs(listed):
    mutants = etree.fromstring(run(CTS, "list", "--mutants", "--xml").stdout.encode()).findall("mutant[@promise]")
    sentences = {p.get("id"): p.text for p in listed.findall("promise")}
    text = run(CTS, "list", "--mutants").stdout
    assert len({m.get("name") for m in mutants}) == len(mutants) > 200
    for mutant in mutants:
        for told in (mutant.get("name"), mutant.text, mutant.get("verbs"), sentences[mutant.get("promise")]):
            assert told.strip() and told in text
    broken = len({m.get("promise") for m in mutants})
    assert f"{len(mutants)} mutants break {broken} of {PROMISES} promises" in text


def test_a_run_on_a_mutant_records_it(out):
    process, results = on_mutant(out, "--mutant", "keeps_firing")
    mutant = results.root.find("mutant")
    assert process.returncode == 1
    assert (mutant.get("name"), mutant.get("promise"), mutant.text) == ("keeps_firing", "SRQ-LIM-02",
                                                                         "the limit stays armed after its event, until WRs are posted")
    assert process.stdout.count("MUTANT, keeps_firing, made to break SRQ-LIM-02: this run certifies nothing") == 2
    assert "--mutant keeps_firing" in results.root.find("device").get("command")


def test_a_run_with_the_library_of_mutants_in_ld_preload_records_it(out):
    hand = {"LD_PRELOAD": "build/mutants.so"}
    for environment, name in ((hand, "none"), ({**hand, "VCT_MUTANT": "none"}, "none"),
                              ({**hand, "VCT_MUTANT": "zero_does_not_disarm"}, "zero_does_not_disarm")):
        process, results = on_mutant(out, **environment)
        assert results.root.find("mutant").get("name") == name
        assert process.stdout.count("this run certifies nothing") == 2
    assert on_mutant(out)[1].root.find("mutant") is None
    assert on_mutant(out, "--mutant", "keeps_firing", **hand)[1].root.find("mutant").get("name") == "keeps_firing"


def test_a_run_on_a_mutant_is_resumed_on_that_mutant_only(out):
    on_mutant(out, "--mutant", "keeps_firing")
    journal = out / "mutant.xml.journal"
    kernel = Results(out / "mutant.xml").root.find("device").get("kernel")
    journal.write_bytes(sealed(f'<run suite="0" commit="0" passes="1" selection="srq.limit.*"><device name="refhca0" kernel="{kernel}"/>'
                               '<mutant name="keeps_firing" promise="A-1">x</mutant></run>\n'.encode()))
    process, _ = on_mutant(out, "--resume")
    assert process.returncode == 2 and "of a run with another mutant" in process.stderr


def test_the_library_of_mutants_is_found(out):
    """In the folder of the program, where make install puts it, or in VCT_MUTANTS."""
    make = run("make", "install", f"DESTDIR={out}/installed", "PREFIX=/usr")
    assert make.returncode == 0, make.stderr
    program = out / "installed/usr/bin/verbs-cts"
    assert "mutants break" in run(program, "list", "--mutants").stdout
    (out / "installed/usr/lib/verbs-cts/mutants.so").unlink()
    process = run(program, "list", "--mutants")
    assert process.returncode == 2 and "no library of mutants" in process.stderr
    told = run("env", f"VCT_MUTANTS={ROOT}/build/mutants.so", program, "list", "--mutants")
    assert "mutants break" in told.stdout
    process = run("env", "VCT_MUTANTS=README.md", program, "list", "--mutants")
    assert process.returncode == 2 and "README.md is not a library of mutants" in process.stderr
