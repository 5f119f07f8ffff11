// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Extended CQs: each function that reads a member of a completion, and the iterator. */
#include <arpa/inet.h>

#include "lull.h"

enum { IMM = 0x12345678, CQE = 32 };

static struct ibv_cq_ex *make(uint64_t wc_flags, struct ibv_comp_channel *channel, void *context)
{
	struct ibv_cq_init_attr_ex init = {
		.cqe = CQE, .cq_context = context, .channel = channel, .wc_flags = wc_flags
	};

	return vct_create_cq_ex(ctx(), &init);
}

static struct ibv_cq_ex *must_make(uint64_t wc_flags)
{
	struct ibv_cq_ex *cq = make(wc_flags, NULL, NULL);

	SETUP_OF(BLOCK_CQ_EX, cq);
	return cq;
}

/* Starts a batch when there is a completion; FAIL if none comes. */
static void must_start(struct ibv_cq_ex *cq, const struct vct_place *place)
{
	struct ibv_poll_cq_attr attr = { .comp_mask = 0 };
	double until = vct_deadline_ms(COMPLETION_MS);
	int ret;

	/* Later pages permit EBUSY for a while, where a CQ has the time of day. */
	while ((ret = vct_start_poll(cq, &attr))) {
		if (ret != ENOENT && ret != EBUSY)
			vct_fail(place, "ibv_start_poll returns 0 or ENOENT", "%d", ret);
		if (!vct_wait_on(until))
			vct_fail(place, "a completion", "none within its deadline");
	}
	vct_held();
}
#define MUST_START(cq_) must_start(cq_, VCT_HERE("ibv_start_poll finds a completion"))

/* What the message of each row leaves in the receive completion. */
static const struct field_row {
	struct vct_row vct_row;
	uint64_t flag;
	bool ud;
} fields[] = {
	{ ROW("no-flag"), .flag = 0 },
	{ ROW("byte-len"), .flag = IBV_WC_EX_WITH_BYTE_LEN },
	{ ROW("imm"), .vct_row.needs = NEED_IMM, .flag = IBV_WC_EX_WITH_IMM },
	{ ROW("qp-num"), .flag = IBV_WC_EX_WITH_QP_NUM },
	{ ROW("ud-src-qp"), .vct_row.needs = NEED_UD, .flag = IBV_WC_EX_WITH_SRC_QP, .ud = true },
	{ ROW("ud-slid"), .vct_row.needs = NEED_UD, .flag = IBV_WC_EX_WITH_SLID, .ud = true },
	{ ROW("ud-sl"), .vct_row.needs = NEED_UD, .flag = IBV_WC_EX_WITH_SL, .ud = true },
	{ ROW("ud-dlid-path-bits"), .vct_row.needs = NEED_UD, .flag = IBV_WC_EX_WITH_DLID_PATH_BITS,
	  .ud = true },
	{ ROW("all-standard"), .vct_row.needs = NEED_IMM, .flag = IBV_WC_STANDARD_FLAGS },
	{ ROW("ud-all-standard"), .vct_row.needs = NEED_UD, .flag = IBV_WC_STANDARD_FLAGS,
	  .ud = true },
};

/* What a CQ has of the address of a datagram. Ethernet has neither SLs nor LIDs. */
static void must_tell_address(struct ibv_cq_ex *cq, const struct link *l, uint64_t flags)
{
	bool ethernet = vct_dev->port_attr.link_layer != IBV_LINK_LAYER_INFINIBAND;

	if (flags & IBV_WC_EX_WITH_SRC_QP)
		MUST_EQ(vct_wc_read_src_qp(cq), l->tx->qp_num);
	if (flags & IBV_WC_EX_WITH_SLID)
		RECORD("slid is %sthe port's",
		       vct_wc_read_slid(cq) == vct_dev->port_attr.lid ? "" : "not ");
	if (flags & IBV_WC_EX_WITH_SL && ethernet)
		RECORD("sl is %d on a port without SLs", vct_wc_read_sl(cq));
	if (flags & IBV_WC_EX_WITH_SL && !ethernet)
		MUST_EQ(vct_wc_read_sl(cq), 0);
	if (flags & IBV_WC_EX_WITH_DLID_PATH_BITS)
		RECORD("dlid_path_bits is %d", vct_wc_read_dlid_path_bits(cq));
}

