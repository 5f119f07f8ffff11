// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Posting under traffic. The sender keeps the send queues of the QPs full, and the receiver polls
 * completions. The receiver refills the SRQ by count, or the reader of events refills it when the
 * limit event comes. Each is a thread; the receiver is the calling thread.
 */
#include <stdlib.h>

#include "clock.h"
#include "counter.h"
#include "lone.h"
#include "receiver.h"
#include "sender.h"
#include "team.h"

#define LONE_EVENTS 0.2 /* of the budget */

static struct receiver *make_receiver(const struct bench_job *job)
{
	const struct bench_point *p = job->point;
	struct receiver *r = aligned_alloc(128, sizeof(*r));

	SETUP(r);
	*r = (struct receiver){ .job = job, .lowest = UINT64_MAX };
	r->threads = 2 + (p->refill == BENCH_BY_LIMIT);
	r->cq = cq_make((int)p->queue);
	if (p->xrc)
		r->xrcd = xrcd_make();
	r->srq = p->xrc ? xrc_srq_make(r->xrcd, r->cq, p->queue)
			: srq_make(.max_wr = p->queue, .max_sge = p->sge);
	/* The area is shared with the sender's messages. */
	r->list = bench_list(p->list, p->sge, p->size < 64 ? 64 : p->size);
	return r;
}

static void fail_on_trouble(const struct receiver *r, const struct sender *s)
{
	const char *trouble = atomic_load(&s->trouble);

	if (!trouble)
		trouble = atomic_load(&r->trouble);
	if (trouble)
		vct_broken(VCT_HERE("traffic"), "%s", trouble);
}

/* Receives for about `ns`, and at least one message; the deadline ends it if none comes. */
static void receive_for(struct receiver *r, struct sender *s, double ns)
{
	uint64_t until = bench_now() + bench_ticks(ns), before = atomic_load(&r->received);

	while (bench_now() < until || atomic_load(&r->received) == before) {
		receiver_poll(r);
		fail_on_trouble(r, s);
	}
}

static void measure(struct receiver *r, struct sender *s, struct bench_job *job)
{
	struct bench_sample *sample = job->sample;
	uint64_t received, begin, refills, events, switches;
	int64_t rnr;

	receive_for(r, s, job->budget * BENCH_WARM_UP);
	rnr = bench_rnr_read(vct_dev);
	refills = atomic_load(&r->refills);
	events = atomic_load(&r->events);
	switches = bench_switches();
	atomic_store(&r->n_ticks, 0);
	r->lowest = UINT64_MAX;
	received = atomic_load(&r->received);
	begin = bench_now();
	receive_for(r, s, job->budget * (1 - BENCH_WARM_UP - 2 * BENCH_FLOOR - LONE_EVENTS));
	sample->wrs = atomic_load(&r->received) - received;
	sample->rate = (double)sample->wrs * 1e9 / bench_ns(bench_now() - begin);
	sample->switches = bench_switches() - switches;
	sample->refills = atomic_load(&r->refills) - refills;
	sample->events = atomic_load(&r->events) - events;
	sample->n_ticks[BENCH_EVENT] = atomic_load(&r->n_ticks);
	sample->lowest = r->lowest;
	sample->rnr = rnr < 0 ? -1 : bench_rnr_read(vct_dev) - rnr;
}

void bench_traffic(struct bench_job *job)
{
	struct bench_team *team = bench_team_make(1, job->machine);
	struct receiver *r = make_receiver(job);
	struct sender *s = sender_make(job, r);
	double floor = bench_floor_rate(job, team, job->budget * BENCH_FLOOR);

	bench_pin(job->machine, 0, r->threads);
	receiver_start(r);
	sender_start(s);
	measure(r, s, job);
	/* Messages in flight have to complete, for which they may need receives. */
	for (sender_stop(s); !sender_has_finished(s);) {
		receiver_poll(r);
		fail_on_trouble(r, s);
	}
	/* The completions of all messages have to be polled, because a single message counts WRs.
	 */
	while (atomic_load(&r->received) < s->sent) {
		receiver_poll(r);
		fail_on_trouble(r, s);
	}
	receiver_stop(r);
	if (job->point->refill == BENCH_BY_LIMIT)
		bench_lone_events(r, s, job->budget * LONE_EVENTS);
	job->sample->floor = (floor + bench_floor_rate(job, team, job->budget * BENCH_FLOOR)) / 2;
	bench_team_free(team);
}
