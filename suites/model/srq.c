// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* SRQs: made, modified, queried and destroyed. */
#include "xrc.h"

static struct model_srq *free_srq(uint32_t place)
{
	return srqs[place].srq ? NULL : &srqs[place];
}

bool srq_is_usable(const struct model_srq *s)
{
	return s->srq && !s->failed;
}

static uint32_t device_max_wr(void)
{
	return (uint32_t)vct_dev->attr.orig_attr.max_srq_wr;
}

static uint32_t at_most(uint32_t n, uint32_t most)
{
	return n < most ? n : most;
}

uint32_t srq_size(uint32_t which)
{
	static const uint32_t sizes[SRQ_SIZES] = { 1, 2, 3, 5, 8, 16, 17, 31, 33, 64, 130, 300 };

	return at_most(sizes[which], device_max_wr());
}

uint32_t srq_sges(uint32_t n)
{
	return at_most(n, (uint32_t)vct_dev->attr.orig_attr.max_srq_sge);
}

void srq_must_agree(struct model_srq *s)
{
	struct ibv_srq_attr seen;
	int ret;

	see_events();
	memset(&seen, 0xff, sizeof(seen));
	ret = vct_query_srq(s->srq, &seen);
	if (ASK(SRQ_QRY_06))
		MUST_SUCCEED(ret);
	if (s->may_fire && !seen.srq_limit) {
		s->attr.srq_limit = 0;
		s->may_fire = false;
		s->fired = true;
		event_is_due(s->srq, IBV_EVENT_SRQ_LIMIT_REACHED, SRQ_LIM_01);
		see_events();
	}
	if (ASK(SRQ_QRY_03))
		MUST_EQ(seen.max_wr, s->attr.max_wr);
	if (ASK(SRQ_QRY_04))
		MUST_EQ(seen.max_sge, s->attr.max_sge);
	if (ASK(s->attr.srq_limit ? SRQ_QRY_05 : s->fired ? SRQ_QRY_09 : SRQ_QRY_08))
		MUST_EQ(seen.srq_limit, s->attr.srq_limit);
}

OPERATION(srq_query, ARGS({ "srq", N_SRQS }),
	  PROMISES(SRQ_QRY_03, SRQ_QRY_04, SRQ_QRY_05, SRQ_QRY_06, SRQ_QRY_08, SRQ_QRY_09,
		   SRQ_LIM_01),
	  .weight = 2, .needs = NEED_SRQ)
{
	if (!srq_is_usable(&srqs[arg[0]]))
		return false;
	srq_must_agree(&srqs[arg[0]]);
	return true;
}

/*
 * Armed above what is queued, the limit event may come at once, with the next WR that is taken, or
 * when the count next falls below the limit (SRQ-LIM-08).
 */
static void limit_is_set(struct model_srq *s, uint32_t limit)
{
	s->attr.srq_limit = limit;
	s->fired = false;
	s->may_fire = limit > s->queue.n;
	if (s->may_fire) {
		settle_events();
		srq_must_agree(s);
	}
}

void srq_is_made(struct model_srq *s, struct model_pd *pd, struct ibv_srq *srq,
		 const struct ibv_srq_attr *asked, const struct ibv_srq_attr *told, uint32_t limit)
{
	struct ibv_srq_attr seen;

	JUDGING(SRQ_CRX_12);
	MUST(srq);
	seen = srq_query(srq);
	if (vct_is_left_out(SRQ_QRY_03))
		seen.max_wr = told->max_wr;
	if (vct_is_left_out(SRQ_QRY_04))
		seen.max_sge = told->max_sge;
	*s = (struct model_srq){ .srq = srq, .pd = pd, .attr = seen };
	s->attr.srq_limit = 0;
	s->context = srq->srq_context;
	pd->users++;
	if (ASK(SRQ_CRX_10))
		MUST_GE(told->max_wr, asked->max_wr);
	if (ASK(SRQ_CRX_11))
		MUST_GE(told->max_sge, asked->max_sge);
	if (limit && ASK(SRQ_CEX_09))
		MUST(!seen.srq_limit || seen.srq_limit == limit);
	else if (ASK(SRQ_CRX_07))
		MUST_EQ(seen.srq_limit, 0);
	if (ASK(SRQ_CRX_09)) {
		MUST_EQ(seen.max_wr, told->max_wr);
		MUST_EQ(seen.max_sge, told->max_sge);
	}
	if (limit && seen.srq_limit)
		limit_is_set(s, limit);
}

