// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes and uses far objects: each verb is a call of the other process. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/memory.h"
#include "../../base/deadline.h"
#include "../device.h"
#include "far.h"
#include "far_object.h"
#include "../judge.h"
#include "wire.h"

enum { MOST_OBJECTS = 512, MOST_PAIRS = 128, CALL_MS = 5000 };

/* The other side of the links of the check, as this side knows it. */
static struct {
	struct far_object objects[MOST_OBJECTS];
	size_t n_objects;
	const struct ibv_qp *receivers[MOST_PAIRS];
	size_t n_receivers;
	struct ibv_qp *refuses;
	struct vct_wire *wire;
	struct vct_device near, far;
	pid_t owner;
	pthread_t thread;
	pthread_mutex_t lock;
	char *buffer;
	bool over, lost; /* the body of the check is; the other side is */
} side = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Verbs that verbs.h of libibverbs calls through the context of an object. */
static int no_poll(struct ibv_cq *cq, int n, struct ibv_wc *wc)
{
	(void)cq, (void)n, (void)wc;
	vct_local_by_nature("a verb that is not traced");
}

static struct ibv_context no_context = { .ops = { .poll_cq = no_poll } };

void vct_far_begin(struct vct_wire *w, const struct vct_device *far)
{
	side.wire = w;
	side.n_objects = side.n_receivers = 0;
	side.refuses = NULL;
	side.over = side.lost = false;
	side.far = *far;
	side.near = *vct_dev;
	vct_judges_apart();
	if (far->port_attr.active_mtu < side.near.port_attr.active_mtu)
		side.near.port_attr.active_mtu = far->port_attr.active_mtu;
	vct_dev = &side.near;
	side.owner = getpid();
	side.thread = pthread_self();
	if (!side.buffer)
		side.buffer = vct_resize(NULL, 1, VCT_WIRE_MOST);
	/* That the other process has ended is told by what a write returns. */
	signal(SIGPIPE, SIG_IGN);
}

bool vct_links_are_apart(void)
{
	return side.wire && getpid() == side.owner;
}

bool vct_is_far(const void *object)
{
	return (const char *)object >= (const char *)side.objects &&
	       (const char *)object < (const char *)(side.objects + MOST_OBJECTS);
}

void vct_local_by_nature(const char *what)
{
	vct_skip("local by nature: the check needs both halves of its link in one process (%s)",
		 what);
}

const struct vct_device *vct_far_device(void)
{
	return &side.far;
}

void vct_far_pair(const struct ibv_qp *receiver)
{
	if (side.n_receivers < MOST_PAIRS)
		side.receivers[side.n_receivers++] = receiver;
}

bool vct_has_far_sender(const struct ibv_qp *receiver)
{
	for (size_t i = 0; i < side.n_receivers; i++)
		if (side.receivers[i] == receiver)
			return true;
	return false;
}

void vct_far_refuses(struct ibv_qp *receiver)
{
	side.refuses = receiver;
}

bool vct_far_has_refused(void)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	return vct_links_are_apart() && side.refuses &&
	       !ibv_query_qp(side.refuses, &attr, IBV_QP_STATE, &init) &&
	       attr.qp_state == IBV_QPS_ERR;
}

bool vct_is_far_number(uint32_t qp_num)
{
	for (size_t i = 0; i < side.n_objects; i++)
		if (side.objects[i].handle && side.objects[i].kind == FAR_QP &&
		    side.objects[i].qp.qp_num == qp_num)
			return true;
	return false;
}

static struct far_object *object_of(const void *object)
{
	size_t at = (size_t)((const char *)object - (const char *)side.objects);

	return &side.objects[at / sizeof(side.objects[0])];
}

uint32_t far_handle(const void *object)
{
	return vct_is_far(object) ? object_of(object)->handle : 0;
}

void *far_find(uint32_t handle)
{
	for (size_t i = 0; handle && i < side.n_objects; i++)
		if (side.objects[i].handle == handle)
			return &side.objects[i];
	return NULL;
}

/* A judgement is only made in the thread and the process of the check. */
static void give_up(void)
{
	side.lost = true;
	if (getpid() != side.owner || !pthread_equal(side.thread, pthread_self()))
		_exit(1);
	if (side.over)
		return;
	vct_broken(VCT_HERE("the far process answers"), "the far side of the link, %s, %s",
		   side.far.name, side.wire->error);
}

