// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Carries out the cases of pairs.c, and judges them by a model of their outcome. */
#include <arpa/inet.h>

#include "pair.h"

enum { OF_GRH = 40, ODD = 2, ALIGNED = 7, BESIDE = SIDE - 1024, FILLER = 64, ADDED = 3 };

static void same(const struct pairs *p, long long seen, long long promised,
		 const struct vct_place *place)
{
	char reason[600], of_promised[24], of_seen[24];

	if (seen == promised) {
		vct_held();
		return;
	}
	snprintf(of_promised, sizeof(of_promised), "%lld", promised);
	snprintf(of_seen, sizeof(of_seen), "%lld", seen);
	snprintf(reason, sizeof(reason), "%s: promised %s, seen %s, by %s", place->expression,
		 of_promised, of_seen, p->text);
	vct_fail_with(place, reason, of_promised, of_seen);
}
#define MUST_TELL(p_, words_, seen_, promised_) same(p_, seen_, promised_, VCT_HERE(words_))

/* A completion, in the members that the CQ tells. */
struct told {
	struct ibv_wc wc;
	uint64_t tells; /* IBV_WC_EX_WITH_... */
};

static void read_members(struct told *t, struct ibv_cq_ex *ex)
{
	t->wc.opcode = vct_wc_read_opcode(ex);
	t->wc.wc_flags = vct_wc_read_wc_flags(ex);
	if (t->tells & IBV_WC_EX_WITH_BYTE_LEN)
		t->wc.byte_len = vct_wc_read_byte_len(ex);
	if (t->tells & IBV_WC_EX_WITH_QP_NUM)
		t->wc.qp_num = vct_wc_read_qp_num(ex);
	if (t->tells & IBV_WC_EX_WITH_SRC_QP)
		t->wc.src_qp = vct_wc_read_src_qp(ex);
	if (t->tells & IBV_WC_EX_WITH_IMM && t->wc.wc_flags & IBV_WC_WITH_IMM)
		t->wc.imm_data = vct_wc_read_imm_data(ex);
}

static struct ibv_wc next_of(struct told *t, struct ibv_cq_ex *ex, const struct vct_place *place)
{
	if (!cq_ex_starts(ex))
		vct_fail(place, "a completion", "none within its deadline");
	t->wc.wr_id = ex->wr_id;
	t->wc.status = ex->status;
	if (ex->status == IBV_WC_SUCCESS)
		read_members(t, ex);
	vct_end_poll(ex);
	return t->wc;
}

/* The next completion of a side is good. */
static struct told must_come(struct pairs *p, bool received)
{
	struct ibv_cq_ex *ex = p->ex[received];
	struct told t = { .tells = ex ? vct_dev->wc_flags : IBV_WC_STANDARD_FLAGS };

	JUDGING(p->promise);
	t.wc = ex ? next_of(&t, ex, &p->place)
		  : must_complete(received ? p->w.l.rx_cq : p->w.l.tx_cq, COMPLETION_MS, &p->place);
	same(p, t.wc.status, IBV_WC_SUCCESS,
	     VCT_HERE(received ? "the status of the receiver's completion"
			       : "the status of the sender's completion"));
	return t;
}

static enum ibv_wc_opcode sent_as(enum ibv_wr_opcode opcode)
{
	return pair_is_read(opcode)                    ? IBV_WC_RDMA_READ
	       : opcode == IBV_WR_ATOMIC_CMP_AND_SWP   ? IBV_WC_COMP_SWAP
	       : opcode == IBV_WR_ATOMIC_FETCH_AND_ADD ? IBV_WC_FETCH_ADD
	       : pair_is_write(opcode)                 ? IBV_WC_RDMA_WRITE
						       : IBV_WC_SEND;
}

/* Of a send or a write no page says that byte_len is set. */
static void must_tell_sent(const struct pairs *p, const struct told *t, uint64_t wr_id,
			   enum ibv_wr_opcode opcode)
{
	bool skips = p->level[SIGNAL] == UNSIGNALED || p->level[BEHIND];
	const struct ibv_wc *wc = &t->wc;

	JUDGING(skips ? SND_13 : CQ_POL_17);
	MUST_TELL(p, "wr_id of the sender's completion", (long long)wc->wr_id, (long long)wr_id);
	JUDGING(SND_15);
	MUST_TELL(p, "opcode of the sender's completion", wc->opcode, sent_as(opcode));
	JUDGING(CQ_POL_04);
	if ((pair_is_read(opcode) || pair_is_atomic(opcode)) && t->tells & IBV_WC_EX_WITH_BYTE_LEN)
		MUST_TELL(p, "byte_len of the sender's completion", wc->byte_len, p->local.total);
}

