// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds a device by one of the names it has. */
#include <endian.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "no_device.h"
#include "find.h"
#include "identity.h"
#include "sysfs.h"

enum { MOST_PORTS = 255, MOST_GIDS = 256 };

static bool is_guid(const char *text, uint64_t *guid)
{
	unsigned int a, b, c, d;
	char *end;
	int n = 0;

	if (!strncasecmp(text, "0x", 2)) {
		*guid = strtoull(text, &end, 16);
		return end > text + 2 && !*end;
	}
	if (sscanf(text, "%4x:%4x:%4x:%4x%n", &a, &b, &c, &d, &n) < 4 || text[n])
		return false;
	*guid = (uint64_t)a << 48 | (uint64_t)b << 32 | (uint64_t)c << 16 | d;
	return true;
}

/* Of the first GID that has one, which is `wanted` (NULL: any). */
static bool port_netdev(const char *device, int port, const char *wanted, char *netdev)
{
	for (int i = 0; i < MOST_GIDS; i++) {
		if (!vct_sysfs_has("class/infiniband/%s/ports/%d/gid_attrs/ndevs/%d", device, port,
				   i))
			return false;
		if (vct_sysfs_read(netdev, IFNAMSIZ,
				   "class/infiniband/%s/ports/%d/gid_attrs/ndevs/%d", device, port,
				   i) &&
		    (!wanted || !strcmp(netdev, wanted)))
			return true;
	}
	return false;
}

bool vct_port_netdev(const char *device, int port, char *netdev)
{
	return port_netdev(device, port, NULL, netdev);
}

static bool has_port(const char *device, int port)
{
	return vct_sysfs_has("class/infiniband/%s/ports/%d", device, port);
}

/* IPoIB interfaces are in no table of GIDs: they have the device's parent, and their port. */
static bool is_sibling(const char *device, const char *netdev, int *port)
{
	char ours[PATH_MAX], its[PATH_MAX], dev_port[16];

	if (!vct_sysfs_target(ours, sizeof(ours), "class/infiniband/%s/device", device) ||
	    !vct_sysfs_target(its, sizeof(its), "class/net/%s/device", netdev) || strcmp(ours, its))
		return false;
	if (vct_sysfs_read(dev_port, sizeof(dev_port), "class/net/%s/dev_port", netdev))
		*port = atoi(dev_port) + 1;
	if (!has_port(device, *port))
		*port = 0;
	return true;
}

static bool has_netdev(const char *device, const char *wanted, int *port)
{
	char netdev[IFNAMSIZ];

	for (*port = 1; *port <= MOST_PORTS && has_port(device, *port); ++*port)
		if (port_netdev(device, *port, wanted, netdev))
			return true;
	*port = 0;
	return is_sibling(device, wanted, port);
}

static bool is_named(struct ibv_device *ibv, const char *what, struct vct_found *found)
{
	const char *name = ibv_get_device_name(ibv);
	char wanted[32], pci[32];
	uint64_t guid;
	int port;

	if (vct_is_pci_address(what, wanted, sizeof(wanted)) &&
	    vct_device_pci(name, pci, sizeof(pci)) && !strcmp(wanted, pci)) {
		found->ibv = ibv;
		return true;
	}
	if (is_guid(what, &guid) && guid && guid == be64toh(ibv_get_device_guid(ibv))) {
		found->ibv = ibv;
		return true;
	}
	if (strlen(what) < IFNAMSIZ && !strchr(what, '/') && has_netdev(name, what, &port)) {
		*found = (struct vct_found){ .ibv = ibv, .port = port };
		memcpy(found->netdev, what, strlen(what));
		return true;
	}
	return false;
}

/* "mlx5_0 (0000:3b:00.0, 0002:c903:00a1:b2c3, ens1f0)" */
static void describe(FILE *f, struct ibv_device *ibv)
{
	const char *name = ibv_get_device_name(ibv);
	uint64_t guid = be64toh(ibv_get_device_guid(ibv));
	char pci[32], netdev[IFNAMSIZ];

	fprintf(f, "%s (", name);
	if (vct_device_pci(name, pci, sizeof(pci)))
		fprintf(f, "%s, ", pci);
	fprintf(f, "%04x:%04x:%04x:%04x", (unsigned int)(guid >> 48),
		(unsigned int)(guid >> 32) & 0xffff, (unsigned int)(guid >> 16) & 0xffff,
		(unsigned int)guid & 0xffff);
	for (int port = 1; port <= MOST_PORTS && has_port(name, port); port++)
		if (port_netdev(name, port, NULL, netdev))
			fprintf(f, ", %s", netdev);
	fputc(')', f);
}

/* The kernel has a device of this name, which libibverbs does not list. */
static bool is_of_kernel(const char *name)
{
	return !strchr(name, '/') && name[0] != '.' && vct_sysfs_has("class/infiniband/%s", name);
}

static int fail(char *error, size_t size, struct ibv_device **list, int why_none, const char *what,
		int matches)
{
	FILE *f;

	if (!list || !*list || (what && !matches && is_of_kernel(what))) {
		vct_absence_tell(what, why_none, error, size);
		return -1;
	}
	f = fmemopen(error, size, "w");
	if (!f)
		return -1;
	if (!what)
		fputs("there are several devices; choose one with -d: ", f);
	else if (matches)
		fprintf(f, "%s names %d devices; choose one with -d: ", what, matches);
	else
		fprintf(f, "no device %s; found: ", what);
	for (struct ibv_device **d = list; d && *d; d++) {
		fputs(d == list ? "" : ", ", f);
		describe(f, *d);
	}
	fclose(f);
	return -1;
}

int vct_device_find(struct vct_found *found, const char *what, char *error, size_t size)
{
	/* The list is not freed: the process of each check opens the device from it. */
	int n, matches = 0;
	struct ibv_device **list = ibv_get_device_list(&n);
	int why_none = list ? 0 : errno;

	*found = (struct vct_found){ 0 };
	for (struct ibv_device **d = list; what && d && *d; d++)
		if (!strcmp(ibv_get_device_name(*d), what)) {
			found->ibv = *d;
			return 0;
		}
	for (struct ibv_device **d = list; d && *d; d++) {
		if (!what)
			found->ibv = *d;
		matches += what ? is_named(*d, what, found) : 1;
	}
	return matches == 1 ? 0 : fail(error, size, list, why_none, what, matches);
}
