// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A limit event of a SRQ that nobody has acknowledged when the next one comes. */
#include "../vct.h"

enum { POSTED = 12, EVENTS = 2 };

/* Each time it was armed is told of by an event of its own. */
CHECK(each_crossing_has_its_event, PROMISES(SRQ_LIM_04, SRQ_LIM_02), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = POSTED);

	for (uint32_t i = 0; i < EVENTS; i++) {
		srq_arm(l.srq, POSTED - 4 * i - 1);
		link_send(&l, 2);
		RELIES_ON(BLOCK_LIMIT_EVENT);
		MUST(event_comes(IBV_EVENT_SRQ_LIMIT_REACHED), "the limit event comes");
		link_send(&l, 2);
	}
	for (uint32_t i = 0; i < EVENTS; i++) {
		RELIES_ON(BLOCK_LIMIT_EVENT);
		MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	}
	JUDGING(SRQ_LIM_02);
	MUST_SEE_NO_EVENT();
}
