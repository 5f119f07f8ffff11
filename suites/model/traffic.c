// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Messages between the QPs of the model. */
#include <arpa/inet.h>

#include "model.h"

static const struct kind {
	enum ibv_wr_opcode opcode;
	enum ibv_wc_opcode completion, receive;
	bool takes_wr, imm, remote, reads, atomic;
	int access; /* that the memory of the other side, and its QP, must give */
} kinds[MESSAGE_KINDS] = {
	{ IBV_WR_SEND, IBV_WC_SEND, IBV_WC_RECV, .takes_wr = true },
	{ IBV_WR_SEND_WITH_IMM, IBV_WC_SEND, IBV_WC_RECV, .takes_wr = true, .imm = true },
	{ IBV_WR_RDMA_WRITE_WITH_IMM, IBV_WC_RDMA_WRITE, IBV_WC_RECV_RDMA_WITH_IMM,
	  .takes_wr = true, .imm = true, .remote = true, .access = IBV_ACCESS_REMOTE_WRITE },
	{ IBV_WR_RDMA_WRITE, IBV_WC_RDMA_WRITE, 0, .remote = true,
	  .access = IBV_ACCESS_REMOTE_WRITE },
	{ IBV_WR_RDMA_READ, IBV_WC_RDMA_READ, 0, .remote = true, .reads = true,
	  .access = IBV_ACCESS_REMOTE_READ },
	{ IBV_WR_ATOMIC_FETCH_AND_ADD, IBV_WC_FETCH_ADD, 0, .remote = true, .reads = true,
	  .atomic = true, .access = IBV_ACCESS_REMOTE_ATOMIC },
	{ IBV_WR_ATOMIC_CMP_AND_SWP, IBV_WC_COMP_SWAP, 0, .remote = true, .reads = true,
	  .atomic = true, .access = IBV_ACCESS_REMOTE_ATOMIC },
};
/* Remote memory begins at so many addresses, one after the other. */
enum { OFFSETS = 8, WORD = sizeof(uint64_t) };

struct batch {
	struct model_qp *from, *to;
	const struct kind *kind;
	unsigned int n;
	struct ibv_send_wr wr[MOST_MESSAGES];
	struct ibv_sge sge[MOST_MESSAGES][WR_SGES];
	struct model_wr data[MOST_MESSAGES];
	const struct model_target *at; /* of the one target; NULL: each is a buffer of the PD */
	char *target[MOST_MESSAGES];
	uint64_t before[MOST_MESSAGES], after[MOST_MESSAGES]; /* what an atomic changes */
	char *copy[MOST_MESSAGES]; /* inline data, which is not needed once it is posted */
};

struct model_queue *queue_of(struct model_qp *q)
{
	return q->srq ? &q->srq->queue : &q->queue;
}

unsigned int grh_of(const struct model_qp *q)
{
	return q->qp->qp_type == IBV_QPT_UD ? 40 : 0;
}

/* As long as the WR that it will take, or shorter. */
static uint32_t length_of(struct batch *b, unsigned int i, uint32_t which)
{
	uint32_t room = b->at ? b->at->length : BUFFER_SIZE;

	if (b->kind->atomic)
		return WORD;
	if (b->kind->takes_wr && !b->kind->remote)
		room = queue_next(queue_of(b->to), i)->length - grh_of(b->to);
	if (grh_of(b->to) && room > 256)
		room = 256; /* the smallest MTU */
	return level(which, room, room) > room ? room : level(which, room, room);
}

static unsigned int most_sges(const struct batch *b)
{
	const struct model_qp *q = b->from;
	unsigned int most = q->cap.max_send_sge ? at_most(q->cap.max_send_sge, WR_SGES) : 1;

	if (b->kind->atomic)
		most = 1;
	else if (b->kind->reads && vct_dev->attr.orig_attr.max_sge_rd > 0)
		most = at_most(most, (uint32_t)vct_dev->attr.orig_attr.max_sge_rd);
	return most;
}

