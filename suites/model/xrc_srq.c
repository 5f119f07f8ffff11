// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* XRC SRQs: made by three verbs, and their numbers. All else is as of any SRQ (srq.c). */
#include "xrc.h"

enum {
	XRC_MEMBERS = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_XRCD |
		      IBV_SRQ_INIT_ATTR_CQ
};

struct request {
	struct ibv_srq_attr attr;
	void *context;
	struct model_pd *pd;
	struct model_xrcd *x;
	struct model_cq *cq;
	bool xsrq; /* by ibv_create_xsrq */
};

static struct ibv_srq *create(struct request *r)
{
	struct ibv_xsrq_init_attr legacy = {
		.srq_context = r->context,
		.attr = r->attr,
		.srq_type = IBV_SRQT_XRC,
		.ext.xrc = { r->x->xrcd, r->cq->cq },
	};
	struct ibv_srq_init_attr_ex today = {
		.srq_context = r->context,
		.attr = r->attr,
		.comp_mask = XRC_MEMBERS,
		.srq_type = IBV_SRQT_XRC,
		.pd = r->pd->pd,
		.xrcd = r->x->xrcd,
		.cq = r->cq->cq,
	};
	struct ibv_srq *srq;

	if (r->x->api == XRC_TODAY)
		srq = vct_create_srq_ex(ctx(), &today);
	else if (r->xsrq)
		srq = vct_create_xsrq(r->pd->pd, &legacy);
	else
		srq = vct_create_xrc_srq(r->pd->pd, r->x->xrcd, r->cq->cq, &legacy);
	r->attr = r->x->api == XRC_TODAY ? today.attr : legacy.attr;
	return srq;
}

/* Its number stays, and no other SRQ of the domain has it. */
static void must_have_a_number(struct model_srq *s)
{
	uint32_t number = 0;

	if (!ASK(SRQ_NUM_02))
		return;
	MUST_SUCCEED(vct_get_srq_num(s->srq, &number));
	for (struct model_srq *other = srqs; other < srqs + N_SRQS; other++)
		if (other == s && s->has_number)
			MUST_EQ(NAMED("srq_num", number), s->number);
		else if (other != s && other->xrcd && other->xrcd->domain == s->xrcd->domain &&
			 other->has_number)
			MUST_NE(NAMED("srq_num", number), other->number);
	s->number = number;
	s->has_number = true;
}

static const struct vct_promise *of_domain(const struct request *r)
{
	return r->x->api == XRC_LEGACY && !r->xsrq ? XRV_SRQ_01 : SRQ_CRX_06;
}

OPERATION(xrc_srq_create,
	  ARGS({ "srq", N_SRQS }, { "xrcd", N_XRCDS }, { "pd", N_PDS }, { "cq", N_CQS },
	       { "size", SRQ_SIZES }, { "sges", WR_SGES }, { "xsrq", 2 }, { "limit", LEVELS }),
	  PROMISES(SRQ_CEX_09, SRQ_CRX_03, SRQ_CRX_04, SRQ_CRX_06, SRQ_CRX_07, SRQ_CRX_10,
		   SRQ_CRX_11, SRQ_CRX_12, SRQ_NUM_02, XRV_SRQ_01),
	  .weight = 8, .makes = true, .needs = NEED_SRQ | NEED_XRC)
{
	struct model_srq *s = &srqs[arg[0]];
	struct model_xrcd *x = xrcd_from(arg[1]);
	struct ibv_srq_attr asked = { .max_wr = srq_size(arg[4]), .max_sge = srq_sges(arg[5] + 1) };
	struct request r = { .attr = asked, .context = new_context(), .x = x, .xsrq = arg[6] };
	uint32_t limit = 0;
	struct ibv_srq *srq;

	if (s->srq || !x || !ASK(of_domain(&r)))
		return false;
	r.pd = the_pd(arg[2]);
	r.cq = the_cq(arg[3]);
	/* By today's verb it may be set; libibverbs-xrc leaves it out. */
	r.attr.srq_limit = level(arg[7], asked.max_wr, asked.max_wr);
	if (x->api == XRC_TODAY && r.attr.srq_limit <= asked.max_wr)
		limit = r.attr.srq_limit;
	else if (x->api == XRC_TODAY || vct_is_left_out(SRQ_CRX_07) ||
		 !is_own(x->api, r.xsrq ? "create_xsrq" : "create_xrc_srq"))
		r.attr.srq_limit = 0;
	srq = create(&r);
	srq_is_made(s, r.pd, srq, &asked, &r.attr, limit);
	s->xrcd = x;
	s->of_domain = of_domain(&r);
	s->cq = r.cq;
	s->xrcd->users++;
	s->cq->users++;
	if (ASK(SRQ_CRX_03))
		MUST_POINT_TO(srq->pd, r.pd->pd);
	if (ASK(SRQ_CRX_04)) {
		MUST_POINT_TO(srq->srq_context, r.context);
		MUST_POINT_TO(srq->context, ctx());
	}
	must_have_a_number(s);
	return true;
}

OPERATION(xrc_srq_number, ARGS({ "srq", N_SRQS }), PROMISES(SRQ_NUM_02),
	  .needs = NEED_SRQ | NEED_XRC)
{
	if (!srqs[arg[0]].xrcd || srqs[arg[0]].failed)
		return false;
	must_have_a_number(&srqs[arg[0]]);
	return true;
}
