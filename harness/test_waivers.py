# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Waivers: which verdicts become WAIVED, which do not, and what makes a waiver stale."""
import shutil

import pytest

from conftest import ROOT, Results, guest, run, shell

FAILS, PASSES = "self.verdicts.fails", "self.verdicts.passes"


def waivers(*waivers):
    return "<waivers>\n" + "\n".join(waivers) + "\n</waivers>\n"


def waiver(reason="It is known.", expires="2099-12-31", driver="rxe", url="drivers/x.c:1", seen="[!~]*", **names):
    attributes = dict(expires=expires, driver=driver, url=url, seen=seen, **names)
    text = " ".join(f'{k.replace("_", "-")}="{v}"' for k, v in attributes.items() if v is not None)
    return f"<waiver {text}>{reason}</waiver>"


@pytest.fixture
def judge(tmp_path):
    """Runs a check that fails and one that passes, or other checks, with these waivers."""
    def judged(text, *more, checks=(FAILS, PASSES)):
        (tmp_path / "waivers.xml").write_text(text)
        process = guest("build/self-cts", "run", "-d", "rxe0", "--waivers", tmp_path / "waivers.xml",
                        "--results", tmp_path / "results.xml", *checks, *more,
                        results=tmp_path)
        return process, tmp_path / "results.xml"
    return judged


MATCHING = [
    dict(check=FAILS),
    dict(check="self.*.fail?"),
    dict(promise="STR-02"),
    dict(check=FAILS, promise="STR-02", kernel_from="7.3", kernel_to="7.3"),
    dict(check=FAILS, rdma_core_from="44", rdma_core_to="64"),
    dict(check=FAILS, driver=None, core="true", kernel_to="7.3"),
    dict(check=FAILS, driver="*", core="true"),
    dict(check=FAILS, driver=None, rdma_core_from="30"),
    dict(check=FAILS, driver="*", rdma_core_to="64"),
    dict(check=FAILS, link_layer="Ethernet", vendor="0xffffff", part="0"),
    dict(check=FAILS, seen="4"),
    dict(check=FAILS, seen="[0-9]"),
    dict(check=FAILS, seen="@(3|4)"),
]
NOT_MATCHING = [
    dict(promise="STR-01"),  # not the promise that failed
    dict(check=FAILS, driver="siw"),
    dict(check=FAILS, kernel_to="6.1"),
    dict(check=FAILS, kernel_from="7.4"),
    dict(check=FAILS, verdict="KERNEL"),
    dict(check=FAILS, fw_from="1"),
    dict(check=FAILS, expires="2001-01-01"),
    dict(check=FAILS, rdma_core_to="43"),
    dict(check=FAILS, driver=None, rdma_core_from="1000"),
    dict(check=FAILS, driver=None, core="true", kernel_to="6.1"),
    dict(check=FAILS, link_layer="InfiniBand"),
    dict(check=FAILS, vendor="0x2c9"),
    dict(check=FAILS, vendor="0xffffff", part="1"),
    dict(check=FAILS, seen="5"),
    dict(check=FAILS, seen="*4 and more"),
]


def named(names):
    return " ".join(f"{k}={v}" for k, v in names.items())


@pytest.fixture(scope="module")
def single_waivers(out):
    """Runs both checks with each of these waivers alone, in one guest."""
    folder = out / "waivers"
    folder.mkdir()
    for n, names in enumerate(MATCHING + NOT_MATCHING):
        (folder / f"{n}.xml").write_text(waivers(waiver(**names)))
    shell(f"""for waivers in {folder}/*.xml; do
        build/self-cts run -d rxe0 --waivers $waivers --results $waivers.results {FAILS} {PASSES}; echo $? >$waivers.code
        done""", results=folder)
    return {named(names): (int((folder / f"{n}.xml.code").read_text()), Results(folder / f"{n}.xml.results"))
            for n, names in enumerate(MATCHING + NOT_MATCHING)}


@pytest.mark.parametrize("name", map(named, MATCHING))
def test_a_known_deviation_is_waived(single_waivers, name):
    code, results = single_waivers[name]
    assert code == 0
    assert results.verdicts == {FAILS: "WAIVED", PASSES: "PASS"}
    told = results.checks[FAILS].find("waiver")
    assert told.text == "It is known." and told.get("url") == "drivers/x.c:1"
    assert results.text(FAILS, "seen") == "4"


