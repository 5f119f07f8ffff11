/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Compares two verdicts of one check, from a baseline run and from another run. */
#ifndef VCT_CHANGE_H
#define VCT_CHANGE_H

#include <libxml/tree.h>
#include <stdbool.h>

#include "../check/judge.h"

/* How a check changed since the baseline, the worst change first. */
enum vct_change {
	VCT_BROKEN_NOW,  /* it deviates now, and did not */
	VCT_OTHERWISE,   /* it deviates in another way */
	VCT_WAIVED_NOW,  /* it deviates now, and did not; a waiver lists it */
	VCT_SKIPPED_NOW, /* the device no longer claims the capability */
	VCT_STALE_NOW,   /* it still passes, but a waiver lists it now */
	VCT_MENDED,      /* it passes now, and did not */
	VCT_CLAIMED_NOW, /* the device claims the capability now, and the check passes */
	VCT_CHANGES,     /* their number; also: no change, or one of the verdicts is missing */
};
enum vct_change vct_change(enum vct_verdict before, enum vct_verdict after);
const char *vct_change_name(enum vct_change change);
/*
 * What `now` does worse than `old`, in the words of 'verbs-cts compare'; NULL: nothing. Either may
 * be NULL: the run does not have the check.
 */
const char *vct_regression(const xmlNode *old, const xmlNode *now);
/*
 * The verdict of a <check> for comparisons: PASS in place of WAIVED if the waiver says that the
 * deviation comes and goes. NULL: NOTRUN.
 */
enum vct_verdict vct_compared(const xmlNode *check);
/* Whether it had several verdicts in one run, and no waiver says that the deviation comes and goes.
 */
bool vct_is_unstable(const xmlNode *check);
/* Whether it is a verdict of a check that ran and did not pass, without a waiver. */
bool vct_deviates(enum vct_verdict verdict);

#endif
