// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Invalid values of attributes, each in a transition that is otherwise valid: they are refused, and
 * nothing changes. A value is invalid by the width of its field or by what the device claims.
 */
#include "../vct.h"

static const struct value_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state to;
	void (*spoil)(struct ibv_qp_attr *attr, unsigned int value);
	unsigned int value;
	int more; /* a flag that the value needs besides what the transition requires */
} values[] = {
/* A row for each type that has the attribute. */
#define VALUE(type_, to_, name_, promise_, how_, value_, ...)                                      \
	{                                                                                          \
		TYPE_ROW(#type_ "-" name_, type_, promise_, QP_MOD_07, AFT_01),                    \
			.to = IBV_QPS_##to_, .spoil = spoil_##how_, .value = (value_),             \
			##__VA_ARGS__                                                              \
	}
#define OF_RC(...)          VALUE(RC, __VA_ARGS__)
#define OF_RETRYING(...)    OF_RC(__VA_ARGS__), VALUE(XRC_SEND, __VA_ARGS__)
#define OF_CONNECTED(...)   OF_RETRYING(__VA_ARGS__), VALUE(UC, __VA_ARGS__)
#define OF_ALL_BUT_RAW(...) OF_CONNECTED(__VA_ARGS__), VALUE(UD, __VA_ARGS__)
#define OF_ALL(...)         OF_ALL_BUT_RAW(__VA_ARGS__), VALUE(RAW, __VA_ARGS__)
	OF_ALL(INIT, "port-0", QP_MOD_09k, port_num, 0),
	OF_ALL(INIT, "port-after-the-last", QP_MOD_09k, no_such_port, 1),
	OF_ALL(INIT, "port-255", QP_MOD_09k, port_num, 255),
	OF_ALL(INIT, "state-77", QP_MOD_09r, qp_state, 77),
	OF_ALL_BUT_RAW(INIT, "pkey-index-after-the-last", QP_MOD_09b, no_such_pkey, 0),
	OF_ALL_BUT_RAW(INIT, "pkey-index-4-after-that", QP_MOD_09b, no_such_pkey, 4),
	OF_CONNECTED(INIT, "access-flags-all", QP_MOD_09c, access_flags, UINT32_MAX),
	OF_CONNECTED(RTR, "path-mtu-0", QP_MOD_09a, path_mtu, 0),
	OF_CONNECTED(RTR, "path-mtu-6", QP_MOD_09l, path_mtu, 6),
	OF_CONNECTED(RTR, "path-mtu-INT-MAX", QP_MOD_09l, path_mtu, INT32_MAX),
	OF_CONNECTED(RTR, "dest-qp-num-32-bits", QP_MOD_09g, dest_qp_num, UINT32_MAX),
	OF_CONNECTED(RTR, "dest-qp-num-25-bits", QP_MOD_09g, dest_qp_num, 1 << 24),
	OF_CONNECTED(RTR, "sl-200", QP_MOD_09j, sl, 200),
	OF_CONNECTED(RTR, "static-rate-250", QP_MOD_09j, static_rate, 250),
	OF_CONNECTED(RTR, "sgid-index-empty", QP_MOD_09m, empty_sgid, 0),
	OF_CONNECTED(RTR, "av-another-port", QP_MOD_09n, another_port, 0),
	OF_CONNECTED(RTR, "av-port-0", QP_MOD_09n, av_port, 0),
	OF_CONNECTED(RTR, "dgid-zero", QP_MOD_09o, zero_dgid, 0),
	OF_CONNECTED(RTS, "path-mig-state-99", QP_MOD_09i, path_mig_state, 99,
		     .more = IBV_QP_PATH_MIG_STATE),
	OF_RETRYING(RTS, "retry-cnt-8", QP_MOD_09d, retry_cnt, 8),
	OF_RETRYING(RTS, "retry-cnt-255", QP_MOD_09d, retry_cnt, 255),
	OF_RETRYING(RTS, "rnr-retry-8", QP_MOD_09e, rnr_retry, 8),
	OF_RETRYING(RTS, "rnr-retry-255", QP_MOD_09e, rnr_retry, 255),
	OF_RETRYING(RTS, "timeout-32", QP_MOD_09p, timeout, 32),
	OF_RETRYING(RTS, "timeout-255", QP_MOD_09p, timeout, 255),
	OF_RC(RTR, "min-rnr-timer-32", QP_MOD_09f, min_rnr_timer, 32),
	OF_RC(RTR, "min-rnr-timer-255", QP_MOD_09f, min_rnr_timer, 255),
	OF_RC(RTR, "state-77-of-RTR", QP_MOD_09r, qp_state, 77),
	OF_RC(RTS, "state-77-of-RTS", QP_MOD_09r, qp_state, 77),
};

/* The alternate path has the values of the primary path, each for itself. */
static const struct value_row alternates[] = {
#define ALTERNATE(...)                                                                             \
	VALUE(RC, RTR, __VA_ARGS__, .more = IBV_QP_ALT_PATH),                                      \
		VALUE(XRC_SEND, RTR, __VA_ARGS__, .more = IBV_QP_ALT_PATH),                        \
		VALUE(UC, RTR, __VA_ARGS__, .more = IBV_QP_ALT_PATH)
	ALTERNATE("port-0", QP_MOD_09k, alt_port_num, 0),
	ALTERNATE("port-255", QP_MOD_09k, alt_port_num, 255),
	ALTERNATE("pkey-index-after-the-last", QP_MOD_09b, no_such_alt_pkey, 0),
	ALTERNATE("pkey-index-4-after-that", QP_MOD_09b, no_such_alt_pkey, 4),
	ALTERNATE("timeout-32", QP_MOD_09p, alt_timeout, 32),
	ALTERNATE("timeout-255", QP_MOD_09p, alt_timeout, 255),
	ALTERNATE("sl-200", QP_MOD_09j, alt_sl, 200),
	ALTERNATE("static-rate-250", QP_MOD_09j, alt_static_rate, 250),
	ALTERNATE("av-port-0", QP_MOD_09n, alt_av_port, 0),
	ALTERNATE("sgid-index-empty", QP_MOD_09m, empty_alt_sgid, 0),
	ALTERNATE("dgid-zero", QP_MOD_09o, zero_alt_dgid, 0),
};

static void must_refuse(const struct subject *s, const struct value_row *row)
{
	struct ibv_qp_attr was = subject_query(s), attr = legal_attr(row->to);

	row->spoil(&attr, row->value);
	MUST_REFUSE(subject_modify(s, &attr, step_mask(s, row->to, row->more, 0)));
	JUDGING(QP_MOD_07);
	MUST_BE_UNCHANGED(s, was);
	MUST_SUCCEED(subject_step(s, row->to, 0, 0));
}

CHECK_ROWS(out_of_range_changes_nothing, values, .needs = NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, row->to - 1);

	must_refuse(&s, row);
}

