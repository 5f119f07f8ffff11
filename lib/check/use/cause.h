/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Causes of asynchronous events that checks of several suites need, for a QP and for a CQ. */
#ifndef VCT_CAUSE_H
#define VCT_CAUSE_H

#include "../objects/event.h"
#include "link.h"

/*
 * Makes a QP of the RC link, whose receiver is on a SRQ, raise an event, and waits for it. No page
 * promises one kind of event of every device, so these are tried in turn: the send queue drains;
 * the receiver enters the error state; a message has an invalid R_Key. Returns the type of the
 * event that came, which stays pending, and in *qp the QP that caused it. The link cannot be used
 * afterwards. BROKEN, or BLOCKED, if none comes.
 */
enum ibv_event_type cause_qp_event(const struct link *l, struct ibv_qp **qp);

/* An RC link whose receiver's CQ holds as many completions as ibv_create_cq says, cq->cqe. */
struct link link_with_full_cq(void);
/* The same, with a completion channel. */
struct link link_with_full_cq_on(struct ibv_comp_channel *channel);
/*
 * Sends more messages, until the CQ has overrun. A device may give a CQ more entries than cq->cqe:
 * the CQ has overrun when it is in error, or when the receiver stops.
 */
void overrun_cq(struct link *l);

#endif
