// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Random use of the device, judged by the model. Its promises are those of all operations. */
#include "xrc.h"

void world_must_agree(void)
{
	collect_all();
	settle_events();
	for (unsigned int i = 0; i < N_SRQS; i++)
		if (srq_is_usable(&srqs[i]))
			srq_must_agree(&srqs[i]);
	for (unsigned int i = 0; i < N_QPS; i++)
		if (qps[i].qp)
			qp_must_agree(&qps[i]);
	targets_go();
	acknowledge_all();
	vct_held();
}

CHECK(use, .sequences = true, .asks = true)
{
	process_may_start();
	vct_sequence_run();
	world_must_agree();
}
