// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Messages for which the kernel has no memory: whatever becomes of the message, its region and its
 * QPs are released, and others are used. Which request fails is chosen by how many there may be
 * before it, because several threads of the kernel make them.
 */
#include "../vct.h"

enum { TIMES = 3, REQUESTS = 8 };

CHECK_ROWS(harms_nothing, remotes, PROMISES(AFT_01),
	   .needs = NEED_RC | NEED_IB_STATES | NEED_STARVE, .asks = true,
	   .danger = DANGER_DESTRUCTIVE)
{
	int access = IBV_ACCESS_LOCAL_WRITE | access_of(row->opcode);
	unsigned int failed = 0;

	for (unsigned int n = 0; n < TIMES * REQUESTS; n++) {
		struct link l = remote_link();
		struct ibv_mr *mr = region_make(0, PAGE, access);
		bool posted;

		slots_mr();
		starve_one_of(n / TIMES + 1);
		posted = !link_try(
			&l, row->opcode, .to = mr->addr, .rkey = mr->rkey,
			.length = access_of(row->opcode) == IBV_ACCESS_REMOTE_ATOMIC ? 8 : 64);
		if (posted)
			cq_wait(l.tx_cq);
		failed += starve_one_of_ends();
		MUST_SUCCEED(vct_dereg_mr(mr));
		MUST_SUCCEED(vct_destroy_qp(l.tx));
		MUST_SUCCEED(vct_destroy_qp(l.rx));
	}
	if (!failed)
		vct_skip("the kernel requests no memory for such a message");
	MUST_GO_ON(.mr = mr_make(pd(), PAGE, IBV_ACCESS_LOCAL_WRITE));
}
