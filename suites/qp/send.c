// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_post_send: lists that fail, the buffers of requests, and inline data. */
#include "carrier.h"

enum { LIST = 5 };

/* What is wrong with a WR, so that it may be refused when it is posted. */
enum spoil { TOO_MANY_SGES, TOO_MUCH_INLINE };

static const struct list_row {
	struct vct_row vct_row;
	enum spoil spoil;
	size_t bad; /* the first bad WR of the list */
} lists[] = {
	{ ROW("first-has-too-many-sges"), .spoil = TOO_MANY_SGES, .bad = 0 },
	{ ROW("third-has-too-many-sges"), .spoil = TOO_MANY_SGES, .bad = 2 },
	{ ROW("last-has-too-many-sges"), .spoil = TOO_MANY_SGES, .bad = LIST - 1 },
	{ ROW("first-has-too-much-inline-data"), .spoil = TOO_MUCH_INLINE, .bad = 0 },
	{ ROW("third-has-too-much-inline-data"), .spoil = TOO_MUCH_INLINE, .bad = 2 },
};

static struct ibv_qp_cap caps_of(struct ibv_qp *qp)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, qp->qp_type),
		 !vct_query_qp(qp, &attr, IBV_QP_CAP, &init));
	return init.cap;
}

/* More than the QP has by its own query. */
static void spoil(struct ibv_send_wr *wr, struct ibv_qp *qp, enum spoil what)
{
	static struct ibv_sge sges[256];
	struct ibv_qp_cap cap = caps_of(qp);

	if (what == TOO_MUCH_INLINE) {
		wr->send_flags |= IBV_SEND_INLINE;
		wr->sg_list->length = cap.max_inline_data + 1;
		return;
	}
	SETUP(cap.max_send_sge < 256);
	wr->sg_list = sges;
	wr->num_sge = (int)cap.max_send_sge + 1;
	for (int i = 0; i < wr->num_sge; i++)
		sges[i] = slot_sge(send_slot(0), 1);
}

/* A list of sends, some of which are spoiled; returns what ibv_post_send returned. */
static int post_spoiled(struct link *l, const struct list_row *row, struct ibv_send_wr *wr,
			struct ibv_send_wr **bad)
{
	struct message m = { .opcode = IBV_WR_SEND };
	struct ibv_sge sge[LIST];

	for (size_t i = 0; i < LIST; i++) {
		link_fill_wr(l, &m, &wr[i], &sge[i]);
		wr[i].next = i + 1 < LIST ? &wr[i + 1] : NULL;
	}
	spoil(&wr[LIST - 1], l->tx, row->spoil);
	spoil(&wr[row->bad], l->tx, row->spoil);
	return vct_post_send(l->tx, wr, bad);
}

/* Only a failure that is detected at once is promised. If there is none, all WRs are posted. */
CHECK_ROWS(list_stops_at_the_first_failure, lists, PROMISES(SND_18), .needs = NEED_SRQ | NEED_RC,
	   .danger = DANGER_REFUSED)
{
	struct link l = rc_link(.srq_wr = 16, .posted = LIST + 1);
	struct ibv_send_wr wr[LIST], *bad = NULL;
	int ret = post_spoiled(&l, row, wr, &bad);

	if (!ret) {
		RECORD("the failure is not detected when the list is posted");
		for (uint64_t i = 0; i < LIST; i++)
			MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, i);
		return;
	}
	MUST_END_AT(bad, &wr[row->bad]);
	for (uint64_t i = 0; i < row->bad; i++) {
		MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, i);
		MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, i);
	}
	MUST_RECEIVE(&l, row->bad);
	MUST_BE_EMPTY(l.tx_cq);
	MUST_BE_EMPTY(l.rx_cq);
}

