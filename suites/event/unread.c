// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Events that nobody has read when their object is destroyed. */
#include <poll.h>

#include "../vct.h"

static int destroy_qp(void *qp)
{
	return vct_destroy_qp(qp);
}

static const struct place_row {
	struct vct_row vct_row;
	unsigned int at; /* its place among those whose events are there */
} places[] = {
	{ ROW("the-first"), .at = 0 },
	{ ROW("one-between"), .at = 1 },
	{ ROW("the-last"), .at = 2 },
};

/* Three receivers have failed; one of them goes. */
CHECK_ROWS(events_of_a_qp_go_with_it, places, PROMISES(AEV_19, AEV_08, AEV_15),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	enum { QPS = 3 };
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };
	struct ibv_async_event event;
	bool seen[QPS] = { false };
	struct link l[QPS];
	struct ibv_qp *gone;
	struct call *c;

	for (int i = 0; i < QPS; i++)
		l[i] = rc_link(.srq_wr = 4, .local = true);
	JUDGING(AEV_19);
	gone = l[row->at].rx;
	event_fence();
	while (next_event(&event))
		vct_ack_async_event(&event);
	for (int i = 0; i < QPS; i++)
		qp_to_state(l[i].rx, IBV_QPS_ERR);
	SETUP_OF(BLOCK_LAST_WQE_EVENT, poll(&fd, 1, (int)(EVENT_MS * vct_slow)) == 1);
	c = call_start(destroy_qp, gone);
	MUST(!call_blocks(c),
	     "ibv_destroy_qp does not wait for an event that nobody got; it waits");
	MUST_SUCCEED(call_result(c));
	/* What was there when the QP was destroyed would be there now. No look into the QP: it is
	 * gone. */
	while (poll(&fd, 1, 0) == 1) {
		JUDGING(AEV_15);
		MUST_EQ(vct_get_async_event(ctx(), &event), 0);
		JUDGING(AEV_19);
		MUST(event_object(&event) != gone, "no event of a QP that was destroyed is read");
		for (unsigned int i = 0; i < QPS; i++)
			seen[i] |= event.event_type == IBV_EVENT_QP_LAST_WQE_REACHED &&
				   event.element.qp == l[i].rx;
		vct_ack_async_event(&event);
	}
	JUDGING(AEV_08);
	for (unsigned int i = 0; i < QPS; i++)
		if (i != row->at && !seen[i])
			MUST_SEE_EVENT(l[i].rx, IBV_EVENT_QP_LAST_WQE_REACHED);
}
