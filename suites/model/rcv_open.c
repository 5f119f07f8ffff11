// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Other handles of XRC receive QPs: opened by number, and what is refused. */
#include "xrc.h"

enum {
	NUM = IBV_QP_OPEN_ATTR_NUM,
	XRCD = IBV_QP_OPEN_ATTR_XRCD,
	TYPE = IBV_QP_OPEN_ATTR_TYPE,
	CONTEXT = IBV_QP_OPEN_ATTR_CONTEXT,
};

/* By today's verb, with a context. */
static int open_with(struct rcv_qp *q, struct model_xrcd *x, uint32_t number, void *context)
{
	struct ibv_qp_open_attr attr = { .comp_mask = NUM | XRCD | TYPE | CONTEXT,
					 .qp_num = number,
					 .xrcd = x->xrcd,
					 .qp_type = IBV_QPT_XRC_RECV,
					 .qp_context = context };

	*q = (struct rcv_qp){ .api = x->api, .domain = x->xrcd, .number = number };
	q->qp = vct_open_qp(ctx(), &attr);
	return q->qp ? 0 : EINVAL;
}

/* The handle of this domain at this place, or the next one. */
static struct model_xrcd *handle_of(unsigned int domain, uint32_t place)
{
	for (unsigned int i = 0; i < N_XRCDS; i++) {
		struct model_xrcd *x = &xrcds[(place + i) % N_XRCDS];

		if (domain && x->xrcd && x->domain == domain)
			return x;
	}
	return NULL;
}

/*
 * A QP that cannot be opened through a handle can be opened through another one of its domain: then
 * the handle that was opened again is of another domain.
 */
static void domain_must_be_the_same(const struct model_rcv *r, const struct model_xrcd *x)
{
	for (struct model_xrcd *other = xrcds; other < xrcds + N_XRCDS; other++) {
		const struct vct_promise *again = x->again ? x->again : other->again;
		struct rcv_qp q;

		if (other == x || !other->xrcd || other->domain != r->domain || !again ||
		    open_with(&q, other, r->face.qp_num, NULL) || !ASK(again))
			continue;
		MUST(false, "a handle of a domain that was opened again is of that domain; a QP of "
			    "the domain cannot be opened through it");
	}
}

/* With the legacy verbs a process is registered once: whether a second time counts is open. */
OPERATION(rcv_open, ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }, { "xrcd", N_XRCDS }),
	  PROMISES(QP_OPN_02, QP_OPN_03, QP_OPN_04, XRCD_OPN_04, XRCD_OPN_06, XRV_QRY_01,
		   XRV_REG_01, XRV_QRY_04),
	  .weight = 10, .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct model_rcv *r = &rcvs[arg[0]];
	struct model_handle *h = &r->handle[arg[1]];
	struct model_xrcd *x = handle_of(r->domain, arg[2]);
	bool today = r->api == XRC_TODAY;
	void *context = new_context();
	int ret;

	if (!x || h->through || (!today && a_handle(r, 0)) ||
	    vct_block_is_left_out(BLOCK_XRC_OPEN) || !ASK(today ? QP_OPN_02 : XRV_REG_01))
		return false;
	if (today) {
		ret = open_with(&h->q, x, r->face.qp_num, context);
		if (ret)
			domain_must_be_the_same(r, x);
		JUDGING(QP_OPN_02);
	} else {
		ret = rcv_qp_register(r->api, x->xrcd, r->face.qp_num, &h->q);
	}
	MUST_SUCCEED(ret);
	rcv_is_held(h, x);
	if (today && ASK(QP_OPN_03)) {
		MUST_POINT_TO(h->q.qp->qp_context, context);
		MUST_POINT_TO(h->q.qp->context, ctx());
	}
	if (today && ASK(QP_OPN_04))
		MUST_EQ(h->q.qp->qp_num, r->face.qp_num);
	if (!r->as.unknown)
		rcv_must_agree(r);
	return true;
}

static bool is_live(uint32_t number)
{
	for (struct model_rcv *r = rcvs; r < rcvs + N_RCVS; r++)
		if (r->domain && r->face.qp_num == number)
			return true;
	return false;
}

/* A QP of another domain, or one that was of this domain and is gone. */
static const struct model_rcv *rcv_for(const struct model_xrcd *x, bool other, uint32_t place)
{
	for (unsigned int i = 0; i < N_RCVS; i++) {
		const struct model_rcv *r = &rcvs[(place + i) % N_RCVS];

		if (other ? r->domain && r->domain != x->domain
			  : r->gone_of == x->domain && !is_live(r->gone))
			return r;
	}
	return NULL;
}

