/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What two verdicts on one check say of what was changed between the two runs. */
#ifndef VCT_CHANGE_H
#define VCT_CHANGE_H

#include <stdbool.h>

#include "../check/judge.h"

/* What became of a check since the baseline, the worst first. */
enum vct_change {
	VCT_BROKEN_NOW,  /* it deviates, and did not */
	VCT_OTHERWISE,   /* it deviates in another way */
	VCT_WAIVED_NOW,  /* it deviates, and did not, and a waiver excuses that */
	VCT_SKIPPED_NOW, /* the device claims it no more */
	VCT_STALE_NOW,   /* it passes as it did, but has a waiver */
	VCT_MENDED,      /* it passes, and did not */
	VCT_CLAIMED_NOW, /* the device claims it now, and it passes */
	VCT_CHANGES,     /* nothing, or it cannot be told */
};
enum vct_change vct_change(enum vct_verdict before, enum vct_verdict after);
const char *vct_change_name(enum vct_change change);
/* Is it neither PASS, SKIP, WAIVED nor XPASS? */
bool vct_deviates(enum vct_verdict verdict);

#endif
