// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Messages that a QP must not receive, and messages for which it has no receive WR. */
#include "../vct.h"

enum { GRH = 40, LENGTH = 64 };

static const struct stranger_row {
	struct vct_row vct_row;
	enum ibv_qp_type from, to;
} strangers[] = {
#define FROM_TO(name_, from_, to_)                                                                 \
	{                                                                                          \
		ROW(name_), .vct_row.needs = NEED_##from_ | NEED_##to_, .from = IBV_QPT_##from_,   \
			    .to = IBV_QPT_##to_                                                    \
	}
	FROM_TO("ud-to-rc", UD, RC),           FROM_TO("ud-to-uc", UD, UC),
	FROM_TO("uc-to-rc", UC, RC),           FROM_TO("uc-to-ud", UC, UD),
	FROM_TO("rc-to-uc", RC, UC),           FROM_TO("rc-to-ud", RC, UD),
	FROM_TO("ud-of-another-qkey", UD, UD),
};

/* The receiver with its right sender, and WRs. */
static struct link link_of(enum ibv_qp_type type, unsigned int receives)
{
	struct link l = link_make(type, &(struct link_attr){ .no_srq = true, .local = true });

	if (receives)
		link_post_receives(&l, recv_list(0, receives));
	return l;
}

/* The next message is that of the right sender, in the WR of this wr_id. */
static void must_receive_own(struct link *l, uint64_t wr_id)
{
	char *at = recv_slot(wr_id) + (l->ah ? GRH : 0);

	pattern(send_slot(l->sent), LENGTH, 7);
	memset(recv_slot(wr_id), 0, SLOT_SIZE);
	MUST_RECEIVE(l, wr_id);
	MUST_BE_PATTERN(NAMED("the message", at), LENGTH, 7);
}

static void send_from(struct ibv_qp *tx, const struct link *to, uint32_t qkey)
{
	struct ibv_ah_attr address = own_address();
	struct ibv_sge sge = slot_sge(send_slot(9), LENGTH);
	struct ibv_send_wr wr = {
		.wr_id = 77,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	}, *bad;

	if (tx->qp_type == IBV_QPT_UD) {
		wr.wr.ud.ah = vct_create_ah(pd(), &address);
		SETUP_OF(BLOCK_AH, wr.wr.ud.ah);
		wr.wr.ud.remote_qpn = to->rx->qp_num;
		wr.wr.ud.remote_qkey = qkey;
	}
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, tx->qp_type), !vct_post_send(tx, &wr, &bad));
}

/* Its first packet has the number that the receiver expects. */
CHECK_ROWS(is_not_received, strangers, PROMISES(QP_ERR_17), .needs = NEED_IB_STATES)
{
	struct link l = link_of(row->to, 2);
	struct ibv_cq *cq = cq_make(16);
	struct ibv_qp *stranger = qp_make(row->from, NULL, cq, cq);
	struct ibv_wc wc;

	qp_to_init(stranger);
	connect_qp(stranger, l.rx->qp_num, &(struct link_attr){ .no_retry = true });
	send_from(stranger, &l, row->to == IBV_QPT_UD ? LINK_QKEY + 1 : LINK_QKEY);
	wc = MUST_COMPLETE(cq);
	MUST_EQ(wc.wr_id, 77);
	if (row->from == IBV_QPT_RC)
		MUST_NE(wc.status, IBV_WC_SUCCESS);
	else
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
	must_receive_own(&l, 0);
	must_receive_own(&l, 1);
	MUST_BE_EMPTY(l.rx_cq);
}

static const struct lost_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
} lost[] = {
	{ ROW("ud"), .vct_row.needs = NEED_UD, .type = IBV_QPT_UD },
	{ ROW("uc"), .vct_row.needs = NEED_UC, .type = IBV_QPT_UC },
};

/*
 * Two short messages are lost; then there are WRs. A short one that was still on its way when the
 * WRs were posted is not lost: it comes before the long ones.
 */
CHECK_ROWS(is_lost_without_a_receive, lost, PROMISES(QP_ERR_18))
{
	enum { LOST = 2, SHORT = 8, OWN = 2 };
	struct link l = link_of(row->type, 0);
	uint32_t grh = l.ah ? GRH : 0;
	uint64_t late = 0;

	for (uint64_t i = 0; i < LOST; i++) {
		struct ibv_wc wc;

		link_post(&l, IBV_WR_SEND, .length = SHORT);
		wc = MUST_COMPLETE(l.tx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, i);
	}
	MUST_BE_EMPTY(l.rx_cq);
	link_post_receives(&l, recv_list(0, LOST + OWN));
	for (uint64_t i = 0; i < OWN; i++) {
		struct ibv_wc wc;

		pattern(send_slot(l.sent), LENGTH, i);
		link_post(&l, IBV_WR_SEND, .length = LENGTH);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		wc = MUST_COMPLETE(l.rx_cq);
		for (; late < LOST && wc.byte_len == grh + SHORT; late++) {
			RECORD("message %llu came late", (unsigned long long)late);
			wc = MUST_COMPLETE(l.rx_cq);
		}
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, late + i);
		MUST_BE_PATTERN(recv_slot(late + i) + grh, LENGTH, i);
	}
}

/*
 * It is refused, fails, or is dropped: C10-93.1.1 wants no error. Or all of it is received, where
 * packets may be longer than any MTU of InfiniBand.
 */
CHECK(datagram_longer_than_the_mtu, PROMISES(QP_ERR_19), .needs = NEED_UD)
{
	enum { MOST = 4096, ROOM = 3 * MOST };
	struct link l = link_of(IBV_QPT_UD, 0);
	struct ibv_mr *mr = mr_make(pd(), 2 * ROOM, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_recv_wr *wr = recv_list(0, 2);
	char *sent = (char *)mr->addr + ROOM;
	struct ibv_wc wc;
	int ret;

	pattern(sent, MOST + 1, 1);
	wr[0].sg_list[0] = (struct ibv_sge){ (uintptr_t)mr->addr, ROOM, mr->lkey };
	link_post_receives(&l, wr);
	ret = link_try(&l, IBV_WR_SEND, .data = sent, .lkey = mr->lkey, .length = MOST + 1);
	if (ret) {
		RECORD("it is refused with %s", vct_errno_text(ret));
		MUST_BE_EMPTY(l.tx_cq);
	} else {
		wc = MUST_COMPLETE(l.tx_cq);
		RECORD("it completes with %s", ibv_wc_status_str(wc.status));
		if (wc.status != IBV_WC_SUCCESS) {
			MUST_EQ(wc.wr_id, 0);
			MUST_BE_EMPTY(l.rx_cq);
			return;
		}
	}
	link_post(&l, IBV_WR_SEND, .length = LENGTH);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	wc = MUST_COMPLETE(l.rx_cq);
	if (wc.byte_len == GRH + MOST + 1) {
		RECORD("all of it is received");
		MUST_BE_PATTERN(NAMED("the message behind its GRH", (char *)mr->addr + GRH),
				MOST + 1, 1);
		wc = MUST_COMPLETE(l.rx_cq);
	}
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.byte_len, GRH + LENGTH);
}
