// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes elements of the marks in a line of the trace. */
#include <stdio.h>
#include <stdbool.h>
#include <string.h>

#include "../check/trace/line.h"
#include "call.h"
#include "element.h"

/* A list of more WRs than this has no marks in its end. */
enum { DEEPEST = 60 };

/* Where the next text goes. What is deeper than DEEPEST has no element, and only counts. */
struct place {
	xmlNode *node;
	unsigned int depth, without;
};

/* A process may have spoilt its evidence: then other names come than those of the library. */
static bool is_part(const char *name)
{
	static const char *const parts[] = { "arg",    "type",  "structure", "member",
					     "result", "errno", "shown",     "event",
					     "object", "bad",   "for" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (!strcmp(name, parts[i]))
			return true;
	return false;
}

/* "arg pd": the element, and its name. */
static void open_part(struct place *at, const char *what, size_t n)
{
	char text[80], *blank;

	snprintf(text, sizeof(text), "%.*s", (int)n, what);
	blank = strchr(text, ' ');
	if (blank)
		*blank = '\0';
	if (blank && !blank[1])
		blank = NULL;
	if (!at->depth && !at->without && !strcmp(text, "call") && blank && !at->node->children) {
		vct_set(at->node, "verb", blank + 1);
		return;
	}
	if (at->without || at->depth == DEEPEST || !is_part(text)) {
		at->without++;
		return;
	}
	at->node = xmlNewChild(at->node, NULL, X(text), NULL);
	at->depth++;
	if (blank)
		vct_set(at->node, "name", blank + 1);
}

static void close_part(struct place *at)
{
	if (at->without) {
		at->without--;
	} else if (at->depth) {
		at->node = at->node->parent;
		at->depth--;
	}
}

xmlNode *vct_call_add(xmlNode *check, const char *line, size_t n)
{
	xmlNode *call = xmlNewChild(check, NULL, X("call"), NULL);
	struct place at = { .node = call };
	const char *end = line + n;
	struct vct_piece piece;

	while (vct_line_next(&line, end, &piece)) {
		if (!piece.mark)
			vct_text_add(at.node, piece.text, piece.n);
		else if (piece.mark == END_PART[0])
			close_part(&at);
		else
			open_part(&at, piece.text, piece.n);
	}
	return call;
}
