// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Calls the verbs, traces each call as C (code.h) and tracks each new object (track.h). The
 * arguments are written down before the call, because a verb may change them.
 */
#include <stdio.h>

#include "code.h"
#include "made.h"
#include "verbs.h"

UNDO(close_device, ibv_close_device, struct ibv_context)
UNDO(dealloc_pd, ibv_dealloc_pd, struct ibv_pd)
UNDO(destroy_comp_channel, ibv_destroy_comp_channel, struct ibv_comp_channel)
UNDO(destroy_cq, ibv_destroy_cq, struct ibv_cq)
UNDO(destroy_srq, ibv_destroy_srq, struct ibv_srq)
UNDO(close_xrcd, ibv_close_xrcd, struct ibv_xrcd)
UNDO(destroy_qp, ibv_destroy_qp, struct ibv_qp)

struct ibv_context *vct_open_device(struct ibv_device *device)
{
	struct ibv_context *context = ANEW(ibv_open_device(device));

	TRACK(context, "ctx", undo_close_device, "ibv_close_device");
	vct_trace("ibv_open_device(%s) = %s", ibv_get_device_name(device), made(context));
	return context;
}

int vct_query_device_ex(struct ibv_context *context, struct ibv_device_attr_ex *attr)
{
	int ret = ibv_query_device_ex(context, NULL, attr);

	vct_trace("ibv_query_device_ex(%s, NULL, &attr) = %s", vct_name(context), ERR(ret));
	return ret;
}

int vct_query_device(struct ibv_context *context, struct ibv_device_attr *attr)
{
	int ret = ibv_query_device(context, attr);

	vct_trace("ibv_query_device(%s, &attr) = %s", vct_name(context), ERR(ret));
	return ret;
}

struct ibv_pd *vct_alloc_pd(struct ibv_context *context)
{
	struct ibv_pd *pd = ANEW(ibv_alloc_pd(context));

	TRACK(pd, "pd", undo_dealloc_pd, "ibv_dealloc_pd");
	vct_trace("ibv_alloc_pd(%s) = %s", vct_name(context), made(pd));
	return pd;
}

struct ibv_comp_channel *vct_create_comp_channel(struct ibv_context *context)
{
	struct ibv_comp_channel *channel = ANEW(ibv_create_comp_channel(context));

	TRACK(channel, "channel", undo_destroy_comp_channel, "ibv_destroy_comp_channel");
	vct_trace("ibv_create_comp_channel(%s) = %s", vct_name(context), made(channel));
	return channel;
}

struct ibv_cq *vct_create_cq(struct ibv_context *context, int cqe, void *cq_context,
			     struct ibv_comp_channel *channel, int comp_vector)
{
	struct vct_text *t = vct_text("ibv_create_cq(%s, %d, ", vct_name(context), cqe);
	struct ibv_cq *cq;

	put_pointer(t, cq_context);
	cq = ANEW(ibv_create_cq(context, cqe, cq_context, channel, comp_vector));
	TRACK(cq, "cq", undo_destroy_cq, "ibv_destroy_cq");
	vct_trace("%s, %s, %d) = %s", t->s, vct_name(channel), comp_vector, made(cq));
	return cq;
}

struct ibv_cq_ex *vct_create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *init)
{
	struct vct_text *t = vct_text("ibv_create_cq_ex(%s, ", vct_name(context));
	struct ibv_cq_ex *cq;

	PUT_STRUCT(t, ibv_cq_init_attr_ex, vct_cq_init_ex_members, init);
	cq = ANEW(ibv_create_cq_ex(context, init));
	TRACK(cq, "cq", undo_destroy_cq, "ibv_destroy_cq");
	vct_trace("%s) = %s", t->s, made(cq));
	return cq;
}

/* The result of a verb that makes a queue: its name and the sizes that it was given. */
static void put_made(struct vct_text *t, const void *queue, const struct vct_member *members,
		     const void *sizes)
{
	put(t, ") = %s", made(queue));
	if (queue) {
		put(t, " ");
		put_values(t, members, sizes);
	}
}

static void trace_srq(struct vct_text *t, const struct ibv_srq *srq,
		      const struct ibv_srq_attr *sizes, struct ibv_pd *pd, void *srq_context)
{
	struct ibv_srq given = { .pd = pd, .srq_context = srq_context };

	put_made(t, srq, vct_srq_members, sizes);
	if (srq)
		put_changed(t, vct_srq_handle_members, srq, &given);
	vct_trace("%s", t->s);
}

