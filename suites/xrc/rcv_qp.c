// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_create_xrc_rcv_qp, and ibv_create_qp_ex with IBV_QPT_XRC_RECV: what is created, from which
 * members, which processes can use it, and how long it lives.
 */
#include <fcntl.h>

#include "../vct.h"

enum { MAX_ERRNO = 4095 };

CHECK_ROWS(has_a_number_of_its_own, xrc_apis, PROMISES(XRV_CRE_01, QP_CEX_05),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct rcv_qp first = { 0 }, second = { 0 }, again;

	MUST_SUCCEED(rcv_qp_create(row->api, domain, &first));
	MUST_SUCCEED(rcv_qp_create(row->api, domain, &second));
	MUST_NE(NAMED("qp_num of the first QP", first.number), second.number);
	MUST_SUCCEED(rcv_qp_register(row->api, domain, first.number, &again));
	MUST_EQ(NAMED("qp_state", rcv_qp_state(&again)), IBV_QPS_RESET);
}

CHECK_ROWS(has_no_queues, xrc_apis, PROMISES(XRV_CRE_01, QP_CEX_05), .needs = NEED_XRC)
{
	struct rcv_qp q = rcv_qp_make(row->api, domain_make(row->api));
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, IBV_QPT_XRC_RECV),
		 !rcv_qp_query(&q, &attr, IBV_QP_CAP, &init));
	MUST_EQ(attr.cap.max_send_wr, 0);
	MUST_EQ(attr.cap.max_recv_wr, 0);
}

/* libibverbs-xrc passes on the domain alone. */
static const struct xrc_api_row creations[] = XRC_APIS_ANSWERED("create_xrc_rcv_qp");

CHECK_ROWS(only_the_domain_counts, creations, PROMISES(XRV_CRE_02), .needs = NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct ibv_cq *cq = cq_make(4);
	struct ibv_srq *srq = domain_srq_make(row->api, domain, cq, 4);
	struct rcv_qp q;
	struct link l;

	MUST_SUCCEED(rcv_qp_create_of_nonsense(row->api, domain, cq_make(1), &q));
	srq_post(srq, 5, 1);
	l = rcv_qp_link(&q, srq, cq);
	MUST_RECEIVE(&l, 5);
}

static const struct cqs_row {
	struct vct_row vct_row;
	bool send, receive;
} cqs_rows[] = {
	{ ROW("send"), .send = true },
	{ ROW("receive"), .receive = true },
	{ ROW("both"), .send = true, .receive = true },
};

/* The QP has no queues, and so no CQs: one that it was given may go before it. */
CHECK_ROWS(a_cq_that_does_not_count_may_go_first, cqs_rows, PROMISES(XRV_CRE_02), .needs = NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(XRC_TODAY);
	struct ibv_cq *cq = cq_make(4), *given = cq_make(4);
	struct ibv_srq *srq = domain_srq_make(XRC_TODAY, domain, cq, 4);
	struct ibv_qp_init_attr_ex init = {
		.send_cq = row->send ? given : NULL,
		.recv_cq = row->receive ? given : NULL,
		.qp_type = IBV_QPT_XRC_RECV,
		.comp_mask = IBV_QP_INIT_ATTR_XRCD,
		.xrcd = domain,
	};
	struct rcv_qp q = { .api = XRC_TODAY, .domain = domain };
	struct link l;

	q.qp = vct_create_qp_ex(ctx(), &init);
	MUST_MAKE(q.qp);
	q.number = q.qp->qp_num;
	srq_post(srq, 5, 1);
	l = rcv_qp_link(&q, srq, cq);
	/* From here on nothing is made that could have the memory of this CQ. */
	MUST_SUCCEED(vct_destroy_cq(given));
	MUST_RECEIVE(&l, 5);
	MUST_SUCCEED(vct_destroy_qp(q.qp));
}

CHECK_ROWS(reaches_every_srq_of_its_domain, xrc_apis, PROMISES(XRV_CRE_03), .needs = NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct rcv_qp q = rcv_qp_make(row->api, domain);
	struct ibv_cq *cqs[2] = { cq_make(4), cq_make(4) };
	struct ibv_srq *srqs[2];
	struct link l;

	for (int i = 0; i < 2; i++) {
		srqs[i] = domain_srq_make(row->api, domain, cqs[i], 4);
		srq_post(srqs[i], 10u * i, 2);
	}
	l = rcv_qp_link(&q, srqs[0], cqs[0]);
	for (int i = 0; i < 4; i++) {
		l.rx_cq = cqs[i % 2];
		SETUP_OF(BLOCK_XRC_SRQ, !vct_get_srq_num(srqs[i % 2], &l.srq_num));
		MUST_RECEIVE(&l, 10u * (i % 2) + i / 2);
		MUST_BE_EMPTY(cqs[!(i % 2)]);
	}
}

/* The QP that another process has created. */
struct made {
	enum xrc_api api;
	int file;
	struct rcv_qp q;
};

