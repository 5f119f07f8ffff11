// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The limit event: it is raised below the limit, not at it, once, and only when armed. */
#include "../vct.h"

CHECK(fires_once_strictly_below, PROMISES(SRQ_MOD_24, SRQ_MOD_25, SRQ_LIM_02, SRQ_QRY_09),
      .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 10);

	srq_arm(l.srq, 7);
	link_send(&l, 3); /* 7 left: at the limit, not below */
	JUDGING(SRQ_MOD_25);
	MUST_SEE_NO_EVENT();

	link_send(&l, 1); /* 6 left */
	JUDGING(SRQ_MOD_24);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	JUDGING(SRQ_QRY_09);
	MUST_EQ(srq_query(l.srq).srq_limit, 0);

	link_send(&l, 1);
	JUDGING(SRQ_LIM_02);
	MUST_SEE_NO_EVENT();
}

static const struct level_row {
	struct vct_row vct_row;
	uint32_t limit; /* 0: as many as the SRQ holds */
} levels[] = {
	{ ROW("one"), .limit = 1 },           { ROW("two"), .limit = 2 },
	{ ROW("nine"), .limit = 9 },          { ROW("max-wr"), .limit = 0 },
	{ ROW("seventeen"), .limit = 17 },    { ROW("hundred"), .limit = 100 },
	{ ROW("two-hundred"), .limit = 200 },
};

CHECK_ROWS(fires_at_any_level, levels,
	   PROMISES(SRQ_MOD_03, SRQ_LIM_01, SRQ_MOD_24, SRQ_MOD_25, SRQ_MOD_26),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_srq_attr attr = { .max_wr = row->limit > 16 ? srq_at_most(row->limit) : 16 };
	struct link l = rc_link(.srq = srq_make_attr(&attr));
	uint32_t limit = row->limit > 16 ? attr.max_wr : row->limit;
	uint32_t capacity = limit ? limit : srq_capacity(&attr);

	if (!limit)
		limit = capacity < srq_query(l.srq).max_wr ? capacity : srq_query(l.srq).max_wr;
	srq_post(l.srq, 0, limit);
	JUDGING(SRQ_MOD_03);
	RELIES_ON(BLOCK_SRQ_LIMIT);
	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_LIMIT, .srq_limit = limit));
	JUDGING(SRQ_MOD_26);
	MUST_SEE_NO_EVENT();
	link_send(&l, 1);
	JUDGING(SRQ_LIM_01);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

/*
 * The limit is armed while more WRs are queued: no event when it is armed, one when it is crossed.
 */
CHECK(arming_above_it_is_silent, PROMISES(SRQ_MOD_26, SRQ_LIM_07), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 9);

	srq_arm(l.srq, 4);
	MUST_SEE_NO_EVENT();

	JUDGING(SRQ_LIM_07);
	link_send(&l, 4); /* 5 left */
	MUST_SEE_NO_EVENT();
	link_send(&l, 2);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

/* A SRQ whose limit of 4 was crossed, and which was then filled to 10 WRs again. */
static struct link fired_and_filled(void)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 7);

	srq_arm(l.srq, 4);
	link_send(&l, 4);
	SETUP_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	saw_event(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED); /* another check judges a second event */
	srq_post(l.srq, 7, 7);
	return l;
}

CHECK(stays_silent_after_a_refill, PROMISES(SRQ_LIM_03), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = fired_and_filled();

	link_send(&l, 7); /* 3 left, below the old limit */
	MUST_SEE_NO_EVENT();
	link_send(&l, 3);
	MUST_SEE_NO_EVENT();
}

CHECK(fires_again_when_armed_again, PROMISES(SRQ_LIM_04, SRQ_MOD_25, SRQ_LIM_02),
      .needs = NEED_SRQ | NEED_RC)
{
	struct link l = fired_and_filled();

	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_LIMIT, .srq_limit = 4));
	link_send(&l, 6); /* 4 left */
	JUDGING(SRQ_MOD_25);
	MUST_SEE_NO_EVENT();

	link_send(&l, 1);
	JUDGING(SRQ_LIM_04);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);

	link_send(&l, 3);
	JUDGING(SRQ_LIM_02);
	MUST_SEE_NO_EVENT();
}

CHECK(zero_is_never_crossed, PROMISES(SRQ_LIM_05), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 4);

	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_LIMIT, .srq_limit = 0));
	link_send(&l, 4);
	MUST_SEE_NO_EVENT();
}

CHECK(zero_disarms, PROMISES(SRQ_LIM_06), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 6);

	srq_arm(l.srq, 4);
	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_LIMIT, .srq_limit = 0));
	MUST_EQ(srq_query(l.srq).srq_limit, 0);
	link_send(&l, 6);
	MUST_SEE_NO_EVENT();
}

