// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds regressions in a matrix of two runs. */
#include <libxml/hash.h>
#include <string.h>

#include "change.h"
#include "columns.h"
#include "element.h"
#include "history.h"
#include "regress.h"

/* The worst first. A new skip is as loud as a new failure: what nobody judges may be broken. */
enum kind { BROKEN, WORSE, SKIPPED, GONE, WAIVED, KINDS };
static const char *const words[] = { "newly broken", "broken in a worse way", "newly skipped",
				     "no longer run", "newly waived" };

static enum kind kind_of(const xmlNode *old, const xmlNode *new)
{
	enum vct_verdict before = vct_compared(old), after = vct_compared(new);

	if (before == VCT_VERDICTS || before == VCT_NOTRUN)
		return KINDS;
	if (after == VCT_VERDICTS || after == VCT_NOTRUN)
		return GONE;
	switch (vct_change(before, after)) {
	case VCT_BROKEN_NOW:
		return BROKEN;
	case VCT_SKIPPED_NOW:
		return SKIPPED;
	case VCT_WAIVED_NOW:
		return vct_deviates(before) ? KINDS : WAIVED;
	default:
		return vct_deviates(after) && vct_badness(new) > vct_badness(old) ? WORSE : KINDS;
	}
}

static xmlHashTable *by_name(const xmlDoc *results)
{
	xmlHashTable *table = xmlHashCreate(4096);

	VCT_FOR_EACH (check, xmlDocGetRootElement((xmlDoc *)results), "check")
		xmlHashAddEntry(table, X(vct_attribute(check, "name")), check);
	return table;
}

static void say_kind(FILE *f, const xmlDoc *old, xmlHashTable *new, enum kind kind)
{
	VCT_FOR_EACH (check, xmlDocGetRootElement((xmlDoc *)old), "check") {
		const xmlNode *now = xmlHashLookup(new, X(vct_attribute(check, "name")));
		static const xmlNode none;

		if (kind_of(check, now ? now : &none) != kind)
			continue;
		fprintf(f, "  %s: %s -> %s  %s\n", words[kind], vct_attribute(check, "verdict"),
			now ? vct_attribute(now, "verdict") : "not there",
			vct_attribute(check, "name"));
		VCT_FOR_EACH (reason, now, "reason") {
			xmlChar *text = xmlNodeGetContent(reason);

			fprintf(f, "    %s\n", (const char *)text);
			xmlFree(text);
		}
	}
}

unsigned int vct_regressions_say(FILE *f, const char *name, const xmlDoc *old, const xmlDoc *new)
{
	unsigned int count[KINDS + 1] = { 0 }, all = 0;
	xmlHashTable *now = by_name(new);
	static const xmlNode none;

	VCT_FOR_EACH (check, xmlDocGetRootElement((xmlDoc *)old), "check") {
		const xmlNode *other = xmlHashLookup(now, X(vct_attribute(check, "name")));

		count[kind_of(check, other ? other : &none)]++;
	}
	for (enum kind k = 0; k < KINDS; k++)
		all += count[k];
	if (all)
		fprintf(f, "%s%u REGRESSION%s", name, all, all == 1 ? "" : "S");
	else
		fprintf(f, "%sno regression", name);
	for (enum kind k = 0, n_printed = 0; k < KINDS; k++)
		if (count[k])
			fprintf(f, "%s%u %s", n_printed++ ? ", " : ": ", count[k], words[k]);
	fputc('\n', f);
	for (enum kind k = 0; k < KINDS; k++)
		say_kind(f, old, now, k);
	xmlHashFree(now, NULL);
	return all;
}
