/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Retraces the journal of a run line by line: each check ran in each pass, in the order of the
 * plan, at times that follow each other.
 */
#ifndef VCT_RETRACE_H
#define VCT_RETRACE_H

#include "../check/check.h"
#include "../record/journal.h"

struct vct_retraced {
	double at; /* when the last check started, in seconds since the run began */
	/* The ids of the first and the last boot of the machine; "none": its kernel had no part. */
	char boot[2][64];
};

/* `cases`: all of the program, of which all have to be there. -1: `why` says what is wrong. */
int vct_retrace(struct vct_journal *journal, const struct vct_case *cases, size_t n,
		struct vct_retraced *retraced, char *why, size_t size);

#endif
