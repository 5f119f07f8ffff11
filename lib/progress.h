/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What a run says on standard output: on a terminal one line that moves, and what is red in full;
 * in a log a plain line for each check.
 */
#ifndef VCT_PROGRESS_H
#define VCT_PROGRESS_H

#include "results.h"

void vct_progress_begin(const struct vct_run *run);
void vct_progress_check(const struct vct_case *c, size_t number, size_t of);
void vct_progress_outcome(const struct vct_outcome *outcome);
void vct_progress_end(const struct vct_run *run, const struct vct_summary *summary, double seconds);

#endif