void far_give_up(const char *why)
{
	snprintf(side.wire->error, sizeof(side.wire->error), "%s", why);
	give_up();
}

static long exchange(const struct far_call *call, const void *more, size_t size)
{
	double until = vct_deadline_ms(CALL_MS);
	enum vct_wire_type type;
	long n;

	memcpy(side.buffer, call, sizeof(*call));
	if (size)
		memcpy(side.buffer + sizeof(*call), more, size);
	if (vct_wire_send(side.wire, WIRE_CALL, side.buffer, sizeof(*call) + size, until) < 0)
		return -1;
	n = vct_wire_receive(side.wire, &type, side.buffer, VCT_WIRE_MOST, until);
	if (n >= 0 && (type != WIRE_ANSWER || (size_t)n < sizeof(struct far_answer))) {
		snprintf(side.wire->error, sizeof(side.wire->error),
			 "sent a frame that is no answer");
		return -1;
	}
	return n;
}

size_t far_do(const struct far_call *call, const void *more, size_t size, struct far_answer *answer,
	      void *array, size_t room)
{
	size_t rest = 0;
	long n;

	memset(answer, 0, sizeof(*answer));
	if (side.lost)
		return 0;
	if (getpid() != side.owner)
		vct_local_by_nature("another process uses it");
	pthread_mutex_lock(&side.lock);
	n = exchange(call, more, size);
	if (n >= 0) {
		memcpy(answer, side.buffer, sizeof(*answer));
		rest = (size_t)n - sizeof(*answer);
		if (rest <= room && rest)
			memcpy(array, side.buffer + sizeof(*answer), rest);
	}
	pthread_mutex_unlock(&side.lock);
	if (n < 0)
		give_up();
	else if (rest > room)
		far_give_up("sent more than it was asked for");
	return rest;
}

int far_do_plain(const struct far_call *call, struct far_answer *answer)
{
	size_t rest = far_do(call, NULL, 0, answer, NULL, 0);

	(void)rest;
	errno = answer->error;
	return answer->ret;
}

/* Kept for ever, so that a pointer to an object that is released is still a far one. */
static struct far_object *add(uint32_t handle, int kind)
{
	struct far_object *o = &side.objects[side.n_objects];

	if (!handle)
		return NULL;
	if (side.n_objects == MOST_OBJECTS)
		vct_local_by_nature("more objects than can be far");
	side.n_objects++;
	o->handle = handle;
	o->kind = kind;
	return o;
}

struct ibv_cq *far_create_cq(int cqe)
{
	struct far_call call = { .verb = FAR_CREATE_CQ, .cq.cqe = cqe };
	struct far_answer answer;
	struct far_object *o;

	far_do_plain(&call, &answer);
	o = add(answer.object, FAR_CQ);
	if (!o)
		return NULL;
	o->cq = (struct ibv_cq){ .context = &no_context, .cqe = answer.cq.cqe };
	return &o->cq;
}

struct ibv_qp *far_create_qp(const struct ibv_qp_init_attr_ex *init, struct ibv_qp_cap *cap)
{
	struct far_call call = {
		.verb = FAR_CREATE_QP,
		.qp = { .type = init->qp_type,
			.send_cq = far_handle(init->send_cq),
			.recv_cq = far_handle(init->recv_cq),
			.sq_sig_all = init->sq_sig_all,
			.cap = init->cap },
	};
	struct far_answer answer;
	struct far_object *o;

	if (init->srq || (init->recv_cq && !call.qp.recv_cq) ||
	    init->comp_mask & ~(uint32_t)IBV_QP_INIT_ATTR_PD)
		vct_local_by_nature("a QP of both sides");
	far_do_plain(&call, &answer);
	o = add(answer.object, FAR_QP);
	if (!o)
		return NULL;
	*cap = answer.qp.cap;
	o->qp = (struct ibv_qp){
		.context = &no_context,
		.qp_context = init->qp_context,
		.pd = init->pd,
		.send_cq = init->send_cq,
		.recv_cq = init->recv_cq,
		.handle = answer.qp.handle,
		.qp_num = answer.qp.number,
		.qp_type = init->qp_type,
	};
	return &o->qp;
}

