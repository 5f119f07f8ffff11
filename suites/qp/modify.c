// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_modify_qp: which masks are valid, what it returns, and what only a device that claims it must
 * accept.
 */
#include "../vct.h"

STATIC_CHECK(prototype, PROMISES(QP_MOD_01))
{
	_Static_assert(
		HAS_PROTOTYPE(ibv_modify_qp, int(struct ibv_qp *, struct ibv_qp_attr *, int)),
		"ibv_modify_qp");
}

STATIC_CHECK(attr_members, PROMISES(QP_MOD_01))
{
#define HAS(member_, ...)                                                                          \
	_Static_assert(HAS_MEMBER(struct ibv_qp_attr, member_, __VA_ARGS__), #member_);
	HAS(qp_state, enum ibv_qp_state)
	HAS(cur_qp_state, enum ibv_qp_state)
	HAS(path_mtu, enum ibv_mtu)
	HAS(path_mig_state, enum ibv_mig_state)
	HAS(qkey, uint32_t)
	HAS(rq_psn, uint32_t)
	HAS(sq_psn, uint32_t)
	HAS(dest_qp_num, uint32_t)
	HAS(qp_access_flags, unsigned int)
	HAS(cap, struct ibv_qp_cap)
	HAS(ah_attr, struct ibv_ah_attr)
	HAS(alt_ah_attr, struct ibv_ah_attr)
	HAS(pkey_index, uint16_t)
	HAS(alt_pkey_index, uint16_t)
	HAS(en_sqd_async_notify, uint8_t)
	HAS(sq_draining, uint8_t)
	HAS(max_rd_atomic, uint8_t)
	HAS(max_dest_rd_atomic, uint8_t)
	HAS(min_rnr_timer, uint8_t)
	HAS(port_num, uint8_t)
	HAS(timeout, uint8_t)
	HAS(retry_cnt, uint8_t)
	HAS(rnr_retry, uint8_t)
	HAS(alt_port_num, uint8_t)
	HAS(alt_timeout, uint8_t)
	HAS(rate_limit, uint32_t)
#undef HAS
}

CHECK_ROWS(returns_zero_or_errno, qp_types, PROMISES(QP_MOD_03), .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, IBV_QPS_RESET);
	struct ibv_qp_attr attr = legal_attr(IBV_QPS_INIT);

	MUST_GE(NAMED("what the call returned", subject_step(&s, IBV_QPS_INIT, 0, ~IBV_QP_STATE)),
		1);
	attr.port_num = 0;
	MUST_GE(NAMED("what the call returned",
		      subject_modify(&s, &attr, step_mask(&s, IBV_QPS_INIT, 0, 0))),
		1);
	MUST_EQ(NAMED("what the call returned", subject_step(&s, IBV_QPS_INIT, 0, 0)), 0);
	MUST_GE(NAMED("what the call returned", subject_step(&s, IBV_QPS_RTS, 0, 0)), 1);
	MUST_EQ(NAMED("what the call returned", subject_step(&s, IBV_QPS_RTR, 0, 0)), 0);
	MUST_EQ(NAMED("what the call returned", subject_step(&s, IBV_QPS_RTS, 0, 0)), 0);
}

/* The library stores the state in struct ibv_qp, and providers use it to judge posted WRs. */
CHECK_ROWS(remembers_the_state, qp_types, PROMISES(QP_MOD_17), .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, IBV_QPS_RESET);
	const struct ibv_qp *qp = s.object;

	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++) {
		MUST_REFUSE(subject_step(&s, to, IBV_QP_EN_SQD_ASYNC_NOTIFY, 0));
		MUST_EQ(qp->state, to - 1);
		MUST_SUCCEED(subject_step(&s, to, 0, 0));
		MUST_EQ(qp->state, to);
	}
	MUST_REFUSE(subject_step(&s, IBV_QPS_INIT, 0, 0));
	MUST_EQ(qp->state, IBV_QPS_RTS);
	MUST_SUCCEED(subject_move(&s, IBV_QPS_ERR));
	MUST_EQ(qp->state, IBV_QPS_ERR);
	subject_move(&s, IBV_QPS_RESET); /* qp.state judges it */
	MUST_EQ(qp->state, subject_query(&s).qp_state);
}

CHECK(only_what_is_masked_is_modified, PROMISES(QP_MOD_02), .needs = NEED_RC | NEED_IB_STATES)
{
	struct subject s = subject_at(IBV_QPT_RC, IBV_QPS_RTS);
	struct ibv_qp_attr was = subject_query(&s), attr;

	memset(&attr, 0xff, sizeof(attr));
	attr.min_rnr_timer = 17;
	MUST_SUCCEED(subject_modify(&s, &attr, IBV_QP_MIN_RNR_TIMER));
	was.min_rnr_timer = subject_query(&s).min_rnr_timer; /* qp.flags judges that it is set */
	MUST_BE_UNCHANGED(&s, was);
}

