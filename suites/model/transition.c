// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Transitions of QPs: planned, made, judged, and what they mean for the model. */
#include "qp.h"
#include "qp_promises.h"

/* No page lists these transitions: see suites/qp/state.c. */
static bool is_open(const struct model_qp *q, enum ibv_qp_state to)
{
	enum ibv_qp_state from = q->state;

	if (from == IBV_QPS_RESET)
		return to == IBV_QPS_RESET || to == IBV_QPS_ERR;
	if (to == from && q->qp->qp_type == IBV_QPT_RAW_PACKET)
		return to != IBV_QPS_ERR;
	return from == IBV_QPS_RTR && to == IBV_QPS_RTR;
}

static bool is_up(enum ibv_qp_state state)
{
	return state >= IBV_QPS_INIT && state <= IBV_QPS_SQD;
}

bool attempt_plan(struct attempt *a, struct model_qp *q, enum ibv_qp_state to, uint32_t values,
		  const struct model_qp *peer)
{
	enum ibv_qp_type type = q->qp->qp_type;

	if (q->unknown ||
	    (to == IBV_QPS_SQD && q->state == IBV_QPS_RTS &&
	     vct_block_is_left_out(BLOCK_OF_QP(QP_TO_SQD, type))) ||
	    (type == IBV_QPT_RAW_PACKET && q->state >= IBV_QPS_RTS && to == IBV_QPS_SQD))
		return false;
	*a = (struct attempt){ .q = q,
			       .t = transition_look_up(type, q->state, to),
			       .to = to,
			       .attr = qp_values(q, to, values, peer),
			       .mask = IBV_QP_STATE,
			       .outcome = TAKEN,
			       .promise = QP_MOD_FLAG_STATE };
	if (a->t) {
		a->mask |= a->t->required;
		a->promise = q->state < to ? promise_of_list(type, to) : QP_MOD_FLAG_STATE;
	} else if (is_up(to) && !is_open(q, to)) {
		a->mask |= transition_look_up(type, to - 1, to)->required;
		a->outcome = REFUSED;
		a->promise = QP_MOD_07;
	}
	if (is_open(q, to))
		a->outcome = EITHER;
	return true;
}

/* What the flag asks for; a flag that was set once may have been kept. */
static void drains(struct model_qp *q, const struct attempt *a)
{
	bool told = a->mask & IBV_QP_EN_SQD_ASYNC_NOTIFY, wants = a->attr.en_sqd_async_notify;

	if (told && !wants)
		q->notifies = false;
	if (told && wants)
		event_is_due(q->qp, IBV_EVENT_SQ_DRAINED, AEV_11);
	else if (q->notifies)
		event_may_come(q->qp, IBV_EVENT_SQ_DRAINED);
	if (told && wants)
		q->notifies = true;
	q->state = IBV_QPS_SQD;
	qp_has_drained(q);
	see_events();
}

static void moves(struct model_qp *q, const struct attempt *a)
{
	enum ibv_qp_state from = q->state;

	q->broke = false;
	if (a->to == IBV_QPS_ERR) {
		qp_fails(q);
		see_events();
	} else if (a->to == IBV_QPS_RESET) {
		qp_is_reset(q);
	} else if (a->to == IBV_QPS_SQD && from != IBV_QPS_SQD) {
		drains(q, a);
	} else {
		q->state = a->to;
		q->was_ready |= a->to == IBV_QPS_RTS;
	}
	if (q->state == from)
		return;
	qp_attr_is_open(q);
	if (a->to == IBV_QPS_RTR)
		qp_finds_its_peer(q);
	if (from == IBV_QPS_SQD && a->to == IBV_QPS_RTS)
		qp_resumes(q);
}

/* The call has returned 0. */
static void is_taken(struct attempt *a, uint32_t ways)
{
	struct model_qp *q = a->q;
	bool by_list = a->t && a->mask == (IBV_QP_STATE | a->t->required);

	q->has_alternate |= a->mask & IBV_QP_ALT_PATH;
	if (a->mask & IBV_QP_STATE) {
		qp_attr_is_set(q, &a->attr, a->mask);
		moves(q, a);
	} else if (q->state == a->to) {
		qp_attr_is_set(q, &a->attr, a->mask);
	} else {
		/* Which of the attributes it has set is not said. */
		q->set_mask &= ~a->mask;
		qp_attr_is_open(q);
	}
	if (ways & WITHOUT_QUERIES)
		return;
	if (!a->mask)
		qp_must_keep(q, a->promise);
	else
		qp_must_have_set(q, a->mask, by_list ? NULL : a->promise);
}

/* One of the other QPs, which the call is not about. */
static void another_must_agree(const struct model_qp *q)
{
	static unsigned int next;
	struct model_qp *other = &qps[next++ % N_QPS];

	if (other != q && other->qp)
		qp_must_agree(other);
}

