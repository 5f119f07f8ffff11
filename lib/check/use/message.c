// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Sends messages through links. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>

#include "link.h"
#include "../trace/track.h"

enum { DEFAULT_LENGTH = 64 };

static void set_target(const struct link *l, const struct message *m, struct ibv_send_wr *wr)
{
	uint64_t to = (uintptr_t)(m->to ? m->to : recv_slot(SLOTS - 1));
	uint32_t rkey = m->rkey ? m->rkey : slots_mr()->rkey;

	if (l->ah) {
		wr->wr.ud.ah = l->ah;
		wr->wr.ud.remote_qpn = l->rx->qp_num;
		wr->wr.ud.remote_qkey = LINK_QKEY;
	} else if (m->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD ||
		   m->opcode == IBV_WR_ATOMIC_CMP_AND_SWP) {
		wr->wr.atomic.remote_addr = to;
		wr->wr.atomic.rkey = rkey;
		wr->wr.atomic.compare_add = m->compare_add;
		wr->wr.atomic.swap = m->swap;
	} else {
		wr->wr.rdma.remote_addr = to;
		wr->wr.rdma.rkey = rkey;
	}
	if (l->xrcd)
		wr->qp_type.xrc.remote_srqn = l->srq_num;
}

void link_fill_wr(struct link *l, const struct message *m, struct ibv_send_wr *wr,
		  struct ibv_sge *sge)
{
	*sge = slot_sge(m->data ? m->data : send_slot(l->sent),
			m->length ? m->length : DEFAULT_LENGTH);
	if (m->lkey)
		sge->lkey = m->lkey;
	*wr = (struct ibv_send_wr){
		.wr_id = l->sent++,
		.sg_list = sge,
		.num_sge = !m->empty,
		.opcode = m->opcode,
		.send_flags = m->flags | (m->unsignaled ? 0 : IBV_SEND_SIGNALED),
	};
	if (m->opcode == IBV_WR_SEND_WITH_INV)
		wr->invalidate_rkey = m->imm;
	else
		wr->imm_data = htonl(m->imm);
	set_target(l, m, wr);
}

int link_try_message(struct link *l, const struct message *m)
{
	struct ibv_send_wr wr, *bad;
	struct ibv_sge sge;

	link_fill_wr(l, m, &wr, &sge);
	return vct_post_send(l->tx, &wr, &bad);
}

void link_post_message(struct link *l, const struct message *m)
{
	int ret = link_try_message(l, m);

	if (ret)
		vct_broken_at(BLOCK_OF_QP(QP_PASSES_MESSAGES, l->tx->qp_type),
			      VCT_HERE("ibv_post_send"), "setup: ibv_post_send returned %s",
			      vct_errno_text(ret));
}

static struct ibv_wc good(struct ibv_wc wc, const struct ibv_cq *cq, const char *side)
{
	if (wc.status != IBV_WC_SUCCESS)
		vct_broken_at(cq_block(cq), VCT_HERE("a completion is good"),
			      "setup: the %s's completion has status %s", side,
			      ibv_wc_status_str(wc.status));
	return wc;
}

static bool consumes_a_receive(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_SEND || opcode == IBV_WR_SEND_WITH_IMM ||
	       opcode == IBV_WR_SEND_WITH_INV || opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
}

void link_pass_message(struct link *l, const struct message *m)
{
	link_post_message(l, m);
	good(cq_wait(l->tx_cq), l->tx_cq, "sender");
	if (consumes_a_receive(m->opcode))
		l->wc = good(cq_wait(l->rx_cq), l->rx_cq, "receiver");
}

void link_send(struct link *l, unsigned int n)
{
	while (n--)
		link_message(l, IBV_WR_SEND);
}

void link_post_receives(struct link *l, struct ibv_recv_wr *wr)
{
	struct ibv_recv_wr *bad;

	if (l->srq)
		SETUP_OF(wr->next ? BLOCK_SRQ_LIST : BLOCK_SRQ_POST,
			 !vct_post_srq_recv(l->srq, wr, &bad));
	else
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, l->rx->qp_type),
			 !vct_post_recv(l->rx, wr, &bad));
	free(wr);
}

void must_receive(struct link *l, uint64_t wr_id, const struct vct_place *place)
{
	char expected[64];
	struct ibv_wc wc;

	snprintf(expected, sizeof(expected), "WR %llu is consumed, with status success",
		 (unsigned long long)wr_id);
	link_post(l, IBV_WR_SEND);
	vct_relies_on(cq_block(l->tx_cq));
	wc = must_complete(l->tx_cq, COMPLETION_MS, place);
	vct_relies_on(cq_block(l->tx_cq));
	if (wc.status != IBV_WC_SUCCESS)
		vct_fail(place, expected, "the sender's completion has status %s",
			 ibv_wc_status_str(wc.status));
	vct_relies_on(cq_block(l->rx_cq));
	l->wc = must_complete(l->rx_cq, COMPLETION_MS, place);
	vct_relies_on(l->wc.status != IBV_WC_SUCCESS ? cq_block(l->rx_cq)
		      : l->srq                       ? BLOCK_SRQ_ORDER
						     : BLOCK_RQ_ORDER);
	if (l->wc.status != IBV_WC_SUCCESS || l->wc.wr_id != wr_id)
		vct_fail(place, expected, "WR %llu is consumed, with status %s",
			 (unsigned long long)l->wc.wr_id, ibv_wc_status_str(l->wc.status));
	vct_relies_on(BLOCK_NONE);
}

static void must_leave_rts(struct ibv_qp *qp, const struct vct_place *place)
{
	double until = vct_deadline_ms(COMPLETION_MS);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	do {
		SETUP(!vct_query_qp(qp, &attr, IBV_QP_STATE, &init));
		if (!vct_wait_on(until))
			vct_fail(place, "the connection ends", "%s stays in RTS", vct_name(qp));
	} while (attr.qp_state == IBV_QPS_RTS);
	vct_held();
}

void must_find_no_wr(struct link *l, const struct vct_place *place)
{
	enum ibv_wc_status status;
	struct ibv_wc wc;

	link_post(l, IBV_WR_SEND);
	if (vct_dev->iwarp) {
		must_leave_rts(l->rx, place);
		return;
	}
	vct_relies_on(BLOCK_RNR_STATUS);
	status = must_complete(l->tx_cq, COMPLETION_MS, place).status;
	/* A WR that is left and taken is not the fault of the status that tells of none. */
	if (status != IBV_WC_SUCCESS || !cq_gives(l->rx_cq, COMPLETION_MS, &wc))
		vct_relies_on(BLOCK_RNR_STATUS);
	if (status != IBV_WC_RNR_RETRY_EXC_ERR)
		vct_fail(place, ibv_wc_status_str(IBV_WC_RNR_RETRY_EXC_ERR),
			 "the sender's completion has status %s", ibv_wc_status_str(status));
	vct_held();
}
