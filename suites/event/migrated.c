// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The event of a QP that was moved to its alternate path. */
#include "../vct.h"

static int destroy_qp(void *qp)
{
	return vct_destroy_qp(qp);
}

static bool set_state(const struct subject *s, enum ibv_mig_state state)
{
	struct ibv_qp_attr attr = { .path_mig_state = state };

	return !subject_modify(s, &attr, IBV_QP_PATH_MIG_STATE);
}

/* Whether the device takes an alternate path, and moves to it, is judged by qp.flags. */
static bool is_migrated(const struct subject *s)
{
	return !subject_step(s, IBV_QPS_RTR, IBV_QP_ALT_PATH, 0) &&
	       !subject_step(s, IBV_QPS_RTS, 0, 0) && set_state(s, IBV_MIG_REARM) &&
	       set_state(s, IBV_MIG_MIGRATED);
}

/* No page says that a QP which its program moves raises the event. */
CHECK(an_acknowledged_migration_holds_nothing, PROMISES(AEV_13, AEV_16),
      .needs = NEED_SRQ | NEED_RC | NEED_APM | NEED_IB_STATES, .asks = true)
{
	struct ibv_cq *cq = cq_make(4);
	struct ibv_qp *qp = qp_make(IBV_QPT_RC, NULL, cq, cq);
	struct subject s = qp_subject(qp);
	struct ibv_async_event event;
	struct call *c;

	subject_reach(&s, IBV_QPS_INIT);
	if (!is_migrated(&s) || !event_comes(IBV_EVENT_PATH_MIG))
		vct_skip("the QP is not moved to its alternate path, or raises no "
			 "IBV_EVENT_PATH_MIG");
	JUDGING(AEV_13);
	event = MUST_GET_EVENT(qp, IBV_EVENT_PATH_MIG);
	c = call_start(destroy_qp, qp);
	MUST(call_blocks(c), "ibv_destroy_qp waits until the event is acknowledged; it returned");
	JUDGING(AEV_16);
	vct_ack_async_event(&event);
	MUST_SUCCEED(call_result(c));
}
