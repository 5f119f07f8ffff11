// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Events that are not acknowledged at once, or not even read, before their object is destroyed. */
#include <poll.h>

#include "model.h"

/* A call in a thread of its own can be made 16 times in a process (call.h). */
enum { MOST_HELD = 8, MOST_CALLS = 14 };

static struct ibv_async_event held[MOST_HELD];
static unsigned int n_held, to_hold, n_calls;

static void release(unsigned int i)
{
	struct ibv_async_event event = held[i];

	held[i] = held[--n_held];
	vct_ack_async_event(&event);
}

/* Is it of an object that destroy_after_acks() destroys? XRC QPs are destroyed in other ways. */
static bool can_be_held(const struct ibv_async_event *e)
{
	const void *object = event_object(e);
	bool can = false;

	for (unsigned int i = 0; i < N_QPS; i++)
		can |= object && qps[i].qp == object && !qps[i].xrcd &&
		       qps[i].qp->qp_type != IBV_QPT_XRC_SEND;
	for (unsigned int i = 0; i < N_SRQS; i++)
		can |= object && srqs[i].srq == object;
	return can;
}

void acknowledge(struct ibv_async_event *e)
{
	if (!to_hold || n_held == MOST_HELD || !can_be_held(e)) {
		vct_ack_async_event(e);
		return;
	}
	held[n_held++] = *e;
	to_hold--;
}

void acknowledge_all(void)
{
	while (n_held)
		release(n_held - 1);
}

/* Acknowledges one event of the object; false if there is none. */
static bool release_one_of(const void *object)
{
	for (unsigned int i = 0; i < n_held; i++)
		if (event_object(&held[i]) == object) {
			release(i);
			return true;
		}
	return false;
}

static bool holds_one_of(const void *object)
{
	for (unsigned int i = 0; i < n_held; i++)
		if (event_object(&held[i]) == object)
			return true;
	return false;
}

/* To see that a call blocks takes SRQs. */
static bool can_call(void)
{
	return n_calls < MOST_CALLS && !vct_device_lacks(vct_dev, NEED_SRQ);
}

static int destroy_after_acks(int (*destroy)(void *), void *object,
			      const struct vct_promise *promise)
{
	bool first = true;
	struct call *c;

	if (!holds_one_of(object))
		return destroy(object);
	if (!can_call() || !ASK(promise)) {
		while (release_one_of(object))
			;
		return destroy(object);
	}
	n_calls++;
	c = call_start(destroy, object);
	while (holds_one_of(object)) {
		JUDGING(first ? promise : AEV_16);
		MUST(call_blocks(c), "destroying the object waits until all its events are "
				     "acknowledged; it has returned");
		release_one_of(object);
		first = false;
	}
	JUDGING(AEV_13);
	return call_result(c);
}

static int destroy_qp(void *qp)
{
	return vct_destroy_qp(qp);
}

int destroy_qp_after_acks(struct ibv_qp *qp, const struct vct_promise *promise)
{
	return destroy_after_acks(destroy_qp, qp, promise);
}

static int destroy_srq(void *srq)
{
	return vct_destroy_srq(srq);
}

int destroy_srq_after_acks(struct ibv_srq *srq, const struct vct_promise *promise)
{
	return destroy_after_acks(destroy_srq, srq, promise);
}

/* The next events that are read are acknowledged later. */
OPERATION(events_hold, ARGS({ "count", 4 }), PROMISES(AEV_13, AEV_16), .weight = 4)
{
	to_hold = arg[0] + 1;
	return true;
}

OPERATION(events_ack, ARGS({ "event", MOST_HELD }), PROMISES(AEV_13))
{
	if (!n_held)
		return false;
	release(arg[0] % n_held);
	return true;
}

static bool announced(int ms)
{
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };

	return poll(&fd, 1, ms) == 1 && fd.revents & POLLIN;
}

/* Without an event, ibv_get_async_event returns -1, as async_fd does not block. */
OPERATION(event_none, PROMISES(AEV_12, AEV_15), .needs = NEED_SRQ)
{
	struct ibv_async_event e;
	bool tells;
	int ret;

	settle_events();
	if (!ASK(AEV_12))
		return false;
	tells = announced(0);
	ret = vct_get_async_event(ctx(), &e);
	if (ASK(AEV_15) && tells)
		MUST_EQ(ret, 0);
	for (; !ret; ret = vct_get_async_event(ctx(), &e))
		if (!took_other_event(&e))
			judge_event(&e);
	JUDGING(AEV_12);
	MUST_EQ(ret, -1);
	return true;
}

