/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Finds by trying what a device can do and no capability tells. */
#ifndef VCT_TRIED_H
#define VCT_TRIED_H

#include "../check/device.h"

/*
 * Fills dev->tried and dev->tries: makes a QP of each type and asks for extended sends. What is
 * refused as not supported (EOPNOTSUPP, ENOSYS, EINVAL) the device does not have; what is refused
 * otherwise it has, and its checks fail.
 */
void vct_needs_try(struct vct_device *dev, struct ibv_context *context);

#endif
