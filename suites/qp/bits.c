// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Every bit of each member that a WR carries to a completion, and of each that must match: a row a
 * member, and the values of levels.h. width.c has what a query gives, ah/grh.c what a GRH does.
 */
#include <arpa/inet.h>

#include "../vct.h"

enum { GRH = 40, QKEY_BITS = 31 };

enum carried { RECV_WR_ID, SEND_WR_ID, IMM_DATA, LENGTH };

static const struct carried_row {
	struct vct_row vct_row;
	enum carried carried;
	enum ibv_qp_type type;
	bool on_srq, extended; /* the CQs are of ibv_create_cq_ex */
	enum ibv_wr_opcode opcode;
} carried[] = {
#define CARRIED(name_, promise_, type_, needs_, carried_, opcode_, ...)                            \
	{                                                                                          \
		.vct_row = { .name = (name_),                                                      \
			     .promises = { promise_ },                                             \
			     .needs = NEED_##type_ | (needs_) },                                   \
		.type = IBV_QPT_##type_, .carried = (carried_), .opcode = IBV_WR_##opcode_,        \
		##__VA_ARGS__                                                                      \
	}
#define OF_EACH(name_, promise_, needs_, carried_, opcode_)                                        \
	CARRIED(name_ "-RC", promise_, RC, needs_, carried_, opcode_),                             \
		CARRIED(name_ "-UC", promise_, UC, needs_, carried_, opcode_),                     \
		CARRIED(name_ "-UD", promise_, UD, needs_, carried_, opcode_),                     \
		CARRIED(name_ "-of-an-extended-CQ", CQ_XTD_01, RC, NEED_CQ_EX | (needs_),          \
			carried_, opcode_, .extended = true)
	OF_EACH("recv-wr-id", QP_RCV_04, 0, RECV_WR_ID, SEND),
	OF_EACH("send-wr-id", CQ_POL_17, 0, SEND_WR_ID, SEND),
	OF_EACH("imm-data", CQ_POL_05, NEED_IMM, IMM_DATA, SEND_WITH_IMM),
	OF_EACH("byte-len", CQ_POL_04, 0, LENGTH, SEND),
	CARRIED("recv-wr-id-of-a-SRQ", CQ_POL_01, RC, NEED_SRQ, RECV_WR_ID, SEND, .on_srq = true),
	CARRIED("byte-len-of-a-SRQ", CQ_POL_04, RC, NEED_SRQ, LENGTH, SEND, .on_srq = true),
	CARRIED("imm-data-of-a-write", CQ_POL_05, RC, NEED_IMM, IMM_DATA, RDMA_WRITE_WITH_IMM),
	CARRIED("byte-len-of-a-write", CQ_POL_04, RC, NEED_IMM, LENGTH, RDMA_WRITE_WITH_IMM),
};

/* The CQs of a link, and those of them that are extended. */
struct ends {
	struct link l;
	struct ibv_cq_ex *tx_cq, *rx_cq;
};

static struct ibv_cq_ex *extended_cq(void)
{
	struct ibv_cq_init_attr_ex init = {
		.cqe = 16,
		.wc_flags = vct_dev->wc_flags & (IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_IMM)
	};
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);

	SETUP_OF(BLOCK_CQ_EX, cq);
	return cq;
}

static struct ends ends_make(const struct carried_row *row)
{
	struct link_attr attr = { .srq_wr = 4, .no_srq = !row->on_srq };
	struct ends e = { .tx_cq = NULL };
	struct ibv_cq *tx_cq, *rx_cq;

	if (row->extended) {
		e.tx_cq = extended_cq();
		e.rx_cq = extended_cq();
		tx_cq = ibv_cq_ex_to_cq(e.tx_cq);
		rx_cq = ibv_cq_ex_to_cq(e.rx_cq);
		attr.tx = qp_make(row->type, NULL, tx_cq, tx_cq);
		attr.rx = qp_make(row->type, NULL, rx_cq, rx_cq);
	}
	e.l = link_make(row->type, &attr);
	return e;
}

/* The members of the next completion that the rows are about. */
static struct ibv_wc told(struct ibv_cq_ex *ex, struct ibv_cq *cq, bool received, bool imm)
{
	struct ibv_wc wc = { 0 };

	if (!ex)
		return MUST_COMPLETE(cq);
	MUST(cq_ex_starts(ex), "a completion comes before its deadline");
	wc.wr_id = ex->wr_id;
	wc.status = ex->status;
	wc.wc_flags = vct_wc_read_wc_flags(ex);
	if (received && vct_dev->wc_flags & IBV_WC_EX_WITH_BYTE_LEN)
		wc.byte_len = vct_wc_read_byte_len(ex);
	if (imm && vct_dev->wc_flags & IBV_WC_EX_WITH_IMM)
		wc.imm_data = vct_wc_read_imm_data(ex);
	vct_end_poll(ex);
	return wc;
}

static uint64_t most_of(const struct carried_row *row)
{
	uint64_t mtu = 128ULL << vct_dev->port_attr.active_mtu;

	switch (row->carried) {
	case IMM_DATA:
		return UINT32_MAX;
	case LENGTH:
		return row->type == IBV_QPT_UD ? mtu : 16 * SLOT_SIZE - 1;
	default:
		return UINT64_MAX;
	}
}

