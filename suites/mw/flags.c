// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Windows that give no access, binds that do not complete, and types that are not there. */
#include "window.h"

enum { QUIET = 4711 };

/* Bound as others are, it keeps its region. */
CHECK_ROWS(no_access_can_be_bound, types, PROMISES(MW_BND_10), .needs = NEED_RC | NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_make(row->type);

	MUST_EQ(window_bind(&l, &w, mr, window_at(), WINDOW_LENGTH, 0).status, IBV_WC_SUCCESS);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_READ, w.rkey, window_at());
}

static int bind_quietly(struct ibv_qp *qp, struct mem_window *w, const struct ibv_mw_bind_info *to)
{
	struct ibv_mw_bind bind = { .wr_id = QUIET, .bind_info = *to };
	struct ibv_send_wr wr = { .wr_id = QUIET, .opcode = IBV_WR_BIND_MW }, *bad;
	int ret;

	if (w->mw->type == IBV_MW_TYPE_1) {
		ret = vct_bind_mw(qp, w->mw, &bind);
		w->rkey = w->mw->rkey;
		return ret;
	}
	wr.bind_mw.mw = w->mw;
	wr.bind_mw.rkey = w->rkey = ibv_inc_rkey(w->rkey);
	wr.bind_mw.bind_info = *to;
	return vct_post_send(qp, &wr, &bad);
}

/* The completion of the bind after it comes first, and both windows are bound. */
CHECK_ROWS(unsignaled_bind_has_no_completion, types, PROMISES(MW_BND_11), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct ibv_mw_bind_info to = { bindable_region(), window_at(), WINDOW_LENGTH, ALL_REMOTE };

	for (uint64_t i = 0; i < 3; i++) {
		struct mem_window quiet = window_make(row->type), loud = window_make(row->type);
		struct ibv_wc wc;

		loud.binds = i;
		MUST_SUCCEED(bind_quietly(l.rx, &quiet, &to));
		SETUP_OF(BLOCK_MW_BIND, !window_post(l.rx, &loud, &to));
		wc = MUST_COMPLETE(l.rx_cq);
		MUST_EQ(wc.wr_id, i);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, quiet.rkey, window_at());
	}
}

static const struct unknown_row {
	struct vct_row vct_row;
	int type;
} unknown[] = { { ROW("0"), .type = 0 }, { ROW("3"), .type = 3 }, { ROW("77"), .type = 77 } };

/* A device without windows refuses them as well. */
CHECK_ROWS(unknown_type_is_not_allocated, unknown, PROMISES(MW_ALC_07, AFT_01),
	   .danger = DANGER_REFUSED)
{
	JUDGING(MW_ALC_07);
	MUST_MAKE_NONE(vct_alloc_mw(pd(), (enum ibv_mw_type)row->type));
	JUDGING(AFT_01);
	MUST_GO_ON();
}
