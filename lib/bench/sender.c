// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Sends as many messages as the send queues can hold. */
#include <stdio.h>
#include <stdlib.h>

#include "../base/memory.h"
#include "sender.h"
#include "team.h"

enum { INFINITE = 7 }; /* value of IBV_QP_RNR_RETRY */

static void make_batch(struct sender *s, const struct receiver *r)
{
	const struct ibv_sge *landing = r->list->sg_list;

	s->sge = (struct ibv_sge){ landing->addr, s->job->point->size, landing->lkey };
	for (unsigned int i = 0; i < SENDER_BATCH; i++) {
		bool last = i + 1 == SENDER_BATCH;

		s->batch[i] = (struct ibv_send_wr){
			.next = last ? NULL : &s->batch[i + 1],
			.sg_list = &s->sge,
			.num_sge = 1,
			.opcode = IBV_WR_SEND,
			.send_flags = last ? IBV_SEND_SIGNALED : 0,
			.qp_type.xrc.remote_srqn = s->links[0].srq_num,
		};
	}
}

struct sender *sender_make(const struct bench_job *job, struct receiver *r)
{
	struct link_attr attr = {
		.srq = r->srq, .rx_cq = r->cq, .xrcd = r->xrcd, .rnr_retry = INFINITE
	};
	struct sender *s = vct_allocate(1, sizeof(*s));

	SETUP(job->point->qps <= SENDER_QPS);
	s->job = job;
	s->threads = r->threads;
	for (unsigned int i = 0; i < job->point->qps; i++)
		s->links[i] = job->point->xrc ? xrc_link_make(&attr) : link_make(IBV_QPT_RC, &attr);
	make_batch(s, r);
	return s;
}

static bool trouble(struct sender *s, const char *what, const char *how)
{
	static char text[160];

	snprintf(text, sizeof(text), "%s: %s", what, how);
	atomic_store(&s->trouble, text);
	return false;
}

/* Polls completions of one QP, and posts as many sends as it has room for. True: it did something.
 */
static bool serve(struct sender *s, unsigned int qp, bool more)
{
	struct ibv_send_wr *bad;
	struct ibv_wc wc;
	bool busy = false;
	int ret;

	while ((ret = ibv_poll_cq(s->links[qp].tx_cq, 1, &wc)) > 0) {
		if (wc.status != IBV_WC_SUCCESS)
			return trouble(s, "a send completed with", ibv_wc_status_str(wc.status));
		s->in_flight[qp] -= SENDER_BATCH;
		busy = true;
	}
	if (ret < 0)
		return trouble(s, "ibv_poll_cq", "the sender's CQ is in error");
	while (more && s->in_flight[qp] + SENDER_BATCH <= SENDER_WINDOW) {
		ret = ibv_post_send(s->links[qp].tx, s->batch, &bad);
		if (ret)
			return trouble(s, "ibv_post_send", strerror(ret));
		s->in_flight[qp] += SENDER_BATCH;
		s->sent += SENDER_BATCH;
		busy = true;
	}
	return busy;
}

static void *send_until_stopped(void *sender)
{
	struct sender *s = sender;
	bool more, busy, waiting;

	bench_pin(s->job->machine, 1, s->threads);
	do {
		more = !atomic_load(&s->stopped);
		busy = waiting = false;
		for (unsigned int i = 0; i < s->job->point->qps; i++) {
			busy |= serve(s, i, more);
			waiting |= s->in_flight[i];
		}
		if (!busy)
			bench_relax(s->job->machine, s->threads);
	} while ((more || waiting) && !atomic_load(&s->trouble));
	atomic_store(&s->finished, true);
	return NULL;
}

void sender_start(struct sender *s)
{
	SETUP(!pthread_create(&s->thread, NULL, send_until_stopped, s));
}

void sender_stop(struct sender *s)
{
	atomic_store(&s->stopped, true);
}

bool sender_has_finished(struct sender *s)
{
	if (!atomic_load(&s->finished))
		return false;
	pthread_join(s->thread, NULL);
	return true;
}

void sender_send_one(struct sender *s)
{
	struct ibv_send_wr *bad;

	SETUP(!ibv_post_send(s->links[0].tx, &s->batch[SENDER_BATCH - 1], &bad));
}

void sender_take_one(struct sender *s)
{
	struct ibv_wc wc;
	int n;

	while (!(n = ibv_poll_cq(s->links[0].tx_cq, 1, &wc)))
		bench_relax(s->job->machine, s->threads);
	SETUP(n == 1 && wc.status == IBV_WC_SUCCESS);
}
