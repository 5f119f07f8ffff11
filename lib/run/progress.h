/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The output of a run on standard output: every verdict that is not good, with its evidence, and at
 * the end the outcome in less than a screen. Meanwhile, on a terminal, one line changes with each
 * check; elsewhere there is a line for each tenth of the run.
 */
#ifndef VCT_PROGRESS_H
#define VCT_PROGRESS_H

#include "../record/results.h"
#include "settings.h"
#include "verdict/waiver.h"

/* True if standard output is a terminal, or leads to one out of a guest. */
bool vct_on_terminal(void);
/*
 * The run is one of several, whose caller makes one progress and one end of all (VCT_PART in the
 * environment, of fixtures/guest/conformance).
 */
bool vct_is_told_with_others(void);
/* Tells of the run, unless the process of it that was ended by a signal has. */
void vct_progress_begin(const struct vct_run *run);
/* The check is about to run; it is number `number` of `of`. now_ms: vct_now_ms(). */
void vct_progress_check(const struct vct_case *c, size_t number, size_t of, double now_ms);
/* So many checks run again: they were red while the machine was late, by this at most. */
void vct_progress_again(unsigned int checks, double late_ms);
/*
 * `waiver` is the one that made the verdict WAIVED or XPASS, or that has expired; NULL: none.
 * `news`: no earlier pass had an outcome of the check that is as bad, so its evidence is printed.
 */
void vct_progress_outcome(const struct vct_outcome *outcome, const struct vct_waiver *waiver,
			  bool news);
void vct_progress_end(const struct vct_run *run, const struct vct_summary *summary);

#endif