@pytest.mark.parametrize("name", map(named, NOT_MATCHING))
def test_a_deviation_that_does_not_match_is_not_waived(single_waivers, name):
    # STR-01 is also cited by the check that passes, for which the waiver is stale.
    code, results = single_waivers[name]
    assert code == 1
    assert results.verdicts[FAILS] == "FAIL"


def test_an_expired_waiver_is_reported(judge):
    process, path = judge(waivers(waiver(check=FAILS, expires="2001-01-01")))
    assert "waiver expired on 2001-01-01" in process.stdout
    assert Results(path).checks[FAILS].find("waiver").get("expires") == "2001-01-01"


def test_a_waived_check_that_passes_is_red(judge):
    process, path = judge(waivers(waiver(check=FAILS), waiver(check=PASSES)))
    assert process.returncode == 1
    assert Results(path).verdicts == {FAILS: "WAIVED", PASSES: "XPASS"}


def test_a_waiver_for_what_comes_and_goes_is_not_stale_if_it_passes(judge):
    process, path = judge(waivers(waiver(check=PASSES, sometimes="true"), waiver(check=FAILS, sometimes="true")))
    assert process.returncode == 0
    assert Results(path).verdicts == {FAILS: "WAIVED", PASSES: "PASS"}
    assert Results(path).checks[FAILS].find("waiver").get("sometimes") == "true"


def test_a_waiver_for_every_driver_is_not_stale_if_one_driver_keeps_the_promise(judge):
    process, path = judge(waivers(waiver(check=PASSES, driver=None, core="true"),
                                  waiver(check=FAILS, driver=None, rdma_core_to="64")))
    assert process.returncode == 0
    assert Results(path).verdicts == {FAILS: "WAIVED", PASSES: "PASS"}


def test_waivers_of_libibverbs_or_the_kernel_do_not_apply_to_the_reference_hca(tmp_path):
    for whose in (dict(driver=None, core="true"), dict(driver=None, rdma_core_to="1000"), dict(driver="refhca")):
        (tmp_path / "waivers.xml").write_text(waivers(waiver(check=FAILS, **whose)))
        process = run("fixtures/refhca/run", "build/self-cts", "run", "-d", "refhca0", FAILS,
                      "--waivers", tmp_path / "waivers.xml")
        assert process.returncode == (0 if whose["driver"] else 1), process.stdout


LEAVES = "self.verdicts.fails-and-leaves-a-qp-behind"
WARNS = "self.verdicts.makes-the-kernel-warn"


def test_no_waiver_applies_if_a_release_fails(judge):
    process, path = judge(waivers(waiver(check=LEAVES, promise="STR-03", seen="4"), waiver(check=LEAVES)), checks=[LEAVES])
    check = Results(path).checks[LEAVES]
    assert process.returncode == 1
    assert check.get("verdict") == "FAIL" and check.find("reason").get("promise") == "STR-03"
    assert "returned 16 EBUSY" in check.findtext("note")


@pytest.mark.parametrize("verb, verdict", [("ibv_destroy_srq", "WAIVED"), ("ibv_destroy_qp", "FAIL")])
def test_a_waiver_may_tell_that_the_deviation_makes_a_release_fail(judge, verb, verdict):
    process, path = judge(waivers(waiver(check=LEAVES, unreleased=verb)), checks=[LEAVES])
    assert Results(path).verdicts == {LEAVES: verdict}, process.stdout
    waived = Results(path).checks[LEAVES].find("waiver")
    assert (waived is not None and waived.get("unreleased") == verb) == (verdict == "WAIVED")


@pytest.mark.parametrize("seen, verdict", [
    ("*WARNING: *", "WAIVED"),
    ("*WARNING: CPU: * rxe_query_srq+*", "KERNEL"),
    ("*Oops: *", "KERNEL"),
])
def test_every_kernel_message_must_match_the_waiver(judge, seen, verdict):
    _, path = judge(waivers(waiver(check=WARNS, verdict="KERNEL", seen=seen)), checks=[WARNS])
    assert Results(path).verdicts == {WARNS: verdict}


