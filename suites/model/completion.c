// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The completions that are due, and those that come. */
#include "model.h"

enum { MOST_DUE = 1200, COLLECT = 7 };

/* Of one CQ, in the order in which they became due. Completions of one queue come in this order. */
static struct list {
	struct due due[MOST_DUE];
	unsigned int n;
} lists[N_CQS];

void add_due(struct model_cq *cq, const struct due *due)
{
	struct list *list = &lists[NUMBER_OF(cq, cqs)];

	SETUP(list->n < MOST_DUE);
	list->due[list->n++] = *due;
	due->qp->used = true;
	cq->due++;
}

/* Each WR in a QP's own receive queue may be flushed at any time. */
bool cq_has_room(const struct model_cq *cq, unsigned int n)
{
	unsigned int taken = cq->due;

	for (unsigned int i = 0; i < N_QPS; i++)
		if (qps[i].qp)
			taken += (qps[i].recv_cq == cq ? qps[i].queue.n : 0) +
				 (qps[i].send_cq == cq ? qps[i].held.n : 0);
	return taken + n <= cq->cqe;
}

unsigned int least_due(const struct model_cq *cq)
{
	const struct list *list = &lists[NUMBER_OF(cq, cqs)];
	unsigned int n = 0;

	for (unsigned int i = 0; i < list->n; i++) {
		const struct due *d = &list->due[i];

		if (d->error || d->wc.status != IBV_WC_SUCCESS)
			return 0;
		n += !d->optional;
	}
	return n;
}

bool sends_fit(const struct model_qp *q, unsigned int n)
{
	const struct list *list = &lists[NUMBER_OF(q->send_cq, cqs)];
	unsigned int taken = q->held.n;

	for (unsigned int i = 0; i < list->n; i++)
		taken += list->due[i].qp == q && !list->due[i].receive;
	return cq_has_room(q->send_cq, n) &&
	       (!q->cap.max_send_wr || taken + n <= q->cap.max_send_wr);
}

static void remove_due(struct model_cq *cq, struct due *due)
{
	struct list *list = &lists[NUMBER_OF(cq, cqs)];
	size_t after = (size_t)(&list->due[--list->n] - due);

	memmove(due, due + 1, after * sizeof(*due));
	cq->due--;
}

void completions_may_vanish(const struct model_qp *q)
{
	for (unsigned int i = 0; i < N_CQS; i++)
		for (unsigned int k = 0; k < lists[i].n; k++)
			if (lists[i].due[k].qp == q)
				lists[i].due[k].optional = true;
}

void forget_due_of(const struct model_qp *q)
{
	for (unsigned int i = 0; i < N_CQS; i++)
		for (unsigned int k = lists[i].n; k-- > 0;)
			if (lists[i].due[k].qp == q) {
				free_buffer(lists[i].due[k].buffer);
				free_buffer(lists[i].due[k].source);
				remove_due(&cqs[i], &lists[i].due[k]);
			}
}

/* The first that is due of the same queue; one that may have vanished is passed over. */
static struct due *find_due(struct list *list, const struct ibv_wc *wc)
{
	struct due *of_queue = NULL;

	for (unsigned int i = 0; i < list->n; i++) {
		struct due *d = &list->due[i];

		if (d->wc.qp_num != wc->qp_num)
			continue;
		if (d->wc.wr_id == wc->wr_id)
			return d;
		if (!of_queue)
			of_queue = d;
	}
	return of_queue;
}

/* True if an earlier completion of the same queue, which must come, has not come. */
static bool overtakes(const struct list *list, const struct due *d)
{
	for (const struct due *e = list->due; e < d; e++)
		if (e->wc.qp_num == d->wc.qp_num && e->receive == d->receive && !e->optional)
			return true;
	return false;
}

static bool is_send(const struct ibv_wc *wc)
{
	return wc->status == IBV_WC_SUCCESS && !(wc->opcode & IBV_WC_RECV);
}