/*
 * As many SGEs as the QP takes, by turns, and none or some for a message of no bytes; some messages
 * are inline data.
 */
static void gather(struct batch *b, unsigned int i, uint32_t number)
{
	const struct model_qp *q = b->from;
	struct model_wr from = b->data[i];
	unsigned int most = most_sges(b);
	bool any = !vct_is_left_out(SND_32);

	if (from.length && from.length <= q->cap.max_inline_data && !b->kind->reads && number % 4) {
		from.buffer = b->copy[i] = new_wr(from.length).buffer;
		memcpy(from.buffer, b->data[i].buffer, from.length);
		b->wr[i].send_flags |= IBV_SEND_INLINE;
	}
	if (any)
		b->wr[i].num_sge = (int)(from.length ? 1 + number % most : number % (most + 1));
	else
		b->wr[i].num_sge = from.length ? (int)(1 + number % at_most(from.length, most)) : 0;
	cut_sges(&from, q->pd, number * 5, (unsigned int)b->wr[i].num_sge, b->sge[i], SND_32);
}

/* The buffer that these bytes are in. */
static char *buffer_of(char *bytes)
{
	return bytes - (size_t)(bytes - model_buffer(0)) % BUFFER_SIZE;
}

/* What is around the bytes that are moved is to be seen where it comes to. */
static void surround(char *bytes, uint32_t length)
{
	char *buffer = buffer_of(bytes), *end = bytes + length;

	memset(buffer, 0x5a, (size_t)(bytes - buffer));
	memset(end, 0x5a, (size_t)(buffer + BUFFER_SIZE - end));
}

/* The memory of the other side, at odd addresses, too; a word is aligned. */
static char *target_of(const struct batch *b, uint32_t length, uint32_t number)
{
	char *first = b->at ? b->at->addr : new_wr(length).buffer;
	uint32_t more = (b->at ? b->at->length : BUFFER_SIZE) - length;

	if (b->at)
		memset(buffer_of(first), 0xee, BUFFER_SIZE);
	if (!b->kind->atomic)
		return first + at_most(number % OFFSETS, more);
	more -= -(uintptr_t)first % WORD;
	first += -(uintptr_t)first % WORD;
	return first + WORD * (size_t)at_most(number % OFFSETS, more / WORD);
}

/* Adds, or compares with what is there or not, and swaps. */
static void compute(struct batch *b, unsigned int i, uint32_t number)
{
	uint64_t there, more = number * UINT64_C(0x0123456789abcdef);
	struct ibv_send_wr *wr = &b->wr[i];

	memcpy(&there, b->target[i], WORD);
	b->before[i] = there;
	wr->wr.atomic.rkey = wr->wr.rdma.rkey;
	wr->wr.atomic.swap = more;
	if (wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		wr->wr.atomic.compare_add = more;
		b->after[i] = there + more;
	} else {
		wr->wr.atomic.compare_add = there ^ (number % 2 ? 0 : UINT64_C(1) << number % 64);
		b->after[i] = number % 2 ? more : there;
	}
}

static void aim(struct batch *b, unsigned int i, uint32_t number)
{
	uint32_t length = b->data[i].length;

	b->target[i] = target_of(b, length, number);
	if (b->kind->reads) {
		memcpy(b->target[i], b->data[i].buffer, length);
		memset(b->data[i].buffer, 0xee, length);
	}
	surround(b->kind->reads ? b->target[i] : b->data[i].buffer, length);
	b->wr[i].wr.rdma.remote_addr = (uintptr_t)b->target[i];
	b->wr[i].wr.rdma.rkey = b->at ? b->at->rkey : b->to->pd->mr->rkey;
	if (b->kind->atomic)
		compute(b, i, number);
}

