// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The transitions of XRC QPs, attribute by attribute: exactly what is required suffices, nothing of
 * it can be left out, and nothing can be added that the transition has no use for. Receive QPs
 * through the legacy call and through ibv_modify_qp, as far as the legacy page goes (RTR).
 */
#include "../vct.h"

struct step_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum xrc_api api;
	enum ibv_qp_state to;
	int bit;
};

#define STEP(name_, type_, api_, to_, bit_, ...)                                                   \
	{                                                                                          \
		ROW(name_, __VA_ARGS__), .type = type_, .api = api_, .to = IBV_QPS_##to_,          \
					 .bit = IBV_QP_##bit_                                      \
	}
#define OF_RECV(name_, to_, bit_, ...)                                                             \
	STEP("recv-" name_, IBV_QPT_XRC_RECV, XRC_TODAY, to_, bit_, __VA_ARGS__)
#define OF_LEGACY(name_, to_, bit_, ...)                                                           \
	STEP("legacy-" name_, IBV_QPT_XRC_RECV, XRC_LEGACY, to_, bit_, __VA_ARGS__)
#define OF_SEND(name_, to_, bit_, ...)                                                             \
	STEP("send-" name_, IBV_QPT_XRC_SEND, XRC_TODAY, to_, bit_, __VA_ARGS__)
#define OF_BOTH(name_, to_, bit_, ...)                                                             \
	OF_RECV(name_, to_, bit_, __VA_ARGS__), OF_LEGACY(name_, to_, bit_, __VA_ARGS__)

/* The QP of a row, where its transition starts. */
static struct subject before(const struct step_row *row)
{
	return subject_make(row->type, row->api, row->to - 1);
}

static const struct step_row exact[] = {
	OF_BOTH("to-init", INIT, STATE, XRV_MOD_03),
	OF_BOTH("to-rtr", RTR, STATE, XRV_MOD_03),
	OF_RECV("to-rts", RTS, STATE, QP_MOD_XRC_RECV_RTS_ok),
	OF_SEND("to-init", INIT, STATE, QP_MOD_XRC_SEND_INIT_ok),
	OF_SEND("to-rtr", RTR, STATE, QP_MOD_XRC_SEND_RTR_ok),
	OF_SEND("to-rts", RTS, STATE, QP_MOD_XRC_SEND_RTS_ok),
};

CHECK_ROWS(list_suffices, exact, .needs = NEED_XRC)
{
	struct subject s = before(row);

	step_must_suffice(&s, row->to);
}

static const struct step_row required[] = {
	OF_BOTH("init-state", INIT, STATE, XRV_MOD_INIT_STATE),
	OF_BOTH("init-pkey-index", INIT, PKEY_INDEX, XRV_MOD_INIT_PKEY_INDEX),
	OF_BOTH("init-port", INIT, PORT, XRV_MOD_INIT_PORT),
	OF_BOTH("init-access-flags", INIT, ACCESS_FLAGS, XRV_MOD_INIT_ACCESS_FLAGS),
	OF_BOTH("rtr-state", RTR, STATE, XRV_MOD_RTR_STATE),
	OF_BOTH("rtr-av", RTR, AV, XRV_MOD_RTR_AV),
	OF_BOTH("rtr-path-mtu", RTR, PATH_MTU, XRV_MOD_RTR_PATH_MTU),
	OF_BOTH("rtr-dest-qpn", RTR, DEST_QPN, XRV_MOD_RTR_DEST_QPN),
	OF_BOTH("rtr-rq-psn", RTR, RQ_PSN, XRV_MOD_RTR_RQ_PSN),
	OF_BOTH("rtr-max-dest-rd-atomic", RTR, MAX_DEST_RD_ATOMIC, XRV_MOD_RTR_MAX_DEST_RD_ATOMIC),
	OF_BOTH("rtr-min-rnr-timer", RTR, MIN_RNR_TIMER, XRV_MOD_RTR_MIN_RNR_TIMER),
	OF_RECV("rts-timeout", RTS, TIMEOUT, QP_MOD_XRC_RECV_RTS_TIMEOUT),
	OF_RECV("rts-sq-psn", RTS, SQ_PSN, QP_MOD_XRC_RECV_RTS_SQ_PSN),
	OF_SEND("init-pkey-index", INIT, PKEY_INDEX, QP_MOD_XRC_SEND_INIT_PKEY_INDEX),
	OF_SEND("init-port", INIT, PORT, QP_MOD_XRC_SEND_INIT_PORT),
	OF_SEND("init-access-flags", INIT, ACCESS_FLAGS, QP_MOD_XRC_SEND_INIT_ACCESS_FLAGS),
	OF_SEND("rtr-av", RTR, AV, QP_MOD_XRC_SEND_RTR_AV),
	OF_SEND("rtr-path-mtu", RTR, PATH_MTU, QP_MOD_XRC_SEND_RTR_PATH_MTU),
	OF_SEND("rtr-dest-qpn", RTR, DEST_QPN, QP_MOD_XRC_SEND_RTR_DEST_QPN),
	OF_SEND("rtr-rq-psn", RTR, RQ_PSN, QP_MOD_XRC_SEND_RTR_RQ_PSN),
	OF_SEND("rts-timeout", RTS, TIMEOUT, QP_MOD_XRC_SEND_RTS_TIMEOUT),
	OF_SEND("rts-retry-cnt", RTS, RETRY_CNT, QP_MOD_XRC_SEND_RTS_RETRY_CNT),
	OF_SEND("rts-rnr-retry", RTS, RNR_RETRY, QP_MOD_XRC_SEND_RTS_RNR_RETRY),
	OF_SEND("rts-sq-psn", RTS, SQ_PSN, QP_MOD_XRC_SEND_RTS_SQ_PSN),
	OF_SEND("rts-max-qp-rd-atomic", RTS, MAX_QP_RD_ATOMIC,
		QP_MOD_XRC_SEND_RTS_MAX_QP_RD_ATOMIC),
};

