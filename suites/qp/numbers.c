// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Many QPs, SRQs and CQs, one after the other: more than a byte can count; and many sends. Fewer if
 * the device is slow. */
#include "../vct.h"

enum { HUNDREDS = 300, KEPT = 2, AT_MOST_MS = 5000, ROUND = 256, SENDS = 0x10000 + 2 * ROUND };

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

/* Hundreds of CQs are made while completions wait in the first one, which are still there. */
CHECK(hundreds_of_cqs_are_there, PROMISES(CQ_POL_01), .needs = NEED_SRQ | NEED_RC)
{
	enum { WAITING = 32 };
	struct link l = rc_link(.rx_cq = cq_make(2 * WAITING - 1), .srq_wr = WAITING,
				.posted = WAITING, .local = true);

	for (int i = 0; i < WAITING; i++) {
		link_post(&l, IBV_WR_SEND);
		SETUP(cq_wait(l.tx_cq).status == IBV_WC_SUCCESS);
	}
	/* Fewer, if the device has no more. */
	for (int i = 0; i < HUNDREDS && vct_create_cq(ctx(), 1, NULL, NULL, 0); i++)
		;
	for (uint64_t i = 0; i < WAITING; i++) {
		struct ibv_wc wc = MUST_COMPLETE(l.rx_cq);

		MUST_EQ(wc.wr_id, i);
	}
}

/* More sends than 16 bits count go through one queue. The last one of each list is signaled. */
CHECK(more_sends_than_16_bits_count, PROMISES(CQ_POL_17), .needs = NEED_RC)
{
	double until = vct_deadline_ms(AT_MOST_MS);
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(0, 8, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	struct ibv_send_wr wr[ROUND] = { 0 }, *last = wr, *bad;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	uint32_t length;

	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, IBV_QPT_RC),
		 !vct_query_qp(l.tx, &attr, IBV_QP_CAP, &init) && attr.cap.max_send_wr);
	length = attr.cap.max_send_wr < ROUND ? attr.cap.max_send_wr : ROUND;
	for (uint32_t i = 0; i < length; i++) {
		last = &wr[i];
		*last = (struct ibv_send_wr){ .next = i + 1 < length ? &wr[i + 1] : NULL,
					      .opcode = IBV_WR_RDMA_WRITE,
					      .wr.rdma = { (uintptr_t)mr->addr, mr->rkey } };
	}
	last->send_flags = IBV_SEND_SIGNALED;
	for (uint32_t n = length; n <= SENDS && vct_now_ms() < until; n += length) {
		struct ibv_wc wc;

		last->wr_id = n;
		MUST_SUCCEED(vct_post_send(l.tx, wr, &bad));
		wc = cq_wait(l.tx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, n);
	}
}
