// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_wr_start, ibv_wr_complete and ibv_wr_abort: what is posted, and when. */
#include "wr.h"

static struct wr_link writer(unsigned int posted)
{
	return wr_link(.type = IBV_QPT_RC, .operations = ALL_WRITES, .posted = posted);
}

static bool is_written(const struct wr_link *w, size_t at)
{
	return !memcmp(w->remote + at, w->local + at, 64);
}

/* A message of another QP is a fence: the device had time to execute what is built. */
CHECK(nothing_is_executed_before_complete, PROMISES(WRP_03),
      .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ, .asks = true)
{
	struct wr_link w = writer(4);
	struct link other = rc_link(.srq_wr = 16, .posted = 16);

	for (size_t round = 0; round < 3; round++) {
		size_t at = 256 * round;

		vct_wr_start(w.ex);
		wr_build_write(&w, 2 * round, at);
		wr_build_send(&w, 2 * round + 1, at);
		link_send(&other, 4);
		MUST_BE_EMPTY(w.l.tx_cq);
		MUST_BE_EMPTY(w.l.rx_cq);
		MUST(!is_written(&w, at),
		     "nothing is sent before ibv_wr_complete; the bytes have arrived");
		MUST_SUCCEED(vct_wr_complete(w.ex));
		MUST_EQ(MUST_COMPLETE(w.l.tx_cq).wr_id, 2 * round);
		MUST_EQ(MUST_COMPLETE(w.l.tx_cq).wr_id, 2 * round + 1);
		MUST_EQ(MUST_COMPLETE(w.l.rx_cq).status, IBV_WC_SUCCESS);
		MUST(vct_memory_is(w.remote + at, w.local + at, 64),
		     "the bytes that are written are those of the buffer; they are others");
	}
}

/* What was built is discarded, and the next batch is of one send. */
static void must_begin_anew(struct wr_link *w, uint64_t id)
{
	vct_wr_abort(w->ex);
	vct_wr_start(w->ex);
	wr_build_send(w, id, 0);
	MUST_SUCCEED(vct_wr_complete(w->ex));
	MUST_EQ(MUST_COMPLETE(w->l.tx_cq).wr_id, id);
	MUST_EQ(MUST_COMPLETE(w->l.rx_cq).wr_id, id);
}

/* More are discarded than the send queue holds, and then it is used again. */
CHECK(abort_discards_what_was_built, PROMISES(WRP_04), .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ,
      .asks = true)
{
	struct wr_link w = writer(8);

	for (size_t i = 0; i < 8; i++) {
		vct_wr_start(w.ex);
		for (size_t k = 0; k < 16; k++)
			wr_build_write(&w, 100, 64 * k);
		must_begin_anew(&w, i);
	}
	MUST_BE_EMPTY(w.l.tx_cq);
	for (size_t i = 0; i < PAGE; i++)
		MUST_EQ(NAMED("a byte of the remote memory", w.remote[i]), 0);
}

/* The member changes after each builder, and before its setter. */
CHECK(wr_id_is_that_of_the_builder, PROMISES(WRP_05, WRP_17, WRP_02),
      .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ, .asks = true)
{
	enum { N = 6 };
	static const uint64_t ids[N] = { 5, 0, UINT64_MAX, 1ULL << 32, 5, 77 };
	struct wr_link w = writer(N);

	vct_wr_start(w.ex);
	for (size_t i = 0; i < N; i++) {
		w.ex->wr_id = ids[i];
		w.ex->wr_flags = IBV_SEND_SIGNALED;
		if (i % 2)
			vct_wr_send(w.ex);
		else
			vct_wr_rdma_write(w.ex, w.mr->rkey, (uintptr_t)w.remote + 64 * i);
		w.ex->wr_id = 1234567;
		vct_wr_set_sge(w.ex, w.mr->lkey, (uintptr_t)w.local + 64 * i, 64);
	}
	MUST_SUCCEED(vct_wr_complete(w.ex));
	for (size_t i = 0; i < N; i++) {
		struct ibv_wc wc = MUST_COMPLETE(w.l.tx_cq);

		JUDGING(WRP_05);
		MUST_EQ((long long)wc.wr_id, (long long)ids[i]);
		JUDGING(WRP_17);
		MUST_EQ(wc.opcode, i % 2 ? IBV_WC_SEND : IBV_WC_RDMA_WRITE);
	}
	JUDGING(WRP_02);
	for (size_t i = 0; i < N; i++)
		if (i % 2)
			MUST_EQ(MUST_COMPLETE(w.l.rx_cq).wr_id, i / 2);
	for (size_t i = 0; i < N; i += 2)
		MUST(vct_memory_is(w.remote + 64 * i, w.local + 64 * i, 64),
		     "the bytes that are written are those of the buffer; they are others");
}

