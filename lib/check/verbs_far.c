// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes what a far sender begins with (far.h); all other verbs of it go through their own wrappers.
 */
#include <stdio.h>

#include "code.h"
#include "far.h"
#include "made.h"
#include "verbs.h"

struct ibv_cq *vct_create_far_cq(int cqe)
{
	struct ibv_cq *cq = far_create_cq(cqe);

	TRACK(cq, "far_cq", far_release, "ibv_destroy_cq");
	vct_trace("ibv_create_cq(far_ctx, %d, NULL, NULL, 0) = %s", cqe, made(cq));
	return cq;
}

struct ibv_ah *vct_create_far_ah(struct ibv_ah_attr *attr)
{
	struct vct_text *t = vct_text("ibv_create_ah(far_pd, ");
	struct ibv_ah *ah;

	PUT_STRUCT(t, ibv_ah_attr, vct_ah_members, attr);
	ah = far_create_ah(attr);
	TRACK(ah, "far_ah", far_release, "ibv_destroy_ah");
	vct_trace("%s) = %s", t->s, made(ah));
	return ah;
}
