/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Reds that a late machine can have caused. Such an outcome is no verdict on the device: the check
 * is in doubt, and runs again when all others of the pass have ended.
 */
#ifndef VCT_DOUBT_H
#define VCT_DOUBT_H

#include "state.h"

/* Of each case, as the journal or this run left it. */
struct vct_doubt {
	bool open;        /* the last execution of the check was no verdict */
	double late_ms;   /* how late the machine was then */
	unsigned int own; /* times that the machine was late during the check alone */
};

/*
 * The outcome rests on time, and came while the machine was late, not by its own doing. A check
 * that computes until its deadline may not have met how late the machine is: it is looked at then.
 */
bool vct_is_doubtful(const struct vct_state *state, struct vct_outcome *outcome);
/* It is recorded as NOTRUN, with what was seen as a note. */
void vct_doubt(struct vct_state *state, struct vct_outcome *outcome);
/* Notes to the evidence of a check that runs again why it does. */
void vct_tell_doubt(const struct vct_state *state, const struct vct_case *c,
		    struct vct_evidence *evidence);
/* The check came to a verdict. */
void vct_doubt_no_more(struct vct_state *state, const struct vct_case *c);
/*
 * Runs the checks in doubt again, in this order, by calling execute(c). Where the machine is late
 * during a check, but not before and after it, the check or the device makes it late: the second
 * such outcome is a verdict.
 */
void vct_resolve_doubts(struct vct_state *state, const size_t *order,
			void (*execute)(const struct vct_case *c));
/* Ends the run as incomplete if some checks are still in doubt. */
void vct_tell_doubts(struct vct_state *state);

#endif
