// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Polls completions, refills the SRQ and reads limit events. */
#include <poll.h>
#include <sys/resource.h>

#include "clock.h"
#include "receiver.h"
#include "team.h"

enum { BATCH = 32, LATE_MS = 2 };

uint64_t bench_switches(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) ? 0 : (uint64_t)usage.ru_nivcsw;
}

uint64_t receiver_left(const struct receiver *r)
{
	return atomic_load(&r->posted) - atomic_load(&r->received);
}

int receiver_refill(struct receiver *r)
{
	const struct bench_point *p = r->job->point;
	struct ibv_recv_wr *bad;
	int ret = 0;

	while (!ret && receiver_left(r) + p->list <= p->queue) {
		/* Counted first, because a WR may be received before the verb returns. */
		atomic_fetch_add(&r->posted, p->list);
		ret = ibv_post_srq_recv(r->srq, r->list, &bad);
	}
	atomic_fetch_add(&r->refills, 1);
	return ret;
}

static bool by_limit(const struct receiver *r)
{
	return r->job->point->refill == BENCH_BY_LIMIT;
}

/* Arms the limit, and notes which receive will cross it. */
static int arm(struct receiver *r)
{
	unsigned int limit = r->job->point->watermark;
	struct ibv_srq_attr attr = { .srq_limit = limit };

	atomic_store(&r->crossed_at, 0);
	atomic_store(&r->crossing, atomic_load(&r->posted) - limit + 1);
	return ibv_modify_srq(r->srq, &attr, IBV_SRQ_LIMIT);
}

/* Records the time since the receiver saw that the limit was crossed; 0: it has not seen it yet. */
static void take_delay(struct receiver *r, uint64_t now)
{
	uint64_t at = atomic_load(&r->crossed_at), n = atomic_load(&r->n_ticks);

	if (n == r->job->room)
		return;
	r->job->ticks[BENCH_EVENT][n] = at && at < now ? (uint32_t)(now - at) : 0;
	atomic_store(&r->n_ticks, n + 1);
}

/* Reads a limit event, if one comes in time. */
static bool limit_reached(struct receiver *r)
{
	struct pollfd p = { .fd = ctx()->async_fd, .events = POLLIN };
	struct ibv_async_event event;
	bool reached;

	if (poll(&p, 1, LATE_MS) != 1 || ibv_get_async_event(ctx(), &event))
		return false;
	reached = event.event_type == IBV_EVENT_SRQ_LIMIT_REACHED && event.element.srq == r->srq;
	if (reached)
		take_delay(r, bench_now());
	ibv_ack_async_event(&event);
	atomic_fetch_add(&r->events, reached);
	return reached;
}

static void *read_events(void *receiver)
{
	struct receiver *r = receiver;

	bench_pin(r->job->machine, 2, r->threads);
	while (!atomic_load(&r->stopped)) {
		/* A limit that was crossed before it was armed may not raise an event. */
		if (!limit_reached(r) && receiver_left(r) >= r->job->point->watermark)
			continue;
		if (receiver_refill(r))
			atomic_store(&r->trouble,
				     "ibv_post_srq_recv failed although there was room");
		else if (arm(r))
			atomic_store(&r->trouble, "ibv_modify_srq failed to set the limit");
	}
	return NULL;
}

void receiver_start(struct receiver *r)
{
	SETUP(!receiver_refill(r));
	if (!by_limit(r))
		return;
	SETUP(!arm(r));
	SETUP(!pthread_create(&r->reader, NULL, read_events, r));
}

static void note_crossing(struct receiver *r, uint64_t received)
{
	if (received >= atomic_load(&r->crossing) && !atomic_load(&r->crossed_at))
		atomic_store(&r->crossed_at, bench_now());
}

void receiver_poll(struct receiver *r)
{
	struct ibv_wc wc[BATCH];
	int n = ibv_poll_cq(r->cq, BATCH, wc);
	uint64_t received, rest;

	if (n < 0)
		vct_broken(VCT_HERE("ibv_poll_cq"), "ibv_poll_cq returned %d", n);
	for (int i = 0; i < n; i++)
		if (wc[i].status != IBV_WC_SUCCESS)
			vct_broken(VCT_HERE("traffic"), "a receive completed with %s",
				   ibv_wc_status_str(wc[i].status));
	received = atomic_fetch_add(&r->received, (unsigned int)n) + (unsigned int)n;
	rest = receiver_left(r);
	r->lowest = rest < r->lowest ? rest : r->lowest;
	if (by_limit(r))
		note_crossing(r, received);
	else if (rest <= r->job->point->watermark && receiver_refill(r))
		vct_broken(VCT_HERE("ibv_post_srq_recv"),
			   "ibv_post_srq_recv failed although there was room");
	if (!n)
		bench_relax(r->job->machine, r->threads);
}

void receiver_stop(struct receiver *r)
{
	atomic_store(&r->stopped, true);
	if (by_limit(r))
		pthread_join(r->reader, NULL);
}
