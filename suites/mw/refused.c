// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Binds and invalidations that must fail: the QP ends, and the window gives no access. */
#include "window.h"

/* How the bind differs from one that succeeds. */
enum { BYTES = 2048 }; /* of a window */
static const struct bad_row {
	struct vct_row vct_row;
	enum ibv_mw_type type;
	int region;          /* the access flags of the region */
	unsigned int window; /* and of the window */
	int64_t at;          /* where the window begins in the region */
	bool other_pd;       /* the region's domain is not the QP's */
} bad_binds[] = {
#define BOTH(name_, ...)                                                                           \
	{ .vct_row = { .name = name_ "-type-1", .needs = NEED_MW1 },                               \
	  .type = IBV_MW_TYPE_1,                                                                   \
	  __VA_ARGS__ },                                                                           \
	{                                                                                          \
		.vct_row = { .name = name_ "-type-2", .needs = NEED_MW2 }, .type = IBV_MW_TYPE_2,  \
		__VA_ARGS__                                                                        \
	}
	BOTH("not-permitted", .region = IBV_ACCESS_LOCAL_WRITE | ALL_REMOTE,
	     .window = IBV_ACCESS_REMOTE_READ),
	BOTH("write-to-a-read-only-region", .region = IBV_ACCESS_MW_BIND,
	     .window = IBV_ACCESS_REMOTE_WRITE),
	BOTH("atomics-on-a-read-only-region", .region = IBV_ACCESS_MW_BIND,
	     .window = IBV_ACCESS_REMOTE_ATOMIC),
	BOTH("a-byte-too-early", .region = BINDABLE, .window = ALL_REMOTE, .at = -1),
	BOTH("a-byte-too-long", .region = BINDABLE, .window = ALL_REMOTE,
	     .at = ROW_PAGE - BYTES + 1),
	BOTH("behind-the-region", .region = BINDABLE, .window = ALL_REMOTE, .at = 2 * ROW_PAGE),
	/* libibverbs itself refuses that for type 1. */
	{ .vct_row = { .name = "region-of-another-domain-type-2", .needs = NEED_MW2 },
	  .type = IBV_MW_TYPE_2,
	  .region = BINDABLE,
	  .window = ALL_REMOTE,
	  .other_pd = true },
};

static struct ibv_pd *new_pd(void)
{
	struct ibv_pd *other = vct_alloc_pd(ctx());

	SETUP(other);
	return other;
}

/* It may be refused at once or complete with an error. */
static void must_not_bind(struct link *l, struct mem_window *w, const struct ibv_mw_bind_info *to)
{
	if (window_post(l->rx, w, to))
		vct_held();
	else
		MUST_NE(MUST_COMPLETE(l->rx_cq).status, IBV_WC_SUCCESS);
}

/*
 * By other QPs, in another region; it is used and released. After a bind that was refused, the key
 * in the handle has to be the one from before: a window of type 2 has it of its user.
 */
static void must_bind_and_go(struct mem_window *w)
{
	struct link l = remote_link();
	struct ibv_mw_bind_info to = { bindable_region(), window_at(), WINDOW_LENGTH, ALL_REMOTE };

	RELIES_ON(BLOCK_MW_BIND);
	MUST_SUCCEED(window_post(l.rx, w, &to));
	RELIES_ON(BLOCK_MW_BIND);
	MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w->rkey, window_at());
	MUST_SUCCEED(vct_dealloc_mw(w->mw));
}

CHECK_ROWS(a_bad_bind_fails, bad_binds, PROMISES(MW_BND_05, AFT_02),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link(), other = remote_link();
	struct ibv_mr *mr =
		vct_reg_mr(row->other_pd ? new_pd() : pd(), pages() + PAGE, PAGE, row->region);
	struct mem_window w = window_make(row->type), before = w;
	struct ibv_mw_bind_info to = { mr, (uintptr_t)pages() + PAGE + of_row((uint64_t)row->at),
				       BYTES, row->window };

	SETUP(mr);
	must_not_bind(&l, &w, &to);
	MUST_NOT_ACCESS(&other, IBV_WR_RDMA_READ, w.rkey, to.addr);
	JUDGING(AFT_02);
	if (row->type == IBV_MW_TYPE_2) {
		w.mw->rkey = before.rkey;
		must_bind_and_go(&before);
	}
	if (!row->other_pd)
		MUST_GO_ON(.mr = mr);
}

/*
 * A window of type 1 is used by any QP, one of type 2 by the QP that bound it, and no page says
 * what the window is after that QP has failed: it is released. mw.bind judges that the access is
 * refused.
 */
CHECK_ROWS(goes_on_after_a_refused_access, types, PROMISES(AFT_02),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link(), other = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_make(row->type);

	window_set(row->type == IBV_MW_TYPE_1 ? &l : &other, &w, mr, window_at(), WINDOW_LENGTH,
		   IBV_ACCESS_REMOTE_READ);
	link_post(&other, IBV_WR_RDMA_WRITE, .to = pages() + WINDOW_AT, .rkey = w.rkey);
	RECORD("a write: %s", ibv_wc_status_str(cq_wait(other.tx_cq).status));
	if (row->type == IBV_MW_TYPE_1) {
		MUST_ACCESS(&l, IBV_WR_RDMA_READ, w.rkey, window_at());
		must_bind_and_go(&w);
	} else {
		MUST_SUCCEED(vct_dealloc_mw(w.mw));
	}
	w = window_make(row->type);
	must_bind_and_go(&w);
	MUST_GO_ON(.mr = mr);
}

