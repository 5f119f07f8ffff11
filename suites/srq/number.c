// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_get_srq_num: an XRC SRQ has a number, which a sender names it by. */
#include "../vct.h"

STATIC_CHECK(prototype, PROMISES(SRQ_NUM_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_get_srq_num, int(struct ibv_srq *, uint32_t *)),
		       "ibv_get_srq_num");
}

/* The page does not say whether a basic SRQ has a number: some devices give one. */
CHECK(a_basic_srq_has_none, PROMISES(SRQ_NUM_03), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	uint32_t number = 0;
	int ret = vct_get_srq_num(srq, &number);

	RECORD("a basic SRQ %s", ret ? "has no number" : "has a number");
	MUST_GE(ret, 0); /* 0, or an errno value */
}

CHECK(an_xrc_srq_has_one_of_its_own, PROMISES(SRQ_NUM_02), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_xrcd *xrcd = xrcd_make();
	struct ibv_cq *cq = cq_make(16);
	struct ibv_srq *srq = xrc_srq_make(xrcd, cq, 16);
	uint32_t first = 0, second = 0, again = 0;

	MUST_SUCCEED(vct_get_srq_num(srq, &first));
	MUST_SUCCEED(vct_get_srq_num(xrc_srq_make(xrcd, cq, 16), &second));
	MUST_NE(NAMED("srq_num of the first SRQ", first), second);
	MUST_SUCCEED(vct_get_srq_num(srq, &again));
	MUST_EQ(NAMED("srq_num at the second call", again), first);
}

CHECK(a_message_to_it_takes_its_wr, PROMISES(SRQ_NUM_02), .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 16);
	struct ibv_srq *second = xrc_srq_make(l.xrcd, l.rx_cq, 16);

	srq_post(l.srq, 1, 1);
	srq_post(second, 2, 1);
	MUST_SUCCEED(vct_get_srq_num(second, &l.srq_num));
	MUST_RECEIVE(&l, 2);
	MUST_SUCCEED(vct_get_srq_num(l.srq, &l.srq_num));
	MUST_RECEIVE(&l, 1);
}
