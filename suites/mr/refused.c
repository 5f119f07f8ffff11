// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A region after remote accesses to it were refused, each by another pair of QPs. */
#include "../vct.h"

enum { AT = 100 };
#define LENGTH PAGE

static const struct refused_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
	int denies; /* rights that the region does not give */
	int64_t at; /* of the access, from the region's first byte on */
} refusals[] = {
	{ ROW("write-behind-it"), .opcode = IBV_WR_RDMA_WRITE, .at = ROW_PAGE - 32 },
	{ ROW("read-behind-it"), .opcode = IBV_WR_RDMA_READ, .at = ROW_PAGE - 32 },
	{ ROW("write-before-it"), .opcode = IBV_WR_RDMA_WRITE, .at = -32 },
	{ ROW("write-without-the-right"), .opcode = IBV_WR_RDMA_WRITE,
	  .denies = IBV_ACCESS_REMOTE_WRITE },
	{ ROW("read-without-the-right"), .opcode = IBV_WR_RDMA_READ,
	  .denies = IBV_ACCESS_REMOTE_READ },
};

CHECK_ROWS(goes_on_after_a_refused_access, refusals, PROMISES(AFT_02),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	enum { TIMES = 2 };
	struct link l = remote_link();
	int all = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
	struct ibv_mr *mr = region_make(AT, LENGTH, all & ~row->denies);
	uint64_t start = (uintptr_t)mr->addr;

	for (int i = 0; i < TIMES; i++) {
		struct link other = remote_link();

		/* qp.failure judges that it is refused, and that it changes nothing. */
		link_post(&other, row->opcode, .to = (char *)mr->addr + of_row((uint64_t)row->at),
			  .rkey = mr->rkey);
		RECORD("the access: %s", ibv_wc_status_str(cq_wait(other.tx_cq).status));
		if (!(row->denies & IBV_ACCESS_REMOTE_WRITE))
			MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, start);
		if (!(row->denies & IBV_ACCESS_REMOTE_READ))
			MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, start + LENGTH - 64);
		MUST_GO_ON(.mr = mr);
	}
	MUST_SUCCEED(vct_dereg_mr(mr));
}
