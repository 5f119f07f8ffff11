// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Requests by a covering array: each two levels of all that a request, its QP, its completion and
 * its receive may have meet in a case, whose outcome follows from the levels alone.
 */
#include "pair.h"

/* A row of the tables below stays on its line. */
/* clang-format off */
#define RECEIVED(X, name_, needs_, type_, srq_) \
	X(name_ "-send", needs_, type_, srq_, SEND) \
	X(name_ "-send-imm", (needs_) | NEED_IMM, type_, srq_, SEND_WITH_IMM)
#define WRITTEN(X, name_, needs_, type_, srq_) \
	RECEIVED(X, name_, needs_, type_, srq_) \
	X(name_ "-write-imm", (needs_) | NEED_IMM, type_, srq_, RDMA_WRITE_WITH_IMM)
#define INVALIDATES(needs_) ((needs_) | NEED_MW2 | NEED_IB_STATES)
#define WITH_DATA(X) \
	WRITTEN(X, "rc", NEED_RC, RC, false) \
	X("rc-send-inv", INVALIDATES(NEED_RC), RC, false, SEND_WITH_INV) \
	X("rc-write", NEED_RC, RC, false, RDMA_WRITE) \
	WRITTEN(X, "rc-srq", NEED_RC | NEED_SRQ, RC, true) \
	X("rc-srq-send-inv", INVALIDATES(NEED_RC | NEED_SRQ), RC, true, SEND_WITH_INV) \
	WRITTEN(X, "uc", NEED_UC, UC, false) \
	X("uc-write", NEED_UC, UC, false, RDMA_WRITE) \
	WRITTEN(X, "xrc", NEED_XRC | NEED_SRQ, XRC_SEND, true) \
	X("xrc-write", NEED_XRC | NEED_SRQ, XRC_SEND, true, RDMA_WRITE) \
	RECEIVED(X, "ud", NEED_UD, UD, false) \
	RECEIVED(X, "ud-srq", NEED_UD | NEED_SRQ, UD, true)
#define READS(X) \
	X("rc-read", NEED_RC, RC, false, RDMA_READ) \
	X("xrc-read", NEED_XRC | NEED_SRQ, XRC_SEND, true, RDMA_READ)
#define ATOMICS(X) \
	X("rc-swap", NEED_RC, RC, false, ATOMIC_CMP_AND_SWP) \
	X("rc-add", NEED_RC, RC, false, ATOMIC_FETCH_AND_ADD) \
	X("xrc-swap", NEED_XRC | NEED_SRQ, XRC_SEND, true, ATOMIC_CMP_AND_SWP) \
	X("xrc-add", NEED_XRC | NEED_SRQ, XRC_SEND, true, ATOMIC_FETCH_AND_ADD)
#define ZERO_BASED(X) \
	X("rc-send", NEED_RC, RC, false, SEND) \
	X("rc-write", NEED_RC, RC, false, RDMA_WRITE) \
	X("rc-read", NEED_RC, RC, false, RDMA_READ)
#define REQUEST(kind_, name_, needs_, type_, srq_, opcode_) \
	{ .vct_row = { .name = (name_), .needs = (needs_), .kind = (kind_) }, .type = IBV_QPT_##type_, \
	  .on_srq = (srq_), .opcode = IBV_WR_##opcode_ },
#define INLINE_ROW(...) REQUEST(CAN_BE_INLINE, __VA_ARGS__)
#define PLAIN_ROW(...)  REQUEST(0, __VA_ARGS__)
/* clang-format on */

enum { CAN_BE_INLINE = 1 };
static const struct pair_row requests[] = { WITH_DATA(INLINE_ROW) READS(PLAIN_ROW) },
			     atomics[] = { ATOMICS(PLAIN_ROW) },
			     zero_based[] = { ZERO_BASED(PLAIN_ROW) };

/* What a case judges, whatever its request is. */
#define AND_ITS_COMPLETIONS                                                                        \
	QP_RCV_05, CQ_POL_02, CQ_POL_03, CQ_POL_04, CQ_POL_05, CQ_POL_17, SND_13, SND_15,          \
		CQ_NTF_01, CQ_NTF_03
#define PAIRS(function_, table_, promise_, form_, ...)                                             \
	CHECK_ROWS(function_, table_, PROMISES(promise_, AND_ITS_COMPLETIONS), .asks = true,       \
		   ##__VA_ARGS__)                                                                  \
	{                                                                                          \
		must_hold_for_pairs(row, promise_, form_);                                         \
	}

PAIRS(posted, requests, SND_32, 0)
PAIRS(posted_lists, requests, SND_32, PAIR_LISTS)
PAIRS(posted_inline, requests, SND_32, PAIR_INLINE, .kind = CAN_BE_INLINE)
PAIRS(posted_inline_lists, requests, SND_32, PAIR_INLINE | PAIR_LISTS, .kind = CAN_BE_INLINE)
PAIRS(posted_atomics, atomics, SND_32, 0, .needs = NEED_ATOMIC)
PAIRS(built, requests, WRP_24, PAIR_BUILT, .needs = NEED_SEND_OPS)
PAIRS(built_lists, requests, WRP_24, PAIR_BUILT | PAIR_LISTS, .needs = NEED_SEND_OPS)
PAIRS(built_inline, requests, WRP_24, PAIR_BUILT | PAIR_INLINE, .needs = NEED_SEND_OPS,
      .kind = CAN_BE_INLINE)
PAIRS(built_inline_lists, requests, WRP_24, PAIR_BUILT | PAIR_INLINE | PAIR_LISTS,
      .needs = NEED_SEND_OPS, .kind = CAN_BE_INLINE)
PAIRS(built_atomics, atomics, WRP_24, PAIR_BUILT, .needs = NEED_SEND_OPS | NEED_ATOMIC)
PAIRS(of_zero_based_regions, zero_based, MR_REG_06, PAIR_ZERO_BASED)