CHECK_ROWS(left_out, required, .needs = NEED_XRC)
{
	struct subject s = before(row);

	step_must_need(&s, row->to, row->bit);
}

static const struct step_row optional[] = {
	OF_BOTH("rtr-access-flags", RTR, ACCESS_FLAGS, XRV_MOD_OPT_ACCESS_FLAGS),
	OF_BOTH("rtr-pkey-index", RTR, PKEY_INDEX, XRV_MOD_OPT_PKEY_INDEX),
};

static const struct step_row optional_with_apm[] = {
	OF_BOTH("rtr-alt-path", RTR, ALT_PATH, XRV_MOD_OPT_ALT_PATH),
};

/* The page names no optional attribute: one that is refused changes nothing, one that is taken is
 * set. */
static void add_optional(const struct step_row *row)
{
	struct subject s = before(row);

	step_may_take(&s, row->to, row->bit);
}

CHECK_ROWS(may_add, optional, .needs = NEED_XRC)
{
	add_optional(row);
}

CHECK_ROWS(may_add_with_apm, optional_with_apm, .needs = NEED_XRC | NEED_APM)
{
	add_optional(row);
}

static const struct step_row outside[] = {
	OF_BOTH("init-cur-state", INIT, CUR_STATE, XRV_MOD_04),
	OF_BOTH("init-en-sqd-async-notify", INIT, EN_SQD_ASYNC_NOTIFY, XRV_MOD_13, XRV_MOD_04),
	OF_BOTH("init-qkey", INIT, QKEY, XRV_MOD_10, XRV_MOD_04, XRV_MOD_FLAG_QKEY),
	OF_BOTH("init-av", INIT, AV, XRV_MOD_04),
	OF_BOTH("init-path-mtu", INIT, PATH_MTU, XRV_MOD_04),
	OF_BOTH("init-timeout", INIT, TIMEOUT, XRV_MOD_04),
	OF_BOTH("init-rq-psn", INIT, RQ_PSN, XRV_MOD_04),
	OF_BOTH("init-alt-path", INIT, ALT_PATH, XRV_MOD_04),
	OF_BOTH("init-min-rnr-timer", INIT, MIN_RNR_TIMER, XRV_MOD_04),
	OF_BOTH("init-sq-psn", INIT, SQ_PSN, XRV_MOD_04),
	OF_BOTH("init-max-dest-rd-atomic", INIT, MAX_DEST_RD_ATOMIC, XRV_MOD_04),
	OF_BOTH("init-path-mig-state", INIT, PATH_MIG_STATE, XRV_MOD_04),
	OF_BOTH("init-cap", INIT, CAP, XRV_MOD_FLAG_CAP, XRV_MOD_04),
	OF_BOTH("init-dest-qpn", INIT, DEST_QPN, XRV_MOD_04),
	OF_BOTH("rtr-cur-state", RTR, CUR_STATE, XRV_MOD_04),
	OF_BOTH("rtr-en-sqd-async-notify", RTR, EN_SQD_ASYNC_NOTIFY, XRV_MOD_04, XRV_MOD_13),
	OF_BOTH("rtr-port", RTR, PORT, XRV_MOD_04),
	OF_BOTH("rtr-qkey", RTR, QKEY, XRV_MOD_FLAG_QKEY, XRV_MOD_10, XRV_MOD_04),
	OF_BOTH("rtr-timeout", RTR, TIMEOUT, XRV_MOD_04),
	OF_BOTH("rtr-sq-psn", RTR, SQ_PSN, XRV_MOD_04),
	OF_BOTH("rtr-path-mig-state", RTR, PATH_MIG_STATE, XRV_MOD_04),
	OF_BOTH("rts-en-sqd-async-notify", RTS, EN_SQD_ASYNC_NOTIFY, XRV_MOD_04, XRV_MOD_13),
	OF_BOTH("rts-pkey-index", RTS, PKEY_INDEX, XRV_MOD_04),
	OF_BOTH("rts-port", RTS, PORT, XRV_MOD_04),
	OF_BOTH("rts-qkey", RTS, QKEY, XRV_MOD_04, XRV_MOD_10, XRV_MOD_FLAG_QKEY),
	OF_BOTH("rts-av", RTS, AV, XRV_MOD_04),
	OF_BOTH("rts-path-mtu", RTS, PATH_MTU, XRV_MOD_04),
	OF_BOTH("rts-rq-psn", RTS, RQ_PSN, XRV_MOD_04),
	OF_BOTH("rts-max-dest-rd-atomic", RTS, MAX_DEST_RD_ATOMIC, XRV_MOD_04),
	OF_BOTH("rts-dest-qpn", RTS, DEST_QPN, XRV_MOD_04),
};

