/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What a target is known to judge (reports/judged.rng): the capabilities that it has, and the few
 * checks that nevertheless skip on it. A check beside those that skips is lost, as one that fails:
 * nobody judges its promise any more.
 */
#ifndef VCT_JUDGED_H
#define VCT_JUDGED_H

#include "../../check/device.h"
#include "../../check/judge.h"
#include "../../record/results.h"

struct vct_judged {
	struct vct_judged_target {
		vct_needs needs;
		char **except; /* patterns */
		size_t n;
		const char *file;
	} * list;
	size_t n;
};

/*
 * Adds what the file says of this device: nothing, if it is of another driver or kernel. Returns 0,
 * or -1 with the error and its line printed on stderr.
 */
int vct_judged_load(struct vct_judged *judged, const char *path, const struct vct_device *dev,
		    const struct vct_case *cases, size_t n_cases);

/*
 * Whether the outcome is SKIP although the target is known to judge the check. Not if the user left
 * the check out (`gentle`), or if it is for devices that lack what this one has.
 */
bool vct_judged_lost(const struct vct_judged *judged, const struct vct_device *dev,
		     const struct vct_outcome *o, bool gentle);
/* Makes the evidence that of a lost check. */
void vct_judged_tell(struct vct_evidence *evidence);

#endif
