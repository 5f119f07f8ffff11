// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_qp_attach_comp_cntr: to which QPs, and with which operations. */
#include "counter.h"

enum { SENDS = IBV_QP_ATTACH_COMP_CNTR_OP_SEND, RECEIVES = IBV_QP_ATTACH_COMP_CNTR_OP_RECV };

static const struct state_row {
	struct vct_row vct_row;
	enum ibv_qp_state state;
	bool allowed;
} states[] = {
	{ ROW("init"), .state = IBV_QPS_INIT, .allowed = true },
	{ ROW("rtr"), .state = IBV_QPS_RTR },
	{ ROW("rts"), .state = IBV_QPS_RTS },
	{ ROW("err"), .state = IBV_QPS_ERR },
};

CHECK_ROWS(in_the_first_two_states, states, PROMISES(CCN_06), .needs = NEED_IB_STATES, .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	struct subject s;

	counter_needs(SENDS);
	s = subject_at(counting_type(), row->state);
	MUST_EQ(NAMED("what ibv_qp_attach_comp_cntr returned",
		      counter_attach((struct ibv_qp *)s.object, counter, SENDS)),
		row->allowed ? 0 : EINVAL);
}

static const struct busy_row {
	struct vct_row vct_row;
	uint32_t busy;
} busy[] = {
	{ ROW("sends"), .busy = SENDS },
	{ ROW("receives"), .busy = RECEIVES },
};

/* With one that is busy, the other one is not attached. */
CHECK_ROWS(an_operation_has_one_counter, busy, PROMISES(CCN_09), .asks = true)
{
	struct ibv_comp_cntr *first = counter_make(), *second = counter_make();
	struct ibv_qp *qp = counting_qp(NULL);

	counter_needs(SENDS | RECEIVES);
	MUST_SUCCEED(counter_attach(qp, first, row->busy));
	MUST_EQ(NAMED("what ibv_qp_attach_comp_cntr returned",
		      counter_attach(qp, second, row->busy)),
		EBUSY);
	MUST_EQ(NAMED("what ibv_qp_attach_comp_cntr returned",
		      counter_attach(qp, second, SENDS | RECEIVES)),
		EBUSY);
	MUST_SUCCEED(counter_attach(qp, second, (SENDS | RECEIVES) & ~row->busy));
}

/* The page has six operations; libibverbs hands on no other bit. */
CHECK(unclaimed_operation_is_refused, PROMISES(CCN_10), .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	uint32_t claimed = counter_caps().supported_qp_attach_ops;
	struct ibv_qp *qp = counting_qp(NULL);
	/* A UD QP has no other operations. */
	uint32_t of_qp = qp->qp_type == IBV_QPT_RC ? claimed : claimed & (SENDS | RECEIVES);

	for (int bit = 0; bit < 6; bit++)
		if (!(claimed & 1U << bit)) {
			MUST_EQ(NAMED("what ibv_qp_attach_comp_cntr returned",
				      counter_attach(qp, counter, 1U << bit)),
				ENOTSUP);
			MUST_EQ(NAMED("what ibv_qp_attach_comp_cntr returned",
				      counter_attach(qp, counter, of_qp | 1U << bit)),
				ENOTSUP);
		}
	if (of_qp)
		MUST_SUCCEED(counter_attach(qp, counter, of_qp));
	vct_held(); /* where all six are claimed, and none is of this QP */
}
