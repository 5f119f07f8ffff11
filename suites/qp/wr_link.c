// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes links whose sender has the calls ibv_wr_*. */
#include "wr.h"

struct ibv_qp *wr_qp_make(const struct wr_attr *attr, struct ibv_cq *cq, struct ibv_qp_cap *cap)
{
	struct ibv_qp_init_attr_ex init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = attr->send_wr ? attr->send_wr : 32,
			 .max_recv_wr = attr->type == IBV_QPT_XRC_SEND ? 0 : 1,
			 .max_send_sge = attr->sges ? attr->sges : 1,
			 .max_recv_sge = attr->type == IBV_QPT_XRC_SEND ? 0 : 1,
			 .max_inline_data = attr->inline_data },
		.qp_type = attr->type,
		.comp_mask = IBV_QP_INIT_ATTR_PD |
			     (attr->operations ? IBV_QP_INIT_ATTR_SEND_OPS_FLAGS : 0),
		.pd = pd(),
		.send_ops_flags = attr->operations,
	};
	struct ibv_qp *qp;

	errno = 0;
	qp = vct_create_qp_ex(ctx(), &init);
	*cap = init.cap;
	return qp;
}

struct link wr_link_of(struct ibv_qp *tx, const struct link_attr *attr)
{
	struct link_attr with_tx = *attr;

	with_tx.tx = tx;
	return tx->qp_type == IBV_QPT_XRC_SEND ? xrc_link_make(&with_tx)
					       : link_make(tx->qp_type, &with_tx);
}

struct wr_link wr_link_make(const struct wr_attr *attr)
{
	enum { ACCESS = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ };
	bool atomics = vct_dev->attr.orig_attr.atomic_cap != IBV_ATOMIC_NONE;
	unsigned int grants = atomics ? IBV_ACCESS_REMOTE_ATOMIC : 0;
	struct link_attr of_link = { .rx_cq = attr->rx_cq,
				     .srq_wr = 32,
				     .rnr_retry = 7,
				     .grants = grants,
				     .no_srq = attr->type == IBV_QPT_UC };
	struct wr_link w = { 0 };
	struct ibv_cq *cq = cq_make(attr->cqe ? attr->cqe : CQ_ENTRIES);
	struct ibv_qp_cap cap;
	struct ibv_qp *qp = wr_qp_make(attr, cq, &cap);

	if (!qp)
		vct_skip("the device makes no QP with these operations: ibv_create_qp_ex fails "
			 "with %s",
			 vct_errno_text(errno));
	w.ex = ibv_qp_to_qp_ex(qp);
	SETUP_OF(BLOCK_SEND_OPS, w.ex);
	w.inline_data = cap.max_inline_data;
	w.send_wr = cap.max_send_wr;
	w.mr = mr_make(pd(), 2 * PAGE, IBV_ACCESS_LOCAL_WRITE | ACCESS | (int)grants);
	w.local = w.mr->addr;
	w.remote = w.local + PAGE;
	for (size_t i = 0; i < PAGE; i++)
		w.local[i] = (char)(i % 127 + 1);
	w.l = wr_link_of(qp, &of_link);
	if (attr->posted)
		link_post_receives(&w.l, recv_list(0, attr->posted));
	return w;
}

void wr_set_target(const struct wr_link *w)
{
	if (w->l.ah)
		vct_wr_set_ud_addr(w->ex, w->l.ah, w->l.rx->qp_num, LINK_QKEY);
	if (w->l.xrcd)
		vct_wr_set_xrc_srqn(w->ex, w->l.srq_num);
}

void wr_build_write(const struct wr_link *w, uint64_t wr_id, size_t at)
{
	w->ex->wr_id = wr_id;
	w->ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_rdma_write(w->ex, w->mr->rkey, (uintptr_t)w->remote + at);
	wr_set_target(w);
	vct_wr_set_sge(w->ex, w->mr->lkey, (uintptr_t)w->local + at, 64);
}

void wr_build_send(const struct wr_link *w, uint64_t wr_id, size_t at)
{
	w->ex->wr_id = wr_id;
	w->ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_send(w->ex);
	wr_set_target(w);
	vct_wr_set_sge(w->ex, w->mr->lkey, (uintptr_t)w->local + at, 64);
}

void wr_catch_up(struct wr_link *w)
{
	link_post_receives(&w->l, recv_list(SLOTS - 2, 1));
	link_send(&w->l, 1);
}
