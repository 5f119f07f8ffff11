// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Up to three results.xml with lines of "--" between them: the join of parts, and their matrix. */
#include <string.h>

#include "../../lib/record/files.h"
#include "../../lib/record/matrix.h"
#include "../../lib/record/parts.h"
#include "../../lib/record/ways.h"
#include "fuzz.h"

static void join(xmlDoc **docs, size_t n)
{
	char error[256] = "";
	size_t missing;
	xmlDoc *joined = vct_parts_join(docs, n, &missing, error, sizeof(error));

	BROKEN_IF(!joined == !error[0]);
	if (joined)
		fuzz_validate(joined, VCT_EMBEDDED "results.rng");
}

void fuzz_matrix(const uint8_t *data, size_t size)
{
	struct column *columns = calloc(FUZZ_FILES, sizeof(*columns));
	xmlDoc *docs[FUZZ_FILES], *matrix;
	const char *paths[FUZZ_FILES];
	size_t n = fuzz_split(data, size, paths), good = 0;

	BROKEN_IF(!columns);
	for (size_t i = 0; i < n; i++) {
		columns[i].file = paths[i];
		columns[i].doc = fuzz_read(paths[i], VCT_EMBEDDED "results.rng");
		if (columns[i].doc)
			docs[good++] = columns[i].doc;
		else
			columns[i].missing = strdup("it cannot be read");
	}
	if (good)
		join(docs, good);
	columns = vct_ways_split(columns, &n);
	if (good && !vct_columns_name(columns, n)) {
		matrix = vct_matrix_document(columns, n, 0);
		fuzz_validate(matrix, "reports/matrix.rng");
		xmlFreeDoc(matrix);
	}
	for (size_t i = 0; i < n; i++) {
		xmlFreeDoc(columns[i].doc);
		free(columns[i].missing);
		free(columns[i].name);
	}
	free(columns);
}
