// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* QPs of which a request failed: their states, what is behind the request, and other QPs. */
#include "failing.h"

enum { BEHIND = 5, MARK = 0x5d };

/* Posts the request that fails and BEHIND writes in one list; false if it is refused. */
static bool post_list(struct failing *f, char *to)
{
	struct ibv_send_wr wr[1 + BEHIND], *bad = NULL;
	struct ibv_sge sge[1 + BEHIND];
	int ret;

	if (f->refused) {
		MUST_BE_EMPTY(f->l.tx_cq);
		return false;
	}
	memset(to, 0, 64);
	memset(send_slot(0), MARK, 64);
	link_fill_wr(&f->l, &f->m, &wr[0], &sge[0]);
	for (int i = 1; i <= BEHIND; i++) {
		struct message m = { .opcode = IBV_WR_RDMA_WRITE,
				     .data = send_slot(0),
				     .to = to,
				     .unsignaled = i % 2 };

		link_fill_wr(&f->l, &m, &wr[i], &sge[i]);
		wr[i - 1].next = &wr[i];
	}
	ret = vct_post_send(f->l.tx, wr, &bad);
	if (ret && failing_may_be_refused(f->row)) {
		RECORD("the request is refused with %s", strerrorname_np(ret));
		MUST_END_AT(bad, wr);
		return false;
	}
	vct_setup_is_judged(VCT_HERE("requests behind one that fails are taken"));
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), !ret);
	vct_setup_is_judged(NULL);
	return true;
}

/* What is behind a read may have been carried out before its data came and had no buffer. */
CHECK_ROWS(what_is_behind_is_flushed_in_order, failing_rows, PROMISES(QP_ERR_10),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct failing f = failing_make(row);
	char *to = recv_slot(32);
	struct ibv_wc wc;

	if (!post_list(&f, to))
		return;
	MUST_EQ(MUST_COMPLETE_WITHIN(f.l.tx_cq, FAILURE_MS).wr_id, 1);
	for (uint64_t i = 1; i <= BEHIND; i++) {
		wc = MUST_FAIL(f.l.tx_cq, STATUS(WR_FLUSH_ERR));
		MUST_EQ(wc.wr_id, 1 + i);
		MUST_EQ(wc.qp_num, f.l.tx->qp_num);
	}
	MUST_BE_EMPTY(f.l.tx_cq);
	for (int i = 0; i < 64 && row->vct_row.kind != LOCAL; i++)
		MUST_EQ(NAMED("a byte of the memory of a flushed request", to[i]), 0);
}

/* The request is posted and has failed, unless it was refused. */
static bool has_failed(struct failing *f)
{
	struct ibv_wc wc;

	if (!failing_post(f))
		return false;
	if (!cq_gives(f->l.tx_cq, FAILURE_MS, &wc)) {
		cq_skip_what_may_be_lost(f->l.tx_cq);
		wc.status = IBV_WC_SUCCESS;
	}
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), wc.status != IBV_WC_SUCCESS);
	return true;
}

CHECK_ROWS(sender_enters_err, failing_rows, PROMISES(QP_ERR_09),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct failing f = failing_make(row);

	MUST_ENTER(f.l.tx, has_failed(&f) ? STATE(ERR) : STATE(RTS));
}

static void receiver_must_enter_err(const struct failing_row *row)
{
	struct failing f = failing_make(row);

	MUST_ENTER(f.l.rx, has_failed(&f) ? STATE(ERR) : STATE(RTS));
}

CHECK_ROWS(receiver_that_refuses_enters_err, failing_rows, PROMISES(QP_ERR_11), .kind = REFUSED,
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	receiver_must_enter_err(row);
}

CHECK_ROWS(receiver_of_a_failed_receive_enters_err, failing_rows, PROMISES(QP_ERR_11),
	   .kind = RECEIVING, .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	receiver_must_enter_err(row);
}

enum { LATER = 3 };

/* The flushed receives of a receiver may come between. */
static void must_be_flushed(struct ibv_cq *cq, uint64_t wr_id)
{
	struct ibv_wc wc;

	do {
		wc = MUST_COMPLETE(cq);
		MUST_NE(wc.status, IBV_WC_SUCCESS);
	} while (wc.wr_id != wr_id);
	MUST_EQ(wc.status, IBV_WC_WR_FLUSH_ERR);
}

static void must_flush_a_send(struct ibv_qp *qp, uint64_t wr_id)
{
	struct ibv_sge sge = slot_sge(send_slot(0), 64);
	struct ibv_send_wr wr = { .wr_id = wr_id,
				  .sg_list = &sge,
				  .num_sge = 1,
				  .opcode = IBV_WR_SEND,
				  .send_flags = IBV_SEND_SIGNALED },
			   *bad;

	MUST_SUCCEED(vct_post_send(qp, &wr, &bad));
	must_be_flushed(qp->send_cq, wr_id);
}

