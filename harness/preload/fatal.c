// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A device that raises IBV_EVENT_DEVICE_FATAL in place of the limit event. For LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <infiniband/verbs.h>

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	int (*real)(struct ibv_context *, struct ibv_async_event *), ret;
	void (*ack)(struct ibv_async_event *);

	*(void **)&real = dlvsym(RTLD_NEXT, "ibv_get_async_event", "IBVERBS_1.1");
	*(void **)&ack = dlvsym(RTLD_NEXT, "ibv_ack_async_event", "IBVERBS_1.1");
	ret = real(context, event);
	if (!ret && event->event_type == IBV_EVENT_SRQ_LIMIT_REACHED) {
		ack(event);
		*event = (struct ibv_async_event){ .event_type = IBV_EVENT_DEVICE_FATAL };
	}
	return ret;
}
