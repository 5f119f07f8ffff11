/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Instructions per WR, in user space: of the verb, without the loop that calls it. They are counted
 * by the CPU if perf_event_open(2) permits it, or else by callgrind, in a process of its own. They
 * do not depend on what else the machine does, and repeat exactly.
 */
#ifndef BENCH_INSTRUCTIONS_H
#define BENCH_INSTRUCTIONS_H

#include <libxml/tree.h>

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

/* Whether a point can be measured in blocks, and its instructions can be counted. */
bool bench_posts_alone(const struct bench_point *point);

/* Adds <instructions per-wr=""/> of point i, if they were counted. */
void bench_add_count(xmlNode *parent, const struct bench_counts *counts, size_t i);
/* Adds <counted by=""/>, or <uncounted> with the reason; nothing if nobody asked. */
void bench_add_counted(xmlNode *parent, const struct bench_counts *counts);

#endif