static void fill(struct batch *b, unsigned int i, uint32_t length, bool signaled)
{
	static uint32_t number;
	struct model_wr wr = new_wr(length);

	b->data[i] = wr;
	b->target[i] = b->copy[i] = NULL;
	for (uint32_t k = 0; k < length; k++)
		wr.buffer[k] = (char)(number * 31 + k * 7 + (k >> 8));
	number++;
	b->wr[i] = (struct ibv_send_wr){ .wr_id = wr.id,
					 .next = i + 1 < b->n ? &b->wr[i + 1] : NULL,
					 .sg_list = b->sge[i],
					 .opcode = b->kind->opcode,
					 .send_flags = signaled ? IBV_SEND_SIGNALED : 0 };
	gather(b, i, number);
	if (b->kind->imm)
		b->wr[i].imm_data = htonl(number * 0x01020304);
	if (b->kind->remote)
		aim(b, i, number);
	if (b->to->qp->qp_type == IBV_QPT_XRC_RECV)
		b->wr[i].qp_type.xrc.remote_srqn = b->to->srq->number;
	if (b->from->ah) {
		b->wr[i].wr.ud.ah = b->from->ah;
		b->wr[i].wr.ud.remote_qpn = b->to->qp->qp_num;
		b->wr[i].wr.ud.remote_qkey = b->to->set.qkey;
	}
}

static const struct vct_promise *promise_of_receive(const struct model_qp *q)
{
	if (q->qp->qp_type == IBV_QPT_XRC_RECV)
		return SRQ_CEX_07;
	return q->srq ? SRQ_PST_11 : QP_RCV_04;
}

static const struct vct_promise *promise_of_access(const struct batch *b)
{
	if (b->at)
		return b->at->gives;
	if (b->kind->atomic)
		return b->kind->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD ? SND_05 : SND_06;
	return b->kind->reads ? SND_04 : SND_03;
}

/* A request that fails: the SRQ of XRC that it names may be of another domain. */
static const struct vct_promise *promise_of_success(const struct batch *b)
{
	if (!b->kind->reads && b->to->qp->qp_type == IBV_QPT_XRC_RECV)
		return b->to->srq->of_domain;
	return b->kind->remote ? promise_of_access(b) : promise_of_receive(b->to);
}

/* What is due at the sender: all WRs of this batch that are signaled, in order. */
static void send_is_due(struct batch *b, unsigned int i)
{
	struct model_qp *q = b->from;

	if (!q->all_signaled && !(b->wr[i].send_flags & IBV_SEND_SIGNALED))
		return;
	add_due(q->send_cq, &(struct due){ .qp = q,
					   .wc = { .wr_id = b->wr[i].wr_id,
						   .status = IBV_WC_SUCCESS,
						   .opcode = b->kind->completion,
						   .qp_num = q->qp->qp_num },
					   .lacking = QP_CRE_14,
					   .failing = promise_of_success(b) });
}

void receive_is_due(struct model_qp *q, struct due due)
{
	struct model_wr wr = queue_take(queue_of(q));

	due.qp = q;
	due.wc.wr_id = wr.id;
	due.wc.qp_num = q->qp->qp_num;
	due.wc.byte_len += grh_of(q);
	due.skip = grh_of(q);
	due.receive = true;
	due.buffer = wr.buffer;
	add_due(q->recv_cq, &due);
	if (q->srq)
		srq_was_used(q->srq, due.wc.wc_flags & IBV_WC_WITH_IMM ? SRQ_LIM_09 : SRQ_LIM_01);
}

static void message_is_due(struct batch *b, unsigned int i)
{
	receive_is_due(b->to, (struct due){ .wc = { .opcode = b->kind->receive,
						    .byte_len = b->data[i].length,
						    .imm_data = b->wr[i].imm_data,
						    .wc_flags = b->kind->imm ? IBV_WC_WITH_IMM : 0,
						    .src_qp = b->from->qp->qp_num },
					    .data = b->kind->remote ? NULL : b->data[i].buffer,
					    .source = b->data[i].buffer,
					    .lacking = promise_of_receive(b->to) });
}

