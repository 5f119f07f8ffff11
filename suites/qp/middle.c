// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Long messages of which something ends in their middle: their region, or one of their QPs. When
 * the first bytes have arrived it ends; a device that is fast may have carried out all of it.
 */
#include "../vct.h"

enum { MOST_BYTES = 4 << 20, FIRST_MS = 1000, FILLED = 0x5a };

enum end { REGION_ENDS, RECEIVER_RESET, RECEIVER_FAILS, SENDER_RESET };

static const struct middle_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
	enum end end;
} ends[] = {
	{ ROW("write-region-ends", SND_03, AFT_02), IBV_WR_RDMA_WRITE, REGION_ENDS },
	{ ROW("write-receiver-reset", SND_03, AFT_02), IBV_WR_RDMA_WRITE, RECEIVER_RESET },
	{ ROW("write-receiver-in-error", SND_03, AFT_02), IBV_WR_RDMA_WRITE, RECEIVER_FAILS },
	{ ROW("write-sender-reset", AFT_02), IBV_WR_RDMA_WRITE, SENDER_RESET },
	{ ROW("read-region-ends", SND_04, AFT_02), IBV_WR_RDMA_READ, REGION_ENDS },
	{ ROW("read-receiver-reset", SND_04, AFT_02), IBV_WR_RDMA_READ, RECEIVER_RESET },
	{ ROW("read-receiver-in-error", SND_04, AFT_02), IBV_WR_RDMA_READ, RECEIVER_FAILS },
	{ ROW("read-sender-reset", AFT_02), IBV_WR_RDMA_READ, SENDER_RESET },
};

static void wait_for_first_byte(const char *to)
{
	const volatile char *first = to;
	double until = vct_deadline_ms(FIRST_MS);

	while (!*first && vct_wait_on(until))
		;
}

static void end_it(const struct middle_row *row, struct link *l, struct ibv_mr *mr)
{
	switch (row->end) {
	case REGION_ENDS:
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
		return;
	case RECEIVER_RESET:
		qp_to_state(l->rx, IBV_QPS_RESET);
		return;
	case RECEIVER_FAILS:
		qp_to_state(l->rx, IBV_QPS_ERR);
		return;
	case SENDER_RESET:
		qp_to_state(l->tx, IBV_QPS_RESET);
		/* The responder sends no more answers; those on their way have PSNs of the first
		 * life. */
		qp_to_state(l->rx, IBV_QPS_RESET);
	}
}

CHECK_ROWS(what_succeeds_is_whole, ends, .needs = NEED_RC | NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	uint32_t most = vct_dev->port_attr.max_msg_sz;
	uint32_t length = most && most < MOST_BYTES ? most : MOST_BYTES;
	bool writes = row->opcode == IBV_WR_RDMA_WRITE;
	struct link l = rc_link(.no_srq = true, .retries = 1, .local = true);
	struct ibv_mr *own = mr_make(pd(), length, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_mr *remote =
		mr_make(pd(), length,
			IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
	char *from = writes ? own->addr : remote->addr, *to = writes ? remote->addr : own->addr;
	struct subject ended = qp_subject(row->end == SENDER_RESET ? l.tx : l.rx);

	memset(from, FILLED, length);
	link_post(&l, row->opcode, .data = own->addr, .lkey = own->lkey, .to = remote->addr,
		  .rkey = remote->rkey, .length = length);
	wait_for_first_byte(to);
	end_it(row, &l, remote);
	if (row->end != SENDER_RESET && MUST_COMPLETE(l.tx_cq).status == IBV_WC_SUCCESS)
		MUST_ARRIVE(to, from, length);
	JUDGING(AFT_02);
	MUST_GO_ON(.qp = &ended);
}
