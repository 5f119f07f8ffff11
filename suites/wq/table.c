// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_create_rwq_ind_table: tables of work queues. */
#include "wq.h"

static const struct log_row {
	struct vct_row vct_row;
	uint32_t log;
} logs[] = { { ROW("1"), .log = 0 }, { ROW("2"), .log = 1 }, { ROW("4"), .log = 2 } };

enum { MOST_ENTRIES = 4 };

/* The numbers of the WQs follow each other where the device gives them so. */
static void make_ready(struct ibv_wq **wqs, int n)
{
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);

	for (int i = 0; i < n; i++) {
		struct ibv_wq_init_attr init = wq_init(cq, 16, 1);

		wqs[i] = vct_create_wq(ctx(), &init);
		if (!wqs[i] && i >= (int)vct_dev->attr.max_wq_type_rq)
			vct_skip("the device makes no more than %d WQs", i);
		SETUP(wqs[i]);
		SETUP(!wq_modify(wqs[i], IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	}
}

/*
 * Two WQs in turns; or one, where the table has one entry. A device may want other WQs in each
 * entry, or numbers that it does not give (mlx4): no page says which WQs make a table. What has
 * made one makes it again.
 */
CHECK_ROWS(is_made_of_wqs, logs, PROMISES(RWQ_01), .needs = NEED_WQ, .asks = true)
{
	struct ibv_wq *wqs[MOST_ENTRIES], *in_turns[MOST_ENTRIES], **used = in_turns;
	struct ibv_rwq_ind_table *table;

	make_ready(wqs, 1 << row->log);
	for (int i = 0; i < MOST_ENTRIES; i++)
		in_turns[i] = wqs[row->log ? i % 2 : 0];
	if (1U << row->log > vct_dev->attr.rss_caps.max_rwq_indirection_table_size)
		vct_skip("the device claims no tables of %u entries", 1U << row->log);
	table = wq_table(used, row->log);
	if (!table && row->log) {
		used = wqs;
		table = wq_table(used, row->log);
	}
	if (!table && row->log)
		vct_skip("the device makes no table of these WQs: ibv_create_rwq_ind_table fails "
			 "with %s",
			 vct_errno_text(errno));
	for (int i = 0; i < 2; i++) {
		MUST_MAKE(table);
		MUST_POINT_TO(table->context, ctx());
		if (i || vct_destroy_rwq_ind_table(table)) /* wqs-stay-when-it-goes judges it */
			break;
		table = wq_table(used, row->log);
	}
}

/* Then the WQs are used as before. The last table has the WQ twice, if the device takes that. */
CHECK(wqs_stay_when_it_goes, PROMISES(RWQ_03), .needs = NEED_WQ)
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_wq *wq = wq_make(cq);
	struct ibv_recv_wr *wr = recv_list(5, 1), *bad;

	SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	for (int i = 0; i < 3; i++) {
		struct ibv_rwq_ind_table *table = wq_table((struct ibv_wq *[]){ wq, wq }, i == 2);

		SETUP(table || i == 2);
		if (table)
			MUST_SUCCEED(vct_destroy_rwq_ind_table(table));
	}
	MUST_SUCCEED(vct_post_wq_recv(wq, wr, &bad));
	free(wr);
	MUST_SUCCEED(wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_ERR));
	MUST_SUCCEED(vct_destroy_wq(wq));
}

/* A device may let it go, too: then the table is not used any more. */
CHECK(wq_of_a_table_is_not_destroyed, PROMISES(WQ_DES_02), .needs = NEED_WQ)
{
	struct ibv_wq *wq = wq_make(cq_make(16));
	struct ibv_rwq_ind_table *table;
	int ret;

	SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	table = wq_table(&wq, 0);
	SETUP(table);
	ret = vct_destroy_wq(wq);
	RECORD("ibv_destroy_wq of a WQ in a table returns %s", vct_errno_text(ret));
	if (ret)
		MUST_REFUSE_WITH_ERRNO(ret);
	MUST_SUCCEED(vct_destroy_rwq_ind_table(table));
	if (ret)
		MUST_SUCCEED(vct_destroy_wq(wq));
}

/* On a device that takes two WQs in turns. */
CHECK(as_large_as_claimed_is_made, PROMISES(RWQ_01), .needs = NEED_WQ, .asks = true)
{
	enum { MOST = 1 << 14 };
	static struct ibv_wq *in_turns[MOST];
	uint32_t most = vct_dev->attr.rss_caps.max_rwq_indirection_table_size, log = 0;
	struct ibv_wq *wqs[2];

	make_ready(wqs, 2);
	for (size_t i = 0; i < MOST; i++)
		in_turns[i] = wqs[i % 2];
	while (2U << log <= most && 2U << log <= MOST)
		log++;
	if (log < 2 || !wq_table(in_turns, 2))
		vct_skip("the device makes no table of four entries of two WQs");
	MUST_MAKE(wq_table(in_turns, log));
}

CHECK(larger_than_claimed_is_refused, PROMISES(RWQ_04, RWQ_02), .needs = NEED_WQ, .asks = true)
{
	enum { MOST = 1 << 14 };
	static struct ibv_wq *wqs[MOST];
	uint32_t most = vct_dev->attr.rss_caps.max_rwq_indirection_table_size, log = 0;
	struct ibv_wq *wq = wq_make(cq_make(16));

	SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	while (1U << log <= most)
		log++;
	if (1U << log > MOST)
		vct_skip("the device claims tables of %u entries, and more than %d are not tried",
			 most, MOST);
	for (size_t i = 0; i < MOST; i++)
		wqs[i] = wq;
	MUST_MAKE_NONE(wq_table(wqs, log));
}

CHECK(unknown_bit_is_refused, PROMISES(RWQ_05, RWQ_02, AFT_01), .needs = NEED_WQ)
{
	struct ibv_wq *wq = wq_make(cq_make(16));
	struct ibv_rwq_ind_table_init_attr init = { .ind_tbl = &wq, .comp_mask = 1U << 31 };

	SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	JUDGING(RWQ_05);
	MUST_MAKE_NONE(vct_create_rwq_ind_table(ctx(), &init));
	JUDGING(AFT_01);
	MUST_MAKE(wq_table(&wq, 0));
}
