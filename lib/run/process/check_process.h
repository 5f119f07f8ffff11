/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Runs a check in a process of its own, and says how the process ended. */
#ifndef VCT_CHECK_PROCESS_H
#define VCT_CHECK_PROCESS_H

#include "starter.h"
#include "../state.h"

/* While this process has little memory. */
void vct_check_process_begin(const struct vct_run *run);
/* The deadline of each check, in seconds. */
double vct_check_seconds(const struct vct_run *run);
/*
 * As the case says: with the peer, on another address of the device, as random sequences, or alone.
 * A case that has nothing to do ends at once, as SKIP, or as BROKEN where there is no peer.
 */
struct vct_started vct_check_process(const struct vct_state *state, const struct vct_case *c,
				     struct vct_evidence *evidence);
/* Alone, whatever the case says. */
struct vct_started vct_check_process_alone(const struct vct_state *state, const struct vct_case *c,
					   struct vct_evidence *evidence);
/* On the peer's device. */
struct vct_started vct_check_process_there(const struct vct_state *state, const struct vct_case *c,
					   struct vct_evidence *evidence);

#endif
