// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_resize_cq: sizes, entries that were not polled, and requests for notification. */
#include "unpolled.h"

/* A link whose receiver's CQ was asked for `cqe` entries, for 16 that are not polled. */
static struct link link_on(int cqe)
{
	return rc_link(.rx_cq = cq_make(cqe), .srq_wr = 16);
}

/* Sends n messages whose receive completions are not polled. */
static void send_messages(struct link *l, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		srq_post(l->srq, l->sent, 1);
		link_post(l, IBV_WR_SEND);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
			 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
	}
}

/* A message of another link shows that the completions have had time to reach the CQ. */
static void let_them_come(void)
{
	struct link later = rc_link(.srq_wr = 1, .posted = 1);

	link_send(&later, 1);
}

static void leave_unpolled(struct link *l, unsigned int n)
{
	send_messages(l, n);
	let_them_come();
}

static void must_poll(struct link *l, uint64_t first, unsigned int n)
{
	for (uint64_t i = first; i < first + n; i++) {
		struct ibv_wc wc = MUST_COMPLETE(l->rx_cq);

		MUST_EQ(wc.wr_id, i);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
	}
}

static const struct size_row {
	struct vct_row vct_row;
	int from, to;
} sizes[] = {
	{ ROW("1-to-2"), .from = 1, .to = 2 },       { ROW("16-to-17"), .from = 16, .to = 17 },
	{ ROW("16-to-255"), .from = 16, .to = 255 }, { ROW("16-to-1000"), .from = 16, .to = 1000 },
	{ ROW("255-to-16"), .from = 255, .to = 16 }, { ROW("64-to-64"), .from = 64, .to = 64 },
};

/* As many completions as asked for, at most 300, fit. */
CHECK_ROWS(has_at_least_what_was_asked_for, sizes, PROMISES(CQ_RSZ_01, CQ_RSZ_02),
	   .needs = NEED_CQ_RESIZE | NEED_RC | NEED_SRQ)
{
	int to = cqe_at_most(row->to);
	struct ibv_cq *cq = cq_make(cqe_at_most(row->from));
	struct unpolled u = unpolled_make(cq, to < 300 ? (unsigned int)to : 300);

	JUDGING(CQ_RSZ_01);
	MUST_SUCCEED(vct_resize_cq(cq, to));
	MUST_GE(cq->cqe, to);
	unpolled_send(&u, 0, u.n);
	MUST_SEE_NO_EVENT();
	JUDGING(CQ_RSZ_02);
	must_poll_unpolled(&u, 0, u.n);
	MUST_BE_EMPTY(cq);
}

/* Some were polled before; the rest stands over the end of the CQ. */
static const struct rest_row {
	struct vct_row vct_row;
	unsigned int polled, left;
	int to;
} rests[] = {
	{ ROW("grows-at-the-start"), .polled = 0, .left = 5, .to = 64 },
	{ ROW("grows-over-the-end"), .polled = 12, .left = 10, .to = 64 },
	{ ROW("full-grows-over-the-end"), .polled = 12, .left = 16, .to = 64 },
	{ ROW("grows-in-a-later-round"), .polled = 29, .left = 10, .to = 100 },
	{ ROW("shrinks-over-the-end"), .polled = 12, .left = 8, .to = 8 },
	{ ROW("stays-over-the-end"), .polled = 13, .left = 8, .to = 16 },
};

CHECK_ROWS(unpolled_entries_stay_in_order, rests, PROMISES(CQ_RSZ_02),
	   .needs = NEED_CQ_RESIZE | NEED_RC | NEED_SRQ)
{
	struct link l = link_on(16);

	for (unsigned int i = 0; i < row->polled; i++) {
		send_messages(&l, 1);
		must_poll(&l, i, 1);
	}
	leave_unpolled(&l, row->left);
	SETUP(!vct_resize_cq(l.rx_cq, cqe_at_most(row->to)));
	must_poll(&l, row->polled, row->left);
	MUST_BE_EMPTY(l.rx_cq);
	leave_unpolled(&l, 5);
	must_poll(&l, row->polled + row->left, 5);
}

