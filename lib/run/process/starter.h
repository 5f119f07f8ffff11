/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The starter: a process beside the run, with little memory, that makes the processes of the
 * checks. To fork the run itself takes longer: it keeps the record, so that its memory is large and
 * changes after each check, and in each fork the kernel marks all of that memory for copying.
 */
#ifndef VCT_STARTER_H
#define VCT_STARTER_H

#include "../../base/process.h"
#include "../../record/results.h"

/* How the process of a check ended, and what was left of it. */
struct vct_started {
	struct vct_process process;
	unsigned int left; /* number of processes that it left behind, which were killed */
	int refused;       /* the signal that it sent to the process which watches it; 0: none */
};

/* One execution of a check: its process gets this, writes to *evidence, and has `seconds`. */
struct vct_order {
	const struct vct_case *c;
	struct vct_evidence *evidence;
	double seconds;
	int journal; /* a descriptor of the run, which its process closes; -1: it has none */
};

/*
 * Makes the starter, which calls function(order) in the process of each check. It has the memory
 * that the run has now: what a check needs must be there. It closes the descriptor `journal` of the
 * run. Without a starter, because none was made or none could be, the run makes
 * the processes itself.
 */
void vct_starter_begin(void (*function)(void *), int journal);
void vct_starter_end(void);
/*
 * Has function(order) called in a new process. The run ends as the starter does, if a check has
 * ended the starter.
 */
struct vct_started vct_start(struct vct_order order);
/* vct_start() of another function, which the run itself calls in a process of its own. */
struct vct_started vct_start_here(void (*function)(void *), struct vct_order order);
/*
 * What vct_start() returns, of a process that the run has made and watched in another way.
 */
struct vct_started vct_started_here(struct vct_process process);

#endif
