// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The buffers of requests: none, of length 0, of odd lengths at odd addresses, as many as there can
 * be. Each request of each type of QP, with and without inline data, by ibv_post_send and ibv_wr_*.
 */
#include <arpa/inet.h>

#include "buffers.h"
#include "wr.h"

enum { CAN_BE_INLINE = 1 };

static const struct shape_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_wr_opcode opcode;
	struct shape shape;
} requests[] = {
#define REQUEST(name_, needs_, kind_, type_, opcode_, ...)                                         \
	{                                                                                          \
		.vct_row = { .name = (name_), .needs = (needs_), .kind = (kind_) },                \
		.type = IBV_QPT_##type_, .opcode = IBV_WR_##opcode_, .shape = {                    \
			__VA_ARGS__                                                                \
		}                                                                                  \
	}
#define SENDS(type_name_, needs_, type_, shape_, ...)                                              \
	REQUEST(type_name_ "-send-" shape_, needs_, KIND, type_, SEND, __VA_ARGS__),               \
		REQUEST(type_name_ "-send-imm-" shape_, (needs_) | NEED_IMM, KIND, type_,          \
			SEND_WITH_IMM, __VA_ARGS__)
#define WRITES(type_name_, needs_, type_, shape_, ...)                                             \
	SENDS(type_name_, needs_, type_, shape_, __VA_ARGS__),                                     \
		REQUEST(type_name_ "-write-" shape_, needs_, KIND, type_, RDMA_WRITE,              \
			__VA_ARGS__),                                                              \
		REQUEST(type_name_ "-write-imm-" shape_, (needs_) | NEED_IMM, KIND, type_,         \
			RDMA_WRITE_WITH_IMM, __VA_ARGS__)
#define READS(type_name_, needs_, type_, shape_, ...)                                              \
	WRITES(type_name_, needs_, type_, shape_, __VA_ARGS__),                                    \
		REQUEST(type_name_ "-read-" shape_, needs_, 0, type_, RDMA_READ, __VA_ARGS__)
#define OF_CONNECTED(shape_, ...)                                                                  \
	READS("rc", NEED_RC, RC, shape_, __VA_ARGS__),                                             \
		WRITES("uc", NEED_UC, UC, shape_, __VA_ARGS__),                                    \
		READS("xrc", NEED_XRC, XRC_SEND, shape_, __VA_ARGS__)
#define OF_ALL(shape_, ...)                                                                        \
	OF_CONNECTED(shape_, __VA_ARGS__), SENDS("ud", NEED_UD, UD, shape_, __VA_ARGS__)
#define KIND CAN_BE_INLINE
	SHAPES_OF_ONE_PACKET(OF_ALL),
#undef KIND
#define KIND 0
	SHAPE_OF_SEVERAL_PACKETS(OF_CONNECTED),
};

enum { IMM = 0x89abcdef, INLINE = 64, ROUNDS = 2 };

struct shaped {
	struct wr_link w;
	const struct shape_row *row;
	struct buffers b;
	bool built, is_inline;
};

/* A sender of so many SGEs, or of half, where the device does not have what it claims for it. */
static struct ibv_qp *sender_make(const struct shaped *s, uint32_t *sges, struct ibv_qp_cap *cap)
{
	struct wr_attr attr = { .type = s->row->type,
				.inline_data = s->is_inline ? INLINE : 0,
				.operations = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM };
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);

	if (attr.type != IBV_QPT_UD)
		attr.operations |= IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM;
	if (s->row->opcode == IBV_WR_RDMA_READ)
		attr.operations |= IBV_QP_EX_WITH_RDMA_READ;
	if (!s->built)
		attr.operations = 0;
	for (;; *sges /= 2) {
		struct ibv_qp *qp;

		attr.sges = *sges;
		qp = wr_qp_make(&attr, cq, cap);
		if (qp)
			return qp;
		if (*sges <= 1)
			return NULL;
		RECORD("a QP with %u send SGEs is refused", *sges);
	}
}

static struct shaped shaped_make(const struct shape_row *row, bool built, bool is_inline)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	bool reads = row->opcode == IBV_WR_RDMA_READ;
	struct shaped s = { .row = row, .built = built, .is_inline = is_inline };
	uint32_t sges = buffers_wanted(&row->shape, reads ? claims->max_sge_rd : claims->max_sge);
	struct ibv_mr *mr;
	struct ibv_qp_cap cap;
	struct ibv_qp *qp;

	sges = sges ? sges : 1;
	qp = sender_make(&s, &sges, &cap);
	if (!qp && built)
		vct_skip("the device makes no such QP: it fails with %s", vct_errno_text(errno));
	if (!qp && is_inline) {
		s.is_inline = false;
		SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, row->type), sender_make(&s, &sges, &cap));
		vct_skip("the device makes this QP without inline data alone");
	}
	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, row->type), qp);
	mr = mr_make(pd(), 2 * HALF,
		     IBV_ACCESS_LOCAL_WRITE |
			     remote_access(IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ));
	s.w.ex = built ? ibv_qp_to_qp_ex(qp) : NULL;
	SETUP_OF(BLOCK_SEND_OPS, !built || s.w.ex);
	s.w.mr = mr;
	s.w.local = mr->addr;
	s.w.remote = s.w.local + HALF;
	s.w.l = wr_link_of(qp, &(struct link_attr){ .no_srq = row->type != IBV_QPT_XRC_SEND,
						    .srq_wr = 16,
						    .rnr_retry = 7 });
	s.b = buffers_of(&row->shape, s.w.local, mr->lkey, sges,
			 is_inline ? cap.max_inline_data : HALF);
	return s;
}

static bool is_received(enum ibv_wr_opcode opcode)
{
	return opcode != IBV_WR_RDMA_WRITE && opcode != IBV_WR_RDMA_READ;
}

