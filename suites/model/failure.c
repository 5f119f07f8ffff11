// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Requests of RC QPs that fail, and what they leave behind: flushes, states, events. */
#include "qp.h"

enum { MOST_FOLLOWERS = 4 };

/* Why a request fails. */
enum {
	TOO_LONG,
	STALE_RKEY,
	BEYOND_THE_REGION,
	STALE_LKEY,
	NO_WR,
	OF_TARGET, /* a region or window is misused */
	READ,      /* the same of reads */
	N_FAULTS = READ + 4,
};
static const struct fault {
	vct_needs needs;
	bool takes_wr;        /* the receiver reports it for the WR that the request has taken */
	bool spares_receiver; /* only the sender fails */
	bool stale_rkey, beyond, stale_lkey, of_target;
	enum ibv_wr_opcode opcode;
} faults[N_FAULTS] = {
	[TOO_LONG] = { .takes_wr = true, .opcode = IBV_WR_SEND },
	[STALE_RKEY] = { .stale_rkey = true, .opcode = IBV_WR_RDMA_WRITE },
	[BEYOND_THE_REGION] = { .beyond = true, .opcode = IBV_WR_RDMA_WRITE },
	[STALE_LKEY] = { .stale_lkey = true, .spares_receiver = true, .opcode = IBV_WR_RDMA_WRITE },
	[NO_WR] = { .needs = NEED_RNR, .spares_receiver = true, .opcode = IBV_WR_SEND },
	[OF_TARGET] = { .of_target = true, .opcode = IBV_WR_RDMA_WRITE },
	[READ] = { .stale_rkey = true, .opcode = IBV_WR_RDMA_READ },
	[READ + 1] = { .beyond = true, .opcode = IBV_WR_RDMA_READ },
	[READ + 2] = { .stale_lkey = true, .spares_receiver = true, .opcode = IBV_WR_RDMA_READ },
	[READ + 3] = { .of_target = true, .opcode = IBV_WR_RDMA_READ },
};

/* Keys of memory that is not registered any more. */
static void stale_keys(const struct model_pd *pd, uint32_t *lkey, uint32_t *rkey)
{
	struct ibv_mr *mr = vct_reg_mr(pd->pd, model_buffer(0), BUFFER_SIZE,
				       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);

	SETUP(mr);
	*lkey = mr->lkey;
	*rkey = mr->rkey;
	SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
}

static void state_must_be_error(const struct model_qp *q)
{
	double until = vct_deadline_ms(EVENT_MS);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	if (!qp_is_told() || !ASK(QP_QRY_12))
		return;
	do {
		attr.qp_state = IBV_QPS_UNKNOWN;
		SETUP(!vct_query_qp(q->qp, &attr, IBV_QP_STATE, &init));
	} while (attr.qp_state != IBV_QPS_ERR && vct_wait_on(until));
	MUST_EQ(attr.qp_state, IBV_QPS_ERR);
}

/* Such a WR and its followers: none of them succeeds. */
struct request {
	struct ibv_send_wr wr[1 + MOST_FOLLOWERS];
	struct ibv_sge sge[1 + MOST_FOLLOWERS];
	char *buffer[1 + MOST_FOLLOWERS];
	unsigned int n;
};

static void make_request(struct request *r, const struct model_qp *q, unsigned int which,
			 uint32_t length, unsigned int n)
{
	uint32_t lkey, rkey;

	stale_keys(q->pd, &lkey, &rkey);
	r->n = n;
	for (unsigned int i = 0; i < n; i++) {
		struct model_wr wr = new_wr(length);

		r->buffer[i] = wr.buffer;
		r->sge[i] = (struct ibv_sge){ (uintptr_t)wr.buffer, length, q->pd->mr->lkey };
		r->wr[i] = (struct ibv_send_wr){ .wr_id = wr.id,
						 .next = i + 1 < n ? &r->wr[i + 1] : NULL,
						 .sg_list = &r->sge[i],
						 .num_sge = 1,
						 .opcode = faults[which].opcode,
						 .send_flags = IBV_SEND_SIGNALED };
		r->wr[i].wr.rdma.remote_addr = (uintptr_t)wr.buffer;
		r->wr[i].wr.rdma.rkey = q->peer ? q->peer->pd->mr->rkey : 0;
	}
	if (faults[which].stale_rkey)
		r->wr[0].wr.rdma.rkey = rkey;
	if (faults[which].beyond)
		r->wr[0].wr.rdma.remote_addr = (uintptr_t)model_buffer(BUFFERS) - length + 1;
	if (faults[which].stale_lkey)
		r->sge[0].lkey = lkey;
}

