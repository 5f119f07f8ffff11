# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Waivers: what they excuse, what they do not, and what makes them stale."""

import pytest

from conftest import ROOT, Results, guest

FAILS, PASSES = "self.verdicts.fails", "self.verdicts.passes"


def waivers(*waivers):
    return "<waivers>\n" + "\n".join(waivers) + "\n</waivers>\n"


def waiver(reason="It is known.", expires="2099-12-31", driver="rxe", url="drivers/x.c:1", **names):
    attributes = dict(expires=expires, driver=driver, url=url, **names)
    text = " ".join(f'{k.replace("_", "-")}="{v}"' for k, v in attributes.items())
    return f"<waiver {text}>{reason}</waiver>"


@pytest.fixture
def judge(tmp_path):
    """Runs a check that fails and one that passes under these waivers."""
    def run(text, *more):
        (tmp_path / "waivers.xml").write_text(text)
        process = guest("build/self-cts", "run", "-d", "rxe0", "--waivers", tmp_path / "waivers.xml",
                        "--results", tmp_path / "results.xml", FAILS, PASSES, *more,
                        results=tmp_path)
        return process, tmp_path / "results.xml"
    return run


@pytest.mark.parametrize("names", [
    dict(check=FAILS),
    dict(check="self.*.fail?"),
    dict(promise="STR-02"),
    dict(check=FAILS, promise="STR-02", kernel_from="6.12", kernel_to="6.12"),
])
def test_a_known_deviation_is_waived(judge, names):
    process, path = judge(waivers(waiver(**names)))
    results = Results(path)
    assert process.returncode == 0
    assert results.verdicts == {FAILS: "WAIVED", PASSES: "PASS"}
    told = results.checks[FAILS].find("waiver")
    assert told.text == "It is known." and told.get("url") == "drivers/x.c:1"
    assert results.text(FAILS, "seen") == "4"


@pytest.mark.parametrize("names", [
    dict(promise="STR-01"),  # it is not the promise at stake
    dict(check=FAILS, driver="siw"),
    dict(check=FAILS, kernel_to="6.1"),
    dict(check=FAILS, kernel_from="6.13"),
    dict(check=FAILS, verdict="KERNEL"),
    dict(check=FAILS, fw_from="1"),
    dict(check=FAILS, expires="2001-01-01"),
])
def test_what_is_not_named_is_not_waived(judge, names):
    # STR-01 is cited by the check that passes as well, and its waiver is then stale there
    process, path = judge(waivers(waiver(**names)))
    assert process.returncode == 1
    assert Results(path).verdicts[FAILS] == "FAIL"


def test_an_expired_waiver_is_told(judge):
    process, path = judge(waivers(waiver(check=FAILS, expires="2001-01-01")))
    assert "waiver expired on 2001-01-01" in process.stdout
    assert Results(path).checks[FAILS].find("waiver").get("expires") == "2001-01-01"


def test_a_waived_check_that_passes_is_red(judge):
    process, path = judge(waivers(waiver(check=FAILS), waiver(check=PASSES)))
    assert process.returncode == 1
    assert Results(path).verdicts == {FAILS: "WAIVED", PASSES: "XPASS"}


@pytest.mark.parametrize("text, line, says", [
    ("<waivers>\n<waiver\n</waivers>", 3, ""),
    (waivers(waiver(check=FAILS, verdict="PASS")), 2, ""),
    (waivers(waiver(check=FAILS), waiver(check=FAILS, expires="soon")), 3, ""),
    (waivers(waiver(check=FAILS, reason=" ")), 2, ""),
    (waivers(waiver()), 2, ""),
    (waivers(waiver(check=FAILS).replace("driver=", "drivr=")), 2, ""),
    (waivers(waiver(check="self.verdicts.failz")), 2, "no check is named 'self.verdicts.failz'"),
    (waivers(waiver(promise="SRQ-MOD-99")), 2, "cites 'SRQ-MOD-99'"),
])
def test_malformed_waivers_are_2_with_the_line(judge, text, line, says):
    process, path = judge(text)
    assert process.returncode == 2
    assert f"waivers.xml:{line}: " in process.stderr and says in process.stderr
    assert not path.exists()


def test_bounds_are_compared_as_versions():
    process = guest("build/self-cts", "run", "-d", "rxe0", "self.versions.*")
    assert process.returncode == 0, process.stdout


def test_the_projects_own_waivers_are_valid():
    for path in (ROOT / "fixtures/waivers").glob("*.xml"):
        process = guest("build/verbs-cts", "run", "--waivers", path, "srq.modify.prototype")
        assert process.returncode == 0, process.stderr