/* One message that carries the value; returns what the completion tells of it. */
static uint64_t carry(struct ends *e, const struct carried_row *row, uint64_t value)
{
	bool imm = row->carried == IMM_DATA;
	struct message m = { .opcode = row->opcode,
			     .imm = (uint32_t)value,
			     .data = send_slot(0),
			     .to = recv_slot(32),
			     .length = row->carried == LENGTH ? (uint32_t)value : 1 };
	struct ibv_recv_wr *recv = recv_list(0, 1);
	struct ibv_send_wr wr, *bad;
	struct ibv_wc sent, received;
	struct ibv_sge sge;

	recv->sg_list->length = 17 * SLOT_SIZE;
	if (row->carried == RECV_WR_ID)
		recv->wr_id = value;
	link_post_receives(&e->l, recv);
	link_fill_wr(&e->l, &m, &wr, &sge);
	if (row->carried == SEND_WR_ID)
		wr.wr_id = value;
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, row->type), !vct_post_send(e->l.tx, &wr, &bad));
	RELIES_ON(BLOCK_OF_QP(QP_PASSES_MESSAGES, row->type));
	sent = told(e->tx_cq, e->l.tx_cq, false, false);
	RELIES_ON(BLOCK_OF_QP(QP_PASSES_MESSAGES, row->type));
	received = told(e->rx_cq, e->l.rx_cq, true, imm);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, row->type),
		 sent.status == IBV_WC_SUCCESS && received.status == IBV_WC_SUCCESS);
	switch (row->carried) {
	case RECV_WR_ID:
		return received.wr_id;
	case SEND_WR_ID:
		return sent.wr_id;
	case IMM_DATA: /* which is not told without the flag */
		return received.wc_flags & IBV_WC_WITH_IMM ? ntohl(received.imm_data) : UINT64_MAX;
	default:
		return received.byte_len - (e->l.ah ? GRH : 0);
	}
}

CHECK_ROWS(reaches_the_completion, carried, .asks = true)
{
	struct levels v = levels_of(row->carried == LENGTH, most_of(row));
	uint64_t flag = row->carried == LENGTH     ? IBV_WC_EX_WITH_BYTE_LEN
			: row->carried == IMM_DATA ? IBV_WC_EX_WITH_IMM
						   : 0;
	struct ends e;

	if (row->extended && flag & ~vct_dev->wc_flags)
		vct_skip("the device says that its CQs do not have this member");
	e = ends_make(row);
	for (size_t i = 0; i < v.n; i++) {
		uint64_t seen = carry(&e, row, v.of[i]);

		MUST(seen == v.of[i], "the completion tells what the WR has, %#llx; it tells %#llx",
		     (unsigned long long)v.of[i], (unsigned long long)seen);
	}
}

/* Datagrams of which the Q_Key differs in one bit; each has a length of its own. */
CHECK(a_qkey_of_another_bit_is_another, PROMISES(QP_ERR_17), .needs = NEED_UD | NEED_IB_STATES)
{
	struct link l = ud_link(.no_srq = true, .local = true);
	struct ibv_wc wc;

	link_post_receives(&l, recv_list(0, 2));
	for (int bit = 0; bit <= QKEY_BITS; bit++) {
		struct message m = { .opcode = IBV_WR_SEND, .length = (uint32_t)bit + 1 };
		struct ibv_send_wr wr, *bad;
		struct ibv_sge sge;

		link_fill_wr(&l, &m, &wr, &sge);
		if (bit < QKEY_BITS)
			wr.wr.ud.remote_qkey ^= 1U << bit;
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD),
			 !vct_post_send(l.tx, &wr, &bad));
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	}
	wc = MUST_COMPLETE(l.rx_cq);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.byte_len, GRH + QKEY_BITS + 1);
	MUST_EQ(wc.wr_id, 0);
	MUST_BE_EMPTY(l.rx_cq);
}

/* After a request that failed, both QPs begin anew. */
static void begin_anew(struct link *l)
{
	const struct link_attr attr = { .no_srq = true };

	qp_to_state(l->tx, IBV_QPS_RESET);
	qp_to_state(l->rx, IBV_QPS_RESET);
	qp_to_init(l->tx);
	qp_to_init(l->rx);
	connect_qp(l->rx, l->tx->qp_num, &attr);
	connect_qp(l->tx, l->rx->qp_num, &attr);
}

static const struct matched_row {
	struct vct_row vct_row;
	bool key, local;
} matched[] = {
	{ ROW("rkey", MR_REG_11), .key = true },
	{ ROW("lkey", MR_REG_11), .key = true, .local = true },
	{ ROW("remote-address", MR_REG_09) },
	{ ROW("local-address", MR_REG_09), .local = true },
};

/* A key that the device gives to all null regions. */
static uint32_t null_key(void)
{
	struct ibv_mr *null =
		vct_device_lacks(vct_dev, NEED_NULL_MR) ? NULL : vct_alloc_null_mr(pd());

	return null ? null->lkey : 0;
}

/*
 * The key and the address of a page, each with one bit changed: no other region of the QP has this
 * address. Of an address, the bits within the page stay.
 */
CHECK_ROWS(of_another_bit_gives_no_access, matched, .needs = NEED_RC | NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	struct link l = rc_link(.no_srq = true);
	struct ibv_mr *mr = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	uint32_t null = row->local && row->key ? null_key() : 0;
	int first = row->key ? 0 : __builtin_ctzll(PAGE), last = row->key ? 32 : 64;

	slots_mr();
	for (int bit = first; bit < last; bit++) {
		uint64_t flip = 1ULL << bit, at = (uintptr_t)pages() ^ (row->key ? 0 : flip);
		uint32_t key = (row->local ? mr->lkey : mr->rkey) ^ (row->key ? (uint32_t)flip : 0);

		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
		link_post(&l, IBV_WR_RDMA_WRITE, .data = pages(), .lkey = mr->lkey);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		if (row->local && null && key == null)
			continue;
		if (row->local)
			MUST_NOT_USE(&l, IBV_WR_RDMA_WRITE, (const void *)(uintptr_t)at, key);
		else
			MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, key, at, .memory = pages());
		begin_anew(&l);
	}
}