OPERATION(srq_create,
	  ARGS({ "srq", N_SRQS }, { "pd", N_PDS }, { "size", SRQ_SIZES }, { "sges", WR_SGES },
	       { "extended", 2 }, { "limit", LEVELS }),
	  PROMISES(SRQ_CRX_04, SRQ_CRX_05, SRQ_CRX_07, SRQ_CRX_09, SRQ_CRX_10, SRQ_CRX_11,
		   SRQ_CRX_12),
	  .weight = 4, .makes = true, .needs = NEED_SRQ)
{
	struct model_srq *s = free_srq(arg[0]);
	struct model_pd *pd = the_pd(arg[1]);
	struct ibv_srq_attr attr = {
		.max_wr = srq_size(arg[2]),
		.max_sge = srq_sges(arg[3] + 1),
	};
	struct ibv_srq_init_attr init = { .srq_context = new_context(), .attr = attr };
	struct ibv_srq_init_attr_ex extended = {
		.srq_context = init.srq_context,
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD,
		.srq_type = IBV_SRQT_BASIC,
		.pd = pd->pd,
	};

	if (!s)
		return false;
	extended.attr = attr;
	if (!vct_is_left_out(SRQ_CRX_07))
		init.attr.srq_limit = level(arg[5], attr.max_wr, attr.max_wr);
	if (arg[4])
		srq_is_made(s, pd, vct_create_srq_ex(ctx(), &extended), &attr, &extended.attr, 0);
	else
		srq_is_made(s, pd, vct_create_srq(pd->pd, &init), &attr, &init.attr, 0);
	if (ASK(SRQ_CRX_04))
		MUST(s->srq->srq_context == init.srq_context);
	return true;
}

static int destroy_srq(void *srq)
{
	return vct_destroy_srq(srq);
}

void srq_goes(struct model_srq *s)
{
	if (s->cq)
		collect(s->cq);
	JUDGING(s->failed ? SRQ_ERR_09 : SRQ_DES_02);
	MUST_SUCCEED(destroy_after_acks(destroy_srq, s->srq, SRQ_DES_07));
	srq_is_gone(s);
}

void srq_is_gone(struct model_srq *s)
{
	forget_events_of(s->srq);
	queue_clear(&s->queue);
	s->pd->users--;
	if (s->cq)
		s->cq->users--;
	if (s->xrcd)
		xrcd_is_left(s->xrcd);
	*s = (struct model_srq){ 0 };
}

OPERATION(srq_destroy, ARGS({ "srq", N_SRQS }),
	  PROMISES(SRQ_DES_02, SRQ_DES_03, SRQ_DES_04, SRQ_DES_05, SRQ_DES_06, SRQ_DES_07, AEV_13,
		   AEV_16),
	  .needs = NEED_SRQ)
{
	struct model_srq *s = &srqs[arg[0]];

	if (!srq_is_usable(s))
		return false;
	see_events();
	if (s->users) {
		if (!ASK(SRQ_DES_04))
			return false;
		MUST_REFUSE(vct_destroy_srq(s->srq));
		srq_must_agree(s);
		return true;
	}
	if (!ASK(SRQ_DES_02))
		return false;
	srq_goes(s);
	return true;
}

static const struct vct_promise *limit_promise(const struct model_srq *s, uint32_t limit)
{
	if (limit > s->attr.max_wr)
		return SRQ_MOD_15;
	if (!limit)
		return SRQ_LIM_06;
	return s->fired ? SRQ_LIM_04 : SRQ_MOD_03;
}

/* What ibv_modify_srq returned, which is an errno value. */
static void must_be_refused(int ret)
{
	MUST_REFUSE(ret);
	if (ASK(SRQ_MOD_12))
		MUST_GE(ret, 1);
}

OPERATION(srq_arm, ARGS({ "srq", N_SRQS }, { "limit", LEVELS }),
	  PROMISES(SRQ_MOD_03, SRQ_MOD_04, SRQ_MOD_10, SRQ_MOD_12, SRQ_MOD_15, SRQ_LIM_04,
		   SRQ_LIM_06, SRQ_QRY_11),
	  .weight = 8, .needs = NEED_SRQ)
{
	struct model_srq *s = &srqs[arg[0]];
	uint32_t limit;

	if (!srq_is_usable(s))
		return false;
	see_events();
	limit = level(arg[1], s->queue.n, s->attr.max_wr);
	if (!ASK(limit_promise(s, limit)))
		return false;
	/* Where the query tells another size than was given, no size is certain. */
	if (limit > s->attr.max_wr && limit <= device_max_wr() && vct_is_left_out(SRQ_QRY_03))
		return false;
	if (limit > s->attr.max_wr) {
		must_be_refused(srq_modify(s->srq, IBV_SRQ_LIMIT, .max_wr = 1, .srq_limit = limit));
	} else {
		MUST_SUCCEED(srq_modify(s->srq, IBV_SRQ_LIMIT, .max_wr = 1, .srq_limit = limit));
		limit_is_set(s, limit);
	}
	srq_must_agree(s);
	return true;
}

