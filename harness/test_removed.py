# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""A device that is removed during a run, or raises IBV_EVENT_DEVICE_FATAL, ends it: nothing is blamed, and it can be resumed."""

import ctypes
import re
import subprocess

import pytest

from conftest import PATIENCE, ROOT, Results, run, shell
from documents import sealed

CTS = "build/verbs-cts"
LIMIT = "srq.limit.*"


def refhca(*command, env=()):
    return run("fixtures/refhca/run", "env", *env, CTS, "run", "-d", "refhca0", *command)


def test_a_removed_device_ends_the_run_and_no_check_is_blamed(out):
    results = out / "removed.xml"
    removed = ["LD_PRELOAD=build/harness/preload/removed.so", "REMOVED_AT=20"]
    process = refhca("--results", results, LIMIT, env=removed)
    assert process.returncode == 3
    assert "incomplete: refhca0 does not answer any more during srq.limit." in process.stderr
    assert "resume with --resume; this check then runs again" in process.stderr
    assert "does not conform" not in process.stdout
    first = Results(results)
    assert set(first.verdicts.values()) == {"PASS", "NOTRUN"} and first.root.get("complete") == "false"
    process = refhca("--results", results, "--resume", LIMIT)
    assert process.returncode == 0, process.stderr
    assert set(Results(results).verdicts.values()) == {"PASS"}
    assert len(Results(results).verdicts) == len(first.verdicts)


def test_while_the_device_is_away_the_record_is_kept(out):
    results = out / "away.xml"
    away = ["LD_PRELOAD=build/harness/preload/removed.so", "REMOVED_AT=20"]
    refhca("--results", results, LIMIT, env=away)
    journal = (out / "away.xml.journal").read_text()
    process = refhca("--results", results, "--resume", LIMIT, env=[away[0], "REMOVED_AT=0"])
    assert process.returncode == 2 and "no RDMA device" in process.stderr
    assert (out / "away.xml.journal").read_text() == journal
    assert refhca("--results", results, "--resume", LIMIT).returncode == 0


def test_a_check_that_loses_the_device_twice_is_to_blame(out):
    """The check that is first to see its event is lost with the device; so it is again, and then it does not run again."""
    results = out / "twice.xml"
    fatal = ["LD_PRELOAD=build/harness/preload/fatal.so"]
    process = refhca("--results", results, LIMIT, env=fatal)
    assert process.returncode == 3 and "refhca0 raised IBV_EVENT_DEVICE_FATAL during srq.limit." in process.stderr
    lost = process.stderr.partition("IBV_EVENT_DEVICE_FATAL during ")[2].partition(":")[0]
    assert Results(results).verdicts[lost] == "NOTRUN"
    assert refhca("--results", results, "--resume", LIMIT, env=fatal).returncode == 3
    assert Results(results).verdicts[lost] == "NOTRUN"
    process = refhca("--results", results, "--resume", LIMIT)
    assert process.returncode == 1
    verdicts = Results(results).verdicts
    assert verdicts.pop(lost) == "CRASH" and set(verdicts.values()) == {"PASS"}
    assert "twice while the check ran" in Results(results).text(lost, "reason")


@pytest.mark.parametrize("moved", [[], ["--moved"]], ids=["of-itself", "moved"])
def test_a_check_that_loses_the_device_in_two_boots_is_to_blame(out, moved):
    """Or else a machine that is booted again after each loss would never come to the next check."""
    results, journal = out / f"boots{len(moved)}.xml", out / f"boots{len(moved)}.xml.journal"
    fatal = ["LD_PRELOAD=build/harness/preload/fatal.so"]
    for boot, resume in ("first", []), ("second", ["--resume", *moved]):
        process = refhca("--results", results, *resume, LIMIT, env=fatal)
        assert process.returncode == 3, process.stderr
        lost = process.stderr.partition("IBV_EVENT_DEVICE_FATAL during ")[2].partition(":")[0]
        assert Results(results).verdicts[lost] == "NOTRUN"
        lines = journal.read_text().splitlines(keepends=True)
        of_now = [re.sub(' boot="[^"]*"', f' boot="{boot}"', line) for line in lines[-2:]]
        assert all("<start " in line for line in of_now) and 'withdrawn="true"/><!--' in of_now[1]
        journal.write_bytes(sealed("".join(lines[:-2] + of_now).encode()))
    assert refhca("--results", results, "--resume", *moved, LIMIT).returncode == 1
    verdicts = Results(results).verdicts
    assert verdicts.pop(lost) == "CRASH" and set(verdicts.values()) == {"PASS"}
    assert "twice while the check ran" in Results(results).text(lost, "reason")


REMOVED, NEXT = "self.host.the-device-is-removed", "self.host.the-run-goes-on"


def removed_in_guest(folder, more):
    return shell(f"""build/self-cts run -d rxe0 --results {folder}/r.xml {REMOVED} {NEXT}; echo "exit $?"
        {more}""", results=folder)


def test_rxe_that_is_deleted_ends_the_run(out):
    folder = out / "deleted"
    folder.mkdir()
    process = removed_in_guest(folder, f"""cp {folder}/r.xml {folder}/first.xml; fixtures/rxe/up || exit
        build/self-cts run -d rxe0 --results {folder}/r.xml --resume {REMOVED} {NEXT}; echo "exit $?" """)
    assert f"incomplete: rxe0 was removed during {REMOVED}: " in process.stderr
    assert process.stdout.count("exit 3\n") == 1 and process.stdout.endswith("exit 0\n")
    assert set(Results(folder / "first.xml").verdicts.values()) == {"NOTRUN"}
    assert set(Results(folder / "r.xml").verdicts.values()) == {"PASS"}


def test_the_run_is_resumed_on_a_machine_that_was_booted_again(out):
    """As after an adapter that only a reboot brings back: the check that ran is not blamed for the reboot."""
    folder = out / "booted"
    folder.mkdir()
    assert "exit 3\n" in removed_in_guest(folder, "").stdout
    process = shell(f"touch /tmp/removed; build/self-cts run -d rxe0 --results {folder}/r.xml --resume {REMOVED} {NEXT}",
                    results=folder)
    assert process.returncode == 0, process.stderr
    assert set(Results(folder / "r.xml").verdicts.values()) == {"PASS"}


def test_a_device_that_is_made_again_is_another_one(out, tmp_path):
    """In a folder that the program takes for /sys, the device's folder becomes another one while checks run."""
    device, other = tmp_path / "class/infiniband/refhca0", tmp_path / "other"
    device.mkdir(parents=True)
    other.mkdir()
    journal = out / "again.xml.journal"
    command = ["fixtures/refhca/run", "env", f"SYSFS_PATH={tmp_path}", CTS, "run", "-d", "refhca0", "--repeat", "100000",
               "--results", out / "again.xml", LIMIT]
    process = subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while process.poll() is None and not (journal.exists() and b"<check" in journal.read_bytes()):
        pass
    exchange = 2
    assert not ctypes.CDLL(None).renameat2(-100, bytes(device), -100, bytes(other), exchange)
    error = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 3 and "refhca0 was removed and made again during srq.limit." in error
