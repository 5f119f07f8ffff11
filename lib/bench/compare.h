/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Two bench.xml of one device: what became slower, as far as that is sure. */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H

#include <libxml/tree.h>
#include <stddef.h>

struct bench_file {
	const char *path;
	xmlDoc *doc; /* valid by reports/bench.rng */
};

/*
 * A document as reports/comparison.rng tells, of two files. A change of
 * less than `threshold` (0.03: 3 %) is none. NULL: they cannot be compared, and `why` says so in
 * one line.
 */
xmlDoc *bench_compare(const struct bench_file *old, const struct bench_file *new, double threshold,
		      char *why, size_t size);

#endif
