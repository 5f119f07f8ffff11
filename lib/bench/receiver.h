/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Who takes what comes, and keeps the SRQ filled. */
#ifndef BENCH_RECEIVER_H
#define BENCH_RECEIVER_H

#include <pthread.h>
#include <stdatomic.h>

#include "../check/link.h"
#include "job.h"

struct receiver {
	const struct bench_job *job;
	unsigned int threads; /* of the whole, for bench_relax */
	struct ibv_cq *cq;
	struct ibv_xrcd *xrcd;
	struct ibv_srq *srq;
	struct ibv_recv_wr *list;
	uint64_t lowest; /* the fewest WRs ever seen in the SRQ */
	_Alignas(128) atomic_uint_fast64_t received;
	_Alignas(128) atomic_uint_fast64_t posted;
	atomic_uint_fast64_t refills;

	/* Refilling by limit: */
	pthread_t reader;
	atomic_bool stopped;
	/* The limit that is armed is crossed by this many-th receive; when the receiver saw it. */
	atomic_uint_fast64_t crossing, crossed_at;
	atomic_uint_fast64_t events, n_ticks;
	_Atomic(const char *) trouble; /* what went wrong; NULL: nothing */
};

void receiver_start(struct receiver *r); /* the SRQ is full */
void receiver_poll(struct receiver *r);  /* takes what is there; refills if that is its part */
void receiver_stop(struct receiver *r);

/* WRs in the SRQ that no completion has told of; and lists, until there is no room for another. */
uint64_t receiver_left(const struct receiver *r);
int receiver_refill(struct receiver *r);

uint64_t bench_switches(void); /* times that a thread of this process was preempted so far */

#endif
