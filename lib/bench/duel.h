/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A duel measures two stacks in turn, pair by pair: for each pair both sides are started, in random
 * order, and measure the same points in short blocks, in random order. The value of a pair is the
 * median over its blocks. The pair, and not the block, is the unit of the statistics, because the
 * addresses of a process change its times for as long as it runs.
 *
 * A benchmark of one device is a duel with its floor, in which one process measures both. The
 * comparison of two such records pairs their repetitions.
 */
#ifndef BENCH_DUEL_H
#define BENCH_DUEL_H

#include <libxml/tree.h>
#include <time.h>

#include "../check/device.h"
#include "machine.h"
#include "paired.h"
#include "peer.h"

enum bench_duel_kind { BENCH_OF_DEVICE, BENCH_OF_STACKS, BENCH_OF_RECORDS };

struct bench_duel_point {
	const char *name, *what;
	struct bench_paired paired;  /* logarithms of the ratios B / A */
	double *ns[2];               /* of each pair: medians of its blocks, in ns per WR */
	double *blocks, *of_pair[2]; /* of the pair that is measured: logarithms; ns of each side */
	size_t n_blocks;
	double instructions[2]; /* per WR; below 0: not counted */
	char lacks[256];        /* why it cannot be measured; "" */
	char failed[256];       /* how it failed, on a device alone, or in NEW only; "" */
};

struct bench_duel {
	enum bench_duel_kind kind;
	struct bench_peer sides[2];
	double threshold; /* 0.01 */
	double seconds;   /* BENCH_OF_STACKS: the time that is given */
	size_t pairs;     /* BENCH_OF_DEVICE: how often each point is measured */
	unsigned int blocks;
	double deadline; /* for a block, in s; vct_slow multiplies it */
	bool count;      /* instructions, too */
	unsigned long seed;
	const char *command;
	const struct vct_device *dev; /* BENCH_OF_DEVICE */
	struct bench_machine machine;
	/* The results: */
	time_t start;
	double took;
	struct bench_duel_point *points;
	size_t n;
	char counted_by[2][16];   /* "perf", "callgrind"; "" */
	const char *uncounted[2]; /* why instructions were not counted; NULL */
	char ended[640];          /* why it ended without an answer; "" */
	/* BENCH_OF_RECORDS: the change of the machine, and <device> and <machine> of both records.
	 */
	struct bench_paired floor;
	xmlNode *device[2], *of_machine[2];
};

/* Measures, and returns the exit code. */
int bench_duel_run(struct bench_duel *d);
/* "measured", "slower", "no-slower", "unclear", "failed", "incomplete" */
const char *bench_duel_verdict(const struct bench_duel *d);
/* Makes bench.xml (reports/bench.rng). */
xmlDoc *bench_duel_document(const struct bench_duel *d);

/* Whether a point is the harness, which no table has. */
bool bench_is_harness(const struct bench_duel_point *point);

#endif
