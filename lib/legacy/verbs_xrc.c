// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The legacy verbs for XRC domains, SRQs and send QPs, over today's verbs. rcv_qp.c has those for
 * receive QPs, and the closing of domains, which depends on the receive QPs.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>

#define IBV_XRC_NO_OLD_NAMES
#include "infiniband/verbs_xrc.h"

/* Code for today's struct, librdmacm for example, may get an old one: these members must agree. */
#define STARTS_AS(old_, today_, member_)                                                           \
	_Static_assert(offsetof(struct old_, member_) == offsetof(struct today_, member_), #old_)
STARTS_AS(ibv_xsrq_init_attr, ibv_srq_init_attr, attr);
STARTS_AS(ibv_xrc_qp_init_attr, ibv_qp_init_attr, cap);
STARTS_AS(ibv_xrc_qp_init_attr, ibv_qp_init_attr, sq_sig_all);

struct ibv_xrc_domain *ibv_open_xrc_domain(struct ibv_context *context, int fd, int oflag)
{
	struct ibv_xrcd_init_attr init = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = fd,
		.oflags = oflag,
	};

	/* ibv_open_xrcd(3) does not say what happens with these; ibv_open_xrc_domain(3) forbids
	 * them. */
	if (!context || oflag & ~(O_CREAT | O_EXCL) || (fd == -1 && oflag != O_CREAT)) {
		errno = EINVAL;
		return NULL;
	}
	return ibv_open_xrcd(context, &init);
}

struct ibv_srq *ibv_create_xsrq(struct ibv_pd *pd, struct ibv_xsrq_init_attr *init)
{
	struct ibv_srq_init_attr_ex ex = { .comp_mask =
						   IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD,
					   .pd = pd };
	struct ibv_srq *srq;

	if (!pd || !init)
		goto invalid;
	if (init->srq_type == IBV_SRQT_XRC) {
		if (!init->ext.xrc.xrcd || !init->ext.xrc.cq)
			goto invalid;
		ex.comp_mask |= IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ;
		ex.xrcd = init->ext.xrc.xrcd;
		ex.cq = init->ext.xrc.cq;
	} else if (init->srq_type != IBV_SRQT_BASIC) {
		goto invalid;
	}
	ex.srq_context = init->srq_context;
	ex.srq_type = init->srq_type;
	ex.attr.max_wr = init->attr.max_wr;
	ex.attr.max_sge = init->attr.max_sge;
	srq = ibv_create_srq_ex(pd->context, &ex);
	if (srq)
		init->attr = ex.attr;
	return srq;

invalid:
	errno = EINVAL;
	return NULL;
}

struct ibv_srq *ibv_create_xrc_srq(struct ibv_pd *pd, struct ibv_xrc_domain *xrc_domain,
				   struct ibv_cq *xrc_cq, struct ibv_xsrq_init_attr *init)
{
	struct ibv_xsrq_init_attr xsrq = { .srq_type = IBV_SRQT_XRC,
					   .ext.xrc = { xrc_domain, xrc_cq } };
	struct ibv_srq *srq;

	if (!init) {
		errno = EINVAL;
		return NULL;
	}
	xsrq.srq_context = init->srq_context;
	xsrq.attr = init->attr;
	srq = ibv_create_xsrq(pd, &xsrq);
	if (srq)
		init->attr = xsrq.attr;
	return srq;
}

uint32_t ibv_xrc_srq_num(struct ibv_srq *srq)
{
	uint32_t number;

	return ibv_get_srq_num(srq, &number) ? 0 : number;
}

struct ibv_srq *ibv_xrc_create_srq(struct ibv_pd *pd, struct ibv_xsrq_init_attr *init)
{
	struct ibv_srq_init_attr today = { .srq_context = init->srq_context, .attr = init->attr };
	struct ibv_srq *srq = ibv_create_srq(pd, &today);

	init->attr = today.attr;
	return srq;
}

struct ibv_qp *ibv_xrc_create_qp(struct ibv_pd *pd, struct ibv_xrc_qp_init_attr *init)
{
	struct ibv_qp_init_attr_ex today = {
		.qp_context = init->qp_context,
		.send_cq = init->send_cq,
		.recv_cq = init->recv_cq,
		.srq = init->srq,
		.cap = init->cap,
		.qp_type = init->qp_type,
		.sq_sig_all = init->sq_sig_all,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = pd,
	};
	struct ibv_qp *qp;

	if (init->qp_type == IBV_QPT_XRC_SEND) {
		today.recv_cq = NULL;
		today.srq = NULL;
		today.cap.max_recv_wr = 0;
		today.cap.max_recv_sge = 0;
	}
	qp = ibv_create_qp_ex(pd->context, &today);
	if (qp)
		init->cap = today.cap;
	return qp;
}

int ibv_xrc_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
		     struct ibv_xrc_qp_init_attr *init)
{
	struct ibv_qp_init_attr today = { 0 };
	int ret = ibv_query_qp(qp, attr, attr_mask, &today);

	if (!ret)
		*init = (struct ibv_xrc_qp_init_attr){
			.qp_context = today.qp_context,
			.send_cq = today.send_cq,
			.recv_cq = today.recv_cq,
			.srq = today.srq,
			.cap = today.cap,
			.qp_type = today.qp_type,
			.sq_sig_all = today.sq_sig_all,
		};
	return ret;
}

int ibv_xrc_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask)
{
	/* In OFED an XRC QP also received; an XRC send QP has no attributes for that. */
	int receiving = IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;

	if (qp->qp_type == IBV_QPT_XRC_SEND)
		attr_mask &= ~receiving;
	return ibv_modify_qp(qp, attr, attr_mask);
}
