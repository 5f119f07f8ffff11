// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_query_qp: it returns what was set and what was given at creation, and changes nothing. */
#include "../vct.h"

enum { ALL_FLAGS = (IBV_QP_DEST_QPN << 1) - 1, NONSENSE = 0xee, DRAIN_MS = 1000 };

STATIC_CHECK(prototype, PROMISES(QP_QRY_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_query_qp, int(struct ibv_qp *, struct ibv_qp_attr *, int,
						       struct ibv_qp_init_attr *)),
		       "ibv_query_qp");
}

/* A query that must succeed, into memory filled with nonsense. */
static struct ibv_qp_attr ask(const struct subject *s, int mask, struct ibv_qp_init_attr *init)
{
	struct ibv_qp_attr attr;

	memset(&attr, NONSENSE, sizeof(attr));
	memset(init, NONSENSE, sizeof(*init));
	MUST_EQ(NAMED("what the call returned", s->query(s->object, &attr, mask, init)), 0);
	return attr;
}

/* After each transition, the attributes that it required: queried all at once. */
static const struct set_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state to;
} set[] = {
#define SET(type_, to_)                                                                            \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #to_, type_, QP_QRY_02, QP_QRY_08), .to = IBV_QPS_##to_        \
	}
#define SET_OF(type_) SET(type_, INIT), SET(type_, RTR), SET(type_, RTS)
	SET_OF(RC), SET_OF(UC), SET_OF(UD), SET_OF(RAW), SET_OF(XRC_SEND),
};

CHECK_ROWS(what_was_set_is_returned, set, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->to);
	struct ibv_qp_attr legal = legal_attr(row->to), seen;
	int mask = step_mask(&s, row->to, 0, 0);
	struct ibv_qp_init_attr init;

	seen = ask(&s, mask, &init);
	MUST_HOLD(seen, legal, mask);
}

/* The same, each attribute by a query with its flag alone. */
CHECK_ROWS(what_was_set_is_returned_by_its_flag, set, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, row->to);
	struct ibv_qp_attr legal = legal_attr(row->to), one, seen = { 0 };
	int mask = step_mask(&s, row->to, 0, 0);
	struct ibv_qp_init_attr init;

	for (int bit = 1; bit <= ALL_FLAGS; bit <<= 1) {
		if (!(bit & mask))
			continue;
		one = ask(&s, bit, &init);
		copy_masked(&seen, &one, bit);
	}
	MUST_HOLD(seen, legal, mask);
}

/* What an earlier transition set remains until a later one sets it. */
CHECK_ROWS(what_was_set_stays, set, .needs = NEED_IB_STATES)
{
	struct subject s = subject_at(row->type, IBV_QPS_INIT);
	struct ibv_qp_attr legal = legal_attr(IBV_QPS_INIT);
	int mask = step_mask(&s, IBV_QPS_INIT, 0, IBV_QP_STATE);

	JUDGING(QP_QRY_08);
	for (enum ibv_qp_state to = IBV_QPS_RTR; to <= row->to; to++)
		MUST_SUCCEED(subject_step(&s, to, 0, 0));
	MUST_READ(&s, legal, mask);
}

static const struct init_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	bool on_srq;
	int sq_sig_all;
} inits[] = {
	{ TYPE_ROW("RC", RC) },   { TYPE_ROW("RC-all-signaled", RC), .sq_sig_all = 1 },
	{ TYPE_ROW("UC", UC) },   { TYPE_ROW("UD-all-signaled", UD), .sq_sig_all = 1 },
	{ TYPE_ROW("RAW", RAW) }, { ON_SRQ_ROW(RC) },
	{ ON_SRQ_ROW(UD) },
};

/* For a QP that was created with *given, of 5 sends and 6 receives. */
static void must_tell_what_was_given(const struct subject *s, int mask,
				     const struct ibv_qp_init_attr *given)
{
	struct ibv_qp_init_attr seen;
	struct ibv_qp_attr attr = ask(s, mask, &seen);

	MUST_POINT_TO(seen.qp_context, given->qp_context);
	MUST_POINT_TO(seen.send_cq, given->send_cq);
	MUST_POINT_TO(seen.recv_cq, given->recv_cq);
	MUST_POINT_TO(seen.srq, given->srq);
	MUST_EQ(seen.qp_type, given->qp_type);
	MUST_EQ(!!seen.sq_sig_all, given->sq_sig_all);
	MUST_GE(seen.cap.max_send_wr, 5);
	MUST_GE(seen.cap.max_send_sge, 1);
	MUST_EQ(attr.cap.max_send_wr, seen.cap.max_send_wr);
	MUST_EQ(attr.cap.max_send_sge, seen.cap.max_send_sge);
	MUST_EQ(attr.cap.max_inline_data, seen.cap.max_inline_data);
	if (given->srq)
		return;
	MUST_GE(seen.cap.max_recv_wr, 6);
	MUST_EQ(attr.cap.max_recv_wr, seen.cap.max_recv_wr);
	MUST_EQ(attr.cap.max_recv_sge, seen.cap.max_recv_sge);
}

