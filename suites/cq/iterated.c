// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Extended CQs: flags, what is refused, clocks, and sends. cq/extended.c has their functions. */
#include <limits.h>
#include <time.h>

#include "unpolled.h"

enum { CQE = 16 };

static struct ibv_cq_ex *make(struct ibv_cq_init_attr_ex init)
{
	if (!init.cqe)
		init.cqe = CQE;
	return vct_create_cq_ex(ctx(), &init);
}

static struct link link_on(struct ibv_cq_ex *cq)
{
	struct link l = rc_link(.rx_cq = ibv_cq_ex_to_cq(cq), .no_srq = true);

	return l;
}

static void send_one(struct link *l)
{
	link_post_receives(l, recv_list(l->sent, 1));
	link_post(l, IBV_WR_SEND);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
		 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
}

/* Messages one after the other, more than the CQ has entries. */
static void must_give(struct ibv_cq_ex *cq, struct link *l, int n)
{
	for (int i = 0; i < n; i++) {
		uint64_t id = l->sent;

		send_one(l);
		MUST(cq_ex_starts(cq),
		     "ibv_start_poll finds the completion; it does not before its deadline");
		MUST_EQ(cq->wr_id, id);
		MUST_EQ(cq->status, IBV_WC_SUCCESS);
		vct_end_poll(cq);
	}
}

static const struct refused_row {
	struct vct_row vct_row;
	struct ibv_cq_init_attr_ex init;
} refused_rows[] = {
	{ ROW("wc-flag-20", CQ_XTD_06), .init.wc_flags = 1 << 20 },
	{ ROW("wc-flag-63", CQ_XTD_06), .init.wc_flags = 1ULL << 63 },
	{ ROW("wc-flag-20-of-many", CQ_XTD_06), .init.wc_flags = IBV_WC_STANDARD_FLAGS | 1 << 20 },
	{ ROW("comp-mask-30", CQ_XTD_09), .init.comp_mask = 1U << 30 },
	{ ROW("create-flag-30", CQ_XTD_09),
	  .init = { .comp_mask = IBV_CQ_INIT_ATTR_MASK_FLAGS, .flags = 1U << 30 } },
	{ ROW("vector-minus-one", CQ_XTD_16), .init.comp_vector = UINT32_MAX },
	{ ROW("vector-greatest", CQ_XTD_16), .init.comp_vector = INT_MAX },
};

CHECK_ROWS(what_is_not_defined_is_refused, refused_rows, PROMISES(CQ_XTD_06, CQ_XTD_09, CQ_XTD_16),
	   .needs = NEED_CQ_EX, .danger = DANGER_REFUSED)
{
	MUST_MAKE_NONE(make(row->init));
}

CHECK(each_vector_is_taken, PROMISES(CQ_XTD_16), .needs = NEED_CQ_EX)
{
	uint32_t n = (uint32_t)ctx()->num_comp_vectors;

	MUST_MAKE(make((struct ibv_cq_init_attr_ex){ .comp_vector = 0 }));
	MUST_MAKE(make((struct ibv_cq_init_attr_ex){ .comp_vector = n - 1 }));
	MUST_MAKE_NONE(make((struct ibv_cq_init_attr_ex){ .comp_vector = n }));
}

CHECK(more_than_max_cqe_is_null, PROMISES(CQ_XTD_11), .needs = NEED_CQ_EX, .danger = DANGER_REFUSED)
{
	uint32_t most = (uint32_t)vct_dev->attr.orig_attr.max_cqe;

	MUST_MAKE_NONE(make((struct ibv_cq_init_attr_ex){ .cqe = most + 1 }));
	MUST_MAKE(make((struct ibv_cq_init_attr_ex){ .cqe = 1 }));
}

