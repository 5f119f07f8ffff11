// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Something waits while something else changes. A check for each kind of what waits, a row for each
 * change: afterwards what waited completes once, in its order, with the status that the pages give,
 * and the link passes messages both ways. No page says which changes a device has to take that keep
 * the state: whether it takes one is recorded.
 */
#include "changes.h"

enum { LIFE_PSN = 1 << 18 };

static bool needs_srq(const struct change_row *row)
{
	return row->vct_row.needs & NEED_SRQ;
}

/* Judges for this promise if the row has it: if the change breaks it and nothing more general. */
static void judge_for(const struct change_row *row, const struct vct_promise *promise)
{
	JUDGING(AFT_04);
	for (int i = 0; row->vct_row.promises[i]; i++)
		if (row->vct_row.promises[i] == promise)
			JUDGING(promise);
}

static void change(struct world *w, const struct vct_promise *promise)
{
	int ret = w->row->change(w);

	RECORD("the change is %s", ret ? "refused" : "made");
	judge_for(w->row, promise);
}

static void bring_up_if_ended(struct world *w)
{
	struct link *l = &w->l;
	struct ibv_srq *srq = l->srq;

	if (!change_ends(w, RX) && !change_ends(w, TX))
		return;
	vct_setup_is_judged(VCT_HERE("the QPs are reset and brought up again"));
	qp_to_state(l->tx, IBV_QPS_RESET);
	qp_to_state(l->rx, IBV_QPS_RESET);
	while (vct_poll_cq(l->rx_cq, 1, &l->wc) > 0 || vct_poll_cq(l->tx_cq, 1, &l->wc) > 0)
		;
	*l = rc_link(.tx = l->tx, .rx = l->rx, .no_srq = true, .local = true, .psn = LIFE_PSN);
	l->srq = srq;
	vct_setup_is_judged(NULL);
}

static void receive_one(struct link *l, uint64_t id)
{
	link_post_receives(l, recv_list(id, 1));
	MUST_RECEIVE(l, id);
}

static void must_pass_both_ways(struct world *w)
{
	struct link *l = &w->l;
	struct link back = { .tx = l->rx, .rx = l->tx, .tx_cq = l->rx_cq, .rx_cq = l->tx_cq };

	JUDGING(AFT_04);
	receive_one(l, w->next);
	receive_one(&back, w->next);
	MUST_BE_EMPTY(l->rx_cq);
	MUST_BE_EMPTY(l->tx_cq);
}

/* All of them, in their order. Of requests that are flushed, the first may be under way. */
static void must_flush(struct world *w, struct ibv_cq *cq, uint64_t first, bool under_way)
{
	judge_for(w->row, QP_ERR_01);
	for (uint64_t id = first; id < first + WAIT; id++) {
		struct ibv_wc wc = MUST_COMPLETE(cq);

		MUST_EQ(wc.wr_id, id);
		if (under_way && id == first)
			MUST_NE(wc.status, IBV_WC_SUCCESS);
		else
			MUST_EQ(wc.status, IBV_WC_WR_FLUSH_ERR);
	}
	MUST_BE_EMPTY(cq);
}

/* No page says whether RESET takes completions along, or WRs that wait are flushed before it. */
static void may_be_gone(const struct ibv_qp *qp, struct ibv_cq *cq, uint64_t first, bool success)
{
	uint64_t next = first;
	struct ibv_wc wc;

	while (vct_poll_cq(cq, 1, &wc) > 0) {
		if (wc.qp_num != qp->qp_num)
			continue;
		MUST_GE(wc.wr_id, next);
		MUST_LE(wc.wr_id, first + WAIT - 1);
		MUST_EQ(NAMED("whether it succeeds", wc.status == IBV_WC_SUCCESS), success);
		next = wc.wr_id + 1;
	}
}

