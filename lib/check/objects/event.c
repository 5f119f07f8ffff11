// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Waits for events with a deadline, and proves with a fence that none comes. */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "event.h"
#include "../far/far.h"
#include "../use/link.h"
#include "../patience.h"
#include "../trace/say.h"
#include "../trace/track.h"

double vct_settle_ms;

/* Got and not yet asked for. Port events are none of a check's and never stand here. */
static struct ibv_async_event pending[32];
static size_t n_pending;

/* Port events are not about the check; what else names no object of it is no good sign. */
bool took_other_event(struct ibv_async_event *event)
{
	enum ibv_event_type type = event->event_type;

	if (event_object(event))
		return false;
	vct_note("event of the port or device, not of the check: %s", ibv_event_type_str(type));
	vct_ack_async_event(event);
	if (type == IBV_EVENT_PORT_ERR)
		vct_port_went_down();
	if (type == IBV_EVENT_DEVICE_FATAL)
		vct_device_is_lost();
	if (!strcmp(ibv_event_type_str(type), ibv_event_type_str((enum ibv_event_type) - 1)))
		vct_broken(VCT_HERE("ibv_get_async_event"),
			   "the device raised an event of type %d, which libibverbs does not know",
			   type);
	return true;
}

/*
 * A QP in error can raise an event again for each packet that its peer sends (rxe). One of them
 * that is pending so often tells no more when it comes again.
 */
enum { REPEATS = 8 };

static unsigned int times_pending(const struct ibv_async_event *event)
{
	unsigned int n = 0;

	for (size_t i = 0; i < n_pending; i++)
		n += pending[i].event_type == event->event_type &&
		     event_object(&pending[i]) == event_object(event);
	return n;
}

/* Events of far objects, which no descriptor of this process announces: they are asked for. */
enum { FAR_STEP_MS = 5 };

static bool take_far(void)
{
	struct ibv_async_event event;

	if (!far_get_event(&event))
		return false;
	if (times_pending(&event) < REPEATS) {
		SETUP(n_pending < sizeof(pending) / sizeof(pending[0]));
		pending[n_pending++] = event;
	}
	return true;
}

/*
 * Takes what is there to `pending`, after waiting for it until the deadline; 0: without waiting.
 * False: nothing came.
 */
