// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Memory windows: bound, bound anew, invalidated here or by a message, and deallocated. */
#include "model.h"

static bool is_type_1(const struct model_window *w)
{
	return NUMBER_OF(w, windows) < N_WINDOWS / 2;
}

static bool is_bound(const struct model_window *w)
{
	return w->region && !w->open;
}

static void deallocate(struct model_window *w)
{
	SETUP(!vct_dealloc_mw(w->mw.mw));
	w->now.pd->users--;
	*w = (struct model_window){ .now.pd = NULL };
}

void windows_lose(const struct model_qp *q)
{
	for (struct model_window *w = windows; w < windows + N_WINDOWS; w++)
		w->open |= w->region && w->now.qp == q;
}

void windows_go_before(const struct model_qp *q)
{
	for (struct model_window *w = windows; w < windows + N_WINDOWS; w++)
		if (w->mw.mw && w->now.qp == q)
			deallocate(w);
}

void windows_go(void)
{
	for (struct model_window *w = windows; w < windows + N_WINDOWS; w++)
		if (w->mw.mw)
			deallocate(w);
}

/* A request of the QP has been posted, and completes before anything else happens. */
static void completes(struct model_qp *q, uint64_t id, enum ibv_wc_opcode opcode,
		      const struct vct_promise *promise)
{
	add_due(q->send_cq,
		&(struct due){ .qp = q,
			       .wc = { .wr_id = id, .opcode = opcode, .qp_num = q->qp->qp_num },
			       .lacking = CQ_POL_17,
			       .failing = promise });
	collect(q->send_cq);
}

static uint64_t new_id(void)
{
	struct model_wr wr = new_wr(0);

	free_buffer(wr.buffer);
	return wr.id;
}

/* Binds it to these bytes of the region; none: it is bound no more. */
static void bind_window(struct model_window *w, struct model_qp *q, struct model_region *r,
			const struct model_target *to)
{
	struct ibv_mw_bind_info info = { r->mr, (uintptr_t)to->addr, to->length,
					 (unsigned int)to->access };
	uint64_t id = w->mw.binds = new_id();

	JUDGING(MW_BND_01);
	MUST_SUCCEED(window_post(q->qp, &w->mw, &info));
	completes(q, id, IBV_WC_BIND_MW, MW_BND_01);
	w->before = w->now;
	w->before.refuses = MW_ALC_05;
	w->now = *to;
	w->now.rkey = w->mw.rkey;
	w->region = to->length ? r : NULL;
}

static bool can_bind(const struct model_qp *q)
{
	return qp_is_known(q) && q->qp->qp_type == IBV_QPT_RC && q->state == IBV_QPS_RTS &&
	       sends_fit(q, 1) && buffers_left(1);
}

/* A region of the place or the next one that a QP of this PD can bind windows to. */
static struct model_region *region_for(uint32_t place, const struct model_pd *pd)
{
	for (unsigned int i = 0; i < N_REGIONS; i++) {
		struct model_region *r = &regions[(place + i) % N_REGIONS];

		if (r->mr && r->now.pd == pd && r->now.access & IBV_ACCESS_MW_BIND)
			return r;
	}
	return NULL;
}

static bool allocate(struct model_window *w, struct model_pd *pd)
{
	if (w->mw.mw)
		return w->now.pd == pd;
	if (vct_device_lacks(vct_dev, is_type_1(w) ? NEED_MW1 : NEED_MW2))
		return false;
	w->mw.mw = vct_alloc_mw(pd->pd, is_type_1(w) ? IBV_MW_TYPE_1 : IBV_MW_TYPE_2);
	SETUP_OF(BLOCK_MW, w->mw.mw);
	w->mw.rkey = w->mw.mw->rkey;
	w->now = (struct model_target){ .pd = pd, .gives = MW_ALC_02 };
	pd->users++;
	return true;
}

/* The first part of the region, the last, or all of it. */
static struct model_target part_of(const struct model_region *r, uint32_t part)
{
	struct model_target t = r->now;
	uint32_t half = t.length / 2;

	t.gives = MW_ALC_02;
	t.addr += part == 1 ? half : 0;
	t.length -= part ? half : 0;
	return t;
}

