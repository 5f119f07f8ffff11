// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* QPs: connected, in the error state and in RESET, and destroyed. */
#include "qp.h"

const enum ibv_event_type events_of_failure[EVENTS_OF_FAILURE] = {
	IBV_EVENT_QP_FATAL,
	IBV_EVENT_QP_REQ_ERR,
	IBV_EVENT_QP_ACCESS_ERR,
	IBV_EVENT_QP_LAST_WQE_REACHED,
};

bool qp_is_known(const struct model_qp *q)
{
	return q->qp && !q->unknown;
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
	q->has_alternate = false;
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
						   .lacking = QP_ERR_01 });
	}
}

void qp_fails(struct model_qp *q)
{
	bool received = q->state == IBV_QPS_RTR || q->state == IBV_QPS_RTS;

	if (q->state == IBV_QPS_ERR)
		return;
	windows_lose(q);
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
	for (unsigned int i = 0; i < EVENTS_OF_FAILURE; i++)
		if (events_of_failure[i] != IBV_EVENT_QP_LAST_WQE_REACHED)
			event_may_come(q->qp, events_of_failure[i]);
}

void qp_is_reset(struct model_qp *q)
{
	windows_lose(q);
	disconnect(q);
	queue_clear(&q->queue);
	queue_clear(&q->held);
	completions_may_vanish(q, true);
	q->was_ready = false;
	q->state = IBV_QPS_RESET;
}

void qp_goes(struct model_qp *q, bool unread)
{
	if (!unread)
		settle_events();
	forget_events_of(q->qp);
	/* Of a QP that gets the same number later: what is due comes first. */
	collect_all();
	windows_go_before(q);
	qp_is_reset(q);
	collect_all();
	JUDGING(QP_DES_01);
	MUST_SUCCEED(destroy_qp_after_acks(q->qp, QP_DES_03));
	/* "until request is fully executed", sends need it (ibv_post_send(3) NOTES). */
	if (q->ah)
		SETUP_OF(BLOCK_RELEASE_AH, !vct_destroy_ah(q->ah));
	forget_due_of(q);
	q->pd->users--;
	q->send_cq->users--;
	if (q->recv_cq)
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

static void to_rts(struct model_qp *q, const struct model_qp *peer, uint32_t values, uint32_t ways)
{
	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTS; to++)
		qp_must_step(q, to, values, peer, ways);
}

static bool is_in_reset(const struct model_qp *q)
{
	return q->qp && q->state == IBV_QPS_RESET && !q->xrcd && !q->unknown;
}

/* It has no peer, and can be reset. */
static bool is_alone(const struct model_qp *q)
{
	return qp_is_known(q) && !q->peer && !q->xrcd;
}

/*
 * Another QP of this type that is in RESET, or else one that is alone; a UD QP itself. NULL: there
 * is none. No page says that a QP of another type can be connected to itself.
 */
static struct model_qp *partner_of(struct model_qp *q, uint32_t place)
{
	if (q->qp->qp_type == IBV_QPT_UD)
		return q;
	for (unsigned int i = 0; i < 2 * N_QPS; i++) {
		struct model_qp *p = &qps[(place + i) % N_QPS];

		if (p != q && p->qp && p->qp->qp_type == q->qp->qp_type &&
		    (i < N_QPS ? is_in_reset(p) : is_alone(p)))
			return p;
	}
	return NULL;
}

OPERATION(qp_connect,
	  ARGS({ "qp", N_QPS }, { "peer", N_QPS }, { "values", LEGAL + 1 }, { "ways", N_WAYS }),
	  PROMISES(QP_MOD_RC_INIT_ok, QP_MOD_RC_RTR_ok, QP_MOD_RC_RTS_ok), .weight = 16,
	  .makes = true, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], is_in_reset);
	struct model_qp *peer = q ? partner_of(q, arg[1]) : NULL;

	if (!peer)
		return false;
	if (peer->state != IBV_QPS_RESET)
		qp_must_step(peer, IBV_QPS_RESET, arg[2], NULL, arg[3]);
	to_rts(q, peer, arg[2], arg[3]);
	if (peer != q)
		to_rts(peer, q, arg[2], arg[3]);
	return true;
}
