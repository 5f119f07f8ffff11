// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Chooses the device, its port and GID, and queries what the device claims. */
#include <dlfcn.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "../base/process.h"
#include "../check/cm.h"
#include "choose.h"
#include "tried.h"

/* No verb returns the name of the driver: sysfs has it for PCI devices; software devices have
 * vendor ids of their own. */
static void find_driver(struct vct_device *dev)
{
	static const struct {
		unsigned int vendor;
		const char *driver;
	} soft[] = { { 0xffffff, "rxe" }, { 0x626d74, "siw" }, { 0x5ef0ca, "refhca" } };
	char path[PATH_MAX], link[PATH_MAX];
	ssize_t n;

	snprintf(path, sizeof(path), "/sys/class/infiniband/%s/device/driver", dev->name);
	n = readlink(path, link, sizeof(link) - 1);
	snprintf(dev->driver, sizeof(dev->driver), "unknown");
	if (n > 0) {
		link[n] = '\0';
		snprintf(dev->driver, sizeof(dev->driver), "%.31s", basename(link));
		return;
	}
	for (size_t i = 0; i < sizeof(soft) / sizeof(soft[0]); i++)
		if (dev->attr.orig_attr.vendor_id == soft[i].vendor)
			snprintf(dev->driver, sizeof(dev->driver), "%s", soft[i].driver);
}

/* True if sysfs does not have the device. Without sysfs it is taken for a kernel's device. */
static bool is_in_user_space(const struct vct_device *dev)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/class/infiniband/%s", dev->name);
	return !access("/sys/class", F_OK) && access(path, F_OK);
}

/* libibverbs.so.1.14.44.0 is of rdma-core 44.0; any other file name is given as it is. */
static void find_versions(struct vct_device *dev)
{
	unsigned int major, minor;
	char path[PATH_MAX];
	struct utsname uts;
	Dl_info info;

	if (!uname(&uts))
		snprintf(dev->kernel, sizeof(dev->kernel), "%.127s", uts.release);
	snprintf(dev->rdma_core, sizeof(dev->rdma_core), "unknown");
	if (!dladdr((void *)ibv_get_device_list, &info) || !realpath(info.dli_fname, path))
		return;
	if (sscanf(basename(path), "libibverbs.so.1.%*u.%u.%u", &major, &minor) == 2)
		snprintf(dev->rdma_core, sizeof(dev->rdma_core), "%u.%u", major, minor);
	else
		snprintf(dev->rdma_core, sizeof(dev->rdma_core), "%.63s", basename(path));
}

const char *vct_device_kernel(const struct vct_device *dev)
{
	static char text[192];

	snprintf(text, sizeof(text), "%s%s", dev->kernel,
		 dev->user_space ? " (not involved: the device is in user space)" : "");
	return text;
}

/* The question and its answer, in memory shared with the process that queries the device. */
struct question {
	int port, gid_index;
	bool answered;
	char error[256];
	struct vct_device dev;
};

static const char *const state_names[] = {
	"NOP", "DOWN", "INIT", "ARMED", "ACTIVE", "ACTIVE_DEFER"
};

static const char *state_name(unsigned int state)
{
	return state < sizeof(state_names) / sizeof(state_names[0]) ? state_names[state]
								    : "unknown";
}

static bool choose_port(struct question *q, struct ibv_context *context)
{
	int ports = q->dev.attr.orig_attr.phys_port_cnt;
	unsigned int last_state = 0;

	if (q->port > ports) {
		snprintf(q->error, sizeof(q->error), "%s has no port %d; it has 1 to %d (-i)",
			 q->dev.name, q->port, ports);
		return false;
	}
	for (int p = q->port ? q->port : 1; p <= (q->port ? q->port : ports); p++) {
		if (ibv_query_port(context, (uint8_t)p, &q->dev.port_attr))
			continue;
		last_state = q->dev.port_attr.state;
		if (last_state == IBV_PORT_ACTIVE) {
			q->dev.port = (uint8_t)p;
			return true;
		}
	}
	if (q->port)
		snprintf(q->error, sizeof(q->error),
			 "port %d of %s is %s, not ACTIVE: bring its link up (ip link, ibstat)",
			 q->port, q->dev.name, state_name(last_state));
	else
		snprintf(q->error, sizeof(q->error),
			 "none of the %d ports of %s is ACTIVE (the last is %s): bring a link up "
			 "(ip link, ibstat)",
			 ports, q->dev.name, state_name(last_state));
	return false;
}

static bool is_zero(const union ibv_gid *gid)
{
	return !gid->global.subnet_prefix && !gid->global.interface_id;
}

/* How suitable a GID is for traffic of a device to itself: 3 RoCE v2 with IPv4, 2 RoCE v2, 1 any
 * other, 0 an empty entry. */
static int gid_rank(struct ibv_context *context, const struct question *q, int index,
		    union ibv_gid *gid)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	struct ibv_gid_entry entry;

	if (ibv_query_gid_ex(context, q->dev.port, (uint32_t)index, &entry, 0)) {
		if (ibv_query_gid(context, q->dev.port, index, gid) || is_zero(gid))
			return 0;
		return 1;
	}
	*gid = entry.gid;
	if (is_zero(gid))
		return 0;
	if (entry.gid_type != IBV_GID_TYPE_ROCE_V2)
		return 1;
	return memcmp(gid->raw, mapped, sizeof(mapped)) ? 2 : 3;
}

