/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Finds a device by its name, its PCI address, its node GUID or a network interface of it. */
#ifndef VCT_FIND_H
#define VCT_FIND_H

#include <infiniband/verbs.h>
#include <net/if.h>
#include <stdbool.h>
#include <stddef.h>

/* The device, and what a network interface that names it says about its port. */
struct vct_found {
	struct ibv_device *ibv;
	int port;              /* 0: nothing is said */
	char netdev[IFNAMSIZ]; /* the network interface that named the device; "" if none did */
};

/*
 * `what`: the name, "0000:3b:00.0" or "pci:0000:3b:00.0", "0x0002c90300a1b2c3" or
 * "0002:c903:00a1:b2c3", or the network interface; NULL: the only device there is. Returns 0, or -1
 * with one line in `error`, of `size` bytes, that lists the devices there are.
 */
int vct_device_find(struct vct_found *found, const char *what, char *error, size_t size);
/* The network interface of a port, of IFNAMSIZ bytes: that of its first GID that has one. */
bool vct_port_netdev(const char *device, int port, char *netdev);

#endif