/* Bits of the mask that are no flag. */
static const struct bit_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state to;
	unsigned int bit;
} bits[] = {
#define BIT(type_, to_, bit_)                                                                      \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #to_ "-bit-" #bit_, type_, QP_MOD_08, AFT_01),                 \
			.to = IBV_QPS_##to_, .bit = 1u << (bit_)                                   \
	}
#define BITS(type_, to_)                                                                           \
	BIT(type_, to_, 21), BIT(type_, to_, 22), BIT(type_, to_, 23), BIT(type_, to_, 24),        \
		BIT(type_, to_, 26), BIT(type_, to_, 31)
	BITS(RC, INIT), BITS(RC, RTR),   BITS(RC, RTS),  BITS(UC, INIT),       BITS(UD, INIT),
	BITS(UD, RTR),  BITS(RAW, INIT), BITS(RAW, RTR), BITS(XRC_SEND, INIT),
};

CHECK_ROWS(unknown_bit_changes_nothing, bits, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->to - 1);

	step_must_refuse(&s, row->to, (int)row->bit);
}

/* Each flag that a transition does not use, where the QP keeps its state, drains, or resumes. */
static const struct useless_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state from, to;
	int ignored; /* flags that Linux ignores for the type */
} useless[] = {
#define USELESS(type_, from_, to_, ...)                                                            \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #from_ "-" #to_, type_, QP_MOD_08),                            \
			.from = IBV_QPS_##from_, .to = IBV_QPS_##to_, ##__VA_ARGS__                \
	}
#define STAYING(type_, ...)                                                                        \
	USELESS(type_, INIT, INIT, ##__VA_ARGS__), USELESS(type_, RTS, RTS, ##__VA_ARGS__),        \
		USELESS(type_, SQD, SQD, ##__VA_ARGS__)
#define GOING(type_, ...)                                                                          \
	USELESS(type_, RTS, SQD, ##__VA_ARGS__), USELESS(type_, SQD, RTS, ##__VA_ARGS__)
#define SENDER .ignored = IBV_QP_MIN_RNR_TIMER | IBV_QP_MAX_DEST_RD_ATOMIC
	STAYING(RC),
	GOING(RC),
	STAYING(UC),
	GOING(UC),
	STAYING(UD),
	GOING(UD),
	STAYING(XRC_SEND, SENDER),
	GOING(XRC_SEND, SENDER),
};

static const struct useless_row useless_alone[] = { STAYING(RC), STAYING(UC), STAYING(UD),
						    STAYING(XRC_SEND, SENDER) };

/* One QP for each flag: that one is accepted must not hide what another one does. */
static void refuse_each(const struct useless_row *row, int less)
{
	const struct transition *t = transition_find(row->type, row->from, row->to);
	int useful = IBV_QP_STATE | IBV_QP_CAP | t->required | t->optional | row->ignored;
	int accepted = 0;

	for (int bit = 1; bit <= IBV_QP_RATE_LIMIT; bit <<= 1) {
		struct subject s;
		struct ibv_qp_attr was;

		if (bit & useful)
			continue;
		s = subject_at(row->type, row->from);
		was = subject_query(&s);
		if (!subject_pass(&s, t, bit, less)) {
			accepted |= bit;
			continue;
		}
		MUST_BE_UNCHANGED(&s, was);
		RELIES_ON(vct_block_of_state(row->type, row->to));
		MUST_SUCCEED(subject_pass(&s, t, 0, 0));
	}
	MUST_ACCEPT_NONE(accepted);
}

CHECK_ROWS(useless_flag_changes_nothing, useless, .needs = NEED_IB_STATES)
{
	refuse_each(row, 0);
}

CHECK_ROWS(useless_flag_alone_changes_nothing, useless_alone, .needs = NEED_IB_STATES)
{
	refuse_each(row, IBV_QP_STATE);
}

/* en_sqd_async_notify is valid only in the transition to SQD. */
static const struct notify_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state from, to;
} elsewhere[] = {
#define NOTIFY(type_, from_, to_)                                                                  \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #from_ "-" #to_, type_, QP_MOD_16, AFT_01),                    \
			.from = IBV_QPS_##from_, .to = IBV_QPS_##to_                               \
	}
	NOTIFY(RC, RTS, RTS), NOTIFY(RC, SQD, RTS), NOTIFY(RC, RTS, ERR), NOTIFY(RC, RTS, RESET),
	NOTIFY(UC, RTS, RTS), NOTIFY(UD, RTS, RTS), NOTIFY(UD, RTS, ERR),
};

