// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* XRC receive QPs go from state to state, through any of their handles, or are refused to. */
#include "xrc.h"

/*
 * What suites/xrc/transition.c and flags.c judge of an attribute, for the transitions to INIT, RTR,
 * RTS and SQD: (R)equired, (O)ptional, (F)orbidden; and whether the attribute is set ('+') with its
 * flag, or stays ('=') without it. '.': not judged there.
 */
static const struct rule {
	int bit;
	const char *mask, *value;
	const struct vct_promise *to_init, *to_rtr, *to_rts, *flag;
} rules[] = {
#define RULE(bit_, mask_, value_, init_, rtr_, rts_)                                               \
	{                                                                                          \
		IBV_QP_##bit_, mask_, value_, init_, rtr_, rts_, XRV_MOD_FLAG_##bit_               \
	}
#define NO XRV_MOD_04
#define BY_PAGE(bit_, mask_, value_)                                                               \
	RULE(bit_, mask_, value_, XRV_MOD_INIT_##bit_, XRV_MOD_OPT_##bit_, NO)
#define TO_RTR(bit_, mask_, value_) RULE(bit_, mask_, value_, NO, XRV_MOD_RTR_##bit_, NO)
	/* clang-format off */
	RULE(STATE,               "RR..", "+...", XRV_MOD_INIT_STATE, XRV_MOD_RTR_STATE, NO),
	RULE(CUR_STATE,           "FF..", "=.+.", NO, NO, NO),
	RULE(EN_SQD_ASYNC_NOTIFY, "FFF.", "...+", XRV_MOD_13, XRV_MOD_13, XRV_MOD_13),
	BY_PAGE(ACCESS_FLAGS,     "RO..", "+=.."),
	BY_PAGE(PKEY_INDEX,       "ROF.", "+=.."),
	RULE(PORT,                "RFF.", "+=..", XRV_MOD_INIT_PORT, NO, NO),
	RULE(QKEY,                "FFF.", ".=..", XRV_MOD_10, XRV_MOD_10, XRV_MOD_10),
	TO_RTR(AV,                "FRF.", ".+=."),
	TO_RTR(PATH_MTU,          "FRF.", ".+=."),
	RULE(TIMEOUT,             "FFR.", "..+=", NO, NO, QP_MOD_XRC_RECV_RTS_TIMEOUT),
	RULE(RETRY_CNT,           "....", "..=.", NO, NO, NO),
	RULE(RNR_RETRY,           "....", "..=.", NO, NO, NO),
	TO_RTR(RQ_PSN,            "FRF.", ".+=."),
	RULE(MAX_QP_RD_ATOMIC,    "....", "..=.", NO, NO, NO),
	RULE(ALT_PATH,            "F...", "....", NO, NO, NO),
	TO_RTR(MIN_RNR_TIMER,     "FR..", ".+=."),
	RULE(SQ_PSN,              "FFR.", "..+=", NO, NO, QP_MOD_XRC_RECV_RTS_SQ_PSN),
	TO_RTR(MAX_DEST_RD_ATOMIC, "FRF.", ".+=."),
	RULE(PATH_MIG_STATE,      "FF..", "....", NO, NO, NO),
	RULE(CAP,                 "F...", ".=..", NO, NO, NO),
	TO_RTR(DEST_QPN,          "FRF.", ".+=."),
	/* clang-format on */
};
enum { N_RULES = sizeof(rules) / sizeof(rules[0]) };

static const struct vct_promise *of_mask(const struct rule *rule, enum ibv_qp_state to)
{
	return to == IBV_QPS_INIT ? rule->to_init : to == IBV_QPS_RTR ? rule->to_rtr : rule->to_rts;
}

static const struct vct_promise *of_step(enum ibv_qp_state to)
{
	return to <= IBV_QPS_RTR ? XRV_MOD_03 : QP_MOD_XRC_RECV_RTS_ok;
}

/* What is done to the QP, which is in the state before `to`; false: nothing is known of it. */
static bool judge_mask(const struct subject *s, enum ibv_qp_state to, const struct rule *rule,
		       bool today)
{
	char kind = rule->mask[to - IBV_QPS_INIT];

	if (kind == '.' || (to > IBV_QPS_RTR && kind == 'R' && !today) || !ASK(of_mask(rule, to)))
		return false;
	if (kind == 'R')
		step_must_need(s, to, rule->bit);
	else if (kind == 'F')
		step_must_refuse(s, to, rule->bit);
	else
		step_may_take(s, to, rule->bit);
	return true;
}

static bool judge_value(const struct subject *s, enum ibv_qp_state to, const struct rule *rule)
{
	char kind = rule->value[to - IBV_QPS_INIT];

	if (kind == '.' || (to == IBV_QPS_SQD && !ASK(QP_MOD_FLAG_STATE)) || !ASK(rule->flag))
		return false;
	if (kind == '+')
		step_must_set(s, to, rule->bit);
	else
		step_must_leave_alone(s, to, rule->bit);
	return true;
}

/* With other legal values than those of step_must_suffice(), which then must be read. */
static bool judge_step(const struct subject *s, enum ibv_qp_state to, bool other)
{
	struct ibv_qp_attr attr = other_attr(to);
	int mask = step_mask(s, to, 0, 0);

	if (to == IBV_QPS_SQD || !ASK(of_step(to)))
		return false;
	if (!other) {
		step_must_suffice(s, to);
		return true;
	}
	MUST_SUCCEED(subject_modify(s, &attr, mask));
	if (ASK(to <= IBV_QPS_RTR ? XRV_QRY_03 : QP_MOD_XRC_RECV_RTS_ok))
		MUST_READ(s, attr,
			  vct_is_left_out(XRV_MOD_FLAG_ACCESS_FLAGS) ? mask & ~IBV_QP_ACCESS_FLAGS
								     : mask);
	return true;
}

OPERATION(rcv_step,
	  ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }, { "how", 8 }, { "attribute", N_RULES }),
	  PROMISES(XRV_MOD_03, XRV_MOD_04, XRV_MOD_10, XRV_MOD_13, XRV_MOD_INIT_STATE,
		   XRV_MOD_INIT_PKEY_INDEX, XRV_MOD_INIT_PORT, XRV_MOD_INIT_ACCESS_FLAGS,
		   XRV_MOD_RTR_STATE, XRV_MOD_RTR_AV, XRV_MOD_RTR_PATH_MTU, XRV_MOD_RTR_DEST_QPN,
		   XRV_MOD_RTR_RQ_PSN, XRV_MOD_RTR_MAX_DEST_RD_ATOMIC, XRV_MOD_RTR_MIN_RNR_TIMER,
		   XRV_MOD_OPT_ACCESS_FLAGS, XRV_MOD_OPT_PKEY_INDEX, XRV_MOD_FLAG_STATE,
		   XRV_MOD_FLAG_CUR_STATE, XRV_MOD_FLAG_EN_SQD_ASYNC_NOTIFY,
		   XRV_MOD_FLAG_ACCESS_FLAGS, XRV_MOD_FLAG_PKEY_INDEX, XRV_MOD_FLAG_PORT,
		   XRV_MOD_FLAG_QKEY, XRV_MOD_FLAG_AV, XRV_MOD_FLAG_PATH_MTU, XRV_MOD_FLAG_TIMEOUT,
		   XRV_MOD_FLAG_RETRY_CNT, XRV_MOD_FLAG_RNR_RETRY, XRV_MOD_FLAG_RQ_PSN,
		   XRV_MOD_FLAG_MAX_QP_RD_ATOMIC, XRV_MOD_FLAG_MIN_RNR_TIMER, XRV_MOD_FLAG_SQ_PSN,
		   XRV_MOD_FLAG_MAX_DEST_RD_ATOMIC, XRV_MOD_FLAG_CAP, XRV_MOD_FLAG_DEST_QPN,
		   XRV_QRY_01, XRV_QRY_03, XRV_QRY_04, QP_MOD_FLAG_STATE, QP_MOD_XRC_RECV_RTS_ok,
		   QP_MOD_XRC_RECV_RTS_TIMEOUT, QP_MOD_XRC_RECV_RTS_SQ_PSN, QP_OPN_02),
	  .weight = 16, .needs = NEED_XRC | NEED_IB_STATES)
{
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	enum ibv_qp_state to = r ? r->as.state + 1 : IBV_QPS_RESET;
	const struct rule *rule = &rules[arg[3]];
	struct subject s;
	bool did;

	if (!h || r->as.unknown || to > IBV_QPS_SQD ||
	    (to == IBV_QPS_SQD && vct_block_is_left_out(BLOCK_OF_QP(QP_TO_SQD, IBV_QPT_XRC_RECV))))
		return false;
	s = rcv_qp_subject(&h->q);
	if (arg[2] < 2)
		did = judge_step(&s, to, arg[2]);
	else if (arg[2] < 5)
		did = judge_mask(&s, to, rule, r->api == XRC_TODAY);
	else
		did = judge_value(&s, to, rule);
	if (!did)
		return false;
	if (to == IBV_QPS_SQD)
		rcv_may_raise(r, IBV_EVENT_SQ_DRAINED);
	rcv_has_changed(r, subject_query(&s).qp_state);
	rcv_must_agree(r);
	return true;
}

