// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Requests that fail: what their completions say, and what they leave alone. */
#include "failing.h"

/* One completion of the request, and one of the receive WR that it takes, which say why it failed.
 */
static void must_tell_why(const struct failing_row *row)
{
	struct failing f = failing_make(row);
	struct ibv_wc wc;

	JUDGING(row->promise);
	if (!failing_post(&f)) {
		MUST_BE_EMPTY(f.l.tx_cq);
		return;
	}
	wc = MUST_FAIL(f.l.tx_cq, row->sender);
	JUDGING(CQ_POL_08);
	MUST_EQ(wc.wr_id, 1);
	MUST_EQ(wc.qp_num, f.l.tx->qp_num);
	if (!row->receiver)
		return;
	JUDGING(row->promise);
	wc = MUST_FAIL(f.l.rx_cq, row->receiver);
	JUDGING(CQ_POL_08);
	MUST_EQ(wc.wr_id, 1);
	MUST_EQ(wc.qp_num, f.l.rx->qp_num);
}

/* On iWARP errors end the connection, and no page says what the completions are. */
CHECK_ROWS(completion_tells_why, failing_rows,
	   PROMISES(QP_ERR_02, QP_ERR_03, QP_ERR_04, QP_ERR_05, QP_ERR_06, QP_ERR_07, CQ_POL_08),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	must_tell_why(row);
}

CHECK_ROWS(unpermitted_is_refused, unpermitted_rows, PROMISES(QP_ERR_08, CQ_POL_08),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	must_tell_why(row);
}

/* It is not signaled, nor is a request before it that succeeds. */
CHECK_ROWS(unsignaled_completes, failing_rows, PROMISES(QP_ERR_15),
	   .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct failing f = failing_make(row);
	struct ibv_wc wc;

	f.m.unsignaled = true;
	if (row->vct_row.kind != UNANSWERED)
		link_post(&f.l, IBV_WR_RDMA_WRITE, .unsignaled = true);
	if (!failing_post(&f)) {
		MUST_BE_EMPTY(f.l.tx_cq);
		return;
	}
	wc = MUST_COMPLETE_WITHIN(f.l.tx_cq, FAILURE_MS);
	MUST_EQ(wc.wr_id, f.l.sent - 1);
	MUST_NE(wc.status, IBV_WC_SUCCESS);
}

/* The request is over: on iWARP, the end of the connection tells so. True: it was carried out. */
static bool is_carried_out(struct failing *f)
{
	double until = vct_deadline_ms(COMPLETION_MS);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS };
	struct ibv_qp_init_attr init;
	struct ibv_wc wc;

	if (!vct_dev->iwarp)
		return cq_gives(f->l.tx_cq, FAILURE_MS, &wc) && wc.status == IBV_WC_SUCCESS;
	while (attr.qp_state == IBV_QPS_RTS && vct_wait_on(until))
		SETUP(!vct_query_qp(f->l.rx, &attr, IBV_QP_STATE, &init));
	return false;
}

/* The local buffer is as it was, too: nothing was read. */
static void must_touch_no_memory(const struct failing_row *row)
{
	struct failing f = failing_make(row);
	bool carried_out = failing_post(&f) && is_carried_out(&f);

	MUST_BE_UNTOUCHED(&f);
	if (carried_out && row->sender & STATUS(SUCCESS)) {
		RECORD("the request is carried out");
		return;
	}
	for (uint32_t i = 0; i < f.m.length; i++)
		MUST_EQ(NAMED("a byte of the local buffer", ((const char *)f.m.data)[i]), 0x77);
}

CHECK_ROWS(refused_access_touches_no_memory, failing_rows, PROMISES(QP_ERR_14), .kind = REFUSED,
	   .needs = NEED_SRQ | NEED_RC)
{
	must_touch_no_memory(row);
}

CHECK_ROWS(unpermitted_touches_no_memory, unpermitted_rows, PROMISES(QP_ERR_14),
	   .needs = NEED_SRQ | NEED_RC)
{
	must_touch_no_memory(row);
}

/* Of a UC or UD QP: the sender's own buffer. */
static const struct unreliable_row {
	struct vct_row vct_row;
	struct link (*make)(enum ibv_qp_type type, const struct link_attr *attr);
	enum ibv_qp_type type;
} unreliable[] = {
	{ ROW("uc"), .vct_row.needs = NEED_UC, .make = link_make, .type = IBV_QPT_UC },
	{ ROW("ud"), .vct_row.needs = NEED_UD, .make = link_make, .type = IBV_QPT_UD },
};

