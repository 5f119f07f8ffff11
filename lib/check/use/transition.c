// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes transitions by the table in transition_table.c. */
#include "link.h"
#include "../patience.h"
#include "transition.h"

enum { DRAIN_MS = 500, BRIEF_MS = 20 };

/* What a QP does after it was reset is a building block of its own. */
static int modify_by_handle(const void *qp, struct ibv_qp_attr *attr, int mask)
{
	int ret = vct_modify_qp((struct ibv_qp *)qp, attr, mask);

	if (!ret && mask & IBV_QP_STATE && attr->qp_state == IBV_QPS_RESET)
		qp_was_reset((struct ibv_qp *)qp);
	return ret;
}

static int query_by_handle(const void *qp, struct ibv_qp_attr *attr, int mask,
			   struct ibv_qp_init_attr *init)
{
	return vct_query_qp((struct ibv_qp *)qp, attr, mask, init);
}

struct subject qp_subject(struct ibv_qp *qp)
{
	return (struct subject){ qp->qp_type, qp, modify_by_handle, query_by_handle };
}

static int modify_by_number(const void *q, struct ibv_qp_attr *attr, int mask)
{
	return rcv_qp_modify(q, attr, mask);
}

static int query_by_number(const void *q, struct ibv_qp_attr *attr, int mask,
			   struct ibv_qp_init_attr *init)
{
	return rcv_qp_query(q, attr, mask, init);
}

struct subject rcv_qp_subject(const struct rcv_qp *q)
{
	return (struct subject){ IBV_QPT_XRC_RECV, q, modify_by_number, query_by_number };
}

static struct ibv_qp *new_qp(enum ibv_qp_type type)
{
	struct ibv_cq *cq = cq_make(4);

	if (type == IBV_QPT_XRC_SEND)
		return xrc_qp_make(type, NULL, cq);
	return qp_make(type, NULL, cq, cq);
}

struct subject subject_make(enum ibv_qp_type type, enum xrc_api api, enum ibv_qp_state state)
{
	static struct rcv_qp rcv_qps[4];
	static size_t n_rcv_qps;
	struct subject s;

	if (type == IBV_QPT_XRC_RECV) {
		SETUP(n_rcv_qps < sizeof(rcv_qps) / sizeof(rcv_qps[0]));
		rcv_qps[n_rcv_qps] = rcv_qp_make(api, domain_make(api));
		s = rcv_qp_subject(&rcv_qps[n_rcv_qps++]);
	} else {
		s = qp_subject(new_qp(type));
	}
	subject_reach(&s, state);
	return s;
}

int subject_modify(const struct subject *s, struct ibv_qp_attr *attr, int mask)
{
	return s->modify(s->object, attr, mask);
}

int subject_move(const struct subject *s, enum ibv_qp_state to)
{
	struct ibv_qp_attr attr = { .qp_state = to };

	return subject_modify(s, &attr, IBV_QP_STATE);
}

int subject_pass(const struct subject *s, const struct transition *t, int more, int less)
{
	struct ibv_qp_attr attr = legal_attr(t->to);

	attr.cur_qp_state = t->from;
	return subject_modify(s, &attr, (IBV_QP_STATE | t->required | more) & ~less);
}

int step_mask(const struct subject *s, enum ibv_qp_state to, int more, int less)
{
	return (IBV_QP_STATE | transition_find(s->type, to - 1, to)->required | more) & ~less;
}

int subject_step(const struct subject *s, enum ibv_qp_state to, int more, int less)
{
	return subject_pass(s, transition_find(s->type, to - 1, to), more, less);
}

void subject_wait_drained(const struct subject *s)
{
	static const char *const what = "a send queue that drains";
	double patience = vct_patience_ms(what, DRAIN_MS);
	double until = vct_deadline_ms(patience < DRAIN_MS ? BRIEF_MS : DRAIN_MS);

	while (subject_query(s).sq_draining)
		if (!vct_wait_on(until)) {
			vct_waited_in_vain(what, patience);
			vct_note("sq_draining still reads 1, though the send queue is empty");
			return;
		}
}

void subject_reach(const struct subject *s, enum ibv_qp_state state)
{
	enum ibv_qp_state last = state == IBV_QPS_ERR ? IBV_QPS_INIT : state;

	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= last; to++)
		SETUP_OF(vct_block_of_state(s->type, to), !subject_step(s, to, 0, 0));
	if (state == IBV_QPS_SQD)
		subject_wait_drained(s);
	if (state == IBV_QPS_ERR)
		SETUP_OF(vct_block_of_state(s->type, state), !subject_move(s, IBV_QPS_ERR));
}
