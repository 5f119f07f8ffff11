// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the addresses of a device by which it can send to itself. */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_vlan.h>
#include <linux/sockios.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../base/memory.h"
#include "../../base/process.h"
#include "addressing.h"
#include "addresses.h"
#include "route.h"

enum { MOST_COLUMNS = 256, MOST_VALUES = 64, NAME_SIZE = 64 };

/* In the order in which an address is made: a port has GIDs, an MTU and P_Keys of its own. */
static const struct {
	const char *name;
	unsigned int uses;
} dimensions[] = {
	{ "port", USES_PORT },
	{ "gid", USES_GID },
	{ "mtu", USES_MTU },
	{ "pkey", USES_PKEY },
};
enum { DIMENSIONS = sizeof(dimensions) / sizeof(dimensions[0]) };

/* Written by the process that asks the device. */
static struct found {
	size_t n;
	struct {
		char name[NAME_SIZE];
		unsigned int uses;
		struct vct_device dev;
	} of[MOST_COLUMNS];
} * found;
static struct vct_column columns[MOST_COLUMNS];

struct question {
	const struct vct_device *dev;
	const char *each;
	struct ibv_context *context;
};

/* The dimensions of a word as "gid*mtu"; 0: it is wrong. */
static unsigned int dimensions_of(const char *word, size_t length)
{
	unsigned int all = 0;

	while (length) {
		size_t n = 0, d = 0;

		while (n < length && word[n] != '*')
			n++;
		while (d < DIMENSIONS && (strlen(dimensions[d].name) != n ||
					  strncmp(dimensions[d].name, word, n) != 0))
			d++;
		if (d == DIMENSIONS)
			return 0;
		all |= dimensions[d].uses;
		if (n + 1 == length)
			return 0;
		n += n < length;
		word += n;
		length -= n;
	}
	return all;
}

const char *vct_each_wrong(const char *each)
{
	for (const char *word = each;; word++) {
		size_t n = strcspn(word, ",");

		if (!dimensions_of(word, n))
			return "--each takes gid, mtu, port and pkey, with a comma between them, "
			       "as in gid,mtu; or with a star, as in gid*mtu, for each combination";
		word += n;
		if (!*word)
			return NULL;
	}
}

/* The number of the VLAN that the network interface is on; 0: none. */
static unsigned int vlan_of(const char *netdev)
{
	struct vlan_ioctl_args args = { .cmd = GET_VLAN_VID_CMD };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	unsigned int vlan = 0;

	snprintf(args.device1, sizeof(args.device1), "%s", netdev);
	if (fd >= 0 && netdev[0] && !ioctl(fd, SIOCGIFVLAN, &args))
		vlan = (unsigned int)args.u.VID;
	if (fd >= 0)
		close(fd);
	return vlan;
}

static void name_gid(char *name, const struct vct_device *dev, const struct ibv_gid_entry *entry)
{
	bool ipv4 = vct_gid_is_ipv4(&entry->gid);
	unsigned int vlan = vlan_of(dev->netdev);
	char suffix[24] = "";

	if (vlan)
		snprintf(suffix, sizeof(suffix), "-vlan%u", vlan);
	if (entry->gid_type == IBV_GID_TYPE_ROCE_V2)
		snprintf(name, NAME_SIZE, "gid-v2-%s%s", ipv4 ? "ipv4" : "ipv6", suffix);
	else if (entry->gid_type == IBV_GID_TYPE_ROCE_V1)
		snprintf(name, NAME_SIZE, "gid-v1%s", suffix);
	else
		snprintf(name, NAME_SIZE, "gid-ib%s", suffix);
}

/* The values of one dimension, from index `from` on: fills the address, and returns the next index
 * or -1 if there is no more. */
static int next_gid(struct vct_device *dev, struct ibv_context *context, int from, char *name)
{
	int table = dev->port_attr.gid_tbl_len > 256 ? 256 : dev->port_attr.gid_tbl_len;
	struct ibv_gid_entry entry;

	for (int i = from; i < table; i++) {
		if (!vct_address_has_gid(dev, context, i, &entry))
			continue;
		vct_address_use_gid(dev, i, &entry);
		name_gid(name, dev, &entry);
		return i + 1;
	}
	return -1;
}

static int next_mtu(struct vct_device *dev, struct ibv_context *context, int from, char *name)
{
	int mtu = from + IBV_MTU_256;

	(void)context;
	if (mtu > (int)dev->port_attr.active_mtu)
		return -1;
	dev->port_attr.active_mtu = (enum ibv_mtu)mtu;
	snprintf(name, NAME_SIZE, "mtu-%d", 128 << mtu);
	return from + 1;
}

