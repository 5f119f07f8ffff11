/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Executes one check in a process of its own, and finds its verdict from how the process ended. */
#ifndef VCT_EXECUTE_H
#define VCT_EXECUTE_H

#include "../state.h"

/* Before the first check is executed, and while this process has little memory. */
void vct_execute_begin(const struct vct_run *run);
/*
 * Fills the verdict, the seconds and the kernel lines of the outcome; its evidence is written. If
 * the port went down, waits until it is ACTIVE and executes the check again.
 */
void vct_execute(struct vct_state *state, struct vct_outcome *outcome);
/* Executes the check on the peer's device alone. NOTRUN: there is no peer any more. */
enum vct_verdict vct_execute_there(struct vct_state *state, const struct vct_case *c);
/* A check that is not part of the run, for its verdict on a building block. */
enum vct_verdict vct_execute_aside(struct vct_state *state, const struct vct_case *c);

#endif
