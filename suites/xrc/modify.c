// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_modify_xrc_rcv_qp, and ibv_modify_qp of an XRC receive QP: which QP they modify, what they
 * refuse, and that a refused call changes nothing.
 */
#include "../vct.h"

/* Each row of these tables, once for each API. */
#define BOTH(name_, ...)                                                                           \
	{ ROW("legacy-" name_), .api = XRC_LEGACY, ##__VA_ARGS__ },                                \
	{                                                                                          \
		ROW("today-" name_), .api = XRC_TODAY, ##__VA_ARGS__                               \
	}

STATIC_CHECK(prototype, PROMISES(XRV_MOD_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_modify_xrc_rcv_qp, int(struct ibv_xrc_domain *, uint32_t,
								struct ibv_qp_attr *, int)),
		       "ibv_modify_xrc_rcv_qp");
}

static const struct api_row {
	struct vct_row vct_row;
	enum xrc_api api;
} apis[] = {
	{ ROW("legacy"), .api = XRC_LEGACY },
	{ ROW("today"), .api = XRC_TODAY },
};

CHECK_ROWS(acts_on_one_qp_alone, apis, PROMISES(XRV_MOD_02), .needs = NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct rcv_qp first = rcv_qp_make(row->api, domain), second = rcv_qp_make(row->api, domain);
	struct subject one = rcv_qp_subject(&first), other = rcv_qp_subject(&second);
	struct ibv_qp_attr was = subject_query(&other), is;

	MUST_NE(NAMED("qp_num of the first QP", first.number), second.number);
	MUST_SUCCEED(subject_step(&one, IBV_QPS_INIT, 0, 0));
	MUST_EQ(subject_query(&one).qp_state, IBV_QPS_INIT);
	MUST_BE_UNCHANGED(&other, was);

	is = subject_query(&one);
	MUST_SUCCEED(subject_step(&other, IBV_QPS_INIT, 0, 0));
	MUST_SUCCEED(subject_step(&other, IBV_QPS_RTR, 0, 0));
	MUST_BE_UNCHANGED(&one, is);
}

CHECK_ROWS(returns_zero_or_errno, apis, PROMISES(XRV_MOD_06), .needs = NEED_XRC)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, IBV_QPS_RESET);
	struct ibv_qp_attr attr = legal_attr(IBV_QPS_INIT);

	MUST_GE(NAMED("what the call returned", subject_step(&s, IBV_QPS_INIT, 0, ~IBV_QP_STATE)),
		1);
	attr.port_num = 0;
	MUST_GE(NAMED("what the call returned",
		      subject_modify(&s, &attr, step_mask(&s, IBV_QPS_INIT, 0, 0))),
		1);
	MUST_EQ(NAMED("what the call returned", subject_step(&s, IBV_QPS_INIT, 0, 0)), 0);
	MUST_GE(NAMED("what the call returned", subject_step(&s, IBV_QPS_RTR, 0, ~IBV_QP_STATE)),
		1);
	MUST_EQ(NAMED("what the call returned", subject_step(&s, IBV_QPS_RTR, 0, 0)), 0);
}

static const struct state_row {
	struct vct_row vct_row;
	enum xrc_api api;
	enum ibv_qp_state state;
} states[] = {
	BOTH("reset", .state = IBV_QPS_RESET), BOTH("init", .state = IBV_QPS_INIT),
	BOTH("rtr", .state = IBV_QPS_RTR),     BOTH("rts", .state = IBV_QPS_RTS),
	BOTH("sqd", .state = IBV_QPS_SQD),     BOTH("err", .state = IBV_QPS_ERR),
};

/* "The argument attr_mask [...] is either 0 or the bitwise OR": mask 0 is legal in every state. */
CHECK_ROWS(empty_mask_changes_nothing, states, PROMISES(XRV_MOD_05), .needs = NEED_XRC)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, row->state);
	struct ibv_qp_attr was = subject_query(&s), nonsense = only_masked(&was, 0);

	MUST_SUCCEED(subject_modify(&s, &nonsense, 0));
	MUST_BE_UNCHANGED(&s, was);
}

