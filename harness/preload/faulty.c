// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A device at whose QPs something is wrong, for LD_PRELOAD: FAULT="22" refuses each ibv_modify_qp
 * with errno 22, FAULT="rtr 22" each one to RTR, FAULT="rc" loses the messages of RC, and
 * FAULT="ud" those of UD.
 */
#include "preload.h"

static int (*post_send)(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);

static int is(const char *fault)
{
	return getenv("FAULT") && !strcmp(getenv("FAULT"), fault);
}

/* No QP has this number, so that a sender of RC hears nothing. */
int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	struct ibv_qp_attr other = *attr;

	if (getenv("FAULT") && atoi(getenv("FAULT")))
		return atoi(getenv("FAULT"));
	if (getenv("FAULT") && !strncmp(getenv("FAULT"), "rtr ", 4) &&
	    attr->qp_state == IBV_QPS_RTR)
		return atoi(getenv("FAULT") + 4);
	if (is("rc") && mask & IBV_QP_DEST_QPN)
		other.dest_qp_num = 0xfffff0;
	return NEXT_VERB(ibv_modify_qp)(qp, &other, mask);
}

static int post_wrong_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	struct ibv_send_wr other = *wr;

	if (qp->qp_type == IBV_QPT_UD)
		other.wr.ud.remote_qkey ^= 1;
	return post_send(qp, &other, bad);
}

OPENED(context)
{
	if (!is("ud"))
		return;
	post_send = context->ops.post_send;
	context->ops.post_send = post_wrong_send;
}
