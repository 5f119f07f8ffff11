// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Queries the device in a process of its own, because a device that hangs must not hang the run. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "../../base/lateness.h"
#include "../../base/memory.h"
#include "../../base/process.h"
#include "../../check/objects/cm.h"
#include "../../check/judge.h"
#include "../../check/meaning.h"
#include "no_device.h"
#include "addressing.h"
#include "choose.h"
#include "facts.h"
#include "find.h"
#include "identity.h"
#include "../../base/limits.h"
#include "sysfs.h"
#include "trial.h"

/* A check registers 80 KiB, and the queues that it makes are locked besides. */
enum { LOCKED = 1 << 20 };

static int register_memory(struct ibv_context *context, void *memory)
{
	struct ibv_pd *pd = ibv_alloc_pd(context);
	struct ibv_mr *mr;
	int error;

	if (!pd)
		return 0;
	errno = 0;
	mr = ibv_reg_mr(pd, memory, LOCKED, IBV_ACCESS_LOCAL_WRITE);
	error = mr ? 0 : errno;
	if (mr)
		ibv_dereg_mr(mr);
	ibv_dealloc_pd(pd);
	return error;
}

/*
 * Tries to register a memory region: the kernel refuses it with ENOMEM above RLIMIT_MEMLOCK.
 * Returns -1, with one line in `error`, of `size` bytes, that says what to do, if so; else 0.
 */
static int try_to_lock(struct ibv_context *context, char *error, size_t size)
{
	void *memory =
		mmap(NULL, LOCKED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned long long kib;
	int refused;

	if (memory == MAP_FAILED)
		return 0;
	refused = register_memory(context, memory);
	munmap(memory, LOCKED);
	if (refused != ENOMEM || !vct_lock_limit(&kib))
		return 0;
	snprintf(error, size,
		 "this process may lock only %llu KiB of memory, and ibv_reg_mr of %d KiB returned "
		 "ENOMEM: look at: %s",
		 kib, LOCKED / 1024, vct_meaning_in("ibv_reg_mr: ENOMEM")->look);
	return -1;
}

enum { SETTLE_MS_OF_HARDWARE = 50, MOST_FACTS = 256 * 1024, LEAST_STACK = 1 << 20 };

const char *vct_device_kernel(const struct vct_device *dev)
{
	static char text[192];

	snprintf(text, sizeof(text), "%s%s", dev->kernel,
		 dev->user_space ? " (not asked: the device is in user space)" : "");
	return text;
}

/* The question and its answer, in memory shared with the process that queries the device. */
struct question {
	struct vct_wanted_address wanted;
	bool answered;
	char error[1024];
	struct vct_device dev;
	char facts[MOST_FACTS];
};

/* What does not fit is left out; the last line is then not whole, and is left out by its reader. */
static void note_facts(struct question *q, struct ibv_context *context)
{
	FILE *f = fmemopen(q->facts, sizeof(q->facts), "w");

	if (!f)
		return;
	vct_facts_of_device(f, context, &q->dev.attr);
	fclose(f);
}

static void tell_of_no_context(struct question *q)
{
	char why[512], step[64];
	const struct vct_meaning *means;

	snprintf(step, sizeof(step), "ibv_open_device: %s", vct_errno_text(errno));
	means = vct_meaning_in(step);
	if (vct_sysfs_has("class/infiniband/%s", q->dev.name) &&
	    vct_node_is_closed(q->dev.name, why, sizeof(why)))
		snprintf(q->error, sizeof(q->error), "cannot open %s: %s", q->dev.name, why);
	else
		snprintf(q->error, sizeof(q->error), "cannot open %s: %s: %s: look at: %s",
			 q->dev.name, step, means ? means->means : "no reason is known",
			 means ? means->look : "the kernel log (dmesg)");
}

/* A process with less would crash in the device's library, or in a check. */
static bool has_little_stack(char *error, size_t size)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= LEAST_STACK)
		return false;
	snprintf(error, size,
		 "the stack of this process may have only %llu KiB, and the checks need %d: type "
		 "'ulimit -s 8192'",
		 (unsigned long long)limit.rlim_cur / 1024, LEAST_STACK / 1024);
	return true;
}