static struct subject create_given(const struct init_row *row, void *context,
				   struct ibv_qp_init_attr *given)
{
	struct ibv_qp *qp;

	*given = (struct ibv_qp_init_attr){
		.qp_context = context,
		.send_cq = cq_make(16),
		.recv_cq = cq_make(16),
		.srq = row->on_srq ? srq_make(.max_wr = 16) : NULL,
		.cap = { .max_send_wr = 5, .max_recv_wr = 6, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = row->type,
		.sq_sig_all = row->sq_sig_all,
	};
	qp = vct_create_qp(pd(), given);
	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, row->type), qp);
	return qp_subject(qp);
}

CHECK_ROWS(what_was_given_is_returned, inits, PROMISES(QP_QRY_03))
{
	int context;
	struct ibv_qp_init_attr given;
	struct subject s = create_given(row, &context, &given);

	must_tell_what_was_given(&s, IBV_QP_CAP, &given);
}

/* A QP for each state, of which none is moved after it was queried; the last is reset. */
CHECK_ROWS(what_was_given_is_returned_in_each_state, inits, PROMISES(QP_QRY_03),
	   .needs = NEED_IB_STATES)
{
	static const enum ibv_qp_state states_to_reach[] = { IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS,
							     IBV_QPS_ERR, IBV_QPS_RESET };
	int context;

	for (size_t i = 0; i < sizeof(states_to_reach) / sizeof(states_to_reach[0]); i++) {
		enum ibv_qp_state state = states_to_reach[i];
		struct ibv_qp_init_attr given;
		struct subject s = create_given(row, &context, &given);

		subject_reach(&s, state == IBV_QPS_RESET ? IBV_QPS_RTS : state);
		if (state == IBV_QPS_RESET)
			SETUP_OF(BLOCK_OF_QP(QP_TO_RESET, row->type), !subject_move(&s, state));
		must_tell_what_was_given(&s, IBV_QP_STATE | IBV_QP_CAP, &given);
	}
}

static struct subject with_receive_queue(struct ibv_cq *cq, uint32_t max_recv_wr)
{
	struct ibv_qp_init_attr init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = 1,
			 .max_recv_wr = max_recv_wr,
			 .max_send_sge = 1,
			 .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};
	struct ibv_qp *qp = vct_create_qp(pd(), &init);

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), qp);
	return qp_subject(qp);
}

/*
 * The receive capabilities of a QP with a SRQ mean nothing, but they must be constant: neither
 * queries of other QPs nor the contents of the caller's memory may show in them.
 */
CHECK(receive_caps_on_a_srq_are_stable, PROMISES(QP_QRY_04), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_cq *cq = cq_make(16);
	struct subject with = qp_subject(qp_make(IBV_QPT_RC, srq_make(.max_wr = 16), cq, cq));
	struct subject others[] = { with_receive_queue(cq, 3), with_receive_queue(cq, 30) };
	struct ibv_qp_init_attr init, other;
	struct ibv_qp_cap first = ask(&with, IBV_QP_CAP, &init).cap, given = init.cap, again;

	RECORD("max_recv_wr %u, max_recv_sge %u", first.max_recv_wr, first.max_recv_sge);
	for (int i = 0; i < 8; i++) {
		ask(&others[i % 2], IBV_QP_CAP, &other);
		again = ask(&with, IBV_QP_CAP, &init).cap;
		MUST_EQ(again.max_recv_wr, first.max_recv_wr);
		MUST_EQ(again.max_recv_sge, first.max_recv_sge);
		MUST_EQ(init.cap.max_recv_wr, given.max_recv_wr);
		MUST_EQ(init.cap.max_recv_sge, given.max_recv_sge);
	}
}

static const struct state_row {
	struct vct_row vct_row;
	enum ibv_qp_state state;
} states[] = {
	{ ROW("RESET"), .state = IBV_QPS_RESET }, { ROW("INIT"), .state = IBV_QPS_INIT },
	{ ROW("RTR"), .state = IBV_QPS_RTR },     { ROW("RTS"), .state = IBV_QPS_RTS },
	{ ROW("SQD"), .state = IBV_QPS_SQD },     { ROW("ERR"), .state = IBV_QPS_ERR },
};

