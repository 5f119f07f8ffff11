// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Claimed limits of QPs that are used in full, and lengths whose sum does not fit into 32 bits. */
#include "carrier.h"
#include "wr.h"

enum { REQUESTS = 30, PART = 1000 };

static struct carrier deep_carrier(unsigned int grants)
{
	int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
		     (int)grants;
	struct carrier c = { .mr = mr_make(pd(), 2 * REGION, access) };

	c.l = rc_link(.no_srq = true, .reads = UINT8_MAX, .grants = grants);
	c.local = c.mr->addr;
	c.remote = c.local + REGION;
	carrier_refill(&c);
	return c;
}

CHECK(as_many_reads_as_claimed, PROMISES(SND_35), .needs = NEED_RC | NEED_IB_STATES)
{
	struct carrier c = deep_carrier(0);

	for (int round = 0; round < 3; round++) {
		carrier_refill(&c);
		for (size_t i = 0; i < REQUESTS; i++)
			carrier_post(&c, IBV_WR_RDMA_READ, MARGIN + i * PART, PART);
		MUST_COMPLETE_ALL(&c, REQUESTS);
		MUST_BE_COPIED(&c, local, MARGIN, (size_t)REQUESTS * PART);
	}
}

/* Each finds what those before it have added, and has a place of its own for it. */
CHECK(as_many_atomics_as_claimed, PROMISES(SND_35), .needs = NEED_RC | NEED_IB_STATES | NEED_ATOMIC)
{
	struct carrier c = deep_carrier(IBV_ACCESS_REMOTE_ATOMIC);
	uint64_t *counter = (uint64_t *)(void *)c.remote, *found = (uint64_t *)(void *)c.local;

	*counter = 0;
	for (uint64_t round = 0; round < 3; round++) {
		for (size_t i = 0; i < REQUESTS; i++)
			link_post(&c.l, IBV_WR_ATOMIC_FETCH_AND_ADD, .data = &found[i], .length = 8,
				  .lkey = c.mr->lkey, .to = counter, .rkey = c.mr->rkey,
				  .compare_add = 1);
		MUST_COMPLETE_ALL(&c, REQUESTS);
		for (uint64_t i = 0; i < REQUESTS; i++)
			MUST_EQ(NAMED("the value that the atomic brought", found[i]),
				round * REQUESTS + i);
		MUST_EQ(NAMED("the value in the remote memory", *counter), (round + 1) * REQUESTS);
	}
}

/* Three buffers whose lengths are a few bytes in 32 bits. */
enum { WRAPPING = 3, FEW = 16, ROOM = 32 };
static const uint32_t wrapping[WRAPPING] = { 1u << 31, 1u << 31, FEW };

static struct wr_link inline_link(uint64_t operations)
{
	struct wr_attr attr = {
		.type = IBV_QPT_RC, .operations = operations, .sges = WRAPPING, .inline_data = ROOM
	};
	struct ibv_qp_cap cap;
	struct ibv_qp *qp = wr_qp_make(&attr, cq_make(16), &cap);
	struct wr_link w = { 0 };

	if (!qp)
		vct_skip("the device makes no such QP: it fails with %s", vct_errno_text(errno));
	w.ex = operations ? ibv_qp_to_qp_ex(qp) : NULL;
	SETUP_OF(BLOCK_SEND_OPS, !operations || w.ex);
	w.l = wr_link_of(qp, &(struct link_attr){ .no_srq = true });
	return w;
}

/* The QP goes on: the next message is received. */
static void must_still_send(struct wr_link *w)
{
	link_post_receives(&w->l, recv_list(0, 1));
	MUST_RECEIVE(&w->l, 0);
	MUST_BE_EMPTY(w->l.tx_cq);
}

CHECK(inline_lengths_do_not_wrap, PROMISES(SND_37), .needs = NEED_RC, .danger = DANGER_REFUSED,
      .asks = true)
{
	struct wr_link w = inline_link(0);
	struct message m = { .opcode = IBV_WR_SEND, .flags = IBV_SEND_INLINE };
	struct ibv_sge sge[WRAPPING], unused;
	struct ibv_send_wr wr, *bad = NULL;

	link_fill_wr(&w.l, &m, &wr, &unused);
	for (int i = 0; i < WRAPPING; i++)
		sge[i] = slot_sge(send_slot(1), wrapping[i]);
	wr.sg_list = sge;
	wr.num_sge = WRAPPING;
	MUST_REFUSE(vct_post_send(w.l.tx, &wr, &bad));
	MUST_END_AT(bad, &wr);
	must_still_send(&w);
}

CHECK(inline_lengths_of_a_list_do_not_wrap, PROMISES(SND_37), .needs = NEED_RC | NEED_SEND_OPS,
      .danger = DANGER_REFUSED, .asks = true)
{
	struct wr_link w = inline_link(IBV_QP_EX_WITH_SEND);
	struct ibv_data_buf data[WRAPPING];

	for (int i = 0; i < WRAPPING; i++)
		data[i] = (struct ibv_data_buf){ send_slot(1), wrapping[i] };
	w.ex->wr_id = 1;
	w.ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_start(w.ex);
	vct_wr_send(w.ex);
	vct_wr_set_inline_data_list(w.ex, WRAPPING, data);
	MUST_REFUSE(vct_wr_complete(w.ex));
	must_still_send(&w);
}
