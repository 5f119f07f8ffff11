// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_post_recv: a QP's own receive queue, and QPs that have none. */
#include "qp.h"

static bool has_own_queue(const struct model_qp *q)
{
	return q->qp && !q->srq && !q->unknown && q->recv_cq &&
	       q->qp->qp_type != IBV_QPT_RAW_PACKET;
}

static bool takes_receives(const struct model_qp *q)
{
	return has_own_queue(q) && q->state >= IBV_QPS_INIT && q->state <= IBV_QPS_SQD;
}

/* One with too many SGEs: those before it are posted. */
static unsigned int spoil(struct recv_post *p, const struct model_qp *q, uint32_t bad)
{
	unsigned int at = p->n;

	if (bad && q->cap.max_recv_sge <= WR_SGES) {
		at = bad % p->n;
		p->list[at].num_sge = (int)q->cap.max_recv_sge + 1;
	}
	return at;
}

/*
 * One list in eight has a bad WR; a count of 9 and more is relative to what fits. No page says what
 * a queue does with more.
 */
OPERATION(qp_post_recv, ARGS({ "qp", N_QPS }, { "count", 12 }, { "shape", 64 }, { "bad", 16 }),
	  PROMISES(QP_RCV_02, QP_RCV_04, QP_CRE_06), .weight = 12, .needs = NEED_IB_STATES)
{
	static struct recv_post p;
	struct model_qp *q = qp_from(arg[0], takes_receives);
	unsigned int n = arg[1] + 1, room, good;
	struct ibv_recv_wr *bad_wr = NULL;
	int ret;

	if (!q || q->cap.max_recv_wr > QUEUE_WRS)
		return false;
	if (arg[1] >= 9)
		n = q->cap.max_recv_wr - q->queue.n + arg[1] - 10;
	if (!n || n > QUEUE_WRS || !cq_has_room(q->recv_cq, n) || !buffers_left(n))
		return false;
	room = room_for(n, &q->queue, q->cap.max_recv_wr);
	if (n > room || !ASK(n < room ? QP_RCV_04 : QP_CRE_06))
		return false;
	make_recv_post(&p, q->pd, n, arg[2], q->cap.max_recv_sge);
	good = spoil(&p, q, arg[3] < 14 ? 0 : arg[2] + 1);
	forget_recv_post(&p, good);
	ret = vct_post_recv(q->qp, p.list, &bad_wr);
	for (unsigned int i = 0; i < good; i++)
		queue_add(&q->queue, &p.wr[i]);
	if (good == n) {
		MUST_SUCCEED(ret);
		return true;
	}
	MUST_REFUSE(ret);
	if (ASK(QP_RCV_02))
		MUST_END_AT(bad_wr, p.list + good);
	return true;
}

static bool is_in_reset(const struct model_qp *q)
{
	return has_own_queue(q) && q->state == IBV_QPS_RESET && q->qp->qp_type == IBV_QPT_RC;
}

OPERATION(qp_post_recv_in_reset, ARGS({ "qp", N_QPS }, { "count", 3 }), PROMISES(QP_RCV_03),
	  .weight = 2, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], is_in_reset);
	struct ibv_recv_wr *bad_wr = NULL;
	static struct recv_post p;

	if (!q || !buffers_left(arg[1] + 1) || !ASK(QP_RCV_03))
		return false;
	make_recv_post(&p, q->pd, arg[1] + 1, arg[1], q->cap.max_recv_sge);
	forget_recv_post(&p, 0);
	MUST_REFUSE(vct_post_recv(q->qp, p.list, &bad_wr));
	MUST_END_AT(bad_wr, p.list);
	return true;
}

static bool has_srq(const struct model_qp *q)
{
	return q->qp && q->srq && !q->unknown && q->state == IBV_QPS_RTS &&
	       q->qp->qp_type == IBV_QPT_RC;
}

/* It fails, or has no effect: the next message takes a WR of the SRQ. */
OPERATION(qp_post_recv_beside_srq, ARGS({ "qp", N_QPS }), PROMISES(QP_RCV_01, QP_RCV_02),
	  .weight = 2, .needs = NEED_SRQ | NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], has_srq);
	struct ibv_recv_wr *bad_wr = NULL;
	static struct recv_post p;
	int ret;

	if (!q || !buffers_left(1) || !ASK(QP_RCV_01))
		return false;
	make_recv_post(&p, q->pd, 1, 0, 1);
	forget_recv_post(&p, 0);
	ret = vct_post_recv(q->qp, p.list, &bad_wr);
	if (ret && ASK(QP_RCV_02))
		MUST_END_AT(bad_wr, p.list);
	/* What the device does with a WR that it has taken, once the QP is in ERR, is not said. */
	if (!ret) {
		disconnect(q);
		q->unknown = true;
	}
	return true;
}
