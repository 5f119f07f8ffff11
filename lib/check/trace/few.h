/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Devices that have few objects, or small ones: VFs, or a cgroup that limits them. "The real number
 * may be lower" than what ibv_query_device tells, so no page promises the last ones. And drivers
 * that lack a verb (lib/verbs/demanded.h).
 */
#ifndef VCT_FEW_H
#define VCT_FEW_H

#include <infiniband/verbs.h>
#include <stdbool.h>

/*
 * A verb has made no object, and errno was this; `release` is the verb that would release it. If
 * the device has as many of this kind as it claims, or nearly, a check that needs one more is SKIP.
 */
void vct_few_refused(const char *release, int error);
/* The check has another process, which may have objects that its own does not know of. */
void vct_few_shared(void);
/* A WR was refused with this errno value. A device may claim very few for each queue. */
void vct_few_places(int error, bool of_srq);
/*
 * An object of these sizes was not made. If the device claims less than one of them, a check that
 * needs it is SKIP.
 */
void vct_few_cqe(unsigned int cqe);
void vct_few_of_mr(size_t length);
void vct_few_of_dm(size_t length);
void vct_few_of_qp(const struct ibv_qp_cap *cap);
void vct_few_of_srq(const struct ibv_srq_attr *attr);
void vct_few_of_srq_ex(const struct ibv_srq_init_attr_ex *init);
void vct_few_of_wq(const struct ibv_wq_init_attr *init);
/*
 * This verb was refused with this errno value, and has not worked before in this check. If the
 * driver says that it lacks it, and no page demands it, a check that needs it is SKIP.
 */
void vct_lacks(const char *verb, int error);

#endif
