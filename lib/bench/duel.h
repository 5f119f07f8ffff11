/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A duel measures two stacks in turn, pair by pair: for each pair both sides are started, in random
 * order, and measure the same points in short blocks, in random order. The value of a pair is the
 * median over its blocks. The pair, and not the block, is the unit of the statistics, because the
 * addresses of a process change its times for as long as it runs.
 */
#ifndef BENCH_DUEL_H
#define BENCH_DUEL_H

#include <libxml/tree.h>
#include <time.h>

#include "machine.h"
#include "paired.h"
#include "peer.h"

struct bench_duel_point {
	const char *name;
	struct bench_paired paired;
	double *blocks; /* of the pair that is measured: logarithms of ratios */
	size_t n_blocks, room;
	double *ns[2];          /* median of each pair, in ns per WR */
	double *of_pair[2];     /* ns of the blocks of the pair that is measured */
	double instructions[2]; /* per WR; below 0: not counted */
	char lacks[256];        /* why a side cannot measure it; "" */
};

struct bench_duel {
	struct bench_peer sides[2];
	double threshold; /* 0.01 */
	double seconds;   /* the time that is given */
	unsigned int cpu; /* on which both sides run */
	bool count;       /* instructions, too */
	unsigned long seed;
	const char *command;
	struct bench_machine machine;
	/* The results: */
	time_t start;
	double took;
	struct bench_duel_point *points;
	size_t n;
	char counted_by[2][16], uncounted[2][256];
	char ended[512]; /* why it ended without an answer; "" */
};

/* Returns the exit code: 0 not slower, 1 slower, 2 neither is sure, 3 a side failed. */
int bench_duel_run(struct bench_duel *d);
/* "slower", "no-slower", "unclear", "failed" */
const char *bench_duel_verdict(const struct bench_duel *d);
/* Makes duel.xml (reports/duel.rng). */
xmlDoc *bench_duel_document(const struct bench_duel *d);

#endif