struct ibv_srq *vct_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *init)
{
	struct vct_text *t = vct_text("ibv_create_srq(%s, ", vct_name(pd));
	struct ibv_srq *srq;

	PUT_STRUCT(t, ibv_srq_init_attr, vct_srq_init_members, init);
	srq = ANEW(ibv_create_srq(pd, init));
	TRACK(srq, "srq", undo_destroy_srq, "ibv_destroy_srq");
	trace_srq(t, srq, &init->attr, pd, init->srq_context);
	return srq;
}

struct ibv_srq *vct_create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *init)
{
	struct vct_text *t = vct_text("ibv_create_srq_ex(%s, ", vct_name(context));
	struct ibv_srq *srq;

	if (init->comp_mask & IBV_SRQ_INIT_ATTR_CQ)
		VCT_NEAR(init->cq);
	PUT_STRUCT(t, ibv_srq_init_attr_ex, vct_srq_init_ex_members, init);
	srq = ANEW(ibv_create_srq_ex(context, init));
	TRACK(srq, "srq", undo_destroy_srq, "ibv_destroy_srq");
	trace_srq(t, srq, &init->attr, init->comp_mask & IBV_SRQ_INIT_ATTR_PD ? init->pd : NULL,
		  init->srq_context);
	return srq;
}

int vct_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr, int mask)
{
	struct vct_text *t = vct_text("ibv_modify_srq(%s, ", vct_name(srq));
	int ret;

	PUT_STRUCT(t, ibv_srq_attr, vct_srq_members, attr);
	put(t, ", ");
	put_flags(t, vct_srq_mask, (unsigned int)mask);
	ret = ibv_modify_srq(srq, attr, mask);
	vct_trace("%s) = %s", t->s, ERR(ret));
	return ret;
}

int vct_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr)
{
	int ret = ibv_query_srq(srq, attr);
	struct vct_text *t = vct_text("ibv_query_srq(%s, &attr) = %s ", vct_name(srq), ERR(ret));

	put_values(t, vct_srq_members, attr);
	vct_trace("%s", t->s);
	return ret;
}

int vct_get_srq_num(struct ibv_srq *srq, uint32_t *number)
{
	int ret = ibv_get_srq_num(srq, number);

	if (!ret)
		vct_know_number(KIND_SRQN, *number, vct_name(srq));
	vct_trace("ibv_get_srq_num(%s, &%s_number) = %s", vct_name(srq), vct_name(srq), ERR(ret));
	return ret;
}

struct ibv_xrcd *vct_open_xrcd(struct ibv_context *context, struct ibv_xrcd_init_attr *init)
{
	struct vct_text *t = vct_text("ibv_open_xrcd(%s, ", vct_name(context));
	struct ibv_xrcd *xrcd;

	PUT_STRUCT(t, ibv_xrcd_init_attr, vct_xrcd_init_members, init);
	xrcd = ANEW(ibv_open_xrcd(context, init));
	TRACK(xrcd, "xrcd", undo_close_xrcd, "ibv_close_xrcd");
	vct_trace("%s) = %s", t->s, made(xrcd));
	return xrcd;
}

static void track_qp(struct ibv_qp *qp)
{
	if (!qp)
		return;
	vct_track(qp, vct_is_far(qp) ? "far_qp" : "qp", "ibv_destroy_qp", undo_destroy_qp);
	vct_know_qp(qp);
}

static void trace_qp(struct vct_text *t, const struct ibv_qp *qp, const struct ibv_qp_cap *sizes,
		     const struct ibv_qp *given)
{
	put_made(t, qp, vct_cap_members, sizes);
	if (qp)
		put_changed(t, vct_qp_handle_members, qp, given);
	vct_trace("%s", t->s);
}

/* The handle of a QP has what `init` gives, whichever of its two types it has. */
#define GIVEN(init_, pd_)                                                                          \
	&(struct ibv_qp)                                                                           \
	{                                                                                          \
		.pd = (pd_), .qp_context = (init_)->qp_context, .send_cq = (init_)->send_cq,       \
		.recv_cq = (init_)->recv_cq, .srq = (init_)->srq, .qp_type = (init_)->qp_type      \
	}