/* Again and again, between messages. */
CHECK(resized_often_loses_nothing, PROMISES(CQ_RSZ_02),
      .needs = NEED_CQ_RESIZE | NEED_RC | NEED_SRQ)
{
	static const int to[] = { 20, 7, 33, 8, 64, 6, 100, 16 };
	struct link l = link_on(16);
	uint64_t polled = 0;

	leave_unpolled(&l, 3);
	for (size_t i = 0; i < sizeof(to) / sizeof(to[0]); i++) {
		leave_unpolled(&l, 2);
		SETUP(!vct_resize_cq(l.rx_cq, cqe_at_most(to[i])));
		must_poll(&l, polled, 2);
		polled += 2;
	}
	must_poll(&l, polled, 3);
	MUST_BE_EMPTY(l.rx_cq);
}

/* Nothing is polled between: the CQ holds all that was asked for, however often it was resized. */
CHECK(several_in_a_row_leave_the_room, PROMISES(CQ_RSZ_01),
      .needs = NEED_CQ_RESIZE | NEED_RC | NEED_SRQ)
{
	enum { TIMES = 8, ROOM = 15 };
	struct link l = link_on(ROOM);

	for (int i = 0; i < TIMES; i++) {
		SETUP(!vct_resize_cq(l.rx_cq, cqe_at_most(100)));
		SETUP(!vct_resize_cq(l.rx_cq, ROOM));
	}
	for (int i = 0; i < ROOM; i++) {
		srq_post(l.srq, l.sent, 1);
		link_post(&l, IBV_WR_SEND);
		MUST_EQ(cq_wait(l.tx_cq).status, IBV_WC_SUCCESS);
	}
	let_them_come();
	MUST_SEE_NO_EVENT();
	must_poll(&l, 0, ROOM);
}

/* The page forbids it, and does not say what becomes of entries for which there is no room. */
CHECK(fewer_than_are_unpolled_lose_none, PROMISES(CQ_RSZ_03),
      .needs = NEED_CQ_RESIZE | NEED_RC | NEED_SRQ, .danger = DANGER_REFUSED)
{
	enum { LEFT = 20 };
	struct ibv_cq *cq = cq_make(32);
	struct unpolled u = unpolled_make(cq, LEFT);
	int before = cq->cqe, ret;

	unpolled_send(&u, 0, LEFT);
	let_them_come();
	ret = vct_resize_cq(cq, 5);
	RECORD("5 entries, although 20 are unpolled: %s", vct_errno_text(ret));
	MUST_GE(ret, 0);
	if (ret) {
		MUST_EQ(cq->cqe, before);
	} else if (cq->cqe < LEFT) {
		RECORD("the CQ has fewer than 20 entries afterwards");
		return;
	}
	must_poll_unpolled(&u, 0, LEFT);
	MUST_BE_EMPTY(cq);
}

static const struct excess_row {
	struct vct_row vct_row;
	long long above;
} excesses[] = {
	{ ROW("one-more"), .above = 1 },
	{ ROW("far-more"), .above = 1LL << 30 },
};

CHECK_ROWS(more_than_max_cqe_is_refused, excesses, PROMISES(CQ_RSZ_04, AFT_01),
	   .needs = NEED_CQ_RESIZE | NEED_RC | NEED_SRQ, .danger = DANGER_REFUSED)
{
	struct link l = link_on(16);
	long long asked = vct_dev->attr.orig_attr.max_cqe + row->above;
	int before = l.rx_cq->cqe;

	leave_unpolled(&l, 3);
	MUST_REFUSE_WITH_ERRNO(vct_resize_cq(l.rx_cq, asked > INT32_MAX ? INT32_MAX : (int)asked));
	MUST_EQ(l.rx_cq->cqe, before);
	must_poll(&l, 0, 3);
}

CHECK(request_survives, PROMISES(CQ_RSZ_05), .needs = NEED_CQ_RESIZE | NEED_RC | NEED_SRQ)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 16, NULL);
	struct link l = rc_link(.rx_cq = cq, .srq_wr = 4, .posted = 2);

	cq_arm(cq, 0);
	SETUP(!vct_resize_cq(cq, cqe_at_most(40)));
	link_send(&l, 1);
	MUST_NOTIFY(channel, cq);
	SETUP(!vct_resize_cq(cq, 16));
	link_send(&l, 1);
	MUST_NOT_NOTIFY(channel);
}
