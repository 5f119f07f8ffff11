// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What follows from the verdicts of the checks: first the outcome of each promise that they cite.
 */
#include <libxml/hash.h>
#include <stdint.h>
#include <string.h>

#include "../check/judge.h"
#include "element.h"
#include "groups.h"
#include "profile.h"
#include "settle.h"
#include "stake.h"

enum outcome { SKIPPED, UNKNOWN, KEPT, WAIVED, BROKEN };
static const char *const names[] = { "skipped", "unknown", "kept", "waived", "broken" };

static enum outcome outcome_of(enum vct_verdict verdict, bool failed_here)
{
	switch (verdict) {
	case VCT_PASS:
	case VCT_XPASS:
		return KEPT;
	case VCT_SKIP:
		return SKIPPED;
	case VCT_FAIL:
		return failed_here ? BROKEN : UNKNOWN;
	case VCT_WAIVED:
		return failed_here ? WAIVED : UNKNOWN;
	default:
		return UNKNOWN;
	}
}

/* The table has the outcome + 1 of each promise so far. */
static void heed(void *outcomes, const xmlNode *check, const char *id, const char *failed)
{
	enum vct_verdict verdict = vct_verdict_find(vct_attribute(check, "verdict"));
	uintptr_t outcome = 1 + (uintptr_t)outcome_of(verdict, !strcmp(id, failed));

	if (outcome > (uintptr_t)xmlHashLookup(outcomes, X(id)))
		xmlHashUpdateEntry(outcomes, X(id), (void *)outcome, NULL);
}

static void settle_promises(xmlNode *results)
{
	xmlHashTable *outcomes = xmlHashCreate(1024);

	VCT_FOR_EACH (check, results, "check")
		vct_each_judged(check, heed, outcomes);
	for (xmlNode *node = results->children; node; node = node->next) {
		uintptr_t outcome;

		if (!vct_is(node, "promise"))
			continue;
		outcome = (uintptr_t)xmlHashLookup(outcomes, X(vct_attribute(node, "id")));
		xmlSetProp(node, X("outcome"), X(names[outcome ? outcome - 1 : UNKNOWN]));
	}
	xmlHashFree(outcomes, NULL);
}

void vct_settle(xmlNode *results)
{
	settle_promises(results);
	vct_settle_profiles(results);
	vct_group_reds(results);
}
