// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Where a region is: its bounds, and the addresses by which it is accessed. */
#include "../vct.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	FIRST = 100, /* the region begins in the middle of a page and ends in another */
	MORE = 1904,
};
#define LENGTH (PAGE + MORE)

/* Offsets from the region's start, of an access of 64 bytes. */
static const struct bound_row {
	struct vct_row vct_row;
	int64_t at;
} inside[] = {
	{ ROW("start"), .at = 0 },
	{ ROW("end"), .at = ROW_PAGE + MORE - 64 },
}, outside[] = {
	{ ROW("a-byte-before"), .at = -1 },
	{ ROW("a-byte-beyond"), .at = ROW_PAGE + MORE - 63 },
	{ ROW("behind"), .at = ROW_PAGE + MORE },
	{ ROW("a-page-behind"), .at = 2 * ROW_PAGE + MORE },
};

CHECK_ROWS(first_and_last_bytes_are_in_it, inside, PROMISES(MR_REG_09), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(FIRST, LENGTH, ALL);
	uint64_t at = (uintptr_t)mr->addr + of_row((uint64_t)row->at);

	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, at);
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, at);
}

CHECK_ROWS(what_is_beyond_is_not, outside, PROMISES(MR_REG_09), .needs = NEED_RC | NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	for (int i = 0; i < 2; i++) {
		struct link l = remote_link();
		struct ibv_mr *mr = region_make(FIRST, LENGTH, ALL);
		uint64_t at = (uintptr_t)mr->addr + of_row((uint64_t)row->at);

		MUST_NOT_ACCESS(&l, i ? IBV_WR_RDMA_READ : IBV_WR_RDMA_WRITE, mr->rkey, at);
	}
}

/* The sender's own buffer. */
CHECK_ROWS(local_wrs_stay_in_it, outside, PROMISES(MR_REG_09), .needs = NEED_RC | NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(FIRST, LENGTH, ALL);

	MUST_NOT_USE(&l, IBV_WR_RDMA_WRITE, (char *)mr->addr + of_row((uint64_t)row->at), mr->lkey);
}

/* No page says that a device has zero-based regions, or keys for addresses that no process has. */
static const struct iova_row {
	struct vct_row vct_row;
	uint64_t iova;
	bool may_be_refused;
} iovas[] = {
	{ ROW("zero", MR_REG_08), .iova = 0, .may_be_refused = true },
	{ ROW("a-page"), .iova = LARGEST_PAGE },
	{ ROW("above-32-bits"), .iova = 1ULL << 40 },
	{ ROW("above-47-bits"), .iova = 0xffff000000000000, .may_be_refused = true },
};

static struct ibv_mr *at_iova(uint64_t iova)
{
	return vct_reg_mr_iova(pd(), pages(), 3 * PAGE, iova, ALL);
}

/* Ends the check as SKIP if the address is refused, and may be. */
static struct ibv_mr *at_iova_of(const struct iova_row *row)
{
	struct ibv_mr *mr = at_iova(row->iova);

	if (!mr && row->may_be_refused)
		vct_skip("the device refuses the address with %s", vct_errno_text(errno));
	MUST_MAKE(mr);
	return mr;
}

CHECK_ROWS(iova_is_the_first_address, iovas, PROMISES(MR_REG_07), .needs = NEED_RC, .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = at_iova_of(row);

	for (uint64_t at = 0; at < 3 * PAGE; at += PAGE + 64) {
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, row->iova + at,
			    .memory = pages() + at);
		MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, row->iova + at, .memory = pages() + at);
	}
}

/* The lkey has the same addresses. */
CHECK_ROWS(local_wrs_use_the_iova, iovas, PROMISES(MR_REG_07), .needs = NEED_RC, .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = at_iova_of(row);

	pattern(pages() + PAGE, 64, 1);
	memset(recv_slot(SLOTS - 1), 0, 64);
	link_post(&l, IBV_WR_RDMA_WRITE, .data = (char *)(uintptr_t)(row->iova + PAGE),
		  .lkey = mr->lkey);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE(recv_slot(SLOTS - 1), pages() + PAGE, 64);
}

/* The address of the memory itself is not in the region. */
CHECK(iova_is_the_only_address, PROMISES(MR_REG_07), .needs = NEED_RC | NEED_IB_STATES,
      .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_mr *mr = at_iova(1ULL << 40);

	MUST_MAKE(mr);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
}

/* A device without zero-based regions refuses one. */
CHECK_ROWS(zero_based_begins_at_0, inside, PROMISES(MR_REG_06), .needs = NEED_RC)
{
	struct link l = remote_link();
	uint64_t at = of_row((uint64_t)row->at);
	char *memory = pages() + FIRST + at;
	struct ibv_mr *mr;

	errno = 0;
	mr = vct_reg_mr(pd(), pages() + FIRST, LENGTH, ALL | IBV_ACCESS_ZERO_BASED);
	if (!mr) {
		RECORD("zero-based regions are refused with %s", vct_errno_text(errno));
		MUST_NE(errno, 0);
		return;
	}
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, at, .memory = memory);
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, at, .memory = memory);
}
