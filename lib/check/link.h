/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Two connected QPs of the device under test, a sender and a receiver that takes its receive WRs
 * from a SRQ, and messages through them. What fails on the way is BROKEN, but for the MUST_ ones.
 */
#ifndef VCT_LINK_H
#define VCT_LINK_H

#include "objects.h"

struct link_attr {
	struct ibv_srq *srq; /* an existing one; else one is made of srq_wr, srq_sge */
	uint32_t srq_wr, srq_sge;
	unsigned int posted;   /* receive WRs posted from the start, wr_ids 0.. */
	bool no_srq;           /* the receiver has a receive queue of its own, of 16 WRs */
	struct ibv_cq *rx_cq;  /* an existing one for the receiver's completions */
	int cqe;               /* entries of the CQs made here, 64 if 0 */
	uint8_t rnr_retry;     /* times the sender tries again at an empty SRQ; 7 is without end */
	uint8_t min_rnr_timer; /* how long it waits, as IBV_QP_MIN_RNR_TIMER codes it; 1 (0.01 ms)
				  if 0 */
	bool grh;              /* messages have a GRH also where the link needs none (UD) */
	bool to_itself;        /* one QP is the sender and the receiver (UD) */
	bool rx_stays_in_init; /* connect_qp() is left to the check for the receiver */
	struct ibv_xrcd *xrcd; /* an existing one for XRC; else one is opened */
	/* Existing QPs, new and of the link's type, with their CQs; not for XRC. */
	struct ibv_qp *tx, *rx;
};

struct link {
	struct ibv_srq *srq;
	struct ibv_qp *tx, *rx;
	struct ibv_cq *tx_cq, *rx_cq;
	struct ibv_ah *ah;     /* of the receiver, for UD */
	struct ibv_xrcd *xrcd; /* of the receiver and the SRQ, for XRC */
	uint32_t srq_num;      /* where messages go, for XRC */
	uint64_t sent;         /* messages so far: the wr_id of the next send */
	struct ibv_wc wc;      /* the latest receive completion */
};

/* An RC pair; rc_link(.srq_wr = 16, .posted = 10) has 10 WRs waiting in its SRQ. rnr_retry is 0. */
#define rc_link(...) link_make(IBV_QPT_RC, &(struct link_attr){ __VA_ARGS__ })
/* A UD pair; each receive has 40 bytes for the GRH before its payload. */
#define ud_link(...) link_make(IBV_QPT_UD, &(struct link_attr){ __VA_ARGS__ })
struct link link_make(enum ibv_qp_type type, const struct link_attr *attr);
/*
 * An XRC send QP, and an XRC receive QP that stays in RTR; its SRQ is of XRC type and completes on
 * rx_cq. For checks with NEED_XRC.
 */
#define xrc_link(...) xrc_link_make(&(struct link_attr){ __VA_ARGS__ })
struct link xrc_link_make(const struct link_attr *attr);
struct ibv_xrcd *xrcd_make(void);
struct ibv_srq *xrc_srq_make(struct ibv_xrcd *xrcd, struct ibv_cq *cq, uint32_t max_wr);
struct ibv_qp *xrc_qp_make(enum ibv_qp_type type, struct ibv_xrcd *xrcd, struct ibv_cq *send_cq);

/*
 * One message. link_post(&l, IBV_WR_RDMA_WRITE_WITH_IMM, .imm = 7) posts a signaled send of
 * `length` bytes (64 if 0) from `data` (send_slot() of the message's running number if NULL), which
 * is also its wr_id; a write goes to `to` (recv_slot(SLOTS - 1) if NULL).
 */
struct message {
	enum ibv_wr_opcode opcode;
	uint32_t length;
	uint32_t imm; /* in host order; the R_Key of a SEND_WITH_INV */
	const void *data;
	const void *to;
	bool unsignaled;
};
#define link_post(link_, opcode_, ...)                                                             \
	link_post_message(link_, &(struct message){ .opcode = (opcode_), ##__VA_ARGS__ })
void link_post_message(struct link *l, const struct message *m);
/* The same, and both completions have come; the receive's is in l->wc. */
#define link_message(link_, opcode_, ...)                                                          \
	link_pass_message(link_, &(struct message){ .opcode = (opcode_), ##__VA_ARGS__ })
void link_pass_message(struct link *l, const struct message *m);
/* n messages of 64 bytes, one after the other; the last receive completion is in l->wc. */
void link_send(struct link *l, unsigned int n);

enum { LINK_PSN = 100 }; /* where both directions begin */
/* The way from the device's port to itself. */
struct ibv_ah_attr own_address(void);

/* Messages have a GRH: on Ethernet, and where the port requires it. */
bool link_has_grh(void);

/* QP states, in steps that a check may want to take one by one. */
struct ibv_qp *qp_make(enum ibv_qp_type type, struct ibv_srq *srq, struct ibv_cq *send_cq,
		       struct ibv_cq *recv_cq);
/*
 * By ibv_create_qp_ex, of pd(), with what else is given: the verb's own return value. It asks for
 * the extended sends, too, where there are any: with a PD alone it would be ibv_create_qp.
 */
struct ibv_qp *qp_create_ex(struct ibv_qp_init_attr_ex *init);
void qp_to_init(struct ibv_qp *qp);
/* INIT to RTR and RTS: towards dest_qp (RC; UD needs none). An XRC receive QP stays in RTR. */
void connect_qp(struct ibv_qp *qp, uint32_t dest_qp, const struct link_attr *attr);
/* To IBV_QPS_ERR or IBV_QPS_RESET, with no other attribute. */
void qp_to_state(struct ibv_qp *qp, enum ibv_qp_state state);
/* To IBV_QPS_SQD, with IBV_EVENT_SQ_DRAINED asked for. */
void qp_to_sqd(struct ibv_qp *qp);

/* The next completion: cq_wait is BROKEN and must_complete is FAIL when none comes by a deadline.
 */
struct ibv_wc cq_wait(struct ibv_cq *cq);
enum { COMPLETION_MS = 5000 };
struct ibv_wc must_complete(struct ibv_cq *cq, double ms, const struct vct_place *place);
#define MUST_COMPLETE(cq_) MUST_COMPLETE_WITHIN(cq_, COMPLETION_MS)
/* Where it may well not come, and nothing slow is in its way. */
#define MUST_COMPLETE_WITHIN(cq_, ms_)                                                             \
	must_complete(cq_, ms_, VCT_HERE("a completion on " #cq_ " comes"))
/* Nothing is there. Say first what would have come before: the other side's completion, say. */
#define MUST_BE_EMPTY(cq_)          MUST_EQ(vct_poll_cq(cq_, 1, &(struct ibv_wc){ 0 }), 0)
/* MUST_RECEIVE(&l, wr_id): one message goes through and consumes the WR of that wr_id */
#define MUST_RECEIVE(link_, wr_id_) must_receive(link_, wr_id_, VCT_HERE("WR " #wr_id_ " is next"))
void must_receive(struct link *l, uint64_t wr_id, const struct vct_place *place);

#endif
