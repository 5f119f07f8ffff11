// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A QP that was in RTS, was reset, and is brought up again: nothing of its first life is left. */
#include "../vct.h"

struct way_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	bool through_error;
	bool on_srq;
};

#define WAYS(type_, ...)                                                                           \
	{ TYPE_ROW(#type_, type_, ##__VA_ARGS__) },                                                \
	{                                                                                          \
		TYPE_ROW(#type_ "-through-ERR", type_, ##__VA_ARGS__), .through_error = true       \
	}

static const struct way_row ways[] = { WAYS(RC), WAYS(UC), WAYS(UD), WAYS(XRC_SEND), WAYS(RAW) };

static void reset(const struct subject *s, bool through_error)
{
	if (through_error)
		SETUP_OF(vct_block_of_state(s->type, IBV_QPS_ERR), !subject_move(s, IBV_QPS_ERR));
	SETUP_OF(BLOCK_OF_QP(QP_TO_RESET, s->type), !subject_move(s, IBV_QPS_RESET));
}

/* The values differ from those of the first life, and read as they do on a new QP. */
CHECK_ROWS(reads_what_is_set_now, ways, PROMISES(QP_QRY_08, QP_MOD_FLAG_STATE),
	   .needs = NEED_IB_STATES)
{
	struct ibv_qp_attr alone = read_alone(row->type, XRC_TODAY, other_attr, IBV_QPS_RTS);
	struct subject s = subject_at(row->type, IBV_QPS_RTS);

	reset(&s, row->through_error);
	JUDGING(QP_MOD_FLAG_STATE);
	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++)
		MUST_SUCCEED(step_with(&s, to, other_attr));
	JUDGING(QP_QRY_08);
	MUST_READ(&s, alone, mask_up_to(&s, IBV_QPS_RTS));
}

static bool is_needed_when_new(enum ibv_qp_type type, enum ibv_qp_state to, int bit)
{
	struct subject s = subject_at(type, to - 1);

	return subject_step(&s, to, 0, bit);
}

/*
 * What a new QP needs for a transition, it needs again: what was set before RESET does not count.
 * qp.transition judges the lists of new QPs.
 */
CHECK_ROWS(needs_the_whole_list_again, ways, PROMISES(QP_MOD_08, QP_MOD_FLAG_STATE),
	   .needs = NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, IBV_QPS_RTS);

	reset(&s, row->through_error);
	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++) {
		int required = transition_find(row->type, to - 1, to)->required;

		JUDGING(QP_MOD_08);
		for (int bit = 1; bit <= IBV_QP_DEST_QPN; bit <<= 1)
			if (bit & required && is_needed_when_new(row->type, to, bit))
				MUST_REFUSE(subject_step(&s, to, 0, bit));
		JUDGING(QP_MOD_FLAG_STATE);
		MUST_SUCCEED(subject_step(&s, to, 0, 0));
	}
}

static const struct way_row linked[] = {
	WAYS(RC),
	WAYS(UD),
	{ ON_SRQ_ROW(RC) },
	{ ON_SRQ_ROW(UD) },
};

static void post(struct link *l, uint64_t first, unsigned int n)
{
	struct ibv_recv_wr *bad;

	if (l->srq)
		srq_post(l->srq, first, n);
	else
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, l->rx->qp_type),
			 !vct_post_recv(l->rx, recv_list(first, n), &bad));
}

static void bring_up_again_from(struct link *l, bool through_error, uint32_t psn)
{
	const struct link_attr attr = { .psn = psn };
	struct subject tx = qp_subject(l->tx), rx = qp_subject(l->rx);

	reset(&tx, through_error);
	reset(&rx, through_error);
	while (vct_poll_cq(l->rx_cq, 1, &l->wc) > 0 || vct_poll_cq(l->tx_cq, 1, &l->wc) > 0)
		; /* WRs of the first life may have been flushed */
	qp_to_init(l->rx);
	qp_to_init(l->tx);
	connect_qp(l->rx, l->tx->qp_num, &attr);
	connect_qp(l->tx, l->rx->qp_num, &attr);
}

