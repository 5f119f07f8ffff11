// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the promises that a <check> judged. */
#include <stdio.h>
#include <string.h>

#include "element.h"
#include "stake.h"

const char *vct_promise_at_stake(const xmlNode *check)
{
	static const char *const elements[] = { "reason", "waiver" };

	for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++)
		VCT_FOR_EACH (child, check, elements[i])
			if (vct_attribute(child, "promise")[0])
				return vct_attribute(child, "promise");
	return "";
}

void vct_each_judged(const xmlNode *check, vct_judged_fn *heed, void *context)
{
	const char *cited = vct_attribute(check, "promises"), *failed = vct_promise_at_stake(check);
	char id[64];

	for (size_t n; *cited; cited += n + (cited[n] == ' ')) {
		n = strcspn(cited, " ");
		snprintf(id, sizeof(id), "%.*s", (int)n, cited);
		if (!vct_attribute(check, "random")[0] || !strcmp(id, failed))
			heed(context, check, id, failed);
	}
}
