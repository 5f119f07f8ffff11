/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A line of the trace is a call as C with its result. Marks in it say what each part is, and become
 * elements of results.xml (lib/record/call.c): PART("arg pd") "pd0" END_PART is <arg
 * name="pd">pd0</arg>. Private to the library.
 */
#ifndef VCT_LINE_H
#define VCT_LINE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The length of the longest line with its marks (line.h). A longer one is cut, and has this mark.
 */
enum { VCT_LINE = 20480 };
#define VCT_LINE_CUT        "cut"
#define VCT_LINE_FENCE      "fence"   /* what event.c calls for a fence */
#define VCT_LINE_PROBE      "probe"   /* what finds out how much fits */
#define VCT_LINE_RELEASE    "release" /* of what is left after the check */

#define PART(what_)         PART_BEGIN what_ PART_IS
#define PART_BEGIN          "\1"
#define PART_IS             "\2"
#define END_PART            "\3"

/* Parts of the format of a line that is written by hand. */
#define CALLED(verb_)       PART("call " verb_) verb_ "("
#define ARG(name_, format_) PART("arg " name_) format_ END_PART
#define RESULT(format_)     ") = " PART("result") format_ END_PART
#define FOR(format_)        "  [" PART("for") format_ END_PART "]"

/* The next piece of a line: text, the begin of a part ("arg pd"), or its end. */
struct vct_piece {
	char mark; /* that of the begin or end; '\0': text */
	const char *text;
	size_t n;
};
/* False at the end; *at is behind the piece. */
bool vct_line_next(const char **at, const char *end, struct vct_piece *piece);
/*
 * Copies the text of the first part of this kind, "result", to `text`; of a call, its verb. False:
 * the line has none.
 */
bool vct_line_part(const char *line, const char *end, const char *part, char *text, size_t size);
/* What the library made the call for itself for, "fence" or "probe"; NULL: it is the check's. */
const char *vct_line_folds(const char *line, const char *end);
/* Copies n bytes of lines, without their marks, to `plain`, which may be `lines`. Returns the
 * length. */
size_t vct_line_plain(const char *lines, size_t n, char *plain);

#endif
