// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Objects that were there before those of a check. */
#include <unistd.h>

#include "../device.h"
#include "../objects/objects.h"
#include "neighbour.h"
#include "transition.h"

enum { PLENTY = 64, ENTRIES = 16, WRS = 8, BYTES = 4096 };

static struct {
	struct ibv_pd *pd;
	struct ibv_mr *mr;
	struct ibv_cq *cq;
	struct ibv_srq *srq;
	struct ibv_qp *qp;
} neighbour;
static pid_t chosen; /* the process whose check has neighbours */

/* Alone on its page, of any size: fork() may leave the page out. */
static char __attribute__((aligned(65536))) memory[65536];

static bool has(vct_needs need)
{
	return !vct_device_lacks(vct_dev, need);
}

static bool has_plenty(void)
{
	const struct ibv_device_attr *a = &vct_dev->attr.orig_attr;

	return a->max_pd >= PLENTY && a->max_mr >= PLENTY && a->max_cq >= PLENTY &&
	       a->max_qp >= PLENTY && (!a->max_srq || a->max_srq >= PLENTY);
}

/* About one of two, by its name. */
static bool is_chosen(const struct vct_case *c)
{
	vct_needs special = NEED_SRQ_FAULT | NEED_QP_FAULT | NEED_CQ_FAULT | NEED_STARVE;
	unsigned int sum = 0;

	for (const char *at = c->name; *at; at++)
		sum = sum * 31 + (unsigned char)*at;
	return (sum >> 1) & 1 && !(c->needs & special) && !c->check->sequences &&
	       !c->check->threads && !c->proves && c->apart == APART_NOT;
}

static void use_cq(struct ibv_cq *cq)
{
	struct ibv_wc wc;

	if (has(NEED_CQ_RESIZE))
		(void)ibv_resize_cq(cq, 2 * ENTRIES);
	(void)ibv_poll_cq(cq, 1, &wc);
}

static void use_srq(struct ibv_srq *srq)
{
	struct ibv_sge sge = { (uintptr_t)memory, BYTES, neighbour.mr->lkey };
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;
	struct ibv_srq_attr attr = { .srq_limit = 0 };

	(void)ibv_post_srq_recv(srq, &wr, &bad);
	(void)ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT);
}

static void use_qp(struct ibv_qp *qp)
{
	struct ibv_sge sge = { (uintptr_t)memory, BYTES, neighbour.mr->lkey };
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;
	struct ibv_qp_attr attr = legal_attr(IBV_QPS_INIT);

	if (has(NEED_IB_STATES))
		(void)ibv_modify_qp(qp, &attr,
				    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
					    IBV_QP_ACCESS_FLAGS);
	(void)ibv_post_recv(qp, &wr, &bad);
}

static void come(struct ibv_context *context)
{
	struct ibv_srq_init_attr srq = { .attr = { .max_wr = WRS, .max_sge = 1 } };
	struct ibv_qp_init_attr qp = { .qp_type = IBV_QPT_RC, .cap = { WRS, WRS, 1, 1, 0 } };

	if (chosen != getpid() || !has_plenty())
		return;
	neighbour.pd = ibv_alloc_pd(context);
	if (!neighbour.pd)
		return;
	neighbour.mr = ibv_reg_mr(neighbour.pd, memory, BYTES, IBV_ACCESS_LOCAL_WRITE);
	neighbour.cq = ibv_create_cq(context, ENTRIES, NULL, NULL, 0);
	if (!neighbour.mr || !neighbour.cq)
		return;
	use_cq(neighbour.cq);
	qp.send_cq = qp.recv_cq = neighbour.cq;
	neighbour.srq = has(NEED_SRQ) ? ibv_create_srq(neighbour.pd, &srq) : NULL;
	neighbour.qp = has(NEED_RC) ? ibv_create_qp(neighbour.pd, &qp) : NULL;
	if (neighbour.srq)
		use_srq(neighbour.srq);
	if (neighbour.qp)
		use_qp(neighbour.qp);
}

void vct_neighbours_of(const struct vct_case *c)
{
	chosen = is_chosen(c) ? getpid() : 0;
	ctx_is_followed_by(come);
}

void vct_neighbours_go(void)
{
	if (neighbour.qp)
		ibv_destroy_qp(neighbour.qp);
	if (neighbour.srq)
		ibv_destroy_srq(neighbour.srq);
	if (neighbour.cq)
		ibv_destroy_cq(neighbour.cq);
	if (neighbour.mr)
		ibv_dereg_mr(neighbour.mr);
	if (neighbour.pd)
		ibv_dealloc_pd(neighbour.pd);
}
