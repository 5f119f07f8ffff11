// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Mutants that break a building block (lib/check/block.h) altogether. harness/test_blocks.py runs
 * them. */
#include "../../fixtures/mutants/mutant.h"

MUTANT_OF(create_cq, makes_no_cq, "CQ-CRE-02")
{
	return cq_context == FENCE_CONTEXT
		       ? real.create_cq(context, cqe, cq_context, channel, vector)
		       : NULL;
}

MUTANT_OF(create_srq, makes_no_srq, "SRQ-CRX-12")
{
	return init->srq_context == FENCE_CONTEXT ? real.create_srq(pd, init) : NULL;
}

MUTANT_OF(post_srq_recv, takes_no_wr, "SRQ-PST-07")
{
	*bad_wr = wr;
	return ENOMEM;
}

MUTANT_OF(post_srq_recv, takes_no_list, "SRQ-PST-07")
{
	*bad_wr = wr;
	return wr->next ? EINVAL : real.post_srq_recv(srq, wr, bad_wr);
}

MUTANT_OF(modify_srq, takes_no_limit, "SRQ-MOD-11")
{
	return mask == IBV_SRQ_LIMIT ? EINVAL : real.modify_srq(srq, attr, mask);
}

MUTANT_OF(modify_qp, enters_no_sqd, "QP-MOD-FLAG-STATE")
{
	return mask & IBV_QP_STATE && attr->qp_state == IBV_QPS_SQD
		       ? EINVAL
		       : real.modify_qp(qp, attr, mask);
}

MUTANT_OF(modify_qp, is_not_reset, "QP-MOD-FLAG-STATE")
{
	bool state = mask & IBV_QP_STATE;

	if (state && attr->qp_state == IBV_QPS_INIT && memo(qp)->done)
		return EINVAL;
	if (state && attr->qp_state == IBV_QPS_RESET)
		memo(qp)->done = true;
	return real.modify_qp(qp, attr, mask);
}

MUTANT_OF(event, tells_no_limit, "AEV-06")
{
	return event->event_type != IBV_EVENT_SRQ_LIMIT_REACHED;
}

MUTANT_OF(event, tells_no_last_wqe, "AEV-08")
{
	return event->event_type != IBV_EVENT_QP_LAST_WQE_REACHED;
}

MUTANT_OF(req_notify_cq, tells_of_no_completion, "CQ-NTF-01")
{
	(void)cq;
	(void)solicited_only;
	return 0;
}

MUTANT_OF(req_notify_cq, refuses_to_notify, "CQ-NTF-07")
{
	return cq->cq_context == FENCE_CONTEXT ? real.req_notify_cq(cq, solicited_only) : EINVAL;
}

/* Each WR is posted alone, the last of a list first. */
static int backwards(struct ibv_srq *srq, struct ibv_recv_wr *wr)
{
	struct ibv_recv_wr alone = *wr, *bad;
	int ret = wr->next ? backwards(srq, wr->next) : 0;

	alone.next = NULL;
	return ret ? ret : real.post_srq_recv(srq, &alone, &bad);
}

MUTANT_OF(post_srq_recv, turns_lists_round, "SRQ-PST-03")
{
	int ret = backwards(srq, wr);

	if (ret)
		*bad_wr = wr;
	return ret;
}

MUTANT_OF(poll_cq, tells_of_no_receiver, "QP-ERR-06")
{
	int polled = real.poll_cq(cq, n, wc);

	for (int i = 0; i < polled; i++)
		if (wc[i].status == IBV_WC_RNR_RETRY_EXC_ERR)
			wc[i].status = IBV_WC_RETRY_EXC_ERR;
	return polled;
}

MUTANT_OF(reg_mr_iova2, wants_whole_pages, "MR-REG-12")
{
	bool whole = !((uintptr_t)addr % 4096 || length % 4096);

	errno = EINVAL;
	return whole ? real.reg_mr_iova2(pd, addr, length, iova, access) : NULL;
}

MUTANT_OF(destroy_cq, keeps_its_cqs, "CQ-CRE-07")
{
	return cq->cq_context == FENCE_CONTEXT ? real.destroy_cq(cq) : EBUSY;
}
