// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* SRQs that are refused, by each verb that makes them, and members that are not looked at. */
#include "xrc.h"

enum {
	TYPE = IBV_SRQ_INIT_ATTR_TYPE,
	PD = IBV_SRQ_INIT_ATTR_PD,
	XRCD = IBV_SRQ_INIT_ATTR_XRCD,
	CQ = IBV_SRQ_INIT_ATTR_CQ,
	TM = IBV_SRQ_INIT_ATTR_TM,
};

static const struct ibv_srq_attr small = { .max_wr = 16, .max_sge = 1 };

/* By ibv_create_srq_ex. */
OPERATION(srq_bad_create_ex,
	  ARGS({ "what", 8 }, { "bit", 20 }, { "xrcd", N_XRCDS }, { "cq", N_CQS }),
	  PROMISES(SRQ_CEX_04, SRQ_CEX_05, SRQ_CEX_06, SRQ_CEX_10, SRQ_CEX_12, SRQ_CRX_06),
	  .weight = 3, .needs = NEED_SRQ)
{
	const struct {
		uint32_t mask;
		int type;
		vct_needs needs, lacks;
		const struct vct_promise *promise;
	} bad[8] = {
		{ PD | 1u << (9 + arg[1]), IBV_SRQT_BASIC, 0, 0, SRQ_CEX_04 },
		{ TYPE, IBV_SRQT_BASIC, 0, 0, SRQ_CEX_05 },
		{ 0, IBV_SRQT_BASIC, 0, 0, SRQ_CEX_05 },
		{ TYPE | PD, 55, 0, 0, SRQ_CEX_10 },
		{ TYPE | PD | CQ, IBV_SRQT_XRC, NEED_XRC, 0, SRQ_CEX_06 },
		{ TYPE | PD | XRCD, IBV_SRQT_XRC, NEED_XRC, 0, SRQ_CRX_06 },
		{ TYPE | PD | CQ, IBV_SRQT_XRC, 0, NEED_XRC, SRQ_CEX_12 },
		{ TYPE | PD | CQ | TM, IBV_SRQT_TM, 0, NEED_TM, SRQ_CEX_12 },
	};
	struct ibv_srq_init_attr_ex init = { .attr = small,
					     .comp_mask = bad[arg[0]].mask,
					     .srq_type = (enum ibv_srq_type)bad[arg[0]].type,
					     .tm_cap = { .max_num_tags = 1, .max_ops = 1 } };
	const struct model_xrcd *x = xrcd_from(arg[2]);

	if (vct_device_misses(vct_dev, bad[arg[0]].needs, bad[arg[0]].lacks) ||
	    (bad[arg[0]].mask & XRCD && !x) || !ASK(bad[arg[0]].promise))
		return false;
	init.pd = the_pd(0)->pd;
	init.cq = the_cq(arg[3])->cq;
	init.xrcd = x ? x->xrcd : NULL;
	errno = 0;
	MUST_MAKE_NONE(vct_create_srq_ex(ctx(), &init));
	if (bad[arg[0]].promise == SRQ_CEX_12)
		MUST_GE(errno, 1);
	return true;
}

/* By ibv_create_xsrq and ibv_create_xrc_srq. */
OPERATION(srq_bad_create_legacy, ARGS({ "what", 7 }, { "xrcd", N_XRCDS }),
	  PROMISES(SRQ_CRX_06, SRQ_CRX_12, XRV_SRQ_01), .weight = 2, .needs = NEED_SRQ)
{
	bool domain = arg[0] % 3 == 1, cq = arg[0] % 3 == 2, xsrq = arg[0] < 3 || arg[0] == 6;
	const struct model_xrcd *x = xrcd_from(arg[1]);
	struct ibv_xsrq_init_attr init = { .attr = small, .srq_type = IBV_SRQT_XRC };
	struct ibv_srq *srq;

	if (arg[0] == 6) {
		init.srq_type = (enum ibv_srq_type)55;
		if (!ASK(SRQ_CRX_12))
			return false;
		MUST_MAKE_NONE(vct_create_xsrq(the_pd(0)->pd, &init));
		return true;
	}
	if ((domain && (!x || x->api != XRC_LEGACY)) || vct_device_lacks(vct_dev, NEED_XRC) ||
	    (!xsrq && !is_own(XRC_LEGACY, "create_xrc_srq")) ||
	    !ASK(xsrq ? SRQ_CRX_06 : XRV_SRQ_01))
		return false;
	init.ext.xrc.xrcd = domain ? x->xrcd : NULL;
	init.ext.xrc.cq = cq ? the_cq(0)->cq : NULL;
	if (xsrq)
		srq = vct_create_xsrq(the_pd(0)->pd, &init);
	else
		srq = vct_create_xrc_srq(the_pd(0)->pd, init.ext.xrc.xrcd, init.ext.xrc.cq, &init);
	MUST_MAKE_NONE(srq);
	return true;
}

/* The three verbs that make a basic SRQ. */
static struct ibv_srq *create_by(uint32_t verb, struct model_pd *pd, struct ibv_srq_attr *attr,
				 void *context)
{
	struct ibv_srq_init_attr plain = { .srq_context = context, .attr = *attr };
	/* A basic SRQ has no use of the extension. */
	struct ibv_xsrq_init_attr legacy = { .srq_context = context,
					     .attr = *attr,
					     .ext.xrc = { (void *)8, (void *)8 } };
	struct ibv_srq_init_attr_ex extended = {
		.srq_context = context, .attr = *attr, .comp_mask = TYPE | PD, .pd = pd->pd
	};
	struct ibv_srq *srq;

	if (verb == 0)
		srq = vct_create_srq(pd->pd, &plain);
	else if (verb == 1)
		srq = vct_create_srq_ex(ctx(), &extended);
	else
		srq = vct_create_xsrq(pd->pd, &legacy);
	*attr = verb == 0 ? plain.attr : verb == 1 ? extended.attr : legacy.attr;
	return srq;
}

