/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A run: the selected checks on one device, in order, each in a process of its own. CUnit holds the
 * registry and calls each. Every verdict is in the journal before the next check starts.
 */
#ifndef VCT_RUN_H
#define VCT_RUN_H

#include "../record/results.h"
#include "mutant.h"
#include "waiver.h"

struct vct_run {
	struct vct_plan plan;
	const struct vct_mutant *mutant; /* that the device is made into; NULL: it is as it is */
	const struct vct_waivers *waivers;
	const char *results, *junit, *html; /* files to write; NULL: none */
	const char *console; /* the console of the guest that died, for a resumed run; or NULL */
	double deadline;     /* seconds a check, before vct_slow */
	bool resume;
	bool brief;           /* no evidence of what passes */
	bool stop_after_oops; /* end as incomplete when the kernel has oopsed: a guest boots again
			       */
};

/* Runs, reports on the terminal, writes the files. Returns an exit code. */
int vct_run(struct vct_run *run);

#endif
