/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Who else uses a device: the kernel is asked by netlink, as `rdma resource show` does. */
#ifndef VCT_USERS_H
#define VCT_USERS_H

#include "../../check/device.h"

/*
 * The number of other users of the device, which have objects on it: processes, and parts of the
 * kernel. Not counted are those that are on each device (ib_core, ib_ipoib, rdma_cm), the device's
 * own driver, which makes objects for itself, and who only waits for connections.
 * `text`, of `size` bytes, lists them: "ib_write_bw (process 1234), nvme_rdma". -1: the kernel
 * could not be asked (errno).
 */
int vct_device_users(const struct vct_device *dev, char *text, size_t size);

#endif