static void bring_up_again(struct link *l, bool through_error)
{
	bring_up_again_from(l, through_error, 0);
}

/*
 * The first life ends with 3 of 5 WRs consumed, in the middle of each ring. Those that are left are
 * gone with a receive queue of the QP's own; those in a SRQ remain there.
 */
CHECK_ROWS(passes_messages_in_order, linked, PROMISES(QP_MOD_FLAG_STATE, QP_RCV_04),
	   .needs = NEED_IB_STATES)
{
	struct link l =
		link_make(row->type, &(struct link_attr){ .srq_wr = 16, .no_srq = !row->on_srq });

	post(&l, 0, 5);
	link_send(&l, 3);
	bring_up_again(&l, row->through_error);
	post(&l, 20, 8);
	JUDGING(QP_MOD_FLAG_STATE);
	if (row->on_srq) {
		MUST_RECEIVE(&l, 3);
		MUST_RECEIVE(&l, 4);
	}
	for (uint64_t i = 20; i < 28; i++)
		MUST_RECEIVE(&l, i);
	MUST_BE_EMPTY(l.rx_cq);
}

/*
 * The first life ends while messages wait for a receive WR. Nothing of them comes in the second
 * one, in which the receiver permits no RDMA write, so that it refuses what a cleared WR may look
 * like.
 */
CHECK(unfinished_messages_are_gone, PROMISES(QP_MOD_FLAG_STATE), .needs = NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.no_srq = true, .rnr_retry = 7);
	struct ibv_qp_attr init = legal_attr(IBV_QPS_INIT);
	const struct link_attr attr = { 0 };
	struct subject tx = qp_subject(l.tx), rx = qp_subject(l.rx);

	for (int i = 0; i < 3; i++)
		link_post(&l, IBV_WR_SEND);
	reset(&tx, false);
	reset(&rx, false);
	while (vct_poll_cq(l.tx_cq, 1, &l.wc) > 0)
		; /* they may have been flushed */
	init.qp_access_flags = 0;
	init.pkey_index = vct_dev->pkey_index; /* the partition of the other QP */
	SETUP_OF(BLOCK_OF_QP(QP_IS_AS_NEW, IBV_QPT_RC),
		 !subject_modify(&rx, &init, step_mask(&rx, IBV_QPS_INIT, 0, 0)));
	qp_to_init(l.tx);
	connect_qp(l.rx, l.tx->qp_num, &attr);
	connect_qp(l.tx, l.rx->qp_num, &attr);
	post(&l, 20, 8);
	for (uint64_t i = 20; i < 28; i++)
		MUST_RECEIVE(&l, i);
	MUST_BE_EMPTY(l.rx_cq);
}

/* Two receive WRs of the first life were left, and the second one has none. */
CHECK(takes_no_receive_of_before, PROMISES(QP_MOD_FLAG_STATE),
      .needs = NEED_RC | NEED_RNR | NEED_IB_STATES)
{
	struct link l = rc_link(.no_srq = true);

	post(&l, 0, 5);
	link_send(&l, 3);
	bring_up_again(&l, false);
	link_post(&l, IBV_WR_SEND);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_RNR_RETRY_EXC_ERR);
}

static const struct way_row with_psns[] = { WAYS(RC), { ON_SRQ_ROW(RC) } };

/* What the first life has counted up to is no longer there. No receiver of datagrams compares PSNs.
 */
CHECK_ROWS(begins_with_psn_0, with_psns, PROMISES(QP_MOD_FLAG_RQ_PSN, QP_MOD_FLAG_SQ_PSN),
	   .needs = NEED_IB_STATES)
{
	struct link l =
		link_make(row->type, &(struct link_attr){ .srq_wr = 16, .no_srq = !row->on_srq });

	post(&l, 0, 3);
	link_send(&l, 3);
	bring_up_again_from(&l, row->through_error, LINK_PSN_0);
	post(&l, 20, 2);
	for (int i = 0; i < 2; i++) {
		JUDGING(i ? QP_MOD_FLAG_SQ_PSN : QP_MOD_FLAG_RQ_PSN);
		link_post(&l, IBV_WR_SEND);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
	}
}
