// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The WRs of a SRQ: where the data is placed, which QP takes a WR, and what happens to a sender
 * when no WR is left.
 */
#include "../vct.h"

static void fill(char *data, size_t length)
{
	for (size_t i = 0; i < length; i++)
		data[i] = (char)(1 + i % 251);
}

/*
 * All or some of the SGEs that a WR may have, filled completely or not, by one packet or several.
 */
static const struct layout_row {
	struct vct_row vct_row;
	uint32_t max_sge, sges, each, length;
} layouts[] = {
	{ ROW("one-sge"), .max_sge = 1, .sges = 1, .each = 1000, .length = 1000 },
	{ ROW("one-sge-of-two"), .vct_row.needs = NEED_SRQ_ROOM, .max_sge = 2, .sges = 1,
	  .each = 1000, .length = 1000 },
	{ ROW("both-sges"), .vct_row.needs = NEED_SRQ_ROOM, .max_sge = 2, .sges = 2, .each = 500,
	  .length = 1000 },
	{ ROW("second-sge-in-part"), .vct_row.needs = NEED_SRQ_ROOM, .max_sge = 2, .sges = 2,
	  .each = 500, .length = 501 },
	{ ROW("second-sge-not-reached"), .vct_row.needs = NEED_SRQ_ROOM, .max_sge = 2, .sges = 2,
	  .each = 500, .length = 499 },
	{ ROW("several-packets"), .max_sge = 1, .sges = 1, .each = 9999, .length = 9999 },
	{ ROW("several-packets-both-sges"), .vct_row.needs = NEED_SRQ_ROOM, .max_sge = 2, .sges = 2,
	  .each = 5000, .length = 9000 },
};

CHECK_ROWS(data_is_there_once_completed, layouts, PROMISES(SRQ_PST_08), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 2, .srq_sge = row->max_sge);
	char *first = recv_slot(0), *second = recv_slot(32), *sent = send_slot(0);
	struct ibv_sge sge[] = { slot_sge(first, row->each), slot_sge(second, row->each) };
	struct ibv_recv_wr wr = { .sg_list = sge, .num_sge = (int)row->sges }, *bad;
	uint32_t in_first = row->length < row->each ? row->length : row->each;

	fill(sent, row->length);
	SETUP_OF(BLOCK_SRQ_POST, !vct_post_srq_recv(l.srq, &wr, &bad));
	link_post(&l, IBV_WR_SEND, .data = sent, .length = row->length);
	RELIES_ON(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC));
	l.wc = MUST_COMPLETE(l.rx_cq);
	RELIES_ON(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC));
	MUST_EQ(l.wc.status, IBV_WC_SUCCESS);
	MUST_EQUAL_BYTES(NAMED("the first buffer of the WR", first), sent, in_first);
	MUST_EQUAL_BYTES(NAMED("the second buffer of the WR", second), sent + in_first,
			 row->length - in_first);
}

CHECK(completed_buffer_is_not_written_again, PROMISES(SRQ_PST_08), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4, .posted = 3);
	char mine[SLOT_SIZE];

	link_send(&l, 1);
	memset(mine, 0xa5, sizeof(mine));
	memcpy(recv_slot(0), mine, sizeof(mine));
	link_send(&l, 2);
	MUST_EQUAL_BYTES(recv_slot(0), mine, sizeof(mine));
}

static void must_have_its_data(const struct scene *s)
{
	MUST(scene_has_data(s),
	     "the buffer of the oldest WR has the bytes of the message; it has others");
}

CHECK_ROWS(data_is_there_round_after_round, scenes, PROMISES(SRQ_PST_08), .kind = SCENE_UNTAGGED,
	   .needs = NEED_SRQ | NEED_RC)
{
	struct scene s = scene_make(row, 15);

	scene_go_round(&s, must_have_its_data);
}

/* The 40 bytes hold a GRH or an IPv6 header, or an IPv4 header in the last 20 bytes. */
static bool is_grh_to(const unsigned char *grh, const union ibv_gid *gid)
{
	bool v6 = grh[0] >> 4 == 6 && !memcmp(grh + 24, gid->raw, 16);
	bool v4 = grh[20] >> 4 == 4 && !memcmp(grh + 36, gid->raw + 12, 4);

	RECORD("the first 40 bytes hold %s", v6   ? "a GRH"
					     : v4 ? "an IPv4 header"
						  : "neither a GRH nor an IPv4 header");
	return v6 || v4;
}

CHECK(ud_grh_fills_the_first_40_bytes, PROMISES(SRQ_PST_09, SRQ_PST_10),
      .needs = NEED_SRQ | NEED_SRQ_ROOM | NEED_UD, .asks = true)
{
	struct link l = ud_link(.srq_wr = 2, .srq_sge = 2, .grh = true);
	struct ibv_sge sge[] = { slot_sge(recv_slot(0), 40), slot_sge(recv_slot(1), 64) };
	struct ibv_recv_wr wr = { .sg_list = sge, .num_sge = 2 }, *bad;

	fill(send_slot(0), 64);
	memset(recv_slot(0), 0xee, 40);
	SETUP_OF(BLOCK_SRQ_POST, !vct_post_srq_recv(l.srq, &wr, &bad));
	link_send(&l, 1);
	JUDGING(SRQ_PST_10);
	MUST_EQUAL_BYTES(recv_slot(1), send_slot(0), 64);
	link_needs_grh(&l);
	JUDGING(SRQ_PST_09);
	MUST(is_grh_to((unsigned char *)recv_slot(0), &vct_dev->gid),
	     "the buffer begins with a GRH to the GID of the port; it does not");
}

