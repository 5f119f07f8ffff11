// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Requests of different forms behind each other: in one list, in one batch, and behind a fence. */
#include <arpa/inet.h>

#include "carrier.h"
#include "wr.h"

enum { PIECES = 3, INLINE = 40, LIST = 12 };
static const uint32_t lengths[PIECES] = { 100, 1, 33 };

/* Every other one has three buffers; those between them are inline. The data is that of a pattern.
 */
static void fill_list(struct link *l, struct ibv_send_wr *wr, struct ibv_sge (*sge)[PIECES])
{
	struct message m = { .opcode = IBV_WR_SEND };
	struct ibv_sge unused;

	for (unsigned int i = 0; i < LIST; i++) {
		char *at = pattern(send_slot(i), SLOT_SIZE, i);

		link_fill_wr(l, &m, &wr[i], &unused);
		wr[i].next = i + 1 < LIST ? &wr[i + 1] : NULL;
		wr[i].sg_list = sge[i];
		wr[i].num_sge = i % 2 ? 1 : PIECES;
		if (i % 2)
			wr[i].send_flags |= IBV_SEND_INLINE;
		sge[i][0] = slot_sge(at, i % 2 ? INLINE : lengths[0]);
		for (int n = 1; n < PIECES; n++)
			sge[i][n] = slot_sge(
				(void *)(uintptr_t)(sge[i][n - 1].addr + sge[i][n - 1].length),
				lengths[n]);
	}
}

CHECK(inline_data_behind_a_list_of_buffers, PROMISES(SND_09, SND_21), .needs = NEED_RC,
      .asks = true)
{
	struct wr_attr attr = { .type = IBV_QPT_RC, .sges = PIECES, .inline_data = INLINE };
	struct ibv_sge sge[LIST][PIECES];
	struct ibv_send_wr wr[LIST], *bad;
	struct ibv_qp_cap cap;
	struct ibv_qp *qp = wr_qp_make(&attr, cq_make(CQ_ENTRIES), &cap);
	struct link l;

	if (!qp)
		vct_skip("the device makes no such QP: it fails with %s", vct_errno_text(errno));
	l = wr_link_of(qp, &(struct link_attr){ .no_srq = true });
	link_post_receives(&l, recv_list(0, LIST));
	fill_list(&l, wr, sge);
	MUST_SUCCEED(vct_post_send(qp, wr, &bad));
	for (unsigned int i = 0; i < LIST; i++) {
		uint32_t length = i % 2 ? INLINE : lengths[0] + lengths[1] + lengths[2];
		struct ibv_wc wc;

		JUDGING(i % 2 ? SND_21 : SND_09);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		wc = MUST_COMPLETE(l.rx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.byte_len, length);
		MUST_BE_PATTERN(recv_slot(i), length, i);
	}
}

enum { FIRST_IMM = 0x10203040 };

/* One of each, twice: the requests with immediate data are never the first. */
static unsigned int build_batch(struct wr_link *w)
{
	unsigned int n = 0;

	vct_wr_start(w->ex);
	for (unsigned int i = 0; i < 2; i++) {
		wr_build_write(w, n++, i * 256);
		w->ex->wr_id = n++;
		vct_wr_rdma_write_imm(w->ex, w->mr->rkey, (uintptr_t)w->remote + i * 256 + 64,
				      htonl(FIRST_IMM + 2 * i));
		vct_wr_set_sge(w->ex, w->mr->lkey, (uintptr_t)w->local + i * 256 + 64, 64);
		wr_build_send(w, n++, i * 256 + 128);
		w->ex->wr_id = n++;
		vct_wr_send_imm(w->ex, htonl(FIRST_IMM + 2 * i + 1));
		vct_wr_set_sge(w->ex, w->mr->lkey, (uintptr_t)w->local + i * 256 + 192, 64);
	}
	MUST_SUCCEED(vct_wr_complete(w->ex));
	return n;
}

static const struct expected {
	enum ibv_wc_opcode opcode;
	bool imm, sent;
	unsigned int at; /* of what was sent */
} expected[] = {
	{ IBV_WC_RECV_RDMA_WITH_IMM, .imm = true },
	{ 0, .sent = true, .at = 128 },
	{ 0, .imm = true, .sent = true, .at = 192 }, /* pages differ in its opcode */
};
enum { EXPECTED = sizeof(expected) / sizeof(expected[0]) };

