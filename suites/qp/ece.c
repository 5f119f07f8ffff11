// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_query_ece and ibv_set_ece. No capability tells whether a device has them: it has them if
 * neither returns EOPNOTSUPP.
 */
#include "../vct.h"

static struct ibv_qp *a_qp(void)
{
	struct ibv_cq *cq = cq_make(16);

	return qp_make(IBV_QPT_RC, NULL, cq, cq);
}

/* Ends the check as SKIP where the device has no ECE. */
static struct ibv_ece ece_of(struct ibv_qp *qp)
{
	struct ibv_ece ece = { 0 };
	int ret = vct_query_ece(qp, &ece);

	if (ret == EOPNOTSUPP)
		vct_skip("the device has no ECE (ibv_query_ece returns EOPNOTSUPP)");
	MUST_SUCCEED(ret);
	return ece;
}

/* Without ibv_set_ece, a provider may answer ibv_query_ece: the QP has no options. */
static void set_or_skip(struct ibv_qp *qp, struct ibv_ece *ece)
{
	int ret = vct_set_ece(qp, ece);

	if (ret == EOPNOTSUPP && !ece->options)
		vct_skip("the device has no ECE (ibv_set_ece returns EOPNOTSUPP, and ibv_query_ece "
			 "no options)");
	MUST_SUCCEED(ret);
}

/* It fills in all of the structure. */
CHECK(query_returns_the_options, PROMISES(ECE_01), .needs = NEED_RC, .asks = true)
{
	struct ibv_qp *qp = a_qp();
	struct ibv_ece first = ece_of(qp), second;

	memset(&second, 0xa5, sizeof(second));
	MUST_SUCCEED(vct_query_ece(qp, &second));
	MUST_EQ(first.vendor_id, second.vendor_id);
	MUST_EQ(first.options, second.options);
	MUST_EQ(first.comp_mask, second.comp_mask);
}

/* Neither, or both; or a query that tells of no options. */
CHECK(both_calls_or_none, PROMISES(ECE_02), .needs = NEED_RC)
{
	struct ibv_qp *qp = a_qp();
	struct ibv_ece ece = { 0 };
	int query = vct_query_ece(qp, &ece);
	int set = vct_set_ece(qp, &ece);

	if (query) {
		MUST_EQ(NAMED("what ibv_query_ece returned", query), EOPNOTSUPP);
		MUST_EQ(NAMED("what ibv_set_ece returned", set), EOPNOTSUPP);
	} else if (set == EOPNOTSUPP) {
		RECORD("ibv_query_ece is answered, and ibv_set_ece is not supported");
		MUST_EQ(ece.options, 0);
	} else {
		MUST_GE(NAMED("what ibv_set_ece returned", set), 0);
	}
}

CHECK(vendor_is_an_oui_of_the_device, PROMISES(ECE_03), .needs = NEED_RC, .asks = true)
{
	struct ibv_ece first = ece_of(a_qp()), second;

	MUST_GE(first.vendor_id, 1);
	MUST_LE(first.vendor_id, 0xffffff);
	MUST_SUCCEED(vct_query_ece(a_qp(), &second));
	MUST_EQ(second.vendor_id, first.vendor_id);
}

/* More options than a device can have; each alone. */
CHECK(accepted_options_are_a_part, PROMISES(ECE_04), .needs = NEED_RC, .asks = true)
{
	struct ibv_qp *qp = a_qp();
	struct ibv_ece told = ece_of(qp), asked;

	for (unsigned int bit = 0; bit < 32; bit++) {
		asked = told;
		asked.options = 1U << bit;
		if (vct_set_ece(qp, &asked))
			continue;
		MUST_EQ(NAMED("the options beside the one that was asked for",
			      asked.options & ~(1U << bit)),
			0);
	}
	asked = told;
	asked.options = 0;
	MUST_EQ(NAMED("options", vct_set_ece(qp, &asked) ? 0 : asked.options), 0);
}

CHECK(what_was_told_can_be_set, PROMISES(ECE_05), .needs = NEED_RC, .asks = true)
{
	struct ibv_qp *qp = a_qp(), *other = a_qp();
	struct ibv_ece told = ece_of(qp), again;

	again = told;
	set_or_skip(qp, &again);
	MUST_EQ(again.options, told.options);
	again = told;
	MUST_SUCCEED(vct_set_ece(other, &again));
	MUST_EQ(again.options, told.options);
}

CHECK(unknown_bits_are_refused, PROMISES(ECE_06), .needs = NEED_RC, .asks = true)
{
	struct ibv_qp *qp = a_qp();
	struct ibv_ece told = ece_of(qp), wrong, after;
	int ret;

	wrong = told;
	wrong.options = 0;
	wrong.comp_mask = 1U << 31;
	ret = vct_set_ece(qp, &wrong);
	if (ret == EOPNOTSUPP && !told.options)
		vct_skip("the device has no ECE (ibv_set_ece returns EOPNOTSUPP)");
	MUST_EQ(ret, EINVAL);
	MUST_SUCCEED(vct_query_ece(qp, &after));
	MUST_EQ(after.options, told.options);
}

CHECK(qps_with_ece_pass_messages, PROMISES(ECE_07), .needs = NEED_RC | NEED_SRQ | NEED_IB_STATES,
      .asks = true)
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_qp *tx = qp_make(IBV_QPT_RC, NULL, cq, cq);
	struct ibv_srq *srq = srq_make(.max_wr = 4);
	struct ibv_qp *rx = qp_make(IBV_QPT_RC, srq, cq_make(16), cq_make(16));
	struct ibv_ece of_tx = ece_of(tx);
	struct link l;

	ece_of(rx);
	set_or_skip(rx, &of_tx);
	MUST_SUCCEED(vct_set_ece(tx, &of_tx));
	l = rc_link(.tx = tx, .rx = rx, .srq = srq, .posted = 2);
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
}

CHECK(options_of_another_vendor_are_open, PROMISES(ECE_08, AFT_01), .needs = NEED_RC, .asks = true)
{
	struct ibv_qp *qp = a_qp();
	struct ibv_ece told = ece_of(qp), foreign, after;
	int ret;

	foreign = told;
	foreign.vendor_id ^= 1;
	ret = vct_set_ece(qp, &foreign);
	RECORD("options of another vendor: %s, %#x of %#x are accepted", vct_errno_text(ret),
	       foreign.options, told.options);
	MUST_GE(ret, 0);
	if (!ret)
		return;
	JUDGING(AFT_01);
	MUST_SUCCEED(vct_query_ece(qp, &after));
	MUST_EQ(after.options, told.options);
}