CHECK_ROWS(out_of_range_of_an_alternate_path_changes_nothing, alternates,
	   .needs = NEED_APM | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, row->to - 1);

	must_refuse(&s, row);
}

/* The QP is in the state `to` and stays there. */
static const struct value_row in_a_state[] = {
#define STAYING(type_, in_, flag_, name_, promise_, how_, value_)                                  \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #in_ "-" name_, type_, promise_, QP_MOD_07, AFT_01),           \
			.to = IBV_QPS_##in_, .spoil = spoil_##how_, .value = (value_),             \
			.more = IBV_QP_##flag_                                                     \
	}
	STAYING(RC, INIT, PORT, "port-0", QP_MOD_09k, port_num, 0),
	STAYING(UD, INIT, PORT, "port-255", QP_MOD_09k, port_num, 255),
	STAYING(RC, INIT, PKEY_INDEX, "pkey-index-after-the-last", QP_MOD_09b, no_such_pkey, 0),
	STAYING(RC, INIT, ACCESS_FLAGS, "access-flags-all", QP_MOD_09c, access_flags, UINT32_MAX),
	STAYING(RC, RTS, ACCESS_FLAGS, "access-flags-all", QP_MOD_09c, access_flags, UINT32_MAX),
	STAYING(RC, RTS, MIN_RNR_TIMER, "min-rnr-timer-32", QP_MOD_09f, min_rnr_timer, 32),
	STAYING(RC, SQD, TIMEOUT, "timeout-32", QP_MOD_09p, timeout, 32),
};

