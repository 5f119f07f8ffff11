# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A program as a release has it, for the tests of certify and verify, and what they do to bundles."""
import hashlib
import io
import re
import subprocess
import tarfile

from commands import run
from documents import ROOT, sealed


def released(folder):
    """verbs-cts as if its sources were committed: certify refuses others, and a developer has others."""
    program = (ROOT / "build/verbs-cts").read_bytes()
    changed, n = re.subn(rb"([0-9a-f]{7,})-dirty\0", lambda m: m[1] + b"\0" * 7, program)
    path = folder / "verbs-cts"
    path.write_bytes(changed if n else program)
    path.chmod(0o755)
    return path


def unpack(path):
    """The files of a bundle, by name."""
    tar = subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        return {m.name: archive.extractfile(m).read() for m in archive}


def manifest(files):
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())
                   if not name.startswith("MANIFEST")).encode()


def archive(path, entries):
    """Writes entries, pairs of a TarInfo or name and data, as a bundle is written."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as out:
        for entry, data in entries:
            info = entry if isinstance(entry, tarfile.TarInfo) else tarfile.TarInfo(entry)
            if info.isreg():
                info.size = len(data)
            out.addfile(info, io.BytesIO(data))
    path.write_bytes(subprocess.run(["zstd", "-1cq"], input=tar.getvalue(), check=True, capture_output=True).stdout)
    return path


def pack(path, files):
    """Writes a bundle whose manifest and journals are right, whatever was done to its files."""
    files = {name: sealed(data) if name.endswith(".journal") else data for name, data in files.items()}
    files = {**files, "MANIFEST": manifest(files)}
    return archive(path, files.items())


def slim(files, program, folder):
    """The same run with the calls of its checks left out, which makes it small; its reports are made again."""
    files = {name: data for name, data in files.items() if not name.startswith("MANIFEST")}
    journal, results = "run-1/results.xml.journal", "run-1/results.xml"
    files[journal] = re.sub(rb"<(verb|longest|seen judged)\b[^>]*>[^<]*</[a-z]+>", b"", files[journal])
    files[results] = re.sub(rb"\n    <(verb|longest|seen judged)\b[^>]*>[^<]*</[a-z]+>", b"", files[results])
    files[results] = re.sub(rb"(<check [^>]*)>\n  </check>", rb"\1/>", files[results])
    (folder / "results.xml").write_bytes(files[results])
    made = run(program, "report", folder / "results.xml", "--junit", folder / "junit.xml", "--html", folder / "report.html")
    assert made.returncode == 0, made.stderr
    for name in ("junit.xml", "report.html"):
        files[f"run-1/{name}"] = (folder / name).read_bytes()
    return files