@pytest.mark.parametrize("text, line, says", [
    ("<waivers>\n<waiver\n</waivers>", 3, ""),
    (waivers(waiver(check=FAILS, verdict="PASS")), 2, ""),
    (waivers(waiver(check=FAILS), waiver(check=FAILS, expires="soon")), 3, ""),
    (waivers(waiver(check=FAILS, reason=" ")), 2, ""),
    (waivers(waiver()), 2, ""),
    (waivers(waiver(check=FAILS).replace("driver=", "drivr=")), 2, ""),
    (waivers(waiver(check=FAILS, driver=None)), 2, ""),
    (waivers(waiver(check=FAILS), waiver(check=PASSES, seen=None)), 3, ""),
    (waivers(waiver(check=FAILS, seen="**?")), 2, ""),
    (waivers(waiver(check="self.verdicts.failz")), 2, "no check is named 'self.verdicts.failz'"),
    (waivers(waiver(promise="SRQ-MOD-99")), 2, "cites 'SRQ-MOD-99'"),
])
def test_malformed_waivers_are_exit_code_2_and_the_error_has_the_line(tmp_path, text, line, says):
    (tmp_path / "waivers.xml").write_text(text)
    process = run("fixtures/refhca/run", "build/self-cts", "run", "--waivers", tmp_path / "waivers.xml",
                  "--results", tmp_path / "results.xml", FAILS, PASSES)
    assert process.returncode == 2
    assert f"waivers.xml:{line}: " in process.stderr and says in process.stderr
    assert not (tmp_path / "results.xml").exists()


def test_bounds_are_compared_as_versions():
    process = run("fixtures/refhca/run", "build/self-cts", "run", "self.versions.*")
    assert process.returncode == 0, process.stdout


def test_the_projects_own_waivers_are_valid():
    for path in (ROOT / "fixtures/waivers").glob("*.xml"):
        process = run("fixtures/refhca/run", "build/verbs-cts", "run", "--waivers", path, "srq.modify.prototype")
        assert process.returncode == 0, process.stderr


def test_the_page_of_the_deviations_is_what_make_deviations_makes_of_the_waivers(tmp_path):
    process = run("fixtures/waivers/deviations", "--check")
    assert process.returncode == 0, process.stderr
    for folder in ("docs", "fixtures/waivers", "fixtures/rxe/fixes", "fixtures/rdma-core"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    rxe, page = tmp_path / "fixtures/waivers/rxe.xml", tmp_path / "docs/deviations.md"
    rxe.write_text(rxe.read_text().replace("</waivers>", waiver("It is new.", check="a.b.c", kernel_from="6.12", kernel_to="6.12.9") + "</waivers>"))
    stale = run(tmp_path / "fixtures/waivers/deviations", "--check")
    assert stale.returncode == 1 and "make deviations" in stale.stderr
    assert run(tmp_path / "fixtures/waivers/deviations").returncode == 0
    assert "| `a.b.c` | It is new. | - | (x) | - | - |  |  |  | `drivers/x.c:1` | by Linux 6.18 |  |\n" in page.read_text()


def test_a_waiver_of_a_check_applies_to_the_checks_that_it_blocks(tmp_path):
    def without_uc(*more):
        run("fixtures/refhca/run", "env", "LD_PRELOAD=build/harness/preload/refused.so", "REFUSED=UC 12",
            "build/verbs-cts", "run", "--results", tmp_path / "results.xml", *more, "qp.flags.*.UC-*", "qp.destroy.*.UC-*")
        return Results(tmp_path / "results.xml")

    before = without_uc()
    blocked = {n: c.get("blocked-by") for n, c in before.checks.items() if c.get("verdict") == "BLOCKED"}
    blocker, = set(blocked.values())
    (tmp_path / "waivers.xml").write_text(waivers(
        waiver(check=blocker, verdict=before.verdicts.get(blocker), driver="refhca", reason="It has no UC.")))
    after = without_uc("--waivers", tmp_path / "waivers.xml")
    assert len(blocked) > 10 and {after.verdicts[n] for n in blocked} == {"WAIVED"}
    assert {after.checks[n].findtext("waiver") for n in blocked} == {"It has no UC."}
    assert {after.checks[n].get("blocked-by") for n in blocked} == {blocker}
