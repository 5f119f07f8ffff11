// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The events of QPs: SQ_DRAINED, which must be requested, and LAST_WQE_REACHED, which need not. */
#include "../vct.h"

static struct ibv_qp_attr qp_query(struct ibv_qp *qp)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, qp->qp_type),
		 !vct_query_qp(qp, &attr, IBV_QP_STATE | IBV_QP_CAP, &init));
	return attr;
}

CHECK(sq_drained_is_raised_when_asked_for, PROMISES(AEV_11),
      .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 4);

	link_send(&l, 4);
	qp_to_sqd(l.tx);
	MUST_SEE_EVENT(l.tx, IBV_EVENT_SQ_DRAINED);
	MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_SQ_DRAINED);
}

CHECK(sq_drained_is_raised_each_time, PROMISES(AEV_11),
      .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 4);
	struct subject s = qp_subject(l.tx);

	for (int i = 0; i < 3; i++) {
		link_send(&l, 1);
		qp_to_sqd(l.tx);
		MUST_SEE_EVENT(l.tx, IBV_EVENT_SQ_DRAINED);
		SETUP(!subject_move(&s, IBV_QPS_RTS));
	}
}

/* The send queue has wrapped around and is empty again. */
CHECK(sq_drained_is_raised_after_a_full_round, PROMISES(AEV_11),
      .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 16);
	uint32_t round = qp_query(l.tx).cap.max_send_wr + 1;

	for (uint32_t i = 0; i < round; i++) {
		srq_post(l.srq, i, 1);
		link_send(&l, 1);
	}
	qp_to_sqd(l.tx);
	MUST_SEE_EVENT(l.tx, IBV_EVENT_SQ_DRAINED);
}

/* Whether the message has begun when the QP enters SQD, no page says: in the end nothing goes on.
 */
CHECK(sq_drained_is_raised_behind_a_message, PROMISES(AEV_11),
      .needs = NEED_SRQ | NEED_RC | NEED_RNR | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 8, .rnr_retry = 7);

	link_post(&l, IBV_WR_SEND);
	qp_to_sqd(l.tx);
	srq_post(l.srq, 0, 1);
	MUST_SEE_EVENT(l.tx, IBV_EVENT_SQ_DRAINED);
}

/* The life before has ended while a message waited. */
CHECK(sq_drained_is_raised_in_the_next_life, PROMISES(AEV_11),
      .needs = NEED_RC | NEED_RNR | NEED_IB_STATES)
{
	struct link l = rc_link(.no_srq = true, .local = true, .rnr_retry = 7);

	link_post(&l, IBV_WR_SEND);
	qp_to_state(l.tx, IBV_QPS_RESET);
	qp_to_state(l.rx, IBV_QPS_RESET);
	while (vct_poll_cq(l.tx_cq, 1, &l.wc) > 0)
		;
	l = rc_link(.no_srq = true, .local = true, .tx = l.tx, .rx = l.rx, .psn = 1 << 18);
	qp_to_sqd(l.tx);
	MUST_SEE_EVENT(l.tx, IBV_EVENT_SQ_DRAINED);
}

/* The value counts only where the mask selects it. */
static const struct notify_row {
	struct vct_row vct_row;
	int mask;
	uint8_t value;
} unasked[] = {
	{ ROW("left-out"), .mask = 0, .value = 1 },
	{ ROW("declined"), .mask = IBV_QP_EN_SQD_ASYNC_NOTIFY, .value = 0 },
};

CHECK_ROWS(sq_drained_is_not_raised_unasked, unasked, PROMISES(AEV_11),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 4);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_SQD, .en_sqd_async_notify = row->value };
	struct subject s = qp_subject(l.tx);

	link_send(&l, 4);
	SETUP_OF(BLOCK_OF_QP(QP_TO_SQD, IBV_QPT_RC),
		 !vct_modify_qp(l.tx, &attr, IBV_QP_STATE | row->mask));
	subject_wait_drained(&s);
	MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_SQ_DRAINED);
}

/*
 * The remaining WRs belong to the other QP: the QP in error takes none, even when messages for it
 * arrive.
 */
CHECK(last_wqe_reached_is_the_last, PROMISES(AEV_08), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 8);
	struct link other = rc_link(.srq = l.srq);

	link_send(&l, 3);
	qp_to_state(l.rx, IBV_QPS_ERR);
	MUST_SEE_EVENT(l.rx, IBV_EVENT_QP_LAST_WQE_REACHED);
	while (vct_poll_cq(l.rx_cq, 1, &l.wc) > 0)
		;
	link_post(&l, IBV_WR_SEND);
	MUST_RECEIVE(&other, 3);
	MUST_BE_EMPTY(l.rx_cq);
}

