// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_create_srq: what the new SRQ belongs to, what is told of it, and what cannot be had. */
#include "../vct.h"

STATIC_CHECK(prototype, PROMISES(SRQ_CRE_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_create_srq, struct ibv_srq * (struct ibv_pd *,
								       struct ibv_srq_init_attr *)),
		       "ibv_create_srq");
}

STATIC_CHECK(init_attr_members, PROMISES(SRQ_CRE_02))
{
	_Static_assert(HAS_MEMBER(struct ibv_srq_init_attr, srq_context, void *), "srq_context");
	_Static_assert(HAS_MEMBER(struct ibv_srq_init_attr, attr, struct ibv_srq_attr), "attr");
	_Static_assert(offsetof(struct ibv_srq_init_attr, srq_context) == 0, "srq_context");
	_Static_assert(offsetof(struct ibv_srq_init_attr, attr) == sizeof(void *), "attr");
}

/* No rdma-core has it: lib/legacy makes it of ibv_create_srq_ex. */
CHECK(xsrq_is_there_or_had_through_ex, PROMISES(SRQ_CRX_01), .needs = NEED_SRQ)
{
	struct ibv_xsrq_init_attr init = { .attr = { .max_wr = 4, .max_sge = 1 } };
	struct ibv_srq *srq = vct_create_xsrq(pd(), &init);
	char own[512];

	vct_legacy_own(own, sizeof(own));
	RECORD("ibv_create_xsrq is %s",
	       strstr(own, "ibv_create_xsrq") ? "there" : "not there: ibv_create_srq_ex");
	MUST(srq);
	MUST_GE(srq_query(srq).max_wr, 4);
	MUST_SUCCEED(vct_destroy_srq(srq));
}

static struct ibv_srq *create(uint32_t max_wr, uint32_t max_sge, struct ibv_srq_attr *returned)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = max_wr, .max_sge = max_sge } };
	struct ibv_srq *srq = vct_create_srq(pd(), &init);

	*returned = init.attr;
	return srq;
}

CHECK(belongs_to_the_pd_given, PROMISES(SRQ_CRX_03), .needs = NEED_SRQ)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = 1, .max_sge = 1 } };
	struct ibv_pd *own = vct_alloc_pd(ctx());
	struct ibv_srq *srq;

	SETUP(own && pd());
	srq = vct_create_srq(own, &init);
	MUST(srq);
	MUST(srq->pd == own);
	MUST_REFUSE(vct_dealloc_pd(own));
	MUST_SUCCEED(vct_destroy_srq(srq));
	MUST_SUCCEED(vct_dealloc_pd(own));
}

CHECK(keeps_the_context_given, PROMISES(SRQ_CRX_04), .needs = NEED_SRQ)
{
	struct ibv_srq_init_attr init = { .srq_context = &init,
					  .attr = { .max_wr = 1, .max_sge = 1 } };
	struct ibv_srq *srq = vct_create_srq(pd(), &init);

	MUST(srq);
	MUST(srq->srq_context == &init);
	MUST(srq->context == ctx());
}

/* A limit given at creation is of no effect: it is not read back, arms nothing, forbids nothing. */
static const struct limit_row {
	struct vct_row vct_row;
	uint32_t limit;
} limits[] = {
	{ ROW("within-max-wr", SRQ_CRX_07), .limit = 4 },
	{ ROW("beyond-max-wr", SRQ_CRX_08), .limit = UINT32_MAX },
};

static struct ibv_srq *create_with_limit(uint32_t limit)
{
	struct ibv_srq_init_attr init = {
		.attr = { .max_wr = 16, .max_sge = 1, .srq_limit = limit },
	};

	return vct_create_srq(pd(), &init);
}

CHECK_ROWS(limit_given_reads_zero, limits, .needs = NEED_SRQ)
{
	struct ibv_srq *srq = create_with_limit(row->limit);

	MUST(srq);
	MUST_EQ(srq_query(srq).srq_limit, 0);
}

CHECK_ROWS(limit_given_raises_no_event, limits, .needs = NEED_SRQ | NEED_RC | NEED_UD)
{
	struct ibv_srq *srq = create_with_limit(row->limit);
	struct link l;

	MUST(srq);
	l = rc_link(.srq = srq, .posted = 6);
	link_send(&l, 3); /* 3 left, below either */
	MUST_SEE_NO_EVENT();
}

CHECK(limit_given_does_not_forbid_resizing, PROMISES(SRQ_CRX_08), .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = create_with_limit(UINT32_MAX);

	MUST(srq);
	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = 32));
}

CHECK(limit_given_makes_no_difference, PROMISES(SRQ_CRE_04), .needs = NEED_SRQ)
{
	struct ibv_srq *without = create_with_limit(0), *with = create_with_limit(4);
	struct ibv_srq_attr plain;

	MUST(without && with);
	plain = srq_query(without);
	MUST_SAME_SRQ(with, plain);
}

