// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Building blocks (lib/check/block.h): events that come. IBV_EVENT_CQ_ERR: event/async.c. */
#include <poll.h>

#include "../vct.h"

CHECK(notification_is_requested, PROMISES(CQ_NTF_07), .proves = BLOCK_CQ_REQUEST)
{
	struct ibv_cq *cq = cq_make_on(channel_make(), 4, NULL);

	MUST_EQ(vct_req_notify_cq(cq, 0), 0);
}

CHECK(of_a_completion_comes, PROMISES(CQ_NTF_01), .needs = NEED_RC,
      .proves = BLOCK_COMPLETION_EVENT)
{
	struct ibv_comp_channel *channel = channel_make();
	struct link l = rc_link(.no_srq = true, .rx_cq = cq_make_on(channel, 4, NULL));

	link_post_receives(&l, recv_list(0, 1));
	cq_arm(l.rx_cq, 0);
	link_send(&l, 1);
	MUST_NOTIFY(channel, l.rx_cq);
}

static struct link below_its_limit(void)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 2);

	srq_arm(l.srq, 2);
	link_send(&l, 1);
	return l;
}

CHECK(of_a_limit_comes, PROMISES(AEV_06, SRQ_LIM_01, SRQ_MOD_24), .needs = NEED_SRQ | NEED_RC,
      .proves = BLOCK_LIMIT_EVENT)
{
	struct link l = below_its_limit();

	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK(that_is_announced_is_returned, PROMISES(AEV_12), .needs = NEED_SRQ | NEED_RC,
      .proves = BLOCK_ASYNC_EVENT)
{
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };
	struct ibv_async_event event;

	below_its_limit();
	SETUP_OF(BLOCK_LIMIT_EVENT, poll(&fd, 1, (int)(EVENT_MS * vct_slow)) == 1);
	MUST_EQ(vct_get_async_event(ctx(), &event), 0);
	vct_ack_async_event(&event);
}

CHECK(of_a_drained_send_queue_comes, PROMISES(AEV_11), .needs = NEED_RC | NEED_IB_STATES,
      .proves = BLOCK_DRAINED_EVENT)
{
	struct link l = rc_link(.no_srq = true);

	qp_to_sqd(l.tx);
	MUST_SEE_EVENT(l.tx, IBV_EVENT_SQ_DRAINED);
}

CHECK(of_the_last_wqe_comes, PROMISES(AEV_08), .needs = NEED_SRQ | NEED_RC,
      .proves = BLOCK_LAST_WQE_EVENT)
{
	struct link l = rc_link(.srq_wr = 4);

	qp_to_state(l.rx, IBV_QPS_ERR);
	MUST_SEE_EVENT(l.rx, IBV_EVENT_QP_LAST_WQE_REACHED);
}