/* The next message is received at an odd address of the remote half. */
static void post_receive(struct shaped *s, uint64_t wr_id)
{
	struct ibv_recv_wr *wr = recv_list(wr_id, 1);

	wr->sg_list[0] =
		(struct ibv_sge){ (uintptr_t)s->w.remote + ODD, HALF - ODD, s->w.mr->lkey };
	link_post_receives(&s->w.l, wr);
}

static void post(struct shaped *s, uint64_t wr_id)
{
	struct message m = { .opcode = s->row->opcode,
			     .imm = IMM,
			     .to = s->w.remote + ODD,
			     .rkey = s->w.mr->rkey,
			     .flags = s->is_inline ? IBV_SEND_INLINE : 0 };
	struct ibv_send_wr wr, *bad;
	struct ibv_sge unused;

	link_fill_wr(&s->w.l, &m, &wr, &unused);
	wr.wr_id = wr_id;
	wr.sg_list = s->b.sge;
	wr.num_sge = (int)s->b.n;
	MUST_SUCCEED(vct_post_send(s->w.l.tx, &wr, &bad));
}

static void start(struct shaped *s, uint64_t wr_id)
{
	struct ibv_qp_ex *ex = s->w.ex;
	uint32_t rkey = s->w.mr->rkey;
	uint64_t to = (uintptr_t)s->w.remote + ODD;

	ex->wr_id = wr_id;
	ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_start(ex);
	switch (s->row->opcode) {
	case IBV_WR_SEND:
		vct_wr_send(ex);
		break;
	case IBV_WR_SEND_WITH_IMM:
		vct_wr_send_imm(ex, htonl(IMM));
		break;
	case IBV_WR_RDMA_WRITE:
		vct_wr_rdma_write(ex, rkey, to);
		break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		vct_wr_rdma_write_imm(ex, rkey, to, htonl(IMM));
		break;
	default:
		vct_wr_rdma_read(ex, rkey, to);
	}
	wr_set_target(&s->w);
}

/* One buffer is given by the setter of one, or, in the second round, of a list. */
static void build(struct shaped *s, uint64_t round)
{
	struct ibv_qp_ex *ex = s->w.ex;
	struct buffers *b = &s->b;
	bool alone = b->n == 1 && !round;

	start(s, round);
	if (s->is_inline && alone)
		vct_wr_set_inline_data(ex, b->data[0].addr, b->data[0].length);
	else if (s->is_inline)
		vct_wr_set_inline_data_list(ex, b->n, b->data);
	else if (alone)
		vct_wr_set_sge(ex, b->sge[0].lkey, b->sge[0].addr, b->sge[0].length);
	else
		vct_wr_set_sge_list(ex, b->n, b->sge);
	MUST_SUCCEED(vct_wr_complete(ex));
}

static void must_be_received(struct shaped *s, uint64_t wr_id)
{
	struct ibv_wc wc = MUST_COMPLETE(s->w.l.rx_cq);

	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, wr_id);
	MUST_EQ(wc.byte_len, s->b.total + (s->w.l.ah ? 40 : 0));
	if (s->row->opcode == IBV_WR_SEND)
		return;
	MUST(wc.wc_flags & IBV_WC_WITH_IMM, "the completion has IBV_WC_WITH_IMM; wc_flags are %#x",
	     wc.wc_flags);
	MUST_EQ(ntohl(wc.imm_data), IMM);
}

/* Where the joined bytes are: behind the 40 bytes of a datagram, which are not looked at. */
static void must_be_at_the_remote(struct shaped *s)
{
	static char expected[HALF];
	size_t grh = s->w.l.ah ? 40 : 0;

	memset(expected, OTHER, sizeof(expected));
	memcpy(expected + ODD, s->w.remote + ODD, grh);
	memcpy(expected + ODD + grh, buffers_join(&s->b), s->b.total);
	MUST_EQUAL_BYTES(NAMED("the remote memory", s->w.remote), expected, HALF);
}

static void must_be_transferred(const struct shape_row *row, bool built, bool is_inline)
{
	struct shaped s = shaped_make(row, built, is_inline);
	bool reads = row->opcode == IBV_WR_RDMA_READ;

	for (uint64_t round = 0; round < ROUNDS; round++) {
		struct ibv_wc wc;

		memset(s.w.remote, OTHER, HALF);
		buffers_fill(&s.b, s.w.local, reads ? 99 : round);
		if (reads)
			pattern(s.w.remote + ODD, s.b.total, round);
		if (is_received(row->opcode))
			post_receive(&s, 10 + round);
		if (built)
			build(&s, round);
		else
			post(&s, round);
		wc = MUST_COMPLETE(s.w.l.tx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, round);
		if (is_received(row->opcode))
			must_be_received(&s, 10 + round);
		else if (!reads)
			wr_catch_up(&s.w);
		if (reads)
			MUST_BE_IN(&s.b, s.w.local, round, s.b.total);
		else
			must_be_at_the_remote(&s);
	}
}

CHECK_ROWS(posted, requests, PROMISES(SND_32))
{
	must_be_transferred(row, false, false);
}

CHECK_ROWS(posted_inline, requests, PROMISES(SND_32), .kind = CAN_BE_INLINE, .asks = true)
{
	must_be_transferred(row, false, true);
}

CHECK_ROWS(built, requests, PROMISES(WRP_24), .needs = NEED_SEND_OPS, .asks = true)
{
	must_be_transferred(row, true, false);
}

CHECK_ROWS(built_inline, requests, PROMISES(WRP_24), .needs = NEED_SEND_OPS, .kind = CAN_BE_INLINE,
	   .asks = true)
{
	must_be_transferred(row, true, true);
}
