// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_create_qp_ex: which members are used, and how the QP works with a SRQ. qp/size.c checks the
 * sizes it returns, suites/xrc the XRC QPs.
 */
#include "../vct.h"

STATIC_CHECK(prototype, PROMISES(QP_CEX_01))
{
	_Static_assert(
		HAS_PROTOTYPE(ibv_create_qp_ex,
			      struct ibv_qp * (struct ibv_context *, struct ibv_qp_init_attr_ex *)),
		"ibv_create_qp_ex");
}

STATIC_CHECK(init_attr_members, PROMISES(QP_CEX_01))
{
#define HAS(member_, ...)                                                                          \
	_Static_assert(HAS_MEMBER(struct ibv_qp_init_attr_ex, member_, __VA_ARGS__), #member_)
	HAS(qp_context, void *);
	HAS(send_cq, struct ibv_cq *);
	HAS(recv_cq, struct ibv_cq *);
	HAS(srq, struct ibv_srq *);
	HAS(cap, struct ibv_qp_cap);
	HAS(qp_type, enum ibv_qp_type);
	HAS(sq_sig_all, int);
	HAS(comp_mask, uint32_t);
	HAS(pd, struct ibv_pd *);
	HAS(xrcd, struct ibv_xrcd *);
	HAS(create_flags, uint32_t);
	HAS(max_tso_header, uint16_t);
	HAS(rwq_ind_tbl, struct ibv_rwq_ind_table *);
	HAS(rx_hash_conf, struct ibv_rx_hash_conf);
	HAS(source_qpn, uint32_t);
	HAS(send_ops_flags, uint64_t);
#undef HAS
}

/* Creates a QP on pd(), of 16 sends and 16 receives, with the members given. */
static struct ibv_qp *create_of(struct ibv_qp_init_attr_ex init)
{
	init.send_cq = cq_make(CQ_ENTRIES);
	init.recv_cq = cq_make(CQ_ENTRIES);
	if (!init.cap.max_send_wr)
		init.cap = (struct ibv_qp_cap){ 16, 16, 1, 1, 0 };
	return qp_create_ex(&init);
}
#define create(type_, ...)                                                                         \
	create_of((struct ibv_qp_init_attr_ex){ .qp_type = (type_), ##__VA_ARGS__ })

static const struct ignored_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	uint32_t wr, sge;
} ignored[] = {
	{ TYPE_ROW("RC-none", RC), .wr = 0, .sge = 0 },
	{ TYPE_ROW("RC-too-many", RC), .wr = UINT32_MAX, .sge = UINT32_MAX },
	{ TYPE_ROW("UD-none", UD), .wr = 0, .sge = 0 },
	{ TYPE_ROW("UD-too-many", UD), .wr = UINT32_MAX, .sge = UINT32_MAX },
};

CHECK_ROWS(receive_caps_do_not_count_on_a_srq, ignored, PROMISES(QP_CEX_02), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);
	struct ibv_qp *qp = create(row->type, .srq = srq, .cap = { 16, row->wr, 1, row->sge, 0 });
	struct link l;

	MUST_MAKE(qp);
	MUST_POINT_TO(qp->srq, srq);
	l = link_make(row->type, &(struct link_attr){ .srq = srq, .rx = qp, .posted = 2 });
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
}

static const struct bit_row {
	struct vct_row vct_row;
	uint32_t bit, flag;
} bits[] = {
	{ ROW("bit-7", QP_CEX_04, AFT_01), .bit = 1 << 7 },
	{ ROW("bit-20", QP_CEX_04, AFT_01), .bit = 1 << 20 },
	{ ROW("bit-31", QP_CEX_04, AFT_01), .bit = 1u << 31 },
	{ ROW("flag-20", QP_CEX_09, AFT_01), .bit = IBV_QP_INIT_ATTR_CREATE_FLAGS,
	  .flag = 1 << 20 },
	{ ROW("flag-31", QP_CEX_09, AFT_01), .bit = IBV_QP_INIT_ATTR_CREATE_FLAGS,
	  .flag = 1u << 31 },
};

CHECK_ROWS(unknown_bit_is_refused, bits, .needs = NEED_RC)
{
	MUST_MAKE(create(IBV_QPT_RC));
	errno = 0;
	MUST_MAKE_NONE(create(IBV_QPT_RC, .comp_mask = row->bit, .create_flags = row->flag));
	MUST_GE(errno, 1);
	JUDGING(AFT_01);
	MUST_GO_ON();
}

/* A QP of this type needs a PD, and a PD is given only if its bit is. */
CHECK(a_pd_without_its_bit_is_none, PROMISES(QP_CEX_04, AFT_01), .needs = NEED_RC,
      .danger = DANGER_REFUSED)
{
	struct ibv_qp_init_attr_ex init = {
		.qp_type = IBV_QPT_RC,
		.send_cq = cq_make(4),
		.recv_cq = cq_make(4),
		.cap = { 1, 1, 1, 1, 0 },
		.pd = pd(),
	};

	init.comp_mask = IBV_QP_INIT_ATTR_PD;
	MUST_MAKE(vct_create_qp_ex(ctx(), &init));
	init.comp_mask = 0;
	errno = 0;
	MUST_MAKE_NONE(vct_create_qp_ex(ctx(), &init));
	MUST_GE(errno, 1);
	JUDGING(AFT_01);
	MUST_GO_ON(.cq = init.recv_cq);
}

/* For members that the mask does not select: they must not be read. */
#define GARBAGE ((void *)8)

CHECK(what_is_not_masked_is_not_looked_at, PROMISES(QP_CEX_04), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);
	struct ibv_qp *qp = create(
		IBV_QPT_RC, .srq = srq, .xrcd = GARBAGE, .create_flags = UINT32_MAX,
		.max_tso_header = UINT16_MAX, .rwq_ind_tbl = GARBAGE, .source_qpn = UINT32_MAX,
		.rx_hash_conf = { .rx_hash_key = GARBAGE, .rx_hash_key_len = 9 });
	struct link l;

	MUST_MAKE(qp);
	l = rc_link(.srq = srq, .rx = qp, .posted = 1);
	MUST_RECEIVE(&l, 0);
}

