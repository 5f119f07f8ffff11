// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A device at whose QPs something is wrong, for LD_PRELOAD: FAULT="22" refuses each ibv_modify_qp
 * with errno 22, FAULT="rtr 22" each one to RTR, FAULT="rc" loses the messages of RC, and
 * FAULT="ud" those of UD.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <string.h>

static int (*post_send)(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);

static int is(const char *fault)
{
	return getenv("FAULT") && !strcmp(getenv("FAULT"), fault);
}

/* No QP has this number, so that a sender of RC hears nothing. */
int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	int (*real)(struct ibv_qp *, struct ibv_qp_attr *, int);
	struct ibv_qp_attr other = *attr;

	*(void **)&real = dlvsym(RTLD_NEXT, "ibv_modify_qp", "IBVERBS_1.1");
	if (getenv("FAULT") && atoi(getenv("FAULT")))
		return atoi(getenv("FAULT"));
	if (getenv("FAULT") && !strncmp(getenv("FAULT"), "rtr ", 4) &&
	    attr->qp_state == IBV_QPS_RTR)
		return atoi(getenv("FAULT") + 4);
	if (is("rc") && mask & IBV_QP_DEST_QPN)
		other.dest_qp_num = 0xfffff0;
	return real(qp, &other, mask);
}

static int post_wrong_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	struct ibv_send_wr other = *wr;

	if (qp->qp_type == IBV_QPT_UD)
		other.wr.ud.remote_qkey ^= 1;
	return post_send(qp, &other, bad);
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	struct ibv_context *(*real)(struct ibv_device *), *context;

	*(void **)&real = dlvsym(RTLD_NEXT, "ibv_open_device", "IBVERBS_1.1");
	context = real(device);
	if (context && is("ud")) {
		post_send = context->ops.post_send;
		context->ops.post_send = post_wrong_send;
	}
	return context;
}
