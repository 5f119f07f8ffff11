# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""All that a synthetic HCA is used for, each once; and the whole suite on it, which must have no red that is not explained."""
import os

import pytest
from lxml import etree

from commands import PATIENCE, run
from conftest import Results
from documents import ROOT
from released import released, unpack
from test_soak import short

pytestmark = pytest.mark.long
KERNEL = "6.12"
each_hca = pytest.mark.parametrize("device", ["mlx5", "mlx5-roce", "mlx4"])


@pytest.mark.parametrize("kernel, rdma_core", [("6.1", None), (KERNEL, None), ("7.3", None), (KERNEL, "65"), ("7.3", "65")])
@each_hca
def test_the_whole_suite_has_no_red_that_no_waiver_explains(device, kernel, rdma_core, tmp_path):
    process = run("fixtures/guest/conformance", "--device", device, "--kernel", kernel, *(["--rdma-core", rdma_core] if rdma_core else []),
                  "--out", tmp_path, timeout=4 * PATIENCE)
    assert process.returncode == 0, process.stdout + process.stderr
    verdicts = Results(tmp_path / "results.xml").verdicts
    listed = etree.fromstring(run("build/verbs-cts", "list", "--xml").stdout.encode())
    assert set(verdicts) == {check.get("name") for check in listed.iter("check")}
    assert set(verdicts.values()) == {"PASS", "WAIVED", "SKIP"}


@each_hca
def test_random_use_shows_no_difference(device, tmp_path):
    process = run("fixtures/guest/random", "--device", device, "--kernel", KERNEL, "--out", tmp_path, "--", "--for", 20, "--seed", 1)
    assert process.returncode == 0, process.stdout + process.stderr
    assert f"{device.removesuffix('-roce')}_0 showed no difference from the model" in process.stdout


@each_hca
def test_a_benchmark_is_of_the_real_provider(device, tmp_path):
    process = run("fixtures/bench", "--out", tmp_path, "--quick", "--no-instructions", "--repetitions", 7, device, "post.list.sge1.*")
    assert process.returncode in (0, 3), process.stdout + process.stderr    # 3: the machine was too noisy
    record = etree.parse(str(tmp_path / device / "bench.xml")).getroot()
    assert record.find("side/device").get("provider") == device.removesuffix("-roce")
    assert {p.get("verdict") for p in record.iter("point")} <= {"measured", "skipped"} and record.find("point/time") is not None


@each_hca
def test_a_soak_samples_the_objects_of_the_driver(device, tmp_path):
    process, rows = short("guest", tmp_path, "--device", device, "--kernel", KERNEL, "--for", 20, "--every", 1)
    assert process.returncode == 3, process.stdout + process.stderr
    assert "samples are too few to see growth" in process.stdout and not process.stderr
    assert all(row[name] for row in rows for name in ("rss_kb", "slab_kb", "rdma_pd", "rdma_srq"))


def test_a_plan_of_a_fleet_has_each_hca(tmp_path):
    (tmp_path / "plan.xml").write_text(f"""<fleet-plan name="lab" results="results">
      <run name="limit"><check>srq.limit.*</check></run>
      <guest name="cx5" kernel="{KERNEL}" device="mlx5"/>
      <guest name="cx5-roce" kernel="{KERNEL}" device="mlx5-roce"/>
      <guest name="cx3" kernel="{KERNEL}" device="mlx4"/>
    </fleet-plan>""")
    process = run("build/verbs-cts", "fleet", "--local", tmp_path / "plan.xml", timeout=2 * PATIENCE)
    assert process.returncode == 0, process.stdout + process.stderr
    report = etree.parse(str(tmp_path / "results/local/report/fleet.xml")).getroot()
    assert {(kind.get("driver"), kind.get("fw")) for kind in report.findall("kind")} == {
        ("mlx4_core", "none: the HCA is a program of verbs-cts"), ("mlx5_core", "none: the HCA is a program of verbs-cts")}


@each_hca
def test_a_certificate_says_what_was_real_and_names_no_adapter(device, tmp_path):
    program, bundle = released(tmp_path), tmp_path / "bundle.tar.zst"
    process = run("fixtures/guest/certify", "--device", device, "--kernel", KERNEL, "-o", bundle,
                  env={**os.environ, "VCT_PROGRAM": str(program)}, timeout=8 * PATIENCE)
    assert process.returncode in (0, 1), process.stdout + process.stderr    # 1: a verdict was not the same three times
    certificate = etree.fromstring(unpack(bundle)["certificate.xml"])
    made_of = dict(certificate.find("device").attrib)
    hca = device.removesuffix("-roce")
    assert (made_of.pop("name"), made_of.pop("driver"), made_of.pop("provider")) == (f"{hca}_0", f"{hca}_core", hca)
    assert made_of.pop("synthetic") == "true" and set(made_of) == {"kernel", "kernel-log", "rdma-core"}
    verified = run(program, "verify", bundle)
    assert verified.returncode == process.returncode, verified.stdout + verified.stderr
    assert "the HCA is a program of verbs-cts: the certificate is of the driver, the core of the kernel and the provider, " \
        "and of no adapter and no firmware\n" in verified.stdout
    assert "ConnectX" not in verified.stdout