CHECK_ROWS(notification_is_for_sqd, elsewhere, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->from);
	struct ibv_qp_attr was = subject_query(&s);
	struct ibv_qp_attr attr = { .qp_state = row->to, .en_sqd_async_notify = 1 };

	MUST_REFUSE(subject_modify(&s, &attr, IBV_QP_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY));
	MUST_BE_UNCHANGED(&s, was);
}

/* Queues twice as large, in each state and in the transition to it. */
static const struct resize_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state in;
} resized[] = {
#define RESIZE(type_, in_)                                                                         \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #in_, type_, QP_MOD_10, AFT_01), .in = IBV_QPS_##in_           \
	}
	RESIZE(RC, RESET), RESIZE(RC, INIT), RESIZE(RC, RTR), RESIZE(RC, RTS),
	RESIZE(RC, SQD),   RESIZE(RC, ERR),  RESIZE(UC, RTS), RESIZE(UD, RTS),
};

CHECK_ROWS(resizing_unclaimed_changes_nothing, resized, .needs = NEED_IB_STATES,
	   .lacks = NEED_QP_RESIZE, .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, row->in);
	struct ibv_qp_attr was = subject_query(&s), attr = { .cap = was.cap };

	attr.cap.max_send_wr *= 2;
	MUST_REFUSE(subject_modify(&s, &attr, IBV_QP_CAP));
	MUST_BE_UNCHANGED(&s, was);
	if (row->in < IBV_QPS_SQD) {
		MUST_REFUSE(subject_step(&s, row->in + 1, IBV_QP_CAP, 0));
		MUST_BE_UNCHANGED(&s, was);
	}
}

static const struct qp_type_row pathed[] = {
	{ TYPE_ROW("RC", RC) },
	{ TYPE_ROW("UC", UC) },
	{ TYPE_ROW("XRC_SEND", XRC_SEND) },
};

CHECK_ROWS(alternate_path_where_claimed, pathed, PROMISES(QP_MOD_11),
	   .needs = NEED_APM | NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, IBV_QPS_INIT);
	struct ibv_qp_attr legal = legal_attr(IBV_QPS_RTR);

	MUST_SUCCEED(subject_step(&s, IBV_QPS_RTR, IBV_QP_ALT_PATH, 0));
	MUST_READ(&s, legal, IBV_QP_STATE | IBV_QP_ALT_PATH);
}

CHECK_ROWS(alternate_path_unclaimed_changes_nothing, pathed, PROMISES(QP_MOD_12, AFT_01),
	   .needs = NEED_IB_STATES, .lacks = NEED_APM, .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, IBV_QPS_INIT);

	step_must_refuse(&s, IBV_QPS_RTR, IBV_QP_ALT_PATH);
	step_must_refuse(&s, IBV_QPS_RTS, IBV_QP_ALT_PATH);
}

/* The QP has no alternate path to migrate to. */
static const struct mig_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_mig_state state;
} pathless[] = {
#define MIG(type_, state_)                                                                         \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #state_, type_, QP_MOD_14, AFT_01), .state = IBV_MIG_##state_  \
	}
	MIG(RC, REARM), MIG(RC, ARMED),       MIG(UC, REARM),
	MIG(UC, ARMED), MIG(XRC_SEND, REARM), MIG(XRC_SEND, ARMED),
};

CHECK_ROWS(no_migration_without_a_path, pathless, .needs = NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, IBV_QPS_RTS);
	struct ibv_qp_attr was = subject_query(&s), attr = { .path_mig_state = row->state };

	MUST_REFUSE(subject_modify(&s, &attr, IBV_QP_PATH_MIG_STATE));
	MUST_BE_UNCHANGED(&s, was);
}

/*
 * Sends posted in SQD wait; after the transition to RTS they are processed in order. The queue was
 * never used: a timer that still runs for an earlier message could resume it, too.
 */
CHECK(rts_resumes_the_send_queue, PROMISES(QP_MOD_18), .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 4),
		    other = rc_link(.srq_wr = 16, .posted = 4);
	struct subject s = qp_subject(l.tx);

	qp_to_sqd(l.tx);
	subject_wait_drained(&s);
	link_post(&l, IBV_WR_SEND);
	/* Meanwhile the device looks at the queue, and leaves it, as it is in SQD. */
	link_send(&other, 1);
	MUST_SUCCEED(subject_move(&s, IBV_QPS_RTS));
	MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, 0);
	MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, 0);
	MUST_RECEIVE(&l, 1);
}
