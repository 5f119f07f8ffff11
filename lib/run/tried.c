// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Finds by trying what no capability tells. Only EOPNOTSUPP and ENOSYS ("not supported") mean that
 * the device does not have a feature: Linux drivers return them for a QP type that they do not
 * know, and rdma-core's own tests skip only for them. After any other error the feature counts as
 * there, so that its checks run and FAIL: a refusal must not become a SKIP.
 */
#include <errno.h>

#include "../check/check.h"
#include "tried.h"

/* 0, or the errno with which the device refuses a QP of this type with these extended sends. */
static int refusal(struct ibv_pd *pd, struct ibv_cq *cq, enum ibv_qp_type type, uint64_t send_ops)
{
	struct ibv_qp_init_attr_ex init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = type,
		.comp_mask = IBV_QP_INIT_ATTR_PD | (send_ops ? IBV_QP_INIT_ATTR_SEND_OPS_FLAGS : 0),
		.pd = pd,
		.send_ops_flags = send_ops,
	};
	struct ibv_qp *qp;

	errno = 0;
	qp = ibv_create_qp_ex(pd->context, &init); /* with a PD alone, this is ibv_create_qp */
	if (!qp)
		return errno;
	ibv_destroy_qp(qp);
	return 0;
}

static unsigned int lacks(unsigned int need, int error)
{
	return error == EOPNOTSUPP || error == ENOSYS ? need : 0;
}

/* Raw packet QPs need Ethernet; the kernel refuses them with EPERM without CAP_NET_RAW. */
static unsigned int raw_lacks(int error, uint8_t link_layer)
{
	if (error && link_layer == IBV_LINK_LAYER_INFINIBAND)
		return NEED_RAW;
	return error == EPERM ? NEED_NET_RAW : lacks(NEED_RAW, error);
}

unsigned int vct_needs_tried(struct ibv_context *context, uint8_t link_layer)
{
	struct ibv_cq *cq = ibv_create_cq(context, 2, NULL, NULL, 0);
	struct ibv_pd *pd = ibv_alloc_pd(context);
	unsigned int lacking = 0;

	if (cq && pd)
		lacking = lacks(NEED_UC, refusal(pd, cq, IBV_QPT_UC, 0)) |
			  lacks(NEED_SEND_OPS, refusal(pd, cq, IBV_QPT_RC, IBV_QP_EX_WITH_SEND)) |
			  raw_lacks(refusal(pd, cq, IBV_QPT_RAW_PACKET, 0), link_layer);
	if (pd)
		ibv_dealloc_pd(pd);
	if (cq)
		ibv_destroy_cq(cq);
	return (NEED_UC | NEED_SEND_OPS | NEED_RAW | NEED_NET_RAW) & ~lacking;
}
