// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The far half of links: does what the calls of another process say. Each may be anything. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../../base/memory.h"
#include "../../base/deadline.h"
#include "far.h"
#include "far_call.h"
#include "far_evidence.h"
#include "far_held.h"
#include "../objects/objects.h"
#include "wire.h"

enum { BESIDE = 4096 };

/* The call that is served. */
static struct {
	struct vct_wire *wire;
	char *frame; /* as it came */
	size_t rest; /* the bytes behind it */
	struct far_answer answer;
	char *array; /* what is sent behind the answer */
	size_t array_size;
} now;

static uint32_t handle_of(const void *object)
{
	for (uint32_t i = 0; object && i < far_n_held; i++)
		if (far_all_held[i].kind != HELD_NONE && far_all_held[i].any == object)
			return i + 1;
	return 0;
}

static void keep(enum held_kind kind, void *object)
{
	now.answer.error = errno;
	if (!object)
		return;
	far_all_held[far_n_held].kind = kind;
	far_all_held[far_n_held].any = object;
	now.answer.object = ++far_n_held;
}

static int release(struct held *h)
{
	void *memory = h->kind == HELD_MR ? (char *)h->mr->addr - BESIDE : NULL;
	size_t length = h->kind == HELD_MR ? h->mr->length + 2 * BESIDE : 0;
	int ret = 0;

	if (h->kind == HELD_CQ)
		ret = ibv_destroy_cq(h->cq);
	else if (h->kind == HELD_QP)
		ret = ibv_destroy_qp(h->qp);
	else if (h->kind == HELD_AH)
		ret = ibv_destroy_ah(h->ah);
	else if (h->kind == HELD_MR)
		ret = ibv_dereg_mr(h->mr);
	if (ret)
		return ret;
	if (memory)
		munmap(memory, length);
	h->kind = HELD_NONE;
	return 0;
}

static const char *create_cq(const struct far_call *c)
{
	struct ibv_cq *cq;

	errno = 0;
	cq = ibv_create_cq(ctx(), c->cq.cqe, NULL, NULL, 0);
	keep(HELD_CQ, cq);
	if (cq)
		now.answer.cq.cqe = cq->cqe;
	return NULL;
}

static const char *create_qp(const struct far_call *c)
{
	struct ibv_qp_init_attr_ex init = {
		.send_cq = far_held(c->qp.send_cq, HELD_CQ),
		.recv_cq = far_held(c->qp.recv_cq, HELD_CQ),
		.cap = c->qp.cap,
		.qp_type = c->qp.type,
		.sq_sig_all = c->qp.sq_sig_all,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = pd(),
	};
	struct ibv_qp *qp;

	if (!init.send_cq || (c->qp.recv_cq && !init.recv_cq))
		return "named a CQ that there is not";
	errno = 0;
	qp = init.qp_type == IBV_QPT_XRC_SEND
		     ? ibv_create_qp_ex(ctx(), &init)
		     : ibv_create_qp(pd(), (struct ibv_qp_init_attr *)&init);
	keep(HELD_QP, qp);
	if (!qp)
		return NULL;
	now.answer.qp.number = qp->qp_num;
	now.answer.qp.handle = qp->handle;
	now.answer.qp.cap = init.cap;
	return NULL;
}

static const char *create_ah(const struct far_call *c)
{
	struct ibv_ah_attr attr = c->ah;

	errno = 0;
	keep(HELD_AH, ibv_create_ah(pd(), &attr));
	return NULL;
}

static const char *register_memory(const struct far_call *c)
{
	static struct ibv_pd *other_pd;
	size_t length = c->region.length;
	struct ibv_mr *mr;
	char *area;

	if (length > 1UL << 30)
		return "asked for more memory than is given";
	if (c->region.other_pd && !other_pd)
		other_pd = ibv_alloc_pd(ctx());
	area = mmap(NULL, length + 2 * BESIDE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		    -1, 0);
	if (area == MAP_FAILED)
		return NULL;
	mr = ibv_reg_mr(c->region.other_pd ? other_pd : pd(), area + BESIDE, length,
			(int)(c->region.access & ~(uint32_t)IBV_ACCESS_ZERO_BASED));
	keep(HELD_MR, mr);
	if (!mr)
		munmap(area, length + 2 * BESIDE);
	return NULL;
}

static const char *release_object(const struct far_call *c)
{
	if (!c->object || c->object > far_n_held || far_all_held[c->object - 1].kind == HELD_NONE)
		return "named an object that there is not";
	now.answer.ret = release(&far_all_held[c->object - 1]);
	return NULL;
}

static const char *modify_qp(const struct far_call *c)
{
	struct ibv_qp *qp = far_held(c->object, HELD_QP);
	struct ibv_qp_attr attr = c->modify.attr;

	if (!qp)
		return "named a QP that there is not";
	now.answer.ret = ibv_modify_qp(qp, &attr, c->modify.mask);
	return NULL;
}

