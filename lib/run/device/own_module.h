/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The modules of the kernel that drive a device, by which its own objects are told from others'. */
#ifndef VCT_OWN_MODULE_H
#define VCT_OWN_MODULE_H

#include "../../check/device.h"

/*
 * True if the module is of the device's own driver. The driver of an RDMA device is often another
 * module than that of its PCI function: mlx5_ib makes mlx5_0 of a function of mlx5_core. Such a
 * module drives an auxiliary device below the function, or needs the function's module, or has the
 * name of the provider in rdma-core with more behind it (if it is built into the kernel, sysfs says
 * nothing of it).
 */
bool vct_is_own_module(const struct vct_device *dev, const char *module);

#endif
