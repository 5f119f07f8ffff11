// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_reg_xrc_rcv_qp and ibv_unreg_xrc_rcv_qp, and the current ibv_open_qp and ibv_destroy_qp of
 * the handle. Another process creates the QP.
 */
#include <fcntl.h>

#include "../vct.h"

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
	m->q = rcv_qp_make(m->api, domain);
	rcv_qp_to_init(&m->q);
	return 0;
}

static int unregister_there(void *argument)
{
	return rcv_qp_unregister(&((struct made *)argument)->q);
}

/* A QP in INIT, created by another process. Returns a handle of its domain in this process. */
static struct ibv_xrcd *made_by(struct other *creator, struct made *m)
{
	struct ibv_xrcd *domain;

	SETUP_OF(BLOCK_OF_QP(QP_IS_MADE, IBV_QPT_XRC_RECV), !other_does(creator, make_there, m));
	domain = domain_open(m->api, m->file, 0);
	SETUP_OF(BLOCK_XRC_DOMAIN, domain);
	return domain;
}

CHECK_ROWS(a_registered_process_has_the_qp, xrc_apis, PROMISES(XRV_REG_01, QP_OPN_02),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct made m = { .api = row->api, .file = domain_file() };
	struct other *creator = other_start();
	struct ibv_xrcd *domain = made_by(creator, &m);
	struct rcv_qp q;

	MUST_SUCCEED(rcv_qp_register(row->api, domain, m.q.number, &q));
	MUST_EQ(NAMED("qp_num", q.number), m.q.number);
	MUST_EQ(NAMED("qp_state", rcv_qp_state(&q)), IBV_QPS_INIT);
}

/* Numbers that no receive QP of the domain has. */
static uint32_t freed_number(enum xrc_api api, struct ibv_xrcd *domain)
{
	struct rcv_qp q = rcv_qp_make(api, domain);

	SETUP_OF(BLOCK_RELEASE_QP, !rcv_qp_unregister(&q));
	return q.number;
}

static uint32_t number_of_rc(enum xrc_api api __attribute__((unused)),
			     struct ibv_xrcd *domain __attribute__((unused)))
{
	struct ibv_cq *cq = cq_make(1);

	return qp_make(IBV_QPT_RC, NULL, cq, cq)->qp_num;
}

static uint32_t number_of_xrc_send(enum xrc_api api __attribute__((unused)),
				   struct ibv_xrcd *domain __attribute__((unused)))
{
	return xrc_qp_make(IBV_QPT_XRC_SEND, NULL, cq_make(1))->qp_num;
}

static uint32_t number_of_another_domain(enum xrc_api api,
					 struct ibv_xrcd *domain __attribute__((unused)))
{
	return rcv_qp_make(api, domain_make(api)).number;
}

struct wrong_row {
	struct vct_row vct_row;
	enum xrc_api api;
	uint32_t (*number)(enum xrc_api api, struct ibv_xrcd *domain);
};

static const struct wrong_row unregistrable[] = {
	{ ROW("legacy-freed", XRV_REG_02, QP_OPN_06), XRC_LEGACY, freed_number },
	{ ROW("legacy-rc", XRV_REG_03, QP_OPN_06), XRC_LEGACY, number_of_rc },
	{ ROW("legacy-xrc-send", XRV_REG_03, QP_OPN_06), XRC_LEGACY, number_of_xrc_send },
	{ ROW("legacy-other-domain", XRV_REG_04, QP_OPN_06), XRC_LEGACY, number_of_another_domain },
	{ ROW("today-freed", XRV_REG_02, QP_OPN_06), XRC_TODAY, freed_number },
	{ ROW("today-rc", XRV_REG_03, QP_OPN_06), XRC_TODAY, number_of_rc },
	{ ROW("today-xrc-send", XRV_REG_03, QP_OPN_06), XRC_TODAY, number_of_xrc_send },
	{ ROW("today-other-domain", XRV_REG_04, QP_OPN_06), XRC_TODAY, number_of_another_domain },
};

/* The header of OFED says EINVAL; the manual page says only that it may fail. */
CHECK_ROWS(refuses, unregistrable, .needs = NEED_XRC | NEED_RC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	struct rcv_qp q;
	int ret = rcv_qp_register(row->api, domain, row->number(row->api, domain), &q);

	RECORD("registering returns %d", ret);
	MUST_NE(ret, 0);
}

