/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The points to measure, in the order of the tables. */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "../check/device.h"
#include "machine.h"

/* One thing to measure. Two points of the same name and the same words can be compared. */
struct bench_point {
	char name[64]; /* "post.list.sge1.32"; it never changes */
	char what[160];
	bool harness; /* the cost of measuring, which is no <point> of the record */
	unsigned int list, sge, queue, threads;
	bool own_srqs;   /* one SRQ per thread, not one for all */
	char lacks[128]; /* why it cannot be measured here; "": it can */
};

struct bench_plan {
	struct bench_point *points; /* the last one is the harness */
	size_t n;
};

/* All points, each with what this device and machine lack for it. */
struct bench_plan bench_plan_make(const struct vct_device *dev, const struct bench_machine *m);
/* Keeps the points whose names match a pattern, and the harness. Returns the first pattern that
 * matches no point, or NULL. */
const char *bench_plan_select(struct bench_plan *plan, char **patterns, int n);

#endif
