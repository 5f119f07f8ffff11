// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* duel.xml: of one that is not refused every report can be made, and its JUnit XML is valid. */
#include <stdlib.h>

#include "../../lib/record/files.h"
#include "fuzz.h"

void fuzz_duel(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(0, data, size), *report = fuzz_file(1, data, 0);
	xmlDoc *doc = fuzz_read(path, VCT_EMBEDDED "duel.rng"), *junit;
	char *text;

	if (!doc)
		return;
	BROKEN_IF(vct_results_transform(report, doc, VCT_EMBEDDED "duel.xsl"));
	fuzz_file(1, data, 0);
	BROKEN_IF(vct_results_transform(report, doc, VCT_EMBEDDED "duel-junit.xsl"));
	junit = fuzz_read(report, "reports/junit.rng");
	BROKEN_IF(!junit);
	text = vct_results_text(doc, VCT_EMBEDDED "duel-summary.xsl");
	BROKEN_IF(!text || !text[0]);
	free(text);
	xmlFreeDoc(junit);
	xmlFreeDoc(doc);
}
