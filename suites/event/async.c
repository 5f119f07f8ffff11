// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_get_async_event and ibv_ack_async_event: which events exist, which object they name, and
 * which calls wait.
 */
#include <fcntl.h>
#include <poll.h>
#include <sched.h>

#include "../vct.h"

STATIC_CHECK(prototypes, PROMISES(AEV_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_get_async_event,
				     int(struct ibv_context *, struct ibv_async_event *)),
		       "ibv_get_async_event");
	_Static_assert(HAS_PROTOTYPE(ibv_ack_async_event, void(struct ibv_async_event *)),
		       "ibv_ack_async_event");
	_Static_assert(HAS_MEMBER(struct ibv_async_event, element.cq, struct ibv_cq *), "cq");
	_Static_assert(HAS_MEMBER(struct ibv_async_event, element.qp, struct ibv_qp *), "qp");
	_Static_assert(HAS_MEMBER(struct ibv_async_event, element.srq, struct ibv_srq *), "srq");
	_Static_assert(HAS_MEMBER(struct ibv_async_event, element.wq, struct ibv_wq *), "wq");
	_Static_assert(HAS_MEMBER(struct ibv_async_event, element.port_num, int), "port_num");
	_Static_assert(HAS_MEMBER(struct ibv_async_event, event_type, enum ibv_event_type),
		       "event_type");
	_Static_assert(sizeof(((struct ibv_async_event *)0)->element) == sizeof(void *),
		       "element is a union");
}

/* Two events with the same number could not be distinguished, and this switch would not compile. */
STATIC_CHECK(every_event_has_a_name, PROMISES(AEV_17))
{
	switch ((enum ibv_event_type)0) {
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
	case IBV_EVENT_CQ_ERR:
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
	case IBV_EVENT_WQ_FATAL:
	case IBV_EVENT_PORT_ACTIVE:
	case IBV_EVENT_PORT_ERR:
	case IBV_EVENT_LID_CHANGE:
	case IBV_EVENT_PKEY_CHANGE:
	case IBV_EVENT_SM_CHANGE:
	case IBV_EVENT_CLIENT_REREGISTER:
	case IBV_EVENT_GID_CHANGE:
	case IBV_EVENT_DEVICE_FATAL:
	default:
		break;
	}
}

/*
 * Returns the next event of an object of the check; events of ports and of the device are
 * acknowledged and skipped.
 */
static int get_event(void *event)
{
	int ret;

	while (!(ret = vct_get_async_event(ctx(), event)) && !event_object(event))
		vct_ack_async_event(event);
	return ret;
}

/* Raises a limit event for the SRQ of the link, which has enough WRs. */
static void raise_event(struct link *l)
{
	srq_arm(l->srq, 16);
	link_send(l, 1);
}

static void set_blocking(void)
{
	int fd = ctx()->async_fd;

	SETUP(!fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK));
}

static bool event_is_there(int ms)
{
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };

	return poll(&fd, 1, ms) == 1 && fd.revents & POLLIN;
}

CHECK(get_waits_for_an_event, PROMISES(AEV_02), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 16);
	static struct ibv_async_event event;
	struct call *get;

	set_blocking();
	get = call_start(get_event, &event);
	MUST(call_blocks(get));
	raise_event(&l);
	MUST_EQ(call_result(get), 0);
	MUST_EQ(event.event_type, IBV_EVENT_SRQ_LIMIT_REACHED);
	MUST(event.element.srq == l.srq);
}

/* Either thread may get the event; the other must wait until there is another event. */
CHECK(one_event_wakes_one_thread, PROMISES(AEV_14), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 16);
	static struct ibv_async_event events[2];
	struct call *gets[2], *other;
	double until;

	set_blocking();
	for (int i = 0; i < 2; i++) {
		gets[i] = call_start(get_event, &events[i]);
		SETUP(call_blocks(gets[i]));
	}
	raise_event(&l);
	until = vct_deadline_ms(2000);
	while (!call_is_over(gets[0]) && !call_is_over(gets[1]) && vct_now_ms() < until)
		sched_yield();
	MUST_NE(call_is_over(gets[0]), call_is_over(gets[1]));
	other = gets[call_is_over(gets[0])];
	MUST(call_blocks(other));

	raise_event(&l);
	MUST_EQ(call_result(other), 0);
}

CHECK(get_returns_minus_one_on_error, PROMISES(AEV_12), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 16);
	struct ibv_async_event event;

	MUST_EQ(get_event(&event), -1); /* O_NONBLOCK, and no event is there */
	RECORD("errno where ibv_get_async_event would block: %s", strerrorname_np(errno));
	raise_event(&l);
	SETUP(event_is_there(1000));
	MUST_EQ(get_event(&event), 0);
	MUST_EQ(get_event(&event), -1);
}

CHECK(poll_tells_of_an_event, PROMISES(AEV_15), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 16);
	struct ibv_async_event event;

	SETUP(get_event(&event)); /* no event of a port is left */
	MUST(!event_is_there(0));
	raise_event(&l);
	MUST(event_is_there((int)(1000 * vct_slow)));
	MUST_EQ(get_event(&event), 0);
	MUST(!event_is_there(0));
}

