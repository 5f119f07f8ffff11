/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What a run says on standard output: on a terminal one line that moves, and what is red in full;
 * in a log a plain line for each check.
 */
#ifndef VCT_PROGRESS_H
#define VCT_PROGRESS_H

#include "../record/results.h"
#include "mutant.h"
#include "waiver.h"

/* `mutant` is what the device is made into; NULL: it is as it is. */
void vct_progress_begin(const struct vct_plan *plan, const struct vct_mutant *mutant);
void vct_progress_check(const struct vct_case *c, size_t number, size_t of);
/* `waiver` is what made the verdict WAIVED or XPASS; NULL: none did. */
void vct_progress_outcome(const struct vct_outcome *outcome, const struct vct_waiver *waiver);
/* `results` is the file that was written; NULL: none. */
void vct_progress_end(const struct vct_plan *plan, const struct vct_mutant *mutant,
		      const char *results, const struct vct_summary *summary, double seconds);

#endif
