// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* QPs: made, connected, brought to the error state and to RESET, and destroyed. */
#include "qp.h"

enum { SEND_WRS = 16, RECV_WRS = 8 };

static const struct kind {
	enum ibv_qp_type type;
	unsigned int needs;
	bool takes_srq;
} kinds[] = {
	{ IBV_QPT_RC, NEED_RC, true },
	{ IBV_QPT_UD, NEED_UD, true },
	{ IBV_QPT_UC, NEED_UC, false },
};
enum { N_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static void qp_is_made(struct model_qp *q, const struct ibv_qp_init_attr *asked,
		       const struct ibv_qp_init_attr *told)
{
	struct ibv_qp *qp = q->qp;

	q->state = IBV_QPS_RESET;
	q->cap = told->cap;
	if (qp->qp_type == IBV_QPT_UD) {
		struct ibv_ah_attr address = own_address();

		q->ah = vct_create_ah(q->pd->pd, &address);
		SETUP(q->ah);
	}
	q->pd->users++;
	q->send_cq->users++;
	q->recv_cq->users++;
	if (q->srq)
		q->srq->users++;
	if (ASK(QP_CRE_04)) {
		MUST(qp->qp_context == asked->qp_context);
		MUST(qp->send_cq == asked->send_cq && qp->recv_cq == asked->recv_cq);
		MUST(qp->srq == asked->srq);
		MUST_EQ(qp->qp_type, asked->qp_type);
	}
	if (ASK(QP_CRE_07)) {
		MUST_GE(told->cap.max_send_wr, asked->cap.max_send_wr);
		MUST_GE(told->cap.max_send_sge, asked->cap.max_send_sge);
		if (!q->srq)
			MUST_GE(told->cap.max_recv_wr, asked->cap.max_recv_wr);
	}
}

OPERATION(qp_create,
	  ARGS({ "qp", N_QPS }, { "type", N_KINDS }, { "pd", N_PDS }, { "send_cq", N_CQS },
	       { "recv_cq", N_CQS }, { "srq", N_SRQS + 1 }, { "all_signaled", 2 }),
	  PROMISES(QP_CRE_04, QP_CRE_05, QP_CRE_07, QP_CRE_08, QP_CRE_10, QP_CRE_11, QP_CRE_12,
		   QP_CRE_13),
	  .weight = 8, .makes = true)
{
	struct model_qp *q = &qps[arg[0]];
	const struct kind *kind = &kinds[arg[1]];
	struct model_srq *s = arg[5] < N_SRQS ? &srqs[arg[5]] : NULL;
	struct ibv_qp_init_attr init, asked;
	bool refused;

	if (q->qp || vct_device_lacks(vct_dev, kind->needs) || (s && !srq_is_usable(s)))
		return false;
	refused = s && (!kind->takes_srq || s->xrcd);
	if (!ASK(!refused ? (s ? QP_CRE_10 : QP_CRE_08) : s->xrcd ? QP_CRE_13 : QP_CRE_11))
		return false;
	/* No page says by which of two PDs the L_Keys of an SRQ's WRs are judged: one serves both.
	 */
	*q = (struct model_qp){ .pd = s ? s->pd : the_pd(arg[2]),
				.send_cq = the_cq(arg[3]),
				.recv_cq = the_cq(arg[4]),
				.srq = s,
				.all_signaled = arg[6] };
	init = (struct ibv_qp_init_attr){
		.qp_context = q->context = new_context(),
		.send_cq = q->send_cq->cq,
		.recv_cq = q->recv_cq->cq,
		.srq = s ? s->srq : NULL,
		.cap = { .max_send_wr = SEND_WRS,
			 .max_send_sge = 1,
			 .max_recv_wr = s ? 0 : RECV_WRS,
			 .max_recv_sge = s ? 0 : 1 },
		.qp_type = kind->type,
		.sq_sig_all = q->all_signaled,
	};
	asked = init;
	q->qp = vct_create_qp(q->pd->pd, &init);
	if (refused) {
		MUST(!q->qp);
		return true;
	}
	MUST(q->qp);
	qp_is_made(q, &asked, &init);
	return true;
}

void disconnect(struct model_qp *q)
{
	for (unsigned int i = 0; i < N_QPS; i++) {
		if (qps[i].peer == q)
			qps[i].peer = NULL;
		if (qps[i].held_to == q)
			qps[i].held_to = NULL;
	}
	q->peer = q->held_to = NULL;
	q->set_mask = 0;
	q->used = q->told_all = false;
}

static void flush(struct model_qp *q)
{
	bool rc = q->qp->qp_type == IBV_QPT_RC;

	while (q->queue.n) {
		struct model_wr wr = queue_take(&q->queue);

		add_due(q->recv_cq, &(struct due){ .qp = q,
						   .wc = { .wr_id = wr.id,
							   .status = IBV_WC_WR_FLUSH_ERR,
							   .qp_num = q->qp->qp_num },
						   .receive = true,
						   .error = !rc,
						   .buffer = wr.buffer,
						   .lacking = CQ_POL_08 });
	}
}

void qp_fails(struct model_qp *q)
{
	bool received = q->state == IBV_QPS_RTR || q->state == IBV_QPS_RTS;

	if (q->state == IBV_QPS_ERR)
		return;
	disconnect(q);
	flush(q);
	qp_flushes_held(q);
	if (q->srq && received && q->qp->qp_type == IBV_QPT_RC)
		event_is_due(q->qp, IBV_EVENT_QP_LAST_WQE_REACHED, AEV_08);
	else if (q->srq)
		event_may_come(q->qp, IBV_EVENT_QP_LAST_WQE_REACHED);
	q->state = IBV_QPS_ERR;
}

void qp_fails_by_itself(struct model_qp *q)
{
	qp_fails(q);
	q->broke = true;
	event_may_come(q->qp, IBV_EVENT_QP_FATAL);
	event_may_come(q->qp, IBV_EVENT_QP_REQ_ERR);
	event_may_come(q->qp, IBV_EVENT_QP_ACCESS_ERR);
}

void qp_is_reset(struct model_qp *q)
{
	disconnect(q);
	queue_clear(&q->queue);
	queue_clear(&q->held);
	completions_may_vanish(q);
	q->was_ready = false;
	q->state = IBV_QPS_RESET;
}

static int destroy_qp(void *qp)
{
	return vct_destroy_qp(qp);
}

void qp_goes(struct model_qp *q, bool unread)
{
	if (!unread)
		settle_events();
	forget_events_of(q->qp);
	/* Of a QP that gets the same number later: what is due comes first. */
	collect_all();
	qp_is_reset(q);
	collect_all();
	if (q->ah)
		MUST_SUCCEED(vct_destroy_ah(q->ah));
	JUDGING(QP_DES_01);
	MUST_SUCCEED(destroy_after_acks(destroy_qp, q->qp, QP_DES_03));
	forget_due_of(q);
	q->pd->users--;
	q->send_cq->users--;
	q->recv_cq->users--;
	if (q->srq)
		q->srq->users--;
	*q = (struct model_qp){ 0 };
}

OPERATION(qp_destroy, ARGS({ "qp", N_QPS }), PROMISES(QP_DES_01, QP_DES_03, AEV_13, AEV_16))
{
	struct model_qp *q = &qps[arg[0]];

	if (!q->qp || !ASK(QP_DES_01))
		return false;
	qp_goes(q, false);
	return true;
}

static void to_rts(struct model_qp *q, const struct model_qp *peer, uint32_t values)
{
	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++)
		qp_must_step(q, to, values, peer);
}

static bool is_in_reset(const struct model_qp *q)
{
	return q->qp && q->state == IBV_QPS_RESET && !q->xrcd && !q->unknown;
}

OPERATION(qp_connect, ARGS({ "qp", N_QPS }, { "peer", N_QPS }, { "values", LEGAL + 1 }),
	  PROMISES(QP_MOD_RC_INIT_ok, QP_MOD_RC_RTR_ok, QP_MOD_RC_RTS_ok), .weight = 16,
	  .makes = true, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], is_in_reset), *peer = NULL;

	for (unsigned int i = 0; q && !peer && i < N_QPS; i++) {
		peer = &qps[(arg[1] + i) % N_QPS];
		if (!is_in_reset(peer) || peer->qp->qp_type != q->qp->qp_type)
			peer = NULL;
	}
	if (!q)
		return false;
	if (q->qp->qp_type == IBV_QPT_UD)
		peer = q;
	to_rts(q, peer, arg[2]);
	if (peer != q)
		to_rts(peer, q, arg[2]);
	return true;
}
