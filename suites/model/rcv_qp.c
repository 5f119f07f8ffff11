// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* XRC receive QPs: made, queried through each of their handles, and released. */
#include "xrc.h"

struct model_rcv rcvs[N_RCVS];

struct model_handle *a_handle(struct model_rcv *r, uint32_t place)
{
	for (unsigned int i = 0; i < N_HANDLES; i++)
		if (r->handle[(place + i) % N_HANDLES].through)
			return &r->handle[(place + i) % N_HANDLES];
	return NULL;
}

struct model_rcv *rcv_from(uint32_t place)
{
	for (unsigned int i = 0; i < N_RCVS; i++)
		if (a_handle(&rcvs[(place + i) % N_RCVS], 0))
			return &rcvs[(place + i) % N_RCVS];
	return NULL;
}

void rcv_is_held(struct model_handle *h, struct model_xrcd *through)
{
	h->through = through;
	through->users++;
}

void rcv_has_changed(struct model_rcv *r, enum ibv_qp_state state)
{
	r->as.state = state;
	r->told_once = false;
}

void rcv_may_raise(struct model_rcv *r, enum ibv_event_type type)
{
	for (unsigned int i = 0; i < N_HANDLES; i++)
		if (r->handle[i].q.qp)
			event_may_come(r->handle[i].q.qp, type);
}

bool is_of_the_library(const struct ibv_async_event *e)
{
	bool legacy = false;

	for (unsigned int i = 0; i < N_RCVS * N_HANDLES; i++) {
		const struct model_handle *h = &rcvs[i / N_HANDLES].handle[i % N_HANDLES];

		if (h->q.qp && h->q.qp == event_object(e))
			return false;
		legacy |= rcvs[i / N_HANDLES].legacy;
	}
	for (unsigned int i = 0; i < N_QPS; i++)
		if (qps[i].qp && qps[i].qp == event_object(e))
			return false;
	for (unsigned int i = 0; i < N_SENDERS; i++)
		if (senders[i].qp && senders[i].qp == event_object(e))
			return false;
	return legacy && e->event_type != IBV_EVENT_CQ_ERR && e->event_type != IBV_EVENT_SRQ_ERR &&
	       e->event_type != IBV_EVENT_SRQ_LIMIT_REACHED;
}

/* The attributes whose change is not announced; four may change by themselves. */
int rcv_constant(void)
{
	return transition_attributes(IBV_QPT_XRC_RECV) &
	       ~(IBV_QP_AV | IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE | IBV_QP_CUR_STATE |
		 IBV_QP_EN_SQD_ASYNC_NOTIFY);
}

/* The first handle tells what was told before, and the others what the first one tells. */
void rcv_must_agree(struct model_rcv *r)
{
	bool first = true;

	for (unsigned int i = 0; i < N_HANDLES; i++) {
		struct subject s = rcv_qp_subject(&r->handle[i].q);
		struct ibv_qp_attr seen;

		if (!r->handle[i].through)
			continue;
		seen = subject_query(&s);
		if (ASK(XRV_QRY_01))
			MUST_EQ(seen.qp_state, r->as.state);
		if (r->told_once && ASK(!first && r->api == XRC_TODAY ? QP_OPN_02 : XRV_QRY_04))
			MUST_HOLD(seen, r->told, rcv_constant());
		first = false;
		r->told = seen;
		r->told_once = true;
	}
}

OPERATION(rcv_query, ARGS({ "rcv", N_RCVS }), PROMISES(XRV_QRY_01, XRV_QRY_04, QP_OPN_02),
	  .weight = 2, .needs = NEED_XRC)
{
	struct model_rcv *r = rcv_from(arg[0]);

	if (!r || r->as.unknown)
		return false;
	rcv_must_agree(r);
	return true;
}

/* No other QP of the domain has its number. */
static void must_be_alone(const struct model_rcv *r)
{
	for (struct model_rcv *other = rcvs; other < rcvs + N_RCVS; other++)
		if (other != r && other->domain == r->domain)
			MUST_NE(other->face.qp_num, r->face.qp_num);
}

