// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Transitions between states: those that exist, those that do not, and the meaning of cur_qp_state.
 */
#include "../vct.h"

struct move_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state from, to;
};

#define MOVE(type_, from_, to_, ...)                                                               \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #from_ "-" #to_, type_, __VA_ARGS__), .from = IBV_QPS_##from_, \
									  .to = IBV_QPS_##to_      \
	}
/* A row of each type: ROW(RC, arguments), ... FIVE has raw packet QPs, too. */
#define FOUR(row_, ...)                                                                            \
	row_(RC, __VA_ARGS__), row_(UC, __VA_ARGS__), row_(UD, __VA_ARGS__),                       \
		row_(XRC_SEND, __VA_ARGS__)
#define FIVE(row_, ...)                                                                            \
	row_(RC, __VA_ARGS__), row_(UC, __VA_ARGS__), row_(UD, __VA_ARGS__),                       \
		row_(XRC_SEND, __VA_ARGS__), row_(RAW, __VA_ARGS__)

/*
 * With no attribute except the state: keeping the state, draining and resuming, and the transitions
 * to ERR and RESET.
 */
static const struct move_row legal[] = {
	FIVE(MOVE, INIT, ERR, QP_MOD_FLAG_STATE, QP_QRY_12),
	FIVE(MOVE, RTR, ERR, QP_MOD_FLAG_STATE, QP_QRY_12),
	FIVE(MOVE, RTS, ERR, QP_MOD_FLAG_STATE, QP_QRY_12),
	FIVE(MOVE, ERR, ERR, QP_MOD_FLAG_STATE, QP_QRY_12),
	FIVE(MOVE, INIT, RESET, QP_MOD_FLAG_STATE, QP_QRY_12),
	FIVE(MOVE, RTR, RESET, QP_MOD_FLAG_STATE, QP_QRY_12),
	FIVE(MOVE, RTS, RESET, QP_MOD_FLAG_STATE, QP_QRY_12),
	FIVE(MOVE, ERR, RESET, QP_MOD_FLAG_STATE, QP_QRY_12),
	FOUR(MOVE, INIT, INIT, QP_MOD_FLAG_STATE, QP_QRY_12),
	FOUR(MOVE, RTS, RTS, QP_MOD_FLAG_STATE, QP_QRY_12),
	FOUR(MOVE, RTS, SQD, QP_MOD_FLAG_STATE, QP_QRY_12),
	FOUR(MOVE, SQD, SQD, QP_MOD_FLAG_STATE, QP_QRY_12),
	FOUR(MOVE, SQD, RTS, QP_MOD_FLAG_STATE, QP_QRY_12),
	FOUR(MOVE, SQD, ERR, QP_MOD_FLAG_STATE, QP_QRY_12),
	FOUR(MOVE, SQD, RESET, QP_MOD_FLAG_STATE, QP_QRY_12),
};

CHECK_ROWS(moves, legal, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->from);

	MUST_SUCCEED(subject_move(&s, row->to));
	JUDGING(QP_QRY_12);
	MUST_EQ(subject_query(&s).qp_state, row->to);
}

/* A QP that was reset can be brought up like a new one. */
static const struct move_row again[] = {
	FIVE(MOVE, INIT, RESET, QP_MOD_FLAG_STATE),
	FIVE(MOVE, RTS, RESET, QP_MOD_FLAG_STATE),
	FIVE(MOVE, ERR, RESET, QP_MOD_FLAG_STATE),
};

CHECK_ROWS(comes_up_again_after, again, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->from);
	struct ibv_qp_attr legal_rts = legal_attr(IBV_QPS_RTS);

	MUST_SUCCEED(subject_move(&s, row->to));
	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++)
		MUST_SUCCEED(subject_step(&s, to, 0, 0));
	MUST_READ(&s, legal_rts, IBV_QP_STATE);
}

/*
 * No page lists these transitions. Linux has RESET to RESET, but not RESET to ERR. For raw packet
 * QPs, devices differ in all transitions except those that bring a QP up and down.
 */
static const struct move_row open[] = {
	FIVE(MOVE, RESET, RESET, QP_MOD_FLAG_STATE, QP_MOD_07),
	FIVE(MOVE, RESET, ERR, QP_MOD_FLAG_STATE, QP_MOD_07),
	FIVE(MOVE, RTR, RTR, QP_MOD_FLAG_STATE, QP_MOD_07),
	MOVE(RAW, INIT, INIT, QP_MOD_FLAG_STATE, QP_MOD_07),
	MOVE(RAW, RTS, RTS, QP_MOD_FLAG_STATE, QP_MOD_07),
	MOVE(RAW, RTS, SQD, QP_MOD_FLAG_STATE, QP_MOD_07),
};

CHECK_ROWS(may_move, open, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->from);
	struct ibv_qp_attr was = subject_query(&s);
	int ret = subject_move(&s, row->to);

	RECORD("the transition is %s", ret ? "refused" : "accepted");
	if (!ret)
		MUST_EQ(subject_query(&s).qp_state, row->to);
	JUDGING(QP_MOD_07);
	if (ret)
		MUST_BE_UNCHANGED(&s, was);
}

