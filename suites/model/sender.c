// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* XRC send QPs, and their messages to the SRQs of a domain. */
#include "xrc.h"

enum { SEND_WRS = 16 };

struct model_qp senders[N_SENDERS];

void senders_lose(const struct model_qp *peer)
{
	for (struct model_qp *q = senders; q < senders + N_SENDERS; q++)
		if (q->peer == peer)
			q->peer = NULL;
}

#define create(mask_, ...)                                                                         \
	vct_create_qp_ex(ctx(), &(struct ibv_qp_init_attr_ex){                                     \
					.qp_type = IBV_QPT_XRC_SEND,                               \
					.comp_mask = (mask_),                                      \
					.cap = { .max_send_wr = SEND_WRS, .max_send_sge = 1 },     \
					__VA_ARGS__ })

OPERATION(sender_create,
	  ARGS({ "sender", N_SENDERS }, { "pd", N_PDS }, { "cq", N_CQS }, { "all_signaled", 2 }),
	  PROMISES(QP_CEX_06), .weight = 6, .makes = true, .needs = NEED_XRC)
{
	struct model_qp *q = &senders[arg[0]];
	void *context = new_context();

	if (q->qp || !ASK(QP_CEX_06))
		return false;
	*q = (struct model_qp){ .pd = the_pd(arg[1]),
				.send_cq = the_cq(arg[2]),
				.context = context,
				.all_signaled = arg[3] };
	q->qp = create(IBV_QP_INIT_ATTR_PD, .pd = q->pd->pd, .send_cq = q->send_cq->cq,
		       .sq_sig_all = q->all_signaled, .qp_context = context);
	MUST_MAKE(q->qp);
	q->pd->users++;
	q->send_cq->users++;
	MUST_EQ(q->qp->qp_type, IBV_QPT_XRC_SEND);
	MUST_POINT_TO(q->qp->pd, q->pd->pd);
	MUST_POINT_TO(q->qp->send_cq, q->send_cq->cq);
	MUST_POINT_TO(q->qp->recv_cq, NULL);
	MUST_POINT_TO(q->qp->srq, NULL);
	return true;
}

/* Without a PD, and with a basic SRQ, which no XRC QP takes. */
OPERATION(sender_bad_create, ARGS({ "cq", N_CQS }, { "srq", N_SRQS + 1 }),
	  PROMISES(QP_CEX_06, QP_CRE_11), .needs = NEED_XRC)
{
	struct model_srq *s = arg[1] < N_SRQS ? srq_from(arg[1]) : NULL;
	struct ibv_cq *cq = the_cq(arg[0])->cq;

	if ((s && (s->cq || s->tm)) || !ASK(s ? QP_CRE_11 : QP_CEX_06))
		return false;
	if (s)
		MUST_MAKE_NONE(create(IBV_QP_INIT_ATTR_PD, .pd = s->pd->pd, .send_cq = cq,
				      .recv_cq = cq, .srq = s->srq));
	else
		MUST_MAKE_NONE(create(0, .send_cq = cq));
	return true;
}

OPERATION(sender_post_recv, ARGS({ "sender", N_SENDERS }), PROMISES(QP_CEX_06), .needs = NEED_XRC)
{
	struct ibv_recv_wr wr = { .wr_id = 1 }, *bad = NULL;

	if (!senders[arg[0]].qp || !ASK(QP_CEX_06))
		return false;
	MUST_REFUSE(vct_post_recv(senders[arg[0]].qp, &wr, &bad));
	return true;
}

/* The receive QP that has a handle and is in RESET: at this place, or the next one. */
static struct model_rcv *idle_rcv(uint32_t place)
{
	for (unsigned int i = 0; i < N_RCVS; i++) {
		struct model_rcv *r = &rcvs[(place + i) % N_RCVS];

		if (a_handle(r, 0) && !r->as.unknown && r->as.state == IBV_QPS_RESET)
			return r;
	}
	return NULL;
}

OPERATION(xrc_connect,
	  ARGS({ "sender", N_SENDERS }, { "rcv", N_RCVS }, { "handle", N_HANDLES }, { "steps", 2 }),
	  PROMISES(XRV_MOD_03, QP_MOD_XRC_SEND_INIT_ok, QP_MOD_XRC_SEND_RTR_ok,
		   QP_MOD_XRC_SEND_RTS_ok, XRV_QRY_01, XRV_QRY_04, QP_OPN_02),
	  .weight = 12, .makes = true, .needs = NEED_XRC | NEED_IB_STATES)
{
	struct model_qp *q = &senders[arg[0]];
	struct model_rcv *r = idle_rcv(arg[1]);
	struct model_handle *h = r ? a_handle(r, arg[2]) : NULL;

	if (!h || !q->qp || q->unknown || q->state != IBV_QPS_RESET || !ASK(XRV_MOD_03))
		return false;
	rcv_qp_to_init(&h->q);
	/* The second transition may be made through another handle. */
	if (arg[3])
		h = a_handle(r, arg[2] + 1);
	rcv_qp_to_rtr(&h->q, q->qp->qp_num);
	qp_to_init(q->qp);
	connect_qp(q->qp, r->face.qp_num, &(struct link_attr){ 0 });
	q->state = IBV_QPS_RTS;
	q->peer = &r->as;
	rcv_has_changed(r, IBV_QPS_RTR);
	rcv_must_agree(r);
	return true;
}

/* A sender that can send: at this place, or the next one. */
static struct model_qp *ready_sender(uint32_t place)
{
	for (unsigned int i = 0; i < N_SENDERS; i++)
		if (is_ready(&senders[(place + i) % N_SENDERS]))
			return &senders[(place + i) % N_SENDERS];
	return NULL;
}

