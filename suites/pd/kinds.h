/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is made in a protection domain: a row for each kind of object. */
#ifndef SUITE_PD_KINDS_H
#define SUITE_PD_KINDS_H

#include "../vct.h"

enum kind { REGION, NULL_REGION, WINDOW, AH, SRQ, QP };

static const struct kind_row {
	struct vct_row vct_row;
	enum kind kind;
} kinds[] = {
	{ ROW("region"), .kind = REGION },
	{ .vct_row = { .name = "null-region", .needs = NEED_NULL_MR }, .kind = NULL_REGION },
	{ .vct_row = { .name = "window", .needs = NEED_MW2 }, .kind = WINDOW },
	{ .vct_row = { .name = "address-handle", .needs = NEED_UD }, .kind = AH },
	{ .vct_row = { .name = "srq", .needs = NEED_SRQ }, .kind = SRQ },
	{ .vct_row = { .name = "qp", .needs = NEED_RC }, .kind = QP },
};

static inline struct ibv_qp *try_qp(struct ibv_pd *domain, struct ibv_cq *cq)
{
	struct ibv_qp_init_attr init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};

	return vct_create_qp(domain, &init);
}

/* An object of this kind in the domain; NULL: the verb failed. */
static inline void *make_in(struct ibv_pd *domain, enum kind kind)
{
	struct ibv_srq_init_attr srq = { .attr = { .max_wr = 1, .max_sge = 1 } };
	struct ibv_ah_attr address = own_address();

	switch (kind) {
	case REGION:
		return vct_reg_mr(domain, pages(), PAGE, 0);
	case NULL_REGION:
		return vct_alloc_null_mr(domain);
	case WINDOW:
		return vct_alloc_mw(domain, IBV_MW_TYPE_2);
	case AH:
		return vct_create_ah(domain, &address);
	case SRQ:
		return vct_create_srq(domain, &srq);
	default:
		return try_qp(domain, cq_make(8));
	}
}

#endif