/* Pages differ in the opcode of what ibv_wr_send_imm sends. Other checks judge IBV_WC_WITH_INV. */
static void must_tell_received(const struct pairs *p, const struct told *t, uint64_t wr_id,
			       enum ibv_wr_opcode opcode, uint32_t length, uint32_t carried)
{
	bool imm = opcode == IBV_WR_SEND_WITH_IMM || opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
	bool open = p->form & PAIR_BUILT && opcode == IBV_WR_SEND_WITH_IMM;
	const struct ibv_wc *wc = &t->wc;

	JUDGING(p->promise);
	MUST_TELL(p, "wr_id of the receiver's completion", (long long)wc->wr_id, (long long)wr_id);
	if (p->w.l.ah && t->tells & IBV_WC_EX_WITH_SRC_QP)
		MUST_TELL(p, "src_qp", wc->src_qp, p->w.l.tx->qp_num);
	JUDGING(CQ_POL_02);
	if (t->tells & IBV_WC_EX_WITH_QP_NUM)
		MUST_TELL(p, "qp_num", wc->qp_num, p->w.l.rx->qp_num);
	JUDGING(CQ_POL_03);
	if (!open)
		MUST_TELL(p, "opcode of the receiver's completion", wc->opcode,
			  pair_is_write(opcode) ? IBV_WC_RECV_RDMA_WITH_IMM : IBV_WC_RECV);
	JUDGING(CQ_POL_04);
	if (t->tells & IBV_WC_EX_WITH_BYTE_LEN)
		MUST_TELL(p, "byte_len of the receiver's completion", wc->byte_len,
			  length + (p->w.l.ah ? OF_GRH : 0));
	JUDGING(CQ_POL_05);
	MUST_TELL(p, "IBV_WC_WITH_IMM", !!(wc->wc_flags & IBV_WC_WITH_IMM), imm);
	if (imm && t->tells & IBV_WC_EX_WITH_IMM)
		MUST_TELL(p, "imm_data", ntohl(wc->imm_data), carried);
}

/* A send of its own buffer; it is awaited at the receiver. */
static void send_filler(struct pairs *p, bool signaled)
{
	uint64_t id = p->w.l.sent;
	struct told arrived;

	link_post_receives(&p->w.l, recv_list(id, 1));
	link_post(&p->w.l, IBV_WR_SEND, .length = FILLER, .unsignaled = !signaled);
	arrived = must_come(p, true);
	must_tell_received(p, &arrived, id, IBV_WR_SEND, FILLER, 0);
}

/* Fillers go before the request, so that it has its place in the ring; the last one is signaled. */
static void go_to_place(struct pairs *p)
{
	uint32_t place = p->level[PLACE] == LAST_PLACE ? p->ring - 1 : 0;
	uint64_t next = p->w.l.sent + !!p->level[BEHIND];
	struct told sent;
	uint64_t n = p->level[PLACE] ? (place + p->ring - next % p->ring) % p->ring : 0;

	for (uint64_t i = 0; i < n; i++)
		send_filler(p, i == n - 1);
	if (n)
		sent = must_come(p, false), must_tell_sent(p, &sent, p->w.l.sent - 1, IBV_WR_SEND);
	if (p->level[BEHIND] == BEHIND_READ)
		link_post(&p->w.l, IBV_WR_RDMA_READ, .length = FILLER, .unsignaled = true);
	else if (p->level[BEHIND])
		send_filler(p, false);
}

/* The buffers of the case. A request that reads has its data on the other side. */
static void lay_out(struct pairs *p)
{
	const int *level = p->level;
	enum ibv_wr_opcode opcode = p->row->opcode;
	bool reads = pair_is_read(opcode) || pair_is_atomic(opcode);
	uint32_t length = pair_length(p, level[LENGTH]), count = (uint32_t)level[COUNT];
	uint32_t received = (uint32_t)level[R_COUNT], key = p->w.mr->lkey;
	uint32_t room = level[ROOM] == 2 ? 64 : (uint32_t)level[ROOM];
	size_t at = pair_is_atomic(opcode) ? ALIGNED : ODD;

	memset(p->w.local, reads ? FILL : OTHER, SIDE);
	memset(p->w.remote, reads ? OTHER : FILL, SIDE);
	p->local = buffers_of(count == MOST_COUNT ? p->sges : count, (enum shortest)level[SHORTEST],
			      length, p->w.local + at, key, p->form & PAIR_INLINE ? NULL : p->base);
	p->remote = buffers_of(1, NONE_SHORTER, length, p->w.remote + at, key, p->base);
	p->received = buffers_of(
		received == MOST_COUNT ? p->recv_sges : received, (enum shortest)level[R_SHORTEST],
		pair_is_write(opcode) ? room : length + room + (p->w.l.ah ? OF_GRH : 0),
		p->w.remote + (pair_is_write(opcode) ? BESIDE : ODD), key, p->base);
	buffers_fill(reads ? &p->remote : &p->local, p->number);
}

