// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_create_srq_ex: which members are used, what each type of SRQ requires, and what is refused.
 */
#include "created.h"

enum {
	TYPE = IBV_SRQ_INIT_ATTR_TYPE,
	PD = IBV_SRQ_INIT_ATTR_PD,
	XRCD = IBV_SRQ_INIT_ATTR_XRCD,
	CQ = IBV_SRQ_INIT_ATTR_CQ,
	TM = IBV_SRQ_INIT_ATTR_TM,
};

STATIC_CHECK(prototype, PROMISES(SRQ_CEX_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_create_srq_ex,
				     struct ibv_srq *
					     (struct ibv_context *, struct ibv_srq_init_attr_ex *)),
		       "ibv_create_srq_ex");
}

STATIC_CHECK(init_attr_members, PROMISES(SRQ_CEX_02, SRQ_CRX_02))
{
#define HAS(member_, ...)                                                                          \
	_Static_assert(HAS_MEMBER(struct ibv_srq_init_attr_ex, member_, __VA_ARGS__), #member_)
	HAS(srq_context, void *);
	HAS(attr, struct ibv_srq_attr);
	HAS(comp_mask, uint32_t);
	HAS(srq_type, enum ibv_srq_type);
	HAS(pd, struct ibv_pd *);
	HAS(xrcd, struct ibv_xrcd *);
	HAS(cq, struct ibv_cq *);
	HAS(tm_cap, struct ibv_tm_cap);
	HAS(tm_cap.max_num_tags, uint32_t);
	HAS(tm_cap.max_ops, uint32_t);
#undef HAS
}

/* Creates a SRQ of 16 WRs of one SGE on pd(), with the members given. */
#define create(...)                                                                                \
	vct_create_srq_ex(                                                                         \
		ctx(), &(struct ibv_srq_init_attr_ex){                                             \
			       .attr = { .max_wr = 16, .max_sge = 1 }, .pd = pd(), __VA_ARGS__ })

/* For members that the mask does not select: they must not be read. */
#define GARBAGE ((void *)8)

static const struct basic_row {
	struct vct_row vct_row;
	uint32_t mask;
	struct ibv_srq_init_attr_ex given;
} basics[] = {
	{ ROW("type-and-pd", SRQ_CRX_05, SRQ_CEX_01), .mask = TYPE | PD },
	{ ROW("pd-alone", SRQ_CRX_05), .mask = PD },
	{ ROW("pd-alone-and-garbage", SRQ_CEX_03), .mask = PD,
	  .given = { .srq_type = 55, .xrcd = GARBAGE, .cq = GARBAGE, .tm_cap = { 1, 1 } } },
	{ ROW("type-and-pd-and-garbage", SRQ_CEX_03), .mask = TYPE | PD,
	  .given = { .xrcd = GARBAGE, .cq = GARBAGE, .tm_cap = { 1, 1 } } },
};

CHECK_ROWS(basic_srq_receives, basics, .needs = NEED_SRQ | NEED_RC)
{
	struct ibv_srq *srq =
		create(.comp_mask = row->mask, .srq_type = row->given.srq_type,
		       .xrcd = row->given.xrcd, .cq = row->given.cq, .tm_cap = row->given.tm_cap);
	struct link l;

	MUST_MAKE(srq);
	l = rc_link(.srq = srq, .posted = 1);
	MUST_RECEIVE(&l, 0);
}

/*
 * No page says whether a basic SRQ, which uses no CQ, may be given one. If that is refused, the SRQ
 * is created without; in both cases it has the PD and the context given.
 */
static const struct mask_row {
	struct vct_row vct_row;
	uint32_t mask;
} masks[] = {
	{ ROW("pd"), .mask = PD },
	{ ROW("type-and-pd"), .mask = TYPE | PD },
	{ ROW("type-and-pd-and-cq"), .mask = TYPE | PD | CQ },
};

static struct ibv_srq *create_bound(uint32_t mask, void *context)
{
	struct ibv_cq *cq = cq_make(1);
	struct ibv_srq *srq = create(.srq_context = context, .comp_mask = mask, .cq = cq);

	if (srq || !(mask & CQ))
		return srq;
	RECORD("a basic SRQ with a CQ is refused");
	return create(.srq_context = context, .comp_mask = TYPE | PD);
}

CHECK_ROWS(belongs_to_the_pd_given, masks, PROMISES(SRQ_CRX_03), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = create_bound(row->mask, NULL);

	MUST_MAKE(srq);
	MUST_POINT_TO(srq->pd, pd());
}

CHECK_ROWS(keeps_the_context_given, masks, PROMISES(SRQ_CRX_04), .needs = NEED_SRQ)
{
	int context;

	must_keep_context(create_bound(row->mask, &context), &context);
}

static const struct refused_row {
	struct vct_row vct_row;
	uint32_t mask;
	int type;
} refused[] = {
	{ ROW("unknown-bit-9", SRQ_CEX_04, AFT_01), .mask = PD | 1 << 9 },
	{ ROW("unknown-bit-31", SRQ_CEX_04, AFT_01), .mask = PD | 1u << 31 },
	{ ROW("no-pd", SRQ_CEX_05, AFT_01), .mask = TYPE },
	{ ROW("nothing", SRQ_CEX_05, AFT_01), .mask = 0 },
	{ ROW("unknown-type", SRQ_CEX_10, AFT_01), .mask = TYPE | PD, .type = 55 },
};

CHECK_ROWS(refuses, refused, .needs = NEED_SRQ)
{
	MUST_MAKE_NONE(create(.comp_mask = row->mask, .srq_type = (enum ibv_srq_type)row->type));
	JUDGING(AFT_01);
	MUST_GO_ON(.srq = srq_make(.max_wr = 4));
}

static struct ibv_srq *create_basic(struct ibv_srq_attr *attr)
{
	struct ibv_srq_init_attr_ex init = {
		.attr = *attr,
		.comp_mask = TYPE | PD,
		.srq_type = IBV_SRQT_BASIC,
		.pd = pd(),
	};
	struct ibv_srq *srq = vct_create_srq_ex(ctx(), &init);

	*attr = init.attr;
	return srq;
}

CHECK(refuses_more_than_the_device_has, PROMISES(SRQ_CEX_10, SRQ_ATT_01, SRQ_ATT_02),
      .needs = NEED_SRQ)
{
	must_be_refused(create_basic, true, true);
	must_be_refused(create_basic, true, false);
	must_be_refused(create_basic, false, false);
}

CHECK(returns_actual_values, PROMISES(SRQ_CEX_11), .needs = NEED_SRQ)
{
	must_return_actual_values(create_basic);
}

static const struct size_row {
	struct vct_row vct_row;
	uint32_t max_wr, max_sge;
} sizes[] = {
	{ ROW("1-of-1"), .max_wr = 1, .max_sge = 1 },
	{ ROW("7-of-2"), .max_wr = 7, .max_sge = 2 },
	{ ROW("64-of-1"), .max_wr = 64, .max_sge = 1 },
	{ ROW("100-of-3"), .max_wr = 100, .max_sge = 3 },
};

CHECK_ROWS(returns_at_least_the_requested, sizes, PROMISES(SRQ_CEX_11), .needs = NEED_SRQ)
{
	must_have_at_least(create_basic, row->max_wr, row->max_sge);
}

/*
 * The page says only "The limit value of the SRQ": the limit may be set, or ignored as by
 * ibv_create_srq.
 */
CHECK(limit_given_is_set_or_ignored, PROMISES(SRQ_CEX_09), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = create_with_limit(create_basic, 4);
	uint32_t limit;

	MUST_MAKE(srq);
	limit = srq_query(srq).srq_limit;
	RECORD("a limit of 4 given to ibv_create_srq_ex reads %u", limit);
	MUST(limit == 4 || limit == 0,
	     "a new SRQ has the limit that it was given, or none; it has %u", limit);
}

static const struct needs_row {
	struct vct_row vct_row;
	uint32_t mask;
} xrc_lacks[] = {
	{ ROW("no-xrcd", SRQ_CRX_06, SRQ_CEX_06, AFT_01), .mask = TYPE | PD | CQ },
	{ ROW("no-cq", SRQ_CEX_06, SRQ_CRX_06, AFT_01), .mask = TYPE | PD | XRCD },
};

CHECK_ROWS(xrc_needs_domain_and_cq, xrc_lacks, .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_xrcd *xrcd = xrcd_make();
	struct ibv_cq *cq = cq_make(4);

	JUDGING(row->vct_row.promises[0]);
	MUST_MAKE(create(.comp_mask = TYPE | PD | XRCD | CQ, .srq_type = IBV_SRQT_XRC, .xrcd = xrcd,
			 .cq = cq));
	MUST_MAKE_NONE(
		create(.comp_mask = row->mask, .srq_type = IBV_SRQT_XRC, .xrcd = xrcd, .cq = cq));
	JUDGING(AFT_01);
	MUST_GO_ON(.xrcd = xrcd, .cq = cq);
}

/* Nothing but the bit can be the reason. */
CHECK(an_xrc_srq_refuses_an_unknown_bit, PROMISES(SRQ_CEX_04, AFT_01), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_xrcd *xrcd = xrcd_make();
	struct ibv_cq *cq = cq_make(4);

	JUDGING(SRQ_CEX_04);
	MUST_MAKE_NONE(create(.comp_mask = TYPE | PD | XRCD | CQ | 1 << 9, .srq_type = IBV_SRQT_XRC,
			      .xrcd = xrcd, .cq = cq));
	JUDGING(AFT_01);
	MUST_GO_ON(.xrcd = xrcd, .cq = cq);
}

static struct ibv_srq *create_xrc(void *context)
{
	return create(.srq_context = context, .comp_mask = TYPE | PD | XRCD | CQ,
		      .srq_type = IBV_SRQT_XRC, .xrcd = xrcd_make(), .cq = cq_make(1));
}

CHECK(xrc_belongs_to_the_pd_given, PROMISES(SRQ_CRX_03), .needs = NEED_SRQ | NEED_XRC)
{
	struct ibv_srq *srq = create_xrc(NULL);

	MUST_MAKE(srq);
	MUST_POINT_TO(srq->pd, pd());
}

CHECK(xrc_keeps_the_context_given, PROMISES(SRQ_CRX_04), .needs = NEED_SRQ | NEED_XRC)
{
	int context;

	must_keep_context(create_xrc(&context), &context);
}

CHECK(xrc_completes_on_the_cq_given, PROMISES(SRQ_CEX_07, SRQ_CEX_01, SRQ_CRX_06),
      .needs = NEED_SRQ | NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 4, .posted = 2);
	struct ibv_wc wc;

	link_post(&l, IBV_WR_SEND);
	JUDGING(SRQ_CEX_01);
	MUST_EQ(cq_wait(l.tx_cq).status, IBV_WC_SUCCESS);
	JUDGING(SRQ_CEX_07);
	wc = MUST_COMPLETE(l.rx_cq);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, 0);
	MUST_BE_EMPTY(l.tx_cq);
}

