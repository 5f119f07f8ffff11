/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Begins the journal of a run, or continues the run of an earlier journal. */
#ifndef VCT_RESUME_H
#define VCT_RESUME_H

#include "state.h"

/* What the journal of a run that is resumed says of its checks. */
struct vct_earlier {
	unsigned int *executed; /* how often each case ran before */
	/* The check that ended the run or its kernel; NULL: none. */
	const struct vct_case *in_flight;
	double log_before; /* what the kernel had logged until this time is of earlier checks */
	bool again;        /* it ran again, as it was in doubt (doubt.h) */
	bool ended_twice;  /* with no kernel to blame, the run ended twice while that check ran, or
			      the device was lost twice */
};

/*
 * Before anything of the record is touched: opens the journal for run->journal, which no other run
 * can have until this process ends. The journal of a run that did not end is neither continued nor
 * dropped unless the person says so. Returns 0, or -1 with the error printed on stderr.
 */
int vct_claim_record(struct vct_run *run);
/* The first line of the journal. */
xmlNode *vct_run_head(const struct vct_run *run);
/* Begins or continues the journal, and fills *earlier. Returns 0, or -1 with the error printed on
 * stderr.
 */
int vct_open_journal(struct vct_state *state, struct vct_earlier *earlier);

#endif
