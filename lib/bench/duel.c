// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs the pairs of a duel, until the answer is sure or its time is over. */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/deadline.h"
#include "../base/memory.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "duel.h"

enum { BLOCK_NS = 1000000 };
enum { A, B };

static gsl_rng *rng;

static bool heads(void)
{
	return gsl_rng_uniform_int(rng, 2);
}

static bool of_device(const struct bench_duel *d)
{
	return d->kind == BENCH_OF_DEVICE;
}

bool bench_is_harness(const struct bench_duel_point *p)
{
	return !strcmp(p->name, "harness");
}

static bool is_measured(const struct bench_duel_point *p)
{
	return !p->lacks[0] && !p->failed[0];
}

static bool give_up(struct bench_duel *d)
{
	const struct bench_peer *lost = &d->sides[d->sides[A].error[0] ? A : B];

	snprintf(d->ended, sizeof(d->ended), "%s", lost->error);
	return false;
}

/* One process measures a device and its floor: it is side B. */
static bool start_both(struct bench_duel *d)
{
	bool first = heads();

	if (of_device(d))
		return bench_peer_start(&d->sides[B]) || give_up(d);
	return (bench_peer_start(&d->sides[first]) && bench_peer_start(&d->sides[!first])) ||
	       give_up(d);
}

/* Both end before one starts again: each gets some of the memory of the other. */
static void stop_both(struct bench_duel *d)
{
	bench_peer_stop(&d->sides[A]);
	bench_peer_stop(&d->sides[B]);
}

static void add_block(struct bench_duel_point *p, const double *ns)
{
	p->blocks = vct_resize(p->blocks, p->n_blocks + 1, sizeof(double));
	for (int i = A; i <= B; i++) {
		p->of_pair[i] = vct_resize(p->of_pair[i], p->n_blocks + 1, sizeof(double));
		p->of_pair[i][p->n_blocks] = ns[i];
	}
	p->blocks[p->n_blocks++] = log(ns[B] / ns[A]);
}

/* A point that fails on a device alone does not prevent the others: they go on in a new process. */
static bool lose_point(struct bench_duel *d, struct bench_duel_point *p)
{
	struct bench_peer *device = &d->sides[B];

	if (!of_device(d))
		return give_up(d);
	if (device->late) {
		snprintf(d->ended, sizeof(d->ended), "%s, while it measured %s", device->error,
			 p->name);
		return false;
	}
	snprintf(p->failed, sizeof(p->failed), "%.255s", device->error);
	bench_peer_stop(device);
	device->error[0] = '\0';
	return bench_peer_start(device) || give_up(d);
}

static bool measure_block(struct bench_duel *d, struct bench_duel_point *p)
{
	char request[128], answer[256];
	bool first = heads();
	double ns[2];

	for (int i = 0; i < 2; i++) {
		int s = i ? !first : first;
		struct bench_peer *side = &d->sides[of_device(d) ? B : s];

		snprintf(request, sizeof(request), "%s %s %d\n",
			 of_device(d) && s == A ? "floor" : "measure", p->name, BLOCK_NS);
		if (!bench_peer_ask(side, request, d->deadline, answer, sizeof(answer)))
			return lose_point(d, p);
		if (sscanf(answer, "ns %lf", &ns[s]) != 1 || !(ns[s] > 0) || !isfinite(ns[s])) {
			snprintf(d->ended, sizeof(d->ended),
				 "side %s (%.200s): this is not a time: %.80s",
				 side->name ? side->name : "", side->what, answer);
			return false;
		}
	}
	add_block(p, ns);
	return true;
}

/* Measures each point once, in random order. */
static bool measure_points(struct bench_duel *d)
{
	size_t *order = vct_allocate(d->n, sizeof(*order));
	bool going = true;

	for (size_t i = 0; i < d->n; i++)
		order[i] = i;
	gsl_ran_shuffle(rng, order, d->n, sizeof(*order));
	for (size_t i = 0; i < d->n && going; i++)
		if (is_measured(&d->points[order[i]]))
			going = measure_block(d, &d->points[order[i]]);
	free(order);
	return going;
}

