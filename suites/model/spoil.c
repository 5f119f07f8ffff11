// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Values that an attribute cannot have, by the width of its field or what the device claims. */
#include "qp.h"

#define SETS(function_, member_)                                                                   \
	static void function_(struct ibv_qp_attr *attr, unsigned int value)                        \
	{                                                                                          \
		attr->member_ = (__typeof__(attr->member_))value;                                  \
	}
SETS(path_mtu, path_mtu)
SETS(retry_cnt, retry_cnt)
SETS(rnr_retry, rnr_retry)
SETS(min_rnr_timer, min_rnr_timer)
SETS(timeout, timeout)
SETS(dest_qp_num, dest_qp_num)
SETS(access_flags, qp_access_flags)
SETS(path_mig_state, path_mig_state)
SETS(qp_state, qp_state)
SETS(sl, ah_attr.sl)
SETS(static_rate, ah_attr.static_rate)
SETS(port_num, port_num)
SETS(av_port, ah_attr.port_num)

static void no_such_port(struct ibv_qp_attr *attr, unsigned int beyond)
{
	attr->port_num = (uint8_t)(vct_dev->attr.orig_attr.phys_port_cnt + beyond);
}

static void no_such_pkey(struct ibv_qp_attr *attr, unsigned int beyond)
{
	attr->pkey_index = (uint16_t)(vct_dev->port_attr.pkey_tbl_len + beyond);
}

static void another_port(struct ibv_qp_attr *attr, unsigned int value)
{
	(void)value;
	attr->ah_attr.port_num = vct_dev->port == 1 ? 2 : 1;
}

static void zero_dgid(struct ibv_qp_attr *attr, unsigned int value)
{
	attr->ah_attr.is_global = 1;
	memset(&attr->ah_attr.grh.dgid, (int)value, sizeof(attr->ah_attr.grh.dgid));
}

/* An empty entry of the GID table; if none is empty, the index after the last. */
static void empty_sgid(struct ibv_qp_attr *attr, unsigned int value)
{
	static const union ibv_gid none;
	union ibv_gid gid;
	int i = 0;

	(void)value;
	while (i < vct_dev->port_attr.gid_tbl_len && i < UINT8_MAX &&
	       !ibv_query_gid(ctx(), vct_dev->port, i, &gid) && memcmp(&gid, &none, sizeof(gid)))
		i++;
	attr->ah_attr.is_global = 1;
	attr->ah_attr.grh.dgid = vct_dev->gid;
	attr->ah_attr.grh.sgid_index = (uint8_t)i;
}

/* One more than claimed; 0: a byte cannot hold it. */
static void too_deep(uint8_t *depth, int claimed)
{
	*depth = claimed < UINT8_MAX ? (uint8_t)(claimed + 1) : 0;
}

static void too_many_incoming(struct ibv_qp_attr *attr, unsigned int value)
{
	(void)value;
	too_deep(&attr->max_dest_rd_atomic, vct_dev->attr.orig_attr.max_qp_rd_atom);
}

static void too_many_outgoing(struct ibv_qp_attr *attr, unsigned int value)
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
	{ IBV_QP_STATE, qp_state, 77, QP_MOD_09r },
	{ IBV_QP_PORT, port_num, 0, QP_MOD_09k },
	{ IBV_QP_PORT, no_such_port, 1, QP_MOD_09k },
	{ IBV_QP_PORT, port_num, 255, QP_MOD_09k },
	{ IBV_QP_PKEY_INDEX, no_such_pkey, 0, QP_MOD_09b },
	{ IBV_QP_PKEY_INDEX, no_such_pkey, 4, QP_MOD_09b },
	{ IBV_QP_ACCESS_FLAGS, access_flags, UINT32_MAX, QP_MOD_09c },
	{ IBV_QP_PATH_MTU, path_mtu, 0, QP_MOD_09a },
	{ IBV_QP_PATH_MTU, path_mtu, 6, QP_MOD_09l },
	{ IBV_QP_PATH_MTU, path_mtu, INT32_MAX, QP_MOD_09l },
	{ IBV_QP_DEST_QPN, dest_qp_num, UINT32_MAX, QP_MOD_09g },
	{ IBV_QP_DEST_QPN, dest_qp_num, 1 << 24, QP_MOD_09g },
	{ IBV_QP_AV, sl, 200, QP_MOD_09j },
	{ IBV_QP_AV, static_rate, 250, QP_MOD_09j },
	{ IBV_QP_AV, another_port, 0, QP_MOD_09n },
	{ IBV_QP_AV, av_port, 0, QP_MOD_09n },
	{ IBV_QP_AV, zero_dgid, 0, QP_MOD_09o },
	{ IBV_QP_AV, empty_sgid, 0, QP_MOD_09m },
	{ IBV_QP_PATH_MIG_STATE, path_mig_state, 99, QP_MOD_09i },
	{ IBV_QP_RETRY_CNT, retry_cnt, 8, QP_MOD_09d },
	{ IBV_QP_RETRY_CNT, retry_cnt, 255, QP_MOD_09d },
	{ IBV_QP_RNR_RETRY, rnr_retry, 8, QP_MOD_09e },
	{ IBV_QP_RNR_RETRY, rnr_retry, 255, QP_MOD_09e },
	{ IBV_QP_TIMEOUT, timeout, 32, QP_MOD_09p },
	{ IBV_QP_TIMEOUT, timeout, 255, QP_MOD_09p },
	{ IBV_QP_MIN_RNR_TIMER, min_rnr_timer, 32, QP_MOD_09f },
	{ IBV_QP_MIN_RNR_TIMER, min_rnr_timer, 255, QP_MOD_09f },
	{ IBV_QP_MAX_DEST_RD_ATOMIC, too_many_incoming, 0, QP_MOD_09h },
	{ IBV_QP_MAX_QP_RD_ATOMIC, too_many_outgoing, 0, QP_MOD_09q },
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
