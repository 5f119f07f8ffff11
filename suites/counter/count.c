// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What completion counters count. */
#include "counter.h"

enum { SENDS = IBV_QP_ATTACH_COMP_CNTR_OP_SEND };

/* The link of two QPs of which the sender counts with this counter. */
static struct link sender_counts(struct ibv_comp_cntr *counter, uint32_t ops)
{
	struct ibv_qp *tx = counting_qp(NULL);

	counter_needs(ops);
	SETUP(!counter_attach(tx, counter, ops));
	return counting_link(tx, counting_qp(NULL));
}

static void post_receives(struct link *l, unsigned int n)
{
	link_post_receives(l, recv_list(0, n));
}

CHECK(successes_and_failures_apart, PROMISES(CCN_01), .needs = NEED_RC | NEED_IB_STATES,
      .danger = DANGER_REFUSED, .asks = true)
{
	enum { WRITES = IBV_QP_ATTACH_COMP_CNTR_OP_RDMA_WRITE };
	struct ibv_comp_cntr *counter = counter_make();
	struct link l = sender_counts(counter, WRITES);
	struct ibv_mr *mr = mr_make(pd(), PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);

	for (int i = 0; i < 5; i++) {
		link_post(&l, IBV_WR_RDMA_WRITE, .to = mr->addr, .rkey = mr->rkey);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		MUST_COUNT(counter, (uint64_t)i + 1);
	}
	MUST_COUNT_ERRORS(counter, 0);
	link_post(&l, IBV_WR_RDMA_WRITE, .to = (char *)mr->addr + PAGE, .rkey = mr->rkey);
	MUST_NE(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_COUNT_ERRORS(counter, 1);
	MUST_COUNT(counter, 5);
}

static const struct type_row {
	struct vct_row vct_row;
	unsigned int type;
	uint64_t counted;
} types[] = {
	{ ROW("requests"), .type = IBV_COMP_CNTR_TYPE_WRS, .counted = 3 },
	{ ROW("bytes"), .type = IBV_COMP_CNTR_TYPE_BYTES, .counted = 64 + 100 + 17 },
};

CHECK_ROWS(counts_its_unit, types, PROMISES(CCN_03), .asks = true)
{
	static const uint32_t lengths[] = { 64, 100, 17 };
	struct ibv_comp_cntr *counter = counter_of(row->type);
	struct link l = sender_counts(counter, SENDS);

	post_receives(&l, 3);
	for (int i = 0; i < 3; i++)
		link_message(&l, IBV_WR_SEND, .length = lengths[i]);
	MUST_COUNT(counter, row->counted);
}

static const struct operation_row {
	struct vct_row vct_row;
	uint32_t op;
	bool receiver, on_srq;
	uint64_t counted;
} operations[] = {
	{ ROW("send"), .op = IBV_QP_ATTACH_COMP_CNTR_OP_SEND, .counted = 2 },
	{ ROW("receive"), .op = IBV_QP_ATTACH_COMP_CNTR_OP_RECV, .receiver = true, .counted = 2 },
	{ ROW("receive-of-a-srq"), .vct_row.needs = NEED_SRQ, .op = IBV_QP_ATTACH_COMP_CNTR_OP_RECV,
	  .receiver = true, .on_srq = true, .counted = 2 },
	{ ROW("read"), .vct_row.needs = NEED_RC, .op = IBV_QP_ATTACH_COMP_CNTR_OP_RDMA_READ,
	  .counted = 3 },
	{ ROW("read-by-the-other-side"), .vct_row.needs = NEED_RC,
	  .op = IBV_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_READ, .receiver = true, .counted = 3 },
	{ ROW("write"), .vct_row.needs = NEED_RC, .op = IBV_QP_ATTACH_COMP_CNTR_OP_RDMA_WRITE,
	  .counted = 4 },
	{ ROW("write-by-the-other-side"), .vct_row.needs = NEED_RC,
	  .op = IBV_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_WRITE, .receiver = true, .counted = 4 },
};

static void pass(struct link *l, enum ibv_wr_opcode opcode, int n)
{
	for (int i = 0; i < n; i++) {
		link_post(l, opcode, .to = recv_slot(SLOTS - 1));
		MUST_EQ(MUST_COMPLETE(l->tx_cq).status, IBV_WC_SUCCESS);
	}
}

/* Two sends, and on RC three reads and four writes. */
CHECK_ROWS(counts_its_operation, operations, PROMISES(CCN_07), .needs = NEED_IB_STATES,
	   .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	struct ibv_qp *tx = counting_qp(NULL);
	struct ibv_qp *rx = counting_qp(row->on_srq ? srq_make(.max_wr = 4) : NULL);
	struct link l;

	counter_needs(row->op);
	SETUP(!counter_attach(row->receiver ? rx : tx, counter, row->op));
	l = counting_link(tx, rx);
	post_receives(&l, 2);
	for (int i = 0; i < 2; i++)
		link_message(&l, IBV_WR_SEND);
	if (tx->qp_type == IBV_QPT_RC) {
		pass(&l, IBV_WR_RDMA_READ, 3);
		pass(&l, IBV_WR_RDMA_WRITE, 4);
	}
	MUST_COUNT(counter, row->counted);
	MUST_COUNT_ERRORS(counter, 0);
}

CHECK(adds_up_several_qps, PROMISES(CCN_08), .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	struct link first = sender_counts(counter, SENDS), second = sender_counts(counter, SENDS);

	post_receives(&first, 3);
	post_receives(&second, 2);
	link_send(&first, 3);
	MUST_COUNT(counter, 3);
	link_send(&second, 2);
	MUST_COUNT(counter, 5);
}

CHECK(wraps_to_zero, PROMISES(CCN_11), .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	struct link l = sender_counts(counter, SENDS);

	SETUP(!counter_did(vct_set_comp_cntr(counter, counter_caps().max_value)));
	post_receives(&l, 2);
	link_send(&l, 1);
	MUST_COUNT(counter, 0);
	link_send(&l, 1);
	MUST_COUNT(counter, 1);
}

/* The counter of a QP that is gone is as it was. */
CHECK(keeps_its_count_without_the_qp, PROMISES(CCN_05), .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	struct link l = sender_counts(counter, SENDS);

	post_receives(&l, 1);
	link_send(&l, 1);
	SETUP(!vct_destroy_qp(l.tx));
	MUST_COUNT(counter, 1);
	MUST_SUCCEED(vct_destroy_comp_cntr(counter));
}