CHECK_ROWS(receives, changes, .needs = NEED_RC)
{
	struct world w = world_of(row, false);

	link_post_receives(&w.l, recv_list(w.next, WAIT));
	change(&w, QP_MOD_CAP_01);
	if (change_resets(&w, RX)) {
		may_be_gone(w.l.rx, w.l.rx_cq, w.next, false);
	} else if (change_ends(&w, RX) || change_ends(&w, TX)) {
		if (change_ends(&w, TX))
			qp_to_state(w.l.rx, IBV_QPS_ERR);
		must_flush(&w, w.l.rx_cq, w.next, false);
	} else {
		for (uint64_t id = w.next; id < w.next + WAIT; id++)
			MUST_RECEIVE(&w.l, id);
	}
	w.next += WAIT;
	bring_up_if_ended(&w);
	must_pass_both_ways(&w);
}

/* It is full, and outlives its QPs. */
CHECK_ROWS(receives_of_a_srq, changes, .needs = NEED_RC | NEED_SRQ)
{
	struct world w = world_of(row, true);
	uint64_t end = w.next + ENTRIES;

	link_post_receives(&w.l, recv_list(w.next, (unsigned int)(end - w.next)));
	change(&w, SRQ_MOD_27);
	bring_up_if_ended(&w);
	for (; w.next < end; w.next++)
		MUST_RECEIVE(&w.l, w.next);
	must_pass_both_ways(&w);
}

static void pass_unpolled(struct link *l, uint64_t id)
{
	link_post_receives(l, recv_list(id, 1));
	link_post(l, IBV_WR_SEND);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
		 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
}

/* They stand over the end of their CQ, between those of the neighbour if there is one. */
CHECK_ROWS(completions, changes, .needs = NEED_RC)
{
	struct world w = world_of(row, needs_srq(row));
	uint64_t first = w.next;

	for (; w.next < first + WAIT; w.next++) {
		if (row->beside)
			pass_unpolled(&w.beside, w.next);
		pass_unpolled(&w.l, w.next);
	}
	change(&w, CQ_RSZ_02);
	if (change_resets(&w, RX))
		may_be_gone(w.l.rx, w.l.rx_cq, first, true);
	for (uint64_t id = first; id < first + WAIT && !change_resets(&w, RX); id++) {
		struct ibv_wc wc;

		do /* those of the neighbour have no order with them */
			wc = MUST_COMPLETE(w.l.rx_cq);
		while (wc.qp_num != w.l.rx->qp_num);
		MUST_EQ(wc.wr_id, id);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
	}
	bring_up_if_ended(&w);
	must_pass_both_ways(&w);
}

/* An event that was not taken from the channel. */
CHECK_ROWS(event, changes, .needs = NEED_RC)
{
	struct world w = world_of(row, needs_srq(row));

	cq_arm(w.l.rx_cq, 0);
	receive_one(&w.l, w.next++);
	change(&w, CQ_RSZ_05);
	MUST_NOTIFY(w.channel, w.l.rx_cq);
	bring_up_if_ended(&w);
	must_pass_both_ways(&w);
}

CHECK_ROWS(request_for_an_event, changes, .needs = NEED_RC)
{
	struct world w = world_of(row, needs_srq(row));

	cq_arm(w.l.rx_cq, 0);
	change(&w, CQ_RSZ_05);
	bring_up_if_ended(&w);
	receive_one(&w.l, w.next++);
	MUST_NOTIFY(w.channel, w.l.rx_cq);
	must_pass_both_ways(&w);
}

static void must_send(struct world *w, uint64_t first, bool under_way)
{
	if (change_resets(w, TX)) {
		may_be_gone(w->l.tx, w->l.tx_cq, first, false);
	} else if (change_ends(w, RX) || change_ends(w, TX)) {
		if (change_ends(w, RX))
			qp_to_state(w->l.tx, IBV_QPS_ERR);
		must_flush(w, w->l.tx_cq, first, under_way);
	} else {
		for (uint64_t id = first; id < first + WAIT; id++) {
			struct ibv_wc sent, received;

			link_post_receives(&w->l, recv_list(w->next, 1));
			sent = MUST_COMPLETE(w->l.tx_cq);
			received = MUST_COMPLETE(w->l.rx_cq);
			MUST_EQ(sent.wr_id, id);
			MUST_EQ(sent.status, IBV_WC_SUCCESS);
			MUST_EQ(received.wr_id, w->next);
			MUST_EQ(received.status, IBV_WC_SUCCESS);
			w->next++;
		}
	}
	bring_up_if_ended(w);
	must_pass_both_ways(w);
}

