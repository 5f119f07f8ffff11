/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Compares two bench.xml of one device: what certainly became slower. */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H

#include "duel.h"

struct bench_file {
	const char *path;
	xmlDoc *doc; /* valid by reports/bench.rng */
};

/*
 * Pairs the repetitions of two records of a device, and fills the points of the duel, whose
 * threshold is set. Returns false if they cannot be compared, with the reason in `why`, in one
 * line.
 */
bool bench_compare(struct bench_duel *d, const struct bench_file *old, const struct bench_file *new,
		   char *why, size_t size);

#endif
