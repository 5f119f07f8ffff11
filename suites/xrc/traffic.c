// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Messages to XRC SRQs: the sender names the SRQ by its number; the message may arrive through any
 * receive QP, for a SRQ of any process.
 */
#include <arpa/inet.h>
#include <fcntl.h>

#include "../vct.h"

CHECK(two_qps_reach_one_srq, PROMISES(CQ_POL_13, SRQ_CEX_07), .needs = NEED_SRQ | NEED_XRC)
{
	struct link first = xrc_link(.srq_wr = 4, .posted = 4);
	struct link second = xrc_link(.xrcd = first.xrcd, .srq = first.srq, .rx_cq = first.rx_cq);

	for (uint64_t id = 0; id < 4; id += 2) {
		MUST_RECEIVE(&first, id);
		MUST_EQ(first.wc.qp_num, first.rx->qp_num);
		MUST_RECEIVE(&second, id + 1);
		MUST_EQ(second.wc.qp_num, second.rx->qp_num);
	}
}

CHECK(two_srqs_complete_on_their_cqs, PROMISES(SRQ_CEX_07, SRQ_NUM_02),
      .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 4, .posted = 1), second = l;

	second.rx_cq = cq_make(4);
	second.srq = xrc_srq_make(l.xrcd, second.rx_cq, 4);
	SETUP_OF(BLOCK_XRC_SRQ, !vct_get_srq_num(second.srq, &second.srq_num));
	srq_post(second.srq, 7, 1);
	MUST_RECEIVE(&second, 7);
	MUST_BE_EMPTY(l.rx_cq);
	MUST_RECEIVE(&l, 0);
	MUST_BE_EMPTY(second.rx_cq);
}

CHECK(data_and_immediate_arrive, PROMISES(CQ_POL_13), .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 4, .posted = 2);

	pattern(send_slot(0), 100, 1);
	link_message(&l, IBV_WR_SEND_WITH_IMM, .imm = 0x1234, .length = 100);
	MUST_EQ(l.wc.opcode, IBV_WC_RECV);
	MUST_EQ(l.wc.byte_len, 100);
	MUST_EQ(ntohl(l.wc.imm_data), 0x1234);
	MUST_EQ(l.wc.qp_num, l.rx->qp_num);
	MUST_EQUAL_BYTES(recv_slot(0), send_slot(0), 100);
	link_message(&l, IBV_WR_RDMA_WRITE_WITH_IMM, .imm = 0x1234);
	MUST_EQ(l.wc.opcode, IBV_WC_RECV_RDMA_WITH_IMM);
	MUST_EQ(l.wc.wr_id, 1);
}

/*
 * A sender for ibv_wr_send() that replaces the sender of the link; the receiver is still in INIT.
 */
static struct ibv_qp_ex *extended_sender(struct link *l)
{
	struct link_attr attr = { 0 };

	struct ibv_qp_init_attr_ex init = {
		.send_cq = l->tx_cq,
		.cap = { .max_send_wr = 4, .max_send_sge = 1 },
		.qp_type = IBV_QPT_XRC_SEND,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = pd(),
		.send_ops_flags = IBV_QP_EX_WITH_SEND,
	};

	l->tx = vct_create_qp_ex(ctx(), &init);
	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_XRC_SEND), l->tx);
	qp_to_init(l->tx);
	connect_qp(l->rx, l->tx->qp_num, &attr);
	connect_qp(l->tx, l->rx->qp_num, &attr);
	return ibv_qp_to_qp_ex(l->tx);
}

CHECK(extended_sender_sets_the_number, PROMISES(SRQ_NUM_02, QP_CEX_08),
      .needs = NEED_SRQ | NEED_XRC | NEED_SEND_OPS)
{
	struct link l = xrc_link(.srq_wr = 4, .rx_stays_in_init = true);
	struct ibv_srq *second = xrc_srq_make(l.xrcd, l.rx_cq, 4);
	struct ibv_qp_ex *tx = extended_sender(&l);
	uint32_t number;

	SETUP(tx);
	MUST_SUCCEED(vct_get_srq_num(second, &number));
	srq_post(l.srq, 1, 1);
	srq_post(second, 2, 1);
	vct_wr_start(tx);
	tx->wr_id = 9;
	tx->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_send(tx);
	vct_wr_set_xrc_srqn(tx, number);
	vct_wr_set_sge(tx, slots_mr()->lkey, (uintptr_t)send_slot(0), 64);
	MUST_SUCCEED(vct_wr_complete(tx));
	MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, 9);
	MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, 2);
}

struct shared {
	int file;
	uint32_t number, byte_len;
};

static struct ibv_cq *their_cq;

static int makes_a_srq(void *argument)
{
	struct shared *s = argument;
	struct ibv_xrcd *xrcd = domain_open(XRC_TODAY, s->file, 0);
	struct ibv_srq *srq;

	MUST_MAKE(xrcd);
	their_cq = cq_make(4);
	srq = xrc_srq_make(xrcd, their_cq, 4);
	srq_post(srq, 3, 1);
	return vct_get_srq_num(srq, &s->number);
}

static int receives(void *argument)
{
	struct shared *s = argument;
	struct ibv_wc wc = MUST_COMPLETE(their_cq);

	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, 3);
	s->byte_len = wc.byte_len;
	MUST_BE_PATTERN(recv_slot(3), 80, 1);
	return 0;
}

/* The purpose of XRC: one connection to a host reaches the SRQs of all its processes. */
CHECK(another_process_receives, PROMISES(XRCD_OPN_04, SRQ_NUM_02), .needs = NEED_SRQ | NEED_XRC)
{
	struct shared s = { .file = domain_file() };
	struct other *b = other_start();
	struct link l =
		xrc_link(.xrcd = domain_open(XRC_TODAY, s.file, O_CREAT), .srq_wr = 4, .posted = 1);

	MUST_SUCCEED(other_does(b, makes_a_srq, &s));
	l.srq_num = s.number;
	pattern(send_slot(0), 80, 1);
	link_post(&l, IBV_WR_SEND, .length = 80);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	JUDGING(SRQ_NUM_02);
	MUST_SUCCEED(other_does(b, receives, &s));
	MUST_EQ(s.byte_len, 80);
	MUST_BE_EMPTY(l.rx_cq);
}
