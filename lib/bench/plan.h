/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is measured: points, in the order of tables and plots. */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "../check/device.h"
#include "machine.h"

enum bench_kind {
	BENCH_POST,    /* posting alone */
	BENCH_TRAFFIC, /* while messages take what is posted */
	BENCH_OWN,     /* what measuring costs: no point of the record */
};

/* When the poster fills the SRQ up again: at `watermark` WRs left, seen by counting completions or
 * told by the limit event. */
enum bench_refill { BENCH_BY_COUNT, BENCH_BY_LIMIT };

/* One thing to measure; reports/bench.rng tells of its members. */
struct bench_point {
	char name[64], plot[32], line[24];
	unsigned int x;
	enum bench_kind kind;
	unsigned int list, sge, queue, threads;
	bool own_srqs; /* of each thread one, not one for all */
	bool xrc;
	unsigned int qps, size, watermark;
	enum bench_refill refill;
	char lacks[128]; /* why it cannot be measured here; "": it can */
};

struct bench_plan {
	struct bench_point *points;
	size_t n;
};

/* All points there are, with what this device and machine lack for each. */
struct bench_plan bench_plan_make(const struct vct_device *dev, const struct bench_machine *m);
/* Keeps those of which a pattern matches the name. Returns the first pattern that matches none, or
 * NULL. */
const char *bench_plan_select(struct bench_plan *plan, char **patterns, int n);

#endif
