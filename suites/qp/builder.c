// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The setters of ibv_wr_*, and builders that not every QP has. wr.c has the regions. */
#include "wr.h"

static const struct operation_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	uint64_t operation;
} impossible[] = {
#define WITHOUT(name_, needs_, type_, flag_)                                                       \
	{                                                                                          \
		ROW(name_), .vct_row.needs = (needs_), .type = IBV_QPT_##type_,                    \
			    .operation = IBV_QP_EX_WITH_##flag_                                    \
	}
	WITHOUT("rc-tso", NEED_RC, RC, TSO),
	WITHOUT("xrc-tso", NEED_XRC, XRC_SEND, TSO),
	WITHOUT("uc-tso", NEED_UC, UC, TSO),
	WITHOUT("uc-read", NEED_UC, UC, RDMA_READ),
	WITHOUT("uc-swap", NEED_UC, UC, ATOMIC_CMP_AND_SWP),
	WITHOUT("uc-add", NEED_UC, UC, ATOMIC_FETCH_AND_ADD),
	WITHOUT("ud-write", NEED_UD, UD, RDMA_WRITE),
	WITHOUT("ud-write-imm", NEED_UD, UD, RDMA_WRITE_WITH_IMM),
	WITHOUT("ud-read", NEED_UD, UD, RDMA_READ),
	WITHOUT("ud-swap", NEED_UD, UD, ATOMIC_CMP_AND_SWP),
	WITHOUT("ud-add", NEED_UD, UD, ATOMIC_FETCH_AND_ADD),
	WITHOUT("ud-bind", NEED_UD, UD, BIND_MW),
	WITHOUT("ud-local-inv", NEED_UD, UD, LOCAL_INV),
	WITHOUT("ud-send-inv", NEED_UD, UD, SEND_WITH_INV),
	{ ROW("rc-unknown"), .vct_row.needs = NEED_RC, .type = IBV_QPT_RC,
	  .operation = 1ULL << 40 },
};

/* The table of operations does not have them for the type of the QP. With a send, which it has. */
CHECK_ROWS(no_qp_with_what_its_type_lacks, impossible, PROMISES(WRP_01, AFT_01),
	   .needs = NEED_SEND_OPS)
{
	struct wr_attr attr = { .type = row->type,
				.operations = row->operation | IBV_QP_EX_WITH_SEND };
	struct ibv_cq *cq = cq_make(8);
	struct ibv_qp_cap cap;

	JUDGING(WRP_01);
	MUST_MAKE_NONE(wr_qp_make(&attr, cq, &cap));
	MUST_GE(errno, 1);
	JUDGING(AFT_01);
	MUST_GO_ON(.cq = cq);
}

static const struct piece_row {
	struct vct_row vct_row;
	uint32_t lengths[3];
	bool is_inline, writes;
} pieces[] = {
	{ ROW("growing"), .lengths = { 10, 20, 34 } },
	{ ROW("shrinking"), .lengths = { 34, 20, 10 } },
	{ ROW("written"), .lengths = { 10, 20, 34 }, .writes = true },
}, inline_pieces[] = {
	{ ROW("growing"), .lengths = { 3, 5, 16 }, .is_inline = true },
	{ ROW("shrinking"), .lengths = { 16, 5, 3 }, .is_inline = true },
	{ ROW("written"), .lengths = { 3, 5, 16 }, .is_inline = true, .writes = true },
};

/* A request of three buffers, the last of which comes first in memory; all are overwritten then. */
static void post_pieces(struct wr_link *w, const struct piece_row *row, char *joined)
{
	struct ibv_data_buf buffers[3];
	struct ibv_sge sges[3];

	for (int i = 0; i < 3; i++) {
		char *from = w->local + 100 * (3 - i);

		buffers[i] = (struct ibv_data_buf){ from, row->lengths[i] };
		sges[i] = (struct ibv_sge){ (uintptr_t)from, row->lengths[i], w->mr->lkey };
		memcpy(joined, from, row->lengths[i]);
		joined += row->lengths[i];
	}
	w->ex->wr_id = 1;
	w->ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_start(w->ex);
	if (row->writes)
		vct_wr_rdma_write(w->ex, w->mr->rkey, (uintptr_t)w->remote);
	else
		vct_wr_send(w->ex);
	if (row->is_inline)
		vct_wr_set_inline_data_list(w->ex, 3, buffers);
	else
		vct_wr_set_sge_list(w->ex, 3, sges);
	MUST_SUCCEED(vct_wr_complete(w->ex));
}

