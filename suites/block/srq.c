// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Building blocks (lib/check/block.h): what nearly every check with a SRQ does with it. */
#include "../vct.h"

CHECK(is_made, PROMISES(SRQ_CRX_12), .needs = NEED_SRQ, .proves = BLOCK_SRQ)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = 1, .max_sge = 1 } };

	MUST_MAKE(vct_create_srq(pd(), &init));
}

CHECK(takes_a_wr, PROMISES(SRQ_PST_07), .needs = NEED_SRQ, .proves = BLOCK_SRQ_POST)
{
	struct ibv_srq *srq = srq_make(.max_wr = 4);
	struct ibv_recv_wr *bad;

	MUST_SUCCEED(vct_post_srq_recv(srq, recv_list(0, 1), &bad));
}

CHECK(takes_a_list, PROMISES(SRQ_PST_07), .needs = NEED_SRQ | NEED_RC, .proves = BLOCK_SRQ_LIST)
{
	struct link l = rc_link(.srq_wr = 4);
	struct ibv_recv_wr *bad;

	MUST_SUCCEED(vct_post_srq_recv(l.srq, recv_list(0, 2), &bad));
}

CHECK(takes_as_many_wrs_as_were_asked_for, PROMISES(SRQ_CRX_10), .needs = NEED_SRQ,
      .proves = BLOCK_SRQ_ROOM)
{
	uint32_t wrs = srq_at_most(16);
	struct ibv_srq *srq = srq_make(.max_wr = wrs);
	unsigned int posted = 0;

	for (uint32_t i = 0; i < wrs; i++) {
		int ret = srq_try_post(srq, i, 1, &posted);

		SETUP_OF(BLOCK_SRQ_POST, i || !ret);
		MUST_SUCCEED(ret);
	}
}

CHECK(refuses_a_wr_of_too_many_sges, PROMISES(SRQ_PST_04), .needs = NEED_SRQ,
      .proves = BLOCK_SRQ_POST_SGES)
{
	uint32_t too_many = (uint32_t)vct_dev->attr.orig_attr.max_srq_sge + 1;

	MUST_REFUSE(srq_try_sges(srq_make(.max_wr = 4), too_many));
}

CHECK(takes_a_limit, PROMISES(SRQ_MOD_11), .needs = NEED_SRQ, .proves = BLOCK_SRQ_LIMIT)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);

	srq_post(srq, 0, srq_at_most(8));
	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = 1));
}

CHECK(takes_a_size, PROMISES(SRQ_MOD_18), .needs = NEED_SRQ | NEED_RESIZE,
      .proves = BLOCK_SRQ_RESIZE)
{
	struct ibv_srq *srq = srq_make(.max_wr = 15);

	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = srq_at_most(31)));
}

CHECK(takes_a_mask_of_0, PROMISES(SRQ_MOD_06), .needs = NEED_SRQ, .proves = BLOCK_SRQ_MASK_0)
{
	MUST_SUCCEED(srq_modify(srq_make(.max_wr = 16), 0, 0, 0, 0));
}

/* The numbers of the WRs are in no order; that of the completions is that of the list. */
static void must_be_taken_in_order(struct link *l)
{
	static const uint64_t ids[] = { 30, 4, 17, 8 };
	struct ibv_recv_wr *wr = recv_list(0, 4);

	for (int i = 0; i < 4; i++)
		wr[i].wr_id = ids[i];
	link_post_receives(l, wr);
	for (int i = 0; i < 4; i++) {
		link_send(l, 1);
		MUST_EQ(l->wc.wr_id, ids[i]);
	}
}

CHECK(wrs_are_taken_in_their_order, PROMISES(SRQ_PST_03), .needs = NEED_SRQ | NEED_RC,
      .proves = BLOCK_SRQ_ORDER)
{
	struct link l = rc_link(.srq_wr = 16);

	must_be_taken_in_order(&l);
}

CHECK(wrs_of_a_receive_queue_are_taken_in_their_order, PROMISES(QP_RCV_04), .needs = NEED_RC,
      .proves = BLOCK_RQ_ORDER)
{
	struct link l = rc_link(.no_srq = true);

	must_be_taken_in_order(&l);
}

static struct ibv_cq *tagged_cq(void)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 16,
					    .wc_flags =
						    vct_dev->wc_flags | IBV_WC_EX_WITH_TM_INFO };
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);

	SETUP_OF(BLOCK_CQ_EX, cq);
	return ibv_cq_ex_to_cq(cq);
}

CHECK(with_tag_matching_is_made, PROMISES(SRQ_CEX_08), .needs = NEED_SRQ | NEED_TM | NEED_CQ_EX,
      .proves = BLOCK_TM_SRQ)
{
	struct ibv_srq_init_attr_ex init = {
		.attr = { .max_wr = 4, .max_sge = 1 },
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ |
			     IBV_SRQ_INIT_ATTR_TM,
		.srq_type = IBV_SRQT_TM,
		.pd = pd(),
		.cq = tagged_cq(),
		.tm_cap = { .max_num_tags = 1, .max_ops = 1 },
	};

	MUST_MAKE(vct_create_srq_ex(ctx(), &init));
}