enum { BEHIND = 3 };

/* A link whose sender's request has failed, with so many requests behind it; false: refused. */
static bool fails_unreliably(const struct unreliable_row *row, struct link *l, struct ibv_wc *wc,
			     int behind)
{
	uint32_t key = slots_mr()->lkey ^ 0x5a5a5a;
	int ret;

	*l = row->make(row->type, &(struct link_attr){ .no_srq = true });
	ret = link_try(l, IBV_WR_SEND, .lkey = key);
	if (behind)
		JUDGING(QP_ERR_10);
	vct_setup_is_judged(VCT_HERE("requests behind one that fails are taken"));
	while (!ret && behind--)
		link_post(l, IBV_WR_SEND);
	vct_setup_is_judged(NULL);
	JUDGING(QP_ERR_03);
	if (ret) {
		RECORD("the request is refused with %s", strerrorname_np(ret));
		MUST_BE_EMPTY(l->tx_cq);
		return false;
	}
	*wc = MUST_FAIL(l->tx_cq, STATUS(LOC_PROT_ERR));
	return true;
}

CHECK_ROWS(completion_tells_why_beside_rc, unreliable, PROMISES(QP_ERR_03, CQ_POL_08))
{
	struct ibv_wc wc;
	struct link l;

	if (!fails_unreliably(row, &l, &wc, 0))
		return;
	JUDGING(CQ_POL_08);
	MUST_EQ(wc.wr_id, 0);
	MUST_EQ(wc.qp_num, l.tx->qp_num);
}

/* In SQE or in ERR: what is behind is flushed; and the QP is reset. */
CHECK_ROWS(unreliable_qp_is_in_error, unreliable, PROMISES(QP_ERR_09, QP_ERR_10, QP_ERR_03))
{
	struct ibv_wc wc;
	struct link l;

	if (!fails_unreliably(row, &l, &wc, BEHIND))
		return;
	JUDGING(QP_ERR_09);
	MUST_ENTER(l.tx, STATE(SQE) | STATE(ERR));
	JUDGING(QP_ERR_10);
	for (uint64_t i = 1; i <= BEHIND; i++) {
		wc = MUST_FAIL(l.tx_cq, STATUS(WR_FLUSH_ERR));
		MUST_EQ(wc.wr_id, i);
	}
	MUST_BE_EMPTY(l.tx_cq);
}

/* If the device has the state SQE. The second receive WR is posted in it. */
CHECK_ROWS(sqe_receives_as_before, unreliable, PROMISES(QP_ERR_21), .asks = true)
{
	struct link l = link_make(row->type, &(struct link_attr){ .no_srq = true, .local = true });
	struct link back = {
		.tx = l.rx, .rx = l.tx, .tx_cq = l.rx_cq, .rx_cq = l.tx_cq, .ah = l.ah
	};
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	link_post_receives(&back, recv_list(0, 1));
	if (link_try(&l, IBV_WR_SEND, .lkey = slots_mr()->lkey ^ 0x5a5a5a))
		vct_skip("the request that is to fail is refused: the QP does not enter SQE");
	SETUP(cq_wait(l.tx_cq).status != IBV_WC_SUCCESS);
	SETUP(!vct_query_qp(l.tx, &attr, IBV_QP_STATE, &init));
	if (attr.qp_state != IBV_QPS_SQE)
		vct_skip("a QP whose request fails does not enter SQE");
	for (uint64_t i = 0; i < 2; i++) {
		link_post(&back, IBV_WR_SEND);
		SETUP(cq_wait(back.tx_cq).status == IBV_WC_SUCCESS);
		back.wc = MUST_COMPLETE(back.rx_cq);
		MUST_EQ(back.wc.status, IBV_WC_SUCCESS);
		MUST_EQ(back.wc.wr_id, i);
		link_post_receives(&back, recv_list(i + 1, 1));
	}
}

static const struct retries_row {
	struct vct_row vct_row;
	uint8_t retries;
} retries[] = {
	{ ROW("two"), .retries = 2 },
	{ ROW("seven"), .retries = 7 },
};

/*
 * So many more tries, each after at least the time that the timeout says. A device may wait longer:
 * four times as long, or as long as the shortest time that it can measure.
 */
