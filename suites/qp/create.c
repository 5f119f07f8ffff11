// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_create_qp: which objects the QP uses, how large it is, and how it works with a SRQ. */
#include "../vct.h"

STATIC_CHECK(prototype, PROMISES(QP_CRE_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_create_qp,
				     struct ibv_qp * (struct ibv_pd *, struct ibv_qp_init_attr *)),
		       "ibv_create_qp");
}

STATIC_CHECK(init_attr_members, PROMISES(QP_CRE_01))
{
#define HAS(member_, ...)                                                                          \
	_Static_assert(HAS_MEMBER(struct ibv_qp_init_attr, member_, __VA_ARGS__), #member_)
	HAS(qp_context, void *);
	HAS(send_cq, struct ibv_cq *);
	HAS(recv_cq, struct ibv_cq *);
	HAS(srq, struct ibv_srq *);
	HAS(cap, struct ibv_qp_cap);
	HAS(qp_type, enum ibv_qp_type);
	HAS(sq_sig_all, int);
#undef HAS
}

STATIC_CHECK(cap_members, PROMISES(QP_CRE_02))
{
#define HAS(member_) _Static_assert(HAS_MEMBER(struct ibv_qp_cap, member_, uint32_t), #member_)
	HAS(max_send_wr);
	HAS(max_recv_wr);
	HAS(max_send_sge);
	HAS(max_recv_sge);
	HAS(max_inline_data);
#undef HAS
}

/* Creates a QP. Defaults: CQs of its own, 16 sends and 16 receives of one SGE. */
static struct ibv_qp *create_of(struct ibv_qp_init_attr init)
{
	if (!init.send_cq)
		init.send_cq = cq_make(CQ_ENTRIES);
	if (!init.recv_cq)
		init.recv_cq = cq_make(CQ_ENTRIES);
	if (!init.cap.max_send_wr)
		init.cap = (struct ibv_qp_cap){ 16, 16, 1, 1, 0 };
	return vct_create_qp(pd(), &init);
}
#define create(type_, ...) create_of((struct ibv_qp_init_attr){ .qp_type = (type_), ##__VA_ARGS__ })

static const struct qp_type_row types[] = {
	{ TYPE_ROW("RC", RC) },
	{ TYPE_ROW("UC", UC) },
	{ TYPE_ROW("UD", UD) },
	{ TYPE_ROW("RAW", RAW) },
};

/* ibv_alloc_pd(3): ibv_dealloc_pd "may fail if any other resource is still associated". */
CHECK_ROWS(belongs_to_its_pd, types, PROMISES(QP_CRE_03))
{
	struct ibv_pd *own = vct_alloc_pd(ctx());
	struct ibv_qp_init_attr init = { .qp_type = row->type,
					 .send_cq = cq_make(16),
					 .recv_cq = cq_make(16),
					 .cap = { 16, 16, 1, 1, 0 } };
	struct ibv_qp *qp;
	int dealloc;

	SETUP_OF(BLOCK_PD, own);
	qp = vct_create_qp(own, &init);
	MUST_MAKE(qp);
	MUST_POINT_TO(qp->pd, own);
	dealloc = vct_dealloc_pd(own);
	RECORD("ibv_dealloc_pd of a PD with a QP %s", dealloc ? "is refused" : "succeeds");
	MUST_GE(NAMED("what ibv_dealloc_pd returned", dealloc), 0);
	MUST_SUCCEED(vct_destroy_qp(qp));
	if (dealloc)
		MUST_SUCCEED(vct_dealloc_pd(own));
}

CHECK_ROWS(is_what_was_given, types, PROMISES(QP_CRE_04))
{
	int context;
	struct ibv_cq *send_cq = cq_make(16), *recv_cq = cq_make(16);
	struct ibv_qp *qp =
		create(row->type, .qp_context = &context, .send_cq = send_cq, .recv_cq = recv_cq);

	MUST_MAKE(qp);
	MUST_POINT_TO(qp->context, ctx());
	MUST_POINT_TO(qp->qp_context, &context);
	MUST_POINT_TO(qp->send_cq, send_cq);
	MUST_POINT_TO(qp->recv_cq, recv_cq);
	MUST_POINT_TO(qp->srq, NULL);
	MUST_EQ(qp->qp_type, row->type);
}

CHECK_ROWS(a_new_one_is_in_reset, types, PROMISES(QP_QRY_12), .needs = NEED_IB_STATES)
{
	struct ibv_qp *qp = create(row->type);
	struct subject s;

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, row->type), qp);
	s = qp_subject(qp);
	MUST_EQ(subject_query(&s).qp_state, IBV_QPS_RESET);
}

