// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The attributes of QPs: the values that they are set to, and what queries tell of them. */
#include "qp.h"

enum { PSNS = IBV_QP_SQ_PSN | IBV_QP_RQ_PSN, QKEY = 0x1ee7 };

static struct ibv_qp_attr fit_values(enum ibv_qp_state to, bool patient, bool small)
{
	struct ibv_qp_attr attr = legal_attr(to);

	attr.path_mtu = small ? IBV_MTU_256 : vct_dev->port_attr.active_mtu;
	attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
	attr.pkey_index = vct_dev->pkey_index;
	attr.qkey = QKEY;
	attr.ah_attr = own_address();
	attr.min_rnr_timer = 1;
	attr.timeout = 12;
	attr.retry_cnt = 7;
	attr.rnr_retry = patient ? 7 : 0;
	/* So that they begin again at 0 after a few messages. */
	if (small && !vct_is_left_out(SND_34)) {
		attr.rq_psn = 0xfffffa;
		attr.sq_psn = 0xffffff;
	}
	return attr;
}

/* The ends of the ranges, as in suites/qp/width.c. */
static struct ibv_qp_attr end_values(enum ibv_qp_state to, bool high)
{
	struct ibv_qp_attr attr = legal_attr(to);

	attr.path_mtu = high ? vct_dev->port_attr.active_mtu : IBV_MTU_256;
	attr.qp_access_flags = high ? IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ : 0;
	attr.qkey = high ? 0x7fffffff : 0;
	attr.rq_psn = high ? 0xffffff : 0;
	attr.sq_psn = high ? 0xffffff : 0x800000;
	attr.dest_qp_num = high ? 0xfffffe : 0x800000;
	attr.min_rnr_timer = high ? 31 : 0;
	attr.timeout = high ? 31 : 0;
	attr.retry_cnt = high ? 7 : 0;
	attr.rnr_retry = high ? 7 : 0;
	return attr;
}

static struct ibv_qp_attr values_of(enum ibv_qp_state to, uint32_t which)
{
	switch (which) {
	case LEGAL:
		return legal_attr(to);
	case OTHER:
		return other_attr(to);
	case LOW:
	case HIGH:
		return end_values(to, which == HIGH);
	default:
		return fit_values(to, which == FIT_PATIENT || which == FIT_BOTH,
				  which == FIT_SMALL || which == FIT_BOTH);
	}
}

/* The peer has been connected to this QP, and has neither sent nor received since. */
static bool awaits(const struct model_qp *peer, const struct model_qp *q)
{
	return peer->set_mask & IBV_QP_DEST_QPN && peer->set.dest_qp_num == q->qp->qp_num &&
	       !peer->used;
}

struct ibv_qp_attr qp_values(const struct model_qp *q, enum ibv_qp_state to, uint32_t which,
			     const struct model_qp *peer)
{
	struct ibv_qp_attr attr = values_of(to, which);

	attr.cur_qp_state = q->state;
	if (q->qp->qp_type == IBV_QPT_RC && attr.qp_access_flags & IBV_ACCESS_REMOTE_READ)
		attr.qp_access_flags |= remote_access_of_device() & IBV_ACCESS_REMOTE_ATOMIC;
	if (q->peer)
		peer = q->peer;
	if (!peer || !peer->qp || peer->qp->qp_type != q->qp->qp_type ||
	    q->qp->qp_type == IBV_QPT_UD)
		return attr;
	attr.dest_qp_num = peer->qp->qp_num;
	if (peer != q->peer && !awaits(peer, q))
		return attr;
	attr.path_mtu = peer->set.path_mtu;
	attr.sq_psn = peer->set.rq_psn;
	if (peer->set_mask & IBV_QP_SQ_PSN)
		attr.rq_psn = peer->set.sq_psn;
	return attr;
}

void qp_finds_its_peer(struct model_qp *q)
{
	enum ibv_qp_type type = q->qp->qp_type;

	/* To others, too; but itself is always there. */
	if (type == IBV_QPT_UD)
		q->peer = q;
	if (type != IBV_QPT_RC && type != IBV_QPT_UC)
		return;
	for (unsigned int i = 0; i < N_QPS; i++) {
		struct model_qp *p = &qps[i];

		if (!p->qp || p->peer || p->unknown || p->qp->qp_type != type || !awaits(p, q) ||
		    !awaits(q, p) || p->state == IBV_QPS_ERR || p->set.path_mtu != q->set.path_mtu)
			continue;
		q->peer = p;
		p->peer = q;
		return;
	}
}