CHECK_ROWS(no_answer_after_all_retries, retries, PROMISES(QP_ERR_07),
	   .needs = NEED_RC | NEED_IB_STATES)
{
	enum { TIMEOUT = 12, WITHIN_MS = 8000 };
	struct link l = rc_link(.no_srq = true, .local = true, .retries = row->retries);
	double start, least = row->retries * 0.004096 * (1 << TIMEOUT);

	qp_to_state(l.rx, IBV_QPS_RESET);
	start = vct_now_ms();
	link_post(&l, IBV_WR_SEND);
	MUST_EQ(MUST_COMPLETE_WITHIN(l.tx_cq, WITHIN_MS).status, IBV_WC_RETRY_EXC_ERR);
	MUST_GE(NAMED("the milliseconds until the completion", (long long)vct_took_ms(start)),
		(long long)(least * 0.9));
}

static const struct wait_row {
	struct vct_row vct_row;
	uint8_t retries, timer;
	double ms; /* of the timer: IBTA 9.7.5.2.8 (not verified) */
} waits[] = {
	{ ROW("one"), .retries = 1, .timer = 28, .ms = 163.84 },
	{ ROW("two"), .retries = 2, .timer = 28, .ms = 163.84 },
	{ ROW("one-of-the-longest"), .retries = 1, .timer = 0, .ms = 655.36 },
};

/*
 * The sender waits before each retry as long as the receiver's min_rnr_timer says, although its own
 * timeout is much shorter: that is for messages without any answer. Half of the time is asked for,
 * because no page says how exact a device measures it.
 */
CHECK_ROWS(no_receive_after_all_waits, waits, PROMISES(QP_ERR_06), .needs = NEED_RC | NEED_RNR)
{
	enum { WITHIN_MS = 8000 };
	struct link l = rc_link(.no_srq = true, .local = true, .rnr_retry = row->retries);
	struct ibv_qp_attr attr = { .min_rnr_timer = row->timer };
	double start, least = row->retries * row->ms;

	SETUP(!vct_modify_qp(l.rx, &attr, IBV_QP_MIN_RNR_TIMER));
	start = vct_now_ms();
	link_post(&l, IBV_WR_SEND);
	MUST_EQ(MUST_COMPLETE_WITHIN(l.tx_cq, WITHIN_MS).status, IBV_WC_RNR_RETRY_EXC_ERR);
	MUST_GE(NAMED("the milliseconds until the completion", (long long)vct_took_ms(start)),
		(long long)(least / 2));
}

enum write_fault { NO_RIGHT_OF_QP, NO_RIGHT_OF_REGION, NO_KEY };

static const struct uc_write_row {
	struct vct_row vct_row;
	enum write_fault fault;
} uc_writes[] = {
	{ ROW("no-right-of-the-qp"), .fault = NO_RIGHT_OF_QP },
	{ ROW("no-right-of-the-region"), .fault = NO_RIGHT_OF_REGION },
	{ ROW("another-key"), .fault = NO_KEY },
};

/* The message behind it may be lost, too: the receiver may be in ERR. */
CHECK_ROWS(uc_write_without_the_right_changes_nothing, uc_writes, PROMISES(QP_ERR_20),
	   .needs = NEED_UC)
{
	enum { LENGTH = 64, SHORTLY_MS = 50 };
	unsigned int denies = row->fault == NO_RIGHT_OF_QP ? IBV_ACCESS_REMOTE_WRITE : 0;
	int access =
		row->fault == NO_RIGHT_OF_REGION ? IBV_ACCESS_REMOTE_READ : IBV_ACCESS_REMOTE_WRITE;
	struct link l =
		link_make(IBV_QPT_UC, &(struct link_attr){ .no_srq = true, .denies = denies });
	struct ibv_mr *mr = mr_make(pd(), PAGE, IBV_ACCESS_LOCAL_WRITE | access);
	char zeros[LENGTH] = { 0 };
	struct ibv_wc wc;

	link_post_receives(&l, recv_list(0, 1));
	pattern(send_slot(0), LENGTH, 1);
	link_post(&l, IBV_WR_RDMA_WRITE, .data = send_slot(0), .to = mr->addr,
		  .rkey = row->fault == NO_KEY ? mr->rkey ^ 0x5a : mr->rkey, .length = LENGTH);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, 0);
	link_post(&l, IBV_WR_SEND);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, 1);
	cq_gives(l.rx_cq, SHORTLY_MS, &wc);
	MUST_EQUAL_BYTES(mr->addr, zeros, LENGTH);
}