static void must_refuse_addition(const struct step_row *row)
{
	struct subject s = before(row);

	step_must_refuse(&s, row->to, row->bit);
}

CHECK_ROWS(must_not_add, outside, .needs = NEED_XRC)
{
	must_refuse_addition(row);
}

static const struct step_row resizing[] = {
	OF_BOTH("rtr-cap", RTR, CAP, XRV_MOD_11, XRV_MOD_04, XRV_MOD_FLAG_CAP),
	OF_BOTH("rts-cap", RTS, CAP, XRV_MOD_11, XRV_MOD_04, XRV_MOD_FLAG_CAP),
};

/* What a device that can resize QPs does with one that has no queue is open. */
CHECK_ROWS(must_not_resize_unclaimed, resizing, .needs = NEED_XRC)
{
	struct subject s = before(row);
	struct ibv_qp_attr was = subject_query(&s);
	int ret = subject_step(&s, row->to, row->bit, 0);

	if (vct_dev->attr.orig_attr.device_cap_flags & IBV_DEVICE_RESIZE_MAX_WR)
		RECORD("IBV_QP_CAP is %s", ret ? "refused" : "taken");
	else
		MUST_REFUSE(ret);
	if (ret)
		MUST_BE_UNCHANGED(&s, was);
	MUST_EQ(subject_query(&s).qp_state, ret ? was.qp_state : row->to);
}

static const struct step_row migrating[] = {
	OF_BOTH("rtr-alt-path", RTR, ALT_PATH, XRV_MOD_09),
	OF_BOTH("rts-alt-path", RTS, ALT_PATH, XRV_MOD_09),
	OF_BOTH("rts-path-mig-state", RTS, PATH_MIG_STATE, XRV_MOD_12),
};

CHECK_ROWS(must_not_migrate_unclaimed, migrating, .needs = NEED_XRC | NEED_NO_APM)
{
	must_refuse_addition(row);
}

/*
 * Attributes of the side that the QP does not have. By the page they are outside of what the
 * transition permits, but Linux drops them from the mask before anything looks at it.
 */
static const struct step_row missing_side[] = {
	OF_BOTH("init-max-qp-rd-atomic", INIT, MAX_QP_RD_ATOMIC, QP_MOD_XRC_IGN, XRV_MOD_04),
	OF_BOTH("init-retry-cnt", INIT, RETRY_CNT, QP_MOD_XRC_IGN, XRV_MOD_04),
	OF_BOTH("init-rnr-retry", INIT, RNR_RETRY, QP_MOD_XRC_IGN, XRV_MOD_04),
	OF_BOTH("rtr-max-qp-rd-atomic", RTR, MAX_QP_RD_ATOMIC, XRV_MOD_FLAG_MAX_QP_RD_ATOMIC,
		XRV_MOD_04, QP_MOD_XRC_IGN),
	OF_BOTH("rtr-retry-cnt", RTR, RETRY_CNT, XRV_MOD_FLAG_RETRY_CNT, XRV_MOD_04,
		QP_MOD_XRC_IGN),
	OF_BOTH("rtr-rnr-retry", RTR, RNR_RETRY, XRV_MOD_FLAG_RNR_RETRY, XRV_MOD_04,
		QP_MOD_XRC_IGN),
	OF_RECV("rts-max-qp-rd-atomic", RTS, MAX_QP_RD_ATOMIC, QP_MOD_XRC_IGN),
	OF_RECV("rts-retry-cnt", RTS, RETRY_CNT, QP_MOD_XRC_IGN),
	OF_RECV("rts-rnr-retry", RTS, RNR_RETRY, QP_MOD_XRC_IGN),
	OF_SEND("rtr-max-dest-rd-atomic", RTR, MAX_DEST_RD_ATOMIC, QP_MOD_XRC_IGN),
	OF_SEND("rtr-min-rnr-timer", RTR, MIN_RNR_TIMER, QP_MOD_XRC_IGN),
};

CHECK_ROWS(of_the_missing_side, missing_side, .needs = NEED_XRC)
{
	struct subject s = before(row);
	struct ibv_qp_attr was = subject_query(&s);
	int ret = subject_step(&s, row->to, row->bit, 0);

	RECORD("the attribute is %s", ret ? "refused" : "ignored");
	if (ret) {
		MUST_BE_UNCHANGED(&s, was);
	} else {
		MUST_EQ(subject_query(&s).qp_state, row->to);
		MUST_READ(&s, was, row->bit);
	}
}
