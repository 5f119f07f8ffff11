# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Certify and verify: what a bundle contains, and that each way to cheat is refused."""
import os
import re
import signal
import subprocess
import tarfile
import time

import pytest
from lxml import etree

from commands import run
from documents import ROOT, errors
from released import archive, manifest, pack, released, slim, unpack
from test_guides import commands

JOURNAL, RESULTS = "run-1/results.xml.journal", "run-1/results.xml"


class Certified:
    """A certification of the reference HCA, signed; `files` is a small one, of the same run."""

    def __init__(self, folder):
        self.program = released(folder)
        self.path = folder / "refhca0.tar.zst"
        self.signers = {name: self.make_key(folder / name) for name in ("lab", "other")}
        self.process = run("fixtures/refhca/run", self.program, "certify", "-d", "refhca0", "-o", self.path,
                           "--key", folder / "lab")
        assert self.process.returncode == 0, self.process.stdout[-2000:] + self.process.stderr
        self.left = {path.name for path in folder.iterdir()}
        self.original = unpack(self.path)
        self.files = slim(self.original, self.program, folder)

    @staticmethod
    def make_key(path):
        """Returns a list of allowed signers with this key alone."""
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
        signers = path.with_suffix(".signers")
        signers.write_text(f'{path.name}@example.com namespaces="verbs-cts" {path.with_suffix(".pub").read_text()}')
        return signers

    def verify(self, path, *options):
        return run(self.program, "verify", path, *options)


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    return Certified(tmp_path_factory.mktemp("certified"))


def test_a_bundle_has_all_that_a_certificate_needs(certified, tmp_path):
    assert set(certified.original) == {
        "MANIFEST", "MANIFEST.sig", "certificate.xml", "clock", "facts", "bench.xml", "bench.html", "bench.txt",
        RESULTS, JOURNAL, "run-1/junit.xml", "run-1/report.html", *(f"waivers/{p.name}" for p in
                                                                  (ROOT / "fixtures/waivers").glob("*.xml"))
    } | {"kernel.log"} & set(certified.original)
    certificate = etree.fromstring(certified.original["certificate.xml"])
    assert errors("certificate", certificate.getroottree()) == ""
    names = {p.get("name") for p in certificate.iterfind("profile[@certified='true']")}
    assert "srq-core" in names and "qp-raw" not in names
    assert certified.left == {"verbs-cts", "refhca0.tar.zst", "lab", "lab.pub", "lab.signers", "other", "other.pub",
                              "other.signers"}
    for name, data in certified.original.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    sums = subprocess.run(["sha256sum", "-c", "--quiet", "MANIFEST"], cwd=tmp_path, capture_output=True, text=True)
    assert (sums.returncode, sums.stdout) == (0, "")


def test_a_certification_runs_all_checks_in_three_orders(certified):
    results = etree.fromstring(certified.original[RESULTS])
    assert (results.get("passes"), results.get("seed"), results.get("selection")) == ("3", "15", None)
    assert {c.get("runs") for c in results.iterfind("check")} == {"3"}
    passes = [re.findall(rf'<start check="([^"]*)" pass="{n}"'.encode(), certified.original[JOURNAL]) for n in (1, 2, 3)]
    assert sorted(passes[0]) == sorted(passes[1]) == sorted(passes[2]) and passes[0] != passes[1] != passes[2]


def test_a_bundle_is_accepted_and_certifies_by_name_and_version(certified):
    process = certified.verify(certified.path, "--allowed-signers", certified.signers["lab"])
    assert process.returncode == 0, process.stderr
    assert "\ncertified for: device 1, device-clock 1, cq 1, " in process.stdout and "srq-core 1" in process.stdout
    assert "\nnot certified, because the device does not claim what they need: qp-raw 1" in process.stdout
    assert "\nthis is a device in user space: the certificate is of no adapter" in process.stdout
    assert process.stdout.endswith("accepted; signed by lab@example.com\n")


def test_without_a_signature_who_made_it_is_not_known(certified, tmp_path):
    process = certified.verify(pack(tmp_path / "b", certified.files))
    assert process.returncode == 0, process.stderr
    assert process.stdout.endswith("accepted; not signed: who made it is not known\n")


