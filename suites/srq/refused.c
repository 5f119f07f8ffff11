// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Sizes that ibv_modify_srq must refuse, and sizes given together with a limit: both are set or
 * none.
 */
#include "../vct.h"

enum { BOTH = IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT };

static uint32_t above_the_device(void)
{
	return (uint32_t)vct_dev->attr.orig_attr.max_srq_wr + 1;
}

/* Sizes that no SRQ of the device can have. */
static const struct bad_row {
	struct vct_row vct_row;
	uint32_t (*device)(void);
	uint32_t max_wr; /* where `device` is NULL */
} bad[] = {
	{ ROW("zero"), .max_wr = 0 },
	{ ROW("above-the-device"), .device = above_the_device },
	{ ROW("largest-number"), .max_wr = UINT32_MAX },
};

/* How many WRs a SRQ of this size takes besides one. */
static uint32_t others(uint32_t max_wr)
{
	return srq_capacity(&(struct ibv_srq_attr){ .max_wr = max_wr }) - 1;
}

static uint32_t bad_size(const struct bad_row *row)
{
	return row->device ? row->device() : row->max_wr;
}

CHECK(size_above_the_device, PROMISES(SRQ_ATT_01, AFT_01), .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);

	MUST_REFUSE(srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = above_the_device()));
}

CHECK(bad_size_fails_with_an_errno_value, PROMISES(SRQ_MOD_12), .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);

	MUST_REFUSE_WITH_ERRNO(srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = above_the_device()));
}

CHECK_ROWS(bad_size_changes_nothing, bad, PROMISES(SRQ_MOD_16),
	   .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	uint32_t room = others(15);
	struct link l = rc_link(.srq_wr = 15, .posted = 1);
	struct ibv_srq_attr before = srq_query(l.srq);
	unsigned int posted;

	MUST_REFUSE(srq_modify(l.srq, IBV_SRQ_MAX_WR, .max_wr = bad_size(row)));
	MUST_SAME_SRQ(l.srq, before);
	MUST_SUCCEED(srq_try_post(l.srq, 1, room, &posted));
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
}

CHECK_ROWS(bad_size_leaves_the_limit, bad, PROMISES(SRQ_MOD_14, AFT_01),
	   .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);
	struct ibv_srq_attr before;

	srq_post(srq, 0, 8);
	srq_arm(srq, 3);
	before = srq_query(srq);
	MUST_REFUSE(srq_modify(srq, BOTH, .max_wr = bad_size(row), .srq_limit = 7));
	MUST_SAME_SRQ(srq, before);
}

/* The limit is above every size. */
CHECK(bad_limit_leaves_the_size, PROMISES(SRQ_MOD_13), .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	uint32_t room = others(15);
	struct link l = rc_link(.srq_wr = 15, .posted = 1);
	struct ibv_srq_attr before;
	unsigned int posted;

	srq_arm(l.srq, 1);
	before = srq_query(l.srq);
	MUST_REFUSE(srq_modify(l.srq, BOTH, .max_wr = srq_at_most(100),
			       .srq_limit = above_the_device()));
	MUST_SAME_SRQ(l.srq, before);
	MUST_SUCCEED(srq_try_post(l.srq, 1, room, &posted));
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
}

/* Destroys the link's receiver, then judges that the SRQ can be destroyed. */
static void must_destroy(struct link *l)
{
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l->rx));
	MUST_SUCCEED(vct_destroy_srq(l->srq));
}

/*
 * A driver learns late, from the device, how many WRs are queued: a refusal then must leave the SRQ
 * usable.
 */
CHECK(size_below_what_is_queued, PROMISES(SRQ_MOD_17), .needs = NEED_SRQ | NEED_RESIZE | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 15, .posted = 10);
	struct ibv_srq_attr before = srq_query(l.srq);
	int ret = srq_modify(l.srq, IBV_SRQ_MAX_WR, .max_wr = 5);
	unsigned int posted;

	RECORD("max_wr 5 with 10 WRs queued: %s", ret ? "refused" : "accepted");
	if (ret)
		MUST_SAME_SRQ(l.srq, before);
	else
		MUST_GE(srq_query(l.srq).max_wr, 10);
	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_LIMIT, .srq_limit = 2));
	MUST_EQ(srq_query(l.srq).srq_limit, 2);
	MUST_RECEIVE(&l, 0);
	MUST_SUCCEED(srq_try_post(l.srq, 10, 1, &posted));
	for (uint64_t id = 1; id <= 10; id++)
		MUST_RECEIVE(&l, id);
	must_destroy(&l);
}

