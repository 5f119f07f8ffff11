// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* An extended CQ with completions of two QPs, of which one has failed: each has its own members. */
#include "../vct.h"

enum { OF_A = 10, A = 3, OF_B = 20, B = 3 };

/* True if there is a completion: of the batch that goes on, or of a new one. */
static bool next(struct ibv_cq_ex *cq, bool *started)
{
	struct ibv_poll_cq_attr attr = { .comp_mask = 0 };

	if (*started) {
		if (!vct_next_poll(cq))
			return true;
		vct_end_poll(cq);
	}
	*started = !vct_start_poll(cq, &attr);
	return *started;
}

static void must_be_its_own(struct ibv_cq_ex *cq, const struct link *a, const struct link *b)
{
	bool of_a = cq->wr_id < OF_B;

	MUST_EQ(cq->status, of_a ? IBV_WC_WR_FLUSH_ERR : IBV_WC_SUCCESS);
	MUST_EQ(vct_wc_read_qp_num(cq), of_a ? a->rx->qp_num : b->rx->qp_num);
}

CHECK(each_completion_has_its_own, PROMISES(CQ_XTD_03), .needs = NEED_CQ_EX | NEED_RC)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 32, .wc_flags = IBV_WC_EX_WITH_QP_NUM };
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);
	double until = vct_deadline_ms(COMPLETION_MS);
	unsigned int seen = 0, all = (1u << (A + B)) - 1;
	bool started = false;
	struct link a, b;

	SETUP_OF(BLOCK_CQ_EX, cq);
	a = rc_link(.rx_cq = ibv_cq_ex_to_cq(cq), .no_srq = true);
	b = rc_link(.rx_cq = ibv_cq_ex_to_cq(cq), .no_srq = true);
	link_post_receives(&a, recv_list(OF_A, A));
	link_post_receives(&b, recv_list(OF_B, B));
	for (int i = 0; i < B; i++) {
		link_post(&b, IBV_WR_SEND);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
			 cq_wait(b.tx_cq).status == IBV_WC_SUCCESS);
		if (!i)
			qp_to_state(a.rx, IBV_QPS_ERR);
	}
	while (seen != all) {
		if (!next(cq, &started)) {
			MUST(vct_wait_on(until), "all completions come; the last did not");
			continue;
		}
		must_be_its_own(cq, &a, &b);
		seen |= 1u << (cq->wr_id < OF_B ? cq->wr_id - OF_A : cq->wr_id - OF_B + A);
	}
	vct_end_poll(cq);
}
