// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The completions of queues that have gone round several times, and of SRQs of every kind and with
 * several users: they say the same as those of a new queue.
 */
#include <arpa/inet.h>

#include "lull.h"

static void must_have_its_wr_id(const struct scene *s)
{
	MUST_EQ(s->wc.wr_id, s->due.wr_id);
}

CHECK_ROWS(wr_id_is_the_one_posted, scenes, PROMISES(CQ_POL_01), .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	scene_go_round(&s, must_have_its_wr_id);
}

static void must_name_its_qp(const struct scene *s)
{
	MUST_EQ(s->wc.qp_num, s->due.user->rx->qp_num);
}

CHECK_ROWS(qp_num_is_the_consuming_qps, scenes, PROMISES(CQ_POL_02, CQ_POL_13),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	if (row->kind == SCENE_XRC)
		JUDGING(CQ_POL_13);
	scene_go_round(&s, must_name_its_qp);
}

static void must_have_its_length(const struct scene *s)
{
	MUST_EQ(s->wc.byte_len, s->due.byte_len);
}

CHECK_ROWS(byte_len_is_what_was_transferred, scenes, PROMISES(CQ_POL_04), .kind = SCENE_UNTAGGED,
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	scene_go_round(&s, must_have_its_length);
}

/* With and without immediate data in turn. */
CHECK_ROWS(imm_data_is_that_of_its_message, scenes, PROMISES(CQ_POL_05, CQ_POL_03),
	   .kind = SCENE_UNTAGGED, .needs = NEED_SRQ | NEED_RC | NEED_IMM)
{
	struct scene s = scene_make(row, 15);

	for (uint32_t i = 0; i < 2 * s.capacity; i++) {
		struct link *user = &s.user[i % s.users];
		bool imm = i % 3 != 1;

		scene_post(&s, 1);
		link_message(user, imm ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND, .imm = 0x1000 + i);
		JUDGING(CQ_POL_03);
		MUST_EQ(user->wc.opcode, IBV_WC_RECV);
		JUDGING(CQ_POL_05);
		MUST_EQ(!!(user->wc.wc_flags & IBV_WC_WITH_IMM), imm);
		if (imm)
			MUST_EQ(ntohl(user->wc.imm_data), 0x1000 + i);
	}
}

static struct ibv_qp_cap cap_of(struct ibv_qp *qp)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, qp->qp_type),
		 !vct_query_qp(qp, &attr, IBV_QP_CAP, &init));
	return attr.cap;
}

static uint32_t at_most_256(uint32_t n)
{
	return n < 256 ? n : 256;
}

static struct link make_rc(const struct link_attr *attr)
{
	return link_make(IBV_QPT_RC, attr);
}

static struct link make_ud(const struct link_attr *attr)
{
	return link_make(IBV_QPT_UD, attr);
}

static const struct sender_row {
	struct vct_row vct_row;
	struct link (*make)(const struct link_attr *attr);
} senders[] = {
	{ ROW("rc"), .vct_row.needs = NEED_RC, .make = make_rc },
	{ ROW("ud"), .vct_row.needs = NEED_UD, .make = make_ud },
	{ ROW("xrc"), .vct_row.needs = NEED_XRC, .make = xrc_link_make },
};

/* Sends are numbered from 0 (link.h); the send queue goes round three times. */
CHECK_ROWS(wr_id_of_a_send_is_the_one_posted, senders, PROMISES(CQ_POL_17), .needs = NEED_SRQ)
{
	struct link l = row->make(&(struct link_attr){ .srq_wr = 16 });
	uint32_t round = at_most_256(cap_of(l.tx).max_send_wr);

	for (uint32_t id = 0; id < 3 * round; id++) {
		struct ibv_wc wc;

		srq_post(l.srq, id, 1);
		link_post(&l, IBV_WR_SEND);
		wc = cq_wait(l.tx_cq);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, l.tx->qp_type),
			 wc.status == IBV_WC_SUCCESS && cq_wait(l.rx_cq).status == IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, id);
		MUST_EQ(wc.qp_num, l.tx->qp_num);
	}
}

static const struct own_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
} own_queues[] = {
	{ ROW("rc"), .vct_row.needs = NEED_RC, .type = IBV_QPT_RC },
	{ ROW("ud"), .vct_row.needs = NEED_UD, .type = IBV_QPT_UD },
};

static void post_to_qp(struct ibv_qp *qp, uint64_t first, uint32_t n)
{
	struct ibv_recv_wr *wr = recv_list(first, n), *bad;

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, qp->qp_type), !vct_post_recv(qp, wr, &bad));
	free(wr);
}

