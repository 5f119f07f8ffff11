/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What a bench.xml holds; it is valid by reports/bench.rng. */
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

/* What each repetition took: ns a WR, ns of the floor, and the one by the other. */
enum bench_time { BENCH_WR, BENCH_FLOOR, BENCH_BY_FLOOR, BENCH_TIMES };
struct bench_times {
	double *of[BENCH_TIMES];
	size_t n;
};
struct bench_times bench_times(const xmlNode *point);
void bench_times_free(struct bench_times *times);

/*
 * What is typical of all points of a kind ("post", "traffic", NULL: both) of which both records
 * have figures, whose number is *points: a repetition's median over the points of its times by what
 * is usual there, in both records. Few points that are noisy do not disturb it.
 */
void bench_typical(const xmlNode *old, const xmlNode *new, const char *kind, size_t *points,
		   struct bench_times *was, struct bench_times *is);

#endif
