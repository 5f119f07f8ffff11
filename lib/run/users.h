/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Who else uses a device: the kernel is asked by netlink, as `rdma resource show pd` does. */
#ifndef VCT_USERS_H
#define VCT_USERS_H

#include <stddef.h>

/*
 * The number of other users of the device, which have a protection domain on it: processes, and
 * parts of the kernel. Not counted are those that are on each device (ib_core, ib_ipoib). `text`,
 * of `size` bytes, lists them: "ib_write_bw (process 1234), nvme_rdma". -1: the kernel could not be
 * asked (errno).
 */
int vct_device_users(const char *device, char *text, size_t size);

#endif
