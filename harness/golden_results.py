# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Hand-written results, harness/golden/*.xml: one for each way in which a run can end."""
from lxml import etree

from documents import ROOT

GOLDEN = sorted((ROOT / "harness" / "golden").glob("*.xml"))
NAMES = [path.stem for path in GOLDEN]

# The sentence that every report of it begins with: whether anything is new, and the counts of checks.
HEADLINES = {
    "all-green": "mlx5_0 conforms; 4 of 4 checks pass; 2 skipped",
    "blocked": "qedr0 does not conform: 1 deviation is new, 1 known until 2027-06-30; 0 of 6 checks pass",
    "between-passes": "rxe0: the run is incomplete; 2 of 2 checks pass",
    "deviations": "mlx5_0: no promise of level must was found broken; 1 of 4 checks pass; 1 skipped; 1 deviation from should promises; "
                  "2 deviations from derived promises",
    "strict": "mlx5_0 does not conform strictly: 3 deviations are new; 1 of 4 checks pass; 1 skipped; 1 deviation from should promises; "
              "2 deviations from derived promises",
    "device-died": "rxe0: the run is incomplete; 1 of 4 checks pass; 2 not run",
    "each-verdict-once": "rxe0: the run is incomplete; 1 of 9 checks pass; 1 skipped; 1 not run",
    "empty": "rxe0: the run is incomplete; 0 of 0 checks pass",
    "flaky": "rxe0 does not conform: 1 deviation is new; 1 of 2 checks pass; 1 check had different verdicts in different passes",
    "on-a-mutant": "mlx5_0 on the mutant fires_at_the_limit: no promise was found broken "
                   "(a run on a mutant certifies nothing); 4 of 4 checks pass; 2 skipped",
    "on-a-synthetic-hca": "mlx5_0: no promise was found broken (on an HCA that is a program of verbs-cts: the driver "
                          "mlx5_core, the core of the kernel and the provider are real, and no adapter was judged); 4 of 4 checks pass; "
                          "2 skipped",
    "odd-text": "rxe<0> does not conform: 1 deviation is new; 1 of 2 checks pass; 1 skipped",
    "stale-waivers": "rxe0 does not conform: 1 deviation is new; 0 of 2 checks pass",
    "waived": "rxe0: nothing new: 1 deviation, known until 2027-06-30; 1 of 2 checks pass",
}

# The element of each verdict in JUnit.
JUNIT = {
    "PASS": None, "SKIP": "skipped", "WAIVED": "skipped", "BLOCKED": "skipped",
    "FAIL": "failure", "XPASS": "failure",
    "BROKEN": "error", "TIMEOUT": "error", "CRASH": "error", "KERNEL": "error", "NOTRUN": "error",
}
# FAIL of a promise whose level is not must is skipped, unless the run is strict.
RED = [v for v, tag in JUNIT.items() if tag in ("failure", "error")]


def golden(name):
    return etree.parse(str(ROOT / "harness" / "golden" / f"{name}.xml"))


def checks(document, *verdicts):
    return [c for c in document.getroot().iter("check") if not verdicts or c.get("verdict") in verdicts]


def is_tolerated(check):
    return check.get("verdict") == "FAIL" and check.get("level") != "must" and not check.getparent().get("strict")


def junit_tag(check):
    return "skipped" if is_tolerated(check) else JUNIT[check.get("verdict")]


def conforms(document):
    """Whether the exit code of the run is 0."""
    root = document.getroot()
    return root.get("conforms-strictly" if root.get("strict") else "conforms") == "true"


def sentence(document, promise_id):
    return next(p for p in document.getroot().iter("promise") if p.get("id") == promise_id)


def at_stake(check):
    """The promise that a red or waived check is about: that of the reason, else of the waiver, else the first cited."""
    for path in ("reason/@promise", "waiver/@promise"):
        if check.xpath(path):
            return check.xpath(path)[0]
    return check.get("promises").split()[0]
