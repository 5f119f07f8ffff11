// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_advise_mr: what it takes and what it leaves as it was. */
#include "advise.h"

CHECK_ROWS(any_range_is_taken, ranges, PROMISES(ADV_02), .needs = NEED_ODP, .asks = true)
{
	char *memory = fresh();
	struct ibv_mr *mr = advised(memory, ODP);
	struct ibv_sge sge = range_of(row, memory, mr);

	MUST_SUCCEED(vct_advise_mr(pd(), PREFETCH, row->flags, &sge, 1));
	MUST_SUCCEED(vct_advise_mr(pd(), PREFETCH, row->flags, &sge, 1));
}

CHECK_ROWS(any_range_is_taken_for_writing, ranges, PROMISES(ADV_03), .needs = NEED_ODP,
	   .asks = true)
{
	char *memory = fresh();
	struct ibv_mr *mr = advised(memory, ODP);
	struct ibv_sge sge = range_of(row, memory, mr);

	MUST_SUCCEED(vct_advise_mr(pd(), PREFETCH_WRITE, row->flags, &sge, 1));
	MUST_SUCCEED(vct_advise_mr(pd(), PREFETCH_WRITE, row->flags, &sge, 1));
}

static const struct advice_row {
	struct vct_row vct_row;
	enum ibv_advise_mr_advice advice;
	uint32_t flags;
} advices[] = {
	{ ROW("prefetch"), .advice = PREFETCH },
	{ ROW("prefetch-and-flush"), .advice = PREFETCH, .flags = FLUSH },
	{ ROW("prefetch-write"), .advice = PREFETCH_WRITE },
	{ ROW("prefetch-write-and-flush"), .advice = PREFETCH_WRITE, .flags = FLUSH },
};

static int present_pages(char *memory)
{
	unsigned char present[LENGTH / PAGE];
	int n = 0;

	SETUP(!mincore(memory, LENGTH, present));
	for (size_t page = 0; page < LENGTH / PAGE; page++)
		n += present[page] & 1;
	return n;
}

/* Pages that were written, and pages that nobody has touched. */
CHECK_ROWS(changes_no_byte_and_no_access, advices, PROMISES(ADV_04, ADV_21),
	   .needs = NEED_ODP | NEED_RC, .asks = true)
{
	static char zeros[LARGEST_PAGE];
	struct link l = near_link();
	char *memory = fresh();
	struct ibv_mr *mr = advised(memory, ODP);
	struct ibv_sge sge = { (uintptr_t)memory, LENGTH, mr->lkey };

	pattern(memory, PAGE, 1);
	SETUP(!vct_advise_mr(pd(), row->advice, row->flags, &sge, 1));
	if (row->flags & FLUSH)
		RECORD("%s pages are there",
		       present_pages(memory) == (int)(LENGTH / PAGE) ? "all" : "not all");
	JUDGING(ADV_04);
	MUST_BE_PATTERN(NAMED("the first page of the region", memory), PAGE, 1);
	MUST_EQUAL_BYTES(NAMED("the second page of the region", memory + PAGE), zeros, PAGE);
	for (size_t page = 0; page < LENGTH / PAGE; page++)
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)memory + page * PAGE);
}

/* The other pages of the process stay zeros: what was prefetched for reading is no common page. */
CHECK_ROWS(a_range_is_written_after_it, advices, PROMISES(ADV_04, ADV_07),
	   .needs = NEED_ODP | NEED_RC, .asks = true)
{
	struct link l = near_link();
	char *memory = fresh(), *other = fresh();
	struct ibv_mr *mr = advised(memory, ODP);
	struct ibv_sge sge = { (uintptr_t)memory, LENGTH, mr->lkey };

	SETUP(!vct_advise_mr(pd(), row->advice, row->flags, &sge, 1));
	JUDGING(row->flags & FLUSH ? ADV_07 : ADV_04);
	pattern(send_slot(0), BYTES, 1);
	MUST_EQ(NAMED("the status of the request",
		      request(&l, IBV_WR_RDMA_WRITE, slot_sge(send_slot(0), BYTES),
			      memory + PAGE + AT, mr->rkey)),
		IBV_WC_SUCCESS);
	MUST_ARRIVE(memory + PAGE + AT, send_slot(0), BYTES);
	JUDGING(ADV_04);
	MUST_EQ(NAMED("the first byte of the third page", memory[2 * PAGE]), 0);
	MUST_EQ(NAMED("the first byte of a page of other memory", other[PAGE]), 0);
}

