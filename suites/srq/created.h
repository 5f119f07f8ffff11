/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What must hold of a new SRQ, whichever verb created it: ibv_create_srq (create.c),
 * ibv_create_srq_ex (create_ex.c) or the legacy ibv_create_xsrq (create_xsrq.c).
 */
#ifndef SUITE_SRQ_CREATED_H
#define SUITE_SRQ_CREATED_H

#include "../vct.h"

/* Creates a SRQ on pd() by one of the verbs; *attr then holds what the verb returned. */
typedef struct ibv_srq *create_call(struct ibv_srq_attr *attr);

/* Powers of two, their neighbours, and a size that takes more than one page. */
struct srq_size_row {
	struct vct_row vct_row;
	uint32_t max_wr;
};
extern const struct srq_size_row srq_sizes[9];

/*
 * The SRQ has at least the WRs and SGEs asked for. Requests are reduced to what the device claims.
 */
void must_have_at_least(create_call *create, uint32_t max_wr, uint32_t max_sge);
/* The same for each number of SGEs that the device claims. */
void must_have_each_max_sge(create_call *create);
/*
 * The attributes that a verb returned for a new SRQ are its real ones: a WR may have max_sge SGEs,
 * and max_wr WRs fit. Where a query returns others, what the SRQ takes decides: the attributes of a
 * query are judged by other checks.
 */
void must_be_actual(struct ibv_srq *srq, const struct ibv_srq_attr *returned);
void must_return_actual_values(create_call *create);
void must_return_how_many_wrs_fit(create_call *create);
/* Posts WRs until one is refused, `most` at most; returns how many were taken. */
uint32_t post_until_refused(struct ibv_srq *srq, uint32_t most);

/*
 * A limit given at creation has no effect: a query returns 0, no event is armed, nothing is
 * refused.
 */
struct srq_limit_row {
	struct vct_row vct_row;
	uint32_t limit;
};
extern const struct srq_limit_row srq_limits[2];

struct ibv_srq *create_with_limit(create_call *create, uint32_t limit);
void must_read_no_limit(create_call *create, uint32_t limit);
void must_raise_no_event(create_call *create, uint32_t limit);
void must_resize_all_the_same(create_call *create);

/* More WRs or SGEs than the device claims: one more, or far more. */
struct ibv_srq *create_in_excess(create_call *create, bool wr, bool by_far);

/* The same; NULL is returned. For checks that cite SRQ-ATT-01 and SRQ-ATT-02 besides. */
void must_be_refused(create_call *create, bool wr, bool by_far);

void must_keep_context(const struct ibv_srq *srq, const void *context);

#endif