void judge_completion(struct model_cq *cq, const struct ibv_wc *wc)
{
	struct list *list = &lists[NUMBER_OF(cq, cqs)];
	struct due *d = find_due(list, wc), seen;

	if (!d && ASK(is_send(wc) ? QP_CRE_14 : CQ_POL_02))
		vct_fail(VCT_HERE("qp_num is of a QP with a completion due"),
			 "a completion that is due on this CQ",
			 "wr_id 0x%llx, status %d, of another QP or of no WR",
			 (unsigned long long)wc->wr_id, wc->status);
	if (!d)
		return;
	if (ASK(d->receive ? CQ_POL_01 : CQ_POL_17))
		MUST_EQ((long long)wc->wr_id, (long long)d->wc.wr_id);
	if (ASK(CQ_POL_01) && overtakes(list, d))
		vct_fail(VCT_HERE("the completions of a queue come in the order of its WRs"),
			 "the completion of an earlier WR", "wr_id 0x%llx",
			 (unsigned long long)wc->wr_id);
	seen = *d;
	remove_due(cq, d);
	free_buffer(seen.buffer);
	free_buffer(seen.source);
	if (seen.lacking && !ASK(seen.lacking))
		return;
	if (seen.error) {
		MUST_NE(wc->status, IBV_WC_SUCCESS);
		return;
	}
	MUST_EQ(wc->status, seen.wc.status);
	if (seen.receive && wc->status == IBV_WC_SUCCESS)
		judge_receive(&seen, wc);
}

/* The first completion that must still come; NULL if there is none. */
static const struct due *awaited(const struct model_cq *cq)
{
	const struct list *list = &lists[NUMBER_OF(cq, cqs)];

	for (unsigned int i = 0; i < list->n; i++)
		if (!list->due[i].optional)
			return &list->due[i];
	return NULL;
}

/* Until nothing is left that must come, and the CQ is empty. */
static void poll_until(struct model_cq *cq, double until)
{
	struct ibv_wc wc[COLLECT];
	int n;

	do {
		n = vct_poll_cq(cq->cq, COLLECT, wc);

		if (ASK(CQ_POL_09)) {
			MUST_GE(n, 0);
			MUST_LE(n, COLLECT);
		}
		for (int i = 0; i < n && i < COLLECT; i++)
			judge_completion(cq, &wc[i]);
	} while (n > 0 || (awaited(cq) && vct_now_ms() < until));
}

void collect(struct model_cq *cq)
{
	const struct due *lacks;

	if (!cq->cq)
		return;
	poll_until(cq, vct_deadline_ms(COMPLETION_MS));
	lacks = awaited(cq);
	if (!lacks || (lacks->lacking && !ASK(lacks->lacking)))
		return;
	vct_fail(VCT_HERE("each completion that is due comes"), "a completion", "none within %d ms",
		 COMPLETION_MS);
}

void collect_all(void)
{
	for (unsigned int i = 0; i < N_CQS; i++)
		collect(&cqs[i]);
}

OPERATION(cq_collect, ARGS({ "cq", N_CQS }),
	  PROMISES(CQ_POL_01, CQ_POL_02, CQ_POL_03, CQ_POL_04, CQ_POL_05, CQ_POL_06, CQ_POL_07,
		   CQ_POL_08, CQ_POL_09, CQ_POL_11, CQ_POL_15, CQ_POL_16, CQ_POL_17, SRQ_PST_08,
		   SRQ_PST_09, SRQ_PST_10, QP_CRE_14))
{
	if (!cqs[arg[0]].cq)
		return false;
	collect(&cqs[arg[0]]);
	return true;
}

OPERATION(cq_destroy, ARGS({ "cq", N_CQS }), PROMISES(CQ_POL_11))
{
	struct model_cq *cq = &cqs[arg[0]];

	if (!cq->cq || cq->users)
		return false;
	collect(cq);
	lists[arg[0]].n = 0;
	MUST_SUCCEED(vct_destroy_cq(cq->cq));
	*cq = (struct model_cq){ 0 };
	return true;
}
