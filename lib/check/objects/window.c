// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Binds memory windows. */
#include "window.h"

struct mem_window window_make(enum ibv_mw_type type)
{
	struct mem_window w = { .mw = vct_alloc_mw(pd(), type) };

	SETUP_OF(BLOCK_MW, w.mw);
	w.rkey = w.mw->rkey;
	return w;
}

static int post_type_2(struct ibv_qp *qp, struct mem_window *w, const struct ibv_mw_bind_info *to,
		       uint32_t key)
{
	struct ibv_send_wr wr = { .wr_id = w->binds,
				  .opcode = IBV_WR_BIND_MW,
				  .send_flags = IBV_SEND_SIGNALED },
			   *bad;

	wr.bind_mw.mw = w->mw;
	wr.bind_mw.rkey = key;
	wr.bind_mw.bind_info = *to;
	return vct_post_send(qp, &wr, &bad);
}

int window_post_key(struct ibv_qp *qp, struct mem_window *w, const struct ibv_mw_bind_info *to,
		    uint32_t key)
{
	int ret = post_type_2(qp, w, to, key);

	w->binds++;
	/* The next bind WR finds the key that it replaces in the handle. */
	if (!ret)
		w->rkey = w->mw->rkey = key;
	return ret;
}

int window_post(struct ibv_qp *qp, struct mem_window *w, const struct ibv_mw_bind_info *to)
{
	struct ibv_mw_bind bind = { w->binds, IBV_SEND_SIGNALED, *to };
	int ret;

	if (w->mw->type == IBV_MW_TYPE_2)
		return window_post_key(qp, w, to, ibv_inc_rkey(w->rkey));
	ret = vct_bind_mw(qp, w->mw, &bind);
	w->binds++;
	if (!ret)
		w->rkey = w->mw->rkey;
	return ret;
}

struct ibv_wc window_bind_to(struct link *l, struct mem_window *w,
			     const struct ibv_mw_bind_info *to)
{
	SETUP_OF(BLOCK_MW_BIND, !window_post(l->rx, w, to));
	return cq_wait(l->rx_cq);
}

void window_set_to(struct link *l, struct mem_window *w, const struct ibv_mw_bind_info *to)
{
	SETUP_OF(BLOCK_MW_BIND, window_bind_to(l, w, to).status == IBV_WC_SUCCESS);
}

struct ibv_wc window_invalidate(struct ibv_qp *qp, struct ibv_cq *cq, uint32_t rkey)
{
	struct ibv_send_wr wr = { .wr_id = 77,
				  .opcode = IBV_WR_LOCAL_INV,
				  .send_flags = IBV_SEND_SIGNALED,
				  .invalidate_rkey = rkey },
			   *bad;

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, qp->qp_type), !vct_post_send(qp, &wr, &bad));
	return cq_wait(cq);
}

uint32_t bound_window(struct link *l)
{
	int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_MW_BIND;
	struct ibv_mr *mr = vct_reg_mr(pd(), recv_slot(SLOTS - 1), SLOT_SIZE, access);
	struct mem_window w = window_make(IBV_MW_TYPE_2);

	SETUP_OF(BLOCK_MR, mr);
	window_set(l, &w, mr, mr->addr, SLOT_SIZE, IBV_ACCESS_REMOTE_WRITE);
	return w.rkey;
}
