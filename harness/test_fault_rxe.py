# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The fault injector of rxe, a kernel module: what it puts into error, what it refuses, and runs that miss it."""
import errno
import os

import pytest

from conftest import Results, guest, run, shell
from documents import ROOT

INJECTED = ["srq.error.*", "event.fault.*", "event.async.srq-err-is-raised"]

# Two processes with two SRQs each; prints the line for the module, and then which SRQs a query refuses.
NEIGHBOURS = """
import ctypes, os
verbs = ctypes.CDLL("libibverbs.so.1", use_errno=True)
for name in ("ibv_get_device_list", "ibv_open_device", "ibv_alloc_pd", "ibv_create_srq"):
    getattr(verbs, name).restype = ctypes.c_void_p
p = ctypes.c_void_p

class InitAttr(ctypes.Structure):
    _fields_ = [("context", p), ("max_wr", ctypes.c_uint32), ("max_sge", ctypes.c_uint32), ("limit", ctypes.c_uint32)]

class Srq(ctypes.Structure):
    _fields_ = [("context", p), ("srq_context", p), ("pd", p), ("handle", ctypes.c_uint32)]

def make():
    context = p(verbs.ibv_open_device(p.from_address(verbs.ibv_get_device_list(None))))
    pd = p(verbs.ibv_alloc_pd(context))
    return [verbs.ibv_create_srq(pd, ctypes.byref(InitAttr(None, 16, 1, 0))) for _ in range(2)]

def state(srqs):
    attr = (ctypes.c_uint32 * 3)()
    return " ".join(str(verbs.ibv_query_srq(p(srq), attr)) for srq in srqs)

made, go = os.pipe(), os.pipe()
if not os.fork():
    srqs = make()
    os.write(made[1], b"x")
    os.read(go[0], 1)
    print("other:", state(srqs), flush=True)
    os._exit(0)
os.read(made[0], 1)
srqs = make()
line = f"rxe0 srq {Srq.from_address(srqs[1]).handle} {os.getpid()}"
for attempt in range(2):
    try:
        os.write(os.open("/dev/verbs-cts-fault", os.O_WRONLY), line.encode())
        print("written", flush=True)
    except OSError as error:
        print(error.errno, flush=True)
print("this:", state(srqs), flush=True)
os.write(go[1], b"x")
os.wait()
"""


def test_one_srq_is_put_into_error_and_no_neighbour():
    process = guest("/usr/bin/python3", "-c", NEIGHBOURS)
    assert process.stdout.splitlines() == [
        "written", str(errno.EALREADY), f"this: 0 {errno.EINVAL}", "other: 0 0"], process.stderr


@pytest.mark.parametrize("line, error", [
    ("rxe0 srq", None),
    ("rxe0 cq", None),
    ("rxe0 srq 77 1", errno.ENOENT),
    ("rxe0 qp 1 1", errno.ENOENT),
    ("rxe0 mr", errno.EOPNOTSUPP),
    ("rxe1 srq", errno.ENODEV),
    ("rxe0", errno.EINVAL),
    ("rxe0 srq 77", errno.EINVAL),
    ("rxe0 srq 77 1 " + 200 * "x", errno.EINVAL),
])
def test_a_wrong_request_is_refused(line, error, answers):
    assert answers[line] == (os.strerror(error) if error else "")


@pytest.fixture(scope="module")
def answers(request):
    """What the module answers to each line of the test above, in one guest."""
    lines = [mark.args[1] for mark in test_a_wrong_request_is_refused.pytestmark][0]
    script = "".join(f"echo '{line}' 2>&1 >/dev/verbs-cts-fault | sed 's/.*: //'; echo .\n" for line, _ in lines)
    said = shell(script).stdout.split(".\n")
    return {line: said[i].strip() for i, (line, _) in enumerate(lines)}


def test_a_record_has_the_injector(out):
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--out", out / "fault", "--", *INJECTED)
    results = Results(out / "fault" / "results.xml")
    assert process.returncode == 0, process.stdout + process.stderr
    facts = {fact.get("name"): fact.text for fact in results.root.iterfind("facts/fact")}
    assert facts["library.fault_injector"].endswith("/rxe_fault.so")
    assert facts["fault.serves"] == "SRQ-FAULT QP-FAULT CQ-FAULT"


@pytest.mark.parametrize("setup, code, says", [
    ("rm /dev/verbs-cts-fault", 2, "cannot tell which kinds of object it serves: No such file or directory"),
    ("VCT_FAULT_PLUGIN=/nowhere.so", 2, "VCT_FAULT_PLUGIN: /nowhere.so"),
    ("VCT_FAULT_PLUGIN=", 0, "SKIP"),
])
def test_a_run_that_misses_its_injector_is_no_silent_skip(setup, code, says):
    process = shell(f"{setup}; export VCT_FAULT_PLUGIN; {ROOT}/build/verbs-cts run -d rxe0 srq.error.srq-err*")
    assert process.returncode == code, process.stdout + process.stderr
    assert says in process.stderr + process.stdout
