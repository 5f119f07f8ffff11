/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the kernel says of the way from a GID to itself: its network interface and its route. */
#ifndef VCT_ROUTE_H
#define VCT_ROUTE_H

#include "../../check/device.h"

struct vct_way {
	char address[48];  /* "10.9.9.1", "fe80::1" */
	const char *type;  /* "RoCE v2" */
	char netdev[16];   /* "": none, or it is in another network namespace */
	const char *state; /* of the network interface: "up", "down"; "": it has none */
	char route[128];   /* "there is a route to it", "no route to it: ENETUNREACH"; "": no IP */
	bool is_wrong;     /* with this no message can come back, whatever the device does */
	bool is_without_route; /* seen here, or said by the verb that wanted it */
};

/*
 * Of an entry of the GID table of dev->port. The entry of a device that does not tell the type has
 * the type "unknown type".
 */
void vct_way_find(struct vct_way *way, const struct vct_device *dev,
		  const struct ibv_gid_entry *entry);
/* Writes "GID index 1: 10.9.9.1, RoCE v2, network interface vct0 (up), there is a route to it". */
void vct_way_say(const struct vct_way *way, int index, char *text, size_t size);
/* What a person can do about it, in `text`: "give vct0 the address ...". */
void vct_way_remedy(const struct vct_way *way, const struct vct_device *dev, char *text,
		    size_t size);

/* Of a network interface: "up", "up, without a link", "down", "gone". */
const char *vct_netdev_state(const char *netdev);
const char *vct_gid_type(unsigned int type);
bool vct_gid_is_ipv4(const union ibv_gid *gid);

#endif
