// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Legal values at the ends of their ranges: every bit of a field is kept. The other checks of
 * attributes set one value each, which lies inside its range; value.c has those beyond it.
 */
#include "../vct.h"

#define SETS(function_, member_)                                                                   \
	static void function_(struct ibv_qp_attr *attr, unsigned int value)                        \
	{                                                                                          \
		attr->member_ = (__typeof__(attr->member_))value;                                  \
	}
SETS(rq_psn, rq_psn)
SETS(sq_psn, sq_psn)
SETS(dest_qp_num, dest_qp_num)
SETS(qkey, qkey)
SETS(timeout, timeout)
SETS(retry_cnt, retry_cnt)
SETS(rnr_retry, rnr_retry)
SETS(min_rnr_timer, min_rnr_timer)
SETS(access_flags, qp_access_flags)

static void smallest_mtu(struct ibv_qp_attr *attr, unsigned int value)
{
	(void)value;
	attr->path_mtu = IBV_MTU_256;
}

static const struct value_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state to;
	int bit;
	void (*fill)(struct ibv_qp_attr *attr, unsigned int value);
	unsigned int value;
} values[] = {
#define VALUE(type_, to_, flag_, name_, fill_, value_)                                             \
	{                                                                                          \
		TYPE_ROW(#type_ "-" name_, type_, QP_MOD_FLAG_##flag_, QP_QRY_08),                 \
			.to = IBV_QPS_##to_, .bit = IBV_QP_##flag_, .fill = (fill_),               \
			.value = (value_)                                                          \
	}
#define OF_RETRYING(...)  VALUE(RC, __VA_ARGS__), VALUE(XRC_SEND, __VA_ARGS__)
#define OF_CONNECTED(...) OF_RETRYING(__VA_ARGS__), VALUE(UC, __VA_ARGS__)
	OF_CONNECTED(RTR, RQ_PSN, "rq-psn-all-bits", rq_psn, 0xffffff),
	OF_CONNECTED(RTR, RQ_PSN, "rq-psn-highest-bit", rq_psn, 0x800000),
	OF_CONNECTED(RTR, RQ_PSN, "rq-psn-0", rq_psn, 0),
	OF_CONNECTED(RTS, SQ_PSN, "sq-psn-all-bits", sq_psn, 0xffffff),
	OF_CONNECTED(RTS, SQ_PSN, "sq-psn-highest-bit", sq_psn, 0x800000),
	VALUE(UD, RTS, SQ_PSN, "sq-psn-all-bits", sq_psn, 0xffffff),
	OF_CONNECTED(RTR, DEST_QPN, "dest-qpn-highest-bit", dest_qp_num, 0x800000),
	OF_CONNECTED(RTR, DEST_QPN, "dest-qpn-most-bits", dest_qp_num, 0xfffffe),
	OF_CONNECTED(RTR, PATH_MTU, "path-mtu-256", smallest_mtu, 0),
	OF_CONNECTED(INIT, ACCESS_FLAGS, "access-flags-0", access_flags, 0),
	OF_RETRYING(RTS, TIMEOUT, "timeout-31", timeout, 31),
	OF_RETRYING(RTS, TIMEOUT, "timeout-0", timeout, 0),
	OF_RETRYING(RTS, RETRY_CNT, "retry-cnt-7", retry_cnt, 7),
	OF_RETRYING(RTS, RETRY_CNT, "retry-cnt-0", retry_cnt, 0),
	OF_RETRYING(RTS, RNR_RETRY, "rnr-retry-7", rnr_retry, 7),
	OF_RETRYING(RTS, RNR_RETRY, "rnr-retry-0", rnr_retry, 0),
	VALUE(RC, RTR, MIN_RNR_TIMER, "min-rnr-timer-31", min_rnr_timer, 31),
	VALUE(RC, RTR, MIN_RNR_TIMER, "min-rnr-timer-0", min_rnr_timer, 0),
	/* The highest bit makes a Q_Key that only privileged programs may set. */
	VALUE(UD, INIT, QKEY, "qkey-31-bits", qkey, 0x7fffffff),
	VALUE(UD, INIT, QKEY, "qkey-0", qkey, 0),
};

CHECK_ROWS(keeps_every_bit, values, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->to - 1);
	struct ibv_qp_attr attr = legal_attr(row->to);

	row->fill(&attr, row->value);
	RELIES_ON(vct_block_of_state(row->type, row->to));
	MUST_SUCCEED(subject_modify(&s, &attr, step_mask(&s, row->to, 0, 0)));
	MUST_READ(&s, attr, row->bit);
}
