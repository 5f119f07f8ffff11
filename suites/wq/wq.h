/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the checks of work queues share. */
#ifndef SUITES_WQ_WQ_H
#define SUITES_WQ_WQ_H

#include "../vct.h"

static inline struct ibv_wq_init_attr wq_init(struct ibv_cq *cq, uint32_t max_wr, uint32_t max_sge)
{
	return (struct ibv_wq_init_attr){ .wq_context = &vct_dev,
					  .wq_type = IBV_WQT_RQ,
					  .max_wr = max_wr,
					  .max_sge = max_sge,
					  .pd = pd(),
					  .cq = cq };
}

/* A WQ of 16 WRs of one SGE. What creates WQs is judged in create.c. */
static inline struct ibv_wq *wq_make(struct ibv_cq *cq)
{
	struct ibv_wq_init_attr init = wq_init(cq, 16, 1);
	struct ibv_wq *wq = vct_create_wq(ctx(), &init);

	SETUP_OF(BLOCK_WQ, wq);
	return wq;
}

/* wq_modify(wq, IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY) */
#define wq_modify(wq_, mask_, ...)                                                                 \
	vct_modify_wq(wq_, &(struct ibv_wq_attr){ .attr_mask = (mask_), ##__VA_ARGS__ })

/* A table of 2^log_size WQs; NULL if it is refused. */
static inline struct ibv_rwq_ind_table *wq_table(struct ibv_wq *const *wqs, uint32_t log_size)
{
	struct ibv_rwq_ind_table_init_attr init = { .log_ind_tbl_size = log_size,
						    .ind_tbl = (struct ibv_wq **)wqs };

	errno = 0;
	return vct_create_rwq_ind_table(ctx(), &init);
}

#endif