static const char *query_qp(const struct far_call *c)
{
	struct ibv_qp *qp = far_held(c->object, HELD_QP);
	struct ibv_qp_init_attr init = { 0 };

	if (!qp)
		return "named a QP that there is not";
	now.answer.ret = ibv_query_qp(qp, &now.answer.query.attr, c->query.mask, &init);
	now.answer.query.cap = init.cap;
	now.answer.query.type = init.qp_type;
	now.answer.query.sq_sig_all = init.sq_sig_all;
	now.answer.query.send_cq = handle_of(init.send_cq);
	now.answer.query.recv_cq = handle_of(init.recv_cq);
	return NULL;
}

static const char *post_send(const struct far_call *c)
{
	return far_serve_post(c, now.frame + sizeof(*c), now.rest, &now.answer);
}

/* Waits a little, so that whoever waits for a completion does not send a call for each look. */
static const char *poll_cq(const struct far_call *c)
{
	static struct ibv_wc wc[2 * FAR_WCS];
	double until = vct_now_ms() + FAR_POLL_MS;
	struct ibv_cq *cq = far_held(c->object, HELD_CQ);

	if (!cq || c->poll.entries > FAR_WCS)
		return "named a CQ that there is not";
	do
		now.answer.ret = ibv_poll_cq(cq, c->poll.entries, wc);
	while (!now.answer.ret && c->poll.entries > 0 && vct_now_ms() < until);
	now.answer.error = errno;
	if (now.answer.ret > 0)
		now.answer.poll.n = (uint32_t)(now.answer.ret < c->poll.entries ? now.answer.ret
										: c->poll.entries);
	now.array = (char *)wc;
	now.array_size = now.answer.poll.n * sizeof(wc[0]);
	return NULL;
}

static const char *read_memory(const struct far_call *c)
{
	struct ibv_mr *mr = far_held(c->object, HELD_MR);

	if (!mr || c->memory.offset > mr->length ||
	    c->memory.length > mr->length - c->memory.offset)
		return "named memory that there is not";
	now.array = (char *)mr->addr + c->memory.offset;
	now.array_size = c->memory.length;
	return now.array_size > VCT_WIRE_MOST / 2 ? "asked for too much at once" : NULL;
}

static const char *get_event(const struct far_call *c)
{
	struct ibv_async_event event;

	(void)c;
	if (ibv_get_async_event(ctx(), &event))
		return NULL;
	now.answer.object = handle_of(event.element.qp);
	now.answer.event.type = event.event_type;
	ibv_ack_async_event(&event);
	return NULL;
}

static const char *(*const verbs[FAR_VERBS])(const struct far_call *) = {
	[FAR_CREATE_CQ] = create_cq,    [FAR_CREATE_QP] = create_qp,
	[FAR_CREATE_AH] = create_ah,    [FAR_REGISTER] = register_memory,
	[FAR_RELEASE] = release_object, [FAR_MODIFY_QP] = modify_qp,
	[FAR_QUERY_QP] = query_qp,      [FAR_POST_SEND] = post_send,
	[FAR_POLL_CQ] = poll_cq,        [FAR_READ_MEMORY] = read_memory,
	[FAR_GET_EVENT] = get_event,
};

static const char *do_call(size_t size)
{
	static char out[VCT_WIRE_MOST];
	struct far_call call;
	const char *error;

	if (size < sizeof(call))
		return "sent a call that is too short";
	memcpy(&call, now.frame, sizeof(call));
	now.rest = size - sizeof(call);
	if (call.verb >= FAR_VERBS || (now.rest && call.verb != FAR_POST_SEND))
		return "sent a call that there is not";
	if (far_n_held == MOST_HELD)
		return "made more objects than are held";
	memset(&now.answer, 0, sizeof(now.answer));
	now.array_size = 0;
	error = verbs[call.verb](&call);
	if (error)
		return error;
	memcpy(out, &now.answer, sizeof(now.answer));
	if (now.array_size)
		memcpy(out + sizeof(now.answer), now.array, now.array_size);
	if (vct_wire_send(now.wire, WIRE_ANSWER, out, sizeof(now.answer) + now.array_size,
			  vct_deadline_ms(5000)) < 0)
		return now.wire->error;
	return NULL;
}

static void release_all(void)
{
	while (far_n_held)
		release(&far_all_held[--far_n_held]);
}

const char *vct_far_serve(struct vct_wire *w, struct vct_evidence *evidence, double until)
{
	enum vct_wire_type type;
	const char *error = NULL;
	long n;

	now.wire = w;
	/* That the other process has ended is told by what a write returns. */
	signal(SIGPIPE, SIG_IGN);
	now.frame = vct_resize(NULL, 1, VCT_WIRE_MOST);
	while (!error) {
		n = vct_wire_receive(w, &type, now.frame, VCT_WIRE_MOST, until);
		if (n < 0) {
			error = w->error;
		} else if (type == WIRE_CALL) {
			error = do_call((size_t)n);
		} else if (type == WIRE_END) {
			release_all();
			if (vct_wire_send(w, WIRE_END, NULL, 0, until) < 0)
				error = w->error;
			else if (!evidence)
				break;
		} else if (type == WIRE_EVIDENCE && evidence) {
			error = vct_far_take_evidence(evidence, now.frame, (size_t)n);
			break;
		} else {
			error = "sent what was not asked for";
		}
	}
	release_all();
	free(now.frame);
	return error;
}
