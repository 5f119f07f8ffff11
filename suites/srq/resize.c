// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* IBV_SRQ_MAX_WR: the size changes and the queued WRs remain. */
#include "../vct.h"

enum { BOTH = IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT };

CHECK(grows, PROMISES(SRQ_MOD_07, SRQ_MOD_18, SRQ_MOD_32), .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);
	uint32_t asked = srq_at_most(100);
	unsigned int posted;

	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = asked));
	MUST_GE(srq_query(srq).max_wr, asked);
	MUST_SUCCEED(srq_try_post(srq, 0, asked, &posted));
}

CHECK(shrinks_to_what_is_queued, PROMISES(SRQ_MOD_08, SRQ_MOD_18),
      .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct link l = rc_link(.srq_wr = srq_at_most(63), .posted = 7);

	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_MAX_WR, .max_wr = 7));
	MUST_GE(srq_query(l.srq).max_wr, 7);
	RECORD("a SRQ of 63 WRs was asked to shrink to 7: max_wr is %u", srq_query(l.srq).max_wr);
	for (uint64_t id = 0; id < 7; id++)
		MUST_RECEIVE(&l, id);
}

static const struct size_row {
	struct vct_row vct_row;
	uint32_t max_wr;
} sizes[] = {
	{ ROW("1"), .max_wr = 1 },     { ROW("2"), .max_wr = 2 }, { ROW("3"), .max_wr = 3 },
	{ ROW("7"), .max_wr = 7 },     { ROW("8"), .max_wr = 8 }, { ROW("9"), .max_wr = 9 },
	{ ROW("100"), .max_wr = 100 },
};

CHECK_ROWS(gives_at_least_what_is_asked, sizes, PROMISES(SRQ_MOD_18, SRQ_MOD_28),
	   .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);
	uint32_t asked = srq_at_most(row->max_wr);

	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = asked));
	JUDGING(SRQ_MOD_28);
	MUST_GE(srq_query(srq).max_wr, asked);
}

CHECK(sets_size_and_limit_at_once, PROMISES(SRQ_MOD_09), .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);

	srq_post(srq, 0, 5);
	MUST_SUCCEED(srq_modify(srq, BOTH, .max_wr = srq_at_most(31), .srq_limit = 5));
	MUST_GE(srq_query(srq).max_wr, srq_at_most(31));
	MUST_EQ(srq_query(srq).srq_limit, 5);
}

/* The oldest WR is consumed first, so that the queue does not begin at its first entry. */
CHECK(keeps_the_queued_wrs_in_order, PROMISES(SRQ_MOD_27),
      .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 15);

	srq_post(l.srq, 100, 10);
	link_send(&l, 1);
	SETUP_OF(BLOCK_SRQ_RESIZE, !srq_modify(l.srq, IBV_SRQ_MAX_WR,
					       .max_wr = srq_at_most(2 * srq_query(l.srq).max_wr)));
	srq_post(l.srq, 200, 6);
	for (uint64_t id = 101; id < 110; id++) {
		pattern(send_slot(l.sent), 64, id);
		MUST_RECEIVE(&l, id);
		MUST_EQUAL_BYTES(recv_slot(id), send_slot(l.sent - 1), 64);
	}
	for (uint64_t id = 200; id < 206; id++)
		MUST_RECEIVE(&l, id);
}

/*
 * From a comment in verbs.h. A device that rounds sizes up shows whether the size returned is the
 * new size or only the value given.
 */
CHECK(returns_the_current_size, PROMISES(SRQ_MOD_29), .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);
	struct ibv_srq_attr attr = { .max_wr = srq_at_most(100) };

	SETUP_OF(BLOCK_SRQ_RESIZE, !vct_modify_srq(srq, &attr, IBV_SRQ_MAX_WR));
	MUST_EQ(attr.max_wr, srq_query(srq).max_wr);
}

CHECK(returns_the_current_limit, PROMISES(SRQ_MOD_29), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);
	struct ibv_srq_attr attr = { .srq_limit = 5 };

	srq_post(srq, 0, 5);
	SETUP_OF(BLOCK_SRQ_LIMIT, !vct_modify_srq(srq, &attr, IBV_SRQ_LIMIT));
	MUST_EQ(attr.srq_limit, srq_query(srq).srq_limit);
}

/* One page says that the flag changes max_sge, too; all others say that max_sge is irrelevant. */
CHECK(may_change_max_sge, PROMISES(SRQ_MOD_31), .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15, .max_sge = 1);
	uint32_t before = srq_query(srq).max_sge, asked = before + 1, now;

	RELIES_ON(BLOCK_SRQ_RESIZE);
	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = srq_at_most(31), .max_sge = asked));
	now = srq_query(srq).max_sge;
	RECORD("max_sge was %u; %u was given with IBV_SRQ_MAX_WR; it is %u: %s", before, asked, now,
	       now == before ? "not changed" : "changed");
	MUST(now == before || now >= asked,
	     "max_wr is as before, or at least what was asked for (%u); it is %u", asked, now);
}

/*
 * One page says that max_wr is "ignored when a SRQ is used", which probably means the receive queue
 * of a QP. If it is ignored, the size must stay; otherwise it must be at least the size asked for.
 */
CHECK(size_of_a_srq_in_use, PROMISES(SRQ_ATT_03), .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 15);
	uint32_t created = srq_query(l.srq).max_wr, asked = srq_at_most(2 * created), now;
	int ret = srq_modify(l.srq, IBV_SRQ_MAX_WR, .max_wr = asked);

	now = srq_query(l.srq).max_wr;
	RECORD("max_wr is %u after creation with 15; setting %u while a QP uses the SRQ is %s: "
	       "max_wr is %u",
	       created, asked, ret ? "refused" : "accepted", now);
	MUST(now == created || now >= asked,
	     "max_wr is as at the creation, or at least what was asked for (%u); it is %u", asked,
	     now);
}
