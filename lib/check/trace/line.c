// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Takes the marks out of lines of the trace. */
#include <string.h>

#include "line.h"

size_t vct_line_plain(const char *lines, size_t n, char *plain)
{
	const char *end = lines + n;
	char *out = plain;

	while (lines < end) {
		if (*lines == PART("")[0]) {
			const char *close = memchr(lines, PART("")[1], (size_t)(end - lines));

			lines = close ? close + 1 : end;
		} else if (*lines == END_PART[0]) {
			lines++;
		} else {
			*out++ = *lines++;
		}
	}
	return (size_t)(out - plain);
}
