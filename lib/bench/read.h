/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Reads a bench.xml, which has been validated by reports/bench.rng. */
#ifndef BENCH_READ_H
#define BENCH_READ_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

/* The first child of that name, and the next sibling of the same name; NULL: there is none. */
xmlNode *bench_first(const xmlNode *parent, const char *name);
xmlNode *bench_next(const xmlNode *node);

xmlNode *bench_point(const xmlNode *bench, const char *name);
bool bench_has_figures(const xmlNode *point);

/* The times of each repetition: ns per WR, ns of the floor, and their ratio. */
enum bench_time { BENCH_WR, BENCH_FLOOR, BENCH_BY_FLOOR, BENCH_TIMES };
struct bench_times {
	double *of[BENCH_TIMES];
	size_t n;
};
struct bench_times bench_times(const xmlNode *point);
void bench_times_free(struct bench_times *times);

/*
 * The typical times of all points of a kind ("post", "traffic", NULL: both) that have figures in
 * both records; *points is their number. For each repetition this is the median, over the points,
 * of its time divided by the usual time of the point, which is the median over both records. A few
 * noisy points do not affect it.
 */
void bench_typical(const xmlNode *old, const xmlNode *new, const char *kind, size_t *points,
		   struct bench_times *was, struct bench_times *is);

#endif
