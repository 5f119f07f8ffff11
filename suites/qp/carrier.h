/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Links of each type of QP that carries RDMA requests, with a region on each side, for the checks
 * of writes and reads (rdma.c) and of atomics (atomic.c).
 */
#ifndef SUITE_QP_CARRIER_H
#define SUITE_QP_CARRIER_H

#include "../vct.h"

struct carrier_row {
	struct vct_row vct_row; /* its kind is 1 if it has reads and atomics */
	enum ibv_qp_type type;  /* of the sender */
	bool own_queue;         /* the receiver is not on a SRQ */
};
enum { CARRIES_READS = 1 };
extern const struct carrier_row carriers[4];

struct carrier {
	struct link l;
	struct ibv_mr *mr;    /* both regions are in it */
	char *local, *remote; /* REGION bytes each, which differ in every byte */
	uint64_t markers;     /* messages that carrier_catches_up() sent */
};
enum { REGION = 32768, MARGIN = 64 };

struct carrier carrier_make(const struct carrier_row *row);
/* The same, with the first packet sequence number. */
struct carrier carrier_make_from(const struct carrier_row *row, uint32_t psn);
/* The regions are as after carrier_make(). */
void carrier_refill(struct carrier *c);
/*
 * Posts a request of `length` bytes between local + at and remote + at. Its completion comes if it
 * is signaled.
 */
#define carrier_post(carrier_, opcode_, at_, length_, ...)                                         \
	link_post(&(carrier_)->l, opcode_, .data = (carrier_)->local + (at_),                      \
		  .to = (carrier_)->remote + (at_), .lkey = (carrier_)->mr->lkey,                  \
		  .rkey = (carrier_)->mr->rkey, .length = (length_), ##__VA_ARGS__)
/* n requests complete, in their order, with success. */
#define MUST_COMPLETE_ALL(carrier_, n_)                                                            \
	must_complete_all(carrier_, n_, VCT_HERE("all requests complete"))
void must_complete_all(struct carrier *c, unsigned int n, const struct vct_place *place);
/* A message behind all requests is received: what they wrote is visible. */
void carrier_catches_up(struct carrier *c);
/* The bytes from `at` on are those of the other region, and all others as carrier_make() left them.
 */
#define MUST_BE_COPIED(carrier_, to_, at_, length_)                                                \
	must_be_copied(carrier_, (carrier_)->to_, at_, length_,                                    \
		       VCT_HERE("the request changes its bytes, and no others"))
void must_be_copied(const struct carrier *c, const char *to, size_t at, size_t length,
		    const struct vct_place *place);

#endif
