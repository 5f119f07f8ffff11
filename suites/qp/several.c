// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Two QPs of one type with different attributes: each call is about the QP that it names. */
#include "../vct.h"

CHECK_ROWS(modify_acts_on_one_alone, qp_types, PROMISES(QP_MOD_02), .needs = NEED_IB_STATES)
{
	struct subject first = subject_at(row->type, IBV_QPS_RESET);
	struct subject second = subject_at(row->type, IBV_QPS_RESET);
	struct ibv_qp_attr was;

	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++) {
		was = subject_query(&first);
		SETUP_OF(vct_block_of_state(row->type, to), !step_with(&second, to, other_attr));
		MUST_BE_UNCHANGED(&first, was);
		was = subject_query(&second);
		SETUP_OF(vct_block_of_state(row->type, to), !subject_step(&first, to, 0, 0));
		MUST_BE_UNCHANGED(&second, was);
	}
	SETUP_OF(vct_block_of_state(row->type, IBV_QPS_ERR), !subject_move(&first, IBV_QPS_ERR));
	MUST_BE_UNCHANGED(&second, was);
}

/* Each reads as it does alone. The queries alternate; a third QP is destroyed between them. */
CHECK_ROWS(query_tells_of_one_alone, qp_types, PROMISES(QP_QRY_02, QP_QRY_08),
	   .needs = NEED_IB_STATES)
{
	struct ibv_qp_attr legal = read_alone(row->type, XRC_TODAY, legal_attr, IBV_QPS_RTS);
	struct ibv_qp_attr other = read_alone(row->type, XRC_TODAY, other_attr, IBV_QPS_RTS);
	struct subject first = subject_at(row->type, IBV_QPS_RTS);
	struct subject second = subject_at(row->type, IBV_QPS_RESET);
	struct subject third = subject_at(row->type, IBV_QPS_RTS);
	int mask = mask_up_to(&first, IBV_QPS_RTS);

	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++)
		SETUP_OF(vct_block_of_state(row->type, to), !step_with(&second, to, other_attr));
	for (int i = 0; i < 2; i++) {
		MUST_READ(&second, other, mask);
		MUST_READ(&first, legal, mask);
	}
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp((struct ibv_qp *)third.object));
	MUST_READ(&second, other, mask);
	MUST_READ(&first, legal, mask);
}

/* Of two QPs, the first is refused a transition: the second is neither moved nor held up. */
CHECK_ROWS(a_refusal_is_of_one_alone, qp_types, PROMISES(QP_MOD_07, QP_MOD_09r),
	   .needs = NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct subject first = subject_at(row->type, IBV_QPS_INIT);
	struct subject second = subject_at(row->type, IBV_QPS_INIT);
	struct ibv_qp_attr first_was = subject_query(&first), was = subject_query(&second);
	struct ibv_qp_attr attr = legal_attr(IBV_QPS_RTR);

	attr.qp_state = 77;
	JUDGING(QP_MOD_09r);
	MUST_REFUSE(subject_modify(&first, &attr, step_mask(&first, IBV_QPS_RTR, 0, 0)));
	JUDGING(QP_MOD_07);
	MUST_BE_UNCHANGED(&second, was);
	RELIES_ON(vct_block_of_state(row->type, IBV_QPS_RTR));
	MUST_SUCCEED(subject_step(&second, IBV_QPS_RTR, 0, 0));
	MUST_BE_UNCHANGED(&first, first_was);
}