static const struct change_row changes[] = CHANGES;

CHECK_ROWS(pages_are_not_pinned, changes, PROMISES(ADV_05), .needs = NEED_ODP | NEED_RC,
	   .asks = true)
{
	struct ibv_mr *mr;
	struct ibv_sge sge;
	struct link l;
	char *memory;

	if (!(vct_dev->attr.odp_caps.per_transport_caps.rc_odp_caps & IBV_ODP_SUPPORT_READ))
		vct_skip("the device does not claim reads for on-demand paging (odp_caps)");
	if (row->how == FORKED)
		SETUP(!vct_fork_init());
	l = near_link();
	memory = fresh();
	mr = advised(memory, ODP);
	sge = (struct ibv_sge){ (uintptr_t)memory, LENGTH, mr->lkey };
	memset(memory, 0x61, LENGTH);
	for (int round = 0; round < 2; round++) {
		SETUP(!vct_advise_mr(pd(), PREFETCH_WRITE, FLUSH, &sge, 1));
		MUST_FOLLOW(&l, mr, memory, row->how);
	}
}

CHECK(no_fault_brings_no_page, PROMISES(ADV_06), .needs = NEED_ODP | NEED_RC, .asks = true)
{
	struct link l = near_link();
	char *memory = fresh();
	struct ibv_mr *mr = advised(memory, ODP);
	struct ibv_sge sge = { (uintptr_t)memory, LENGTH, mr->lkey };
	int there, ret;

	memset(memory, 0x61, 1);
	there = present_pages(memory); /* the kernel may bring several at a time */
	ret = vct_advise_mr(pd(), NO_FAULT, FLUSH, &sge, 1);
	if (ret == ENOTSUP)
		vct_skip("the device does not support IBV_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT");
	MUST_SUCCEED(ret);
	MUST_EQ(NAMED("the number of pages that are present", present_pages(memory)), there);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)memory);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)memory + PAGE);
}

/* Two regions, of which the second begins with the last page of the first one. */
CHECK_ROWS(several_at_once, advices, PROMISES(ADV_18), .needs = NEED_ODP, .asks = true)
{
	char *memory = fresh(), *other = fresh();
	struct ibv_mr *first = advised(memory, ODP), *second = paged(other, ODP);
	struct ibv_sge list[] = {
		{ (uintptr_t)memory, PAGE, first->lkey },
		{ (uintptr_t)other, LENGTH, second->lkey },
		{ (uintptr_t)memory + 2 * PAGE + 1, PAGE, first->lkey },
	};

	MUST_SUCCEED(vct_advise_mr(pd(), row->advice, row->flags, list, 3));
}

CHECK(nothing_is_advice_or_not, PROMISES(ADV_20), .needs = NEED_ODP, .asks = true)
{
	char *memory = fresh();
	struct ibv_mr *mr = advised(memory, ODP);
	struct ibv_sge sge = { (uintptr_t)memory, 0, mr->lkey };
	int none = vct_advise_mr(pd(), PREFETCH, FLUSH, NULL, 0);
	int empty = vct_advise_mr(pd(), PREFETCH, FLUSH, &sge, 1);

	RECORD("no element: %s", vct_errno_text(none));
	RECORD("no bytes: %s", vct_errno_text(empty));
	MUST_GE(NAMED("what ibv_advise_mr returned for no element", none), 0);
	MUST_GE(NAMED("what ibv_advise_mr returned for no bytes", empty), 0);
}