/* An extended CQ, because only that reports the flags of tag matching; mlx5 takes no other. */
static struct ibv_cq_ex *tm_cq(void)
{
	struct ibv_cq_init_attr_ex init = {
		.cqe = 16,
		.wc_flags = vct_dev->wc_flags | IBV_WC_EX_WITH_TM_INFO,
	};
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);

	SETUP_OF(BLOCK_CQ_EX, cq);
	return cq;
}

static struct ibv_srq *create_tm(struct ibv_cq_ex *cq, uint32_t max_num_tags)
{
	return create(.comp_mask = TYPE | PD | CQ | TM, .srq_type = IBV_SRQT_TM,
		      .cq = ibv_cq_ex_to_cq(cq),
		      .tm_cap = { .max_num_tags = max_num_tags, .max_ops = 2 });
}

static enum ibv_wc_status next_status(struct ibv_cq_ex *cq)
{
	enum ibv_wc_status status;

	MUST(cq_ex_starts(cq), "a completion comes before its deadline");
	status = cq->status;
	vct_end_poll(cq);
	return status;
}

static int add_tag(struct ibv_srq *srq, uint64_t tag)
{
	struct ibv_sge sge = slot_sge(recv_slot(tag), SLOT_SIZE);
	struct ibv_ops_wr wr = { .wr_id = tag,
				 .opcode = IBV_WR_TAG_ADD,
				 .flags = IBV_OPS_SIGNALED,
				 .tm.add = { .recv_wr_id = tag,
					     .sg_list = &sge,
					     .num_sge = 1,
					     .tag = tag,
					     .mask = UINT64_MAX } };
	struct ibv_ops_wr *bad;

	return vct_post_srq_ops(srq, &wr, &bad);
}