OPERATION(window_bind,
	  ARGS({ "window", N_WINDOWS }, { "qp", N_QPS }, { "region", N_REGIONS }, { "part", 4 },
	       { "access", 8 }),
	  PROMISES(MW_BND_01, CQ_POL_17), .weight = 10, .makes = true,
	  .needs = NEED_RC | NEED_IB_STATES)
{
	struct model_window *w = &windows[arg[0]];
	struct model_qp *q = qp_from(arg[1], can_bind);
	struct model_region *r = q ? region_for(arg[2], q->pd) : NULL;
	struct model_target to;

	if (!r || w->open || (!is_type_1(w) && w->region) || vct_is_left_out(MW_BND_01) ||
	    !allocate(w, q->pd))
		return false;
	to = part_of(r, arg[3]);
	to.length = arg[3] == 3 && is_type_1(w) ? 0 : to.length;
	to.access = access_by(arg[4]) & remote_access_of_device();
	to.qp = is_type_1(w) ? NULL : q;
	bind_window(w, q, r, &to);
	return true;
}

/* Its QP, which can invalidate it; NULL: it is of none, or not bound. */
static struct model_qp *qp_of(const struct model_window *w)
{
	for (struct model_qp *q = qps; q < qps + N_QPS; q++)
		if (is_bound(w) && w->now.qp == q && can_bind(q))
			return q;
	return NULL;
}

static void is_invalid(struct model_window *w)
{
	w->before = w->now;
	w->before.refuses = MW_ALC_03;
	w->now = (struct model_target){ .pd = w->now.pd, .gives = MW_ALC_02 };
	w->region = NULL;
}

OPERATION(window_invalidate, ARGS({ "window", N_WINDOWS }), PROMISES(MW_BND_06, CQ_POL_17),
	  .weight = 4, .needs = NEED_MW2 | NEED_IB_STATES)
{
	struct ibv_send_wr wr = { .opcode = IBV_WR_LOCAL_INV, .send_flags = IBV_SEND_SIGNALED },
			   *bad;
	struct model_window *w = &windows[arg[0]];
	struct model_qp *q = qp_of(w);

	if (!q || !ASK(MW_BND_06))
		return false;
	wr.wr_id = new_id();
	wr.invalidate_rkey = w->now.rkey;
	MUST_SUCCEED(vct_post_send(q->qp, &wr, &bad));
	completes(q, wr.wr_id, IBV_WC_LOCAL_INV, MW_BND_06);
	is_invalid(w);
	return true;
}

OPERATION(send_invalidates, ARGS({ "window", N_WINDOWS }),
	  PROMISES(CQ_POL_03, CQ_POL_05, CQ_POL_15, CQ_POL_17, SRQ_PST_11), .weight = 6,
	  .needs = NEED_MW2 | NEED_IB_STATES)
{
	struct ibv_send_wr wr = { .opcode = IBV_WR_SEND_WITH_INV, .send_flags = IBV_SEND_SIGNALED },
			   *bad;
	struct model_window *w = &windows[arg[0]];
	struct model_qp *to = qp_of(w), *q = to ? to->peer : NULL;

	if (!q || q == to || !is_ready(q) || !queue_of(to)->n || !sends_fit(q, 1) ||
	    !cq_has_room(to->recv_cq, 2) || !ASK(CQ_POL_15))
		return false;
	wr.wr_id = ~(uint64_t)w->now.rkey;
	wr.invalidate_rkey = w->now.rkey;
	SETUP(!vct_post_send(q->qp, &wr, &bad));
	receive_is_due(to, (struct due){ .wc = { .opcode = IBV_WC_RECV,
						 .wc_flags = IBV_WC_WITH_INV,
						 .invalidated_rkey = w->now.rkey,
						 .src_qp = q->qp->qp_num },
					 .lacking = SRQ_PST_11 });
	completes(q, wr.wr_id, IBV_WC_SEND, NULL);
	collect(to->recv_cq);
	if (to->srq)
		see_events();
	is_invalid(w);
	return true;
}

/* Bound or not: the region is free of it. */
OPERATION(window_deallocate, ARGS({ "window", N_WINDOWS }), PROMISES(MW_ALC_04), .weight = 2)
{
	if (!windows[arg[0]].mw.mw || !ASK(MW_ALC_04))
		return false;
	deallocate(&windows[arg[0]]);
	return true;
}
