// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A device that raises IBV_EVENT_DEVICE_FATAL in place of the limit event. For LD_PRELOAD. */
#include "preload.h"

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	int ret = NEXT_VERB(ibv_get_async_event)(context, event);

	if (!ret && event->event_type == IBV_EVENT_SRQ_LIMIT_REACHED) {
		NEXT_VERB(ibv_ack_async_event)(event);
		*event = (struct ibv_async_event){ .event_type = IBV_EVENT_DEVICE_FATAL };
	}
	return ret;
}
