// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Another process, which opens a domain of this one by its file, and makes or opens a receive QP in
 * it. Its handles count as those of this process do, until it releases them, exits, or is killed.
 */
#include <fcntl.h>

#include "xrc.h"

/* What this process knows of the other. */
static struct other *process;
static unsigned int its_domain; /* 0: none */
static struct model_rcv *its_rcv;

/* What it is asked to do, and what it found. */
struct request {
	enum xrc_api api;
	int file, oflags;
	bool makes;
	uint32_t number;
	enum ibv_qp_state state;
};

/* In the other process, from one call to the next. */
static struct ibv_xrcd *own_domain;
static struct rcv_qp own_qp;

static bool may_have_a_part(void)
{
	for (unsigned int i = 0; i < vct_sequence->n; i++)
		if (!strncmp(vct_sequence->steps[i].operation->name, "process_", 8))
			return true;
	return false;
}

void process_may_start(void)
{
	if (vct_device_lacks(vct_dev, NEED_XRC))
		return;
	xrc_open_files();
	if (may_have_a_part())
		process = other_start();
}

bool process_has_domain(unsigned int domain)
{
	return domain && its_domain == domain;
}

enum { NO_DOMAIN = -1 };

static int opens_there(void *argument)
{
	struct request *r = argument;
	int ret;

	own_domain = domain_open(r->api, r->file, r->oflags);
	if (!own_domain)
		return NO_DOMAIN;
	if (r->makes)
		ret = rcv_qp_create(r->api, own_domain, &own_qp);
	else
		ret = rcv_qp_register(r->api, own_domain, r->number, &own_qp);
	if (ret)
		return ret;
	r->number = own_qp.number;
	r->state = rcv_qp_state(&own_qp);
	return 0;
}

static int queries_there(void *argument)
{
	((struct request *)argument)->state = rcv_qp_state(&own_qp);
	return 0;
}

static int steps_there(void *argument)
{
	struct subject s = rcv_qp_subject(&own_qp);

	return subject_step(&s, ((struct request *)argument)->state, 0, 0);
}

static int releases_there(void *argument)
{
	struct request *r = argument;
	struct ibv_async_event e;

	while (next_event(&e))
		vct_ack_async_event(&e);
	r->makes = rcv_qp_unregister(&own_qp);
	return domain_close(r->api, own_domain);
}

static int fails_there(void *argument __attribute__((unused)))
{
	MUST_SEE_EVENT(own_qp.qp, IBV_EVENT_QP_FATAL);
	return 0;
}

/* Its part in the domain and in the QP begins. */
static void it_has(struct model_rcv *r)
{
	its_rcv = r;
	its_domain = r->domain;
	r->elsewhere = true;
}

OPERATION(process_open, ARGS({ "rcv", N_RCVS }),
	  PROMISES(QP_OPN_02, XRCD_OPN_04, XRV_DOM_01, XRV_QRY_01, XRV_REG_01), .weight = 2,
	  .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct model_rcv *r = &rcvs[arg[0]];
	bool today = r->api == XRC_TODAY;
	struct request q = { .api = r->api, .number = r->face.qp_num };
	int ret;

	q.file = file_of_domain(r->domain);
	if (!process || its_domain || !r->domain || q.file < 0 ||
	    vct_block_is_left_out(BLOCK_XRC_OPEN) || !ASK(today ? XRCD_OPN_04 : XRV_DOM_01) ||
	    !ASK(today ? QP_OPN_02 : XRV_REG_01))
		return false;
	ret = other_does(process, opens_there, &q);
	JUDGING(today ? XRCD_OPN_04 : XRV_DOM_01);
	MUST_NE(ret, NO_DOMAIN);
	JUDGING(today ? QP_OPN_02 : XRV_REG_01);
	MUST_SUCCEED(ret);
	MUST_EQ(NAMED("qp_num", q.number), r->face.qp_num);
	it_has(r);
	if (!r->as.unknown && ASK(XRV_QRY_01))
		MUST_EQ(q.state, r->as.state);
	return true;
}

