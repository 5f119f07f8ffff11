// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Ends checks for which a small device has too few objects, or a driver lacks a verb. */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "../../base/limits.h"
#include "../../verbs/demanded.h"
#include "../device.h"
#include "few.h"
#include "track.h"

/* A device that claims so many, or fewer, may give the half of them, or one, but not none. */
enum { FEW = 64, VERY_FEW = 8 };

static const struct limit {
	const char *release; /* what releases an object of this kind */
	size_t at;           /* its claim */
	const char *claim, *objects;
} limits[] = {
#define LIMIT(release_, claim_, objects_) LIMIT_IN(orig_attr., release_, claim_, objects_)
#define LIMIT_IN(in_, release_, claim_, objects_)                                                  \
	{                                                                                          \
		release_, offsetof(struct ibv_device_attr_ex, in_ claim_), #claim_, objects_       \
	}
	LIMIT("ibv_destroy_qp", max_qp, "QPs"),
	LIMIT("ibv_destroy_cq", max_cq, "CQs"),
	LIMIT("ibv_destroy_srq", max_srq, "SRQs"),
	LIMIT("ibv_dereg_mr", max_mr, "memory regions"),
	LIMIT("ibv_dealloc_pd", max_pd, "PDs"),
	LIMIT("ibv_dealloc_mw", max_mw, "windows"),
	LIMIT("ibv_destroy_ah", max_ah, "address handles"),
	LIMIT_IN(, "ibv_destroy_wq", max_wq_type_rq, "WQs"),
	LIMIT_IN(rss_caps., "ibv_destroy_rwq_ind_table", max_rwq_indirection_tables, "tables"),
};

static void tell(const struct limit *l, int claim, int there)
{
	char why[200];

	snprintf(
		why, sizeof(why),
		"the device claims %d %s (%s), and refuses the check one beside the %d that it has",
		claim, l->objects, l->claim, there);
	vct_has_no_more(why);
}

/* The kernel counts the objects of all processes of a control group. */
static void object_refused(void)
{
	const char *device = vct_dev->name;
	unsigned long long objects;
	char why[200];

	if (!vct_object_limit(device, &objects))
		return;
	snprintf(why, sizeof(why),
		 "the control group of this process may have only %llu objects of %s (rdma.max)",
		 objects, device);
	vct_has_no_more(why);
}

static bool is_shared;

void vct_few_shared(void)
{
	is_shared = true;
}

void vct_few_refused(const char *release, int error)
{
	bool none_left = error == ENOMEM || error == EAGAIN || error == ENOSPC;

	if (error == EAGAIN)
		object_refused();
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		const struct limit *l = &limits[i];
		int claim = *(const int *)((const char *)&vct_dev->attr + l->at);
		int there = (int)vct_tracked_of(release) + (none_left && is_shared);

		/* a receive QP of the old calls is released by its number */
		if (!strcmp(release, "ibv_destroy_qp"))
			there += (int)vct_tracked_of("ibv_unreg_xrc_rcv_qp");
		if (claim > 0 && !strcmp(l->release, release) &&
		    (there >= claim || (none_left && there && claim <= FEW &&
					(2 * there >= claim || claim <= VERY_FEW))))
			tell(l, claim, there);
	}
}

/* It "may not be possible to use these maximum values". */
static void compare(unsigned int asked, int claim, const char *name)
{
	if (asked > (unsigned int)claim)
		vct_refused_for("the device claims %d in %s, and the check needs %u", claim, name,
				asked);
	else if (errno == ENOMEM && asked > (unsigned int)claim / 2)
		vct_refused_for("the device claims %d in %s, and has no memory for %u", claim, name,
				asked);
}

#define COMPARE(asked_, claim_) compare(asked_, vct_dev->attr.orig_attr.claim_, #claim_)

/* The kernel counts the memory of all regions of the process. */
void vct_few_of_mr(size_t length)
{
	unsigned long long most = vct_dev->attr.orig_attr.max_mr_size, kib;
	bool too_long = most && length > most;
	char why[200];

	if (too_long)
		snprintf(why, sizeof(why),
			 "the device claims %llu in max_mr_size, and the check needs %zu", most,
			 length);
	else if (errno == ENOMEM && vct_lock_limit(&kib))
		snprintf(why, sizeof(why), "this process may lock only %llu KiB of memory", kib);
	else
		return;
	vct_has_no_more(why);
}

void vct_few_of_dm(size_t length)
{
	unsigned long long most = vct_dev->attr.max_dm_size;
	unsigned int there = vct_tracked_of("ibv_free_dm");
	char why[200];

	if (errno != ENOMEM || (there + 1) * length <= most / 2)
		return;
	snprintf(why, sizeof(why),
		 "the device claims %llu bytes in max_dm_size, and refuses %zu beside the %u "
		 "buffers that the check has",
		 most, length, there);
	vct_has_no_more(why);
}

void vct_few_cqe(unsigned int cqe)
{
	COMPARE(cqe, max_cqe);
}

void vct_few_of_qp(const struct ibv_qp_cap *cap)
{
	COMPARE(cap->max_send_wr, max_qp_wr);
	COMPARE(cap->max_recv_wr, max_qp_wr);
	COMPARE(cap->max_send_sge, max_sge);
	COMPARE(cap->max_recv_sge, max_sge);
}

void vct_few_of_srq(const struct ibv_srq_attr *attr)
{
	COMPARE(attr->max_wr, max_srq_wr);
	COMPARE(attr->max_sge, max_srq_sge);
}

void vct_few_of_srq_ex(const struct ibv_srq_init_attr_ex *init)
{
	const struct ibv_tm_caps *claims = &vct_dev->attr.tm_caps;

	vct_few_of_srq(&init->attr);
	if (!(init->comp_mask & IBV_SRQ_INIT_ATTR_TM))
		return;
	compare(init->tm_cap.max_num_tags, (int)claims->max_num_tags, "tm_caps.max_num_tags");
	compare(init->tm_cap.max_ops, (int)claims->max_ops, "tm_caps.max_ops");
}

void vct_few_places(int error, bool of_srq)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	int claim = of_srq ? claims->max_srq_wr : claims->max_qp_wr;

	if (error == ENOMEM && claim <= FEW)
		vct_refused_for("the device claims %d in %s, and refuses one more WR", claim,
				of_srq ? "max_srq_wr" : "max_qp_wr");
}

void vct_few_of_wq(const struct ibv_wq_init_attr *init)
{
	COMPARE(init->max_wr, max_qp_wr);
	COMPARE(init->max_sge, max_sge);
}

void vct_lacks(const char *verb, int error)
{
#define NAME(verb_, page_, of_) #verb_,
	static const char *const demanded[] = { VERBS_DEMANDED(NAME) };
	char why[200];

	if (error != EOPNOTSUPP && error != ENOSYS)
		return;
	for (size_t i = 0; i < sizeof(demanded) / sizeof(demanded[0]); i++)
		if (!strcmp(demanded[i], verb))
			return;
	snprintf(why, sizeof(why), "the driver lacks ibv_%s: it says %s", verb,
		 vct_errno_text(error));
	vct_has_no_verb(why);
}
