/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Executes one check in a process of its own, and finds its verdict from how the process ended. */
#ifndef VCT_EXECUTE_H
#define VCT_EXECUTE_H

#include "../record/results.h"

/*
 * Why the check does not run: what the device lacks, the library that answers in its place, or its
 * danger. NULL: it runs.
 */
const char *vct_left_out(const struct vct_case *c);
/*
 * Fills the verdict, the seconds and the kernel lines of the outcome; its evidence is written. If
 * the port went down, waits until it is ACTIVE and executes the check again.
 */
void vct_execute(struct vct_outcome *outcome);
/* A check that is not part of the run, for its verdict on a building block. */
enum vct_verdict vct_execute_aside(const struct vct_case *c);

#endif
