/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Runs the tasks of a round on this machine. */
#ifndef VCT_FLEET_LOCAL_H
#define VCT_FLEET_LOCAL_H

#include "round.h"

/*
 * Runs all tasks that are not complete, `jobs` at a time, each in a process of its own. Tasks on
 * the same device of this machine run one after the other. Returns when all have ended, or when a
 * signal has told the program to stop: vct_stop_signal().
 */
void fleet_local(const struct fleet_round *round, unsigned int jobs);

#endif
