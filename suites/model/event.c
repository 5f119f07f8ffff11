// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The asynchronous events that must come, and those that may. What is at stake stays as it is. */
#include "xrc.h"

struct expected {
	const void *object;
	enum ibv_event_type type;
	const struct vct_promise *promise; /* NULL: it may come */
};

static struct expected expected[256];
static unsigned int n_expected;

static void expect(const void *object, enum ibv_event_type type, const struct vct_promise *promise)
{
	if (n_expected > sizeof(expected) / sizeof(expected[0]) / 2)
		settle_events();
	SETUP(n_expected < sizeof(expected) / sizeof(expected[0]));
	expected[n_expected++] = (struct expected){ object, type, promise };
}

void event_is_due(const void *object, enum ibv_event_type type, const struct vct_promise *promise)
{
	expect(object, type, vct_is_left_out(promise) ? NULL : promise);
}

/* It may be late, too: until its object is gone. Several may be on their way, but not any number.
 */
void event_may_come(const void *object, enum ibv_event_type type)
{
	unsigned int same = 0;

	for (unsigned int i = 0; i < n_expected; i++)
		same += expected[i].object == object && expected[i].type == type;
	if (same < 4)
		expect(object, type, NULL);
}

void forget_events_of(const void *object)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < n_expected; i++)
		if (expected[i].object != object)
			expected[kept++] = expected[i];
	n_expected = kept;
}

/* One that is due before one that may come. */
static bool remove_expected(const void *object, enum ibv_event_type type)
{
	struct expected *found = NULL;

	for (unsigned int i = 0; i < n_expected; i++)
		if (expected[i].object == object && expected[i].type == type &&
		    (!found || expected[i].promise))
			found = &expected[i];
	if (found)
		*found = expected[--n_expected];
	return found;
}

static struct model_srq *srq_of(const void *object)
{
	for (unsigned int i = 0; i < N_SRQS; i++)
		if (srqs[i].srq && srqs[i].srq == object)
			return &srqs[i];
	return NULL;
}

/* Which promise an event breaks that nothing has caused. */
static const struct vct_promise *broken_by(const struct ibv_async_event *e)
{
	const struct model_srq *s = srq_of(event_object(e));

	if (e->event_type == IBV_EVENT_QP_LAST_WQE_REACHED)
		return e->element.qp->srq ? AEV_09 : AEV_10;
	if (e->event_type == IBV_EVENT_SQ_DRAINED)
		return AEV_11;
	if (e->event_type == IBV_EVENT_SRQ_ERR)
		return SRQ_ERR_01;
	if (e->event_type == IBV_EVENT_CQ_ERR)
		return AEV_05;
	if (e->event_type != IBV_EVENT_SRQ_LIMIT_REACHED)
		return AEV_04;
	if (!s)
		return SRQ_DES_08;
	if (s->attr.srq_limit)
		return SRQ_MOD_25;
	return s->fired ? SRQ_LIM_02 : SRQ_LIM_05;
}

void judge_event(struct ibv_async_event *e)
{
	struct model_srq *s = srq_of(event_object(e));
	bool limit = e->event_type == IBV_EVENT_SRQ_LIMIT_REACHED && s;
	bool hidden = is_of_the_library(e);
	bool awaited =
		(limit && s->may_fire) || hidden || remove_expected(event_object(e), e->event_type);

	if (hidden)
		vct_ack_async_event(e);
	else
		acknowledge(e);
	/* Communication established is told whenever a driver likes to (IBTA). */
	awaited |= e->event_type == IBV_EVENT_COMM_EST;
	if (!awaited && ASK(broken_by(e)))
		vct_fail(VCT_HERE("each event has its cause"), "no event", "%s for %s",
			 ibv_event_type_str(e->event_type), "an object of the model");
	if (limit)
		limit_was_reached(s);
}

static const struct expected *first_due(void)
{
	for (unsigned int i = 0; i < n_expected; i++)
		if (expected[i].promise)
			return &expected[i];
	return NULL;
}

void see_events(void)
{
	const struct vct_promise *stake = vct_stake();
	const struct expected *due;
	struct ibv_async_event e;

	while (next_event(&e))
		judge_event(&e);
	while ((due = first_due())) {
		JUDGING(due->promise);
		e = MUST_GET_EVENT(due->object, due->type);
		judge_event(&e);
	}
	vct_stake_is(stake);
}

/* The fence has objects of its own, which a small device needs for the sequence. */
static bool is_ample(void)
{
	enum { OBJECTS = 8, WRS = 32 };
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;

	return claims->max_qp >= OBJECTS && claims->max_cq >= OBJECTS &&
	       claims->max_srq >= OBJECTS && claims->max_mr >= OBJECTS &&
	       claims->max_pd >= OBJECTS && claims->max_cqe >= OBJECTS &&
	       claims->max_srq_wr >= OBJECTS && claims->max_qp_wr >= WRS;
}

/* An event of a QP needs no SRQ, but nothing tells then that it does not come. */
static void fence(void)
{
	if (is_ample() && !vct_device_lacks(vct_dev, NEED_SRQ) &&
	    (!vct_device_lacks(vct_dev, NEED_RC) || !vct_device_lacks(vct_dev, NEED_UD)))
		event_fence();
}

void settle_events(void)
{
	const struct vct_promise *stake = vct_stake();
	struct ibv_async_event e;

	see_events();
	fence();
	while (next_event(&e))
		judge_event(&e);
	vct_stake_is(stake);
}

OPERATION(events_settle,
	  PROMISES(AEV_04, AEV_05, AEV_09, AEV_10, AEV_11, SRQ_MOD_25, SRQ_LIM_02, SRQ_LIM_05,
		   SRQ_DES_08, SRQ_ERR_01),
	  .needs = NEED_SRQ)
{
	settle_events();
	return true;
}
