// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* How a bound window ends: invalidated, bound to no bytes, deallocated; and the region below it. */
#include "window.h"

enum end { LOCALLY, REMOTELY, BOUND_TO_NOTHING, DEALLOCATED };

static const struct end_row {
	struct vct_row vct_row;
	enum ibv_mw_type type;
	enum end end;
} ends[] = {
	{ .vct_row = { .name = "local-inv", .needs = NEED_MW2 },
	  .type = IBV_MW_TYPE_2,
	  .end = LOCALLY },
	{ .vct_row = { .name = "send-with-inv", .needs = NEED_MW2 },
	  .type = IBV_MW_TYPE_2,
	  .end = REMOTELY },
	{ .vct_row = { .name = "bind-of-no-bytes", .needs = NEED_MW1 },
	  .type = IBV_MW_TYPE_1,
	  .end = BOUND_TO_NOTHING },
	{ .vct_row = { .name = "dealloc-type-1", .needs = NEED_MW1 },
	  .type = IBV_MW_TYPE_1,
	  .end = DEALLOCATED },
	{ .vct_row = { .name = "dealloc-type-2", .needs = NEED_MW2 },
	  .type = IBV_MW_TYPE_2,
	  .end = DEALLOCATED },
};

static void end_it(struct link *l, struct ibv_mr *mr, struct mem_window *w, enum end end)
{
	switch (end) {
	case LOCALLY:
		SETUP(window_invalidate(l->rx, l->rx_cq, w->rkey).status == IBV_WC_SUCCESS);
		return;
	case REMOTELY:
		link_message(l, IBV_WR_SEND_WITH_INV, .imm = w->rkey);
		return;
	case BOUND_TO_NOTHING:
		window_set(l, w, mr, mr->addr, 0, 0);
		return;
	case DEALLOCATED:
		SETUP(!vct_dealloc_mw(w->mw));
	}
}

CHECK_ROWS(gives_no_access_afterwards, ends, PROMISES(MW_ALC_03),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = rc_link(.srq_wr = 2, .posted = 1);
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_of(&l, mr, row->type);
	uint32_t rkey = w.rkey;

	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, rkey, window_at());
	end_it(&l, mr, &w, row->end);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, rkey, window_at());
}

/* Any of these makes the region free: the window was all that kept it. */
CHECK_ROWS(the_region_is_free_afterwards, ends, PROMISES(MR_DER_03, MW_ALC_04, MR_DER_01),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 2, .posted = 1);
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_of(&l, mr, row->type);

	JUDGING(MR_DER_03);
	MUST_REFUSE_WITH_ERRNO(vct_dereg_mr(mr));
	end_it(&l, mr, &w, row->end);
	JUDGING(row->end == DEALLOCATED ? MW_ALC_04 : MR_DER_01);
	MUST_SUCCEED(vct_dereg_mr(mr));
}

/* A region that was not deregistered still works, and so does its window. */
CHECK_ROWS(a_refused_deregistration_changes_nothing, types, PROMISES(MR_DER_03), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(0, PAGES * PAGE, BINDABLE | ALL_REMOTE);
	struct mem_window w = window_of(&l, mr, row->type);

	MUST_REFUSE(vct_dereg_mr(mr));
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at());
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, window_at());
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, window_at());
	link_post(&l, IBV_WR_RDMA_WRITE, .data = pages(), .lkey = mr->lkey);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
}

/* A type 2 window can be bound, invalidated and bound again, each time with a new key. */
CHECK(lives_again_when_bound_again, PROMISES(MW_ALC_02, MW_BND_06), .needs = NEED_RC | NEED_MW2)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_of(&l, mr, IBV_MW_TYPE_2);
	struct ibv_wc wc;

	for (int i = 0; i < 300; i++) {
		JUDGING(MW_BND_06);
		wc = window_invalidate(l.rx, l.rx_cq, w.rkey);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.opcode, IBV_WC_LOCAL_INV);
		MUST_EQ(wc.wr_id, 77);
		JUDGING(MW_ALC_02);
		MUST_EQ(window_bind(&l, &w, mr, window_at(), WINDOW_LENGTH, ALL_REMOTE).status,
			IBV_WC_SUCCESS);
	}
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at());
}

/* A type 1 window belongs to no QP: it outlives the one that bound it. */
CHECK(a_window_is_freed_after_its_qp, PROMISES(MW_ALC_04), .needs = NEED_RC | NEED_MW1)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_of(&l, mr, IBV_MW_TYPE_1);

	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_dealloc_mw(w.mw));
	MUST_SUCCEED(vct_dereg_mr(mr));
}

/*
 * QPs go, the first of them without a window. A type 2 window is invalidated before its QP goes,
 * because no page says what becomes of it.
 */
CHECK_ROWS(windows_of_others_stay_when_a_qp_goes, types, PROMISES(MW_ALC_03),
	   .needs = NEED_RC | NEED_IB_STATES)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_of(&l, mr, row->type);

	for (int i = 0; i < 3; i++) {
		struct link other = remote_link();

		if (i) {
			struct mem_window gone = window_of(&other, mr, row->type);

			if (row->type == IBV_MW_TYPE_2)
				SETUP(window_invalidate(other.rx, other.rx_cq, gone.rkey).status ==
				      IBV_WC_SUCCESS);
		}
		SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(other.rx) && !vct_destroy_qp(other.tx));
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at());
		MUST_ACCESS(&l, IBV_WR_RDMA_READ, w.rkey, window_at());
	}
}

enum { WAITS_MS = 4000 }; /* a machine may be busy */

static int destroy(void *qp)
{
	return vct_destroy_qp(qp);
}

/*
 * No page says what becomes of a type 2 window when the QP that has bound it goes, nor that the QP
 * cannot go before it. A driver that waits keeps a process that ends for ever: nobody is there who
 * could deallocate the window.
 */
CHECK(a_qp_does_not_wait_for_its_window, PROMISES(QP_DES_04), .needs = NEED_RC | NEED_MW2,
      .danger = DANGER_DESTRUCTIVE)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_of(&l, mr, IBV_MW_TYPE_2);
	struct call *c = call_start(destroy, l.rx);
	double until = vct_deadline_ms(WAITS_MS);
	bool waits;
	int ret;

	while (!call_is_over(c) && vct_wait_on(until))
		;
	waits = !call_is_over(c);
	SETUP(!vct_dealloc_mw(w.mw));
	ret = call_result(c);
	MUST(!waits, "ibv_destroy_qp returns although the QP has bound a window; it returned only "
		     "when the window was deallocated");
	MUST(ret >= 0, "ibv_destroy_qp returns 0 or an errno value; it returned %d", ret);
	if (ret)
		MUST_SUCCEED(vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_dereg_mr(mr));
}
