// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Compares two records of one device. Between them the machine may have changed: the change of its
 * floor tells by how much, but not how much of it the device has felt. Therefore a verdict must
 * hold if the device has felt nothing of it, as much, or twice as much.
 */
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "compare.h"

enum { MOST_FELT = 2 };

struct comparison {
	struct bench_duel *duel;
	const xmlNode *old, *new;
	size_t n;      /* repetitions that both have */
	double *floor; /* of each: how much longer the floor takes, as a logarithm */
	char *why;
	size_t size;
};

static bool refuse(struct comparison *c, const char *what, const char *was, const char *is)
{
	snprintf(c->why, c->size, "%s is '%s' in OLD and '%s' in NEW", what, was, is);
	return false;
}

/* The device is the last side; the first one is its floor. */
static xmlNode *side_of(const xmlNode *bench)
{
	xmlNode *last = NULL;

	VCT_FOR_EACH (side, bench, "side")
		last = side;
	return last;
}

static bool are_comparable(struct comparison *c)
{
	static const char *const of_device[] = { "driver", "vendor", "part", "link-layer" };
	static const char *const of_machine[] = { "cpu", "cpus", "virtual", "pinned" };
	char what[64];

	for (size_t i = 0; i < 8; i++) {
		bool device = i < 4;
		const char *name = device ? of_device[i] : of_machine[i - 4];
		const xmlNode *old = device ? vct_first(side_of(c->old), "device")
					    : vct_first(c->old, "machine");
		const xmlNode *new = device ? vct_first(side_of(c->new), "device")
					    : vct_first(c->new, "machine");
		const char *was = vct_attribute(old, name), *is = vct_attribute(new, name);

		snprintf(what, sizeof(what), "%s %s", (const char *)old->name, name);
		if (strcmp(was, is))
			return refuse(c, what, was, is);
	}
	return true;
}

static const xmlNode *point_of(const xmlNode *bench, const char *name)
{
	VCT_FOR_EACH (point, bench, "point")
		if (!strcmp(vct_attribute(point, "name"), name))
			return point;
	return NULL;
}

static size_t repetitions(const xmlNode *point)
{
	size_t n = 0;

	VCT_FOR_EACH (pair, point, "pair")
		n++;
	return n;
}

/* The times of a point, in ns: "a" of the floor, "b" of the device. */
static double *times_of(const xmlNode *point, const char *side)
{
	double *times = vct_allocate(repetitions(point) + 1, sizeof(*times));
	size_t n = 0;

	VCT_FOR_EACH (pair, point, "pair")
		times[n++] = strtod(vct_attribute(pair, side), NULL);
	return times;
}

static bool is(const xmlNode *point, const char *verdict)
{
	return point && !strcmp(vct_attribute(point, "verdict"), verdict);
}

static void put_reason(char *into, size_t size, const char *how, const xmlNode *point)
{
	char *reason = (char *)xmlNodeGetContent(vct_first(point, "reason"));

	snprintf(into, size, "%s: %s", how, reason);
	xmlFree(reason);
}

/* Why a point cannot be compared; in p->failed if it is a fault of the device. */
static void say_missing(struct bench_duel_point *p, const xmlNode *old, const xmlNode *new)
{
	if (!old || !new)
		snprintf(p->lacks, sizeof(p->lacks), "not in %s", old ? "NEW" : "OLD");
	else if (!is(old, "measured"))
		put_reason(p->lacks, sizeof(p->lacks), "not measured in OLD", old);
	else if (is(new, "failed"))
		put_reason(p->failed, sizeof(p->failed), "failed in NEW", new);
	else if (!is(new, "measured"))
		put_reason(p->lacks, sizeof(p->lacks), "not measured in NEW", new);
}

static double instructions_of(const xmlNode *point)
{
	const xmlNode *node = vct_first(point, "instructions");

	return node ? strtod(vct_attribute(node, "b"), NULL) : -1;
}

static bool add_point(struct comparison *c, const xmlNode *old, const xmlNode *new)
{
	struct bench_duel *d = c->duel;
	struct bench_duel_point *p;
	char what[128];

	if (!is(old, "measured") && !is(new, "measured"))
		return true;
	d->points = vct_grow(d->points, d->n, sizeof(*d->points));
	p = &d->points[d->n++];
	*p = (struct bench_duel_point){ .name = vct_attribute(old ? old : new, "name"),
					.what = vct_attribute(old ? old : new, "what"),
					.instructions = { -1, -1 } };
	say_missing(p, old, new);
	if (p->lacks[0] || p->failed[0])
		return true;
	snprintf(what, sizeof(what), "%s is not the same point in both: it", p->name);
	if (strcmp(p->what, vct_attribute(new, "what")))
		return refuse(c, what, p->what, vct_attribute(new, "what"));
	p->ns[0] = times_of(old, "b");
	p->ns[1] = times_of(new, "b");
	p->instructions[0] = instructions_of(old);
	p->instructions[1] = instructions_of(new);
	c->n = d->n == 1 || repetitions(old) < c->n ? repetitions(old) : c->n;
	c->n = repetitions(new) < c->n ? repetitions(new) : c->n;
	return true;
}

