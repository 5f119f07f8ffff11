// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What a completion says: which WR, which QP, how many bytes, which flags. */
#include <arpa/inet.h>

#include "../vct.h"

/* The kinds of messages that consume a receive WR. */
static const struct kind_row {
	struct vct_row vct_row;
	bool ud;
	enum ibv_wr_opcode sent;
	bool imm;
} kinds[] = {
	{ ROW("send"), .sent = IBV_WR_SEND },
	{ ROW("send-with-imm"), .vct_row.needs = NEED_IMM, .sent = IBV_WR_SEND_WITH_IMM,
	  .imm = true },
	{ ROW("write-with-imm"), .vct_row.needs = NEED_IMM, .sent = IBV_WR_RDMA_WRITE_WITH_IMM,
	  .imm = true },
	{ ROW("ud-send"), .vct_row.needs = NEED_UD, .ud = true, .sent = IBV_WR_SEND },
	{ ROW("ud-send-with-imm"), .vct_row.needs = NEED_UD, .ud = true,
	  .sent = IBV_WR_SEND_WITH_IMM, .imm = true },
	{ .vct_row = { .name = "send-with-inv", .needs = NEED_MW2 }, .sent = IBV_WR_SEND_WITH_INV },
};

enum { IMM = 0x12345678 };

/* The completion of one message of the kind. */
static struct ibv_wc received(const struct kind_row *kind)
{
	struct link l =
		kind->ud ? ud_link(.srq_wr = 2, .posted = 1) : rc_link(.srq_wr = 2, .posted = 1);
	bool inv = kind->sent == IBV_WR_SEND_WITH_INV;

	link_message(&l, kind->sent, .imm = inv ? bound_window(&l) : IMM);
	return l.wc;
}

CHECK_ROWS(imm_data_is_told_where_sent, kinds, PROMISES(CQ_POL_05), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_wc wc = received(row);

	MUST_EQ(!!(wc.wc_flags & IBV_WC_WITH_IMM), row->imm);
	if (row->imm)
		MUST_EQ(ntohl(wc.imm_data), IMM);
}

CHECK_ROWS(no_checksum_flag_without_the_offload, kinds, PROMISES(CQ_POL_16),
	   .needs = NEED_SRQ | NEED_RC, .lacks = NEED_CSUM)
{
	MUST(!(received(row).wc_flags & IBV_WC_IP_CSUM_OK),
	     "a device that does not claim checksums sets no IBV_WC_IP_CSUM_OK; it is set");
}

CHECK(invalidated_rkey_is_told, PROMISES(CQ_POL_15), .needs = NEED_SRQ | NEED_RC | NEED_MW2)
{
	struct link l = rc_link(.srq_wr = 2, .posted = 1);
	uint32_t rkey = bound_window(&l);

	link_message(&l, IBV_WR_SEND_WITH_INV, .imm = rkey);
	MUST(!(l.wc.wc_flags & IBV_WC_WITH_IMM),
	     "a message that invalidates a key has no immediate data; wc_flags are %#x",
	     l.wc.wc_flags);
	MUST_EQ(l.wc.invalidated_rkey, rkey);
	MUST(l.wc.wc_flags & IBV_WC_WITH_INV,
	     "the completion has IBV_WC_WITH_INV; wc_flags are %#x", l.wc.wc_flags);
}

/* Messages of one packet and of several. UD counts the 40 bytes of the GRH. */
static const struct length_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
	bool ud;
	uint32_t length;
	bool fills; /* the buffer has not a byte more */
} lengths[] = {
	{ ROW("send-1"), .opcode = IBV_WR_SEND, .length = 1 },
	{ ROW("send-64"), .opcode = IBV_WR_SEND, .length = 64 },
	{ ROW("send-9999"), .opcode = IBV_WR_SEND, .length = 9999 },
	{ ROW("send-with-imm-65"), .vct_row.needs = NEED_IMM, .opcode = IBV_WR_SEND_WITH_IMM,
	  .length = 65 },
	{ ROW("write-with-imm-1"), .vct_row.needs = NEED_IMM, .opcode = IBV_WR_RDMA_WRITE_WITH_IMM,
	  .length = 1 },
	{ ROW("write-with-imm-64"), .vct_row.needs = NEED_IMM, .opcode = IBV_WR_RDMA_WRITE_WITH_IMM,
	  .length = 64 },
	{ ROW("write-with-imm-9999"), .vct_row.needs = NEED_IMM,
	  .opcode = IBV_WR_RDMA_WRITE_WITH_IMM, .length = 9999 },
	{ ROW("ud-send-1"), .vct_row.needs = NEED_UD, .opcode = IBV_WR_SEND, .ud = true,
	  .length = 1 },
	{ ROW("ud-send-200"), .vct_row.needs = NEED_UD, .opcode = IBV_WR_SEND, .ud = true,
	  .length = 200 },
	{ ROW("send-64-fills-it"), .opcode = IBV_WR_SEND, .length = 64, .fills = true },
	{ ROW("send-9999-fills-it"), .opcode = IBV_WR_SEND, .length = 9999, .fills = true },
	{ ROW("ud-send-200-fills-it"), .vct_row.needs = NEED_UD, .opcode = IBV_WR_SEND, .ud = true,
	  .length = 200, .fills = true },
};

