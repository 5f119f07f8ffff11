// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The points: the lines of the plots, and the values along each line. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/check.h"
#include "plan.h"

enum { QUEUE = 4096, LIST = 32, TRAFFIC_QUEUE = 1024, WATERMARK = 256, QPS = 4, SIZE = 64 };
enum { ALL_SGES = 0 }; /* as many as the device supports */

/* Along a line one member of the point is x; the other members do not change. */
struct line {
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
#define LISTS    VALUES(1, 2, 4, 8, 16, 32, 64, 128, 256)
#define THREADS  VALUES(1, 2, 4, 8)
#define MANY_QPS VALUES(1, 4, 16)
#define SIZES    VALUES(1, 64, 1024, 4096, 65536)

#define POST(plot_, line_, ...)                                                                    \
	.point = { .plot = "post." plot_,                                                          \
		   .line = (line_),                                                                \
		   .kind = BENCH_POST,                                                             \
		   .list = LIST,                                                                   \
		   .queue = QUEUE,                                                                 \
		   .sge = 1,                                                                       \
		   .threads = 1,                                                                   \
		   ##__VA_ARGS__ }
#define TRAFFIC(plot_, line_, ...)                                                                 \
	.point = { .plot = "traffic." plot_,                                                       \
		   .line = (line_),                                                                \
		   .kind = BENCH_TRAFFIC,                                                          \
		   .list = LIST,                                                                   \
		   .queue = TRAFFIC_QUEUE,                                                         \
		   .watermark = WATERMARK,                                                         \
		   .sge = 1,                                                                       \
		   .threads = 1,                                                                   \
		   .qps = QPS,                                                                     \
		   .size = SIZE,                                                                   \
		   ##__VA_ARGS__ }

#pragma GCC diagnostic ignored "-Woverride-init" /* the value of a line overrides the default */
static const struct line lines[] = {
	{ POST("list", "sge1"), X_IS(list), LISTS },
	{ POST("list", "sge2", .sge = 2), X_IS(list), LISTS },
	{ POST("list", "sge-max", .sge = ALL_SGES), X_IS(list), LISTS },
	{ POST("queue", "list32"), X_IS(queue), VALUES(256, 1024, 4096, 16384, 65536) },
	{ POST("threads", "shared-list1", .list = 1), X_IS(threads), THREADS },
	{ POST("threads", "shared-list32"), X_IS(threads), THREADS },
	{ POST("threads", "own-list1", .list = 1, .own_srqs = true), X_IS(threads), THREADS },
	{ POST("threads", "own-list32", .own_srqs = true), X_IS(threads), THREADS },
	{ TRAFFIC("qps", "rc-count"), X_IS(qps), MANY_QPS },
	{ TRAFFIC("qps", "rc-limit", .refill = BENCH_BY_LIMIT), X_IS(qps), MANY_QPS },
	{ TRAFFIC("qps", "xrc-count", .xrc = true), X_IS(qps), MANY_QPS },
	{ TRAFFIC("qps", "xrc-limit", .xrc = true, .refill = BENCH_BY_LIMIT), X_IS(qps), MANY_QPS },
	{ TRAFFIC("size", "rc-count"), X_IS(size), SIZES },
};

static void find_lacking(struct bench_point *p, const struct vct_device *dev,
			 const struct bench_machine *m)
{
	const struct ibv_device_attr *a = &dev->attr.orig_attr;
	vct_needs needs = NEED_SRQ | (p->kind == BENCH_TRAFFIC ? NEED_RC | NEED_RNR : 0) |
			  (p->xrc ? NEED_XRC : 0);
	const char *lacks = vct_device_lacks(dev, needs);

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
	else if (2 * p->qps > (unsigned int)a->max_qp)
		snprintf(p->lacks, sizeof(p->lacks), "the device supports at most %d QPs (max_qp)",
			 a->max_qp);
	else if (p->threads > m->n_cpus)
		snprintf(p->lacks, sizeof(p->lacks), "%u threads need as many CPUs; there are %u",
			 p->threads, m->n_cpus);
}

static struct bench_point point_at(const struct line *line, unsigned int x,
				   const struct vct_device *dev, const struct bench_machine *m)
{
	struct bench_point p = line->point;
	int most = dev->attr.orig_attr.max_srq_sge;

	memcpy((char *)&p + line->x, &x, sizeof(x));
	p.x = x;
	if (p.sge == ALL_SGES)
		p.sge = most > 0 ? (unsigned int)most : 1;
	snprintf(p.name, sizeof(p.name), "%.31s.%.23s.%u", p.plot, p.line, x);
	find_lacking(&p, dev, m);
	return p;
}

struct bench_plan bench_plan_make(const struct vct_device *dev, const struct bench_machine *m)
{
	struct bench_plan plan = { 0 };

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		for (const unsigned int *x = lines[i].values; *x; x++) {
			plan.points = vct_resize(plan.points, plan.n + 1, sizeof(*plan.points));
			plan.points[plan.n++] = point_at(&lines[i], *x, dev, m);
		}
	return plan;
}

static bool matches(const struct bench_point *p, char **patterns, int n)
{
	for (int i = 0; i < n; i++)
		if (!fnmatch(patterns[i], p->name, 0))
			return true;
	return !n;
}

const char *bench_plan_select(struct bench_plan *plan, char **patterns, int n)
{
	size_t n_left = 0, p;

	for (int i = 0; i < n; i++) {
		for (p = 0; p < plan->n && !matches(&plan->points[p], &patterns[i], 1); p++)
			;
		if (p == plan->n)
			return patterns[i];
	}
	for (p = 0; p < plan->n; p++)
		if (matches(&plan->points[p], patterns, n))
			plan->points[n_left++] = plan->points[p];
	plan->n = n_left;
	return NULL;
}
