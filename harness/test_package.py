# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
`make deb`: the packages are built from the tarball of `make dist`, lintian has no complaint, and on a machine that has
nothing else they do what they are for, without the sources.
"""
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import PATIENCE, ROOT, Results, run

PACKAGES = ("verbs-cts", "verbs-cts-guest", "libibverbs-xrc1", "libibverbs-xrc-dev")
SOURCES = "/etc/apt/sources.list.d/debian.sources"

# Builds everything, downloads a Debian and a kernel, and emulates it: ten minutes.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def debs():
    """The packages by name; the others are those of debug symbols."""
    made = run("make", "--no-print-directory", "deb", timeout=1800)
    assert made.returncode == 0, made.stdout + made.stderr
    found = {path.name.partition("_")[0]: path for path in (ROOT / "build/deb").glob("*.deb")}
    return {name: found[name] for name in PACKAGES}


@pytest.fixture(scope="module")
def machine(debs, tmp_path_factory):
    """The root of a Debian that has only what is essential, what compiles, and the packages."""
    root = tmp_path_factory.mktemp("machine")
    made = run("mmdebstrap", "--mode=root", "--variant=minbase", "bookworm", root,
               *([SOURCES] if pathlib.Path(SOURCES).exists() else []), timeout=900)
    assert made.returncode == 0, made.stderr
    for deb in debs.values():
        shutil.copy(deb, root / "root")
    shutil.copy(ROOT / "harness/legacy/old_xrc.c", root / "root")
    done = inside(root, "apt-get update -q && apt-get install -y -q --no-install-recommends /root/*.deb "
                        "gcc libc6-dev make pahole pkg-config openssh-client python3 zstd", timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    yield root
    shutil.rmtree(root)


def inside(root, script, timeout=PATIENCE, **kwargs):
    """Runs a shell script in the root, with its mounts and its processes; both end with it."""
    mounted = ("mount --make-rprivate / && mount -t proc proc \"$0/proc\" && mount --rbind /dev \"$0/dev\" && "
               "mount --rbind /sys \"$0/sys\" && exec chroot \"$0\" env -i HOME=/root LANG=C.UTF-8 "
               "PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive sh -c \"cd /root && $1\"")
    return run("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", mounted, root, script,
               timeout=timeout, **kwargs)


def test_lintian_has_no_complaint(debs):
    """What it does not like is explained in ci/debian/*.lintian-overrides."""
    assert (ROOT / "build/deb/lintian").read_text() == ""


def test_a_package_depends_on_what_its_programs_call(debs):
    said = run("dpkg-deb", "-f", debs["verbs-cts"], "Depends").stdout
    assert all(library in said for library in ("libibverbs1", "libxml2", "libxslt1.1", "libcunit1", "libgsl27"))
    said = run("dpkg-deb", "-f", debs["libibverbs-xrc1"], "Depends").stdout
    assert "libibverbs1" in said and "libxml2" not in said


def test_the_program_says_from_which_commit_it_is(machine):
    said = inside(machine, "verbs-cts --version").stdout
    [tarball] = (ROOT / "build/deb").glob("verbs-cts-*/ci/commit")
    assert re.fullmatch(r"verbs-cts [\d.]+ \((\w{7,})\)\n", said)[1] == tarball.read_text().split()[0]


def test_the_reference_hca_conforms_and_runs_are_compared(machine):
    ran = inside(machine, "for k in a b; do verbs-cts-guest refhca verbs-cts run -d refhca0 --results $k.xml "
                          "--junit $k.junit.xml --html $k.html || exit; done; verbs-cts matrix a=a.xml b=b.xml")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    results = Results(machine / "root/a.xml")
    assert results.root.get("conforms") == "true" and len(results.checks) > 2000
    assert (machine / "root/a.html").stat().st_size and (machine / "root/a.junit.xml").stat().st_size


def test_the_reference_hca_is_certified(machine):
    """The tarball has its commit, so that what is built from it can certify."""
    ran = inside(machine, "ssh-keygen -q -t ed25519 -N '' -f key && "
                          "verbs-cts-guest refhca verbs-cts certify -d refhca0 -o b.tar.zst --key key && "
                          "echo \"lab namespaces=\\\"verbs-cts\\\" $(cat key.pub)\" > signers && "
                          "verbs-cts verify b.tar.zst --allowed-signers signers && verbs-cts compare b.tar.zst b.tar.zst",
                 timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "srq-core" in ran.stdout


def test_loopback_on_rxe_in_a_guest_with_a_stock_kernel(machine):
    """The kernel and its headers, for the fault injector, come from the same place as all packages of the machine."""
    ran = inside(machine, "VCT_ACCEL=tcg verbs-cts-guest conformance --kernel 6.1 --out out 'srq.limit.*' "
                          "srq.error.destroy-works", timeout=1200)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    results = Results(machine / "root/out/results.xml")
    assert results.verdicts["srq.error.destroy-works"] == "PASS"
    assert {"PASS"} <= set(results.verdicts.values()) <= {"PASS", "SKIP", "WAIVED"}


def test_a_program_of_2009_is_built_and_runs(machine):
    ran = inside(machine, "gcc -std=gnu89 old_xrc.c -o old_xrc $(pkg-config --cflags --libs libibverbs-xrc) && "
                          "verbs-cts-guest refhca ./old_xrc /root/shared")
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_nothing_is_left_when_the_packages_are_removed(machine):
    """This test is the last one: the machine has the packages no longer."""
    done = inside(machine, f"dpkg --purge {' '.join(PACKAGES)}")
    assert done.returncode == 0, done.stderr
    left = [path for path in (machine / "usr").rglob("*") if "verbs-cts" in path.name or "ibverbs-xrc" in path.name]
    assert left == []
