// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* QPs made by ibv_create_qp and ibv_create_qp_ex, of every type and several sizes. */
#include "qp.h"

static const struct kind {
	enum ibv_qp_type type;
	vct_needs needs;
	bool takes_srq;
} kinds[] = {
	{ IBV_QPT_RC, NEED_RC, true },
	{ IBV_QPT_UD, NEED_UD, true },
	{ IBV_QPT_UC, NEED_UC, false },
	{ IBV_QPT_RC, NEED_RC, true },
	{ IBV_QPT_RAW_PACKET, NEED_RAW | NEED_NET_RAW, false },
	{ IBV_QPT_XRC_SEND, NEED_XRC, false },
};
enum { N_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static const struct ibv_qp_cap sizes[] = {
	{ 16, 8, 1, 1, 0 }, { 16, 20, 1, 2, 32 }, { 7, 3, 2, 1, 0 },    { 20, 33, 1, 3, 8 },
	{ 1, 1, 1, 1, 0 },  { 100, 7, 6, 1, 0 },  { 33, 100, 2, 4, 0 }, { 5, 16, 5, 6, 64 },
};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* Of the receive queue, which a QP on an SRQ does not have. */
static const struct ignored {
	uint32_t wr, sge;
} ignored[] = {
	{ 0, 0 }, { UINT32_MAX, UINT32_MAX }, { 16, 1 }, { UINT32_MAX, 1 }, { 1, UINT32_MAX }
};
enum { IGNORED = sizeof(ignored) / sizeof(ignored[0]) };

/* PLAIN: ibv_create_qp; else ibv_create_qp_ex, with nonsense in the members it must not read. */
enum { PLAIN, EXTENDED, WITH_NONSENSE, N_VERBS };
#define GARBAGE ((void *)8)

static struct ibv_qp_cap cap_of(uint32_t size, const struct kind *kind, bool on_srq)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	struct ibv_qp_cap cap = sizes[size % SIZES];

	cap.max_send_wr = at_most(cap.max_send_wr, (uint32_t)claims->max_qp_wr);
	cap.max_recv_wr = at_most(cap.max_recv_wr, (uint32_t)claims->max_qp_wr);
	cap.max_send_sge = at_most(cap.max_send_sge, (uint32_t)claims->max_sge);
	cap.max_recv_sge = at_most(cap.max_recv_sge, (uint32_t)claims->max_sge);
	if (on_srq) {
		cap.max_recv_wr = ignored[size % IGNORED].wr;
		cap.max_recv_sge = ignored[size % IGNORED].sge;
	}
	if (kind->type == IBV_QPT_XRC_SEND)
		cap.max_recv_wr = cap.max_recv_sge = 0;
	/* These have sizes of their own, which no page tells. */
	if (kind->type == IBV_QPT_RAW_PACKET)
		cap = (struct ibv_qp_cap){ 4, 4, 1, 1, 0 };
	return cap;
}

static struct ibv_qp *create_ex(struct model_qp *q, struct ibv_qp_init_attr *init, bool nonsense)
{
	struct ibv_qp_init_attr_ex ex = {
		.qp_context = init->qp_context,
		.send_cq = init->send_cq,
		.recv_cq = init->recv_cq,
		.srq = init->srq,
		.cap = init->cap,
		.qp_type = init->qp_type,
		.sq_sig_all = init->sq_sig_all,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = q->pd->pd,
		.send_ops_flags = IBV_QP_EX_WITH_SEND,
	};
	struct ibv_qp *qp;

	if (nonsense) {
		ex.xrcd = GARBAGE;
		ex.create_flags = ex.source_qpn = UINT32_MAX;
		ex.max_tso_header = UINT16_MAX;
		ex.rwq_ind_tbl = GARBAGE;
		ex.rx_hash_conf.rx_hash_key = GARBAGE;
		ex.rx_hash_conf.rx_hash_key_len = 9;
	}
	if (init->qp_type == IBV_QPT_RC && !vct_device_lacks(vct_dev, NEED_SEND_OPS))
		ex.comp_mask |= IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
	qp = vct_create_qp_ex(ctx(), &ex);
	init->cap = ex.cap;
	return qp;
}

/* *asked is what the last call asks for. */
static struct ibv_qp *create(struct model_qp *q, struct ibv_qp_init_attr *init,
			     struct ibv_qp_cap *asked, uint32_t verb)
{
	struct ibv_qp *qp;

	*asked = init->cap;
	/* No page says how much inline data a device must have. */
	for (;;) {
		init->cap = *asked;
		qp = verb == PLAIN ? vct_create_qp(q->pd->pd, init)
				   : create_ex(q, init, verb == WITH_NONSENSE);
		if (qp || !asked->max_inline_data)
			return qp;
		asked->max_inline_data = 0;
	}
}

static void judge_members(const struct model_qp *q, const struct ibv_qp_init_attr *init)
{
	const struct ibv_qp *qp = q->qp;

	if (ASK(QP_CRE_03))
		MUST_POINT_TO(qp->pd, q->pd->pd);
	if (ASK(QP_CRE_04)) {
		MUST_POINT_TO(qp->context, ctx());
		MUST_POINT_TO(qp->qp_context, q->context);
		MUST_POINT_TO(qp->send_cq, init->send_cq);
		MUST_POINT_TO(qp->recv_cq, init->recv_cq);
		MUST_POINT_TO(qp->srq, init->srq);
		MUST_EQ(qp->qp_type, init->qp_type);
	}
	for (unsigned int i = 0; i < N_QPS; i++)
		if (&qps[i] != q && qps[i].qp && ASK(QP_CRE_09))
			MUST_NE(qps[i].qp->qp_num, qp->qp_num);
}