/* A service level other than 0 need not be mapped to a lane of an InfiniBand network. */
static bool paths_fit(const struct model_qp *from, const struct model_qp *to)
{
	bool mapped = vct_dev->port_attr.link_layer != IBV_LINK_LAYER_INFINIBAND ||
		      (!from->set.ah_attr.sl && !to->set.ah_attr.sl);

	return mapped && from->set.pkey_index == to->set.pkey_index;
}

/* Lost packets are sent again soon, and often enough for a slow machine. */
static bool is_patient(const struct model_qp *q)
{
	return q->qp->qp_type != IBV_QPT_RC ||
	       (q->set.timeout >= 10 && q->set.timeout <= 18 && q->set.retry_cnt >= 5);
}

static bool receives(const struct model_qp *q)
{
	return q->state == IBV_QPS_RTR || q->state == IBV_QPS_RTS || q->state == IBV_QPS_SQD;
}

bool qp_reaches(const struct model_qp *from, const struct model_qp *to)
{
	if (!from->qp || !to || !to->qp || from->unknown || to->unknown || !receives(to))
		return false;
	if (from->qp->qp_type == IBV_QPT_XRC_SEND)
		return from->peer == to;
	if (from->qp->qp_type == IBV_QPT_UD)
		return to->qp->qp_type == IBV_QPT_UD && from->set.pkey_index == to->set.pkey_index;
	return from->peer == to && from->set.sq_psn == to->set.rq_psn && paths_fit(from, to) &&
	       is_patient(from);
}

/* The attributes that a query of the QP must tell alike, as long as nothing sets them. */
static int steady(const struct model_qp *q)
{
	int all = transition_attributes(q->qp->qp_type) & ~IBV_QP_STATE;

	/* No page says which attributes are valid in these states. */
	if (q->state == IBV_QPS_RESET || q->state == IBV_QPS_ERR)
		return 0;
	/* "Multiple calls may yield some differences": in the path, if it can migrate. */
	all &= ~(IBV_QP_PATH_MIG_STATE | flags_left_out());
	if (q->has_alternate)
		all &= ~IBV_QP_AV;
	return q->used ? all & ~PSNS : all;
}

static bool has_receive_queue(const struct model_qp *q)
{
	return !q->srq && q->recv_cq;
}

static struct ibv_qp_attr ask(struct model_qp *q, int mask, struct ibv_qp_init_attr *init,
			      const struct vct_promise *promise)
{
	struct ibv_qp_attr attr;
	int ret;

	memset(&attr, 0xee, sizeof(attr));
	memset(init, 0xee, sizeof(*init));
	ret = vct_query_qp(q->qp, &attr, mask, init);
	if (ASK(promise))
		MUST_EQ(ret, 0);
	if (!has_receive_queue(q)) /* they have no meaning: they may have any value */
		attr.cap.max_recv_wr = attr.cap.max_recv_sge = 0;
	return attr;
}

bool qp_is_told(void)
{
	return !vct_is_left_out(QP_QRY_02) && !vct_is_left_out(QP_QRY_05);
}

struct ibv_qp_cap qp_told_caps(struct model_qp *q)
{
	const struct vct_promise *stake = vct_stake();
	struct ibv_qp_init_attr init;
	struct ibv_qp_cap cap = ask(q, IBV_QP_CAP, &init, QP_QRY_05).cap;

	vct_stake_is(stake);
	return cap;
}

static void judge_told(struct model_qp *q, const struct ibv_qp_attr *now,
		       const struct vct_promise *kept)
{
	if (!q->broke && ASK(QP_MOD_17))
		MUST_EQ(q->qp->state, q->state);
	if (ASK(kept ? kept : QP_QRY_12))
		MUST_EQ(now->qp_state, q->state);
	if (q->told_all && kept && ASK(kept))
		MUST_HOLD(*now, q->told, steady(q));
	if (ASK(QP_QRY_08))
		MUST_HOLD(*now, q->set, q->set_mask & steady(q));
	if (q->told_all && !kept && ASK(QP_MOD_02))
		MUST_HOLD(*now, q->told, steady(q));
	if (q->state == IBV_QPS_SQD && !q->held.n && ASK(QP_QRY_11))
		MUST_EQ(now->sq_draining, 0);
}

