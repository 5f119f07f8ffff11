/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The points to measure, in the order of the tables and plots. */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "../check/device.h"
#include "machine.h"

enum bench_kind {
	BENCH_POST,    /* posting alone */
	BENCH_TRAFFIC, /* posting while messages consume the WRs */
	BENCH_HARNESS, /* the cost of measuring; not a <point> of the record */
};

/* The SRQ is refilled when `watermark` WRs are left: found out by counting completions, or by the
 * limit event. */
enum bench_refill { BENCH_BY_COUNT, BENCH_BY_LIMIT };

/* One thing to measure; reports/bench.rng documents the members. */
struct bench_point {
	char name[80], plot[32], line[24];
	unsigned int x;
	enum bench_kind kind;
	unsigned int list, sge, queue, threads;
	bool own_srqs; /* one SRQ per thread, not one for all */
	bool xrc;
	unsigned int qps, size, watermark;
	enum bench_refill refill;
	char lacks[128]; /* why it cannot be measured here; "": it can */
};

struct bench_plan {
	struct bench_point *points;
	size_t n;
};

/* All points, each with what this device and machine lack for it. */
struct bench_plan bench_plan_make(const struct vct_device *dev, const struct bench_machine *m);
/* Keeps the points whose names match a pattern. Returns the first pattern that matches no point, or
 * NULL. */
const char *bench_plan_select(struct bench_plan *plan, char **patterns, int n);

#endif
