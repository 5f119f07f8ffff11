// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs functions at the same time; two that checks often need. */
#include <pthread.h>
#include <stdlib.h>

#include "../far/far.h"
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

	vct_runs_threads();
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

/*
 * Where links are apart, each verb of the sender is a question to another host and its answer, so
 * several messages are sent with one.
 */
enum { AT_ONCE = 8 };

/* Completions, each before a deadline of its own; what is wrong with one, or NULL. */
static const char *wait_for(struct ibv_cq *cq, struct ibv_wc *wc, unsigned int most)
{
	double until = vct_deadline_ms(COMPLETION_MS);

	for (unsigned int done = 0; done < most;) {
		int n = vct_poll_cq(cq, (int)(most - done), wc + done);

		if (n < 0 || (unsigned int)n > most - done)
			return "ibv_poll_cq returned a number of no completions";
		if (n)
			until = vct_deadline_ms(COMPLETION_MS);
		for (; n; n--)
			if (wc[done++].status != IBV_WC_SUCCESS)
				return "a completion has an error";
		if (done == most)
			break;
		if (!vct_wait_on(until))
			return "no completion came";
	}
	return NULL;
}

static bool send_numbers(struct link *l, const uint64_t *number, unsigned int n)
{
	struct ibv_send_wr wr[AT_ONCE], *bad;
	struct ibv_sge sge[AT_ONCE];

	for (unsigned int i = 0; i < n; i++) {
		uint64_t *data = (uint64_t *)(void *)send_slot(number[i]);

		*data = number[i];
		sge[i] = slot_sge(data, sizeof(*data));
		wr[i] = (struct ibv_send_wr){ .wr_id = l->sent++,
					      .next = i + 1 < n ? &wr[i + 1] : NULL,
					      .sg_list = &sge[i],
					      .num_sge = 1,
					      .opcode = IBV_WR_SEND,
					      .send_flags = IBV_SEND_SIGNALED };
	}
	return !vct_post_send(l->tx, wr, &bad);
}

void stream_run(void *stream)
{
	struct stream *s = stream;
	struct link *l = s->link;
	unsigned int most = vct_is_far(l->tx) ? AT_ONCE : 1;

	while (s->done < s->n) {
		unsigned int n = s->n - s->done < most ? s->n - s->done : most;
		struct ibv_wc wc[AT_ONCE];

		if (!send_numbers(l, s->number + s->done, n)) {
			s->problem = "ibv_post_send failed";
			return;
		}
		s->problem = wait_for(l->tx_cq, wc, n);
		if (!s->problem)
			s->problem = wait_for(l->rx_cq, wc, n);
		if (s->problem)
			return;
		for (unsigned int i = 0; i < n; i++)
			s->wr_id[s->done++] = wc[i].wr_id;
	}
}
