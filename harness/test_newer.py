# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Verbs that are newer than the oldest rdma-core: what the suite declares of them, and a libibverbs that lacks them."""
import re

import pytest

from commands import run
from conftest import ROOT, Results
from test_debian import inside, packages

HEADER = ROOT / "lib/verbs/infiniband/verbs.h"
CHECKS = ("counter.*", "mr.extended.*", "mr.buffer.*", "mr.dmah.*", "dm.export.*", "device.speed.is-told-*", "device.speed.of-*", "device.speed.extended-*", "event.opcode.*")
STRUCTURES = {
    "ibv_mr_init_attr": "length access comp_mask iova addr fd fd_offset dmah buf",
    "ibv_dmah": "context",
    "ibv_dmah_init_attr": "comp_mask cpu_id ph tph_mem_type",
    "ibv_comp_cntr": "context handle",
    "ibv_comp_cntr_caps": "max_value max_counters supported_qp_attach_ops",
    "ibv_comp_cntr_init_attr": "comp_mask type flags",
    "ibv_qp_attach_comp_cntr_attr": "comp_mask op_mask",
}


def told(root, folder, name, includes, speed, flush):
    """What a program prints of values and layouts that is compiled in this Debian."""
    values = re.findall(r"^#define (IBV_\w+) ", HEADER.read_text(), re.M)
    values = [v for v in values if v not in ("IBV_WR_FLUSH_AT",)]
    members = [(s, m) for s, listed in STRUCTURES.items() for m in listed.split()]
    lines = [f'\tprintf("{v} %llu\\n", (unsigned long long){v});' for v in values]
    lines += [f'\tprintf("{s} %zu\\n", sizeof(struct {s}));' for s in STRUCTURES]
    lines += [f'\tprintf("{s}.{m} %zu %zu\\n", offsetof(struct {s}, {m}), sizeof(((struct {s} *)0)->{m}));' for s, m in members]
    lines += [f'\tprintf("active_speed_ex %zu\\n", (size_t){speed});', f'\tprintf("wr_flush %zu\\n", (size_t){flush});']
    (folder / f"{name}.c").write_text(
        "#include <stddef.h>\n#include <stdio.h>\n#include <infiniband/verbs.h>\nint main(void)\n{\n" + "\n".join(lines) + "\n}\n")
    build = f"build/{folder.name}"
    made = inside(root, "gcc", *includes, "-o", f"{build}/{name}", f"{build}/{name}.c")
    assert made.returncode == 0, made.stderr
    ran = inside(root, f"{build}/{name}")
    assert ran.returncode == 0 and len(ran.stdout.splitlines()) > 50, ran.stderr
    return ran.stdout


@pytest.mark.long
def test_what_is_declared_is_as_in_rdma_core_65():
    made = run("fixtures/debian/root", "cached", "sid", *packages("build"))
    assert made.returncode == 0, made.stderr
    root = made.stdout.strip()
    release = inside(root, "dpkg-query", "-W", "-f", "${Version}", "libibverbs-dev").stdout
    if not release.startswith("65."):
        pytest.skip(f"the Debian that has rdma-core 65 has {release or 'none'} now: another release may declare other things")
    folder = ROOT / "build/newer"
    folder.mkdir(exist_ok=True)
    theirs = told(root, folder, "theirs", [], "offsetof(struct ibv_port_attr, active_speed_ex)",
                  "offsetof(struct ibv_qp_ex, wr_flush)")
    ours = told(root, folder, "ours", ["-Ilib/verbs"], "offsetof(union ibv_port_attr_newer, active_speed_ex)", "IBV_WR_FLUSH_AT")
    assert ours == theirs


@pytest.fixture(scope="module")
def older(tmp_path_factory):
    """A folder for `run --build`, with a reference HCA that has no verb of rdma-core after 44."""
    folder = tmp_path_factory.mktemp("older") / "build"
    (folder / "refhca").mkdir(parents=True)
    versions = (ROOT / "fixtures/refhca/refhca.map").read_text()
    versions = re.sub(r"IBVERBS_1\.1[5-8] \{.*?\} IBVERBS_1\.1[4-7];\n", "", versions, flags=re.S).replace("\t\tibv_wr_opcode_str;\n", "")
    (folder / "map").write_text(versions)
    # an object file whose source was removed may still be there
    objects = [ROOT / f"build/fixtures/refhca/{c.stem}.o" for c in sorted((ROOT / "fixtures/refhca").glob("*.c"))]
    linked = run("gcc", "-shared", "-pthread", "-Wl,-soname,libibverbs.so.1", f"-Wl,--version-script={folder / 'map'}",
                 "-o", folder / "refhca/libibverbs.so.1", *objects)
    assert linked.returncode == 0, linked.stderr
    return folder


@pytest.mark.parametrize("mutant", [(), ("--mutant", "set_comp_cntr:nothing")])
def test_what_libibverbs_lacks_is_skipped_with_the_release_that_has_it(older, tmp_path, mutant):
    results = tmp_path / "results.xml"
    ran = run("fixtures/refhca/run", "--build", older, "build/verbs-cts", "run", "-d", "refhca0", *mutant, "--results", results, *CHECKS)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert set(Results(results).verdicts.values()) == {"SKIP"}
    reasons = {r.text for r in Results(results).root.iterfind("check/reason")}
    assert "libibverbs has no ibv_query_comp_cntr_caps: it is there since rdma-core 65" in reasons
    assert "libibverbs has no ibv_reg_mr_ex: it is there since rdma-core 59" in reasons
    assert "libibverbs has no ibv_alloc_buf: it is there since rdma-core 64" in reasons
    assert all("it is there since rdma-core" in reason for reason in reasons)


def test_a_program_says_which_rdma_core_it_needs(tmp_path):
    results, program = tmp_path / "results.xml", tmp_path / "repro.c"
    check = "counter.create.what-is-set-is-read"
    ran = run("fixtures/refhca/run", "build/verbs-cts", "run", "-d", "refhca0", "--mutant", "set_comp_cntr:nothing", "--results", results, check)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    made = run("build/verbs-cts", "repro", results, check, "-o", program)
    assert made.returncode == 0, made.stderr
    text = program.read_text()
    assert "It needs rdma-core 65 or newer" in text and "ibv_set_comp_cntr(counter0, 0)" in text
