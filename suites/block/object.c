// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Building blocks (lib/check/block.h): objects that are made and released, in the simplest way.
 * What they are like is judged in the folder of each object.
 */
#include "../vct.h"

CHECK(pd_is_allocated, PROMISES(PD_ALC_01), .proves = BLOCK_PD)
{
	MUST_MAKE(vct_alloc_pd(ctx()));
}

CHECK(cq_is_made, PROMISES(CQ_CRE_02), .proves = BLOCK_CQ)
{
	MUST_MAKE(vct_create_cq(ctx(), 4, NULL, NULL, 0));
}

CHECK(extended_cq_is_made, PROMISES(CQ_XTD_04), .needs = NEED_CQ_EX, .proves = BLOCK_CQ_EX)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 4, .wc_flags = vct_dev->wc_flags };

	MUST_MAKE(vct_create_cq_ex(ctx(), &init));
}

enum { LOCAL = IBV_ACCESS_LOCAL_WRITE };

CHECK(region_is_registered, PROMISES(MR_REG_12), .proves = BLOCK_MR)
{
	MUST_MAKE(vct_reg_mr(pd(), pages(), PAGE, LOCAL));
}

CHECK(region_of_a_part_of_a_page_is_registered, PROMISES(MR_REG_12), .proves = BLOCK_MR_UNALIGNED)
{
	MUST_MAKE(vct_reg_mr(pd(), pages() + 100, PAGE + 7, LOCAL));
}

CHECK(address_handle_is_made, PROMISES(AH_01), .needs = NEED_UD, .proves = BLOCK_AH)
{
	struct ibv_ah_attr address = own_address();

	MUST_MAKE(vct_create_ah(pd(), &address));
}

CHECK(device_memory_is_allocated, PROMISES(DM_ALC_01), .needs = NEED_DM, .proves = BLOCK_DM)
{
	struct ibv_alloc_dm_attr attr = { .length = 64 };

	MUST_MAKE(vct_alloc_dm(ctx(), &attr));
}

CHECK(wq_is_made, PROMISES(WQ_CRE_01), .needs = NEED_WQ, .proves = BLOCK_WQ)
{
	struct ibv_wq_init_attr init = {
		.wq_type = IBV_WQT_RQ, .max_wr = 4, .max_sge = 1, .pd = pd(), .cq = cq_make(4)
	};

	MUST_MAKE(vct_create_wq(ctx(), &init));
}

static const struct window_row {
	struct vct_row vct_row;
	enum ibv_mw_type type;
} windows[] = {
	{ ROW("type-1"), .vct_row.needs = NEED_MW1, .type = IBV_MW_TYPE_1 },
	{ ROW("type-2"), .vct_row.needs = NEED_MW2, .type = IBV_MW_TYPE_2 },
};

CHECK_ROWS(window_is_allocated, windows, PROMISES(MW_ALC_06), .proves = BLOCK_MW)
{
	MUST_MAKE(vct_alloc_mw(pd(), row->type));
}

CHECK_ROWS(window_is_bound, windows, PROMISES(MW_BND_01), .needs = NEED_RC, .proves = BLOCK_MW_BIND)
{
	struct link l = rc_link(.no_srq = true);
	struct ibv_mw_bind_info to = {
		.mr = region_make(0, PAGE, LOCAL | IBV_ACCESS_MW_BIND),
		.addr = (uintptr_t)pages(),
		.length = PAGE,
		.mw_access_flags = IBV_ACCESS_REMOTE_READ,
	};
	struct mem_window w = window_make(row->type);

	MUST_SUCCEED(window_post(l.rx, &w, &to));
	MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
}

CHECK(pd_is_deallocated, PROMISES(PD_DEA_01), .proves = BLOCK_RELEASE_PD)
{
	struct ibv_pd *own = vct_alloc_pd(ctx());

	SETUP_OF(BLOCK_PD, own);
	MUST_EQ(vct_dealloc_pd(own), 0);
}

CHECK(cq_is_destroyed, PROMISES(CQ_CRE_07), .proves = BLOCK_RELEASE_CQ)
{
	MUST_EQ(vct_destroy_cq(cq_make(4)), 0);
}

CHECK(region_is_deregistered, PROMISES(MR_DER_01), .proves = BLOCK_RELEASE_MR)
{
	MUST_EQ(vct_dereg_mr(region_make(0, PAGE, LOCAL)), 0);
}

/* Of the same memory another region is there. */
CHECK(first_region_of_two_is_deregistered, PROMISES(MR_DER_01), .proves = BLOCK_RELEASE_MR)
{
	struct ibv_mr *first = region_make(0, PAGE, LOCAL);

	region_make(0, PAGE, LOCAL);
	MUST_EQ(vct_dereg_mr(first), 0);
}

CHECK(address_handle_is_destroyed, PROMISES(AH_02), .needs = NEED_UD, .proves = BLOCK_RELEASE_AH)
{
	struct ibv_ah_attr address = own_address();
	struct ibv_ah *ah = vct_create_ah(pd(), &address);

	SETUP_OF(BLOCK_AH, ah);
	MUST_EQ(vct_destroy_ah(ah), 0);
}