static const struct mask_row {
	struct vct_row vct_row;
	int mask;
} masks[] = {
	{ ROW("max-wr"), .mask = IBV_SRQ_MAX_WR },
	{ ROW("both"), .mask = BOTH },
};

CHECK_ROWS(size_without_the_capability, masks, PROMISES(SRQ_MOD_19, SRQ_MOD_32), .needs = NEED_SRQ,
	   .lacks = NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);
	unsigned int posted;

	MUST_REFUSE(srq_modify(srq, row->mask, .max_wr = 31, .srq_limit = 5));
	MUST_SUCCEED(srq_try_post(srq, 0, 15, &posted));
}

CHECK_ROWS(size_without_the_capability_changes_nothing, masks, PROMISES(SRQ_MOD_19, AFT_01),
	   .needs = NEED_SRQ, .lacks = NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);
	struct ibv_srq_attr before;

	srq_post(srq, 0, 8);
	srq_arm(srq, 3);
	before = srq_query(srq);
	MUST_REFUSE(srq_modify(srq, row->mask, .max_wr = 31, .srq_limit = 5));
	MUST_SAME_SRQ(srq, before);
}

/* The limit is valid for the new size, not for the present one. */
CHECK(limit_is_judged_by_the_new_size, PROMISES(SRQ_MOD_20),
      .needs = NEED_SRQ | NEED_SRQ_ROOM | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 7);
	uint32_t limit = srq_query(srq).max_wr + 33;

	MUST_SUCCEED(srq_modify(srq, BOTH, .max_wr = limit + 23, .srq_limit = limit));
	MUST_GE(srq_query(srq).max_wr, limit + 23);
	MUST_HAVE_LIMIT(srq, limit);
}

/* Only a device that rounds the size up above the limit may accept it; then both must be set. */
CHECK(limit_above_the_new_size, PROMISES(SRQ_MOD_21),
      .needs = NEED_SRQ | NEED_SRQ_ROOM | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 63);
	struct ibv_srq_attr before = srq_query(srq);

	if (srq_modify(srq, BOTH, .max_wr = 7, .srq_limit = 40)) {
		MUST_SAME_SRQ(srq, before);
	} else {
		MUST_HAVE_LIMIT(srq, 40);
		MUST_GE(srq_query(srq).max_wr, 40);
	}
}

static const struct lower_row {
	struct vct_row vct_row;
	uint32_t limit;
} lower[] = {
	{ ROW("cleared"), .limit = 0 },
	{ ROW("lowered"), .limit = 2 },
};

CHECK_ROWS(size_below_the_limit_it_replaces, lower, PROMISES(SRQ_MOD_22),
	   .needs = NEED_SRQ | NEED_SRQ_ROOM | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 63);

	srq_post(srq, 0, 2);
	srq_arm(srq, 40);
	MUST_SUCCEED(srq_modify(srq, BOTH, .max_wr = 7, .srq_limit = row->limit));
	MUST_GE(srq_query(srq).max_wr, 7);
	MUST_EQ(srq_query(srq).srq_limit, row->limit);
}

CHECK(size_below_the_armed_limit, PROMISES(SRQ_MOD_23),
      .needs = NEED_SRQ | NEED_SRQ_ROOM | NEED_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 63);
	struct ibv_srq_attr before, now;
	int ret;

	srq_arm(srq, 40);
	before = srq_query(srq);
	ret = srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = 7);
	now = srq_query(srq);
	RECORD("max_wr 7 with the limit at 40: %s", ret ? "refused" : "accepted");
	if (ret)
		MUST_SAME_SRQ(srq, before);
	else
		MUST_LE(now.srq_limit, now.max_wr);
}