/* The receive queue of a QP without a SRQ goes round in steps of 1, of 7, and of all it holds. */
CHECK_ROWS(own_queue_keeps_its_order, own_queues, PROMISES(QP_RCV_04))
{
	struct link l = link_make(row->type, &(struct link_attr){ .no_srq = true });
	uint32_t holds = at_most_256(cap_of(l.rx).max_recv_wr);
	const uint32_t steps[] = { 1, 7, holds };
	uint64_t posted = 0, taken = 0;

	for (int round = 0; round < 3; round++)
		while (taken < (uint64_t)(round + 1) * holds + 3) {
			post_to_qp(l.rx, posted, steps[round]);
			for (posted += steps[round]; taken < posted; taken++)
				MUST_RECEIVE(&l, taken);
		}
}

CHECK(src_qp_is_the_senders_beside_rc, PROMISES(CQ_POL_06), .needs = NEED_SRQ | NEED_RC | NEED_UD)
{
	static const struct scene_row mixed = { .users = SCENE_MIXED, .history = SCENE_WRAPPED };
	struct scene s = scene_make(&mixed, 15);

	for (int i = 0; i < 8; i++) {
		scene_post(&s, 1);
		MUST_PASS(&s);
		if (s.due.user->ah)
			MUST_EQ(s.wc.src_qp, s.due.user->tx->qp_num);
	}
}

/* The buffer of the WR is too short: an error, which names it, wherever it stands in the queue. */
CHECK_ROWS(a_failed_receive_names_its_wr, scenes, PROMISES(CQ_POL_08), .kind = SCENE_UNTAGGED,
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);
	struct ibv_recv_wr *wr = recv_list(s.posted + 70, 1), *bad;
	struct ibv_wc wc;

	wr->sg_list->length = 16;
	SETUP_OF(BLOCK_SRQ_POST, !vct_post_srq_recv(s.srq, wr, &bad));
	link_post(&s.user[0], IBV_WR_SEND); /* of 64 bytes */
	wc = MUST_COMPLETE(s.cq);
	MUST_NE(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, wr->wr_id);
	MUST_EQ(wc.qp_num, s.user[0].rx->qp_num);
}

enum { AT_A_TIME = 5 };

/* Sends as many messages, and polls for their completions after a lull: whether it gives all. */
static bool polls_all(struct link *l, struct lull *lull)
{
	struct ibv_wc wc[AT_A_TIME + 1];
	uint64_t first = l->sent;
	int n;

	srq_post(l->srq, first, AT_A_TIME);
	for (int i = 0; i < AT_A_TIME; i++)
		link_post(l, IBV_WR_SEND);
	for (int i = 0; i < AT_A_TIME; i++)
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
			 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
	lull_pass(lull);
	JUDGING(CQ_POL_09);
	n = vct_poll_cq(l->rx_cq, AT_A_TIME + 1, wc);
	MUST_LE(NAMED("what ibv_poll_cq returned", n), AT_A_TIME);
	if (n < AT_A_TIME && !lull_grow(lull))
		MUST_EQ(NAMED("what ibv_poll_cq returned", n), AT_A_TIME);
	JUDGING(CQ_POL_11);
	for (int i = 0; i < AT_A_TIME; i++) {
		if (i >= n)
			wc[i] = MUST_COMPLETE(l->rx_cq);
		MUST_EQ(wc[i].wr_id, first + (uint64_t)i);
	}
	return n == AT_A_TIME;
}

/*
 * Some messages at a time, whose completions are polled together: over the end of the CQ, too, for
 * the CQ goes round three times without one that comes late.
 */
CHECK(all_that_are_there_are_polled_at_once, PROMISES(CQ_POL_09, CQ_POL_11),
      .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .cqe = 16);
	uint32_t rounds = 3 * at_most_256((uint32_t)l.rx_cq->cqe) / AT_A_TIME;
	struct lull lull = lull_make();

	for (uint32_t round = 0; round < rounds; round++)
		if (!polls_all(&l, &lull))
			round = 0;
}

/* The QP that fails is of each type that uses a SRQ; the first user goes on. */
static const struct failing_row {
	struct vct_row vct_row;
	struct scene_row scene;
} failing[] = {
	{ ROW("rc"), .scene = { .users = SCENE_TWO } },
	{ ROW("rc-of-four"), .scene = { .users = SCENE_FOUR, .history = SCENE_WRAPPED } },
	{ ROW("ud"), .vct_row.needs = NEED_UD, .scene = { .users = SCENE_MIXED } },
};

CHECK_ROWS(a_failed_qp_leaves_the_wrs_to_others, failing, PROMISES(CQ_POL_14),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(&row->scene, 15);

	scene_post(&s, 4);
	qp_to_state(s.user[1].rx, IBV_QPS_ERR);
	s.users = 1;
	for (int i = 0; i < 4; i++)
		MUST_RECEIVE_NEXT(&s);
	MUST_BE_EMPTY(s.cq);
}