/* Each WR completes with an error: the first with the one that it met, if that is at stake; the
 * others are flushed. */
static void errors_are_due(struct model_qp *q, const struct request *r,
			   const struct vct_promise *failing)
{
	for (unsigned int i = 0; i < r->n; i++)
		add_due(q->send_cq, &(struct due){ .qp = q,
						   .wc = { .wr_id = r->wr[i].wr_id,
							   .status = IBV_WC_WR_FLUSH_ERR,
							   .qp_num = q->qp->qp_num },
						   .error = !i && failing,
						   .buffer = r->buffer[i],
						   .lacking = !i && failing ? CQ_POL_08 : QP_ERR_01,
						   .failing = i ? NULL : failing });
}

static void wr_fails(struct model_qp *q)
{
	receive_is_due(q, (struct due){ .error = true, .lacking = CQ_POL_08 });
}

/* The length of a message that the next WR cannot hold, or 0. */
static uint32_t too_long_for(const struct model_queue *queue, uint32_t more)
{
	uint32_t room = queue->n ? queue_next(queue, 0)->length : BUFFER_SIZE;

	return room < BUFFER_SIZE ? room + 1 + more % (BUFFER_SIZE - room) : 0;
}

static bool can_fail(const struct model_qp *q, unsigned int which, unsigned int n)
{
	const struct fault *f = &faults[which];
	struct model_qp *to = q->peer;

	return can_send(q, to) && q->qp->qp_type == IBV_QPT_RC && buffers_left(n) &&
	       !vct_device_lacks(vct_dev, f->needs) && sends_fit(q, n + 1) &&
	       cq_has_room(to->recv_cq, n + 1) && (!f->takes_wr || queue_of(to)->n) &&
	       (f->opcode != IBV_WR_RDMA_READ || can_be_read(q, to, IBV_ACCESS_REMOTE_READ)) &&
	       (which != NO_WR || (!queue_of(to)->n && !q->set.rnr_retry));
}

/* How a region or window is misused, if it is; false: in this way it cannot be. */
static bool find_misuse(const struct model_qp *q, const uint32_t *arg, uint32_t length,
			struct misuse *m)
{
	const struct fault *f = &faults[arg[1]];
	int access =
		f->opcode == IBV_WR_RDMA_READ ? IBV_ACCESS_REMOTE_READ : IBV_ACCESS_REMOTE_WRITE;

	m->promise = arg[1] == NO_WR ? SRQ_PST_13 : CQ_POL_08;
	return !f->of_target || target_misuse(arg[4], arg[5], q->peer, access, length, m);
}

/* A wrong L_Key may be refused when it is posted: then nothing is due. */
static bool is_posted(struct model_qp *q, struct request *r, unsigned int which)
{
	struct ibv_send_wr *bad;
	int ret = vct_post_send(q->qp, r->wr, &bad);

	JUDGING(QP_ERR_01);
	vct_setup_is_judged(VCT_HERE("requests behind one that fails are taken"));
	SETUP(!ret || faults[which].stale_lkey);
	vct_setup_is_judged(NULL);
	for (unsigned int i = 0; ret && i < r->n; i++)
		free_buffer(r->buffer[i]);
	return !ret;
}

