/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What makes and judges the cases of pairs.c. */
#ifndef SUITE_QP_PAIR_H
#define SUITE_QP_PAIR_H

#include "../../lib/check/use/cover.h"
#include "buffers.h"
#include "wr.h"

struct pair_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	bool on_srq; /* the receiver takes its WRs from a SRQ, of XRC from an XRC SRQ */
	enum ibv_wr_opcode opcode;
};

enum pair_form {
	PAIR_BUILT = 1, /* by ibv_wr_*, not by ibv_post_send */
	PAIR_INLINE = 2,
	PAIR_LISTS = 4,      /* of two and more buffers, not of one and none */
	PAIR_ZERO_BASED = 8, /* in regions that begin at address 0 */
};

/* The first three are those of the request's buffers: each three of their levels meet. */
enum factor {
	COUNT,
	SHORTEST,
	LENGTH,
	SIGNAL,
	BEHIND,
	PLACE,
	SOLICITED,
	FENCE,
	GRH,
	NOTIFY,
	CQ,
	R_COUNT,
	R_SHORTEST,
	ROOM,
	FACTORS,
};
enum { UNSIGNALED = 1, BEHIND_READ, LAST_PLACE = 2, OF_SOLICITED = 2 };
enum { MOST_COUNT = 4, MOST_INLINE = 10, EIGHT_BYTES, LENGTHS };

extern const char *const pair_words[FACTORS][COVER_LEVELS];

struct pairs {
	const struct pair_row *row;
	const struct vct_promise *promise;
	unsigned int form;
	uint32_t asked_sges, asked_inline;
	uint32_t sges, recv_sges, inline_data, ring; /* what the QPs have */
	struct ibv_comp_channel *channel;
	struct ibv_cq_ex *ex[2]; /* of the sender and of the receiver; NULL: not extended */
	struct ibv_xrcd *xrcd;
	struct wr_link w;
	struct ibv_mr *region; /* what the window is bound to */
	struct mem_window window;
	const char *base; /* the address of offset 0 */
	/* The case. */
	const int *level;
	uint64_t number;
	struct buffers local, remote, received;
	char text[512];
	struct vct_place place;
};

static inline bool pair_is_atomic(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

static inline bool pair_is_read(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_RDMA_READ;
}

static inline bool pair_is_write(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_RDMA_WRITE || opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
}

static inline bool pair_is_received(enum ibv_wr_opcode opcode)
{
	return !pair_is_read(opcode) && !pair_is_atomic(opcode) && opcode != IBV_WR_RDMA_WRITE;
}

static inline uint32_t pair_mtu(void)
{
	return 128U << vct_dev->port_attr.active_mtu;
}

/* How long the data is at this level of LENGTH. */
uint32_t pair_length(const struct pairs *p, int level);
/* As struct cover needs it, of a struct pairs. */
bool pair_permits(const void *pairs, int f, int level, int g, int other);

/* All but the link, which may be made again; SKIP if the device has not what the form needs. */
struct pairs pairs_make(const struct pair_row *row, const struct vct_promise *promise,
			unsigned int form);
void pairs_link(struct pairs *p, bool extended, bool grh);
void pairs_unlink(struct pairs *p);

/*
 * Carries out the cases of a covering array, and judges each. The promise is that of the request;
 * the check cites those of its completions, too. The check has .asks.
 */
void must_hold_for_pairs(const struct pair_row *row, const struct vct_promise *promise,
			 unsigned int form);

#endif
