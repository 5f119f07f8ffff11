# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""What `make install` and `make dist` leave: it works without the sources, and needs no package manager."""
import os
import re
import subprocess

import pytest

from conftest import PATIENCE, ROOT, Results, run

NO_MAKE = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "V")}

# One process installs, for all of these tests.
pytestmark = pytest.mark.xdist_group("install")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The root of an installed tree."""
    root = tmp_path_factory.mktemp("root")
    made = run("make", "-s", "install", f"DESTDIR={root}", "PREFIX=/usr")
    assert made.returncode == 0, made.stderr
    return root


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The tree in the tarball of `make dist`."""
    made = run("make", "--no-print-directory", "dist")
    assert made.returncode == 0, made.stderr
    where = tmp_path_factory.mktemp("dist")
    subprocess.run(["tar", "-C", where, "-xzf", ROOT / made.stdout.strip()], check=True)
    [sources] = where.iterdir()
    return sources


def installed(tree, where, *command, **kwargs):
    """Runs an installed program in a directory that is not the project's."""
    command = [str(tree / "usr/bin" / command[0]), *map(str, command[1:])]
    return subprocess.run(command, cwd=where, text=True, capture_output=True, timeout=PATIENCE, **kwargs)


def test_the_checks_run_on_the_installed_reference_hca(tree, tmp_path):
    ran = installed(tree, tmp_path, "verbs-cts-guest", "refhca", tree / "usr/bin/verbs-cts", "run", "-d", "refhca0",
                    "srq.limit.*", "--results", tmp_path / "results.xml", "--html", tmp_path / "report.html")
    assert ran.returncode == 0, ran.stderr
    assert set(Results(tmp_path / "results.xml").verdicts.values()) == {"PASS"}


def test_a_guest_is_booted_from_what_is_installed(tree, tmp_path):
    ran = installed(tree, tmp_path, "verbs-cts-guest", "conformance", "--kernel", "uml", "srq.limit.zero-disarms",
                    "srq.error.*")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    [out] = (tmp_path / "reports/out").iterdir()
    results = Results(out / "results.xml")
    # the fault injector of rxe is installed, too
    assert "PASS" in {v for name, v in results.verdicts.items() if name.startswith("srq.error.")}
    assert results.verdicts["srq.limit.zero-disarms"] == "PASS"
    assert str(ROOT) not in (out / "results.xml").read_text()


def test_a_mutant_is_found_where_it_is_installed(tree, tmp_path):
    ran = installed(tree, tmp_path, "verbs-cts-guest", "refhca", tree / "usr/bin/verbs-cts", "run", "-d", "refhca0",
                    "srq.limit.*", "--mutant", "keeps_firing")
    assert ran.returncode == 1, ran.stderr


def test_without_the_sources_no_message_names_them(tree, tmp_path):
    ran = installed(tree, tmp_path, "verbs-cts-guest", "run", "--kernel", "uml", "true",
                    env={"PATH": "/nowhere", "HOME": str(tmp_path), "VERBS_CTS_CACHE": "/nowhere"})
    assert "ci/install" not in ran.stderr


@pytest.mark.parametrize("command", ["run", "conformance", "certify", "matrix", "random", "refhca"])
def test_each_command_of_guests_is_installed(tree, tmp_path, command):
    said = installed(tree, tmp_path, "verbs-cts-guest", command, "--help")
    assert said.returncode == 0 and said.stdout.startswith("usage: "), said.stderr
    assert re.search(rf"^  {command} ", installed(tree, tmp_path, "verbs-cts-guest", "--help").stdout, re.M)


def test_wrong_usage_of_the_guest_command(tree, tmp_path):
    ran = installed(tree, tmp_path, "verbs-cts-guest", "fly")
    assert ran.returncode == 2 and ran.stderr.startswith("Usage: verbs-cts-guest COMMAND")
    assert installed(tree, tmp_path, "verbs-cts-guest", "--help").stdout == ran.stderr


def test_no_installed_text_names_the_sources(tree):
    for path in tree.rglob("*"):
        if path.is_file() and not path.read_bytes().startswith(b"\x7fELF"):
            assert str(ROOT).encode() not in path.read_bytes(), path


def test_pkg_config_knows_the_library(tree):
    asked = run("pkg-config", "--cflags", "--libs", "libibverbs-xrc",
                env={"PATH": "/usr/bin:/bin", "PKG_CONFIG_PATH": str(tree / "usr/lib/pkgconfig")})
    assert asked.returncode == 0, asked.stderr
    assert "-libverbs-xrc" in asked.stdout and f"{tree}" not in asked.stdout


