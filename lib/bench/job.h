/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A job is one repetition of one point, in a separate process. It calls the measured verbs
 * directly. It makes the other objects as checks do (objects.h, link.h), and if that fails it ends
 * as a check does: SETUP(), vct_broken().
 */
#ifndef BENCH_JOB_H
#define BENCH_JOB_H

#include "../check/judge.h"
#include "plan.h"

/* The kinds of latency. */
enum bench_latency {
	BENCH_CALL,         /* calls of ibv_post_srq_recv */
	BENCH_EVENT,        /* limit events under traffic */
	BENCH_LONE_EVENT,   /* limit events of single messages, from their sends */
	BENCH_LONE_MESSAGE, /* completions of single messages, from their sends */
	BENCH_LATENCIES
};

struct bench_sample {
	unsigned int n, at; /* number of the repetition, and place in its order */
	double rate,
		floor; /* WRs per second; for BENCH_HARNESS of the timed and of the minimal loop */
	double cycles; /* per WR; 0: not counted */
	uint64_t wrs;  /* WRs posted, or messages received, in the timed part */
	uint64_t switches; /* how often measuring threads were preempted in the timed part */
	size_t n_ticks[BENCH_LATENCIES];  /* number of latencies */
	double p50, p99;                  /* of calls, in ns */
	uint64_t lowest, refills, events; /* of traffic */
	int64_t rnr;                      /* -1: there is no counter */
};

struct bench_job {
	const struct bench_point *point;
	const struct bench_machine *machine;
	double budget; /* approximate time for the job in ns */
	unsigned int seed;
	/* In memory shared with the parent; at most `room` latencies of each kind. */
	struct bench_sample *sample;
	uint32_t *ticks[BENCH_LATENCIES];
	size_t room;
};

/* Shares of the budget. The warm-up is not counted: caches are cold and clocks slow at first. */
#define BENCH_WARM_UP 0.1
#define BENCH_FLOOR   0.1 /* once before the measurement, once after it */

void bench_post(struct bench_job *job);
void bench_traffic(struct bench_job *job);
void bench_harness(struct bench_job *job);

/* Measures the rate of the floor with the threads of the team, for about `ns`. */
struct bench_team;
double bench_floor_rate(const struct bench_job *job, struct bench_team *team, double ns);

/* Makes a list of n WRs with SGEs of `length` bytes in a registered area. */
struct ibv_recv_wr *bench_list(unsigned int n, unsigned int sges, uint32_t length);

#endif