/* By the sender, and by a receiver that has failed too. */
CHECK_ROWS(what_is_posted_later_is_flushed, failing_rows, PROMISES(QP_ERR_01),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct failing f = failing_make(row);

	if (!has_failed(&f)) {
		MUST_ENTER(f.l.tx, STATE(RTS));
		return;
	}
	MUST_ENTER(f.l.tx, STATE(ERR));
	for (uint64_t i = 0; i < LATER; i++)
		must_flush_a_send(f.l.tx, 70 + i);
	if (row->vct_row.kind != REFUSED && row->vct_row.kind != RECEIVING)
		return;
	MUST_ENTER(f.l.rx, STATE(ERR));
	for (uint64_t i = 0; i < LATER; i++)
		must_flush_a_send(f.l.rx, 70 + i);
}

/* Rows of failing_rows of which the receiver is on a SRQ. */
static const struct last_row {
	struct vct_row vct_row;
} last_rows[] = {
	{ ROW("write-key") },
	{ ROW("read-no-right") },
	{ ROW("add-key"), .vct_row.needs = NEED_ATOMIC },
	{ ROW("send-too-long") },
};

static const struct failing_row *failing_row_of(const char *name)
{
	const struct failing_row *row = failing_rows;

	while (strcmp(row->vct_row.name, name) != 0)
		row++;
	return row;
}

/* To the sender, which has a receive queue of its own. */
CHECK_ROWS(receives_posted_later_are_flushed, last_rows, PROMISES(QP_ERR_01),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct failing f = failing_make(failing_row_of(row->vct_row.name));
	struct ibv_recv_wr *bad;

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), has_failed(&f));
	MUST_ENTER(f.l.tx, STATE(ERR));
	for (uint64_t i = 0; i < LATER; i++) {
		MUST_SUCCEED(vct_post_recv(f.l.tx, recv_list(70 + i, 1), &bad));
		must_be_flushed(f.l.tx_cq, 70 + i);
	}
}

CHECK_ROWS(last_wqe_reached_comes_after, last_rows, PROMISES(AEV_08),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct failing f = failing_make(failing_row_of(row->vct_row.name));

	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), has_failed(&f));
	MUST_SEE_EVENT(f.l.rx, IBV_EVENT_QP_LAST_WQE_REACHED);
}

static void empty(struct ibv_cq *cq)
{
	while (vct_poll_cq(cq, 1, &(struct ibv_wc){ 0 }) > 0)
		;
}

/* One message succeeds, on both sides, whichever receive WR it takes. */
static void must_pass_a_message(struct link *l)
{
	link_post(l, IBV_WR_SEND);
	MUST_EQ(MUST_COMPLETE(l->tx_cq).status, IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(l->rx_cq).status, IBV_WC_SUCCESS);
}

CHECK_ROWS(both_are_reset_and_used_again, failing_rows, PROMISES(QP_ERR_12),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct failing f = failing_make(row);
	struct link again;

	has_failed(&f);
	qp_to_state(f.l.tx, IBV_QPS_RESET);
	if (row->fault !=
	    NO_PEER) /* it is in RESET, from which no page has a transition to RESET */
		qp_to_state(f.l.rx, IBV_QPS_RESET);
	empty(f.l.tx_cq);
	empty(f.l.rx_cq);
	again = rc_link(.tx = f.l.tx, .rx = f.l.rx, .srq = f.l.srq, .no_srq = !f.l.srq);
	for (uint64_t i = 0; i < 3; i++) {
		link_post_receives(&again, recv_list(20 + i, 1));
		must_pass_a_message(&again);
	}
}

/* Another QP of the SRQ, with CQs of its own. */
CHECK_ROWS(other_qps_go_on, failing_rows, PROMISES(QP_ERR_13, CQ_POL_14),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct failing f = failing_make(row);
	struct link other = rc_link(.srq = f.l.srq, .no_srq = !f.l.srq);

	has_failed(&f);
	for (uint64_t i = 0; i < 3; i++) {
		link_post_receives(&other, recv_list(20 + i, 1));
		must_pass_a_message(&other);
	}
	MUST_ENTER(other.rx, STATE(RTS));
	MUST_ENTER(other.tx, STATE(RTS));
}

/* True if the event may be about the failed request. */
static bool is_of(const struct ibv_async_event *event, const struct failing *f)
{
	const void *object = event_object(event);

	switch (event->event_type) {
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
		RECORD("%s of the %s", ibv_event_type_str(event->event_type),
		       object == f->l.tx ? "sender" : "receiver");
		return object == f->l.tx || object == f->l.rx;
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		return object == f->l.rx;
	default:
		return event->event_type == IBV_EVENT_COMM_EST;
	}
}

/* Whichever events come: none is about a QP, CQ or SRQ that has nothing to do with the request. */
CHECK_ROWS(events_name_its_qps, failing_rows, PROMISES(QP_ERR_16),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct failing f = failing_make(row);
	struct ibv_async_event event;
	unsigned int strange = 0;

	rc_link(.srq = f.l.srq, .no_srq = !f.l.srq);
	has_failed(&f);
	event_fence();
	while (next_event(&event) && !strange)
		strange += !is_of(&event, &f);
	MUST_EQ(NAMED("the number of events of objects without a part in the request", strange), 0);
}
