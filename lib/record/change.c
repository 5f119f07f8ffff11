// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Compares two verdicts of one check. */
#include <string.h>

#include "change.h"
#include "element.h"
#include "history.h"

const char *vct_change_name(enum vct_change change)
{
	static const char *const names[] = {
		[VCT_BROKEN_NOW] = "broken",   [VCT_OTHERWISE] = "otherwise",
		[VCT_WAIVED_NOW] = "waived",   [VCT_SKIPPED_NOW] = "skipped",
		[VCT_STALE_NOW] = "stale",     [VCT_MENDED] = "mended",
		[VCT_CLAIMED_NOW] = "claimed", [VCT_CHANGES] = "",
	};

	return names[change];
}

bool vct_deviates(enum vct_verdict verdict)
{
	return verdict != VCT_PASS && verdict != VCT_XPASS && verdict != VCT_SKIP &&
	       verdict != VCT_WAIVED && verdict != VCT_NOTRUN;
}

enum vct_change vct_change(enum vct_verdict before, enum vct_verdict after)
{
	if (before == after || before == VCT_NOTRUN || after == VCT_NOTRUN)
		return VCT_CHANGES;
	if (vct_deviates(after))
		return vct_deviates(before) ? VCT_OTHERWISE : VCT_BROKEN_NOW;
	if (after == VCT_WAIVED)
		return VCT_WAIVED_NOW;
	if (after == VCT_SKIP)
		return VCT_SKIPPED_NOW;
	if (before == VCT_SKIP)
		return VCT_CLAIMED_NOW;
	if (vct_deviates(before) || before == VCT_WAIVED)
		return VCT_MENDED;
	return after == VCT_XPASS ? VCT_STALE_NOW : VCT_CHANGES;
}

/* Whether a waiver lists the deviation as one that comes and goes. */
static bool comes_and_goes(const xmlNode *check)
{
	const xmlNode *waiver = vct_first(check, "waiver");

	return waiver && vct_attribute(waiver, "sometimes")[0] &&
	       vct_verdict_find(vct_attribute(check, "verdict")) == VCT_WAIVED;
}

enum vct_verdict vct_compared(const xmlNode *check)
{
	if (!check)
		return VCT_NOTRUN;
	return comes_and_goes(check) ? VCT_PASS : vct_verdict_find(vct_attribute(check, "verdict"));
}

bool vct_is_unstable(const xmlNode *check)
{
	return strchr(vct_attribute(check, "verdicts"), ',') && !comes_and_goes(check);
}

const char *vct_regression(const xmlNode *old, const xmlNode *now)
{
	enum vct_verdict before = vct_compared(old), after = vct_compared(now);
	enum vct_change change = vct_change(before, after);

	if (before == VCT_NOTRUN)
		return NULL;
	if (after == VCT_NOTRUN)
		return "no longer run";
	if (change == VCT_BROKEN_NOW)
		return "newly broken";
	if (change == VCT_SKIPPED_NOW) /* as loud as a failure: what nobody judges may be broken */
		return "newly skipped";
	if (vct_deviates(before))
		return vct_deviates(after) && vct_badness(now) > vct_badness(old)
			       ? "broken in a worse way"
			       : NULL;
	return change == VCT_WAIVED_NOW ? "newly waived" : NULL;
}
