# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Who else uses a device: what drivers make for themselves is nobody's use, what processes and others make is."""

import os
import shutil

import pytest

from conftest import ROOT, run

REFUSED = "mlx5_0 is in use: "
# What mlx5_ib makes when it is loaded: the domain of the device resources and that of UMR, their queues, a QP for GSI.
MLX5 = "pd=ib_core pd=mlx5_ib pd=mlx5_ib cq=mlx5_ib cq=mlx5_ib srq=mlx5_ib mr=ib_core qp=ib_core qp=mlx5_ib cq=ib_core"
# What mlx4_ib makes for a process that opens an XRC domain, and for the tunnels of virtual functions.
MLX4 = "pd=ib_core pd=mlx4_ib cq=mlx4_ib qp=mlx4_ib"


def link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    target.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


@pytest.fixture
def sysfs(tmp_path):
    """That of fixtures/mlx5; the device belongs to a function, whose driver is of one module and which another needs."""
    root = tmp_path / "sys"
    shutil.copytree(ROOT / "fixtures/mlx5/sys", root)
    (root / "devices").mkdir()
    device = root / "class/infiniband/mlx5_0/device"
    function = root / "devices/0000:3b:00.0"
    shutil.move(device, function)
    device.symlink_to(function)
    return root


def auxiliary(root):
    """As mlx5 (and bnxt_re, irdma, mana_ib) since Linux 5.11: mlx5_ib.rdma drives a device below the function."""
    function = root / "devices/0000:3b:00.0"
    link(function / "driver", root / "bus/pci/drivers/mlx5_core")
    link(function / "mlx5_core.rdma.0/driver", root / "bus/auxiliary/drivers/mlx5_ib.rdma")
    link(function / "mlx5_core.eth.0/driver", root / "bus/auxiliary/drivers/mlx5_core.eth")


def loaded(root):
    """As mlx4 before Linux 6.7: mlx4_ib is a module that needs mlx4_core, and drives nothing in sysfs."""
    function = root / "devices/0000:3b:00.0"
    link(function / "driver", root / "bus/pci/drivers/mlx4_core")
    link(root / "bus/pci/drivers/mlx4_core/module", root / "module/mlx4_core")
    link(root / "module/mlx4_core/holders/mlx4_ib", root / "module/mlx4_ib")


def users(sysfs, objects):
    """What verbs-cts run says of the users of mlx5_0."""
    preload = "LD_PRELOAD=build/harness/preload/restrack.so:build/fixtures/mlx5/uverbs.so"
    process = run("fixtures/mlx5/run", "env", preload, f"SYSFS_PATH={sysfs}", f"OBJECTS={objects}", "build/verbs-cts",
                  "run", "-d", "mlx5_0", "pd.*")
    assert "could not be asked" not in process.stderr
    lines = [line for line in process.stderr.splitlines() if REFUSED in line]
    if not lines:
        return ""
    assert process.returncode == 2 and lines[0].endswith("; end them, or give --shared")
    return lines[0].partition(REFUSED)[2].partition(";")[0]


@pytest.mark.parametrize("make, objects", [(auxiliary, MLX5), (loaded, MLX4), (None, MLX5), (auxiliary, "pd=ib_ipoib")])
def test_what_the_own_driver_makes_is_no_use(sysfs, make, objects):
    if make:
        make(sysfs)
    assert users(sysfs, objects) == ""


def test_other_parts_of_the_kernel_are_users(sysfs):
    auxiliary(sysfs)
    assert users(sysfs, f"{MLX5} pd=nvme_rdma qp=rdma_cm pd=ib_srpt") == "nvme_rdma, ib_srpt"
    assert users(sysfs, "pd=mlx5x_ib pd=mlx5") == "mlx5x_ib"


def test_the_driver_of_another_adapter_is_a_user(sysfs):
    loaded(sysfs)
    assert users(sysfs, "pd=mlx4_ib pd=mlx4_en pd=hns_roce_hw_v2") == "mlx4_en, hns_roce_hw_v2"


@pytest.mark.parametrize("kind", ["pd", "cq", "mr", "qp", "srq", "cm_id"])
def test_a_process_is_a_user_by_any_object(sysfs, kind):
    auxiliary(sysfs)
    assert users(sysfs, f"{MLX5} {kind}={os.getpid()}").endswith(f"(process {os.getpid()})")


def test_who_only_listens_is_no_user(sysfs):
    assert users(sysfs, f"cm_id=nvmet_rdma/8 cm_id={os.getpid()}/8") == ""
    assert users(sysfs, "cm_id=nvmet_rdma/8 cm_id=rpcrdma/5") == "rpcrdma"


def test_a_kernel_that_does_not_know_a_kind_tells_of_the_others(sysfs):
    assert users(sysfs, "srq=? cm_id=? qp=ib_isert") == "ib_isert"
