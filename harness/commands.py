# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Commands that the tests run, here and in a guest."""
import signal
import socket
import subprocess

from documents import ROOT


def run(*command, timeout=300, **kwargs):
    """A command in the project's directory, with its output as text."""
    return subprocess.run([str(c) for c in command], cwd=ROOT, timeout=timeout, text=True,
                          errors="replace", capture_output=True, **kwargs)


def guest(*command, results=None, kernel="uml", deadline=200, options=(), **kwargs):
    """A command in a guest with rxe0; what it writes below `results` stays."""
    where = ["--results", results] if results else []
    return run("fixtures/guest/run", "--kernel", kernel, "--deadline", deadline, *where, *options,
               "--", *command, timeout=deadline + 30, **kwargs)


def shell(script, **kwargs):
    """A shell script in a guest."""
    return guest("bash", "-c", script, **kwargs)


def free_port():
    """A TCP port that no server uses now; tests that run side by side get different ones."""
    with socket.socket() as listener:
        listener.bind(("", 0))
        return listener.getsockname()[1]


def heed_ctrl_c():
    """A CI server may have started the tests with SIGINT ignored, which is inherited."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
