// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Waits for events with a deadline, and proves with a fence that none comes. */
#include <poll.h>
#include <stdio.h>

#include "event.h"
#include "link.h"
#include "track.h"

/* Events that were got and not yet judged. Events of ports and of the device are never added. */
static struct ibv_async_event pending[32];
static size_t n_pending;

const void *event_object(const struct ibv_async_event *event)
{
	switch (event->event_type) {
	case IBV_EVENT_CQ_ERR:
		return event->element.cq;
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		return event->element.qp;
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		return event->element.srq;
	case IBV_EVENT_WQ_FATAL:
		return event->element.wq;
	default:
		return NULL;
	}
}

/* Waits for an event until the deadline and adds it to `pending`. False: none came. */
static bool get_event(double until)
{
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };
	double left = until - vct_now_ms();
	struct ibv_async_event event;

	if (poll(&fd, 1, left > 0 ? (int)left + 1 : 0) <= 0)
		return false;
	if (vct_get_async_event(ctx(), &event))
		vct_broken(VCT_HERE("ibv_get_async_event"), "setup: poll() announced an event, and "
							    "ibv_get_async_event failed");
	if (!event_object(&event)) {
		vct_note("event of the port or of the device, which the check does not judge: %s",
			 ibv_event_type_str(event.event_type));
		vct_ack_async_event(&event);
		return true;
	}
	SETUP(n_pending < sizeof(pending) / sizeof(pending[0]));
	pending[n_pending++] = event;
	return true;
}

static bool remove_pending(const void *object, enum ibv_event_type type,
			   struct ibv_async_event *event)
{
	for (size_t i = 0; i < n_pending; i++) {
		if (pending[i].event_type != type || event_object(&pending[i]) != object)
			continue;
		*event = pending[i];
		n_pending--;
		for (; i < n_pending; i++)
			pending[i] = pending[i + 1];
		return true;
	}
	return false;
}

static bool wait_for(const void *object, enum ibv_event_type type, double until,
		     struct ibv_async_event *event)
{
	while (!remove_pending(object, type, event))
		if (!get_event(until))
			return false;
	return true;
}

/* A UD QP sends to itself; its SRQ crosses the limit, which raises an event. True: it came. */
static bool round_passes(void)
{
	static struct ibv_srq *srq;
	static struct link self;
	struct ibv_async_event event;

	if (!srq) {
		srq = srq_make(.max_wr = 1);
		self = ud_link(.srq = srq, .cqe = 4, .to_itself = true);
		srq->srq_context = self.rx->qp_context = self.tx->qp_context = VCT_FENCE;
		self.rx_cq->cq_context = self.tx_cq->cq_context = VCT_FENCE;
	}
	srq_post(srq, SLOTS - 1, 1);
	srq_arm(srq, 1);
	link_send(&self, 1);
	if (!wait_for(srq, IBV_EVENT_SRQ_LIMIT_REACHED, vct_deadline_ms(2000), &event))
		return false;
	vct_ack_async_event(&event);
	return true;
}

/*
 * Two rounds, because a driver may do work for each QP separately (rxe has a work item for each
 * QP): an event of another QP may come after the event of the first round, but hardly after that of
 * the second.
 */
static bool fence_passes(void)
{
	return round_passes() && round_passes();
}

static void fence(void)
{
	if (!fence_passes())
		vct_broken(VCT_HERE("fence"),
			   "setup: the limit event of the fence did not come, so it is not known "
			   "whether another event is on its way");
}

/*
 * A device usually raises the event at once. If it does not come in 20 ms, a fence is passed and
 * 100 ms are waited, which is shorter than the second that is waited without a fence.
 */
static bool event_comes(const void *object, enum ibv_event_type type, struct ibv_async_event *event)
{
	bool fenced;

	if (wait_for(object, type, vct_deadline_ms(20), event))
		return true;
	fenced = !vct_device_lacks(vct_dev, NEED_SRQ | NEED_UD) && fence_passes();
	return wait_for(object, type, vct_deadline_ms(fenced ? 100 : 1000), event);
}

struct ibv_async_event must_see_event(const void *object, enum ibv_event_type type, bool ack,
				      const struct vct_place *place)
{
	struct ibv_async_event event;

	if (!event_comes(object, type, &event)) {
		if (n_pending)
			vct_fail(place, ibv_event_type_str(type), "%s for %s",
				 ibv_event_type_str(pending[0].event_type),
				 vct_name(event_object(&pending[0])));
		vct_fail(place, ibv_event_type_str(type), "no event before the deadline");
	}
	if (ack)
		vct_ack_async_event(&event);
	vct_held();
	return event;
}

void must_see_no_event(const struct vct_place *place)
{
	fence();
	if (n_pending)
		vct_fail(place, "no event", "%s for %s", ibv_event_type_str(pending[0].event_type),
			 vct_name(event_object(&pending[0])));
	vct_held();
}

bool saw_event(const void *object, enum ibv_event_type type)
{
	struct ibv_async_event event;
	bool seen;

	fence();
	seen = remove_pending(object, type, &event);
	if (seen)
		vct_ack_async_event(&event);
	return seen;
}

void must_have_limit(struct ibv_srq *srq, uint32_t limit, const struct vct_place *place)
{
	uint32_t now = srq_query(srq).srq_limit;

	if (now == 0)
		must_see_event(srq, IBV_EVENT_SRQ_LIMIT_REACHED, true, place);
	else if (now != limit)
		vct_fail(place, "the limit that was set, or 0 and the limit event", "%u", now);
	vct_held();
}