/* The refusals of which suites/qp/modify.c judges the return value. */
static bool refuses_with_errno(const struct attempt *a)
{
	return a->outcome == REFUSED && ((a->q->state == IBV_QPS_INIT && a->to == IBV_QPS_RTS) ||
					 (a->to == IBV_QPS_INIT && a->promise == QP_MOD_09k));
}

static void judge_return(const struct attempt *a, int ret)
{
	if (a->outcome == TAKEN)
		MUST_SUCCEED(ret);
	if (a->outcome == REFUSED)
		MUST_REFUSE(ret);
	if (refuses_with_errno(a) && ASK(QP_MOD_03))
		MUST_GE(ret, 1);
}

static void wait_drained(const struct model_qp *q)
{
	struct subject s = qp_subject(q->qp);

	subject_wait_drained(&s);
}

bool attempt(struct attempt *a, uint32_t ways)
{
	struct model_qp *q = a->q;
	struct ibv_qp_attr attr = ways & WITH_GARBAGE ? only_masked(&a->attr, a->mask) : a->attr;
	int ret;
	/* what an attempt that is not taken must leave as it is */
	const struct vct_promise *kept =
		a->outcome == REFUSED && !a->of_value ? QP_MOD_08 : QP_MOD_07;

	/* No page says which of two Q_Keys messages have that wait for the transition. */
	if (a->t && q->state == IBV_QPS_SQD && a->to == IBV_QPS_RTS &&
	    (!qp_can_resume(q) || (q->held.n && a->mask & IBV_QP_QKEY)))
		return false;
	if (!ASK(a->promise) || (a->outcome != TAKEN && vct_is_left_out(kept)))
		return false;
	see_events();
	/* While it drains, a QP may refuse to leave SQD. */
	if (q->state == IBV_QPS_SQD && qp_is_told())
		wait_drained(q);
	if (!(ways & WITHOUT_QUERIES))
		qp_must_agree(q);
	JUDGING(a->promise);
	ret = vct_modify_qp(q->qp, &attr, a->mask);
	judge_return(a, ret);
	if (!ret)
		is_taken(a, ways);
	else if (!(ways & WITHOUT_QUERIES))
		qp_must_keep(q, kept);
	if (!(ways & WITHOUT_QUERIES))
		another_must_agree(q);
	return true;
}

void qp_must_step(struct model_qp *q, enum ibv_qp_state to, uint32_t values,
		  const struct model_qp *peer, uint32_t ways)
{
	struct attempt a;

	if (attempt_plan(&a, q, to, values, peer))
		attempt(&a, ways);
}

static bool is_not_up(const struct model_qp *q)
{
	return qp_is_known(q) && q->state < IBV_QPS_RTS;
}

OPERATION(qp_move,
	  ARGS({ "qp", N_QPS }, { "to", IBV_QPS_ERR + 1 }, { "values", N_VALUES },
	       { "peer", N_QPS }, { "ways", N_WAYS }),
	  PROMISES(PROMISES_OF_TRANSITIONS, QP_MOD_02, QP_MOD_03, QP_MOD_07, QP_MOD_08, QP_MOD_17,
		   QP_MOD_18, QP_QRY_05, QP_QRY_08, QP_QRY_11, QP_QRY_12, AEV_08, AEV_11, CQ_POL_08,
		   QP_ERR_01),
	  .weight = 16, .needs = NEED_IB_STATES)
{
	static const enum ibv_qp_state states[] = { IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS,
						    IBV_QPS_SQD,  IBV_QPS_ERR, IBV_QPS_RESET };
	enum ibv_qp_state to = states[arg[1] % (sizeof(states) / sizeof(states[0]))];
	struct model_qp *q = qp_from(arg[0], qp_is_known);
	struct attempt a;

	return q && attempt_plan(&a, q, to, arg[2], &qps[arg[3]]) && attempt(&a, arg[4]);
}

/*
 * The next state of those that bring a QP up, which random states would hardly ever reach; perhaps
 * after many wrong ways to it.
 */
OPERATION(qp_step,
	  ARGS({ "qp", N_QPS }, { "values", N_VALUES }, { "peer", N_QPS }, { "ways", N_WAYS },
	       { "wrong", 2 * N_WRONGS }),
	  PROMISES(PROMISES_OF_TRANSITIONS, QP_MOD_02, QP_MOD_17, QP_QRY_08, QP_QRY_12),
	  .weight = 20, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], is_not_up);
	uint32_t wrong = arg[4];
	struct attempt a;

	if (!q)
		return false;
	if (wrong >= N_WRONGS)
		attempt_wrongly(q, q->state + 1, wrong - N_WRONGS, arg[1], &qps[arg[2]]);
	return attempt_plan(&a, q, q->state + 1, arg[1], &qps[arg[2]]) && attempt(&a, arg[3]);
}
