# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""
QP types that no capability claims are tried: a check is skipped only if the device returns that it does
not support the type. harness/preload/refused.c makes the device refuse a type with an errno value.
"""

import errno

import pytest

from conftest import Results, run

REFUSE = "LD_PRELOAD=build/harness/preload/refused.so"
UC = "UC", "qp.create.belongs-to-its-pd.UC"
RAW = "RAW", "qp.create.belongs-to-its-pd.RAW"
CHECKS = [
    ("RC", "qp.create.belongs-to-its-pd.RC"),
    ("UD", "qp.create.belongs-to-its-pd.UD"),
    UC,
    RAW,
    ("extended", "qp.create-ex.extended-handle-sends"),
]

NAMES = {errno.EOPNOTSUPP: "EOPNOTSUPP", errno.ENOSYS: "ENOSYS", errno.EINVAL: "EINVAL"}


def refusing(what, error, *command, config="roce=1"):
    return run("fixtures/refhca/run", "--config", config, "env", REFUSE, f"REFUSED={what} {error}",
               "build/verbs-cts", *command)


def ran(what, check, error, out, **kwargs):
    """Runs one check; returns the exit code, the verdict and the reason."""
    process = refusing(what, error, "run", "--results", out / "results.xml", check, **kwargs)
    results = Results(out / "results.xml")
    return process.returncode, results.verdicts[check], results.text(check, "reason")


@pytest.mark.parametrize("what, check", CHECKS)
@pytest.mark.parametrize("error", [errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL])
def test_a_type_that_is_not_supported_is_skipped(what, check, error, tmp_path):
    code, verdict, reason = ran(what, check, error, tmp_path)
    assert (code, verdict) == (0, "SKIP")
    assert "does not support" in reason and NAMES[error] in reason


@pytest.mark.parametrize("what, check", CHECKS)
@pytest.mark.parametrize("error", [errno.ENOMEM, errno.EIO])
def test_another_errno_value_is_a_failure(what, check, error, tmp_path):
    assert ran(what, check, error, tmp_path)[:2] == (1, "FAIL")


def test_no_check_is_skipped_because_of_another_errno_value(tmp_path):
    verdicts = []
    for what in "UC", "nothing":
        refusing(what, errno.ENOMEM, "run", "--brief", "--results", tmp_path / "results.xml", "qp.*", config="")
        verdicts.append(Results(tmp_path / "results.xml").verdicts)
    refused, whole = verdicts
    assert {n for n, v in refused.items() if v == "SKIP"} == {n for n, v in whole.items() if v == "SKIP"}
    assert len([v for v in refused.values() if v in ("FAIL", "BROKEN", "BLOCKED")]) > 100


def test_eperm_for_uc_is_a_failure(tmp_path):
    assert ran(*UC, errno.EPERM, tmp_path)[:2] == (1, "FAIL")


# Whether it is there depends on the user namespace of the device's network namespace, which no process can ask about.
def test_without_permission_for_raw_packets_the_skip_names_the_capability(tmp_path):
    code, verdict, reason = ran(*RAW, errno.EPERM, tmp_path)
    assert (code, verdict) == (0, "SKIP")
    assert "CAP_NET_RAW" in reason


def test_raw_packets_are_skipped_on_infiniband(tmp_path):
    assert ran(*RAW, errno.EINVAL, tmp_path, config="roce=0")[:2] == (0, "SKIP")


@pytest.mark.parametrize("error, there", [(errno.EOPNOTSUPP, "no"), (errno.EINVAL, "no"), (errno.ENOMEM, "yes")])
def test_info_says_which_types_the_device_has(error, there):
    said = {line.split()[0]: line.split()[1] for line in refusing("UC", error, "info").stdout.splitlines() if line}
    assert (said["UC"], said["RAW"], said["NET-RAW"]) == (there, "yes", "yes")
