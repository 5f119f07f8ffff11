// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_rereg_mr of regions with on-demand paging, of some bytes and of all memory. */
#include "odp.h"

static const struct changed_row {
	struct vct_row vct_row;
	bool all;
	int more; /* rights that are new, beside remote writes */
} changed[] = {
	{ ROW("of-some-bytes") },
	{ ROW("of-some-bytes-for-windows"), .vct_row.needs = NEED_MW2, .more = IBV_ACCESS_MW_BIND },
	{ ROW("of-all-memory"), .vct_row.needs = NEED_ODP_IMPLICIT, .all = true },
};

/* One page was used before. The bytes beside the rights are others, which are not looked at. */
CHECK_ROWS(new_rights_are_for_all_pages, changed, PROMISES(MR_RRG_04, MR_RRG_06),
	   .needs = NEED_RC | NEED_REREG | NEED_ODP, .asks = true)
{
	int before = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_ON_DEMAND, ret;
	char *memory = fresh();
	struct ibv_mr *mr;
	struct link l;

	if (!(vct_dev->attr.odp_caps.per_transport_caps.rc_odp_caps & IBV_ODP_SUPPORT_READ))
		vct_skip("the device does not claim reads for on-demand paging (odp_caps)");
	l = near_link();
	mr = row->all ? implicit(before) : paged(memory, before);
	SETUP(request(&l, IBV_WR_RDMA_READ, slot_sge(send_slot(0), BYTES), memory, mr->rkey) ==
	      IBV_WC_SUCCESS);
	errno = 0;
	ret = vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, pages(), PAGE, ODP | row->more);
	if (ret && (errno == EOPNOTSUPP || errno == ENOSYS))
		vct_skip("the device does not change this region: ibv_rereg_mr fails with %s",
			 vct_errno_text(errno));
	MUST_EQ(ret, 0);
	for (int page = 0; page < 3; page++)
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)memory + page * PAGE);
}