/* One after the other goes to the error state; the event of each names it. */
CHECK(last_wqe_reached_names_each_of_three, PROMISES(AEV_08, AEV_09), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	struct link l[3];

	for (int i = 0; i < 3; i++)
		l[i] = rc_link(.srq = srq);
	srq_post(srq, 0, 12);
	for (int i = 0; i < 6; i++)
		link_send(&l[i % 3], 1);
	for (int i = 0; i < 3; i++) {
		qp_to_state(l[i].rx, IBV_QPS_ERR);
		JUDGING(AEV_08);
		MUST_SEE_EVENT(l[i].rx, IBV_EVENT_QP_LAST_WQE_REACHED);
		if (i < 2)
			link_send(&l[i + 1], 1);
	}
	JUDGING(AEV_09);
	MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_QP_LAST_WQE_REACHED);
}

static void stay(struct link *l)
{
	(void)l;
}

static void error_again(struct link *l)
{
	qp_to_state(l->rx, IBV_QPS_ERR);
}

/* A message of another link, which was posted after its messages, has arrived. */
static void send_to_it(struct link *l)
{
	struct link later = rc_link(.srq_wr = 1, .posted = 1);

	for (int i = 0; i < 4; i++)
		link_post(l, IBV_WR_SEND);
	link_send(&later, 1);
}

static const struct afterwards_row {
	struct vct_row vct_row;
	void (*happens)(struct link *l);
} afterwards[] = {
	{ ROW("it-stays"), .happens = stay },
	{ ROW("it-is-told-again"), .happens = error_again },
	{ ROW("its-peer-sends"), .happens = send_to_it },
};

CHECK_ROWS(last_wqe_reached_is_raised_once, afterwards, PROMISES(AEV_09, AEV_08),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 8);

	link_send(&l, 1);
	qp_to_state(l.rx, IBV_QPS_ERR);
	JUDGING(AEV_08);
	MUST_SEE_EVENT(l.rx, IBV_EVENT_QP_LAST_WQE_REACHED);
	row->happens(&l);
	JUDGING(AEV_09);
	MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_QP_LAST_WQE_REACHED);
}

/* In which the QP can receive, as in RTS. */
static const struct state_row {
	struct vct_row vct_row;
	enum ibv_qp_state state;
} receiving[] = {
	{ ROW("rtr"), .state = IBV_QPS_RTR },
	{ ROW("sqd"), .state = IBV_QPS_SQD },
};

CHECK_ROWS(last_wqe_reached_is_raised_in_other_states, receiving, PROMISES(AEV_08),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 4);
	struct subject s = qp_subject(l.rx);

	if (row->state == IBV_QPS_SQD) {
		qp_to_sqd(l.rx);
		SETUP_EVENT(l.rx, IBV_EVENT_SQ_DRAINED);
	} else {
		qp_to_state(l.rx, IBV_QPS_RESET);
		subject_reach(&s, row->state);
	}
	qp_to_state(l.rx, IBV_QPS_ERR);
	MUST_SEE_EVENT(l.rx, IBV_EVENT_QP_LAST_WQE_REACHED);
}

CHECK(last_wqe_reached_comes_with_each_error, PROMISES(AEV_09, AEV_08),
      .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 8);

	for (int life = 0; life < 3; life++) {
		JUDGING(life ? AEV_09 : AEV_08);
		qp_to_state(l.rx, IBV_QPS_ERR);
		MUST_SEE_EVENT(l.rx, IBV_EVENT_QP_LAST_WQE_REACHED);
		qp_to_state(l.rx, IBV_QPS_RESET);
		qp_to_init(l.rx);
		connect_qp(l.rx, l.tx->qp_num, &(struct link_attr){ 0 });
		JUDGING(AEV_09);
		/* Another QP enters ERR here, and none between the second life and the third. */
		if (!life)
			MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_QP_LAST_WQE_REACHED);
	}
}

/*
 * The WR posted to the QP is flushed; that completion shows that the QP has entered the error
 * state.
 */
CHECK(no_last_wqe_without_srq, PROMISES(AEV_10), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.no_srq = true);
	struct ibv_sge sge = slot_sge(recv_slot(0), SLOT_SIZE);
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), !vct_post_recv(l.rx, &wr, &bad));
	qp_to_state(l.rx, IBV_QPS_ERR);
	SETUP_OF(BLOCK_OF_QP(QP_TO_ERR, IBV_QPT_RC), cq_wait(l.rx_cq).status != IBV_WC_SUCCESS);
	MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_QP_LAST_WQE_REACHED);
}