CHECK_ROWS(failure_is_an_errno_value, lists, PROMISES(SND_19), .needs = NEED_SRQ | NEED_RC,
	   .danger = DANGER_REFUSED)
{
	struct link l = rc_link(.srq_wr = 16, .posted = LIST);
	struct ibv_send_wr wr[LIST], *bad = NULL;
	int ret = post_spoiled(&l, row, wr, &bad);

	if (!ret)
		RECORD("the failure is not detected when the list is posted");
	MUST(ret >= 0 && strerrorname_np(ret), "a refusal is an errno value; %d was returned", ret);
}

/* The receiver has no receive WR: nothing leaves the send queue before there is one. */
CHECK(full_queue_refuses_the_rest_of_a_list, PROMISES(SND_18, SND_19),
      .needs = NEED_SRQ | NEED_RC | NEED_RNR, .asks = true)
{
	enum { MOST = 160 };
	static struct ibv_send_wr wr[MOST], *bad;
	static struct ibv_sge sge[MOST];
	int max_cqe = vct_dev->attr.orig_attr.max_cqe, n = max_cqe < MOST ? max_cqe : MOST;
	struct link l = rc_link(.srq_wr = 4, .rnr_retry = 7, .cqe = n);
	struct message m = { .opcode = IBV_WR_SEND };
	uint64_t posted = 0;
	int ret;

	for (int i = 0; i < n; i++) {
		link_fill_wr(&l, &m, &wr[i], &sge[i]);
		wr[i].next = i + 1 < n ? &wr[i + 1] : NULL;
	}
	ret = vct_post_send(l.tx, wr, &bad);
	if (!ret)
		vct_skip("a QP that was asked for 32 send WRs takes %d", n);
	JUDGING(SND_19);
	MUST_REFUSE_WITH_ERRNO(ret);
	JUDGING(SND_18);
	MUST(bad > wr && bad < wr + n, "bad_wr is a WR of the list behind the first; it is %s",
	     bad == wr ? "the first" : "no WR of the list");
	RECORD("%td WRs were posted", bad - wr);
	for (; &wr[posted] != bad; posted++) {
		srq_post(l.srq, posted, 1);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).wr_id, posted);
		MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, posted);
	}
	l.sent = (uint64_t)n;
	srq_post(l.srq, (uint64_t)n, 1);
	MUST_RECEIVE(&l, (uint64_t)n);
	MUST_BE_EMPTY(l.tx_cq);
}

/* In each round another byte; it is overwritten as soon as the write has completed. */
CHECK_ROWS(buffer_is_reused_after_the_completion, carriers, PROMISES(SND_22))
{
	enum { LENGTH = 9001 };
	struct carrier c = carrier_make(row);

	for (int round = 1; round <= 12; round++) {
		pattern(c.local, LENGTH, (uint64_t)round);
		carrier_post(&c, IBV_WR_RDMA_WRITE, 0, LENGTH);
		MUST_COMPLETE_ALL(&c, 1);
		memset(c.local, 0x7f, LENGTH);
		carrier_catches_up(&c);
		MUST_BE_PATTERN(NAMED("the remote memory", c.remote), LENGTH, (uint64_t)round);
	}
}

CHECK(buffer_of_a_datagram_is_reused_after_the_completion, PROMISES(SND_22),
      .needs = NEED_UD | NEED_SRQ)
{
	struct link l = ud_link(.srq_wr = 16, .posted = 8);

	for (uint64_t i = 0; i < 8; i++) {
		char *from = send_slot(0);

		pattern(from, 64, i);
		link_post(&l, IBV_WR_SEND, .data = from);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		memset(from, 0x7f, 64);
		MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, i);
		MUST_BE_PATTERN(recv_slot(i) + 40, 64, i);
	}
}

enum { INLINE = 24 };

/* A RC QP of which inline data is asked; *room is what it has, which is 0 where it is refused. */
static struct ibv_qp *inline_qp(uint32_t *room)
{
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);
	struct ibv_qp_init_attr init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = 16,
			 .max_recv_wr = 1,
			 .max_send_sge = 1,
			 .max_recv_sge = 1,
			 .max_inline_data = INLINE },
		.qp_type = IBV_QPT_RC,
	};
	struct ibv_qp *qp = vct_create_qp(pd(), &init);

	*room = qp ? init.cap.max_inline_data : 0;
	if (!qp)
		RECORD("a QP with inline data is refused");
	return qp;
}

