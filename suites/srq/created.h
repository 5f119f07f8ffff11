/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What is asked of a new SRQ whichever call has made it: ibv_create_srq (create.c),
 * ibv_create_srq_ex (create_ex.c) or the ibv_create_xsrq of old (create_xsrq.c).
 */
#ifndef SUITE_SRQ_CREATED_H
#define SUITE_SRQ_CREATED_H

#include "../vct.h"

/* Makes a SRQ of pd() by one of the calls, which returns in attr what it does. */
typedef struct ibv_srq *create_call(struct ibv_srq_attr *attr);

/* Powers of two, their neighbours, and more than a page of them. */
struct srq_size_row {
	struct vct_row vct_row;
	uint32_t max_wr;
};
extern const struct srq_size_row srq_sizes[9];

/* It has at least as many as asked for: no more than the device claims are. */
void must_have_at_least(create_call *create, uint32_t max_wr, uint32_t max_sge);
/* For each number of SGEs that the device claims. */
void must_have_each_max_sge(create_call *create);
/* What the call returns is what a query gives; and exactly as many WRs fit. */
void must_return_what_query_gives(create_call *create);
void must_return_how_many_wrs_fit(create_call *create);

/* A limit given at creation is of no effect: it is not read back, arms nothing, forbids nothing. */
struct srq_limit_row {
	struct vct_row vct_row;
	uint32_t limit;
};
extern const struct srq_limit_row srq_limits[2];

struct ibv_srq *create_with_limit(create_call *create, uint32_t limit);
void must_read_no_limit(create_call *create, uint32_t limit);
void must_raise_no_event(create_call *create, uint32_t limit);
void must_resize_all_the_same(create_call *create);

/* More WRs or SGEs than the device claims, by one or by far. */
struct ibv_srq *create_in_excess(create_call *create, bool wr, bool by_far);

void must_keep_context(const struct ibv_srq *srq, const void *context);

#endif
