/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Chooses the port, the GID and the P_Key by which the device sends to itself. */
#ifndef VCT_ADDRESSING_H
#define VCT_ADDRESSING_H

#include "../../check/device.h"

/*
 * Fills in the port, the GID and the P_Key of *dev, whose name and attributes are known. `port`: 0
 * for the first that is ACTIVE. `gid_index`: -1 for the best GID: of the network interface `netdev`
 * (if not ""), of an interface that is up, RoCE v2 with IPv4, else RoCE v2, else the first that
 * has an address. `pkey_index`: -1 for the first P_Key with full membership. Returns 0, or -1 with
 * one line in `error`, of `size` bytes, that says what to do.
 */
struct vct_wanted_address {
	int port, gid_index, pkey_index;
	const char *netdev;
};
int vct_address_choose(struct vct_device *dev, struct ibv_context *context,
		       const struct vct_wanted_address *wanted, char *error, size_t size);

/* The entry, if it has an address. Its type and its interface are 0 where the device does not tell.
 */
bool vct_address_read_gid(struct ibv_context *context, const struct vct_device *dev, int index,
			  struct ibv_gid_entry *entry);
/* A GID that can be used: it has an address, and is of a network interface that is up, if it has
 * one. */
bool vct_address_has_gid(const struct vct_device *dev, struct ibv_context *context, int index,
			 struct ibv_gid_entry *entry);
void vct_address_use_gid(struct vct_device *dev, int index, const struct ibv_gid_entry *entry);
/* True if the entry is there; *full: its members may send to each other. */
bool vct_address_read_pkey(struct ibv_context *context, const struct vct_device *dev, int index,
			   uint16_t *pkey, bool *full);

/* The network interface is up and has a link. */
bool vct_netdev_is_up(const char *netdev);

#endif
