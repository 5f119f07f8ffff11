// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The time to fill an SRQ is measured; the time to empty it is not. It is emptied by destroying it
 * and making a new one: every device can do this, and on every device messages would consume the
 * receives more slowly than they are posted.
 */
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>

#include "../base/memory.h"
#include "../check/objects.h"
#include "clock.h"
#include "filling.h"
#include "floor.h"
#include "team.h"
#include "warm.h"

enum { SCATTERED = 8 };

/* The timed loop. */
__attribute__((noinline, aligned(64))) static int fill(struct ibv_srq *srq,
						       struct ibv_recv_wr *list, unsigned int calls)
{
	struct ibv_recv_wr *bad;

	for (unsigned int i = 0; i < calls; i++) {
		int ret = ibv_post_srq_recv(srq, list, &bad);

		if (__builtin_expect(ret, 0))
			return ret;
	}
	return 0;
}

/* The minimal loop. */
__attribute__((noinline, aligned(64))) static void
fill_minimally(struct ibv_srq *srq, struct ibv_recv_wr *wr, unsigned int calls)
{
	struct ibv_recv_wr *bad;

	for (unsigned int i = 0; i < calls; i++)
		ibv_post_srq_recv(srq, wr, &bad);
}

void fill_lane(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];

	l->error = fill(l->srq, l->list, l->calls);
}

void fill_lane_minimally(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];

	fill_minimally(l->srq, l->list, l->calls);
}

static void fill_lane_of_floor(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];

	bench_floor_fill(l->floor, l->list, l->calls);
}

static struct ibv_srq *make_srq(const struct bench_point *p)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = p->queue, .max_sge = p->sge } };
	struct ibv_srq *srq = ibv_create_srq(pd(), &init);

	if (!srq)
		vct_broken(VCT_HERE("ibv_create_srq"), "ibv_create_srq failed: %s",
			   strerror(errno));
	return srq;
}

uint64_t fill_once(struct filling *f, void (*work)(void *filling, unsigned int who))
{
	unsigned int threads = bench_team_size(f->team);
	struct ibv_srq *shared = f->point->own_srqs ? NULL : make_srq(f->point);
	uint64_t ticks;

	for (unsigned int i = 0; i < threads; i++)
		f->lanes[i].srq = shared ? shared : make_srq(f->point);
	bench_warm_rings();
	ticks = bench_team_do(f->team, work, f);
	for (unsigned int i = 0; i < threads; i++) {
		struct lane *l = &f->lanes[i];

		if (l->error)
			vct_broken(VCT_HERE("ibv_post_srq_recv"),
				   "ibv_post_srq_recv returned %s although there was room",
				   strerror(l->error));
		if ((!shared || !i) && ibv_destroy_srq(l->srq))
			vct_broken(VCT_HERE("ibv_destroy_srq"), "ibv_destroy_srq failed");
	}
	return ticks;
}

uint64_t filling_wrs(const struct filling *f)
{
	uint64_t wrs = 0;

	for (unsigned int i = 0; i < bench_team_size(f->team); i++)
		wrs += (uint64_t)f->lanes[i].calls * f->point->list;
	return wrs;
}

double filling_rate(const struct filling *f, uint64_t ticks)
{
	return (double)filling_wrs(f) * 1e9 / bench_ns(ticks ? ticks : 1);
}

void filling_scatter(const struct bench_job *job)
{
	unsigned int state = job->seed;
	const struct bench_point *p = job->point;

	for (int n = rand_r(&state) % SCATTERED; n; n--) {
		struct ibv_srq_init_attr init = { .attr = { .max_wr = 1 + (uint32_t)rand_r(&state) %
										  p->queue,
							    .max_sge = p->sge } };

		if (!vct_create_srq(pd(), &init))
			break;
	}
}

struct filling *filling_make(const struct bench_job *job, struct bench_team *team)
{
	const struct bench_point *p = job->point;
	unsigned int share = p->own_srqs || p->kind == BENCH_TRAFFIC ? 1 : p->threads;
	struct filling *f = aligned_alloc(128, sizeof(*f));

	SETUP(f && p->threads <= MOST_THREADS);
	memset(f, 0, sizeof(*f));
	f->point = p;
	f->team = team;
	f->rates = vct_allocate(MOST_FILLS, sizeof(*f->rates));
	for (unsigned int i = 0; i < bench_team_size(team); i++) {
		struct lane *l = &f->lanes[i];

		l->list = bench_list(p->list, p->sge, 64);
		l->calls = p->queue / share / p->list;
		SETUP(l->calls);
		l->floor = bench_floor_make(vct_dev->driver, p->queue / share, p->sge);
		l->ticks = job->ticks[BENCH_CALL] + i * (job->room / p->threads);
	}
	return f;
}

double bench_floor_rate(const struct bench_job *job, struct bench_team *team, double ns)
{
	struct filling *f = filling_make(job, team);
	uint64_t until = bench_now() + bench_ticks(ns);
	double rate;

	do
		f->rates[f->n++] = filling_rate(f, bench_team_do(team, fill_lane_of_floor, f));
	while (f->n < MOST_FILLS && (f->n < LEAST_FILLS || bench_now() < until));
	rate = gsl_stats_median(f->rates, 1, f->n);
	for (unsigned int i = 0; i < bench_team_size(team); i++) {
		free(f->lanes[i].list);
		bench_floor_free(f->lanes[i].floor);
	}
	free(f->rates);
	free(f);
	return rate;
}
