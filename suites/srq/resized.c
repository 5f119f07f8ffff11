// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * SRQs that are resized while they are in use: where the queue stands, how full it is, and who uses
 * it, make no difference to what it keeps and to what it takes afterwards.
 */
#include "../vct.h"

enum { BOTH = IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT };

/* A queue of 15 WRs that becomes one of 60, or of 60 that becomes one of 15. */
static const struct resize_row {
	struct vct_row vct_row;
	struct scene_row scene;
	bool shrinks;
	bool wraps; /* the queued WRs stand at the end of the queue and at its beginning */
} resizes[] = {
	{ ROW("grown") },
	{ ROW("grown-wrapped"), .wraps = true },
	{ ROW("shrunk"), .shrinks = true },
	{ ROW("shrunk-wrapped"), .shrinks = true, .wraps = true },
	{ ROW("grown-again"), .scene.history = SCENE_GROWN, .wraps = true },
	{ ROW("four-qps-grown"), .scene.users = SCENE_FOUR, .wraps = true },
	{ ROW("rc-and-ud-grown"), .vct_row.needs = NEED_UD, .scene.users = SCENE_MIXED },
	{ ROW("xrc-grown"), .vct_row.needs = NEED_XRC, .scene.kind = SCENE_XRC, .wraps = true },
	{ ROW("xrc-shrunk"), .vct_row.needs = NEED_XRC, .scene.kind = SCENE_XRC, .shrinks = true },
};

/* The same numbers on every device that has as many: a size before and a size after. */
static uint32_t size_after(const struct resize_row *row)
{
	return srq_at_most(row->shrinks ? 15 : 60);
}

/* The scene before the resize, with n WRs queued. */
static struct scene with_queued(const struct resize_row *row, uint32_t n)
{
	struct scene s = scene_make(&row->scene, row->shrinks ? 60 : 15);

	if (row->wraps) {
		uint32_t first = (uint32_t)(s.taken % s.capacity), ahead = s.capacity - first;

		ahead = ahead > n / 2 ? ahead - n / 2 : 0;
		for (uint32_t i = 0; i < ahead; i++) {
			scene_post(&s, 1);
			scene_send(&s, 1);
		}
	}
	scene_post(&s, n);
	return s;
}

CHECK_ROWS(keeps_what_is_queued, resizes, PROMISES(SRQ_MOD_27, SRQ_MOD_18),
	   .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct scene s = with_queued(row, 9);

	JUDGING(SRQ_MOD_18);
	MUST_SUCCEED(srq_modify(s.srq, IBV_SRQ_MAX_WR, .max_wr = size_after(row)));
	JUDGING(SRQ_MOD_27);
	scene_post(&s, 2);
	for (int i = 0; i < 11; i++) {
		MUST_RECEIVE_NEXT(&s);
		MUST(scene_has_data(&s));
	}
	MUST_FIND_NO_WR(&s.user[0]);
}

/* More are queued at a time than it held before; a queue that shrank is filled, too. */
CHECK_ROWS(holds_as_many_as_asked_for, resizes, PROMISES(SRQ_MOD_07, SRQ_MOD_08),
	   .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct scene s = with_queued(row, 5);
	uint32_t asked = size_after(row);
	unsigned int posted;

	if (row->shrinks)
		JUDGING(SRQ_MOD_08);
	MUST_SUCCEED(srq_modify(s.srq, IBV_SRQ_MAX_WR, .max_wr = asked));
	MUST_GE(srq_query(s.srq).max_wr, asked);
	if (row->shrinks)
		RECORD("it was asked to shrink to %u WRs: max_wr is %u", asked,
		       srq_query(s.srq).max_wr);
	MUST_SUCCEED(srq_try_post(s.srq, s.posted, asked - 5, &posted));
	for (uint32_t i = 0; i < asked; i++)
		MUST_RECEIVE_NEXT(&s);
	MUST_FIND_NO_WR(&s.user[0]);
}

CHECK_ROWS(limit_given_with_the_size_fires, resizes, PROMISES(SRQ_MOD_09),
	   .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct scene s = with_queued(row, 6);

	MUST_SUCCEED(srq_modify(s.srq, BOTH, .max_wr = size_after(row), .srq_limit = 4));
	MUST_GE(srq_query(s.srq).max_wr, size_after(row));
	MUST_EQ(srq_query(s.srq).srq_limit, 4);
	scene_send(&s, 2); /* 4 left */
	MUST_SEE_NO_EVENT();
	scene_send(&s, 1);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_SEE_EVENT(s.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK_ROWS(limit_armed_before_fires, resizes, PROMISES(SRQ_MOD_05),
	   .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct scene s = with_queued(row, 6);

	srq_arm(s.srq, 4);
	RELIES_ON(BLOCK_SRQ_RESIZE);
	MUST_SUCCEED(srq_modify(s.srq, IBV_SRQ_MAX_WR, .max_wr = size_after(row)));
	MUST_EQ(srq_query(s.srq).srq_limit, 4);
	scene_send(&s, 2); /* 4 left */
	MUST_SEE_NO_EVENT();
	scene_send(&s, 1);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_SEE_EVENT(s.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}
