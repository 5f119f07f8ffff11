// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Messages of max_msg_sz bytes, in memory that takes few pages (long_memory.h). */
#include "../../lib/check/trace/refused.h"
#include "../vct.h"

enum { DONE_MS = 8000, AT_MOST_MS = 5000, PIECE = 32 << 20, MOST_OF_A_PROGRAM = 64 << 20 };

struct side {
	struct long_memory memory;
	struct ibv_mr *mr;
};

struct longest {
	struct link l;
	struct side from, to;
	uint64_t length;
};

static struct side side_make(uint64_t length)
{
	struct side s = { .memory = long_memory_make(length) };

	errno = 0;
	s.mr = vct_reg_mr(pd(), s.memory.at, length + LONG_PART,
			  IBV_ACCESS_LOCAL_WRITE |
				  remote_access(IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ));
	if (!s.mr && errno == ENOMEM)
		vct_skip("this process may not lock so much memory: ibv_reg_mr fails with ENOMEM");
	SETUP_OF(BLOCK_MR, s.mr);
	return s;
}

/* A link, and memory of a message of this length on both sides. */
static struct longest longest_of(uint64_t length, struct ibv_cq *rx_cq)
{
	struct longest g = { .length = length };

	g.l = rc_link(.no_srq = true, .local = true, .rx_cq = rx_cq);
	g.from = side_make(length);
	g.to = side_make(length);
	for (size_t i = 0; i < (size_t)LONG_PARTS * LONG_PART; i++)
		g.from.memory.parts[i] = (char)(i * 7 + i / 4096 + 1);
	return g;
}

static void post(struct longest *g, enum ibv_wr_opcode opcode, uint64_t length)
{
	struct side *here = opcode == IBV_WR_RDMA_READ ? &g->to : &g->from;
	struct side *there = opcode == IBV_WR_RDMA_READ ? &g->from : &g->to;

	if (opcode == IBV_WR_SEND) {
		struct ibv_recv_wr *wr = recv_list(0, 1);

		wr->sg_list[0] = (struct ibv_sge){ (uintptr_t)g->to.mr->addr, (uint32_t)length,
						   g->to.mr->lkey };
		link_post_receives(&g->l, wr);
	}
	MUST_SUCCEED(link_try(&g->l, opcode, .data = here->mr->addr, .lkey = here->mr->lkey,
			      .to = there->mr->addr, .rkey = there->mr->rkey,
			      .length = (uint32_t)length));
}

/* All bytes of a message of this length, and none behind them. */
static void must_be_whole(const struct longest *g, uint64_t length)
{
	const char *from = g->from.memory.parts, *to = g->to.memory.parts;
	size_t parts = (size_t)((g->length + LONG_PART - 1) / LONG_PART);
	size_t rest = (size_t)(length - (parts - 1) * LONG_PART);

	if (parts > 1)
		MUST_ARRIVE(to, from, LONG_PART);
	if (parts > 2)
		MUST_ARRIVE(to + MIDDLE_PART * LONG_PART, from + MIDDLE_PART * LONG_PART,
			    LONG_PART);
	MUST_ARRIVE(to + LAST_PART * LONG_PART, from + LAST_PART * LONG_PART, rest);
	for (size_t i = 0; i < PAGE; i++)
		MUST_EQ(NAMED("a byte behind the message", to[LAST_PART * LONG_PART + rest + i]),
			0);
}

/* SKIP where it takes too long: a device that is a program is slow, and an adapter tells by the
 * time of a shorter message. */
static struct longest longest_make_on(struct ibv_cq *rx_cq)
{
	uint64_t length = vct_dev->port_attr.max_msg_sz;
	bool program = !vct_dev->pci[0] || vct_dev->synthetic;

	SETUP(length);
	if (program && length > MOST_OF_A_PROGRAM)
		vct_skip("the device is a program, and claims more than 64 MiB in max_msg_sz");
	if (!program && length > PIECE) {
		double since = vct_now_ms();
		struct longest g = longest_of(PIECE, NULL);

		post(&g, IBV_WR_RDMA_WRITE, PIECE);
		SETUP(cq_wait(g.l.tx_cq).status == IBV_WC_SUCCESS);
		if ((vct_now_ms() - since) * (double)length / PIECE > AT_MOST_MS * vct_slow)
			vct_skip("the device is too slow for max_msg_sz bytes");
	}
	return longest_of(length, rx_cq);
}

static struct longest longest_make(void)
{
	return longest_make_on(NULL);
}

