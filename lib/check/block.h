/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Building blocks: what checks use and do not judge, each judged by checks that promise it.
 *
 * A setup step that fails names its building block. The checks that prove a building block say so:
 *
 *	CHECK(fills_all_members, PROMISES(SRQ_QRY_02), .proves = BLOCK_SRQ_QUERY)
 *
 * They run before all others. Where one of them has failed, a check whose setup fails at the same
 * building block is BLOCKED by it: one defect of a device is one finding. Where none has failed,
 *the check is BROKEN, as after any other setup step that fails.
 */
#ifndef VCT_BLOCK_H
#define VCT_BLOCK_H

#include <infiniband/verbs.h>

enum vct_block {
	BLOCK_NONE,
	BLOCK_SRQ,            /* ibv_create_srq makes a SRQ */
	BLOCK_SRQ_QUERY,      /* ibv_query_srq succeeds */
	BLOCK_SRQ_LIMIT,      /* ibv_modify_srq sets a limit */
	BLOCK_SRQ_RESIZE,     /* ibv_modify_srq sets a size */
	BLOCK_SRQ_MASK_0,     /* ibv_modify_srq takes a mask of 0 */
	BLOCK_SRQ_EXCESS,     /* a SRQ larger than the device claims is refused */
	BLOCK_SRQ_POST,       /* ibv_post_srq_recv takes a WR */
	BLOCK_SRQ_POST_SGES,  /* ibv_post_srq_recv refuses a WR with too many SGEs */
	BLOCK_CHANNEL,        /* ibv_create_comp_channel makes a channel */
	BLOCK_POLL,           /* ibv_poll_cq returns no failure and no more than was asked for */
	BLOCK_LIMIT_EVENT,    /* IBV_EVENT_SRQ_LIMIT_REACHED is raised */
	BLOCK_DRAINED_EVENT,  /* IBV_EVENT_SQ_DRAINED */
	BLOCK_LAST_WQE_EVENT, /* IBV_EVENT_QP_LAST_WQE_REACHED */
	BLOCK_CQ_EVENT,       /* IBV_EVENT_CQ_ERR */
	BLOCK_XRC_DOMAIN,     /* an XRC domain is opened */
	BLOCK_XRC_SRQ,        /* an XRC SRQ is made, and has a number */
	BLOCK_XRC_OPEN,       /* an XRC receive QP is opened, or registered with, by its number */
	BLOCK_TM_SRQ,         /* a SRQ with tag matching is made */
	BLOCK_MW,             /* a memory window is allocated */
	BLOCK_MW_BIND,        /* and bound */
	BLOCK_SEND_OPS,       /* a QP made for extended sends has its extended handle */
	BLOCK_ALT_PATH,       /* ibv_modify_qp takes an alternate path */
	BLOCK_QP_UNCHANGED,   /* a mask that ibv_modify_qp refuses changes nothing */
	BLOCK_RNR_STATUS,     /* a send without a receive WR ends with IBV_WC_RNR_RETRY_EXC_ERR */
	BLOCK_RELEASE_SRQ,    /* objects are released: the order of release_verbs in block.c */
	BLOCK_RELEASE_QP,
	BLOCK_RELEASE_CQ,
	BLOCK_RELEASE_MR,
	BLOCK_RELEASE_PD,
	BLOCK_RELEASE_AH,
	BLOCK_RELEASE_XRCD,
	BLOCK_RELEASE_OTHER,
	BLOCK_QP, /* + 16 * enum vct_qp_step + the QP's type: see BLOCK_OF_QP */
	BLOCKS = BLOCK_QP + 16 * 9,
};

/* What a QP of each type can do. */
enum vct_qp_step {
	QP_IS_MADE,
	QP_TO_INIT,
	QP_TO_RTR,
	QP_TO_RTS,
	QP_TO_SQD, /* and its send queue drains */
	QP_TO_ERR,
	QP_TO_RESET,
	QP_IS_QUERIED,
	QP_PASSES_MESSAGES, /* with a completion on each side */
};
#define BLOCK_OF_QP(step_, type_) (BLOCK_QP + 16 * (step_) + (type_))

enum vct_block vct_block_of_state(enum ibv_qp_type type, enum ibv_qp_state state);
enum vct_block vct_block_of_event(enum ibv_event_type type); /* BLOCK_NONE: of no building block */
enum vct_block vct_block_of_release(const char *verb);       /* "ibv_destroy_srq" */

#endif
