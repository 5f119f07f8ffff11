/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What checks are made of: objects that have to exist before there is anything to judge. Where one
 * cannot be made the check ends as BROKEN, so a check's body has no error flow. Everything is
 * released by itself. To judge a creation or a refusal, call the vct_ verb (verbs.h) and MUST_ its
 * result.
 */
#ifndef VCT_OBJECTS_H
#define VCT_OBJECTS_H

#include "../base/deadline.h"
#include "device.h"
#include "judge.h"
#include "verbs.h"

struct ibv_context *ctx(void); /* the check's own open device, made at first use */
struct ibv_pd *pd(void);       /* its protection domain, likewise */

/*
 * Buffers: one registered area of slots. The receive WR with a wr_id lands in recv_slot(wr_id);
 * wr_ids SLOTS apart share one. Sends come from send_slot(). All have the access flags needed for
 * remote writes.
 */
enum { SLOTS = 64, SLOT_SIZE = 1024 };
char *recv_slot(uint64_t wr_id);
char *send_slot(uint64_t number);
struct ibv_mr *slots_mr(void);
struct ibv_sge slot_sge(const void *slot, uint32_t length);

struct ibv_cq *cq_make(int cqe);
/* srq_make(.max_wr = 16, .max_sge = 1): at least one of each, srq_limit as given */
#define srq_make(...) srq_make_attr(&(struct ibv_srq_attr){ __VA_ARGS__ })
struct ibv_srq *srq_make_attr(const struct ibv_srq_attr *attr);
struct ibv_srq_attr srq_query(struct ibv_srq *srq);
/* Sets the limit, as a step on the way: MUST_SUCCEED(srq_modify(...)) is how to judge it. */
void srq_arm(struct ibv_srq *srq, uint32_t limit);
/* srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = 4): the verb's own return value */
#define srq_modify(srq_, mask_, ...)                                                               \
	vct_modify_srq(srq_, &(struct ibv_srq_attr){ __VA_ARGS__ }, mask_)
/*
 * A list of n receive WRs of one SGE and SLOT_SIZE bytes, wr_ids from `first` on, each for its
 * recv_slot(): an array of n to change at will, which free() releases.
 */
struct ibv_recv_wr *recv_list(uint64_t first, unsigned int n);
/* Gives a WR n SGEs of one byte: one more than a queue allows, say. */
void recv_sges(struct ibv_recv_wr *wr, unsigned int n);
/* Posts such a list of n. */
void srq_post(struct ibv_srq *srq, uint64_t first, unsigned int n);
/* The same as the verb's own return value; *posted tells how many of the list were taken. */
int srq_try_post(struct ibv_srq *srq, uint64_t first, unsigned int n, unsigned int *posted);
/* MUST_SAME_SRQ(srq, before): query gives exactly these attributes */
void must_same_srq(struct ibv_srq *srq, const struct ibv_srq_attr *before,
		   const struct vct_place *place);
#define MUST_SAME_SRQ(srq_, before_)                                                               \
	must_same_srq(srq_, &(before_), VCT_HERE("the attributes of " #srq_ " are as before"))

#endif
