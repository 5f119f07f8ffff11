// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Regions of dma-bufs that the device takes: ibv_reg_dmabuf_mr. */
#include "../vct.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
};

#define LENGTH (4 * PAGE)

/* No capability tells whether a device takes dma-bufs: one that does takes the whole buffer. */
static struct vct_dmabuf dmabuf_taken(void)
{
	struct vct_dmabuf buffer = vct_dmabuf_make(LENGTH);
	struct ibv_mr *mr;

	errno = 0;
	mr = vct_reg_dmabuf_mr(pd(), 0, LENGTH, 0, buffer.fd, ALL);
	if (!mr && (errno == EOPNOTSUPP || errno == ENOSYS))
		vct_skip("the device does not support ibv_reg_dmabuf_mr: it fails with %s",
			 vct_errno_text(errno));
	if (mr)
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	return buffer;
}

static const struct part_row {
	struct vct_row vct_row;
	uint64_t offset, iova;
	size_t length;
	int access; /* besides */
} parts[] = {
	{ ROW("whole"), .length = 4 * ROW_PAGE },
	{ ROW("whole-and-relaxed", MR_REG_15), .length = 4 * ROW_PAGE,
	  .access = IBV_ACCESS_RELAXED_ORDERING },
	{ ROW("second-page"), .offset = ROW_PAGE, .length = ROW_PAGE },
	{ ROW("within-pages"), .offset = ROW_PAGE + 100, .length = 2 * ROW_PAGE },
	{ ROW("end"), .offset = 4 * ROW_PAGE - 100, .length = 100 },
}, elsewhere[] = {
	{ ROW("zero"), .offset = ROW_PAGE, .iova = 0, .length = ROW_PAGE },
	{ ROW("within-pages"), .offset = ROW_PAGE + 100, .iova = 100, .length = 2 * ROW_PAGE },
	{ ROW("above-32-bits"), .offset = ROW_PAGE, .iova = 1ULL << 40, .length = 2 * ROW_PAGE },
};

/* The pages of a dma-buf may come when they are accessed, as in odp.h. */
static struct link near_link(void)
{
	return rc_link(.no_srq = true, .local = true, .rnr_retry = 7);
}

/* The first and the last bytes, by the rkey and by the lkey. */
static void must_be_the_bytes(const struct part_row *row, uint64_t iova)
{
	uint64_t offset = of_row(row->offset), length = of_row(row->length);
	struct link l = near_link();
	struct vct_dmabuf buffer = dmabuf_taken();
	struct ibv_mr *mr =
		vct_reg_dmabuf_mr(pd(), offset, length, iova, buffer.fd, ALL | row->access);
	char *memory = buffer.memory + offset;
	uint64_t last = length - 64;

	if (row->access)
		JUDGING(MR_REG_15);
	MUST_MAKE(mr);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, iova, .memory = memory);
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, iova + last, .memory = memory + last);
	pattern(memory + last, 64, 1);
	memset(recv_slot(SLOTS - 1), 0, 64);
	link_post(&l, IBV_WR_RDMA_WRITE, .data = (char *)(uintptr_t)(iova + last),
		  .lkey = mr->lkey);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE(recv_slot(SLOTS - 1), memory + last, 64);
}

CHECK_ROWS(is_the_bytes_at_the_offset, parts, PROMISES(MR_DMB_03), .needs = NEED_RC, .asks = true)
{
	must_be_the_bytes(row, of_row(row->offset));
}

CHECK_ROWS(is_accessed_by_the_iova, elsewhere, PROMISES(MR_DMB_04), .needs = NEED_RC, .asks = true)
{
	must_be_the_bytes(row, row->iova);
}

static const struct bad_row {
	struct vct_row vct_row;
	uint64_t offset, iova;
	size_t length;
	int access;
} bad[] = {
	{ ROW("other-page-offset", MR_DMB_05, MR_DMB_02, AFT_01), .iova = 64, .length = ROW_PAGE },
	{ ROW("other-page-offset-later", MR_DMB_05, MR_DMB_02, AFT_01), .offset = ROW_PAGE + 64,
	  .iova = LARGEST_PAGE, .length = ROW_PAGE },
	{ ROW("window", MR_DMB_06, MR_DMB_02, AFT_01), .length = ROW_PAGE,
	  .access = IBV_ACCESS_MW_BIND },
	{ ROW("zero-based", MR_DMB_06, MR_DMB_02, AFT_01), .length = ROW_PAGE,
	  .access = IBV_ACCESS_ZERO_BASED },
	{ ROW("on-demand", MR_DMB_06, MR_DMB_02, AFT_01), .length = ROW_PAGE,
	  .access = IBV_ACCESS_ON_DEMAND },
	{ ROW("a-byte-too-long", MR_DMB_07, MR_DMB_02, AFT_01), .length = 4 * ROW_PAGE + 1 },
	{ ROW("across-the-end", MR_DMB_07, MR_DMB_02, AFT_01), .offset = ROW_PAGE,
	  .length = 4 * ROW_PAGE },
	{ ROW("behind", MR_DMB_07, MR_DMB_02, AFT_01), .offset = 4 * ROW_PAGE, .length = ROW_PAGE },
	{ ROW("wraps", MR_DMB_07, MR_DMB_02, AFT_01), .offset = -ROW_PAGE, .length = 2 * ROW_PAGE },
};

/* Then a part of it is registered. */
CHECK_ROWS(is_refused, bad, .asks = true)
{
	struct vct_dmabuf buffer = dmabuf_taken();
	struct ibv_mr *mr;

	errno = 0;
	mr = vct_reg_dmabuf_mr(pd(), of_row(row->offset), of_row(row->length), row->iova, buffer.fd,
			       ALL | row->access);
	JUDGING(row->vct_row.promises[0]);
	MUST_MAKE_NONE(mr);
	JUDGING(MR_DMB_02);
	MUST_NE(errno, 0);
	JUDGING(AFT_01);
	MUST_MAKE(vct_reg_dmabuf_mr(pd(), 0, PAGE, 0, buffer.fd, ALL));
	MUST_GO_ON();
}

static const struct limit_row {
	struct vct_row vct_row;
	int access;
	uint64_t at;
	bool ended;
} limits[] = {
	{ ROW("no-right"), .access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ },
	{ ROW("a-byte-before"), .access = ALL, .at = ROW_PAGE - 1 },
	{ ROW("a-byte-beyond"), .access = ALL, .at = 3 * ROW_PAGE - 63 },
	{ ROW("ended"), .access = ALL, .at = ROW_PAGE, .ended = true },
};

/* The region is the two pages in the middle. */
CHECK_ROWS(has_the_limits_of_others, limits, PROMISES(MR_DMB_08), .needs = NEED_RC | NEED_IB_STATES,
	   .danger = DANGER_REFUSED, .asks = true)
{
	struct link l = near_link();
	struct vct_dmabuf buffer = dmabuf_taken();
	struct ibv_mr *mr = vct_reg_dmabuf_mr(pd(), PAGE, 2 * PAGE, PAGE, buffer.fd, row->access);
	uint64_t at = row->at ? of_row(row->at) : PAGE;
	uint32_t rkey;

	SETUP(mr);
	rkey = mr->rkey;
	if (row->ended)
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, rkey, at, .memory = buffer.memory + at);
}