static int make_there(void *argument)
{
	struct made *m = argument;
	struct ibv_xrcd *domain = domain_open(m->api, m->file, O_CREAT);

	SETUP_OF(BLOCK_XRC_DOMAIN, domain);
	return rcv_qp_create(m->api, domain, &m->q);
}

static int unregister_there(void *argument)
{
	return rcv_qp_unregister(&((struct made *)argument)->q);
}

static void unregisters(struct other *creator, struct made *m)
{
	MUST_SUCCEED(other_does(creator, unregister_there, m));
}

static void leaves(struct other *creator, struct made *m __attribute__((unused)))
{
	other_leaves(creator);
}

static void is_killed(struct other *creator, struct made *m __attribute__((unused)))
{
	other_is_killed(creator);
}

static const struct ending_row {
	struct vct_row vct_row;
	enum xrc_api api;
	void (*end)(struct other *creator, struct made *m);
} endings[] = {
	{ ROW("legacy-unregistered"), XRC_LEGACY, unregisters },
	{ ROW("legacy-exited"), XRC_LEGACY, leaves },
	{ ROW("legacy-killed"), XRC_LEGACY, is_killed },
	{ ROW("today-destroyed"), XRC_TODAY, unregisters },
	{ ROW("today-exited"), XRC_TODAY, leaves },
	{ ROW("today-killed"), XRC_TODAY, is_killed },
};

/*
 * The process that created the QP ends while messages arrive. They continue to arrive until the
 * last registration ends.
 */
CHECK_ROWS(lives_as_long_as_one_is_registered, endings, PROMISES(XRV_CRE_04, XRV_REG_01, QP_OPN_05),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct made m = { .api = row->api, .file = domain_file() };
	struct other *creator = other_start();
	struct ibv_cq *cq = cq_make(4);
	struct ibv_xrcd *domain;
	struct ibv_srq *srq;
	struct rcv_qp q;
	struct link l;

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_XRC_RECV), !other_does(creator, make_there, &m));
	domain = domain_open(row->api, m.file, 0);
	SETUP_OF(BLOCK_XRC_DOMAIN, domain);
	JUDGING(XRV_REG_01);
	MUST_SUCCEED(rcv_qp_register(row->api, domain, m.q.number, &q));
	srq = domain_srq_make(row->api, domain, cq, 4);
	srq_post(srq, 0, 2);
	l = rcv_qp_link(&q, srq, cq);
	JUDGING(XRV_CRE_04);
	MUST_RECEIVE(&l, 0);
	row->end(creator, &m);
	MUST_RECEIVE(&l, 1);
	MUST_SUCCEED(rcv_qp_unregister(&q));
	MUST_REFUSE(rcv_qp_register(row->api, domain, m.q.number, &q));
}

/* The page of ibv_close_xrcd permits both: to close a domain that has a QP, and to refuse it. */
static const struct xrc_api_row closings[] = XRC_APIS_ANSWERED("close_xrc_domain");

CHECK_ROWS(its_creator_must_unregister, closings, PROMISES(XRV_CRE_05, XRCD_CLS_04),
	   .needs = NEED_XRC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct rcv_qp q = rcv_qp_make(row->api, domain);
	int ret = domain_close(row->api, domain);

	RECORD("closing the domain of a receive QP is %s", ret ? "refused" : "accepted");
	MUST(ret || row->api == XRC_TODAY, "a domain that has a receive QP is not closed; it was");
	MUST_SUCCEED(rcv_qp_unregister(&q));
	if (ret)
		MUST_SUCCEED(domain_close(row->api, domain));
}

/* Without a domain it is refused, whatever the device claims. */
CHECK_ROWS(needs_a_domain, creations, PROMISES(XRV_CRE_06, QP_CEX_05))
{
	struct ibv_qp_init_attr_ex today = { .qp_type = IBV_QPT_XRC_RECV };
	struct ibv_xrc_qp_init_attr legacy = { .qp_type = IBV_QPT_XRC_RECV };
	uint32_t number = 0;

	if (row->api == XRC_LEGACY)
		MUST_NE(vct_create_xrc_rcv_qp(&legacy, &number), 0); /* of either sign: see below */
	else
		MUST_MAKE_NONE(vct_create_qp_ex(ctx(), &today));
}

/*
 * The manual page says that the value of errno is returned; the header of OFED says that this call
 * alone negates it.
 */
CHECK(failure_is_not_0, PROMISES(XRV_CRE_07), .answered_by_library = "create_xrc_rcv_qp")
{
	struct ibv_xrc_qp_init_attr init = { 0 };
	uint32_t number = 0;
	int ret = vct_create_xrc_rcv_qp(&init, &number);

	RECORD("a failing ibv_create_xrc_rcv_qp returns %s errno value",
	       ret < 0 ? "a negated" : "an");
	MUST(ret && abs(ret) <= MAX_ERRNO,
	     "the call fails with an errno value, or with a negated one; it returned %d", ret);
}
