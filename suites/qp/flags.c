// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * What each flag of the mask of ibv_modify_qp selects. With the flag, its attribute is set, and no
 * other, where the transition permits it; without the flag, the attribute is not read.
 */
#include "../vct.h"

#define FLAGS(X) QP_ATTR_FLAGS(X) X(RATE_LIMIT)

/* What each flag does is judged below: the compiler does not know it. */
STATIC_CHECK(are_a_bit_each, PROMISES(QP_MOD_01))
{
	ARE_A_BIT_EACH(FLAGS)
}

struct flag_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state to; /* the new state of the transition */
	int bit, earlier;     /* the flag, and a flag added to the transition before */
};

#define NAMED_FLAG(name_, type_, flag_, to_, ...)                                                  \
	{                                                                                          \
		TYPE_ROW(name_, type_, QP_MOD_FLAG_##flag_, QP_QRY_08),                            \
			.to = IBV_QPS_##to_, .bit = IBV_QP_##flag_, ##__VA_ARGS__                  \
	}
#define FLAG(type_, flag_, to_, ...) NAMED_FLAG(#type_ "-" #flag_, type_, flag_, to_, ##__VA_ARGS__)
#define CONNECTED(type_)                                                                           \
	FLAG(type_, STATE, INIT), FLAG(type_, ACCESS_FLAGS, INIT), FLAG(type_, PKEY_INDEX, INIT),  \
		FLAG(type_, PORT, INIT), FLAG(type_, AV, RTR), FLAG(type_, PATH_MTU, RTR),         \
		FLAG(type_, RQ_PSN, RTR), FLAG(type_, DEST_QPN, RTR), FLAG(type_, CUR_STATE, RTS), \
		FLAG(type_, SQ_PSN, RTS), FLAG(type_, EN_SQD_ASYNC_NOTIFY, SQD)
#define REQUESTER(type_)                                                                           \
	FLAG(type_, TIMEOUT, RTS), FLAG(type_, RETRY_CNT, RTS), FLAG(type_, RNR_RETRY, RTS),       \
		FLAG(type_, MAX_QP_RD_ATOMIC, RTS)

static const struct flag_row settable[] = {
	CONNECTED(RC),
	REQUESTER(RC),
	FLAG(RC, MAX_DEST_RD_ATOMIC, RTR),
	FLAG(RC, MIN_RNR_TIMER, RTR),
	CONNECTED(UC),
	FLAG(UD, STATE, INIT),
	FLAG(UD, PKEY_INDEX, INIT),
	FLAG(UD, PORT, INIT),
	FLAG(UD, QKEY, INIT),
	FLAG(UD, CUR_STATE, RTS),
	FLAG(UD, SQ_PSN, RTS),
	FLAG(UD, EN_SQD_ASYNC_NOTIFY, SQD),
	FLAG(RAW, STATE, INIT),
	FLAG(RAW, PORT, INIT),
	CONNECTED(XRC_SEND),
	REQUESTER(XRC_SEND),
};

#define WITH_APM(type_)                                                                            \
	FLAG(type_, ALT_PATH, RTR), FLAG(type_, PATH_MIG_STATE, RTS, .earlier = IBV_QP_ALT_PATH)
static const struct flag_row paths[] = {
	FLAG(RC, AV, RTR),
	FLAG(UC, AV, RTR),
	FLAG(XRC_SEND, AV, RTR),
};

/* The members of the GRH, which each packet of this port has, with all bits that they have. */
CHECK_ROWS(keeps_the_grh_of_its_path, paths, .needs = NEED_IB_STATES | NEED_GRH)
{
	struct subject s = subject_at(row->type, IBV_QPS_INIT);
	struct ibv_qp_attr attr = legal_attr(IBV_QPS_RTR), seen;

	attr.ah_attr.grh.flow_label = 0xfffff;
	attr.ah_attr.grh.traffic_class = 0xff;
	RELIES_ON(vct_block_of_state(row->type, IBV_QPS_RTR));
	MUST_SUCCEED(subject_modify(&s, &attr, step_mask(&s, IBV_QPS_RTR, 0, 0)));
	seen = subject_query(&s);
	MUST_EQ(seen.ah_attr.grh.flow_label, 0xfffff);
	MUST_EQ(seen.ah_attr.grh.traffic_class, 0xff);
	RECORD("a hop limit of %u is returned as %u", attr.ah_attr.grh.hop_limit,
	       seen.ah_attr.grh.hop_limit);
	MUST_READ(&s, attr, IBV_QP_AV);
}

static const struct flag_row settable_with_apm[] = { WITH_APM(RC), WITH_APM(UC),
						     WITH_APM(XRC_SEND) };

/* The QP, in the state in which the row's transition starts. */
static struct subject before(const struct flag_row *row)
{
	struct subject s = subject_at(row->type, row->to - (row->earlier ? 2 : 1));

	if (row->earlier)
		SETUP_OF(BLOCK_ALT_PATH, !subject_step(&s, row->to - 1, row->earlier, 0));
	return s;
}

CHECK_ROWS(sets_it, settable, .needs = NEED_IB_STATES)
{
	struct subject s = before(row);

	step_must_set(&s, row->to, row->bit);
}

CHECK_ROWS(sets_it_with_apm, settable_with_apm, .needs = NEED_APM | NEED_IB_STATES)
{
	struct subject s = before(row);

	step_must_set(&s, row->to, row->bit);
}

/* Without its flag, an attribute keeps the value of an earlier transition, or its default. */
#define LEFT_CONNECTED(type_)                                                                      \
	FLAG(type_, CUR_STATE, INIT), FLAG(type_, EN_SQD_ASYNC_NOTIFY, SQD),                       \
		FLAG(type_, ACCESS_FLAGS, RTR), FLAG(type_, PKEY_INDEX, RTR),                      \
		FLAG(type_, PORT, RTR), FLAG(type_, QKEY, RTR), FLAG(type_, AV, RTS),              \
		FLAG(type_, PATH_MTU, RTS), FLAG(type_, RQ_PSN, RTS), FLAG(type_, SQ_PSN, SQD),    \
		FLAG(type_, CAP, RTR), FLAG(type_, DEST_QPN, RTS), FLAG(type_, TIMEOUT, SQD),      \
		FLAG(type_, RETRY_CNT, SQD), FLAG(type_, RNR_RETRY, SQD),                          \
		FLAG(type_, MAX_QP_RD_ATOMIC, SQD), FLAG(type_, MIN_RNR_TIMER, RTS),               \
		FLAG(type_, MAX_DEST_RD_ATOMIC, RTS)
static const struct flag_row absent[] = {
	LEFT_CONNECTED(RC),       LEFT_CONNECTED(UC),   FLAG(UD, PKEY_INDEX, RTR),
	FLAG(UD, PORT, RTR),      FLAG(UD, QKEY, RTS),  FLAG(UD, SQ_PSN, SQD),
	FLAG(UD, CAP, RTR),       FLAG(RAW, PORT, RTS), FLAG(RAW, CAP, RTS),
	LEFT_CONNECTED(XRC_SEND),
};

static const struct flag_row absent_with_apm[] = {
#define LEFT_WITH_APM(type_)                                                                       \
	FLAG(type_, ALT_PATH, RTS, .earlier = IBV_QP_ALT_PATH),                                    \
		FLAG(type_, PATH_MIG_STATE, RTS, .earlier = IBV_QP_ALT_PATH)
	LEFT_WITH_APM(RC),
	LEFT_WITH_APM(UC),
	LEFT_WITH_APM(XRC_SEND),
};

CHECK_ROWS(without_it_is_left_alone, absent, .needs = NEED_IB_STATES)
{
	struct subject s = before(row);

	step_must_leave_alone(&s, row->to, row->bit);
}

CHECK_ROWS(without_it_is_left_alone_with_apm, absent_with_apm, .needs = NEED_APM | NEED_IB_STATES)
{
	struct subject s = before(row);

	step_must_leave_alone(&s, row->to, row->bit);
}

/* These may be set again without a change of state. */
static const struct flag_row anew[] = {
	FLAG(RC, ACCESS_FLAGS, INIT),       FLAG(UC, ACCESS_FLAGS, INIT),
	FLAG(XRC_SEND, ACCESS_FLAGS, INIT), FLAG(UD, QKEY, INIT),
	FLAG(RC, MIN_RNR_TIMER, RTS),       NAMED_FLAG("UD-QKEY-in-RTS", UD, QKEY, RTS),
};

CHECK_ROWS(without_state_it_stays, anew, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->to);
	struct ibv_qp_attr other = legal_attr(IBV_QPS_RTR), attr;

	other.qkey = 0x4321;
	attr = only_masked(&other, row->bit);
	MUST_SUCCEED(subject_modify(&s, &attr, row->bit));
	MUST_EQ(subject_query(&s).qp_state, row->to);
	MUST_READ(&s, other, row->bit);
}