/* The only user of the SRQ, an RC QP with a sender. */
static struct model_qp *only_user(const struct model_srq *s)
{
	struct model_qp *user = NULL;

	for (unsigned int i = 0; i < N_QPS; i++)
		if (qps[i].qp && qps[i].srq == s)
			user = &qps[i];
	if (s->users != 1 || !user || user->qp->qp_type != IBV_QPT_RC || !user->peer ||
	    user->peer == user || !can_send(user->peer, user))
		return NULL;
	return user;
}

static struct model_srq *with_only_user(uint32_t place)
{
	for (unsigned int i = 0; i < N_SRQS; i++) {
		struct model_srq *s = &srqs[(place + i) % N_SRQS];

		if (s->srq && s->queue.n && only_user(s))
			return s;
	}
	return NULL;
}

/* The limit event has come and is not read: it goes with the SRQ, which does not wait for it. */
OPERATION(srq_destroy_unread, ARGS({ "srq", N_SRQS }),
	  PROMISES(SRQ_DES_08, SRQ_DES_02, SRQ_MOD_03, SRQ_LIM_01, AEV_15, QP_DES_01), .weight = 6,
	  .needs = NEED_SRQ | NEED_IB_STATES)
{
	struct model_srq *s = with_only_user(arg[0]);
	struct model_qp *user = s ? only_user(s) : NULL;
	struct call *c;

	if (!user || !can_call() || !cq_has_room(user->recv_cq, 2) || !sends_fit(user->peer, 1) ||
	    !buffers_left(3) || vct_is_left_out(SRQ_MOD_03) || vct_is_left_out(SRQ_DES_08) ||
	    vct_is_left_out(SRQ_LIM_01))
		return false;
	settle_events();
	limit_is_replaced(s);
	JUDGING(SRQ_MOD_03);
	MUST_SUCCEED(srq_modify(s->srq, IBV_SRQ_LIMIT, .srq_limit = s->queue.n));
	limit_is_set(s, s->queue.n);
	if (!pass_messages(
		    &(struct messages){ .from = user->peer, .to = user, .n = 1, .unread = true }))
		return true;
	JUDGING(AEV_15);
	MUST(announced((int)(EVENT_MS * vct_slow)),
	     "poll() tells of the event before its deadline");
	qp_goes(user, true);
	JUDGING(SRQ_DES_08);
	if (holds_one_of(s->srq)) {
		srq_goes(s);
		return true;
	}
	n_calls++;
	c = call_start(destroy_srq, s->srq);
	MUST(!call_blocks(c),
	     "ibv_destroy_srq does not wait for an event that nobody got; it waits");
	MUST_SUCCEED(call_result(c));
	srq_is_gone(s);
	settle_events();
	return true;
}

static bool is_last_of_srq(const struct model_qp *q)
{
	return q->qp && q->srq && !q->unknown && q->qp->qp_type == IBV_QPT_RC &&
	       (q->state == IBV_QPS_RTR || q->state == IBV_QPS_RTS);
}

/* The same for a QP and its event. */
OPERATION(qp_destroy_unread, ARGS({ "qp", N_QPS }), PROMISES(QP_MOD_03, QP_DES_01, AEV_04, AEV_08),
	  .needs = NEED_SRQ)
{
	struct model_qp *q = qp_from(arg[0], is_last_of_srq);

	if (!q || holds_one_of(q->qp) || vct_is_left_out(QP_MOD_03) || vct_is_left_out(AEV_08))
		return false;
	settle_events();
	JUDGING(QP_MOD_03);
	MUST_SUCCEED(vct_modify_qp(q->qp, &(struct ibv_qp_attr){ .qp_state = IBV_QPS_ERR },
				   IBV_QP_STATE));
	qp_fails(q);
	JUDGING(AEV_08);
	MUST(announced((int)(EVENT_MS * vct_slow)),
	     "poll() tells of the event before its deadline");
	qp_goes(q, true);
	settle_events();
	return true;
}
