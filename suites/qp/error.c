// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* WRs of a QP that enters ERR: each completes once, in order, on the CQ of its queue. */
#include "../vct.h"

enum { SENDS = 5, RECEIVES = 6 };

/* All come; ibv_poll_cq(3): wr_id, status and qp_num are valid in completions with an error, too.
 */
static void must_flush(struct ibv_cq *cq, const struct ibv_qp *qp, uint64_t first, unsigned int n)
{
	struct ibv_wc wc[RECEIVES];

	JUDGING(QP_ERR_01);
	for (unsigned int i = 0; i < n; i++) {
		wc[i] = MUST_COMPLETE(cq);
		MUST_EQ(wc[i].status, IBV_WC_WR_FLUSH_ERR);
	}
	MUST_BE_EMPTY(cq);
	JUDGING(CQ_POL_08);
	for (unsigned int i = 0; i < n; i++) {
		MUST_EQ(wc[i].wr_id, first + i);
		MUST_EQ(wc[i].qp_num, qp->qp_num);
	}
}

/* No send succeeds: the receiver has no WR, and rnr_retry 7 retries without limit. */
CHECK(every_send_is_flushed, PROMISES(QP_ERR_01, CQ_POL_08), .needs = NEED_SRQ | NEED_RC | NEED_RNR)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 1, .rnr_retry = 7, .min_rnr_timer = 31);

	link_send(&l, 1);
	for (int i = 0; i < SENDS; i++)
		link_post(&l, IBV_WR_SEND);
	qp_to_state(l.tx, IBV_QPS_ERR);
	must_flush(l.tx_cq, l.tx, 1, SENDS);
}

CHECK(what_is_posted_in_error_is_flushed, PROMISES(QP_ERR_01, CQ_POL_08),
      .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4);

	qp_to_state(l.tx, IBV_QPS_ERR);
	for (int i = 0; i < SENDS; i++)
		link_post(&l, IBV_WR_SEND);
	must_flush(l.tx_cq, l.tx, 0, SENDS);
}

CHECK(every_receive_is_flushed, PROMISES(QP_ERR_01, CQ_POL_08), .needs = NEED_RC)
{
	struct link l = rc_link(.no_srq = true);
	struct ibv_recv_wr *bad;

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
		 !vct_post_recv(l.rx, recv_list(0, RECEIVES), &bad));
	link_send(&l, 1);
	qp_to_state(l.rx, IBV_QPS_ERR);
	must_flush(l.rx_cq, l.rx, 1, RECEIVES - 1);
	MUST_BE_EMPTY(l.tx_cq);
}

/* A WR that completed before the error keeps its status. */
CHECK(what_was_done_stays_done, PROMISES(CQ_POL_11, QP_ERR_01, CQ_POL_08),
      .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 8, .posted = 8);

	for (int i = 0; i < SENDS; i++)
		link_post(&l, IBV_WR_SEND);
	for (int i = 0; i < SENDS; i++)
		MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, i);
	for (int i = 0; i < SENDS; i++)
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	qp_to_state(l.tx, IBV_QPS_ERR);
	link_post(&l, IBV_WR_SEND);
	must_flush(l.tx_cq, l.tx, SENDS, 1);
}

/* No message is on its way: the receives wait, and the sends are posted in ERR. */
CHECK(ud_wrs_are_flushed, PROMISES(QP_ERR_01, CQ_POL_08), .needs = NEED_UD)
{
	struct link l = ud_link(.no_srq = true);
	struct ibv_recv_wr *bad;

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD),
		 !vct_post_recv(l.rx, recv_list(0, RECEIVES), &bad));
	link_send(&l, 2);
	qp_to_state(l.rx, IBV_QPS_ERR);
	must_flush(l.rx_cq, l.rx, 2, RECEIVES - 2);
	qp_to_state(l.tx, IBV_QPS_ERR);
	for (int i = 0; i < SENDS; i++)
		link_post(&l, IBV_WR_SEND);
	must_flush(l.tx_cq, l.tx, 2, SENDS);
}