/* Of a buffer, no bytes but these were written. */
static void others_must_be_as_before(char *bytes, uint32_t length)
{
	const char *buffer = buffer_of(bytes);
	size_t at = (size_t)(bytes - buffer);

	for (size_t k = 0; k < BUFFER_SIZE; k++)
		if ((k < at || k >= at + length) && buffer[k] != (char)0xee)
			vct_fail(VCT_HERE("no other bytes are changed"), "0xee",
				 "0x%02x, %d bytes from the first", (unsigned char)buffer[k],
				 (int)k - (int)at);
}

/*
 * What was read is in the buffers, what was written in the memory of the other side.
 * Atomics bring what was there before.
 */
static void must_be_moved(const struct batch *b)
{
	if (!ASK(promise_of_access(b)))
		return;
	for (unsigned int i = 0; i < b->n; i++) {
		char *here = b->data[i].buffer, *there = b->target[i];
		char *changed = b->kind->reads ? here : there;

		if (b->kind->atomic)
			MUST_EQUAL_BYTES(NAMED("the word that the atomic changes", there),
					 &b->after[i], WORD);
		MUST_EQUAL_BYTES(NAMED("the memory that the request changes", changed),
				 b->kind->atomic   ? (char *)&b->before[i]
				 : changed == here ? there
						   : here,
				 b->data[i].length);
		others_must_be_as_before(changed, b->data[i].length);
	}
}

static void post(struct batch *b)
{
	struct ibv_send_wr *bad;

	SETUP(!vct_post_send(b->from->qp, b->wr, &bad));
	/* An RDMA write completes at the sender alone. */
	b->from->used = b->to->used = true;
	for (unsigned int i = 0; i < b->n; i++) {
		if (b->copy[i])
			memset(b->copy[i], 0x77, b->data[i].length);
		free_buffer(b->copy[i]);
		send_is_due(b, i);
		if (b->kind->takes_wr)
			message_is_due(b, i);
	}
}

bool can_send(const struct model_qp *from, const struct model_qp *to)
{
	return from->qp && from->state == IBV_QPS_RTS && qp_reaches(from, to);
}

bool is_ready(const struct model_qp *q)
{
	return q->peer && can_send(q, q->peer);
}

bool can_be_read(const struct model_qp *from, const struct model_qp *to, int access)
{
	return from->qp->qp_type == IBV_QPT_RC && to->set_mask & IBV_QP_ACCESS_FLAGS &&
	       (to->set.qp_access_flags & (unsigned int)access) == (unsigned int)access &&
	       from->set_mask & IBV_QP_MAX_QP_RD_ATOMIC &&
	       to->set_mask & IBV_QP_MAX_DEST_RD_ATOMIC && from->set.max_rd_atomic &&
	       from->set.max_rd_atomic <= to->set.max_dest_rd_atomic;
}

static bool can_be_written(const struct model_qp *q)
{
	return q->qp->qp_type != IBV_QPT_UD && (!(q->set_mask & IBV_QP_ACCESS_FLAGS) ||
						q->set.qp_access_flags & IBV_ACCESS_REMOTE_WRITE);
}

/* The QP and the memory of the other side permit it. */
static bool is_permitted(const struct batch *b)
{
	int access = b->kind->access;

	if (access & ~remote_access_of_device())
		return false;
	if (b->kind->reads ? !can_be_read(b->from, b->to, access) : !can_be_written(b->to))
		return false;
	return !b->at || ((b->at->access & access) == access && b->at->pd == b->to->pd &&
			  (!b->at->qp || b->at->qp == b->to) && b->at->length >= 2 * WORD);
}

/* Its messages need not have arrived when they are complete. */
static bool is_unreliable(const struct model_qp *q)
{
	return q->qp->qp_type == IBV_QPT_UC || q->qp->qp_type == IBV_QPT_UD;
}

