// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* bench.xml, or two with a line of "--" between them: what can be compared makes a valid file. */
#include "../../lib/bench/compare.h"
#include "../../lib/record/files.h"
#include "fuzz.h"

void fuzz_bench(const uint8_t *data, size_t size)
{
	const char *paths[FUZZ_FILES];
	struct bench_file files[2] = { 0 };
	size_t n = fuzz_split(data, size, paths);
	char why[512] = "";
	xmlDoc *doc = NULL;

	for (size_t i = 0; i < 2; i++) {
		files[i].path = paths[i < n ? i : 0];
		files[i].doc = fuzz_read(files[i].path, VCT_EMBEDDED "bench.rng");
	}
	if (files[0].doc && files[1].doc) {
		doc = bench_compare(&files[0], &files[1], 0.03, why, sizeof(why));
		BROKEN_IF(!doc == !why[0]);
	}
	if (doc)
		fuzz_validate(doc, VCT_EMBEDDED "comparison.rng");
	xmlFreeDoc(doc);
	xmlFreeDoc(files[0].doc);
	xmlFreeDoc(files[1].doc);
}
