// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_query_srq: the attributes are those of the SRQ; a limit of zero means that no event is armed.
 */
#include "created.h"

STATIC_CHECK(prototype, PROMISES(SRQ_QRY_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_query_srq, int(struct ibv_srq *, struct ibv_srq_attr *)),
		       "ibv_query_srq");
}

CHECK(returns_zero, PROMISES(SRQ_QRY_06), .needs = NEED_SRQ, .proves = BLOCK_SRQ_QUERY)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	struct ibv_srq_attr attr;

	for (int i = 0; i < 20; i++)
		MUST_EQ(vct_query_srq(srq, &attr), 0);
}

/* Every member is written, whatever the memory held before. */
CHECK(fills_all_members, PROMISES(SRQ_QRY_02), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16, .max_sge = srq_sge_at_most(2));
	struct ibv_srq_attr over_ee, over_11;

	memset(&over_ee, 0xee, sizeof(over_ee));
	memset(&over_11, 0x11, sizeof(over_11));
	SETUP_OF(BLOCK_SRQ_QUERY, !vct_query_srq(srq, &over_ee) && !vct_query_srq(srq, &over_11));
	MUST_EQ(over_ee.max_wr, over_11.max_wr);
	MUST_EQ(over_ee.max_sge, over_11.max_sge);
	MUST_EQ(over_ee.srq_limit, over_11.srq_limit);
}

static const struct size_row {
	struct vct_row vct_row;
	uint32_t max_wr;
} sizes[] = {
	{ ROW("1"), .max_wr = 1 },
	{ ROW("16"), .max_wr = 16 },
	{ ROW("100"), .max_wr = 100 },
};

/* As many are taken, and as many arrive. */
CHECK_ROWS(max_wr_is_how_many_fit, sizes, PROMISES(SRQ_QRY_03), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = srq_at_most(row->max_wr));
	uint32_t max_wr = srq_query(srq).max_wr;
	struct link l;

	MUST_EQ(NAMED("the number of WRs that fit", post_until_refused(srq, (uint64_t)max_wr + 1)),
		max_wr);
	if (vct_device_lacks(vct_dev, NEED_RC))
		return;
	l = rc_link(.srq = srq);
	for (uint32_t id = 0; id < max_wr; id++)
		MUST_RECEIVE(&l, id);
}

/* As many as before, once WRs were consumed; and of every kind of SRQ. */
CHECK_ROWS(max_wr_stays_what_it_is, scenes, PROMISES(SRQ_QRY_03, SRQ_QRY_12),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);
	struct ibv_srq_attr before = srq_query(s.srq);
	uint32_t fit = post_until_refused(s.srq, (uint64_t)before.max_wr + 1);

	JUDGING(SRQ_QRY_03);
	MUST_EQ(NAMED("the number of WRs that fit", fit), before.max_wr);
	JUDGING(SRQ_QRY_12);
	MUST_SAME_SRQ(s.srq, before);
	scene_send(&s, 3);
	JUDGING(SRQ_QRY_03);
	MUST_EQ(srq_query(s.srq).max_wr, before.max_wr);
	MUST_EQ(NAMED("the number of WRs that fit", post_until_refused(s.srq, 4)), 3);
	JUDGING(SRQ_QRY_12);
	MUST_SAME_SRQ(s.srq, before);
}

CHECK(max_sge_is_how_many_a_wr_has, PROMISES(SRQ_QRY_04), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4, .max_sge = srq_sge_at_most(2));
	uint32_t max_sge = srq_query(srq).max_sge;

	MUST_LE(NAMED("max_sge", max_sge), INT32_MAX - 1);
	MUST_SUCCEED(srq_try_sges(srq, max_sge));
	MUST_REFUSE(srq_try_sges(srq, max_sge + 1));
}

/* The SRQ, which a device may make larger than asked for, is full. */
CHECK(srq_limit_is_the_current_one, PROMISES(SRQ_QRY_05), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	unsigned int holds = srq_query(srq).max_wr, queued;

	srq_try_post(srq, 0, holds < 256 ? holds : 256, &queued);
	SETUP_OF(BLOCK_SRQ_POST, queued >= 16);
	for (uint32_t limit = 1; limit < queued; limit++) {
		srq_arm(srq, limit);
		MUST_EQ(srq_query(srq).srq_limit, limit);
	}
}

CHECK(returns_an_errno_value_when_it_fails, PROMISES(SRQ_QRY_07),
      .needs = NEED_SRQ | NEED_SRQ_FAULT)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	struct ibv_srq_attr attr;

	vct_inject_srq_error(srq);
	MUST_REFUSE_WITH_ERRNO(vct_query_srq(srq, &attr));
}

CHECK(zero_of_a_fresh_srq_means_not_armed, PROMISES(SRQ_QRY_08), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 4);

	MUST_EQ(srq_query(l.srq).srq_limit, 0);
	link_send(&l, 4);
	MUST_SEE_NO_EVENT();
}

/* A link whose SRQ of 6 WRs has used 2: the limit of 5 was crossed, and its event was received. */
static struct link fired_link(void)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 6);

	srq_arm(l.srq, 5);
	link_send(&l, 2);
	SETUP_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	return l;
}

CHECK(limit_reads_zero_once_it_fired, PROMISES(SRQ_QRY_09), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = fired_link();

	MUST_EQ(srq_query(l.srq).srq_limit, 0);
}

/* The number of queued WRs rises above the old limit and falls below it again. */
CHECK(zero_means_no_event_until_rearmed, PROMISES(SRQ_QRY_10, SRQ_QRY_09),
      .needs = NEED_SRQ | NEED_RC)
{
	struct link l = fired_link();

	srq_post(l.srq, 6, 2);
	for (int left = 6; left; left--) {
		JUDGING(SRQ_QRY_09);
		MUST_EQ(srq_query(l.srq).srq_limit, 0);
		link_send(&l, 1);
	}
	JUDGING(SRQ_QRY_10);
	MUST_SEE_NO_EVENT();
}

CHECK(limit_reads_non_zero_once_rearmed, PROMISES(SRQ_QRY_11), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = fired_link();

	srq_arm(l.srq, 3); /* 4 left: not below the limit */
	MUST_NE(srq_query(l.srq).srq_limit, 0);
}

CHECK(repeats_itself, PROMISES(SRQ_QRY_12), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16, .max_sge = srq_sge_at_most(2));
	struct ibv_srq_attr first;

	srq_post(srq, 0, 8);
	srq_arm(srq, 4);
	first = srq_query(srq);
	MUST_SAME_SRQ(srq, first);
	MUST_SAME_SRQ(srq, first);
}

CHECK(leaves_the_limit_armed, PROMISES(SRQ_QRY_12), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 4);

	srq_arm(l.srq, 4);
	for (int i = 0; i < 3; i++)
		srq_query(l.srq);
	link_send(&l, 1);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

/*
 * Every bit of the limit. The SRQ is full, so that no event disarms it; a limit as large as the
 * queue may be refused.
 */
CHECK(every_bit_of_the_limit_is_told, PROMISES(SRQ_QRY_05), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = srq_at_most(1023));
	unsigned int posted;
	struct levels v;

	srq_try_post(srq, 0, srq_query(srq).max_wr, &posted);
	SETUP_OF(BLOCK_SRQ_POST, posted);
	v = levels_of(0, posted - 1);
	for (size_t i = 0; i < v.n; i++) {
		srq_arm(srq, (uint32_t)v.of[i]);
		MUST_EQ(srq_query(srq).srq_limit, v.of[i]);
	}
}
