/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Gives the tasks of a round to Slurm, with sbatch and squeue; no accounting is needed. */
#ifndef VCT_FLEET_SLURM_H
#define VCT_FLEET_SLURM_H

#include <stdio.h>

#include "round.h"

/* Runs a program of Slurm. Returns what it printed, to be freed; NULL: after an error. */
char *fleet_slurm_ask(char *const *words);
/* Prints the script of each job, and the command that would submit it. */
int fleet_slurm_show(FILE *f, const struct fleet_round *round);
/*
 * Submits an array of jobs for each target, with the tasks that are neither complete nor in the
 * queue. Returns 0, or -1 after printing an error.
 */
int fleet_slurm_submit(const struct fleet_round *round);
/* How many jobs of the round are in the queue; -1: after printing an error. */
long fleet_slurm_queued(const struct fleet_round *round);

#endif