static void query_device(void *question)
{
	struct question *q = question;
	struct ibv_context *context = ibv_open_device(q->dev.ibv);
	int ret;

	if (!context) {
		tell_of_no_context(q);
		return;
	}
	ret = ibv_query_device_ex(context, NULL, &q->dev.attr);
	if (ret) {
		snprintf(q->error, sizeof(q->error),
			 "ibv_query_device_ex on %s returned %s: see the kernel log (dmesg) for "
			 "messages of its driver",
			 q->dev.name, strerror(ret));
		return;
	}
	q->dev.iwarp = q->dev.ibv->transport_type == IBV_TRANSPORT_IWARP;
	if (vct_address_choose(&q->dev, context, &q->wanted, q->error, sizeof(q->error)) ||
	    try_to_lock(context, q->error, sizeof(q->error)))
		return;
	if (q->dev.iwarp)
		cm_find_address(q->dev.name, q->dev.port, &q->dev.address, q->dev.unconnected,
				sizeof(q->dev.unconnected));
	vct_find_provider(&q->dev, context);
	vct_needs_try(&q->dev, context);
	note_facts(q, context);
	q->answered = true;
}

static void take_answer(struct vct_device *dev, const struct question *q, double settle_ms)
{
	*dev = q->dev;
	dev->facts = vct_copy(q->facts);
	if (dev->iwarp) /* here, so that the processes of checks need not load it */
		cm_load();
	vct_device_identify(dev);
	dev->settle_ms = settle_ms >= 0            ? settle_ms
			 : vct_device_is_soft(dev) ? 0
						   : SETTLE_MS_OF_HARDWARE;
}

int vct_device_name(struct vct_device *dev, const struct vct_wish *wish, char *error, size_t size)
{
	struct vct_found found;

	if (vct_device_find(&found, wish->device, error, size))
		return -1;
	*dev = (struct vct_device){ .ibv = found.ibv };
	snprintf(dev->name, sizeof(dev->name), "%.63s", ibv_get_device_name(dev->ibv));
	vct_device_identify(dev);
	return 0;
}

/* The device ended the process that asked it, or did not answer. */
static void blame(struct vct_device *dev, const struct question *q, struct vct_process p,
		  char *error, size_t size)
{
	static char text[256];
	char how[64] = "did not answer";

	if (p.ending == VCT_SIGNALED)
		snprintf(how, sizeof(how), "crashed with signal %d (%s)", p.code,
			 strsignal(p.code));
	else if (p.ending == VCT_ENDED || p.ending == VCT_EXITED)
		snprintf(how, sizeof(how), "ended the process with exit status %d", p.code);
	if (p.ending == VCT_LATE && p.late_ms)
		snprintf(
			text, sizeof(text),
			"the machine was late by %.0f ms, so %s could not be asked in time what it "
			"is: let the machine do less beside the run",
			p.late_ms, q->dev.name);
	else if (p.ending == VCT_UNBORN)
		snprintf(text, sizeof(text),
			 "no process could be made that asks %s what it is: %s: see what limits "
			 "processes (ulimit -u, the cgroup) and memory",
			 q->dev.name, strerror(p.code));
	else if (p.ending == VCT_STOPPED)
		snprintf(text, sizeof(text), "ended by %s before %s had said what it is",
			 strsignal(vct_stop_signal()), q->dev.name);
	else
		snprintf(text, sizeof(text),
			 "%s %s when it was asked what it is: reset it, or load its driver again",
			 q->dev.name, how);
	*dev = (struct vct_device){ .ibv = q->dev.ibv };
	memcpy(dev->name, q->dev.name, sizeof(dev->name));
	vct_device_identify(dev);
	if (p.ending != VCT_UNBORN && p.ending != VCT_STOPPED)
		dev->unasked = text;
	snprintf(error, size, "%s", text);
}

int vct_device_choose(struct vct_device *dev, const struct vct_wish *wish, double seconds,
		      char *error, size_t size)
{
	struct question *q = vct_share(sizeof(*q));
	struct vct_found found;
	int ret = -1;
	struct vct_process p;

	if (has_little_stack(error, size) || vct_device_find(&found, wish->device, error, size))
		goto out;
	q->dev.ibv = found.ibv;
	q->wanted = (struct vct_wanted_address){ wish->port ? wish->port : found.port,
						 wish->gid_index, wish->pkey_index, found.netdev };
	snprintf(q->dev.name, sizeof(q->dev.name), "%.63s", ibv_get_device_name(q->dev.ibv));
	p = vct_process_retry(query_device, q, seconds);
	if (q->answered) {
		take_answer(dev, q, wish->settle_ms);
		vct_pages_are_of(dev->rdma_core);
		ret = 0;
	} else if (q->error[0]) {
		snprintf(error, size, "%s", q->error);
	} else {
		blame(dev, q, p, error, size);
	}
out:
	munmap(q, sizeof(*q));
	return ret;
}

bool vct_device_answers(const struct vct_device *dev, double seconds)
{
	struct vct_wish same = { .device = dev->name,
				 .port = dev->port,
				 .gid_index = dev->gid_index,
				 .pkey_index = dev->pkey_index };
	struct vct_device again;
	char error[2048];

	if (vct_device_choose(&again, &same, seconds, error, sizeof(error)))
		return false;
	free(again.facts);
	return true;
}
