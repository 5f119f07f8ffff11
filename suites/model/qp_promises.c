// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the promise of ibv_modify_qp that is made for a type, a state and an attribute. */
#include "qp.h"
#include "qp_promises.h"

#define N_ROWS(table_) (sizeof(table_) / sizeof((table_)[0]))

static const struct need_row {
	enum ibv_qp_type type;
	enum ibv_qp_state to;
	int bit;
	const struct vct_promise *promise;
} needs[] = {
#define NEED(type_, to_, bit_)                                                                     \
	{ QPT_##type_, IBV_QPS_##to_, IBV_QP_##bit_, QP_MOD_##type_##_##to_##_##bit_ },
	QP_NEEDS(NEED)
};

const struct vct_promise *promise_of_need(enum ibv_qp_type type, enum ibv_qp_state to, int bit)
{
	for (size_t i = 0; i < N_ROWS(needs); i++)
		if (needs[i].type == type && needs[i].to == to && needs[i].bit == bit)
			return needs[i].promise;
	return NULL;
}

static const struct list_row {
	enum ibv_qp_type type;
	enum ibv_qp_state to;
	const struct vct_promise *promise;
} lists[] = {
#define LIST(type_, to_) { QPT_##type_, IBV_QPS_##to_, QP_MOD_##type_##_##to_##_ok },
	QP_LISTS(LIST)
};

const struct vct_promise *promise_of_list(enum ibv_qp_type type, enum ibv_qp_state to)
{
	for (size_t i = 0; i < N_ROWS(lists); i++)
		if (lists[i].type == type && lists[i].to == to)
			return lists[i].promise;
	return QP_MOD_FLAG_STATE;
}

static const struct flag_row {
	int bit;
	const struct vct_promise *promise;
} flags[] = {
#define FLAG(bit_) { IBV_QP_##bit_, QP_MOD_FLAG_##bit_ },
	QP_ATTR_FLAGS(FLAG)
};

int flags_left_out(void)
{
	int mask = 0;

	for (size_t i = 0; i < N_ROWS(flags); i++)
		if (vct_is_left_out(flags[i].promise))
			mask |= flags[i].bit;
	return mask;
}

const struct vct_promise *promise_of_flag(int bit)
{
	for (size_t i = 0; i < N_ROWS(flags); i++)
		if (flags[i].bit == bit)
			return flags[i].promise;
	return QP_MOD_FLAG_RATE_LIMIT;
}
