/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Receives the messages and keeps the SRQ filled. */
#ifndef BENCH_RECEIVER_H
#define BENCH_RECEIVER_H

#include <pthread.h>
#include <stdatomic.h>

#include "../check/link.h"
#include "job.h"

struct receiver {
	const struct bench_job *job;
	unsigned int threads; /* number of all threads, for bench_relax */
	struct ibv_cq *cq;
	struct ibv_xrcd *xrcd;
	struct ibv_srq *srq;
	struct ibv_recv_wr *list;
	uint64_t lowest; /* the fewest WRs seen in the SRQ */
	_Alignas(128) atomic_uint_fast64_t received;
	_Alignas(128) atomic_uint_fast64_t posted;
	atomic_uint_fast64_t refills;

	/* Refilling by limit: */
	pthread_t reader;
	atomic_bool stopped;
	/* The number of the receive that crosses the limit; when the receiver saw it. */
	atomic_uint_fast64_t crossing, crossed_at;
	atomic_uint_fast64_t events, n_ticks;
	_Atomic(const char *) trouble; /* what went wrong; NULL: nothing */
};

void receiver_start(struct receiver *r); /* fills the SRQ */
void receiver_poll(struct receiver *r);  /* polls completions; refills by count */
void receiver_stop(struct receiver *r);

/* The number of WRs in the SRQ whose completion was not polled. */
uint64_t receiver_left(const struct receiver *r);
int receiver_refill(struct receiver *r); /* posts lists until there is no room */

uint64_t bench_switches(void); /* how often threads of this process were preempted so far */

#endif
