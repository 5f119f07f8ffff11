/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Covering arrays: a few cases in which each two levels of two factors meet that may meet, and each
 * three levels of the first three factors. The same factors always give the same cases.
 */
#ifndef VCT_COVER_H
#define VCT_COVER_H

#include <stdbool.h>
#include <stddef.h>

enum { COVER_FACTORS = 16, COVER_LEVELS = 12, COVER_CASES = 512 };

struct cover_case {
	int level[COVER_FACTORS];
};

/*
 * The factors 0 to `factors` - 1 have up to COVER_LEVELS levels. Whether these two levels may meet,
 * permits() says; for f == g, whether the factor has the level at all. Each choice of levels that
 * may meet leaves one in every other factor.
 */
struct cover {
	int factors;
	bool (*permits)(const void *model, int f, int level, int g, int other);
	const void *model;
};

/* Returns the number of cases; BROKEN if there are more than COVER_CASES. */
size_t cover_make(const struct cover *cover, struct cover_case cases[COVER_CASES]);

#endif
