// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * QPs that are changed or destroyed while requests are under way, many times, and each time a
 * little later: two CPUs may then be at work on the same QP.
 */
#include "../vct.h"

enum { ROUNDS = 48, STEP_US = 20, MESSAGES = 8, RECEIVES = 12 };

/* Without a system call: the device goes on meanwhile. */
static void wait_a_little(unsigned int round)
{
	double until = vct_now_ms() + round * STEP_US / 1000.0;

	while (vct_now_ms() < until)
		;
}

static void post_messages(struct link *l)
{
	for (unsigned int i = 0; i < MESSAGES; i++) {
		pattern(send_slot(l->sent), SLOT_SIZE, l->sent);
		link_post(l, IBV_WR_SEND, .length = SLOT_SIZE);
	}
}

static void empty(struct ibv_cq *cq)
{
	while (vct_poll_cq(cq, 1, &(struct ibv_wc){ 0 }) > 0)
		;
}

/* Receives that succeed have the messages, in their order; the others are flushed behind them. */
static void must_end(const struct link *l, uint64_t first)
{
	bool flushed = false;

	for (unsigned int i = 0; i < RECEIVES; i++) {
		struct ibv_wc wc = MUST_COMPLETE(l->rx_cq);

		MUST_EQ(wc.wr_id, i);
		if (flushed || wc.status != IBV_WC_SUCCESS) {
			MUST_EQ(wc.status, IBV_WC_WR_FLUSH_ERR);
			flushed = true;
			continue;
		}
		MUST(i < MESSAGES, "%d messages are received and no more; WR %u succeeds, too",
		     MESSAGES, i);
		MUST_EQ(wc.byte_len, SLOT_SIZE);
		MUST_BE_PATTERN(recv_slot(i), SLOT_SIZE, first + i);
	}
	MUST_BE_EMPTY(l->rx_cq);
}

CHECK(receives_succeed_or_are_flushed, PROMISES(QP_ERR_01), .needs = NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.no_srq = true, .local = true, .retries = 1);

	for (unsigned int round = 0; round < ROUNDS; round++) {
		uint64_t first = l.sent;

		for (unsigned int i = 0; i < RECEIVES; i++)
			memset(recv_slot(i), 0, SLOT_SIZE);
		link_post_receives(&l, recv_list(0, RECEIVES));
		post_messages(&l);
		wait_a_little(round);
		qp_to_state(l.rx, IBV_QPS_ERR);
		must_end(&l, first);
		qp_to_state(l.tx, IBV_QPS_RESET);
		qp_to_state(l.rx, IBV_QPS_RESET);
		empty(l.tx_cq);
		/* Far from the PSNs of the life before: what is on its way from it is dropped. */
		l = rc_link(.no_srq = true, .local = true, .retries = 1, .tx = l.tx, .rx = l.rx,
			    .psn = (round + 2) << 17);
		l.sent = first + MESSAGES;
	}
}

/* Which of both ends is destroyed first, while a message is sent again and again. */
static const struct gone_row {
	struct vct_row vct_row;
	bool receiver;
} ends[] = {
	{ ROW("sender-first") },
	{ ROW("receiver-first"), .receiver = true },
};

CHECK_ROWS(both_are_destroyed, ends, PROMISES(QP_DES_01),
	   .needs = NEED_RC | NEED_RNR | NEED_IB_STATES)
{
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);

	for (unsigned int round = 0; round < ROUNDS; round++) {
		struct ibv_qp *tx = qp_make(IBV_QPT_RC, NULL, cq, cq);
		struct ibv_qp *rx = qp_make(IBV_QPT_RC, NULL, cq, cq);
		struct link l =
			rc_link(.no_srq = true, .local = true, .tx = tx, .rx = rx, .rnr_retry = 7);

		post_messages(&l);
		wait_a_little(5 * round);
		MUST_SUCCEED(vct_destroy_qp(row->receiver ? rx : tx));
		MUST_SUCCEED(vct_destroy_qp(row->receiver ? tx : rx));
		empty(cq);
	}
}

