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

/* A queue in ERR takes sends. */
static void must_post_in_error(struct link *l, int n)
{
	JUDGING(QP_ERR_01);
	vct_setup_is_judged(VCT_HERE("a send that is posted in ERR is taken"));
	while (n--)
		link_post(l, IBV_WR_SEND);
	vct_setup_is_judged(NULL);
}

CHECK(what_is_posted_in_error_is_flushed, PROMISES(QP_ERR_01, CQ_POL_08),
      .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4);

	qp_to_state(l.tx, IBV_QPS_ERR);
	must_post_in_error(&l, SENDS);
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
	must_post_in_error(&l, 1);
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
	must_post_in_error(&l, SENDS);
	must_flush(l.tx_cq, l.tx, 2, SENDS);
}

static const struct early_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state state;
} early_rows[] = {
	{ ROW("RC-INIT"), .vct_row.needs = NEED_RC, .type = IBV_QPT_RC, .state = IBV_QPS_INIT },
	{ ROW("RC-RTR"), .vct_row.needs = NEED_RC, .type = IBV_QPT_RC, .state = IBV_QPS_RTR },
	{ ROW("UC-INIT"), .vct_row.needs = NEED_UC, .type = IBV_QPT_UC, .state = IBV_QPS_INIT },
	{ ROW("UD-INIT"), .vct_row.needs = NEED_UD, .type = IBV_QPT_UD, .state = IBV_QPS_INIT },
	{ ROW("UD-RTR"), .vct_row.needs = NEED_UD, .type = IBV_QPT_UD, .state = IBV_QPS_RTR },
};

/* The QP was never in RTS. */
CHECK_ROWS(early_receives_are_flushed, early_rows, PROMISES(QP_ERR_01, CQ_POL_08),
	   .needs = NEED_IB_STATES)
{
	struct ibv_cq *cq = cq_make(16), *other = cq_make(16);
	struct ibv_qp *qp = qp_make(row->type, NULL, other, cq);
	struct subject s = qp_subject(qp);
	struct ibv_recv_wr *wr = recv_list(0, RECEIVES), *bad;

	subject_reach(&s, row->state);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, row->type), !vct_post_recv(qp, wr, &bad));
	free(wr);
	qp_to_state(qp, IBV_QPS_ERR);
	must_flush(cq, qp, 0, RECEIVES);
	MUST_BE_EMPTY(other);
}

enum { HUNDREDS = 300 };

/* A RC QP that has hundreds of sends and of receives, or as many as the device claims. */
static struct ibv_qp *large_qp(struct ibv_cq *send_cq, struct ibv_cq *recv_cq, uint32_t n)
{
	struct ibv_qp_init_attr init = {
		.send_cq = send_cq,
		.recv_cq = recv_cq,
		.cap = { .max_send_wr = n, .max_recv_wr = n, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};
	struct ibv_qp *qp = vct_create_qp(pd(), &init);

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), qp);
	return qp;
}

static const struct side_row {
	struct vct_row vct_row;
	bool receives;
} sides[] = {
	{ ROW("sends"), .vct_row.needs = NEED_RNR },
	{ ROW("receives"), .receives = true },
};

/* The sends wait for a receive WR. */
CHECK_ROWS(hundreds_are_flushed, sides, PROMISES(QP_ERR_01, CQ_POL_08), .needs = NEED_RC)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	int n = HUNDREDS < claims->max_qp_wr / 2 ? HUNDREDS : claims->max_qp_wr / 2;
	struct ibv_cq *cq, *other = cq_make(16);
	struct ibv_qp *qp;
	struct link l;

	n = n < claims->max_cqe ? n : claims->max_cqe;
	cq = cq_make(n > 0 ? n : 1);
	qp = row->receives ? large_qp(other, cq, (uint32_t)n) : large_qp(cq, other, (uint32_t)n);
	l = row->receives ? rc_link(.no_srq = true, .rx = qp)
			  : rc_link(.no_srq = true, .tx = qp, .rnr_retry = 7, .min_rnr_timer = 31);
	for (uint64_t i = 0; i < (uint64_t)n; i++)
		if (row->receives)
			link_post_receives(&l, recv_list(i, 1));
		else
			link_post(&l, IBV_WR_SEND);
	qp_to_state(qp, IBV_QPS_ERR);
	for (uint64_t i = 0; i < (uint64_t)n; i++) {
		struct ibv_wc wc;

		JUDGING(QP_ERR_01);
		wc = MUST_COMPLETE(cq);
		MUST_EQ(wc.status, IBV_WC_WR_FLUSH_ERR);
		JUDGING(CQ_POL_08);
		MUST_EQ(wc.wr_id, i);
	}
	JUDGING(QP_ERR_01);
	MUST_BE_EMPTY(cq);
}