/*
 * Two operations are outstanding at a time. A third tag exceeds the list: either the verb refuses
 * it, or the operation completes with an error.
 */
CHECK(tm_cap_is_list_size_and_operations, PROMISES(SRQ_CEX_08),
      .needs = NEED_SRQ | NEED_TM | NEED_CQ_EX)
{
	struct ibv_cq_ex *cq = tm_cq();
	struct ibv_srq *srq = create_tm(cq, 2);

	MUST_MAKE(srq);
	MUST_SUCCEED(add_tag(srq, 1));
	MUST_SUCCEED(add_tag(srq, 2));
	MUST_EQ(NAMED("the status of the operation", next_status(cq)), IBV_WC_SUCCESS);
	MUST_EQ(NAMED("the status of the operation", next_status(cq)), IBV_WC_SUCCESS);
	MUST(add_tag(srq, 3) || next_status(cq) != IBV_WC_SUCCESS,
	     "a third tag is refused, by the call or by its completion");
}

CHECK(tm_needs_max_num_tags, PROMISES(SRQ_CEX_08), .needs = NEED_SRQ | NEED_TM | NEED_CQ_EX)
{
	MUST_MAKE_NONE(create_tm(tm_cq(), 0));
}

/*
 * A capability that the device does not claim is refused, with errno set, and nothing is left
 * allocated.
 */
