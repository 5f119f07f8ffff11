/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* A run that is under way: what it is to do, its journal, and why it ends early. */
#ifndef VCT_STATE_H
#define VCT_STATE_H

#include "settings.h"

/* What the journal says of an execution that does not count: the device was lost, or the machine
 * made no process for it. */
#define VCT_WITHDRAWN_LOST   "true"
#define VCT_WITHDRAWN_UNBORN "unborn"

struct vct_state {
	struct vct_run *run;
	struct vct_journal journal;
	double began_ms, earlier_seconds; /* earlier: before it was resumed */
	char why_ended[512];              /* not empty: the run ends before all checks have run */
	/* Why it ends without a verdict on the check that ran, as the journal says it; NULL: it
	 * does not. */
	const char *withdrawn;
	int *worst; /* of each case: 1 + the badness of its worst execution; 0: none */
	struct vct_doubt *doubts; /* of each case (doubt.h) */
	bool trusts_late; /* a red counts although the machine is late while the check runs */
};

/* A run that begins now, without a journal. */
struct vct_state vct_state_of(struct vct_run *run);
/* Removes what an execution has left in the evidence. */
void vct_clear_evidence(struct vct_evidence *evidence);
/* Writes the reason for a verdict. */
void vct_say_reason(struct vct_evidence *evidence, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The file beside results.xml with the seed of the random sequence that runs; NULL: none. */
const char *vct_seed_file(const struct vct_run *run);
/* Seconds since the run began, with those before it was resumed. */
double vct_elapsed_at(const struct vct_state *state, double now_ms); /* vct_now_ms() */
/* The run ends before the next check, as incomplete; the first reason counts. */
void vct_end_run(struct vct_state *state, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Whether this execution of the case is worse than all before it. */
bool vct_is_worst(struct vct_state *state, const struct vct_case *c, const xmlNode *check);
/* Appends to the journal, and frees the node; the run ends if the journal cannot be written. */
void vct_append(struct vct_state *state, xmlNode *node);
void vct_sync_journal(struct vct_state *state);

#endif
