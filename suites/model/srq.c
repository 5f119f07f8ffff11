// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* SRQs: made, modified, queried and destroyed. */
#include "tags.h"
#include "xrc.h"

static struct model_srq *free_srq(uint32_t place)
{
	return srqs[place].srq ? NULL : &srqs[place];
}

bool srq_is_usable(const struct model_srq *s)
{
	return s->srq && !s->failed;
}

uint32_t srq_most_wr(void)
{
	return (uint32_t)vct_dev->attr.orig_attr.max_srq_wr;
}

bool srq_is_told(void)
{
	return !vct_is_left_out(SRQ_QRY_06);
}

bool srq_size_is_told(void)
{
	return !vct_is_left_out(SRQ_CRX_09) || (srq_is_told() && !vct_is_left_out(SRQ_QRY_03));
}

uint32_t srq_size(uint32_t which)
{
	static const uint32_t sizes[SRQ_SIZES] = { 1, 2, 3, 5, 8, 16, 17, 31, 33, 64, 130, 300 };

	return at_most(sizes[which], srq_most_wr());
}

uint32_t srq_sges(uint32_t n)
{
	return at_most(n, (uint32_t)vct_dev->attr.orig_attr.max_srq_sge);
}

void srq_must_be(struct model_srq *s, const struct vct_promise *of_size,
		 const struct vct_promise *of_limit)
{
	const struct vct_promise *stake = vct_stake();
	struct ibv_srq_attr seen;

	see_events();
	if (!ASK(SRQ_QRY_06))
		return;
	memset(&seen, 0xff, sizeof(seen));
	MUST_SUCCEED(vct_query_srq(s->srq, &seen));
	limit_is_seen(s, seen.srq_limit);
	if (!vct_is_left_out(SRQ_QRY_03) && ASK(of_size ? of_size : SRQ_QRY_03))
		MUST_EQ(seen.max_wr, s->attr.max_wr);
	if (!vct_is_left_out(SRQ_QRY_04) && ASK(of_size ? of_size : SRQ_QRY_04))
		MUST_EQ(seen.max_sge, s->attr.max_sge);
	if (ASK(s->attr.srq_limit ? SRQ_QRY_05
		: s->fired        ? SRQ_QRY_09
				  : SRQ_QRY_08) &&
	    (!of_limit || ASK(of_limit)))
		MUST_EQ(seen.srq_limit, s->attr.srq_limit);
	vct_stake_is(stake);
}