CHECK_ROWS(returns_zero, states, PROMISES(QP_QRY_05), .needs = NEED_RC | NEED_IB_STATES)
{
	struct subject s = subject_at(IBV_QPT_RC, row->state);
	struct ibv_qp_init_attr init;

	ask(&s, IBV_QP_STATE, &init);
	ask(&s, ALL_FLAGS, &init);
}

CHECK_ROWS(tells_the_state, states, PROMISES(QP_QRY_12), .needs = NEED_RC | NEED_IB_STATES)
{
	struct subject s = subject_at(IBV_QPT_RC, row->state);
	struct ibv_qp_init_attr init;

	MUST_EQ(ask(&s, IBV_QP_STATE, &init).qp_state, row->state);
	MUST_EQ(ask(&s, ALL_FLAGS, &init).qp_state, row->state);
}

CHECK(mask_is_a_hint, PROMISES(QP_QRY_06), .needs = NEED_RC | NEED_IB_STATES)
{
	struct subject s = subject_at(IBV_QPT_RC, IBV_QPS_RTS);
	struct ibv_qp_attr nonsense, seen;
	struct ibv_qp_init_attr init;

	memset(&nonsense, NONSENSE, sizeof(nonsense));
	seen = ask(&s, 0, &init);
	RECORD("a query with mask 0 %s",
	       memcmp(&seen, &nonsense, sizeof(seen)) ? "returns attributes" : "returns nothing");
}