/* The header ends within the second SGE. */
CHECK(ud_grh_goes_on_in_the_second_sge, PROMISES(SRQ_PST_09, SRQ_PST_10),
      .needs = NEED_SRQ | NEED_SRQ_ROOM | NEED_UD, .asks = true)
{
	struct link l = ud_link(.srq_wr = 2, .srq_sge = 2, .grh = true);
	struct ibv_sge sge[] = { slot_sge(recv_slot(0), 24), slot_sge(recv_slot(1), 80) };
	struct ibv_recv_wr wr = { .sg_list = sge, .num_sge = 2 }, *bad;
	unsigned char grh[40];

	fill(send_slot(0), 64);
	SETUP_OF(BLOCK_SRQ_POST, !vct_post_srq_recv(l.srq, &wr, &bad));
	link_send(&l, 1);
	JUDGING(SRQ_PST_10);
	MUST_EQUAL_BYTES(recv_slot(1) + 16, send_slot(0), 64);
	link_needs_grh(&l);
	memcpy(grh, recv_slot(0), 24);
	memcpy(grh + 24, recv_slot(1), 16);
	JUDGING(SRQ_PST_09);
	MUST(is_grh_to(grh, &vct_dev->gid),
	     "the buffer begins with a GRH to the GID of the port; it does not");
}

enum { QPS = 4, EACH = 4 };

/* The WRs of a round have wr_ids from `first`. */
static void must_take_each_once(struct link *l, uint64_t first)
{
	unsigned int taken[QPS * EACH] = { 0 }, by[QPS] = { 0 };
	struct ibv_wc wc;

	for (int i = 0; i < QPS * EACH; i++) {
		wc = MUST_COMPLETE(l[0].rx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST(wc.wr_id >= first && wc.wr_id - first < QPS * EACH,
		     "wr_id is that of a WR that was posted; it is %llu",
		     (unsigned long long)wc.wr_id);
		taken[wc.wr_id - first]++;
		for (int q = 0; q < QPS; q++)
			by[q] += wc.qp_num == l[q].rx->qp_num;
	}
	for (int i = 0; i < QPS * EACH; i++)
		MUST_EQ(NAMED("how often the WR was consumed", taken[i]), 1);
	for (int q = 0; q < QPS; q++)
		MUST_EQ(NAMED("the number of WRs that the QP consumed", by[q]), EACH);
}

/* All QPs receive at the same time, each is fed, and the queue goes round. */
CHECK(each_wr_is_taken_once_in_each_round, PROMISES(SRQ_PST_11), .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_srq *srq = srq_make(.max_wr = srq_at_most(QPS * EACH + 3));
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);
	struct link l[QPS];

	for (int q = 0; q < QPS; q++)
		l[q] = rc_link(.srq = srq, .rx_cq = cq);
	for (uint64_t first = 0; first < 4 * QPS * EACH; first += QPS * EACH) {
		srq_post(srq, first, QPS * EACH);
		for (int i = 0; i < QPS * EACH; i++)
			link_post(&l[i % QPS], IBV_WR_SEND);
		must_take_each_once(l, first);
		for (int i = 0; i < QPS * EACH; i++)
			SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC),
				 cq_wait(l[i % QPS].tx_cq).status == IBV_WC_SUCCESS);
	}
}

/* Keys that are not valid for the buffer in the PD of the SRQ. */
static uint32_t stale_lkey(void)
{
	struct ibv_mr *mr = vct_reg_mr(pd(), recv_slot(0), SLOT_SIZE, IBV_ACCESS_LOCAL_WRITE);
	uint32_t lkey;

	SETUP_OF(BLOCK_MR, mr);
	lkey = mr->lkey;
	SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	return lkey;
}

static uint32_t foreign_lkey(void)
{
	struct ibv_pd *other = vct_alloc_pd(ctx());
	struct ibv_mr *mr;

	SETUP_OF(BLOCK_PD, other);
	mr = vct_reg_mr(other, recv_slot(0), SLOT_SIZE, IBV_ACCESS_LOCAL_WRITE);
	SETUP_OF(BLOCK_MR, mr);
	return mr->lkey;
}

static const struct lkey_row {
	struct vct_row vct_row;
	uint32_t (*lkey)(void);
} lkeys[] = {
	{ ROW("stale"), .lkey = stale_lkey },
	{ ROW("of-another-pd"), .lkey = foreign_lkey },
};

