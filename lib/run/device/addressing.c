// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Chooses the port, the GID and the P_Key by which the device sends to itself. */
#include <endian.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../check/objects/gid.h"
#include "addressing.h"
#include "find.h"
#include "sysfs.h"
#include "route.h"

enum { NO_GID, ANY_GID, ROCE_V2, ROCE_V2_IPV4, OF_NETDEV_UP, OF_NETDEV_WANTED = 2 * OF_NETDEV_UP };
enum { FULL_MEMBER = 0x8000, FIRST_EXTENDED_LID = 0xc000 };

static const char *state_name(unsigned int state)
{
	static const char *const names[] = { "NOP",   "DOWN",   "INIT",
					     "ARMED", "ACTIVE", "ACTIVE_DEFER" };

	return state < sizeof(names) / sizeof(names[0]) ? names[state] : "unknown";
}

/* What makes a port ACTIVE: on InfiniBand a port with a link waits for its subnet manager. */
static const char *remedy(const char *device, int port, const struct ibv_port_attr *attr)
{
	static char text[96];
	char netdev[IFNAMSIZ];

	if (attr->link_layer == IBV_LINK_LAYER_INFINIBAND &&
	    (attr->state == IBV_PORT_INIT || attr->state == IBV_PORT_ARMED))
		return "start a subnet manager on its fabric (opensm)";
	if (attr->link_layer == IBV_LINK_LAYER_INFINIBAND)
		return "connect its cable (ibstat)";
	if (!vct_port_netdev(device, port, netdev))
		return "bring its link up (ip link, ibstat)";
	snprintf(text, sizeof(text),
		 "bring its link up (ip link, ibstat): its network interface is %s, which is %s",
		 netdev, vct_netdev_state(netdev));
	return text;
}

static int choose_port(struct vct_device *dev, struct ibv_context *context, int port, char *error,
		       size_t size)
{
	int ports = dev->attr.orig_attr.phys_port_cnt;

	if (port > ports) {
		snprintf(error, size, "%s has no port %d; it has 1 to %d (-i)", dev->name, port,
			 ports);
		return -1;
	}
	for (int p = port ? port : 1; p <= (port ? port : ports); p++) {
		if (ibv_query_port(context, (uint8_t)p, &dev->port_attr) ||
		    dev->port_attr.state != IBV_PORT_ACTIVE)
			continue;
		dev->port = (uint8_t)p;
		return 0;
	}
	if (port)
		snprintf(error, size, "port %d of %s is %s, not ACTIVE: %s", port, dev->name,
			 state_name(dev->port_attr.state),
			 remedy(dev->name, port, &dev->port_attr));
	else
		snprintf(error, size, "none of the %d ports of %s is ACTIVE (the last is %s): %s",
			 ports, dev->name, state_name(dev->port_attr.state),
			 remedy(dev->name, ports, &dev->port_attr));
	return -1;
}

/* Verbs have 16 bits for a LID; only sysfs has all 32 of an Omni-Path port. */
static int refuse_long_lid(const struct vct_device *dev, char *error, size_t size)
{
	char text[32];
	unsigned long lid;

	if (dev->port_attr.link_layer != IBV_LINK_LAYER_INFINIBAND ||
	    !vct_sysfs_read(text, sizeof(text), "class/infiniband/%s/ports/%u/lid", dev->name,
			    dev->port))
		return 0;
	lid = strtoul(text, NULL, 0);
	if (lid <= 0xffff && (dev->port_attr.lid || lid < FIRST_EXTENDED_LID))
		return 0;
	snprintf(error, size,
		 "port %u of %s has the LID 0x%lx, and verbs-cts does not support LIDs of 32 bits "
		 "(Omni-Path): have its fabric manager assign LIDs below 0xc000",
		 dev->port, dev->name, lid);
	return -1;
}

bool vct_netdev_is_up(const char *netdev)
{
	return !strcmp(vct_netdev_state(netdev), "up");
}

/* How suitable the entry is for traffic of a device to itself. */
static int rank(const struct vct_device *dev, const struct ibv_gid_entry *entry,
		const char *wanted_netdev)
{
	char netdev[IFNAMSIZ] = "";
	int rank = ANY_GID;

	if (!vct_gid_is_assigned(dev, &entry->gid))
		return NO_GID;
	if (entry->gid_type == IBV_GID_TYPE_ROCE_V2)
		rank = vct_gid_is_ipv4(&entry->gid) ? ROCE_V2_IPV4 : ROCE_V2;
	if (entry->ndev_ifindex)
		if_indextoname(entry->ndev_ifindex, netdev);
	if (!netdev[0] || vct_netdev_is_up(netdev))
		rank += OF_NETDEV_UP;
	if (netdev[0] && !strcmp(netdev, wanted_netdev))
		rank += OF_NETDEV_WANTED;
	return rank;
}

/* The entry of the table; its type and its network interface are not known everywhere. */
static bool read_gid(struct ibv_context *context, const struct vct_device *dev, int index,
		     struct ibv_gid_entry *entry)
{
	if (!ibv_query_gid_ex(context, dev->port, (uint32_t)index, entry, 0))
		return true;
	*entry = (struct ibv_gid_entry){ .gid_type = IBV_GID_TYPE_IB };
	return !ibv_query_gid(context, dev->port, index, &entry->gid);
}

