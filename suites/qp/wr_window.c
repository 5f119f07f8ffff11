// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_wr_bind_mw and ibv_wr_local_inv: windows that a sender binds to its own memory. */
#include "wr.h"

static const struct type_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
} types[] = {
	{ ROW("rc"), .vct_row.needs = NEED_RC, .type = IBV_QPT_RC },
	{ ROW("uc"), .vct_row.needs = NEED_UC, .type = IBV_QPT_UC },
	{ ROW("xrc"), .vct_row.needs = NEED_XRC, .type = IBV_QPT_XRC_SEND },
};

static void must_complete_as(struct wr_link *w, uint64_t wr_id, enum ibv_wc_opcode opcode)
{
	struct ibv_wc wc;

	MUST_SUCCEED(ibv_wr_complete(w->ex));
	wc = MUST_COMPLETE(w->l.tx_cq);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.opcode, opcode);
	MUST_EQ(wc.wr_id, wr_id);
}

static void start(struct wr_link *w, uint64_t wr_id)
{
	w->ex->wr_id = wr_id;
	w->ex->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_start(w->ex);
}

/* A window that is bound is not bound again: each bind needs the invalidation before it. */
CHECK_ROWS(is_bound_and_invalidated_in_turns, types, PROMISES(WRP_02),
	   .needs = NEED_SEND_OPS | NEED_SRQ | NEED_MW2, .asks = true)
{
	struct wr_link w = wr_link(.type = row->type,
				   .operations = IBV_QP_EX_WITH_BIND_MW | IBV_QP_EX_WITH_LOCAL_INV);
	struct ibv_mr *mr = mr_make(pd(), PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	struct ibv_mw_bind_info to = { mr, (uintptr_t)mr->addr, 64, IBV_ACCESS_REMOTE_WRITE };
	struct ibv_mw *mw = window_make(IBV_MW_TYPE_2).mw;

	for (uint64_t i = 0; i < 6; i += 2) {
		uint32_t key = ibv_inc_rkey(mw->rkey);

		start(&w, i);
		ibv_wr_bind_mw(w.ex, mw, key, &to);
		must_complete_as(&w, i, IBV_WC_BIND_MW);
		mw->rkey = key;
		start(&w, i + 1);
		ibv_wr_local_inv(w.ex, key);
		must_complete_as(&w, i + 1, IBV_WC_LOCAL_INV);
	}
}