static void judge_size(const struct model_qp *q, const struct ibv_qp_cap *asked, bool plain)
{
	if (!ASK(plain ? QP_CRE_07 : QP_CEX_03) || q->qp->qp_type == IBV_QPT_RAW_PACKET)
		return;
	MUST_GE(q->cap.max_send_wr, asked->max_send_wr);
	MUST_GE(q->cap.max_send_sge, asked->max_send_sge);
	MUST_GE(q->cap.max_inline_data, asked->max_inline_data);
	if (q->srq)
		return;
	MUST_GE(q->cap.max_recv_wr, asked->max_recv_wr);
	MUST_GE(q->cap.max_recv_sge, asked->max_recv_sge);
}

static void is_made(struct model_qp *q)
{
	q->state = IBV_QPS_RESET;
	q->pd->users++;
	q->send_cq->users++;
	if (q->recv_cq)
		q->recv_cq->users++;
	if (q->srq)
		q->srq->users++;
	if (q->qp->qp_type == IBV_QPT_UD) {
		struct ibv_ah_attr address = own_address();

		q->ah = vct_create_ah(q->pd->pd, &address);
		SETUP(q->ah);
	}
}

/* What is at stake in the creation itself. */
static const struct vct_promise *promise_of(const struct kind *kind, const struct model_srq *s,
					    uint32_t verb, uint32_t size)
{
	if (kind->type == IBV_QPT_XRC_SEND)
		return QP_CEX_06;
	if (s && s->xrcd)
		return QP_CRE_13;
	if (s && !kind->takes_srq)
		return QP_CRE_11;
	if (s)
		return verb != PLAIN                ? QP_CEX_02
		       : ignored[size % IGNORED].wr ? QP_CRE_12
						    : QP_CRE_10;
	return verb == WITH_NONSENSE ? QP_CEX_04 : verb == EXTENDED ? QP_CEX_03 : QP_CRE_04;
}

static void request(struct model_qp *q, const struct kind *kind, const uint32_t *arg,
		    struct model_srq *s)
{
	bool sender = kind->type == IBV_QPT_XRC_SEND;

	/* No page says by which of two PDs the L_Keys of an SRQ's WRs are judged: one serves both.
	 */
	*q = (struct model_qp){ .pd = s ? s->pd : the_pd(arg[2]),
				.send_cq = the_cq(arg[3] / N_CQS),
				.recv_cq = sender ? NULL : the_cq(arg[3] % N_CQS),
				.srq = s,
				.all_signaled = arg[5],
				.context = new_context() };
}

/* True if there is a QP now. */
static bool is_created(struct model_qp *q, const struct kind *kind, uint32_t size, uint32_t verb)
{
	struct model_srq *s = q->srq;
	struct ibv_qp_init_attr init = {
		.qp_context = q->context,
		.send_cq = q->send_cq->cq,
		.recv_cq = q->recv_cq ? q->recv_cq->cq : NULL,
		.srq = s ? s->srq : NULL,
		.cap = cap_of(size, kind, s),
		.qp_type = kind->type,
		.sq_sig_all = q->all_signaled,
	};
	struct ibv_qp_init_attr asked = init;

	q->qp = create(q, &init, &asked.cap, verb);
	if (s && (!kind->takes_srq || s->xrcd)) {
		MUST_MAKE_NONE(q->qp);
		return false;
	}
	MUST_MAKE(q->qp);
	q->cap = init.cap;
	judge_members(q, &asked);
	judge_size(q, &asked.cap, verb == PLAIN);
	return true;
}

OPERATION(qp_create,
	  ARGS({ "qp", N_QPS }, { "type", N_KINDS }, { "pd", N_PDS }, { "cqs", N_CQS *N_CQS },
	       { "srq", N_SRQS + 1 }, { "all_signaled", 2 }, { "size", 2 * SIZES },
	       { "verb", N_VERBS }),
	  PROMISES(QP_CRE_03, QP_CRE_04, QP_CRE_07, QP_CRE_09, QP_CRE_10, QP_CRE_11, QP_CRE_12,
		   QP_CRE_13, QP_CEX_02, QP_CEX_03, QP_CEX_04, QP_CEX_06),
	  .weight = 8, .makes = true)
{
	struct model_qp *q = &qps[arg[0]];
	const struct kind *kind = &kinds[arg[1]];
	bool sender = kind->type == IBV_QPT_XRC_SEND;
	struct model_srq *s = arg[4] < N_SRQS && !sender ? &srqs[arg[4]] : NULL;
	/* That ibv_create_qp_ex refuses an SRQ for other types, its page does not say. */
	uint32_t verb = sender ? EXTENDED : s && !kind->takes_srq ? PLAIN : arg[7];

	if (q->qp || vct_device_lacks(vct_dev, kind->needs) ||
	    (s && (!srq_is_usable(s) || s->tm || vct_is_left_out(QP_CRE_10))) ||
	    !ASK(promise_of(kind, s, verb, arg[6])))
		return false;
	request(q, kind, arg, s);
	if (is_created(q, kind, arg[6], verb))
		is_made(q);
	return true;
}
