/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Building blocks: what checks use and do not judge, each judged by checks that promise it.
 *
 * A setup step that fails names its building block. The checks that prove a building block say so:
 *
 *	CHECK(srq_is_made, PROMISES(SRQ_CRX_12), .needs = NEED_SRQ, .proves = BLOCK_SRQ)
 *
 * They are in suites/block, and few are elsewhere. Such a check is the simplest use of its block,
 * and fails for nothing else. Otherwise a device that fails for another reason would be accused of
 * this one. The checks that need the block would be BLOCKED by a check that says nothing of it.
 *
 * They run before all others. Where one of them has failed, a check whose setup fails at the same
 * building block is BLOCKED by it: one defect of a device is one finding. Where none has failed,
 * the check is BROKEN, as after any other setup step that fails.
 */
#ifndef VCT_BLOCK_H
#define VCT_BLOCK_H

#include <infiniband/verbs.h>

/* X(name, what it is): the words are those of the reports. */
#define VCT_BLOCKS(X)                                                                              \
	X(PD, "ibv_alloc_pd")                                                                      \
	X(CQ, "ibv_create_cq")                                                                     \
	X(CQ_EX, "ibv_create_cq_ex")                                                               \
	X(MR, "ibv_reg_mr")                                                                        \
	X(MR_UNALIGNED, "a region that does not begin or end with a page")                         \
	X(AH, "ibv_create_ah")                                                                     \
	X(DM, "ibv_alloc_dm")                                                                      \
	X(WQ, "ibv_create_wq")                                                                     \
	X(SRQ, "ibv_create_srq")                                                                   \
	X(SRQ_ROOM, "a SRQ takes as many WRs as were asked for")                                   \
	X(SRQ_QUERY, "ibv_query_srq")                                                              \
	X(SRQ_LIMIT, "ibv_modify_srq sets a limit")                                                \
	X(SRQ_RESIZE, "ibv_modify_srq sets a size")                                                \
	X(SRQ_MASK_0, "ibv_modify_srq takes a mask of 0")                                          \
	X(SRQ_EXCESS_WR, "a SRQ of more WRs than the device claims is refused")                    \
	X(SRQ_EXCESS_SGE, "a SRQ of more SGEs than the device claims is refused")                  \
	X(SRQ_POST, "ibv_post_srq_recv")                                                           \
	X(SRQ_LIST, "ibv_post_srq_recv takes a list of WRs")                                       \
	X(SRQ_POST_SGES, "ibv_post_srq_recv refuses a WR with too many SGEs")                      \
	X(SRQ_ORDER, "the WRs of a SRQ are consumed in their order")                               \
	X(RQ_ORDER, "the WRs of a receive queue are consumed in their order")                      \
	X(CHANNEL, "ibv_create_comp_channel")                                                      \
	X(CQ_REQUEST, "ibv_req_notify_cq")                                                         \
	X(COMPLETION_EVENT, "the event of a completion")                                           \
	X(POLL, "ibv_poll_cq returns no failure, and no more than was asked for")                  \
	X(UD_PAYLOAD, "the payload of a datagram is behind 40 bytes")                              \
	X(ASYNC_EVENT, "ibv_get_async_event returns the event of which poll() tells")              \
	X(LIMIT_EVENT, "IBV_EVENT_SRQ_LIMIT_REACHED")                                              \
	X(DRAINED_EVENT, "IBV_EVENT_SQ_DRAINED")                                                   \
	X(LAST_WQE_EVENT, "IBV_EVENT_QP_LAST_WQE_REACHED")                                         \
	X(CQ_EVENT, "IBV_EVENT_CQ_ERR")                                                            \
	X(RNR_STATUS, "the status of a message for which the receiver has no WR")                  \
	X(XRC_DOMAIN, "an XRC domain is opened")                                                   \
	X(XRC_SRQ, "an XRC SRQ is made, and has a number")                                         \
	X(XRC_OPEN, "an XRC receive QP is opened, or registered with, by its number")              \
	X(TM_SRQ, "a SRQ with tag matching is made")                                               \
	X(MW, "ibv_alloc_mw")                                                                      \
	X(MW_BIND, "a memory window is bound")                                                     \
	X(SEND_OPS, "the extended handle of a QP, and sends through it")                           \
	X(ALT_PATH, "ibv_modify_qp takes an alternate path")                                       \
	X(QP_UNCHANGED, "a mask that ibv_modify_qp refuses changes nothing")                       \
	X(RELEASE_SRQ, "ibv_destroy_srq")                                                          \
	X(RELEASE_QP, "ibv_destroy_qp")                                                            \
	X(RELEASE_CQ, "ibv_destroy_cq")                                                            \
	X(RELEASE_MR, "ibv_dereg_mr")                                                              \
	X(RELEASE_PD, "ibv_dealloc_pd")                                                            \
	X(RELEASE_AH, "ibv_destroy_ah")                                                            \
	X(RELEASE_XRCD, "ibv_close_xrcd")                                                          \
	X(RELEASE_OTHER, "what else is released")

enum vct_block {
	BLOCK_NONE,
#define VCT_BLOCK(name_, words_) BLOCK_##name_,
	VCT_BLOCKS(VCT_BLOCK)
#undef VCT_BLOCK
		BLOCK_QP, /* + 16 * enum vct_qp_step + the QP's type: see BLOCK_OF_QP */
	BLOCKS = BLOCK_QP + 16 * 11,
};

/* What a QP of each type can do. */
enum vct_qp_step {
	QP_IS_MADE,
	QP_IS_MADE_ON_SRQ,
	QP_TO_INIT,
	QP_TO_RTR,
	QP_TO_RTS,
	QP_TO_SQD, /* and its send queue drains */
	QP_TO_ERR,
	QP_TO_RESET,
	QP_IS_QUERIED,
	QP_PASSES_MESSAGES, /* with a completion on each side */
	QP_IS_AS_NEW, /* after it was reset: it can be brought up again, and passes messages */
};
#define BLOCK_OF_QP(step_, type_) (BLOCK_QP + 16 * (step_) + (type_))

enum vct_block vct_block_of_state(enum ibv_qp_type type, enum ibv_qp_state state);
enum vct_block vct_block_of_event(enum ibv_event_type type); /* BLOCK_NONE: of no building block */
enum vct_block vct_block_of_release(const char *verb);       /* "ibv_destroy_srq" */

/* What the block is, in words; "" for BLOCK_NONE. Valid until the next call. */
const char *vct_block_words(enum vct_block block);

#endif
