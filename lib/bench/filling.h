/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Fills empty SRQs, by the threads of a team, and measures the time of a filling. */
#ifndef BENCH_FILLING_H
#define BENCH_FILLING_H

#include <stdint.h>

#include "plan.h"

struct bench_floor;
struct bench_team;

enum { MOST_THREADS = 64 };

/* The work of a thread. */
struct lane {
	_Alignas(128) struct ibv_srq *srq;
	struct ibv_recv_wr *list;
	unsigned int calls; /* number of calls that fill its part of the queue */
	int error;
	struct bench_floor *floor;
};

struct filling {
	const struct bench_point *point;
	struct bench_team *team; /* of the threads of the point */
	struct lane lanes[MOST_THREADS];
};

struct filling *filling_make(const struct bench_point *point);
/* What each thread does: the timed loop, and the minimal loop. */
void fill_lane(void *filling, unsigned int who);
void fill_lane_minimally(void *filling, unsigned int who);
/* Makes new SRQs, warms them, and returns the ns that it takes to fill them. */
uint64_t fill_once(struct filling *f, void (*work)(void *filling, unsigned int who));
uint64_t fill_floor_once(struct filling *f);   /* the same, of the floor */
uint64_t filling_wrs(const struct filling *f); /* that one filling posts */

/* Makes a list of n WRs with SGEs of `length` bytes in a registered area. */
struct ibv_recv_wr *bench_list(unsigned int n, unsigned int sges, uint32_t length);

#endif