/* The window is as large as its region: what is beyond it is beyond both. */
CHECK_ROWS(goes_on_after_an_access_beyond_its_region, types, PROMISES(AFT_02),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	enum { TIMES = 3 };
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_make(row->type);
	char *end = pages() + PAGES * PAGE;

	for (int i = 0; i < TIMES; i++) {
		struct link l = remote_link();

		window_set(&l, &w, mr, mr->addr, PAGES * PAGE, ALL_REMOTE);
		link_post(&l, IBV_WR_RDMA_WRITE, .to = end - 32, .rkey = w.rkey);
		RECORD("a write: %s", ibv_wc_status_str(cq_wait(l.tx_cq).status));
		if (row->type == IBV_MW_TYPE_2) {
			MUST_SUCCEED(vct_dealloc_mw(w.mw));
			w = window_make(row->type);
		} else {
			struct link other = remote_link();

			MUST_ACCESS(&other, IBV_WR_RDMA_WRITE, w.rkey, window_at());
		}
	}
	must_bind_and_go(&w);
	MUST_GO_ON(.mr = mr);
}

/* libibverbs itself refuses that for type 1. */
CHECK(a_window_of_another_domain_is_not_bound, PROMISES(MW_BND_05),
      .needs = NEED_RC | NEED_MW2 | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct mem_window w = { .mw = vct_alloc_mw(new_pd(), IBV_MW_TYPE_2) };
	struct ibv_mw_bind_info to = { bindable_region(), window_at(), WINDOW_LENGTH, ALL_REMOTE };

	SETUP_OF(BLOCK_MW, w.mw);
	w.rkey = w.mw->rkey;
	must_not_bind(&l, &w, &to);
}

CHECK(type_2_is_bound_once, PROMISES(MW_BND_08), .needs = NEED_RC | NEED_MW2 | NEED_IB_STATES,
      .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_of(&l, mr, IBV_MW_TYPE_2);
	struct ibv_mw_bind_info to = { mr, (uintptr_t)pages(), WINDOW_LENGTH, ALL_REMOTE };

	must_not_bind(&l, &w, &to);
}

enum key { UNBOUND, TYPE_1_WINDOW, REGION, OLD_KEY };

static const struct key_row {
	struct vct_row vct_row;
	enum key key;
} keys[] = {
	{ .vct_row = { .name = "not-bound", .danger = DANGER_DESTRUCTIVE }, .key = UNBOUND },
	{ .vct_row = { .name = "type-1", .needs = NEED_MW1 }, .key = TYPE_1_WINDOW },
	{ ROW("of-the-region"), .key = REGION },
	{ ROW("before-the-bind"), .key = OLD_KEY },
};

static uint32_t bad_key(struct link *l, struct ibv_mr *mr, enum key key)
{
	struct mem_window w = window_make(key == TYPE_1_WINDOW ? IBV_MW_TYPE_1 : IBV_MW_TYPE_2);
	uint32_t before = w.rkey;

	if (key == UNBOUND)
		return w.rkey;
	window_set(l, &w, mr, window_at(), WINDOW_LENGTH, ALL_REMOTE);
	return key == OLD_KEY ? before : key == REGION ? mr->rkey : w.rkey;
}

/*
 * Another window, bound by another QP, keeps its access. No page says that a window which is not
 * bound cannot be invalidated.
 */
CHECK_ROWS(a_bad_key_is_not_invalidated, keys, PROMISES(MW_INV_01),
	   .needs = NEED_RC | NEED_MW2 | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link(), other = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window kept = window_of(&other, mr, IBV_MW_TYPE_2);
	enum ibv_wc_status status =
		window_invalidate(l.rx, l.rx_cq, bad_key(&l, mr, row->key)).status;

	if (row->key == UNBOUND)
		RECORD("a window that is not bound: %s", ibv_wc_status_str(status));
	else
		MUST_NE(NAMED("the status of the invalidation", status), IBV_WC_SUCCESS);
	MUST_ACCESS(&other, IBV_WR_RDMA_WRITE, kept.rkey, window_at());
}

/* Its sender or its receiver is told. */
CHECK_ROWS(a_bad_key_is_not_invalidated_remotely, keys, PROMISES(MW_INV_02),
	   .needs = NEED_SRQ | NEED_RC | NEED_MW2 | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = rc_link(.srq_wr = 2, .posted = 1), other = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window kept = window_of(&other, mr, IBV_MW_TYPE_2);
	struct ibv_wc wc;

	link_post(&l, IBV_WR_SEND_WITH_INV, .imm = bad_key(&l, mr, row->key));
	wc = MUST_COMPLETE(l.tx_cq);
	if (wc.status == IBV_WC_SUCCESS)
		wc = MUST_COMPLETE(l.rx_cq);
	if (row->key == UNBOUND)
		RECORD("a window that is not bound: %s", ibv_wc_status_str(wc.status));
	else
		MUST_NE(wc.status, IBV_WC_SUCCESS);
	MUST_ACCESS(&other, IBV_WR_RDMA_WRITE, kept.rkey, window_at());
}