/* What a QP that stays in the state may be given besides. */
static int others_in(enum ibv_qp_type type, enum ibv_qp_state state)
{
	int alternate = vct_device_lacks(vct_dev, NEED_APM) ? 0 : IBV_QP_ALT_PATH;
	int running = IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER | alternate;

	if (state == IBV_QPS_INIT)
		return IBV_QP_PKEY_INDEX | IBV_QP_PORT |
		       (type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS);
	return running | (state == IBV_QPS_SQD ? IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY : 0);
}

/* The value alone, and beside valid ones of others. */
CHECK_ROWS(out_of_range_in_a_state_changes_nothing, in_a_state, .needs = NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	struct subject s = subject_at(row->type, row->to);
	struct ibv_qp_attr was = subject_query(&s), attr = other_attr(row->to);

	row->spoil(&attr, row->value);
	for (int i = 0; i < 2; i++) {
		JUDGING(row->vct_row.promises[0]);
		MUST_REFUSE(subject_modify(&s, &attr,
					   row->more | (i ? others_in(row->type, row->to) : 0)));
		JUDGING(QP_MOD_07);
		MUST_BE_UNCHANGED(&s, was);
	}
}

/* If the device claims as many as a byte can hold, no value is invalid. */
static const struct depth_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state to;
} depths[] = {
	{ TYPE_ROW("RC-max-dest-rd-atomic", RC, QP_MOD_09h, QP_MOD_07), .to = IBV_QPS_RTR },
	{ TYPE_ROW("RC-max-rd-atomic", RC, QP_MOD_09q, QP_MOD_07), .to = IBV_QPS_RTS },
	{ TYPE_ROW("XRC_SEND-max-rd-atomic", XRC_SEND, QP_MOD_09q, QP_MOD_07), .to = IBV_QPS_RTS },
};

CHECK_ROWS(more_than_claimed_changes_nothing, depths, .needs = NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	bool incoming = row->to == IBV_QPS_RTR;
	int limit = incoming ? claims->max_qp_rd_atom : claims->max_qp_init_rd_atom;
	int beyond = limit < UINT8_MAX ? limit + 1 : UINT8_MAX;
	struct subject s = subject_at(row->type, row->to - 1);
	struct ibv_qp_attr was = subject_query(&s), attr = legal_attr(row->to);
	int ret;

	*(incoming ? &attr.max_dest_rd_atomic : &attr.max_rd_atomic) = (uint8_t)beyond;
	ret = subject_modify(&s, &attr, step_mask(&s, row->to, 0, 0));
	RECORD("%d, where the device claims %d, is %s", beyond, limit,
	       ret ? "refused" : "accepted");
	MUST_EQ(NAMED("1 if the value is accepted, 0 if not", !ret), beyond <= limit);
	JUDGING(QP_MOD_07);
	if (ret)
		MUST_BE_UNCHANGED(&s, was);
}

static const struct qp_type_row pathed[] = {
	{ TYPE_ROW("RC", RC, QP_MOD_13, AFT_01) },
	{ TYPE_ROW("UC", UC, QP_MOD_13, AFT_01) },
	{ TYPE_ROW("XRC_SEND", XRC_SEND, QP_MOD_13, AFT_01) },
};

CHECK_ROWS(path_without_grh_changes_nothing, pathed, .needs = NEED_GRH | NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	static const uint16_t dlids[] = { 0, 1, 0xbfff, 0xffff };
	struct subject s = subject_at(row->type, IBV_QPS_INIT);
	struct ibv_qp_attr was = subject_query(&s), attr = legal_attr(IBV_QPS_RTR);

	attr.ah_attr.is_global = 0;
	for (size_t i = 0; i < sizeof(dlids) / sizeof(dlids[0]); i++) {
		attr.ah_attr.dlid = dlids[i];
		MUST_REFUSE(subject_modify(&s, &attr, step_mask(&s, IBV_QPS_RTR, 0, 0)));
		MUST_BE_UNCHANGED(&s, was);
	}
	MUST_SUCCEED(subject_step(&s, IBV_QPS_RTR, 0, 0));
}
