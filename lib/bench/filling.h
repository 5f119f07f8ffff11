/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Fills empty SRQs, by the threads of a team, and measures the time of a filling. */
#ifndef BENCH_FILLING_H
#define BENCH_FILLING_H

#include <stdint.h>

#include "job.h"

struct bench_floor;
struct bench_team;

enum { MOST_FILLS = 1 << 16, MOST_THREADS = 64, LEAST_FILLS = 3 };

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

struct filling *filling_make(const struct bench_job *job, struct bench_team *team);
/* What each thread does: the timed loop, and the minimal loop. */
void fill_lane(void *filling, unsigned int who);
void fill_lane_minimally(void *filling, unsigned int who);
/* Makes new SRQs, warms them, and returns the ticks that it takes to fill them. */
uint64_t fill_once(struct filling *f, void (*work)(void *filling, unsigned int who));
uint64_t filling_wrs(const struct filling *f); /* that one filling posts */
double filling_rate(const struct filling *f, uint64_t ticks);
/*
 * Makes some SRQs that stay, so that the measured SRQs have different addresses in each repetition.
 * Otherwise the effect of the addresses on the caches would be the same in all repetitions of a
 * run.
 */
void filling_scatter(const struct bench_job *job);

#endif
