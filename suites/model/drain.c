// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The states SQD and ERR: sends that wait until the QP is in RTS again, and WRs that are flushed.
 */
#include "qp.h"

enum { HELD_LENGTH = 1 };

void qp_has_drained(struct model_qp *q)
{
	struct subject s = qp_subject(q->qp);

	if (!qp_is_told()) {
		q->unknown = true;
		return;
	}
	/* While it drains, a QP may refuse to leave SQD. */
	subject_wait_drained(&s);
	q->unknown = subject_query(&s).sq_draining;
	if (ASK(QP_QRY_11))
		MUST(!q->unknown,
		     "a send queue that has drained reads sq_draining 0; it reads another value");
}

bool qp_can_resume(const struct model_qp *q)
{
	struct model_qp *to = q->held_to;

	return !q->held.n || (to && qp_reaches(q, to) && queue_of(to)->n >= q->held.n &&
			      cq_has_room(to->recv_cq, 2 * q->held.n));
}

static void held_is_due(struct model_qp *q, const struct model_wr *wr, bool flushed)
{
	add_due(q->send_cq,
		&(struct due){ .qp = q,
			       .wc = { .wr_id = wr->id,
				       .status = flushed ? IBV_WC_WR_FLUSH_ERR : IBV_WC_SUCCESS,
				       .opcode = IBV_WC_SEND,
				       .qp_num = q->qp->qp_num },
			       .error = flushed && q->qp->qp_type != IBV_QPT_RC,
			       .buffer = wr->buffer,
			       .lacking = flushed ? QP_ERR_01 : QP_MOD_18 });
}

void qp_resumes(struct model_qp *q)
{
	struct model_qp *to = q->held_to;

	if (!q->held.n)
		return;
	while (q->held.n) {
		struct model_wr wr = queue_take(&q->held);

		held_is_due(q, &wr, false);
		receive_is_due(to, (struct due){ .wc = { .opcode = IBV_WC_RECV,
							 .byte_len = HELD_LENGTH,
							 .src_qp = q->qp->qp_num },
						 .lacking = QP_MOD_18 });
	}
	JUDGING(QP_MOD_18);
	collect(q->send_cq);
	if (to->srq)
		see_events();
	collect(to->recv_cq);
}

void qp_flushes_held(struct model_qp *q)
{
	while (q->held.n) {
		struct model_wr wr = queue_take(&q->held);

		held_is_due(q, &wr, true);
	}
}

/* One message after the other. */
static void fill(struct model_qp *q, const struct model_qp *to, struct model_wr *wr,
		 struct ibv_sge *sge, struct ibv_send_wr *send)
{
	*wr = new_wr(HELD_LENGTH);
	cut_sges(wr, q->pd, 0, 1, sge, NULL);
	*send = (struct ibv_send_wr){ .wr_id = wr->id,
				      .sg_list = sge,
				      .num_sge = 1,
				      .opcode = IBV_WR_SEND,
				      .send_flags = IBV_SEND_SIGNALED };
	if (!q->ah)
		return;
	send->wr.ud.ah = q->ah;
	send->wr.ud.remote_qpn = to->qp->qp_num;
	send->wr.ud.remote_qkey = to->set.qkey;
}

static int post_one(struct model_qp *q, const struct model_qp *to, struct model_wr *wr)
{
	struct ibv_send_wr send, *bad;
	struct ibv_sge sge;

	fill(q, to, wr, &sge, &send);
	return vct_post_send(q->qp, &send, &bad);
}

/* The receiver of what is posted in SQD. */
static struct model_qp *receiver_of(struct model_qp *q, struct model_qp *any)
{
	struct model_qp *to = q->qp->qp_type == IBV_QPT_UD ? any : q->peer;

	if (q->held.n)
		to = q->held_to;
	return to && qp_reaches(q, to) && (q->qp->qp_type != IBV_QPT_UD || q->ah) ? to : NULL;
}

static bool is_drained(const struct model_qp *q)
{
	return q->qp && !q->unknown && q->state == IBV_QPS_SQD;
}

/* All completions of the queue have been polled: it is empty but for what is held. */
OPERATION(qp_post_in_sqd, ARGS({ "qp", N_QPS }, { "to", N_QPS }, { "count", 20 }),
	  PROMISES(QP_MOD_18, QP_QRY_11), .weight = 4, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], is_drained), *to;
	unsigned int room, n;
	struct model_wr wr;

	if (!q || !(to = receiver_of(q, &qps[arg[1]])) || vct_is_left_out(QP_QRY_11) ||
	    !ASK(QP_MOD_18))
		return false;
	collect(q->send_cq);
	JUDGING(QP_MOD_18);
	room = q->cap.max_send_wr - q->held.n;
	n = arg[2] == 19 ? room : arg[2] + 1 < room ? arg[2] + 1 : room;
	if (!buffers_left(n) || !sends_fit(q, n) || q->held.n + n >= QUEUE_WRS)
		return false;
	q->held_to = to;
	for (unsigned int i = 0; i < n; i++) {
		MUST_SUCCEED(post_one(q, to, &wr));
		queue_add(&q->held, &wr);
	}
	return true;
}