@pytest.mark.parametrize("words, offered", [
    (["ru"], {"run"}),
    (["bench", "comp"], {"compare"}),
    (["run", "--ju"], {"--junit"}),
    (["report", "--su"], {"--summary"}),
    (["run", "--promise", "=", "SRQ-LIM-0"], {f"SRQ-LIM-0{n}" for n in range(1, 10)}),
    (["run", "--mutant", "keeps_f"], {"keeps_firing"}),
    (["run", "-d", "refhca0", "srq.limit.zero-d"], {"srq.limit.zero-disarms"}),
    (["exp"], {"explain"}),
    (["explain", "SRQ-QRY-0"], {f"SRQ-QRY-0{n}" for n in range(1, 10)}),
    (["explain", "srq.limit.zero-d"], {"srq.limit.zero-disarms"}),
    (["list", "srq.limit.zero-d"], {"srq.limit.zero-disarms"}),
])
def test_the_completion_offers_what_the_program_says(tree, words, offered):
    script = (f". '{tree}/usr/share/bash-completion/completions/verbs-cts'; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
              "_verbs_cts; printf '%s\\n' \"${COMPREPLY[@]}\"")
    ran = run("bash", "-c", script, "bash", tree / "usr/bin/verbs-cts", *words)
    assert offered <= set(ran.stdout.split()) and all(w.startswith(words[-1]) for w in ran.stdout.split()), ran.stderr


def test_the_tarball_knows_its_commit(sources):
    """Also below the folder of another repository, and whatever was changed since the commit."""
    made = run("make", "-s", "-C", sources, "build/commit.h")
    assert made.returncode == 0, made.stderr
    commit = run("git", "rev-parse", "HEAD").stdout.strip()
    header = (sources / "build/commit.h").read_text()
    assert commit.startswith(re.search(r'VCT_COMMIT "(\w{7,40})"', header)[1])


@pytest.mark.parametrize("target", ["all", "install"])
def test_the_tarball_is_built_without_a_package_manager(sources, target):
    """ci/install, which asks for packages of Debian, is called only by the commands for developers."""
    would = run("make", "-n", "-C", sources, target, "DESTDIR=/nowhere")
    assert would.returncode == 0, would.stderr
    assert re.search(r"^(g?cc) ", would.stdout, re.M)
    # fixtures/debian/apt is a file that is installed, and not the command
    assert not re.search(r"ci/install|(?<![\w/-])(/usr/bin/)?(apt(-get)?|dpkg(-\w+)?)(?![\w/-])", would.stdout)
    assert "-Werror" not in would.stdout


@pytest.mark.parametrize("options, says", [([], "  built 1 of 1 files"), (["V=1"], "  CC  lib/base/deadline.c"), (["-s"], "")])
def test_a_build_tells_how_far_it_is(tmp_path, options, says):
    made = run("make", "--no-print-directory", *options, f"B={tmp_path}", tmp_path / "lib/base/deadline.o", env=NO_MAKE)
    assert (made.returncode, made.stdout.rstrip("\n")) == (0, says), made.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="ci/install installs nothing without root")
@pytest.mark.parametrize("says, code", [("Get:1 a package", 0), ("E: Unable to locate package gcc", 1)])
def test_packages_are_installed_in_silence(tmp_path, says, code):
    """By an apt-get that says much and may fail."""
    for name, script in {"dpkg-query": "exit 1", "find": "", "apt-get": f"""echo "$*" >>{tmp_path}/called
            for i in 1 2 3 4 5 6 7 8 9; do echo '{says}'; done; case "$*" in *install*) exit {code};; esac"""}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    asked = run("ci/install", "build", env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "TMPDIR": str(tmp_path), "V": ""})
    update, install = (tmp_path / "called").read_text().splitlines()[:2]
    assert update.startswith("-q update") and install.startswith("install -y -q")
    [first, *rest] = asked.stderr.splitlines()
    assert first.startswith("installing ") and first.endswith(" packages for build")
    logs = list(tmp_path.glob("verbs-cts-packages.*"))
    if code == 0:
        assert (asked.returncode, rest, logs) == (0, [], [])
    else:
        assert asked.returncode == 2 and rest[0] == says and len(rest) == 2
        assert rest[1].endswith(f"; what it said is in {logs[0]}") and says in logs[0].read_text()


def test_ci_install_names_every_purpose():
    packages = (ROOT / "ci/packages").read_text()
    named = re.search(r"a PURPOSE \((.*?)\)", (ROOT / "ci/install").read_text(), re.S)[1]
    assert re.findall(r"[\w-]+", named) == list(dict.fromkeys(re.findall(r"^([\w-]+):", packages, re.M)))
