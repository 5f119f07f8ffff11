// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * XRC receive QPs: created with members that do not count, queried with all kinds of masks, given
 * an alternate path, and in error.
 */
#include "xrc.h"

OPERATION(rcv_create_of_nonsense, ARGS({ "rcv", N_RCVS }, { "xrcd", N_XRCDS }, { "cq", N_CQS }),
	  PROMISES(XRV_CRE_01, XRV_CRE_02, QP_CEX_05, XRV_QRY_01), .weight = 2, .needs = NEED_XRC)
{
	struct model_rcv *r = &rcvs[arg[0]];
	struct model_xrcd *x = xrcd_from(arg[1]);
	struct rcv_qp q;

	if (!x || r->domain || !is_own(x->api, "create_xrc_rcv_qp") || !ASK(XRV_CRE_02))
		return false;
	MUST_SUCCEED(rcv_qp_create_of_nonsense(x->api, x->xrcd, the_cq(arg[2])->cq, &q));
	rcv_is_made(r, x->api, x->domain, q.number);
	r->handle[0].q = q;
	rcv_is_held(&r->handle[0], x);
	rcv_must_agree(r);
	return true;
}

/* Without a domain; libibverbs-xrc refuses by itself. */
OPERATION(rcv_create_nowhere, PROMISES(XRV_CRE_06, XRV_CRE_07), .needs = NEED_XRC)
{
	struct ibv_xrc_qp_init_attr legacy = { .qp_type = IBV_QPT_XRC_RECV };
	uint32_t number = 0;
	int ret;

	if (!is_own(XRC_LEGACY, "create_xrc_rcv_qp") || !ASK(XRV_CRE_06))
		return false;
	ret = vct_create_xrc_rcv_qp(&legacy, &number);
	MUST_NE(ret, 0);
	if (ASK(XRV_CRE_07))
		MUST_LE(abs(ret), 4095);
	return true;
}

/* The mask is the least that is told. */
OPERATION(rcv_query_masked, ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }, { "mask", 8 }),
	  PROMISES(XRV_QRY_01, XRV_QRY_02), .weight = 3, .needs = NEED_XRC)
{
	static const int masks[8] = { IBV_QP_STATE,
				      0,
				      IBV_QP_PATH_MTU,
				      IBV_QP_CAP,
				      IBV_QP_STATE | IBV_QP_PORT,
				      RCV_RTR_MASK,
				      RCV_INIT_MASK,
				      IBV_QP_PATH_MTU | IBV_QP_DEST_QPN };
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	int mask = masks[arg[2]], ret;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr seen = { 0 };

	if (!h || r->as.unknown || (!mask && !is_own(r->api, "query_xrc_rcv_qp")) ||
	    !ASK(mask == IBV_QP_STATE ? XRV_QRY_01 : XRV_QRY_02))
		return false;
	ret = rcv_qp_query(&h->q, &seen, mask, &init);
	MUST_SUCCEED(ret);
	if (mask & IBV_QP_STATE)
		MUST_EQ(seen.qp_state, r->as.state);
	/* From here on, all that was set is told. */
	if (r->told_once && ASK(XRV_QRY_02))
		MUST_HOLD(seen, r->told, mask & rcv_constant());
	return true;
}

static struct ibv_qp_attr query(const struct rcv_qp *q, struct ibv_qp_init_attr *init)
{
	struct ibv_qp_attr seen = { 0 };

	memset(init, 0xee, sizeof(*init));
	MUST_SUCCEED(rcv_qp_query(q, &seen, RCV_INIT_MASK | RCV_RTR_MASK | IBV_QP_CAP, init));
	seen.qp_state = seen.cur_qp_state = 0;
	seen.path_mig_state = 0;
	seen.sq_draining = seen.en_sqd_async_notify = 0;
	if (vct_dev->attr.orig_attr.device_cap_flags & IBV_DEVICE_AUTO_PATH_MIG)
		memset(&seen.ah_attr, 0, sizeof(seen.ah_attr));
	return seen;
}

