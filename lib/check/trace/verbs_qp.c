// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The wrappers of the verbs of QPs that have a far form (far.h), and what a far sender begins with.
 */
#include "code.h"
#include "wrappers.h"
#include "verbs.h"
#include "verbs_put.h"
#include "verbs_then.h"

static void track_qp(struct ibv_qp *qp)
{
	TRACK(qp, vct_is_far(qp) ? "far_qp" : "qp", vct_undo_destroy_qp, "ibv_destroy_qp");
	if (qp)
		vct_know_qp(qp);
}

/* The caps of a queue do not count where there is none. */
static struct ibv_qp_cap that_count(struct ibv_qp_cap cap, const struct ibv_qp *given)
{
	if (given->srq || given->qp_type == IBV_QPT_XRC_SEND || given->qp_type == IBV_QPT_XRC_RECV)
		cap.max_recv_wr = cap.max_recv_sge = 0;
	if (given->qp_type == IBV_QPT_XRC_RECV)
		cap.max_send_wr = cap.max_send_sge = 0;
	return cap;
}

static void trace_qp(struct vct_text *t, const struct ibv_qp *qp, const struct ibv_qp_cap *sizes,
		     const struct ibv_qp *given)
{
	put_made(t, qp);
	if (qp) {
		put_shown(t, "attr.cap", vct_cap_members, sizes);
		put_changed(t, vct_qp_handle_members, qp, given);
	} else {
		struct ibv_qp_cap cap = that_count(*sizes, given);

		vct_few_of_qp(&cap);
	}
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
	struct vct_text *t = CALL_TEXT("ibv_create_qp");
	struct ibv_qp *qp;

	PUT(OBJECT, , pd);
	PUT(IN, struct ibv_qp_init_attr *, init, vct_qp_init_members);
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
	struct vct_text *t = CALL_TEXT("ibv_create_qp_ex");
	struct ibv_qp *qp;

	PUT(OBJECT, , context);
	PUT(IN, struct ibv_qp_init_attr_ex *, init, vct_qp_init_ex_members);
	if (vct_is_far(init->send_cq))
		qp = far_create_qp(init, &init->cap);
	else
		qp = ANEW(ibv_create_qp_ex(context, init));
	track_qp(qp);
	trace_qp(t, qp, &init->cap,
		 GIVEN(init, init->comp_mask & IBV_QP_INIT_ATTR_PD ? init->pd : NULL));
	return qp;
}

struct ibv_cq *vct_create_far_cq(int cqe)
{
	struct ibv_cq *cq = far_create_cq(cqe);
	struct vct_text *t;

	TRACK(cq, "far_cq", vct_undo_destroy_cq, "ibv_destroy_cq");
	t = vct_text(
		CALLED("ibv_create_cq") ARG("context", "far_ctx") ", " ARG("cqe", "%d") ", " ARG(
			"cq_context", "NULL") ", " ARG("channel", "NULL") ", " ARG("vector", "0"),
		cqe);
	put_made(t, cq);
	vct_trace("%s", t->s);
	return cq;
}

struct ibv_ah *vct_create_far_ah(struct ibv_ah_attr *attr)
{
	struct vct_text *t = vct_text(CALLED("ibv_create_ah") ARG("pd", "far_pd"));
	struct ibv_ah *ah;

	PUT(IN, struct ibv_ah_attr *, attr, vct_ah_members);
	ah = far_create_ah(attr);
	TRACK(ah, "far_ah", vct_undo_destroy_ah, "ibv_destroy_ah");
	put_made(t, ah);
	vct_trace("%s", t->s);
	return ah;
}
