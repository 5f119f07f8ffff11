// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Queues of as many WRs as the device claims, which are filled. */
#include "../vct.h"

enum { LIST = 1024, TAKEN = 32, MOST = 1 << 17 };

/* A QP with one queue of *n WRs: of as many as the device claims, or of MOST, which 16 bits do not
 * count; or of as many as the device, or the machine, has memory for. */
static struct ibv_qp *make(bool sends, uint32_t *n)
{
	struct ibv_cq *cq = cq_make(2 * TAKEN);
	struct ibv_qp_init_attr init = { .send_cq = cq,
					 .recv_cq = cq,
					 .qp_type = IBV_QPT_RC,
					 .cap = { TAKEN, TAKEN, 1, 1, 0 } };
	struct ibv_qp *qp;

	*n = (uint32_t)vct_dev->attr.orig_attr.max_qp_wr;
	*n = *n < MOST ? *n : MOST;
	for (;; *n /= 2) {
		*(sends ? &init.cap.max_send_wr : &init.cap.max_recv_wr) = *n;
		qp = vct_create_qp(pd(), &init);
		if (qp || *n < 2 * TAKEN)
			break;
	}
	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), qp);
	*n = sends ? init.cap.max_send_wr : init.cap.max_recv_wr;
	RECORD("the queue has %u WRs", *n);
	return qp;
}

/* Messages pass while the receives of the queue are taken, and those that are posted behind. */
CHECK(as_many_receives_as_claimed, PROMISES(QP_CRE_06), .needs = NEED_RC)
{
	uint32_t n, most;
	struct ibv_qp *qp = make(false, &n);
	struct link l = rc_link(.no_srq = true, .rx = qp, .local = true);
	struct ibv_recv_wr *bad;

	most = n < TAKEN ? n : TAKEN;
	for (uint32_t i = 0; i < n; i += LIST) {
		struct ibv_recv_wr *wr = recv_list(i, n - i < LIST ? n - i : LIST);

		MUST_SUCCEED(vct_post_recv(qp, wr, &bad));
		free(wr);
	}
	for (uint32_t i = 0; i < most; i++) {
		pattern(send_slot(l.sent), 64, i);
		MUST_RECEIVE(&l, i);
		MUST_BE_PATTERN(recv_slot(i), 64, i);
	}
	link_post_receives(&l, recv_list(n, most));
	for (uint32_t i = most; i < 2 * most && i < n; i++)
		MUST_RECEIVE(&l, i);
}

/* None succeeds before there is a receive WR. Those of the first have a completion. */
CHECK(as_many_sends_as_claimed, PROMISES(QP_CRE_06), .needs = NEED_RC | NEED_RNR)
{
	static struct ibv_send_wr list[LIST];
	struct ibv_sge sge = slot_sge(send_slot(0), 64);
	struct ibv_send_wr *bad;
	uint32_t n;
	struct ibv_qp *qp = make(true, &n);
	struct link l = rc_link(.no_srq = true, .tx = qp, .rnr_retry = 7, .local = true);

	pattern(send_slot(0), 64, 1);
	for (uint32_t i = 0; i < n; i += LIST) {
		uint32_t length = n - i < LIST ? n - i : LIST;

		for (uint32_t j = 0; j < length; j++)
			list[j] = (struct ibv_send_wr){
				.wr_id = i + j,
				.next = j + 1 < length ? &list[j + 1] : NULL,
				.sg_list = &sge,
				.num_sge = 1,
				.opcode = IBV_WR_SEND,
				.send_flags = i + j < TAKEN ? IBV_SEND_SIGNALED : 0,
			};
		MUST_SUCCEED(vct_post_send(qp, list, &bad));
	}
	link_post_receives(&l, recv_list(0, 8));
	for (uint64_t i = 0; i < 8; i++) {
		MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, i);
		MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, i);
		MUST_BE_PATTERN(recv_slot(i), 64, 1);
	}
}
