// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Choosing the device, and what it claims. */
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

#include "check.h"
#include "device.h"
#include "objects.h"
#include "process.h"

#define GIVE_ONE " (--fault or --fault-plugin, see run --help)"

static const struct need {
	unsigned int bit;
	const char *name, *meaning, *lacking;
} needs_table[] = {
	{ NEED_SRQ, "SRQ", "SRQs (max_srq > 0)", "the device claims no SRQ (max_srq is 0)" },
	{ NEED_RESIZE, "RESIZE", "SRQs that resize (IBV_DEVICE_SRQ_RESIZE)",
	  "the device does not claim IBV_DEVICE_SRQ_RESIZE" },
	{ NEED_NO_RESIZE, "NO-RESIZE", "no IBV_DEVICE_SRQ_RESIZE",
	  "only for devices without IBV_DEVICE_SRQ_RESIZE; this one claims it" },
	{ NEED_RC, "RC", "RC QPs connected by ibv_modify_qp (not iWARP)",
	  "an iWARP device: its QPs connect through a connection manager only" },
	{ NEED_UD, "UD", "UD QPs (not iWARP)", "an iWARP device has no UD QPs" },
	{ NEED_XRC, "XRC", "XRC (IBV_DEVICE_XRC)", "the device does not claim IBV_DEVICE_XRC" },
	{ NEED_NO_XRC, "NO-XRC", "no IBV_DEVICE_XRC",
	  "only for devices without IBV_DEVICE_XRC; this one claims it" },
	{ NEED_TM, "TM", "tag matching (tm_caps.max_num_tags > 0)",
	  "the device does not claim tag matching (tm_caps.max_num_tags is 0)" },
	{ NEED_NO_TM, "NO-TM", "no tag matching",
	  "only for devices without tag matching; this one claims it" },
	{ NEED_APM, "APM", "alternate paths (IBV_DEVICE_AUTO_PATH_MIG)",
	  "the device does not claim IBV_DEVICE_AUTO_PATH_MIG" },
	{ NEED_NO_APM, "NO-APM", "no IBV_DEVICE_AUTO_PATH_MIG",
	  "only for devices without IBV_DEVICE_AUTO_PATH_MIG; this one claims it" },
	{ NEED_MW2, "MW2", "type 2 memory windows (IBV_DEVICE_MEM_WINDOW_TYPE_2A or _2B)",
	  "the device does not claim IBV_DEVICE_MEM_WINDOW_TYPE_2A or _2B" },
	{ NEED_NO_CSUM, "NO-CSUM", "no IP checksum offload on RC and UD",
	  "only for devices without IP checksum offload; this one claims it" },
	{ NEED_SRQ_FAULT, "SRQ-FAULT", "a fault injector for SRQs" GIVE_ONE,
	  "no fault injector for the device's SRQs" GIVE_ONE },
	{ NEED_QP_FAULT, "QP-FAULT", "a fault injector for QPs" GIVE_ONE,
	  "no fault injector for the device's QPs" GIVE_ONE },
	{ NEED_CQ_FAULT, "CQ-FAULT", "a fault injector for CQs" GIVE_ONE,
	  "no fault injector for the device's CQs" GIVE_ONE },
};

#define N_NEEDS (sizeof(needs_table) / sizeof(needs_table[0]))

static unsigned int claimed(const struct vct_device *dev)
{
	const struct ibv_device_attr *a = &dev->attr.orig_attr;
	unsigned int flags = a->device_cap_flags;
	unsigned int csum = IBV_DEVICE_UD_IP_CSUM | IBV_DEVICE_RC_IP_CSUM;
	unsigned int mw2 = IBV_DEVICE_MEM_WINDOW_TYPE_2A | IBV_DEVICE_MEM_WINDOW_TYPE_2B;
	bool tm = dev->attr.tm_caps.max_num_tags > 0;

	return (a->max_srq > 0 ? NEED_SRQ : 0) |
	       (flags & IBV_DEVICE_SRQ_RESIZE ? NEED_RESIZE : NEED_NO_RESIZE) |
	       (dev->iwarp ? 0 : NEED_RC | NEED_UD) |
	       (flags & IBV_DEVICE_XRC ? NEED_XRC : NEED_NO_XRC) | (tm ? NEED_TM : NEED_NO_TM) |
	       (flags & IBV_DEVICE_AUTO_PATH_MIG ? NEED_APM : NEED_NO_APM) |
	       (flags & mw2 ? NEED_MW2 : 0) | (flags & csum ? 0 : NEED_NO_CSUM) | dev->faults;
}