@pytest.mark.parametrize("option", ["srq.limit.*", "--repeat=1", "--shuffle", "-x0", "--waivers=x", "--strict", "--quick"])
def test_certify_leaves_nothing_to_choose(certified, option):
    process = run(certified.program, "certify", "-d", "refhca0", "-o", "x", option)
    assert process.returncode == 2 and "certify" in process.stderr


def test_certify_refuses_a_build_that_nobody_can_look_at(certified, tmp_path):
    program = certified.program.read_bytes()
    commit = run(certified.program, "--version").stdout.split("(")[1][:-2].encode()
    path = tmp_path / "verbs-cts"
    path.write_bytes(re.sub(commit + b"\0", commit[:-1] + b"x\0", program))
    path.chmod(0o755)
    process = run("fixtures/refhca/run", path, "certify", "-d", "refhca0", "-o", tmp_path / "b")
    assert process.returncode == 2 and "built from sources that are not committed" in process.stderr
    assert list(tmp_path.iterdir()) == [path]


def refused(certified, path, says, *options):
    process = certified.verify(path, *options)
    assert process.returncode == 1, process.stdout + process.stderr
    last = process.stderr.splitlines()[-1]
    assert last.startswith(f"verbs-cts: {path} is refused: ") and says in last, process.stderr


# Signatures


@pytest.mark.parametrize("signature, signers, says", [
    (None, "lab", "it is not signed"), ("own", "other", "not accepted"), ("foreign", "lab", "not accepted"),
    ("foreign", None, "not accepted"), ("other namespace", "lab", "not accepted"), ("text", None, "not accepted")])
def test_a_foreign_or_missing_signature_is_refused(certified, tmp_path, signature, signers, says):
    files = dict(certified.files)
    listed = manifest(files)

    def sign(key, text, namespace="verbs-cts"):
        return subprocess.run(["ssh-keygen", "-Y", "sign", "-q", "-f", certified.path.parent / key, "-n", namespace],
                              input=text, capture_output=True, check=True).stdout
    if signature:
        files["MANIFEST.sig"] = {"own": lambda: sign("lab", listed), "foreign": lambda: sign("lab", b"another"),
                                 "other namespace": lambda: sign("lab", listed, "file"), "text": lambda: b"signed"}[signature]()
    options = ["--allowed-signers", certified.signers[signers]] if signers else []
    refused(certified, pack(tmp_path / "b", files), says, *options)


