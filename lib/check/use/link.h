/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Links: two connected QPs of the device under test, a sender and a receiver that takes its receive
 * WRs from an SRQ, and the messages between them. Each step that fails ends the check as BROKEN;
 * only the MUST_ macros and must_ functions judge.
 */
#ifndef VCT_LINK_H
#define VCT_LINK_H

#include "../objects/completion.h"
#include "../objects/objects.h"

struct link_attr {
	struct ibv_srq *srq; /* an existing SRQ; NULL: one is made of srq_wr, srq_sge */
	uint32_t srq_wr, srq_sge;
	unsigned int posted;   /* receive WRs posted at the start, with wr_ids from 0 */
	bool no_srq;           /* the receiver has its own receive queue of 16 WRs */
	struct ibv_cq *rx_cq;  /* an existing CQ for the receiver's completions */
	int cqe;               /* entries of each CQ made here; 0: CQ_ENTRIES */
	uint8_t rnr_retry;     /* retries of the sender at an empty SRQ; 7: no limit */
	uint8_t min_rnr_timer; /* its wait, as IBV_QP_MIN_RNR_TIMER codes it; 0: 1 (0.01 ms) */
	bool no_retry;         /* the sender does not try again if no answer comes */
	uint8_t retries;       /* how often it tries again; 0: 7 */
	uint8_t timeout;       /* before it tries again, as IBV_QP_TIMEOUT codes it; 0: 17 ms */
	uint32_t psn;          /* the first in both directions; 0: LINK_PSN; LINK_PSN_0: 0 */
	bool no_reads;         /* the receiver has no resources for reads and atomics */
	uint8_t reads;         /* under way at a time, or as many as the device claims; 0: 1 */
	/* Remote access that the receiver permits beside reads and writes, and that it does not. */
	unsigned int grants, denies;
	bool grh;              /* messages always have a GRH */
	bool local;            /* never apart (far.h) */
	bool to_itself;        /* one QP is the sender and the receiver (UD) */
	bool rx_stays_in_init; /* the check calls connect_qp() for the receiver */
	void *context;         /* context pointer of the SRQ, CQs and QPs that are made here */
	struct ibv_xrcd *xrcd; /* an existing XRC domain; NULL: one is opened */
	/* Existing QPs of the link's type in RESET, used with their CQs. No `rx` for XRC. */
	struct ibv_qp *tx, *rx;
};

struct link {
	struct ibv_srq *srq;
	struct ibv_qp *tx, *rx;
	struct ibv_cq *tx_cq, *rx_cq;
	struct ibv_ah *ah;     /* the address of the receiver, for UD */
	struct ibv_xrcd *xrcd; /* the domain of the receiver and the SRQ, for XRC */
	uint32_t srq_num;      /* the SRQ that messages go to, for XRC */
	uint64_t sent;         /* messages sent so far; the wr_id of the next send */
	struct ibv_wc wc;      /* the last receive completion */
};

/* An RC link: rc_link(.srq_wr = 16, .posted = 10) has 10 WRs in its SRQ, and rnr_retry is 0. */
#define rc_link(...) link_make(IBV_QPT_RC, &(struct link_attr){ __VA_ARGS__ })
/* A UD link; each received message has 40 bytes for the GRH before its payload. */
#define ud_link(...) link_make(IBV_QPT_UD, &(struct link_attr){ __VA_ARGS__ })
struct link link_make(enum ibv_qp_type type, const struct link_attr *attr);
/*
 * An XRC link: an XRC send QP in RTS, an XRC receive QP in RTR, and an XRC SRQ whose completions
 * come on rx_cq. For checks with NEED_XRC.
 */
#define xrc_link(...) xrc_link_make(&(struct link_attr){ __VA_ARGS__ })
struct link xrc_link_make(const struct link_attr *attr);
/* The CQ of a sender: where links are apart, of a far one (far.h). */
struct ibv_cq *link_sender_cq(int cqe);
/* Its parts: a domain without a file, an XRC SRQ of one SGE (max_wr 0: 1), an XRC QP in RESET. */
struct ibv_xrcd *xrcd_make(void);
struct ibv_srq *xrc_srq_make(struct ibv_xrcd *xrcd, struct ibv_cq *cq, uint32_t max_wr);
struct ibv_qp *xrc_qp_make(enum ibv_qp_type type, struct ibv_xrcd *xrcd, struct ibv_cq *send_cq);

/*
 * One message. link_post(&l, IBV_WR_RDMA_WRITE_WITH_IMM, .imm = 7) posts a signaled send WR of
 * `length` bytes (0: 64) from `data`. Its wr_id is the number of the message on this link, from 0;
 * if `data` is NULL, the message is taken from send_slot() of this number. An RDMA write goes to
 * `to` (NULL: recv_slot(SLOTS - 1)).
 */