/* The completion that the iterator is at: of message `id` of the link, of 100 + id bytes. */
static void must_tell(struct ibv_cq_ex *cq, const struct link *l, uint64_t flags, uint64_t id)
{
	bool imm = !vct_dev->iwarp;

	MUST_EQ(cq->wr_id, id);
	MUST_EQ(cq->status, IBV_WC_SUCCESS);
	MUST_EQ(vct_wc_read_opcode(cq), IBV_WC_RECV);
	MUST_EQ(!!(vct_wc_read_wc_flags(cq) & IBV_WC_WITH_IMM), imm);
	if (flags & IBV_WC_EX_WITH_BYTE_LEN)
		MUST_EQ(vct_wc_read_byte_len(cq), 100 + id + (l->ah ? 40 : 0));
	if (flags & IBV_WC_EX_WITH_IMM && imm)
		MUST_EQ(ntohl(vct_wc_read_imm_data(cq)), IMM + id);
	if (flags & IBV_WC_EX_WITH_QP_NUM)
		MUST_EQ(vct_wc_read_qp_num(cq), l->rx->qp_num);
	if (l->ah)
		must_tell_address(cq, l, flags);
}

static void send_one(struct link *l, uint64_t id)
{
	enum ibv_wr_opcode opcode = vct_dev->iwarp ? IBV_WR_SEND : IBV_WR_SEND_WITH_IMM;

	srq_post(l->srq, id, 1);
	link_post(l, opcode, .length = (uint32_t)(100 + id), .imm = (uint32_t)(IMM + id));
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, l->tx->qp_type),
		 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
}

static struct link link_on(struct ibv_cq_ex *cq, bool ud)
{
	const struct link_attr attr = { .rx_cq = ibv_cq_ex_to_cq(cq), .srq_wr = 16 };

	return link_make(ud ? IBV_QPT_UD : IBV_QPT_RC, &attr);
}

/* The CQ goes round three times; one completion at a time. */
CHECK_ROWS(members_are_those_of_the_message, fields, PROMISES(CQ_XTD_01),
	   .needs = NEED_CQ_EX | NEED_RC | NEED_SRQ, .asks = true)
{
	uint64_t flags = row->flag & vct_dev->wc_flags;
	struct ibv_cq_ex *cq;
	struct link l;

	if (row->flag && !flags)
		vct_skip("the device says that its CQs do not have this member");
	cq = must_make(flags);
	l = link_on(cq, row->ud);

	for (uint64_t id = 0; id < 3 * CQE; id++) {
		send_one(&l, id);
		MUST_START(cq);
		must_tell(cq, &l, flags, id);
		vct_end_poll(cq);
	}
}

CHECK(empty_cq_has_no_completion, PROMISES(CQ_XTD_02), .needs = NEED_CQ_EX | NEED_RC | NEED_SRQ)
{
	struct ibv_cq_ex *cq = must_make(vct_dev->wc_flags);
	struct ibv_poll_cq_attr attr = { .comp_mask = 0 };
	struct link l = link_on(cq, false);

	for (uint64_t id = 0; id < 3; id++) {
		MUST_EQ(vct_start_poll(cq, &attr), ENOENT);
		send_one(&l, id);
		MUST_START(cq);
		MUST_EQ(cq->wr_id, id);
		MUST_EQ(vct_next_poll(cq), ENOENT);
		vct_end_poll(cq);
	}
}

/* Sends n messages, and goes through what has come after a lull: whether one batch gives all. */
static bool gives_all(struct ibv_cq_ex *cq, struct link *l, struct lull *lull, unsigned int n)
{
	uint64_t first = l->sent;
	unsigned int batches = 1;

	for (unsigned int i = 0; i < n; i++)
		send_one(l, first + i);
	lull_pass(lull);
	MUST_START(cq);
	for (unsigned int i = 0; i < n; i++) {
		int next;

		must_tell(cq, l, vct_dev->wc_flags, first + i);
		if (i + 1 == n)
			break;
		next = vct_next_poll(cq);
		if (next == ENOENT && (batches > 1 || lull_grow(lull))) {
			vct_end_poll(cq);
			MUST_START(cq);
			batches++;
		} else {
			MUST_EQ(NAMED("what ibv_next_poll returned", next), 0);
		}
	}
	vct_end_poll(cq);
	return batches == 1;
}