static void must_be_joined(const struct piece_row *row)
{
	struct wr_link w = wr_link(.type = IBV_QPT_RC, .operations = ALL_WRITES, .sges = 3,
				   .inline_data = row->is_inline ? 24 : 0, .posted = 1);
	size_t length = row->lengths[0] + row->lengths[1] + row->lengths[2];
	char joined[128];

	post_pieces(&w, row, joined);
	MUST_EQ(MUST_COMPLETE(w.l.tx_cq).status, IBV_WC_SUCCESS);
	if (row->writes)
		link_send(&w.l, 1);
	else
		MUST_EQ(MUST_COMPLETE(w.l.rx_cq).byte_len, length);
	MUST(vct_memory_is(row->writes ? w.remote : recv_slot(0), joined, length),
	     "the bytes that arrive are those of all buffers, joined; they are others");
}

CHECK_ROWS(buffers_are_joined, pieces, PROMISES(WRP_07),
	   .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ, .asks = true)
{
	must_be_joined(row);
}

CHECK_ROWS(inline_buffers_are_joined, inline_pieces, PROMISES(WRP_09),
	   .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ, .asks = true)
{
	must_be_joined(row);
}

/* The buffer is overwritten before the request is posted. */
CHECK_ROWS(inline_data_is_copied, inline_pieces, PROMISES(WRP_08),
	   .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ, .asks = true)
{
	struct wr_link w = wr_link(.type = IBV_QPT_RC, .operations = ALL_WRITES, .inline_data = 24,
				   .posted = 4);
	char data[24];

	vct_wr_start(w.ex);
	for (int i = 0; i < 3; i++) {
		w.ex->wr_id = (uint64_t)i;
		w.ex->wr_flags = IBV_SEND_SIGNALED;
		if (row->writes)
			vct_wr_rdma_write(w.ex, w.mr->rkey, (uintptr_t)w.remote + 100 * (size_t)i);
		else
			vct_wr_send(w.ex);
		pattern(data, sizeof(data), (uint64_t)i);
		vct_wr_set_inline_data(w.ex, data, row->lengths[i]);
		memset(data, 0x7f, sizeof(data));
	}
	MUST_SUCCEED(vct_wr_complete(w.ex));
	for (int i = 0; i < 3; i++)
		MUST_EQ(MUST_COMPLETE(w.l.tx_cq).status, IBV_WC_SUCCESS);
	for (int i = 0; !row->writes && i < 3; i++)
		MUST_EQ(MUST_COMPLETE(w.l.rx_cq).byte_len, row->lengths[i]);
	if (row->writes)
		link_send(&w.l, 1);
	for (uint64_t i = 0; i < 3; i++) {
		const char *at = row->writes ? w.remote + 100 * i : recv_slot(i);

		vct_trace_memory(at, row->lengths[i]);
		MUST_BE_PATTERN(NAMED("the buffer of the message", at), row->lengths[i], i);
	}
}

/* Of two receivers, the second is addressed. */
CHECK(ud_address_is_that_of_the_setter, PROMISES(WRP_10),
      .needs = NEED_SEND_OPS | NEED_UD | NEED_SRQ, .asks = true)
{
	struct wr_link w = wr_link(.type = IBV_QPT_UD, .operations = IBV_QP_EX_WITH_SEND);
	struct link other = ud_link(.srq_wr = 4, .posted = 2);
	uint32_t to[2];

	link_post_receives(&w.l, recv_list(10, 2));
	to[0] = other.rx->qp_num;
	to[1] = w.l.rx->qp_num;
	vct_wr_start(w.ex);
	for (int i = 0; i < 4; i++) {
		w.ex->wr_id = (uint64_t)i;
		w.ex->wr_flags = IBV_SEND_SIGNALED;
		vct_wr_send(w.ex);
		vct_wr_set_ud_addr(w.ex, w.l.ah, to[i % 2], LINK_QKEY);
		vct_wr_set_sge(w.ex, w.mr->lkey, (uintptr_t)w.local, 64);
	}
	MUST_SUCCEED(vct_wr_complete(w.ex));
	for (uint64_t i = 0; i < 4; i++)
		MUST_EQ(MUST_COMPLETE(w.l.tx_cq).wr_id, i);
	for (uint64_t i = 0; i < 2; i++) {
		MUST_EQ(MUST_COMPLETE(other.rx_cq).wr_id, i);
		MUST_EQ(MUST_COMPLETE(w.l.rx_cq).wr_id, 10 + i);
	}
}