/* In the transition back to RTS; those of RTS itself are among `anew` and in state.c. */
static const struct flag_row resumed[] = {
	FLAG(RC, ACCESS_FLAGS, RTS),
	FLAG(RC, MIN_RNR_TIMER, RTS),
	FLAG(UD, QKEY, RTS),
};

CHECK_ROWS(is_set_on_resuming, resumed, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, IBV_QPS_SQD);
	struct ibv_qp_attr other = other_attr(row->to), attr;

	other.qp_state = row->to;
	attr = only_masked(&other, IBV_QP_STATE | row->bit);
	MUST_SUCCEED(subject_modify(&s, &attr, IBV_QP_STATE | row->bit));
	MUST_READ(&s, other, IBV_QP_STATE | row->bit);
}

/*
 * ibv_query_qp of Linux returns no rate limit, so what can be judged is that it is taken: in the
 * transition to RTS, in RTS another one, and 0 for none.
 */
CHECK(rate_limit_is_set_where_claimed, PROMISES(QP_MOD_FLAG_RATE_LIMIT),
      .needs = NEED_RAW | NEED_NET_RAW | NEED_PACING)
{
	const struct ibv_packet_pacing_caps *caps = &vct_dev->attr.packet_pacing_caps;
	struct subject s = subject_at(IBV_QPT_RAW_PACKET, IBV_QPS_RTR);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS,
				    .rate_limit = caps->qp_rate_limit_max };
	uint32_t least = caps->qp_rate_limit_min ? caps->qp_rate_limit_min : 1;

	MUST_SUCCEED(subject_modify(&s, &attr, IBV_QP_STATE | IBV_QP_RATE_LIMIT));
	MUST_EQ(subject_query(&s).qp_state, IBV_QPS_RTS);
	attr.rate_limit = least;
	MUST_SUCCEED(subject_modify(&s, &attr, IBV_QP_STATE | IBV_QP_RATE_LIMIT));
	attr.rate_limit = 0;
	MUST_SUCCEED(subject_modify(&s, &attr, IBV_QP_STATE | IBV_QP_RATE_LIMIT));
	MUST_EQ(subject_query(&s).qp_state, IBV_QPS_RTS);
}

CHECK(cap_resizes_the_queues, PROMISES(QP_MOD_FLAG_CAP),
      .needs = NEED_RC | NEED_QP_RESIZE | NEED_IB_STATES, .danger = DANGER_DESTRUCTIVE)
{
	struct subject s = subject_at(IBV_QPT_RC, IBV_QPS_INIT);
	struct ibv_qp_cap asked = subject_query(&s).cap;
	struct ibv_qp_attr attr;

	asked.max_send_wr += 8;
	asked.max_recv_wr += 8;
	attr = (struct ibv_qp_attr){ .cap = asked };
	MUST_SUCCEED(subject_modify(&s, &attr, IBV_QP_CAP));
	attr = subject_query(&s);
	MUST_GE(attr.cap.max_send_wr, asked.max_send_wr);
	MUST_GE(attr.cap.max_recv_wr, asked.max_recv_wr);
}
