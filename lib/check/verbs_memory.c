// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the verbs of memory regions and windows; traces and tracks as verbs.c does for the others.
 */
#include "code.h"
#include "made.h"
#include "verbs.h"

UNDO(dereg_mr, ibv_dereg_mr, struct ibv_mr)
UNDO(dealloc_mw, ibv_dealloc_mw, struct ibv_mw)

struct ibv_mr *vct_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access)
{
	struct vct_text *t = vct_text("ibv_reg_mr(%s, ", vct_name(pd));
	struct ibv_mr *mr;

	put_memory(t, addr, length);
	put(t, ", %zu, ", length);
	put_flags(t, vct_access_flags, (unsigned int)access);
	mr = ANEW(ibv_reg_mr(pd, addr, length, access));
	TRACK(mr, "mr", undo_dereg_mr, "ibv_dereg_mr");
	if (mr) {
		vct_know_region(mr, vct_name(mr));
		far_region_is(mr, access & IBV_ACCESS_ZERO_BASED ? 0 : (uintptr_t)addr, access);
	}
	vct_trace("%s) = %s", t->s, made(mr));
	return mr;
}

struct ibv_mw *vct_alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type)
{
	struct vct_text *t = vct_text("ibv_alloc_mw(%s, ", vct_name(pd));
	struct ibv_mw *mw;

	put_word(t, vct_mw_types, (int)type);
	mw = ANEW(ibv_alloc_mw(pd, type));
	TRACK(mw, "mw", undo_dealloc_mw, "ibv_dealloc_mw");
	if (mw)
		vct_know_number(KIND_RKEY, mw->rkey, vct_name(mw));
	vct_trace("%s) = %s", t->s, made(mw));
	return mw;
}

struct ibv_mr *vct_reg_mr_iova(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova,
			       int access)
{
	struct vct_text *t = vct_text("ibv_reg_mr_iova(%s, ", vct_name(pd));
	struct ibv_mr *mr;

	put_memory(t, addr, length);
	put(t, ", %zu, %#llx, ", length, (unsigned long long)iova);
	put_flags(t, vct_access_flags, (unsigned int)access);
	mr = ANEW(ibv_reg_mr_iova(pd, addr, length, iova, access));
	TRACK(mr, "mr", undo_dereg_mr, "ibv_dereg_mr");
	if (mr) {
		vct_know_region(mr, vct_name(mr));
		far_region_is(mr, iova, access);
	}
	vct_trace("%s) = %s", t->s, made(mr));
	return mr;
}

int vct_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *addr, size_t length,
		 int access)
{
	struct vct_text *t = vct_text("ibv_rereg_mr(%s, ", vct_name(mr));
	int ret;

	put_flags(t, vct_rereg_flags, (unsigned int)flags);
	put(t, ", %s, ", vct_name(pd));
	put_memory(t, addr, length);
	put(t, ", %zu, ", length);
	put_flags(t, vct_access_flags, (unsigned int)access);
	ret = ibv_rereg_mr(mr, flags, pd, addr, length, access);
	if (!ret) {
		vct_know_region(mr, vct_name(mr));
		far_region_is_changed(mr, flags & IBV_REREG_MR_CHANGE_ACCESS ? access : -1);
	}
	vct_trace("%s) = %d", t->s, ret);
	return ret;
}

int vct_bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *bind)
{
	struct vct_text *t = vct_text("ibv_bind_mw(%s, %s, ", vct_name(qp), vct_name(mw));
	int ret;

	VCT_NEAR(qp);
	PUT_STRUCT(t, ibv_mw_bind, vct_mw_bind_members, bind);
	ret = ibv_bind_mw(qp, mw, bind);
	if (!ret)
		vct_know_number(KIND_RKEY, mw->rkey, vct_name(mw));
	vct_trace("%s) = %s", t->s, ERR(ret));
	return ret;
}

struct ibv_mr *vct_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova,
				 int fd, int access)
{
	struct vct_text *t = vct_text("ibv_reg_dmabuf_mr(%s, %llu, %zu, %llu, ", vct_name(pd),
				      (unsigned long long)offset, length, (unsigned long long)iova);
	struct ibv_mr *mr;

	put_file(t, fd);
	put(t, ", ");
	put_flags(t, vct_access_flags, (unsigned int)access);
	mr = ANEW(ibv_reg_dmabuf_mr(pd, offset, length, iova, fd, access));
	TRACK(mr, "mr", undo_dereg_mr, "ibv_dereg_mr");
	vct_trace("%s) = %s", t->s, made(mr));
	return mr;
}

int vct_advise_mr(struct ibv_pd *pd, enum ibv_advise_mr_advice advice, uint32_t flags,
		  struct ibv_sge *sge, uint32_t num_sge)
{
	struct vct_text *t = vct_text("ibv_advise_mr(%s, ", vct_name(pd));
	int ret;

	put_word(t, vct_advice, (int)advice);
	put(t, ", ");
	put_flags(t, vct_advise_flags, flags);
	put(t, ", ");
	if (num_sge)
		put_sge_array(t, sge, (int)num_sge);
	else
		put(t, "NULL");
	ret = ibv_advise_mr(pd, advice, flags, sge, num_sge);
	vct_trace("%s, %u) = %s", t->s, num_sge, ERR(ret));
	return ret;
}

int vct_fork_init(void)
{
	int ret = ibv_fork_init();

	vct_trace("ibv_fork_init() = %s", ERR(ret));
	return ret;
}

enum ibv_fork_status vct_is_fork_initialized(void)
{
	enum ibv_fork_status status = ibv_is_fork_initialized();

	vct_trace("ibv_is_fork_initialized() = %d", (int)status);
	return status;
}
