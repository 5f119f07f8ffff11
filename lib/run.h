/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A run: the selected checks on one device, in order, each in a process of its own. CUnit holds the
 * registry and calls each. Every verdict is in the journal before the next check starts.
 */
#ifndef VCT_RUN_H
#define VCT_RUN_H

#include "check.h"
#include "device.h"
#include "judge.h"
#include "mutant.h"
#include "waiver.h"

/* Exit codes of `verbs-cts run`. */
enum { VCT_CONFORMS = 0, VCT_CONFORMS_NOT = 1, VCT_USAGE = 2, VCT_INCOMPLETE = 3 };

/* What one execution of a check came to. */
struct vct_outcome {
	const struct vct_case *c;
	enum vct_verdict verdict;
	double seconds;
	const struct vct_evidence *evidence;
	const char *kernel;              /* the kernel's lines of its time, '\n' after each; "" */
	const struct vct_waiver *waiver; /* what made it WAIVED or XPASS, else NULL */
	bool amends;                     /* it replaces what the check's last execution came to */
};

struct vct_run {
	const struct vct_device *dev;
	const struct vct_mutant *mutant; /* that dev is made into; NULL: it is as it is */
	const struct vct_case *cases;
	size_t n_cases;
	const struct vct_waivers *waivers;
	const char *command;   /* the command line, for the record */
	const char *selection; /* what selected the cases; a resumed run must have the same */
	const char *part;      /* "1/2": the cases are part of a run; NULL: all of it */
	const char *results, *junit, *html; /* files to write; NULL: none */
	const char *console; /* the console of the guest that died, for a resumed run; or NULL */
	double deadline;     /* seconds a check, before vct_slow */
	unsigned int passes; /* how often each check runs */
	bool shuffle, resume;
	bool brief;           /* no evidence of what passes */
	bool stop_after_oops; /* end as incomplete when the kernel has oopsed: a guest boots again
			       */
	unsigned long seed;
};

/* Runs, reports on the terminal, writes the files. Returns an exit code. */
int vct_run(struct vct_run *run);

#endif
