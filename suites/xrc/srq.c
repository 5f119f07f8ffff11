// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * What is promised of every SRQ, on XRC SRQs: the limit, modifying, posting, the order of its ring.
 * suites/srq/ has the same on basic SRQs. A receive QP in RTR may raise IBV_EVENT_COMM_EST, so only
 * the limit event is judged.
 */
#include "../vct.h"

CHECK(limit_fires_once_strictly_below, PROMISES(SRQ_MOD_24, SRQ_MOD_25, SRQ_LIM_02, SRQ_QRY_09),
      .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 16, .posted = 10);

	srq_arm(l.srq, 7);
	link_send(&l, 3);
	JUDGING(SRQ_MOD_25);
	MUST(!saw_event(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED));
	link_send(&l, 1);
	JUDGING(SRQ_MOD_24);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	JUDGING(SRQ_QRY_09);
	MUST_EQ(srq_query(l.srq).srq_limit, 0);
	link_send(&l, 1);
	JUDGING(SRQ_LIM_02);
	MUST(!saw_event(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED));
}

/* Two receive QPs take turns; each of two limits is crossed by another of them. */
CHECK(limit_counts_what_all_qps_take, PROMISES(SRQ_LIM_01, SRQ_LIM_04),
      .needs = NEED_SRQ | NEED_XRC)
{
	struct link first = xrc_link(.srq_wr = 16, .posted = 12);
	struct link second = xrc_link(.xrcd = first.xrcd, .srq = first.srq, .rx_cq = first.rx_cq);
	struct link *turns[] = { &first, &second };
	const uint32_t limits[] = { 9, 4 };

	for (int i = 0; i < 2; i++) {
		MUST_SUCCEED(srq_modify(first.srq, IBV_SRQ_LIMIT, .srq_limit = limits[i]));
		link_send(turns[0], 1);
		link_send(turns[1], 2);
		MUST(!saw_event(first.srq, IBV_EVENT_SRQ_LIMIT_REACHED));
		link_send(turns[0], 1);
		MUST_SEE_EVENT(first.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
		link_send(turns[1], 1);
		turns[0] = turns[1];
		turns[1] = turns[0] == &first ? &second : &first;
	}
}

/* Each of two SRQs of a domain has a limit of its own. */
CHECK(limit_is_of_one_srq, PROMISES(SRQ_LIM_10, SRQ_MOD_03), .needs = NEED_SRQ | NEED_XRC)
{
	struct link one = xrc_link(.srq_wr = 16, .posted = 6), other = one;

	other.rx_cq = cq_make(16);
	other.srq = xrc_srq_make(one.xrcd, other.rx_cq, 16);
	SETUP_OF(BLOCK_XRC_SRQ, !vct_get_srq_num(other.srq, &other.srq_num));
	srq_post(other.srq, 20, 6);
	srq_arm(one.srq, 3);
	srq_arm(other.srq, 5);
	JUDGING(SRQ_MOD_03);
	MUST_EQ(srq_query(one.srq).srq_limit, 3);
	MUST_EQ(srq_query(other.srq).srq_limit, 5);
	JUDGING(SRQ_LIM_10);
	link_send(&other, 2);
	MUST_SEE_EVENT(other.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	MUST(!saw_event(one.srq, IBV_EVENT_SRQ_LIMIT_REACHED));
	MUST_EQ(srq_query(one.srq).srq_limit, 3);
}

CHECK(refused_limit_changes_nothing, PROMISES(SRQ_MOD_15), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_srq *srq = xrc_srq_make(xrcd_make(), cq_make(4), 16);
	struct ibv_srq_attr before;

	srq_post(srq, 0, 8);
	srq_arm(srq, 3);
	before = srq_query(srq);
	MUST_REFUSE(srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = before.max_wr + 1));
	MUST_SAME_SRQ(srq, before);
}

/* What was queued before is received first, then what the new room has taken. */
CHECK(grows_with_what_is_queued, PROMISES(SRQ_MOD_07), .needs = NEED_SRQ | NEED_XRC | NEED_RESIZE)
{
	struct link l = xrc_link(.srq_wr = 8, .posted = 8);
	uint32_t grown = srq_at_most(30);

	link_send(&l, 5);
	srq_post(l.srq, 8, 3);
	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_MAX_WR, .max_wr = grown));
	MUST_GE(srq_query(l.srq).max_wr, grown);
	srq_post(l.srq, 11, grown - 6);
	for (uint64_t i = 5; i < grown + 5; i++)
		MUST_RECEIVE(&l, i);
}

/* One of three WRs has more SGEs than the SRQ. */
CHECK(bad_wr_is_the_first_that_is_refused, PROMISES(SRQ_PST_04, SRQ_PST_05),
      .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 8);
	struct ibv_recv_wr *wr = recv_list(1, 3), *bad = NULL;

	recv_sges(&wr[1], srq_query(l.srq).max_sge + 1);
	MUST_REFUSE(vct_post_srq_recv(l.srq, wr, &bad));
	MUST(bad == &wr[1]);
	JUDGING(SRQ_PST_05);
	MUST_RECEIVE(&l, 1);
	MUST_FIND_NO_WR(&l);
}

static const struct step_row {
	struct vct_row vct_row;
	uint32_t step;
} steps[] = {
	{ ROW("by-1"), .step = 1 },
	{ ROW("by-7"), .step = 7 },
	{ ROW("by-16"), .step = 16 },
};

CHECK_ROWS(order_is_kept_round_after_round, steps, PROMISES(SRQ_PST_03, SRQ_PST_08),
	   .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 16);
	uint64_t three_rounds = 3ul * srq_query(l.srq).max_wr;

	for (uint64_t first = 0; first < three_rounds; first += row->step) {
		srq_post(l.srq, first, row->step);
		for (uint64_t i = first; i < first + row->step; i++) {
			memset(send_slot(l.sent), (int)(i % 251), 64);
			JUDGING(SRQ_PST_03);
			MUST_RECEIVE(&l, i);
			JUDGING(SRQ_PST_08);
			MUST_EQ((uint8_t)recv_slot(i)[0], i % 251);
		}
	}
}

CHECK(destroyed_one_is_reached_no_more, PROMISES(SRQ_DES_01), .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 4, .posted = 3);
	struct ibv_cq *cq = cq_make(4);
	struct ibv_srq *stays = xrc_srq_make(l.xrcd, cq, 4);
	struct link other = l;

	srq_post(stays, 9, 1);
	other.srq = stays;
	other.rx_cq = cq;
	SETUP_OF(BLOCK_XRC_SRQ, !vct_get_srq_num(stays, &other.srq_num));
	link_send(&l, 1);
	MUST_SUCCEED(vct_destroy_srq(l.srq));
	MUST_RECEIVE(&other, 9);
	MUST_BE_EMPTY(l.rx_cq);
}
