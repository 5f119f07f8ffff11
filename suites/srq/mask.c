// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The mask of ibv_modify_srq: it selects what is changed; an invalid mask changes nothing. */
#include "../vct.h"

/* A SRQ with a limit of 3. More WRs are queued: with fewer, the limit event may come at once. */
static struct ibv_srq *armed_srq(void)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);

	srq_post(srq, 0, 8);
	srq_arm(srq, 3);
	return srq;
}

CHECK(zero_changes_nothing, PROMISES(SRQ_MOD_06), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = armed_srq();
	struct ibv_srq_attr before;

	before = srq_query(srq);
	MUST_SUCCEED(srq_modify(srq, 0, UINT32_MAX, UINT32_MAX, UINT32_MAX));
	MUST_SAME_SRQ(srq, before);
	MUST_SUCCEED(srq_modify(srq, 0, 0, 0, 0));
	MUST_SAME_SRQ(srq, before);
}

/* Values of the attributes that the mask does not select. */
static const struct garbage_row {
	struct vct_row vct_row;
	uint32_t value;
} garbage[] = {
	{ ROW("zeros"), .value = 0 },
	{ ROW("small"), .value = 1 },
	{ ROW("ones"), .value = UINT32_MAX },
};

CHECK_ROWS(limit_alone_leaves_the_size, garbage, PROMISES(SRQ_MOD_04), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15, .max_sge = srq_sge_at_most(2));
	struct ibv_srq_attr before = srq_query(srq);

	srq_post(srq, 0, 5);
	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_LIMIT, row->value, row->value, .srq_limit = 5));
	before.srq_limit = 5;
	MUST_SAME_SRQ(srq, before);
}

CHECK_ROWS(max_wr_alone_leaves_the_limit, garbage, PROMISES(SRQ_MOD_05),
	   .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 15, .posted = 5);

	srq_arm(l.srq, 3);
	RELIES_ON(BLOCK_SRQ_RESIZE);
	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_MAX_WR,
				.max_wr = srq_at_most(2 * srq_query(l.srq).max_wr),
				.srq_limit = row->value));
	MUST_EQ(srq_query(l.srq).srq_limit, 3);
	link_send(&l, 1); /* 4 left */
	MUST_SEE_NO_EVENT();
	link_send(&l, 2);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

/*
 * The attributes given with an invalid mask are valid, so that only the mask can be the reason to
 * refuse them. The page promises that nothing changes; whether the verb fails is only recorded.
 */
static const struct invalid_row {
	struct vct_row vct_row;
	unsigned int mask;
} invalid[] = {
	{ ROW("bit-2", SRQ_MOD_33, AFT_01), .mask = 1u << 2 },
	{ ROW("bit-31", SRQ_MOD_33, AFT_01), .mask = 1u << 31 },
	{ ROW("limit-and-bit-5", SRQ_MOD_34, AFT_01), .mask = IBV_SRQ_LIMIT | 1u << 5 },
	{ ROW("max-wr-and-bit-30", SRQ_MOD_35, AFT_01), .vct_row.needs = NEED_RESIZE,
	  .mask = IBV_SRQ_MAX_WR | 1u << 30 },
	{ ROW("all-bits", SRQ_MOD_36, AFT_01), .mask = ~0u },
};

CHECK_ROWS(invalid_changes_nothing, invalid, .needs = NEED_SRQ)
{
	struct ibv_srq *srq = armed_srq();
	struct ibv_srq_attr before;
	int ret;

	before = srq_query(srq);
	ret = srq_modify(srq, (int)row->mask, .max_wr = srq_at_most(63), .max_sge = 1,
			 .srq_limit = 6);
	RECORD("the mask 0x%x was %s", row->mask, ret ? "refused" : "accepted");
	MUST_SAME_SRQ(srq, before);
}
