// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_modify_srq: what the mask selects, what a refusal leaves alone. */
#include "../vct.h"

STATIC_CHECK(prototype, PROMISES(SRQ_MOD_01))
{
	_Static_assert(
		HAS_PROTOTYPE(ibv_modify_srq, int(struct ibv_srq *, struct ibv_srq_attr *, int)),
		"ibv_modify_srq");
}

/* The values stand as they were given: the smallest, one in the middle, the size itself, none. */
static const struct limit_row {
	struct vct_row vct_row;
	uint32_t limit;
} limits[] = {
	{ ROW("one"), .limit = 1 },
	{ ROW("five"), .limit = 5 },
	{ ROW("max-wr"), .limit = 16 },
	{ ROW("zero"), .limit = 0 },
};

CHECK_ROWS(limit_takes_the_value_given, limits, PROMISES(SRQ_MOD_03, SRQ_QRY_05), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);

	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = row->limit));
	MUST_EQ(srq_query(srq).srq_limit, row->limit);
}