/* Legal values of the transition to `to`, one of them spoiled. */
static int spoil(struct ibv_qp_attr *attr, enum ibv_qp_state to, uint32_t which)
{
	uint8_t no_port = (uint8_t)(vct_dev->attr.orig_attr.phys_port_cnt + 1);

	*attr = legal_attr(to);
	if (which == 0)
		attr->qp_state = 77;
	if (which == 1 && to == IBV_QPS_INIT)
		attr->port_num = 0;
	if (which == 2 && to == IBV_QPS_INIT)
		attr->port_num = no_port;
	if (which == 1 && to == IBV_QPS_RTR)
		attr->path_mtu = 0;
	if (which == 2 && to == IBV_QPS_RTR)
		attr->path_mtu = IBV_MTU_4096 + 1;
	if (which == 3)
		attr->pkey_index = vct_dev->port_attr.pkey_tbl_len;
	if (which == 4)
		attr->ah_attr.port_num = 0;
	if (which == 5)
		attr->ah_attr.port_num = no_port;
	return which == 3 && to == IBV_QPS_RTR ? IBV_QP_PKEY_INDEX : 0;
}

/* More or fewer attributes than the transition takes. */
static void spoil_mask(const struct subject *s, enum ibv_qp_state to, uint32_t which, int *more,
		       int *less)
{
	*more = *less = 0;
	if (which < 3)
		*more = (int)(1u << (which == 0 ? 21 : which == 1 ? 24 : 31));
	else if (which == 3)
		*less = step_mask(s, to, 0, IBV_QP_STATE);
	else if (to == IBV_QPS_RTR)
		*less = IBV_QP_AV | IBV_QP_RQ_PSN;
	else
		*less = IBV_QP_PORT | IBV_QP_PKEY_INDEX;
}

