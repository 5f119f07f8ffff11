// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * XRC receive QPs next to each other, in two domains, and after a reset: what one of them has is
 * not that of another, or of its own first life.
 */
#include "../vct.h"

/*
 * The second QP is of the same domain, or of another; the queries alternate. Each reads as it does
 * alone.
 */
static const struct pair_row {
	struct vct_row vct_row;
	enum xrc_api api;
	bool two_domains;
} pairs[] = {
	{ ROW("legacy-one-domain"), XRC_LEGACY, false },
	{ ROW("legacy-two-domains"), XRC_LEGACY, true },
	{ ROW("today-one-domain"), XRC_TODAY, false },
	{ ROW("today-two-domains"), XRC_TODAY, true },
};

CHECK_ROWS(each_has_its_own_attributes, pairs, PROMISES(XRV_QRY_01, XRV_MOD_02, XRV_QRY_03),
	   .needs = NEED_XRC)
{
	struct ibv_qp_attr legal = read_alone(IBV_QPT_XRC_RECV, row->api, legal_attr, IBV_QPS_RTR);
	struct ibv_qp_attr different =
		read_alone(IBV_QPT_XRC_RECV, row->api, other_attr, IBV_QPS_RTR);
	struct ibv_xrcd *domain = domain_make(row->api);
	struct rcv_qp first = rcv_qp_make(row->api, domain);
	struct rcv_qp second =
		rcv_qp_make(row->api, row->two_domains ? domain_make(row->api) : domain);
	struct subject one = rcv_qp_subject(&first), other = rcv_qp_subject(&second);
	int mask = mask_up_to(&one, IBV_QPS_RTR);

	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTR; to++) {
		struct ibv_qp_attr was = subject_query(&one);

		SETUP_OF(vct_block_of_state(IBV_QPT_XRC_RECV, to),
			 !step_with(&other, to, other_attr));
		JUDGING(XRV_MOD_02);
		MUST_BE_UNCHANGED(&one, was);
		SETUP_OF(vct_block_of_state(IBV_QPT_XRC_RECV, to), !subject_step(&one, to, 0, 0));
	}
	JUDGING(XRV_QRY_01);
	for (int i = 0; i < 2; i++) {
		MUST_READ(&other, different, mask);
		MUST_READ(&one, legal, mask);
	}
	SETUP_OF(BLOCK_RELEASE_QP, !rcv_qp_unregister(&first));
	JUDGING(XRV_QRY_03);
	MUST_READ(&other, different, mask);
}

static const struct way_row {
	struct vct_row vct_row;
	enum xrc_api api;
	bool through_error;
} ways[] = {
	{ ROW("legacy"), XRC_LEGACY, false },
	{ ROW("legacy-through-err"), XRC_LEGACY, true },
	{ ROW("today"), XRC_TODAY, false },
	{ ROW("today-through-err"), XRC_TODAY, true },
};

static void reset(const struct subject *s, bool through_error)
{
	if (through_error)
		SETUP_OF(BLOCK_OF_QP(QP_TO_ERR, IBV_QPT_XRC_RECV), !subject_move(s, IBV_QPS_ERR));
	SETUP_OF(BLOCK_OF_QP(QP_TO_RESET, IBV_QPT_XRC_RECV), !subject_move(s, IBV_QPS_RESET));
}

CHECK_ROWS(reads_what_is_set_after_a_reset, ways, PROMISES(XRV_QRY_03, XRV_MOD_03),
	   .needs = NEED_XRC)
{
	struct ibv_qp_attr alone = read_alone(IBV_QPT_XRC_RECV, row->api, other_attr, IBV_QPS_RTR);
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, IBV_QPS_RTR);

	reset(&s, row->through_error);
	JUDGING(XRV_MOD_03);
	for (enum ibv_qp_state to = IBV_QPS_INIT; to <= IBV_QPS_RTR; to++)
		MUST_SUCCEED(step_with(&s, to, other_attr));
	JUDGING(XRV_QRY_03);
	MUST_READ(&s, alone, mask_up_to(&s, IBV_QPS_RTR));
}

CHECK_ROWS(receives_again_after_a_reset, ways, PROMISES(XRV_CRE_03, XRV_MOD_03), .needs = NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct ibv_cq *cq = cq_make(8);
	struct ibv_srq *srq = domain_srq_make(row->api, domain, cq, 8);
	struct rcv_qp q = rcv_qp_make(row->api, domain);
	struct subject s = rcv_qp_subject(&q);
	struct link l;

	srq_post(srq, 0, 8);
	l = rcv_qp_link(&q, srq, cq);
	link_send(&l, 3);
	reset(&s, row->through_error);
	l = rcv_qp_link(&q, srq, cq);
	for (uint64_t i = 3; i < 8; i++)
		MUST_RECEIVE(&l, i);
	MUST_BE_EMPTY(cq);
}

/* Legal values at the ends of their ranges. */
static const struct end_row {
	struct vct_row vct_row;
	enum xrc_api api;
	uint32_t rq_psn, dest_qp_num;
	uint8_t min_rnr_timer;
} ends[] = {
	{ ROW("legacy-highest"), XRC_LEGACY, 0xffffff, 0xfffffe, 31 },
	{ ROW("legacy-lowest"), XRC_LEGACY, 0, 2, 0 },
	{ ROW("today-highest"), XRC_TODAY, 0xffffff, 0xfffffe, 31 },
	{ ROW("today-lowest"), XRC_TODAY, 0, 2, 0 },
};

CHECK_ROWS(keeps_every_bit, ends,
	   PROMISES(XRV_QRY_03, XRV_MOD_FLAG_RQ_PSN, XRV_MOD_FLAG_DEST_QPN,
		    XRV_MOD_FLAG_MIN_RNR_TIMER),
	   .needs = NEED_XRC)
{
	struct subject s = subject_make(IBV_QPT_XRC_RECV, row->api, IBV_QPS_INIT);
	struct ibv_qp_attr attr = legal_attr(IBV_QPS_RTR);

	attr.rq_psn = row->rq_psn;
	attr.dest_qp_num = row->dest_qp_num;
	attr.min_rnr_timer = row->min_rnr_timer;
	RELIES_ON(BLOCK_OF_QP(QP_TO_RTR, IBV_QPT_XRC_RECV));
	MUST_SUCCEED(subject_modify(&s, &attr, step_mask(&s, IBV_QPS_RTR, 0, 0)));
	JUDGING(XRV_MOD_FLAG_RQ_PSN);
	MUST_READ(&s, attr, IBV_QP_RQ_PSN);
	JUDGING(XRV_MOD_FLAG_DEST_QPN);
	MUST_READ(&s, attr, IBV_QP_DEST_QPN);
	JUDGING(XRV_MOD_FLAG_MIN_RNR_TIMER);
	MUST_READ(&s, attr, IBV_QP_MIN_RNR_TIMER);
}