def test_a_foreign_signature_is_refused_whoever_ignores_sigchld(certified, tmp_path):
    files = dict(certified.files)
    files["MANIFEST.sig"] = subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-q", "-f", certified.path.parent / "lab", "-n", "verbs-cts"],
        input=manifest(files), capture_output=True, check=True).stdout
    bundle = pack(tmp_path / "b", files)
    process = run(certified.program, "verify", bundle, "--allowed-signers", certified.signers["other"],
                  preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    assert process.returncode == 1 and "not accepted" in process.stderr, process.stdout + process.stderr


# Files


@pytest.mark.parametrize("change, says", [
    (lambda f: f.update({RESULTS: f[RESULTS] + b"\n"}), "results.xml was changed: its SHA-256 is another one"),
    (lambda f: f.pop("facts"), "its file facts is listed there, but missing"),
    (lambda f: f.update(more=b""), "files, but its MANIFEST lists"),
    (lambda f: f.pop("MANIFEST"), "it has no MANIFEST"),
    (lambda f: f.update(MANIFEST=b"all is well\n"), "MANIFEST:1 is not a line of sha256sum"),
    (lambda f: f.update(MANIFEST=b""), "its MANIFEST lists 0"),
], ids=["edited", "removed", "added", "no manifest", "other manifest", "empty manifest"])
def test_files_that_the_manifest_does_not_name_are_refused(certified, tmp_path, change, says):
    files = {**certified.files, "MANIFEST": manifest(certified.files)}
    change(files)
    refused(certified, archive(tmp_path / "b", files.items()), says)


@pytest.mark.parametrize("change, says", [
    (lambda f: f.update({"waivers/rxe.xml": f["waivers/rxe.xml"] + b" "}), "waivers/rxe.xml is not the released file"),
    (lambda f: f.pop("waivers/rxe.xml"), "waivers/rxe.xml is not the released file"),
    (lambda f: f.update({"waivers/mine.xml": b"<waivers/>"}), "waivers/mine.xml is none of a certification"),
    (lambda f: f.update({"run-1/more": b""}), "run-1/more is none of a certification"),
    (lambda f: f.update({"run-01/results.xml": b""}), "run-01/results.xml is none of a certification"),
    (lambda f: f.update({"run-2/results.xml": f[RESULTS]}), "run-2: it has no journal"),
    (lambda f: f.pop(JOURNAL), "run-1: it has no journal"),
    (lambda f: f.pop(RESULTS), "run-1: it has no results.xml"),
    (lambda f: f.pop("clock"), "it has no file clock"),
    (lambda f: f.update({RESULTS: b"<results/>"}), "run-1: its results.xml is none"),
    (lambda f: f.update({"run-1/report.html": f["run-1/report.html"] + b" "}), "its report.html is not the one"),
    (lambda f: f.update({"run-1/junit.xml": b"<testsuites/>"}), "its junit.xml is not the one"),
    (lambda f: f.update({"certificate.xml": f["certificate.xml"].replace(b'"false"', b'"true"')}),
     "its certificate.xml is not the one that its runs make"),
    (lambda f: f.update({"bench.xml": f["bench.xml"].replace(b'vendor="0x5ef0ca"', b'vendor="0x15b3"')}),
     "its bench.xml is not of the same device"),
    (lambda f: f.update({"kernel.log": b"[    1.000000] booting\n"}), "kernel.log is not of the time of its runs"),
    (lambda f: f.update({"facts": f["facts"] + b"port.2.state\t4\nport.2.gid.0\tfe80::1, IB\n"}),
     "is not of port 2 with GID 0"),
], ids=lambda value: value.replace("/", " ")[:60] if isinstance(value, str) else "")
def test_files_that_do_not_fit_are_refused(certified, tmp_path, change, says):
    files = dict(certified.files)
    change(files)
    refused(certified, pack(tmp_path / "b", files), says)


# The record: each change is made to the journal and to results.xml, as somebody would who knows both.

HEAD = rb"(<run |<results )"
ZERO = b"srq.limit.zero-disarms"


def both(pattern, replacement):
    def change(files):
        for name in (JOURNAL, RESULTS):
            files[name], n = re.subn(pattern, replacement, files[name])
            assert n, f"{name} does not have {pattern}"
    return change


def only(name, pattern, replacement, count=1):
    def change(files):
        files[name], n = re.subn(pattern, replacement, files[name], count=count)
        assert n
    return change


def in_turn(*changes):
    def change(files):
        for one in changes:
            one(files)
    return change


LINE = rb'<check name="' + ZERO + rb'" [^\n]*\n'
PAIR = rb'<start check="' + ZERO + rb'"[^\n]*\n' + LINE
ENTRY = rb'\n  <check name="' + ZERO + rb'"(?:[^>]*/>|.*?</check>)'
SKIPPED = rb'<check name="' + ZERO + rb'" verdict="SKIP" level="must" seconds="0.000000" promises="SRQ-LIM-06"><reason>no</reason></check>'
WAIVED = (rb'<check name="' + ZERO + rb'" verdict="WAIVED" level="must" seconds="0.000100" promises="SRQ-LIM-06">'
          rb'<reason promise="SRQ-LIM-06" where="x:1">it did</reason>'
          rb'<waiver promise="SRQ-LIM-06" verdict="FAIL" seen="4" driver="refhca" url="https://example.com" expires="2099-01-01">It is known.</waiver>'
          b"</check>")
MADE = "its results.xml is not the one that its journal makes"
FULL = rb'<check name="' + ZERO + rb'" verdict="PASS" level="must" seconds="[0-9.]*" promises="SRQ-LIM-06"(?:/>|>.*?</check>)'


@pytest.mark.parametrize("change, says", [
    (only(JOURNAL, LINE, b""), MADE),
    (only(JOURNAL, PAIR, b""), MADE),
    (in_turn(only(JOURNAL, PAIR, b"", 0), only(RESULTS, re.compile(ENTRY, re.S), b"")), MADE),
    (only(JOURNAL, LINE, lambda m: m[0] * 2), MADE),
    (only(JOURNAL, PAIR, lambda m: m[0] * 2), MADE),
    (lambda f: f.update({JOURNAL: f[JOURNAL][:f[JOURNAL].rindex(b"\n", 0, len(f[JOURNAL]) // 2) + 1]}), MADE),
    (only(JOURNAL, rb'verdict="PASS"', b'verdict="GOOD"'), "its journal cannot be read"),
    (only(JOURNAL, FULL, SKIPPED), MADE),
    (only(JOURNAL, FULL, WAIVED), MADE),
    (only(RESULTS, rb'verdict="SKIP"', b'verdict="PASS"'), MADE),
    (only(RESULTS, rb'outcome="unclaimed"', b'outcome="kept"'), MADE),
    (only(RESULTS, re.compile(ENTRY, re.S), b""), MADE),
    (only(RESULTS, rb'seconds="\d+', b'seconds="1'), "it lasted shorter than its journal"),
], ids=["verdict removed", "execution removed", "check removed", "verdict twice", "execution twice", "cut", "unknown verdict", "skipped in the journal alone", "waived in the journal alone",
        "verdict in the results alone", "profile in the results alone", "check removed from the results alone",
        "shorter"])
def test_a_record_that_no_run_made_is_refused(certified, tmp_path, change, says):
    files = dict(certified.files)
    change(files)
    refused(certified, pack(tmp_path / "b", files), says)


@pytest.mark.parametrize("change, says", [
    (both(HEAD, rb'\1selection="srq.*" '), "only a part of the checks was selected"),
    (both(HEAD, rb'\1part="1/2" '), "only a part of the checks was selected"),
    (both(HEAD, rb'\1strict="true" '), "its passes are not those of certify"),
    (both(rb'passes="3"', b'passes="1"'), "its passes are not those of certify"),
    (both(rb'seed="15"', b'seed="16"'), "its passes are not those of certify"),
    (both(rb'(commit="[0-9a-f]*)"', rb'\1-dirty"'), "a build of sources that are not committed"),
    (both(rb'commit="[0-9a-f]*"', b'commit="unknown"'), "a build of sources that are not committed"),
    (both(rb'commit="[0-9a-f]*"', b'commit="0123abc"'), "verify it with that version"),
    (both(rb'suite="[^"]*"', b'suite="0.0.1"'), "verify it with that version"),
    (both(rb"(<device [^>]*/>)", rb'\1<mutant name="m" promise="SRQ-LIM-06">It is one.</mutant>'), "it was on the mutant m"),
    (both(rb' fw="1"', b' fw="1 as mlx5-ib"'), "the reference HCA in a disguise"),
    (both(rb'(<fact name="option.slow">)', rb'<fact name="environment.REFHCA">quirk=sl_zero</fact>\1'), "in a disguise"),
    (both(rb'(<fact name="option.slow">)', rb'<fact name="option.leave_out">SRQ-LIM-06</fact>\1'), "option.leave_out"),
    (both(rb'(<fact name="option.slow">)', rb'<fact name="environment.LD_PRELOAD">x.so</fact>\1'), "environment.LD_PRELOAD"),
    (both(rb'(<fact name="option.gentle">)no', rb'\1yes'), "option.gentle = 'yes'"),
    (both(rb"--destructive", b"--destructive --slow=9"), "it was not started by certify"),
    (both(rb'(command="[^"]*)"', rb'\1 --leave-out=SRQ-LIM-06"'), "an option that certify does not give"),
    (both(rb'(command="[^"]*) --ib-dev', rb'\1 --slow=4 --ib-dev'), "an option that certify does not give"),    # but on a synthetic HCA
    (both(rb'(name="waivers[^<]*rdma-core.xml[^<]*sha256 )....', rb'\g<1>0000'), "it did not use the released waivers waivers/rdma-core.xml"),
    (both(rb'(<fact name="waivers.8">[^<]*</fact>)', rb'\1<fact name="waivers.9">mine.xml, sha256 00</fact>'),
     "it used a waiver file that is not released: mine.xml"),
    (both(rb'(name="promises.sha256">)....', rb'\g<1>0000'), "it judged other promises"),
], ids=["selection", "part", "strict", "passes", "seed", "dirty", "unknown", "commit", "version", "mutant", "persona",
        "quirk", "left out", "preloaded", "gentle", "slow", "leave-out", "more time", "other waivers", "a waiver slipped in", "promises"])
def test_a_run_that_certify_does_not_make_is_refused(certified, tmp_path, change, says):
    files = dict(certified.files)
    change(files)
    refused(certified, pack(tmp_path / "b", files), says)


def consistent(certified, tmp_path, change):
    """The bundle after a change to its record, with its reports made again."""
    files = dict(certified.files)
    change(files)
    return pack(tmp_path / "b", slim(files, certified.program, tmp_path))


@pytest.mark.parametrize("change, says", [
    (both(rb'(name="device.node_guid">).', rb"\g<1>9"), "another device or machine: its device.node_guid differs"),
    pytest.param(both(rb'(name="system.kernel">)', rb"\g<1>9"), "another device or machine: its system.kernel differs", marks=pytest.mark.long),
    pytest.param(both(rb' start="20', b' start="21'), "its time is not that of the certification", marks=pytest.mark.long),
    (only("clock", rb"(run-1 end\t)(\d+)", lambda m: m[1] + str(int(m[2]) + 3600).encode()), "the clock of the machine was set"),
    pytest.param(only("clock", rb"run-1 end.*\n", b""), "the file clock does not have its times", marks=pytest.mark.long),
    pytest.param(only("clock", rb"\t(1\d{9})", lambda m: b"\t" + str(int(m[1]) + 10 ** 9).encode(), 0), "its time is not that of the certification", marks=pytest.mark.long),
], ids=["other device", "other machine", "start", "clock set", "no end", "other clock"])
def test_another_device_or_time_is_refused(certified, tmp_path, change, says):
    refused(certified, consistent(certified, tmp_path, change), says)


# Archives


def entry(name, kind, **more):
    info = tarfile.TarInfo(name)
    info.type = kind
    for attribute, value in more.items():
        setattr(info, attribute, value)
    return info


@pytest.mark.parametrize("extra, says", [
    ([("/tmp/x", b"x")], "has a name that no file of a bundle has"),
    ([("../x", b"x")], "has a name that no file of a bundle has"),
    ([("run-1/../../x", b"x")], "has a name that no file of a bundle has"),
    ([("run-1//x", b"x")], "has a name that no file of a bundle has"),
    ([("./x", b"x")], "has a name that no file of a bundle has"),
    ([("x\n", b"x")], "has a name that no file of a bundle has"),
    ([(entry("link", tarfile.SYMTYPE, linkname="/etc/passwd"), b"")], "is not a regular file"),
    ([(entry("link", tarfile.LNKTYPE, linkname="facts"), b"")], "is not a regular file"),
    ([(entry("null", tarfile.CHRTYPE, devmajor=1, devminor=3), b"")], "is not a regular file"),
    ([(entry("pipe", tarfile.FIFOTYPE), b"")], "is not a regular file"),
    ([(entry("folder", tarfile.DIRTYPE), b"")], "has a name that no file of a bundle has"),
    ([("facts", b"x")], "is there twice"),
    ([(f"file-{i}", b"") for i in range(300)], "is one file too many"),
    ([("bench.txt", bytes(600 << 20))], "is too large"),
], ids=["absolute", "above", "above later", "empty word", "dot", "newline", "symlink", "hard link", "device", "pipe",
        "folder", "twice", "many", "bomb"])
def test_an_archive_that_is_no_bundle_is_refused_and_writes_nothing(certified, tmp_path, extra, says):
    work = tmp_path / "work"
    work.mkdir()
    bundle = archive(tmp_path / "b", [("facts", b"x"), *extra])
    process = subprocess.run([certified.program, "verify", bundle], cwd=work, capture_output=True, text=True)
    assert process.returncode == 1 and says in process.stderr, process.stderr
    assert list(work.iterdir()) == [] and {p.name for p in tmp_path.iterdir()} == {"work", "b"}


@pytest.mark.parametrize("data", [b"", b"not an archive", None], ids=["empty", "text", "cut"])
def test_what_is_no_archive_is_refused(certified, tmp_path, data):
    path = tmp_path / "b"
    path.write_bytes(certified.path.read_bytes()[:90000] if data is None else data)
    refused(certified, path, "cannot be read" if data is None else "archive of a certification")


def test_a_library_that_is_missing_is_named_before_any_run(certified, tmp_path):
    (tmp_path / "libarchive.so.13").touch()
    for command in ["certify", "-d", "refhca0", "-o", tmp_path / "b"], ["verify", certified.path]:
        process = run("fixtures/refhca/run", "sh", "-c", 'LD_LIBRARY_PATH=$0:$LD_LIBRARY_PATH exec "$@"', tmp_path,
                      certified.program, *command)
        assert process.returncode == 2 and not process.stdout
        assert "libarchive.so.13" in process.stderr and "install the package" in process.stderr


def test_a_bundle_that_is_not_there_is_an_error_of_usage(certified, tmp_path):
    assert certified.verify(tmp_path / "none").returncode == 2
    assert certified.verify(certified.path, "--allowed-signers", tmp_path / "none").returncode == 2


@pytest.mark.long
def test_each_port_and_each_type_of_gid_has_its_run(certified, tmp_path):
    path = tmp_path / "b"
    process = run("fixtures/refhca/run", "--config", "roce=1", certified.program, "certify", "-d", "refhca0", "-o", path)
    assert process.returncode == 0, process.stderr
    certificate = etree.fromstring(unpack(path)["certificate.xml"])
    assert [r.get("gid-index") for r in certificate.iterfind("run")] == ["0", "1"]
    process = certified.verify(path)
    assert process.returncode == 0 and "GID 1 (::ffff:192.0.2.1)" in process.stdout, process.stderr
    files = unpack(path)
    files = {name: data for name, data in files.items() if not name.startswith("run-2/")}
    refused(certified, pack(path, files), "is not of port 1 with GID 1 (RoCE v2, IPv4)")


@pytest.mark.long
def test_a_certification_whose_machine_died_is_continued(certified, tmp_path):
    path = tmp_path / "b"
    journal = tmp_path / "b.work/run-1/results.xml.journal"
    command = ["fixtures/refhca/run", certified.program, "certify", "-d", "refhca0", "-o", path]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
    while not journal.exists() or journal.stat().st_size < 1 << 20:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not path.exists()
    again = run(*command)
    assert again.returncode == 2 and "continue it with --resume, or remove it" in again.stderr
    no_device = run("fixtures/refhca/run", "--config", "ports=0", *command[1:], "--resume")
    assert no_device.returncode == 2 and journal.exists()
    resumed = run(*command, "--resume")
    assert resumed.returncode == 0, resumed.stdout[-2000:] + resumed.stderr
    assert not journal.exists()
    verified = certified.verify(path)
    assert verified.returncode == 0, verified.stderr


def test_there_is_nothing_to_resume(certified, tmp_path):
    process = run("fixtures/refhca/run", certified.program, "certify", "-d", "refhca0", "-o", tmp_path / "b", "--resume")
    assert process.returncode == 2 and "b.work to resume" in process.stderr and not list(tmp_path.iterdir())


def test_the_guide_names_options_that_there_are():
    """Its commands are those of the tests here and in test_compare.py; to run them all again takes too long."""
    found = [line.split() for line in commands("certify.md") if line.startswith("verbs-cts")]
    assert {words[1] for words in found} == {"info", "certify", "verify", "compare"}
    for words in found:
        told = run("build/verbs-cts", words[1], "--help").stdout
        assert all(re.search(rf"^ .*{option}\b", told, re.M) for option in words if option.startswith("-")), words
