// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_destroy_srq: what it frees, when it is refused, and that it waits for acknowledgements. */
#include <poll.h>

#include "../vct.h"

/* Enough to exhaust a small device if destroyed SRQs were not freed. */
enum { ROUNDS = 300 };

CHECK(gives_back_what_create_took, PROMISES(SRQ_DES_01, SRQ_DES_02), .needs = NEED_SRQ)
{
	struct ibv_pd *own = vct_alloc_pd(ctx());
	struct ibv_srq *srq;

	SETUP_OF(BLOCK_PD, own);
	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_srq_init_attr init = { .attr = { .max_wr = 1, .max_sge = 1 } };

		srq = vct_create_srq(own, &init);
		JUDGING(SRQ_DES_01);
		MUST_MAKE(srq);
		JUDGING(SRQ_DES_02);
		MUST_EQ(vct_destroy_srq(srq), 0);
	}
	JUDGING(SRQ_DES_01);
	MUST_SUCCEED(vct_dealloc_pd(own));
}

/* What each one was given can be released afterwards. */
CHECK(gives_back_what_an_xrc_srq_took, PROMISES(SRQ_DES_01), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_xrcd *xrcd = xrcd_make();
	struct ibv_cq *cq = cq_make(1);

	for (int i = 0; i < ROUNDS; i++)
		MUST_SUCCEED(vct_destroy_srq(xrc_srq_make(xrcd, cq, 1)));
	MUST_SUCCEED(vct_destroy_cq(cq));
	MUST_SUCCEED(vct_close_xrcd(xrcd));
}

CHECK(returns_zero, PROMISES(SRQ_DES_02), .needs = NEED_SRQ, .proves = BLOCK_RELEASE_SRQ)
{
	MUST_EQ(vct_destroy_srq(srq_make(.max_wr = 16)), 0);
}

CHECK(returns_an_errno_value_when_refused, PROMISES(SRQ_DES_03), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_cq *cq = cq_make(1);
	struct ibv_srq *srq = srq_make(.max_wr = 1);

	qp_make(IBV_QPT_RC, srq, cq, cq);
	MUST_GE(vct_destroy_srq(srq), 1);
}

static const struct qps_row {
	struct vct_row vct_row;
	unsigned int qps;
	bool ud, rc_too;
} qps[] = {
	{ ROW("one"), .vct_row.needs = NEED_RC, .qps = 1 },
	{ ROW("three"), .vct_row.needs = NEED_RC, .qps = 3 },
	{ ROW("one-ud"), .vct_row.needs = NEED_UD, .qps = 1, .ud = true },
	{ ROW("three-ud"), .vct_row.needs = NEED_UD, .qps = 3, .ud = true },
	{ ROW("ud-after-rc"), .vct_row.needs = NEED_RC | NEED_UD, .qps = 3, .ud = true,
	  .rc_too = true },
};

CHECK_ROWS(refused_until_the_last_qp_is_gone, qps, PROMISES(SRQ_DES_04), .needs = NEED_SRQ)
{
	struct ibv_cq *cq = cq_make(1);
	struct ibv_srq *srq = srq_make(.max_wr = 1);
	struct ibv_qp *qp[3];

	for (unsigned int i = 0; i < row->qps; i++)
		qp[i] = qp_make(row->ud && !(row->rc_too && !i) ? IBV_QPT_UD : IBV_QPT_RC, srq, cq,
				cq);
	for (unsigned int i = 0; i < row->qps; i++) {
		MUST_REFUSE(vct_destroy_srq(srq));
		SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(qp[i]));
	}
	MUST_SUCCEED(vct_destroy_srq(srq));
}

/* QPs that have received, and one that has left RTS. XRC QPs are not associated with a SRQ. */
static const struct scene_row in_use[] = {
	{ ROW("wrapped"), .history = SCENE_WRAPPED },
	{ ROW("resized"), .vct_row.needs = NEED_RESIZE, .history = SCENE_GROWN },
	{ ROW("rc-and-ud"), .vct_row.needs = NEED_UD, .users = SCENE_MIXED },
	{ ROW("tag-matching"), .vct_row.needs = NEED_TM | NEED_CQ_EX, .kind = SCENE_TM },
};

CHECK_ROWS(refused_while_it_is_in_use, in_use, PROMISES(SRQ_DES_04, SRQ_DES_03, SRQ_DES_05),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	scene_post(&s, 3);
	JUDGING(SRQ_DES_03);
	MUST_REFUSE_WITH_ERRNO(vct_destroy_srq(s.srq));
	JUDGING(SRQ_DES_05);
	MUST_RECEIVE_NEXT(&s);
	for (unsigned int i = s.users; i--;) {
		qp_to_state(s.user[i].rx, IBV_QPS_ERR);
		JUDGING(SRQ_DES_04);
		MUST_REFUSE(vct_destroy_srq(s.srq));
		SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(s.user[i].rx));
	}
	MUST_SUCCEED(vct_destroy_srq(s.srq));
}

