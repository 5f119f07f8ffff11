// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Parent domains with IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC. */
#include "../mr/buffer.h"
#include "kinds.h"

CHECK_ROWS(works_as_others_do, kinds, PROMISES(PAR_12), .needs = NEED_PARENT_DOMAIN, .asks = true)
{
	struct ibv_pd *domain = unprotected_domain();

	if (row->kind == WINDOW)
		RELIES_ON(BLOCK_MW);
	MUST_MAKE(make_in(domain, row->kind));
}
