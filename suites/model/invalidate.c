// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Messages that invalidate a memory window of the receiver. */
#include "model.h"

/* A window over one buffer, which the receiver binds. */
struct window {
	struct ibv_mr *mr;
	struct ibv_mw *mw;
	uint32_t rkey;
};

static void bind_window(struct window *w, struct model_qp *q)
{
	struct ibv_send_wr wr = { .opcode = IBV_WR_BIND_MW, .send_flags = IBV_SEND_SIGNALED }, *bad;
	struct model_wr named = new_wr(BUFFER_SIZE);

	w->mr = vct_reg_mr(q->pd->pd, named.buffer, BUFFER_SIZE,
			   IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_MW_BIND);
	w->mw = vct_alloc_mw(q->pd->pd, IBV_MW_TYPE_2);
	SETUP(w->mr);
	SETUP_OF(BLOCK_MW, w->mw);
	w->rkey = ibv_inc_rkey(w->mw->rkey);
	wr.wr_id = named.id;
	wr.bind_mw.mw = w->mw;
	wr.bind_mw.rkey = w->rkey;
	wr.bind_mw.bind_info = (struct ibv_mw_bind_info){ w->mr, (uintptr_t)named.buffer,
							  BUFFER_SIZE, IBV_ACCESS_REMOTE_WRITE };
	SETUP(!vct_post_send(q->qp, &wr, &bad));
	add_due(q->send_cq, &(struct due){ .qp = q,
					   .wc = { .wr_id = wr.wr_id,
						   .opcode = IBV_WC_BIND_MW,
						   .qp_num = q->qp->qp_num },
					   .buffer = named.buffer,
					   .lacking = CQ_POL_17 });
	collect(q->send_cq);
}

static bool can_invalidate(const struct model_qp *q)
{
	return is_ready(q) && q->qp->qp_type == IBV_QPT_RC && q->peer != q &&
	       q->peer->state == IBV_QPS_RTS && queue_of(q->peer)->n;
}

OPERATION(send_invalidates, ARGS({ "qp", N_QPS }),
	  PROMISES(CQ_POL_03, CQ_POL_05, CQ_POL_15, CQ_POL_17, SRQ_PST_11), .weight = 6,
	  .needs = NEED_MW2 | NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], can_invalidate), *to = q ? q->peer : NULL;
	struct ibv_send_wr wr = { .opcode = IBV_WR_SEND_WITH_INV, .send_flags = IBV_SEND_SIGNALED },
			   *bad;
	struct window w;

	if (!q || !sends_fit(q, 1) || !sends_fit(to, 1) || !cq_has_room(to->recv_cq, 2) ||
	    !buffers_left(2) || !ASK(CQ_POL_15))
		return false;
	bind_window(&w, to);
	wr.wr_id = ~(uint64_t)w.rkey;
	wr.invalidate_rkey = w.rkey;
	SETUP(!vct_post_send(q->qp, &wr, &bad));
	add_due(q->send_cq, &(struct due){ .qp = q,
					   .wc = { .wr_id = wr.wr_id, .qp_num = q->qp->qp_num },
					   .lacking = CQ_POL_17 });
	receive_is_due(to, (struct due){ .wc = { .opcode = IBV_WC_RECV,
						 .wc_flags = IBV_WC_WITH_INV,
						 .invalidated_rkey = w.rkey,
						 .src_qp = q->qp->qp_num },
					 .lacking = SRQ_PST_11 });
	collect(q->send_cq);
	collect(to->recv_cq);
	if (to->srq)
		see_events();
	SETUP(!vct_dealloc_mw(w.mw) && !vct_dereg_mr(w.mr));
	return true;
}
