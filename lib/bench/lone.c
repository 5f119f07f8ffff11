// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The limit is set to the number of WRs in the SRQ, so that the next message crosses it. One thread
 * polls for the completion without a pause, another waits for the event in poll(), as programs do.
 */
#include <poll.h>

#include "clock.h"
#include "lone.h"
#include "team.h"

enum { LOOK_AGAIN_MS = 2 };

struct reader {
	struct receiver *receiver;
	pthread_t thread;
	atomic_bool stopped;
	_Alignas(128) atomic_uint_fast64_t read_at; /* when the event was read; 0: not yet */
};

static void *read_events(void *reader)
{
	struct reader *reads = reader;
	struct pollfd p = { .fd = ctx()->async_fd, .events = POLLIN };
	struct ibv_async_event event;

	bench_pin(reads->receiver->job->machine, 1, 2);
	while (!atomic_load(&reads->stopped)) {
		if (poll(&p, 1, LOOK_AGAIN_MS) != 1 || ibv_get_async_event(ctx(), &event))
			continue;
		if (event.event_type == IBV_EVENT_SRQ_LIMIT_REACHED)
			atomic_store(&reads->read_at, bench_now());
		ibv_ack_async_event(&event);
	}
	return NULL;
}

static uint64_t receive_one(struct receiver *r)
{
	struct ibv_wc wc;
	int n;

	while (!(n = ibv_poll_cq(r->cq, 1, &wc)))
		bench_relax(r->job->machine, 2);
	SETUP(n == 1 && wc.status == IBV_WC_SUCCESS);
	atomic_fetch_add(&r->received, 1);
	return bench_now();
}

static void take_delays(struct reader *reads, struct receiver *r, struct sender *s, size_t n)
{
	struct ibv_srq_attr attr = { .srq_limit = (uint32_t)receiver_left(r) };
	uint64_t sent_at, received_at, read_at;

	atomic_store(&reads->read_at, 0);
	SETUP(!ibv_modify_srq(r->srq, &attr, IBV_SRQ_LIMIT));
	sent_at = bench_now();
	sender_send_one(s);
	received_at = receive_one(r);
	while (!(read_at = atomic_load(&reads->read_at)))
		bench_relax(r->job->machine, 2);
	sender_take_one(s);
	r->job->ticks[BENCH_LONE_MESSAGE][n] = (uint32_t)(received_at - sent_at);
	r->job->ticks[BENCH_LONE_EVENT][n] = (uint32_t)(read_at - sent_at);
}

/* Disarms the limit and reads all events, so that the next event is of a limit armed here. */
static void disarm(struct receiver *r)
{
	struct ibv_srq_attr attr = { .srq_limit = 0 };
	struct ibv_async_event event;

	SETUP(!ibv_modify_srq(r->srq, &attr, IBV_SRQ_LIMIT));
	while (!ibv_get_async_event(ctx(), &event))
		ibv_ack_async_event(&event);
}

void bench_lone_events(struct receiver *r, struct sender *s, double ns)
{
	struct reader reads = { .receiver = r };
	uint64_t until = bench_now() + bench_ticks(ns);
	size_t n = 0;

	disarm(r);
	SETUP(!pthread_create(&reads.thread, NULL, read_events, &reads));
	while (n < r->job->room && bench_now() < until) {
		if (receiver_left(r) < r->job->point->watermark)
			SETUP(!receiver_refill(r));
		take_delays(&reads, r, s, n++);
	}
	atomic_store(&reads.stopped, true);
	pthread_join(reads.thread, NULL);
	r->job->sample->n_ticks[BENCH_LONE_EVENT] = n;
	r->job->sample->n_ticks[BENCH_LONE_MESSAGE] = n;
}
