// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_advise_mr: what it refuses. A refusal leaves the region as it was. */
#include "advise.h"

static const struct unknown_row {
	struct vct_row vct_row;
	uint32_t flags;
	unsigned int advice;
} unknown_flags[] = {
	{ ROW("1"), .flags = 1U << 1 },
	{ ROW("31"), .flags = 1U << 31 },
	{ ROW("8-and-flush"), .flags = 1U << 8 | FLUSH },
}, unknown_advices[] = {
	{ ROW("100"), .advice = 100 },
	{ ROW("100-and-flush"), .advice = 100, .flags = FLUSH },
	{ ROW("above-16-bits"), .advice = 1U << 16 },
};

CHECK_ROWS(unknown_flags_are_refused, unknown_flags, PROMISES(ADV_08, ADV_01), .needs = NEED_ODP,
	   .asks = true)
{
	char *memory = fresh();
	struct ibv_mr *mr = advised(memory, ODP);
	struct ibv_sge sge = { (uintptr_t)memory, PAGE, mr->lkey };

	int ret = vct_advise_mr(pd(), PREFETCH, row->flags, &sge, 1);

	JUDGING(ADV_01);
	MUST_GE(ret, 0);
	JUDGING(ADV_08);
	MUST_EQ(ret, EINVAL);
}

CHECK_ROWS(unknown_advice_is_refused, unknown_advices, PROMISES(ADV_09), .needs = NEED_ODP,
	   .asks = true)
{
	char *memory = fresh();
	struct ibv_mr *mr = advised(memory, ODP);
	struct ibv_sge sge = { (uintptr_t)memory, PAGE, mr->lkey };

	MUST_EQ(vct_advise_mr(pd(), (enum ibv_advise_mr_advice)row->advice, row->flags, &sge, 1),
		ENOTSUP);
}

static const struct outside_row {
	struct vct_row vct_row;
	int64_t at;
	uint64_t length;
	bool writes, unmapped;
} beyond[] = {
	{ ROW("a-byte-before"), .at = -1, .length = ROW_PAGE },
	{ ROW("a-byte-beyond"), .at = 1, .length = 2 * ROW_PAGE },
	{ ROW("a-byte-beyond-for-writing"), .at = 1, .length = 2 * ROW_PAGE, .writes = true },
	{ ROW("behind"), .at = 2 * ROW_PAGE, .length = 1 },
}, unmapped[] = {
	{ ROW("all"), .at = ROW_PAGE, .length = ROW_PAGE, .unmapped = true },
	{ ROW("the-last-page"), .at = 0, .length = 2 * ROW_PAGE, .unmapped = true },
	{ ROW("for-writing"), .at = ROW_PAGE, .length = ROW_PAGE, .unmapped = true, .writes = true },
};

/* The region is the second and the third page; the memory of the third may be gone. */
static int advise_outside(const struct outside_row *row, uint32_t flags)
{
	char *memory = fresh_and_apart();
	struct ibv_mr *mr = advised(memory, ODP), *middle;
	struct ibv_sge sge = { (uintptr_t)memory + PAGE + of_row((uint64_t)row->at),
			       (uint32_t)of_row(row->length), 0 };

	SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	middle = vct_reg_mr(pd(), memory + PAGE, 2 * PAGE, ODP);
	SETUP(middle);
	sge.lkey = middle->lkey;
	SETUP(!row->unmapped || !munmap(memory + 2 * PAGE, PAGE));
	return vct_advise_mr(pd(), row->writes ? PREFETCH_WRITE : PREFETCH, flags, &sge, 1);
}

CHECK_ROWS(what_is_beyond_is_refused, beyond, PROMISES(ADV_10), .needs = NEED_ODP, .asks = true)
{
	MUST_EQ(NAMED("what ibv_advise_mr returned", advise_outside(row, FLUSH)), EFAULT);
}

CHECK_ROWS(what_is_unmapped_is_refused, unmapped, PROMISES(ADV_11), .needs = NEED_ODP, .asks = true)
{
	MUST_EQ(NAMED("what ibv_advise_mr returned", advise_outside(row, FLUSH)), EFAULT);
}

CHECK_ROWS(what_is_beyond_without_flush, beyond, PROMISES(ADV_12), .needs = NEED_ODP, .asks = true)
{
	int ret = advise_outside(row, 0);

	RECORD("it returns %s", vct_errno_text(ret));
	MUST(ret == 0 || ret == EFAULT, "ibv_advise_mr returns 0 or EFAULT; it returned %s",
	     vct_errno_text(ret));
}

enum wrong { NOT_VALID, ENDED, OTHER_DOMAIN, NOT_WRITABLE, NOT_PAGED };

struct wrong_row {
	struct vct_row vct_row;
	enum wrong wrong;
	uint32_t flags;
	int at; /* in the list of three */
};
static const struct wrong_row wrongs[] = {
	{ ROW("not-valid", ADV_13), .wrong = NOT_VALID },
	{ ROW("not-valid-and-flush", ADV_13), .wrong = NOT_VALID, .flags = FLUSH },
	{ ROW("ended", ADV_13), .wrong = ENDED, .flags = FLUSH },
	{ ROW("other-domain", ADV_14), .wrong = OTHER_DOMAIN },
	{ ROW("other-domain-and-flush", ADV_14), .wrong = OTHER_DOMAIN, .flags = FLUSH },
	{ ROW("not-writable", ADV_15), .wrong = NOT_WRITABLE },
	{ ROW("not-writable-and-flush", ADV_15), .wrong = NOT_WRITABLE, .flags = FLUSH },
	{ ROW("not-on-demand", ADV_16), .wrong = NOT_PAGED },
	{ ROW("not-on-demand-and-flush", ADV_16), .wrong = NOT_PAGED, .flags = FLUSH },
};

