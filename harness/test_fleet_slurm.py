# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts fleet on Slurm: jobs, nodes that have no folder in common, and a cluster of this machine."""
import os

import pytest

from conftest import ROOT, run
from fleets import PLAN, PROGRAM, fleet, plan, records


def test_without_slurm_the_message_says_what_to_do(plan, tmp_path):
    environment = {**os.environ, "PATH": str(tmp_path)}
    process = run(ROOT / PROGRAM, "fleet", plan(), env=environment)
    assert process.returncode == 2 and "--local runs the plan without Slurm" in process.stderr


# Nodes that have no folder in common

OWN = PLAN.replace('results="results"', 'results="results" node-results="NODES/%N" sbatch="--partition=rdma --mem=1G"')
# Each node of this cluster is this machine; it has no queue, so that a job that is submitted ends before sbatch returns.
SLURM = {
    "sinfo": "echo n1; echo n2",
    "squeue": "",
    "srun": 'echo "$*" >>srun.log; for word; do case $word in --nodelist=n2) exit 1 ;; --*) shift ;; *) break ;; esac; done; exec "$@"',
    "sbatch": """for index in $(seq 0 $(echo "$2" | sed 's/.*[=-]//')); do
                   SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$index SLURMD_NODENAME=n1 sh "$4" "$5" </dev/null; done; echo 7""",
}


@pytest.fixture
def slurm(tmp_path):
    """Programs of Slurm that do what they are asked at once, and the environment in which they are found."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, does in SLURM.items():
        (folder / name).write_text(f"#!/bin/sh\ncd {tmp_path}\n{does}\n")
        (folder / name).chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


def test_results_of_nodes_without_a_common_folder_are_fetched(plan, slurm, tmp_path):
    path = plan(OWN.replace("NODES", str(tmp_path / "nodes")))
    first = fleet("--wait", path, env=slurm)
    assert "round 1: 10 of 10 tasks are complete" in first.stdout, first.stdout + first.stderr
    assert "the results of node n2 could not be fetched now; 'verbs-cts fleet --fetch" in first.stderr
    asked = (tmp_path / "srun.log").read_text()
    assert "--nodelist=n1" in asked and "--partition=rdma" in asked and "--mem" not in asked
    folder = tmp_path / "results"
    assert len(records(folder)) == 10 and not list(folder.glob("round-1/.*")) and not list(folder.rglob("lock"))
    assert len(list(folder.glob("round-1/jobs/*.7_*.n1"))) == 10
    [there] = (tmp_path / "nodes/n1/lab").glob("*/round-1")
    assert there.parent.name.isdigit() and len(list(there.rglob("results.xml"))) == 10
    before = {p: p.stat().st_ino for p in folder.rglob("results.xml")}
    again = fleet("--fetch", path, env=slurm)
    assert again.returncode == 0 and before == {p: p.stat().st_ino for p in folder.rglob("results.xml")}


def test_a_record_that_was_not_fetched_is_not_made_again(plan, slurm, tmp_path):
    path = plan(OWN.replace("NODES", str(tmp_path / "nodes")))
    (tmp_path / "bin/srun").rename(tmp_path / "bin/srun.later")
    (tmp_path / "bin/srun").symlink_to("/bin/false")
    first = fleet("--wait", path, env=slurm)
    assert first.returncode == 3 and "round 1: 0 of 10 tasks are complete" in first.stdout
    (tmp_path / "bin/srun.later").rename(tmp_path / "bin/srun")
    made = {p: p.stat().st_ino for p in (tmp_path / "nodes").rglob("results.xml")}
    second = fleet("--fetch", path, env=slurm)
    assert second.returncode == 0 and "round 1: 10 of 10 tasks are complete" in second.stdout
    assert len(made) == 10 and made == {p: p.stat().st_ino for p in (tmp_path / "nodes").rglob("results.xml")}


def test_a_failure_on_a_node_is_fetched_with_its_reason(plan, slurm, tmp_path):
    path = plan(OWN.replace("NODES", str(tmp_path / "nodes")).replace("persona=mlx5-roce", "persona=no-such"))
    process = fleet("--wait", path, env=slurm)
    assert process.returncode == 3 and "8 of 10 tasks are complete; 0 have begun, 2 have failed" in process.stdout
    assert "mlx5/core.1: exit code 2: refhca: no such persona" in process.stdout


# A cluster of this machine


@pytest.mark.long
@pytest.mark.parametrize("apart", ["", "1"])
def test_a_cluster_of_this_machine_on_which_a_node_dies(tmp_path, apart):
    process = run("make", "-s", "fleet-demo", f"OUT={tmp_path}", f"APART={apart}", timeout=1200)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "demo: NO" not in process.stdout and process.stdout.count("demo: yes") >= 8
