// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Building blocks (lib/check/block.h): XRC domains, SRQs and QPs, through either API. */
#include <fcntl.h>

#include "../vct.h"

CHECK_ROWS(domain_is_opened, xrc_apis, PROMISES(XRV_DOM_07, XRCD_OPN_02), .needs = NEED_XRC,
	   .proves = BLOCK_XRC_DOMAIN)
{
	MUST_MAKE(domain_open(row->api, -1, O_CREAT));
}

CHECK_ROWS(srq_is_made, xrc_apis, PROMISES(XRV_SRQ_01), .needs = NEED_SRQ | NEED_XRC,
	   .proves = BLOCK_XRC_SRQ)
{
	struct ibv_srq_attr attr = { .max_wr = 1, .max_sge = 1 };

	MUST_MAKE(domain_srq_create(row->api, domain_make(row->api), cq_make(1), &attr));
}

CHECK(srq_has_a_number, PROMISES(XRV_SRQ_03, SRQ_NUM_02), .needs = NEED_SRQ | NEED_XRC,
      .proves = BLOCK_XRC_SRQ)
{
	struct ibv_srq_attr attr = { .max_wr = 1, .max_sge = 1 };
	struct ibv_srq *srq =
		domain_srq_create(XRC_TODAY, domain_make(XRC_TODAY), cq_make(1), &attr);
	uint32_t number;

	MUST_MAKE(srq);
	MUST_SUCCEED(vct_get_srq_num(srq, &number));
}

CHECK_ROWS(receiver_is_made, xrc_apis, PROMISES(XRV_CRE_01, QP_CEX_05), .needs = NEED_XRC,
	   .proves = BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_XRC_RECV))
{
	struct rcv_qp q;

	MUST_SUCCEED(rcv_qp_create(row->api, domain_make(row->api), &q));
}

CHECK(sender_is_made, PROMISES(QP_CEX_06), .needs = NEED_XRC,
      .proves = BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_XRC_SEND))
{
	struct ibv_qp_init_attr_ex init = { .qp_type = IBV_QPT_XRC_SEND,
					    .comp_mask = IBV_QP_INIT_ATTR_PD,
					    .pd = pd(),
					    .send_cq = cq_make(4),
					    .cap = { .max_send_wr = 4, .max_send_sge = 1 } };

	MUST_MAKE(vct_create_qp_ex(ctx(), &init));
}

CHECK_ROWS(receiver_is_queried, xrc_apis, PROMISES(XRV_QRY_05), .needs = NEED_XRC,
	   .proves = BLOCK_OF_QP(QP_IS_QUERIED, IBV_QPT_XRC_RECV))
{
	struct rcv_qp q = rcv_qp_make(row->api, domain_make(row->api));
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	MUST_SUCCEED(rcv_qp_query(&q, &attr, IBV_QP_STATE, &init));
}

/* By the process that has made it. */
CHECK_ROWS(receiver_is_opened, xrc_apis, PROMISES(XRV_REG_01, QP_OPN_02),
	   .needs = NEED_XRC | NEED_OPEN_QP, .proves = BLOCK_XRC_OPEN)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct rcv_qp q = rcv_qp_make(row->api, domain), again;

	MUST_SUCCEED(rcv_qp_register(row->api, domain, q.number, &again));
}
