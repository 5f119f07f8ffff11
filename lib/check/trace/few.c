// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Ends checks for which a small device has too few objects. */
#include <errno.h>
#include <stddef.h>
#include <string.h>

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
#define LIMIT(release_, claim_, objects_)                                                          \
	{                                                                                          \
		release_, offsetof(struct ibv_device_attr, claim_), #claim_, objects_              \
	}
	LIMIT("ibv_destroy_qp", max_qp, "QPs"),
	LIMIT("ibv_destroy_cq", max_cq, "CQs"),
	LIMIT("ibv_destroy_srq", max_srq, "SRQs"),
	LIMIT("ibv_dereg_mr", max_mr, "memory regions"),
	LIMIT("ibv_dealloc_pd", max_pd, "PDs"),
	LIMIT("ibv_dealloc_mw", max_mw, "windows"),
	LIMIT("ibv_destroy_ah", max_ah, "address handles"),
};

void vct_few_refused(const char *release, int error)
{
	bool none_left = error == ENOMEM || error == EAGAIN || error == ENOSPC;

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		const struct limit *l = &limits[i];
		int claim = *(const int *)((const char *)&vct_dev->attr.orig_attr + l->at);
		int there = (int)vct_tracked_of(release);

		if (claim > 0 && !strcmp(l->release, release) &&
		    (there >= claim || (none_left && there && claim <= FEW &&
					(2 * there >= claim || claim <= VERY_FEW))))
			vct_refused_for("the device claims %d %s (%s), and refuses the check one "
					"beside the %d that it has",
					claim, l->objects, l->claim, there);
	}
}

void vct_few_cqe(unsigned int cqe)
{
	unsigned int claim = (unsigned int)vct_dev->attr.orig_attr.max_cqe;

	if (cqe > claim)
		vct_refused_for("the device claims %u in max_cqe, and the check needs %u", claim,
				cqe);
}
