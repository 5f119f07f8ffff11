// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the verbs of completion queues and of completion channels, and traces each call as C. */
#include <pthread.h>

#include "code.h"
#include "far.h"
#include "track.h"
#include "verbs.h"

#define ERR(ret_) vct_errno_text(ret_)

int vct_resize_cq(struct ibv_cq *cq, int cqe)
{
	int ret;

	VCT_NEAR(cq);
	ret = ibv_resize_cq(cq, cqe);

	vct_trace("ibv_resize_cq(%s, %d) = %s", vct_name(cq), cqe, ERR(ret));
	return ret;
}

int vct_modify_cq(struct ibv_cq *cq, struct ibv_modify_cq_attr *attr)
{
	const struct ibv_moderate_cq *m = &attr->moderate;
	int ret;

	VCT_NEAR(cq);
	ret = ibv_modify_cq(cq, attr);

	vct_trace("ibv_modify_cq(%s, &(struct ibv_modify_cq_attr){ .attr_mask = %u, "
		  ".moderate.cq_count = %u, .moderate.cq_period = %u }) = %s",
		  vct_name(cq), attr->attr_mask, m->cq_count, m->cq_period, ERR(ret));
	return ret;
}

int vct_req_notify_cq(struct ibv_cq *cq, int solicited_only)
{
	int ret;

	VCT_NEAR(cq);
	ret = ibv_req_notify_cq(cq, solicited_only);

	vct_trace("ibv_req_notify_cq(%s, %d) = %s", vct_name(cq), solicited_only, ERR(ret));
	return ret;
}

/* Events that were got and not acknowledged: the release of their CQ would wait for that. */
static struct {
	struct ibv_cq *cq;
	unsigned int n;
} outstanding[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(struct ibv_cq *cq, unsigned int got, unsigned int acked)
{
	size_t i = 0;

	pthread_mutex_lock(&lock);
	while (i < 63 && outstanding[i].cq && outstanding[i].cq != cq)
		i++;
	outstanding[i].cq = cq;
	outstanding[i].n += got - acked;
	pthread_mutex_unlock(&lock);
}

int vct_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context)
{
	int ret = ANEW(ibv_get_cq_event(channel, cq, cq_context));

	if (!ret)
		count(*cq, 1, 0);
	vct_trace("ibv_get_cq_event(%s, &cq, &context) = %s%s%s", vct_name(channel),
		  vct_minus_text(ret), ret ? "" : ": ", ret ? "" : vct_name(*cq));
	return ret;
}

void vct_ack_cq_events(struct ibv_cq *cq, unsigned int n)
{
	count(cq, 0, n);
	vct_trace("ibv_ack_cq_events(%s, %u)", vct_name(cq), n);
	ibv_ack_cq_events(cq, n);
}

void vct_ack_outstanding_cq_events(void)
{
	for (size_t i = 0; i < sizeof(outstanding) / sizeof(outstanding[0]); i++)
		if (outstanding[i].cq && outstanding[i].n)
			vct_ack_cq_events(outstanding[i].cq, outstanding[i].n);
}