OPERATION(rcv_query_again, ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }),
	  PROMISES(XRV_CRE_01, XRV_QRY_01, XRV_QRY_04), .weight = 3, .needs = NEED_XRC)
{
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr first, again;

	if (!h || r->as.unknown || r->as.state < IBV_QPS_RTR || r->as.state > IBV_QPS_RTS ||
	    !ASK(XRV_QRY_04))
		return false;
	first = query(&h->q, &init);
	again = query(&h->q, &init);
	MUST_EQUAL_BYTES(NAMED("init_attr of two queries", &first), &again, sizeof(first));
	if (ASK(XRV_QRY_01)) {
		MUST_EQ(init.qp_type, IBV_QPT_XRC_RECV);
		MUST_POINT_TO(init.send_cq, NULL);
		MUST_POINT_TO(init.recv_cq, NULL);
		MUST_POINT_TO(init.srq, NULL);
		MUST_EQ(init.cap.max_send_wr, 0);
		MUST_EQ(init.cap.max_recv_wr, 0);
	}
	if (ASK(XRV_CRE_01)) {
		MUST_EQ(again.cap.max_send_wr, 0);
		MUST_EQ(again.cap.max_recv_wr, 0);
	}
	return true;
}

/* An alternate path, and then its migration state: where the device claims them, and where not. */
OPERATION(rcv_migrate, ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }),
	  PROMISES(XRV_MOD_09, XRV_MOD_12, XRV_QRY_01, XRV_QRY_04, QP_OPN_02), .weight = 3,
	  .needs = NEED_XRC | NEED_IB_STATES)
{
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	bool apm = !vct_device_lacks(vct_dev, NEED_APM);
	enum ibv_qp_state to = r ? r->as.state + 1 : IBV_QPS_RESET;
	int bit = to == IBV_QPS_RTR ? IBV_QP_ALT_PATH : IBV_QP_PATH_MIG_STATE;
	struct ibv_qp_attr legal;
	struct subject s;

	if (!h || r->as.unknown || (to != IBV_QPS_RTR && to != IBV_QPS_RTS) ||
	    (apm && to == IBV_QPS_RTS && !r->alternate) || !ASK(XRV_MOD_09) ||
	    (to == IBV_QPS_RTS && !ASK(XRV_MOD_12)))
		return false;
	s = rcv_qp_subject(&h->q);
	legal = legal_attr(to);
	if (apm) {
		MUST_SUCCEED(subject_step(&s, to, bit, 0));
		MUST_READ(&s, legal, bit);
	} else {
		step_must_refuse(&s, to, bit);
	}
	r->alternate = apm;
	rcv_has_changed(r, to);
	rcv_must_agree(r);
	return true;
}

/* A fault of the QP: each process that has it is told, and only they. */
OPERATION(rcv_fault, ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }), PROMISES(QP_OPN_09, AEV_04),
	  .needs = NEED_XRC | NEED_QP_FAULT)
{
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	unsigned int handles = 0;

	if (!h || r->api != XRC_TODAY || r->as.unknown || r->as.state < IBV_QPS_RTR ||
	    r->as.state > IBV_QPS_RTS || !ASK(QP_OPN_09))
		return false;
	for (unsigned int i = 0; i < N_HANDLES; i++)
		handles += !!r->handle[i].through;
	settle_events();
	vct_inject_qp_error(h->q.qp);
	/* Which of several handles of one process has the event is open. */
	if (handles == 1)
		event_is_due(h->q.qp, IBV_EVENT_QP_FATAL, QP_OPN_09);
	else
		rcv_may_raise(r, IBV_EVENT_QP_FATAL);
	rcv_may_raise(r, IBV_EVENT_QP_LAST_WQE_REACHED);
	completions_may_vanish(&r->as, false);
	senders_lose(&r->as);
	r->as.unknown = true;
	see_events();
	JUDGING(QP_OPN_09);
	process_sees_fatal(r);
	return true;
}