static bool add_points(struct comparison *c)
{
	c->n = SIZE_MAX;
	VCT_FOR_EACH (old, c->old, "point")
		if (!add_point(c, old, point_of(c->new, vct_attribute(old, "name"))))
			return false;
	VCT_FOR_EACH (new, c->new, "point")
		if (!point_of(c->old, vct_attribute(new, "name")) && !add_point(c, NULL, new))
			return false;
	if (c->n < SIZE_MAX)
		return true;
	snprintf(c->why, c->size, "no point was measured in both");
	return false;
}

static bool is_compared(const struct bench_duel_point *p)
{
	return !p->lacks[0] && !p->failed[0];
}

/* The change of the machine: of each repetition, the median over the points. */
static void find_floor(struct comparison *c, unsigned int n_points)
{
	double *changes = vct_allocate(n_points * c->n, sizeof(*changes));
	unsigned int at = 0;

	c->floor = vct_allocate(c->n, sizeof(*c->floor));
	for (size_t i = 0; i < c->duel->n; i++) {
		const char *name = c->duel->points[i].name;
		double *was, *is;

		if (!is_compared(&c->duel->points[i]))
			continue;
		was = times_of(point_of(c->old, name), "a");
		is = times_of(point_of(c->new, name), "a");
		for (size_t r = 0; r < c->n; r++)
			changes[r * n_points + at] = log(is[r] / was[r]);
		at++;
		free(was);
		free(is);
	}
	for (size_t r = 0; r < c->n; r++)
		c->floor[r] = gsl_stats_median(&changes[r * n_points], 1, n_points);
	c->duel->floor = bench_paired_judge(c->floor, c->n, 1);
	free(changes);
}

/* The interval that holds however much of the machine's change the device has felt. */
static void judge(const struct comparison *c, struct bench_duel_point *p, unsigned int n_points)
{
	double *values = vct_allocate(c->n, sizeof(*values));

	for (int felt = 0; felt <= MOST_FELT; felt++) {
		struct bench_paired one;

		for (size_t r = 0; r < c->n; r++)
			values[r] = log(p->ns[1][r] / p->ns[0][r]) - felt * c->floor[r];
		one = bench_paired_judge(values, c->n, n_points);
		if (!felt)
			p->paired = one;
		p->paired.low = fmin(p->paired.low, one.low);
		p->paired.high = fmax(p->paired.high, one.high);
	}
	free(values);
}

static void take_side(struct bench_duel *d, int s, const struct bench_file *file)
{
	xmlNode *root = xmlDocGetRootElement(file->doc), *side = side_of(root);
	struct bench_peer *p = &d->sides[s];

	p->what = file->path;
	d->device[s] = vct_first(side, "device");
	d->of_machine[s] = vct_first(root, "machine");
	snprintf(p->dev, sizeof(p->dev), "%s", vct_attribute(side, "device"));
	snprintf(p->driver, sizeof(p->driver), "%s", vct_attribute(side, "driver"));
	snprintf(p->kernel, sizeof(p->kernel), "%s", vct_attribute(side, "kernel"));
	snprintf(p->rdma_core, sizeof(p->rdma_core), "%s", vct_attribute(side, "rdma-core"));
	snprintf(d->counted_by[s], sizeof(d->counted_by[s]), "%s", vct_attribute(side, "counted"));
}

bool bench_compare(struct bench_duel *d, const struct bench_file *old, const struct bench_file *new,
		   char *why, size_t size)
{
	struct comparison c = { .duel = d,
				.old = xmlDocGetRootElement(old->doc),
				.new = xmlDocGetRootElement(new->doc),
				.why = why,
				.size = size };
	unsigned int compared = 0;

	d->kind = BENCH_OF_RECORDS;
	take_side(d, 0, old);
	take_side(d, 1, new);
	if (!are_comparable(&c) || !add_points(&c))
		return false;
	for (size_t i = 0; i < d->n; i++)
		compared += is_compared(&d->points[i]);
	find_floor(&c, compared);
	for (size_t i = 0; i < d->n; i++)
		if (is_compared(&d->points[i]))
			judge(&c, &d->points[i], compared);
	free(c.floor);
	return true;
}
