/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Messages whose receive completions stay in their CQ. A receive WR may keep its place in its queue
 * until its completion is polled: the queues together have a place for each of them.
 */
#ifndef CQ_UNPOLLED_H
#define CQ_UNPOLLED_H

#include "../vct.h"
#include "../../lib/check/trace/few.h"

enum { UNPOLLED_LINKS = 40 };

struct unpolled {
	struct ibv_cq *cq;
	unsigned int n, room, links; /* n messages: `room` of them over each link */
	struct link l[UNPOLLED_LINKS];
};

static inline struct ibv_qp *receiver_of(struct ibv_cq *cq, uint32_t wrs)
{
	struct ibv_qp_init_attr init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = 1,
			 .max_recv_wr = wrs,
			 .max_send_sge = 1,
			 .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};
	struct ibv_qp *qp = vct_create_qp(pd(), &init);

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), qp);
	return qp;
}

/* Links to this CQ for n messages; a queue has no more than half of the WRs that are claimed. */
static inline struct unpolled unpolled_make(struct ibv_cq *cq, unsigned int n)
{
	unsigned int most = (unsigned int)vct_dev->attr.orig_attr.max_qp_wr / 2;
	struct unpolled u = { .cq = cq, .n = n };

	u.room = n < most ? n : most > 0 ? most : 1;
	/* a device with few WRs needs more links than there are */
	if (u.room * UNPOLLED_LINKS < n)
		vct_few_of_qp(&(struct ibv_qp_cap){ .max_recv_wr = 2 * n / UNPOLLED_LINKS });
	SETUP((n + u.room - 1) / u.room <= UNPOLLED_LINKS);
	for (; u.links * u.room < n; u.links++)
		u.l[u.links] = rc_link(.rx = receiver_of(cq, u.room), .no_srq = true);
	return u;
}

/* Sends the first `n` of the messages, with wr_ids from `first`. */
static inline void unpolled_send(struct unpolled *u, uint64_t first, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		struct link *l = &u->l[i / u->room];

		link_post_receives(l, recv_list(first + i, 1));
		link_post(l, IBV_WR_SEND);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
			 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
	}
}

/* All of these are polled; those of each link come in their order. */
static inline void must_poll_unpolled(const struct unpolled *u, uint64_t first, unsigned int n)
{
	unsigned int polled[UNPOLLED_LINKS] = { 0 };

	for (unsigned int i = 0; i < n; i++) {
		struct ibv_wc wc = MUST_COMPLETE(u->cq);
		uint64_t at;

		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_GE(wc.wr_id, first);
		MUST_LE(wc.wr_id, first + n - 1);
		at = wc.wr_id - first;
		MUST_EQ(NAMED("the place of the WR among those of its QP", at % u->room),
			polled[at / u->room]++);
	}
}

#endif