OPERATION(send_fails,
	  ARGS({ "qp", N_QPS }, { "fault", N_FAULTS }, { "followers", MOST_FOLLOWERS + 1 },
	       { "length", BUFFER_SIZE }, { "at", N_TARGETS }, { "misuse", MISUSES }),
	  PROMISES(CQ_POL_08, QP_ERR_01, QP_QRY_12, QP_CRE_14, SRQ_PST_13, AEV_04, AEV_08,
		   MR_REG_03, MR_REG_04, MR_REG_09, MR_RRG_05, MW_ALC_03, MW_ALC_05, MW_BND_03,
		   MW_BND_09),
	  .weight = 8, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], is_ready), *to = q ? q->peer : NULL;
	static struct request r;
	uint32_t length = 1 + arg[3] % 64;
	struct misuse m;

	if (!q || !can_fail(q, arg[1], arg[2] + 1) || !find_misuse(q, arg, length, &m) ||
	    !ASK(m.promise))
		return false;
	if (arg[1] == TOO_LONG)
		length = too_long_for(queue_of(to), arg[3]);
	if (!length)
		return false;
	make_request(&r, q, arg[1], length, arg[2] + 1);
	if (faults[arg[1]].of_target) {
		r.wr[0].wr.rdma.remote_addr = m.addr;
		r.wr[0].wr.rdma.rkey = m.rkey;
	}
	if (!is_posted(q, &r, arg[1]))
		return true;
	errors_are_due(q, &r, m.promise);
	to->used = true;
	if (faults[arg[1]].takes_wr)
		wr_fails(to);
	qp_fails_by_itself(q);
	if (!faults[arg[1]].spares_receiver)
		qp_fails_by_itself(to);
	collect(q->send_cq);
	collect(to->recv_cq);
	state_must_be_error(q);
	if (!faults[arg[1]].spares_receiver)
		state_must_be_error(to);
	see_events();
	return true;
}

static bool feeds_from_empty_srq(const struct model_qp *q)
{
	return is_ready(q) && q->qp->qp_type == IBV_QPT_RC && q->peer->srq && q->peer != q &&
	       !q->peer->srq->queue.n;
}

/*
 * An invalid L_Key is no error of the SRQ: it is refused at once, or the QP that takes the WR
 * reports it.
 */
OPERATION(srq_post_stale, ARGS({ "qp", N_QPS }), PROMISES(SRQ_PST_12, CQ_POL_08, QP_QRY_12, AEV_08),
	  .weight = 3, .needs = NEED_SRQ | NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], feeds_from_empty_srq), *to = q ? q->peer : NULL;
	struct model_wr new;
	static struct request r;
	struct ibv_sge sge;
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad = NULL;
	uint32_t rkey;

	if (!q || !sends_fit(q, 2) || !cq_has_room(to->recv_cq, 2) || !buffers_left(3) ||
	    to->srq->attr.srq_limit || !ASK(SRQ_PST_12))
		return false;
	new = new_wr(BUFFER_SIZE);
	sge = (struct ibv_sge){ (uintptr_t) new.buffer, BUFFER_SIZE, 0 };
	stale_keys(to->pd, &sge.lkey, &rkey);
	wr.wr_id = new.id;
	if (vct_post_srq_recv(to->srq->srq, &wr, &bad)) {
		free_buffer(new.buffer);
		MUST_END_AT(bad, &wr);
		return true;
	}
	queue_add(&to->srq->queue, &new);
	make_request(&r, q, TOO_LONG, 64, 1);
	SETUP(!vct_post_send(q->qp, r.wr, &(struct ibv_send_wr *){ NULL }));
	errors_are_due(q, &r, CQ_POL_08);
	wr_fails(to);
	qp_fails_by_itself(q);
	qp_fails_by_itself(to);
	collect(to->recv_cq);
	collect(q->send_cq);
	state_must_be_error(q);
	state_must_be_error(to);
	see_events();
	return true;
}

/* What is posted to a QP in ERR is flushed. */
static bool has_failed(const struct model_qp *q)
{
	return q->qp && !q->unknown && q->state == IBV_QPS_ERR && q->qp->qp_type == IBV_QPT_RC &&
	       q->was_ready;
}

OPERATION(send_in_error, ARGS({ "qp", N_QPS }, { "count", MOST_FOLLOWERS + 1 }),
	  PROMISES(QP_ERR_01, CQ_POL_08, QP_CRE_14), .weight = 3, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], has_failed);
	unsigned int n = arg[1] + 1;
	static struct request r;

	if (!q || !sends_fit(q, n) || !buffers_left(n) || !ASK(QP_ERR_01))
		return false;
	make_request(&r, q, NO_WR, 8, n);
	SETUP(!vct_post_send(q->qp, r.wr, &(struct ibv_send_wr *){ NULL }));
	errors_are_due(q, &r, NULL);
	return true;
}