static void post_receive(struct pairs *p)
{
	struct ibv_recv_wr wr = { .wr_id = p->number,
				  .sg_list = p->received.sge,
				  .num_sge = (int)p->received.n },
			   *bad;

	JUDGING(QP_RCV_05);
	if (p->w.l.srq)
		MUST_SUCCEED(vct_post_srq_recv(p->w.l.srq, &wr, &bad));
	else
		MUST_SUCCEED(vct_post_recv(p->w.l.rx, &wr, &bad));
}

static void start(struct pairs *p, const struct ibv_send_wr *wr)
{
	struct ibv_qp_ex *ex = p->w.ex;
	uint64_t to = p->remote.sge[0].addr;
	uint32_t rkey = p->w.mr->rkey;

	ex->wr_id = wr->wr_id;
	ex->wr_flags = wr->send_flags & ~(unsigned int)IBV_SEND_INLINE;
	vct_wr_start(ex);
	switch (wr->opcode) {
	case IBV_WR_SEND:
		vct_wr_send(ex);
		break;
	case IBV_WR_SEND_WITH_IMM:
		vct_wr_send_imm(ex, wr->imm_data);
		break;
	case IBV_WR_SEND_WITH_INV:
		vct_wr_send_inv(ex, wr->invalidate_rkey);
		break;
	case IBV_WR_RDMA_WRITE:
		vct_wr_rdma_write(ex, rkey, to);
		break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		vct_wr_rdma_write_imm(ex, rkey, to, wr->imm_data);
		break;
	case IBV_WR_RDMA_READ:
		vct_wr_rdma_read(ex, rkey, to);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		vct_wr_atomic_cmp_swp(ex, rkey, to, wr->wr.atomic.compare_add, wr->wr.atomic.swap);
		break;
	default:
		vct_wr_atomic_fetch_add(ex, rkey, to, wr->wr.atomic.compare_add);
	}
	wr_set_target(&p->w);
}

/* One buffer is given by the setter of one or of a list, in turns. */
static int build(struct pairs *p, const struct ibv_send_wr *wr)
{
	bool alone = p->local.n == 1 && p->number % 2;
	const struct ibv_sge *sge = p->local.sge;

	start(p, wr);
	if (p->form & PAIR_INLINE && alone)
		vct_wr_set_inline_data(p->w.ex, p->local.data[0].addr, p->local.data[0].length);
	else if (p->form & PAIR_INLINE)
		vct_wr_set_inline_data_list(p->w.ex, p->local.n, p->local.data);
	else if (alone)
		vct_wr_set_sge(p->w.ex, sge->lkey, sge->addr, sge->length);
	else
		vct_wr_set_sge_list(p->w.ex, p->local.n, p->local.sge);
	return vct_wr_complete(p->w.ex);
}

static unsigned int flags_of(const struct pairs *p)
{
	return (p->form & PAIR_INLINE ? IBV_SEND_INLINE : 0) |
	       (p->level[SOLICITED] ? IBV_SEND_SOLICITED : 0) |
	       (p->level[FENCE] ? IBV_SEND_FENCE : 0);
}

/* What is there, as the atomic finds it. */
static uint64_t before(const struct pairs *p)
{
	uint64_t value;

	memcpy(&value, p->remote.data[0].addr, sizeof(value));
	return value;
}

