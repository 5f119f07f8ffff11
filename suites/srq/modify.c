// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_modify_srq: its prototype, the limit it sets, and that a refused call changes nothing. */
#include "../vct.h"

STATIC_CHECK(prototype, PROMISES(SRQ_MOD_01))
{
	_Static_assert(
		HAS_PROTOTYPE(ibv_modify_srq, int(struct ibv_srq *, struct ibv_srq_attr *, int)),
		"ibv_modify_srq");
}

STATIC_CHECK(three_attributes, PROMISES(SRQ_MOD_02))
{
	_Static_assert(HAS_MEMBER(struct ibv_srq_attr, max_wr, uint32_t), "max_wr");
	_Static_assert(HAS_MEMBER(struct ibv_srq_attr, max_sge, uint32_t), "max_sge");
	_Static_assert(HAS_MEMBER(struct ibv_srq_attr, srq_limit, uint32_t), "srq_limit");
	_Static_assert(offsetof(struct ibv_srq_attr, max_wr) == 0, "max_wr is first");
	_Static_assert(offsetof(struct ibv_srq_attr, max_sge) == 4, "max_sge is second");
	_Static_assert(offsetof(struct ibv_srq_attr, srq_limit) == 8, "srq_limit is third");
	_Static_assert(sizeof(struct ibv_srq_attr) == 12, "there is no other");
}

STATIC_CHECK(two_flags, PROMISES(SRQ_MOD_30))
{
	_Static_assert(IBV_SRQ_MAX_WR == 1 << 0, "IBV_SRQ_MAX_WR");
	_Static_assert(IBV_SRQ_LIMIT == 1 << 1, "IBV_SRQ_LIMIT");
}

STATIC_CHECK(resize_capability_is_a_flag, PROMISES(SRQ_MOD_32))
{
	_Static_assert(HAS_MEMBER(struct ibv_device_attr, device_cap_flags, unsigned int),
		       "device_cap_flags");
	_Static_assert(IBV_DEVICE_SRQ_RESIZE == 1 << 13, "IBV_DEVICE_SRQ_RESIZE");
}

/*
 * A query returns the limit as it was given: the smallest, two between, the size itself, and none.
 * The SRQ is full, because a limit above the number of queued WRs may raise the event, and so read
 * 0, at once. A device may make it larger than asked for: of a very large one 256 WRs are enough.
 */
static const struct limit_row {
	struct vct_row vct_row;
	uint32_t limit;
	bool whole;
} limits[] = {
	{ ROW("one"), .limit = 1 },     { ROW("five"), .limit = 5 },
	{ ROW("twelve"), .limit = 12 }, { ROW("max-wr"), .whole = true },
	{ ROW("zero"), .limit = 0 },
};

CHECK_ROWS(limit_takes_the_value_given, limits, PROMISES(SRQ_MOD_03, SRQ_QRY_05), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	unsigned int holds = srq_query(srq).max_wr, queued;
	uint32_t limit;

	srq_try_post(srq, 0, holds < 256 ? holds : 256, &queued);
	SETUP_OF(BLOCK_SRQ_POST, queued >= 16);
	limit = row->whole ? queued : row->limit;
	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = limit));
	MUST_EQ(srq_query(srq).srq_limit, limit);
}

static const struct mask_row {
	struct vct_row vct_row;
	int mask;
} masks[] = {
	{ ROW("limit"), .mask = IBV_SRQ_LIMIT },
	{ ROW("max-wr"), .vct_row.needs = NEED_RESIZE, .mask = IBV_SRQ_MAX_WR },
	{ ROW("both"), .vct_row.needs = NEED_RESIZE, .mask = IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT },
};

CHECK_ROWS(success_is_zero, masks, PROMISES(SRQ_MOD_11), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);

	MUST_EQ(NAMED("what ibv_modify_srq returned",
		      srq_modify(srq, row->mask, .max_wr = srq_at_most(24), .srq_limit = 4)),
		0);
}

CHECK_ROWS(max_sge_is_irrelevant, masks, PROMISES(SRQ_MOD_10), .needs = NEED_SRQ)
{
	uint32_t above = (uint32_t)vct_dev->attr.orig_attr.max_srq_sge + 1;
	uint32_t sges[] = { 0, 1, above, UINT32_MAX };
	struct ibv_srq *srq = srq_make(.max_wr = 16, .max_sge = srq_sge_at_most(2));
	uint32_t before = srq_query(srq).max_sge;

	for (size_t i = 0; i < sizeof(sges) / sizeof(sges[0]); i++) {
		MUST_SUCCEED(srq_modify(srq, row->mask, .max_wr = srq_at_most(31),
					.max_sge = sges[i], .srq_limit = 4));
		MUST_EQ(srq_query(srq).max_sge, before);
	}
}

/* Limits greater than the SRQ's size, which the device may have rounded up. */
static const struct excess_row {
	struct vct_row vct_row;
	uint32_t limit; /* 0: one more than the size */
} excesses[] = {
	{ ROW("by-one"), .limit = 0 },
	{ ROW("by-far"), .limit = UINT32_MAX },
};

/* For a SRQ made with max_wr 15: more than it takes, and more than a query says that it takes. */
static uint32_t excess(const struct excess_row *row, struct ibv_srq *srq)
{
	uint32_t queried = srq_query(srq).max_wr, taken;

	if (row->limit)
		return row->limit;
	taken = srq_capacity(&(struct ibv_srq_attr){ .max_wr = 15 });
	return 1 + (queried > taken ? queried : taken);
}

CHECK_ROWS(failure_is_the_value_of_errno, excesses, PROMISES(SRQ_MOD_12, SRQ_MOD_15, SRQ_MOD_37),
	   .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);
	uint32_t limit = excess(row, srq);
	int ret, error;

	errno = 0;
	ret = srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = limit);
	error = errno;
	JUDGING(SRQ_MOD_15);
	MUST_NE(ret, 0);
	JUDGING(SRQ_MOD_12);
	MUST_GE(ret, 1);
	MUST(strerrorname_np(ret), "the refusal is an errno value; it is %d", ret);
	JUDGING(SRQ_MOD_37);
	MUST_EQ(NAMED("errno", error), ret);
}

CHECK_ROWS(excessive_limit_changes_nothing, excesses, PROMISES(SRQ_MOD_15), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);
	struct ibv_srq_attr before;

	srq_post(srq, 0, 8);
	srq_arm(srq, 5);
	before = srq_query(srq);
	MUST_REFUSE(srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = excess(row, srq)));
	MUST_SAME_SRQ(srq, before);
}

CHECK_ROWS(excessive_limit_leaves_the_armed_one, excesses, PROMISES(SRQ_MOD_15),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 15, .posted = 7);

	srq_arm(l.srq, 5);
	MUST_REFUSE(srq_modify(l.srq, IBV_SRQ_LIMIT, .srq_limit = excess(row, l.srq)));
	link_send(&l, 1); /* 6 left */
	MUST_SEE_NO_EVENT();
	link_send(&l, 2);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}