/* Batches of one, two, ... completions: each comes once, in its order. */
CHECK(next_goes_through_the_batch, PROMISES(CQ_XTD_03), .needs = NEED_CQ_EX | NEED_RC | NEED_SRQ)
{
	struct ibv_cq_ex *cq = must_make(vct_dev->wc_flags);
	struct link l = link_on(cq, false);
	struct lull lull = lull_make();

	for (unsigned int n = 1; n <= 8; n++)
		while (!gives_all(cq, &l, &lull, n))
			;
}

/* A batch that ends early leaves the rest. */
CHECK(what_was_not_reached_stays, PROMISES(CQ_XTD_03), .needs = NEED_CQ_EX | NEED_RC | NEED_SRQ)
{
	struct ibv_cq_ex *cq = must_make(vct_dev->wc_flags);
	struct link l = link_on(cq, false);

	for (uint64_t id = 0; id < 4; id++)
		send_one(&l, id);
	for (uint64_t id = 0; id < 4; id++) {
		MUST_START(cq);
		must_tell(cq, &l, vct_dev->wc_flags, id);
		vct_end_poll(cq);
	}
}

/*
 * The message is too long for its receive WR. On iWARP that ends the connection, and no page says
 * what becomes of the WR.
 */
CHECK(failed_completion_names_its_wr, PROMISES(CQ_XTD_01),
      .needs = NEED_CQ_EX | NEED_RC | NEED_SRQ | NEED_IB_STATES)
{
	struct ibv_cq_ex *cq = must_make(vct_dev->wc_flags);
	struct link l = link_on(cq, false);
	struct ibv_recv_wr *wr = recv_list(77, 1), *bad;

	wr->sg_list->length = 16;
	SETUP_OF(BLOCK_SRQ_POST, !vct_post_srq_recv(l.srq, wr, &bad));
	link_post(&l, IBV_WR_SEND);
	MUST_START(cq);
	MUST_EQ(cq->wr_id, 77);
	MUST_NE(cq->status, IBV_WC_SUCCESS);
	if (vct_dev->wc_flags & IBV_WC_EX_WITH_QP_NUM)
		MUST_EQ(vct_wc_read_qp_num(cq), l.rx->qp_num);
	RECORD("its vendor_err is %s", vct_wc_read_vendor_err(cq) ? "set" : "0");
	vct_end_poll(cq);
}

/* A window for each message. Its bind completes on the same CQ. */
CHECK(invalidated_key_is_that_of_the_message, PROMISES(CQ_XTD_12),
      .needs = NEED_CQ_EX | NEED_RC | NEED_SRQ | NEED_MW2)
{
	struct ibv_cq_ex *cq = must_make(vct_dev->wc_flags);
	struct link l = link_on(cq, false);
	struct ibv_mr *mr = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	struct ibv_mw_bind_info to = { mr, (uintptr_t)pages(), PAGE, IBV_ACCESS_REMOTE_WRITE };

	for (uint64_t id = 0; id < 4; id++) {
		struct mem_window w = window_make(IBV_MW_TYPE_2);

		SETUP_OF(BLOCK_MW_BIND, !window_post(l.rx, &w, &to));
		MUST_START(cq);
		SETUP_OF(BLOCK_MW_BIND, cq->status == IBV_WC_SUCCESS);
		vct_end_poll(cq);
		srq_post(l.srq, id, 1);
		link_post(&l, IBV_WR_SEND_WITH_INV, .imm = w.rkey);
		MUST_START(cq);
		MUST_EQ(vct_wc_read_invalidated_rkey(cq), w.rkey);
		MUST(vct_wc_read_wc_flags(cq) & IBV_WC_WITH_INV,
		     "the completion has IBV_WC_WITH_INV; it has not");
		vct_end_poll(cq);
	}
}

