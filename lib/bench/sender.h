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
	unsigned int threads; /* number of all threads, for bench_relax */
	pthread_t thread;
	struct link links[SENDER_QPS];
	unsigned int in_flight[SENDER_QPS];
	uint64_t sent; /* number of all messages; valid once it has finished */
	struct ibv_send_wr batch[SENDER_BATCH]; /* the last one is signaled */
	struct ibv_sge sge;
	atomic_bool stopped, finished;
	_Atomic(const char *) trouble; /* what went wrong; NULL: nothing */
};

/* Makes connected QPs whose messages go to the receiver's SRQ. */
struct sender *sender_make(const struct bench_job *job, struct receiver *receiver);
void sender_start(struct sender *s);
void sender_stop(struct sender *s);         /* it sends no new messages */
bool sender_has_finished(struct sender *s); /* all messages have completed */

/* Sends one message on the first QP while none is in flight; waits for its completion. */
void sender_send_one(struct sender *s);
void sender_take_one(struct sender *s);

#endif
