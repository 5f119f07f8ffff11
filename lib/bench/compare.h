/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Compares two bench.xml of one device: what certainly became slower. */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H

#include <libxml/tree.h>
#include <stddef.h>

struct bench_file {
	const char *path;
	xmlDoc *doc; /* valid by reports/bench.rng */
};

/*
 * Compares two files. Returns a document valid by reports/comparison.rng. A change of less than
 * `threshold` (0.03: 3 %) counts as no change. Returns NULL if the files cannot be compared, with
 * the reason in `why`, in one line.
 */
xmlDoc *bench_compare(const struct bench_file *old, const struct bench_file *new, double threshold,
		      char *why, size_t size);

#endif