static void no_mtu(struct ibv_qp_attr *attr)
{
	attr->path_mtu = 0;
}

static void mtu_too_large(struct ibv_qp_attr *attr)
{
	attr->path_mtu = IBV_MTU_4096 + 1;
}

static void mtu_99(struct ibv_qp_attr *attr)
{
	attr->path_mtu = 99;
}

static uint8_t port_after_the_last(void)
{
	return (uint8_t)(vct_dev->attr.orig_attr.phys_port_cnt + 1);
}

static void port_0(struct ibv_qp_attr *attr)
{
	attr->port_num = 0;
}

static void no_such_port(struct ibv_qp_attr *attr)
{
	attr->port_num = port_after_the_last();
}

static void no_such_pkey(struct ibv_qp_attr *attr)
{
	attr->pkey_index = vct_dev->port_attr.pkey_tbl_len;
}

static void av_port_0(struct ibv_qp_attr *attr)
{
	attr->ah_attr.port_num = 0;
}

static void av_no_such_port(struct ibv_qp_attr *attr)
{
	attr->ah_attr.port_num = port_after_the_last();
}

static void unknown_state(struct ibv_qp_attr *attr)
{
	attr->qp_state = 77;
}

static const struct value_row {
	struct vct_row vct_row;
	enum xrc_api api;
	enum ibv_qp_state to;
	void (*spoil)(struct ibv_qp_attr *attr);
	int more;
} values[] = {
	BOTH("init-port-0", .to = IBV_QPS_INIT, .spoil = port_0),
	BOTH("init-port-after-the-last", .to = IBV_QPS_INIT, .spoil = no_such_port),
	BOTH("init-pkey-index-after-the-last", .to = IBV_QPS_INIT, .spoil = no_such_pkey),
	BOTH("init-state-77", .to = IBV_QPS_INIT, .spoil = unknown_state),
	BOTH("rtr-path-mtu-0", .to = IBV_QPS_RTR, .spoil = no_mtu),
	BOTH("rtr-path-mtu-6", .to = IBV_QPS_RTR, .spoil = mtu_too_large),
	BOTH("rtr-path-mtu-99", .to = IBV_QPS_RTR, .spoil = mtu_99),
	BOTH("rtr-av-port-0", .to = IBV_QPS_RTR, .spoil = av_port_0),
	BOTH("rtr-av-port-after-the-last", .to = IBV_QPS_RTR, .spoil = av_no_such_port),
	BOTH("rtr-pkey-index-after-the-last", .to = IBV_QPS_RTR, .spoil = no_such_pkey,
	     .more = IBV_QP_PKEY_INDEX),
	BOTH("rtr-state-77", .to = IBV_QPS_RTR, .spoil = unknown_state),
};

CHECK_ROWS(bad_value_changes_nothing, values, PROMISES(XRV_MOD_07), .needs = NEED_XRC,
	   .danger = DANGER_REFUSED)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, row->to - 1);
	struct ibv_qp_attr was = subject_query(&s), attr = legal_attr(row->to);

	row->spoil(&attr);
	MUST_REFUSE(subject_modify(&s, &attr, step_mask(&s, row->to, row->more, 0)));
	MUST_BE_UNCHANGED(&s, was);
	MUST_SUCCEED(subject_step(&s, row->to, 0, 0));
}

/*
 * A transition that does not exist, with the attributes that the transition to this state from the
 * state before it requires.
 */