static const struct inline_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
} inlined[] = {
	{ ROW("send"), .opcode = IBV_WR_SEND },
	{ ROW("write"), .opcode = IBV_WR_RDMA_WRITE },
};

/* The first message waits for a receive WR, and so do the others, whose buffer is one. */
CHECK_ROWS(inline_buffer_is_reused_at_once, inlined, PROMISES(SND_20),
	   .needs = NEED_SRQ | NEED_RC | NEED_RNR)
{
	enum { N = 6 };
	uint64_t first = row->opcode == IBV_WR_SEND ? 0 : 40;
	char *data = send_slot(1);
	uint32_t room;
	struct ibv_qp *tx = inline_qp(&room);
	struct link l;

	if (room < INLINE) {
		MUST_GE(NAMED("max_inline_data", room), 0);
		return;
	}
	l = rc_link(.tx = tx, .srq_wr = 16, .rnr_retry = 7);
	link_post(&l, IBV_WR_SEND);
	for (int i = 1; i <= N; i++) {
		pattern(data, INLINE, (uint64_t)i);
		MUST_SUCCEED(link_try(&l, row->opcode, .data = data, .length = INLINE,
				      .to = recv_slot(first + (uint64_t)i),
				      .flags = IBV_SEND_INLINE));
		memset(data, 0x7f, INLINE);
	}
	srq_post(l.srq, 0, N + 2);
	for (int i = 0; i <= N; i++)
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	link_send(&l, 1);
	for (int i = 1; i <= N; i++)
		MUST_BE_PATTERN(recv_slot(first + (uint64_t)i), INLINE, (uint64_t)i);
}

/* As much as the QP said that it has. */
CHECK_ROWS(as_much_inline_data_as_the_qp_has, inlined, PROMISES(SND_23),
	   .needs = NEED_SRQ | NEED_RC, .asks = true)
{
	char *data = send_slot(1), *to = recv_slot(row->opcode == IBV_WR_SEND ? 0 : 40);
	uint32_t room;
	struct ibv_qp *tx = inline_qp(&room);
	struct link l;

	if (!room)
		vct_skip("the QP has no inline data");
	if (room > SLOT_SIZE)
		room = SLOT_SIZE;
	l = rc_link(.tx = tx, .srq_wr = 4, .posted = 2);
	for (uint32_t i = 0; i < room; i++)
		data[i] = (char)(7 * i + 1);
	MUST_SUCCEED(link_try(&l, row->opcode, .data = data, .to = to, .length = room,
			      .flags = IBV_SEND_INLINE));
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	link_send(&l, 1);
	MUST_EQUAL_BYTES(NAMED("the memory of the request", to), data, room);
}

CHECK(checksum_without_the_claim_is_open, PROMISES(SND_25), .needs = NEED_SRQ | NEED_RC,
      .lacks = NEED_CSUM)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 2);
	enum ibv_wc_status status = IBV_WC_SUCCESS;
	char message[64];
	int ret;

	pattern(send_slot(0), sizeof(message), 1);
	pattern(message, sizeof(message), 1);
	ret = link_try(&l, IBV_WR_SEND, .flags = IBV_SEND_IP_CSUM);
	if (!ret)
		status = MUST_COMPLETE(l.tx_cq).status;

	RECORD("IBV_SEND_IP_CSUM %s: %s", ret ? "is refused" : "is taken",
	       ret ? vct_errno_text(ret) : ibv_wc_status_str(status));
	if (!ret && status == IBV_WC_SUCCESS && MUST_COMPLETE(l.rx_cq).status == IBV_WC_SUCCESS)
		MUST_EQUAL_BYTES(recv_slot(0), message, sizeof(message));
	else
		MUST_GE(ret, 0);
}
