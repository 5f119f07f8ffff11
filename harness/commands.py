# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Commands that the tests run, here and in a guest."""
import importlib.machinery
import importlib.util
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

from documents import ROOT


# Seconds after which a test that hangs is ended. How fast a machine is that others use, too, is no test's business: what waits for
# something waits so long.
PATIENCE = 900


def run(*command, timeout=PATIENCE, **kwargs):
    """Runs a command in the project's directory; its output is text."""
    return subprocess.run([str(c) for c in command], cwd=ROOT, timeout=timeout, text=True,
                          errors="replace", capture_output=True, **kwargs)


def guest(*command, results=None, kernel="uml", deadline=200, options=(), **kwargs):
    """Runs a command in a guest with rxe0; the files that it writes in the directory `results` are kept."""
    where = ["--results", results] if results else []
    return run("fixtures/guest/run", "--kernel", kernel, "--deadline", deadline, *where, *options,
               "--", *command, timeout=deadline + 30, **kwargs)


def program(path):
    """A program in Python as a module."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(path.replace("/", "_"), str(ROOT / path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def exam(*words):
    """fixtures/exam/run as a module, and the kind of faults that these words ask for."""
    sys.path.insert(0, str(ROOT / "fixtures/exam"))
    module = program("fixtures/exam/run")
    return module, module.KINDS[words[0]](module.parse(list(map(str, words))))


def unpack_sources(series, to, *members):
    """Unpacks files of Debian's newest sources of this series of kernels; they are in the cache, or downloaded."""
    script = ('here=fixtures/guest; . $here/common.sh; . $here/sources.sh; to=$1; shift; '
              f'unpack_sources "$(newest_sources {series})" "$to" --wildcards "$@"')
    subprocess.run(["bash", "-c", script, "bash", str(to), *[f"*/{member}" for member in members]], cwd=ROOT, check=True)


def shell(script, **kwargs):
    """Runs a shell script in a guest."""
    return guest("bash", "-c", script, **kwargs)


def listening(process, port):
    """Waits until the server accepts a client."""
    for _ in range(6000):
        assert process.poll() is None, process.communicate()
        for table in ("tcp", "tcp6"):
            if re.search(rf":{port:04X} \S+ 0A ", pathlib.Path("/proc/net", table).read_text()):
                return
        time.sleep(0.01)
    raise AssertionError("no server")


def free_port():
    """A TCP port that no server uses now; tests that run side by side get different ones."""
    with socket.socket() as listener:
        listener.bind(("", 0))
        return listener.getsockname()[1]


def accept_sigint():
    """For preexec_fn: a CI server may start the tests with SIGINT ignored, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
