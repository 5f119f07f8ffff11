// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* SRQs and QPs in error, by a fault injector: what they may still do, and that others go on. */
#include "xrc.h"

/* It may raise events that tell why; the first of them apart, where that is due. */
static void loses_its_peers(struct model_qp *q, bool fatal_is_due)
{
	for (unsigned int i = fatal_is_due; i < EVENTS_OF_FAILURE; i++)
		event_may_come(q->qp, events_of_failure[i]);
	disconnect(q);
	completions_may_vanish(q, false);
	q->unknown = true;
}

OPERATION(srq_fault, ARGS({ "srq", N_SRQS }), PROMISES(SRQ_ERR_01),
	  .needs = NEED_SRQ | NEED_SRQ_FAULT)
{
	struct model_srq *s = srq_from(arg[0]);

	if (!s || s->tm || !ASK(SRQ_ERR_01))
		return false;
	settle_events();
	collect_all();
	vct_inject_srq_error(s->srq);
	s->failed = true;
	s->may_fire = false;
	s->attr.srq_limit = 0;
	for (struct model_qp *q = qps; q < qps + N_QPS; q++)
		if (q->qp && q->srq == s)
			loses_its_peers(q, false);
	event_is_due(s->srq, IBV_EVENT_SRQ_ERR, SRQ_ERR_01);
	see_events();
	return true;
}

static struct model_srq *failed_srq(uint32_t place)
{
	for (unsigned int i = 0; i < N_SRQS; i++)
		if (srqs[(place + i) % N_SRQS].failed)
			return &srqs[(place + i) % N_SRQS];
	return NULL;
}

static int query(struct model_srq *s)
{
	struct ibv_srq_attr attr;

	return vct_query_srq(s->srq, &attr);
}

static int set_limit(struct model_srq *s)
{
	return srq_modify(s->srq, IBV_SRQ_LIMIT, .srq_limit = s->attr.max_wr / 2);
}

static int resize(struct model_srq *s)
{
	return srq_modify(s->srq, IBV_SRQ_MAX_WR, .max_wr = srq_at_most(2 * s->attr.max_wr));
}

static int modify_nothing(struct model_srq *s)
{
	return srq_modify(s->srq, 0, .max_wr = s->attr.max_wr);
}

static int post(struct model_srq *s)
{
	struct ibv_sge sge = { .addr = (uintptr_t)model_buffer(0),
			       .length = 1,
			       .lkey = s->pd->mr->lkey };
	struct ibv_recv_wr wr = { .wr_id = 1, .sg_list = &sge, .num_sge = 1 }, *bad = NULL;

	return vct_post_srq_recv(s->srq, &wr, &bad);
}

static int create_qp(struct model_srq *s)
{
	struct ibv_cq *cq = the_cq(0)->cq;
	struct ibv_qp_init_attr init = { .send_cq = cq,
					 .recv_cq = cq,
					 .srq = s->srq,
					 .cap = { .max_send_wr = 1, .max_send_sge = 1 },
					 .qp_type = IBV_QPT_RC };

	return vct_create_qp(s->pd->pd, &init) ? 0 : EINVAL;
}

static int get_number(struct model_srq *s)
{
	uint32_t number = 0;

	return vct_get_srq_num(s->srq, &number);
}

/* Each of these verbs succeeds on other SRQs. */
OPERATION(srq_failed, ARGS({ "srq", N_SRQS }, { "verb", 7 }),
	  PROMISES(SRQ_ERR_02, SRQ_ERR_03, SRQ_ERR_04, SRQ_ERR_05, SRQ_ERR_06, SRQ_ERR_07,
		   SRQ_ERR_08),
	  .weight = 4, .needs = NEED_SRQ | NEED_SRQ_FAULT)
{
	const struct {
		int (*verb)(struct model_srq *s);
		const struct vct_promise *promise;
		vct_needs needs;
	} verbs[7] = {
		{ query, SRQ_ERR_02, 0 },
		{ set_limit, SRQ_ERR_03, 0 },
		{ resize, SRQ_ERR_04, NEED_RESIZE },
		{ modify_nothing, SRQ_ERR_05, 0 },
		{ post, SRQ_ERR_06, 0 },
		{ create_qp, SRQ_ERR_07, NEED_RC },
		{ get_number, SRQ_ERR_08, NEED_XRC },
	};
	struct model_srq *s = failed_srq(arg[0]);

	if (!s || vct_device_lacks(vct_dev, verbs[arg[1]].needs) ||
	    (verbs[arg[1]].verb == get_number && !s->xrcd) ||
	    (verbs[arg[1]].verb == create_qp && s->cq) || !ASK(verbs[arg[1]].promise))
		return false;
	MUST_REFUSE(verbs[arg[1]].verb(s));
	return true;
}

OPERATION(srq_failed_destroy, ARGS({ "srq", N_SRQS }), PROMISES(SRQ_ERR_09), .weight = 2,
	  .needs = NEED_SRQ | NEED_SRQ_FAULT)
{
	struct model_srq *s = failed_srq(arg[0]);

	if (!s || s->users || !ASK(SRQ_ERR_09))
		return false;
	settle_events();
	/* Whether it waits for IBV_EVENT_SRQ_ERR depends on what has raised it. */
	acknowledge_all();
	JUDGING(SRQ_ERR_09);
	srq_goes(s);
	return true;
}

/* Its own receive WRs. */
static void may_be_flushed(struct model_qp *q)
{
	while (q->queue.n) {
		struct model_wr wr = queue_take(&q->queue);

		add_due(q->recv_cq,
			&(struct due){ .qp = q,
				       .wc = { .wr_id = wr.id, .qp_num = q->qp->qp_num },
				       .receive = true,
				       .error = true,
				       .optional = true,
				       .buffer = wr.buffer,
				       .lacking = QP_ERR_01 });
	}
}

static bool is_connected(const struct model_qp *q)
{
	return q->qp && !q->unknown && q->peer && q->state == IBV_QPS_RTS;
}

/* A fault of one QP. */
OPERATION(qp_fault, ARGS({ "qp", N_QPS }), PROMISES(AEV_04, CQ_POL_08, QP_ERR_01),
	  .needs = NEED_QP_FAULT)
{
	struct model_qp *q = qp_from(arg[0], is_connected);

	if (!q || !ASK(AEV_04))
		return false;
	settle_events();
	collect_all();
	vct_inject_qp_error(q->qp);
	event_is_due(q->qp, IBV_EVENT_QP_FATAL, AEV_04);
	loses_its_peers(q, true);
	may_be_flushed(q);
	JUDGING(AEV_04);
	see_events();
	return true;
}