/* Every third request of a batch is signaled; the send queue goes round. */
CHECK(completes_if_signaled, PROMISES(WRP_06), .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ,
      .asks = true)
{
	struct wr_link w = writer(0);

	for (uint64_t id = 0; id < 60; id += 3) {
		vct_wr_start(w.ex);
		for (uint64_t i = id; i < id + 3; i++) {
			w.ex->wr_id = i;
			w.ex->wr_flags = i % 3 == 2 ? IBV_SEND_SIGNALED : 0;
			vct_wr_rdma_write(w.ex, w.mr->rkey, (uintptr_t)w.remote);
			vct_wr_set_sge(w.ex, w.mr->lkey, (uintptr_t)w.local, 64);
		}
		w.ex->wr_flags = IBV_SEND_SIGNALED;
		MUST_SUCCEED(vct_wr_complete(w.ex));
		MUST_EQ(MUST_COMPLETE(w.l.tx_cq).wr_id, id + 2);
	}
	wr_catch_up(&w);
	MUST_BE_EMPTY(w.l.tx_cq);
}

static const struct wrong_row {
	struct vct_row vct_row;
	enum { SGES, INLINE_DATA, QUEUE } what;
	bool first; /* the request that is wrong is the first of the batch */
} wrong[] = {
	{ ROW("sges-of-the-first"), .what = SGES, .first = true },
	{ ROW("sges-of-the-second"), .what = SGES },
	{ ROW("inline-data-of-the-first"), .what = INLINE_DATA, .first = true },
	{ ROW("inline-data-of-the-second"), .what = INLINE_DATA },
	{ ROW("more-than-the-queue-holds"), .what = QUEUE },
};

static void build_wrong(const struct wr_link *w, const struct wrong_row *row)
{
	static struct ibv_sge sges[256];
	static char data[65536];

	if (row->what == QUEUE) {
		for (uint32_t i = 0; i <= w->send_wr; i++)
			wr_build_write(w, 100, 64);
		return;
	}
	w->ex->wr_id = 100;
	w->ex->wr_flags = IBV_SEND_SIGNALED;
	vct_wr_rdma_write(w->ex, w->mr->rkey, (uintptr_t)w->remote + 64);
	for (size_t i = 0; i < 256; i++)
		sges[i] = (struct ibv_sge){ (uintptr_t)w->local, 1, w->mr->lkey };
	if (row->what == SGES)
		vct_wr_set_sge_list(w->ex, 256, sges);
	else
		vct_wr_set_inline_data(w->ex, data, sizeof(data));
}

/* With more than any device has. */
CHECK_ROWS(failing_batch_is_not_posted, wrong, PROMISES(WRP_12),
	   .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ, .danger = DANGER_REFUSED, .asks = true)
{
	struct wr_link w = writer(8);

	for (uint64_t round = 0; round < 4; round++) {
		int ret;

		vct_wr_start(w.ex);
		if (!row->first && row->what != QUEUE)
			wr_build_write(&w, 100, 0);
		build_wrong(&w, row);
		if (row->what != QUEUE)
			wr_build_write(&w, 100, 128);
		ret = vct_wr_complete(w.ex);
		RECORD("ibv_wr_complete returns %s", vct_errno_text(ret));
		if (row->what == QUEUE && !ret) {
			RECORD("the queue holds more than it was said to hold: all are posted");
			for (uint32_t i = 0; i <= w.send_wr; i++)
				MUST_EQ(MUST_COMPLETE(w.l.tx_cq).wr_id, 100);
			return;
		}
		MUST_NE(ret, 0);
		vct_wr_start(w.ex);
		wr_build_send(&w, round, 0);
		MUST_SUCCEED(vct_wr_complete(w.ex));
		MUST_EQ(MUST_COMPLETE(w.l.tx_cq).wr_id, round);
		MUST_EQ(MUST_COMPLETE(w.l.rx_cq).wr_id, round);
	}
	MUST_BE_EMPTY(w.l.tx_cq);
	for (size_t i = 0; i < PAGE; i++)
		MUST_EQ(NAMED("a byte of the remote memory", w.remote[i]), 0);
}

