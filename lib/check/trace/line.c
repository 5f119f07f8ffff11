// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads lines of the trace by their marks. */
#include <stdio.h>
#include <string.h>

#include "line.h"

bool vct_line_next(const char **at, const char *end, struct vct_piece *piece)
{
	const char *from = *at, *to = from;

	if (from >= end)
		return false;
	*piece = (struct vct_piece){ .mark = '\0', .text = from };
	if (*from == END_PART[0] || *from == PART_BEGIN[0]) {
		piece->mark = *from;
		piece->text = ++to;
	}
	if (piece->mark == PART_BEGIN[0])
		while (to < end && *to != PART_IS[0])
			to++;
	else if (!piece->mark)
		while (to < end && *to != END_PART[0] && *to != PART_BEGIN[0])
			to++;
	piece->n = (size_t)(to - piece->text);
	*at = to + (piece->mark == PART_BEGIN[0] && to < end);
	return true;
}

size_t vct_line_plain(const char *lines, size_t n, char *plain)
{
	const char *end = lines + n;
	struct vct_piece piece;
	char *out = plain;

	while (vct_line_next(&lines, end, &piece))
		if (!piece.mark) {
			memmove(out, piece.text, piece.n);
			out += piece.n;
		}
	return (size_t)(out - plain);
}

bool vct_line_part(const char *line, const char *end, const char *part, char *text, size_t size)
{
	struct vct_piece piece;
	size_t n = strlen(part);

	while (vct_line_next(&line, end, &piece)) {
		if (piece.mark != PART_BEGIN[0] || piece.n < n || memcmp(piece.text, part, n) != 0)
			continue;
		if (piece.n > n) /* the verb */
			snprintf(text, size, "%.*s", (int)(piece.n - n - 1), piece.text + n + 1);
		else if (vct_line_next(&line, end, &piece))
			snprintf(text, size, "%.*s", (int)piece.n, piece.text);
		return true;
	}
	return false;
}

const char *vct_line_folds(const char *line, const char *end)
{
	static const char *const purposes[] = { VCT_LINE_FENCE, VCT_LINE_PROBE };
	char mark[16];

	for (size_t i = 0; i < sizeof(purposes) / sizeof(purposes[0]); i++) {
		size_t n = (size_t)snprintf(mark, sizeof(mark), FOR("%s"), purposes[i]);

		if ((size_t)(end - line) > n && !memcmp(end - n, mark, n))
			return purposes[i];
	}
	return NULL;
}
