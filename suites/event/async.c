// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_get_async_event and ibv_ack_async_event: which events exist, which object they name, and
 * which calls wait.
 */
#include <fcntl.h>
#include <poll.h>

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

/* A link whose SRQ has so many WRs, one fewer than its size. */
enum { WRS = 15 };

static struct link filled_link(void)
{
	return rc_link(.srq_wr = WRS + 1, .posted = WRS);
}

/* Raises a limit event for the SRQ of such a link: the limit is the number of WRs that are left. */
static void raise_event(struct link *l)
{
	srq_arm(l->srq, WRS - (uint32_t)l->sent);
	link_send(l, 1);
}

static void set_blocking(void)
{
	int fd = ctx()->async_fd;

	SETUP(!fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK));
}

static bool announced(int ms)
{
	struct pollfd fd = { .fd = ctx()->async_fd, .events = POLLIN };

	return poll(&fd, 1, ms) == 1 && fd.revents & POLLIN;
}

static bool event_is_there(void)
{
	return announced((int)(EVENT_MS * vct_slow));
}

CHECK(get_waits_for_an_event, PROMISES(AEV_02), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = filled_link();
	static struct ibv_async_event event;
	struct call *get;

	srq_arm(l.srq, WRS);
	set_blocking();
	get = call_start(get_event, &event);
	MUST(call_blocks(get),
	     "ibv_get_async_event waits until there is an event; it has returned");
	link_send(&l, 1);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_EQ(NAMED("what ibv_get_async_event returned", call_result(get)), 0);
	MUST_EQ(event.event_type, IBV_EVENT_SRQ_LIMIT_REACHED);
	MUST_POINT_TO(event.element.srq, l.srq);
}

/* Either thread may get the event; the other must wait until there is another event. */
CHECK(one_event_wakes_one_thread, PROMISES(AEV_14), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = filled_link();
	static struct ibv_async_event events[2];
	struct call *gets[2], *other;
	double until;

	srq_arm(l.srq, WRS);
	set_blocking();
	for (int i = 0; i < 2; i++) {
		gets[i] = call_start(get_event, &events[i]);
		MUST(call_blocks(gets[i]),
		     "ibv_get_async_event waits until there is an event; it has returned");
	}
	link_send(&l, 1);
	until = vct_deadline_ms(EVENT_MS);
	while (!call_is_over(gets[0]) && !call_is_over(gets[1]) && vct_wait_on(until))
		;
	if (!call_is_over(gets[0]) && !call_is_over(gets[1]))
		RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_NE(NAMED("the calls of the first thread that have ended", call_is_over(gets[0])),
		call_is_over(gets[1]));
	other = gets[call_is_over(gets[0])];
	MUST(call_blocks(other), "one event ends one wait; both have ended");

	raise_event(&l);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST_EQ(NAMED("what ibv_get_async_event returned", call_result(other)), 0);
}

CHECK(get_returns_minus_one_on_error, PROMISES(AEV_12), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = filled_link();
	struct ibv_async_event event;

	MUST_EQ(NAMED("what ibv_get_async_event returned", get_event(&event)),
		-1); /* O_NONBLOCK, and no event is there */
	RECORD("errno where ibv_get_async_event would block: %s", strerrorname_np(errno));
	raise_event(&l);
	SETUP_OF(BLOCK_LIMIT_EVENT, event_is_there());
	MUST_EQ(NAMED("what ibv_get_async_event returned", get_event(&event)), 0);
	MUST_EQ(NAMED("what ibv_get_async_event returned", get_event(&event)), -1);
}

CHECK(poll_tells_of_an_event, PROMISES(AEV_15), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = filled_link();
	struct ibv_async_event event;

	SETUP_OF(BLOCK_ASYNC_EVENT, get_event(&event)); /* no event of a port is left */
	MUST(!announced(0), "poll() tells of no event before there is one");
	raise_event(&l);
	RELIES_ON(BLOCK_LIMIT_EVENT);
	MUST(event_is_there(), "poll() tells of the event");
	MUST_EQ(NAMED("what ibv_get_async_event returned", get_event(&event)), 0);
	MUST(!announced(0), "poll() tells of no event when it was got");
}

