/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A round: each task of a plan once. Its folder has the plan as it was when the round began, and a
 * folder for each task:
 *
 *	RESULTS/round-1/plan.xml
 *	RESULTS/round-1/jobs/           scripts and output of Slurm jobs
 *	RESULTS/round-1/TARGET/TASK/    results.xml or bench.xml: the task is complete
 *	                    .../log     what its runs have printed
 *	                    .../work/   a run that has begun; renamed from here when it is complete
 *	                    .../failed  why the last attempt did not complete it
 *	                    .../lock    held by the process that works on it
 */
#ifndef VCT_FLEET_ROUND_H
#define VCT_FLEET_ROUND_H

#include <stdbool.h>
#include <stdio.h>

#include "plan.h"

struct fleet_round {
	struct fleet_plan plan; /* of the round's folder */
	unsigned int number;
	char *folder; /* an absolute path */
};

enum fleet_state { FLEET_WAITING, FLEET_BEGUN, FLEET_FAILED, FLEET_COMPLETE, FLEET_STATES };

/* The number of the last round in this folder; 0: there is none. */
unsigned int fleet_last_round(const char *results);
/*
 * Continues the last round of the plan's results if one of its tasks is not complete, or begins the
 * next one. `begin`: begins one in any case. Results are in `results`. Returns 0, or -1 after
 * printing an error: the last round has another plan, or the folder cannot be written.
 */
int fleet_round_open(struct fleet_round *round, const struct fleet_plan *plan, const char *results,
		     bool begin);
/* Reads a round that has begun, from its folder. -1: after printing an error */
int fleet_round_read(struct fleet_round *round, const char *folder);
void fleet_round_close(struct fleet_round *round);

enum fleet_state fleet_task_state(const struct fleet_round *round, const struct fleet_task *task);
/* The path of a file in the folder of the task, to be freed. */
char *fleet_task_path(const struct fleet_round *round, const struct fleet_task *task,
		      const char *file);
const char *fleet_task_record(const struct fleet_task *task); /* "results.xml" or "bench.xml" */
/* How many tasks are in each state. */
void fleet_round_count(const struct fleet_round *round, size_t count[FLEET_STATES]);

/* Makes the folder and those above it. -1: errno */
int fleet_make_folder(const char *path);
/*
 * Closes a file that was written under the name `new`, and renames it to `path`, so that other
 * machines see all of it or nothing. `written` is false if writing failed, and f is NULL if opening
 * failed. Frees `new`. Returns 0, or -1 with errno.
 */
int fleet_put_in_place(FILE *f, char *new, const char *path, bool written);

#endif
