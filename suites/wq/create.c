// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_create_wq and ibv_destroy_wq. */
#include "wq.h"

static const struct size_row {
	struct vct_row vct_row;
	uint32_t wr, sge;
} sizes[] = {
	{ ROW("1-of-1"), .wr = 1, .sge = 1 },
	{ ROW("7-of-1"), .wr = 7, .sge = 1 },
	{ ROW("40-of-2"), .wr = 40, .sge = 2 },
};

/* Or as much as the device claims for a queue, if that is less. */
static struct ibv_wq_init_attr init_of(const struct size_row *row)
{
	const struct ibv_device_attr *claimed = &vct_dev->attr.orig_attr;
	uint32_t wr = (uint32_t)claimed->max_qp_wr, sge = (uint32_t)claimed->max_sge;

	return wq_init(cq_make(CQ_ENTRIES), row->wr < wr ? row->wr : wr,
		       row->sge < sge ? row->sge : sge);
}

CHECK_ROWS(has_at_least_what_was_asked_for, sizes, PROMISES(WQ_CRE_01), .needs = NEED_WQ)
{
	struct ibv_wq_init_attr init = init_of(row), asked = init;

	MUST_MAKE(vct_create_wq(ctx(), &init));
	MUST_GE(init.max_wr, asked.max_wr);
	MUST_GE(init.max_sge, asked.max_sge);
}

CHECK_ROWS(as_many_receives_fit, sizes, PROMISES(WQ_CRE_02), .needs = NEED_WQ)
{
	struct ibv_wq_init_attr init = init_of(row), asked = init;
	struct ibv_wq *wq = vct_create_wq(ctx(), &init);
	struct ibv_recv_wr *wr = recv_list(0, asked.max_wr), *bad;

	SETUP_OF(BLOCK_WQ, wq);
	SETUP(!wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY));
	recv_sges(&wr[asked.max_wr - 1], asked.max_sge);
	MUST_SUCCEED(vct_post_wq_recv(wq, wr, &bad));
	free(wr);
}

/* The second, too. */
CHECK(is_what_was_asked_for, PROMISES(WQ_CRE_03, WQ_DES_01), .needs = NEED_WQ)
{
	struct ibv_cq *cq = cq_make(16);

	for (int i = 0; i < 2; i++) {
		struct ibv_wq_init_attr init = wq_init(cq, 4, 1);
		struct ibv_wq *wq = vct_create_wq(ctx(), &init);

		SETUP_OF(BLOCK_WQ, wq);
		JUDGING(WQ_CRE_03);
		MUST_POINT_TO(wq->context, ctx());
		MUST_POINT_TO(wq->pd, pd());
		MUST_POINT_TO(wq->cq, cq);
		MUST_POINT_TO(wq->wq_context, init.wq_context);
		MUST_EQ(wq->wq_type, IBV_WQT_RQ);
		MUST_EQ(wq->state, IBV_WQS_RESET);
		JUDGING(WQ_DES_01);
		MUST_SUCCEED(vct_destroy_wq(wq));
	}
}

CHECK(too_large_is_null, PROMISES(WQ_CRE_04, AFT_01), .needs = NEED_WQ)
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_wq_init_attr init = wq_init(cq, UINT32_MAX, 1);

	JUDGING(WQ_CRE_04);
	MUST_MAKE_NONE(vct_create_wq(ctx(), &init));
	init = wq_init(cq, 4, UINT32_MAX);
	MUST_MAKE_NONE(vct_create_wq(ctx(), &init));
	JUDGING(AFT_01);
	MUST_GO_ON(.cq = cq);
}

/* No page says that what is not claimed is refused. */
CHECK(not_claimed_is_refused, PROMISES(WQ_CRE_05), .lacks = NEED_WQ)
{
	struct ibv_wq_init_attr init = wq_init(cq_make(16), 4, 1);
	struct ibv_wq *wq;

	errno = 0;
	wq = vct_create_wq(ctx(), &init);
	RECORD("a WQ is %s", wq ? "made" : vct_errno_text(errno));
	if (wq)
		MUST_POINT_TO(wq->context, ctx());
	else
		MUST_GE(errno, 1);
}

CHECK(unknown_bit_is_refused, PROMISES(WQ_CRE_06, AFT_01), .needs = NEED_WQ)
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_wq_init_attr init = wq_init(cq, 4, 1);

	JUDGING(WQ_CRE_06);
	init.comp_mask = 1U << 31;
	MUST_MAKE_NONE(vct_create_wq(ctx(), &init));
	MUST_GE(errno, 1);
	JUDGING(AFT_01);
	MUST_GO_ON(.cq = cq);
}

CHECK(flags_without_their_bit_are_not_looked_at, PROMISES(WQ_CRE_09), .needs = NEED_WQ)
{
	static const uint32_t strays[] = { UINT32_MAX, IBV_WQ_FLAGS_RESERVED, 1 };

	for (size_t i = 0; i < sizeof(strays) / sizeof(strays[0]); i++) {
		struct ibv_wq_init_attr init = wq_init(cq_make(16), 4, 1);

		init.create_flags = strays[i];
		MUST_MAKE(vct_create_wq(ctx(), &init));
	}
}

static const struct flag_row {
	struct vct_row vct_row;
	uint32_t flag;
	unsigned int claim; /* in raw_packet_caps */
} flags[] = {
	{ ROW("strip-cvlan"), .flag = IBV_WQ_FLAGS_CVLAN_STRIPPING,
	  .claim = IBV_RAW_PACKET_CAP_CVLAN_STRIPPING },
	{ ROW("scatter-fcs"), .flag = IBV_WQ_FLAGS_SCATTER_FCS,
	  .claim = IBV_RAW_PACKET_CAP_SCATTER_FCS },
	{ ROW("delay-drop"), .flag = IBV_WQ_FLAGS_DELAY_DROP,
	  .claim = IBV_RAW_PACKET_CAP_DELAY_DROP },
};

/* Claimed, it is taken. */
static void must_be_taken_if(bool claimed, uint32_t flag)
{
	struct ibv_wq_init_attr init = wq_init(cq_make(16), 4, 1);
	struct ibv_wq *wq;

	init.comp_mask = IBV_WQ_INIT_ATTR_FLAGS;
	init.create_flags = flag;
	wq = vct_create_wq(ctx(), &init);
	if (!wq)
		vct_skip_if_refused();
	MUST_EQ(NAMED("the number of WQs that ibv_create_wq made", !!wq), claimed);
}

CHECK_ROWS(flag_is_taken_if_and_only_if_claimed, flags, PROMISES(WQ_CRE_07), .needs = NEED_WQ)
{
	must_be_taken_if(vct_dev->attr.raw_packet_caps & row->claim, row->flag);
}

CHECK(padding_if_and_only_if_claimed, PROMISES(DVX_13), .needs = NEED_WQ)
{
	must_be_taken_if(vct_dev->attr.device_cap_flags_ex & IBV_DEVICE_PCI_WRITE_END_PADDING,
			 IBV_WQ_FLAGS_PCI_WRITE_END_PADDING);
}
