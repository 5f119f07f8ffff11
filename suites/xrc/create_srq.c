// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_create_xrc_srq, and ibv_create_srq_ex with IBV_SRQT_XRC. */
#include "../srq/created.h"

CHECK_ROWS(belongs_to_the_pd_given, xrc_apis, PROMISES(XRV_SRQ_01, SRQ_CRX_03),
	   .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_srq *srq = domain_srq_make(row->api, domain_make(row->api), cq_make(1), 1);

	MUST_POINT_TO(srq->pd, pd());
}

CHECK_ROWS(completes_on_the_cq_given, xrc_apis, PROMISES(XRV_SRQ_01, SRQ_CEX_07),
	   .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct ibv_cq *cq = cq_make(4), *of_another = cq_make(4);
	struct ibv_srq *another = domain_srq_make(row->api, domain, of_another, 4);
	struct ibv_srq *srq = domain_srq_make(row->api, domain, cq, 4);
	struct rcv_qp q = rcv_qp_make(row->api, domain);
	struct link l;

	srq_post(srq, 1, 1);
	srq_post(another, 2, 1);
	l = rcv_qp_link(&q, srq, cq);
	MUST_RECEIVE(&l, 1);
	MUST_BE_EMPTY(of_another);
	MUST_BE_EMPTY(l.tx_cq);
}

/* A QP of one domain does not reach a SRQ of another domain, whatever its number. */
CHECK_ROWS(is_of_the_domain_given, xrc_apis, PROMISES(XRV_SRQ_01, SRQ_CEX_07),
	   .needs = NEED_SRQ | NEED_XRC)
{
	struct rcv_qp q = rcv_qp_make(row->api, domain_make(row->api));
	struct ibv_cq *cq = cq_make(4);
	struct ibv_srq *srq = domain_srq_make(row->api, domain_make(row->api), cq, 4);
	struct link l;

	srq_post(srq, 0, 1);
	l = rcv_qp_link(&q, srq, cq);
	link_post(&l, IBV_WR_SEND);
	MUST_NE(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_BE_EMPTY(cq);
}

static const struct size_row {
	struct vct_row vct_row;
	enum xrc_api api;
	uint32_t max_wr, max_sge;
} sizes[] = {
	{ ROW("legacy-1-of-1"), .api = XRC_LEGACY, .max_wr = 1, .max_sge = 1 },
	{ ROW("legacy-7-of-2"), .api = XRC_LEGACY, .max_wr = 7, .max_sge = 2 },
	{ ROW("legacy-100-of-3"), .api = XRC_LEGACY, .max_wr = 100, .max_sge = 3 },
	{ ROW("today-1-of-1"), .api = XRC_TODAY, .max_wr = 1, .max_sge = 1 },
	{ ROW("today-7-of-2"), .api = XRC_TODAY, .max_wr = 7, .max_sge = 2 },
	{ ROW("today-100-of-3"), .api = XRC_TODAY, .max_wr = 100, .max_sge = 3 },
};

CHECK_ROWS(returns_what_it_has, sizes, PROMISES(XRV_SRQ_02), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_srq_attr asked = { .max_wr = srq_at_most(row->max_wr),
				      .max_sge = srq_sge_at_most(row->max_sge) };
	struct ibv_srq_attr attr = asked;
	struct ibv_srq *srq = domain_srq_create(row->api, domain_make(row->api), cq_make(1), &attr);

	MUST_MAKE(srq);
	MUST_GE(attr.max_wr, asked.max_wr);
	MUST_GE(attr.max_sge, asked.max_sge);
	must_be_actual(srq, &attr);
}

/*
 * The page of ibv_create_srq_ex says only "The limit value of the SRQ": there it may be set or
 * ignored.
 */
static const struct xrc_api_row limited[] = XRC_APIS_ANSWERED("create_xrc_srq");

CHECK_ROWS(a_limit_given_is_irrelevant, limited, PROMISES(XRV_SRQ_02), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_srq_attr attr = { .max_wr = 16, .max_sge = 1, .srq_limit = 4 };
	struct ibv_srq *srq = domain_srq_create(row->api, domain_make(row->api), cq_make(1), &attr);
	uint32_t limit;

	MUST_MAKE(srq);
	limit = srq_query(srq).srq_limit;
	RECORD("a limit of 4 given at creation reads %u", limit);
	MUST(!limit || (limit == 4 && row->api == XRC_TODAY),
	     "a new SRQ has no limit, or the one that it was given; it has %u", limit);
}

CHECK_ROWS(has_a_number, xrc_apis, PROMISES(XRV_SRQ_03, SRQ_NUM_02), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct ibv_cq *cq = cq_make(4);
	uint32_t numbers[3] = { 0 };

	for (int i = 0; i < 3; i++) {
		struct ibv_srq_attr attr = { .max_wr = 1, .max_sge = 1 };
		struct ibv_srq *srq = domain_srq_create(row->api, domain, cq, &attr);

		MUST_MAKE(srq);
		MUST_SUCCEED(vct_get_srq_num(srq, &numbers[i]));
		for (int before = 0; before < i; before++)
			MUST_NE(NAMED("srq_num", numbers[i]), numbers[before]);
	}
}

static const struct lacks_row {
	struct vct_row vct_row;
	bool domain, cq;
} lacks[] = {
	{ ROW("no-domain"), .cq = true },
	{ ROW("no-cq"), .domain = true },
};

/* srq.create-ex checks the same of ibv_create_srq_ex. */
CHECK_ROWS(needs_domain_and_cq, lacks, PROMISES(XRV_SRQ_01, AFT_01), .needs = NEED_SRQ | NEED_XRC,
	   .answered_by_library = "create_xrc_srq")
{
	struct ibv_xsrq_init_attr init = { .attr = { .max_wr = 1, .max_sge = 1 } };
	struct ibv_xrcd *domain = domain_make(XRC_LEGACY);
	struct ibv_cq *cq = cq_make(4);

	JUDGING(XRV_SRQ_01);
	MUST_MAKE(vct_create_xrc_srq(pd(), domain, cq, &init));
	MUST_MAKE_NONE(
		vct_create_xrc_srq(pd(), row->domain ? domain : NULL, row->cq ? cq : NULL, &init));
	JUDGING(AFT_01);
	MUST_GO_ON(.xrcd = domain, .cq = cq);
}

/*
 * A device that does not claim XRC refuses it. The legacy call gets no domain, because none can be
 * opened.
 */
CHECK(is_refused_where_xrc_is_not_claimed, PROMISES(XRV_SRQ_01, SRQ_CRX_12), .needs = NEED_SRQ,
      .lacks = NEED_XRC, .answered_by_library = "create_xrc_srq")
{
	struct ibv_cq *cq = cq_make(1);
	struct ibv_xsrq_init_attr init = { .attr = { .max_wr = 1, .max_sge = 1 },
					   .srq_type = IBV_SRQT_XRC,
					   .ext.xrc.cq = cq };

	MUST_MAKE_NONE(vct_create_xrc_srq(pd(), NULL, cq, &init));
	JUDGING(SRQ_CRX_12);
	MUST_MAKE_NONE(vct_create_xsrq(pd(), &init));
	MUST_SUCCEED(vct_destroy_cq(cq));
	MUST_SUCCEED(vct_dealloc_pd(pd()));
}
