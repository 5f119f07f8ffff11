/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The objects that a check needs before it can judge. If one cannot be made, the check ends as
 * BROKEN; therefore the body of a check has no error handling. All objects are released when the
 * check ends. A check that judges a creation or a refusal calls the verb itself (verbs.h) and gives
 * its result to a MUST_ macro.
 */
#ifndef VCT_OBJECTS_H
#define VCT_OBJECTS_H

#include "../../base/deadline.h"
#include "../device.h"
#include "../judge.h"
#include "../trace/slots.h"
#include "../trace/verbs.h"

bool ctx_is_open(void);
struct ibv_context *ctx(void); /* the device, opened by this process at the first call */
/* It is called when the device has been opened. */
void ctx_is_followed_by(void (*function)(struct ibv_context *context));
struct ibv_pd *pd(void); /* its protection domain, allocated at the first call */

/*
 * Buffers: one memory region, divided into slots of SLOT_SIZE bytes. A receive WR writes to
 * recv_slot(wr_id); wr_ids whose difference is SLOTS share a slot. Messages are sent from
 * send_slot(), of which there are 16. The region allows local writes and remote reads and writes
 * (remote_access).
 */
char *recv_slot(uint64_t wr_id);
char *send_slot(uint64_t number);
struct ibv_mr *slots_mr(void);
/*
 * The flags of remote access to ask for when a region is made. On a device without RC and UC this
 * is 0: nothing has remote access to its regions, and it may refuse the flags.
 */
int remote_access(int flags);
/*
 * A region of its own, of `length` bytes of zeros. On both sides of it there are at least 4096
 * bytes, of zeros too, that belong to no region.
 */
struct ibv_mr *mr_make(struct ibv_pd *pd, size_t length, int access);
struct ibv_sge slot_sge(const void *slot, uint32_t length);

/* A CQ of at least `cqe` entries. */
struct ibv_cq *cq_make(int cqe);
enum { CQ_ENTRIES = 63 }; /* of a CQ for a few completions: no more than small HCAs have */
/* srq_make(.max_wr = 16, .max_sge = 1): an SRQ; max_wr and max_sge are 1 if not set. */
#define srq_make(...) srq_make_attr(&(struct ibv_srq_attr){ __VA_ARGS__ })
struct ibv_srq *srq_make_attr(const struct ibv_srq_attr *attr);
/* The attributes; BROKEN if the query fails. */
struct ibv_srq_attr srq_query(struct ibv_srq *srq);
/*
 * How many WRs an SRQ with these attributes takes. It is found by posting to one until it refuses,
 * so that only the checks of ibv_query_srq depend on what that verb returns.
 */
uint32_t srq_capacity(const struct ibv_srq_attr *attr);
/*
 * How many WRs this SRQ takes, which was made for `asked` of them and is destroyed: as many as
 * ibv_query_srq tells are tried, and `beyond` more. A device may refuse none. If it tells nothing,
 * four times as many as were asked for, and 64, are tried; if it refuses none of them, the check
 * needs ibv_query_srq.
 */
uint32_t srq_room(struct ibv_srq *scratch, uint32_t asked, uint32_t beyond);
/* n WRs, or n SGEs, or as many as the device claims for a SRQ, whichever is less. */
uint32_t srq_at_most(uint32_t n);
uint32_t srq_sge_at_most(uint32_t n);
/* n entries of a CQ, or as many as the device claims, whichever is less. */
unsigned int cqe_at_most(unsigned int n);
/* Sets the limit; BROKEN if it is refused. To judge it, use MUST_SUCCEED(srq_modify(...)). */
void srq_arm(struct ibv_srq *srq, uint32_t limit);
/* srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = 4): returns the return value of the verb. */
#define srq_modify(srq_, mask_, ...)                                                               \
	vct_modify_srq(srq_, &(struct ibv_srq_attr){ __VA_ARGS__ }, mask_)
/*
 * A list of n receive WRs with wr_ids from `first`, each of one SGE, the recv_slot() of its wr_id.
 * It is an array that the check may change and releases with free().
 */
struct ibv_recv_wr *recv_list(uint64_t first, unsigned int n);
/* Gives a WR n SGEs (at most 256) of one byte, for example one more than a queue allows. */
void recv_sges(struct ibv_recv_wr *wr, unsigned int n);
/* Posts one WR of n SGEs of one byte; returns the return value of the verb. */
int srq_try_sges(struct ibv_srq *srq, uint32_t n);
/* Posts recv_list(first, n). */
void srq_post(struct ibv_srq *srq, uint64_t first, unsigned int n);
/* Posts recv_list(first, n), and returns what the verb does. *posted: the WRs before *bad_wr. */
int srq_try_post(struct ibv_srq *srq, uint64_t first, unsigned int n, unsigned int *posted);
/* MUST_SAME_SRQ(srq, before): the query returns exactly the attributes in `before`. */
void must_same_srq(struct ibv_srq *srq, const struct ibv_srq_attr *before,
		   const struct vct_place *place);
#define MUST_SAME_SRQ(srq_, before_)                                                               \
	must_same_srq(srq_, &(before_), VCT_HERE("the attributes of the SRQ are as before"))

#endif
