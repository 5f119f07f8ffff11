// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The table of transitions. Sources: the required
 * attributes are those of ibv_modify_qp(3) and, for XRC receive QPs up to RTR,
 * ibv_modify_xrc_rcv_qp(3). All others are those of the Linux core (qp_state_table in
 * drivers/infiniband/core/verbs.c), which follows section 11.2.5.2 of the InfiniBand specification.
 */

#include "../judge.h"
#include "transition.h"

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