bool vct_address_read_gid(struct ibv_context *context, const struct vct_device *dev, int index,
			  struct ibv_gid_entry *entry)
{
	return read_gid(context, dev, index, entry) && vct_gid_is_assigned(dev, &entry->gid);
}

bool vct_address_has_gid(const struct vct_device *dev, struct ibv_context *context, int index,
			 struct ibv_gid_entry *entry)
{
	return read_gid(context, dev, index, entry) && rank(dev, entry, "") != NO_GID &&
	       (!entry->ndev_ifindex || rank(dev, entry, "") > OF_NETDEV_UP);
}

void vct_address_use_gid(struct vct_device *dev, int index, const struct ibv_gid_entry *entry)
{
	dev->gid_index = index;
	dev->gid = entry->gid;
	if (!entry->ndev_ifindex || !if_indextoname(entry->ndev_ifindex, dev->netdev))
		dev->netdev[0] = '\0';
}

static int choose_gid(struct vct_device *dev, struct ibv_context *context,
		      const struct vct_wanted_address *wanted, char *error, size_t size)
{
	int table = dev->port_attr.gid_tbl_len, best = NO_GID, index = wanted->gid_index;
	/* ibv_ah_attr has 8 bits for an index. */
	int last = table > 256 ? 255 : table - 1;
	struct ibv_gid_entry entry;

	if (index > last) {
		snprintf(error, size,
			 "port %d of %s has no GID index %d; its table has 0 to %d (-x)", dev->port,
			 dev->name, index, last);
		return -1;
	}
	for (int i = index < 0 ? 0 : index; i <= (index < 0 ? last : index); i++) {
		int this = read_gid(context, dev, i, &entry) ? rank(dev, &entry, wanted->netdev)
							     : NO_GID;

		if (this <= best)
			continue;
		best = this;
		vct_address_use_gid(dev, i, &entry);
	}
	if (best)
		return 0;
	if (index < 0)
		snprintf(error, size,
			 "port %d of %s has no usable GID: give its network interface an address",
			 dev->port, dev->name);
	else
		snprintf(error, size,
			 "GID index %d of port %d of %s is empty; 'verbs-cts info' without -x "
			 "finds a usable one",
			 index, dev->port, dev->name);
	return -1;
}

bool vct_address_read_pkey(struct ibv_context *context, const struct vct_device *dev, int index,
			   uint16_t *pkey, bool *full)
{
	__be16 read;

	if (ibv_query_pkey(context, dev->port, index, &read) || !(be16toh(read) & ~FULL_MEMBER))
		return false;
	*pkey = be16toh(read);
	*full = *pkey & FULL_MEMBER;
	return true;
}

/* A driver may have to ask the HCA for each entry, so that the table is read once and not by each
 * check. */
static uint16_t last_pkey(const struct vct_device *dev, struct ibv_context *context)
{
	uint16_t pkey;
	bool full;

	for (int i = dev->port_attr.pkey_tbl_len - 1; i > 0; i--)
		if (vct_address_read_pkey(context, dev, i, &pkey, &full) && full)
			return (uint16_t)i;
	return 0;
}

/* Limited members cannot send to each other, so a device whose P_Key is limited not to itself. */
static int choose_pkey(struct vct_device *dev, struct ibv_context *context, int index, char *error,
		       size_t size)
{
	int table = dev->port_attr.pkey_tbl_len;
	bool full = false, any = false;
	uint16_t pkey;

	dev->last_pkey = last_pkey(dev, context);
	if (dev->iwarp) /* has no partitions */
		return 0;
	if (index >= table && index > 0) {
		snprintf(
			error, size,
			"port %d of %s has no P_Key index %d; its table has 0 to %d (--pkey-index)",
			dev->port, dev->name, index, table - 1);
		return -1;
	}
	for (int i = index < 0 ? 0 : index; i < (index < 0 ? table : index + 1) && !full; i++) {
		any |= vct_address_read_pkey(context, dev, i, &pkey, &full);
		dev->pkey_index = full ? (uint16_t)i : 0;
	}
	if (full || (index < 0 && !any))
		return 0;
	if (index < 0)
		snprintf(error, size,
			 "port %d of %s has limited P_Keys only, with which it cannot send to "
			 "itself: have the subnet manager make it a full member of a partition",
			 dev->port, dev->name);
	else
		snprintf(error, size,
			 "P_Key index %d of port %d of %s is %s; without --pkey-index the first "
			 "full member is used",
			 index, dev->port, dev->name,
			 any ? "a limited member, which cannot send to itself" : "empty");
	return -1;
}

int vct_address_choose(struct vct_device *dev, struct ibv_context *context,
		       const struct vct_wanted_address *wanted, char *error, size_t size)
{
	return choose_port(dev, context, wanted->port, error, size) ||
			       refuse_long_lid(dev, error, size) ||
			       choose_gid(dev, context, wanted, error, size) ||
			       choose_pkey(dev, context, wanted->pkey_index, error, size)
		       ? -1
		       : 0;
}
