// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Posting alone. The time to fill an SRQ is measured; the time to empty it is not. It is emptied by
 * destroying it and making a new one: every device can do this, and on every device messages would
 * consume the receives more slowly than they are posted.
 */
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>

#include "../check/objects.h"
#include "clock.h"
#include "cycles.h"
#include "floor.h"
#include "job.h"
#include "team.h"
#include "warm.h"

enum { MOST_FILLS = 1 << 16, MOST_THREADS = 64, LEAST_FILLS = 3, SCATTERED = 8 };

/* The work of a thread. */
struct lane {
	_Alignas(128) struct ibv_srq *srq;
	struct ibv_recv_wr *list;
	unsigned int calls; /* number of calls that fill its part of the queue */
	int error;
	struct bench_floor *floor;
	uint32_t *ticks;
	size_t n_ticks;
};

struct filling {
	const struct bench_point *point;
	struct bench_team *team;
	struct lane lanes[MOST_THREADS];
	double *rates; /* of each filling */
	unsigned int n;
};

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

static void fill_lane(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];

	l->error = fill(l->srq, l->list, l->calls);
}

static void fill_lane_minimally(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];

	fill_minimally(l->srq, l->list, l->calls);
}

static void fill_lane_of_floor(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];

	bench_floor_fill(l->floor, l->list, l->calls);
}

static void time_calls(void *filling, unsigned int who)
{
	struct lane *l = &((struct filling *)filling)->lanes[who];
	struct ibv_recv_wr *bad;

	for (unsigned int i = 0; i < l->calls && !l->error; i++) {
		uint64_t begin = bench_now(), ticks;

		l->error = ibv_post_srq_recv(l->srq, l->list, &bad);
		ticks = bench_now() - begin;
		l->ticks[l->n_ticks++] = ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX;
	}
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

/* Makes new SRQs, warms them, and measures the time to fill them. */
static uint64_t fill_once(struct filling *f, void (*work)(void *filling, unsigned int who))
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

static uint64_t wrs_of_filling(const struct filling *f)
{
	uint64_t wrs = 0;

	for (unsigned int i = 0; i < bench_team_size(f->team); i++)
		wrs += (uint64_t)f->lanes[i].calls * f->point->list;
	return wrs;
}

static double rate_of(const struct filling *f, uint64_t ticks)
{
	return (double)wrs_of_filling(f) * 1e9 / bench_ns(ticks ? ticks : 1);
}

static double median(double *rates, unsigned int n)
{
	return gsl_stats_median(rates, 1, n);
}

/*
 * Makes some SRQs that stay, so that the measured SRQs have different addresses in each repetition.
 * Otherwise the effect of the addresses on the caches would be the same in all repetitions of a
 * run.
 */
static void scatter(const struct bench_job *job)
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

static struct filling *begin(const struct bench_job *job, struct bench_team *team)
{
	const struct bench_point *p = job->point;
	unsigned int share = p->own_srqs || p->kind == BENCH_TRAFFIC ? 1 : p->threads;
	struct filling *f = aligned_alloc(128, sizeof(*f));

	SETUP(f && p->threads <= MOST_THREADS);
	memset(f, 0, sizeof(*f));
	f->point = p;
	f->team = team;
	f->rates = calloc(MOST_FILLS, sizeof(*f->rates));
	SETUP(f->rates);
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
	struct filling *f = begin(job, team);
	uint64_t until = bench_now() + bench_ticks(ns);
	double rate;

	do
		f->rates[f->n++] = rate_of(f, bench_team_do(team, fill_lane_of_floor, f));
	while (f->n < MOST_FILLS && (f->n < LEAST_FILLS || bench_now() < until));
	rate = median(f->rates, f->n);
	for (unsigned int i = 0; i < bench_team_size(team); i++) {
		free(f->lanes[i].list);
		bench_floor_free(f->lanes[i].floor);
	}
	free(f->rates);
	free(f);
	return rate;
}

static void measure_rate(struct filling *f, struct bench_job *job, double ns)
{
	int counter = f->point->threads == 1 ? bench_cycles_open() : -1;
	uint64_t until = bench_now() + bench_ticks(ns * BENCH_WARM_UP), cycles = 0;

	do
		fill_once(f, fill_lane);
	while (bench_now() < until);
	until = bench_now() + bench_ticks(ns * (1 - BENCH_WARM_UP));
	do {
		uint64_t before = bench_cycles_read(counter), ticks;

		ticks = fill_once(f, fill_lane);
		cycles += bench_cycles_read(counter) - before;
		f->rates[f->n++] = rate_of(f, ticks);
	} while (f->n < MOST_FILLS && (f->n < LEAST_FILLS || bench_now() < until));
	job->sample->rate = median(f->rates, f->n);
	job->sample->wrs = f->n * wrs_of_filling(f);
	job->sample->cycles = (double)cycles / (double)job->sample->wrs;
}

static void measure_latency(struct filling *f, struct bench_job *job, double ns)
{
	uint64_t until = bench_now() + bench_ticks(ns);
	size_t room = job->room / f->point->threads, n = 0;

	while (f->lanes[0].n_ticks + f->lanes[0].calls <= room && bench_now() < until)
		fill_once(f, time_calls);
	for (unsigned int i = 0; i < f->point->threads; i++) {
		memmove(job->ticks[BENCH_CALL] + n, f->lanes[i].ticks,
			f->lanes[i].n_ticks * sizeof(**job->ticks));
		n += f->lanes[i].n_ticks;
	}
	job->sample->n_ticks[BENCH_CALL] = n;
}

void bench_post(struct bench_job *job)
{
	struct bench_team *team = bench_team_make(job->point->threads, job->machine);
	struct filling *f = begin(job, team);
	double floor = bench_floor_rate(job, team, job->budget * BENCH_FLOOR);

	scatter(job);
	measure_rate(f, job, job->budget * 0.5);
	job->sample->floor = (floor + bench_floor_rate(job, team, job->budget * BENCH_FLOOR)) / 2;
	job->sample->switches = bench_team_switches(team);
	measure_latency(f, job, job->budget * 0.3);
	bench_team_free(team);
}

void bench_harness(struct bench_job *job)
{
	struct bench_team *team = bench_team_make(1, job->machine);
	struct filling *f = begin(job, team);
	uint64_t until = bench_now() + bench_ticks(job->budget);
	double *minimal = calloc(MOST_FILLS, sizeof(*minimal));

	SETUP(minimal);
	/* In turn, and each equally often first, because the second has warmer caches. */
	do {
		bool first = f->n % 2;
		uint64_t a = fill_once(f, first ? fill_lane : fill_lane_minimally);
		uint64_t b = fill_once(f, first ? fill_lane_minimally : fill_lane);

		f->rates[f->n] = rate_of(f, first ? a : b);
		minimal[f->n++] = rate_of(f, first ? b : a);
	} while (f->n < MOST_FILLS && (f->n < LEAST_FILLS || bench_now() < until));
	job->sample->rate = median(f->rates, f->n);
	job->sample->floor = median(minimal, f->n);
	job->sample->wrs = f->n * wrs_of_filling(f);
	bench_team_free(team);
}