/* A setter has failed before the abort: no later batch hears of it. */
CHECK(abort_discards_a_failure, PROMISES(WRP_04), .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ,
      .danger = DANGER_REFUSED, .asks = true)
{
	struct wr_link w = writer(8);

	for (uint64_t round = 0; round < 4; round++) {
		vct_wr_start(w.ex);
		build_wrong(&w, &wrong[round]);
		must_begin_anew(&w, round);
	}
	MUST_BE_EMPTY(w.l.tx_cq);
}

/* The send queue goes round. */
CHECK(takes_turns_with_post_send, PROMISES(WRP_15), .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ,
      .asks = true)
{
	struct wr_link w = writer(0);

	for (uint64_t round = 0; round < 30; round++) {
		uint64_t id = w.l.sent;

		link_post_receives(&w.l, recv_list(round % 8 * 3, 3));
		link_post(&w.l, IBV_WR_SEND);
		vct_wr_start(w.ex);
		wr_build_send(&w, id + 1, 0);
		wr_build_send(&w, id + 2, 64);
		MUST_SUCCEED(vct_wr_complete(w.ex));
		w.l.sent += 2;
		for (uint64_t i = 0; i < 3; i++) {
			MUST_EQ(MUST_COMPLETE(w.l.tx_cq).wr_id, id + i);
			MUST_EQ(MUST_COMPLETE(w.l.rx_cq).wr_id, round % 8 * 3 + i);
		}
		for (uint64_t i = 1; i < 3; i++)
			MUST(vct_memory_is(recv_slot(round % 8 * 3 + i), w.local + 64 * (i - 1),
					   64),
			     "the bytes that arrive are those of the buffer; they are others");
	}
}

enum { BATCHES = 20, BATCH = 4, THREADS = 3 };
struct thread {
	const struct wr_link *w;
	uint64_t first;
	unsigned int batches;
	int error;
};

/* One request of a batch is signaled, and a thread has no more than one batch unsignaled. */
static void post_batches(void *argument)
{
	struct thread *t = argument;

	for (uint64_t i = 0; i < t->batches; i++) {
		int ret;

		do {
			vct_wr_start(t->w->ex);
			for (uint64_t k = 0; k < BATCH; k++)
				wr_build_write(t->w, t->first + i * BATCH + k, 64 * k);
			ret = vct_wr_complete(t->w->ex);
		} while (ret == ENOMEM || ret == ENOSPC || ret == EAGAIN);
		if (ret)
			t->error = ret;
	}
}

struct poller {
	struct ibv_cq *cq;
	uint64_t ids[BATCHES * BATCH * THREADS];
	size_t n, all;
	bool failed;
};

static void poll_all(void *argument)
{
	struct poller *p = argument;
	double until = vct_deadline_ms(COMPLETION_MS);
	struct ibv_wc wc;

	while (p->n < p->all && !p->failed)
		if (vct_poll_cq(p->cq, 1, &wc) > 0) {
			p->ids[p->n++] = wc.wr_id;
			p->failed = wc.status;
			until = vct_deadline_ms(COMPLETION_MS);
		} else if (!vct_wait_on(until)) {
			break;
		}
}

