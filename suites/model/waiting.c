// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Messages that wait for a receive WR: rnr_retry is 7, which has no end. */
#include "model.h"

/* RC, without a limit that could be crossed while WRs are posted and taken at the same time. */
static bool can_wait(const struct model_qp *q)
{
	const struct model_qp *to = q->peer;

	return is_ready(q) && q->qp->qp_type == IBV_QPT_RC && q->set.rnr_retry == 7 &&
	       to->set.min_rnr_timer == 1 && to->srq && !to->srq->attr.srq_limit &&
	       to->srq->attr.max_wr <= QUEUE_WRS && !vct_device_lacks(vct_dev, NEED_RNR);
}

static void make_sends(struct ibv_send_wr *wr, struct ibv_sge *sge, char **buffer, unsigned int n,
		       const struct model_qp *q)
{
	for (unsigned int i = 0; i < n; i++) {
		struct model_wr new = new_wr(1 + i);

		buffer[i] = new.buffer;
		memset(buffer[i], (int)(1 + new.id % 251), 1 + i);
		sge[i] = (struct ibv_sge){ (uintptr_t) new.buffer, 1 + i, q->pd->mr->lkey };
		wr[i] = (struct ibv_send_wr){ .wr_id = new.id,
					      .next = i + 1 < n ? &wr[i + 1] : NULL,
					      .sg_list = &sge[i],
					      .num_sge = 1,
					      .opcode = IBV_WR_SEND,
					      .send_flags = IBV_SEND_SIGNALED };
	}
}

static void post_to(struct model_srq *s, unsigned int n, uint32_t shape)
{
	static struct recv_post p;
	struct ibv_recv_wr *bad;

	make_recv_post(&p, s->pd, n, shape, s->attr.max_sge);
	JUDGING(SRQ_PST_07);
	MUST_SUCCEED(vct_post_srq_recv(s->srq, p.list, &bad));
	for (unsigned int i = 0; i < n; i++)
		queue_add(&s->queue, &p.wr[i]);
}

/* Fewer WRs are there than messages; the rest is posted later, one by one or all together. */
OPERATION(send_waits,
	  ARGS({ "qp", N_QPS }, { "count", MOST_MESSAGES }, { "at_once", MOST_MESSAGES },
	       { "shape", 64 }),
	  PROMISES(SRQ_PST_13, SRQ_PST_07, SRQ_PST_11, CQ_POL_17), .weight = 12,
	  .needs = NEED_SRQ | NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], can_wait), *to = q ? q->peer : NULL;
	unsigned int n = arg[1] + 1, most = arg[2] + 1, left;
	struct ibv_send_wr wr[MOST_MESSAGES], *bad;
	struct ibv_sge sge[MOST_MESSAGES];
	char *buffer[MOST_MESSAGES];

	if (!q || to->srq->queue.n >= n || !sends_fit(q, n) || !cq_has_room(to->recv_cq, 2 * n) ||
	    !buffers_left(2 * n))
		return false;
	left = n - to->srq->queue.n;
	/* What is taken meanwhile makes no room before its completion was polled. */
	if (left > room_for(left, &to->srq->queue, to->srq->attr.max_wr) || !ASK(SRQ_PST_13))
		return false;
	make_sends(wr, sge, buffer, n, q);
	SETUP(!vct_post_send(q->qp, wr, &bad));
	for (unsigned int done; left; left -= done) {
		done = left < most ? left : most;
		post_to(to->srq, done, arg[3]);
	}
	for (unsigned int i = 0; i < n; i++) {
		add_due(q->send_cq, &(struct due){ .qp = q,
						   .wc = { .wr_id = wr[i].wr_id,
							   .status = IBV_WC_SUCCESS,
							   .qp_num = q->qp->qp_num },
						   .lacking = SRQ_PST_13 });
		receive_is_due(to, (struct due){ .wc = { .opcode = IBV_WC_RECV, .byte_len = 1 + i },
						 .data = buffer[i],
						 .source = buffer[i],
						 .lacking = SRQ_PST_13 });
	}
	collect(q->send_cq);
	collect(to->recv_cq);
	return true;
}

/* The sender leaves RTS while its messages wait: each is flushed, and takes no WR. */
OPERATION(send_waits_in_vain, ARGS({ "qp", N_QPS }, { "count", MOST_MESSAGES }),
	  PROMISES(QP_CRE_14, QP_MOD_03, CQ_POL_08, QP_ERR_01, SRQ_PST_13), .weight = 3,
	  .needs = NEED_SRQ | NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], can_wait), *to = q ? q->peer : NULL;
	struct ibv_send_wr wr[MOST_MESSAGES], *bad;
	struct ibv_sge sge[MOST_MESSAGES];
	char *buffer[MOST_MESSAGES];
	unsigned int n = arg[1] + 1;

	if (!q || to->srq->queue.n || !sends_fit(q, n) || !buffers_left(n) || !ASK(QP_MOD_03) ||
	    !ASK(QP_ERR_01))
		return false;
	make_sends(wr, sge, buffer, n, q);
	SETUP(!vct_post_send(q->qp, wr, &bad));
	JUDGING(QP_MOD_03);
	MUST_SUCCEED(vct_modify_qp(q->qp, &(struct ibv_qp_attr){ .qp_state = IBV_QPS_ERR },
				   IBV_QP_STATE));
	for (unsigned int i = 0; i < n; i++)
		add_due(q->send_cq, &(struct due){ .qp = q,
						   .wc = { .wr_id = wr[i].wr_id,
							   .status = IBV_WC_WR_FLUSH_ERR,
							   .qp_num = q->qp->qp_num },
						   .buffer = buffer[i],
						   .lacking = QP_ERR_01 });
	qp_fails(q);
	collect(q->send_cq);
	/* No message is on its way any more. */
	settle_events();
	return true;
}
