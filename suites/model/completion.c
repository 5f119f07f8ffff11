// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The completions that are due, and those that come. */
#include "../../lib/check/patience.h"
#include "model.h"

enum { MOST_DUE = 1200, COLLECT = 7 };

/* Of one CQ, in the order in which they became due. Completions of one queue come in this order. */
static struct list {
	struct due due[MOST_DUE];
	unsigned int n;
} lists[N_CQS];

static struct list *list_of(const struct model_cq *cq)
{
	return &lists[NUMBER_OF(cq, cqs)];
}

/* Its buffers may be used again. */
static void remove_due(struct model_cq *cq, struct due *due)
{
	struct list *list = list_of(cq);
	size_t after = (size_t)(&list->due[--list->n] - due);

	cq->due -= !due->gone;
	if (!due->gone) {
		free_buffer(due->buffer);
		free_buffer(due->source);
	}
	memmove(due, due + 1, after * sizeof(*due));
}

/* Of those that are gone, a few hundred are remembered, in case that they are late. */
static void make_room(struct model_cq *cq)
{
	struct list *list = list_of(cq);

	for (unsigned int i = 0; i < list->n && list->n > MOST_DUE / 2; i++)
		if (list->due[i].gone)
			remove_due(cq, &list->due[i--]);
}

void add_due(struct model_cq *cq, const struct due *due)
{
	struct list *list = list_of(cq);

	make_room(cq);
	SETUP(list->n < MOST_DUE);
	list->due[list->n] = *due;
	if (due->receive)
		list->due[list->n].queue = queue_of(due->qp);
	list->n++;
	due->qp->used = true;
	cq->due++;
}

/* Each WR in a QP's own receive queue may be flushed at any time. */
static unsigned int most_due(const struct model_cq *cq)
{
	unsigned int taken = cq->due;

	for (unsigned int i = 0; i < N_QPS; i++)
		if (qps[i].qp)
			taken += (qps[i].recv_cq == cq ? qps[i].queue.n : 0) +
				 (qps[i].send_cq == cq ? qps[i].held.n : 0);
	return taken;
}

bool cq_has_room(const struct model_cq *cq, unsigned int n)
{
	return most_due(cq) + n <= cq->cqe;
}

unsigned int unpolled_of(const struct model_queue *queue)
{
	unsigned int n = 0;

	for (const struct list *list = lists; list < lists + N_CQS; list++)
		for (const struct due *d = list->due; d < list->due + list->n; d++)
			n += d->queue == queue && !d->gone;
	return n;
}

unsigned int room_for(unsigned int wanted, const struct model_queue *queue, unsigned int size)
{
	unsigned int taken = queue->n + unpolled_of(queue);

	if (taken + wanted > size) {
		collect_all();
		taken = queue->n + unpolled_of(queue);
	}
	return taken < size ? size - taken : 0;
}

bool sends_fit(const struct model_qp *q, unsigned int n)
{
	const struct list *list = list_of(q->send_cq);
	unsigned int taken = q->held.n;

	for (const struct due *d = list->due; d < list->due + list->n; d++)
		taken += d->qp == q && !d->receive && !d->gone;
	return cq_has_room(q->send_cq, n) &&
	       (!q->cap.max_send_wr || taken + n <= q->cap.max_send_wr);
}

void completions_may_vanish(const struct model_qp *q, bool reset)
{
	for (struct list *list = lists; list < lists + N_CQS; list++)
		for (struct due *d = list->due; d < list->due + list->n; d++)
			if (d->qp == q) {
				d->optional = true;
				d->reset = reset;
			}
}

/* The CQ is empty: what a QP in RESET had not completed does not come, or is late. */
static void reset_ones_are_gone(struct model_cq *cq)
{
	struct list *list = list_of(cq);

	for (struct due *d = list->due; d < list->due + list->n; d++) {
		if (!d->reset || d->gone)
			continue;
		free_buffer(d->buffer);
		free_buffer(d->source);
		d->gone = true;
		cq->due--;
	}
}

void forget_due_of(const struct model_qp *q)
{
	for (unsigned int i = 0; i < N_CQS; i++)
		for (unsigned int k = lists[i].n; k-- > 0;)
			if (lists[i].due[k].qp == q)
				remove_due(&cqs[i], &lists[i].due[k]);
}

