// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_modify_cq: how many completions, and how much time, go by before an event. */
#include "../vct.h"

static int moderate(struct ibv_cq *cq, unsigned int count, unsigned int period)
{
	struct ibv_modify_cq_attr attr = { .attr_mask = IBV_CQ_ATTR_MODERATE,
					   .moderate = { (uint16_t)count, (uint16_t)period } };

	return vct_modify_cq(cq, &attr);
}

static const struct ibv_cq_moderation_caps *caps(void)
{
	return &vct_dev->attr.cq_mod_caps;
}

/* A device may count without a period. */
CHECK(takes_what_is_claimed, PROMISES(CQ_MDR_01), .needs = NEED_CQ_MODERATE)
{
	struct ibv_cq *cq = cq_make_on(channel_make(), 16, NULL);
	unsigned int shortest = caps()->max_cq_period ? 1 : 0;

	MUST_SUCCEED(moderate(cq, 1, shortest));
	MUST_SUCCEED(moderate(cq, caps()->max_cq_count, caps()->max_cq_period));
	MUST_SUCCEED(moderate(cq, caps()->max_cq_count, shortest));
	MUST_SUCCEED(moderate(cq, 1, caps()->max_cq_period));
}

/* One completion where several are waited for: the period ends at last, where there is one. */
CHECK(event_comes_after_the_period, PROMISES(CQ_MDR_02),
      .needs = NEED_CQ_MODERATE | NEED_RC | NEED_SRQ)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 32, NULL);
	struct link l = rc_link(.rx_cq = cq, .srq_wr = 16, .posted = 16);
	unsigned int period = caps()->max_cq_period < 5000 ? caps()->max_cq_period : 5000;
	unsigned int count = caps()->max_cq_count < 8 ? caps()->max_cq_count : 8;

	SETUP(!moderate(cq, period ? count : 1, period));
	for (int i = 0; i < 3; i++) {
		cq_arm(cq, 0);
		link_post(&l, IBV_WR_SEND);
		MUST_NOTIFY(channel, cq);
		MUST_EQ(MUST_COMPLETE(cq).wr_id, i);
	}
}

static const struct modify_row {
	struct vct_row vct_row;
	uint32_t mask;
} masks[] = {
	{ ROW("moderate"), .mask = IBV_CQ_ATTR_MODERATE },
	{ ROW("unknown"), .mask = 1U << 30 },
};

/* Of any device; no page says which masks are refused. */
CHECK_ROWS(returns_an_errno_value, masks, PROMISES(CQ_MDR_03))
{
	struct ibv_cq *cq = cq_make(16);
	struct ibv_modify_cq_attr attr = { .attr_mask = row->mask, .moderate = { 1, 1 } };
	int ret = vct_modify_cq(cq, &attr);

	RECORD("ibv_modify_cq returns %s", ret ? strerrorname_np(ret) : "0");
	if (ret)
		MUST_REFUSE_WITH_ERRNO(ret);
	else
		MUST_SUCCEED(ret);
}

CHECK(is_refused_where_it_is_not_claimed, PROMISES(CQ_MDR_04), .lacks = NEED_CQ_MODERATE)
{
	MUST_REFUSE(moderate(cq_make(16), 1, 0));
	MUST_REFUSE(moderate(cq_make_on(channel_make(), 16, NULL), 1, 1));
}

static const struct beyond_row {
	struct vct_row vct_row;
	unsigned int count, period; /* beyond the limits */
} beyond[] = {
	{ ROW("count"), .count = 1 },
	{ ROW("period"), .period = 1 },
};

/* Where the limit is the greatest number of the field, there is none beyond it. */
CHECK_ROWS(beyond_the_limits_is_refused, beyond, PROMISES(CQ_MDR_05),
	   .needs = NEED_CQ_MODERATE | NEED_RC | NEED_SRQ, .danger = DANGER_REFUSED)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 32, NULL);
	struct link l = rc_link(.rx_cq = cq, .srq_wr = 1, .posted = 1);
	unsigned int count = caps()->max_cq_count + row->count;
	unsigned int period = caps()->max_cq_period + row->period;
	int ret;

	if (count > UINT16_MAX || period > UINT16_MAX) {
		RECORD("no number is beyond the limit");
		MUST_SUCCEED(moderate(cq, caps()->max_cq_count, caps()->max_cq_period));
		return;
	}
	ret = moderate(cq, count, period);
	RECORD("it returns %s", vct_errno_text(ret));
	if (ret) {
		vct_held();
		return;
	}
	/* Without a period a device waits for more completions than there are. */
	if (!period)
		SETUP(!moderate(cq, 1, 0));
	cq_arm(cq, 0);
	link_post(&l, IBV_WR_SEND);
	MUST_NOTIFY(channel, cq);
}

/* With a mask of 0, which may be refused: no device waits for a count that is not selected. */
CHECK(what_is_not_masked_is_left_alone, PROMISES(CQ_MDR_06), .needs = NEED_RC | NEED_SRQ)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 32, NULL);
	struct link l = rc_link(.rx_cq = cq, .srq_wr = 16, .posted = 16);
	struct ibv_modify_cq_attr attr = { .moderate = { .cq_count = UINT16_MAX } };

	RECORD("with a mask of 0 it returns %s", vct_errno_text(vct_modify_cq(cq, &attr)));
	for (int i = 0; i < 2; i++) {
		cq_arm(cq, 0);
		link_post(&l, IBV_WR_SEND);
		MUST_NOTIFY(channel, cq);
		MUST_EQ(MUST_COMPLETE(cq).wr_id, i);
	}
}

CHECK(a_refused_change_leaves_the_request, PROMISES(AFT_01), .needs = NEED_RC | NEED_SRQ)
{
	struct ibv_comp_channel *channel = channel_make();
	struct ibv_cq *cq = cq_make_on(channel, 32, NULL);
	struct link l = rc_link(.rx_cq = cq, .srq_wr = 16, .posted = 16);
	struct ibv_modify_cq_attr attr = { .attr_mask = 1U << 30, .moderate = { 1, 1 } };

	for (int i = 0; i < 2; i++) {
		cq_arm(cq, 0);
		RECORD("with an unknown bit it returns %s",
		       vct_errno_text(vct_modify_cq(cq, &attr)));
		link_post(&l, IBV_WR_SEND);
		MUST_NOTIFY(channel, cq);
		MUST_EQ(MUST_COMPLETE(cq).wr_id, i);
	}
}
