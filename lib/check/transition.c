// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The table of transitions, and the functions that make transitions by it. Sources: the required
 * attributes are those of ibv_modify_qp(3) and, for XRC receive QPs up to RTR,
 * ibv_modify_xrc_rcv_qp(3). All others are those of the Linux core (qp_state_table in
 * drivers/infiniband/core/verbs.c), which follows section 11.2.5.2 of the InfiniBand specification.
 */

#include "link.h"
#include "patience.h"
#include "transition.h"

enum { DRAIN_MS = 500, BRIEF_MS = 20 };

enum {
	RC = 1 << IBV_QPT_RC,
	UC = 1 << IBV_QPT_UC,
	UD = 1 << IBV_QPT_UD,
	RAW = 1 << IBV_QPT_RAW_PACKET,
	XS = 1 << IBV_QPT_XRC_SEND,
	XR = 1 << IBV_QPT_XRC_RECV,
	CONNECTED = RC | UC | XS | XR,
	ALL = CONNECTED | UD | RAW,
};

const struct qp_type_row qp_types[5] = {
	{ TYPE_ROW("RC", RC) },   { TYPE_ROW("UC", UC) },
	{ TYPE_ROW("UD", UD) },   { TYPE_ROW("XRC_SEND", XRC_SEND) },
	{ TYPE_ROW("RAW", RAW) },
};

/* Sets of attributes: MAY_ are the optional ones of a transition. */
#define TO_INIT   (IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS)
#define UD_INIT   (IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY)
#define PATH      (IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN)
#define RESPONDER (IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER)
#define RETRIES   (IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC)
#define MOVE      (IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MIG_STATE)
#define MAY_RTR   (IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX)
#define MAY_RTS   (IBV_QP_CUR_STATE | MOVE)
#define MAY_SQD   (IBV_QP_PORT | IBV_QP_AV | IBV_QP_TIMEOUT | IBV_QP_PKEY_INDEX | MOVE)

#define T(from_, to_, ...)                                                                         \
	{                                                                                          \
		IBV_QPS_##from_, IBV_QPS_##to_, __VA_ARGS__                                        \
	}
static const struct transition transitions[] = {
	T(RESET, INIT, CONNECTED, TO_INIT, 0),
	T(RESET, INIT, UD, UD_INIT, 0),
	T(RESET, INIT, RAW, IBV_QP_PORT, 0),
	T(INIT, INIT, CONNECTED, 0, TO_INIT),
	T(INIT, INIT, UD, 0, UD_INIT),
	T(INIT, INIT, RAW, 0, IBV_QP_PORT),
	T(INIT, RTR, RC | XR, PATH | RESPONDER, MAY_RTR),
	T(INIT, RTR, UC | XS, PATH, MAY_RTR),
	T(INIT, RTR, UD, 0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY),
	T(INIT, RTR, RAW, 0, 0),
	T(RTR, RTS, RC, IBV_QP_TIMEOUT | IBV_QP_SQ_PSN | RETRIES, MAY_RTS | IBV_QP_MIN_RNR_TIMER),
	T(RTR, RTS, XS, IBV_QP_TIMEOUT | IBV_QP_SQ_PSN | RETRIES, MAY_RTS),
	T(RTR, RTS, XR, IBV_QP_TIMEOUT | IBV_QP_SQ_PSN, MAY_RTS | IBV_QP_MIN_RNR_TIMER),
	T(RTR, RTS, UC, IBV_QP_SQ_PSN, MAY_RTS),
	T(RTR, RTS, UD, IBV_QP_SQ_PSN, IBV_QP_CUR_STATE | IBV_QP_QKEY),
	T(RTR, RTS, RAW, 0, IBV_QP_CUR_STATE | IBV_QP_RATE_LIMIT),
	T(RTS, RTS, RC | XR, 0, MAY_RTS | IBV_QP_MIN_RNR_TIMER),
	T(RTS, RTS, UC | XS, 0, MAY_RTS),
	T(RTS, RTS, UD, 0, IBV_QP_CUR_STATE | IBV_QP_QKEY),
	T(RTS, RTS, RAW, 0, IBV_QP_CUR_STATE | IBV_QP_RATE_LIMIT),
	T(RTS, SQD, ALL, 0, IBV_QP_EN_SQD_ASYNC_NOTIFY),
	T(SQD, SQD, RC, 0, MAY_SQD | RETRIES | RESPONDER),
	T(SQD, SQD, XS, 0, MAY_SQD | RETRIES),
	T(SQD, SQD, XR, 0, MAY_SQD | RESPONDER),
	T(SQD, SQD, UC, 0, IBV_QP_AV | IBV_QP_PKEY_INDEX | MOVE),
	T(SQD, SQD, UD, 0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY),
	T(SQD, SQD, RAW, 0, 0),
	T(SQD, RTS, RC | XR, 0, MAY_RTS | IBV_QP_MIN_RNR_TIMER),
	T(SQD, RTS, UC | XS, 0, MAY_RTS),
	T(SQD, RTS, UD, 0, IBV_QP_CUR_STATE | IBV_QP_QKEY),
	T(SQD, RTS, RAW, 0, IBV_QP_CUR_STATE),
};

const struct transition *transition_look_up(enum ibv_qp_type type, enum ibv_qp_state from,
					    enum ibv_qp_state to)
{
	for (size_t i = 0; i < sizeof(transitions) / sizeof(transitions[0]); i++) {
		const struct transition *t = &transitions[i];

		if (t->types & 1 << type && t->from == from && t->to == to)
			return t;
	}
	return NULL;
}

const struct transition *transition_find(enum ibv_qp_type type, enum ibv_qp_state from,
					 enum ibv_qp_state to)
{
	const struct transition *t = transition_look_up(type, from, to);

	if (t)
		return t;
	vct_broken(VCT_HERE("transition_find"),
		   "the table has no transition of QP type %d from state %d to %d", type, from, to);
}

/* ibv_query_qp(3): "valid only for RC/UC QPs". Two flags are "irrelevant for ibv_query_qp". */
int transition_attributes(enum ibv_qp_type type)
{
	int all = IBV_QP_STATE | IBV_QP_CAP;

	if (1 << type & CONNECTED)
		return (IBV_QP_DEST_QPN << 1) - 1;
	for (size_t i = 0; i < sizeof(transitions) / sizeof(transitions[0]); i++)
		if (transitions[i].types & 1 << type)
			all |= transitions[i].required | transitions[i].optional;
	return all & ~(IBV_QP_CUR_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY | IBV_QP_RATE_LIMIT);
}

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
	static struct rcv_qp made[4];
	static size_t n_made;
	struct subject s;

	if (type == IBV_QPT_XRC_RECV) {
		SETUP(n_made < sizeof(made) / sizeof(made[0]));
		made[n_made] = rcv_qp_make(api, domain_make(api));
		s = rcv_qp_subject(&made[n_made++]);
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
