/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The calls in the record of a check, each taken from a line as lib/check/code.h writes it. */
#ifndef VCT_CALLS_H
#define VCT_CALLS_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

/* "ibv_alloc_pd(ctx0) = pd0  [release]" has these parts. */
struct vct_call {
	char *verb;      /* "ibv_alloc_pd" */
	char *arguments; /* "ctx0" */
	char *result;    /* "pd0", "0", "22 EINVAL", "NULL, errno 22 EINVAL" */
	char *line;      /* the whole line */
	bool release;    /* it released an object after the check */
};

struct vct_calls {
	struct vct_call *calls;
	size_t n;
};

/*
 * The calls of a check that a program makes again, without those of fences. Returns 0, or -1 with
 * the reason in `why`, of `size` bytes, if a part of the record cannot be made again.
 */
int vct_calls_read(const xmlNode *check, struct vct_calls *calls, char *why, size_t size);
void vct_calls_free(struct vct_calls *calls);

#endif
