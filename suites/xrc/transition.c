// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The transitions of XRC QPs: the required attributes suffice, none of them can be left out, and an
 * attribute that the transition does not use cannot be added. Receive QPs are modified through
 * ibv_modify_xrc_rcv_qp(3), whose page ends at RTR, and through ibv_modify_qp(3).
 */
#include "../vct.h"

enum kind {
	WHOLE = 1, /* everything that the transition requires */
	REQUIRED,
	OPTIONAL,
	FORBIDDEN,
	ALT_PATH_WITH_APM,
	MIGRATION_WITHOUT_APM,
	RESIZE,
	MISSING_SIDE,
};

struct step_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum xrc_api api;
	enum ibv_qp_state to;
	int bit;
};

#define STEP(kind_, name_, type_, api_, to_, bit_, ...)                                            \
	{                                                                                          \
		ROW(name_, __VA_ARGS__), .vct_row.kind = kind_, .type = type_, .api = api_,        \
					 .to = IBV_QPS_##to_, .bit = IBV_QP_##bit_                 \
	}
#define OF_RECV(kind_, name_, to_, bit_, ...)                                                      \
	STEP(kind_, "recv-" name_, IBV_QPT_XRC_RECV, XRC_TODAY, to_, bit_, __VA_ARGS__)
#define OF_LEGACY(kind_, name_, to_, bit_, ...)                                                    \
	STEP(kind_, "legacy-" name_, IBV_QPT_XRC_RECV, XRC_LEGACY, to_, bit_, __VA_ARGS__)
#define OF_SEND(kind_, name_, to_, bit_, ...)                                                      \
	STEP(kind_, "send-" name_, IBV_QPT_XRC_SEND, XRC_TODAY, to_, bit_, __VA_ARGS__)
#define OF_BOTH(kind_, name_, to_, bit_, ...)                                                      \
	OF_RECV(kind_, name_, to_, bit_, __VA_ARGS__),                                             \
		OF_LEGACY(kind_, name_, to_, bit_, __VA_ARGS__)

/* The QP of a row, in the state in which its transition starts. */
static struct subject before(const struct step_row *row)
{
	return subject_make(row->type, row->api, row->to - 1);
}

/* R: required by the page. */
#define R(of_, to_, name_, bit_) OF_BOTH(REQUIRED, name_, to_, bit_, XRV_MOD_##to_##_##bit_),
/* K: required by the table of the Linux kernel core; the page does not go as far. */
#define K(of_, to_, name_, bit_)                                                                   \
	OF_##of_(REQUIRED, name_, to_, bit_, QP_MOD_XRC_##of_##_##to_##_##bit_),
/* O: optional. The page names no optional attribute; Linux permits it. */
#define O(of_, to_, name_, bit_) OF_BOTH(OPTIONAL, name_, to_, bit_, XRV_MOD_OPT_##bit_),
/* F: forbidden. The transition does not use it. */
#define F(of_, to_, name_, bit_) OF_BOTH(FORBIDDEN, name_, to_, bit_, XRV_MOD_04),
/* _: not judged by this table, but below it, or for XRC_SEND in qp/transition.c. */
#define _(of_, to_, name_, bit_)

#define X(name_, bit_, recv1, recv2, recv3, send1, send2, send3)                                   \
	THREE(RECV, name_, bit_, recv1, recv2, recv3)                                              \
	THREE(SEND, name_, bit_, send1, send2, send3)
#define THREE(of_, name_, bit_, to_init, to_rtr, to_rts)                                           \
	to_init(of_, INIT, "init-" name_, bit_) to_rtr(of_, RTR, "rtr-" name_, bit_)               \
		to_rts(of_, RTS, "rts-" name_, bit_)

