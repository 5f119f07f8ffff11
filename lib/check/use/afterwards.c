// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Uses the objects of the refused calls of a check. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../far/far.h"
#include "../objects/event.h"
#include "../sequence.h"
#include "../trace/refused.h"
#include "../trace/track.h"
#include "afterwards.h"
#include "goes_on.h"
#include "link.h"

enum { USED_OF_A_REGION = 64 };

static bool is_made_by(const void *object, const char *verb)
{
	const char *made_by = vct_made_by(object);

	return made_by && !strcmp(made_by, verb);
}

/* With both CQs, of which each completion is seen. */
static bool has_plain_cqs(const struct ibv_qp *qp)
{
	return is_made_by(qp->send_cq, "ibv_create_cq") && is_made_by(qp->recv_cq, "ibv_create_cq");
}

/* RC, UC or UD, with room for a WR; or a QP that is brought up alone. No QP is without a query. */
static bool is_usable_qp(struct ibv_qp *qp)
{
	bool of_xrc = qp->qp_type == IBV_QPT_XRC_SEND || qp->qp_type == IBV_QPT_XRC_RECV;
	bool linked =
		qp->qp_type == IBV_QPT_RC || qp->qp_type == IBV_QPT_UC || qp->qp_type == IBV_QPT_UD;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	if (vct_device_lacks(vct_dev, NEED_IB_STATES) || vct_query_qp(qp, &attr, IBV_QP_CAP, &init))
		return false;
	if (linked)
		return qp->pd == pd() && has_plain_cqs(qp) && init.cap.max_send_wr &&
		       init.cap.max_send_sge;
	return of_xrc || (qp->qp_type == IBV_QPT_RAW_PACKET && has_plain_cqs(qp));
}

/* The region has the memory that is sent from, and this process may write to it. */
static bool is_usable_mr(const struct ibv_mr *mr)
{
	int file[2];
	bool usable;

	if (mr->pd != pd() || mr->length < USED_OF_A_REGION || pipe2(file, O_CLOEXEC | O_NONBLOCK))
		return false;
	usable = write(file[1], mr->addr, USED_OF_A_REGION) == USED_OF_A_REGION &&
		 read(file[0], mr->addr, USED_OF_A_REGION) == USED_OF_A_REGION;
	close(file[0]);
	close(file[1]);
	return usable;
}

/* Takes the object for the use, unless it has one of its kind. */
static void take(void *object, struct in_use *use, struct subject *s)
{
	bool is_qp = is_made_by(object, "ibv_create_qp") || is_made_by(object, "ibv_create_qp_ex");

	if (vct_is_far(object))
		return;
	if (is_qp && !use->qp && is_usable_qp(object)) {
		*s = qp_subject(object);
		use->qp = s;
	} else if (is_made_by(object, "ibv_create_srq") && !use->srq &&
		   ((struct ibv_srq *)object)->pd == pd() && vct_srq_waits(object) >= 0) {
		use->srq = object;
		use->waiting = vct_srq_waits(object);
	} else if (is_made_by(object, "ibv_create_cq") && !use->cq &&
		   ((struct ibv_cq *)object)->context == ctx() && !cq_is_in_error(object)) {
		use->cq = object;
	} else if (is_made_by(object, "ibv_reg_mr") && !use->mr && is_usable_mr(object)) {
		use->mr = object;
	} else if (is_made_by(object, "ibv_open_xrcd") && !use->xrcd) {
		use->xrcd = object;
	}
}

static void judge_answer(void *context)
{
	const struct vct_odd_answer *odd = context;
	const char *expected = odd->returned ? "a verb that fails returns an errno value"
					     : "a verb that returns NULL sets errno";
	char seen[128], reason[320];

	snprintf(seen, sizeof(seen), "%s returned %s", odd->verb,
		 odd->returned ? vct_errno_text(odd->returned) : "NULL, and errno is 0");
	snprintf(reason, sizeof(reason), "%s, and it is promised that %s", seen, expected);
	vct_fail_with(VCT_HERE(expected), reason, expected, seen);
}

void vct_judge_answers(struct vct_evidence *e)
{
	const struct vct_odd_answer *odd = vct_odd_answer();
	const struct vct_promise *promise =
		vct_promise_find(odd && odd->returned ? "RET-01" : "RET-02");

	if (!odd || vct_is_left_out(promise)) /* by random use */
		return;
	e->promise = promise;
	vct_until_end(e, NULL, judge_answer, (void *)odd);
}

static void use_them(void *unused __attribute__((unused)))
{
	const struct vct_refusal *r;
	struct in_use use = { .qp = NULL };
	struct subject s;
	char words[160];

	for (size_t i = 0; (r = vct_refusal(i)); i++)
		for (size_t n = 0; n < r->n; n++)
			take((void *)r->given[n], &use, &s);
	if (!use.qp && !use.srq && !use.cq && !use.mr && !use.xrcd)
		return;
	snprintf(words, sizeof(words), "what a refused call (%s) was given is used as before",
		 vct_refusal(0)->verb);
	vct_forget_refusals();
	vct_setup_is_judged(VCT_HERE(words));
	go_on(&use);
	vct_setup_is_judged(NULL);
	vct_held();
}

static bool may_be_used(const struct vct_case *c)
{
	vct_needs faults = NEED_SRQ_FAULT | NEED_QP_FAULT | NEED_CQ_FAULT | NEED_STARVE;

	return vct_refusal(0) && vct_nothing_waits() && !(c->needs & faults) &&
	       !c->check->threads && !c->check->sequences && !vct_links_are_apart() &&
	       !vct_no_more()[0];
}

/* The device, the process or its cgroup has no more objects of a kind. */
static bool is_for_want(int error)
{
	return error == ENOMEM || error == EAGAIN || error == ENOSPC || error == EMFILE ||
	       error == ENFILE || error == EPERM;
}

static bool an_object_is_wanting(void)
{
	const struct vct_refusal *r;
	bool wanting = false;

	for (size_t i = 0; (r = vct_refusal(i)); i++)
		wanting |= r->makes && is_for_want(r->error);
	return wanting;
}

void vct_use_refused(struct vct_evidence *e, const struct vct_case *c)
{
	const struct vct_promise *at_stake = e->promise;

	if (!may_be_used(c))
		return;
	e->promise = vct_promise_find("AFT-01"); /* suites/promises/after.h */
	if (vct_until_end(e, NULL, use_them, NULL) ||
	    (e->verdict == VCT_FAIL && !an_object_is_wanting())) {
		e->promise = e->verdict == VCT_FAIL ? e->promise : at_stake;
		return;
	}
	vct_record("the objects of refused calls are not used: %s", e->reason);
	e->verdict = VCT_NOTRUN;
	e->promise = at_stake;
	e->reason[0] = e->where[0] = e->expected[0] = e->seen[0] = '\0';
}
