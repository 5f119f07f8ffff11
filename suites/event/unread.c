// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Events that nobody has read when their object is destroyed. */
#include <poll.h>

#include "../vct.h"

static int destroy_qp(void *qp)
{
	return vct_destroy_qp(qp);
}

static int destroy_srq(void *srq)
{
	return vct_destroy_srq(srq);
}

static const struct place_row {
	struct vct_row vct_row;
	unsigned int at; /* its place among those whose events are there */
	bool srq;
} places[] = {
	{ ROW("the-first"), .at = 0 },
	{ ROW("one-between"), .at = 1 },
	{ ROW("the-last"), .at = 2 },
	{ ROW("the-first-srq"), .at = 0, .srq = true },
	{ ROW("the-last-srq"), .at = 2, .srq = true },
};

static void *object_of(const struct place_row *row, const struct link *l)
{
	return row->srq ? (void *)l->srq : l->rx;
}

static void raise_event(const struct place_row *row, struct link *l)
{
	if (!row->srq) {
		qp_to_state(l->rx, IBV_QPS_ERR);
		return;
	}
	srq_arm(l->srq, 1);
	link_send(l, 1);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l->rx));
}

/* Three receivers have failed, or SRQs reached their limits; one of them goes. */
CHECK_ROWS(events_of_an_object_go_with_it, places, PROMISES(AEV_19, AEV_08, AEV_15),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	enum { OBJECTS = 3 };
	enum ibv_event_type type =
		row->srq ? IBV_EVENT_SRQ_LIMIT_REACHED : IBV_EVENT_QP_LAST_WQE_REACHED;
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };
	struct ibv_async_event event;
	bool seen[OBJECTS] = { false };
	struct link l[OBJECTS];
	void *gone;
	struct call *c;

	for (int i = 0; i < OBJECTS; i++)
		l[i] = rc_link(.srq_wr = 4, .posted = row->srq, .local = true);
	JUDGING(AEV_19);
	gone = object_of(row, &l[row->at]);
	event_fence();
	while (next_event(&event))
		vct_ack_async_event(&event);
	for (int i = 0; i < OBJECTS; i++)
		raise_event(row, &l[i]);
	SETUP_OF(row->srq ? BLOCK_LIMIT_EVENT : BLOCK_LAST_WQE_EVENT,
		 poll(&fd, 1, (int)(EVENT_MS * vct_slow)) == 1);
	c = call_start(row->srq ? destroy_srq : destroy_qp, gone);
	MUST(!call_blocks(c),
	     "the destruction does not wait for an event that nobody got; it waits");
	MUST_SUCCEED(call_result(c));
	/* What was there when the QP was destroyed would be there now. No look into it: it is gone.
	 */
	while (poll(&fd, 1, 0) == 1) {
		JUDGING(AEV_15);
		MUST_EQ(vct_get_async_event(ctx(), &event), 0);
		JUDGING(AEV_19);
		MUST(event_object(&event) != gone,
		     "no event of an object that was destroyed is read");
		for (unsigned int i = 0; i < OBJECTS; i++)
			seen[i] |= event.event_type == type &&
				   event_object(&event) == object_of(row, &l[i]);
		vct_ack_async_event(&event);
	}
	JUDGING(row->srq ? AEV_19 : AEV_08);
	for (unsigned int i = 0; i < OBJECTS; i++)
		if (i != row->at && !seen[i])
			MUST_SEE_EVENT(object_of(row, &l[i]), type);
}
