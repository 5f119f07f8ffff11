// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_post_send: the opcodes of each type of QP, and the flags of a request. */
#include "../vct.h"

static struct link make_rc(const struct link_attr *attr)
{
	return link_make(IBV_QPT_RC, attr);
}

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
	enum ibv_wc_opcode completed;
} supported[] = {
#define OPCODE(name_, needs_, make_, opcode_, completed_)                                          \
	{                                                                                          \
		ROW(name_), .vct_row.needs = (needs_), .make = (make_),                            \
			    .opcode = IBV_WR_##opcode_, .completed = IBV_WC_##completed_           \
	}
#define OF_ALL(type_, needs_, make_)                                                               \
	OPCODE(type_ "-send", needs_, make_, SEND, SEND),                                          \
		OPCODE(type_ "-send-imm", (needs_) | NEED_IMM, make_, SEND_WITH_IMM, SEND)
#define OF_CONNECTED(type_, needs_, make_)                                                         \
	OF_ALL(type_, needs_, make_),                                                              \
		OPCODE(type_ "-write", needs_, make_, RDMA_WRITE, RDMA_WRITE),                     \
		OPCODE(type_ "-write-imm", (needs_) | NEED_IMM, make_, RDMA_WRITE_WITH_IMM,        \
		       RDMA_WRITE)
#define OF_RELIABLE(type_, needs_, make_)                                                          \
	OF_CONNECTED(type_, needs_, make_),                                                        \
		OPCODE(type_ "-read", needs_, make_, RDMA_READ, RDMA_READ),                        \
		OPCODE(type_ "-swap", (needs_) | NEED_ATOMIC, make_, ATOMIC_CMP_AND_SWP,           \
		       COMP_SWAP),                                                                 \
		OPCODE(type_ "-add", (needs_) | NEED_ATOMIC, make_, ATOMIC_FETCH_AND_ADD,          \
		       FETCH_ADD)
	OF_RELIABLE("rc", NEED_RC | NEED_SRQ, make_rc),
	OF_RELIABLE("xrc", NEED_XRC | NEED_SRQ, xrc_link_make),
	OF_CONNECTED("uc", NEED_UC, make_uc),
	OF_ALL("ud", NEED_UD | NEED_SRQ, make_ud),
};

static bool is_atomic(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
}

/* Twice each, one request after the other. */
CHECK_ROWS(of_the_type_is_carried_out, supported, PROMISES(SND_01, SND_15))
{
	bool atomic = is_atomic(row->opcode);
	int remote = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
		     (atomic ? IBV_ACCESS_REMOTE_ATOMIC : 0);
	struct ibv_mr *mr = mr_make(pd(), 256, IBV_ACCESS_LOCAL_WRITE | remote_access(remote));
	struct link l = row->make(&(struct link_attr){
		.srq_wr = 4, .posted = 4, .grants = atomic ? IBV_ACCESS_REMOTE_ATOMIC : 0 });
	struct ibv_wc wc;

	for (int i = 0; i < 2; i++) {
		JUDGING(SND_01);
		MUST_SUCCEED(link_try(&l, row->opcode, .to = mr->addr, .rkey = mr->rkey,
				      .length = atomic ? 8 : 64));
		wc = MUST_COMPLETE(l.tx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		JUDGING(SND_15);
		MUST_EQ(wc.opcode, row->completed);
	}
}

#define REFUSED(name_, needs_, make_, opcode_)                                                     \
	{                                                                                          \
		ROW(name_), .vct_row.needs = (needs_), .make = (make_), .opcode = IBV_WR_##opcode_ \
	}
static const struct opcode_row unsupported[] = {
	REFUSED("uc-read", NEED_UC, make_uc, RDMA_READ),
	REFUSED("uc-swap", NEED_UC, make_uc, ATOMIC_CMP_AND_SWP),
	REFUSED("uc-add", NEED_UC, make_uc, ATOMIC_FETCH_AND_ADD),
	REFUSED("ud-write", NEED_UD | NEED_SRQ, make_ud, RDMA_WRITE),
	REFUSED("ud-write-imm", NEED_UD | NEED_SRQ, make_ud, RDMA_WRITE_WITH_IMM),
	REFUSED("ud-read", NEED_UD | NEED_SRQ, make_ud, RDMA_READ),
	REFUSED("ud-swap", NEED_UD | NEED_SRQ, make_ud, ATOMIC_CMP_AND_SWP),
	REFUSED("ud-add", NEED_UD | NEED_SRQ, make_ud, ATOMIC_FETCH_AND_ADD),
};

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