static bool measure_round(struct bench_duel *d)
{
	for (unsigned int b = 0; b < d->blocks; b++)
		if (!measure_points(d))
			return false;
	return true;
}

static bool begin_again(struct bench_duel *d)
{
	bool first = heads();
	char answer[256];

	for (int i = 0; i < 2; i++)
		if (!bench_peer_ask(&d->sides[i ? !first : first], "again\n", BENCH_PATIENCE,
				    answer, sizeof(answer)))
			return give_up(d);
	return true;
}

/* Returns true if it is time to look. */
static bool end_pair(struct bench_duel *d)
{
	bool look = false;

	for (size_t i = 0; i < d->n; i++) {
		struct bench_duel_point *p = &d->points[i];

		if (!p->n_blocks || !is_measured(p))
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
	while (!of_device(d) && vct_now_ms() - ready < ready - begin && begin_again(d));
	stop_both(d);
	*look = !d->ended[0] && end_pair(d);
	return !d->ended[0];
}

static bool look_at_all(struct bench_duel *d)
{
	bool sure = true;

	for (size_t i = 0; i < d->n; i++) {
		struct bench_duel_point *p = &d->points[i];

		if (!is_measured(p))
			continue;
		bench_paired_look(&p->paired);
		sure &= strcmp(bench_paired_verdict(&p->paired, d->threshold), "unclear") != 0;
	}
	return sure;
}

static void measure_until_sure(struct bench_duel *d)
{
	double until = vct_now_ms() + d->seconds * 1e3;
	bool look = false, sure = false;

	while (!sure && vct_now_ms() < until && measure_pair(d, &look))
		sure = look && look_at_all(d);
	if (!sure && !look)
		look_at_all(d);
}

/* The standard output of a guest is a pipe; VCT_TTY says that a terminal is at its other end. */
static void say_progress(size_t n, size_t of, double seconds)
{
	if (!isatty(STDOUT_FILENO) && !getenv("VCT_TTY"))
		printf("repetition %zu of %zu: %.2f s\n", n, of, seconds);
	else if (n < of)
		printf("\r\033[K[%zu/%zu]", n, of);
	else
		printf("\r\033[K");
	fflush(stdout);
}

static void measure_repetitions(struct bench_duel *d)
{
	bool look;

	for (size_t n = 1; n <= d->pairs; n++) {
		double begin = vct_now_ms();

		if (!measure_pair(d, &look))
			break;
		say_progress(n, d->pairs, (vct_now_ms() - begin) / 1e3);
	}
	look_at_all(d);
}

static const struct bench_offer *offer_of(const struct bench_peer *side, const char *name)
{
	static const struct bench_offer unknown = { .lacks = (char *)"it does not know the point" };

	for (size_t i = 0; i < side->n_offers; i++)
		if (!strcmp(side->offers[i].name, name))
			return &side->offers[i];
	return &unknown;
}

static void add_point(struct bench_duel *d, const struct bench_offer *offer)
{
	struct bench_duel_point *p;

	d->points = vct_grow(d->points, d->n, sizeof(*d->points));
	p = &d->points[d->n++];
	*p = (struct bench_duel_point){ .name = offer->name,
					.what = offer->what,
					.instructions = { -1, -1 } };
	for (int s = of_device(d) ? B : A; s <= B && !p->lacks[0]; s++) {
		const char *lacks = offer_of(&d->sides[s], p->name)->lacks;

		if (lacks && of_device(d))
			snprintf(p->lacks, sizeof(p->lacks), "%s", lacks);
		else if (lacks)
			snprintf(p->lacks, sizeof(p->lacks), "side %s: %s", d->sides[s].name,
				 lacks);
	}
}

/* In a duel without the harness; the intervals of a device alone are not judged together. */
static bool make_points(struct bench_duel *d)
{
	const struct bench_peer *side = &d->sides[of_device(d) ? B : A];
	unsigned int measured = 0;

	for (size_t i = 0; i < side->n_offers; i++)
		if (of_device(d) || strcmp(side->offers[i].name, "harness"))
			add_point(d, &side->offers[i]);
	for (size_t i = 0; i < d->n; i++)
		measured += !d->points[i].lacks[0];
	for (size_t i = 0; i < d->n; i++)
		bench_paired_begin(&d->points[i].paired, of_device(d) ? 1 : measured);
	if (measured || of_device(d))
		return true;
	snprintf(d->ended, sizeof(d->ended), "no point can be measured on both sides; %s: %s",
		 d->n ? d->points[0].name : "", d->n ? d->points[0].lacks : "there is none");
	return false;
}

static void count_side(struct bench_duel *d, int s)
{
	struct bench_peer *side = &d->sides[s];
	char line[512], name[64];
	double value;

	if (!bench_peer_start(side) ||
	    !bench_peer_ask(side, "count\n", 2 * BENCH_PATIENCE, line, sizeof(line))) {
		d->uncounted[s] = side->error;
		return;
	}
	if (sscanf(line, "counted %15s", d->counted_by[s]) != 1)
		d->uncounted[s] = vct_copy(line + (strncmp(line, "uncounted ", 10) ? 0 : 10));
	while (bench_peer_read(side, BENCH_PATIENCE, line, sizeof(line)) && strcmp(line, "ready"))
		for (size_t i = 0; i < d->n; i++)
			if (sscanf(line, "instructions %63s %lf", name, &value) == 2 &&
			    !strcmp(name, d->points[i].name))
				d->points[i].instructions[s] = value;
}

/* After the measurement, which stays whatever becomes of the counts. */
static void count(struct bench_duel *d)
{
	if (d->ended[0] || !d->count)
		return;
	if (!of_device(d))
		count_side(d, A);
	count_side(d, B);
}

/* Both sides, and what they start, run on one CPU; only one of them works at a time. */
static void pin(const struct bench_duel *d)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(d->machine.cpus[0], &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static const char *judge(const struct bench_duel *d)
{
	bool unclear = false, slower = false;

	for (size_t i = 0; i < d->n; i++) {
		const struct bench_duel_point *p = &d->points[i];
		const char *v = bench_paired_verdict(&p->paired, d->threshold);

		slower |= p->failed[0] || (is_measured(p) && !strcmp(v, "slower"));
		unclear |= is_measured(p) && !strcmp(v, "unclear");
	}
	return slower ? "slower" : unclear ? "unclear" : "no-slower";
}

const char *bench_duel_verdict(const struct bench_duel *d)
{
	if (d->ended[0])
		return "incomplete";
	if (!of_device(d))
		return judge(d);
	for (size_t i = 0; i < d->n; i++)
		if (d->points[i].failed[0])
			return "failed";
	return "measured";
}

static int exit_code(const struct bench_duel *d)
{
	const char *verdict = bench_duel_verdict(d);

	if (!strcmp(verdict, "incomplete"))
		return VCT_INCOMPLETE;
	if (!strcmp(verdict, "unclear"))
		return VCT_USAGE;
	return strcmp(verdict, "slower") && strcmp(verdict, "failed") ? VCT_CONFORMS
								      : VCT_CONFORMS_NOT;
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
	if (!of_device(d))
		pin(d);
	if (start_both(d) && make_points(d)) {
		stop_both(d);
		(of_device(d) ? measure_repetitions : measure_until_sure)(d);
		count(d);
	}
	stop_both(d);
	d->took = (vct_now_ms() - begin) / 1e3;
	gsl_rng_free(rng);
	return exit_code(d);
}