CHECK(srq_event_names_the_srq, PROMISES(AEV_03), .needs = NEED_SRQ | NEED_RC)
{
	struct link first = rc_link(.srq_wr = 16, .posted = 16);
	struct link second = rc_link(.srq_wr = 16, .posted = 16);

	srq_arm(first.srq, 16);
	raise_event(&second);
	MUST_SEE_EVENT(second.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	link_send(&first, 1);
	MUST_SEE_EVENT(first.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

static const struct limit_row {
	struct vct_row vct_row;
	uint32_t limit;
} limits[] = {
	{ ROW("one"), .limit = 1 },
	{ ROW("eight"), .limit = 8 },
	{ ROW("max-wr"), .limit = 16 },
};

CHECK_ROWS(limit_reached_is_raised, limits, PROMISES(AEV_06), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 16);

	srq_arm(l.srq, row->limit);
	link_send(&l, 17 - row->limit);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK(a_reached_limit_is_no_error, PROMISES(AEV_07), .needs = NEED_SRQ | NEED_RC | NEED_UD)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 8);

	srq_arm(l.srq, 3);
	link_send(&l, 6);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	MUST_SEE_NO_EVENT();
}

CHECK(srq_err_is_raised, PROMISES(AEV_07), .needs = NEED_SRQ | NEED_SRQ_FAULT)
{
	struct ibv_srq *bystander = srq_make(.max_wr = 16), *srq = srq_make(.max_wr = 16);

	vct_inject_srq_error(srq);
	MUST_SEE_EVENT(srq, IBV_EVENT_SRQ_ERR);
	MUST_SUCCEED(srq_modify(bystander, IBV_SRQ_LIMIT, .srq_limit = 1));
}

/* One completion more than the CQ holds. UD, because an overrun does not stop its sender. */
static struct link overrun(void)
{
	struct ibv_cq *cq = cq_make(1);
	struct link l = ud_link(.rx_cq = cq, .srq_wr = 16);

	for (int i = 0; i < cq->cqe + 4; i++) {
		srq_post(l.srq, (uint64_t)i, 1);
		link_post(&l, IBV_WR_SEND);
		cq_wait(l.tx_cq);
	}
	return l;
}

CHECK(cq_overrun_is_raised, PROMISES(AEV_05), .needs = NEED_SRQ | NEED_UD)
{
	struct link l = overrun();

	MUST_SEE_EVENT(l.rx_cq, IBV_EVENT_CQ_ERR);
}

CHECK(qp_event_names_the_qp, PROMISES(AEV_04), .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link first = rc_link(.srq_wr = 16), second = rc_link(.srq_wr = 16);

	qp_to_sqd(second.tx);
	MUST_SEE_EVENT(second.tx, IBV_EVENT_SQ_DRAINED);
	qp_to_sqd(first.tx);
	MUST_SEE_EVENT(first.tx, IBV_EVENT_SQ_DRAINED);
}

/*
 * Destroying the object waits for the events that were handed out, and returns when all are
 * acknowledged.
 */
static void must_wait_for_ack(int (*destroy)(void *), void *object, struct ibv_async_event *event)
{
	struct call *c = call_start(destroy, object);

	MUST(call_blocks(c));
	vct_ack_async_event(event);
	MUST_EQ(call_result(c), 0);
}

static int destroy_srq(void *srq)
{
	return vct_destroy_srq(srq);
}

static int destroy_qp(void *qp)
{
	return vct_destroy_qp(qp);
}

static int destroy_cq(void *cq)
{
	return vct_destroy_cq(cq);
}

CHECK(srq_waits_for_the_ack, PROMISES(AEV_13), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 16);
	struct ibv_async_event event;

	raise_event(&l);
	event = MUST_GET_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	SETUP(!vct_destroy_qp(l.rx));
	must_wait_for_ack(destroy_srq, l.srq, &event);
}

CHECK(qp_waits_for_the_ack, PROMISES(AEV_13), .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 16);
	struct ibv_async_event event;

	qp_to_sqd(l.tx);
	event = MUST_GET_EVENT(l.tx, IBV_EVENT_SQ_DRAINED);
	must_wait_for_ack(destroy_qp, l.tx, &event);
}

CHECK(cq_waits_for_the_ack, PROMISES(AEV_13), .needs = NEED_SRQ | NEED_UD)
{
	struct link l = overrun();
	struct ibv_async_event event = MUST_GET_EVENT(l.rx_cq, IBV_EVENT_CQ_ERR);

	SETUP(!vct_destroy_qp(l.rx));
	must_wait_for_ack(destroy_cq, l.rx_cq, &event);
}

CHECK(each_get_takes_its_own_ack, PROMISES(AEV_16), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 16);
	struct ibv_async_event events[2];
	struct call *destroy;

	for (int i = 0; i < 2; i++) {
		raise_event(&l);
		events[i] = MUST_GET_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	}
	SETUP(!vct_destroy_qp(l.rx));
	destroy = call_start(destroy_srq, l.srq);
	MUST(call_blocks(destroy));
	vct_ack_async_event(&events[0]);
	MUST(call_blocks(destroy));
	vct_ack_async_event(&events[1]);
	MUST_EQ(call_result(destroy), 0);
}
