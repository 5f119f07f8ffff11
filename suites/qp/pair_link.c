// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes the links of pairs.c: of queues of as many buffers as there can be, on CQs of each kind. */
#include "pair.h"

enum { CQE = 16, ASKED_INLINE = 128, SEND_WRS = 4, RECEIVE_WRS = 4 };

static struct ibv_cq *make_cq(struct pairs *p, bool extended, bool receives)
{
	struct ibv_cq_init_attr_ex init = {
		.cqe = CQE,
		.channel = p->channel,
		.wc_flags = vct_dev->wc_flags & (IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_IMM |
						 IBV_WC_EX_WITH_QP_NUM | IBV_WC_EX_WITH_SRC_QP)
	};

	p->ex[receives] = NULL;
	if (!extended)
		return cq_make_on(p->channel, CQE, NULL);
	p->ex[receives] = vct_create_cq_ex(ctx(), &init);
	SETUP_OF(BLOCK_CQ_EX, p->ex[receives]);
	return ibv_cq_ex_to_cq(p->ex[receives]);
}

/* As in send_ops_flags: the bit of the opcode. */
static uint64_t operation_of(enum ibv_wr_opcode opcode)
{
	static const uint64_t operations[] = {
		[IBV_WR_SEND] = IBV_QP_EX_WITH_SEND,
		[IBV_WR_SEND_WITH_IMM] = IBV_QP_EX_WITH_SEND_WITH_IMM,
		[IBV_WR_SEND_WITH_INV] = IBV_QP_EX_WITH_SEND_WITH_INV,
		[IBV_WR_RDMA_WRITE] = IBV_QP_EX_WITH_RDMA_WRITE,
		[IBV_WR_RDMA_WRITE_WITH_IMM] = IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM,
		[IBV_WR_RDMA_READ] = IBV_QP_EX_WITH_RDMA_READ,
		[IBV_WR_ATOMIC_CMP_AND_SWP] = IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP,
		[IBV_WR_ATOMIC_FETCH_AND_ADD] = IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD,
	};

	return operations[opcode];
}

/* Of less inline data, and then of fewer buffers, where the device has not what it claims. */
static struct ibv_qp *make_sender(struct pairs *p, struct ibv_cq *cq)
{
	struct wr_attr attr = { .type = p->row->type,
				.send_wr = SEND_WRS,
				.sges = p->asked_sges,
				.inline_data = p->asked_inline,
				.operations =
					p->form & PAIR_BUILT ? operation_of(p->row->opcode) : 0 };
	struct ibv_qp_cap cap;
	uint32_t inline_data;
	struct ibv_qp *qp;

	while (!(qp = wr_qp_make(&attr, cq, &cap)) && (attr.sges > 1 || attr.inline_data > 1)) {
		if (attr.inline_data > 1)
			attr.inline_data /= 2;
		else
			attr.sges /= 2, attr.inline_data = p->asked_inline;
	}
	inline_data = attr.inline_data;
	attr.inline_data = 0;
	if (!qp && p->form & PAIR_INLINE && wr_qp_make(&attr, cq, &cap))
		vct_skip("the device makes this QP without inline data alone");
	if (!qp && p->form & PAIR_BUILT)
		vct_skip("the device makes no such QP: it fails with %s", vct_errno_text(errno));
	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, p->row->type), qp);
	if (p->form & PAIR_INLINE && !cap.max_inline_data)
		vct_skip("the device makes this QP without inline data alone");
	if (p->form & PAIR_LISTS && attr.sges < 2)
		vct_skip("the device makes this QP with one send SGE alone (max_sge, max_sge_rd)");
	p->asked_sges = p->sges = attr.sges;
	p->asked_inline = inline_data;
	p->inline_data = cap.max_inline_data < pair_mtu() ? cap.max_inline_data : pair_mtu();
	p->ring = cap.max_send_wr;
	return qp;
}

