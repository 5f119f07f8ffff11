// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the verbs of thread and parent domains, and of what is imported; traces each call as C. */
#include "code.h"
#include "known.h"
#include "made.h"
#include "verbs.h"

UNDO(dealloc_td, ibv_dealloc_td, struct ibv_td)

static int undo_dealloc_pd(void *pd)
{
	return ibv_dealloc_pd(pd);
}

static int undo_close_device(void *context)
{
	return ibv_close_device(context);
}

struct ibv_td *vct_alloc_td(struct ibv_context *context, struct ibv_td_init_attr *init)
{
	struct ibv_td *td = ANEW(ibv_alloc_td(context, init));

	TRACK(td, "td", undo_dealloc_td, "ibv_dealloc_td");
	vct_trace("ibv_alloc_td(%s, &(struct ibv_td_init_attr){ .comp_mask = %u }) = %s",
		  vct_name(context), init->comp_mask, made(td));
	return td;
}

struct ibv_pd *vct_alloc_parent_domain(struct ibv_context *context,
				       struct ibv_parent_domain_init_attr *attr)
{
	struct vct_text *t =
		vct_text("ibv_alloc_parent_domain(%s, &(struct ibv_parent_domain_init_attr){ "
			 ".pd = %s, .td = %s",
			 vct_name(context), vct_name(attr->pd), vct_name(attr->td));
	struct ibv_pd *pd;

	if (attr->comp_mask)
		put(t, ", .comp_mask = %u", attr->comp_mask);
	pd = ANEW(ibv_alloc_parent_domain(context, attr));
	TRACK(pd, "parent", undo_dealloc_pd, "ibv_dealloc_pd");
	vct_trace("%s }) = %s", t->s, made(pd));
	return pd;
}

struct ibv_context *vct_import_device(int cmd_fd)
{
	struct vct_text *t = vct_text("ibv_import_device(");
	struct ibv_context *context;

	put_file(t, cmd_fd);
	context = ANEW(ibv_import_device(cmd_fd));
	TRACK(context, "imported_ctx", undo_close_device, "ibv_close_device");
	vct_trace("%s) = %s", t->s, made(context));
	return context;
}

/* The release of what was imported: a function without a result. */
#define UNIMPORT(what_)                                                                            \
	static int undo_unimport_##what_(void *object)                                             \
	{                                                                                          \
		ibv_unimport_##what_(object);                                                      \
		return 0;                                                                          \
	}                                                                                          \
	void vct_unimport_##what_(struct ibv_##what_ *object)                                      \
	{                                                                                          \
		ibv_unimport_##what_(object);                                                      \
		vct_trace("ibv_unimport_" #what_ "(%s)", vct_name(object));                        \
		vct_untrack(object);                                                               \
	}
UNIMPORT(pd)
UNIMPORT(mr)
UNIMPORT(dm)

struct ibv_pd *vct_import_pd(struct ibv_context *context, uint32_t handle)
{
	struct ibv_pd *pd = ANEW(ibv_import_pd(context, handle));

	TRACK(pd, "imported_pd", undo_unimport_pd, "ibv_unimport_pd");
	vct_trace("ibv_import_pd(%s, %u) = %s", vct_name(context), handle, made(pd));
	return pd;
}

struct ibv_mr *vct_import_mr(struct ibv_pd *pd, uint32_t handle)
{
	struct ibv_mr *mr = ANEW(ibv_import_mr(pd, handle));

	TRACK(mr, "imported_mr", undo_unimport_mr, "ibv_unimport_mr");
	vct_trace("ibv_import_mr(%s, %u) = %s", vct_name(pd), handle, made(mr));
	return mr;
}

struct ibv_dm *vct_import_dm(struct ibv_context *context, uint32_t handle)
{
	struct ibv_dm *dm = ANEW(ibv_import_dm(context, handle));

	TRACK(dm, "imported_dm", undo_unimport_dm, "ibv_unimport_dm");
	vct_trace("ibv_import_dm(%s, %u) = %s", vct_name(context), handle, made(dm));
	return dm;
}