static const struct longest_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
} operations[] = {
	{ ROW("write"), .opcode = IBV_WR_RDMA_WRITE },
	{ ROW("read"), .opcode = IBV_WR_RDMA_READ },
	{ ROW("send"), .opcode = IBV_WR_SEND },
};

CHECK_ROWS(is_carried_whole, operations, PROMISES(SND_39, CQ_POL_04), .needs = NEED_RC,
	   .asks = true)
{
	struct longest g = longest_make();

	JUDGING(SND_39);
	post(&g, row->opcode, g.length);
	MUST_EQ(MUST_COMPLETE_WITHIN(g.l.tx_cq, DONE_MS).status, IBV_WC_SUCCESS);
	if (row->opcode == IBV_WR_SEND) {
		struct ibv_wc wc = MUST_COMPLETE_WITHIN(g.l.rx_cq, DONE_MS);

		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		JUDGING(CQ_POL_04);
		MUST_EQ(wc.byte_len, g.length);
		JUDGING(SND_39);
	}
	must_be_whole(&g, g.length);
}

CHECK(length_is_told_by_an_extended_cq, PROMISES(CQ_XTD_01), .needs = NEED_RC | NEED_CQ_EX,
      .asks = true)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 4, .wc_flags = IBV_WC_EX_WITH_BYTE_LEN };
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);
	struct longest g;

	if (!cq)
		vct_skip("the device makes no such CQ: ibv_create_cq_ex fails with %s",
			 vct_errno_text(errno));
	g = longest_make_on(ibv_cq_ex_to_cq(cq));
	post(&g, IBV_WR_SEND, g.length);
	MUST_EQ(MUST_COMPLETE_WITHIN(g.l.tx_cq, DONE_MS).status, IBV_WC_SUCCESS);
	MUST(cq_ex_starts(cq), "a completion comes before its deadline");
	MUST_EQ(cq->status, IBV_WC_SUCCESS);
	MUST_EQ(vct_wc_read_byte_len(cq), g.length);
	vct_end_poll(cq);
}

/* Of one byte more. No page says that it is refused, nor by whom. */
CHECK(one_byte_more_fails_or_is_carried_whole, PROMISES(SND_40), .needs = NEED_RC, .asks = true,
      .danger = DANGER_REFUSED)
{
	struct longest g = longest_make();
	uint64_t length = g.length + 1;
	struct ibv_wc wc;
	int ret;

	if (length > UINT32_MAX)
		vct_skip("no request can have one byte more");
	vct_sends_too_much();
	ret = link_try(&g.l, IBV_WR_RDMA_WRITE, .data = g.from.mr->addr, .lkey = g.from.mr->lkey,
		       .to = g.to.mr->addr, .rkey = g.to.mr->rkey, .length = (uint32_t)length);
	RECORD("one byte more: %s", ret ? "ibv_post_send refuses it" : "it is posted");
	vct_held();
	if (ret)
		return;
	wc = MUST_COMPLETE_WITHIN(g.l.tx_cq, DONE_MS);
	RECORD("its status: %s", ibv_wc_status_str(wc.status));
	if (wc.status == IBV_WC_SUCCESS)
		must_be_whole(&g, length);
}

CHECK(a_datagram_of_the_mtu_is_carried_whole, PROMISES(SND_41, CQ_POL_04), .needs = NEED_UD)
{
	enum { GRH = 40, MOST = 4096 };
	uint32_t mtu = 128U << vct_dev->port_attr.active_mtu, most = vct_dev->port_attr.max_msg_sz;
	uint32_t length = most < mtu ? most : mtu;
	struct link l = ud_link(.no_srq = true, .local = true);
	struct ibv_mr *mr = mr_make(pd(), 4 * MOST, IBV_ACCESS_LOCAL_WRITE);
	char *to = mr->addr, *from = to + 2 * MOST;

	for (uint64_t i = 0; i < 2; i++) {
		struct ibv_recv_wr *wr = recv_list(i, 1);
		struct ibv_wc wc;

		wr->sg_list[0] = (struct ibv_sge){ (uintptr_t)to, GRH + length, mr->lkey };
		link_post_receives(&l, wr);
		pattern(from, length, (unsigned int)i);
		JUDGING(SND_41);
		MUST_SUCCEED(link_try(&l, IBV_WR_SEND, .data = from, .lkey = mr->lkey,
				      .length = length));
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		wc = MUST_COMPLETE(l.rx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		JUDGING(CQ_POL_04);
		MUST_EQ(wc.byte_len, GRH + length);
		JUDGING(SND_41);
		MUST_BE_PATTERN(NAMED("the message behind its GRH", to + GRH), length,
				(unsigned int)i);
	}
}