CHECK(refusal_leaves_the_srq_usable, PROMISES(SRQ_DES_05), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 1);
	struct ibv_srq_attr before, after;
	unsigned int posted;

	srq_arm(l.srq, 1);
	before = srq_query(l.srq);
	MUST_REFUSE(vct_destroy_srq(l.srq));
	MUST_SUCCEED(vct_query_srq(l.srq, &after));
	MUST_EQUAL_BYTES(NAMED("the attributes of the other SRQ", &before), &after, sizeof(after));
	MUST_SUCCEED(srq_try_post(l.srq, 1, 1, &posted));
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
}

CHECK(waiting_wrs_are_no_obstacle, PROMISES(SRQ_DES_06), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);

	srq_post(srq, 0, 4);
	MUST_SUCCEED(vct_destroy_srq(srq));
}

CHECK(wrs_left_by_a_qp_are_no_obstacle, PROMISES(SRQ_DES_06), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 4);

	link_send(&l, 1);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_destroy_srq(l.srq));
}

CHECK(waiting_wrs_of_an_xrc_srq_are_no_obstacle, PROMISES(SRQ_DES_06, SRQ_DES_02),
      .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 4, .posted = 4);

	link_send(&l, 1);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_destroy_srq(l.srq));
}

enum { SECOND = 8, EACH = 2 }; /* the wr_ids of the second SRQ, and the messages of each */

/* One sends a message to its SRQ, whose completion then waits in the CQ that both SRQs have. */
static void pass(struct link *l)
{
	link_post(l, IBV_WR_SEND);
	SETUP(cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
}

/* Those of the SRQ that is gone may be given or not. */
CHECK(completions_of_another_xrc_srq_stay, PROMISES(CQ_POL_01, CQ_POL_13, SRQ_DES_02),
      .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 4, .posted = EACH), other = l;
	double until = vct_deadline_ms(COMPLETION_MS);
	uint64_t seen = 0;
	struct ibv_wc wc;

	other.srq = xrc_srq_make(l.xrcd, l.rx_cq, 4);
	SETUP(!vct_get_srq_num(other.srq, &other.srq_num));
	srq_post(other.srq, SECOND, EACH);
	for (int i = 0; i < EACH; i++) {
		pass(&l);
		pass(&other);
	}
	JUDGING(SRQ_DES_02);
	MUST_EQ(vct_destroy_srq(l.srq), 0);
	while (seen < EACH && vct_now_ms() < until) {
		int n = vct_poll_cq(l.rx_cq, 1, &wc);

		JUDGING(CQ_POL_13);
		MUST_GE(NAMED("what ibv_poll_cq returned", n), 0);
		if (!n || wc.wr_id < SECOND)
			continue;
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		JUDGING(CQ_POL_01);
		MUST_EQ(wc.wr_id, SECOND + seen);
		seen++;
	}
	JUDGING(CQ_POL_13);
	MUST_EQ(NAMED("the number of completions of the other SRQ", seen), EACH);
}

static int destroy(void *srq)
{
	return vct_destroy_srq(srq);
}

/* A SRQ whose limit event was raised, and which no QP uses any more. */
static struct ibv_srq *crossed_srq(void)
{
	struct link l = rc_link(.srq_wr = 3, .posted = 2);

	srq_arm(l.srq, 2);
	link_send(&l, 1);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	return l.srq;
}

CHECK(waits_for_the_acknowledgement, PROMISES(SRQ_DES_07), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_srq *srq = crossed_srq();
	struct ibv_async_event event = SETUP_GET_EVENT(srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	struct call *c = call_start(destroy, srq);

	MUST(call_blocks(c),
	     "ibv_destroy_srq waits until the event is acknowledged; it has returned");
	vct_ack_async_event(&event);
	MUST_SUCCEED(call_result(c));
}

CHECK(takes_unread_events_along, PROMISES(SRQ_DES_08), .needs = NEED_SRQ | NEED_RC)
{
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };
	struct ibv_srq *srq;
	struct call *c;

	/* This creates the fence's SRQ now, so that a stale event cannot name it by accident. */
	MUST_SEE_NO_EVENT();
	srq = crossed_srq();
	SETUP_OF(BLOCK_LIMIT_EVENT, poll(&fd, 1, (int)(EVENT_MS * vct_slow)) == 1);
	c = call_start(destroy, srq);
	MUST(!call_blocks(c),
	     "ibv_destroy_srq does not wait for an event that nobody got; it waits");
	MUST_SUCCEED(call_result(c));
	MUST_SEE_NO_EVENT();
}

/* Two of them. */
CHECK(takes_all_unread_events_along, PROMISES(SRQ_DES_08), .needs = NEED_SRQ | NEED_RC)
{
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };
	struct link l;

	MUST_SEE_NO_EVENT();
	l = rc_link(.srq_wr = 8, .posted = 6);
	for (uint32_t limit = 6; limit > 4; limit--) {
		srq_arm(l.srq, limit);
		link_send(&l, 1);
	}
	SETUP_OF(BLOCK_LIMIT_EVENT, poll(&fd, 1, (int)(EVENT_MS * vct_slow)) == 1);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_destroy_srq(l.srq));
	MUST_SEE_NO_EVENT();
}
