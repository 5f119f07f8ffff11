// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the verbs that post, poll and get events, and traces each call as C (code.h). */
#include <pthread.h>
#include <string.h>

#include "code.h"
#include "event.h"
#include "far.h"
#include "track.h"
#include "verbs.h"

#define ERR(ret_) vct_errno_text(ret_)

/*
 * Traces completions and errors; polls that find nothing would fill the trace. A device may return
 * more than num_entries, which is an error: then only num_entries are read.
 */
int vct_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	int n = vct_is_far(cq) ? far_poll_cq(cq, num_entries, wc)
			       : ibv_poll_cq(cq, num_entries, wc);
	struct vct_text *t;

	if (!n)
		return 0;
	t = vct_text("ibv_poll_cq(%s, %d, wc) = %d", vct_name(cq), num_entries, n);
	for (int i = 0; i < n && i < num_entries; i++) {
		put(t, i ? ", " : " ");
		put_wc(t, &wc[i]);
	}
	vct_trace("%s", t->s);
	return n;
}

void vct_trace_no_completion(struct ibv_cq *cq)
{
	vct_trace("ibv_poll_cq(%s, 1, wc) = 0, until the deadline", vct_name(cq));
}

/* After a failure *bad_wr may be any pointer: "-1" if it is not in the list. */
#define INDEX(list_, bad_)                                                                         \
	({                                                                                         \
		__typeof__(*(list_)) *wr_ = (list_);                                               \
		int n_ = 0;                                                                        \
                                                                                                   \
		while (wr_ && wr_ != (bad_))                                                       \
			wr_ = wr_->next, n_++;                                                     \
		wr_ ? n_ : -1;                                                                     \
	})

static void trace_post(struct vct_text *t, int ret, int bad)
{
	put(t, ", &bad) = %s", ERR(ret));
	if (ret)
		put(t, ", bad is WR %d of the list", bad);
	vct_trace("%s", t->s);
}

int vct_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	struct vct_text *t = vct_text("ibv_post_srq_recv(%s, ", vct_name(srq));
	int ret;

	put_recv_list(t, wr);
	ret = ibv_post_srq_recv(srq, wr, bad_wr);
	trace_post(t, ret, ret ? INDEX(wr, *bad_wr) : 0);
	return ret;
}

int vct_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	struct vct_text *t = vct_text("ibv_post_recv(%s, ", vct_name(qp));
	int ret;

	VCT_NEAR(qp);
	put_recv_list(t, wr);
	ret = ibv_post_recv(qp, wr, bad_wr);
	trace_post(t, ret, ret ? INDEX(wr, *bad_wr) : 0);
	return ret;
}

int vct_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	struct vct_text *t = vct_text("ibv_post_send(%s, ", vct_name(qp));
	int ret;

	put_send_list(t, wr, qp->qp_type);
	ret = vct_is_far(qp) ? far_post_send(qp, wr, bad_wr) : ibv_post_send(qp, wr, bad_wr);
	trace_post(t, ret, ret ? INDEX(wr, *bad_wr) : 0);
	return ret;
}

int vct_post_srq_ops(struct ibv_srq *srq, struct ibv_ops_wr *wr, struct ibv_ops_wr **bad_wr)
{
	struct vct_text *t = vct_text("ibv_post_srq_ops(%s, ", vct_name(srq));
	int ret;

	PUT_STRUCT(t, ibv_ops_wr, vct_ops_members, wr);
	ret = ibv_post_srq_ops(srq, wr, bad_wr);
	trace_post(t, ret, ret ? INDEX(wr, *bad_wr) : 0);
	return ret;
}

/* Events that were got and not acknowledged: the release of their objects would wait for that. */
static struct ibv_async_event outstanding[64];
static size_t n_outstanding;
static pthread_mutex_t outstanding_lock = PTHREAD_MUTEX_INITIALIZER;

static struct vct_text *event_text(const char *call, const struct ibv_async_event *event)
{
	struct vct_text *t = vct_text("%s", call);

	put_word(t, vct_events, (int)event->event_type);
	put(t, " for %s", vct_name(event_object(event)));
	return t;
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

int vct_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	int ret = ANEW(ibv_get_async_event(context, event));
	const char *as;

	if (ret) {
		vct_trace("ibv_get_async_event(%s, &event) = %s", vct_name(context),
			  vct_minus_text(ret));
		return ret;
	}
	as = trace_as_its_own(event);
	vct_trace("ibv_get_async_event(%s, &event) = %s", vct_name(context),
		  event_text("0: ", event)->s);
	vct_trace_as(as);
	pthread_mutex_lock(&outstanding_lock);
	if (n_outstanding < sizeof(outstanding) / sizeof(outstanding[0]))
		outstanding[n_outstanding++] = *event;
	pthread_mutex_unlock(&outstanding_lock);
	return 0;
}

void vct_trace_no_event(struct ibv_context *context, enum ibv_event_type type, const void *object)
{
	struct ibv_async_event event = { .event_type = type };

	event.element.qp = (struct ibv_qp *)object;
	vct_trace("poll() of %s->async_fd = 0, until the deadline: no %s", vct_name(context),
		  event_text("", &event)->s);
}

void vct_ack_async_event(struct ibv_async_event *event)
{
	const char *as = trace_as_its_own(event);
	size_t i = 0;

	vct_trace("ibv_ack_async_event(&event)%s", event_text(": ", event)->s);
	vct_trace_as(as);
	pthread_mutex_lock(&outstanding_lock);
	while (i < n_outstanding && (outstanding[i].event_type != event->event_type ||
				     outstanding[i].element.srq != event->element.srq))
		i++;
	if (i < n_outstanding)
		outstanding[i] = outstanding[--n_outstanding];
	pthread_mutex_unlock(&outstanding_lock);
	if (!vct_is_far(event->element.qp))
		ibv_ack_async_event(event);
}

void vct_ack_outstanding(void)
{
	while (n_outstanding) {
		struct ibv_async_event event = outstanding[n_outstanding - 1];

		vct_ack_async_event(&event);
	}
}
