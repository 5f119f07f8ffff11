// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Posting alone: the rate, the latency of calls, and the cost of the harness. */
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>

#include "../base/memory.h"
#include "../check/objects.h"
#include "clock.h"
#include "cycles.h"
#include "filling.h"
#include "job.h"
#include "team.h"

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

static double median(double *rates, unsigned int n)
{
	return gsl_stats_median(rates, 1, n);
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
		uint64_t before = bench_counter_read(counter), ticks;

		ticks = fill_once(f, fill_lane);
		cycles += bench_counter_read(counter) - before;
		f->rates[f->n++] = filling_rate(f, ticks);
	} while (f->n < MOST_FILLS && (f->n < LEAST_FILLS || bench_now() < until));
	job->sample->rate = median(f->rates, f->n);
	job->sample->wrs = f->n * filling_wrs(f);
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
	struct filling *f = filling_make(job, team);
	double floor = bench_floor_rate(job, team, job->budget * BENCH_FLOOR);

	filling_scatter(job);
	measure_rate(f, job, job->budget * 0.5);
	job->sample->floor = (floor + bench_floor_rate(job, team, job->budget * BENCH_FLOOR)) / 2;
	job->sample->switches = bench_team_switches(team);
	measure_latency(f, job, job->budget * 0.3);
	bench_team_free(team);
}

void bench_harness(struct bench_job *job)
{
	struct bench_team *team = bench_team_make(1, job->machine);
	struct filling *f = filling_make(job, team);
	uint64_t until = bench_now() + bench_ticks(job->budget);
	double *minimal = vct_allocate(MOST_FILLS, sizeof(*minimal));

	/* In turn, and each equally often first, because the second has warmer caches. */
	do {
		bool first = f->n % 2;
		uint64_t a = fill_once(f, first ? fill_lane : fill_lane_minimally);
		uint64_t b = fill_once(f, first ? fill_lane_minimally : fill_lane);

		f->rates[f->n] = filling_rate(f, first ? a : b);
		minimal[f->n++] = filling_rate(f, first ? b : a);
	} while (f->n < MOST_FILLS && (f->n < LEAST_FILLS || bench_now() < until));
	job->sample->rate = median(f->rates, f->n);
	job->sample->floor = median(minimal, f->n);
	job->sample->wrs = f->n * filling_wrs(f);
	bench_team_free(team);
}