CHECK(immediate_data_anywhere_in_a_batch, PROMISES(WRP_13, WRP_14),
      .needs = NEED_SRQ | NEED_RC | NEED_SEND_OPS | NEED_IMM, .asks = true)
{
	struct wr_link w = wr_link(.type = IBV_QPT_RC, .posted = 2 * EXPECTED,
				   .operations = ALL_WRITES | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM |
						 IBV_QP_EX_WITH_SEND_WITH_IMM);
	unsigned int n = build_batch(&w), imm = FIRST_IMM;

	for (unsigned int i = 0; i < n; i++) {
		struct ibv_wc wc = MUST_COMPLETE(w.l.tx_cq);

		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, i);
	}
	for (unsigned int i = 0; i < 2 * EXPECTED; i++) {
		const struct expected *e = &expected[i % EXPECTED];
		struct ibv_wc wc = MUST_COMPLETE(w.l.rx_cq);

		JUDGING(e->sent ? WRP_14 : WRP_13);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		if (e->opcode)
			MUST_EQ(wc.opcode, e->opcode);
		MUST_EQ(!!(wc.wc_flags & IBV_WC_WITH_IMM), e->imm);
		if (e->imm)
			MUST_EQ(ntohl(wc.imm_data), imm++);
		if (e->sent)
			MUST_EQUAL_BYTES(recv_slot(i), w.local + i / EXPECTED * 256 + e->at, 64);
	}
	JUDGING(WRP_13);
	for (unsigned int i = 0; i < 2; i++)
		MUST_EQUAL_BYTES(NAMED("the remote memory", w.remote + i * 256), w.local + i * 256,
				 128);
}

static const struct fence_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode first, second;
} fences[] = {
#define FENCE(name_, needs_, first_, second_)                                                      \
	{                                                                                          \
		.vct_row = { .name = (name_), .needs = (needs_) }, .first = IBV_WR_##first_,       \
		.second = IBV_WR_##second_                                                         \
	}
#define FENCES(name_, needs_, first_)                                                              \
	FENCE("send-behind-" name_, needs_, first_, SEND),                                         \
		FENCE("send-imm-behind-" name_, (needs_) | NEED_IMM, first_, SEND_WITH_IMM),       \
		FENCE("write-behind-" name_, needs_, first_, RDMA_WRITE),                          \
		FENCE("write-imm-behind-" name_, (needs_) | NEED_IMM, first_, RDMA_WRITE_WITH_IMM)
	FENCES("a-read", 0, RDMA_READ),
	FENCES("an-add", NEED_ATOMIC, ATOMIC_FETCH_AND_ADD),
	FENCES("a-swap", NEED_ATOMIC, ATOMIC_CMP_AND_SWP),
};

enum { BROUGHT = 8, TO = 1024, MIDDLE = 2048 };

/* What the first brings is sent on by the second: always 8 bytes, that differ in each round. */
CHECK_ROWS(fenced, fences, PROMISES(SND_12), .needs = NEED_RC)
{
	enum { ROUNDS = 6 };
	bool atomic = row->first != IBV_WR_RDMA_READ;
	unsigned int grants = atomic ? IBV_ACCESS_REMOTE_ATOMIC : 0;
	bool sends = row->second == IBV_WR_SEND || row->second == IBV_WR_SEND_WITH_IMM;
	bool received = row->second != IBV_WR_RDMA_WRITE;
	struct link l = rc_link(.no_srq = true, .grants = grants);
	struct ibv_mr *mr = mr_make(pd(), PAGE,
				    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
					    IBV_ACCESS_REMOTE_READ | (int)grants);
	char *from = mr->addr, *to = from + TO, *middle = from + MIDDLE;

	for (unsigned int round = 0; round < ROUNDS; round++) {
		char brought[BROUGHT];

		pattern(brought, BROUGHT, round);
		memcpy(from, brought, BROUGHT);
		memset(middle, 0, BROUGHT);
		memset(to, 0, BROUGHT);
		if (received)
			link_post_receives(&l, recv_list(round, 1));
		link_post(&l, row->first, .data = middle, .lkey = mr->lkey, .to = from,
			  .rkey = mr->rkey, .length = BROUGHT, .compare_add = 1, .swap = 2,
			  .unsignaled = true);
		link_post(&l, row->second, .data = middle, .lkey = mr->lkey, .to = to,
			  .rkey = mr->rkey, .length = BROUGHT, .flags = IBV_SEND_FENCE);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		if (received)
			MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
		if (sends)
			MUST_BE_PATTERN(recv_slot(round), BROUGHT, round);
		else
			MUST_ARRIVE(to, brought, BROUGHT);
	}
}

