// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* QPs with a SRQ have the transitions and the attributes of QPs without one. */
#include "../vct.h"

static const struct qp_type_row types[] = {
	{ TYPE_ROW("RC", RC) },
	{ TYPE_ROW("UD", UD) },
};

static struct subject on_srq(enum ibv_qp_type type, enum ibv_qp_state state)
{
	struct ibv_cq *cq = cq_make(4);
	struct subject s = qp_subject(qp_make(type, srq_make(.max_wr = 4), cq, cq));

	subject_reach(&s, state);
	return s;
}

CHECK_ROWS(reads_as_without_one, types, PROMISES(QP_QRY_02, QP_QRY_08),
	   .needs = NEED_SRQ | NEED_IB_STATES)
{
	struct ibv_qp_attr legal = read_alone(row->type, XRC_TODAY, legal_attr, IBV_QPS_RTS);
	struct subject s = on_srq(row->type, IBV_QPS_RTS);

	MUST_READ(&s, legal, mask_up_to(&s, IBV_QPS_RTS));
}

/* One QP for each attribute: what a QP without a SRQ needs, a QP with a SRQ needs, too. */
CHECK_ROWS(needs_the_same_list, types, PROMISES(QP_MOD_08), .needs = NEED_SRQ | NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++) {
		int required = transition_find(row->type, to - 1, to)->required;

		for (int bit = 1; bit <= IBV_QP_DEST_QPN; bit <<= 1) {
			struct subject without, with;

			if (!(bit & required))
				continue;
			without = subject_at(row->type, to - 1);
			with = on_srq(row->type, to - 1);
			if (subject_step(&without, to, 0, bit))
				MUST_REFUSE(subject_step(&with, to, 0, bit));
		}
	}
}
