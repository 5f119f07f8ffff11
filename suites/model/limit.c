// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The limits of SRQs: set, reached, and replaced by others. */
#include "model.h"

/* Queries of the device tell whether a limit has been reached. */
static bool limit_is_told(void)
{
	return srq_is_told() && !vct_is_left_out(SRQ_QRY_05) && !vct_is_left_out(SRQ_QRY_09);
}

void limit_is_seen(struct model_srq *s, uint32_t seen)
{
	if (!s->may_fire || seen || !limit_is_told())
		return;
	s->attr.srq_limit = 0;
	s->may_fire = false;
	s->fired = true;
	event_is_due(s->srq, IBV_EVENT_SRQ_LIMIT_REACHED, SRQ_LIM_01);
	see_events();
}

void limit_is_replaced(struct model_srq *s)
{
	if (!s->may_fire)
		return;
	settle_events();
	srq_must_agree(s);
}

void limit_is_set(struct model_srq *s, uint32_t limit)
{
	if (s->may_fire) {
		event_may_come(s->srq, IBV_EVENT_SRQ_LIMIT_REACHED);
		s->stale = true;
	}
	s->attr.srq_limit = limit;
	s->fired = false;
	s->may_fire = limit > s->queue.n;
	if (s->may_fire) {
		settle_events();
		srq_must_agree(s);
	}
}

void limit_was_reached(struct model_srq *s)
{
	bool stale = s->stale;

	s->stale = false;
	if (stale && !limit_is_told())
		s->may_fire = true;
	else if (!stale || !srq_query(s->srq).srq_limit) {
		s->attr.srq_limit = 0;
		s->fired = true;
		s->may_fire = false;
	}
}

/* As many are queued as the limit, or more: only now it is certain that the SRQ is armed. */
void limit_is_certain(struct model_srq *s)
{
	if (!s->may_fire || s->queue.n < s->attr.srq_limit)
		return;
	settle_events();
	srq_must_agree(s);
	if (limit_is_told())
		s->may_fire = false;
}

void srq_was_used(struct model_srq *s, const struct vct_promise *promise)
{
	if (!s->attr.srq_limit || s->queue.n >= s->attr.srq_limit)
		return;
	if (s->may_fire)
		return;
	if (s->queue.n + 1 == s->attr.srq_limit)
		event_is_due(s->srq, IBV_EVENT_SRQ_LIMIT_REACHED, promise);
}

static const struct vct_promise *limit_promise(const struct model_srq *s, uint32_t limit)
{
	if (limit > s->attr.max_wr)
		return SRQ_MOD_15;
	if (!limit)
		return SRQ_LIM_06;
	return s->fired ? SRQ_LIM_04 : SRQ_MOD_03;
}

/* With a max_sge, which must not be looked at; what is refused without it, too, is not refused for
 * it.
 */
static int arm(struct model_srq *s, uint32_t limit, uint32_t max_sge)
{
	int ret = srq_modify(s->srq, IBV_SRQ_LIMIT, .max_wr = 1, .max_sge = max_sge,
			     .srq_limit = limit);

	if (ret && max_sge && limit <= s->attr.max_wr && !vct_is_left_out(SRQ_MOD_10) &&
	    !srq_modify(s->srq, IBV_SRQ_LIMIT, .max_wr = 1, .srq_limit = limit))
		JUDGING(SRQ_MOD_10);
	return ret;
}

OPERATION(srq_arm, ARGS({ "srq", N_SRQS }, { "limit", LEVELS }, { "max_sge", 4 }),
	  PROMISES(SRQ_MOD_03, SRQ_MOD_04, SRQ_MOD_10, SRQ_MOD_12, SRQ_MOD_15, SRQ_LIM_04,
		   SRQ_LIM_06, SRQ_QRY_11),
	  .weight = 8, .needs = NEED_SRQ)
{
	static const uint32_t max_sges[4] = { 0, 1, 2, UINT32_MAX };
	struct model_srq *s = &srqs[arg[0]];
	const struct vct_promise *promise;
	uint32_t limit, max_sge = max_sges[arg[2]];
	bool rearmed;
	int ret;

	if (!srq_is_usable(s))
		return false;
	see_events();
	limit_is_replaced(s);
	limit = level(arg[1], s->queue.n, s->attr.max_wr);
	promise = limit_promise(s, limit);
	rearmed = s->fired && limit;
	/* Where the device does not tell truly how many fit, no size is certain. */
	if (promise == SRQ_MOD_15 && limit <= srq_most_wr() &&
	    (vct_is_left_out(SRQ_QRY_03) || !srq_size_is_told()))
		return false;
	if (!ASK(promise))
		return false;
	ret = arm(s, limit, vct_is_left_out(SRQ_MOD_10) ? 0 : max_sge);
	if (promise == SRQ_MOD_15) {
		must_refuse_to_modify(ret);
		srq_must_be(s, promise, promise);
		return true;
	}
	MUST_SUCCEED(ret);
	limit_is_set(s, limit);
	srq_must_be(s, SRQ_MOD_04, rearmed ? SRQ_QRY_11 : NULL);
	return true;
}
