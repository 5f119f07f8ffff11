/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A benchmark: the points of a plan, each measured a number of times, in random order, each time in
 * a process of its own with a deadline; what was measured is kept whatever happens to the rest.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <libxml/tree.h>

#include "job.h"

/* All that was measured of a point. */
struct bench_record {
	const struct bench_point *point;
	struct bench_sample *samples;
	unsigned int n_samples;
	uint32_t *ticks[BENCH_LATENCIES]; /* of all repetitions */
	size_t n_ticks[BENCH_LATENCIES];
	char failed[256]; /* what a verb did not do that it should; "" */
};

struct bench {
	const struct vct_device *dev;
	const char *command;
	struct bench_machine machine;
	struct bench_plan plan;
	unsigned int repetitions;
	bool quick;
	double deadline; /* s that one repetition of a point may take, before vct_slow */
	unsigned long seed;
	/* What it came to: */
	time_t start;
	double seconds;
	double stolen; /* % of the CPUs' time */
	struct bench_record *records, own;
	char ended[256]; /* why it ended early; "" */
};

/* Measures, telling of its progress on standard output. Returns an exit code as vct_run() does. */
int bench_run(struct bench *b);
/* bench.xml */
xmlDoc *bench_document(struct bench *b);

#endif