static void post(struct pairs *p, uint32_t carried)
{
	struct message m = { .opcode = p->row->opcode,
			     .imm = carried,
			     .to = (void *)(uintptr_t)p->remote.sge[0].addr,
			     .rkey = p->w.mr->rkey,
			     .flags = flags_of(p),
			     .unsignaled = p->level[SIGNAL] == UNSIGNALED };
	struct ibv_send_wr wr, *bad;
	struct ibv_sge unused;

	if (m.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
		m.compare_add = ADDED;
	else if (pair_is_atomic(m.opcode))
		m.compare_add = before(p), m.swap = before(p) + ADDED;
	link_fill_wr(&p->w.l, &m, &wr, &unused);
	wr.sg_list = p->local.sge;
	wr.num_sge = (int)p->local.n;
	JUDGING(p->promise);
	MUST_SUCCEED(p->w.ex ? build(p, &wr) : vct_post_send(p->w.l.tx, &wr, &bad));
	/* Its buffers may be used again. */
	if (p->form & PAIR_INLINE)
		memset(p->w.local, FILL, SIDE);
}

/* The window that the last message has invalidated is bound again. */
static uint32_t bind_window(struct pairs *p)
{
	struct ibv_mw_bind_info to = { p->region, (uintptr_t)p->w.remote, SIDE,
				       IBV_ACCESS_REMOTE_WRITE };

	JUDGING(p->promise);
	MUST_SUCCEED(window_post(p->w.l.rx, &p->window, &to));
	must_come(p, true);
	return p->window.rkey;
}

static void must_have_moved(struct pairs *p)
{
	enum ibv_wr_opcode opcode = p->row->opcode;
	uint32_t length = p->local.total;

	/* One buffer that is sent as it is goes to several. */
	JUDGING(!p->form && p->level[R_COUNT] != 1 ? QP_RCV_05 : p->promise);
	if (pair_is_read(opcode) || pair_is_atomic(opcode))
		must_be_in(&p->local, p->w.local, p->number, 0, length, &p->place);
	else if (pair_is_write(opcode))
		must_be_in(&p->remote, p->w.remote, p->number, 0, length, &p->place);
	else
		must_be_in(&p->received, p->w.remote, p->number, p->w.l.ah ? OF_GRH : 0, length,
			   &p->place);
}

/* Before the case: all that was posted is completed. */
static void carry_out(struct pairs *p)
{
	bool received = pair_is_received(p->row->opcode), added = p->level[SIGNAL] == UNSIGNALED;
	bool behind = added || p->row->opcode == IBV_WR_RDMA_WRITE;
	uint32_t carried = 0x89abcdef ^ (uint32_t)p->number;
	struct ibv_cq *armed = received ? p->w.l.rx_cq : p->w.l.tx_cq;
	struct told arrived, sent, filler;
	uint64_t id, was = 0;

	go_to_place(p);
	lay_out(p);
	if (p->window.mw)
		carried = bind_window(p);
	if (received)
		post_receive(p);
	if (p->level[NOTIFY])
		cq_arm(armed, p->level[NOTIFY] == OF_SOLICITED);
	if (pair_is_atomic(p->row->opcode))
		was = before(p);
	id = p->w.l.sent;
	post(p, carried);
	if (received)
		arrived = must_come(p, true);
	if (behind)
		send_filler(p, true);
	if (!added)
		sent = must_come(p, false);
	if (behind)
		filler = must_come(p, false);
	must_have_moved(p);
	if (received)
		must_tell_received(p, &arrived, p->number, p->row->opcode, p->local.total, carried);
	if (!added)
		must_tell_sent(p, &sent, id, p->row->opcode);
	if (behind)
		must_tell_sent(p, &filler, id + 1, IBV_WR_SEND);
	JUDGING(p->level[NOTIFY] == OF_SOLICITED ? CQ_NTF_03 : CQ_NTF_01);
	if (p->level[NOTIFY])
		must_notify(p->channel, armed, &p->place);
	JUDGING(p->promise);
	if (pair_is_atomic(p->row->opcode))
		MUST_TELL(p, "the difference that the atomic makes", (long long)(before(p) - was),
			  ADDED);
}

/* The levels of the case in words, for its report. */
static void say_levels(struct pairs *p)
{
	size_t at = (size_t)snprintf(p->text, sizeof(p->text), "a request of");

	for (int f = 0; f < FACTORS && at < sizeof(p->text); f++)
		if (pair_words[f][p->level[f]][0])
			at += (size_t)snprintf(p->text + at, sizeof(p->text) - at, " %s",
					       pair_words[f][p->level[f]]);
	p->place = *VCT_HERE(p->text);
}

void must_hold_for_pairs(const struct pair_row *row, const struct vct_promise *promise,
			 unsigned int form)
{
	static struct cover_case cases[COVER_CASES];
	struct pairs p = pairs_make(row, promise, form);
	const struct cover cover = { FACTORS, pair_permits, &p };
	size_t n = 0;

	for (int link = 0; link < 4; link++) {
		bool extended = link & 2, grh = link & 1;

		if ((!grh && link_has_grh()) || (extended && !pair_permits(&p, CQ, 1, CQ, 1)))
			continue;
		pairs_link(&p, extended, grh);
		if (!n)
			n = cover_make(&cover, cases);
		for (size_t i = 0; i < n; i++) {
			p.level = cases[i].level;
			p.number = i;
			say_levels(&p);
			if (p.level[CQ] == extended && p.level[GRH] == grh)
				carry_out(&p);
		}
		pairs_unlink(&p);
	}
}