void srq_must_agree(struct model_srq *s)
{
	srq_must_be(s, NULL, NULL);
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

/* The query and the creation tell different sizes: which of them does the device keep? */
static const struct vct_promise *promise_of_size(struct ibv_srq *srq, uint32_t told)
{
	for (uint32_t i = 0; i < told; i++)
		if (srq_try_sges(srq, 1))
			return SRQ_CRX_09;
	return srq_try_sges(srq, 1) ? SRQ_QRY_03 : SRQ_CRX_09;
}

static const struct vct_promise *promise_of_sges(struct ibv_srq *srq, uint32_t told)
{
	return srq_try_sges(srq, told) || !srq_try_sges(srq, told + 1) ? SRQ_CRX_09 : SRQ_QRY_04;
}

static void judge_told(struct ibv_srq *srq, const struct ibv_srq_attr *told,
		       const struct ibv_srq_attr *seen)
{
	if (!vct_is_left_out(SRQ_QRY_03) && ASK(SRQ_CRX_09)) {
		if (seen->max_wr != told->max_wr)
			JUDGING(promise_of_size(srq, told->max_wr));
		MUST_EQ(seen->max_wr, told->max_wr);
	}
	if (!vct_is_left_out(SRQ_QRY_04) && ASK(SRQ_CRX_09)) {
		if (seen->max_sge != told->max_sge)
			JUDGING(promise_of_sges(srq, told->max_sge));
		MUST_EQ(seen->max_sge, told->max_sge);
	}
}

/* What a query tells, where it is to be believed; else what the creation has told. */
static struct ibv_srq_attr attr_of(struct ibv_srq *srq, const struct ibv_srq_attr *told)
{
	struct ibv_srq_attr seen = *told;

	seen.srq_limit = 0;
	if (!srq_is_told())
		return seen;
	seen = srq_query(srq);
	if (vct_is_left_out(SRQ_QRY_03))
		seen.max_wr = told->max_wr;
	if (vct_is_left_out(SRQ_QRY_04))
		seen.max_sge = told->max_sge;
	return seen;
}

void srq_is_made(struct model_srq *s, struct model_pd *pd, struct ibv_srq *srq,
		 const struct ibv_srq_attr *asked, const struct ibv_srq_attr *told, uint32_t limit)
{
	struct ibv_srq_attr seen;

	MUST_MAKE(srq);
	seen = attr_of(srq, told);
	*s = (struct model_srq){ .srq = srq, .pd = pd, .attr = seen };
	s->attr.srq_limit = 0;
	s->context = srq->srq_context;
	pd->users++;
	if (ASK(SRQ_CRX_10))
		MUST_GE(told->max_wr, asked->max_wr);
	if (ASK(SRQ_CRX_11))
		MUST_GE(told->max_sge, asked->max_sge);
	if (limit && ASK(SRQ_CEX_09))
		MUST(!seen.srq_limit || seen.srq_limit == limit,
		     "a new SRQ has the limit that it was given, or none; it has %u",
		     seen.srq_limit);
	else if (ASK(SRQ_CRX_07))
		MUST_EQ(seen.srq_limit, 0);
	judge_told(srq, told, &seen);
	if (limit && seen.srq_limit)
		limit_is_set(s, limit);
	/* Whether it was set, only its event tells. */
	if (limit && !srq_is_told()) {
		s->attr.srq_limit = limit;
		s->may_fire = true;
	}
}

OPERATION(srq_create,
	  ARGS({ "srq", N_SRQS }, { "pd", N_PDS }, { "size", SRQ_SIZES }, { "sges", WR_SGES },
	       { "extended", 2 }, { "limit", LEVELS }),
	  PROMISES(SRQ_CRX_04, SRQ_CRX_05, SRQ_CRX_07, SRQ_CRX_08, SRQ_CRX_09, SRQ_CRX_10,
		   SRQ_CRX_11, SRQ_CRX_12, SRQ_QRY_03, SRQ_QRY_04),
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
	if (!vct_is_left_out(SRQ_CRX_07) && !vct_is_left_out(SRQ_CRX_08) && !arg[4])
		init.attr.srq_limit = level(arg[5], attr.max_wr, attr.max_wr);
	if (!ASK(arg[4] ? SRQ_CRX_05 : init.attr.srq_limit > attr.max_wr ? SRQ_CRX_08 : SRQ_CRX_12))
		return false;
	if (arg[4])
		srq_is_made(s, pd, vct_create_srq_ex(ctx(), &extended), &attr, &extended.attr, 0);
	else
		srq_is_made(s, pd, vct_create_srq(pd->pd, &init), &attr, &init.attr, 0);
	if (ASK(SRQ_CRX_04))
		MUST_POINT_TO(s->srq->srq_context, init.srq_context);
	return true;
}

void srq_goes(struct model_srq *s)
{
	if (s->cq)
		collect(s->cq);
	JUDGING(s->failed ? SRQ_ERR_09 : s->queue.n ? SRQ_DES_06 : SRQ_DES_02);
	MUST_SUCCEED(destroy_srq_after_acks(s->srq, SRQ_DES_07));
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
	int ret;

	if (!srq_is_usable(s))
		return false;
	see_events();
	if (s->users) {
		if ((s->tm && !ASK(SRQ_DES_05)) || !ASK(SRQ_DES_04))
			return false;
		ret = vct_destroy_srq(s->srq);
		MUST_REFUSE(ret);
		if (ASK(SRQ_DES_03))
			MUST_GE(ret, 1);
		srq_must_be(s, SRQ_DES_05, SRQ_DES_05);
		if (s->tm && tm_is_there() && ASK(SRQ_DES_05))
			tm_synchronize();
		return true;
	}
	if (!ASK(SRQ_DES_02) || (s->queue.n && !ASK(SRQ_DES_06)))
		return false;
	srq_goes(s);
	return true;
}

/* What ibv_modify_srq returned, which is an errno value. */
void must_refuse_to_modify(int ret)
{
	MUST_REFUSE(ret);
	if (ASK(SRQ_MOD_12))
		MUST_GE(ret, 1);
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
	const struct vct_promise *promise = masks[arg[1]].promise;
	struct model_srq *s = &srqs[arg[0]];
	unsigned int mask = masks[arg[1]].mask;
	int ret;

	if (!srq_is_usable(s) || vct_is_left_out(promise))
		return false;
	see_events();
	JUDGING(promise);
	ret = srq_modify(s->srq, (int)mask, .max_wr = at_most(2 * s->attr.max_wr, srq_most_wr()),
			 .max_sge = 1, .srq_limit = level(arg[2], s->queue.n, s->attr.max_wr));
	if (!mask)
		MUST_SUCCEED(ret);
	srq_must_be(s, promise, promise);
	return true;
}

/* What the documents say of a new size, with or without a new limit. */
enum fate { SUCCEEDS, IS_REFUSED, IS_OPEN };

static enum fate fate_of(const struct model_srq *s, uint32_t size, bool with_limit, uint32_t limit,
			 const struct vct_promise **promise)
{
	/* A place may be in use until the completion of its WR was polled. */
	uint32_t least = s->queue.n + unpolled_of(&s->queue);

	*promise = with_limit ? SRQ_MOD_14 : SRQ_MOD_16;
	if (vct_device_lacks(vct_dev, NEED_RESIZE)) {
		*promise = SRQ_MOD_19;
		return IS_REFUSED;
	}
	if (!size || size > srq_most_wr())
		return IS_REFUSED;
	*promise = SRQ_MOD_21;
	/* A device may give more than is asked for, and the limit may fit then. */
	if (with_limit && limit > size)
		return limit > srq_most_wr() ? IS_REFUSED : IS_OPEN;
	if (size < least || !size || size > QUEUE_WRS)
		return IS_OPEN;
	if (!with_limit && size < s->attr.srq_limit)
		return IS_OPEN;
	/* whether the limit may equal the size is SRQ-MOD-03's */
	if (with_limit && limit == size && vct_is_left_out(SRQ_MOD_03))
		return IS_OPEN;
	*promise = with_limit ? SRQ_MOD_20 : size > s->attr.max_wr ? SRQ_MOD_07 : SRQ_MOD_08;
	return SUCCEEDS;
}

OPERATION(srq_resize, ARGS({ "srq", N_SRQS }, { "size", LEVELS }, { "limit", LEVELS + 1 }),
	  PROMISES(SRQ_MOD_05, SRQ_MOD_07, SRQ_MOD_08, SRQ_MOD_09, SRQ_MOD_12, SRQ_MOD_14,
		   SRQ_MOD_16, SRQ_MOD_19, SRQ_MOD_20, SRQ_MOD_21, SRQ_MOD_28),
	  .weight = 3, .needs = NEED_SRQ)
{
	struct model_srq *s = &srqs[arg[0]];
	const struct vct_promise *promise;
	bool with_limit = arg[2] > 0;
	uint32_t size, limit;
	enum fate fate;
	int ret;

	if (!srq_is_usable(s) || !srq_is_told() || vct_is_left_out(SRQ_QRY_03))
		return false;
	size = level(arg[1], 2 * s->attr.max_wr, srq_most_wr());
	if (arg[1] == 7)
		size = s->queue.n;
	limit = with_limit ? level(arg[2] - 1, s->queue.n, size) : 0;
	see_events();
	fate = fate_of(s, size, with_limit, limit, &promise);
	if (fate == IS_OPEN || vct_is_left_out(promise))
		return false;
	if (with_limit)
		limit_is_replaced(s);
	JUDGING(promise);
	ret = srq_modify(s->srq, IBV_SRQ_MAX_WR | (with_limit ? IBV_SRQ_LIMIT : 0), .max_wr = size,
			 .srq_limit = limit);
	if (fate == IS_REFUSED) {
		must_refuse_to_modify(ret);
		srq_must_be(s, promise, promise);
		return true;
	}
	MUST_SUCCEED(ret);
	s->attr.max_wr = srq_query(s->srq).max_wr;
	if (ASK(SRQ_MOD_28))
		MUST_GE(s->attr.max_wr, size);
	if (with_limit)
		limit_is_set(s, limit);
	srq_must_be(s, promise, with_limit ? SRQ_MOD_09 : SRQ_MOD_05);
	return true;
}