static const struct leap_row {
	struct vct_row vct_row;
	enum xrc_api api;
	enum ibv_qp_state from, to;
} leaps[] = {
	BOTH("reset-to-rtr", .from = IBV_QPS_RESET, .to = IBV_QPS_RTR),
	BOTH("reset-to-rts", .from = IBV_QPS_RESET, .to = IBV_QPS_RTS),
	BOTH("init-to-rts", .from = IBV_QPS_INIT, .to = IBV_QPS_RTS),
	BOTH("rtr-to-init", .from = IBV_QPS_RTR, .to = IBV_QPS_INIT),
};

CHECK_ROWS(no_state_is_left_out, leaps, PROMISES(XRV_MOD_03, XRV_MOD_07), .needs = NEED_XRC,
	   .danger = DANGER_REFUSED)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, row->from);
	struct ibv_qp_attr was = subject_query(&s), attr = legal_attr(row->to);

	MUST_REFUSE(subject_modify(&s, &attr, step_mask(&s, row->to, 0, 0)));
	JUDGING(XRV_MOD_07);
	MUST_BE_UNCHANGED(&s, was);
}

static const struct mask_row {
	struct vct_row vct_row;
	enum xrc_api api;
	enum ibv_qp_state to;
	unsigned int more;
	int less;
} masks[] = {
	BOTH("init-unknown-bit-21", .to = IBV_QPS_INIT, .more = 1 << 21),
	BOTH("init-unknown-bit-24", .to = IBV_QPS_INIT, .more = 1 << 24),
	BOTH("init-unknown-bit-31", .to = IBV_QPS_INIT, .more = 1u << 31),
	BOTH("rtr-unknown-bit-21", .to = IBV_QPS_RTR, .more = 1 << 21),
	BOTH("rtr-unknown-bit-26", .to = IBV_QPS_RTR, .more = 1 << 26),
	BOTH("rtr-unknown-bit-31", .to = IBV_QPS_RTR, .more = 1u << 31),
	BOTH("rtr-rate-limit", .to = IBV_QPS_RTR, .more = IBV_QP_RATE_LIMIT),
	BOTH("init-all-missing", .to = IBV_QPS_INIT, .less = ~IBV_QP_STATE),
	BOTH("rtr-all-missing", .to = IBV_QPS_RTR, .less = ~IBV_QP_STATE),
	BOTH("rtr-half-missing", .to = IBV_QPS_RTR, .less = IBV_QP_AV | IBV_QP_RQ_PSN),
};

CHECK_ROWS(bad_mask_changes_nothing, masks, PROMISES(XRV_MOD_08), .needs = NEED_XRC,
	   .danger = DANGER_REFUSED)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, row->to - 1);
	struct ibv_qp_attr was = subject_query(&s);

	MUST_REFUSE(subject_step(&s, row->to, (int)row->more, row->less));
	MUST_BE_UNCHANGED(&s, was);
	MUST_SUCCEED(subject_step(&s, row->to, 0, 0));
}

CHECK_ROWS(alternate_path_where_claimed, apis, PROMISES(XRV_MOD_09), .needs = NEED_XRC | NEED_APM)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, IBV_QPS_INIT);
	struct ibv_qp_attr legal = legal_attr(IBV_QPS_RTR);

	MUST_SUCCEED(subject_step(&s, IBV_QPS_RTR, IBV_QP_ALT_PATH, 0));
	MUST_READ(&s, legal, IBV_QP_ALT_PATH);
}

CHECK_ROWS(migration_state_where_claimed, apis, PROMISES(XRV_MOD_12), .needs = NEED_XRC | NEED_APM)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, IBV_QPS_INIT);
	struct ibv_qp_attr legal = legal_attr(IBV_QPS_RTS);

	SETUP_OF(BLOCK_ALT_PATH, !subject_step(&s, IBV_QPS_RTR, IBV_QP_ALT_PATH, 0));
	MUST_SUCCEED(subject_step(&s, IBV_QPS_RTS, IBV_QP_PATH_MIG_STATE, 0));
	MUST_READ(&s, legal, IBV_QP_PATH_MIG_STATE);
}