/* A device may refuse a flag; a CQ that it makes has the function of the flag. */
CHECK(each_flag_is_refused_or_has_its_function, PROMISES(CQ_XTD_01), .needs = NEED_CQ_EX)
{
#define READS(flag_, member_)                                                                      \
	{                                                                                          \
		IBV_WC_EX_WITH_##flag_, offsetof(struct ibv_cq_ex, read_##member_)                 \
	}
	static const struct {
		uint64_t flag;
		size_t function;
	} flags[] = {
		READS(BYTE_LEN, byte_len),
		READS(IMM, imm_data),
		READS(QP_NUM, qp_num),
		READS(SRC_QP, src_qp),
		READS(SLID, slid),
		READS(SL, sl),
		READS(DLID_PATH_BITS, dlid_path_bits),
		READS(COMPLETION_TIMESTAMP, completion_ts),
		READS(CVLAN, cvlan),
		READS(FLOW_TAG, flow_tag),
		READS(TM_INFO, tm_info),
		READS(COMPLETION_TIMESTAMP_WALLCLOCK, completion_wallclock_ns),
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		struct ibv_cq_ex *cq =
			make((struct ibv_cq_init_attr_ex){ .cqe = 4, .wc_flags = flags[i].flag });
		void *function = NULL;

		if (cq)
			memcpy(&function, (char *)cq + flags[i].function, sizeof(function));
		MUST(!cq || function,
		     "a CQ that is made with the flag %#llx has its function; it has none",
		     (unsigned long long)flags[i].flag);
	}
}

/* For CQs that a device may have or not. */
static struct ibv_cq_ex *make_or_skip(struct ibv_cq_init_attr_ex attr)
{
	struct ibv_cq_ex *cq = make(attr);

	if (!cq)
		vct_skip("the device makes no such CQ: ibv_create_cq_ex fails with %s",
			 vct_errno_text(errno));
	return cq;
}

static struct ibv_cq_ex *make_with(uint32_t flag)
{
	return make_or_skip((struct ibv_cq_init_attr_ex){ .comp_mask = IBV_CQ_INIT_ATTR_MASK_FLAGS,
							  .flags = flag });
}

CHECK(single_threaded_gives_the_same, PROMISES(CQ_XTD_07), .needs = NEED_CQ_EX | NEED_RC,
      .asks = true)
{
	struct ibv_cq_ex *cq = make_with(IBV_CREATE_CQ_ATTR_SINGLE_THREADED);
	struct link l = link_on(cq);

	must_give(cq, &l, 3 * CQE);
}

/* What the domain does for the CQ, no page says. It goes after the CQ. */
CHECK(takes_a_parent_domain, PROMISES(CQ_XTD_20),
      .needs = NEED_CQ_EX | NEED_RC | NEED_PARENT_DOMAIN, .asks = true)
{
	struct ibv_parent_domain_init_attr of = { .pd = pd() };
	struct ibv_pd *parent = vct_alloc_parent_domain(ctx(), &of);

	SETUP(parent);
	for (int i = 0; i < 2; i++) {
		struct ibv_cq_ex *cq = make_or_skip((struct ibv_cq_init_attr_ex){
			.comp_mask = IBV_CQ_INIT_ATTR_MASK_PD, .parent_domain = parent });
		struct link l = link_on(cq);

		must_give(cq, &l, 2 * CQE);
	}
}

/* Five more than the CQ has entries; the page says that some of them may be lost. */
CHECK(overrun_is_ignored, PROMISES(CQ_XTD_08), .needs = NEED_CQ_EX | NEED_RC | NEED_SRQ,
      .asks = true)
{
	struct ibv_cq_ex *cq = make_with(IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN);
	struct unpolled u = unpolled_make(ibv_cq_ex_to_cq(cq), (unsigned int)cq->cqe + 5);

	for (unsigned int i = 0; i < u.n; i++) {
		struct link *l = &u.l[i / u.room];

		link_post_receives(l, recv_list(i, 1));
		link_post(l, IBV_WR_SEND);
		MUST_EQ(cq_wait(l->tx_cq).status, IBV_WC_SUCCESS);
	}
	MUST_SEE_NO_EVENT();
}

static int start_and_end(void *cq)
{
	if (!cq_ex_starts(cq))
		return ENOENT;
	vct_end_poll(cq);
	return 0;
}

CHECK(failed_start_leaves_no_batch, PROMISES(CQ_XTD_10), .needs = NEED_CQ_EX | NEED_RC)
{
	struct ibv_cq_ex *cq = make((struct ibv_cq_init_attr_ex){ .cqe = CQE });
	struct ibv_poll_cq_attr attr = { .comp_mask = 0 };
	struct call *other;
	struct link l;

	SETUP_OF(BLOCK_CQ_EX, cq);
	l = link_on(cq);
	for (int i = 0; i < 3; i++) {
		double until = vct_deadline_ms(COMPLETION_MS);

		MUST_EQ(vct_start_poll(cq, &attr), ENOENT);
		MUST_EQ(vct_start_poll(cq, &attr), ENOENT);
		send_one(&l);
		other = call_start(start_and_end, cq);
		while (!call_is_over(other) && vct_wait_on(until))
			;
		MUST(call_is_over(other),
		     "another thread may poll when ibv_start_poll has returned ENOENT; it waits");
		MUST_EQ(NAMED("what ibv_start_poll returned to the other thread",
			      call_result(other)),
			0);
	}
}

