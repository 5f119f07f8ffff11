/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Asynchronous events, judged with deadlines and fences instead of sleeps.
 *
 * The library proves with a fence that an event does not come: it makes an SRQ of its own cross its
 * limit. The event of that SRQ is queued behind all events that the device raised before it. Before
 * the fence, the check must have seen what would have caused the event: a completion, or the return
 * of a verb.
 *
 * This is a proof if the device raises events in the order of their causes. If it raises the events
 * of each QP separately, one event can overtake another; the library therefore passes the fence
 * twice, which makes this unlikely but not impossible. An event that comes after both fences is not
 * seen: a check that expects no event then passes although it should fail, and a waiver may look
 * stale. Therefore no check may FAIL only because an event did not come before a fence:
 * MUST_SEE_EVENT also waits for some time.
 */
#ifndef VCT_EVENT_H
#define VCT_EVENT_H

#include "objects.h"

/* An event of this type for this object comes before a deadline (FAIL if not); acknowledges it. */
#define MUST_SEE_EVENT(object_, type_)                                                             \
	must_see_event(object_, type_, true, VCT_HERE(#type_ " is raised for " #object_))
/* The same without acknowledging: returns the event, which the caller acknowledges. */
#define MUST_GET_EVENT(object_, type_)                                                             \
	must_see_event(object_, type_, false, VCT_HERE(#type_ " is raised for " #object_))
struct ibv_async_event must_see_event(const void *object, enum ibv_event_type type, bool ack,
				      const struct vct_place *place);
/* No event for an object of the check is pending or on its way: passes a fence first. */
#define MUST_SEE_NO_EVENT() must_see_no_event(VCT_HERE("no event is raised"))
void must_see_no_event(const struct vct_place *place);

/*
 * The context pointer of the objects of the fence. Libraries that intercept verbs, as the mutants
 * do, recognize them by it.
 */
#define VCT_FENCE ((void *)(uintptr_t)0x66656e6365)

/*
 * For a limit that was set above the number of queued WRs. No page says when it fires, so two
 * states hold: the SRQ is armed at this limit; or its limit is 0 and its limit event has come.
 */
#define MUST_HAVE_LIMIT(srq_, limit_)                                                              \
	must_have_limit(srq_, limit_, VCT_HERE("the limit of " #srq_ " is " #limit_))
void must_have_limit(struct ibv_srq *srq, uint32_t limit, const struct vct_place *place);

/*
 * True if, after a fence, an event of this type for this object has come; acknowledges it. Other
 * events stay pending.
 */
bool saw_event(const void *object, enum ibv_event_type type);

/* The object that the event names; NULL for an event of a port or of the device. */
const void *event_object(const struct ibv_async_event *event);

#endif
