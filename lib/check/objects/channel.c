// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Completion channels. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>

#include "channel.h"
#include "event.h"
#include "../patience.h"
#include "../trace/track.h"

struct ibv_comp_channel *channel_make(void)
{
	struct ibv_comp_channel *channel = vct_create_comp_channel(ctx());

	SETUP_OF(BLOCK_CHANNEL, channel);
	/* Events are waited for with poll() and a deadline, never by a read that may block. */
	fcntl(channel->fd, F_SETFL, O_NONBLOCK);
	return channel;
}

struct ibv_cq *cq_make_on(struct ibv_comp_channel *channel, int cqe, void *context)
{
	struct ibv_cq *cq = vct_create_cq(ctx(), cqe, context, channel, 0);

	SETUP_OF(BLOCK_CQ, cq);
	return cq;
}

void cq_arm(struct ibv_cq *cq, int solicited_only)
{
	int ret = vct_req_notify_cq(cq, solicited_only);

	if (ret)
		vct_broken_at(BLOCK_CQ_REQUEST, VCT_HERE("ibv_req_notify_cq"),
			      "setup: ibv_req_notify_cq returned %s", vct_errno_text(ret));
}

/* The CQ of the next event, which is acknowledged; NULL if none comes in time. */
static struct ibv_cq *next_event_of(struct ibv_comp_channel *channel, const char *what)
{
	double ms = vct_patience_ms(what, CQ_EVENT_MS);
	double until = vct_deadline_ms(ms);
	struct pollfd fd = { .fd = channel->fd, .events = POLLIN };
	struct ibv_cq *cq;
	void *context;

	while (poll(&fd, 1, 1) != 1 || vct_get_cq_event(channel, &cq, &context))
		if (vct_now_ms() > until) {
			vct_waited_in_vain(what, ms);
			return NULL;
		}
	vct_ack_cq_events(cq, 1);
	return cq;
}

bool cq_is_notified(struct ibv_cq *cq)
{
	struct ibv_cq *seen;

	do
		seen = next_event_of(cq->channel, "the event of a completion behind a refusal");
	while (seen && seen != cq);
	return seen;
}

void must_notify(struct ibv_comp_channel *channel, struct ibv_cq *cq, const struct vct_place *place)
{
	char what[80];
	struct ibv_cq *seen;

	snprintf(what, sizeof(what), "%s:%d", place->file, place->line);
	seen = next_event_of(channel, what);
	if (!seen) {
		vct_relies_on(BLOCK_COMPLETION_EVENT);
		vct_fail(place, "an event of the CQ", "no event before its deadline");
	}
	if (seen != cq)
		vct_fail(place, "an event of the CQ", "an event of %s", vct_name(seen));
	vct_held();
}

void must_not_notify(struct ibv_comp_channel *channel, const struct vct_place *place)
{
	struct ibv_cq *fence, *seen;
	struct link l;

	vct_trace_as(VCT_LINE_FENCE);
	fence = cq_make_on(channel, 4, VCT_FENCE);
	l = link_make(IBV_QPT_RC, &(struct link_attr){ .rx_cq = fence, .srq_wr = 1, .posted = 1 });
	cq_arm(fence, 0);
	link_send(&l, 1);
	seen = next_event_of(channel, "the event of a CQ of the fence");
	vct_trace_as(NULL);
	if (!seen)
		vct_broken_at(BLOCK_COMPLETION_EVENT, place,
			      "setup: the completion event of the fence did not come");
	if (seen != fence)
		vct_fail(place, "no event", "an event of %s", vct_name(seen));
	vct_held();
}
