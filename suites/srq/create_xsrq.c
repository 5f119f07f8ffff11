// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_create_xsrq, the legacy call. srq.create and srq.create-ex check the same of the current
 * verbs.
 */
#include <fcntl.h>

#include "created.h"

STATIC_CHECK(prototype, PROMISES(SRQ_CRX_01))
{
	_Static_assert(
		HAS_PROTOTYPE(ibv_create_xsrq,
			      struct ibv_srq * (struct ibv_pd *, struct ibv_xsrq_init_attr *)),
		"ibv_create_xsrq");
}

STATIC_CHECK(init_attr_members, PROMISES(SRQ_CRX_02))
{
#define HAS(member_, ...)                                                                          \
	_Static_assert(HAS_MEMBER(struct ibv_xsrq_init_attr, member_, __VA_ARGS__), #member_)
	HAS(srq_context, void *);
	HAS(attr, struct ibv_srq_attr);
	HAS(srq_type, enum ibv_srq_type);
	HAS(ext.xrc.xrcd, struct ibv_xrcd *);
	HAS(ext.xrc.cq, struct ibv_cq *);
#undef HAS
}

/* Creates a SRQ of 16 WRs of one SGE on pd(), with the members given. */
#define create_of(...)                                                                             \
	vct_create_xsrq(pd(), &(struct ibv_xsrq_init_attr){                                        \
				      .attr = { .max_wr = 16, .max_sge = 1 }, __VA_ARGS__ })

static struct ibv_srq *create_type(enum ibv_srq_type type, void *context)
{
	if (type == IBV_SRQT_BASIC)
		return create_of(.srq_context = context);
	return create_of(.srq_context = context, .srq_type = IBV_SRQT_XRC,
			 .ext.xrc = { domain_make(XRC_LEGACY), cq_make(1) });
}

static const struct type_row {
	struct vct_row vct_row;
	enum ibv_srq_type type;
} types[] = {
	{ { .name = "basic" }, IBV_SRQT_BASIC },
	{ { .name = "xrc", .needs = NEED_XRC }, IBV_SRQT_XRC },
};

CHECK_ROWS(belongs_to_the_pd_given, types, PROMISES(SRQ_CRX_03), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = create_type(row->type, NULL);
	struct ibv_pd *the_pd = pd();
	int dealloc;

	MUST_MAKE(srq);
	MUST_POINT_TO(srq->pd, the_pd);
	dealloc = vct_dealloc_pd(the_pd);
	RECORD("ibv_dealloc_pd of a PD with a SRQ %s", dealloc ? "is refused" : "succeeds");
	MUST_GE(NAMED("what ibv_dealloc_pd returned", dealloc), 0);
	MUST_SUCCEED(vct_destroy_srq(srq));
	if (dealloc)
		MUST_SUCCEED(vct_dealloc_pd(the_pd));
}

CHECK_ROWS(keeps_the_context_given, types, PROMISES(SRQ_CRX_04), .needs = NEED_SRQ)
{
	int context;

	must_keep_context(create_type(row->type, &context), &context);
}

CHECK(basic_is_an_ordinary_srq, PROMISES(SRQ_CRX_05), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_srq *srq =
		create_of(.srq_type = IBV_SRQT_BASIC, .ext.xrc = { (void *)8, (void *)8 });
	struct link l;

	MUST_MAKE(srq);
	l = rc_link(.srq = srq, .posted = 1);
	MUST_RECEIVE(&l, 0);
}

CHECK(xrc_is_of_the_domain_and_cq_given, PROMISES(SRQ_CRX_06), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(XRC_LEGACY);
	struct rcv_qp q = rcv_qp_make(XRC_LEGACY, domain);
	struct ibv_cq *cq = cq_make(4);
	struct ibv_srq *srq = create_of(.srq_type = IBV_SRQT_XRC, .ext.xrc = { domain, cq });
	struct link l;

	MUST_MAKE(srq);
	srq_post(srq, 6, 1);
	l = rcv_qp_link(&q, srq, cq);
	MUST_RECEIVE(&l, 6);
}

static const struct lacks_row {
	struct vct_row vct_row;
	bool domain, cq;
} lacks[] = {
	{ ROW("no-domain"), .cq = true },
	{ ROW("no-cq"), .domain = true },
	{ ROW("neither") },
};

CHECK_ROWS(xrc_needs_both, lacks, PROMISES(SRQ_CRX_06, SRQ_CRX_12), .needs = NEED_SRQ | NEED_XRC,
	   .answered_by_library = "create_xsrq")
{
	struct ibv_xrcd *domain = domain_make(XRC_LEGACY);
	struct ibv_cq *cq = cq_make(1);

	MUST_MAKE(create_of(.srq_type = IBV_SRQT_XRC, .ext.xrc = { domain, cq }));
	MUST_MAKE_NONE(create_of(.srq_type = IBV_SRQT_XRC,
				 .ext.xrc = { row->domain ? domain : NULL, row->cq ? cq : NULL }));
}

static struct ibv_srq *create(struct ibv_srq_attr *attr)
{
	struct ibv_xsrq_init_attr init = { .attr = *attr };
	struct ibv_srq *srq = vct_create_xsrq(pd(), &init);

	*attr = init.attr;
	return srq;
}

/* libibverbs-xrc does not pass the limit on. */
CHECK_ROWS(limit_given_is_ignored, srq_limits, .needs = NEED_SRQ | NEED_RC,
	   .answered_by_library = "create_xsrq")
{
	must_read_no_limit(create, row->limit);
	must_raise_no_event(create, row->limit);
}

CHECK(limit_given_does_not_forbid_resizing, PROMISES(SRQ_CRX_08), .needs = NEED_SRQ | NEED_RESIZE,
      .answered_by_library = "create_xsrq")
{
	must_resize_all_the_same(create);
}

CHECK(returns_what_query_gives_and_fits, PROMISES(SRQ_CRX_09), .needs = NEED_SRQ)
{
	must_return_actual_values(create);
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

static const struct refused_row {
	struct vct_row vct_row;
	bool wr;
	int type;
} refused[] = {
	{ ROW("more-wrs-than-the-device-has"), .wr = true },
	{ ROW("more-sges-than-the-device-has") },
	{ ROW("unknown-type"), .vct_row.answered_by_library = "create_xsrq", .type = 55 },
};

CHECK_ROWS(refusal_returns_null, refused, PROMISES(SRQ_CRX_12, SRQ_ATT_01, SRQ_ATT_02),
	   .needs = NEED_SRQ)
{
	if (row->type)
		MUST_MAKE_NONE(create_of(.srq_type = (enum ibv_srq_type)row->type));
	else
		must_be_refused(create, row->wr, false);
}
