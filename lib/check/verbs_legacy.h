/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The legacy verbs that a check may call, traced and tracked as those of verbs.h. Each is the one
 * of libibverbs if libibverbs still has it, else the one of lib/legacy over today's verbs.
 */
#ifndef VCT_VERBS_LEGACY_H
#define VCT_VERBS_LEGACY_H

#include <stdbool.h>
#include <stddef.h>

#define IBV_XRC_NO_OLD_NAMES
#include "../legacy/infiniband/verbs_xrc.h"

struct ibv_srq *vct_create_xsrq(struct ibv_pd *pd, struct ibv_xsrq_init_attr *init);
struct ibv_xrc_domain *vct_open_xrc_domain(struct ibv_context *context, int fd, int oflag);
int vct_close_xrc_domain(struct ibv_xrc_domain *domain);
struct ibv_srq *vct_create_xrc_srq(struct ibv_pd *pd, struct ibv_xrc_domain *domain,
				   struct ibv_cq *cq, struct ibv_xsrq_init_attr *init);
int vct_create_xrc_rcv_qp(struct ibv_xrc_qp_init_attr *init, uint32_t *number);
int vct_modify_xrc_rcv_qp(struct ibv_xrc_domain *domain, uint32_t number, struct ibv_qp_attr *attr,
			  int mask);
int vct_query_xrc_rcv_qp(struct ibv_xrc_domain *domain, uint32_t number, struct ibv_qp_attr *attr,
			 int mask, struct ibv_xrc_qp_init_attr *init);
int vct_reg_xrc_rcv_qp(struct ibv_xrc_domain *domain, uint32_t number);
int vct_unreg_xrc_rcv_qp(struct ibv_xrc_domain *domain, uint32_t number);

/*
 * Is the call ("open_xrc_domain") that of a library which the program links to? If not, it is that
 * of libibverbs-xrc. With a mutant it is: the mutant's library has all calls.
 */
bool vct_legacy_is_own(const char *call);
/* Writes the names of those that libibverbs has to `text`, of `size` bytes, blanks between. */
void vct_legacy_own(char *text, size_t size);

#endif
