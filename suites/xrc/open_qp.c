// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_open_qp: another handle of an XRC receive QP, in the same process or in another one. */
#include <fcntl.h>

#include "../vct.h"

enum {
	NUM = IBV_QP_OPEN_ATTR_NUM,
	XRCD = IBV_QP_OPEN_ATTR_XRCD,
	TYPE = IBV_QP_OPEN_ATTR_TYPE,
	CONTEXT = IBV_QP_OPEN_ATTR_CONTEXT,
};

STATIC_CHECK(prototype, PROMISES(QP_OPN_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_open_qp, struct ibv_qp * (struct ibv_context *,
								   struct ibv_qp_open_attr *)),
		       "ibv_open_qp");
#define HAS(member_, ...)                                                                          \
	_Static_assert(HAS_MEMBER(struct ibv_qp_open_attr, member_, __VA_ARGS__), #member_)
	HAS(comp_mask, uint32_t);
	HAS(qp_num, uint32_t);
	HAS(xrcd, struct ibv_xrcd *);
	HAS(qp_context, void *);
	HAS(qp_type, enum ibv_qp_type);
#undef HAS
}

/* Opens an XRC receive QP; open_typed opens QPs of other types. */
#define open_qp(mask_, xrcd_, number_, ...)                                                        \
	open_typed(mask_, xrcd_, number_, IBV_QPT_XRC_RECV, ##__VA_ARGS__)
#define open_typed(mask_, xrcd_, number_, type_, ...)                                              \
	vct_open_qp(ctx(), &(struct ibv_qp_open_attr){ .comp_mask = (mask_),                       \
						       .xrcd = (xrcd_),                            \
						       .qp_num = (number_),                        \
						       .qp_type = (type_),                         \
						       ##__VA_ARGS__ })

static struct rcv_qp receiver(void)
{
	return rcv_qp_make(XRC_TODAY, domain_make(XRC_TODAY));
}

CHECK(gives_the_number_asked_for, PROMISES(QP_OPN_04), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct rcv_qp first = receiver(), second = rcv_qp_make(XRC_TODAY, first.domain);
	struct ibv_qp *a = open_qp(NUM | XRCD | TYPE, first.domain, first.number);
	struct ibv_qp *b = open_qp(NUM | XRCD | TYPE, first.domain, second.number);

	MUST_MAKE(a);
	MUST_MAKE(b);
	MUST_EQ(a->qp_num, first.number);
	MUST_EQ(b->qp_num, second.number);
}

CHECK(keeps_the_context_given, PROMISES(QP_OPN_03), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct rcv_qp q = receiver();
	int context, other;
	struct ibv_qp *with =
		open_qp(NUM | XRCD | TYPE | CONTEXT, q.domain, q.number, .qp_context = &context);
	struct ibv_qp *again =
		open_qp(NUM | XRCD | TYPE | CONTEXT, q.domain, q.number, .qp_context = &other);
	struct ibv_qp *without =
		open_qp(NUM | XRCD | TYPE, q.domain, q.number, .qp_context = &context);

	MUST_MAKE(with);
	MUST_MAKE(without);
	MUST_MAKE(again);
	MUST_POINT_TO(with->qp_context, &context);
	MUST_POINT_TO(again->qp_context, &other);
	MUST_POINT_TO(with->context, ctx());
	RECORD("a context that the mask does not name is %s",
	       without->qp_context ? "kept" : "not kept");
	MUST_POINT_TO(q.qp->qp_context, NULL);
}

static void must_be_one_qp(struct ibv_qp *first, struct ibv_qp *second)
{
	struct subject a = qp_subject(first), b = qp_subject(second);
	struct ibv_qp_attr seen;

	seen = subject_query(&a);
	MUST_BE_UNCHANGED(&b, seen);
	MUST_SUCCEED(subject_step(&b, IBV_QPS_INIT, 0, 0));
	seen = subject_query(&b);
	MUST_EQ(seen.qp_state, IBV_QPS_INIT);
	MUST_BE_UNCHANGED(&a, seen);
	MUST_SUCCEED(subject_step(&a, IBV_QPS_RTR, 0, 0));
	seen = subject_query(&a);
	MUST_EQ(seen.qp_state, IBV_QPS_RTR);
	MUST_BE_UNCHANGED(&b, seen);
}

CHECK(second_handle_queries_and_modifies, PROMISES(QP_OPN_02), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct rcv_qp q = receiver();
	struct ibv_qp *opened = open_qp(NUM | XRCD | TYPE, q.domain, q.number);

	MUST_MAKE(opened);
	must_be_one_qp(q.qp, opened);
}

/* What two processes tell each other about a QP in a domain that they share through a file. */
struct shared {
	int file;
	uint32_t number;
	enum ibv_qp_state state;
};

/* State of the other process, from one call to the next. */
static struct rcv_qp theirs;

static int opens(void *argument)
{
	struct shared *s = argument;
	struct ibv_xrcd *domain = domain_open(XRC_TODAY, s->file, 0);

	SETUP_OF(BLOCK_XRC_DOMAIN, domain);
	return rcv_qp_register(XRC_TODAY, domain, s->number, &theirs);
}

static int queries(void *argument)
{
	((struct shared *)argument)->state = rcv_qp_state(&theirs);
	return 0;
}

static int takes_to_rtr(void *argument)
{
	struct shared *s = argument;
	struct subject qp = rcv_qp_subject(&theirs);

	MUST_SUCCEED(subject_step(&qp, IBV_QPS_RTR, 0, 0));
	return queries(s);
}

static int destroys(void *argument __attribute__((unused)))
{
	return rcv_qp_unregister(&theirs);
}

/* A receive QP of this process, in a domain that the other process can open. */
static struct rcv_qp shared_receiver(struct shared *s)
{
	struct ibv_xrcd *domain = domain_open(XRC_TODAY, s->file, O_CREAT);
	struct rcv_qp q;

	SETUP_OF(BLOCK_XRC_DOMAIN, domain);
	q = rcv_qp_make(XRC_TODAY, domain);
	s->number = q.number;
	return q;
}

CHECK(another_process_queries_and_modifies, PROMISES(QP_OPN_02), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct shared s = { .file = domain_file() };
	struct other *b = other_start();
	struct rcv_qp q = shared_receiver(&s);

	MUST_SUCCEED(other_does(b, opens, &s));
	rcv_qp_to_init(&q);
	MUST_SUCCEED(other_does(b, queries, &s));
	MUST_EQ(s.state, IBV_QPS_INIT);
	MUST_SUCCEED(other_does(b, takes_to_rtr, &s));
	MUST_EQ(s.state, IBV_QPS_RTR);
	MUST_EQ(NAMED("qp_state", rcv_qp_state(&q)), IBV_QPS_RTR);
}

/* A connected receive QP whose domain's SRQ has two WRs. */
static struct link connected(const struct rcv_qp *q)
{
	struct ibv_cq *cq = cq_make(16);
	struct link l = rcv_qp_link(q, xrc_srq_make(q->domain, cq, 4), cq);

	srq_post(l.srq, 0, 2);
	return l;
}

static const struct order_row {
	struct vct_row vct_row;
	bool creator_first;
} orders[] = {
	{ ROW("creator-first"), .creator_first = true },
	{ ROW("opener-first"), .creator_first = false },
};

CHECK_ROWS(lives_as_long_as_a_handle, orders, PROMISES(QP_OPN_05), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct rcv_qp q = receiver();
	struct link l = connected(&q);
	struct ibv_qp *opened = open_qp(NUM | XRCD | TYPE, q.domain, q.number);

	SETUP_OF(BLOCK_XRC_OPEN, opened);
	MUST_SUCCEED(vct_destroy_qp(row->creator_first ? q.qp : opened));
	MUST_RECEIVE(&l, 0);
	MUST_SUCCEED(vct_destroy_qp(row->creator_first ? opened : q.qp));
	MUST_MAKE_NONE(open_qp(NUM | XRCD | TYPE, q.domain, q.number));
}

CHECK_ROWS(lives_as_long_as_a_process, orders, PROMISES(QP_OPN_05),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct shared s = { .file = domain_file() };
	struct other *b = other_start();
	struct rcv_qp q = shared_receiver(&s);
	struct link l = connected(&q);

	SETUP_OF(BLOCK_XRC_OPEN, !other_does(b, opens, &s));
	if (row->creator_first)
		MUST_SUCCEED(vct_destroy_qp(q.qp));
	else
		MUST_SUCCEED(other_does(b, destroys, &s));
	MUST_RECEIVE(&l, 0);
	if (row->creator_first)
		MUST_SUCCEED(other_does(b, destroys, &s));
	else
		MUST_SUCCEED(vct_destroy_qp(q.qp));
	MUST_MAKE_NONE(open_qp(NUM | XRCD | TYPE, q.domain, q.number));
}

/* The end of a process releases its handles. */
CHECK(handle_goes_with_its_process, PROMISES(QP_OPN_05), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct shared s = { .file = domain_file() };
	struct other *b = other_start();
	struct rcv_qp q = shared_receiver(&s);

	SETUP_OF(BLOCK_XRC_OPEN, !other_does(b, opens, &s));
	other_is_killed(b);
	MUST_SUCCEED(vct_destroy_qp(q.qp));
	MUST_MAKE_NONE(open_qp(NUM | XRCD | TYPE, q.domain, q.number));
}

static uint32_t of_another_domain(struct ibv_xrcd *xrcd __attribute__((unused)))
{
	return receiver().number;
}

static uint32_t destroyed(struct ibv_xrcd *xrcd)
{
	struct rcv_qp q = rcv_qp_make(XRC_TODAY, xrcd);

	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(q.qp));
	return q.number;
}

static uint32_t of_an_rc_qp(struct ibv_xrcd *xrcd __attribute__((unused)))
{
	struct ibv_cq *cq = cq_make(1);

	return qp_make(IBV_QPT_RC, NULL, cq, cq)->qp_num;
}

static uint32_t of_none(struct ibv_xrcd *xrcd)
{
	return ~rcv_qp_make(XRC_TODAY, xrcd).number & 0xffffff;
}

static const struct number_row {
	struct vct_row vct_row;
	uint32_t (*number)(struct ibv_xrcd *xrcd);
} numbers[] = {
	{ ROW("other-domain"), .number = of_another_domain },
	{ ROW("destroyed"), .number = destroyed },
	{ ROW("rc-qp"), .vct_row.needs = NEED_RC, .number = of_an_rc_qp },
	{ ROW("none"), .number = of_none },
};

CHECK_ROWS(number_must_be_of_the_domain, numbers, PROMISES(QP_OPN_06, QP_OPN_08),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct rcv_qp q = receiver();

	MUST_MAKE_NONE(open_qp(NUM | XRCD | TYPE, q.domain, row->number(q.domain)));
	MUST_MAKE(open_qp(NUM | XRCD | TYPE, q.domain, q.number));
}

static const struct type_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
} types[] = {
	{ ROW("rc"), .type = IBV_QPT_RC },
	{ ROW("ud"), .type = IBV_QPT_UD },
	{ ROW("xrc-send"), .type = IBV_QPT_XRC_SEND },
};

CHECK_ROWS(type_must_match, types, PROMISES(QP_OPN_07, QP_OPN_08), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct rcv_qp q = receiver();

	MUST_MAKE_NONE(open_typed(NUM | XRCD | TYPE, q.domain, q.number, row->type));
	MUST_MAKE(open_qp(NUM | XRCD | TYPE, q.domain, q.number));
}

static const struct mask_row {
	struct vct_row vct_row;
	uint32_t mask;
} masks[] = {
	{ ROW("nothing"), .mask = 0 },
	{ ROW("no-number"), .mask = XRCD | TYPE },
	{ ROW("no-domain"), .mask = NUM | TYPE },
	{ ROW("no-type"), .mask = NUM | XRCD },
	{ ROW("unknown-bit"), .mask = NUM | XRCD | TYPE | 1u << 31 },
};

CHECK_ROWS(failure_is_null_with_errno, masks, PROMISES(QP_OPN_08), .needs = NEED_XRC)
{
	struct rcv_qp q = receiver();

	errno = 0;
	MUST_MAKE_NONE(open_qp(row->mask, q.domain, q.number));
	MUST_NE(errno, 0);
}

/* Without XRC there is no domain to name either. */
CHECK(unclaimed, PROMISES(QP_OPN_08), .lacks = NEED_XRC)
{
	errno = 0;
	MUST_MAKE_NONE(open_qp(NUM | TYPE, NULL, 1));
	MUST_NE(errno, 0);
	MUST_MAKE_NONE(open_qp(NUM | XRCD | TYPE, NULL, 1));
}

static int sees_the_error(void *argument __attribute__((unused)))
{
	MUST_SEE_EVENT(theirs.qp, IBV_EVENT_QP_FATAL);
	return 0;
}

CHECK(opener_has_its_events, PROMISES(QP_OPN_09), .needs = NEED_XRC | NEED_QP_FAULT | NEED_OPEN_QP)
{
	struct shared s = { .file = domain_file() };
	struct other *b = other_start();
	struct rcv_qp q = shared_receiver(&s);

	SETUP_OF(BLOCK_XRC_OPEN, !other_does(b, opens, &s));
	connected(&q);
	vct_inject_qp_error(q.qp);
	MUST_SUCCEED(other_does(b, sees_the_error, &s));
	MUST_SEE_EVENT(q.qp, IBV_EVENT_QP_FATAL);
}

static int sees_no_event(void *argument __attribute__((unused)))
{
	MUST_SEE_NO_EVENT();
	return 0;
}

CHECK(one_that_closed_has_no_more, PROMISES(QP_OPN_09, QP_OPN_05),
      .needs = NEED_XRC | NEED_QP_FAULT | NEED_SRQ | NEED_OPEN_QP)
{
	struct shared s = { .file = domain_file() };
	struct other *b = other_start();
	struct rcv_qp q = shared_receiver(&s);

	SETUP_OF(BLOCK_XRC_OPEN, !other_does(b, opens, &s));
	SETUP_OF(BLOCK_RELEASE_QP, !other_does(b, destroys, &s));
	connected(&q);
	vct_inject_qp_error(q.qp);
	MUST_SEE_EVENT(q.qp, IBV_EVENT_QP_FATAL);
	MUST_SUCCEED(other_does(b, sees_no_event, &s));
}
