// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The limit event: strictly below, once, and only when armed. */
#include "../vct.h"

CHECK(fires_once_strictly_below, PROMISES(SRQ_MOD_24, SRQ_MOD_25, SRQ_LIM_02, SRQ_QRY_09),
      .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 16, .posted = 10);

	srq_arm(l.srq, 7);
	link_send(&l, 3); /* 7 left: at the limit, not below */
	JUDGING(SRQ_MOD_25);
	MUST_SEE_NO_EVENT();

	link_send(&l, 1); /* 6 left */
	JUDGING(SRQ_MOD_24);
	MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	JUDGING(SRQ_QRY_09);
	MUST_EQ(srq_query(l.srq).srq_limit, 0);

	link_send(&l, 1);
	JUDGING(SRQ_LIM_02);
	MUST_SEE_NO_EVENT();
}
