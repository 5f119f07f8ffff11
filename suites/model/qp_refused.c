// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* QPs that cannot be made, resized or destroyed. */
#include "qp.h"

static void spoil(struct ibv_qp_init_attr_ex *init, uint32_t what)
{
	uint32_t max_wr = (uint32_t)vct_dev->attr.orig_attr.max_qp_wr;

	switch (what) {
	case 0:
		init->cap.max_send_wr = max_wr + 1;
		break;
	case 1:
		init->cap.max_recv_wr = max_wr + 1;
		break;
	/* max_sge may be that of the smaller queue, so a far larger value is given. */
	case 2:
		init->cap.max_send_sge = 1 << 24;
		break;
	case 3:
		init->cap.max_recv_sge = 1 << 24;
		break;
	case 4:
		init->cap.max_inline_data = UINT32_MAX;
		break;
	case 5:
		init->qp_type = (enum ibv_qp_type)77;
		break;
	case 6:
		init->send_cq = NULL;
		break;
	default:
		init->recv_cq = NULL;
	}
}

enum { SPOILED = 8 };
static const uint32_t unknown_bits[] = { 1 << 7, 1 << 20, 1u << 31 };
enum { BITS = sizeof(unknown_bits) / sizeof(unknown_bits[0]) };

OPERATION(qp_bad_create, ARGS({ "what", SPOILED + BITS }, { "pd", N_PDS }, { "cq", N_CQS }),
	  PROMISES(QP_CRE_08, QP_CEX_04), .weight = 4, .needs = NEED_RC)
{
	struct ibv_qp_init_attr_ex ex = {
		.send_cq = the_cq(arg[2])->cq,
		.recv_cq = the_cq(arg[2])->cq,
		.cap = { 4, 4, 1, 1, 0 },
		.qp_type = IBV_QPT_RC,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = the_pd(arg[1])->pd,
	};
	struct ibv_qp_init_attr init;

	if (!ASK(arg[0] < SPOILED ? QP_CRE_08 : QP_CEX_04))
		return false;
	if (arg[0] >= SPOILED) {
		ex.comp_mask |= unknown_bits[arg[0] - SPOILED];
		errno = 0;
		MUST_MAKE_NONE(vct_create_qp_ex(ctx(), &ex));
		MUST_GE(errno, 1);
		return true;
	}
	spoil(&ex, arg[0]);
	init = (struct ibv_qp_init_attr){
		.send_cq = ex.send_cq, .recv_cq = ex.recv_cq, .cap = ex.cap, .qp_type = ex.qp_type
	};
	errno = 0;
	MUST_MAKE_NONE(vct_create_qp(ex.pd, &init));
	MUST_GE(errno, 1);
	return true;
}

/* The page of ibv_create_qp_ex does not say whether a UC QP may have an SRQ. */
OPERATION(qp_open_create, ARGS({ "srq", N_SRQS }, { "cq", N_CQS }), PROMISES(QP_CEX_07),
	  .needs = NEED_SRQ | NEED_UC)
{
	struct model_srq *s = srq_from(arg[0]);
	struct ibv_qp_init_attr_ex ex;
	struct ibv_qp *qp;

	if (!s || s->xrcd || !ASK(QP_CEX_07))
		return false;
	ex = (struct ibv_qp_init_attr_ex){
		.send_cq = the_cq(arg[1])->cq,
		.recv_cq = the_cq(arg[1])->cq,
		.srq = s->srq,
		.cap = { 4, 4, 1, 1, 0 },
		.qp_type = IBV_QPT_UC,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = s->pd->pd,
	};
	errno = 0;
	qp = vct_create_qp_ex(ctx(), &ex);
	MUST(qp ? qp->srq == s->srq : errno > 0,
	     "a QP is made with its SRQ, or refused with errno; it is not");
	if (qp)
		MUST_SUCCEED(vct_destroy_qp(qp));
	return true;
}