const char *vct_device_lacks(const struct vct_device *dev, unsigned int needs)
{
	unsigned int lacking = needs & ~claimed(dev);

	for (size_t i = 0; i < N_NEEDS; i++)
		if (lacking & needs_table[i].bit)
			return needs_table[i].lacking;
	return NULL;
}

void vct_need_list(unsigned int needs, char *text, size_t size)
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < N_NEEDS && n < size; i++)
		if (needs & needs_table[i].bit)
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? " " : "",
					      needs_table[i].name);
}

const char *vct_need_name(unsigned int need)
{
	for (size_t i = 0; i < N_NEEDS; i++)
		if (need == needs_table[i].bit)
			return needs_table[i].name;
	return NULL;
}

const char *vct_need_meaning(unsigned int need)
{
	for (size_t i = 0; i < N_NEEDS; i++)
		if (need == needs_table[i].bit)
			return needs_table[i].meaning;
	return NULL;
}

/* No verb tells the driver's name: sysfs does for a PCI device, the vendor id for the soft ones. */
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

/* A kernel's device is in sysfs; where there is no sysfs, nothing can be said against it. */
static bool is_in_user_space(const struct vct_device *dev)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/class/infiniband/%s", dev->name);
	return !access("/sys/class", F_OK) && access(path, F_OK);
}

/* libibverbs.so.1.14.44.0 is rdma-core 44.0; any other name stands for itself. */
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
		 dev->user_space ? " (not asked: the device is in user space)" : "");
	return text;
}

/* What the asking process is told and leaves behind, in memory shared with it. */
struct question {
	struct ibv_device *device;
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
		snprintf(q->error, sizeof(q->error), "%s has no port %d; it has 1 to %d",
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

/* How good a GID is for traffic of a device to itself: 3 RoCE v2 on IPv4, 2 RoCE v2, 1 any, 0 none.
 */
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
			 "port %d of %s has no GID index %d; its table has 0 to %d", q->dev.port,
			 q->dev.name, q->gid_index, table - 1);
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

static void ask(void *question)
{
	struct question *q = question;
	struct ibv_context *context = ibv_open_device(q->device);
	int ret;

	if (!context) {
		snprintf(q->error, sizeof(q->error), "cannot open %s: %s", q->dev.name,
			 strerror(errno));
		return;
	}
	ret = ibv_query_device_ex(context, NULL, &q->dev.attr);
	if (ret) {
		snprintf(q->error, sizeof(q->error), "%s refuses ibv_query_device_ex: %s",
			 q->dev.name, strerror(ret));
		return;
	}
	q->dev.iwarp = q->device->transport_type == IBV_TRANSPORT_IWARP;
	q->answered = choose_port(q, context) && choose_gid(q, context);
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
	/* The list is kept: the device belongs to it, and each check's process opens from it. */
	if (!devices)
		snprintf(
			error, size,
			"no RDMA device on this machine (is its driver loaded? 'rdma link' shows)");
	else if (!found)
		snprintf(error, size, "no device %s; found:%s", name, names);
	else if (!name && devices > 1)
		snprintf(error, size, "which device? give -d one of:%s", names);
	else
		return found;
	return NULL;
}

static struct ibv_device *the_device;

struct ibv_device *vct_ibv_device(void)
{
	return the_device;
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
	the_device = find_device(name, error, size);
	if (!the_device)
		goto out;
	q->device = the_device;
	q->port = port;
	q->gid_index = gid_index;
	snprintf(q->dev.name, sizeof(q->dev.name), "%.63s", ibv_get_device_name(the_device));
	over = vct_process_run(ask, q, seconds);
	if (q->answered) {
		*dev = q->dev;
		find_driver(dev);
		dev->user_space = is_in_user_space(dev);
		find_versions(dev);
		ret = 0;
	} else if (q->error[0]) {
		snprintf(error, size, "%s", q->error);
	} else {
		snprintf(error, size, "%s %s when asked what it is", q->dev.name,
			 over ? "ended the process" : "does not answer");
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
