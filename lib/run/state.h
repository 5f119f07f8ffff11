/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the files of a run share: its settings, its journal, and why it ended. */
#ifndef VCT_STATE_H
#define VCT_STATE_H

#include "settings.h"

struct vct_state {
	struct vct_run *run;
	struct vct_journal journal;
	struct vct_evidence *evidence; /* of the check that runs, shared with its process */
	double began_ms, earlier_seconds;
	char why_ended[512];    /* not empty: the run ends before all checks have run */
	bool lost;              /* it ends because the device was lost while a check ran */
	unsigned int *executed; /* how often each case ran before the run was resumed */
	int *worst;             /* of each case: 1 + the badness of its worst execution; 0: none */
	/* Of a resumed run: the check that ended the run or its kernel before. */
	const struct vct_case *in_flight;
	double log_before; /* what the kernel had logged until this time is of earlier checks */
	bool ended_twice;  /* with no kernel to blame, the run ended twice while that check ran, or
			      the device was lost twice */
};

/* Of the only run of this process. Global, because CUnit's test functions take no argument. */
extern struct vct_state vct_state;

struct vct_evidence *vct_share_evidence(void);
/* The file beside results.xml with the seed of the random sequence that runs; NULL: none. */
const char *vct_seed_file(void);
/* Writes the reason for a verdict to the evidence of the check that runs. */
void vct_say_reason(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Seconds since the run began, with those before it was resumed. */
double vct_elapsed(void);
double vct_elapsed_at(double now_ms); /* vct_now_ms() */
/* The run ends before the next check, as incomplete; the first reason counts. */
void vct_end_run(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Whether this execution of the case is worse than all before it. */
bool vct_is_worst(const struct vct_case *c, const xmlNode *check);
/* Appends to the journal, and frees the node; the run ends if the journal cannot be written. */
void vct_append(xmlNode *node);
void vct_sync_journal(void);

#endif
