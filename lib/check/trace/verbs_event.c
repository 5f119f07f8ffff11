// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The wrappers of the verbs that get and acknowledge events. */
#include <pthread.h>
#include <string.h>

#include "code.h"
#include "../objects/event_object.h"
#include "wrappers.h"
#include "verbs.h"

/* Events that were got and not acknowledged: the release of their objects would wait for that. */
static struct {
	struct ibv_async_event events[64];
	size_t n;
	struct {
		struct ibv_cq *cq;
		unsigned int n;
	} of_cqs[64];
	pthread_mutex_t lock;
} outstanding = { .lock = PTHREAD_MUTEX_INITIALIZER };

static const char *event_text(const struct ibv_async_event *event)
{
	struct vct_text *t = vct_text(PART("event"));

	put_word(t, vct_events, (int)event->event_type);
	put(t, END_PART " for " PART("object") "%s" END_PART, vct_name(event_object(event)));
	return t->s;
}

static bool is_of_fence(const struct ibv_async_event *event)
{
	const union {
		const void *object;
		const struct ibv_srq *srq;
		const struct ibv_qp *qp;
		const struct ibv_cq *cq;
	} of = { event_object(event) };

	if (!strcmp(vct_name(of.object), "?"))
		return false;
	switch (event->event_type) {
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		return of.srq->srq_context == VCT_FENCE;
	case IBV_EVENT_CQ_ERR:
		return of.cq->cq_context == VCT_FENCE;
	case IBV_EVENT_WQ_FATAL:
		return false;
	default:
		return of.object && of.qp->qp_context == VCT_FENCE;
	}
}

/*
 * An event of the check that comes during a fence is one of its own calls. Returns what the calls
 * are traced as otherwise.
 */
static const char *trace_as_its_own(const struct ibv_async_event *event)
{
	const char *as = vct_traced_as();

	if (as && !strcmp(as, VCT_LINE_FENCE) && !is_of_fence(event))
		vct_trace_as(NULL);
	return as;
}

#define GET_EVENT CALLED("ibv_get_async_event") ARG("context", "%s") ", " ARG("event", "&event")

int vct_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	int ret = ANEW(ibv_get_async_event(context, event));
	struct vct_text *t;
	const char *as;

	if (ret) {
		t = vct_text(GET_EVENT, vct_name(context));
		put_minus(t, ret);
		vct_trace("%s", t->s);
		return ret;
	}
	as = trace_as_its_own(event);
	vct_trace(GET_EVENT RESULT("0") ": %s", vct_name(context), event_text(event));
	vct_trace_as(as);
	pthread_mutex_lock(&outstanding.lock);
	if (outstanding.n < sizeof(outstanding.events) / sizeof(outstanding.events[0]))
		outstanding.events[outstanding.n++] = *event;
	pthread_mutex_unlock(&outstanding.lock);
	return 0;
}

void vct_trace_no_event(struct ibv_context *context, enum ibv_event_type type, const void *object)
{
	struct ibv_async_event event = { .event_type = type };

	event.element.qp = (struct ibv_qp *)object;
	vct_trace(PART("call poll") "poll() of " ARG("context", "%s") "->async_fd = " PART(
			  "result") "0" END_PART ", until the deadline: no %s",
		  vct_name(context), event_text(&event));
}

void vct_ack_async_event(struct ibv_async_event *event)
{
	const char *as = trace_as_its_own(event);
	size_t i = 0;

	vct_trace(CALLED("ibv_ack_async_event") ARG("event", "&event") "): %s", event_text(event));
	vct_trace_as(as);
	pthread_mutex_lock(&outstanding.lock);
	while (i < outstanding.n && (outstanding.events[i].event_type != event->event_type ||
				     outstanding.events[i].element.srq != event->element.srq))
		i++;
	if (i < outstanding.n)
		outstanding.events[i] = outstanding.events[--outstanding.n];
	pthread_mutex_unlock(&outstanding.lock);
	if (!vct_is_far(event->element.qp))
		ibv_ack_async_event(event);
}

void vct_ack_outstanding(void)
{
	while (outstanding.n) {
		struct ibv_async_event event = outstanding.events[outstanding.n - 1];

		vct_ack_async_event(&event);
	}
}

static void count(struct ibv_cq *cq, unsigned int got, unsigned int acked)
{
	size_t i = 0;

	pthread_mutex_lock(&outstanding.lock);
	while (i < 63 && outstanding.of_cqs[i].cq && outstanding.of_cqs[i].cq != cq)
		i++;
	outstanding.of_cqs[i].cq = cq;
	outstanding.of_cqs[i].n += got - acked;
	pthread_mutex_unlock(&outstanding.lock);
}

int vct_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context)
{
	int ret = ANEW(ibv_get_cq_event(channel, cq, cq_context));
	struct vct_text *t = vct_text(CALLED("ibv_get_cq_event") ARG("channel", "%s") ", " ARG(
					      "cq", "&cq") ", " ARG("cq_context", "&context"),
				      vct_name(channel));

	put_minus(t, ret);
	if (!ret) {
		count(*cq, 1, 0);
		put(t, ": " PART("object") "%s" END_PART, vct_name(*cq));
	}
	vct_trace("%s", t->s);
	return ret;
}

void vct_ack_cq_events(struct ibv_cq *cq, unsigned int n)
{
	count(cq, 0, n);
	vct_trace(CALLED("ibv_ack_cq_events") ARG("cq", "%s") ", " ARG("n", "%u") ")", vct_name(cq),
		  n);
	ibv_ack_cq_events(cq, n);
}

void vct_ack_outstanding_cq_events(void)
{
	for (size_t i = 0; i < sizeof(outstanding.of_cqs) / sizeof(outstanding.of_cqs[0]); i++)
		if (outstanding.of_cqs[i].cq && outstanding.of_cqs[i].n)
			vct_ack_cq_events(outstanding.of_cqs[i].cq, outstanding.of_cqs[i].n);
}
