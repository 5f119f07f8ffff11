// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs functions at the same time; two that checks often need. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "together.h"

struct start {
	const struct part *part;
	pthread_barrier_t *barrier;
};

static void *begin(void *argument)
{
	const struct start *start = argument;

	pthread_barrier_wait(start->barrier);
	start->part->run(start->part->argument);
	return NULL;
}

void run_together(const struct part *parts, unsigned int n)
{
	pthread_t threads[MOST_TOGETHER];
	struct start starts[MOST_TOGETHER];
	pthread_barrier_t barrier;

	SETUP(n <= MOST_TOGETHER && !pthread_barrier_init(&barrier, NULL, n));
	for (unsigned int i = 0; i < n; i++) {
		starts[i] = (struct start){ &parts[i], &barrier };
		SETUP(!pthread_create(&threads[i], NULL, begin, &starts[i]));
	}
	for (unsigned int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&barrier);
}

struct poster poster_make(struct ibv_srq *srq, uint64_t first, unsigned int n,
			  unsigned int together)
{
	struct poster p = { .srq = srq, .wr = recv_list(first, n), .n = n, .together = together };

	for (unsigned int i = 0; i < n; i++)
		if (i % together == together - 1)
			p.wr[i].next = NULL;
	return p;
}

void poster_run(void *poster)
{
	struct poster *p = poster;
	struct ibv_recv_wr *bad;

	for (unsigned int i = 0; i < p->n && !p->error; i += p->together) {
		p->error = vct_post_srq_recv(p->srq, &p->wr[i], &bad);
		if (!p->error)
			p->posted += p->n - i < p->together ? p->n - i : p->together;
	}
}

struct stream stream_make(struct link *l, unsigned int n)
{
	struct stream s = { .link = l, .n = n };

	SETUP(n <= SLOTS);
	slots_mr();
	for (unsigned int i = 0; i < n; i++)
		s.number[i] = l->sent + i;
	return s;
}

/* One completion before a deadline; what is wrong with it, or NULL. */
static const char *wait_for_one(struct ibv_cq *cq, struct ibv_wc *wc)
{
	double until = vct_deadline_ms(COMPLETION_MS);
	int n;

	while (!(n = vct_poll_cq(cq, 1, wc))) {
		if (vct_now_ms() > until)
			return "no completion came";
		sched_yield();
	}
	if (n != 1)
		return "ibv_poll_cq did not return 1";
	return wc->status == IBV_WC_SUCCESS ? NULL : "a completion has an error";
}

void stream_run(void *stream)
{
	struct stream *s = stream;
	struct link *l = s->link;

	for (unsigned int i = 0; i < s->n && !s->problem; i++) {
		uint64_t *data = (uint64_t *)(void *)send_slot(s->number[i]);
		struct ibv_sge sge = slot_sge(data, sizeof(*data));
		struct ibv_send_wr wr = { .wr_id = l->sent++,
					  .sg_list = &sge,
					  .num_sge = 1,
					  .opcode = IBV_WR_SEND,
					  .send_flags = IBV_SEND_SIGNALED },
				   *bad;
		struct ibv_wc wc;

		*data = s->number[i];
		if (vct_post_send(l->tx, &wr, &bad)) {
			s->problem = "ibv_post_send failed";
			return;
		}
		s->problem = wait_for_one(l->tx_cq, &wc);
		if (!s->problem)
			s->problem = wait_for_one(l->rx_cq, &wc);
		if (s->problem)
			return;
		s->wr_id[s->done++] = wc.wr_id;
	}
}