/* A receive completion; of one with an error, only the WR tells. */
static bool is_receive(const struct ibv_wc *wc)
{
	return wc->opcode & IBV_WC_RECV;
}

/*
 * The one with this wr_id: on the side that the opcode names, or else on the other one. Else the
 * first that is due of this queue; NULL: none is.
 */
static struct due *find_due(struct list *list, const struct ibv_wc *wc)
{
	struct due *of_queue = NULL, *of_other = NULL;

	for (struct due *d = list->due; d < list->due + list->n; d++) {
		bool of_side = wc->status != IBV_WC_SUCCESS || d->receive == is_receive(wc);

		if (d->wc.qp_num != wc->qp_num)
			continue;
		if (d->wc.wr_id == wc->wr_id && of_side)
			return d;
		if (d->wc.wr_id == wc->wr_id)
			of_other = d;
		else if (!of_queue && of_side && !d->gone)
			of_queue = d;
	}
	return of_other ? of_other : of_queue;
}

/* What a completion breaks that names no WR with a completion due. */
static const struct vct_promise *promise_of_id(const struct ibv_wc *wc)
{
	if (wc->status != IBV_WC_SUCCESS)
		return CQ_POL_08;
	return is_receive(wc) ? CQ_POL_01 : CQ_POL_17;
}

static bool may_lack(const struct due *d)
{
	return d->optional || (d->lacking && vct_is_left_out(d->lacking));
}

/* Earlier ones of the same queue do not come any more; each of them must have been optional. */
static void earlier_ones_lack(struct model_cq *cq, const struct due *d)
{
	struct list *list = list_of(cq);
	const struct due last = *d;

	for (unsigned int i = 0; &list->due[i] < d;) {
		struct due *e = &list->due[i];

		if (e->wc.qp_num != last.wc.qp_num || e->receive != last.receive) {
			i++;
			continue;
		}
		if (!may_lack(e) && ASK(e->lacking))
			vct_fail(
				VCT_HERE("the completions of a queue come in the order of its WRs"),
				"the completion of an earlier WR", "wr_id 0x%llx",
				(unsigned long long)last.wc.wr_id);
		remove_due(cq, e);
		d--;
	}
}

static void judge_send(const struct due *d, const struct ibv_wc *wc)
{
	if (ASK(CQ_POL_03))
		MUST_EQ(wc->opcode, d->wc.opcode);
}

static void judge_status(const struct due *d, const struct ibv_wc *wc)
{
	const struct vct_promise *promise = d->failing ? d->failing : d->lacking;

	if (promise && !ASK(promise))
		return;
	if (d->error) {
		MUST_NE(wc->status, IBV_WC_SUCCESS);
		return;
	}
	MUST_EQ(wc->status, d->wc.status);
	if (wc->status != IBV_WC_SUCCESS)
		return;
	if (d->receive)
		judge_receive(d, wc);
	else
		judge_send(d, wc);
}

static void must_be_of_a_wr(const struct due *d, const struct ibv_wc *wc)
{
	bool send = wc->status == IBV_WC_SUCCESS && !is_receive(wc);

	if (!d && ASK(send ? QP_CRE_14 : CQ_POL_02))
		vct_fail(VCT_HERE("qp_num is of a QP with a completion due"),
			 "a completion that is due on this CQ",
			 "wr_id 0x%llx, with status %s, of another QP or of no WR",
			 (unsigned long long)wc->wr_id, ibv_wc_status_str(wc->status));
	if (d && ASK(promise_of_id(wc)))
		MUST_EQ((long long)wc->wr_id, (long long)d->wc.wr_id);
}

void judge_completion(struct model_cq *cq, const struct ibv_wc *wc)
{
	struct due *d = find_due(list_of(cq), wc), seen;

	must_be_of_a_wr(d, wc);
	if (!d)
		return;
	seen = *d;
	earlier_ones_lack(cq, d);
	d = find_due(list_of(cq), wc);
	remove_due(cq, d);
	judge_status(&seen, wc);
}

const struct due *awaited(const struct model_cq *cq)
{
	const struct list *list = list_of(cq);

	for (const struct due *d = list->due; d < list->due + list->n; d++)
		if (!d->optional)
			return d;
	return NULL;
}