CHECK_ROWS(invalid_lkey_is_the_consuming_qps_error, lkeys, PROMISES(SRQ_PST_12),
	   .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 4), next;
	struct ibv_recv_wr *wr = recv_list(9, 1), *bad = NULL;
	unsigned int posted;
	int ret;

	wr->sg_list->lkey = row->lkey();
	ret = vct_post_srq_recv(l.srq, wr, &bad);
	RECORD("ibv_post_srq_recv %s", ret ? "fails" : "succeeds");
	if (ret) {
		MUST_END_AT(bad, wr);
	} else {
		link_post(&l, IBV_WR_SEND);
		l.wc = MUST_COMPLETE(l.rx_cq);
		MUST_NE(l.wc.status, IBV_WC_SUCCESS);
		MUST_EQ(l.wc.wr_id, 9);
		MUST_EQ(l.wc.qp_num, l.rx->qp_num);
	}
	MUST_SUCCEED(srq_try_post(l.srq, 10, 1, &posted));
	next = rc_link(.srq = l.srq);
	MUST_RECEIVE(&next, 10);
}

CHECK(rc_sender_waits_for_a_wr_without_end, PROMISES(SRQ_PST_13),
      .needs = NEED_SRQ | NEED_RC | NEED_RNR)
{
	struct ibv_srq *srq = srq_make(.max_wr = 2);
	struct link patient = rc_link(.srq = srq, .rnr_retry = 7);
	struct link brief = rc_link(.srq = srq, .rnr_retry = 1);

	link_post(&patient, IBV_WR_SEND);
	link_post(&brief, IBV_WR_SEND);
	brief.wc = MUST_COMPLETE(brief.tx_cq);
	RELIES_ON(BLOCK_RNR_STATUS);
	MUST_EQ(brief.wc.status, IBV_WC_RNR_RETRY_EXC_ERR);
	MUST_BE_EMPTY(patient.tx_cq);

	srq_post(srq, 5, 1);
	MUST_EQ(MUST_COMPLETE(patient.tx_cq).status, IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(patient.rx_cq).wr_id, 5);
}

static bool completes(struct ibv_cq *cq, struct ibv_wc *wc)
{
	int n = vct_poll_cq(cq, 1, wc);

	SETUP_OF(BLOCK_POLL, n >= 0 && n <= 1);
	return n;
}

/* Each WR ends the wait of one of them. */
CHECK(two_waiting_senders_take_a_wr_each, PROMISES(SRQ_PST_13),
      .needs = NEED_SRQ | NEED_RC | NEED_RNR)
{
	struct ibv_srq *srq = srq_make(.max_wr = 2);
	struct link l[] = { rc_link(.srq = srq, .rnr_retry = 7),
			    rc_link(.srq = srq, .rnr_retry = 7) };
	double until = vct_deadline_ms(COMPLETION_MS);
	struct ibv_wc wc = { .status = IBV_WC_GENERAL_ERR };
	int first;

	link_post(&l[0], IBV_WR_SEND);
	link_post(&l[1], IBV_WR_SEND);
	srq_post(srq, 5, 1);
	for (first = 0; !completes(l[first].tx_cq, &wc); first = !first)
		MUST(vct_wait_on(until), "one of two senders completes when a WR is posted; none "
					 "does before the deadline");
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(l[first].rx_cq).wr_id, 5);
	MUST_BE_EMPTY(l[!first].tx_cq);

	srq_post(srq, 6, 1);
	MUST_EQ(MUST_COMPLETE(l[!first].tx_cq).status, IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(l[!first].rx_cq).wr_id, 6);
}

/* The timer is the receiver's: that of the sender is another, on a device that changes it. */
static void shorten_own_timer(struct ibv_qp *sender)
{
	struct ibv_qp_attr attr = { .min_rnr_timer = 1 };

	if (vct_modify_qp(sender, &attr, IBV_QP_MIN_RNR_TIMER))
		RECORD("the sender keeps the timer that it has");
}

/*
 * min_rnr_timer 20 is 10.24 ms before each retry. The check requires half of it, because no page
 * says how exact the timer is.
 */
static const struct retry_row {
	struct vct_row vct_row;
	uint8_t retries;
} retries[] = {
	{ ROW("0"), .retries = 0 },
	{ ROW("1"), .retries = 1 },
	{ ROW("3"), .retries = 3 },
	{ ROW("6"), .retries = 6 }, /* the most that ends: 7 is for ever */
};

CHECK_ROWS(rc_sender_fails_after_its_retries, retries, PROMISES(SRQ_PST_13),
	   .needs = NEED_SRQ | NEED_RC | NEED_RNR)
{
	struct link l = rc_link(.srq_wr = 2, .rnr_retry = row->retries, .min_rnr_timer = 20);
	double start;

	shorten_own_timer(l.tx);
	start = vct_now_ms();
	link_post(&l, IBV_WR_SEND);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_RNR_RETRY_EXC_ERR);
	MUST_GE(NAMED("the microseconds until the completion", vct_took_ms(start) * 1000),
		row->retries * 5120);
	MUST_BE_EMPTY(l.rx_cq);
}
