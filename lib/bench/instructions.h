/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Instructions per WR, in user space: of the verb, without the loop that calls it. They are counted
 * by the CPU if perf_event_open(2) permits it, or else by callgrind, in a process of its own. They
 * do not depend on what else the machine does, and repeat exactly.
 */
#ifndef BENCH_INSTRUCTIONS_H
#define BENCH_INSTRUCTIONS_H

#include "plan.h"

struct bench_counts {
	const char *by; /* "perf", "callgrind"; NULL: they were not counted */
	double *per_wr; /* for each point of the plan; below 0: not counted */
	char why[256];  /* why they were not counted; "" */
};

/* Counts in a process of its own, for the points that post with one thread. */
struct bench_counts bench_count(const struct vct_device *dev, const struct bench_plan *plan);

/*
 * What this process does: it counts in itself, prints a line "instructions NAME N" for each point,
 * and returns an exit code.
 */
int bench_count_here(const struct bench_plan *plan, const struct bench_machine *machine);

/* The CPU's counter of this thread in user space; -1: there is none. */
int bench_instructions_open(void);
uint64_t bench_counter_read(int counter); /* 0 if `counter` is -1 */

/* Whether the instructions of a point can be counted. */
bool bench_posts_alone(const struct bench_point *point);

#endif