/* Each batch of each thread is whole: its requests complete one behind the other. */
CHECK(no_other_thread_enters, PROMISES(WRP_16), .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ,
      .asks = true, .threads = true)
{
	static struct poller p;
	int room = vct_dev->attr.orig_attr.max_cqe / (BATCH * THREADS);
	int batches = room < BATCHES ? room : BATCHES, all = batches * BATCH * THREADS;
	struct wr_link w = wr_link(.type = IBV_QPT_RC, .operations = ALL_WRITES, .cqe = all);
	struct thread threads[THREADS];
	struct part parts[THREADS + 1];

	p.cq = w.l.tx_cq;
	p.all = (size_t)all;
	for (uint64_t i = 0; i < THREADS; i++) {
		threads[i] = (struct thread){ &w, 10000 * i, (unsigned int)batches, 0 };
		parts[i] = (struct part){ post_batches, &threads[i] };
	}
	parts[THREADS] = (struct part){ poll_all, &p };
	run_together(parts, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		MUST_EQ(NAMED("what ibv_wr_complete returned in a thread", threads[i].error), 0);
	MUST_EQ(NAMED("the number of completions", p.n), p.all);
	for (size_t i = 0; i < p.n; i++)
		MUST_EQ(NAMED("wr_id", p.ids[i]), p.ids[i - i % BATCH] + i % BATCH);
}

/* What the read brings is sent on by the write behind it, in one batch. */
CHECK(fenced_request_waits_for_the_read, PROMISES(WRP_18),
      .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ, .asks = true)
{
	struct wr_link w =
		wr_link(.type = IBV_QPT_RC, .operations = ALL_WRITES | IBV_QP_EX_WITH_RDMA_READ);

	for (int round = 1; round <= 8; round++) {
		pattern(w.remote, 1024, (uint64_t)round);
		memset(w.local, 0, 1024);
		vct_wr_start(w.ex);
		w.ex->wr_flags = 0;
		vct_wr_rdma_read(w.ex, w.mr->rkey, (uintptr_t)w.remote);
		vct_wr_set_sge(w.ex, w.mr->lkey, (uintptr_t)w.local, 1024);
		w.ex->wr_flags = IBV_SEND_FENCE | IBV_SEND_SIGNALED;
		vct_wr_rdma_write(w.ex, w.mr->rkey, (uintptr_t)w.remote + 2048);
		vct_wr_set_sge(w.ex, w.mr->lkey, (uintptr_t)w.local, 1024);
		MUST_SUCCEED(vct_wr_complete(w.ex));
		MUST_EQ(MUST_COMPLETE(w.l.tx_cq).status, IBV_WC_SUCCESS);
		wr_catch_up(&w);
		MUST_BE_PATTERN(NAMED("the remote memory", w.remote + 2048), 1024, (uint64_t)round);
	}
}

/* The CQ waits for solicited completions alone. */
CHECK(solicited_send_gives_an_event, PROMISES(WRP_19), .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ,
      .asks = true)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 32, NULL);
	struct wr_link w =
		wr_link(.type = IBV_QPT_RC, .operations = ALL_WRITES, .posted = 6, .rx_cq = cq);

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_RC), w.ex);
	for (uint64_t i = 0; i < 3; i++) {
		MUST_SUCCEED(vct_req_notify_cq(cq, 1));
		vct_wr_start(w.ex);
		wr_build_send(&w, 2 * i, 0);
		w.ex->wr_id = 2 * i + 1;
		w.ex->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED;
		vct_wr_send(w.ex);
		vct_wr_set_sge(w.ex, w.mr->lkey, (uintptr_t)w.local, 64);
		MUST_SUCCEED(vct_wr_complete(w.ex));
		MUST_COMPLETE(w.l.tx_cq);
		MUST_COMPLETE(w.l.tx_cq);
		MUST_NOTIFY(channel, cq);
		MUST_EQ(MUST_COMPLETE(cq).wr_id, 2 * i);
		MUST_EQ(MUST_COMPLETE(cq).wr_id, 2 * i + 1);
	}
}

/* The whole queue in one batch, from several places of its ring on. */
CHECK(a_batch_may_fill_the_queue, PROMISES(WRP_17, QP_CRE_06),
      .needs = NEED_SEND_OPS | NEED_RC | NEED_SRQ, .asks = true)
{
	enum { MOST = 512, ROUNDS = 4 };
	int cqe = vct_dev->attr.orig_attr.max_cqe < MOST ? vct_dev->attr.orig_attr.max_cqe : MOST;
	struct wr_link w = wr_link(.type = IBV_QPT_RC, .operations = ALL_WRITES, .cqe = cqe);
	uint32_t all = w.send_wr < (uint32_t)cqe ? w.send_wr : (uint32_t)cqe;

	for (uint32_t n = all, round = 0; round < 2 * ROUNDS; n = n == all ? 1 : all, round++) {
		vct_wr_start(w.ex);
		for (uint32_t i = 0; i < n; i++)
			wr_build_write(&w, i, 0);
		MUST_SUCCEED(vct_wr_complete(w.ex));
		for (uint32_t i = 0; i < n; i++)
			MUST_EQ(MUST_COMPLETE(w.l.tx_cq).status, IBV_WC_SUCCESS);
	}
}
