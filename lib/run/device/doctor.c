// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Looks at what a run needs, one thing after the other, and says of each whether it is there. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../../base/process.h"
#include "../../check/judge.h"
#include "../../check/meaning.h"
#include "no_device.h"
#include "addressing.h"
#include "doctor.h"
#include "find.h"
#include "identity.h"
#include "loopback.h"
#include "sysfs.h"
#include "users.h"
#include "../verdict/waiver.h"

/* NO: a run cannot start. NOTE: it can, but a person may want to know. */
enum { OK, NOTE, NO };
enum { INDENT = 18 };

static bool may_run;

static void say(int how, const char *subject, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static void say(int how, const char *subject, const char *format, ...)
{
	static const char *const names[] = { "ok", "note", "no" };
	va_list args;

	may_run &= how != NO;
	printf("%-12s %-4s ", subject, names[how]);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

static void look_at_files(const struct vct_device *dev)
{
	char text[512];

	if (dev->user_space) {
		say(OK, "files", "none is needed: the device is in user space");
		return;
	}
	say(vct_node_is_closed(dev->name, text, sizeof(text)) ? NO : OK, "files", "%s", text);
	if (!vct_file_is_closed("/dev/infiniband/rdma_cm", text, sizeof(text)))
		say(OK, "rdma_cm", "%s", text);
	else
		say(dev->ibv->transport_type == IBV_TRANSPORT_IWARP ? NO : NOTE, "rdma_cm",
		    "only iWARP devices need it: %s", text);
}

static void look_at_limits(const struct vct_device *dev)
{
	struct rlimit limit = { 0 };
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	getrlimit(RLIMIT_MEMLOCK, &limit);
	if (limit.rlim_cur == RLIM_INFINITY)
		say(OK, "memlock", "this process may lock all memory");
	else
		say(OK, "memlock",
		    "this process may lock %llu KiB of memory (ulimit -l); whether that is enough "
		    "is tried below",
		    (unsigned long long)limit.rlim_cur / 1024);
	if (fd >= 0 || dev->user_space)
		say(OK, "kernel log", "%s",
		    dev->user_space ? "not needed: the device is in user space"
				    : "/dev/kmsg can be read");
	else
		say(NOTE, "kernel log",
		    "/dev/kmsg cannot be read (%s): complaints of the kernel will be seen only by "
		    "its taint flags; run as root to read it",
		    vct_errno_text(errno));
	if (fd >= 0)
		close(fd);
}

static void look_at_port(struct ibv_context *context, int port)
{
	struct ibv_port_attr attr;
	char subject[24], sm[64] = "";
	bool ib;
	int ret = ibv_query_port(context, (uint8_t)port, &attr);

	snprintf(subject, sizeof(subject), "port %d", port);
	if (ret) {
		say(NOTE, subject, "ibv_query_port returned %s", vct_errno_text(ret));
		return;
	}
	ib = attr.link_layer == IBV_LINK_LAYER_INFINIBAND &&
	     context->device->transport_type == IBV_TRANSPORT_IB;
	if (ib && !attr.sm_lid)
		snprintf(sm, sizeof(sm), ", no subnet manager");
	else if (ib)
		snprintf(sm, sizeof(sm), ", LID %u, subnet manager at LID %u", attr.lid,
			 attr.sm_lid);
	say(attr.state == IBV_PORT_ACTIVE ? OK : NOTE, subject, "%s, %s%s",
	    ibv_port_state_str(attr.state),
	    attr.link_layer == IBV_LINK_LAYER_ETHERNET     ? "Ethernet"
	    : attr.link_layer == IBV_LINK_LAYER_INFINIBAND ? "InfiniBand"
							   : "link layer unspecified",
	    sm);
}

/* In a process of its own. What prevents a run is said when the device is chosen. */
static void look_at_ports(void *device)
{
	struct ibv_context *context = ibv_open_device(device);
	struct ibv_device_attr attr;

	if (!context || ibv_query_device(context, &attr))
		return;
	for (int port = 1; port <= attr.phys_port_cnt; port++)
		look_at_port(context, port);
	fflush(stdout);
}

/* EINVAL is of the arguments, which are those of the probe. */
static const char *where_to_look(const char *step)
{
	const struct vct_meaning *m = vct_meaning_in(step);

	return m && m->call && m->value != EINVAL ? m->look : "the kernel log (dmesg)";
}

/* The outcome of the probe with a GID. A run with a faulty device can start: it finds the faults.
 */
static void say_loopback(const struct vct_device *dev, const char *subject, bool chosen,
			 double seconds)
{
	struct vct_loopback result;
	char way[320], remedy[320];

	vct_loopback_try(dev, seconds, &result);
	vct_way_say(&result.way, dev->gid_index, way, sizeof(way));
	vct_way_remedy(&result.way, dev, remedy, sizeof(remedy));
	if (result.outcome == VCT_REACHES)
		say(OK, subject, "%s: messages come back%s", way,
		    chosen ? "; this one is used" : "");
	else if (result.outcome == VCT_UNTRIED)
		say(NOTE, subject,
		    "%s: not tried: the device has neither RC nor UD QPs that can be connected",
		    way);
	else if (result.outcome == VCT_REFUSES)
		say(NOTE, subject,
		    "%s: %s; a run shows whether that is a fault of the device\n%*slook at: %s",
		    way, result.step, INDENT, "", where_to_look(result.step));
	else
		say(chosen ? NO : NOTE, subject, "%s: %s\n%*swhat to do: %s", way, result.step,
		    INDENT, "", remedy);
}

struct tries {
	const struct vct_device *dev;
	double seconds;
};

/* In a process of its own, because the table is read from the device. */
static void look_at_gids(void *the_tries)
{
	const struct tries *t = the_tries;
	struct ibv_context *context = ibv_open_device(t->dev->ibv);
	int table = t->dev->port_attr.gid_tbl_len;
	struct vct_device dev = *t->dev;
	struct ibv_gid_entry entry;

	for (int i = 0; context && i < table && i < 256; i++) {
		if (i == t->dev->gid_index || !vct_address_read_gid(context, t->dev, i, &entry))
			continue;
		vct_address_use_gid(&dev, i, &entry);
		say_loopback(&dev, "other GID", false, t->seconds);
	}
	fflush(stdout);
}

static void look_at_loopback(const struct vct_device *dev, double seconds)
{
	struct tries tries = { dev, seconds };

	if (dev->iwarp)
		say(OK, "P_Key", "iWARP has none");
	else
		say(OK, "P_Key", "index %u, a full member", dev->pkey_index);
	say_loopback(dev, "loopback", true, seconds);
	fflush(stdout);
	/* librdmacm chooses the address of an iWARP device. */
	if (!dev->iwarp)
		vct_process_watch(look_at_gids, &tries, seconds * 10);
}

static void look_at_users(const struct vct_device *dev)
{
	char users[1024];
	int n = dev->user_space ? 0 : vct_device_users(dev, users, sizeof(users));

	if (n > 0)
		say(NO, "isolation", "%s is in use: %s: end them, or give --shared to run",
		    dev->name, users);
	else if (n < 0)
		say(NOTE, "isolation",
		    "the kernel could not be asked who uses %s (%s): make sure that nobody does",
		    dev->name, vct_errno_text(errno));
	else
		say(OK, "isolation", "nobody else uses the device");
}

static void look_at_versions(const struct vct_device *dev)
{
	const char *fw = dev->attr.orig_attr.fw_ver;
	size_t of_driver, n = vct_waivers_released(dev, &of_driver);

	say(OK, "versions", "driver %s, provider %s, firmware %s, kernel %s, rdma-core %s",
	    dev->driver, dev->provider[0] ? dev->provider : "none", fw[0] ? fw : "none",
	    vct_device_kernel(dev), dev->rdma_core);
	if (of_driver || dev->user_space)
		say(OK, "waivers", "the released waivers list %zu deviations of this device", n);
	else
		say(NOTE, "waivers",
		    "the released waivers list %zu deviations of these versions of the kernel and "
		    "rdma-core, and none of this driver: what it is known to break will be FAIL",
		    n);
}

bool vct_doctor(const struct vct_wish *wish, double seconds)
{
	static struct vct_device dev, chosen;
	char error[2048];

	may_run = true;
	if (vct_device_name(&dev, wish, error, sizeof(error))) {
		say(NO, "device", "%s", error);
		return false;
	}
	say(OK, "device", "%s%s%s", dev.name, dev.pci[0] ? ", " : "", dev.pci);
	look_at_files(&dev);
	look_at_limits(&dev);
	fflush(stdout);
	vct_process_watch(look_at_ports, dev.ibv, seconds);
	if (vct_device_choose(&chosen, wish, seconds, error, sizeof(error))) {
		say(NO, "address", "%s", error);
		return false;
	}
	say(OK, "address", "port %u, GID index %d", chosen.port, chosen.gid_index);
	look_at_loopback(&chosen, seconds);
	look_at_users(&chosen);
	look_at_versions(&chosen);
	return may_run;
}