static bool take(double until)
{
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };
	double left = until ? until - vct_now_ms() : 0;
	struct ibv_async_event event;

	if (vct_links_are_apart() && take_far())
		return true;
	if (vct_links_are_apart() && left > FAR_STEP_MS)
		left = FAR_STEP_MS;
	if (poll(&fd, 1, left > 0 ? (int)left + 1 : 0) <= 0)
		return until && vct_links_are_apart() && vct_now_ms() < until;
	if (vct_get_async_event(ctx(), &event))
		vct_broken_at(BLOCK_ASYNC_EVENT, VCT_HERE("ibv_get_async_event"),
			      "setup: poll() announced an event, and ibv_get_async_event failed");
	if (took_other_event(&event))
		return true;
	if (times_pending(&event) >= REPEATS) {
		vct_ack_async_event(&event);
		return vct_now_ms() < until;
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

static bool wait_for(const void *object, enum ibv_event_type type, struct ibv_async_event *event)
{
	double patience = 0, until = 0;

	while (!remove_pending(object, type, event)) {
		if (take(until))
			continue;
		if (until) {
			vct_waited_in_vain(ibv_event_type_str(type), patience);
			vct_trace_no_event(ctx(), type, object);
			return false;
		}
		/* Most events are there already; they need no look at the clock. */
		patience = vct_patience_ms(ibv_event_type_str(type), EVENT_MS);
		until = vct_deadline_ms(patience);
	}
	return true;
}

bool event_comes(enum ibv_event_type type)
{
	double patience = vct_patience_ms(ibv_event_type_str(type), EVENT_MS);
	double until = vct_deadline_ms(patience);

	for (size_t i = 0;;) {
		while (i < n_pending)
			if (pending[i++].event_type == type)
				return true;
		if (!take(until)) {
			vct_waited_in_vain(ibv_event_type_str(type), patience);
			return false;
		}
	}
}

bool cq_is_in_error(const void *cq)
{
	struct ibv_async_event wanted = { .event_type = IBV_EVENT_CQ_ERR,
					  .element.cq = (struct ibv_cq *)cq };

	return times_pending(&wanted) || (take(0) && times_pending(&wanted));
}

static enum ibv_qp_type fence_type(void)
{
	return vct_device_lacks(vct_dev, NEED_RC) ? IBV_QPT_UD : IBV_QPT_RC;
}

static const struct link_attr fence_attr = {
	.srq_wr = 4, .cqe = 8, .local = true, .context = VCT_FENCE
};

/* A SRQ from which the only WR is taken: below its limit of 1. The link serves all rounds. */
static const void *cross_a_limit(void)
{
	static struct link l;

	if (!l.srq)
		l = link_make(fence_type(), &fence_attr);
	srq_post(l.srq, SLOTS - 1, 1);
	srq_arm(l.srq, 1);
	link_send(&l, 1);
	return l.srq;
}

static const void *drain_a_queue(void)
{
	struct link l = link_make(fence_type(), &fence_attr);

	qp_to_sqd(l.tx);
	return l.tx;
}

static const void *fail_a_receiver(void)
{
	struct link l = link_make(IBV_QPT_RC, &fence_attr);

	qp_to_state(l.rx, IBV_QPS_ERR);
	return l.rx;
}

/*
 * Passed twice: what a driver has put off for another QP when the first round begins (rxe runs a
 * work item for each) may come after the first round's event, and hardly after the second's.
 */
static bool passes(const void *(*raise)(void), enum ibv_event_type type)
{
	struct ibv_async_event event;

	for (int round = 0; round < 2; round++) {
		if (!wait_for(raise(), type, &event))
			return false;
		vct_ack_async_event(&event);
	}
	return true;
}

static void settle(void)
{
	double until = vct_deadline_ms(vct_settle_ms);

	while (vct_settle_ms > 0 && vct_now_ms() < until)
		take(until);
}

/*
 * An event of a fence that was given up may still come; it is not an event of the check. And any QP
 * in RTR may tell that communication was established, when the first message comes.
 */
static void forget_what_is_legal(void)
{
	size_t n_left = 0;

	for (size_t i = 0; i < n_pending; i++) {
		enum ibv_event_type type = pending[i].event_type;
		bool of_qp = type == IBV_EVENT_SQ_DRAINED || type == IBV_EVENT_QP_LAST_WQE_REACHED;

		if (type == IBV_EVENT_COMM_EST ||
		    (of_qp && pending[i].element.qp->qp_context == VCT_FENCE))
			vct_ack_async_event(&pending[i]);
		else
			pending[n_left++] = pending[i];
	}
	n_pending = n_left;
}

/* Where a device does not raise events of the wanted type, the limit event is the fence. */
static void fence(enum ibv_event_type like)
{
	bool passed = false;

	vct_trace_as(VCT_LINE_FENCE);
	if (like == IBV_EVENT_SQ_DRAINED)
		passed = passes(drain_a_queue, like);
	else if (like == IBV_EVENT_QP_LAST_WQE_REACHED)
		passed = passes(fail_a_receiver, like);
	if (!passed && !passes(cross_a_limit, IBV_EVENT_SRQ_LIMIT_REACHED))
		vct_broken_at(BLOCK_LIMIT_EVENT, VCT_HERE("fence"),
			      "the limit event of the library's own SRQ did not come: nothing can "
			      "be said of events that should not come");
	settle();
	vct_trace_as(NULL);
}

/* An event of a far object is acknowledged there, as soon as it is got. */
static void forbid_far(const void *object, bool ack)
{
	if (!ack && vct_is_far(object))
		vct_local_by_nature("an event of the sender that is acknowledged later");
}

struct ibv_async_event must_see_event(const void *object, enum ibv_event_type type, bool ack,
				      const struct vct_place *place)
{
	struct vct_place of_event = *place;
	struct ibv_async_event event;
	char words[96], promised[96];

	forbid_far(object, ack);
	if (!wait_for(object, type, &event)) {
		snprintf(words, sizeof(words), "%s is raised", vct_say_event(type));
		of_event.expression = words;
		snprintf(promised, sizeof(promised), "%s for %s", ibv_event_type_str(type),
			 vct_say_object(object, "the object"));
		if (n_pending)
			vct_fail(&of_event, promised, "%s for %s",
				 ibv_event_type_str(pending[0].event_type),
				 vct_name(event_object(&pending[0])));
		vct_relies_on(vct_block_of_event(type));
		vct_fail(&of_event, promised, "no event before its deadline");
	}
	if (ack)
		vct_ack_async_event(&event);
	vct_held();
	return event;
}

struct ibv_async_event setup_event(const void *object, enum ibv_event_type type, bool ack,
				   const struct vct_place *place)
{
	struct ibv_async_event event;

	forbid_far(object, ack);
	if (!wait_for(object, type, &event))
		vct_broken_at(vct_block_of_event(type), place, "setup: no event \"%s\" for %s came",
			      ibv_event_type_str(type), vct_say_object(object, "the object"));
	if (ack)
		vct_ack_async_event(&event);
	return event;
}

bool next_event(struct ibv_async_event *event)
{
	while (take(0))
		;
	forget_what_is_legal();
	if (!n_pending)
		return false;
	*event = pending[0];
	return remove_pending(event_object(event), event->event_type, event);
}

void event_fence(void)
{
	fence(IBV_EVENT_SRQ_LIMIT_REACHED);
}

void must_see_no_event(enum ibv_event_type like, const struct vct_place *place)
{
	fence(like);
	forget_what_is_legal();
	if (n_pending)
		vct_fail(place, "no event", "%s for %s", ibv_event_type_str(pending[0].event_type),
			 vct_name(event_object(&pending[0])));
	vct_held();
}

bool saw_event(const void *object, enum ibv_event_type type)
{
	struct ibv_async_event event;
	bool seen;

	fence(IBV_EVENT_SRQ_LIMIT_REACHED);
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

void vct_take_late_events(struct vct_evidence *evidence)
{
	struct pollfd fd = { .events = POLLIN };
	struct ibv_async_event event;

	if (!ctx_is_open())
		return;
	fd.fd = ctx()->async_fd;
	while (poll(&fd, 1, 0) > 0 && !ibv_get_async_event(ctx(), &event)) {
		evidence->port_down |= event.event_type == IBV_EVENT_PORT_ERR;
		evidence->fatal |= event.event_type == IBV_EVENT_DEVICE_FATAL;
		ibv_ack_async_event(&event);
	}
}