/* The queue that receives: a SRQ, or the QP with its own. */
static void make_queue(struct pairs *p, struct link_attr *link, struct ibv_cq *cq)
{
	struct ibv_qp_init_attr init = { .send_cq = cq, .recv_cq = cq, .qp_type = p->row->type };
	struct ibv_srq_init_attr_ex srq = {
		.attr = { .max_wr = RECEIVE_WRS },
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD,
		.srq_type = IBV_SRQT_BASIC,
		.pd = pd(),
	};

	if (p->row->type == IBV_QPT_XRC_SEND) {
		link->xrcd = srq.xrcd = p->xrcd = p->xrcd ? p->xrcd : xrcd_make();
		srq.cq = cq;
		srq.srq_type = IBV_SRQT_XRC;
		srq.comp_mask |= IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ;
	}
	for (;; p->recv_sges /= 2) {
		init.cap = (struct ibv_qp_cap){ 1, RECEIVE_WRS, 1, p->recv_sges, 0 };
		srq.attr.max_sge = p->recv_sges;
		if (p->row->on_srq)
			link->srq = vct_create_srq_ex(ctx(), &srq);
		else
			link->rx = vct_create_qp(pd(), &init);
		if (link->srq || link->rx || p->recv_sges <= 1)
			break;
	}
	if (p->row->on_srq)
		SETUP_OF(p->xrcd ? BLOCK_XRC_SRQ : BLOCK_SRQ, link->srq);
	else
		SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, p->row->type), link->rx);
}

static uint32_t at_most(int claimed)
{
	return claimed < 1 ? 1 : claimed < MOST ? (uint32_t)claimed : MOST;
}

struct pairs pairs_make(const struct pair_row *row, const struct vct_promise *promise,
			unsigned int form)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	bool reads = row->opcode == IBV_WR_RDMA_READ, inv = row->opcode == IBV_WR_SEND_WITH_INV;
	bool atomic = pair_is_atomic(row->opcode);
	int access = IBV_ACCESS_LOCAL_WRITE |
		     remote_access(IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
	struct pairs p = { .row = row,
			   .promise = promise,
			   .form = form,
			   .channel = channel_make(),
			   .asked_sges =
				   form & (PAIR_LISTS | PAIR_ZERO_BASED)
					   ? at_most(reads ? claims->max_sge_rd : claims->max_sge)
					   : 1,
			   .asked_inline = form & PAIR_INLINE ? ASKED_INLINE : 0,
			   .recv_sges =
				   at_most(row->on_srq ? claims->max_srq_sge : claims->max_sge) };

	access |= (atomic ? IBV_ACCESS_REMOTE_ATOMIC : 0) | (inv ? IBV_ACCESS_MW_BIND : 0);
	p.region = p.w.mr = mr_make(pd(), 2 * SIDE, access);
	p.w.local = p.w.mr->addr;
	p.w.remote = p.w.local + SIDE;
	if (form & PAIR_ZERO_BASED) {
		p.base = p.w.local;
		p.w.mr = vct_reg_mr(pd(), p.w.local, 2 * SIDE, access | IBV_ACCESS_ZERO_BASED);
		if (!p.w.mr)
			vct_skip("the device refuses zero-based regions with %s",
				 vct_errno_text(errno));
	}
	return p;
}

void pairs_link(struct pairs *p, bool extended, bool grh)
{
	struct link_attr link = { .rnr_retry = 7,
				  .grh = grh,
				  .grants = pair_is_atomic(p->row->opcode)
						    ? IBV_ACCESS_REMOTE_ATOMIC
						    : 0 };
	struct ibv_qp *tx = make_sender(p, make_cq(p, extended, false));

	p->w.ex = p->form & PAIR_BUILT ? ibv_qp_to_qp_ex(tx) : NULL;
	SETUP_OF(BLOCK_SEND_OPS, p->w.ex || !(p->form & PAIR_BUILT));
	link.rx_cq = make_cq(p, extended, true);
	make_queue(p, &link, link.rx_cq);
	p->w.l = wr_link_of(tx, &link);
	/* It is released before its QP. */
	if (p->row->opcode == IBV_WR_SEND_WITH_INV)
		p->window = window_make(IBV_MW_TYPE_2);
}

void pairs_unlink(struct pairs *p)
{
	struct link *l = &p->w.l;

	SETUP_OF(BLOCK_MW, !p->window.mw || !vct_dealloc_mw(p->window.mw));
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l->tx) && !vct_destroy_qp(l->rx));
	SETUP(!l->ah || !vct_destroy_ah(l->ah));
	SETUP_OF(BLOCK_RELEASE_SRQ, !l->srq || !vct_destroy_srq(l->srq));
	SETUP_OF(BLOCK_RELEASE_CQ, !vct_destroy_cq(l->tx_cq) && !vct_destroy_cq(l->rx_cq));
}
