// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * bench.xml, or two with a line of "--" between them: what can be compared makes a valid file, and
 * of each file that is not refused every report can be made, with valid JUnit XML.
 */
#include <stdlib.h>

#include "../../lib/bench/compare.h"
#include "../../lib/record/element.h"
#include "../../lib/record/files.h"
#include "fuzz.h"

static void report(xmlDoc *doc)
{
	const char *path = fuzz_file(FUZZ_FILES - 1, NULL, 0);
	xmlDoc *junit;
	char *text;

	BROKEN_IF(vct_results_transform(path, doc, VCT_EMBEDDED "bench.xsl", NULL));
	fuzz_file(FUZZ_FILES - 1, NULL, 0);
	BROKEN_IF(vct_results_transform(path, doc, VCT_EMBEDDED "bench-junit.xsl", NULL));
	junit = fuzz_read(path, "reports/junit.rng");
	BROKEN_IF(!junit);
	xmlFreeDoc(junit);
	text = vct_results_text(doc, VCT_EMBEDDED "bench-summary.xsl");
	BROKEN_IF(!text || !text[0]);
	free(text);
}

static bool of_device(const struct bench_file *file)
{
	return !strcmp(vct_attribute(xmlDocGetRootElement(file->doc), "kind"), "device");
}

static void compare(const struct bench_file *old, const struct bench_file *new)
{
	struct bench_duel duel = { .threshold = 0.03, .command = "fuzz" };
	char why[512] = "";
	bool compared = bench_compare(&duel, old, new, why, sizeof(why));
	xmlDoc *doc;

	BROKEN_IF(!compared != !!why[0]);
	if (!compared)
		return;
	doc = bench_duel_document(&duel);
	fuzz_validate(doc, VCT_EMBEDDED "bench.rng");
	xmlFreeDoc(doc);
}

void fuzz_bench(const uint8_t *data, size_t size)
{
	const char *paths[FUZZ_FILES];
	struct bench_file files[2] = { 0 };
	size_t n = fuzz_split(data, size, paths);

	for (size_t i = 0; i < 2; i++) {
		files[i].path = paths[i < n ? i : 0];
		files[i].doc = fuzz_read(files[i].path, VCT_EMBEDDED "bench.rng");
	}
	if (files[0].doc && files[1].doc && of_device(&files[0]) && of_device(&files[1]))
		compare(&files[0], &files[1]);
	if (files[0].doc)
		report(files[0].doc);
	xmlFreeDoc(files[0].doc);
	xmlFreeDoc(files[1].doc);
}
