/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Asynchronous events, judged with deadlines and fences instead of sleeps.
 *
 * An event that a page promises has EVENT_MS to come. A fence shows that an event does not come.
 * The library makes objects of its own raise an event of the same kind, which stands in the queue
 * behind all that the device had to raise before. The check must first have seen what would have
 * caused the event (a completion, a verb's return).
 *
 * A fence is a proof where a device raises its events in the order of their causes. Where each QP
 * has its own work item, one event may overtake another, so the fence is passed twice, which makes
 * that unlikely, not impossible. Devices with several event queues have no order among them: after
 * the fence the library waits for vct_settle_ms besides. An event that is later still is not seen,
 * and the check passes though it should have failed; a device never fails for an event that is
 * late.
 */
#ifndef VCT_EVENT_H
#define VCT_EVENT_H

#include "event_object.h"
#include "objects.h"

enum { EVENT_MS = 2000 };
/* How long a device may take to raise an event after a later one; set by --settle. */
extern double vct_settle_ms;

/* The event comes before a deadline, is of this type and names this object; it is acknowledged. */
#define MUST_SEE_EVENT(object_, type_)                                                             \
	must_see_event(object_, type_, true, VCT_HERE("the event is raised"))
/* MUST_SEE_EVENT that returns the event, which the caller acknowledges. */
#define MUST_GET_EVENT(object_, type_)                                                             \
	must_see_event(object_, type_, false, VCT_HERE("the event is raised"))
struct ibv_async_event must_see_event(const void *object, enum ibv_event_type type, bool ack,
				      const struct vct_place *place);
/* The event comes, as a setup step: where it does not, the check is BROKEN, or BLOCKED. */
#define SETUP_EVENT(object_, type_)                                                                \
	setup_event(object_, type_, true, VCT_HERE("the event is raised"))
#define SETUP_GET_EVENT(object_, type_)                                                            \
	setup_event(object_, type_, false, VCT_HERE("the event is raised"))
struct ibv_async_event setup_event(const void *object, enum ibv_event_type type, bool ack,
				   const struct vct_place *place);
/*
 * No event about any object of the check is there, and none is on its way, IBV_EVENT_COMM_EST
 * apart, which any QP may raise that receives in RTR. The fence is the limit event of a SRQ; with
 * _LIKE it is an event of that type, of a QP (SQ_DRAINED, LAST_WQE_REACHED).
 */
#define MUST_SEE_NO_EVENT()           MUST_SEE_NO_EVENT_LIKE(IBV_EVENT_SRQ_LIMIT_REACHED)
#define MUST_SEE_NO_EVENT_LIKE(type_) must_see_no_event(type_, VCT_HERE("no event is raised"))
void must_see_no_event(enum ibv_event_type like, const struct vct_place *place);

/*
 * For a limit that was set above the number of queued WRs. No page says when it fires, so two
 * states hold: the SRQ is armed at this limit; or its limit is 0 and its limit event has come.
 */
#define MUST_HAVE_LIMIT(srq_, limit_)                                                              \
	must_have_limit(srq_, limit_, VCT_HERE("the SRQ has its limit, or has raised the event"))
void must_have_limit(struct ibv_srq *srq, uint32_t limit, const struct vct_place *place);

/*
 * True if, after a fence, an event of this type for this object has come; acknowledges it. Other
 * events stay pending.
 */
bool saw_event(const void *object, enum ibv_event_type type);
/* True if an event of this type, for whichever object, comes within EVENT_MS; it stays pending. */
bool event_comes(enum ibv_event_type type);
/* True if IBV_EVENT_CQ_ERR of this CQ has come by now; it stays pending. */
bool cq_is_in_error(const void *cq);

/* The oldest event about an object that has come and was not asked for; false if there is none. */
bool next_event(struct ibv_async_event *event);
/*
 * Waits until every event that the device had to raise before this call has come, as
 * MUST_SEE_NO_EVENT does. For devices with SRQs and with RC or UD QPs.
 */
void event_fence(void);

/*
 * For an event that was got with vct_get_async_event: true if it is about no object, but about the
 * port or the device. Then it is acknowledged, and the runner is told if the device or port failed.
 */
bool took_other_event(struct ibv_async_event *event);

/*
 * For the runner: takes the events that the check has not read, and writes to *evidence whether the
 * device or its port told that it failed.
 */
void vct_take_late_events(struct vct_evidence *evidence);

#endif
