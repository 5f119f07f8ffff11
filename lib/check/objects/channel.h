/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Completion channels, and the events of CQs that use them, judged with deadlines and fences as
 * asynchronous events are (event.h).
 */
#ifndef VCT_CHANNEL_H
#define VCT_CHANNEL_H

#include "../use/link.h"

struct ibv_comp_channel *channel_make(void);
/* A CQ of at least `cqe` entries that uses the channel. */
struct ibv_cq *cq_make_on(struct ibv_comp_channel *channel, int cqe, void *context);
/* Requests the notification; BROKEN if that is refused. */
void cq_arm(struct ibv_cq *cq, int solicited_only);

enum { CQ_EVENT_MS = 2000 };
/* The next event of the channel comes before a deadline and names this CQ; it is acknowledged. */
#define MUST_NOTIFY(channel_, cq_)                                                                 \
	must_notify(channel_, cq_, VCT_HERE("the next event of the channel is of the CQ"))
void must_notify(struct ibv_comp_channel *channel, struct ibv_cq *cq,
		 const struct vct_place *place);
/*
 * No event is there, and none is on its way. The fence is a completion, and its event, of a CQ that
 * the library makes on the channel.
 */
#define MUST_NOT_NOTIFY(channel_) must_not_notify(channel_, VCT_HERE("the channel has no event"))
void must_not_notify(struct ibv_comp_channel *channel, const struct vct_place *place);

/* True if an event of the CQ comes before a deadline; those that come before are acknowledged. */
bool cq_is_notified(struct ibv_cq *cq);

#endif