CHECK(srq_event_names_the_srq, PROMISES(AEV_03), .needs = NEED_SRQ | NEED_RC)
{
	struct link first = filled_link();
	struct link second = filled_link();

	srq_arm(first.srq, WRS);
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

/* A device that takes smaller limits, and refuses that of a whole queue, breaks a promise. */
CHECK_ROWS(limit_reached_is_raised, limits, PROMISES(SRQ_MOD_03, AEV_06),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 16);

	JUDGING(SRQ_MOD_03);
	RELIES_ON(BLOCK_SRQ_LIMIT);
	MUST_SUCCEED(srq_modify(l.srq, IBV_SRQ_LIMIT, .srq_limit = row->limit));
	JUDGING(AEV_06);
	link_send(&l, 17 - row->limit);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

/* Of every kind of SRQ, whoever uses it. */
CHECK_ROWS(limit_reached_is_raised_for, scenes, PROMISES(AEV_06), .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	scene_post(&s, 8);
	srq_arm(s.srq, 2);
	scene_send(&s, 7);
	MUST_SEE_EVENT(s.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

CHECK(a_reached_limit_is_no_error, PROMISES(AEV_07), .needs = NEED_SRQ | NEED_RC)
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
	RELIES_ON(BLOCK_SRQ_LIMIT);
	MUST_SUCCEED(srq_modify(bystander, IBV_SRQ_LIMIT, .srq_limit = 1));
}

/* A link whose receiver's CQ has overrun. */
static struct link overrun_link(void)
{
	struct link l = link_with_full_cq();

	overrun_cq(&l);
	return l;
}

CHECK(cq_overrun_is_raised, PROMISES(AEV_05), .needs = NEED_SRQ | NEED_RC, .proves = BLOCK_CQ_EVENT,
      .danger = DANGER_DESTRUCTIVE)
{
	struct link l = overrun_link();

	MUST_SEE_EVENT(l.rx_cq, IBV_EVENT_CQ_ERR);
}

CHECK(qp_event_names_the_qp, PROMISES(AEV_04), .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link first = rc_link(.srq_wr = 16), second = rc_link(.srq_wr = 16);
	enum ibv_event_type type;
	struct ibv_qp *qp;

	type = cause_qp_event(&second, &qp);
	RECORD("the event of the QP: %s", ibv_event_type_str(type));
	MUST_SEE_EVENT(qp, type);
	type = cause_qp_event(&first, &qp);
	MUST_SEE_EVENT(qp, type);
}

/*
 * Destroying the object waits for the events that were handed out, and returns when all are
 * acknowledged.
 */
static void must_wait_for_ack(int (*destroy)(void *), void *object, struct ibv_async_event *event)
{
	struct call *c = call_start(destroy, object);

	MUST(call_blocks(c),
	     "destroying the object waits until the event is acknowledged; it has returned");
	vct_ack_async_event(event);
	MUST_EQ(NAMED("what destroying the object returned", call_result(c)), 0);
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
	struct link l = filled_link();
	struct ibv_async_event event;

	raise_event(&l);
	event = SETUP_GET_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	must_wait_for_ack(destroy_srq, l.srq, &event);
}

CHECK(qp_waits_for_the_ack, PROMISES(AEV_13), .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.srq_wr = 16);
	struct ibv_async_event event;
	enum ibv_event_type type;
	struct ibv_qp *qp;

	type = cause_qp_event(&l, &qp);
	RECORD("the event of the QP: %s", ibv_event_type_str(type));
	event = SETUP_GET_EVENT(qp, type);
	must_wait_for_ack(destroy_qp, qp, &event);
}

CHECK(cq_waits_for_the_ack, PROMISES(AEV_13), .needs = NEED_SRQ | NEED_RC,
      .danger = DANGER_DESTRUCTIVE)
{
	struct link l = overrun_link();
	struct ibv_async_event event = SETUP_GET_EVENT(l.rx_cq, IBV_EVENT_CQ_ERR);

	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	must_wait_for_ack(destroy_cq, l.rx_cq, &event);
}

CHECK(each_get_takes_its_own_ack, PROMISES(AEV_16), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = filled_link();
	struct ibv_async_event events[2];
	struct call *destroy;

	for (int i = 0; i < 2; i++) {
		raise_event(&l);
		events[i] = SETUP_GET_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	}
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	destroy = call_start(destroy_srq, l.srq);
	MUST(call_blocks(destroy),
	     "ibv_destroy_srq waits until the event is acknowledged; it has returned");
	vct_ack_async_event(&events[0]);
	MUST(call_blocks(destroy),
	     "ibv_destroy_srq waits until the second event is acknowledged, too; it has returned");
	vct_ack_async_event(&events[1]);
	MUST_EQ(NAMED("what ibv_destroy_srq returned", call_result(destroy)), 0);
}