/* The page of ibv_create_qp says that this fails; the page of ibv_create_qp_ex does not. */
CHECK(a_srq_for_uc_is_open, PROMISES(QP_CEX_07), .needs = NEED_SRQ | NEED_UC)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);
	struct ibv_qp *qp;

	errno = 0;
	qp = create(IBV_QPT_UC, .srq = srq);
	RECORD("a UC QP on a SRQ is %s", qp ? "created" : "refused");
	MUST(qp ? qp->srq == srq : errno > 0,
	     "a QP is made with its SRQ, or refused with errno; it is not");
}

CHECK(extended_handle_sends, PROMISES(QP_CEX_08), .needs = NEED_SRQ | NEED_RC | NEED_SEND_OPS)
{
	struct ibv_qp_init_attr_ex init = {
		.qp_type = IBV_QPT_RC,
		.send_cq = cq_make(4),
		.recv_cq = cq_make(4),
		.cap = { 4, 4, 1, 1, 0 },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = pd(),
		.send_ops_flags = IBV_QP_EX_WITH_SEND,
	};
	struct ibv_qp *qp = vct_create_qp_ex(ctx(), &init);
	struct ibv_qp_ex *ex;
	struct link l;

	MUST_MAKE(qp);
	ex = ibv_qp_to_qp_ex(qp);
	MUST(ex && ex->wr_start && ex->wr_send && ex->wr_set_sge && ex->wr_complete,
	     "the extended QP has functions that post; one of them is NULL");
	l = rc_link(.tx = qp, .srq_wr = 4, .posted = 1);
	vct_wr_start(ex);
	ex->wr_id = 7;
	ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_send(ex);
	vct_wr_set_sge(ex, slots_mr()->lkey, (uintptr_t)send_slot(0), 64);
	MUST_SUCCEED(vct_wr_complete(ex));
	MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, 7);
	MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, 0);
}