/* Of two SRQs of the domain, in turns. */
CHECK(xrc_srq_is_that_of_the_setter, PROMISES(WRP_11), .needs = NEED_SEND_OPS | NEED_XRC,
      .asks = true)
{
	struct wr_link w = wr_link(.type = IBV_QPT_XRC_SEND, .operations = IBV_QP_EX_WITH_SEND);
	struct ibv_cq *other_cq = cq_make(16);
	struct ibv_srq *other;
	uint32_t to[2];

	other = xrc_srq_make(w.l.xrcd, other_cq, 4);
	srq_post(w.l.srq, 0, 2);
	srq_post(other, 10, 2);
	to[0] = w.l.srq_num;
	SETUP_OF(BLOCK_XRC_SRQ, !vct_get_srq_num(other, &to[1]));
	vct_wr_start(w.ex);
	for (int i = 0; i < 4; i++) {
		w.ex->wr_id = (uint64_t)i;
		w.ex->wr_flags = IBV_SEND_SIGNALED;
		vct_wr_send(w.ex);
		vct_wr_set_xrc_srqn(w.ex, to[i % 2]);
		vct_wr_set_sge(w.ex, w.mr->lkey, (uintptr_t)w.local, 64);
	}
	MUST_SUCCEED(vct_wr_complete(w.ex));
	for (uint64_t i = 0; i < 4; i++)
		MUST_EQ(MUST_COMPLETE(w.l.tx_cq).wr_id, i);
	for (uint64_t i = 0; i < 2; i++) {
		MUST_EQ(MUST_COMPLETE(w.l.rx_cq).wr_id, i);
		MUST_EQ(MUST_COMPLETE(other_cq).wr_id, 10 + i);
	}
}

/* What the region of a window is: it permits binds and local writes. */
static struct ibv_mw_bind_info some_memory(void)
{
	struct ibv_mr *mr = mr_make(pd(), PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);

	return (struct ibv_mw_bind_info){ mr, (uintptr_t)mr->addr, 64, IBV_ACCESS_REMOTE_WRITE };
}

/* The window was bound by the receiver; its key is dead when the receive has completed. */
CHECK(window_is_invalid_when_the_receive_completes, PROMISES(WRP_23),
      .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ | NEED_MW2, .danger = DANGER_REFUSED,
      .asks = true)
{
	struct wr_link w = wr_link(.type = IBV_QPT_RC, .posted = 1,
				   .operations = IBV_QP_EX_WITH_SEND_WITH_INV);
	struct ibv_mw_bind_info to = some_memory();
	struct mem_window window = window_make(IBV_MW_TYPE_2);
	char *bytes = to.mr->addr;

	window_set_to(&w.l, &window, &to);
	w.ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_start(w.ex);
	vct_wr_send_inv(w.ex, window.rkey);
	vct_wr_set_sge(w.ex, w.mr->lkey, (uintptr_t)w.local, 64);
	MUST_SUCCEED(vct_wr_complete(w.ex));
	MUST_EQ(MUST_COMPLETE(w.l.rx_cq).status, IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(w.l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_SUCCEED(link_try(&w.l, IBV_WR_RDMA_WRITE, .to = bytes, .rkey = window.rkey));
	MUST_NE(MUST_COMPLETE(w.l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_EQ(NAMED("the first byte behind the invalid R_Key", bytes[0]), 0);
}

/* Twice: the second value differs from the first in all bytes. */
CHECK(atomic_write_writes_8_bytes, PROMISES(WRP_20), .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ,
      .asks = true)
{
	struct wr_link w = wr_link(.type = IBV_QPT_RC, .operations = IBV_QP_EX_WITH_ATOMIC_WRITE);

	for (int i = 1; i <= 2; i++) {
		char value[8];

		pattern(value, sizeof(value), (uint64_t)i);
		w.ex->wr_flags = IBV_SEND_SIGNALED;
		vct_wr_start(w.ex);
		vct_wr_atomic_write(w.ex, w.mr->rkey, (uintptr_t)w.remote + 8, value);
		MUST_SUCCEED(vct_wr_complete(w.ex));
		MUST_EQ(MUST_COMPLETE(w.l.tx_cq).status, IBV_WC_SUCCESS);
		wr_catch_up(&w);
		MUST(vct_memory_is(w.remote + 8, value, sizeof(value)),
		     "an atomic write writes the value to its 8 bytes; they are others");
		MUST_EQ(NAMED("the byte before those of the atomic write", w.remote[7]), 0);
		MUST_EQ(NAMED("the byte behind those of the atomic write", w.remote[16]), 0);
	}
}
