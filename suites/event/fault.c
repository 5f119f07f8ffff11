// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The events of errors that a fault injector causes: which object they name, and which calls wait.
 */
#include "../vct.h"

static void *make_srq(void)
{
	return srq_make(.max_wr = 16);
}

static void *make_qp(void)
{
	return rc_link(.srq_wr = 16).tx;
}

static void *make_cq(void)
{
	return cq_make(16);
}

static void break_srq(void *srq)
{
	vct_inject_srq_error(srq);
}

static void break_qp(void *qp)
{
	vct_inject_qp_error(qp);
}

static void break_cq(void *cq)
{
	vct_inject_cq_error(cq);
}

static int destroy_qp(void *qp)
{
	return vct_destroy_qp(qp);
}

static int destroy_cq(void *cq)
{
	return vct_destroy_cq(cq);
}

static const struct kind {
	enum ibv_event_type event;
	void *(*make)(void);
	void (*break_it)(void *object);
	int (*destroy)(void *object);
} srq_kind = { IBV_EVENT_SRQ_ERR, make_srq, break_srq, NULL },
  qp_kind = { IBV_EVENT_QP_FATAL, make_qp, break_qp, destroy_qp },
  cq_kind = { IBV_EVENT_CQ_ERR, make_cq, break_cq, destroy_cq };

static const struct kind_row {
	struct vct_row vct_row;
	const struct kind *kind;
} kinds[] = {
	{ ROW("srq-err", AEV_03), .vct_row.needs = NEED_SRQ_FAULT | NEED_SRQ, .kind = &srq_kind },
	{ ROW("qp-fatal", AEV_04), .vct_row.needs = NEED_QP_FAULT | NEED_RC | NEED_SRQ,
	  .kind = &qp_kind },
	{ ROW("cq-err", AEV_05), .vct_row.needs = NEED_CQ_FAULT, .vct_row.proves = BLOCK_CQ_EVENT,
	  .kind = &cq_kind },
};

CHECK_ROWS(names_what_is_in_error, kinds)
{
	void *first = row->kind->make(), *second = row->kind->make();

	row->kind->break_it(second);
	MUST_SEE_EVENT(second, row->kind->event);
	row->kind->break_it(first);
	MUST_SEE_EVENT(first, row->kind->event);
}

static const struct kind_row waiting[] = {
	{ ROW("qp-fatal", AEV_13), .vct_row.needs = NEED_QP_FAULT | NEED_RC | NEED_SRQ,
	  .kind = &qp_kind },
	{ ROW("cq-err", AEV_13), .vct_row.needs = NEED_CQ_FAULT, .kind = &cq_kind },
};

CHECK_ROWS(destroying_waits_for_the_ack, waiting, .needs = NEED_SRQ)
{
	void *object = row->kind->make();
	struct ibv_async_event event;
	struct call *destroy;

	row->kind->break_it(object);
	event = SETUP_GET_EVENT(object, row->kind->event);
	destroy = call_start(row->kind->destroy, object);
	MUST(call_blocks(destroy),
	     "destroying the object waits until the event is acknowledged; it has returned");
	vct_ack_async_event(&event);
	MUST_EQ(NAMED("what destroying the object returned", call_result(destroy)), 0);
}

/* The CQ is empty: in error, ibv_poll_cq returns no completion or a failure. */
CHECK(polling_a_failed_cq_gives_no_completion, PROMISES(CQ_POL_10), .needs = NEED_CQ_FAULT)
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_wc wc[4];
	int n;

	vct_inject_cq_error(cq);
	SETUP_EVENT(cq, IBV_EVENT_CQ_ERR);
	n = vct_poll_cq(cq, 4, wc);
	RECORD("ibv_poll_cq returns %d on a CQ in error", n);
	MUST_LE(NAMED("what ibv_poll_cq returned", n), 0);
}