/* The limit of 6 is armed while fewer WRs are queued. */
static const struct early_row {
	struct vct_row vct_row;
	unsigned int queued;
} early[] = {
	{ ROW("two"), .queued = 2 },
	{ ROW("none"), .queued = 0 },
};

/*
 * The documents do not say when this event comes. Once the SRQ has been filled above the limit and
 * has fallen below it, it must have come exactly once.
 */
CHECK_ROWS(armed_below_it, early, PROMISES(SRQ_LIM_08, SRQ_MOD_24, SRQ_LIM_02, SRQ_LIM_03),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = row->queued);
	bool at_once, at_next, at_filling;
	int came;

	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_LIMIT, .srq_limit = 6));
	at_once = saw_event(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	link_send(&l, row->queued);
	at_next = saw_event(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	srq_post(l.srq, row->queued, 8);
	at_filling = saw_event(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	came = at_once + at_next + at_filling;
	link_send(&l, 3); /* 5 left */
	JUDGING(SRQ_MOD_24);
	if (came)
		came += saw_event(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	else
		MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);

	RECORD("%u WRs queued when the limit of 6 was set: the event came %s", row->queued,
	       at_once      ? "at once"
	       : at_next    ? "at the next consumption"
	       : at_filling ? "when more WRs were posted"
			    : "when the limit was crossed after a refill");
	JUDGING(SRQ_LIM_03);
	MUST_LE(NAMED("the number of limit events", came), 1);
	JUDGING(SRQ_LIM_02);
	MUST_SEE_NO_EVENT();
}

static const struct consumer_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_wr_opcode opcode;
} consumers[] = {
	{ ROW("send"), .type = IBV_QPT_RC, .opcode = IBV_WR_SEND },
	{ ROW("send-with-imm"), .vct_row.needs = NEED_IMM, .type = IBV_QPT_RC,
	  .opcode = IBV_WR_SEND_WITH_IMM },
	{ ROW("write-with-imm"), .vct_row.needs = NEED_IMM, .type = IBV_QPT_RC,
	  .opcode = IBV_WR_RDMA_WRITE_WITH_IMM },
	{ ROW("ud-send"), .vct_row.needs = NEED_UD, .type = IBV_QPT_UD, .opcode = IBV_WR_SEND },
	{ ROW("ud-send-with-imm"), .vct_row.needs = NEED_UD, .type = IBV_QPT_UD,
	  .opcode = IBV_WR_SEND_WITH_IMM },
	{ ROW("send-with-inv"), .vct_row.needs = NEED_MW2, .type = IBV_QPT_RC,
	  .opcode = IBV_WR_SEND_WITH_INV },
};

CHECK_ROWS(counts_each_consumer, consumers, PROMISES(SRQ_LIM_09), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = link_make(row->type, &(struct link_attr){ .srq_wr = 16, .posted = 3 });
	bool inv = row->opcode == IBV_WR_SEND_WITH_INV;

	srq_arm(l.srq, 3);
	link_message(&l, row->opcode, .imm = inv ? bound_window(&l) : 7);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK(does_not_count_a_plain_write, PROMISES(SRQ_LIM_09), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 4);

	srq_arm(l.srq, 3);
	link_message(&l, IBV_WR_RDMA_WRITE);
	link_message(&l, IBV_WR_RDMA_WRITE);
	MUST_SEE_NO_EVENT();
	link_send(&l, 2);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK(event_names_the_srq_that_crossed, PROMISES(SRQ_LIM_10), .needs = NEED_SRQ | NEED_RC)
{
	struct link first = rc_link(.srq_wr = 16, .posted = 5);
	struct link second = rc_link(.srq_wr = 16, .posted = 5);

	srq_arm(first.srq, 4);
	srq_arm(second.srq, 4);
	link_send(&second, 2);
	MUST_SEE_EVENT(second.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	MUST(!saw_event(first.srq, IBV_EVENT_SRQ_LIMIT_REACHED),
	     "a SRQ whose limit is not crossed raises no event; it raised "
	     "IBV_EVENT_SRQ_LIMIT_REACHED");
	MUST_EQ(srq_query(first.srq).srq_limit, 4);

	link_send(&first, 2);
	MUST_SEE_EVENT(first.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK(fires_though_others_come_and_go, PROMISES(SRQ_LIM_01, SRQ_LIM_10),
      .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 8);

	srq_arm(l.srq, 8);
	for (int i = 0; i < 4; i++) {
		struct ibv_srq *other = srq_make(.max_wr = 16);

		srq_arm(other, 1);
		SETUP_OF(BLOCK_RELEASE_SRQ, !vct_destroy_srq(other));
	}
	link_send(&l, 1);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}
