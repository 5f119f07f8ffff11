# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""iWARP: every check on siw in User-Mode Linux, where librdmacm connects the QPs."""

import pytest

from conftest import PATIENCE, ROOT, Results, guest, run


def on_siw(script, where):
    process = guest("sh", "-c", f"{script} build/verbs-cts run -d siw0 --results {where}/r.xml 'srq.receive.*'",
                    options=["--device", "siw"], results=where)
    return process, Results(where / "r.xml")


@pytest.fixture(scope="module")
def conformance(out):
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--device", "siw", "--out", out / "siw",
                  timeout=PATIENCE)
    return process, Results(out / "siw" / "results.xml")


def test_siw_conforms_except_for_waived_deviations(conformance):
    process, results = conformance
    assert results.red() == {}
    assert process.returncode == 0, process.stderr
    assert results.root.find("device").get("driver") == "siw"


def test_checks_with_traffic_run_on_connected_qps(conformance):
    results = conformance[1]
    ran = [n for n, v in results.verdicts.items() if v != "SKIP"]
    connected = [n for n in ran if "cm_connect(qp" in "\n".join(results.calls(n))]
    for prefix in "cq.poll.", "event.async.", "srq.limit.", "srq.post.", "srq.receive.", "srq.destroy.":
        assert [n for n in connected if n.startswith(prefix)], prefix
    assert len(connected) > 60


@pytest.mark.parametrize("name, reason", [
    ("qp.transition.list-suffices.RC-RTR", "the states and attributes"),
    ("srq.limit.counts-each-consumer.write-with-imm", "no immediate data"),
    ("srq.receive.rc-sender-waits-for-a-wr-without-end", "ends the connection"),
    ("srq.limit.counts-each-consumer.ud-send", "does not support UD QPs"),
])
def test_a_skip_names_what_iwarp_lacks(conformance, name, reason):
    results = conformance[1]
    assert results.verdicts[name] == "SKIP"
    assert reason in results.text(name, "reason")


@pytest.mark.parametrize("before, says", [
    ("ip addr flush dev vct0", "no IP address of this machine leads to it"),
    ("rm /usr/lib/*/librdmacm.so.1", "librdmacm, which connects its QPs, cannot be loaded: librdmacm.so.1: "),
])
def test_without_what_connects_qps_there_is_no_run(before, says):
    """All checks with messages would be SKIP, and the run green."""
    process = guest("sh", "-c", f"{before}; build/verbs-cts run -d siw0 srq.limit.zero-disarms", options=["--device", "siw"])
    assert process.returncode == 2
    assert "port 1 of siw0 cannot reach itself: the device is iWARP, and " in process.stderr and says in process.stderr
    assert "what to do: install librdmacm, give the network interface of siw0 an IP address" in process.stderr


def test_siw_needs_user_mode_linux():
    process = run("make", "-s", "conformance", "DEVICE=siw")
    assert process.returncode != 0
    assert "--device siw needs User-Mode Linux" in process.stderr
    assert run(ROOT / "fixtures/guest/run", "--device", "siw", "--kernel", "6.12", "true").returncode == 126


def test_rxe_and_siw_refuse_to_be_the_two_ends_of_a_link(out):
    """In one guest, which has both; the fault injector is that of rxe."""
    process = guest("sh", "-c", "unset VCT_FAULT_PLUGIN; fixtures/rxe/up --type siw siw0 vct1;"
                    "for pair in 'rxe0 siw0' 'siw0 rxe0'; do set -- $pair;"
                    "build/verbs-cts run -d $1 --peer \"build/verbs-cts peer -d $2\" srq.limit.zero-disarms; echo code $?; done",
                    results=out / "siw-peer")
    assert process.stdout.count("code 2") == 2, process.stderr
    refusal = ("verbs-cts: --peer: siw0 is an iWARP device: --peer connects QPs with ibv_modify_qp, which iWARP has not; "
               "run without --peer")
    assert process.stderr.count(refusal) == 2, process.stderr


def test_each_address_is_not_for_iwarp(out):
    process = guest("build/verbs-cts", "run", "-d", "siw0", "--each", "gid", "srq.limit.zero-disarms",
                    options=["--device", "siw"], results=out / "siw-each")
    assert process.returncode == 2 and "siw0 is an iWARP device" in process.stderr
