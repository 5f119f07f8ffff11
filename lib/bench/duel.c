// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs the pairs of a duel, until the answer is sure or its time is over. */
#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/deadline.h"
#include "../base/exit.h"
#include "clock.h"
#include "duel.h"
#include "stats.h"

enum { BLOCKS = 8, BLOCK_NS = 1000000 };
enum { A, B };

static gsl_rng *rng;

static bool heads(void)
{
	return gsl_rng_uniform_int(rng, 2);
}

static bool give_up(struct bench_duel *d)
{
	const char *a = d->sides[A].error, *b = d->sides[B].error;

	snprintf(d->ended, sizeof(d->ended), "%s", a[0] ? a : b);
	return false;
}

static bool start_both(struct bench_duel *d)
{
	bool first = heads();

	if (bench_peer_start(&d->sides[first]) && bench_peer_start(&d->sides[!first]))
		return true;
	return give_up(d);
}

/* Both end before one starts again: each gets some of the memory of the other. */
static void stop_both(struct bench_duel *d)
{
	bench_peer_stop(&d->sides[A]);
	bench_peer_stop(&d->sides[B]);
}

static void add_block(struct bench_duel_point *p, const double *ns)
{
	if (p->n_blocks == p->room) {
		p->room = p->room ? 2 * p->room : BLOCKS;
		p->blocks = vct_resize(p->blocks, p->room, sizeof(double));
		for (int i = A; i <= B; i++)
			p->of_pair[i] = vct_resize(p->of_pair[i], p->room, sizeof(double));
	}
	p->of_pair[A][p->n_blocks] = ns[A];
	p->of_pair[B][p->n_blocks] = ns[B];
	p->blocks[p->n_blocks++] = log(ns[B] / ns[A]);
}

static bool measure_block(struct bench_duel *d, struct bench_duel_point *p)
{
	char request[128], answer[256];
	bool first = heads();
	double ns[2];

	snprintf(request, sizeof(request), "measure %s %d\n", p->name, BLOCK_NS);
	for (int i = 0; i < 2; i++) {
		struct bench_peer *side = &d->sides[i ? !first : first];
		double *time = &ns[side - d->sides];

		if (!bench_peer_ask(side, request, answer, sizeof(answer)))
			return give_up(d);
		if (sscanf(answer, "ns %lf", time) != 1 || !(*time > 0) || !isfinite(*time)) {
			snprintf(d->ended, sizeof(d->ended),
				 "side %s (%.200s): this is not a time: %.80s", side->name,
				 side->what, answer);
			return false;
		}
	}
	add_block(p, ns);
	return true;
}

static bool measure_round(struct bench_duel *d)
{
	for (int b = 0; b < BLOCKS; b++)
		for (size_t i = 0; i < d->n; i++)
			if (!d->points[i].lacks[0] && !measure_block(d, &d->points[i]))
				return false;
	return true;
}

static bool begin_again(struct bench_duel *d)
{
	bool first = heads();
	char answer[256];

	for (int i = 0; i < 2; i++)
		if (!bench_peer_ask(&d->sides[i ? !first : first], "again\n", answer,
				    sizeof(answer)))
			return give_up(d);
	return true;
}

/* Returns true if it is time to look. */
static bool end_pair(struct bench_duel *d)
{
	bool look = false;

	for (size_t i = 0; i < d->n; i++) {
		struct bench_duel_point *p = &d->points[i];

		if (!p->n_blocks)
			continue;
		look |= bench_paired_add(&p->paired, gsl_stats_median(p->blocks, 1, p->n_blocks));
		for (int s = A; s <= B; s++) {
			p->ns[s] = vct_resize(p->ns[s], p->paired.n, sizeof(double));
			p->ns[s][p->paired.n - 1] = gsl_stats_median(p->of_pair[s], 1, p->n_blocks);
		}
		p->n_blocks = 0;
	}
	return look;
}

/*
 * A pair of sides that are slow to start, such as guests, measures for as long as they took, and
 * begins again and again meanwhile.
 */
static bool measure_pair(struct bench_duel *d, bool *look)
{
	double begin = vct_now_ms(), ready;

	if (!start_both(d))
		return false;
	ready = vct_now_ms();
	do
		if (!measure_round(d))
			return false;
	while (vct_now_ms() - ready < ready - begin && begin_again(d));
	stop_both(d);
	*look = !d->ended[0] && end_pair(d);
	return !d->ended[0];
}

static bool look_at_all(struct bench_duel *d)
{
	bool sure = true;

	for (size_t i = 0; i < d->n; i++) {
		struct bench_duel_point *p = &d->points[i];

		if (p->lacks[0])
			continue;
		bench_paired_look(&p->paired);
		sure &= strcmp(bench_paired_verdict(&p->paired, d->threshold), "unclear") != 0;
	}
	return sure;
}