CHECK_ROWS(drained_event_belongs_to_sqd, apis, PROMISES(XRV_MOD_13), .needs = NEED_XRC)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, IBV_QPS_RTS);

	RELIES_ON(vct_block_of_state(s.type, IBV_QPS_SQD));
	MUST_SUCCEED(subject_step(&s, IBV_QPS_SQD, IBV_QP_EN_SQD_ASYNC_NOTIFY, 0));
	MUST_EQ(subject_query(&s).qp_state, IBV_QPS_SQD);
}

CHECK_ROWS(sq_draining_is_not_looked_at, apis, PROMISES(XRV_MOD_14), .needs = NEED_XRC)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, IBV_QPS_RESET);
	const uint8_t given = (uint8_t)~subject_query(&s).sq_draining;

	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTR; to++) {
		struct ibv_qp_attr attr = legal_attr(to);

		attr.sq_draining = given;
		MUST_SUCCEED(subject_modify(&s, &attr, step_mask(&s, to, 0, 0)));
	}
	MUST_NE(subject_query(&s).sq_draining, given); /* what else it reads is undefined */
}

CHECK_ROWS(rtr_is_enough_to_receive, apis, PROMISES(XRV_MOD_15), .needs = NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct rcv_qp q = rcv_qp_make(row->api, domain);
	struct ibv_cq *cq = cq_make(16);
	struct link l = rcv_qp_link(&q, xrc_srq_make(domain, cq, 4), cq);

	srq_post(l.srq, 0, 2);
	MUST_EQ(NAMED("qp_state", rcv_qp_state(&q)), IBV_QPS_RTR);
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
	MUST_EQ(NAMED("qp_state", rcv_qp_state(&q)), IBV_QPS_RTR);
}

static void of_another_domain(struct rcv_qp *q)
{
	q->domain = domain_make(q->api);
}

static void of_another_type(struct rcv_qp *q)
{
	struct ibv_cq *cq = cq_make(1);

	q->number = qp_make(IBV_QPT_RC, NULL, cq, cq)->qp_num;
}

static void of_a_sender(struct rcv_qp *q)
{
	q->number = xrc_qp_make(IBV_QPT_XRC_SEND, NULL, cq_make(1))->qp_num;
}

static void unallocated(struct rcv_qp *q)
{
	struct rcv_qp gone = rcv_qp_make(q->api, q->domain);

	SETUP_OF(BLOCK_RELEASE_QP, !rcv_qp_unregister(&gone));
	q->number = gone.number;
}

static const struct wrong_row {
	struct vct_row vct_row;
	enum xrc_api api;
	void (*make_wrong)(struct rcv_qp *q);
} wrong[] = {
	BOTH("other-domain", .make_wrong = of_another_domain),
	BOTH("rc-qp", .vct_row.needs = NEED_RC, .make_wrong = of_another_type),
	BOTH("xrc-send-qp", .make_wrong = of_a_sender),
	BOTH("unallocated", .make_wrong = unallocated),
};

/* The current verbs take a handle: the number is judged when the handle is opened. */
CHECK_ROWS(wrong_domain_or_number, wrong, PROMISES(XRV_MOD_16), .needs = NEED_XRC)
{
	struct rcv_qp q = rcv_qp_make(row->api, domain_make(row->api)), named = q, opened;
	struct subject s = rcv_qp_subject(&q);
	struct ibv_qp_attr was = subject_query(&s), attr = legal_attr(IBV_QPS_INIT);

	row->make_wrong(&named);
	if (row->api == XRC_LEGACY)
		MUST_REFUSE(rcv_qp_modify(&named, &attr, RCV_INIT_MASK));
	else
		MUST_REFUSE(rcv_qp_register(row->api, named.domain, named.number, &opened));
	MUST_BE_UNCHANGED(&s, was);
	MUST_SUCCEED(subject_step(&s, IBV_QPS_INIT, 0, 0));
}
