// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Binds memory windows. */
#include "window.h"

uint32_t bound_window(struct link *l)
{
	int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_MW_BIND;
	struct ibv_mr *mr = vct_reg_mr(pd(), recv_slot(SLOTS - 1), SLOT_SIZE, access);
	struct ibv_mw *mw = vct_alloc_mw(pd(), IBV_MW_TYPE_2);
	struct ibv_send_wr wr = { .opcode = IBV_WR_BIND_MW, .send_flags = IBV_SEND_SIGNALED }, *bad;

	SETUP(mr && mw);
	wr.bind_mw.mw = mw;
	wr.bind_mw.rkey = ibv_inc_rkey(mw->rkey);
	wr.bind_mw.bind_info = (struct ibv_mw_bind_info){ mr, (uintptr_t)mr->addr, SLOT_SIZE,
							  IBV_ACCESS_REMOTE_WRITE };
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
		 !vct_post_send(l->rx, &wr, &bad) && cq_wait(l->rx_cq).status == IBV_WC_SUCCESS);
	return wr.bind_mw.rkey;
}