CHECK_ROWS(byte_len_is_what_was_transferred, lengths, PROMISES(CQ_POL_04),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct link l = row->ud ? ud_link(.srq_wr = 2) : rc_link(.srq_wr = 2);
	struct ibv_recv_wr *wr = recv_list(0, 1), *bad;

	wr->sg_list->length = row->fills ? row->length + (row->ud ? 40 : 0) : 10 * SLOT_SIZE;
	SETUP_OF(BLOCK_SRQ_POST, !vct_post_srq_recv(l.srq, wr, &bad));
	link_message(&l, row->opcode, .length = row->length, .data = send_slot(0),
		     .to = recv_slot(32));
	MUST_EQ(l.wc.byte_len, row->length + (row->ud ? 40 : 0));
}

CHECK(src_qp_is_the_senders, PROMISES(CQ_POL_06), .needs = NEED_SRQ | NEED_UD)
{
	struct ibv_srq *srq = srq_make(.max_wr = 2);
	struct link one = ud_link(.srq = srq), two = ud_link(.srq = srq);

	srq_post(srq, 0, 2);
	link_send(&two, 1);
	MUST_EQ(two.wc.src_qp, two.tx->qp_num);
	link_send(&one, 1);
	MUST_EQ(one.wc.src_qp, one.tx->qp_num);
}

/* RoCE and routers need a GRH; within an InfiniBand subnet the sender must request it. */
static const struct grh_row {
	struct vct_row vct_row;
	bool asked;
} grhs[] = {
	{ ROW("asked-for"), .asked = true },
	{ ROW("if-need-be"), .asked = false },
};

CHECK_ROWS(grh_flag_tells_of_a_grh_on_ud, grhs, PROMISES(CQ_POL_07), .needs = NEED_SRQ | NEED_UD,
	   .asks = true)
{
	struct link l = ud_link(.srq_wr = 2, .posted = 1, .grh = row->asked);

	if (!link_layer_has_grh())
		vct_skip("the port has no link layer that defines a GRH");
	link_send(&l, 1);
	MUST_EQ(!!(l.wc.wc_flags & IBV_WC_GRH), row->asked || link_has_grh());
}

/*
 * The flag is valid for UD only: on RC the buffer has no 40 bytes of a GRH, whatever the flag says.
 */
CHECK(rc_has_no_grh_whatever_the_flag_says, PROMISES(CQ_POL_07), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 2, .posted = 1);

	pattern(send_slot(0), 64, 1);
	link_send(&l, 1);
	RECORD("IBV_WC_GRH is %s on RC", l.wc.wc_flags & IBV_WC_GRH ? "set" : "clear");
	MUST_EQUAL_BYTES(recv_slot(0), send_slot(0), 64);
	MUST_EQ(l.wc.byte_len, 64);
}

CHECK(failed_receive_names_wr_and_qp, PROMISES(CQ_POL_08), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 2);
	struct ibv_recv_wr *wr = recv_list(77, 1), *bad;

	wr->sg_list->length = 16;
	SETUP_OF(BLOCK_SRQ_POST, !vct_post_srq_recv(l.srq, wr, &bad));
	link_post(&l, IBV_WR_SEND); /* of 64 bytes */
	l.wc = MUST_COMPLETE(l.rx_cq);
	RECORD("the status of a message too long for its WR: %s", ibv_wc_status_str(l.wc.status));
	MUST_NE(l.wc.status, IBV_WC_SUCCESS);
	MUST_EQ(l.wc.wr_id, 77);
	MUST_EQ(l.wc.qp_num, l.rx->qp_num);
}

CHECK(failed_send_names_wr_and_qp, PROMISES(CQ_POL_08), .needs = NEED_SRQ | NEED_RC | NEED_RNR)
{
	struct link l = rc_link(.srq_wr = 2, .posted = 1);
	struct ibv_wc wc;

	link_send(&l, 1);
	link_post(&l, IBV_WR_SEND); /* finds no WR */
	wc = MUST_COMPLETE(l.tx_cq);
	MUST_NE(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, 1);
	MUST_EQ(wc.qp_num, l.tx->qp_num);
}

CHECK(xrc_srq_completes_on_its_own_cq, PROMISES(CQ_POL_13), .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 4, .posted = 2);

	for (uint64_t id = 0; id < 2; id++) {
		link_message(&l, IBV_WR_SEND_WITH_IMM, .imm = IMM);
		MUST_EQ(l.wc.wr_id, id);
		MUST_EQ(l.wc.qp_num, l.rx->qp_num);
		MUST(l.wc.wc_flags & IBV_WC_WITH_IMM,
		     "the completion has IBV_WC_WITH_IMM; wc_flags are %#x", l.wc.wc_flags);
		MUST_EQ(ntohl(l.wc.imm_data), IMM);
	}
}
