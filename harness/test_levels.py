# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
The level of a promise is that of the page of the release of rdma-core under test: what the page does not say yet is
derived, and does not prevent conformance.
"""

import re

import pytest
from lxml import etree

from conftest import Results, run

CTS = "build/verbs-cts"
CHECK = "device.errno.a-call-that-fails-sets-it.address-handle"  # of AH-16, which came with the page of release 65


@pytest.mark.parametrize("release, level, code", [("65.0", "must", 1), ("of-no-release", "derived", 0)])
def test_a_must_counts_since_its_release(release, level, code, tmp_path):
    named = [] if release == "of-no-release" else ["--rdma-core", release]
    process = run("fixtures/refhca/run", "--config", "quirk=ah-no-errno",
                  CTS, "run", "-d", "refhca0", *named, "--results", tmp_path / "results.xml", CHECK)
    root = Results(tmp_path / "results.xml").root
    check, promise = root.find("check"), root.find("promise[@id='AH-16']")
    assert (check.get("verdict"), check.get("level"), promise.get("level")) == ("FAIL", level, level)
    assert process.returncode == code, process.stdout
    assert f"AH-16 ({level})" in process.stdout


def test_the_list_tells_since_when():
    promises = etree.fromstring(run(CTS, "list", "--xml").stdout.encode()).findall("promise")
    by_id = {p.get("id"): p for p in promises}
    assert by_id["AH-16"].get("level") == "must"
    assert by_id["AH-16"].get("source").endswith("(rdma-core 65 and later)")
    assert by_id["MR-REG-16"].get("source").endswith("(rdma-core 50 and later)")
    # A commit is no release.
    assert not [p.get("id") for p in promises if re.search(r"\[[0-9a-f]{8,}\]", p.get("source"))]
