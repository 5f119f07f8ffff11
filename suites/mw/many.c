// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A window that is bound so often that the lowest byte of its key begins again. */
#include "window.h"

enum { TIMES = 300, AROUND = 256 };

CHECK_ROWS(bound_hundreds_of_times, types, PROMISES(MW_BND_01, MW_ALC_02), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct ibv_mr *mr = bindable_region();
	struct mem_window w = window_make(row->type);

	for (unsigned int i = 0; i < TIMES; i++) {
		struct ibv_mw_bind_info to = { mr, window_at() + i % 8, WINDOW_LENGTH, ALL_REMOTE };

		if (i && row->type == IBV_MW_TYPE_2)
			SETUP(window_invalidate(l.rx, l.rx_cq, w.rkey).status == IBV_WC_SUCCESS);
		JUDGING(MW_BND_01);
		MUST_SUCCEED(window_post(l.rx, &w, &to));
		MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
		JUDGING(MW_ALC_02);
		if (i + 2 >= AROUND && i <= AROUND)
			MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, to.addr);
	}
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, w.rkey, window_at() + (TIMES - 1) % 8);
}
