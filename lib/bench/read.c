// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the points and repetitions of a bench.xml. */
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "read.h"
#include "stats.h"

static xmlNode *named(xmlNode *node, const char *name)
{
	while (node && strcmp((const char *)node->name, name))
		node = node->next;
	return node;
}

xmlNode *bench_first(const xmlNode *parent, const char *name)
{
	return named(parent->children, name);
}

xmlNode *bench_next(const xmlNode *node)
{
	return named(node->next, (const char *)node->name);
}

xmlNode *bench_point(const xmlNode *bench, const char *name)
{
	xmlNode *point = bench_first(bench, "point");

	while (point && strcmp(vct_attribute(point, "name"), name))
		point = bench_next(point);
	return point;
}

bool bench_has_figures(const xmlNode *point)
{
	return bench_first(point, "rate");
}

static double *room_for(size_t n)
{
	return vct_allocate(n + 1, sizeof(double));
}

static struct bench_times times_for(size_t n)
{
	return (struct bench_times){ .of = { room_for(n), room_for(n), room_for(n) } };
}

void bench_times_free(struct bench_times *times)
{
	for (int i = 0; i < BENCH_TIMES; i++)
		free(times->of[i]);
}

static double time_of(const xmlNode *sample, enum bench_time which)
{
	double ns = 1e9 / strtod(vct_attribute(sample, "rate"), NULL);
	double floor = 1e9 / strtod(vct_attribute(sample, "floor"), NULL);

	return which == BENCH_WR ? ns : which == BENCH_FLOOR ? floor : ns / floor;
}

struct bench_times bench_times(const xmlNode *point)
{
	struct bench_times times;
	size_t n = 0;

	for (xmlNode *s = bench_first(point, "sample"); s; s = bench_next(s))
		n++;
	times = times_for(n);
	for (xmlNode *s = bench_first(point, "sample"); s; s = bench_next(s), times.n++)
		for (int i = 0; i < BENCH_TIMES; i++)
			times.of[i][times.n] = time_of(s, i);
	return times;
}

/* A point with figures in both records, and its median over the repetitions of both. */
struct shared {
	const xmlNode *old, *new;
	double usual[BENCH_TIMES];
};

static struct shared share(const xmlNode *old, const xmlNode *new)
{
	struct bench_times was = bench_times(old), is = bench_times(new);
	struct shared shared = { .old = old, .new = new };
	double *all = room_for(was.n + is.n);

	for (int i = 0; i < BENCH_TIMES; i++) {
		memcpy(all, was.of[i], was.n * sizeof(*all));
		memcpy(all + was.n, is.of[i], is.n * sizeof(*all));
		shared.usual[i] = bench_middle(all, was.n + is.n);
	}
	free(all);
	bench_times_free(&was);
	bench_times_free(&is);
	return shared;
}

static struct shared *shared_points(const xmlNode *old, const xmlNode *new, const char *kind,
				    size_t *n)
{
	struct shared *points = NULL;

	*n = 0;
	for (xmlNode *p = bench_first(old, "point"); p; p = bench_next(p)) {
		const xmlNode *other = bench_point(new, vct_attribute(p, "name"));
		const char *its = vct_attribute(bench_first(p, "parameters"), "kind");

		if (!bench_has_figures(p) || !other || !bench_has_figures(other) ||
		    (kind && strcmp(its, kind)))
			continue;
		points = vct_resize(points, *n + 1, sizeof(*points));
		points[(*n)++] = share(p, other);
	}
	return points;
}

static unsigned long integer(const xmlNode *node, const char *name)
{
	return strtoul(vct_attribute(node, name), NULL, 10);
}

static const xmlNode *repetition_of(const xmlNode *point, unsigned long n)
{
	const xmlNode *sample = bench_first(point, "sample");

	while (sample && integer(sample, "n") != n)
		sample = bench_next(sample);
	return sample;
}

/* Adds a repetition, unless most points lack it, as after the early end of a run. */
static void add_typical(struct bench_times *times, const struct shared *points, size_t n_points,
			bool new, unsigned long repetition)
{
	double *by_usual = room_for(n_points);
	size_t n = 0;

	for (int i = 0; i < BENCH_TIMES; i++) {
		n = 0;
		for (size_t p = 0; p < n_points; p++) {
			const xmlNode *sample =
				repetition_of(new ? points[p].new : points[p].old, repetition);

			if (sample)
				by_usual[n++] = time_of(sample, i) / points[p].usual[i];
		}
		if (n)
			times->of[i][times->n] = bench_middle(by_usual, n);
	}
	times->n += 2 * n >= n_points;
	free(by_usual);
}

void bench_typical(const xmlNode *old, const xmlNode *new, const char *kind, size_t *points,
		   struct bench_times *was, struct bench_times *is)
{
	unsigned long n_old = integer(old, "repetitions"), n_new = integer(new, "repetitions");
	struct shared *shared = shared_points(old, new, kind, points);

	*was = times_for(n_old);
	*is = times_for(n_new);
	for (unsigned long n = 1; *points && n <= n_old; n++)
		add_typical(was, shared, *points, false, n);
	for (unsigned long n = 1; *points && n <= n_new; n++)
		add_typical(is, shared, *points, true, n);
	free(shared);
}
