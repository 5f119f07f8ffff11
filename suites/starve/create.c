// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Verbs for which the kernel has no memory. Each verb is called again and again: in the first call
 * the first request of the kernel for memory fails, in the second the second one, until a call
 * makes fewer requests. A call may fail, or do without that memory. After all of them, what the
 * verb was given is used, and everything is released.
 */
#include "../vct.h"

enum { MOST_REQUESTS = 1000 };
#define REGION (64 * PAGE)

struct starved_row;

struct starved {
	const struct starved_row *row;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_srq *srq;
	struct ibv_mr *mr;
	struct ibv_mw *mw;
	struct ibv_ah *ah;
	struct ibv_qp *made;
	struct ibv_comp_channel *channel;
	struct subject qp;
	char *memory;
};

struct starved_row {
	struct vct_row vct_row;
	void (*prepare)(struct starved *s);
	bool (*succeeds)(struct starved *s);
	int (*undo)(struct starved *s); /* after a success */
	enum ibv_qp_type type;
	int access;
};

static void needs_nothing(struct starved *s)
{
	s->pd = NULL;
}

static bool alloc_pd(struct starved *s)
{
	s->pd = vct_alloc_pd(ctx());
	return s->pd;
}

static int dealloc_pd(struct starved *s)
{
	return vct_dealloc_pd(s->pd);
}

static bool create_channel(struct starved *s)
{
	s->channel = vct_create_comp_channel(ctx());
	return s->channel;
}

static int destroy_channel(struct starved *s)
{
	return vct_destroy_comp_channel(s->channel);
}

static bool create_cq(struct starved *s)
{
	s->cq = vct_create_cq(ctx(), 16, NULL, NULL, 0);
	return s->cq;
}

static int destroy_cq(struct starved *s)
{
	struct ibv_cq *cq = s->cq;

	s->cq = NULL;
	return vct_destroy_cq(cq);
}

static void needs_cq(struct starved *s)
{
	s->cq = cq_make(CQ_ENTRIES);
}

static bool grow_cq(struct starved *s)
{
	return !vct_resize_cq(s->cq, 256);
}

static int shrink_cq(struct starved *s)
{
	return vct_resize_cq(s->cq, 64);
}

static bool create_srq(struct starved *s)
{
	s->srq = vct_create_srq(pd(), &(struct ibv_srq_init_attr){ .attr = { 16, 1, 0 } });
	return s->srq;
}

static int destroy_srq(struct starved *s)
{
	struct ibv_srq *srq = s->srq;

	s->srq = NULL;
	return vct_destroy_srq(srq);
}

static void needs_srq(struct starved *s)
{
	s->srq = srq_make(.max_wr = 16);
}

static bool grow_srq(struct starved *s)
{
	return !srq_modify(s->srq, IBV_SRQ_MAX_WR, .max_wr = 64);
}

static int shrink_srq(struct starved *s)
{
	return srq_modify(s->srq, IBV_SRQ_MAX_WR, .max_wr = 16);
}

static bool create_qp(struct starved *s)
{
	struct ibv_qp_init_attr init = { .qp_type = s->row->type,
					 .send_cq = s->cq,
					 .recv_cq = s->cq,
					 .cap = { 4, 4, 1, 1, 0 } };

	s->made = vct_create_qp(pd(), &init);
	return s->made;
}

static int destroy_qp(struct starved *s)
{
	return vct_destroy_qp(s->made);
}

static void needs_qp_in_init(struct starved *s)
{
	s->qp = subject_at(IBV_QPT_RC, IBV_QPS_INIT);
}

static bool to_rtr(struct starved *s)
{
	return !subject_step(&s->qp, IBV_QPS_RTR, 0, 0);
}

static int back_to_init(struct starved *s)
{
	return subject_move(&s->qp, IBV_QPS_RESET) ?: subject_step(&s->qp, IBV_QPS_INIT, 0, 0);
}

static void needs_memory(struct starved *s)
{
	s->memory = calloc(1, REGION);
	SETUP(s->memory);
}

static bool reg_mr(struct starved *s)
{
	s->mr = vct_reg_mr(pd(), s->memory, REGION, IBV_ACCESS_LOCAL_WRITE | s->row->access);
	return s->mr;
}

static int dereg_mr(struct starved *s)
{
	struct ibv_mr *mr = s->mr;

	s->mr = NULL;
	return vct_dereg_mr(mr);
}

static bool alloc_mw(struct starved *s)
{
	s->mw = vct_alloc_mw(pd(), IBV_MW_TYPE_1);
	return s->mw;
}

static int dealloc_mw(struct starved *s)
{
	return vct_dealloc_mw(s->mw);
}

static bool create_ah(struct starved *s)
{
	struct ibv_ah_attr address = own_address();

	s->ah = vct_create_ah(pd(), &address);
	return s->ah;
}

static int destroy_ah(struct starved *s)
{
	return vct_destroy_ah(s->ah);
}

