// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A SRQ of as many WRs as the device claims, which is filled. */
#include "../vct.h"

enum { LIST = 1024, TAKEN = 64 };

/* Or of as many as the machine has memory for. */
static struct ibv_srq *make(uint32_t *n)
{
	struct ibv_srq *srq;

	for (;; *n /= 2) {
		struct ibv_srq_init_attr init = { .attr = { .max_wr = *n, .max_sge = 1 } };

		srq = vct_create_srq(pd(), &init);
		if (srq || *n < 2)
			break;
	}
	SETUP_OF(BLOCK_SRQ, srq);
	RECORD("the SRQ has %u WRs", *n);
	return srq;
}

CHECK(takes_and_gives_all, PROMISES(SRQ_ATT_04), .needs = NEED_SRQ | NEED_RC)
{
	uint32_t n = (uint32_t)vct_dev->attr.orig_attr.max_srq_wr;
	struct ibv_srq *srq = make(&n);
	struct link l = rc_link(.srq = srq);
	uint32_t taken = n < TAKEN ? n : TAKEN;
	unsigned int posted;

	for (uint32_t i = 0; i < n; i += LIST)
		MUST_SUCCEED(srq_try_post(srq, i, n - i < LIST ? n - i : LIST, &posted));
	for (uint32_t i = 0; i < taken; i++) {
		pattern(send_slot(l.sent), 64, i);
		MUST_RECEIVE(&l, i);
		MUST_BE_PATTERN(recv_slot(i), 64, i);
	}
	MUST_SUCCEED(srq_try_post(srq, n, taken, &posted));
	for (uint32_t i = taken; i < 2 * taken && i < n; i++)
		MUST_RECEIVE(&l, i);
}
