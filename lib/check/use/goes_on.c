// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Uses what a refused call was given. */
#include <string.h>

#include "../objects/channel.h"
#include "../objects/event.h"
#include "../trace/refused.h"
#include "goes_on.h"
#include "link.h"
#include "pattern.h"

enum { LENGTH = 64, WR_ID = 40, GRH = 40 };

/* RC, or UD on a device without RC QPs. */
static enum ibv_qp_type type_of_link(void)
{
	return vct_device_lacks(vct_dev, NEED_RC) ? IBV_QPT_UD : IBV_QPT_RC;
}

/* False where librdmacm cannot connect the QPs of an iWARP device. */
static bool has_links(void)
{
	return !vct_device_lacks(vct_dev, NEED_RC) || !vct_device_lacks(vct_dev, NEED_UD);
}

static void empty(struct ibv_cq *cq)
{
	while (vct_poll_cq(cq, 1, &(struct ibv_wc){ 0 }) > 0)
		;
}

static struct ibv_qp *bring_down(const struct subject *s)
{
	struct ibv_qp *qp = (struct ibv_qp *)s->object;

	if (subject_query(s).qp_state != IBV_QPS_RESET)
		qp_to_state(qp, IBV_QPS_RESET);
	if (qp->send_cq)
		empty(qp->send_cq);
	if (qp->recv_cq && qp->recv_cq != qp->send_cq)
		empty(qp->recv_cq);
	return qp;
}

/* The message may take another WR of the SRQ than the last. */
static void pass_a_message(struct link *l, const struct in_use *use)
{
	char *sent = use->mr ? use->mr->addr : send_slot(0);
	const char *received;

	pattern(sent, LENGTH, WR_ID);
	link_message(l, IBV_WR_SEND, .data = sent, .lkey = use->mr ? use->mr->lkey : 0,
		     .length = LENGTH);
	received = recv_slot(l->wc.wr_id) + (l->ah ? GRH : 0);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, l->tx->qp_type), !memcmp(received, sent, LENGTH));
}

/*
 * The last WR of the SRQ raises its event when it is consumed, and the completion that of the CQ.
 * Returns whether the SRQ is armed: one of one WR may refuse a limit that is as large.
 */
static bool arm(const struct in_use *use)
{
	if (use->cq && use->cq->channel)
		cq_arm(use->cq, 0);
	return use->srq && !srq_modify(use->srq, IBV_SRQ_LIMIT, .srq_limit = 1);
}

static void must_be_told(const struct in_use *use, bool armed)
{
	if (armed)
		SETUP_EVENT(use->srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	if (use->cq && use->cq->channel)
		SETUP_OF(BLOCK_COMPLETION_EVENT, cq_is_notified(use->cq));
}

static bool is_linked(enum ibv_qp_type type)
{
	return type == IBV_QPT_RC || type == IBV_QPT_UC || type == IBV_QPT_UD;
}

bool go_on(const struct in_use *use)
{
	enum ibv_qp_type type = use->qp ? use->qp->type : type_of_link();
	/* Far from the PSNs of an earlier life: what is still on its way from it is dropped. */
	struct link_attr attr = { .no_srq = !use->srq, .local = true, .psn = 1 << 22 };
	bool linked = is_linked(type) && has_links();
	struct link l;
	bool armed;

	if (use->srq)
		SETUP_OF(BLOCK_SRQ_LIMIT, !srq_modify(use->srq, IBV_SRQ_LIMIT, .srq_limit = 0));
	if (use->qp)
		attr.tx = bring_down(use->qp);
	attr.srq = use->srq;
	attr.rx_cq = use->cq;
	attr.xrcd = use->xrcd;
	if (use->cq)
		empty(use->cq);
	if (linked || use->xrcd) {
		l = use->xrcd ? xrc_link_make(&attr) : link_make(type, &attr);
		for (int i = 0; i < use->waiting; i++)
			pass_a_message(&l, use);
		link_post_receives(&l, recv_list(WR_ID, 1));
		armed = arm(use);
		pass_a_message(&l, use);
		must_be_told(use, armed);
	} else if (use->qp) {
		subject_reach(use->qp, IBV_QPS_RTS);
	}
	vct_forget_refusals();
	return linked || use->qp || use->srq || use->xrcd;
}