/* With the attributes that the transition to this state from the state before it requires. */
#define ILLEGAL QP_MOD_07, AFT_01
static const struct move_row illegal[] = {
	FIVE(MOVE, RESET, RTR, ILLEGAL), FIVE(MOVE, RESET, RTS, ILLEGAL),
	FIVE(MOVE, RESET, SQD, ILLEGAL), FIVE(MOVE, INIT, RTS, ILLEGAL),
	FIVE(MOVE, INIT, SQD, ILLEGAL),  FIVE(MOVE, RTR, INIT, ILLEGAL),
	FIVE(MOVE, RTR, SQD, ILLEGAL),   FIVE(MOVE, RTS, INIT, ILLEGAL),
	FIVE(MOVE, RTS, RTR, ILLEGAL),   FIVE(MOVE, ERR, INIT, ILLEGAL),
	FIVE(MOVE, ERR, RTR, ILLEGAL),   FIVE(MOVE, ERR, RTS, ILLEGAL),
	FIVE(MOVE, ERR, SQD, ILLEGAL),   FOUR(MOVE, SQD, INIT, ILLEGAL),
	FOUR(MOVE, SQD, RTR, ILLEGAL),
};

CHECK_ROWS(no_state_is_left_out, illegal, .needs = NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, row->from);
	struct ibv_qp_attr was = subject_query(&s);

	MUST_REFUSE(subject_step(&s, row->to, 0, 0));
	MUST_BE_UNCHANGED(&s, was);
}

/* A wrong cur_qp_state; from that state the transition would be legal. */
static const struct claim_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state from, claimed, to;
} wrong_claims[] = {
#define CLAIM(type_, from_, claimed_, to_)                                                         \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #from_ "-claims-" #claimed_, type_, QP_MOD_06, QP_MOD_07,      \
			 AFT_01),                                                                  \
			.from = IBV_QPS_##from_, .claimed = IBV_QPS_##claimed_,                    \
			.to = IBV_QPS_##to_                                                        \
	}
	FIVE(CLAIM, RESET, RTR, RTS),
	FIVE(CLAIM, INIT, RTR, RTS),
	FIVE(CLAIM, INIT, RTS, SQD),
	FIVE(CLAIM, ERR, RTR, RTS),
};

CHECK_ROWS(wrong_current_state_skips_none, wrong_claims, .needs = NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, row->from);
	struct ibv_qp_attr was = subject_query(&s), attr = legal_attr(row->to);

	attr.cur_qp_state = row->claimed;
	MUST_REFUSE(subject_modify(&s, &attr, step_mask(&s, row->to, IBV_QP_CUR_STATE, 0)));
	MUST_EQ(subject_query(&s).qp_state, row->from);
	JUDGING(QP_MOD_07);
	MUST_BE_UNCHANGED(&s, was);
}

/*
 * The transition from RTS to RTS requires no attributes. A QP in RTR that is said to be in RTS must
 * still not reach RTS without the attributes that the transition from RTR requires.
 */
static const struct qp_type_row with_psn[] = {
	{ TYPE_ROW("RC", RC, QP_MOD_06, QP_MOD_07) },
	{ TYPE_ROW("UC", UC, QP_MOD_06, QP_MOD_07) },
	{ TYPE_ROW("UD", UD, QP_MOD_06, QP_MOD_07) },
	{ TYPE_ROW("XRC_SEND", XRC_SEND, QP_MOD_06, QP_MOD_07) },
};

CHECK_ROWS(wrong_current_state_spares_none, with_psn, .needs = NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, IBV_QPS_RTR);
	struct ibv_qp_attr was = subject_query(&s);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS, .cur_qp_state = IBV_QPS_RTS };

	MUST_REFUSE(subject_modify(&s, &attr, IBV_QP_STATE | IBV_QP_CUR_STATE));
	MUST_EQ(subject_query(&s).qp_state, IBV_QPS_RTR);
	JUDGING(QP_MOD_07);
	MUST_BE_UNCHANGED(&s, was);
	MUST_SUCCEED(subject_step(&s, IBV_QPS_RTS, 0, 0));
}

/* "either 0 or the bitwise OR of one or more of the following flags": mask 0 requests nothing. */
static const struct mask_0_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state in;
} in_states[] = {
#define IN(type_, state_)                                                                          \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #state_, type_, QP_MOD_04), .in = IBV_QPS_##state_             \
	}
	FIVE(IN, RESET), FIVE(IN, INIT), FIVE(IN, RTS), FIVE(IN, ERR), FOUR(IN, SQD),
};

/* All attributes have legal values of another state. */
static int modify_nothing(const struct subject *s)
{
	struct ibv_qp_attr attr = legal_attr(IBV_QPS_RTR);

	return subject_modify(s, &attr, 0);
}

CHECK_ROWS(mask_0_changes_nothing, in_states, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->in);
	struct ibv_qp_attr was = subject_query(&s);

	MUST_SUCCEED(modify_nothing(&s));
	MUST_BE_UNCHANGED(&s, was);
}

/*
 * There is no transition from RTR to RTR, and Linux takes mask 0 as a request for it. The page
 * permits mask 0 in every state: "either 0 or the bitwise OR".
 */
static const struct mask_0_row in_rtr[] = {
#define IN_RTR(type_, state_)                                                                      \
	{                                                                                          \
		TYPE_ROW(#type_, type_, QP_MOD_05), .in = IBV_QPS_##state_                         \
	}
	FIVE(IN_RTR, RTR),
};

CHECK_ROWS(mask_0_in_rtr_changes_nothing, in_rtr, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->in);
	struct ibv_qp_attr was = subject_query(&s);

	MUST_SUCCEED(modify_nothing(&s));
	MUST_BE_UNCHANGED(&s, was);
}
