// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Folds the calls of fences and probes. */
#include <stdio.h>
#include <string.h>

#include "../../check/trace/track.h"
#include "calls_shown.h"

/* What the line is a call for, "fence" or "probe"; NULL: a call of the check. */
static const char *purpose(const char *line, const char *eol)
{
	static const char *const purposes[] = { VCT_LINE_FENCE, VCT_LINE_PROBE };
	char end[16];

	for (size_t i = 0; i < sizeof(purposes) / sizeof(purposes[0]); i++) {
		size_t n = (size_t)snprintf(end, sizeof(end), "  [%s]", purposes[i]);

		if ((size_t)(eol - line) > n && !memcmp(eol - n, end, n))
			return purposes[i];
	}
	return NULL;
}

static const char *next_line(const char *line, const char *end)
{
	const char *eol = memchr(line, '\n', (size_t)(end - line));

	return eol ? eol + 1 : end;
}

size_t vct_shown_calls(const char *lines, size_t len, bool to_the_end, char *shown)
{
	const char *end = lines + len, *after;
	size_t n = 0;

	for (const char *line = lines; line < end; line = after) {
		const char *what = NULL;
		unsigned int calls = 0;

		for (after = line; after < end; after = next_line(after, end), calls++) {
			const char *is = purpose(after, next_line(after, end) - 1);

			if (calls && is != what)
				break;
			what = is;
		}
		if (what && (after < end || !to_the_end)) {
			n += (size_t)sprintf(shown + n, "%s: %u call%s\n", what, calls,
					     calls == 1 ? "" : "s");
		} else {
			memcpy(shown + n, line, (size_t)(after - line));
			n += (size_t)(after - line);
		}
	}
	return n;
}