static const struct step_row table[] = {
	/* clang-format off */
	/*                                            XRC_RECV      XRC_SEND
	 *                                            INIT RTR RTS  INIT RTR RTS */
	X("state",               STATE,               R,   R,  _,   _,   _,  _)
	X("cur-state",           CUR_STATE,           F,   F,  _,   _,   _,  _)
	X("en-sqd-async-notify", EN_SQD_ASYNC_NOTIFY, _,   _,  _,   _,   _,  _)
	X("access-flags",        ACCESS_FLAGS,        R,   O,  _,   K,   _,  _)
	X("pkey-index",          PKEY_INDEX,          R,   O,  F,   K,   _,  _)
	X("port",                PORT,                R,   F,  F,   K,   _,  _)
	X("qkey",                QKEY,                _,   _,  _,   _,   _,  _)
	X("av",                  AV,                  F,   R,  F,   _,   K,  _)
	X("path-mtu",            PATH_MTU,            F,   R,  F,   _,   K,  _)
	X("timeout",             TIMEOUT,             F,   F,  K,   _,   _,  K)
	X("retry-cnt",           RETRY_CNT,           _,   _,  _,   _,   _,  K)
	X("rnr-retry",           RNR_RETRY,           _,   _,  _,   _,   _,  K)
	X("rq-psn",              RQ_PSN,              F,   R,  F,   _,   K,  _)
	X("max-qp-rd-atomic",    MAX_QP_RD_ATOMIC,    _,   _,  _,   _,   _,  K)
	X("alt-path",            ALT_PATH,            F,   _,  _,   _,   _,  _)
	X("min-rnr-timer",       MIN_RNR_TIMER,       F,   R,  _,   _,   _,  _)
	X("sq-psn",              SQ_PSN,              F,   F,  K,   _,   _,  K)
	X("max-dest-rd-atomic",  MAX_DEST_RD_ATOMIC,  F,   R,  F,   _,   _,  _)
	X("path-mig-state",      PATH_MIG_STATE,      F,   F,  _,   _,   _,  _)
	X("cap",                 CAP,                 _,   _,  _,   _,   _,  _)
	X("dest-qpn",            DEST_QPN,            F,   R,  F,   _,   K,  _)
	/* clang-format on */

	OF_BOTH(WHOLE, "to-init", INIT, STATE, XRV_MOD_03),
	OF_BOTH(WHOLE, "to-rtr", RTR, STATE, XRV_MOD_03),
	OF_RECV(WHOLE, "to-rts", RTS, STATE, QP_MOD_XRC_RECV_RTS_ok),
	OF_SEND(WHOLE, "to-init", INIT, STATE, QP_MOD_XRC_SEND_INIT_ok),
	OF_SEND(WHOLE, "to-rtr", RTR, STATE, QP_MOD_XRC_SEND_RTR_ok),
	OF_SEND(WHOLE, "to-rts", RTS, STATE, QP_MOD_XRC_SEND_RTS_ok),

	/* Forbidden by the transition and by a sentence of its own. */
	OF_BOTH(FORBIDDEN, "init-en-sqd-async-notify", INIT, EN_SQD_ASYNC_NOTIFY, XRV_MOD_13,
		XRV_MOD_04),
	OF_BOTH(FORBIDDEN, "init-qkey", INIT, QKEY, XRV_MOD_10, XRV_MOD_04, XRV_MOD_FLAG_QKEY),
	OF_BOTH(FORBIDDEN, "init-cap", INIT, CAP, XRV_MOD_FLAG_CAP, XRV_MOD_04),
	OF_BOTH(FORBIDDEN, "rtr-en-sqd-async-notify", RTR, EN_SQD_ASYNC_NOTIFY, XRV_MOD_04,
		XRV_MOD_13),
	OF_BOTH(FORBIDDEN, "rtr-qkey", RTR, QKEY, XRV_MOD_FLAG_QKEY, XRV_MOD_10, XRV_MOD_04),
	OF_BOTH(FORBIDDEN, "rts-en-sqd-async-notify", RTS, EN_SQD_ASYNC_NOTIFY, XRV_MOD_04,
		XRV_MOD_13),
	OF_BOTH(FORBIDDEN, "rts-qkey", RTS, QKEY, XRV_MOD_04, XRV_MOD_10, XRV_MOD_FLAG_QKEY),

	OF_BOTH(ALT_PATH_WITH_APM, "rtr-alt-path", RTR, ALT_PATH, XRV_MOD_OPT_ALT_PATH),
	OF_BOTH(MIGRATION_WITHOUT_APM, "rtr-alt-path", RTR, ALT_PATH, XRV_MOD_09),
	OF_BOTH(MIGRATION_WITHOUT_APM, "rts-alt-path", RTS, ALT_PATH, XRV_MOD_09),
	OF_BOTH(MIGRATION_WITHOUT_APM, "rts-path-mig-state", RTS, PATH_MIG_STATE, XRV_MOD_12),
	OF_BOTH(RESIZE, "rtr-cap", RTR, CAP, XRV_MOD_11, XRV_MOD_04, XRV_MOD_FLAG_CAP),
	OF_BOTH(RESIZE, "rts-cap", RTS, CAP, XRV_MOD_11, XRV_MOD_04, XRV_MOD_FLAG_CAP),

	/*
	 * Attributes of the side, requester or responder, that the QP does not have. By the page
	 * the transition forbids them, but Linux clears their bits in the mask first.
	 */
	OF_BOTH(MISSING_SIDE, "init-max-qp-rd-atomic", INIT, MAX_QP_RD_ATOMIC, QP_MOD_XRC_IGN,
		XRV_MOD_04),
	OF_BOTH(MISSING_SIDE, "init-retry-cnt", INIT, RETRY_CNT, QP_MOD_XRC_IGN, XRV_MOD_04),
	OF_BOTH(MISSING_SIDE, "init-rnr-retry", INIT, RNR_RETRY, QP_MOD_XRC_IGN, XRV_MOD_04),
	OF_BOTH(MISSING_SIDE, "rtr-max-qp-rd-atomic", RTR, MAX_QP_RD_ATOMIC,
		XRV_MOD_FLAG_MAX_QP_RD_ATOMIC, XRV_MOD_04, QP_MOD_XRC_IGN),
	OF_BOTH(MISSING_SIDE, "rtr-retry-cnt", RTR, RETRY_CNT, XRV_MOD_FLAG_RETRY_CNT, XRV_MOD_04,
		QP_MOD_XRC_IGN),
	OF_BOTH(MISSING_SIDE, "rtr-rnr-retry", RTR, RNR_RETRY, XRV_MOD_FLAG_RNR_RETRY, XRV_MOD_04,
		QP_MOD_XRC_IGN),
	OF_RECV(MISSING_SIDE, "rts-max-qp-rd-atomic", RTS, MAX_QP_RD_ATOMIC, QP_MOD_XRC_IGN),
	OF_RECV(MISSING_SIDE, "rts-retry-cnt", RTS, RETRY_CNT, QP_MOD_XRC_IGN),
	OF_RECV(MISSING_SIDE, "rts-rnr-retry", RTS, RNR_RETRY, QP_MOD_XRC_IGN),
	OF_SEND(MISSING_SIDE, "rtr-max-dest-rd-atomic", RTR, MAX_DEST_RD_ATOMIC, QP_MOD_XRC_IGN),
	OF_SEND(MISSING_SIDE, "rtr-min-rnr-timer", RTR, MIN_RNR_TIMER, QP_MOD_XRC_IGN),
};

