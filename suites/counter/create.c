// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_create_comp_cntr, ibv_destroy_comp_cntr and ibv_query_comp_cntr_caps. */
#include "counter.h"

CHECK(query_tells_or_refuses, PROMISES(CCN_13), .asks = true)
{
	struct ibv_comp_cntr_caps caps;
	int ret = counter_query(&caps);

	MUST(!ret || ret == ENOTSUP,
	     "ibv_query_comp_cntr_caps returns 0 or ENOTSUP; it returned %s", vct_errno_text(ret));
	if (!ret)
		MUST_GE(caps.max_counters, 1);
}

/* A device without counters. */
CHECK(unclaimed_is_refused, PROMISES(CCN_04, CCN_13), .asks = true)
{
	struct ibv_comp_cntr_init_attr attr = { .comp_mask = 0 };
	struct ibv_comp_cntr_caps caps;
	int ret = counter_query(&caps);

	if (!ret)
		vct_skip("the device has completion counters");
	JUDGING(CCN_13);
	MUST_EQ(ret, ENOTSUP);
	JUDGING(CCN_04);
	errno = 0;
	MUST_MAKE_NONE(vct_create_comp_cntr(ctx(), &attr));
	MUST_EQ(errno, ENOTSUP);
}

static const struct bad_row {
	struct vct_row vct_row;
	struct ibv_comp_cntr_init_attr attr;
} bad[] = {
	{ ROW("flags"), .attr.flags = 1U << 30 },
	{ ROW("unknown-type"), .attr.type = 1000 },
	{ ROW("unknown-member"), .attr.comp_mask = 1U << 30 },
};

CHECK_ROWS(is_refused_with_errno, bad, PROMISES(CCN_04), .asks = true)
{
	struct ibv_comp_cntr_init_attr attr = row->attr;

	counter_caps();
	errno = 0;
	MUST_MAKE_NONE(vct_create_comp_cntr(ctx(), &attr));
	MUST_GE(errno, 1);
}

/* Others may have some of them. As many that were refused before take none. */
CHECK(no_more_than_claimed, PROMISES(CCN_12), .asks = true)
{
	uint32_t most = counter_caps().max_counters, n = 0;
	struct ibv_comp_cntr_init_attr attr = { .type = IBV_COMP_CNTR_TYPE_WRS };
	struct ibv_comp_cntr_init_attr wrong = { .flags = 1U << 30 };

	if (most > 4096)
		vct_skip("the device claims more than 4096 counters");
	for (uint32_t i = 0; i < most; i++)
		SETUP(!vct_create_comp_cntr(ctx(), &wrong));
	MUST_MAKE(vct_create_comp_cntr(ctx(), &attr));
	for (n = 1; n < most && vct_create_comp_cntr(ctx(), &attr); n++)
		;
	RECORD("%s of them can be made", n == most ? "all" : "not all");
	/* Another may have released one meanwhile. */
	if (n >= most)
		MUST_MAKE_NONE(vct_create_comp_cntr(ctx(), &attr));
}

CHECK(destruction_waits_for_the_qp, PROMISES(CCN_05), .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	struct ibv_qp *qp = counting_qp(NULL);

	counter_needs(IBV_QP_ATTACH_COMP_CNTR_OP_SEND);
	SETUP(!counter_attach(qp, counter, IBV_QP_ATTACH_COMP_CNTR_OP_SEND));
	MUST_EQ(vct_destroy_comp_cntr(counter), EBUSY);
	SETUP(!vct_destroy_qp(qp));
	MUST_SUCCEED(vct_destroy_comp_cntr(counter));
}

static const uint64_t values[] = { 0, 1, 255, 256, 0xffffffff, 0x100000001, 0 };
enum { VALUES = sizeof(values) / sizeof(values[0]) };

CHECK(what_is_set_is_read, PROMISES(CCN_02), .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	uint64_t most = counter_caps().max_value;

	for (int i = 0; i < VALUES && values[i] <= most; i++) {
		MUST_SUCCEED(counter_did(vct_set_comp_cntr(counter, values[i])));
		MUST_SUCCEED(counter_did(vct_set_err_comp_cntr(counter, most - values[i])));
		MUST_COUNT(counter, values[i]);
		MUST_COUNT_ERRORS(counter, most - values[i]);
	}
}

CHECK(what_is_added_is_read, PROMISES(CCN_02), .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	uint64_t most = counter_caps().max_value, done = 0, failed = 0;

	MUST_COUNT(counter, 0);
	MUST_COUNT_ERRORS(counter, 0);
	for (int i = 0; i < VALUES && values[i] < most / 2 - done; i++) {
		MUST_SUCCEED(counter_did(vct_inc_comp_cntr(counter, values[i])));
		MUST_SUCCEED(counter_did(vct_inc_err_comp_cntr(counter, 3)));
		done += values[i];
		failed += 3;
		MUST_COUNT(counter, done);
		MUST_COUNT_ERRORS(counter, failed);
	}
}

CHECK(beyond_the_greatest_is_zero, PROMISES(CCN_11), .asks = true)
{
	struct ibv_comp_cntr *counter = counter_make();
	uint64_t most = counter_caps().max_value;

	SETUP(!counter_did(vct_set_comp_cntr(counter, most - 1)));
	SETUP(!counter_did(vct_set_err_comp_cntr(counter, most)));
	SETUP(!counter_did(vct_inc_comp_cntr(counter, 1)));
	MUST_COUNT(counter, most);
	SETUP(!counter_did(vct_inc_comp_cntr(counter, 1)));
	SETUP(!counter_did(vct_inc_err_comp_cntr(counter, 1)));
	MUST_COUNT(counter, 0);
	MUST_COUNT_ERRORS(counter, 0);
}