static int next_port(struct vct_device *dev, struct ibv_context *context, int from, char *name)
{
	char ignored[1024];

	for (int p = from + 1; p <= dev->attr.orig_attr.phys_port_cnt; p++) {
		struct vct_wanted_address wanted = { p, -1, -1, "" };

		if (vct_address_choose(dev, context, &wanted, ignored, sizeof(ignored)))
			continue;
		snprintf(name, NAME_SIZE, "port-%d", p);
		return p;
	}
	return -1;
}

static int next_pkey(struct vct_device *dev, struct ibv_context *context, int from, char *name)
{
	bool full;
	uint16_t pkey;

	for (int i = from; i < dev->port_attr.pkey_tbl_len; i++) {
		if (!vct_address_read_pkey(context, dev, i, &pkey, &full) || !full)
			continue;
		dev->pkey_index = (uint16_t)i;
		snprintf(name, NAME_SIZE, "pkey-%04x", pkey);
		return i + 1;
	}
	return -1;
}

static int (*const next_of[DIMENSIONS])(struct vct_device *, struct ibv_context *, int,
					char *) = { next_port, next_gid, next_mtu, next_pkey };

/* Of several entries of the same type the first counts. */
static bool is_known(const char *name)
{
	for (size_t i = 0; i < found->n; i++)
		if (!strcmp(found->of[i].name, name))
			return true;
	return false;
}

/* Adds each address whose dimensions from `d` on differ from those of *dev. */
static void add(struct ibv_context *context, const struct vct_device *dev, const char *prefix,
		unsigned int uses, size_t d)
{
	char value[NAME_SIZE], name[2 * NAME_SIZE];
	struct vct_device with = *dev;

	while (d < DIMENSIONS && !(uses & dimensions[d].uses))
		d++;
	if (d == DIMENSIONS) {
		if (found->n == MOST_COLUMNS || is_known(prefix))
			return;
		snprintf(found->of[found->n].name, NAME_SIZE, "%s", prefix);
		found->of[found->n].uses = uses;
		found->of[found->n++].dev = *dev;
		return;
	}
	for (int at = 0; (at = next_of[d](&with, context, at, value)) >= 0; with = *dev) {
		snprintf(name, sizeof(name), "%s%s%s", prefix, prefix[0] ? "+" : "", value);
		add(context, &with, name, uses, d + 1);
	}
}

static void find(void *question)
{
	struct question *q = question;
	struct ibv_context *context = ibv_open_device(q->dev->ibv);

	for (const char *word = q->each; context; word++) {
		size_t n = strcspn(word, ",");

		add(context, q->dev, "", dimensions_of(word, n), 0);
		word += n;
		if (!*word)
			break;
	}
}

int vct_each_find(const struct vct_device *dev, const char *each, double seconds,
		  const struct vct_column **all, char *error, size_t size)
{
	struct question q = { .dev = dev, .each = each };

	if (dev->iwarp) {
		snprintf(error, size,
			 "%s is an iWARP device, whose QPs librdmacm connects by IP addresses: it "
			 "has no GID type, path MTU or P_Key to choose; run without --each",
			 dev->name);
		return -1;
	}
	found = vct_share(sizeof(*found));
	if (vct_process_retry(find, &q, seconds).ending != VCT_ENDED) {
		snprintf(error, size, "%s did not tell its ports, GIDs and P_Keys", dev->name);
		return -1;
	}
	for (size_t i = 0; i < found->n; i++)
		columns[i] = (struct vct_column){ found->of[i].name, found->of[i].uses,
						  &found->of[i].dev };
	*all = columns;
	return (int)found->n;
}

void vct_each_facts(FILE *f)
{
	char gid[INET6_ADDRSTRLEN];

	for (size_t i = 0; found && i < found->n; i++) {
		const struct vct_device *dev = &found->of[i].dev;
		const char *name = found->of[i].name;

		fprintf(f, "each.%s\tport %u, GID index %d (%s%s%s), P_Key index %u, path MTU %d\n",
			name, dev->port, dev->gid_index,
			inet_ntop(AF_INET6, &dev->gid, gid, sizeof(gid)),
			dev->netdev[0] ? ", " : "", dev->netdev, dev->pkey_index,
			128 << dev->port_attr.active_mtu);
		fprintf(f, "each.%s.port\t%u\neach.%s.gid_index\t%d\n", name, dev->port, name,
			dev->gid_index);
	}
}
