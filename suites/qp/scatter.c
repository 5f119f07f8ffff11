// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The buffers of receive WRs: none, of length 0, of odd lengths at odd addresses, as many as there
 * can be. What is behind a message is looked at, too.
 */
#include "buffers.h"

static const struct scatter_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	bool on_a_srq;
	enum ibv_wr_opcode opcode;
	struct shape shape;
} receives[] = {
#define RECEIVE(name_, needs_, type_, srq_, opcode_, shape_, ...)                                  \
	{                                                                                          \
		.vct_row = { .name = name_ "-" shape_, .needs = (needs_) },                        \
		.type = IBV_QPT_##type_, .on_a_srq = (srq_), .opcode = IBV_WR_##opcode_,           \
		.shape = {                                                                         \
			__VA_ARGS__                                                                \
		}                                                                                  \
	}
#define BOTH(name_, needs_, type_, srq_, ...)                                                      \
	RECEIVE(name_ "-send", needs_, type_, srq_, SEND, __VA_ARGS__),                            \
		RECEIVE(name_ "-write-imm", (needs_) | NEED_IMM, type_, srq_, RDMA_WRITE_WITH_IMM, \
			__VA_ARGS__)
#define OF_CONNECTED(...)                                                                          \
	BOTH("rc", NEED_RC, RC, false, __VA_ARGS__),                                               \
		BOTH("rc-srq", NEED_RC | NEED_SRQ, RC, true, __VA_ARGS__),                         \
		BOTH("uc", NEED_UC, UC, false, __VA_ARGS__),                                       \
		BOTH("xrc", NEED_XRC | NEED_SRQ, XRC_SEND, true, __VA_ARGS__)
#define OF_ALL(...)                                                                                \
	OF_CONNECTED(__VA_ARGS__), RECEIVE("ud-send", NEED_UD, UD, false, SEND, __VA_ARGS__)
	SHAPES_OF_ONE_PACKET(OF_ALL),
	SHAPE_OF_SEVERAL_PACKETS(OF_CONNECTED),
};

/* The first buffer of a datagram has room for the GRH, and nothing else. */
enum { GRH = 40, RECEIVES = 3 };

struct scatter {
	const struct scatter_row *row;
	struct link l;
	struct ibv_mr *mr;
	char *from, *to;
	struct buffers b;
	struct ibv_sge grh;
};

/* One more for the GRH. Where a queue of so many is refused, of half. */
static uint32_t sges_of(const struct scatter_row *row)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	int most = row->on_a_srq ? claims->max_srq_sge : claims->max_sge;
	uint32_t n = buffers_wanted(&row->shape, most) + (row->type == IBV_QPT_UD);

	return n > (uint32_t)most ? (uint32_t)most : n ? n : 1;
}

static void make_queue(struct link_attr *link, const struct scatter_row *row, uint32_t *sges)
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_qp_init_attr init = { .send_cq = cq, .recv_cq = cq, .qp_type = row->type };
	struct ibv_srq_init_attr_ex srq = {
		.attr = { .max_wr = 8 },
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD,
		.srq_type = IBV_SRQT_BASIC,
		.pd = pd(),
	};

	if (row->type == IBV_QPT_XRC_SEND) {
		link->xrcd = srq.xrcd = xrcd_make();
		link->rx_cq = srq.cq = cq;
		srq.srq_type = IBV_SRQT_XRC;
		srq.comp_mask |= IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ;
	}
	for (;; *sges /= 2) {
		init.cap = (struct ibv_qp_cap){ 1, 8, 1, *sges, 0 };
		srq.attr.max_sge = *sges;
		if (row->on_a_srq)
			link->srq = vct_create_srq_ex(ctx(), &srq);
		else
			link->rx = vct_create_qp(pd(), &init);
		if (link->srq || link->rx || *sges <= 1)
			break;
		RECORD("a receive queue of %u SGEs is refused", *sges);
	}
	if (row->on_a_srq)
		SETUP_OF(row->type == IBV_QPT_XRC_SEND ? BLOCK_XRC_SRQ : BLOCK_SRQ, link->srq);
	else
		SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, row->type), link->rx);
}

static struct scatter scatter_make(const struct scatter_row *row)
{
	struct link_attr link = { .rnr_retry = 7, .local = true };
	struct scatter s = { .row = row };
	uint32_t sges = sges_of(row);

	make_queue(&link, row, &sges);
	s.l = row->type == IBV_QPT_XRC_SEND ? xrc_link_make(&link) : link_make(row->type, &link);
	s.mr = mr_make(pd(), 2 * HALF,
		       IBV_ACCESS_LOCAL_WRITE | remote_access(IBV_ACCESS_REMOTE_WRITE));
	s.from = s.mr->addr;
	s.to = s.from + HALF;
	s.grh = (struct ibv_sge){ (uintptr_t)recv_slot(0), GRH, slots_mr()->lkey };
	s.b = buffers_of(&row->shape, s.to, s.mr->lkey, s.l.ah ? sges - 1 : sges, HALF);
	return s;
}

static void post_receive(struct scatter *s, uint64_t wr_id)
{
	struct ibv_sge sges[MOST + 1] = { s->grh };
	uint32_t grh = s->l.ah != NULL;
	struct ibv_recv_wr wr = { .wr_id = wr_id, .sg_list = sges, .num_sge = (int)(grh + s->b.n) },
			   *bad;

	memcpy(sges + grh, s->b.sge, MOST * sizeof(sges[0]));
	if (s->l.srq)
		MUST_SUCCEED(vct_post_srq_recv(s->l.srq, &wr, &bad));
	else
		MUST_SUCCEED(vct_post_recv(s->l.rx, &wr, &bad));
}

/*
 * A message as long as the buffers, one that is a byte shorter, and one of 0 bytes. A write fills
 * none of them, whatever its length is.
 */
CHECK_ROWS(fills_its_buffers, receives, PROMISES(QP_RCV_05))
{
	struct scatter s = scatter_make(row);
	bool writes = row->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;

	for (uint32_t i = 0; i < RECEIVES; i++) {
		uint32_t length = i == RECEIVES - 1 ? 0 : s.b.total > i ? s.b.total - i : 0;
		struct ibv_wc wc;

		if (writes && i < RECEIVES - 1)
			length = 64;
		memset(s.to, FILL, HALF);
		pattern(s.from, HALF, i);
		post_receive(&s, i);
		link_post(&s.l, row->opcode, .data = s.from, .lkey = s.mr->lkey, .length = length,
			  .empty = !length, .imm = i);
		MUST_EQ(MUST_COMPLETE(s.l.tx_cq).status, IBV_WC_SUCCESS);
		wc = MUST_COMPLETE(s.l.rx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, i);
		MUST_EQ(wc.byte_len, length + (s.l.ah ? GRH : 0));
		MUST_BE_IN(&s.b, s.to, i, writes ? 0 : length);
	}
}