CHECK(unknown_bit_at_the_start, PROMISES(CQ_XTD_18), .needs = NEED_CQ_EX)
{
	struct ibv_cq_ex *cq = make((struct ibv_cq_init_attr_ex){ .cqe = CQE });
	struct ibv_poll_cq_attr attr = { .comp_mask = 1U << 30 };
	int ret;

	SETUP_OF(BLOCK_CQ_EX, cq);
	ret = vct_start_poll(cq, &attr);
	RECORD("on an empty CQ it returns %s", strerrorname_np(ret));
	MUST_REFUSE_WITH_ERRNO(ret);
}

/* If it is refused; else its batch begins with the completion. */
CHECK(a_refused_start_takes_no_completion, PROMISES(AFT_01), .needs = NEED_CQ_EX | NEED_RC)
{
	struct ibv_cq_ex *cq = make((struct ibv_cq_init_attr_ex){ .cqe = CQE });
	struct ibv_poll_cq_attr attr = { .comp_mask = 1U << 30 };
	struct link l;

	SETUP_OF(BLOCK_CQ_EX, cq);
	l = link_on(cq);
	for (uint64_t id = 0; id < 3; id++) {
		send_one(&l);
		MUST(!vct_start_poll(cq, &attr) || cq_ex_starts(cq),
		     "the completion is there after a refused ibv_start_poll; none comes before "
		     "its deadline");
		MUST_EQ(cq->wr_id, id);
		vct_end_poll(cq);
	}
}

/* The CQ is armed between ibv_start_poll and ibv_end_poll. */
CHECK(a_request_outlasts_the_batch, PROMISES(CQ_NTF_01), .needs = NEED_CQ_EX | NEED_RC)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq_ex *cq = make((struct ibv_cq_init_attr_ex){ .channel = channel });
	struct link l;

	SETUP_OF(BLOCK_CQ_EX, cq);
	l = link_on(cq);
	for (int i = 0; i < 4; i++) {
		send_one(&l);
		SETUP_OF(BLOCK_CQ_EX, cq_ex_starts(cq));
		cq_arm(ibv_cq_ex_to_cq(cq), i % 2);
		vct_end_poll(cq);
		link_post_receives(&l, recv_list(l.sent, 1));
		link_post(&l, IBV_WR_SEND, .flags = IBV_SEND_SOLICITED);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
			 cq_wait(l.tx_cq).status == IBV_WC_SUCCESS);
		MUST_NOTIFY(channel, ibv_cq_ex_to_cq(cq));
		SETUP_OF(BLOCK_CQ_EX, cq_ex_starts(cq));
		vct_end_poll(cq);
	}
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

enum { SECOND = 1000000000 };

/*
 * The device has a clock of its own, which drifts, or which PTP sets to atomic time; and the time
 * of day may be set meanwhile, by less than a second. That clock runs as fast as the host's.
 */
CHECK(wallclock_is_the_time_of_day, PROMISES(CQ_XTD_13), .needs = NEED_CQ_EX | NEED_RC,
      .asks = true)
{
	struct ibv_cq_ex *cq = make_or_skip((struct ibv_cq_init_attr_ex){
		.wc_flags = IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK });
	struct link l = link_on(cq);
	uint64_t before = 0, told;
	int64_t ahead = 0;

	/* Five at a time: some stand over the end of the CQ. */
	for (int i = 0; i < 3 * CQE; i++) {
		if (i % 5 == 0) {
			before = clock_ns(CLOCK_REALTIME);
			for (int n = 0; n < 5; n++)
				send_one(&l);
		}
		MUST(cq_ex_starts(cq),
		     "ibv_start_poll finds the completion; it does not before its deadline");
		told = vct_wc_read_completion_wallclock_ns(cq);
		vct_end_poll(cq);
		if (!i)
			ahead = (int64_t)(told - before);
		MUST_GE(NAMED("the nanoseconds by which the clock of the device is ahead", ahead),
			-3600LL * SECOND);
		MUST_LE(NAMED("the nanoseconds by which the clock of the device is ahead", ahead),
			3600LL * SECOND);
		MUST_GE(NAMED("the nanoseconds from the send to the timestamp",
			      (int64_t)(told - before)),
			ahead - SECOND);
		MUST_LE(NAMED("the nanoseconds from now to the timestamp",
			      (int64_t)(told - clock_ns(CLOCK_REALTIME))),
			ahead + SECOND);
	}
}

