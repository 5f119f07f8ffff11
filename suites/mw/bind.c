// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Memory windows that are bound: what they give access to. */
#include "window.h"

/* Whether its driver or its library does not have them: what is claimed is there. */
CHECK_ROWS(a_claimed_type_is_allocated, types, PROMISES(MW_ALC_06))
{
	struct ibv_mw *mw = vct_alloc_mw(pd(), row->type);

	MUST_MAKE(mw);
	MUST_POINT_TO(mw->pd, pd());
	MUST_EQ(mw->type, row->type);
}

CHECK_ROWS(gives_no_access_before_it_is_bound, types, PROMISES(MW_ALC_01),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct mem_window w = window_make(row->type);

	bindable_region();
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at());
}

CHECK_ROWS(gives_access_once_bound, types, PROMISES(MW_ALC_02), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct mem_window w = window_of(&l, bindable_region(), row->type);

	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at());
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, w.rkey, window_at() + PAGE / 2, .length = SLOT_SIZE);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at() + WINDOW_LENGTH - 64);
}

/* Several windows, in one region, at the same time. */
CHECK_ROWS(windows_do_not_mix, types, PROMISES(MW_ALC_02, MW_BND_01), .needs = NEED_RC)
{
	enum { WINDOWS = 12 };
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w[WINDOWS];

	JUDGING(MW_BND_01);
	for (int i = 0; i < WINDOWS; i++) {
		w[i] = window_make(row->type);
		MUST_EQ(window_bind(&l, &w[i], mr, pages() + i * SLOT_SIZE, SLOT_SIZE, ALL_REMOTE)
				.status,
			IBV_WC_SUCCESS);
	}
	JUDGING(MW_ALC_02);
	for (int i = WINDOWS - 1; i >= 0; i--)
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w[i].rkey,
			    (uintptr_t)pages() + (uint64_t)i * SLOT_SIZE + 64);
}

/* Ends the check as SKIP if the bind is refused, or completes with an error. */
static void bind_or_skip(struct link *l, struct mem_window *w, struct ibv_mr *mr,
			 unsigned int access, const char *what)
{
	struct ibv_mw_bind_info to = { mr, window_at(), WINDOW_LENGTH, access };
	int ret = window_post(l->rx, w, &to);
	enum ibv_wc_status status;

	if (ret)
		vct_skip("the device has no windows %s: the bind is refused with %s", what,
			 vct_errno_text(ret));
	status = MUST_COMPLETE(l->rx_cq).status;
	if (status != IBV_WC_SUCCESS)
		vct_skip("the device has no windows %s: the bind completes with %s", what,
			 ibv_wc_status_str(status));
}

/* Each remote access, alone. The page has windows for atomics "if supported". */
CHECK_ROWS(gives_the_access_of_its_flags, remotes, PROMISES(MW_BND_03), .needs = NEED_RC | NEED_MW2,
	   .asks = true)
{
	unsigned int access = (unsigned int)access_of(row->opcode);
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_make(IBV_MW_TYPE_2);

	if (access == IBV_ACCESS_REMOTE_ATOMIC)
		bind_or_skip(&l, &w, mr, access, "for atomics");
	else
		window_set(&l, &w, mr, window_at(), WINDOW_LENGTH, access);
	MUST_ACCESS(&l, row->opcode, w.rkey, (window_at() + 8) & ~7ULL);
}

CHECK_ROWS(gives_no_other_access, remotes, PROMISES(MW_BND_03),
	   .needs = NEED_RC | NEED_MW2 | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	unsigned int others = ALL_REMOTE & ~(unsigned int)access_of(row->opcode);
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_make(IBV_MW_TYPE_2);

	window_set(&l, &w, mr, window_at(), WINDOW_LENGTH, others);
	MUST_NOT_ACCESS(&l, row->opcode, w.rkey, (window_at() + 8) & ~7ULL);
}

static const struct beyond_row {
	struct vct_row vct_row;
	int64_t at;
} beyond[] = {
	{ ROW("a-byte-before"), .at = -1 },
	{ ROW("a-byte-beyond"), .at = ROW_PAGE - 63 },
	{ ROW("a-page-behind"), .at = 2 * ROW_PAGE },
};

/* The region itself has these bytes. */
CHECK_ROWS(gives_no_access_beyond_it, beyond, PROMISES(MW_BND_03),
	   .needs = NEED_RC | NEED_MW2 | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	for (int i = 0; i < 2; i++) {
		struct link l = remote_link();
		struct mem_window w = window_of(&l, bindable_region(), IBV_MW_TYPE_2);

		MUST_NOT_ACCESS(&l, i ? IBV_WR_RDMA_READ : IBV_WR_RDMA_WRITE, w.rkey,
				window_at() + of_row((uint64_t)row->at));
	}
}

/* A device may have no zero-based windows. */
CHECK(zero_based_begins_at_0, PROMISES(MW_BND_04), .needs = NEED_RC | NEED_MW2, .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_make(IBV_MW_TYPE_2);
	char *start = pages() + WINDOW_AT;

	bind_or_skip(&l, &w, mr, ALL_REMOTE | IBV_ACCESS_ZERO_BASED, "that are zero-based");
	for (unsigned int at = 0; at < WINDOW_LENGTH; at += WINDOW_LENGTH - 64) {
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, at, .memory = start + at);
		MUST_ACCESS(&l, IBV_WR_RDMA_READ, w.rkey, at, .memory = start + at);
	}
}

