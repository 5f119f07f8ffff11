/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The calls in the record of a check (call.h), as verbs-cts repro needs them. */
#ifndef VCT_CALLS_H
#define VCT_CALLS_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

enum { MOST_ARGUMENTS = 8 };

/* The parts of a call of which there is one at most; its structure is the first of the arguments.
 */
enum vct_part {
	PART_RESULT,
	PART_ERRNO,
	PART_EVENT,
	PART_OBJECT,
	PART_BAD,
	PART_TYPE,
	PART_STRUCTURE,
	PARTS
};

struct vct_call {
	const xmlNode *node;
	const char *verb;                   /* "": a line that is no call of a verb */
	char *line;                         /* the whole call as text */
	char *arguments;                    /* all of them, with commas */
	char *argument[MOST_ARGUMENTS + 1]; /* NULL after the last */
	char *part[PARTS];                  /* NULL: it has none */
	bool release;                       /* it released an object after the check */
};

struct vct_calls {
	struct vct_call *calls;
	size_t n;
};

/*
 * The first element of this kind in the call, at any depth. If `name` is not NULL, its attribute
 * "name" has this value. NULL: there is none. vct_call_text() returns the text of an element, to be
 * freed; NULL if the element is NULL.
 */
const xmlNode *vct_call_find(const xmlNode *call, const char *element, const char *name);
char *vct_call_text(const xmlNode *element);
/*
 * The nth element <shown> of the call, from 0: it shows what the verb left. NULL: there are not so
 * many.
 */
const xmlNode *vct_call_shown(const struct vct_call *c, unsigned int n);

/*
 * The calls of a check that a program makes again, without those of fences. Returns 0, or -1 with
 * the reason in `why`, of `size` bytes, if a part of the record cannot be made again.
 */
int vct_calls_read(const xmlNode *check, struct vct_calls *calls, char *why, size_t size);
void vct_calls_free(struct vct_calls *calls);

#endif
