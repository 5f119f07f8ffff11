// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Many QPs, SRQs and CQs, one after the other: more than a byte can count, unless the device is
 * slow. */
#include "../vct.h"

enum { HUNDREDS = 300, KEPT = 2, AT_MOST_MS = 5000 };

static void release(const struct link *l)
{
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l->tx) && !vct_destroy_qp(l->rx));
	SETUP_OF(BLOCK_RELEASE_SRQ, !vct_destroy_srq(l->srq));
	SETUP_OF(BLOCK_RELEASE_CQ, !vct_destroy_cq(l->tx_cq) && !vct_destroy_cq(l->rx_cq));
}

/* No QP has the number of another that is there. */
static void must_be_another(const struct link *l, const struct link *other)
{
	MUST_NE(l->rx->qp_num, other->rx->qp_num);
	MUST_NE(l->rx->qp_num, other->tx->qp_num);
	MUST_NE(l->tx->qp_num, other->rx->qp_num);
	MUST_NE(l->tx->qp_num, other->tx->qp_num);
}

/* Each pair, and those that stay, pass a message to their own SRQ and CQ. */
CHECK(hundreds_come_and_go, PROMISES(QP_CRE_09, CQ_POL_02), .needs = NEED_SRQ | NEED_RC)
{
	double until = vct_deadline_ms(AT_MOST_MS);
	struct link kept[KEPT];

	for (int i = 0; i < KEPT; i++)
		kept[i] = rc_link(.srq_wr = 16, .local = true);
	for (int n = 0; n < HUNDREDS && vct_now_ms() < until; n++) {
		struct link l = rc_link(.srq_wr = 1, .cqe = 4, .local = true);
		struct link *other = &kept[n % KEPT];

		JUDGING(QP_CRE_09);
		for (int i = 0; i < KEPT; i++)
			must_be_another(&l, &kept[i]);
		srq_post(l.srq, (uint64_t)n % SLOTS, 1);
		link_send(&l, 1);
		JUDGING(CQ_POL_02);
		MUST_EQ(l.wc.qp_num, l.rx->qp_num);
		srq_post(other->srq, (uint64_t)n % SLOTS, 1);
		link_send(other, 1);
		MUST_EQ(other->wc.qp_num, other->rx->qp_num);
		release(&l);
	}
}
