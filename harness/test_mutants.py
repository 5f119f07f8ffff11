# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
Every mutant, a device that breaks one promise, is found by a check of that promise, and turns red no
check but those of that promise and of the ones that its table says are bound up with it.

A mutant is run on the checks that call a verb it breaks, as the run without a mutant recorded them:
the others cannot tell. What is red without a mutant is the device's own doing and left out. All
mutants run on the reference HCA, where every promise is kept; those of promises that only a device
without a capability keeps, on one that claims as little as there is. On rxe it is a few mutants and,
besides the checks of their own promises, a few others. Of a table of other promises it is one row,
another for each mutant; VCT_MATRIX=all does all in full.
"""

import concurrent.futures
import dataclasses
import functools
import os
import re
import zlib

import pytest
from lxml import etree

from conftest import ROOT, Results, guest, run

GREEN = ("PASS", "SKIP")
FULL = os.environ.get("VCT_MATRIX") == "all"
OTHERS = 12  # tables of other promises that a mutant is run on, one row each, when not on all; on rxe
EVERY = 1 << 30  # the same on the reference HCA
DEAR = 0.3  # seconds; a check that takes longer runs for mutants of its own promises only
SLOW = 0.25  # deadlines are for emulated machines: a mutant that keeps a check waiting is slow enough


@dataclasses.dataclass
class Mutant:
    name: str
    promise: str
    verdict: str
    also: set
    why: str
    verbs: set

    @property
    def promises(self):
        return {self.promise} | self.also


def read_mutants():
    listed = run("build/verbs-cts", "list", "--mutants", "--xml").stdout
    for m in etree.fromstring(listed.encode()):
        yield Mutant(m.get("name"), m.get("promise"), m.get("verdict"), set(m.get("also", "").split()),
                     m.get("why", ""), set(m.get("verbs").split()))


MUTANTS = list(read_mutants())
each_mutant = pytest.mark.parametrize("mutant", MUTANTS, ids=[m.name for m in MUTANTS])

# The verbs whose calls the library records, and the ones that tell of others.
TRACED = {verb for header in ("lib/verbs.h", "lib/verbs_legacy.h")
          for verb in re.findall(r"\bvct_(\w+)\(", (ROOT / header).read_text())}
SHOWN_BY = {
    "close_xrcd": {"close_xrcd", "close_xrc_domain"},
    "create_qp": {"create_qp", "create_qp_ex"},
    "create_qp_ex": {"create_qp_ex", "create_xrc_rcv_qp"},
    "create_srq": {"create_srq", "create_srq_ex", "create_xsrq"},
    "create_srq_ex": {"create_srq_ex", "create_xrc_srq", "create_xsrq"},
    "destroy_qp": {"destroy_qp", "unreg_xrc_rcv_qp"},
    "event": {"get_async_event"},
    "event_type_str": set(),  # texts: no check is judged by them but their own
    "modify_qp": {"modify_qp", "modify_xrc_rcv_qp"},
    "node_type_str": set(),
    "open_qp": {"open_qp", "reg_xrc_rcv_qp", "modify_xrc_rcv_qp", "query_xrc_rcv_qp"},
    "open_xrcd": {"open_xrcd", "open_xrc_domain"},
    "poll_cq": {"create_cq"},  # an empty poll is not recorded
    "port_state_str": set(),
    "query_qp": {"query_qp", "query_xrc_rcv_qp"},
    "reg_mr_iova2": {"reg_mr"},
    "wc_status_str": set(),
}
# The program asks these before it chooses what to run.
DECIDE = {"query_device_ex", "query_port"}

# What cannot be broken between the program and libibverbs, or not by itself.
UNBREAKABLE = {
    "SRQ-CEX-01": "a prototype; that it makes basic SRQs is SRQ-CRX-05",
    "SRQ-CEX-03": "ibv_create_srq_ex() is inline: what it hands on for a basic SRQ has no such members",
    "SRQ-CRX-01": "a function that is there or not",
    "SRQ-MOD-32": "a bit of a flag; that it tells the truth is SRQ-MOD-18 and SRQ-MOD-19",
}


def promises(check):
    return set(check.get("promises").split())


def runs(mutant, check):
    """Does the mutant's device come to the check, and the unbroken one pass it?"""
    return (check.get("verdict") == "PASS"
            or check.get("verdict") == "SKIP" and bool(mutant.verbs & DECIDE))