static const struct wrong_row places[] = {
	{ ROW("first"), .wrong = NOT_VALID, .at = 0 },
	{ ROW("middle"), .wrong = OTHER_DOMAIN, .at = 1 },
	{ ROW("last"), .wrong = NOT_WRITABLE, .at = 2 },
	{ ROW("last-and-flush"), .wrong = NOT_VALID, .at = 2, .flags = FLUSH },
};

/* The lkey of a region of this memory with which something is wrong. */
static uint32_t wrong_lkey(enum wrong wrong, char *memory)
{
	struct ibv_pd *domain = wrong == OTHER_DOMAIN ? vct_alloc_pd(ctx()) : pd();
	int access = wrong == NOT_WRITABLE ? IBV_ACCESS_ON_DEMAND : wrong == NOT_PAGED ? ALL : ODP;
	struct ibv_mr *mr = domain ? vct_reg_mr(domain, memory, LENGTH, access) : NULL;
	uint32_t lkey;

	SETUP(mr);
	lkey = mr->lkey;
	if (wrong == ENDED)
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	return wrong == NOT_VALID ? ~lkey : lkey;
}

static bool is_refused_as_it_must(enum wrong wrong, int ret)
{
	switch (wrong) {
	case NOT_VALID:
	case ENDED:
		return ret == EFAULT || ret == ENOENT;
	case OTHER_DOMAIN:
		return ret == EPERM;
	case NOT_WRITABLE:
		return ret == EPERM || ret == EFAULT;
	default:
		return ret > 0;
	}
}

/* Another region, about which good advice is still taken, and which still works. */
CHECK_ROWS(a_wrong_lkey_is_refused, wrongs, .needs = NEED_ODP | NEED_RC, .asks = true)
{
	struct link l = near_link();
	char *memory = fresh();
	struct ibv_mr *good = advised(memory, ODP);
	struct ibv_sge sge = { 0, PAGE, 0 }, whole = { (uintptr_t)memory, LENGTH, good->lkey };
	int ret;

	memset(memory, 0x61, LENGTH);
	sge.addr = (uintptr_t)fresh();
	sge.lkey = wrong_lkey(row->wrong, (char *)(uintptr_t)sge.addr);
	ret = vct_advise_mr(pd(), PREFETCH_WRITE, row->flags, &sge, 1);
	RECORD("it returns %s", vct_errno_text(ret));
	MUST(is_refused_as_it_must(row->wrong, ret),
	     "the advice is refused with the errno value of the page; ibv_advise_mr returned %s",
	     vct_errno_text(ret));
	SETUP(!vct_advise_mr(pd(), PREFETCH_WRITE, FLUSH, &whole, 1));
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, good->rkey, (uintptr_t)memory);
}

CHECK_ROWS(one_wrong_element_is_refused, places, PROMISES(ADV_18), .needs = NEED_ODP, .asks = true)
{
	char *memory = fresh(), *other = fresh();
	struct ibv_mr *good = advised(memory, ODP);
	struct ibv_sge list[3];

	for (int i = 0; i < 3; i++)
		list[i] = (struct ibv_sge){ (uintptr_t)memory + (uint64_t)i * PAGE, PAGE,
					    good->lkey };
	list[row->at] = (struct ibv_sge){ (uintptr_t)other, PAGE, wrong_lkey(row->wrong, other) };
	MUST_GE(vct_advise_mr(pd(), PREFETCH_WRITE, row->flags, list, 3), 1);
}

CHECK(a_window_is_refused, PROMISES(ADV_17), .needs = NEED_ODP | NEED_MW2, .asks = true)
{
	char *memory = fresh();
	struct ibv_sge sge = { (uintptr_t)memory, PAGE, 0 };

	advised(memory, ODP);
	sge.lkey = window_make(IBV_MW_TYPE_2).rkey;
	MUST_GE(vct_advise_mr(pd(), PREFETCH, FLUSH, &sge, 1), 1);
}

/* What the page has for an lkey that is of no region, or of none of on-demand paging. */
static bool is_for_no_such_region(int ret)
{
	return ret == EINVAL || ret == EFAULT || ret == ENOENT || ret == EPERM;
}

/*
 * A device that has the verb, though it claims no on-demand paging, says what is wrong: the region
 * is none of on-demand paging.
 */
CHECK(without_paging_is_not_supported, PROMISES(ADV_19), .lacks = NEED_ODP)
{
	struct ibv_mr *mr = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_sge sge = { (uintptr_t)pages(), PAGE, mr->lkey };
	int ret = vct_advise_mr(pd(), PREFETCH, FLUSH, &sge, 1);

	RECORD("it returns %s", vct_errno_text(ret));
	MUST(ret == EOPNOTSUPP || ret == ENOSYS || is_for_no_such_region(ret),
	     "a device without advice refuses it with EOPNOTSUPP or ENOSYS, and one that has it "
	     "says what is wrong with the region; it returned %s",
	     vct_errno_text(ret));
}