static void must_agree(struct model_qp *q, const struct vct_promise *kept, int set,
		       const struct vct_promise *sets)
{
	const struct vct_promise *stake = vct_stake();
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr now;

	if (q->unknown || !qp_is_told() || vct_device_lacks(vct_dev, NEED_IB_STATES))
		return;
	now = ask(q, transition_attributes(q->qp->qp_type), &init, QP_QRY_05);
	if (sets && ASK(sets))
		MUST_HOLD(now, q->set, set & q->set_mask & steady(q));
	judge_told(q, &now, kept);
	if (now.qp_state != q->state)
		q->unknown = true;
	q->told = now;
	q->told_all = true;
	vct_stake_is(stake);
}

void qp_must_keep(struct model_qp *q, const struct vct_promise *promise)
{
	must_agree(q, promise, 0, NULL);
}

void qp_must_have_set(struct model_qp *q, int mask, const struct vct_promise *promise)
{
	must_agree(q, NULL, mask, promise);
}

void qp_must_agree(struct model_qp *q)
{
	must_agree(q, NULL, 0, NULL);
}

void qp_attr_is_set(struct model_qp *q, const struct ibv_qp_attr *attr, int mask)
{
	mask &= ~(IBV_QP_STATE | IBV_QP_CUR_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY | IBV_QP_CAP |
		  IBV_QP_RATE_LIMIT);
	copy_masked(&q->set, attr, mask);
	copy_masked(&q->told, attr, mask);
	q->set_mask |= mask;
	/* Messages that wait to be sent have the Q_Key of before. */
	for (unsigned int i = 0; i < N_QPS && mask & IBV_QP_QKEY; i++)
		if (qps[i].held_to == q)
			qps[i].held_to = NULL;
}

void qp_attr_is_open(struct model_qp *q)
{
	q->told_all = false;
}

static void judge_init(const struct model_qp *q, const struct ibv_qp_init_attr *init)
{
	MUST_POINT_TO(init->qp_context, q->context);
	MUST_POINT_TO(init->send_cq, q->send_cq->cq);
	MUST_POINT_TO(NAMED("recv_cq", q->recv_cq ? init->recv_cq : NULL),
		      q->recv_cq ? q->recv_cq->cq : NULL);
	MUST_POINT_TO(init->srq, (q->srq ? q->srq->srq : NULL));
	MUST_EQ(init->qp_type, q->qp->qp_type);
	MUST_EQ(!!init->sq_sig_all, q->all_signaled);
}

static void judge_caps(const struct model_qp *q, const struct ibv_qp_cap *cap)
{
	MUST_EQ(cap->max_send_wr, q->cap.max_send_wr);
	MUST_EQ(cap->max_send_sge, q->cap.max_send_sge);
	MUST_EQ(cap->max_inline_data, q->cap.max_inline_data);
	if (!has_receive_queue(q))
		return;
	MUST_EQ(cap->max_recv_wr, q->cap.max_recv_wr);
	MUST_EQ(cap->max_recv_sge, q->cap.max_recv_sge);
}

/* All at once, or by the flag of one attribute alone. */
OPERATION(qp_query, ARGS({ "qp", N_QPS }, { "flag", 24 }),
	  PROMISES(QP_QRY_02, QP_QRY_03, QP_QRY_05, QP_QRY_07, QP_QRY_08, QP_QRY_11, QP_QRY_12,
		   QP_MOD_02, QP_MOD_17, QP_CRE_06),
	  .weight = 6, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], qp_is_known);
	int flag = arg[1] ? 1 << (arg[1] - 1) : 0;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr now;

	if (!q || !qp_is_told())
		return false;
	qp_must_agree(q);
	if (flag > IBV_QP_DEST_QPN || vct_is_left_out(QP_QRY_07))
		return true;
	now = ask(q, flag, &init, QP_QRY_07);
	if (flag == IBV_QP_STATE && ASK(QP_QRY_12))
		MUST_EQ(now.qp_state, q->state);
	if (flag != IBV_QP_STATE && ASK(QP_QRY_02))
		MUST_HOLD(now, q->set, flag & q->set_mask & steady(q));
	if (ASK(QP_QRY_03))
		judge_init(q, &init);
	if (flag == IBV_QP_CAP && ASK(QP_CRE_06))
		judge_caps(q, &now.cap);
	return true;
}