static void needs_datagram_qp(struct starved *s)
{
	s->qp = subject_at(IBV_QPT_UD, IBV_QPS_RTS);
}

static const union ibv_gid group = { .raw = { 0xff, 0x12, [14] = 77, [15] = 99 } };

static uint16_t lid_of_group(void)
{
	return vct_dev->port_attr.link_layer == IBV_LINK_LAYER_ETHERNET ? 0 : 0xc0b0;
}

static bool attach(struct starved *s)
{
	return !vct_attach_mcast((struct ibv_qp *)s->qp.object, &group, lid_of_group());
}

static int detach(struct starved *s)
{
	return vct_detach_mcast((struct ibv_qp *)s->qp.object, &group, lid_of_group());
}

static const struct starved_row verbs[] = {
	{ ROW("pd"), needs_nothing, alloc_pd, dealloc_pd },
	{ ROW("channel"), needs_nothing, create_channel, destroy_channel },
	{ ROW("cq"), needs_nothing, create_cq, destroy_cq },
	{ ROW("cq-resize"), needs_cq, grow_cq, shrink_cq, .vct_row.needs = NEED_CQ_RESIZE },
	{ ROW("srq"), needs_nothing, create_srq, destroy_srq, .vct_row.needs = NEED_SRQ },
	{ ROW("srq-resize"), needs_srq, grow_srq, shrink_srq,
	  .vct_row.needs = NEED_SRQ | NEED_RESIZE },
	{ TYPE_ROW("rc-qp", RC), .prepare = needs_cq, .succeeds = create_qp, .undo = destroy_qp },
	{ TYPE_ROW("uc-qp", UC), .prepare = needs_cq, .succeeds = create_qp, .undo = destroy_qp },
	{ TYPE_ROW("ud-qp", UD), .prepare = needs_cq, .succeeds = create_qp, .undo = destroy_qp },
	{ ROW("rc-qp-to-rtr"), needs_qp_in_init, to_rtr, back_to_init,
	  .vct_row.needs = NEED_RC | NEED_IB_STATES },
	{ ROW("mr"), needs_memory, reg_mr, dereg_mr },
	{ ROW("on-demand-mr"), needs_memory, reg_mr, dereg_mr, .vct_row.needs = NEED_ODP,
	  .access = IBV_ACCESS_ON_DEMAND },
	{ ROW("mw"), needs_nothing, alloc_mw, dealloc_mw, .vct_row.needs = NEED_MW1 },
	{ ROW("ah"), needs_nothing, create_ah, destroy_ah, .vct_row.needs = NEED_UD },
	{ ROW("group"), needs_datagram_qp, attach, detach, .vct_row.needs = NEED_UD | NEED_MCAST },
};

/* Pages of this process that the kernel has pinned, in KiB. */
static long pinned(void)
{
	FILE *status = fopen("/proc/self/status", "re");
	char line[128];
	long kib = 0;

	while (status && fgets(line, sizeof(line), status))
		if (!strncmp(line, "VmPin:", 6))
			kib = strtol(line + 6, NULL, 10);
	if (status)
		fclose(status);
	return kib;
}

/* Calls the verb while the nth request fails; false if it made fewer requests. */
static bool call(const struct starved_row *row, struct starved *s, unsigned int nth)
{
	bool succeeded, failed;

	starve_nth(nth);
	succeeded = row->succeeds(s);
	failed = starve_nth_ends();
	if (succeeded)
		MUST_SUCCEED(row->undo(s));
	else
		MUST(failed, "the verb is refused only if a request for memory fails; it is "
			     "refused, and none failed");
	return failed;
}

/*
 * From the first request to the last, and back: what the kernel keeps after the first calls, it
 * need not request again, so the last requests of a call have other numbers by then. Returns how
 * many requests a call has made.
 */
static unsigned int call_again_and_again(const struct starved_row *row, struct starved *s)
{
	unsigned int most = 1;

	while (most < MOST_REQUESTS && call(row, s, most))
		most++;
	for (unsigned int nth = most; nth; nth--)
		call(row, s, nth);
	return most - 1;
}

CHECK_ROWS(harms_nothing, verbs, PROMISES(AFT_01), .needs = NEED_STARVE, .asks = true,
	   .danger = DANGER_DESTRUCTIVE)
{
	struct starved s = { .row = row };
	unsigned int requests;
	long before;

	row->prepare(&s);
	pd();
	before = pinned();
	requests = call_again_and_again(row, &s);
	if (!requests)
		vct_skip("the kernel needs no memory for this verb");
	MUST_EQ(NAMED("the pages of memory that are locked", pinned()), before);
	MUST(row->succeeds(&s), "the verb succeeds when there is memory; it is refused");
	MUST_SUCCEED(row->undo(&s));
	MUST_GO_ON(.cq = s.cq, .srq = s.srq, .qp = s.qp.object ? &s.qp : NULL);
}