/* A number that no receive QP of the domain has; false: there is none of this kind. */
static bool wrong_number(const struct model_xrcd *x, uint32_t which, uint32_t place,
			 uint32_t *number, const struct vct_promise **promise)
{
	const struct model_rcv *r = rcv_for(x, !which, place);
	const struct model_qp *q = which == 2 ? &qps[place] : &senders[place % N_SENDERS];

	if (which < 2) {
		*promise = which ? XRV_REG_02 : XRV_REG_04;
		*number = !r ? 0 : which ? r->gone : r->face.qp_num;
		return r;
	}
	*promise = XRV_REG_03;
	*number = q->qp ? q->qp->qp_num : 0;
	return q->qp && !is_live(*number);
}

OPERATION(rcv_open_wrong, ARGS({ "xrcd", N_XRCDS }, { "which", 4 }, { "place", N_QPS }),
	  PROMISES(QP_OPN_06, XRV_REG_02, XRV_REG_03, XRV_REG_04), .weight = 10,
	  .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct model_xrcd *x = xrcd_from(arg[0]);
	const struct vct_promise *promise;
	struct rcv_qp opened;
	uint32_t number;

	if (!x || !wrong_number(x, arg[1], arg[2], &number, &promise) ||
	    !ASK(x->api == XRC_TODAY ? QP_OPN_06 : promise))
		return false;
	MUST_REFUSE(rcv_qp_register(x->api, x->xrcd, number, &opened));
	return true;
}

/* The legacy verbs name the QP by domain and number in each call. */
OPERATION(rcv_wrong_legacy,
	  ARGS({ "xrcd", N_XRCDS }, { "which", 4 }, { "place", N_QPS }, { "verb", 3 }),
	  PROMISES(XRV_MOD_16, XRV_QRY_05, XRV_UNR_03), .weight = 2,
	  .needs = NEED_XRC | NEED_OPEN_QP)
{
	const struct vct_promise *const promises[3] = { XRV_MOD_16, XRV_QRY_05, XRV_UNR_03 };
	struct ibv_qp_attr attr = rcv_init_attr();
	struct model_xrcd *x = &xrcds[arg[0]];
	struct ibv_qp_init_attr init;
	const struct vct_promise *of_number;
	struct rcv_qp q;

	if (!x->xrcd || x->api != XRC_LEGACY ||
	    !wrong_number(x, arg[1], arg[2], &q.number, &of_number) || !ASK(promises[arg[3]]))
		return false;
	if (arg[3] == 2 && arg[1] && !is_own(x->api, "unreg_xrc_rcv_qp"))
		return false;
	q = (struct rcv_qp){ .api = x->api, .domain = x->xrcd, .number = q.number };
	if (arg[3] == 0)
		MUST_REFUSE(rcv_qp_modify(&q, &attr, RCV_INIT_MASK));
	else if (arg[3] == 1)
		MUST_GE(NAMED("what the call returned",
			      rcv_qp_query(&q, &attr, IBV_QP_STATE, &init)),
			1);
	else
		MUST_REFUSE(rcv_qp_unregister(&q));
	return true;
}

static const struct bad {
	uint32_t mask;
	enum ibv_qp_type type;
} bad[] = {
	{ NUM | XRCD | TYPE, IBV_QPT_RC },       { NUM | XRCD | TYPE, IBV_QPT_UD },
	{ NUM | XRCD | TYPE, IBV_QPT_XRC_SEND }, { 0, IBV_QPT_XRC_RECV },
	{ XRCD | TYPE, IBV_QPT_XRC_RECV },       { NUM | TYPE, IBV_QPT_XRC_RECV },
	{ NUM | XRCD, IBV_QPT_XRC_RECV },        { NUM | XRCD | TYPE | 1u << 31, IBV_QPT_XRC_RECV },
};

OPERATION(rcv_bad_open,
	  ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES },
	       { "what", sizeof(bad) / sizeof(bad[0]) }),
	  PROMISES(QP_OPN_07, QP_OPN_08), .weight = 2, .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	struct ibv_qp_open_attr attr = { .comp_mask = bad[arg[2]].mask,
					 .qp_type = bad[arg[2]].type };

	if (!h || r->api != XRC_TODAY || !h->through->xrcd ||
	    !ASK(arg[2] < 3 ? QP_OPN_07 : QP_OPN_08))
		return false;
	attr.qp_num = r->face.qp_num;
	attr.xrcd = h->through->xrcd;
	errno = 0;
	MUST_MAKE_NONE(vct_open_qp(ctx(), &attr));
	if (ASK(QP_OPN_08))
		MUST_NE(errno, 0);
	return true;
}
