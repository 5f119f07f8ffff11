// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Attributes that are set while the send queue is drained. No page says which of them a device has
 * to take; what it has taken is valid, in SQD and in RTS afterwards.
 */
#include "../vct.h"

static const struct set_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	int bit;
} sets[] = {
#define SET(type_, flag_)                                                                          \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #flag_, type_, QP_QRY_08, QP_MOD_07, QP_MOD_18,                \
			 QP_MOD_FLAG_##flag_),                                                     \
			.bit = IBV_QP_##flag_                                                      \
	}
#define REQUESTER(type_)                                                                           \
	SET(type_, AV), SET(type_, TIMEOUT), SET(type_, RETRY_CNT), SET(type_, RNR_RETRY),         \
		SET(type_, MAX_QP_RD_ATOMIC), SET(type_, ACCESS_FLAGS)
	REQUESTER(RC),
	SET(RC, MIN_RNR_TIMER),
	SET(RC, MAX_DEST_RD_ATOMIC),
	REQUESTER(XRC_SEND),
	SET(UC, AV),
	SET(UC, ACCESS_FLAGS),
	SET(UD, QKEY),
};

CHECK_ROWS(what_is_taken_is_kept, sets, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, IBV_QPS_SQD);
	struct ibv_qp_attr other = other_attr(IBV_QPS_RTS), was = subject_query(&s), attr;
	int ret;

	other.qp_access_flags = was.qp_access_flags ^ IBV_ACCESS_REMOTE_WRITE;
	attr = only_masked(&other, row->bit);
	attr.qp_state = IBV_QPS_SQD;
	ret = subject_modify(&s, &attr, IBV_QP_STATE | row->bit);
	RECORD("in SQD the attribute is %s", ret ? "refused" : "taken");
	if (ret) {
		JUDGING(QP_MOD_07);
		MUST_BE_UNCHANGED(&s, was);
		return;
	}
	MUST_READ(&s, other, row->bit);
	subject_wait_drained(&s); /* SQD was entered once more */
	JUDGING(QP_MOD_18);
	MUST_SUCCEED(subject_move(&s, IBV_QPS_RTS));
	JUDGING(QP_QRY_08);
	MUST_READ(&s, other, row->bit);
}

/* What SQD does not set stays as it was, through SQD and back. */
static const struct qp_type_row types[] = {
	{ TYPE_ROW("RC", RC) },
	{ TYPE_ROW("UC", UC) },
	{ TYPE_ROW("UD", UD) },
	{ TYPE_ROW("XRC_SEND", XRC_SEND) },
};

CHECK_ROWS(there_and_back_changes_nothing, types, PROMISES(QP_MOD_02, QP_MOD_18),
	   .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, IBV_QPS_RTS);
	struct ibv_qp_attr was = subject_query(&s);

	for (int i = 0; i < 3; i++) {
		SETUP_OF(BLOCK_OF_QP(QP_TO_SQD, row->type), !subject_move(&s, IBV_QPS_SQD));
		subject_wait_drained(&s);
		JUDGING(QP_MOD_18);
		MUST_SUCCEED(subject_move(&s, IBV_QPS_RTS));
		JUDGING(QP_MOD_02);
		was.qp_state = subject_query(&s).qp_state; /* qp.state judges it */
		MUST_BE_UNCHANGED(&s, was);
	}
}

static const struct qp_type_row notified[] = {
	{ TYPE_ROW("RC", RC) },
	{ TYPE_ROW("UD", UD) },
};

static void drain(const struct link *l, uint8_t member, int flag)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_SQD, .en_sqd_async_notify = member };
	struct subject s = qp_subject(l->tx);

	SETUP_OF(BLOCK_OF_QP(QP_TO_SQD, l->tx->qp_type),
		 !vct_modify_qp(l->tx, &attr, IBV_QP_STATE | flag));
	subject_wait_drained(&s);
}

static void resume(struct link *l)
{
	struct subject s = qp_subject(l->tx);

	JUDGING(QP_MOD_18);
	MUST_SUCCEED(subject_move(&s, IBV_QPS_RTS));
	JUDGING(QP_MOD_FLAG_EN_SQD_ASYNC_NOTIFY);
	link_send(l, 1);
}

/*
 * Four transitions to SQD. Whether the attribute is kept from one to the next is left open: the
 * last value that was set before the fourth is 0.
 */
CHECK_ROWS(notification_is_what_the_flag_selects, notified,
	   PROMISES(QP_MOD_FLAG_EN_SQD_ASYNC_NOTIFY, QP_MOD_18, AEV_11),
	   .needs = NEED_SRQ | NEED_IB_STATES)
{
	struct link l = link_make(row->type, &(struct link_attr){ .srq_wr = 16, .posted = 8 });

	link_send(&l, 1);
	drain(&l, 1, 0); /* the member without the flag */
	MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_SQ_DRAINED);
	resume(&l);
	drain(&l, 1, IBV_QP_EN_SQD_ASYNC_NOTIFY);
	RELIES_ON(BLOCK_DRAINED_EVENT);
	MUST_SEE_EVENT(l.tx, IBV_EVENT_SQ_DRAINED);
	resume(&l);
	drain(&l, 0, IBV_QP_EN_SQD_ASYNC_NOTIFY);
	MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_SQ_DRAINED);
	resume(&l);
	drain(&l, 1, 0);
	MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_SQ_DRAINED);
}

enum { DRAIN_MS = 1000 };

/* Each place of the send queue has been used, and the queue is empty again. */
CHECK(an_idle_queue_is_drained_after_a_full_round, PROMISES(QP_QRY_11),
      .needs = NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.no_srq = true);
	struct subject s = qp_subject(l.tx);
	struct ibv_qp_cap cap = subject_query(&s).cap;
	double until;

	for (uint32_t i = 0; i <= cap.max_send_wr && i < 1000; i++) {
		struct ibv_recv_wr *list = recv_list(i, 1), *bad;

		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
			 !vct_post_recv(l.rx, list, &bad));
		free(list);
		link_send(&l, 1);
	}
	SETUP_OF(BLOCK_OF_QP(QP_TO_SQD, IBV_QPT_RC), !subject_move(&s, IBV_QPS_SQD));
	until = vct_deadline_ms(DRAIN_MS);
	while (subject_query(&s).sq_draining)
		MUST(vct_wait_on(until), "sq_draining becomes 0 when the send queue is idle; it is "
					 "not before the deadline");
	MUST_EQ(subject_query(&s).qp_state, IBV_QPS_SQD);
}