static bool begin(struct batch *b, const struct messages *m)
{
	*b = (struct batch){ .from = m->from, .to = m->to, .kind = &kinds[m->kind], .n = m->n };
	if (!can_send(b->from, b->to))
		return false;
	if (b->kind->remote) {
		b->at = m->at;
		b->n = b->at ? 1 : b->n;
		if (!is_permitted(b) || !ASK(promise_of_access(b)))
			return false;
	}
	/* Nothing tells when an RDMA write of an unreliable QP has arrived. */
	if (is_unreliable(b->from) && b->kind->remote && !b->kind->takes_wr)
		return false;
	if (b->kind->takes_wr && b->n > queue_of(b->to)->n)
		b->n = queue_of(b->to)->n;
	if (b->from->cap.max_send_wr && b->n > b->from->cap.max_send_wr)
		b->n = b->from->cap.max_send_wr;
	return b->n && sends_fit(b->from, b->n) && buffers_left(3 * b->n) &&
	       cq_has_room(b->to->recv_cq, 2 * b->n);
}

/*
 * What was written is there when the next message has been received that was sent behind it, of
 * which the last RDMA write may be one. False: nothing tells, as there is no WR for such a message.
 */
static bool has_arrived(const struct batch *b, bool stays)
{
	if (b->kind->takes_wr)
		return !stays;
	if (b->kind->reads)
		return true;
	return pass_messages(&(struct messages){ .from = b->from, .to = b->to, .n = 1 });
}

bool pass_messages(const struct messages *m)
{
	struct batch b;
	bool stays;

	if (!begin(&b, m))
		return false;
	stays = m->stays && !is_unreliable(b.from) && !b.kind->remote;
	for (unsigned int i = 0; i < b.n; i++)
		fill(&b, i, length_of(&b, i, m->length + i),
		     i + 1 == b.n || m->signaled == 0 || (m->signaled == 1 && i % 2));
	post(&b);
	/* Until the last is complete, its send queue is not free. */
	collect(b.from->send_cq);
	if (b.to->srq && !m->unread)
		see_events();
	if (!stays)
		collect(b.to->recv_cq);
	if (b.kind->remote && has_arrived(&b, stays))
		must_be_moved(&b);
	for (unsigned int i = 0; i < b.n; i++) {
		if (!b.kind->takes_wr)
			free_buffer(b.data[i].buffer);
		if (!b.at)
			free_buffer(b.target[i]);
	}
	return true;
}

OPERATION(send,
	  ARGS({ "qp", N_QPS }, { "to", N_QPS }, { "opcode", MESSAGE_KINDS },
	       { "count", MOST_MESSAGES }, { "length", LEVELS }, { "signaled", 3 }, { "stays", 3 },
	       { "at", N_TARGETS + 1 }),
	  PROMISES(CQ_POL_01, CQ_POL_02, CQ_POL_03, CQ_POL_04, CQ_POL_05, CQ_POL_06, CQ_POL_07,
		   CQ_POL_15, CQ_POL_16, CQ_POL_17, QP_CRE_14, QP_RCV_04, SRQ_LIM_01, SRQ_LIM_09,
		   SRQ_PST_08, SRQ_PST_09, SRQ_PST_10, SRQ_PST_11, SND_03, SND_04, SND_05, SND_06,
		   SND_32, SND_34, MR_REG_03, MR_RRG_02, MW_ALC_02, QP_RCV_05),
	  .weight = 40, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], is_ready);

	return q && pass_messages(&(struct messages){
			    .from = q,
			    .to = q->ah && can_send(q, &qps[arg[1]]) ? &qps[arg[1]] : q->peer,
			    .kind = arg[2],
			    .n = arg[3] + 1,
			    .length = arg[4],
			    .signaled = arg[5],
			    .stays = arg[6] == 1,
			    .at = arg[7] ? target_at(arg[7] - 1) : NULL,
		    });
}
