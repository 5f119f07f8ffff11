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

const char *vct_kept_name(enum vct_kept kept)
{
	static const char *const names[] = {
		[VCT_KEPT_SKIPPED] = "skipped", [VCT_KEPT_UNKNOWN] = "unknown", [VCT_KEPT] = "kept",
		[VCT_KEPT_WAIVED] = "waived",   [VCT_KEPT_BROKEN] = "broken",
	};

	return names[kept];
}

static enum vct_kept outcome_of(enum vct_verdict verdict, bool failed_here)
{
	switch (verdict) {
	case VCT_PASS:
	case VCT_XPASS:
		return VCT_KEPT;
	case VCT_SKIP:
		return VCT_KEPT_SKIPPED;
	case VCT_FAIL:
		return failed_here ? VCT_KEPT_BROKEN : VCT_KEPT_UNKNOWN;
	case VCT_WAIVED:
		return failed_here ? VCT_KEPT_WAIVED : VCT_KEPT_UNKNOWN;
	default:
		return VCT_KEPT_UNKNOWN;
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
		xmlSetProp(node, X("outcome"),
			   X(vct_kept_name(outcome ? outcome - 1 : VCT_KEPT_UNKNOWN)));
	}
	xmlHashFree(outcomes, NULL);
}

void vct_settle(xmlNode *results)
{
	settle_promises(results);
	vct_settle_profiles(results);
	vct_group_reds(results);
}

static const char *of_waiver(const xmlNode *check, const char *name)
{
	const xmlNode *waiver = vct_first(check, "waiver");

	return waiver ? vct_attribute(waiver, name) : "";
}

static bool ends_kernel(const xmlNode *check)
{
	const xmlNode *reason = vct_first(check, "reason");
	bool in_kernel = !strcmp(vct_attribute(check, "verdict"), "KERNEL") ||
			 !strcmp(of_waiver(check, "verdict"), "KERNEL");
	char *text = in_kernel && reason ? (char *)xmlNodeGetContent(reason) : NULL;
	bool ends = text && !strncmp(text, "the kernel died", strlen("the kernel died"));

	xmlFree(text);
	return ends;
}

static void answer_news(xmlNode *to, const xmlNode *results)
{
	unsigned int known = 0, ends = 0;
	const char *until = "";

	VCT_FOR_EACH (check, results, "check") {
		const char *expires = of_waiver(check, "expires");

		ends += ends_kernel(check);
		if (strcmp(vct_attribute(check, "verdict"), "WAIVED") != 0)
			continue;
		if (!known++ || strcmp(expires, until) < 0)
			until = expires;
	}
	vct_setf(to, "known", "%u", known);
	if (known)
		vct_set(to, "until", until);
	vct_setf(to, "ends", "%u", ends);
}

void vct_settle_answers(xmlNode *to, const xmlNode *results)
{
	unsigned int kept = 0, broken = 0, must = 0;

	answer_news(to, results);
	VCT_FOR_EACH (promise, results, "promise") {
		const char *outcome = vct_attribute(promise, "outcome");
		bool breaks = !strcmp(outcome, "broken") || !strcmp(outcome, "waived");

		kept += !strcmp(outcome, "kept");
		broken += breaks;
		must += breaks && !strcmp(vct_attribute(promise, "level"), "must");
	}
	if (!kept && !broken)
		return;
	vct_setf(to, "kept", "%u", kept);
	vct_setf(to, "broken", "%u", broken);
	vct_setf(to, "must", "%u", must);
}