void rcv_is_made(struct model_rcv *r, enum xrc_api api, unsigned int domain, uint32_t number)
{
	*r = (struct model_rcv){ .api = api,
				 .legacy = r->legacy || api == XRC_LEGACY,
				 .domain = domain };
	r->face.qp_type = IBV_QPT_XRC_RECV;
	r->face.qp_num = number;
	r->as.qp = &r->face;
	r->as.state = IBV_QPS_RESET;
	must_be_alone(r);
}

OPERATION(rcv_create, ARGS({ "rcv", N_RCVS }, { "xrcd", N_XRCDS }),
	  PROMISES(XRV_CRE_01, QP_CEX_05, XRV_QRY_01), .weight = 12, .makes = true,
	  .needs = NEED_XRC)
{
	struct model_rcv *r = &rcvs[arg[0]];
	struct model_xrcd *x = xrcd_from(arg[1]);
	struct rcv_qp q;

	if (r->domain || !x || !ASK(XRV_CRE_01))
		return false;
	MUST_SUCCEED(rcv_qp_create(x->api, x->xrcd, &q));
	rcv_is_made(r, x->api, x->domain, q.number);
	r->handle[0].q = q;
	rcv_is_held(&r->handle[0], x);
	if (q.qp && ASK(QP_CEX_05)) {
		MUST_EQ(q.qp->qp_type, IBV_QPT_XRC_RECV);
		MUST_POINT_TO(q.qp->context, ctx());
	}
	rcv_must_agree(r);
	return true;
}

/* What is refused: no domain, or a SRQ. Today's verb; libibverbs-xrc refuses by itself. */
OPERATION(rcv_bad_create, ARGS({ "xrcd", N_XRCDS }, { "what", 3 }, { "srq", N_SRQS }),
	  PROMISES(QP_CEX_05, QP_CRE_11), .needs = NEED_XRC)
{
	struct model_xrcd *x = &xrcds[arg[0]];
	struct model_srq *s = &srqs[arg[2]];
	struct ibv_qp_init_attr_ex init = { .qp_type = IBV_QPT_XRC_RECV };

	if (!x->xrcd || x->api != XRC_TODAY || (arg[1] == 2 && (!s->srq || s->cq || s->tm)) ||
	    !ASK(arg[1] == 2 ? QP_CRE_11 : QP_CEX_05))
		return false;
	init.xrcd = x->xrcd;
	if (arg[1] == 1) {
		init.comp_mask = IBV_QP_INIT_ATTR_PD;
		init.pd = the_pd(0)->pd;
	}
	if (arg[1] == 2) {
		init.comp_mask = IBV_QP_INIT_ATTR_XRCD;
		init.recv_cq = the_cq(0)->cq;
		init.srq = s->srq;
	}
	MUST_MAKE_NONE(vct_create_qp_ex(ctx(), &init));
	return true;
}

void rcv_is_left(struct model_rcv *r)
{
	if (r->elsewhere || a_handle(r, 0))
		return;
	completions_may_vanish(&r->as, false);
	collect_all();
	forget_due_of(&r->as);
	senders_lose(&r->as);
	*r = (struct model_rcv){ .legacy = r->legacy,
				 .gone = r->face.qp_num,
				 .gone_of = r->domain };
}

OPERATION(rcv_release, ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }),
	  PROMISES(XRV_UNR_02, QP_OPN_05, QP_DES_03, AEV_13, AEV_16, XRV_QRY_01, XRV_QRY_04,
		   QP_OPN_02),
	  .weight = 3, .needs = NEED_XRC)
{
	struct model_rcv *r = &rcvs[arg[0]];
	struct model_handle *h = a_handle(r, arg[1]);
	const struct vct_promise *promise;
	int ret;

	if (!h)
		return false;
	promise = r->api == XRC_TODAY ? QP_OPN_05 : XRV_UNR_02;
	if (!ASK(promise))
		return false;
	settle_events();
	if (h->q.qp) {
		forget_events_of(h->q.qp);
		ret = destroy_qp_after_acks(h->q.qp, QP_DES_03);
	} else {
		ret = rcv_qp_unregister(&h->q);
	}
	JUDGING(promise);
	MUST_SUCCEED(ret);
	xrcd_is_left(h->through);
	*h = (struct model_handle){ 0 };
	rcv_is_left(r);
	if (r->domain && !r->as.unknown)
		rcv_must_agree(r);
	return true;
}