CHECK(is_what_was_asked_for, PROMISES(CQ_XTD_04), .needs = NEED_CQ_EX | NEED_RC | NEED_SRQ)
{
	static int context;
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq_ex *cq = make(IBV_WC_EX_WITH_BYTE_LEN, channel, &context);
	struct link l;

	MUST_MAKE(cq);
	MUST_GE(cq->cqe, CQE);
	MUST_POINT_TO(cq->cq_context, &context);
	MUST_POINT_TO(cq->channel, channel);
	MUST_POINT_TO(cq->context, ctx());
	l = rc_link(.rx_cq = ibv_cq_ex_to_cq(cq), .srq_wr = 4, .posted = 1);
	cq_arm(ibv_cq_ex_to_cq(cq), 0);
	link_post(&l, IBV_WR_SEND);
	MUST_NOTIFY(channel, ibv_cq_ex_to_cq(cq));
	MUST_START(cq);
	MUST_EQ(vct_wc_read_byte_len(cq), 64);
	vct_end_poll(cq);
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_destroy_cq(ibv_cq_ex_to_cq(cq)));
}

static const struct time_row {
	struct vct_row vct_row;
	uint64_t flag;
	uint64_t (*read)(struct ibv_cq_ex *cq);
} times[] = {
	{ ROW("device"), .flag = IBV_WC_EX_WITH_COMPLETION_TIMESTAMP,
	  .read = vct_wc_read_completion_ts },
	{ ROW("wallclock"), .flag = IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK,
	  .read = vct_wc_read_completion_wallclock_ns },
};

/*
 * The counter of the device begins again after its mask: less than half of it is a step ahead. One
 * that may begin again within seconds tells nothing: hca_core_clock says how fast it counts, and
 * without that 10 GHz are the most.
 */
static bool may_begin_again(uint64_t mask)
{
	uint64_t khz = vct_dev->attr.hca_core_clock ? vct_dev->attr.hca_core_clock : 10000000;

	return mask / khz < 100000;
}

static bool is_not_back(uint64_t last, uint64_t now, uint64_t mask)
{
	return ((now - last) & mask) <= mask / 2;
}

/*
 * A device without them refuses the CQ. Every other completion is of a CQ that has both times, if
 * the device makes one. The host may set the time of day back, once meanwhile.
 */
CHECK_ROWS(timestamps_do_not_go_back, times, PROMISES(CQ_XTD_05),
	   .needs = NEED_CQ_EX | NEED_RC | NEED_SRQ, .asks = true)
{
	uint64_t mask = vct_dev->attr.completion_timestamp_mask, last = 0;
	uint64_t both =
		IBV_WC_EX_WITH_COMPLETION_TIMESTAMP | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK;
	struct ibv_cq_ex *cqs[2] = { make(row->flag, NULL, NULL), make(both, NULL, NULL) };
	unsigned int back = 0;
	struct link l[2];

	if (!cqs[0])
		vct_skip("the device makes no such CQ: ibv_create_cq_ex fails with %s",
			 vct_errno_text(errno));
	if (row->flag == IBV_WC_EX_WITH_COMPLETION_TIMESTAMP && mask && may_begin_again(mask))
		vct_skip("the counter of completion timestamps may begin again during the check");
	for (int i = 0; i < 2; i++)
		l[i] = link_on(cqs[i] ?: cqs[0], false);
	for (uint64_t id = 0; id < 8; id++) {
		struct ibv_cq_ex *cq = cqs[id % 2] ?: cqs[0];
		uint64_t now;

		send_one(&l[id % 2], id);
		MUST_START(cq);
		now = row->read(cq);
		vct_end_poll(cq);
		if (row->flag == IBV_WC_EX_WITH_COMPLETION_TIMESTAMP)
			MUST(!id || is_not_back(last, now, mask ? mask : UINT64_MAX),
			     "a timestamp is not before the last one; it was %llu, and is %llu",
			     (unsigned long long)last, (unsigned long long)now);
		else
			MUST_LE(NAMED("the number of times that the clock went back",
				      back += now < last),
				1);
		last = now;
	}
}
