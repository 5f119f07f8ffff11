/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The starter: a process beside the run, with little memory, that makes the processes of the
 * checks. To fork the run itself takes longer: it keeps the record, so that its memory is large and
 * changes after each check, and in each fork the kernel marks all of that memory for copying.
 */
#ifndef VCT_STARTER_H
#define VCT_STARTER_H

#include "../base/process.h"
#include "../record/results.h"

/* How the process of a check ended, and what was left of it. */
struct vct_started {
	struct vct_process process;
	unsigned int left; /* number of processes that it left behind, which were killed */
	int refused;       /* the signal that it sent to the process which watches it; 0: none */
};

/*
 * Makes the starter, which calls function(case) in the process of each check. It has the memory
 * that the run has now: what a check needs must be there. Without a starter, because none was made
 * or none could be, the run makes the processes itself.
 */
void vct_starter_begin(void (*function)(void *));
void vct_starter_end(void);
/*
 * Has function(c) called in a new process, which writes to *evidence, for at most `seconds`. The
 * run ends as the starter does, if a check has ended the starter.
 */
struct vct_started vct_start(const struct vct_case *c, struct vct_evidence *evidence,
			     double seconds);
/* The same for another function, which the run itself calls in a process of its own. */
struct vct_started vct_start_here(void (*function)(void *), const struct vct_case *c,
				  double seconds);
/* What is left of a process that the run made and watched in another way. */
struct vct_started vct_started_here(struct vct_process process);

#endif
