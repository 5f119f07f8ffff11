// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* XRC send QPs, and their messages to the SRQs of a domain. */
#include "xrc.h"

struct model_qp senders[N_SENDERS];

void senders_lose(const struct model_qp *peer)
{
	for (struct model_qp *q = senders; q < senders + N_SENDERS; q++)
		if (q->peer == peer)
			q->peer = NULL;
}
