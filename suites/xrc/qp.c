// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* XRC QPs by ibv_create_qp_ex: each sends only or receives only, and none has a SRQ of its own. */
#include "../vct.h"

enum { PD = IBV_QP_INIT_ATTR_PD, XRCD = IBV_QP_INIT_ATTR_XRCD };

#define create(type_, mask_, ...)                                                                  \
	vct_create_qp_ex(ctx(), &(struct ibv_qp_init_attr_ex){ .qp_type = IBV_QPT_##type_,         \
							       .comp_mask = (mask_),               \
							       ##__VA_ARGS__ })
#define SEND_CAP .cap = { .max_send_wr = 4, .max_send_sge = 1 }

CHECK(receiver_needs_its_domain_alone, PROMISES(QP_CEX_05, AFT_01), .needs = NEED_XRC)
{
	struct ibv_xrcd *xrcd = xrcd_make();
	struct ibv_qp *qp = create(XRC_RECV, XRCD, .xrcd = xrcd);

	JUDGING(QP_CEX_05);
	MUST_MAKE(qp);
	MUST_EQ(qp->qp_type, IBV_QPT_XRC_RECV);
	MUST_POINT_TO(qp->context, ctx());
	MUST_MAKE_NONE(create(XRC_RECV, 0, .xrcd = xrcd));
	MUST_MAKE_NONE(create(XRC_RECV, PD, .pd = pd(), .xrcd = xrcd));
	JUDGING(AFT_01);
	MUST_GO_ON(.xrcd = xrcd);
}

CHECK(receiver_belongs_to_its_domain, PROMISES(QP_CEX_05), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct ibv_xrcd *xrcd = xrcd_make();
	struct ibv_qp *qp = create(XRC_RECV, XRCD, .xrcd = xrcd);
	struct ibv_xrcd *other = xrcd_make();
	struct rcv_qp opened;

	MUST_MAKE(qp);
	MUST_SUCCEED(rcv_qp_register(XRC_TODAY, xrcd, qp->qp_num, &opened));
	MUST_REFUSE(rcv_qp_register(XRC_TODAY, other, qp->qp_num, &opened));
}

CHECK(sender_needs_pd_and_send_cq, PROMISES(QP_CEX_06), .needs = NEED_XRC)
{
	struct ibv_cq *cq = cq_make(4);
	struct ibv_qp *qp = create(XRC_SEND, PD, .pd = pd(), .send_cq = cq, SEND_CAP);

	MUST_MAKE(qp);
	MUST_EQ(qp->qp_type, IBV_QPT_XRC_SEND);
	MUST_POINT_TO(qp->pd, pd());
	MUST_POINT_TO(qp->send_cq, cq);
	MUST_MAKE_NONE(create(XRC_SEND, 0, .send_cq = cq, SEND_CAP));
}

CHECK(sender_has_no_receive_queue, PROMISES(QP_CEX_06), .needs = NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 4, .posted = 2);
	struct ibv_recv_wr *wr = recv_list(50, 1), *bad = NULL;

	MUST_POINT_TO(l.tx->recv_cq, NULL);
	MUST_POINT_TO(l.tx->srq, NULL);
	MUST_REFUSE(vct_post_recv(l.tx, wr, &bad));
	MUST_RECEIVE(&l, 0);
	MUST_BE_EMPTY(l.tx_cq);
}

/* As above, and with a basic SRQ if one is given. */
static struct ibv_qp *make_sender(struct ibv_srq *srq)
{
	struct ibv_cq *cq = cq_make(4);

	return create(XRC_SEND, PD, .pd = pd(), .send_cq = cq, .recv_cq = srq ? cq : NULL,
		      .srq = srq, SEND_CAP);
}

static struct ibv_qp *make_receiver(struct ibv_srq *srq)
{
	struct ibv_cq *cq = srq ? cq_make(4) : NULL;

	return create(XRC_RECV, XRCD, .xrcd = xrcd_make(), .recv_cq = cq, .srq = srq);
}

static const struct type_row {
	struct vct_row vct_row;
	struct ibv_qp *(*make)(struct ibv_srq *srq);
} types[] = {
	{ ROW("send"), .make = make_sender },
	{ ROW("receive"), .make = make_receiver },
};

CHECK_ROWS(takes_no_srq, types, PROMISES(QP_CRE_11), .needs = NEED_XRC | NEED_SRQ)
{
	MUST_MAKE(row->make(NULL));
	MUST_MAKE_NONE(row->make(srq_make(.max_wr = 4)));
}

static const struct ordinary_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
} ordinary[] = {
	{ .vct_row = { .name = "rc", .needs = NEED_RC }, .type = IBV_QPT_RC },
	{ .vct_row = { .name = "ud", .needs = NEED_UD }, .type = IBV_QPT_UD },
};

CHECK_ROWS(ordinary_qp_takes_no_xrc_srq, ordinary, PROMISES(QP_CRE_13, AFT_01), .needs = NEED_XRC)
{
	struct ibv_cq *cq = cq_make(4);
	struct ibv_qp_init_attr init = {
		.send_cq = cq, .recv_cq = cq, .qp_type = row->type, SEND_CAP
	};
	struct ibv_xrcd *xrcd = xrcd_make();

	JUDGING(QP_CRE_13);
	init.srq = srq_make(.max_wr = 4);
	MUST_MAKE(vct_create_qp(pd(), &init));
	init.srq = xrc_srq_make(xrcd, cq, 4);
	MUST_MAKE_NONE(vct_create_qp(pd(), &init));
	JUDGING(AFT_01);
	MUST_GO_ON(.xrcd = xrcd, .cq = cq);
}