static bool choose_gid(struct question *q, struct ibv_context *context)
{
	int table = q->dev.port_attr.gid_tbl_len, best = 0;
	union ibv_gid gid;

	if (q->gid_index >= table) {
		snprintf(q->error, sizeof(q->error),
			 "port %d of %s has no GID index %d; its table has 0 to %d (-x)",
			 q->dev.port, q->dev.name, q->gid_index, table - 1);
		return false;
	}
	for (int i = q->gid_index < 0 ? 0 : q->gid_index;
	     i < (q->gid_index < 0 ? table : q->gid_index + 1); i++) {
		int rank = gid_rank(context, q, i, &gid);

		if (rank > best) {
			best = rank;
			q->dev.gid_index = i;
			q->dev.gid = gid;
		}
		if (best == 3)
			break;
	}
	if (!best && q->gid_index < 0)
		snprintf(q->error, sizeof(q->error),
			 "port %d of %s has no usable GID: give its network interface an address",
			 q->dev.port, q->dev.name);
	else if (!best)
		snprintf(
			q->error, sizeof(q->error),
			"GID index %d of port %d of %s is empty; 'verbs-cts info' without -x finds "
			"a usable one",
			q->gid_index, q->dev.port, q->dev.name);
	return best > 0;
}

static void query_device(void *question)
{
	struct question *q = question;
	struct ibv_context *context = ibv_open_device(q->dev.ibv);
	int ret;

	if (!context) {
		snprintf(q->error, sizeof(q->error),
			 "cannot open %s: %s; see the permissions of /dev/infiniband, or run as "
			 "root",
			 q->dev.name, strerror(errno));
		return;
	}
	ret = ibv_query_device_ex(context, NULL, &q->dev.attr);
	if (ret) {
		snprintf(q->error, sizeof(q->error),
			 "ibv_query_device_ex on %s returned %s: see the kernel log (dmesg) for "
			 "messages of "
			 "its driver",
			 q->dev.name, strerror(ret));
		return;
	}
	q->dev.iwarp = q->dev.ibv->transport_type == IBV_TRANSPORT_IWARP;
	if (!choose_port(q, context) || !choose_gid(q, context))
		return;
	if (q->dev.iwarp)
		cm_find_address(q->dev.name, q->dev.port, &q->dev.address, q->dev.unconnected,
				sizeof(q->dev.unconnected));
	vct_needs_try(&q->dev, context);
	q->answered = true;
}

static struct ibv_device *find_device(const char *name, char *error, size_t size)
{
	struct ibv_device **list = ibv_get_device_list(NULL), *found = NULL;
	char names[256] = "";
	size_t n = 0;
	int devices = 0;

	for (struct ibv_device **d = list; d && *d; d++, devices++) {
		const char *this = ibv_get_device_name(*d);

		if (!name || !strcmp(this, name))
			found = *d;
		if (n < sizeof(names))
			n += (size_t)snprintf(names + n, sizeof(names) - n, " %s", this);
	}
	/* The list is not freed: the process of each check opens the device from it. */
	if (!devices)
		snprintf(error, size,
			 "no RDMA device on this machine: load its driver ('rdma link' lists the "
			 "devices)");
	else if (!found)
		snprintf(error, size, "no device %s; found:%s (-d)", name, names);
	else if (!name && devices > 1)
		snprintf(error, size, "there are several devices; choose one with -d:%s", names);
	else
		return found;
	return NULL;
}

int vct_device_choose(struct vct_device *dev, const char *name, int port, int gid_index,
		      double seconds, char *error, size_t size)
{
	struct question *q =
		mmap(NULL, sizeof(*q), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	bool over;
	int ret = -1;

	if (q == MAP_FAILED) {
		snprintf(error, size, "no memory: %s", strerror(errno));
		return -1;
	}
	q->dev.ibv = find_device(name, error, size);
	if (!q->dev.ibv)
		goto out;
	q->port = port;
	q->gid_index = gid_index;
	snprintf(q->dev.name, sizeof(q->dev.name), "%.63s", ibv_get_device_name(q->dev.ibv));
	over = vct_process_run(query_device, q, seconds);
	if (q->answered) {
		*dev = q->dev;
		if (dev->iwarp) /* here, so that the processes of checks need not load it */
			cm_load();
		find_driver(dev);
		dev->user_space = is_in_user_space(dev);
		find_versions(dev);
		ret = 0;
	} else if (q->error[0]) {
		snprintf(error, size, "%s", q->error);
	} else {
		snprintf(error, size, "%s %s when queried: reset it, or load its driver again",
			 q->dev.name, over ? "ended the process" : "does not answer");
	}
out:
	munmap(q, sizeof(*q));
	return ret;
}

bool vct_device_answers(const struct vct_device *dev, double seconds)
{
	struct vct_device again;
	char error[256];

	return !vct_device_choose(&again, dev->name, dev->port, dev->gid_index, seconds, error,
				  sizeof(error));
}
