/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A benchmark measures each point of a plan a number of times, in random order, each time in a
 * separate process with a deadline. A point that fails does not affect the others.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <libxml/tree.h>

#include "instructions.h"
#include "job.h"

/* The measurements of a point. */
struct bench_record {
	const struct bench_point *point;
	struct bench_sample *samples;
	unsigned int n_samples;
	uint32_t *ticks[BENCH_LATENCIES]; /* of all repetitions */
	size_t n_ticks[BENCH_LATENCIES];
	char failed[256]; /* why it failed; "" */
};

struct bench {
	const struct vct_device *dev;
	const char *command;
	struct bench_machine machine;
	struct bench_plan plan;
	unsigned int repetitions;
	bool quick, count; /* count: instructions, too */
	double deadline;   /* of one repetition of a point, in s; vct_slow multiplies it */
	unsigned long seed;
	/* The results: */
	time_t start;
	double seconds;
	double stolen; /* % of the CPU time taken by the hypervisor */
	struct bench_record *records, harness;
	struct bench_counts counts; /* of instructions */
	char ended[256];            /* why it ended early; "" */
};

/* Measures and prints its progress. Returns an exit code as vct_run() does. */
int bench_run(struct bench *b);
/* Makes bench.xml. */
xmlDoc *bench_document(struct bench *b);

#endif
