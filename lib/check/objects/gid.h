/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
#ifndef VCT_GID_H
#define VCT_GID_H

#include <stdbool.h>

#include "../device.h"

/*
 * The entry of the GID table has an address. On InfiniBand, a GUID of 0 is none, and the kernel's
 * core makes a GID of the subnet's prefix and 0 of it.
 */
static inline bool vct_gid_is_assigned(const struct vct_device *dev, const union ibv_gid *gid)
{
	if (dev->port_attr.link_layer == IBV_LINK_LAYER_INFINIBAND)
		return gid->global.interface_id;
	return gid->global.subnet_prefix || gid->global.interface_id;
}

#endif