CHECK_ROWS(list_suffices, table, .kind = WHOLE, .needs = NEED_XRC)
{
	struct subject s = before(row);

	step_must_suffice(&s, row->to);
}

CHECK_ROWS(left_out, table, .kind = REQUIRED, .needs = NEED_XRC, .danger = DANGER_REFUSED)
{
	struct subject s = before(row);

	step_must_need(&s, row->to, row->bit);
}

static void add_optional(const struct step_row *row)
{
	struct subject s = before(row);

	step_may_take(&s, row->to, row->bit);
}

CHECK_ROWS(may_add, table, .kind = OPTIONAL, .needs = NEED_XRC)
{
	add_optional(row);
}

CHECK_ROWS(may_add_with_apm, table, .kind = ALT_PATH_WITH_APM, .needs = NEED_XRC | NEED_APM)
{
	add_optional(row);
}

static void must_refuse_addition(const struct step_row *row)
{
	struct subject s = before(row);

	step_must_refuse(&s, row->to, row->bit);
}

CHECK_ROWS(must_not_add, table, .kind = FORBIDDEN, .needs = NEED_XRC, .danger = DANGER_REFUSED)
{
	must_refuse_addition(row);
}

/* No page says what a device that can resize QPs does with a QP that has no queue. */
CHECK_ROWS(must_not_resize_unclaimed, table, .kind = RESIZE, .needs = NEED_XRC,
	   .danger = DANGER_REFUSED)
{
	struct subject s = before(row);
	struct ibv_qp_attr was = subject_query(&s);
	int ret = subject_step(&s, row->to, row->bit, 0);

	if (vct_dev->attr.orig_attr.device_cap_flags & IBV_DEVICE_RESIZE_MAX_WR)
		RECORD("IBV_QP_CAP is %s", ret ? "refused" : "accepted");
	else
		MUST_REFUSE(ret);
	if (ret)
		MUST_BE_UNCHANGED(&s, was);
	MUST_EQ(subject_query(&s).qp_state, ret ? was.qp_state : row->to);
}

CHECK_ROWS(must_not_migrate_unclaimed, table, .kind = MIGRATION_WITHOUT_APM, .needs = NEED_XRC,
	   .lacks = NEED_APM, .danger = DANGER_REFUSED)
{
	must_refuse_addition(row);
}

CHECK_ROWS(of_the_missing_side, table, .kind = MISSING_SIDE, .needs = NEED_XRC,
	   .danger = DANGER_REFUSED)
{
	struct subject s = before(row), other = before(row);
	struct ibv_qp_attr was = subject_query(&s);
	int ret = subject_step(&s, row->to, row->bit, 0);

	RECORD("the attribute is %s", ret ? "refused" : "ignored");
	if (ret) {
		RELIES_ON(BLOCK_QP_UNCHANGED);
		MUST_BE_UNCHANGED(&s, was);
		return;
	}
	MUST_EQ(subject_query(&s).qp_state, row->to);
	/* It reads as after the same transition without it, whatever an unset attribute reads. */
	SETUP_OF(vct_block_of_state(other.type, row->to), !subject_step(&other, row->to, 0, 0));
	was = subject_query(&other);
	MUST_READ(&s, was, row->bit);
}
