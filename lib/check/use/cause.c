// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Causes events of QPs and CQs. */
#include "cause.h"

#include "../objects/channel.h"

/* True if the device took the QP to SQD; the event is then likely to come. */
static bool drains(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_SQD, .en_sqd_async_notify = 1 };

	return !vct_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY);
}

/* A write whose R_Key is not one of the memory: the receiver reports it. */
static struct ibv_qp *breaks_a_key(void)
{
	struct link l = link_make(IBV_QPT_RC, &(struct link_attr){ .srq_wr = 1 });
	struct ibv_sge sge = slot_sge(send_slot(0), 64);
	struct ibv_send_wr wr = {
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_RDMA_WRITE,
		.wr.rdma = { (uintptr_t)recv_slot(0), slots_mr()->rkey ^ 0x5a5a5a },
	}, *bad;

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), !vct_post_send(l.tx, &wr, &bad));
	return l.rx;
}

enum ibv_event_type cause_qp_event(const struct link *l, struct ibv_qp **qp)
{
	static bool silent; /* it drains without an event */

	*qp = l->tx;
	if (!silent && drains(l->tx) && event_comes(IBV_EVENT_SQ_DRAINED))
		return IBV_EVENT_SQ_DRAINED;
	silent = true;
	*qp = l->rx;
	qp_to_state(l->rx, IBV_QPS_ERR);
	if (event_comes(IBV_EVENT_QP_LAST_WQE_REACHED))
		return IBV_EVENT_QP_LAST_WQE_REACHED;
	*qp = breaks_a_key();
	if (event_comes(IBV_EVENT_QP_ACCESS_ERR))
		return IBV_EVENT_QP_ACCESS_ERR;
	vct_broken_at(BLOCK_LAST_WQE_EVENT, VCT_HERE("an event of a QP"),
		      "setup: no event of a QP came, when it drained, entered the error state or "
		      "was sent an invalid R_Key");
}

/* Sends one message, with a WR for it. False if it fails, or if the receiver's CQ has overrun. */
static bool sends_one(struct link *l)
{
	struct ibv_wc wc;

	srq_post(l->srq, l->sent, 1);
	link_post(l, IBV_WR_SEND);
	return cq_gives_before(cq_is_in_error, l->rx_cq, l->tx_cq, COMPLETION_MS, &wc) &&
	       wc.status == IBV_WC_SUCCESS;
}

/* A device may give a CQ more entries than it says: twice as many, or so many more. */
enum { MORE_ENTRIES = 256 };

/* Of a CQ that overruns. A WR may keep its place until its completion is polled. */
static uint32_t wrs_to_overrun(const struct ibv_cq *cq)
{
	uint32_t entries = (uint32_t)cq->cqe + 1, most = srq_at_most(3 * entries + MORE_ENTRIES);

	return most > 2 * entries ? most : 2 * entries;
}

struct link link_with_full_cq_on(struct ibv_comp_channel *channel)
{
	struct ibv_cq *cq = cq_make_on(channel, 1, NULL);
	uint32_t wrs = wrs_to_overrun(cq);
	struct link l = rc_link(.rx_cq = cq, .srq_wr = wrs);

	for (int i = 0; i < cq->cqe; i++)
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), sends_one(&l));
	return l;
}

struct link link_with_full_cq(void)
{
	return link_with_full_cq_on(NULL);
}

void overrun_cq(struct link *l)
{
	for (uint32_t wrs = wrs_to_overrun(l->rx_cq); l->sent < wrs && sends_one(l);)
		;
}
