/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The executions of each check, merged while the journal is read: memory for each check, not for
 * each execution. */
#ifndef VCT_HISTORY_H
#define VCT_HISTORY_H

#include <libxml/hash.h>
#include <libxml/tree.h>

#include "journal.h"

struct vct_history {
	xmlDoc *doc;          /* owns the nodes */
	xmlNode *run;         /* the first line; NULL: the journal is empty */
	char at[32];          /* of the last <start>: seconds since the run began; "": none */
	size_t executions;    /* of all checks */
	xmlHashTable *checks; /* by name */
};

/* -1: after printing an error; the history then has the lines before the error. */
int vct_history_read(struct vct_history *history, struct vct_journal *journal);
void vct_history_free(struct vct_history *history);

/*
 * Takes the worst execution of a check out of the history, as an element for results.xml; with the
 * number of each verdict if the run has several passes. NULL: there is none.
 */
xmlNode *vct_history_take(struct vct_history *history, const char *name, unsigned long passes);

/* The higher, the worse an execution is; PASS has 0, and nothing is lower. */
int vct_badness(const xmlNode *check);
/*
 * Removes all but what counts of an execution that is no worse than an earlier one, so that the
 * journal of a run with many passes stays small.
 */
void vct_shorten(xmlNode *check);

#endif
