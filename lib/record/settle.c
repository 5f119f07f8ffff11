// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the outcome of each promise from the verdicts of the checks that cite it. */
#include <libxml/hash.h>
#include <stdint.h>
#include <string.h>

#include "../check/judge.h"
#include "element.h"
#include "profile.h"
#include "settle.h"
#include "stake.h"

enum outcome { SKIPPED, UNKNOWN, KEPT, WAIVED, BROKEN };
static const char *const names[] = { "skipped", "unknown", "kept", "waived", "broken" };

static bool is(const xmlNode *node, const char *name)
{
	return !strcmp((const char *)node->name, name);
}

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
static void heed(xmlHashTable *outcomes, const xmlNode *check)
{
	enum vct_verdict verdict = vct_verdict_find(vct_attribute(check, "verdict"));
	const char *cited = vct_attribute(check, "promises"), *failed = vct_promise_at_stake(check);
	char id[64];

	for (size_t n; *cited; cited += n + (cited[n] == ' ')) {
		uintptr_t outcome;

		n = strcspn(cited, " ");
		snprintf(id, sizeof(id), "%.*s", (int)n, cited);
		/* Random use judges only some of the promises that it cites. */
		if (vct_attribute(check, "random")[0] && strcmp(id, failed))
			continue;
		outcome = 1 + (uintptr_t)outcome_of(verdict, !strcmp(id, failed));
		if (outcome > (uintptr_t)xmlHashLookup(outcomes, X(id)))
			xmlHashUpdateEntry(outcomes, X(id), (void *)outcome, NULL);
	}
}

void vct_settle_promises(xmlNode *results)
{
	xmlHashTable *outcomes = xmlHashCreate(1024);

	for (const xmlNode *node = results->children; node; node = node->next)
		if (is(node, "check"))
			heed(outcomes, node);
	for (xmlNode *node = results->children; node; node = node->next) {
		uintptr_t outcome;

		if (!is(node, "promise"))
			continue;
		outcome = (uintptr_t)xmlHashLookup(outcomes, X(vct_attribute(node, "id")));
		xmlSetProp(node, X("outcome"), X(names[outcome ? outcome - 1 : UNKNOWN]));
	}
	xmlHashFree(outcomes, NULL);
	vct_settle_profiles(results);
}
