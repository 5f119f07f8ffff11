// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What becomes of the WRs of a WQ that fails by itself, or is reset. */
#include "rss.h"

enum { BEHIND = 5, FAILS_MS = 1500 };

static const struct failed_row {
	struct vct_row vct_row;
	bool of_no_region; /* its buffer is; else the buffer is too short */
} failures[] = {
	{ ROW("too-short") },
	{ ROW("wrong-lkey"), .of_no_region = true },
};

/* No page says that a packet without a place is more than dropped: then nothing is judged. */
static void must_fail_first(struct ibv_cq *cq)
{
	struct ibv_wc wc;

	if (!cq_gives(cq, FAILS_MS, &wc))
		vct_skip("the device drops a packet that its receive WR has no place for");
	if (wc.status == IBV_WC_SUCCESS)
		vct_skip("the device receives a part of the packet");
	MUST_NE(wc.status, IBV_WC_WR_FLUSH_ERR);
	MUST_EQ(wc.wr_id, rss_first(0));
}

CHECK_ROWS(receives_behind_a_failed_one_are_flushed, failures, PROMISES(WQ_MOD_07),
	   .needs = SPREADS, .asks = true, .danger = DANGER_REFUSED)
{
	struct raw r = raw_make();
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);
	struct ibv_wq *wq = rss_wq(cq, 0);
	struct ibv_recv_wr *wr = recv_list(rss_first(0), 1 + BEHIND), *bad;

	rss_sink(&r, 0, rss_qp_or_skip(rss_table(&wq, 0), IPV4_ADDRESSES, &rss_any_key), cq, &wq);
	if (row->of_no_region)
		wr->sg_list[0].lkey ^= 0xa5a500;
	else
		wr->sg_list[0].length = PACKET / 2;
	SETUP(!vct_post_wq_recv(wq, wr, &bad));
	rule_set(&r, 0, rule_to(0));
	raw_send(&r, (struct packet){ 0 });
	must_fail_first(cq);
	for (uint64_t i = 1; i <= BEHIND; i++) {
		struct ibv_wc wc = MUST_COMPLETE(cq);

		MUST_EQ(wc.status, IBV_WC_WR_FLUSH_ERR);
		MUST_EQ(wc.wr_id, rss_first(0) + i);
	}
	MUST_BE_EMPTY(cq);
}

static void post(struct ibv_wq *wq, uint64_t first)
{
	struct ibv_recv_wr *wr = recv_list(first, BEHIND), *bad;

	SETUP(!vct_post_wq_recv(wq, wr, &bad));
	free(wr);
}

/* What is flushed in the end are the WRs that were posted after it. */
CHECK(a_reset_takes_the_receives_away, PROMISES(WQ_MOD_08, WQ_MOD_05), .needs = NEED_WQ_IN_USE,
      .asks = true)
{
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);
	struct ibv_wq *wq = wq_make(cq);

	JUDGING(WQ_MOD_08);
	rss_use(wq);
	for (uint64_t round = 0; round < 2; round++) {
		post(wq, 100 * round);
		if (wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RESET))
			vct_skip("the device does not move a WQ from RDY to RESET that a QP uses");
		SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
		MUST_BE_EMPTY(cq);
	}
	post(wq, 1000);
	if (wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_ERR))
		vct_skip("the device does not move a WQ to ERR that a QP uses");
	for (uint64_t i = 0; i < BEHIND; i++) {
		struct ibv_wc wc = MUST_COMPLETE(cq);

		MUST_EQ(wc.wr_id, 1000 + i);
		JUDGING(WQ_MOD_05);
		MUST_EQ(wc.status, IBV_WC_WR_FLUSH_ERR);
		JUDGING(WQ_MOD_08);
	}
	MUST_BE_EMPTY(cq);
}