def may_tell(mutant, check):
    """Can a check of other promises tell the mutant from the device?"""
    if check.get("verdict") == "SKIP":
        return True
    calls = [v.text or "" for v in check.findall("verb")]
    called = set(re.findall(r"^ibv_(\w+)\(", "\n".join(calls), re.MULTILINE))
    shown = set().union(*(SHOWN_BY.get(verb, {verb}) for verb in mutant.verbs))
    some_are_lost = any(call.startswith("(") for call in calls)
    return bool(shown) and (some_are_lost or not shown <= TRACED or bool(shown & called))


class Matrix:
    """Mutants, and what becomes of the checks on a device with each."""

    def __init__(self, device, out, mutants, others):
        """`others`: of how many tables of other promises a mutant is run on a row (None: all)."""
        self.device, self.out, self.others = device, out, others
        self.out.mkdir()
        self.results, self.errors = {}, {}
        self.run_all([("none", []), ("device", [])], 1)
        self.baseline = self.results["none"]
        self.mutants = [m for m in mutants if self.judges(m)]
        self.run_all([j for j in map(self.job, self.mutants) if j[1]], SLOW)
        # What turned red and should not have may only have been late: once more, with time to spare.
        doubtful = [(m.name, [c.get("name") for c in self.strangers(m)]) for m in self.mutants]
        self.run_all([j for j in doubtful if j[1]], 1)

    def citing(self, mutant):
        return [c for c in self.baseline.checks.values() if mutant.promise in promises(c)]

    def judges(self, mutant):
        """Is there a check of its promise that it could turn red?"""
        return any(runs(mutant, c) for c in self.citing(mutant))

    def job(self, mutant):
        """The mutant and the names of the checks to run with it."""
        own, others = [], []
        for name, check in self.baseline.checks.items():
            if not runs(mutant, check):
                continue
            if promises(check) & mutant.promises:
                own.append(name)
            elif float(check.get("seconds")) < DEAR and may_tell(mutant, check):
                others.append(name)
        if self.others is not None:
            others.sort(key=lambda name: zlib.crc32(f"{mutant.name} {name}".encode()))
            a_row_of_each = {tuple(name.split(".")[:3]): name for name in others}
            others = list(a_row_of_each.values())[:self.others]
        return mutant.name, own + others

    def run(self, jobs, slow):
        """One after the other."""
        where = self.out / f"{jobs[0][0]}-{slow}"
        where.mkdir()
        (where / "jobs").write_text("".join(" ".join([m, *checks]) + "\n" for m, checks in jobs))
        ran = self.device(where, slow)
        for mutant, _ in jobs:
            if (where / f"{mutant}.xml").exists():
                found = Results(where / f"{mutant}.xml")
                self.results.setdefault(mutant, found).checks.update(found.checks)
            elif (where / f"{mutant}.err").exists():
                self.errors[mutant] = (where / f"{mutant}.err").read_text()
            else:
                self.errors[mutant] = f"it ended with {ran.returncode}: {ran.stderr[-2000:]}"

    def run_all(self, jobs, slow):
        """A device on each CPU at a time, each with a few of the jobs."""
        cpus = len(os.sched_getaffinity(0))
        n = max(cpus, len(jobs) // 14)
        with concurrent.futures.ThreadPoolExecutor(cpus) as pool:
            list(pool.map(lambda heap: self.run(heap, slow),
                          [jobs[i::n] for i in range(n) if jobs[i::n]]))

    def red(self, mutant):
        """The checks that the mutant turned red."""
        if mutant.name not in self.results:
            return []
        return [check for name, check in self.results[mutant.name].checks.items()
                if check.get("verdict") not in (*GREEN, "NOTRUN")
                and self.baseline.checks[name].get("verdict") in GREEN]

    def strangers(self, mutant):
        return [check for check in self.red(mutant)
                if not promises(check) & mutant.promises]

    def finders(self, mutant):
        """The checks that found it: for the promise that it breaks, and as its table says."""
        return [c for c in self.red(mutant)
                if mutant.promise in promises(c) and c.get("verdict") == mutant.verdict
                and (mutant.verdict != "FAIL" or broken_at(c) == mutant.promise)]


def rxe(where, slow):
    return guest("sh", "-c", f"fixtures/mutants/matrix rxe0 {where} {slow} <{where}/jobs", results=where)


def refhca(where, slow, config=""):
    with (where / "jobs").open() as jobs:
        return run("fixtures/refhca/run", "--config", config, "fixtures/mutants/matrix", "refhca0", where,
                   slow, stdin=jobs, timeout=600, env={**os.environ, "TMPDIR": str(where)})


# A reference HCA that claims as little as there is, for promises of refusals.
BARE = "srq_resize=0 xrc=0 apm=0 qp_resize=0 mw=0 max_num_tags=0 roce=1"
SAMPLE = [m for m in MUTANTS if FULL or zlib.crc32(m.name.encode()) % 8 == 0]


@pytest.fixture(scope="module")
def on_refhca(out):
    return Matrix(refhca, out / "refhca", MUTANTS, None if FULL else EVERY)


@pytest.fixture(scope="module")
def on_bare_refhca(out, on_refhca):
    others = [m for m in MUTANTS if m not in on_refhca.mutants]
    return Matrix(functools.partial(refhca, config=BARE), out / "bare", others, None if FULL else EVERY)


@pytest.fixture(scope="module")
def on_rxe(out):
    return Matrix(rxe, out / "rxe", SAMPLE, None if FULL else OTHERS)


@pytest.fixture(params=["on_refhca", "on_bare_refhca", "on_rxe"])
def matrix(request):
    return request.getfixturevalue(request.param)


def test_the_library_itself_breaks_nothing(matrix):
    """What the fault injection in it makes possible apart."""
    device = matrix.results["device"].verdicts
    assert {name: verdict for name, verdict in matrix.baseline.verdicts.items()
            if verdict != device[name] and device[name] != "SKIP"} == {}


def describe(checks):
    return "\n".join(f"{c.get('verdict')} {c.get('name')} [{c.get('promises')}]: "
                     f"{c.find('reason').get('promise', '')} {c.findtext('reason')}" for c in checks)


def broken_at(check):
    return check.find("reason").get("promise")


def test_every_mutant_runs(matrix):
    assert matrix.errors == {}


@each_mutant
def test_is_found(on_refhca, on_bare_refhca, mutant):
    matrix = on_refhca if mutant in on_refhca.mutants else on_bare_refhca
    assert matrix.citing(mutant), f"no check cites {mutant.promise}"
    assert mutant in matrix.mutants, f"no check of {mutant.promise} passes without it"
    assert matrix.finders(mutant), "not found; red are:\n" + describe(matrix.red(mutant))


def test_is_found_on_rxe(on_refhca, on_rxe):
    """By whatever found it on the reference HCA and passes here without it."""
    survivors = []
    for mutant in on_rxe.mutants:
        able = [c for c in on_refhca.finders(mutant)
                if on_rxe.baseline.checks[c.get("name")].get("verdict") == "PASS"]
        if able and not on_rxe.finders(mutant):
            survivors.append(mutant.name)
    assert survivors == []


def test_turns_nothing_else_red(matrix):
    red = {m.name: describe(matrix.strangers(m)) for m in matrix.mutants if matrix.strangers(m)}
    assert not red, "\n\n".join(f"{name}:\n{checks}" for name, checks in red.items())


def test_there_are_mutants():
    assert MUTANTS and len({m.name for m in MUTANTS}) == len(MUTANTS)


def test_every_promise_that_a_device_can_break_has_a_mutant(on_refhca, on_bare_refhca):
    judged = {p for matrix in (on_refhca, on_bare_refhca) for c in matrix.baseline.checks.values()
              for p in promises(c) if c.get("verdict") == "PASS" and c.find("verb") is not None}
    assert judged - {m.promise for m in MUTANTS} == set(UNBREAKABLE)


def test_exceptions_have_reasons():
    assert [m.name for m in MUTANTS if (m.also or m.verdict != "FAIL") and not m.why] == []