/* Members of the near port that a check sets in what is for the far port. */
static void translate_address(struct ibv_ah_attr *a, const struct vct_device *from,
			      const struct vct_device *to)
{
	if (a->grh.sgid_index == (uint8_t)from->gid_index)
		a->grh.sgid_index = (uint8_t)to->gid_index;
	if (a->port_num == from->port)
		a->port_num = to->port;
}

static void translate(struct ibv_qp_attr *attr, int mask, const struct vct_device *from,
		      const struct vct_device *to)
{
	if (mask & IBV_QP_PORT && attr->port_num == from->port)
		attr->port_num = to->port;
	if (mask & IBV_QP_PKEY_INDEX && attr->pkey_index == from->pkey_index)
		attr->pkey_index = to->pkey_index;
	if (mask & IBV_QP_AV)
		translate_address(&attr->ah_attr, from, to);
	if (mask & IBV_QP_ALT_PATH)
		translate_address(&attr->alt_ah_attr, from, to);
}

struct ibv_ah *far_create_ah(const struct ibv_ah_attr *attr)
{
	struct far_call call = { .verb = FAR_CREATE_AH, .ah = *attr };
	struct far_answer answer;
	struct far_object *o;

	translate_address(&call.ah, &side.near, &side.far);
	far_do_plain(&call, &answer);
	o = add(answer.object, FAR_AH);
	if (!o)
		return NULL;
	o->ah = (struct ibv_ah){ .context = &no_context };
	return &o->ah;
}

int far_release(void *object)
{
	struct far_call call = { .verb = FAR_RELEASE, .object = far_handle(object) };
	struct far_answer answer;
	int ret = far_do_plain(&call, &answer);

	if (!ret)
		object_of(object)->handle = 0;
	return ret;
}

int far_modify_qp(struct ibv_qp *qp, const struct ibv_qp_attr *attr, int mask)
{
	struct far_call call = { .verb = FAR_MODIFY_QP,
				 .object = far_handle(qp),
				 .modify = { .attr = *attr, .mask = mask } };
	struct far_answer answer;
	int ret;

	translate(&call.modify.attr, mask, &side.near, &side.far);
	ret = far_do_plain(&call, &answer);
	if (!ret && mask & IBV_QP_STATE)
		qp->state = attr->qp_state;
	return ret;
}

int far_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init)
{
	struct far_call call = { .verb = FAR_QUERY_QP,
				 .object = far_handle(qp),
				 .query.mask = mask };
	struct far_answer answer;
	int ret = far_do_plain(&call, &answer);

	if (ret)
		return ret;
	*attr = answer.query.attr;
	translate(attr, mask | IBV_QP_PORT | IBV_QP_PKEY_INDEX | IBV_QP_AV, &side.far, &side.near);
	*init = (struct ibv_qp_init_attr){
		.qp_context = qp->qp_context,
		.send_cq = far_find(answer.query.send_cq),
		.recv_cq = far_find(answer.query.recv_cq),
		.cap = answer.query.cap,
		.qp_type = answer.query.type,
		.sq_sig_all = answer.query.sq_sig_all,
	};
	return 0;
}

bool far_get_event(struct ibv_async_event *event)
{
	struct far_call call = { .verb = FAR_GET_EVENT };
	struct far_answer answer;
	void *object;

	if (!side.n_objects)
		return false;
	far_do_plain(&call, &answer);
	object = far_find(answer.object);
	if (!object)
		return false;
	event->event_type = answer.event.type;
	event->element.qp = object;
	return true;
}

void vct_far_body_is_over(void)
{
	side.over = true;
}

void vct_far_end(struct vct_evidence *e)
{
	double until = vct_deadline_ms(CALL_MS);
	enum vct_wire_type type;

	if (!vct_links_are_apart())
		return;
	e->far_lost = side.lost || vct_wire_send(side.wire, WIRE_END, NULL, 0, until) < 0 ||
		      vct_wire_receive(side.wire, &type, side.buffer, VCT_WIRE_MOST, until) < 0 ||
		      type != WIRE_END;
}
