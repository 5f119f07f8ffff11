/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Works on one task of a round, on the machine where it shall run. */
#ifndef VCT_FLEET_TASK_H
#define VCT_FLEET_TASK_H

#include "round.h"

/*
 * Runs the task, or continues its run. Waits while another process works on it, and does nothing if
 * it is complete then. `peer` is the command of the far end of a pair; NULL: it is on this machine.
 * Returns an exit code: 0 or 1 the task is complete, 2 or 3 it is not, and its file `failed` says
 * why.
 */
int fleet_task_run(const struct fleet_round *round, const struct fleet_task *task,
		   const char *peer);
/* The task that "cx7@n1:3" names: the third of this target, from 0; NULL: after an error. */
const struct fleet_task *fleet_task_find(const struct fleet_round *round, const char *name);
/* The name of this node in Slurm, or of this machine; to be freed. */
char *fleet_host_name(void);

#endif
