/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* A thread that keeps the send queues of all QPs full. */
#ifndef BENCH_SENDER_H
#define BENCH_SENDER_H

#include <pthread.h>
#include <stdatomic.h>

#include "receiver.h"

enum { SENDER_QPS = 64, SENDER_BATCH = 8, SENDER_WINDOW = 32 };

struct sender {
	const struct bench_job *job;
	unsigned int threads; /* of the whole, for bench_relax */
	pthread_t thread;
	struct link links[SENDER_QPS];
	unsigned int under_way[SENDER_QPS];
	uint64_t sent;                          /* all messages; once it is over */
	struct ibv_send_wr batch[SENDER_BATCH]; /* the last one is signaled */
	struct ibv_sge sge;
	atomic_bool stopped, over;
	_Atomic(const char *) trouble; /* what went wrong; NULL: nothing */
};

/* The QPs, connected, whose messages go to the receiver's SRQ. */
struct sender *sender_make(const struct bench_job *job, struct receiver *receiver);
void sender_start(struct sender *s);
void sender_stop(struct sender *s);    /* no new messages */
bool sender_is_over(struct sender *s); /* all of its messages have completed */

/* One message of the first QP, while none is under way; and its completion is taken up. */
void sender_send_one(struct sender *s);
void sender_take_one(struct sender *s);

#endif