/* Each message is there, after EBUSY, too; EBUSY again and again would find none in time. */
CHECK(wallclock_loses_no_completion, PROMISES(CQ_XTD_22), .needs = NEED_CQ_EX | NEED_RC,
      .asks = true)
{
	struct ibv_cq_ex *cq = make_or_skip((struct ibv_cq_init_attr_ex){
		.wc_flags = IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK });
	struct link l = link_on(cq);

	must_give(cq, &l, 3 * CQE);
}

/* The timestamp of a message, and the times before and after it. */
struct stamped {
	uint64_t before, after, ticks;
};

static struct stamped stamp(struct ibv_cq_ex *cq, struct link *l)
{
	struct stamped s = { .before = clock_ns(CLOCK_MONOTONIC) };

	send_one(l);
	MUST(cq_ex_starts(cq),
	     "ibv_start_poll finds the completion; it does not before its deadline");
	s.ticks = vct_wc_read_completion_ts(cq);
	vct_end_poll(cq);
	s.after = clock_ns(CLOCK_MONOTONIC);
	return s;
}

static struct ibv_cq_ex *make_with_ticks(void)
{
	uint64_t mask = vct_dev->attr.completion_timestamp_mask;
	uint64_t khz = vct_dev->attr.hca_core_clock;
	struct ibv_cq_ex *cq = make_or_skip(
		(struct ibv_cq_init_attr_ex){ .wc_flags = IBV_WC_EX_WITH_COMPLETION_TIMESTAMP });

	if (!khz)
		vct_skip("the device does not tell hca_core_clock");
	if (mask / khz < 100000)
		vct_skip("the counter of completion timestamps may begin again during the check");
	return cq;
}

/* The clock of a device may be wrong by a tenth. */
static void must_tell_time_between(const struct stamped *first, const struct stamped *second)
{
	uint64_t ticks = (second->ticks - first->ticks) & vct_dev->attr.completion_timestamp_mask;
	uint64_t ns = (uint64_t)((double)ticks * 1e6 / (double)vct_dev->attr.hca_core_clock);
	uint64_t least = second->before - first->after, most = second->after - first->before;

	MUST_GE(NAMED("the nanoseconds between the two timestamps", ns), least - least / 10);
	MUST_LE(NAMED("the nanoseconds between the two timestamps", ns), most + most / 10);
}

static void wait_40_ms(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 40000000 }, NULL);
}

CHECK(timestamps_tell_the_time_between, PROMISES(CQ_XTD_14), .needs = NEED_CQ_EX | NEED_RC,
      .asks = true)
{
	struct ibv_cq_ex *cq = make_with_ticks();
	struct stamped first, second;
	struct link l = link_on(cq);

	first = stamp(cq, &l);
	wait_40_ms();
	second = stamp(cq, &l);
	must_tell_time_between(&first, &second);
}

/* Neither is polled before both have come. */
CHECK(timestamps_are_of_the_arrival, PROMISES(CQ_XTD_14), .needs = NEED_CQ_EX | NEED_RC,
      .asks = true)
{
	struct ibv_cq_ex *cq = make_with_ticks();
	struct link l = link_on(cq);
	struct stamped s[2];

	for (int i = 0; i < 2; i++) {
		s[i].before = clock_ns(CLOCK_MONOTONIC);
		send_one(&l);
		s[i].after = clock_ns(CLOCK_MONOTONIC);
		wait_40_ms();
	}
	for (int i = 0; i < 2; i++) {
		MUST(cq_ex_starts(cq),
		     "ibv_start_poll finds the completion; it does not before its deadline");
		s[i].ticks = vct_wc_read_completion_ts(cq);
		vct_end_poll(cq);
	}
	must_tell_time_between(&s[0], &s[1]);
}

