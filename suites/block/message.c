// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Building blocks (lib/check/block.h): messages that pass, and their completions. */
#include "../vct.h"

/* Who has both QPs of a link, and the receive WR for one message. */
static struct link link_of(enum ibv_qp_type type)
{
	struct link l;

	if (type == IBV_QPT_XRC_SEND || type == IBV_QPT_XRC_RECV)
		return xrc_link(.srq_wr = 1, .posted = 1);
	l = link_make(type, &(struct link_attr){ .no_srq = true });
	link_post_receives(&l, recv_list(0, 1));
	return l;
}

static const struct passing_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
} passing[] = {
#define PASSING(type_)                                                                             \
	{                                                                                          \
		TYPE_ROW(#type_, type_),                                                           \
			.vct_row.proves = BLOCK_OF_QP(QP_PASSES_MESSAGES, QPT_##type_)             \
	}
	PASSING(RC),
	PASSING(UC),
	PASSING(UD),
	PASSING(XRC_SEND),
	{ ROW("XRC_RECV"), .vct_row.needs = NEED_XRC, .type = IBV_QPT_XRC_RECV,
	  .vct_row.proves = BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_XRC_RECV) },
};

CHECK_ROWS(passes, passing, PROMISES(SND_01))
{
	struct link l = link_of(row->type);

	MUST_SUCCEED(link_try(&l, IBV_WR_SEND));
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	if (row->type != IBV_QPT_XRC_SEND)
		MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
}

CHECK(of_a_datagram_is_behind_40_bytes, PROMISES(QP_RCV_04), .needs = NEED_UD,
      .proves = BLOCK_UD_PAYLOAD)
{
	struct link l = link_of(IBV_QPT_UD);

	memset(send_slot(0), 0x5a, 64);
	link_send(&l, 1);
	MUST(!memcmp(recv_slot(0) + 40, send_slot(0), 64),
	     "the bytes of the datagram are behind the first 40 of the buffer");
}

/* The CQ is polled at once and again, because a completion may come late. */
CHECK(poll_gives_what_was_asked_for, PROMISES(CQ_POL_09), .needs = NEED_RC, .proves = BLOCK_POLL)
{
	double until = vct_deadline_ms(COMPLETION_MS);
	struct link l = link_of(IBV_QPT_RC);
	struct ibv_wc wc[4];
	int n;

	link_post(&l, IBV_WR_SEND);
	do {
		n = vct_poll_cq(l.rx_cq, 1, wc);
		MUST_GE(NAMED("what ibv_poll_cq returned", n), 0);
		MUST_LE(NAMED("what ibv_poll_cq returned", n), 1);
	} while (!n && vct_wait_on(until));
}

CHECK(without_a_receiver_is_told, PROMISES(QP_ERR_06), .needs = NEED_RC | NEED_RNR,
      .proves = BLOCK_RNR_STATUS)
{
	struct link l = rc_link(.no_srq = true);

	link_post(&l, IBV_WR_SEND);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_RNR_RETRY_EXC_ERR);
}

CHECK(by_the_extended_handle_passes, PROMISES(QP_CEX_08), .needs = NEED_RC | NEED_SEND_OPS,
      .proves = BLOCK_SEND_OPS)
{
	struct ibv_cq *cq = cq_make(4);
	struct ibv_qp_init_attr_ex init = {
		.qp_type = IBV_QPT_RC, .send_cq = cq, .recv_cq = cq, .cap = { 4, 4, 1, 1, 0 }
	};
	struct ibv_qp *qp = qp_create_ex(&init);
	struct ibv_qp_ex *ex;
	struct ibv_wc wc;
	struct link l;

	MUST_MAKE(qp);
	ex = ibv_qp_to_qp_ex(qp);
	MUST(ex, "ibv_qp_to_qp_ex returns the extended handle; it returned NULL");
	l = rc_link(.tx = qp, .no_srq = true);
	link_post_receives(&l, recv_list(0, 1));
	vct_wr_start(ex);
	ex->wr_id = 1;
	ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_send(ex);
	vct_wr_set_sge(ex, slots_mr()->lkey, (uintptr_t)send_slot(0), 64);
	MUST_SUCCEED(vct_wr_complete(ex));
	RELIES_ON(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC));
	wc = MUST_COMPLETE(l.tx_cq);
	RELIES_ON(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC));
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
}
