// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * What each flag of the mask of ibv_modify_xrc_rcv_qp selects. With the flag, its attribute is set,
 * and no other, where the transition permits it; without the flag, the attribute is not read.
 * transition.c cites the flags that no transition of an XRC receive QP permits.
 */
#include "../vct.h"

/* What each flag does is judged below: the compiler does not know it. */
STATIC_CHECK(are_a_bit_each, PROMISES(XRV_MOD_01))
{
	ARE_A_BIT_EACH(QP_ATTR_FLAGS)
}

struct flag_row {
	struct vct_row vct_row;
	enum xrc_api api;
	enum ibv_qp_state to; /* the new state of the transition */
	int bit, earlier;     /* the flag, and a flag added to the transition before */
};

#define BY_API(api_, name_, flag_, to_, ...)                                                       \
	{                                                                                          \
		ROW(name_, XRV_MOD_FLAG_##flag_), .api = api_, .to = IBV_QPS_##to_,                \
						  .bit = IBV_QP_##flag_, ##__VA_ARGS__             \
	}
#define BOTH(name_, flag_, to_, ...)                                                               \
	BY_API(XRC_LEGACY, "legacy-" name_, flag_, to_, ##__VA_ARGS__),                            \
		BY_API(XRC_TODAY, "today-" name_, flag_, to_, ##__VA_ARGS__)

static const struct flag_row settable[] = {
	BOTH("state", STATE, INIT),
	BOTH("access-flags", ACCESS_FLAGS, INIT),
	BOTH("pkey-index", PKEY_INDEX, INIT),
	BOTH("port", PORT, INIT),
	BOTH("av", AV, RTR),
	BOTH("path-mtu", PATH_MTU, RTR),
	BOTH("rq-psn", RQ_PSN, RTR),
	BOTH("dest-qpn", DEST_QPN, RTR),
	BOTH("max-dest-rd-atomic", MAX_DEST_RD_ATOMIC, RTR),
	BOTH("min-rnr-timer", MIN_RNR_TIMER, RTR),
	BOTH("cur-state", CUR_STATE, RTS),
	BOTH("timeout", TIMEOUT, RTS),
	BOTH("sq-psn", SQ_PSN, RTS),
	BOTH("en-sqd-async-notify", EN_SQD_ASYNC_NOTIFY, SQD),
};

static const struct flag_row settable_with_apm[] = {
	BOTH("alt-path", ALT_PATH, RTR),
	BOTH("path-mig-state", PATH_MIG_STATE, RTS, .earlier = IBV_QP_ALT_PATH),
};

/* A receive QP, in the state in which the row's transition starts. */
static struct subject before(const struct flag_row *row)
{
	struct subject s =
		subject_make(IBV_QPT_XRC_RECV, row->api, row->to - (row->earlier ? 2 : 1));

	if (row->earlier)
		SETUP_OF(BLOCK_ALT_PATH, !subject_step(&s, row->to - 1, row->earlier, 0));
	return s;
}

static void set(const struct flag_row *row)
{
	struct subject s = before(row);

	step_must_set(&s, row->to, row->bit);
}

CHECK_ROWS(sets_it, settable, .needs = NEED_XRC)
{
	set(row);
}

CHECK_ROWS(sets_it_with_apm, settable_with_apm, .needs = NEED_XRC | NEED_APM)
{
	set(row);
}

/* Without its flag, an attribute keeps the value of an earlier transition, or its default. */
static const struct flag_row absent[] = {
	BOTH("cur-state", CUR_STATE, INIT),
	BOTH("en-sqd-async-notify", EN_SQD_ASYNC_NOTIFY, SQD),
	BOTH("access-flags", ACCESS_FLAGS, RTR),
	BOTH("pkey-index", PKEY_INDEX, RTR),
	BOTH("port", PORT, RTR),
	BOTH("qkey", QKEY, RTR),
	BOTH("av", AV, RTS),
	BOTH("path-mtu", PATH_MTU, RTS),
	BOTH("timeout", TIMEOUT, SQD),
	BOTH("retry-cnt", RETRY_CNT, RTS),
	BOTH("rnr-retry", RNR_RETRY, RTS),
	BOTH("rq-psn", RQ_PSN, RTS),
	BOTH("max-qp-rd-atomic", MAX_QP_RD_ATOMIC, RTS),
	BOTH("min-rnr-timer", MIN_RNR_TIMER, RTS),
	BOTH("sq-psn", SQ_PSN, SQD),
	BOTH("max-dest-rd-atomic", MAX_DEST_RD_ATOMIC, RTS),
	BOTH("cap", CAP, RTR),
	BOTH("dest-qpn", DEST_QPN, RTS),
};

static const struct flag_row absent_with_apm[] = {
	BOTH("alt-path", ALT_PATH, RTS, .earlier = IBV_QP_ALT_PATH),
	BOTH("path-mig-state", PATH_MIG_STATE, RTS, .earlier = IBV_QP_ALT_PATH),
};

static void leave_alone(const struct flag_row *row)
{
	struct subject s = before(row);

	step_must_leave_alone(&s, row->to, row->bit);
}

CHECK_ROWS(without_it_is_left_alone, absent, .needs = NEED_XRC)
{
	leave_alone(row);
}

CHECK_ROWS(without_it_is_left_alone_with_apm, absent_with_apm, .needs = NEED_XRC | NEED_APM)
{
	leave_alone(row);
}

static const struct api_row {
	struct vct_row vct_row;
	enum xrc_api api;
} apis[] = {
	{ ROW("legacy"), .api = XRC_LEGACY },
	{ ROW("today"), .api = XRC_TODAY },
};

/* In INIT, an attribute may be set again without a change of state. */
CHECK_ROWS(without_state_it_stays, apis, PROMISES(XRV_MOD_FLAG_STATE, XRV_MOD_FLAG_ACCESS_FLAGS),
	   .needs = NEED_XRC)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, IBV_QPS_INIT);
	struct ibv_qp_attr anew = legal_attr(IBV_QPS_RTR);
	struct ibv_qp_attr attr = only_masked(&anew, IBV_QP_ACCESS_FLAGS);

	attr.qp_state = IBV_QPS_RTR;
	MUST_SUCCEED(subject_modify(&s, &attr, IBV_QP_ACCESS_FLAGS));
	MUST_EQ(subject_query(&s).qp_state, IBV_QPS_INIT);
	JUDGING(XRV_MOD_FLAG_ACCESS_FLAGS);
	MUST_READ(&s, anew, IBV_QP_ACCESS_FLAGS);
}
