// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Messages of max_msg_sz bytes. Their memory is two files, of the sender and of the receiver. The
 * first and the last part of a message, and what is behind it, are there once; all parts between
 * them are the same memory, which the message has again and again. So a long one takes few pages.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "../vct.h"

enum { PART = 1 << 20, DONE_MS = 8000 };
enum { FIRST, MIDDLE, LAST, BEHIND, PARTS };
static const uint64_t most_tried = 1 << 26; /* an emulated machine does not carry a gigabyte */

struct long_memory {
	char *parts; /* PARTS of them */
	struct ibv_mr *mr;
};

struct longest {
	struct link l;
	struct long_memory from, to;
	uint64_t length;
};

/* The parts of a message of this length. */
static size_t parts_of(uint64_t length)
{
	return (size_t)((length + PART - 1) / PART);
}

/* Which part of the file the nth part of the memory is. */
static int part_at(size_t n, size_t parts)
{
	if (n + 1 >= parts)
		return n == parts ? BEHIND : LAST;
	return n ? MIDDLE : FIRST;
}

/* Memory of a message of this length, and of one part more. */
static struct long_memory memory_make(uint64_t length)
{
	int fd = memfd_create("a long message", MFD_CLOEXEC), shared = PROT_READ | PROT_WRITE;
	size_t parts = parts_of(length), all = (parts + 1) * PART;
	char *at = mmap(NULL, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct long_memory m;

	SETUP(fd >= 0 && !ftruncate(fd, PARTS * PART) && at != MAP_FAILED);
	m.parts = mmap(NULL, PARTS * PART, shared, MAP_SHARED, fd, 0);
	SETUP(m.parts != MAP_FAILED);
	for (size_t n = 0; n <= parts; n++) {
		char *part = mmap(at + n * PART, PART, shared, MAP_SHARED | MAP_FIXED, fd,
				  (off_t)part_at(n, parts) * PART);

		SETUP(part != MAP_FAILED);
	}
	close(fd);
	errno = 0;
	m.mr = vct_reg_mr(pd(), at, all,
			  IBV_ACCESS_LOCAL_WRITE |
				  remote_access(IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ));
	if (!m.mr && errno == ENOMEM)
		vct_skip("this process may not lock so much memory: ibv_reg_mr fails with ENOMEM");
	SETUP_OF(BLOCK_MR, m.mr);
	return m;
}

/* A link, and memory of the longest message on both sides. */
static struct longest longest_make(void)
{
	struct longest g = { .length = vct_dev->port_attr.max_msg_sz };

	if (g.length > most_tried)
		vct_skip("the device claims more than 64 MiB in max_msg_sz, which is not tried");
	SETUP(g.length);
	g.l = rc_link(.no_srq = true, .local = true);
	g.from = memory_make(g.length);
	g.to = memory_make(g.length);
	for (size_t i = 0; i < (size_t)PARTS * PART; i++)
		g.from.parts[i] = (char)(i * 7 + i / 4096 + 1);
	return g;
}

static void post(struct longest *g, enum ibv_wr_opcode opcode, uint64_t length)
{
	struct long_memory *here = opcode == IBV_WR_RDMA_READ ? &g->to : &g->from;
	struct long_memory *there = opcode == IBV_WR_RDMA_READ ? &g->from : &g->to;

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
	const char *from = g->from.parts, *to = g->to.parts;
	size_t parts = parts_of(g->length);
	size_t rest = (size_t)(length - (parts - 1) * PART);

	if (parts > 1)
		MUST_ARRIVE(to, from, PART);
	if (parts > 2)
		MUST_ARRIVE(to + MIDDLE * PART, from + MIDDLE * PART, PART);
	MUST_ARRIVE(to + LAST * PART, from + LAST * PART, rest);
	for (size_t i = 0; i < PAGE; i++)
		MUST_EQ(to[LAST * PART + rest + i], 0);
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
		MUST_BE_PATTERN(to + GRH, length, (unsigned int)i);
	}
}
