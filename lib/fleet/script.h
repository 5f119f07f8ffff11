/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The script of a Slurm job. */
#ifndef VCT_FLEET_SCRIPT_H
#define VCT_FLEET_SCRIPT_H

#include "round.h"

/* Its jobs have this name in the queue: "lab.1.cx7@n1". To be freed. */
char *fleet_job_name(const struct fleet_round *round, const struct fleet_target *target);
/*
 * The script for the tasks of a target. Its argument is added to the index in the array, so that a
 * target can have more tasks than an array may have. To be freed.
 */
char *fleet_script(const struct fleet_round *round, const struct fleet_target *target);

#endif