CHECK(returns_what_query_gives, PROMISES(SRQ_CRX_09), .needs = NEED_SRQ | NEED_SRQ_ROOM)
{
	struct ibv_srq_attr returned, queried;
	struct ibv_srq *srq = create(100, 3, &returned);

	MUST(srq);
	queried = srq_query(srq);
	MUST_EQ(returned.max_wr, queried.max_wr);
	MUST_EQ(returned.max_sge, queried.max_sge);
}

CHECK(returns_how_many_wrs_fit, PROMISES(SRQ_CRX_09), .needs = NEED_SRQ | NEED_SRQ_ROOM)
{
	struct ibv_srq_attr returned;
	struct ibv_srq *srq = create(100, 3, &returned);
	unsigned int posted;

	MUST(srq);
	MUST_REFUSE(srq_try_post(srq, 0, returned.max_wr + 1, &posted));
	MUST_EQ(posted, returned.max_wr);
}

/* Powers of two, their neighbours, and more than a page of them. */
static const struct size_row {
	struct vct_row vct_row;
	uint32_t max_wr;
} sizes[] = {
	{ ROW("1"), .max_wr = 1 },   { ROW("2"), .max_wr = 2 },     { ROW("3"), .max_wr = 3 },
	{ ROW("7"), .max_wr = 7 },   { ROW("8"), .max_wr = 8 },     { ROW("63"), .max_wr = 63 },
	{ ROW("64"), .max_wr = 64 }, { ROW("100"), .max_wr = 100 }, { ROW("1000"), .max_wr = 1000 },
};

CHECK_ROWS(max_wr_is_at_least_the_requested, sizes, PROMISES(SRQ_CRX_10), .needs = NEED_SRQ)
{
	uint32_t most = (uint32_t)vct_dev->attr.orig_attr.max_srq_wr;
	uint32_t requested = row->max_wr < most ? row->max_wr : most;
	struct ibv_srq_attr returned;

	MUST(create(requested, 1, &returned));
	MUST_GE(returned.max_wr, requested);
}

CHECK(max_sge_is_at_least_the_requested, PROMISES(SRQ_CRX_11), .needs = NEED_SRQ)
{
	uint32_t most = (uint32_t)vct_dev->attr.orig_attr.max_srq_sge;
	struct ibv_srq_attr returned;

	for (uint32_t requested = 1; requested <= most; requested++) {
		MUST(create(1, requested, &returned));
		MUST_GE(returned.max_sge, requested);
	}
}

CHECK(takes_max_srq_sge, PROMISES(SRQ_ATT_02), .needs = NEED_SRQ)
{
	struct ibv_srq_attr returned;

	MUST(create(1, (uint32_t)vct_dev->attr.orig_attr.max_srq_sge, &returned));
}

/* More than the device claims, by one and by far. */
static const struct excess_row {
	struct vct_row vct_row;
	bool wr, by_far;
} excesses[] = {
	{ ROW("max-wr-by-one"), .wr = true },
	{ ROW("max-wr-by-far"), .wr = true, .by_far = true },
	{ ROW("max-sge-by-one"), .wr = false },
	{ ROW("max-sge-by-far"), .wr = false, .by_far = true },
};

static struct ibv_srq *create_in_excess(bool wr, bool by_far)
{
	const struct ibv_device_attr *device = &vct_dev->attr.orig_attr;
	uint32_t most = (uint32_t)(wr ? device->max_srq_wr : device->max_srq_sge);
	uint32_t excess = by_far ? UINT32_MAX : most + 1;
	struct ibv_srq_attr returned;

	SETUP(pd());
	errno = 0;
	return create(wr ? excess : 1, wr ? 1 : excess, &returned);
}

CHECK(max_wr_beyond_max_srq_wr_is_refused, PROMISES(SRQ_ATT_01), .needs = NEED_SRQ)
{
	MUST(!create_in_excess(true, false));
	MUST(!create_in_excess(true, true));
}

CHECK(max_sge_beyond_max_srq_sge_is_refused, PROMISES(SRQ_ATT_02), .needs = NEED_SRQ)
{
	MUST(!create_in_excess(false, false));
	MUST(!create_in_excess(false, true));
}

CHECK_ROWS(refusal_returns_null, excesses, PROMISES(SRQ_CRX_12), .needs = NEED_SRQ)
{
	MUST(!create_in_excess(row->wr, row->by_far));
}

CHECK_ROWS(refusal_sets_errno, excesses, PROMISES(SRQ_CRE_03), .needs = NEED_SRQ)
{
	bool refused = !create_in_excess(row->wr, row->by_far);
	int error = errno;

	SETUP(refused);
	MUST_GE(error, 1);
}