struct ibv_qp *vct_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *init)
{
	struct vct_text *t = vct_text("ibv_create_qp(%s, ", vct_name(pd));
	struct ibv_qp *qp;

	PUT_STRUCT(t, ibv_qp_init_attr, vct_qp_init_members, init);
	if (vct_is_far(init->send_cq))
		qp = far_create_qp(&(struct ibv_qp_init_attr_ex){ .qp_context = init->qp_context,
								  .send_cq = init->send_cq,
								  .recv_cq = init->recv_cq,
								  .srq = init->srq,
								  .cap = init->cap,
								  .qp_type = init->qp_type,
								  .sq_sig_all = init->sq_sig_all,
								  .pd = pd },
				   &init->cap);
	else
		qp = ANEW(ibv_create_qp(pd, init));
	track_qp(qp);
	trace_qp(t, qp, &init->cap, GIVEN(init, pd));
	return qp;
}

struct ibv_qp *vct_create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *init)
{
	struct vct_text *t = vct_text("ibv_create_qp_ex(%s, ", vct_name(context));
	struct ibv_qp *qp;

	PUT_STRUCT(t, ibv_qp_init_attr_ex, vct_qp_init_ex_members, init);
	if (vct_is_far(init->send_cq))
		qp = far_create_qp(init, &init->cap);
	else
		qp = ANEW(ibv_create_qp_ex(context, init));
	track_qp(qp);
	trace_qp(t, qp, &init->cap,
		 GIVEN(init, init->comp_mask & IBV_QP_INIT_ATTR_PD ? init->pd : NULL));
	return qp;
}

struct ibv_qp *vct_open_qp(struct ibv_context *context, struct ibv_qp_open_attr *attr)
{
	struct vct_text *t = vct_text("ibv_open_qp(%s, ", vct_name(context));
	struct ibv_qp *qp;

	PUT_STRUCT(t, ibv_qp_open_attr, vct_qp_open_members, attr);
	qp = ANEW(ibv_open_qp(context, attr));
	track_qp(qp);
	vct_trace("%s) = %s", t->s, made(qp));
	return qp;
}

static void note_use(int mask)
{
	vct_uses((mask & (IBV_QP_PORT | IBV_QP_AV) ? USES_PORT : 0) |
		 (mask & IBV_QP_PKEY_INDEX ? USES_PKEY : 0) | (mask & IBV_QP_AV ? USES_GID : 0) |
		 (mask & IBV_QP_PATH_MTU ? USES_MTU : 0));
}

int vct_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	struct vct_text *t = vct_text("ibv_modify_qp(%s, ", vct_name(qp));
	int ret;

	note_use(mask);
	put_qp_attr(t, attr, mask);
	put(t, ", ");
	put_flags(t, vct_qp_mask, (unsigned int)mask);
	ret = vct_is_far(qp) ? far_modify_qp(qp, attr, mask) : ibv_modify_qp(qp, attr, mask);
	vct_trace("%s) = %s", t->s, ERR(ret));
	return ret;
}

int vct_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init)
{
	int ret = vct_is_far(qp) ? far_query_qp(qp, attr, mask, init)
				 : ibv_query_qp(qp, attr, mask, init);
	struct vct_text *t = vct_text("ibv_query_qp(%s, &attr, ", vct_name(qp));

	put_flags(t, vct_qp_mask, (unsigned int)mask);
	put(t, ", &init) = %s", ERR(ret));
	if (!ret) {
		put(t, " ");
		put_qp_attr_read(t, attr, mask);
		put(t, " ");
		put_members(t, vct_qp_init_members, init);
	}
	vct_trace("%s", t->s);
	return ret;
}

static void trace_mcast(const char *verb, const struct ibv_qp *qp, const union ibv_gid *gid,
			uint16_t lid, int ret)
{
	struct vct_text *t = vct_text("%s(%s, ", verb, vct_name(qp));

	put_gid(t, gid);
	vct_trace("%s, %u) = %s", t->s, lid, ERR(ret));
}

int vct_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	int ret;

	VCT_NEAR(qp);
	ret = ibv_attach_mcast(qp, gid, lid);

	trace_mcast("ibv_attach_mcast", qp, gid, lid, ret);
	return ret;
}

int vct_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	int ret;

	VCT_NEAR(qp);
	ret = ibv_detach_mcast(qp, gid, lid);

	trace_mcast("ibv_detach_mcast", qp, gid, lid, ret);
	return ret;
}
