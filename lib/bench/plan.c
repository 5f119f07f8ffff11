// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The points: families of points, and the values along each family. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/check.h"
#include "plan.h"

enum { QUEUE = 4096, LIST = 32 };
enum { ALL_SGES = 0 }; /* as many as the device supports */

/* Along a line one member of the point is x; the other members do not change. */
struct line {
	const char *name;
	struct bench_point point;
	size_t x; /* offset of this member */
	const unsigned int *values;
};

#define X_IS(member_) .x = offsetof(struct bench_point, member_)
#define VALUES(...)                                                                                \
	.values = (const unsigned int[])                                                           \
	{                                                                                          \
		__VA_ARGS__, 0                                                                     \
	}
#define LISTS   VALUES(1, 2, 4, 8, 16, 32, 64, 128, 256)
#define THREADS VALUES(1, 2, 4, 8)

#define POST(line_, ...)                                                                           \
	.name = "post." line_,                                                                     \
	.point = { .list = LIST, .queue = QUEUE, .sge = 1, .threads = 1, ##__VA_ARGS__ }
#pragma GCC diagnostic ignored "-Woverride-init" /* the value of a line overrides the default */
static const struct line lines[] = {
	{ POST("list.sge1"), X_IS(list), LISTS },
	{ POST("list.sge2", .sge = 2), X_IS(list), LISTS },
	{ POST("list.sge-max", .sge = ALL_SGES), X_IS(list), LISTS },
	{ POST("queue.list32"), X_IS(queue), VALUES(256, 1024, 4096, 16384, 65536) },
	{ POST("threads.shared-list1", .list = 1), X_IS(threads), THREADS },
	{ POST("threads.shared-list32"), X_IS(threads), THREADS },
	{ POST("threads.own-list1", .list = 1, .own_srqs = true), X_IS(threads), THREADS },
	{ POST("threads.own-list32", .own_srqs = true), X_IS(threads), THREADS },
};

static void find_lacking(struct bench_point *p, const struct vct_device *dev,
			 const struct bench_machine *m)
{
	const struct ibv_device_attr *a = &dev->attr.orig_attr;
	const char *lacks = vct_device_lacks(dev, NEED_SRQ);

	if (lacks)
		snprintf(p->lacks, sizeof(p->lacks), "%s", lacks);
	else if (p->queue > (unsigned int)a->max_srq_wr)
		snprintf(p->lacks, sizeof(p->lacks),
			 "the device supports at most %d WRs (max_srq_wr)", a->max_srq_wr);
	else if (p->sge > (unsigned int)a->max_srq_sge)
		snprintf(p->lacks, sizeof(p->lacks),
			 "the device supports at most %d SGEs (max_srq_sge)", a->max_srq_sge);
	else if (p->own_srqs && p->threads > (unsigned int)a->max_srq)
		snprintf(p->lacks, sizeof(p->lacks),
			 "the device supports at most %d SRQs (max_srq)", a->max_srq);
	else if (p->threads > m->n_cpus)
		snprintf(p->lacks, sizeof(p->lacks), "%u threads need as many CPUs; there are %u",
			 p->threads, m->n_cpus);
}

/* "4 QPs" */
static const char *many(unsigned int n, const char *what)
{
	static char texts[4][32];
	static unsigned int next;
	char *text = texts[next++ % 4];

	snprintf(text, sizeof(texts[0]), "%u %s%s", n, what, n == 1 ? "" : "s");
	return text;
}

static void describe(struct bench_point *p)
{
	snprintf(p->what, sizeof(p->what), "%s per call, %s, %s, %s of %u WRs", many(p->list, "WR"),
		 many(p->sge, "SGE"), many(p->threads, "thread"),
		 p->own_srqs ? "an SRQ each" : "one SRQ", p->queue);
}

static struct bench_point point_at(const struct line *line, unsigned int x,
				   const struct vct_device *dev, const struct bench_machine *m)
{
	struct bench_point p = line->point;
	int most = dev->attr.orig_attr.max_srq_sge;

	memcpy((char *)&p + line->x, &x, sizeof(x));
	if (p.sge == ALL_SGES)
		p.sge = most > 0 ? (unsigned int)most : 1;
	snprintf(p.name, sizeof(p.name), "%s.%u", line->name, x);
	describe(&p);
	find_lacking(&p, dev, m);
	return p;
}

static void add(struct bench_plan *plan, struct bench_point point)
{
	plan->points = vct_resize(plan->points, plan->n + 1, sizeof(*plan->points));
	plan->points[plan->n++] = point;
}

static struct bench_point harness(const struct vct_device *dev, const struct bench_machine *m)
{
	struct bench_point p = { .name = "harness",
				 .what = "the timed loop and a minimal loop",
				 .harness = true,
				 .list = 1,
				 .sge = 1,
				 .queue = QUEUE,
				 .threads = 1 };

	if (p.queue > (unsigned int)dev->attr.orig_attr.max_srq_wr)
		p.queue = (unsigned int)dev->attr.orig_attr.max_srq_wr;
	find_lacking(&p, dev, m);
	return p;
}

struct bench_plan bench_plan_make(const struct vct_device *dev, const struct bench_machine *m)
{
	struct bench_plan plan = { 0 };

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		for (const unsigned int *x = lines[i].values; *x; x++)
			add(&plan, point_at(&lines[i], *x, dev, m));
	add(&plan, harness(dev, m));
	return plan;
}

static bool matches(const struct bench_point *p, char **patterns, int n)
{
	for (int i = 0; i < n; i++)
		if (!fnmatch(patterns[i], p->name, 0))
			return true;
	return !n || p->harness;
}

const char *bench_plan_select(struct bench_plan *plan, char **patterns, int n)
{
	size_t n_left = 0, p;

	for (int i = 0; i < n; i++) {
		for (p = 0; !matches(&plan->points[p], &patterns[i], 1); p++)
			;
		if (plan->points[p].harness)
			return patterns[i];
	}
	for (p = 0; p < plan->n; p++)
		if (matches(&plan->points[p], patterns, n))
			plan->points[n_left++] = plan->points[p];
	plan->n = n_left;
	return NULL;
}
