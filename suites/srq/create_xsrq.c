// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_create_xsrq, through the legacy call; srq.create and srq.create-ex ask the same of today's
 * verbs.
 */
#include <fcntl.h>

#include "../vct.h"

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

/* 16 WRs of one SGE on pd(), with what else is given. */
#define create(...)                                                                                \
	vct_create_xsrq(pd(), &(struct ibv_xsrq_init_attr){                                        \
				      .attr = { .max_wr = 16, .max_sge = 1 }, __VA_ARGS__ })

static struct ibv_srq *create_of(enum ibv_srq_type type, void *context)
{
	if (type == IBV_SRQT_BASIC)
		return create(.srq_context = context);
	return create(.srq_context = context, .srq_type = IBV_SRQT_XRC,
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
	struct ibv_srq *srq = create_of(row->type, NULL);

	MUST(srq);
	MUST(srq->pd == pd());
	MUST_REFUSE(vct_dealloc_pd(pd()));
	MUST_SUCCEED(vct_destroy_srq(srq));
	MUST_SUCCEED(vct_dealloc_pd(pd()));
}

CHECK_ROWS(keeps_the_context_given, types, PROMISES(SRQ_CRX_04), .needs = NEED_SRQ)
{
	int context;
	struct ibv_srq *srq = create_of(row->type, &context);

	MUST(srq);
	MUST(srq->srq_context == &context);
	MUST(srq->context == ctx());
}

CHECK(basic_is_an_ordinary_srq, PROMISES(SRQ_CRX_05), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_srq *srq =
		create(.srq_type = IBV_SRQT_BASIC, .ext.xrc = { (void *)8, (void *)8 });
	struct link l;

	MUST(srq);
	l = rc_link(.srq = srq, .posted = 1);
	MUST_RECEIVE(&l, 0);
}

CHECK(xrc_is_of_the_domain_and_cq_given, PROMISES(SRQ_CRX_06), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(XRC_LEGACY);
	struct rcv_qp q = rcv_qp_make(XRC_LEGACY, domain);
	struct ibv_cq *cq = cq_make(4);
	struct ibv_srq *srq = create(.srq_type = IBV_SRQT_XRC, .ext.xrc = { domain, cq });
	struct link l;

	MUST(srq);
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

CHECK_ROWS(xrc_needs_both, lacks, PROMISES(SRQ_CRX_06, SRQ_CRX_12), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(XRC_LEGACY);
	struct ibv_cq *cq = cq_make(1);

	MUST(create(.srq_type = IBV_SRQT_XRC, .ext.xrc = { domain, cq }));
	MUST(!create(.srq_type = IBV_SRQT_XRC,
		     .ext.xrc = { row->domain ? domain : NULL, row->cq ? cq : NULL }));
}

static const struct limit_row {
	struct vct_row vct_row;
	uint32_t limit;
} limits[] = {
	{ ROW("within-max-wr", SRQ_CRX_07), .limit = 4 },
	{ ROW("beyond-max-wr", SRQ_CRX_08), .limit = UINT32_MAX },
};

CHECK_ROWS(limit_given_is_ignored, limits, .needs = NEED_SRQ | NEED_RC | NEED_UD)
{
	struct ibv_srq *srq = create(.attr.srq_limit = row->limit);
	struct link l;

	MUST(srq);
	MUST_EQ(srq_query(srq).srq_limit, 0);
	l = rc_link(.srq = srq, .posted = 6);
	link_send(&l, 3);
	MUST_SEE_NO_EVENT();
}

CHECK(limit_given_does_not_forbid_resizing, PROMISES(SRQ_CRX_08), .needs = NEED_SRQ | NEED_RESIZE)
{
	struct ibv_srq *srq = create(.attr.srq_limit = UINT32_MAX);

	MUST(srq);
	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = 32));
}

static struct ibv_srq *create_sized(uint32_t max_wr, uint32_t max_sge,
				    struct ibv_srq_attr *returned)
{
	struct ibv_xsrq_init_attr init = { .attr = { .max_wr = max_wr, .max_sge = max_sge } };
	struct ibv_srq *srq = vct_create_xsrq(pd(), &init);

	*returned = init.attr;
	return srq;
}

CHECK(returns_what_query_gives_and_fits, PROMISES(SRQ_CRX_09), .needs = NEED_SRQ | NEED_SRQ_ROOM)
{
	struct ibv_srq_attr returned, queried;
	struct ibv_srq *srq = create_sized(100, 3, &returned);
	unsigned int posted;

	MUST(srq);
	queried = srq_query(srq);
	MUST_EQ(returned.max_wr, queried.max_wr);
	MUST_EQ(returned.max_sge, queried.max_sge);
	MUST_REFUSE(srq_try_post(srq, 0, returned.max_wr + 1, &posted));
	MUST_EQ(posted, returned.max_wr);
}

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

	MUST(create_sized(requested, 1, &returned));
	MUST_GE(returned.max_wr, requested);
}

CHECK(max_sge_is_at_least_the_requested, PROMISES(SRQ_CRX_11), .needs = NEED_SRQ)
{
	uint32_t most = (uint32_t)vct_dev->attr.orig_attr.max_srq_sge;
	struct ibv_srq_attr returned;

	for (uint32_t requested = 1; requested <= most; requested++) {
		MUST(create_sized(1, requested, &returned));
		MUST_GE(returned.max_sge, requested);
	}
}

static const struct refused_row {
	struct vct_row vct_row;
	bool wr, sge;
	int type;
} refused[] = {
	{ ROW("more-wrs-than-the-device-has"), .wr = true },
	{ ROW("more-sges-than-the-device-has"), .sge = true },
	{ ROW("unknown-type"), .type = 55 },
};

CHECK_ROWS(refusal_returns_null, refused, PROMISES(SRQ_CRX_12), .needs = NEED_SRQ)
{
	const struct ibv_device_attr *device = &vct_dev->attr.orig_attr;
	struct ibv_xsrq_init_attr init = {
		.attr = { .max_wr = row->wr ? (uint32_t)device->max_srq_wr + 1 : 1,
			  .max_sge = row->sge ? (uint32_t)device->max_srq_sge + 1 : 1 },
		.srq_type = (enum ibv_srq_type)row->type,
	};

	MUST(!vct_create_xsrq(pd(), &init));
}