struct message {
	enum ibv_wr_opcode opcode;
	uint32_t length;
	uint32_t imm; /* immediate data in host byte order; for SEND_WITH_INV the R_Key */
	const void *data;
	const void *to;
	uint32_t lkey, rkey;        /* of `data` and `to`; 0: those of the slots */
	uint64_t compare_add, swap; /* of atomics, whose length is 8 */
	unsigned int flags;         /* of the WR, beside IBV_SEND_SIGNALED */
	bool unsignaled;
	bool empty; /* no SGE: a message of 0 bytes */
};
#define link_post(link_, opcode_, ...)                                                             \
	link_post_message(link_, &(struct message){ .opcode = (opcode_), ##__VA_ARGS__ })
void link_post_message(struct link *l, const struct message *m);
/* Posts a message, and returns the return value of the verb. */
#define link_try(link_, opcode_, ...)                                                              \
	link_try_message(link_, &(struct message){ .opcode = (opcode_), ##__VA_ARGS__ })
int link_try_message(struct link *l, const struct message *m);
/* The WR of the message, for lists of WRs; `sge` has to live until it is posted. */
void link_fill_wr(struct link *l, const struct message *m, struct ibv_send_wr *wr,
		  struct ibv_sge *sge);
/* Posts a message, then waits for both completions; the receive completion is in l->wc. */
#define link_message(link_, opcode_, ...)                                                          \
	link_pass_message(link_, &(struct message){ .opcode = (opcode_), ##__VA_ARGS__ })
void link_pass_message(struct link *l, const struct message *m);
/* Sends n messages of 64 bytes, one after the other; the last receive completion is in l->wc. */
void link_send(struct link *l, unsigned int n);
/* Posts the list, of recv_list(), to the SRQ of the link or the receiver's own queue; frees it. */
void link_post_receives(struct link *l, struct ibv_recv_wr *wr);

enum { LINK_PSN = 100, LINK_PSN_0 = 1 << 24 }; /* the first PSN in both directions */
enum { LINK_QKEY = 0x1ee7 };
/* The address of the device's own port. */
struct ibv_ah_attr own_address(void);
/* The address of the sender of a link that is apart (far.h). */
struct ibv_ah_attr far_address(void);

/* True if all messages have a GRH: on Ethernet, and if the port requires it. */
bool link_has_grh(void);
/*
 * Does the link layer define a GRH? InfiniBand and Ethernet (RoCE) do. Of a port without a link
 * layer (IBV_LINK_LAYER_UNSPECIFIED: EFA) no page says whether its datagrams have one.
 */
bool link_layer_has_grh(void);
/*
 * SKIP if the completion of the last message (l->wc) does not tell of a GRH (IBV_WC_GRH): the 40
 * bytes before the message are then undefined. The check has .asks. ah.grh judges the flag.
 */
void link_needs_grh(const struct link *l);

/*
 * The steps of a link, for checks that take them one by one. qp_make(): a QP in RESET, with a
 * receive queue of 16 WRs if `srq` is NULL.
 */
struct ibv_qp *qp_make(enum ibv_qp_type type, struct ibv_srq *srq, struct ibv_cq *send_cq,
		       struct ibv_cq *recv_cq);
/*
 * Calls ibv_create_qp_ex with pd() and *init; returns the return value of the verb. If the device
 * supports extended sends, it asks for them too, because rdma-core implements ibv_create_qp_ex with
 * a PD alone as ibv_create_qp.
 */
struct ibv_qp *qp_create_ex(struct ibv_qp_init_attr_ex *init);
/* RESET to INIT. */
void qp_to_init(struct ibv_qp *qp);
/* INIT to RTR and RTS, connected to dest_qp (ignored for UD). An XRC receive QP stays in RTR. */
void connect_qp(struct ibv_qp *qp, uint32_t dest_qp, const struct link_attr *attr);
/*
 * For the library: the QP was reset. If it fails from now on, the building block that fails is that
 * of QPs which were reset.
 */
void qp_was_reset(struct ibv_qp *qp);
/* To IBV_QPS_ERR or IBV_QPS_RESET, with no other attribute. */
void qp_to_state(struct ibv_qp *qp, enum ibv_qp_state state);
/* To IBV_QPS_SQD, with en_sqd_async_notify set, so that IBV_EVENT_SQ_DRAINED is raised. */
void qp_to_sqd(struct ibv_qp *qp);

/* MUST_RECEIVE(&l, wr_id): sends one message; it consumes the receive WR of this wr_id. */
#define MUST_RECEIVE(link_, wr_id_)                                                                \
	must_receive(link_, wr_id_, VCT_HERE("the message consumes the next WR"))
void must_receive(struct link *l, uint64_t wr_id, const struct vct_place *place);
/*
 * MUST_FIND_NO_WR(&l): sends one message; the receiver has no WR for it. With rnr_retry 0 the
 * sender fails. On iWARP the connection ends: the receiver leaves RTS, whatever the sender's
 * completion says.
 */
#define MUST_FIND_NO_WR(link_) must_find_no_wr(link_, VCT_HERE("no WR is left"))
void must_find_no_wr(struct link *l, const struct vct_place *place);

#endif
