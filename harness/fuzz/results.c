// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* results.xml: one that is read and written is equal when it is read again. */
#include <string.h>

#include "../../lib/record/files.h"
#include "fuzz.h"

static xmlChar *text_of(xmlDoc *doc)
{
	xmlChar *text;
	int size;

	xmlDocDumpMemoryEnc(doc, &text, &size, "UTF-8");
	return text;
}

void fuzz_results(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(0, data, size), *again = fuzz_file(1, data, 0);
	xmlDoc *doc = fuzz_read(path, VCT_EMBEDDED "results.rng"), *copy;
	xmlChar *text, *text_again;

	if (!doc)
		return;
	BROKEN_IF(vct_results_write(again, doc));
	copy = fuzz_read(again, VCT_EMBEDDED "results.rng");
	BROKEN_IF(!copy);
	text = text_of(doc);
	text_again = text_of(copy);
	BROKEN_IF(strcmp((char *)text, (char *)text_again) != 0);
	xmlFree(text);
	xmlFree(text_again);
	xmlFreeDoc(doc);
	xmlFreeDoc(copy);
}
