// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The limit of every kind of SRQ, whoever uses it and whatever it went through: where it is
 * crossed, and which of several limits is the one that counts.
 */
#include "../vct.h"

CHECK_ROWS(fires_where_it_is_crossed, scenes,
	   PROMISES(SRQ_LIM_01, SRQ_MOD_24, SRQ_MOD_25, SRQ_MOD_26, SRQ_QRY_09, SRQ_LIM_02),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	scene_post(&s, 10);
	srq_arm(s.srq, 5);
	JUDGING(SRQ_MOD_26);
	MUST_SEE_NO_EVENT();
	scene_send(&s, 5); /* 5 left: at the limit */
	JUDGING(SRQ_MOD_25);
	MUST_SEE_NO_EVENT();
	scene_send(&s, 1);
	JUDGING(SRQ_LIM_01);
	MUST_SEE_EVENT(s.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	JUDGING(SRQ_QRY_09);
	MUST_EQ(srq_query(s.srq).srq_limit, 0);
	scene_send(&s, 3);
	JUDGING(SRQ_LIM_02);
	MUST_SEE_NO_EVENT();
}

/* Each QP is the one that crosses the limit, in turn: the number of messages is odd. */
CHECK_ROWS(fires_whoever_crosses_it, scenes, PROMISES(SRQ_LIM_04, SRQ_LIM_03, SRQ_LIM_01),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	for (int i = 0; i < SCENE_USERS; i++) {
		scene_post(&s, 5);
		srq_arm(s.srq, 2);
		scene_send(&s, 4); /* 1 left */
		JUDGING(i ? SRQ_LIM_04 : SRQ_LIM_01);
		MUST_SEE_EVENT(s.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
		scene_send(&s, 1);
	}
	scene_post(&s, 5);
	scene_send(&s, 5);
	JUDGING(SRQ_LIM_03);
	MUST_SEE_NO_EVENT();
}

/* With 8 WRs, and two limits one after the other. */
static struct scene armed_twice(const struct scene_row *row, uint32_t first, uint32_t second)
{
	struct scene s = scene_make(row, 15);

	scene_post(&s, 8);
	srq_arm(s.srq, first);
	srq_arm(s.srq, second);
	JUDGING(SRQ_MOD_03);
	MUST_EQ(srq_query(s.srq).srq_limit, second);
	return s;
}

CHECK_ROWS(a_raised_limit_is_the_one_that_fires, scenes,
	   PROMISES(SRQ_MOD_24, SRQ_MOD_03, SRQ_LIM_02), .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = armed_twice(row, 3, 6);

	scene_send(&s, 3); /* 5 left */
	JUDGING(SRQ_MOD_24);
	MUST_SEE_EVENT(s.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	scene_send(&s, 3); /* 2 left: below the first limit, too */
	JUDGING(SRQ_LIM_02);
	MUST_SEE_NO_EVENT();
}

CHECK_ROWS(a_lowered_limit_is_the_one_that_fires, scenes,
	   PROMISES(SRQ_MOD_24, SRQ_MOD_03, SRQ_MOD_25), .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = armed_twice(row, 6, 3);

	scene_send(&s, 3); /* 5 left: below the first limit */
	JUDGING(SRQ_MOD_25);
	MUST_SEE_NO_EVENT();
	scene_send(&s, 3); /* 2 left */
	JUDGING(SRQ_MOD_24);
	MUST_SEE_EVENT(s.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK_ROWS(zero_disarms_it, scenes, PROMISES(SRQ_LIM_06, SRQ_LIM_05, SRQ_QRY_10),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	scene_post(&s, 6);
	srq_arm(s.srq, 4);
	JUDGING(SRQ_LIM_06);
	MUST_SUCCEED(srq_modify(s.srq, IBV_SRQ_LIMIT, .srq_limit = 0));
	MUST_EQ(srq_query(s.srq).srq_limit, 0);
	scene_send(&s, 3);
	MUST_SEE_NO_EVENT();
	scene_send(&s, 3);
	JUDGING(SRQ_LIM_05);
	MUST_SEE_NO_EVENT();
}

/* A limit that no SRQ of the device can have. */
CHECK_ROWS(is_refused_above_the_size, scenes, PROMISES(SRQ_MOD_15, SRQ_MOD_12),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);
	struct ibv_srq_attr before;
	int ret;

	scene_post(&s, 5);
	srq_arm(s.srq, 4);
	before = srq_query(s.srq);
	ret = srq_modify(s.srq, IBV_SRQ_LIMIT,
			 .srq_limit = (uint32_t)vct_dev->attr.orig_attr.max_srq_wr + 1);
	JUDGING(SRQ_MOD_15);
	MUST_NE(ret, 0);
	JUDGING(SRQ_MOD_12);
	MUST_REFUSE_WITH_ERRNO(ret);
	JUDGING(SRQ_MOD_15);
	MUST_SAME_SRQ(s.srq, before);
	scene_send(&s, 1); /* 4 left */
	MUST_SEE_NO_EVENT();
	scene_send(&s, 1);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_SEE_EVENT(s.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK_ROWS(reads_as_it_was_set, scenes, PROMISES(SRQ_MOD_03, SRQ_QRY_05, SRQ_MOD_04),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);
	struct ibv_srq_attr expected = srq_query(s.srq);

	scene_post(&s, 8);
	for (uint32_t limit = 1; limit <= 8; limit++) {
		JUDGING(SRQ_MOD_03);
		MUST_SUCCEED(srq_modify(s.srq, IBV_SRQ_LIMIT, .srq_limit = limit));
		JUDGING(SRQ_QRY_05);
		MUST_EQ(srq_query(s.srq).srq_limit, limit);
		expected.srq_limit = limit;
		JUDGING(SRQ_MOD_04);
		MUST_SAME_SRQ(s.srq, expected);
	}
}