static struct model_rcv *receiver_of(const struct model_qp *q)
{
	return &rcvs[(struct model_rcv *)q->peer - rcvs];
}

/* A SRQ that has WRs and is of the domain, or of another: at this place, or the next one. */
static struct model_srq *srq_of(unsigned int domain, bool other, uint32_t place)
{
	for (unsigned int i = 0; i < N_SRQS; i++) {
		struct model_srq *s = &srqs[(place + i) % N_SRQS];

		if (s->xrcd && s->has_number && !s->failed && s->queue.n &&
		    (s->xrcd->domain != domain) == other)
			return s;
	}
	return NULL;
}

OPERATION(xrc_send,
	  ARGS({ "sender", N_SENDERS }, { "srq", N_SRQS }, { "opcode", MESSAGE_KINDS },
	       { "count", MOST_MESSAGES }, { "length", LEVELS }, { "signaled", 3 }, { "stays", 3 }),
	  PROMISES(CQ_POL_01, CQ_POL_02, CQ_POL_03, CQ_POL_04, CQ_POL_05, QP_CEX_06, QP_CRE_14,
		   SND_03, SND_04, SRQ_CEX_07, SRQ_CRX_06, SRQ_LIM_01, SRQ_NUM_02, SRQ_PST_08,
		   SRQ_PST_11, XRV_SRQ_01),
	  .weight = 40, .needs = NEED_XRC | NEED_IB_STATES)
{
	struct model_qp *q = ready_sender(arg[0]);
	struct model_rcv *r = q ? receiver_of(q) : NULL;
	struct model_srq *s = r ? srq_of(r->domain, false, arg[1]) : NULL;

	if (!s || !ASK(SRQ_NUM_02))
		return false;
	r->as.srq = s;
	r->as.recv_cq = s->cq;
	r->as.pd = s->pd;
	if (!pass_messages(&(struct messages){ .from = q,
					       .to = &r->as,
					       .kind = arg[2],
					       .n = arg[3] + 1,
					       .length = arg[4],
					       .signaled = arg[5],
					       .stays = arg[6] == 1 }))
		return false;
	rcv_has_changed(r, r->as.state);
	return true;
}

static bool is_number_of(unsigned int domain, uint32_t number)
{
	for (const struct model_srq *s = srqs; s < srqs + N_SRQS; s++)
		if (s->xrcd && s->has_number && s->xrcd->domain == domain && s->number == number)
			return true;
	return false;
}

/* Both QPs have failed: why, they may tell by events. */
static void both_fail(struct model_qp *q, struct model_rcv *r)
{
	for (unsigned int i = 0; i < EVENTS_OF_FAILURE; i++) {
		event_may_come(q->qp, events_of_failure[i]);
		rcv_may_raise(r, events_of_failure[i]);
	}
	senders_lose(&r->as);
	q->unknown = true;
	r->as.unknown = true;
}

/* A QP of one domain does not reach a SRQ of another. */
OPERATION(xrc_send_astray, ARGS({ "sender", N_SENDERS }, { "srq", N_SRQS }), PROMISES(SRQ_CEX_07),
	  .needs = NEED_XRC | NEED_IB_STATES)
{
	struct model_qp *q = ready_sender(arg[0]);
	struct model_rcv *r = q ? receiver_of(q) : NULL;
	struct model_srq *s = r ? srq_of(r->domain, true, arg[1]) : NULL;
	struct ibv_send_wr wr = { .wr_id = 0x1057, .send_flags = IBV_SEND_SIGNALED }, *bad;

	if (!s || is_number_of(r->domain, s->number) || !cq_has_room(q->send_cq, 1) ||
	    !ASK(SRQ_CEX_07))
		return false;
	wr.opcode = IBV_WR_SEND;
	wr.qp_type.xrc.remote_srqn = s->number;
	SETUP(!vct_post_send(q->qp, &wr, &bad));
	add_due(q->send_cq, &(struct due){ .qp = q,
					   .wc = { .wr_id = wr.wr_id, .qp_num = q->qp->qp_num },
					   .error = true,
					   .lacking = SRQ_CEX_07 });
	both_fail(q, r);
	collect(q->send_cq);
	collect(s->cq);
	return true;
}

/* To the error state, to RESET, or away. */
OPERATION(sender_stop, ARGS({ "sender", N_SENDERS }, { "how", 3 }),
	  PROMISES(QP_MOD_03, QP_DES_01, QP_DES_03, AEV_13, AEV_16), .weight = 3, .needs = NEED_XRC)
{
	struct model_qp *q = &senders[arg[0]];
	enum ibv_qp_state to = arg[1] ? IBV_QPS_RESET : IBV_QPS_ERR;
	bool away = arg[1] == 2;

	if (!q->qp || (!arg[1] && q->unknown) ||
	    (!away && !q->unknown && q->state == IBV_QPS_RESET) ||
	    !ASK(away ? QP_DES_01 : QP_MOD_03))
		return false;
	settle_events();
	collect_all();
	if (!away)
		MUST_SUCCEED(vct_modify_qp(q->qp, &(struct ibv_qp_attr){ .qp_state = to },
					   IBV_QP_STATE));
	q->state = to;
	q->peer = NULL;
	q->unknown = false;
	if (!away)
		return true;
	forget_events_of(q->qp);
	JUDGING(QP_DES_01);
	MUST_SUCCEED(destroy_qp_after_acks(q->qp, QP_DES_03));
	forget_due_of(q);
	q->pd->users--;
	q->send_cq->users--;
	*q = (struct model_qp){ 0 };
	return true;
}