/* A QP of an iWARP device, which is connected by a connection manager, may start in INIT. */
CHECK(iwarp_may_start_in_init, PROMISES(QP_QRY_12), .needs = NEED_RC)
{
	struct ibv_qp *qp = create(IBV_QPT_RC);
	enum ibv_qp_state state;
	struct subject s;

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), qp);
	s = qp_subject(qp);
	state = subject_query(&s).qp_state;
	RECORD("a new QP of %s device is in state %d", vct_dev->iwarp ? "an iWARP" : "a",
	       (int)state);
	MUST(state == IBV_QPS_RESET || (vct_dev->iwarp && state == IBV_QPS_INIT),
	     "a new QP is in RESET; it is in state %d", (int)state);
}

static const struct qp_type_row types_on_srq[] = { { TYPE_ROW("RC", RC) }, { TYPE_ROW("UD", UD) } };

CHECK_ROWS(of_a_srq_is_what_was_given, types_on_srq, PROMISES(QP_CRE_04, QP_CRE_10),
	   .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	struct ibv_qp *qp = create(row->type, .srq = srq);

	JUDGING(QP_CRE_10);
	MUST_MAKE(qp);
	JUDGING(QP_CRE_04);
	MUST_POINT_TO(qp->srq, srq);
	MUST_EQ(qp->qp_type, row->type);
}

static const struct qp_type_row without_srq[] = {
	{ TYPE_ROW("UC", UC, QP_CRE_11, QP_CRE_08, AFT_01) },
	{ TYPE_ROW("RAW", RAW, QP_CRE_11, QP_CRE_08, AFT_01) },
};

/*
 * "will fail if [...] asked to create QP of a type other than IBV_QPT_RC or IBV_QPT_UD associated
 * with an SRQ". xrc.qp has XRC.
 */
CHECK_ROWS(a_srq_serves_no_other_type, without_srq, .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, row->type), create(row->type));
	errno = 0;
	MUST_MAKE_NONE(create(row->type, .srq = srq, .cap = { 4, 4, 1, 1, 0 }));
	JUDGING(QP_CRE_08);
	MUST_GE(errno, 1);
	JUDGING(AFT_01);
	MUST_GO_ON(.srq = srq);
}

CHECK_ROWS(receives_come_from_the_srq, types_on_srq, PROMISES(QP_CRE_05, QP_CRE_10),
	   .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);
	struct ibv_qp *qp = create(row->type, .srq = srq);
	struct link l;

	JUDGING(QP_CRE_10);
	MUST_MAKE(qp);
	l = link_make(row->type, &(struct link_attr){ .srq = srq, .rx = qp, .posted = 2 });
	JUDGING(QP_CRE_05);
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
}

/* One SRQ is used by QPs of both types. */
CHECK(a_srq_serves_rc_and_ud, PROMISES(QP_CRE_10, QP_CRE_05), .needs = NEED_SRQ | NEED_RC | NEED_UD)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);
	struct ibv_qp *rc_qp = create(IBV_QPT_RC, .srq = srq), *ud_qp;
	struct link rc, ud;

	MUST_MAKE(rc_qp);
	ud_qp = create(IBV_QPT_UD, .srq = srq);
	MUST_MAKE(ud_qp);
	rc = rc_link(.srq = srq, .rx = rc_qp);
	ud = ud_link(.srq = srq, .rx = ud_qp);
	JUDGING(QP_CRE_05);
	srq_post(srq, 0, 3);
	MUST_RECEIVE(&rc, 0);
	MUST_RECEIVE(&ud, 1);
	MUST_RECEIVE(&rc, 2);
}

