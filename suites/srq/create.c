// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_create_srq: which PD and context the new SRQ has, how large it is, and which requests are
 * refused.
 */
#include "created.h"

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

/* No version of rdma-core has ibv_create_xsrq: lib/legacy implements it with ibv_create_srq_ex. */
CHECK(xsrq_is_there_or_had_through_ex, PROMISES(SRQ_CRX_01), .needs = NEED_SRQ)
{
	struct ibv_xsrq_init_attr init = { .attr = { .max_wr = 4, .max_sge = 1 } };
	struct ibv_srq *srq = vct_create_xsrq(pd(), &init);
	char own[512];

	vct_legacy_own(own, sizeof(own));
	RECORD("ibv_create_xsrq is %s", strstr(own, "ibv_create_xsrq")
						? "provided"
						: "not provided: ibv_create_srq_ex is used");
	MUST_MAKE(srq);
	MUST_GE(srq_query(srq).max_wr, 4);
	MUST_SUCCEED(vct_destroy_srq(srq));
}

static struct ibv_srq *create(struct ibv_srq_attr *attr)
{
	struct ibv_srq_init_attr init = { .attr = *attr };
	struct ibv_srq *srq = vct_create_srq(pd(), &init);

	*attr = init.attr;
	return srq;
}

/* ibv_alloc_pd(3): ibv_dealloc_pd "may fail if any other resource is still associated". */
CHECK(belongs_to_the_pd_given, PROMISES(SRQ_CRX_03), .needs = NEED_SRQ)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = 1, .max_sge = 1 } };
	struct ibv_pd *own = vct_alloc_pd(ctx());
	struct ibv_srq *srq;
	int dealloc;

	SETUP_OF(BLOCK_PD, own && pd());
	srq = vct_create_srq(own, &init);
	MUST_MAKE(srq);
	MUST_POINT_TO(srq->pd, own);
	dealloc = vct_dealloc_pd(own);
	RECORD("ibv_dealloc_pd of a PD with a SRQ %s", dealloc ? "is refused" : "succeeds");
	MUST_GE(NAMED("what ibv_dealloc_pd returned", dealloc), 0);
	MUST_SUCCEED(vct_destroy_srq(srq));
	if (dealloc)
		MUST_SUCCEED(vct_dealloc_pd(own));
}

CHECK(keeps_the_context_given, PROMISES(SRQ_CRX_04), .needs = NEED_SRQ)
{
	struct ibv_srq_init_attr init = { .srq_context = &init,
					  .attr = { .max_wr = 1, .max_sge = 1 } };

	must_keep_context(vct_create_srq(pd(), &init), &init);
}

CHECK_ROWS(limit_given_reads_zero, srq_limits, .needs = NEED_SRQ)
{
	must_read_no_limit(create, row->limit);
}

CHECK_ROWS(limit_given_raises_no_event, srq_limits, .needs = NEED_SRQ | NEED_RC)
{
	must_raise_no_event(create, row->limit);
}

CHECK(limit_given_does_not_forbid_resizing, PROMISES(SRQ_CRX_08), .needs = NEED_SRQ | NEED_RESIZE)
{
	must_resize_all_the_same(create);
}

CHECK(limit_given_makes_no_difference, PROMISES(SRQ_CRE_04), .needs = NEED_SRQ)
{
	struct ibv_srq *without = create_with_limit(create, 0);
	struct ibv_srq *with = create_with_limit(create, 4);
	struct ibv_srq_attr plain;

	MUST_MAKE(without);
	MUST_MAKE(with);
	plain = srq_query(without);
	MUST_SAME_SRQ(with, plain);
}

CHECK(returns_what_query_gives, PROMISES(SRQ_CRX_09), .needs = NEED_SRQ)
{
	must_return_actual_values(create);
}

CHECK(returns_how_many_wrs_fit, PROMISES(SRQ_CRX_09), .needs = NEED_SRQ)
{
	must_return_how_many_wrs_fit(create);
}

CHECK_ROWS(max_wr_is_at_least_the_requested, srq_sizes, PROMISES(SRQ_CRX_10), .needs = NEED_SRQ)
{
	must_have_at_least(create, row->max_wr, 1);
}

CHECK(max_sge_is_at_least_the_requested, PROMISES(SRQ_CRX_11), .needs = NEED_SRQ)
{
	must_have_each_max_sge(create);
}

CHECK(takes_max_srq_sge, PROMISES(SRQ_ATT_02), .needs = NEED_SRQ)
{
	uint32_t most = (uint32_t)vct_dev->attr.orig_attr.max_srq_sge;

	MUST_MAKE(create(&(struct ibv_srq_attr){ .max_wr = 1, .max_sge = most }));
}

/* More than the device claims: one more, or far more. */
static const struct excess_row {
	struct vct_row vct_row;
	bool wr, by_far;
} excesses[] = {
	{ ROW("max-wr-by-one"), .wr = true },
	{ ROW("max-wr-by-far"), .wr = true, .by_far = true },
	{ ROW("max-sge-by-one"), .wr = false },
	{ ROW("max-sge-by-far"), .wr = false, .by_far = true },
};

CHECK(max_wr_beyond_max_srq_wr_is_refused, PROMISES(SRQ_ATT_01), .needs = NEED_SRQ,
      .proves = BLOCK_SRQ_EXCESS_WR)
{
	MUST_MAKE_NONE(create_in_excess(create, true, false));
	MUST_MAKE_NONE(create_in_excess(create, true, true));
}

CHECK(max_sge_beyond_max_srq_sge_is_refused, PROMISES(SRQ_ATT_02), .needs = NEED_SRQ,
      .proves = BLOCK_SRQ_EXCESS_SGE)
{
	MUST_MAKE_NONE(create_in_excess(create, false, false));
	MUST_MAKE_NONE(create_in_excess(create, false, true));
}

CHECK_ROWS(refusal_returns_null, excesses, PROMISES(SRQ_CRX_12, SRQ_ATT_01, SRQ_ATT_02, AFT_01),
	   .needs = NEED_SRQ)
{
	must_be_refused(create, row->wr, row->by_far);
	JUDGING(AFT_01);
	MUST_GO_ON(.srq = srq_make(.max_wr = 4));
}

CHECK_ROWS(refusal_sets_errno, excesses, PROMISES(SRQ_CRE_03), .needs = NEED_SRQ)
{
	bool refused = !create_in_excess(create, row->wr, row->by_far);
	int error = errno;

	SETUP_OF(row->wr ? BLOCK_SRQ_EXCESS_WR : BLOCK_SRQ_EXCESS_SGE, refused);
	MUST_GE(NAMED("errno", error), 1);
}
