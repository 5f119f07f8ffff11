// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_modify_wq: states, and what becomes of the WRs. */
#include "rss.h"

/*
 * Around, twice; then from RDY to RESET. No page says which transitions there are: this one may be
 * refused, and the WQ is then where it was.
 */
CHECK(goes_through_its_states, PROMISES(WQ_MOD_01), .needs = NEED_WQ)
{
	static const enum ibv_wq_state states[] = { IBV_WQS_RDY, IBV_WQS_ERR, IBV_WQS_RESET,
						    IBV_WQS_RDY, IBV_WQS_ERR, IBV_WQS_RESET,
						    IBV_WQS_RDY };
	struct ibv_wq *wq = wq_make(cq_make(16));
	int ret;

	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		MUST_SUCCEED(wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = states[i]));
		MUST_EQ(wq->state, states[i]);
	}
	ret = wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RESET);
	RECORD("the transition from RDY to RESET is %s", ret ? "refused" : "made");
	MUST_EQ(wq->state, ret ? IBV_WQS_RDY : IBV_WQS_RESET);
}

CHECK(the_current_state_is_compared, PROMISES(WQ_MOD_03, WQ_MOD_02), .needs = NEED_WQ)
{
	struct ibv_wq *wq = wq_make(cq_make(16));
	int mask = IBV_WQ_ATTR_STATE | IBV_WQ_ATTR_CURR_STATE, ret;

	MUST_SUCCEED(wq_modify(wq, mask, .wq_state = IBV_WQS_RDY, .curr_wq_state = IBV_WQS_RESET));
	ret = wq_modify(wq, mask, .wq_state = IBV_WQS_ERR, .curr_wq_state = IBV_WQS_RESET);
	MUST_NE(ret, 0);
	JUDGING(WQ_MOD_02);
	MUST_REFUSE_WITH_ERRNO(ret);
	JUDGING(WQ_MOD_03);
	MUST_EQ(wq->state, IBV_WQS_RDY);
}

/* A state that the mask does not select, and then one that only the mask makes right. */
CHECK(what_is_not_masked_is_left_alone, PROMISES(WQ_MOD_04), .needs = NEED_WQ)
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_wq *wq = wq_make(cq);
	struct ibv_recv_wr *wr = recv_list(0, 1), *bad;

	SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	SETUP(!vct_post_wq_recv(wq, wr, &bad));
	free(wr);
	MUST_SUCCEED(wq_modify(wq, IBV_WQ_ATTR_CURR_STATE, .wq_state = IBV_WQS_ERR,
			       .curr_wq_state = IBV_WQS_RDY, .flags = UINT32_MAX,
			       .flags_mask = UINT32_MAX));
	MUST_EQ(wq->state, IBV_WQS_RDY);
	MUST_BE_EMPTY(cq);
	MUST_SUCCEED(wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_ERR,
			       .curr_wq_state = IBV_WQS_RESET));
	MUST_EQ(wq->state, IBV_WQS_ERR);
}

/*
 * The ring of WRs goes round, and the WQ is used again. A QP spreads packets over it: a device may
 * keep the state of a WQ to itself before one does (mlx4). That the state can be changed while a QP
 * uses the WQ, no page says.
 */
CHECK(receives_are_flushed_in_their_order, PROMISES(WQ_MOD_05), .needs = NEED_WQ_IN_USE,
      .asks = true)
{
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);
	struct ibv_wq *wq = wq_make(cq);

	rss_use(wq);
	for (uint64_t round = 0; round < 4; round++) {
		struct ibv_recv_wr *wr = recv_list(100 * round, 11), *bad;

		SETUP(!vct_post_wq_recv(wq, wr, &bad));
		free(wr);
		MUST_BE_EMPTY(cq);
		if (wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_ERR))
			vct_skip("the device does not move a WQ to ERR that a QP uses");
		for (uint64_t i = 0; i < 11; i++) {
			struct ibv_wc wc = MUST_COMPLETE(cq);

			MUST_EQ(wc.status, IBV_WC_WR_FLUSH_ERR);
			MUST_EQ(wc.wr_id, 100 * round + i);
		}
		SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RESET));
		SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	}
	MUST_BE_EMPTY(cq);
}

CHECK(unknown_bit_is_refused, PROMISES(WQ_MOD_06), .needs = NEED_WQ)
{
	struct ibv_wq *wq = wq_make(cq_make(16));

	MUST_REFUSE(wq_modify(wq, 1U << 31 | IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	MUST_EQ(wq->state, IBV_WQS_RESET);
}