/* Refused as a whole, or at least without any effect. */
OPERATION(srq_bad_mask, ARGS({ "srq", N_SRQS }, { "mask", 5 }, { "limit", LEVELS }),
	  PROMISES(SRQ_MOD_06, SRQ_MOD_33, SRQ_MOD_34, SRQ_MOD_35, SRQ_MOD_36), .needs = NEED_SRQ)
{
	const struct {
		unsigned int mask;
		const struct vct_promise *promise;
	} masks[5] = {
		{ 0, SRQ_MOD_06 },
		{ 1u << (2 + arg[2]), SRQ_MOD_33 },
		{ IBV_SRQ_LIMIT | 1u << (2 + arg[2]), SRQ_MOD_34 },
		{ IBV_SRQ_MAX_WR | 1u << (31 - arg[2]), SRQ_MOD_35 },
		{ UINT32_MAX, SRQ_MOD_36 },
	};
	struct model_srq *s = &srqs[arg[0]];
	unsigned int mask = masks[arg[1]].mask;
	int ret;

	if (!srq_is_usable(s) || !ASK(masks[arg[1]].promise))
		return false;
	see_events();
	ret = srq_modify(s->srq, (int)mask, .max_wr = at_most(2 * s->attr.max_wr, device_max_wr()),
			 .max_sge = 1, .srq_limit = level(arg[2], s->queue.n, s->attr.max_wr));
	if (!mask)
		MUST_SUCCEED(ret);
	srq_must_agree(s);
	return true;
}

/* What the documents say of a new size, with or without a new limit. */
enum fate { SUCCEEDS, IS_REFUSED, IS_OPEN };

static enum fate fate_of(const struct model_srq *s, uint32_t size, bool with_limit, uint32_t limit,
			 const struct vct_promise **promise)
{
	uint32_t least = s->queue.n ? s->queue.n : 1;

	*promise = with_limit ? SRQ_MOD_14 : SRQ_MOD_16;
	if (vct_device_lacks(vct_dev, NEED_RESIZE)) {
		*promise = SRQ_MOD_19;
		return IS_REFUSED;
	}
	if (!size || size > device_max_wr())
		return IS_REFUSED;
	*promise = SRQ_MOD_21;
	/* A device may give more than is asked for, and the limit may fit then. */
	if (with_limit && limit > size)
		return limit > device_max_wr() ? IS_REFUSED : IS_OPEN;
	*promise = SRQ_MOD_17;
	if (size < least || size > QUEUE_WRS)
		return IS_OPEN;
	*promise = SRQ_MOD_23;
	if (!with_limit && size < s->attr.srq_limit)
		return IS_OPEN;
	*promise = with_limit ? SRQ_MOD_20 : size > s->attr.max_wr ? SRQ_MOD_07 : SRQ_MOD_08;
	return SUCCEEDS;
}

OPERATION(srq_resize, ARGS({ "srq", N_SRQS }, { "size", LEVELS }, { "limit", LEVELS + 1 }),
	  PROMISES(SRQ_MOD_05, SRQ_MOD_07, SRQ_MOD_08, SRQ_MOD_09, SRQ_MOD_12, SRQ_MOD_14,
		   SRQ_MOD_16, SRQ_MOD_17, SRQ_MOD_19, SRQ_MOD_20, SRQ_MOD_21, SRQ_MOD_23,
		   SRQ_MOD_28),
	  .weight = 3, .needs = NEED_SRQ)
{
	struct model_srq *s = &srqs[arg[0]];
	const struct vct_promise *promise;
	bool with_limit = arg[2] > 0;
	uint32_t size, limit;
	enum fate fate;
	int ret;

	if (!srq_is_usable(s))
		return false;
	size = level(arg[1], 2 * s->attr.max_wr, device_max_wr());
	if (arg[1] == 7)
		size = s->queue.n;
	limit = with_limit ? level(arg[2] - 1, s->queue.n, size) : 0;
	see_events();
	fate = fate_of(s, size, with_limit, limit, &promise);
	if (fate == IS_OPEN || !ASK(promise))
		return false;
	ret = srq_modify(s->srq, IBV_SRQ_MAX_WR | (with_limit ? IBV_SRQ_LIMIT : 0), .max_wr = size,
			 .srq_limit = limit);
	if (fate == IS_REFUSED) {
		must_be_refused(ret);
	} else {
		MUST_SUCCEED(ret);
		s->attr.max_wr = srq_query(s->srq).max_wr;
		if (ASK(SRQ_MOD_28))
			MUST_GE(s->attr.max_wr, size);
		if (with_limit)
			limit_is_set(s, limit);
	}
	srq_must_agree(s);
	return true;
}
