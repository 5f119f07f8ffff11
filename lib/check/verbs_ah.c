// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the verbs of address handles, and traces each call as C. */
#include <stdio.h>

#include "code.h"
#include "made.h"
#include "verbs.h"

UNDO(destroy_ah, ibv_destroy_ah, struct ibv_ah)

struct ibv_ah *vct_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr)
{
	struct vct_text *t = vct_text("ibv_create_ah(%s, ", vct_name(pd));
	struct ibv_ah *ah;

	vct_uses(USES_PORT | USES_GID);
	PUT_STRUCT(t, ibv_ah_attr, vct_ah_members, attr);
	ah = ANEW(ibv_create_ah(pd, attr));
	TRACK(ah, "ah", undo_destroy_ah, "ibv_destroy_ah");
	vct_trace("%s) = %s", t->s, made(ah));
	return ah;
}

int vct_init_ah_from_wc(struct ibv_context *context, uint8_t port, struct ibv_wc *wc,
			struct ibv_grh *grh, struct ibv_ah_attr *attr)
{
	int ret = ibv_init_ah_from_wc(context, port, wc, grh, attr);

	vct_trace("ibv_init_ah_from_wc(%s, %u, &wc, grh, &ah_attr) = %s", vct_name(context), port,
		  ERR(ret));
	return ret;
}

struct ibv_ah *vct_create_ah_from_wc(struct ibv_pd *pd, struct ibv_wc *wc, struct ibv_grh *grh,
				     uint8_t port)
{
	struct ibv_ah *ah = ANEW(ibv_create_ah_from_wc(pd, wc, grh, port));

	TRACK(ah, "ah", undo_destroy_ah, "ibv_destroy_ah");
	vct_trace("ibv_create_ah_from_wc(%s, &wc, grh, %u) = %s", vct_name(pd), port, made(ah));
	return ah;
}