static const struct flag_row {
	struct vct_row vct_row;
	int flag;
} flags[] = {
#define FLAG(flag_)                                                                                \
	{                                                                                          \
		ROW(#flag_), .flag = IBV_QP_##flag_                                                \
	}
	FLAG(STATE),
	FLAG(CUR_STATE),
	FLAG(EN_SQD_ASYNC_NOTIFY),
	FLAG(ACCESS_FLAGS),
	FLAG(PKEY_INDEX),
	FLAG(PORT),
	FLAG(QKEY),
	FLAG(AV),
	FLAG(PATH_MTU),
	FLAG(TIMEOUT),
	FLAG(RETRY_CNT),
	FLAG(RNR_RETRY),
	FLAG(RQ_PSN),
	FLAG(MAX_QP_RD_ATOMIC),
	FLAG(ALT_PATH),
	FLAG(MIN_RNR_TIMER),
	FLAG(SQ_PSN),
	FLAG(MAX_DEST_RD_ATOMIC),
	FLAG(PATH_MIG_STATE),
	FLAG(CAP),
	FLAG(DEST_QPN),
};

/*
 * RC, or UD where there is no RC. What a query returns besides what the mask asks for is up to the
 * device.
 */
CHECK_ROWS(any_flag_is_accepted, flags, PROMISES(QP_QRY_07), .needs = NEED_IB_STATES)
{
	enum ibv_qp_type type = vct_device_lacks(vct_dev, NEED_RC) ? IBV_QPT_UD : IBV_QPT_RC;
	struct ibv_qp_init_attr init;

	for (enum ibv_qp_state state = IBV_QPS_RESET; state <= IBV_QPS_RTS; state++) {
		struct subject s = subject_at(type, state);
		enum ibv_qp_state told = ask(&s, row->flag, &init).qp_state;

		if (row->flag == IBV_QP_STATE)
			MUST_EQ(NAMED("qp_state", told), state);
	}
}

/*
 * The page permits qp_state, path_mig_state, sq_draining and, with APM, ah_attr to differ, and says
 * that cur_qp_state and en_sqd_async_notify are irrelevant.
 */
CHECK(idle_queries_agree, PROMISES(QP_QRY_09), .needs = NEED_RC | NEED_IB_STATES)
{
	struct subject s = subject_at(IBV_QPT_RC, IBV_QPS_RTS);
	struct ibv_qp_attr first = subject_query(&s), again;

	for (int i = 0; i < 8; i++) {
		again = subject_query(&s);
		again.qp_state = first.qp_state;
		again.cur_qp_state = first.cur_qp_state;
		again.path_mig_state = first.path_mig_state;
		again.sq_draining = first.sq_draining;
		again.en_sqd_async_notify = first.en_sqd_async_notify;
		if (vct_dev->attr.orig_attr.device_cap_flags & IBV_DEVICE_AUTO_PATH_MIG)
			again.ah_attr = first.ah_attr;
		MUST_EQUAL_BYTES(NAMED("the attributes of a second query", &again), &first,
				 sizeof(first));
	}
}

/* "ah_attr (if APM is enabled)": without alternate paths it does not change. */
CHECK(idle_queries_agree_on_the_path, PROMISES(QP_QRY_09), .needs = NEED_RC | NEED_IB_STATES,
      .lacks = NEED_APM)
{
	struct subject s = subject_at(IBV_QPT_RC, IBV_QPS_RTS);
	struct ibv_qp_attr first = subject_query(&s);

	for (int i = 0; i < 8; i++) {
		struct ibv_qp_attr again = subject_query(&s);

		MUST_EQUAL_BYTES(&again.ah_attr, &first.ah_attr, sizeof(first.ah_attr));
	}
}

CHECK(current_state_and_notification_are_open, PROMISES(QP_QRY_10),
      .needs = NEED_RC | NEED_IB_STATES)
{
	struct subject s = subject_at(IBV_QPT_RC, IBV_QPS_RTS);
	struct ibv_qp_attr seen;
	struct ibv_qp_init_attr init;

	SETUP_OF(BLOCK_OF_QP(QP_TO_SQD, IBV_QPT_RC),
		 !subject_step(&s, IBV_QPS_SQD, IBV_QP_EN_SQD_ASYNC_NOTIFY, 0));
	seen = ask(&s, ALL_FLAGS, &init);
	RECORD("in SQD, with notification requested: cur_qp_state %d, en_sqd_async_notify %d",
	       (int)seen.cur_qp_state, seen.en_sqd_async_notify);
	MUST_EQ(seen.qp_state, IBV_QPS_SQD);
}

CHECK(an_idle_queue_is_drained, PROMISES(QP_QRY_11), .needs = NEED_RC | NEED_IB_STATES)
{
	struct link l = rc_link(.no_srq = true);
	struct subject s = qp_subject(l.tx);
	double until = vct_deadline_ms(DRAIN_MS);

	SETUP_OF(BLOCK_OF_QP(QP_TO_SQD, IBV_QPT_RC), !subject_move(&s, IBV_QPS_SQD));
	while (subject_query(&s).sq_draining)
		MUST(vct_wait_on(until), "sq_draining becomes 0 when the send queue is idle; it is "
					 "not before the deadline");
	MUST_EQ(subject_query(&s).qp_state, IBV_QPS_SQD);
}

/*
 * A message waits for a receive WR. If it has been started, the queue drains until it completes. If
 * sq_draining says that the queue is drained, the message must not complete while the QP is in SQD:
 * a message that waits would be sent again each time that the RNR timer ends, 1.28 ms (14).
 */
enum { RNR_MS = 2 };

static void must_drain(struct link *other)
{
	struct link l = rc_link(.srq_wr = 8, .rnr_retry = 7, .min_rnr_timer = 14);
	struct subject s = qp_subject(l.tx);
	struct ibv_wc wc;
	double until;
	uint8_t draining;

	link_post(&l, IBV_WR_SEND);
	srq_post(other->srq, 0, 2);
	link_send(other, 1);
	SETUP_OF(BLOCK_OF_QP(QP_TO_SQD, IBV_QPT_RC), !subject_move(&s, IBV_QPS_SQD));
	draining = subject_query(&s).sq_draining;
	RECORD("sq_draining is %u while a message waits for a receive WR", draining);
	srq_post(l.srq, 0, 1);
	link_send(other, 1);
	if (!draining) {
		MUST(!cq_gives(l.tx_cq, 20 * RNR_MS, &wc),
		     "a send queue that is drained sends nothing more; a completion came");
		return;
	}
	until = vct_deadline_ms(DRAIN_MS);
	while (subject_query(&s).sq_draining)
		MUST(vct_wait_on(until), "sq_draining becomes 0 when the last message is sent; it "
					 "is not before the deadline");
	MUST_EQ(MUST_COMPLETE_WITHIN(l.tx_cq, DRAIN_MS).status, IBV_WC_SUCCESS);
}

/* The device may or may not have started the message when the QP enters SQD: five attempts. */
CHECK(draining_lasts_as_long_as_a_message, PROMISES(QP_QRY_11),
      .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	struct link other = rc_link(.srq_wr = 8);

	for (int i = 0; i < 5; i++)
		must_drain(&other);
}

/* The device may be told of the error later than of the completion, by another queue. */
CHECK(tells_that_it_failed_by_itself, PROMISES(QP_QRY_12), .needs = NEED_SRQ | NEED_RC | NEED_RNR)
{
	struct link l = rc_link(.srq_wr = 4);
	struct subject s = qp_subject(l.tx);
	double until;

	link_post(&l, IBV_WR_SEND);
	MUST_NE(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	until = vct_deadline_ms(EVENT_MS);
	while (subject_query(&s).qp_state != IBV_QPS_ERR)
		MUST(vct_wait_on(until),
		     "qp_state becomes IBV_QPS_ERR after an error; it is not before the deadline");
	vct_note("the query told the error %.0f ms after the completion",
		 vct_now_ms() - until + EVENT_MS * vct_slow);
	vct_held();
}
