// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_poll_cq with any number of entries: how many it returns, and what it leaves. */
#include "model.h"

enum { MOST_ASKED = 24 };

/*
 * Any completion may be late: fewer than were asked for is no fault as long as the rest comes. So
 * that completions stand in a CQ for a while, fewer than are there are polled, too.
 */
OPERATION(cq_poll, ARGS({ "cq", N_CQS }, { "asked", MOST_ASKED }),
	  PROMISES(CQ_POL_01, CQ_POL_02, CQ_POL_09), .weight = 3)
{
	struct model_cq *cq = &cqs[arg[0]];
	struct ibv_wc wc[MOST_ASKED + 1], untouched;
	int asked = (int)arg[1] + 1, n;
	unsigned int most;

	if (!cq->cq || !ASK(CQ_POL_09))
		return false;
	most = cq->due;
	memset(wc, 0xee, sizeof(wc));
	memset(&untouched, 0xee, sizeof(untouched));
	n = vct_poll_cq(cq->cq, asked, wc);
	MUST_GE(NAMED("what ibv_poll_cq returned", n), 0);
	MUST_LE(NAMED("what ibv_poll_cq returned", n), asked);
	MUST_EQUAL_BYTES(NAMED("the entry behind those that were asked for", &wc[asked]),
			 &untouched, sizeof(untouched));
	for (int i = 0; i < n; i++)
		judge_completion(cq, &wc[i]);
	if (ASK(CQ_POL_09))
		MUST_LE(NAMED("what ibv_poll_cq returned", n), most);
	if (n < asked)
		collect(cq);
	return true;
}