static const struct sent_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
	enum ibv_wc_opcode told;
} sent_rows[] = {
	{ ROW("send"), .opcode = IBV_WR_SEND, .told = IBV_WC_SEND },
	{ ROW("send-imm"), .vct_row.needs = NEED_IMM, .opcode = IBV_WR_SEND_WITH_IMM,
	  .told = IBV_WC_SEND },
	{ ROW("write"), .opcode = IBV_WR_RDMA_WRITE, .told = IBV_WC_RDMA_WRITE },
	{ ROW("read"), .opcode = IBV_WR_RDMA_READ, .told = IBV_WC_RDMA_READ },
};

CHECK_ROWS(opcode_of_a_send_is_told, sent_rows, PROMISES(CQ_XTD_15, CQ_XTD_01),
	   .needs = NEED_CQ_EX | NEED_RC)
{
	struct ibv_cq_ex *cq =
		make((struct ibv_cq_init_attr_ex){ .wc_flags = IBV_WC_EX_WITH_QP_NUM });
	struct ibv_cq *plain;
	struct ibv_qp *tx;
	struct link l;

	SETUP_OF(BLOCK_CQ_EX, cq);
	plain = ibv_cq_ex_to_cq(cq);
	tx = qp_make(IBV_QPT_RC, NULL, plain, plain);
	l = rc_link(.tx = tx, .no_srq = true);
	for (int i = 0; i < 3 * CQE; i++) {
		if (row->told == IBV_WC_SEND)
			link_post_receives(&l, recv_list(0, 1));
		link_post(&l, row->opcode);
		JUDGING(CQ_XTD_15);
		MUST(cq_ex_starts(cq),
		     "ibv_start_poll finds the completion; it does not before its deadline");
		MUST_EQ(cq->wr_id, i);
		MUST_EQ(cq->status, IBV_WC_SUCCESS);
		MUST_EQ(vct_wc_read_opcode(cq), row->told);
		JUDGING(CQ_XTD_01);
		MUST_EQ(vct_wc_read_qp_num(cq), tx->qp_num);
		vct_end_poll(cq);
		if (row->told == IBV_WC_SEND)
			cq_wait(l.rx_cq);
	}
}

CHECK(resized_reads_its_entries, PROMISES(CQ_RSZ_06),
      .needs = NEED_CQ_EX | NEED_CQ_RESIZE | NEED_RC)
{
	static const int to[] = { 40, 6, 100 };
	struct ibv_cq_ex *cq =
		make((struct ibv_cq_init_attr_ex){ .wc_flags = IBV_WC_EX_WITH_BYTE_LEN });
	struct link l;

	SETUP_OF(BLOCK_CQ_EX, cq);
	l = link_on(cq);
	must_give(cq, &l, CQE - 3);
	for (int i = 0; i < 3; i++) {
		uint64_t first = l.sent;

		for (int n = 0; n < 5; n++)
			send_one(&l);
		SETUP(!vct_resize_cq(ibv_cq_ex_to_cq(cq), cqe_at_most(to[i])));
		for (uint64_t id = first; id < first + 5; id++) {
			MUST(cq_ex_starts(cq),
			     "ibv_start_poll finds the completion; it does not before "
			     "its deadline");
			MUST_EQ(cq->wr_id, id);
			MUST_EQ(vct_wc_read_byte_len(cq), 64);
			vct_end_poll(cq);
		}
	}
}

static const struct few_row {
	struct vct_row vct_row;
	int cqe;
} fews[] = {
	{ ROW("0"), .cqe = 0 },
	{ ROW("minus-one"), .cqe = -1 },
	{ ROW("least"), .cqe = INT_MIN },
};

CHECK_ROWS(resize_to_less_than_one_entry, fews, PROMISES(CQ_RSZ_07),
	   .needs = NEED_CQ_RESIZE | NEED_RC, .danger = DANGER_REFUSED)
{
	struct link l = rc_link(.rx_cq = cq_make(CQE), .no_srq = true);
	int ret = vct_resize_cq(l.rx_cq, row->cqe);

	RECORD("a resize to %d entries returns %s", row->cqe, vct_errno_text(ret));
	MUST_GE(ret, 0);
	send_one(&l);
	MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, 0);
}
