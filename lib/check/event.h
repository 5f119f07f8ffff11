/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Asynchronous events, with deadlines and fences in place of sleeps.
 *
 * That an event does not come is proved by one that comes later: a SRQ of the library's own is made
 * to cross its limit, and what the device raises for it stands in the queue behind whatever it had
 * to raise before. The check must first have seen what would have caused the event (a completion, a
 * verb's return).
 *
 * It is a proof where a device raises its events in the order of their causes. Where each QP has
 * work of its own to do so, one may overtake the other; so the fence is passed twice, which makes
 * that unlikely, not impossible. An event that is later than both is not seen: a check that none
 * comes passes then, though it should have failed (and a waiver may look stale). So it must never
 * be for want of an event behind a fence that a device fails: MUST_SEE_EVENT waits, too.
 */
#ifndef VCT_EVENT_H
#define VCT_EVENT_H

#include "objects.h"

/* The event comes before a deadline, is of this type and names this object; it is acknowledged. */
#define MUST_SEE_EVENT(object_, type_)                                                             \
	must_see_event(object_, type_, true, VCT_HERE(#type_ " is raised for " #object_))
/* The same, left unacknowledged: the caller acknowledges what is returned. */
#define MUST_GET_EVENT(object_, type_)                                                             \
	must_see_event(object_, type_, false, VCT_HERE(#type_ " is raised for " #object_))
struct ibv_async_event must_see_event(const void *object, enum ibv_event_type type, bool ack,
				      const struct vct_place *place);
/* No event about any object of the check is there, and none is on its way. */
#define MUST_SEE_NO_EVENT() must_see_no_event(VCT_HERE("no event is raised"))
void must_see_no_event(const struct vct_place *place);

/*
 * The context pointer of the objects that the fence is made of: whoever watches the verbs from
 * outside, as the mutants do, can tell them from a check's own.
 */
#define VCT_FENCE ((void *)(uintptr_t)0x66656e6365)

/*
 * The SRQ is armed at this limit, of which fewer WRs are queued; or the limit event has come
 * already and it is armed no more: no page says when a limit fires that is set above what is
 * queued.
 */
#define MUST_HAVE_LIMIT(srq_, limit_)                                                              \
	must_have_limit(srq_, limit_, VCT_HERE("the limit of " #srq_ " is " #limit_))
void must_have_limit(struct ibv_srq *srq, uint32_t limit, const struct vct_place *place);

/* Did an event of this type about this object come? Asked behind a fence; others are kept. */
bool saw_event(const void *object, enum ibv_event_type type);

/* The object an event is about; NULL for those of ports and of the device. */
const void *event_object(const struct ibv_async_event *event);

#endif
