// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Values that an attribute cannot have, by the width of its field or what the device claims. */
#include "qp.h"

/* One more than claimed; 0: a byte cannot hold it. */
static void too_deep(uint8_t *depth, int claimed)
{
	*depth = claimed < UINT8_MAX ? (uint8_t)(claimed + 1) : 0;
}

static void spoil_too_many_incoming(struct ibv_qp_attr *attr, unsigned int value)
{
	(void)value;
	too_deep(&attr->max_dest_rd_atomic, vct_dev->attr.orig_attr.max_qp_rd_atom);
}

static void spoil_too_many_outgoing(struct ibv_qp_attr *attr, unsigned int value)
{
	(void)value;
	too_deep(&attr->max_rd_atomic, vct_dev->attr.orig_attr.max_qp_init_rd_atom);
}

static const struct spoiled {
	int bit;
	void (*spoil)(struct ibv_qp_attr *attr, unsigned int value);
	unsigned int value;
	const struct vct_promise *promise;
} spoiled[] = {
#define SPOIL(flag_, how_, value_, promise_)                                                       \
	{                                                                                          \
		IBV_QP_##flag_, spoil_##how_, value_, promise_                                     \
	}
	SPOIL(STATE, qp_state, 77, QP_MOD_09r),
	SPOIL(PORT, port_num, 0, QP_MOD_09k),
	SPOIL(PORT, no_such_port, 1, QP_MOD_09k),
	SPOIL(PORT, port_num, 255, QP_MOD_09k),
	SPOIL(PKEY_INDEX, no_such_pkey, 0, QP_MOD_09b),
	SPOIL(PKEY_INDEX, no_such_pkey, 4, QP_MOD_09b),
	SPOIL(ACCESS_FLAGS, access_flags, UINT32_MAX, QP_MOD_09c),
	SPOIL(PATH_MTU, path_mtu, 0, QP_MOD_09a),
	SPOIL(PATH_MTU, path_mtu, 6, QP_MOD_09l),
	SPOIL(PATH_MTU, path_mtu, INT32_MAX, QP_MOD_09l),
	SPOIL(DEST_QPN, dest_qp_num, UINT32_MAX, QP_MOD_09g),
	SPOIL(DEST_QPN, dest_qp_num, 1 << 24, QP_MOD_09g),
	SPOIL(AV, sl, 200, QP_MOD_09j),
	SPOIL(AV, static_rate, 250, QP_MOD_09j),
	SPOIL(AV, another_port, 0, QP_MOD_09n),
	SPOIL(AV, av_port, 0, QP_MOD_09n),
	SPOIL(AV, zero_dgid, 0, QP_MOD_09o),
	SPOIL(AV, empty_sgid, 0, QP_MOD_09m),
	SPOIL(PATH_MIG_STATE, path_mig_state, 99, QP_MOD_09i),
	SPOIL(RETRY_CNT, retry_cnt, 8, QP_MOD_09d),
	SPOIL(RETRY_CNT, retry_cnt, 255, QP_MOD_09d),
	SPOIL(RNR_RETRY, rnr_retry, 8, QP_MOD_09e),
	SPOIL(RNR_RETRY, rnr_retry, 255, QP_MOD_09e),
	SPOIL(TIMEOUT, timeout, 32, QP_MOD_09p),
	SPOIL(TIMEOUT, timeout, 255, QP_MOD_09p),
	SPOIL(MIN_RNR_TIMER, min_rnr_timer, 32, QP_MOD_09f),
	SPOIL(MIN_RNR_TIMER, min_rnr_timer, 255, QP_MOD_09f),
	SPOIL(MAX_DEST_RD_ATOMIC, too_many_incoming, 0, QP_MOD_09h),
	SPOIL(MAX_QP_RD_ATOMIC, too_many_outgoing, 0, QP_MOD_09q),
};
enum { SPOILED = sizeof(spoiled) / sizeof(spoiled[0]) };

/* A transition to INIT, RTR or RTS that is otherwise legal, as in suites/qp/value.c. */
bool spoil_value(struct attempt *a, uint32_t which)
{
	const struct spoiled *row;
	int settable = a->mask;

	if (!a->t || a->outcome != TAKEN || a->q->state >= a->to || a->to > IBV_QPS_RTS)
		return false;
	if (a->to == IBV_QPS_RTS)
		settable |= a->t->optional & IBV_QP_PATH_MIG_STATE;
	for (unsigned int i = 0; i < SPOILED; i++) {
		row = &spoiled[(which + i) % SPOILED];
		if (settable & row->bit)
			break;
	}
	a->mask |= row->bit;
	row->spoil(&a->attr, row->value);
	if (row->bit == IBV_QP_MAX_DEST_RD_ATOMIC && !a->attr.max_dest_rd_atomic)
		return false;
	if (row->bit == IBV_QP_MAX_QP_RD_ATOMIC && !a->attr.max_rd_atomic)
		return false;
	a->promise = row->promise;
	a->outcome = REFUSED;
	a->of_value = true;
	return true;
}
