/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * One repetition of one point, in a process of its own. It measures by calling the verbs directly;
 * what it needs around that it makes as checks do (objects.h, link.h), and where that fails it ends
 * as a check does: SETUP(), vct_broken().
 */
#ifndef BENCH_JOB_H
#define BENCH_JOB_H

#include "../check/judge.h"
#include "plan.h"

/* What latencies are taken of. */
enum bench_latency {
	BENCH_CALL,         /* calls of ibv_post_srq_recv */
	BENCH_EVENT,        /* limit events under traffic */
	BENCH_LONE_EVENT,   /* the same of single messages, from their sends */
	BENCH_LONE_MESSAGE, /* the completions of these, likewise */
	BENCH_LATENCIES
};

struct bench_sample {
	unsigned int n, at; /* which repetition, and the place in its order */
	double rate, floor; /* WRs a second. Of BENCH_OWN the timed loop's and the bare one's */
	double cycles;      /* a WR; 0: not counted */
	uint64_t wrs;       /* posted, or received, in the timed part */
	uint64_t switches;  /* times a thread that measures was preempted meanwhile */
	size_t n_ticks[BENCH_LATENCIES];  /* latencies taken */
	double p50, p99;                  /* of calls, in ns */
	uint64_t lowest, refills, events; /* of traffic */
	int64_t rnr;                      /* -1: nobody counts */
};

struct bench_job {
	const struct bench_point *point;
	const struct bench_machine *machine;
	double budget; /* ns that it is to take, about */
	unsigned int seed;
	/* In memory shared with the parent; of each latency there are `room` at most. */
	struct bench_sample *sample;
	uint32_t *ticks[BENCH_LATENCIES];
	size_t room;
};

/* The share of the budget: what comes first finds cold caches and slow clocks, and does not count.
 */
#define BENCH_WARM_UP 0.1
#define BENCH_FLOOR   0.1 /* before and after */

void bench_post(struct bench_job *job);
void bench_traffic(struct bench_job *job);
void bench_own(struct bench_job *job);

/* The rate of the floor with as many threads, for about `ns`. */
struct bench_team;
double bench_floor_rate(const struct bench_job *job, struct bench_team *team, double ns);

/* A list of n WRs with SGEs of `length` bytes, in a registered area of their own. */
struct ibv_recv_wr *bench_list(unsigned int n, unsigned int sges, uint32_t length);

#endif