CHECK_ROWS(the_key_before_the_bind_is_dead, types, PROMISES(MW_ALC_05),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_make(row->type);
	uint32_t before = w.rkey;

	window_set(&l, &w, mr, window_at(), WINDOW_LENGTH, ALL_REMOTE);
	MUST_NE(w.rkey, before);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, before, window_at());
}

/* A type 1 window can be bound anew: the bytes that it gave access to before are out of reach. */
CHECK(moves_when_it_is_bound_again, PROMISES(MW_BND_01, MW_ALC_05),
      .needs = NEED_RC | NEED_MW1 | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_of(&l, mr, IBV_MW_TYPE_1);
	uint32_t before = w.rkey;

	JUDGING(MW_BND_01);
	MUST_EQ(window_bind(&l, &w, mr, pages(), 64, ALL_REMOTE).status, IBV_WC_SUCCESS);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, (uintptr_t)pages());
	JUDGING(MW_ALC_05);
	MUST_NE(w.rkey, before);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, before, window_at());
}

CHECK_ROWS(completes_as_a_bind, types, PROMISES(MW_BND_06), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct ibv_mw_bind_info to = { bindable_region(), window_at(), WINDOW_LENGTH, ALL_REMOTE };
	struct mem_window w = window_make(row->type);
	struct ibv_wc wc;

	w.binds = 1234567;
	MUST_SUCCEED(window_post(l.rx, &w, &to));
	wc = MUST_COMPLETE(l.rx_cq);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, 1234567);
	MUST_EQ(wc.opcode, IBV_WC_BIND_MW);
	MUST_EQ(wc.qp_num, l.rx->qp_num);
}

/* The sender uses the window as soon as it has the message that comes after the bind. */
CHECK_ROWS(a_send_comes_after_the_bind, types, PROMISES(MW_BND_07), .needs = NEED_SRQ | NEED_RC)
{
	struct link there = rc_link(.srq_wr = 2, .posted = 1), back = there;
	struct ibv_mr *mr = bindable_region();
	struct ibv_mw_bind_info to = { mr, window_at(), WINDOW_LENGTH, ALL_REMOTE };
	struct mem_window w = window_make(row->type);
	struct ibv_sge sge = slot_sge(recv_slot(1), 64);
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;

	back.tx = there.rx, back.tx_cq = there.rx_cq;
	SETUP(!vct_post_recv(there.tx, &wr, &bad));
	SETUP_OF(BLOCK_MW_BIND, !window_post(there.rx, &w, &to));
	link_post(&back, IBV_WR_SEND);
	MUST_EQ(MUST_COMPLETE(there.tx_cq).status, IBV_WC_SUCCESS);
	MUST_ACCESS(&there, IBV_WR_RDMA_WRITE, w.rkey, window_at());
}

CHECK_ROWS(uc_qps_bind, types, PROMISES(MW_BND_02), .needs = NEED_UC | NEED_IB_STATES)
{
	struct link l = link_make(IBV_QPT_UC, &(struct link_attr){ .no_srq = true });
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_make(row->type);

	MUST_EQ(window_bind(&l, &w, mr, window_at(), WINDOW_LENGTH, IBV_ACCESS_REMOTE_WRITE).status,
		IBV_WC_SUCCESS);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at());
}

CHECK(only_the_qp_of_the_bind_gives_access, PROMISES(MW_BND_09),
      .needs = NEED_RC | NEED_MW2 | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link(), other = remote_link();
	struct mem_window w = window_of(&l, bindable_region(), IBV_MW_TYPE_2);

	MUST_NOT_ACCESS(&other, IBV_WR_RDMA_WRITE, w.rkey, window_at());
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at());
}

/* A window of type 1 belongs to no QP. */
CHECK(every_qp_of_the_domain_gives_access, PROMISES(MW_ALC_02), .needs = NEED_RC | NEED_MW1)
{
	struct link l = remote_link(), other = remote_link();
	struct mem_window w = window_of(&l, bindable_region(), IBV_MW_TYPE_1);

	MUST_ACCESS(&other, IBV_WR_RDMA_WRITE, w.rkey, window_at());
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at());
}

/* The window was bound for reads and writes before. */
CHECK_ROWS(rights_are_those_of_the_last_bind, types, PROMISES(MW_BND_03),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_of(&l, mr, row->type);

	if (row->type == IBV_MW_TYPE_2)
		SETUP(window_invalidate(l.rx, l.rx_cq, w.rkey).status == IBV_WC_SUCCESS);
	window_set(&l, &w, mr, window_at(), WINDOW_LENGTH, IBV_ACCESS_REMOTE_READ);
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, w.rkey, window_at());
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, window_at());
}

/* The key that the window has had last, and those whose last byte is the least and the greatest. */
CHECK(type_2_takes_any_last_byte, PROMISES(MW_BND_12), .needs = NEED_RC | NEED_MW2 | NEED_IB_STATES)
{
	struct link l = remote_link();
	struct ibv_mw_bind_info to = { bindable_region(), window_at(), WINDOW_LENGTH, ALL_REMOTE };
	struct mem_window w = window_make(IBV_MW_TYPE_2);
	const uint32_t index = w.rkey & ~0xffU;
	const uint32_t keys[] = { w.rkey, w.rkey, index, index, index | 0xff, index | 0xff };

	for (unsigned int i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		MUST_SUCCEED(window_post_key(l.rx, &w, &to, keys[i]));
		MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, keys[i], window_at());
		SETUP_OF(BLOCK_MW_BIND,
			 window_invalidate(l.rx, l.rx_cq, keys[i]).status == IBV_WC_SUCCESS);
	}
}