static const struct ignored_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	uint32_t wr, sge;
} ignored[] = {
	{ TYPE_ROW("RC-none", RC), .wr = 0, .sge = 0 },
	{ TYPE_ROW("RC-too-many", RC), .wr = UINT32_MAX, .sge = UINT32_MAX },
	{ TYPE_ROW("RC-too-many-WRs", RC), .wr = UINT32_MAX, .sge = 1 },
	{ TYPE_ROW("RC-too-many-SGEs", RC), .wr = 1, .sge = UINT32_MAX },
	{ TYPE_ROW("UD-none", UD), .wr = 0, .sge = 0 },
	{ TYPE_ROW("UD-too-many", UD), .wr = UINT32_MAX, .sge = UINT32_MAX },
};

CHECK_ROWS(receive_caps_do_not_count_on_a_srq, ignored, PROMISES(QP_CRE_12), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);
	struct ibv_qp *qp = create(row->type, .srq = srq, .cap = { 16, row->wr, 1, row->sge, 0 });
	struct link l;

	MUST_MAKE(qp);
	l = link_make(row->type, &(struct link_attr){ .srq = srq, .rx = qp, .posted = 2 });
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
}

static const struct signal_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	int sq_sig_all;
} signals[] = {
	{ TYPE_ROW("every", RC), .sq_sig_all = 1 },
	{ TYPE_ROW("only-signaled", RC), .sq_sig_all = 0 },
	{ TYPE_ROW("UD-every", UD), .sq_sig_all = 1 },
	{ TYPE_ROW("UD-only-signaled", UD), .sq_sig_all = 0 },
};

/* Two unsignaled sends, then a signaled one, which completes after them. */
CHECK_ROWS(completes, signals, PROMISES(QP_CRE_14), .needs = NEED_SRQ)
{
	struct ibv_qp *tx = create(row->type, .sq_sig_all = row->sq_sig_all);
	struct link l;

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, row->type), tx);
	l = link_make(row->type, &(struct link_attr){ .srq_wr = 4, .posted = 3, .tx = tx });
	link_post(&l, IBV_WR_SEND, .unsignaled = true);
	link_post(&l, IBV_WR_SEND, .unsignaled = true);
	link_post(&l, IBV_WR_SEND);
	if (row->sq_sig_all) {
		MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, 0);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, 1);
	}
	MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, 2);
	MUST_BE_EMPTY(l.tx_cq);
}

CHECK(numbers_are_the_qps_own, PROMISES(QP_CRE_09), .needs = NEED_SRQ | NEED_RC)
{
	struct link first = rc_link(.srq_wr = 4, .posted = 2), second = rc_link(.srq = first.srq);
	const uint32_t numbers[] = { first.tx->qp_num, first.rx->qp_num, second.tx->qp_num,
				     second.rx->qp_num };

	for (int i = 0; i < 4; i++)
		for (int j = 0; j < i; j++)
			MUST_NE(NAMED("qp_num", numbers[i]), numbers[j]);
	MUST_RECEIVE(&first, 0);
	MUST_EQ(first.wc.qp_num, first.rx->qp_num);
	MUST_RECEIVE(&second, 1);
	MUST_EQ(second.wc.qp_num, second.rx->qp_num);
}

CHECK(numbers_are_used_again_by_none_that_lives, PROMISES(QP_CRE_09), .needs = NEED_RC)
{
	struct ibv_qp *stays = create(IBV_QPT_RC), *goes;

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), stays);
	for (int i = 0; i < 8; i++) {
		goes = create(IBV_QPT_RC);
		MUST_MAKE(goes);
		MUST_NE(goes->qp_num, stays->qp_num);
		MUST_SUCCEED(vct_destroy_qp(goes));
	}
}
