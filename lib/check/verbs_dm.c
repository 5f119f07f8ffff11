// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the verbs of device memory and of null regions, and traces each call as C. */
#include "code.h"
#include "far.h"
#include "known.h"
#include "made.h"
#include "verbs.h"

UNDO(free_dm, ibv_free_dm, struct ibv_dm)

static int undo_dereg(void *mr)
{
	return ibv_dereg_mr(mr);
}

static void track_region(struct ibv_mr *mr)
{
	if (!mr)
		return;
	vct_track(mr, "mr", "ibv_dereg_mr", undo_dereg);
	vct_know_number(KIND_LKEY, mr->lkey, vct_name(mr));
	vct_know_number(KIND_RKEY, mr->rkey, vct_name(mr));
}

struct ibv_mr *vct_alloc_null_mr(struct ibv_pd *pd)
{
	struct ibv_mr *mr = ANEW(ibv_alloc_null_mr(pd));

	track_region(mr);
	far_region_is_local(mr);
	vct_trace("ibv_alloc_null_mr(%s) = %s", vct_name(pd), made(mr));
	return mr;
}

struct ibv_dm *vct_alloc_dm(struct ibv_context *context, struct ibv_alloc_dm_attr *attr)
{
	struct vct_text *t = vct_text("ibv_alloc_dm(%s, ", vct_name(context));
	struct ibv_dm *dm;

	PUT_STRUCT(t, ibv_alloc_dm_attr, vct_alloc_dm_members, attr);
	dm = ANEW(ibv_alloc_dm(context, attr));
	TRACK(dm, "dm", undo_free_dm, "ibv_free_dm");
	vct_trace("%s) = %s", t->s, made(dm));
	return dm;
}

struct ibv_mr *vct_reg_dm_mr(struct ibv_pd *pd, struct ibv_dm *dm, uint64_t offset, size_t length,
			     unsigned int access)
{
	struct vct_text *t = vct_text("ibv_reg_dm_mr(%s, %s, %llu, %zu, ", vct_name(pd),
				      vct_name(dm), (unsigned long long)offset, length);
	struct ibv_mr *mr;

	put_flags(t, vct_access_flags, access);
	mr = ANEW(ibv_reg_dm_mr(pd, dm, offset, length, access));
	track_region(mr);
	far_region_is_local(mr);
	vct_trace("%s) = %s", t->s, made(mr));
	return mr;
}

int vct_memcpy_to_dm(struct ibv_dm *dm, uint64_t offset, const void *from, size_t length)
{
	struct vct_text *t =
		vct_text("ibv_memcpy_to_dm(%s, %llu, ", vct_name(dm), (unsigned long long)offset);
	int ret = ibv_memcpy_to_dm(dm, offset, from, length);

	put_memory(t, from, length);
	vct_trace("%s, %zu) = %s", t->s, length, ERR(ret));
	return ret;
}

int vct_memcpy_from_dm(void *to, struct ibv_dm *dm, uint64_t offset, size_t length)
{
	struct vct_text *t = vct_text("ibv_memcpy_from_dm(");
	int ret = ibv_memcpy_from_dm(to, dm, offset, length);

	put_memory(t, to, length);
	vct_trace("%s, %s, %llu, %zu) = %s", t->s, vct_name(dm), (unsigned long long)offset, length,
		  ERR(ret));
	return ret;
}