static const struct again_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
	unsigned int flags;
} again[] = {
	{ ROW("send"), .opcode = IBV_WR_SEND },
	{ ROW("write"), .opcode = IBV_WR_RDMA_WRITE },
	{ ROW("read"), .opcode = IBV_WR_RDMA_READ },
	{ ROW("add"), .vct_row.needs = NEED_ATOMIC, .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD },
	{ ROW("fenced-send"), .opcode = IBV_WR_SEND, .flags = IBV_SEND_FENCE },
	{ ROW("fenced-read"), .opcode = IBV_WR_RDMA_READ, .flags = IBV_SEND_FENCE },
	{ ROW("fenced-add"), .vct_row.needs = NEED_ATOMIC, .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD,
	  .flags = IBV_SEND_FENCE },
};

/*
 * The receiver is not ready when the request comes first; there are 7 more times, 67 ms apart, or
 * four times as long, or the least that an HCA has.
 */
enum { AGAIN_MS = 4000 };

CHECK_ROWS(a_request_is_sent_again, again, PROMISES(QP_ERR_22), .needs = NEED_RC | NEED_IB_STATES)
{
	bool adds = row->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
	const struct link_attr attr = { .grants = adds ? IBV_ACCESS_REMOTE_ATOMIC : 0 };
	struct link l = rc_link(.no_srq = true, .local = true, .rx_stays_in_init = true,
				.timeout = 14, .grants = attr.grants);
	struct ibv_mr *mr = mr_make(pd(), PAGE,
				    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
					    IBV_ACCESS_REMOTE_READ | (int)attr.grants);
	char *own = mr->addr, *remote = own + TO;
	uint64_t was;

	pattern(own, BROUGHT, 1);
	pattern(remote, BROUGHT, 2);
	memcpy(&was, remote, sizeof(was));
	link_post_receives(&l, recv_list(0, 1));
	link_post(&l, row->opcode, .data = own, .lkey = mr->lkey, .to = remote, .rkey = mr->rkey,
		  .length = BROUGHT, .compare_add = 1, .flags = row->flags);
	vct_rest_on_time();
	MUST(!cq_gives(l.tx_cq, 10, &l.wc),
	     "a request that nobody has answered does not complete; it did");
	connect_qp(l.rx, l.tx->qp_num, &attr);
	MUST_EQ(MUST_COMPLETE_WITHIN(l.tx_cq, AGAIN_MS).status, IBV_WC_SUCCESS);
	if (row->opcode == IBV_WR_SEND) {
		MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
		MUST_BE_PATTERN(recv_slot(0), BROUGHT, 1);
	} else if (row->opcode == IBV_WR_RDMA_WRITE) {
		MUST_ARRIVE(remote, own, BROUGHT);
	} else {
		MUST_BE_PATTERN(NAMED("what the request has brought", own), BROUGHT, 2);
	}
	if (adds) {
		was++;
		MUST_ARRIVE(remote, (char *)&was, BROUGHT);
	}
}

enum { QPS = 3, ROUNDS = 4 };

/* Every other message has immediate data, of its QP and its number. */
static uint32_t imm_of(unsigned int n, unsigned int round)
{
	return (n + 1) << 24 | round;
}

/* Of several QPs that share a SRQ and a CQ, in turns, before any completion is polled. */
CHECK(each_qp_has_its_own_immediate_data, PROMISES(CQ_POL_05, CQ_POL_02),
      .needs = NEED_SRQ | NEED_RC | NEED_IMM)
{
	struct ibv_cq *cq = cq_make(QPS * ROUNDS);
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	unsigned int seen[QPS] = { 0 }, n;
	struct link l[QPS];

	srq_post(srq, 0, QPS * ROUNDS);
	for (n = 0; n < QPS; n++)
		l[n] = rc_link(.srq = srq, .rx_cq = cq);
	for (unsigned int round = 0; round < ROUNDS; round++)
		for (n = 0; n < QPS; n++) {
			bool has = (n + round) % 2;

			link_post(&l[n], has ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND,
				  .imm = has ? imm_of(n, round) : 0);
		}
	for (n = 0; n < QPS; n++)
		for (unsigned int round = 0; round < ROUNDS; round++)
			SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
				 cq_wait(l[n].tx_cq).status == IBV_WC_SUCCESS);
	for (int i = 0; i < QPS * ROUNDS; i++) {
		struct ibv_wc wc = MUST_COMPLETE(cq);
		bool has;

		for (n = 0; n < QPS && wc.qp_num != l[n].rx->qp_num;)
			n++;
		JUDGING(CQ_POL_02);
		MUST(n < QPS, "qp_num is that of a QP which received; it is %#x", wc.qp_num);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), wc.status == IBV_WC_SUCCESS);
		JUDGING(CQ_POL_05);
		has = (n + seen[n]) % 2;
		MUST_EQ(!!(wc.wc_flags & IBV_WC_WITH_IMM), has);
		if (has)
			MUST_EQ(ntohl(wc.imm_data), imm_of(n, seen[n]));
		seen[n]++;
	}
}