/* More than the device claims: by one, or by far; and as many SGEs as it claims. */
OPERATION(srq_excess, ARGS({ "verb", 3 }, { "sges", 2 }, { "far", 3 }),
	  PROMISES(SRQ_ATT_01, SRQ_ATT_02, SRQ_CRE_03), .weight = 2, .needs = NEED_SRQ)
{
	uint32_t most = (uint32_t)(arg[1] ? vct_dev->attr.orig_attr.max_srq_sge
					  : vct_dev->attr.orig_attr.max_srq_wr);
	bool exact = arg[1] && arg[2] == 2;
	uint32_t excess = exact ? most : arg[2] ? UINT32_MAX : most + 1;
	struct ibv_srq_attr attr = { .max_wr = arg[1] ? 1 : excess,
				     .max_sge = arg[1] ? excess : 1 };
	struct ibv_srq *srq;
	int error;

	if (!ASK(arg[1] ? SRQ_ATT_02 : SRQ_ATT_01))
		return false;
	the_pd(0);
	errno = 0;
	srq = create_by(arg[0], the_pd(0), &attr, NULL);
	error = errno;
	/* "it may not be possible to use these maximum values" (ibv_query_device(3) NOTES) */
	if (exact)
		RECORD("a SRQ with max_srq_sge SGEs is %s", srq ? "made" : "refused");
	else
		MUST_MAKE_NONE(srq);
	if (srq) {
		SETUP_OF(BLOCK_RELEASE_SRQ, !vct_destroy_srq(srq));
		return true;
	}
	if (!arg[0] && ASK(SRQ_CRE_03))
		MUST_GE(NAMED("errno", error), 1);
	return true;
}

/* By the legacy verb; and by today's with a limit, which may be set or ignored. */
OPERATION(srq_create_otherwise,
	  ARGS({ "srq", N_SRQS }, { "pd", N_PDS }, { "size", SRQ_SIZES }, { "legacy", 2 },
	       { "limit", LEVELS }),
	  PROMISES(SRQ_CEX_09, SRQ_CRX_03, SRQ_CRX_04, SRQ_CRX_07, SRQ_CRX_08, SRQ_CRX_10,
		   SRQ_CRX_11, SRQ_CRX_12, SRQ_CRX_09),
	  .weight = 2, .needs = NEED_SRQ)
{
	struct model_srq *s = &srqs[arg[0]];
	struct ibv_srq_attr asked = { .max_wr = srq_size(arg[2]), .max_sge = 1 }, attr = asked;
	uint32_t limit = level(arg[4], asked.max_wr, asked.max_wr);
	void *context = new_context();
	struct ibv_srq *srq;

	if (s->srq || (!arg[3] && limit > asked.max_wr) || !ASK(arg[3] ? SRQ_CRX_07 : SRQ_CEX_09))
		return false;
	attr.srq_limit = limit;
	srq = create_by(arg[3] ? 2 : 1, the_pd(arg[1]), &attr, context);
	srq_is_made(s, the_pd(arg[1]), srq, &asked, &attr, arg[3] ? 0 : limit);
	if (ASK(SRQ_CRX_03))
		MUST_POINT_TO(srq->pd, s->pd->pd);
	if (ASK(SRQ_CRX_04)) {
		MUST_POINT_TO(srq->srq_context, context);
		MUST_POINT_TO(srq->context, ctx());
	}
	return true;
}

/* Members that the mask does not select are not read. */
OPERATION(srq_create_of_nonsense, ARGS({ "srq", N_SRQS }, { "pd", N_PDS }, { "type", 2 }),
	  PROMISES(SRQ_CEX_03, SRQ_CRX_07, SRQ_CRX_09, SRQ_CRX_10, SRQ_CRX_11, SRQ_CRX_12),
	  .needs = NEED_SRQ)
{
	void *garbage = (void *)8;
	struct model_srq *s = &srqs[arg[0]];
	struct ibv_srq_init_attr_ex init = { .attr = { srq_size(4), 1, 0 },
					     .comp_mask = arg[2] ? TYPE | PD : PD,
					     .srq_type = arg[2] ? IBV_SRQT_BASIC
								: (enum ibv_srq_type)55,
					     .xrcd = garbage,
					     .cq = garbage,
					     .tm_cap = { 1, 1 } };
	struct ibv_srq_attr asked = init.attr;
	struct ibv_srq *srq;

	if (s->srq || !ASK(SRQ_CEX_03))
		return false;
	init.pd = the_pd(arg[1])->pd;
	srq = vct_create_srq_ex(ctx(), &init);
	MUST_MAKE(srq);
	srq_is_made(s, the_pd(arg[1]), srq, &asked, &init.attr, 0);
	return true;
}

/* Whether a basic SRQ has a number is open; a failure is an errno value. */
OPERATION(srq_number, ARGS({ "srq", N_SRQS }), PROMISES(SRQ_NUM_03), .needs = NEED_SRQ)
{
	const struct model_srq *s = srq_from(arg[0]);
	uint32_t number = 0;

	if (!s || s->cq || s->tm || !ASK(SRQ_NUM_03))
		return false;
	MUST_GE(vct_get_srq_num(s->srq, &number), 0);
	return true;
}