static int poll_some(struct model_cq *cq)
{
	struct ibv_wc wc[COLLECT];
	int n = vct_poll_cq(cq->cq, COLLECT, wc);

	if ((n < 0 || n > COLLECT) && ASK(CQ_POL_09)) {
		MUST_GE(NAMED("what ibv_poll_cq returned", n), 0);
		MUST_LE(NAMED("what ibv_poll_cq returned", n), COLLECT);
	}
	for (int i = 0; i < n && i < COLLECT; i++)
		judge_completion(cq, &wc[i]);
	return n;
}

/* Polls until nothing is left that must come, and the CQ is empty; what has not come, or NULL. */
static const struct due *poll_until(struct model_cq *cq, double until)
{
	for (;;) {
		if (poll_some(cq) > 0)
			continue;
		reset_ones_are_gone(cq);
		if (!awaited(cq) || !vct_wait_on(until))
			return awaited(cq);
	}
}

/* It is not waited for again. */
static void all_may_lack(struct model_cq *cq, const struct vct_promise *promise)
{
	struct list *list = list_of(cq);

	for (struct due *d = list->due; d < list->due + list->n; d++)
		d->optional |= d->lacking == promise;
}

/* What is at stake stays as it is. */
void collect(struct model_cq *cq)
{
	const struct vct_promise *stake = vct_stake();
	const struct due *lacks;

	if (!cq->cq)
		return;
	for (;;) {
		const char *what = awaited(cq) ? awaited(cq)->lacking->id : "";
		double patience = vct_patience_ms(what, COMPLETION_MS);

		lacks = poll_until(cq, vct_deadline_ms(patience));
		if (!lacks)
			break;
		vct_waited_in_vain(lacks->lacking->id, patience);
		if (ASK(lacks->lacking))
			vct_fail(VCT_HERE("each completion that is due comes"), "a completion",
				 "none within its deadline");
		all_may_lack(cq, lacks->lacking);
	}
	vct_stake_is(stake);
}

void collect_all(void)
{
	for (unsigned int i = 0; i < N_CQS; i++)
		collect(&cqs[i]);
}

OPERATION(cq_collect, ARGS({ "cq", N_CQS }),
	  PROMISES(CQ_POL_01, CQ_POL_02, CQ_POL_03, CQ_POL_04, CQ_POL_05, CQ_POL_06, CQ_POL_07,
		   CQ_POL_08, QP_ERR_01, CQ_POL_09, CQ_POL_15, CQ_POL_16, CQ_POL_17, SRQ_PST_08,
		   SRQ_PST_09, SRQ_PST_10, QP_CRE_14))
{
	if (!cqs[arg[0]].cq)
		return false;
	collect(&cqs[arg[0]]);
	return true;
}

/* Less than what is in it may be refused, and for want of memory nearly as much as is claimed. */
OPERATION(cq_resize, ARGS({ "cq", N_CQS }, { "cqe", LEVELS }), PROMISES(CQ_RSZ_01), .weight = 4,
	  .needs = NEED_CQ_RESIZE)
{
	struct model_cq *cq = &cqs[arg[0]];
	unsigned int cqe = cqe_at_most(level(arg[1], cq->due, MOST_DUE / 2));
	int ret;

	if (!cq->cq || !cqe || cqe < most_due(cq) || !ASK(CQ_RSZ_01))
		return false;
	ret = vct_resize_cq(cq->cq, (int)cqe);
	if (ret == ENOMEM && cqe > cqe_at_most(UINT32_MAX) / 2)
		return true;
	MUST_SUCCEED(ret);
	MUST_GE(cq->cq->cqe, (int)cqe);
	cq->cqe = cqe;
	return true;
}

OPERATION(cq_destroy, ARGS({ "cq", N_CQS }), PROMISES(CQ_POL_09))
{
	struct model_cq *cq = &cqs[arg[0]];

	if (!cq->cq || cq->users)
		return false;
	collect(cq);
	lists[arg[0]].n = 0;
	SETUP_OF(BLOCK_RELEASE_CQ, !vct_destroy_cq(cq->cq));
	*cq = (struct model_cq){ 0 };
	return true;
}