/* In the domain of the file, which may be new. */
OPERATION(process_create, ARGS({ "rcv", N_RCVS }, { "file", N_FILES }, { "api", 2 }),
	  PROMISES(XRCD_OPN_05, XRCD_OPN_06, XRV_CRE_01, XRV_QRY_01), .weight = 2,
	  .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct model_rcv *r = &rcvs[arg[0]];
	struct request q = { .api = arg[2] ? XRC_LEGACY : XRC_TODAY,
			     .oflags = O_CREAT,
			     .makes = true };
	bool is_there = file_has_domain(arg[1], &q.api);
	int ret;

	q.file = file_of(arg[1]);
	if (!process || its_domain || r->domain || q.file < 0 ||
	    !ASK(is_there ? XRCD_OPN_06 : XRCD_OPN_05) || !ASK(XRV_CRE_01))
		return false;
	ret = other_does(process, opens_there, &q);
	JUDGING(is_there ? XRCD_OPN_06 : XRCD_OPN_05);
	MUST_NE(ret, NO_DOMAIN);
	JUDGING(XRV_CRE_01);
	MUST_SUCCEED(ret);
	MUST_EQ(q.state, IBV_QPS_RESET);
	rcv_is_made(r, q.api, domain_of(arg[1], q.api), q.number);
	it_has(r);
	return true;
}

OPERATION(process_step, PROMISES(XRV_MOD_03, XRV_QRY_01, XRV_QRY_04, QP_OPN_02),
	  .needs = NEED_XRC | NEED_OPEN_QP | NEED_IB_STATES)
{
	struct request q = { 0 };

	if (!its_rcv || its_rcv->as.unknown || its_rcv->as.state > IBV_QPS_INIT || !ASK(XRV_MOD_03))
		return false;
	q.state = its_rcv->as.state + 1;
	MUST_SUCCEED(other_does(process, steps_there, &q));
	rcv_has_changed(its_rcv, q.state);
	rcv_must_agree(its_rcv);
	return true;
}

OPERATION(process_query, PROMISES(XRV_QRY_01), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct request q = { 0 };

	if (!its_rcv || its_rcv->as.unknown || !ASK(XRV_QRY_01))
		return false;
	other_does(process, queries_there, &q);
	MUST_EQ(q.state, its_rcv->as.state);
	return true;
}

void process_sees_fatal(const struct model_rcv *r)
{
	struct request q = { 0 };

	if (its_rcv == r)
		MUST_SUCCEED(other_does(process, fails_there, &q));
}

static void it_releases(void)
{
	bool today = its_rcv->api == XRC_TODAY;
	struct request q = { .api = its_rcv->api };
	int closed = other_does(process, releases_there, &q);

	JUDGING(today ? QP_OPN_05 : XRV_UNR_02);
	MUST(!q.makes, "a receive QP that was left cannot be opened again; it was");
	JUDGING(today ? XRCD_CLS_01 : XRV_DOM_06);
	MUST_SUCCEED(closed);
}

/* It releases what it has and lives on, or exits, or is killed. */
OPERATION(process_ends, ARGS({ "how", 3 }),
	  PROMISES(QP_OPN_05, XRV_UNR_02, XRCD_CLS_01, XRV_CRE_04, XRV_DOM_06),
	  .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct model_rcv *r = its_rcv;
	unsigned int domain = its_domain;

	if (!r || !ASK(XRV_CRE_04) || !ASK(XRCD_CLS_01) || !ASK(XRV_DOM_06) ||
	    !ASK(r->api == XRC_TODAY ? QP_OPN_05 : XRV_UNR_02))
		return false;
	if (!arg[0])
		it_releases();
	else if (arg[0] == 1)
		other_leaves(process);
	else
		other_is_killed(process);
	if (arg[0])
		process = NULL;
	its_rcv = NULL;
	its_domain = 0;
	r->elsewhere = false;
	rcv_is_left(r);
	domain_is_left(domain);
	if (r->domain && !r->as.unknown)
		rcv_must_agree(r);
	return true;
}
