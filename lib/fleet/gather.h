/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Finds the records of a round and reads them, with several threads. */
#ifndef VCT_FLEET_GATHER_H
#define VCT_FLEET_GATHER_H

#include "tally.h"

/*
 * Reads all results of the round in this folder. What its plan.xml has, and the folder does not, is
 * a gap. `judged`: see struct fleet_tally. Returns 0, or -1 after printing an error.
 */
int fleet_gather(struct fleet_tally *tally, const char *folder, bool judged,
		 struct fleet_names *checks, struct fleet_names *promises, unsigned int threads);

#endif