static bool has_queues(const struct model_qp *q)
{
	enum ibv_qp_type type = q->qp ? q->qp->qp_type : IBV_QPT_DRIVER;

	return !q->unknown && (type == IBV_QPT_RC || type == IBV_QPT_UC || type == IBV_QPT_UD);
}

static uint32_t a_few_more(uint32_t wrs)
{
	uint32_t most = (uint32_t)vct_dev->attr.orig_attr.max_qp_wr;

	return wrs + 8 < most ? wrs + 8 : most;
}

/* Larger queues: refused, or, where the device claims it, made in INIT. */
OPERATION(qp_resize, ARGS({ "qp", N_QPS }, { "with_state", 2 }),
	  PROMISES(QP_MOD_10, QP_MOD_FLAG_CAP), .weight = 2, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], has_queues);
	bool claims = !vct_device_lacks(vct_dev, NEED_QP_RESIZE);
	struct ibv_qp_attr attr;
	int ret;

	if (!q || !qp_is_told() || !ASK(claims ? QP_MOD_FLAG_CAP : QP_MOD_10) ||
	    (claims && (q->state != IBV_QPS_INIT || q->queue.n || q->cap.max_send_wr > 100)))
		return false;
	qp_must_agree(q);
	JUDGING(claims ? QP_MOD_FLAG_CAP : QP_MOD_10);
	attr = (struct ibv_qp_attr){ .cap = qp_told_caps(q) };
	if (!claims) {
		attr.cap.max_send_wr *= 2;
		ret = vct_modify_qp(q->qp, &attr, IBV_QP_CAP);
		MUST_REFUSE(ret);
		qp_must_keep(q, QP_MOD_10);
		return true;
	}
	attr.cap.max_send_wr = a_few_more(attr.cap.max_send_wr);
	if (!q->srq)
		attr.cap.max_recv_wr = a_few_more(attr.cap.max_recv_wr);
	MUST_SUCCEED(vct_modify_qp(q->qp, &attr, IBV_QP_CAP));
	q->cap = qp_told_caps(q);
	qp_attr_is_open(q);
	MUST_GE(q->cap.max_send_wr, attr.cap.max_send_wr);
	if (!q->srq)
		MUST_GE(q->cap.max_recv_wr, attr.cap.max_recv_wr);
	qp_must_agree(q);
	return true;
}

static bool may_join(const struct model_qp *q)
{
	return q->qp && !q->unknown && q->qp->qp_type == IBV_QPT_UD && q->state == IBV_QPS_RTS;
}

/* ff0e::5643:54xx, which nobody else uses. */
static union ibv_gid group_of(uint32_t number)
{
	union ibv_gid gid = { .raw = { 0xff, 0x0e } };

	gid.raw[12] = 'V';
	gid.raw[13] = 'C';
	gid.raw[14] = 'T';
	gid.raw[15] = (uint8_t)number;
	return gid;
}

OPERATION(qp_destroy_in_group, ARGS({ "qp", N_QPS }, { "group", 3 }), PROMISES(QP_DES_02),
	  .weight = 2, .needs = NEED_UD | NEED_MCAST | NEED_IB_STATES)
{
	bool ethernet = vct_dev->port_attr.link_layer == IBV_LINK_LAYER_ETHERNET;
	struct model_qp *q = qp_from(arg[0], may_join);
	union ibv_gid gid = group_of(arg[1]);
	uint16_t lid = ethernet ? 0 : 0xc001;
	int ret;

	if (!q || !ASK(QP_DES_02))
		return false;
	settle_events();
	SETUP(!vct_attach_mcast(q->qp, &gid, lid));
	ret = vct_destroy_qp(q->qp);
	MUST_GE(ret, 1);
	SETUP(!vct_detach_mcast(q->qp, &gid, lid));
	qp_must_keep(q, QP_DES_02);
	return true;
}
