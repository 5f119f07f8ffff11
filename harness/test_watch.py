# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The messages of kernels that watch themselves."""
from conftest import Results, guest

SELF = "build/self-cts"


def test_what_a_kernel_that_watches_itself_says_is_a_complaint(out):
    """Every line of complaints[] in harness/checks/self/watch.c is a complaint of the kernel, and no line of talk[]."""
    results = out / "watch"
    process = guest(SELF, "run", "-d", "rxe0", "--results", results / "results.xml", "self.watch.*", results=results)
    assert process.returncode == 1, process.stderr
    verdicts = Results(results / "results.xml").verdicts
    for kind, verdict in (("complains", "KERNEL"), ("talks", "PASS")):
        rows = {n.rpartition(".")[2]: v for n, v in verdicts.items() if n.startswith(f"self.watch.{kind}.")}
        assert rows and {n: v for n, v in rows.items() if v != verdict} == {}