static const struct unclaimed_row {
	struct vct_row vct_row;
	uint32_t mask;
	enum ibv_srq_type type;
} unclaimed[] = {
	{ .vct_row = { .name = "xrc", .promises = { SRQ_CEX_12 }, .lacks = NEED_XRC },
	  .mask = TYPE | PD | CQ,
	  .type = IBV_SRQT_XRC },
	{ .vct_row = { .name = "tm", .promises = { SRQ_CEX_12 }, .lacks = NEED_TM },
	  .mask = TYPE | PD | CQ | TM,
	  .type = IBV_SRQT_TM },
};

CHECK_ROWS(unclaimed_type_fails_cleanly, unclaimed, .needs = NEED_SRQ)
{
	struct ibv_pd *own = vct_alloc_pd(ctx());
	struct ibv_srq_init_attr_ex init = {
		.attr = { .max_wr = 16, .max_sge = 1 },
		.comp_mask = row->mask,
		.srq_type = row->type,
		.pd = own,
		.cq = cq_make(1),
		.tm_cap = { .max_num_tags = 1, .max_ops = 1 },
	};
	int error;

	SETUP_OF(BLOCK_PD, own);
	errno = 0;
	MUST_MAKE_NONE(vct_create_srq_ex(ctx(), &init));
	error = errno;
	RECORD("errno is %s", error ? strerrorname_np(error) : "0");
	MUST_GE(NAMED("errno", error), 1);
	if (!verbs_get_ctx_op(ctx(), create_srq_ex))
		MUST_EQ(NAMED("errno", error), EOPNOTSUPP);
	MUST_SUCCEED(vct_dealloc_pd(own));
}
