// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A device that hangs, refuses or crashes if a list of one length is posted, for LD_PRELOAD:
 * TROUBLE="hang 8", "refuse 8" or "crash 8".
 */
#include "preload.h"

static int (*post)(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);

static int trouble(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	char what[16] = "";
	int length = 0, n = 0;

	sscanf(getenv("TROUBLE"), "%15s %d", what, &length);
	for (struct ibv_recv_wr *w = wr; w; w = w->next)
		n++;
	if (n != length)
		return post(srq, wr, bad);
	*bad = wr;
	if (!strcmp(what, "refuse"))
		return ENOMEM;
	while (!strcmp(what, "hang"))
		pause();
	abort();
}

OPENED(context)
{
	post = context->ops.post_srq_recv;
	context->ops.post_srq_recv = trouble;
}