/* Refused, and nothing has changed, as each handle of the QP tells. */
OPERATION(rcv_refused,
	  ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }, { "values", 2 }, { "which", 6 }),
	  PROMISES(XRV_MOD_06, XRV_MOD_07, XRV_MOD_08, XRV_QRY_01, XRV_QRY_04, QP_OPN_02),
	  .weight = 6, .needs = NEED_XRC | NEED_IB_STATES)
{
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	enum ibv_qp_state to = r ? r->as.state + 1 : IBV_QPS_RESET;
	struct ibv_qp_attr attr, was;
	struct subject s;
	int more, less = 0, ret;

	if (!h || r->as.unknown || to > IBV_QPS_RTR ||
	    (arg[2] && arg[3] > 3 && to != IBV_QPS_RTR) || !ASK(arg[2] ? XRV_MOD_07 : XRV_MOD_08))
		return false;
	s = rcv_qp_subject(&h->q);
	was = subject_query(&s);
	attr = legal_attr(to);
	if (arg[2])
		more = spoil(&attr, to, arg[3]);
	else
		spoil_mask(&s, to, arg[3], &more, &less);
	ret = subject_modify(&s, &attr, step_mask(&s, to, more, less));
	MUST_REFUSE(ret);
	MUST_BE_UNCHANGED(&s, was);
	if (ASK(XRV_MOD_06))
		MUST_GE(ret, 1);
	rcv_must_agree(r);
	return true;
}

