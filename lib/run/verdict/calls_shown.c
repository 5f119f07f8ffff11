// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Folds the calls of fences and probes. */
#include <stdio.h>
#include <string.h>

#include "../../check/trace/line.h"
#include "calls_shown.h"

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
			const char *is = vct_line_folds(after, next_line(after, end) - 1);

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
	return vct_line_plain(shown, n, shown);
}