CHECK_ROWS(comes_and_goes, xrc_apis, PROMISES(XRV_UNR_01), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct made m = { .api = row->api, .file = domain_file() };
	struct other *creator = other_start();
	struct ibv_xrcd *domain = made_by(creator, &m);
	struct rcv_qp q;

	for (int i = 0; i < 3; i++) {
		SETUP_OF(BLOCK_XRC_OPEN, !rcv_qp_register(row->api, domain, m.q.number, &q));
		MUST_EQ(NAMED("qp_state", rcv_qp_state(&q)), IBV_QPS_INIT);
		MUST_SUCCEED(rcv_qp_unregister(&q));
	}
}

/* The QP remains while its creator holds it, and is destroyed when the creator releases it last. */
CHECK_ROWS(the_last_one_destroys_it, xrc_apis, PROMISES(XRV_UNR_02, QP_OPN_05, XRV_CRE_05),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct made m = { .api = row->api, .file = domain_file() };
	struct other *creator = other_start();
	struct ibv_xrcd *domain = made_by(creator, &m);
	struct rcv_qp q;

	SETUP_OF(BLOCK_XRC_OPEN, !rcv_qp_register(row->api, domain, m.q.number, &q));
	MUST_SUCCEED(rcv_qp_unregister(&q));
	JUDGING(XRV_CRE_05);
	MUST_SUCCEED(rcv_qp_register(row->api, domain, m.q.number, &q));
	JUDGING(XRV_UNR_02);
	MUST_SUCCEED(other_does(creator, unregister_there, &m));
	MUST_EQ(NAMED("qp_state", rcv_qp_state(&q)), IBV_QPS_INIT);
	MUST_SUCCEED(rcv_qp_unregister(&q));
	MUST_REFUSE(rcv_qp_register(row->api, domain, m.q.number, &q));
}

/* The page counts processes; whether a second call of one process counts is recorded. */
CHECK(a_process_that_registers_twice, PROMISES(XRV_UNR_02), .needs = NEED_XRC,
      .answered_by_library = "reg_xrc_rcv_qp")
{
	struct ibv_xrcd *domain = domain_make(XRC_LEGACY);
	struct rcv_qp q = rcv_qp_make(XRC_LEGACY, domain), again;

	SETUP_OF(BLOCK_XRC_OPEN, !rcv_qp_register(XRC_LEGACY, domain, q.number, &again));
	MUST_SUCCEED(rcv_qp_unregister(&q));
	RECORD("a process that registers twice must unregister %s",
	       rcv_qp_unregister(&again) ? "once" : "twice");
	MUST_REFUSE(rcv_qp_register(XRC_LEGACY, domain, q.number, &q));
}

#define IN_THE_LIBRARY(name_)                                                                      \
	{                                                                                          \
		.name = (name_), .answered_by_library = "unreg_xrc_rcv_qp"                         \
	}
static const struct wrong_row not_registered[] = {
	{ IN_THE_LIBRARY("freed"), XRC_LEGACY, freed_number },
	{ IN_THE_LIBRARY("rc"), XRC_LEGACY, number_of_rc },
	{ IN_THE_LIBRARY("xrc-send"), XRC_LEGACY, number_of_xrc_send },
	{ ROW("other-domain"), XRC_LEGACY, number_of_another_domain },
};

/* Only the legacy call can fail in this way: the current one takes a handle. */
CHECK_ROWS(unregistering_refuses, not_registered, PROMISES(XRV_UNR_03), .needs = NEED_XRC | NEED_RC)
{
	struct ibv_xrcd *domain = domain_make(row->api);
	int ret = vct_unreg_xrc_rcv_qp(domain, row->number(row->api, domain));

	RECORD("ibv_unreg_xrc_rcv_qp returns %d", ret);
	MUST_NE(ret, 0);
}

/* The page of ibv_close_xrcd permits both: to close a domain that has a QP, and to refuse it. */
static const struct xrc_api_row closings[] = XRC_APIS_ANSWERED("close_xrc_domain");

CHECK_ROWS(a_registered_process_cannot_close, closings, PROMISES(XRV_UNR_04, XRCD_CLS_04),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct made m = { .api = row->api, .file = domain_file() };
	struct other *creator = other_start();
	struct ibv_xrcd *domain = made_by(creator, &m);
	struct rcv_qp q;
	int ret;

	SETUP_OF(BLOCK_XRC_OPEN, !rcv_qp_register(row->api, domain, m.q.number, &q));
	ret = domain_close(row->api, domain);
	RECORD("closing the domain of a registered QP is %s", ret ? "refused" : "accepted");
	MUST(ret || row->api == XRC_TODAY, "a domain that has a receive QP is not closed; it was");
	MUST_SUCCEED(rcv_qp_unregister(&q));
	if (ret)
		MUST_SUCCEED(domain_close(row->api, domain));
}
