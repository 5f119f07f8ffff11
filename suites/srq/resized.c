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
		MUST(scene_has_data(&s),
		     "the buffer of the oldest WR has the bytes of the message; it has others");
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

static void must_fire_below_4_of_6(struct scene *s)
{
	MUST_EQ(srq_query(s->srq).srq_limit, 4);
	scene_send(s, 2); /* 4 left */
	MUST_SEE_NO_EVENT();
	scene_send(s, 1);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_SEE_EVENT(s->srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK_ROWS(limit_given_with_the_size_fires, resizes, PROMISES(SRQ_MOD_09),
	   .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct scene s = with_queued(row, 6);

	MUST_SUCCEED(srq_modify(s.srq, BOTH, .max_wr = size_after(row), .srq_limit = 4));
	MUST_GE(srq_query(s.srq).max_wr, size_after(row));
	must_fire_below_4_of_6(&s);
}

CHECK_ROWS(limit_armed_before_fires, resizes, PROMISES(SRQ_MOD_05),
	   .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct scene s = with_queued(row, 6);

	srq_arm(s.srq, 4);
	RELIES_ON(BLOCK_SRQ_RESIZE);
	MUST_SUCCEED(srq_modify(s.srq, IBV_SRQ_MAX_WR, .max_wr = size_after(row)));
	must_fire_below_4_of_6(&s);
}

static void must_scatter(struct link *l, const struct ibv_recv_wr *wr, uint64_t id)
{
	char *data = send_slot(l->sent);

	for (int i = 0; i < 300; i++)
		data[i] = (char)(1 + (id + (uint64_t)i) % 251);
	link_message(l, IBV_WR_SEND, .data = data, .length = 300);
	MUST_EQ(l->wc.wr_id, id);
	for (int i = 0; i < 3; i++)
		MUST_EQUAL_BYTES((const void *)(uintptr_t)wr->sg_list[i].addr, data + 100 * i, 100);
}

static const struct scatter_row {
	struct vct_row vct_row;
	uint32_t before, after;
} scatters[] = {
	{ ROW("grown"), .before = 7, .after = 60 },
	{ ROW("shrunk"), .before = 60, .after = 7 },
};

/* WRs of several SGEs, queued before the resize and posted after it. */
CHECK_ROWS(keeps_every_sge, scatters, PROMISES(SRQ_MOD_27),
	   .needs = NEED_SRQ | NEED_SRQ_ROOM | NEED_RESIZE | NEED_RC)
{
	struct link l = rc_link(.srq_wr = row->before, .srq_sge = 3);
	struct ibv_recv_wr wr[4], *bad;
	struct ibv_sge sge[4][3];

	for (uint64_t id = 0; id < 4; id++) {
		for (uint64_t i = 0; i < 3; i++)
			sge[id][i] = slot_sge(recv_slot(4 * id + i), 100);
		wr[id] = (struct ibv_recv_wr){ .wr_id = id, .sg_list = sge[id], .num_sge = 3 };
		if (id == 3)
			SETUP_OF(BLOCK_SRQ_RESIZE,
				 !srq_modify(l.srq, IBV_SRQ_MAX_WR, .max_wr = row->after));
		SETUP_OF(BLOCK_SRQ_POST, !vct_post_srq_recv(l.srq, &wr[id], &bad));
	}
	for (uint64_t id = 0; id < 4; id++)
		must_scatter(&l, &wr[id], id);
}

/* Refused while WRs are queued and a limit is armed: all of it is as before. */
CHECK_ROWS(a_refused_size_leaves_all_as_it_was, scenes,
	   PROMISES(SRQ_MOD_16, SRQ_MOD_14, SRQ_MOD_13), .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	uint32_t above = (uint32_t)vct_dev->attr.orig_attr.max_srq_wr + 1;
	struct scene s = scene_make(row, 15);
	struct ibv_srq_attr before;

	scene_post(&s, 7);
	srq_arm(s.srq, 3);
	before = srq_query(s.srq);
	JUDGING(SRQ_MOD_16);
	MUST_REFUSE(srq_modify(s.srq, IBV_SRQ_MAX_WR, .max_wr = above));
	MUST_SAME_SRQ(s.srq, before);
	JUDGING(SRQ_MOD_14);
	MUST_REFUSE(srq_modify(s.srq, BOTH, .max_wr = above, .srq_limit = 2));
	MUST_SAME_SRQ(s.srq, before);
	JUDGING(SRQ_MOD_13);
	MUST_REFUSE(srq_modify(s.srq, BOTH, .max_wr = srq_at_most(60), .srq_limit = above));
	MUST_SAME_SRQ(s.srq, before);
	JUDGING(SRQ_MOD_16);
	for (int i = 0; i < 4; i++)
		MUST_RECEIVE_NEXT(&s);
	MUST_SEE_NO_EVENT();
	MUST_RECEIVE_NEXT(&s);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_SEE_EVENT(s.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}
