// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_post_send: the opcodes that a type of QP has not, and the flags of a request. */
#include "../vct.h"

/* UC QPs have receive queues of their own. */
static struct link make_uc(const struct link_attr *attr)
{
	struct link l = link_make(IBV_QPT_UC, &(struct link_attr){ .no_srq = true });
	struct ibv_recv_wr *wr = recv_list(0, attr->posted), *bad;

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UC), !vct_post_recv(l.rx, wr, &bad));
	return l;
}

static struct link make_ud(const struct link_attr *attr)
{
	return link_make(IBV_QPT_UD, attr);
}

static const struct opcode_row {
	struct vct_row vct_row;
	struct link (*make)(const struct link_attr *attr);
	enum ibv_wr_opcode opcode;
} unsupported[] = {
#define REFUSED(name_, needs_, make_, opcode_)                                                     \
	{                                                                                          \
		ROW(name_), .vct_row.needs = (needs_), .make = (make_), .opcode = IBV_WR_##opcode_ \
	}
	REFUSED("uc-read", NEED_UC, make_uc, RDMA_READ),
	REFUSED("uc-swap", NEED_UC, make_uc, ATOMIC_CMP_AND_SWP),
	REFUSED("uc-add", NEED_UC, make_uc, ATOMIC_FETCH_AND_ADD),
	REFUSED("ud-write", NEED_UD | NEED_SRQ, make_ud, RDMA_WRITE),
	REFUSED("ud-write-imm", NEED_UD | NEED_SRQ, make_ud, RDMA_WRITE_WITH_IMM),
	REFUSED("ud-read", NEED_UD | NEED_SRQ, make_ud, RDMA_READ),
	REFUSED("ud-swap", NEED_UD | NEED_SRQ, make_ud, ATOMIC_CMP_AND_SWP),
	REFUSED("ud-add", NEED_UD | NEED_SRQ, make_ud, ATOMIC_FETCH_AND_ADD),
};

static bool is_atomic(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
}

CHECK_ROWS(of_another_type_is_refused, unsupported, PROMISES(SND_02), .danger = DANGER_REFUSED)
{
	struct link l = row->make(&(struct link_attr){ .srq_wr = 4, .posted = 4 });
	int ret = link_try(&l, row->opcode, .length = is_atomic(row->opcode) ? 8 : 64);

	if (ret) {
		RECORD("it is refused with %s", strerrorname_np(ret));
		MUST_BE_EMPTY(l.tx_cq);
	} else {
		MUST_NE(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	}
}

/* *inline_bytes are asked for, and set to those that the QP takes. */
static struct ibv_qp *make_qp(int sq_sig_all, uint32_t *inline_bytes)
{
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);
	struct ibv_qp_init_attr init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = 32,
			 .max_recv_wr = 1,
			 .max_send_sge = 1,
			 .max_recv_sge = 1,
			 .max_inline_data = *inline_bytes },
		.qp_type = IBV_QPT_RC,
		.sq_sig_all = sq_sig_all,
	};
	struct ibv_qp *qp = vct_create_qp(pd(), &init);

	*inline_bytes = init.cap.max_inline_data;
	return qp;
}

static const struct signal_row {
	struct vct_row vct_row;
	int all;
} signaling[] = {
	{ ROW("as-flagged"), .all = 0 },
	{ ROW("all"), .all = 1 },
};

/* Every third request is signaled; the queue goes round. */
CHECK_ROWS(completes_if_signaled, signaling, PROMISES(SND_13), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_qp *tx = make_qp(row->all, &(uint32_t){ 0 });
	struct link l;

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), tx);
	l = rc_link(.tx = tx, .srq_wr = 16);
	for (uint64_t id = 0; id < 60; id++) {
		bool signaled = id % 3 == 2;

		srq_post(l.srq, id, 1);
		link_post(&l, IBV_WR_SEND, .unsignaled = !signaled);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
			 cq_wait(l.rx_cq).status == IBV_WC_SUCCESS);
		if (signaled || row->all)
			MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, id);
	}
	MUST_BE_EMPTY(l.tx_cq);
}

static const struct inline_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
} inlined[] = {
	{ ROW("send"), .opcode = IBV_WR_SEND },
	{ ROW("write"), .opcode = IBV_WR_RDMA_WRITE },
};

/* From memory of no region. What a device without inline data does with it is open. */
CHECK_ROWS(inline_data_needs_no_key, inlined, PROMISES(SND_14), .needs = NEED_SRQ | NEED_RC)
{
	uint32_t room = 16;
	struct ibv_qp *tx = make_qp(0, &room);
	char data[16] = "0123456789abcde", *to = recv_slot(row->opcode == IBV_WR_SEND ? 0 : 40);
	struct link l;
	int ret;

	if (!tx)
		tx = make_qp(0, (room = 0, &room));
	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), tx);
	l = rc_link(.tx = tx, .srq_wr = 4, .posted = 2);
	ret = link_try(&l, row->opcode, .data = data, .to = to, .length = sizeof(data),
		       .lkey = slots_mr()->lkey ^ 0x5a5a5a, .flags = IBV_SEND_INLINE);
	if (room < sizeof(data)) {
		RECORD("the device has no inline data, and returns %s", vct_errno_text(ret));
		MUST_GE(ret, 0);
		return;
	}
	MUST_SUCCEED(ret);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	link_send(&l, 1);
	MUST_EQUAL_BYTES(NAMED("the memory of the request", to), data, sizeof(data));
}
