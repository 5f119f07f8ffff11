/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What a run is to do: filled from the command line. */
#ifndef VCT_SETTINGS_H
#define VCT_SETTINGS_H

#include "../random/explore.h"
#include "../record/results.h"
#include "verdict/judged.h"
#include "mutant.h"
#include "verdict/waiver.h"

/* How a run treats the device and its machine. */
struct vct_care {
	bool destructive;      /* run the destructive checks, too */
	bool gentle;           /* leave out the checks whose requests must be refused */
	bool shared;           /* run although others use the device */
	bool go_on_after_oops; /* else the run ends as incomplete */
	bool in_guest; /* the machine is thrown away, and its kernel has nothing else to do */
};

struct vct_run {
	struct vct_care care;
	struct vct_plan plan;
	const struct vct_mutant *mutant; /* the mutant at work; NULL: none */
	const struct vct_case *all;      /* every check of the program, by name */
	size_t n_all;
	const struct vct_waivers *waivers;
	const struct vct_judged *judged;
	const char *results, *junit, *ktap, *html; /* files to write; NULL: none */
	const char *console;      /* for a resumed run: the console of the dead guest; or NULL */
	double deadline;          /* seconds for each check, before vct_slow */
	struct vct_random random; /* how checks that run random sequences make them */
	char *left_out;           /* promises that random use does not judge; NULL: none */
	const char *peer;         /* the command of the peer (peer.h); NULL: none */
	const char *
		each; /* the addresses to take in turn (device/addresses.h); NULL: the chosen one */
	bool resume;  /* continue the run of the journal beside `results` */
	bool fresh;   /* drop the journal of a run that did not end */
	bool moved;   /* with resume: the run was ended by others, not by a check */
	double stood_still; /* with resume: the guest was ended because it had recorded nothing for
				so many seconds; or 0 */
	int journal;        /* the file of the journal (vct_claim_record()) */
	int ended_by;       /* the signal that ended the process of this run before; or 0 */
	bool keep_journal;  /* leave it beside `results` when the run is complete */
	bool brief;         /* leave out the evidence of checks that pass */
	bool verbose;       /* print the verdict of every check */
};

#endif