/* What is posted next goes over the end of a send queue that may be resized, if it is short. */
static void go_to_the_end(struct world *w)
{
	enum { SHORT = 256 };
	struct subject s = qp_subject(w->l.tx);
	uint32_t ring = subject_query(&s).cap.max_send_wr;

	if (!(w->row->vct_row.needs & NEED_QP_RESIZE) || !ring || ring > SHORT)
		return;
	while ((w->l.sent + WAIT / 2) % ring)
		receive_one(&w->l, w->next++);
}

static void post_sends(struct link *l)
{
	for (int i = 0; i < WAIT; i++)
		link_post(l, IBV_WR_SEND);
}

/* They wait for a receive WR: a queue that is drained waits for them, so no row drains it. */
CHECK_ROWS(sends, changes, .kind = WITHOUT_DRAIN, .needs = NEED_RC | NEED_RNR)
{
	struct world w = world_of(row, needs_srq(row));
	uint64_t first;

	go_to_the_end(&w);
	first = w.l.sent;
	post_sends(&w.l);
	change(&w, QP_MOD_CAP_01);
	must_send(&w, first, true);
}

/* They are posted while the queue is drained, and begin in RTS. */
CHECK_ROWS(sends_in_SQD, changes, .needs = NEED_RC | NEED_IB_STATES)
{
	struct world w = world_of(row, needs_srq(row));
	struct subject s = qp_subject(w.l.tx);
	uint64_t first;

	go_to_the_end(&w);
	first = w.l.sent;
	qp_to_state(w.l.tx, IBV_QPS_SQD);
	subject_wait_drained(&s);
	post_sends(&w.l);
	change(&w, QP_MOD_CAP_01);
	if (subject_query(&s).qp_state == IBV_QPS_SQD && !change_ends(&w, RX))
		qp_to_state(w.l.tx, IBV_QPS_RTS);
	must_send(&w, first, false);
}

/* One of type 1, which ends with no QP. */
CHECK_ROWS(window, changes, .needs = NEED_RC | NEED_MW1)
{
	struct world w = world_of(row, needs_srq(row));
	struct ibv_mr *mr =
		region_make(0, PAGES * PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	struct mem_window window = window_make(IBV_MW_TYPE_1);
	uint64_t at = (uintptr_t)mr->addr + PAGE + 100;

	window_set(&w.l, &window, mr, at, PAGE, IBV_ACCESS_REMOTE_WRITE);
	change(&w, AFT_04);
	bring_up_if_ended(&w);
	MUST_ACCESS(&w.l, IBV_WR_RDMA_WRITE, window.rkey, at);
	must_pass_both_ways(&w);
}

static const struct again_row {
	struct vct_row vct_row;
	int mask;
} again[] = {
	{ ROW("access"), .mask = IBV_QP_ACCESS_FLAGS },
	{ ROW("port"), .mask = IBV_QP_STATE | IBV_QP_PORT },
	{ ROW("pkey"), .mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX },
};

/* Receives that are posted in INIT, which is set once more. */
CHECK_ROWS(receives_in_INIT, again, PROMISES(AFT_04), .needs = NEED_RC | NEED_IB_STATES)
{
	const struct link_attr attr = { .rnr_retry = 7 };
	struct world w = { .l = rc_link(.no_srq = true, .rnr_retry = 7, .local = true,
					.rx_stays_in_init = true) };
	struct ibv_qp_attr init = { .qp_state = IBV_QPS_INIT,
				    .pkey_index = vct_dev->pkey_index,
				    .port_num = vct_dev->port,
				    .qp_access_flags = IBV_ACCESS_REMOTE_WRITE };

	link_post_receives(&w.l, recv_list(0, WAIT));
	RECORD("INIT once more is %s",
	       vct_modify_qp(w.l.rx, &init, row->mask) ? "refused" : "taken");
	link_post_receives(&w.l, recv_list(WAIT, WAIT));
	connect_qp(w.l.rx, w.l.tx->qp_num, &attr);
	for (; w.next < 2 * WAIT; w.next++)
		MUST_RECEIVE(&w.l, w.next);
	must_pass_both_ways(&w);
}
