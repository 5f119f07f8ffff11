/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Waivers: known deviations of a named device, each with a reason, evidence and an expiry. The
 * check runs anyway. A verdict that a waiver names becomes WAIVED; a PASS of what it names becomes
 * XPASS, for then it is stale. The form of the file is reports/waivers.rng.
 */
#ifndef VCT_WAIVER_H
#define VCT_WAIVER_H

#include <libxml/tree.h>

#include "../check/device.h"
#include "../check/judge.h"

struct vct_waiver {
	/* As in the file: check (a name or pattern), promise, kernel and fw bounds may be NULL. */
	char *check, *promise, *driver, *kernel_from, *kernel_to, *fw_from, *fw_to;
	char *url, *expires, *reason;
	enum vct_verdict verdict;
	bool expired;
};

struct vct_waivers {
	struct vct_waiver *list;
	size_t n;
};

/*
 * Adds the waivers of a file that are about this device. Each must name a check or promise that
 * exists. Returns 0, or -1 after saying on stderr what is wrong and in which line.
 */
int vct_waivers_load(struct vct_waivers *waivers, const char *path, const struct vct_device *dev,
		     const struct vct_case *cases, size_t n_cases);

/*
 * What a verdict becomes: WAIVED, XPASS, or itself. *waiver is the one that made it so, or an
 * expired one that would have.
 */
enum vct_verdict vct_waivers_apply(const struct vct_waivers *waivers, const struct vct_case *c,
				   enum vct_verdict verdict, const struct vct_promise *at_stake,
				   const struct vct_waiver **waiver);

/* Adds the waiver as an element to the <check> that it was applied to. */
void vct_waiver_add(const struct vct_waiver *w, xmlNode *check);

/* Is `version` within the bounds (NULL: open)? A bound of n numbers compares n numbers,
 * inclusively. */
bool vct_version_within(const char *version, const char *from, const char *to);

#endif
