/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Which object an event is about. */
#ifndef VCT_EVENT_OBJECT_H
#define VCT_EVENT_OBJECT_H

#include <infiniband/verbs.h>
#include <stdint.h>

/*
 * The context pointer of the objects of the fence. Libraries that intercept verbs, as the mutants
 * do, recognize them by it.
 */
#define VCT_FENCE ((void *)(uintptr_t)0x66656e6365)

/* The object an event is about; NULL for events of ports, of the device and of unknown types. */
const void *event_object(const struct ibv_async_event *event);

#endif