static void measure_pairs(struct bench_duel *d)
{
	double until = vct_now_ms() + d->seconds * 1e3;
	bool look = false, sure = false;

	while (!sure && vct_now_ms() < until && measure_pair(d, &look))
		sure = look && look_at_all(d);
	if (!sure && !look)
		look_at_all(d);
}

static const char *what_lacks(const struct bench_peer *side, const char *name)
{
	size_t length = strlen(name);

	for (char **l = side->lacking; l && *l; l++)
		if (!strncmp(*l, name, length) && (*l)[length] == ' ')
			return *l + length + 1;
	for (char **p = side->points; p && *p; p++)
		if (!strcmp(*p, name))
			return NULL;
	return "it does not know the point";
}

static void add_point(struct bench_duel *d, const char *name)
{
	struct bench_duel_point *p;

	d->points = vct_resize(d->points, d->n + 1, sizeof(*d->points));
	p = &d->points[d->n++];
	*p = (struct bench_duel_point){ .name = name, .instructions = { -1, -1 } };
	for (int s = A; s <= B && !p->lacks[0]; s++) {
		const char *lacks = what_lacks(&d->sides[s], name);

		if (lacks)
			snprintf(p->lacks, sizeof(p->lacks), "side %s: %s", d->sides[s].name,
				 lacks);
	}
}

static bool make_points(struct bench_duel *d)
{
	unsigned int measured = 0;

	for (char **p = d->sides[A].points; p && *p; p++)
		add_point(d, *p);
	for (char **p = d->sides[A].lacking; p && *p; p++)
		add_point(d, vct_copy_part(*p, strcspn(*p, " ")));
	for (size_t i = 0; i < d->n; i++)
		measured += !d->points[i].lacks[0];
	for (size_t i = 0; i < d->n; i++)
		bench_paired_begin(&d->points[i].paired, measured);
	if (measured)
		return true;
	snprintf(d->ended, sizeof(d->ended), "no point can be measured on both sides; %s: %s",
		 d->n ? d->points[0].name : "", d->n ? d->points[0].lacks : "there is none");
	return false;
}

static bool count_side(struct bench_duel *d, int s)
{
	struct bench_peer *side = &d->sides[s];
	char line[512], name[64];
	double value;

	if (!bench_peer_ask(side, "count\n", line, sizeof(line)))
		return give_up(d);
	if (sscanf(line, "counted %15s", d->counted_by[s]) != 1)
		snprintf(d->uncounted[s], sizeof(d->uncounted[s]), "%.255s",
			 line + (strncmp(line, "uncounted ", 10) ? 0 : 10));
	while (bench_peer_read(side, line, sizeof(line)) && strcmp(line, "ready"))
		for (size_t i = 0; i < d->n; i++)
			if (sscanf(line, "instructions %63s %lf", name, &value) == 2 &&
			    !strcmp(name, d->points[i].name))
				d->points[i].instructions[s] = value;
	return !side->error[0] || give_up(d);
}

/* Both sides, and what they start, run on one CPU; only one of them works at a time. */
static void pin(const struct bench_duel *d)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(d->cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

const char *bench_duel_verdict(const struct bench_duel *d)
{
	bool unclear = false;

	if (d->ended[0])
		return "failed";
	for (size_t i = 0; i < d->n; i++) {
		const char *v = bench_paired_verdict(&d->points[i].paired, d->threshold);

		if (d->points[i].lacks[0])
			continue;
		if (!strcmp(v, "slower"))
			return v;
		unclear |= !strcmp(v, "unclear");
	}
	return unclear ? "unclear" : "no-slower";
}

static int exit_code(const struct bench_duel *d)
{
	const char *verdict = bench_duel_verdict(d);

	if (!strcmp(verdict, "failed"))
		return VCT_INCOMPLETE;
	if (!strcmp(verdict, "slower"))
		return VCT_CONFORMS_NOT;
	return strcmp(verdict, "unclear") ? VCT_CONFORMS : VCT_USAGE;
}

int bench_duel_run(struct bench_duel *d)
{
	double begin = vct_now_ms();

	rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (!rng)
		abort();
	gsl_rng_set(rng, d->seed);
	signal(SIGPIPE, SIG_IGN);
	d->start = time(NULL);
	pin(d);
	bench_clock_choose();
	if (start_both(d) && make_points(d) &&
	    (!d->count || (count_side(d, A) && count_side(d, B)))) {
		stop_both(d);
		measure_pairs(d);
	}
	stop_both(d);
	d->took = (vct_now_ms() - begin) / 1e3;
	gsl_rng_free(rng);
	return exit_code(d);
}