/* Completions of the QP that is destroyed may be left. Those of another QP come on the CQ of both.
 */
CHECK(another_completes_when_one_is_destroyed, PROMISES(QP_DES_01, CQ_POL_01),
      .needs = NEED_RC | NEED_SRQ | NEED_IB_STATES)
{
	enum { OTHERS = RECEIVES + 1 };
	struct ibv_cq *cq = cq_make(CQ_ENTRIES), *tx_cq = cq_make(CQ_ENTRIES);
	struct link other = rc_link(.srq_wr = 1, .local = true, .rx_cq = cq);

	for (unsigned int round = 0; round < ROUNDS; round++) {
		struct link l = rc_link(.no_srq = true, .local = true, .retries = 1,
					.tx = qp_make(IBV_QPT_RC, NULL, tx_cq, tx_cq),
					.rx = qp_make(IBV_QPT_RC, NULL, cq, cq));
		struct ibv_wc wc;

		link_post_receives(&l, recv_list(0, RECEIVES));
		post_messages(&l);
		wait_a_little(round);
		JUDGING(QP_DES_01);
		MUST_SUCCEED(vct_destroy_qp(l.rx));
		MUST_SUCCEED(vct_destroy_qp(l.tx));
		JUDGING(CQ_POL_01);
		empty(tx_cq);
		srq_post(other.srq, OTHERS, 1);
		link_post(&other, IBV_WR_SEND);
		do
			wc = MUST_COMPLETE(cq);
		while (wc.wr_id != OTHERS);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		empty(other.tx_cq);
	}
}

/* No page says whether a device takes it while reads are under way, and what becomes of them. */
CHECK(reads_while_their_number_is_set, PROMISES(SND_04), .needs = NEED_RC | NEED_IB_STATES)
{
	enum { READS = 4, LENGTH = 8192 };
	int most = vct_dev->attr.orig_attr.max_qp_rd_atom;
	uint8_t reads = most < READS ? (uint8_t)most : READS;
	struct link l = rc_link(.no_srq = true, .local = true, .reads = reads, .retries = 1);
	struct ibv_mr *mr = mr_make(pd(), 2 * LENGTH,
				    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ |
					    remote_access(IBV_ACCESS_REMOTE_WRITE));
	char *to = mr->addr, *from = to + LENGTH;
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_SQD, .max_dest_rd_atomic = reads };
	enum ibv_wc_status status = IBV_WC_SUCCESS;

	pattern(from, LENGTH, 3);
	SETUP_OF(BLOCK_OF_QP(QP_TO_SQD, IBV_QPT_RC), !vct_modify_qp(l.rx, &attr, IBV_QP_STATE));
	for (unsigned int round = 0; round < ROUNDS && status == IBV_WC_SUCCESS; round++) {
		for (unsigned int i = 0; i < reads; i++)
			link_post(&l, IBV_WR_RDMA_READ, .data = to, .lkey = mr->lkey, .to = from,
				  .rkey = mr->rkey, .length = LENGTH);
		wait_a_little(round);
		attr.max_dest_rd_atomic = round % 2 || 2 * reads > most ? reads : 2 * reads;
		vct_modify_qp(l.rx, &attr, IBV_QP_MAX_DEST_RD_ATOMIC);
		for (unsigned int i = 0; i < reads && status == IBV_WC_SUCCESS; i++)
			status = MUST_COMPLETE(l.tx_cq).status;
		if (status == IBV_WC_SUCCESS)
			MUST_BE_PATTERN(NAMED("the memory of the read", to), LENGTH, 3);
		memset(to, 0, LENGTH);
	}
	RECORD("the last read has status %s", ibv_wc_status_str(status));
	/* Its receiver lets go of what is on its way from the sender, which is destroyed first. */
	qp_to_state(l.rx, IBV_QPS_ERR);
}