/* A transition that does not exist. */
OPERATION(rcv_leap, ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }),
	  PROMISES(XRV_MOD_03, XRV_MOD_07, XRV_QRY_01, XRV_QRY_04, QP_OPN_02), .weight = 2,
	  .needs = NEED_XRC | NEED_IB_STATES)
{
	static const enum ibv_qp_state leaps[] = { [IBV_QPS_RESET] = IBV_QPS_RTR,
						   [IBV_QPS_INIT] = IBV_QPS_RTS,
						   [IBV_QPS_RTR] = IBV_QPS_INIT };
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	struct ibv_qp_attr was, attr;
	struct subject s;

	if (!h || r->as.unknown || r->as.state > IBV_QPS_RTR || !ASK(XRV_MOD_03))
		return false;
	s = rcv_qp_subject(&h->q);
	was = subject_query(&s);
	attr = legal_attr(leaps[r->as.state]);
	MUST_REFUSE(subject_modify(&s, &attr, step_mask(&s, leaps[r->as.state], 0, 0)));
	if (ASK(XRV_MOD_07))
		MUST_BE_UNCHANGED(&s, was);
	rcv_must_agree(r);
	return true;
}

OPERATION(rcv_mask_0, ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }),
	  PROMISES(XRV_MOD_05, XRV_QRY_01, XRV_QRY_04, QP_OPN_02),
	  .needs = NEED_XRC | NEED_IB_STATES)
{
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	struct ibv_qp_attr was, nonsense;
	struct subject s;

	if (!h || r->as.unknown || !ASK(XRV_MOD_05))
		return false;
	s = rcv_qp_subject(&h->q);
	was = subject_query(&s);
	nonsense = only_masked(&was, 0);
	MUST_SUCCEED(subject_modify(&s, &nonsense, 0));
	MUST_BE_UNCHANGED(&s, was);
	rcv_must_agree(r);
	return true;
}

/* To the error state, or to RESET: the QP receives no more. */
OPERATION(rcv_stop, ARGS({ "rcv", N_RCVS }, { "handle", N_HANDLES }, { "error", 2 }),
	  PROMISES(XRV_MOD_06, XRV_QRY_01, XRV_QRY_04, QP_OPN_02), .weight = 2,
	  .needs = NEED_XRC | NEED_IB_STATES)
{
	struct model_rcv *r = rcv_from(arg[0]);
	struct model_handle *h = r ? a_handle(r, arg[1]) : NULL;
	enum ibv_qp_state to = arg[2] ? IBV_QPS_ERR : IBV_QPS_RESET;
	struct subject s;

	/* No page has a transition from RESET to ERR, or to itself. */
	if (!h || r->as.state == IBV_QPS_RESET || (arg[2] && r->as.unknown) || !ASK(XRV_MOD_06))
		return false;
	settle_events();
	s = rcv_qp_subject(&h->q);
	MUST_SUCCEED(subject_move(&s, to));
	rcv_may_raise(r, IBV_EVENT_QP_LAST_WQE_REACHED);
	completions_may_vanish(&r->as, to == IBV_QPS_RESET);
	senders_lose(&r->as);
	r->as.unknown = false;
	r->alternate = false;
	rcv_has_changed(r, to);
	rcv_must_agree(r);
	return true;
}
