// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_poll_cq: how many completions it returns and removes, and what it does after an overrun. */
#include "lull.h"

STATIC_CHECK(returns_a_number_that_can_be_negative, PROMISES(CQ_POL_10))
{
	_Static_assert(HAS_PROTOTYPE(ibv_poll_cq, int(struct ibv_cq *, int, struct ibv_wc *)),
		       "ibv_poll_cq");
}

/* Polls for one completion; cq_wait() would rely on the number that is judged here. */
static void must_poll_one(struct ibv_cq *cq)
{
	struct ibv_wc wc[16];
	int n = cq_poll_one(cq, wc);

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), n);
	MUST_EQ(NAMED("what ibv_poll_cq returned", n), 1);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), wc[0].status == IBV_WC_SUCCESS);
}

/* Sends n messages, whose receive completions are not polled; then a lull. */
static void send_and_wait(struct link *l, struct lull *lull, int n)
{
	srq_post(l->srq, l->sent, (unsigned int)n);
	for (int i = 0; i < n; i++)
		link_post(l, IBV_WR_SEND);
	for (int i = 0; i < n; i++)
		must_poll_one(l->tx_cq);
	lull_pass(lull);
}

static const struct ask_row {
	struct vct_row vct_row;
	int there, ask, got;
} asks[] = {
	{ ROW("none-there"), .there = 0, .ask = 4, .got = 0 },
	{ ROW("fewer-than-asked"), .there = 3, .ask = 16, .got = 3 },
	{ ROW("as-many-as-asked"), .there = 3, .ask = 3, .got = 3 },
	{ ROW("none-asked"), .there = 3, .ask = 0, .got = 0 },
	{ ROW("more-than-asked"), .there = 3, .ask = 2, .got = 2 },
};

/* Polls for `ask`: entries in their order from `first`, and nothing behind those asked for. */
static int poll_for(struct ibv_cq *cq, int ask, int most, uint64_t first)
{
	struct ibv_wc wc[32], untouched;
	int n;

	memset(wc, 0xee, sizeof(wc));
	memset(&untouched, 0xee, sizeof(untouched));
	n = vct_poll_cq(cq, ask, wc);
	MUST_GE(NAMED("what ibv_poll_cq returned", n), 0);
	MUST_LE(NAMED("what ibv_poll_cq returned", n), most);
	for (int i = 0; i < n; i++)
		MUST_EQ(wc[i].wr_id, first + (uint64_t)i);
	MUST_EQUAL_BYTES(NAMED("the entry behind those that were asked for", &wc[ask]), &untouched,
			 sizeof(untouched));
	return n;
}

/* Two polls find all; `last`: they must. What comes late is polled afterwards. */
static bool are_found(const struct link *l, const struct ask_row *row, uint64_t first, bool last)
{
	int got = poll_for(l->rx_cq, row->ask, row->got, first), rest, seen;

	if (last)
		MUST_EQ(NAMED("what ibv_poll_cq returned", got), row->got);
	rest = poll_for(l->rx_cq, 16, row->there - got, first + (uint64_t)got);
	if (last)
		MUST_EQ(NAMED("what ibv_poll_cq returned", rest), row->there - got);
	for (seen = got + rest; seen < row->there; seen++) {
		struct ibv_wc wc[16];

		MUST_EQ(NAMED("what ibv_poll_cq returned", cq_poll_one(l->rx_cq, wc)), 1);
		MUST_EQ(wc[0].wr_id, first + (uint64_t)seen);
	}
	MUST_EQ(NAMED("what ibv_poll_cq returned", poll_for(l->rx_cq, 16, 0, 0)), 0);
	return got == row->got && rest == row->there - got;
}

CHECK_ROWS(returns_how_many_there_are, asks, PROMISES(CQ_POL_09), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16);
	struct lull lull = lull_make();
	bool last = false;
	uint64_t first;

	do {
		first = l.sent;
		if (row->there)
			send_and_wait(&l, &lull, row->there);
		last = !lull_grow(&lull);
	} while (!are_found(&l, row, first, last));
}

CHECK(polled_completion_is_removed, PROMISES(CQ_POL_11), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16);
	struct lull lull = lull_make();
	struct ibv_wc wc[4];

	send_and_wait(&l, &lull, 3);
	for (int i = 0; i < 3; i++)
		MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, i);
	MUST_EQ(vct_poll_cq(l.rx_cq, 4, wc), 0);
	srq_post(l.srq, 3, 1);
	MUST_RECEIVE(&l, 3);
	MUST_EQ(vct_poll_cq(l.rx_cq, 4, wc), 0);
}

CHECK(full_cq_is_not_overrun, PROMISES(CQ_POL_12), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = link_with_full_cq();

	MUST_SEE_NO_EVENT();
	for (int i = 0; i < l.rx_cq->cqe; i++)
		MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, i);
}

CHECK(overrun_raises_cq_err, PROMISES(CQ_POL_12), .needs = NEED_SRQ | NEED_RC,
      .danger = DANGER_DESTRUCTIVE)
{
	struct link l = link_with_full_cq();

	overrun_cq(&l);
	MUST_SEE_EVENT(l.rx_cq, IBV_EVENT_CQ_ERR);
}

CHECK(overrun_with_a_channel_raises_cq_err, PROMISES(CQ_POL_12), .needs = NEED_SRQ | NEED_RC,
      .danger = DANGER_DESTRUCTIVE)
{
	struct link l = link_with_full_cq_on(channel_make());

	overrun_cq(&l);
	MUST_SEE_EVENT(l.rx_cq, IBV_EVENT_CQ_ERR);
}

/*
 * An overrun CQ may return nothing, a failure, or completions: no more than messages were sent, and
 * each of a posted WR.
 */
CHECK(overrun_cq_fails_or_gives_what_it_held, PROMISES(CQ_POL_12, CQ_POL_10),
      .needs = NEED_SRQ | NEED_RC, .danger = DANGER_DESTRUCTIVE)
{
	struct link l = link_with_full_cq();
	int room = l.rx_cq->cqe, sent, n;
	struct ibv_wc *wc;

	overrun_cq(&l);
	sent = (int)l.sent;
	wc = calloc((size_t)sent + 16, sizeof(*wc));
	MUST_SEE_EVENT(l.rx_cq, IBV_EVENT_CQ_ERR);
	n = vct_poll_cq(l.rx_cq, sent + 4, wc);
	RECORD("ibv_poll_cq returns %d on an overrun CQ of %d entries", n, room);
	JUDGING(CQ_POL_10);
	MUST_LE(NAMED("what ibv_poll_cq returned", n), sent);
	for (int i = 0; i < n; i++)
		MUST_LE(wc[i].wr_id, sent - 1);
	free(wc);
}

CHECK(srq_wrs_are_not_flushed_with_a_qp, PROMISES(CQ_POL_14), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 3), other = rc_link(.srq = l.srq);

	link_send(&l, 1);
	qp_to_state(l.rx, IBV_QPS_ERR);
	MUST_RECEIVE(&other, 1);
	MUST_RECEIVE(&other, 2);
	MUST_BE_EMPTY(l.rx_cq);
}

CHECK(srq_wrs_outlive_the_qp, PROMISES(CQ_POL_14), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 3), other;

	link_send(&l, 1);
	qp_to_state(l.rx, IBV_QPS_ERR);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	other = rc_link(.srq = l.srq);
	MUST_RECEIVE(&other, 1);
	MUST_RECEIVE(&other, 2);
	MUST_BE_EMPTY(l.rx_cq);
}
