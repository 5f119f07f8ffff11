/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * XRC through either API, so that one check judges both: a row for the legacy verbs
 * (ibv_open_xrc_domain, ibv_create_xrc_rcv_qp, ...) and a row for today's verbs (ibv_open_xrcd,
 * ibv_create_qp_ex, ibv_open_qp, ...).
 *
 *	CHECK_ROWS(unregistering_is_the_end, xrc_apis, ...)
 *	{
 *		struct ibv_xrcd *domain = domain_make(row->api);
 *		struct rcv_qp q = rcv_qp_make(row->api, domain);
 *
 *		MUST_SUCCEED(rcv_qp_unregister(&q));
 *		MUST_REFUSE(rcv_qp_register(row->api, domain, q.number, &q));
 *	}
 *
 * All functions use ctx() and pd() of objects.h, and are for checks with NEED_XRC.
 */
#ifndef VCT_XRC_H
#define VCT_XRC_H

#include "../use/link.h"
#include "objects.h"
#include "../trace/verbs_legacy.h"

enum xrc_api { XRC_LEGACY, XRC_TODAY };

/* The table for CHECK_ROWS: rows "legacy" and "today". */
struct xrc_api_row {
	struct vct_row vct_row;
	enum xrc_api api;
};
extern const struct xrc_api_row xrc_apis[2];
/* The rows of xrc_apis, where the legacy call ("close_xrc_domain") is answered by libibverbs-xrc.
 */
#define XRC_APIS_ANSWERED(call_)                                                                   \
	{                                                                                          \
		{ .vct_row = { .name = "legacy", .answered_by_library = (call_) },                 \
		  .api = XRC_LEGACY },                                                             \
		{                                                                                  \
			ROW("today"), .api = XRC_TODAY                                             \
		}                                                                                  \
	}

/*
 * Opens the domain of the file open at fd, or with fd -1 a new domain without a file. NULL with
 * errno set if it is refused.
 */
struct ibv_xrcd *domain_open(enum xrc_api api, int fd, int oflags);
/* 0 or an errno value. */
int domain_close(enum xrc_api api, struct ibv_xrcd *domain);
/* A new domain without a file; BROKEN if it is refused. */
struct ibv_xrcd *domain_make(enum xrc_api api);
/* A new file without a name, for domain_open; it is closed when the check's process ends. */
int domain_file(void);

/*
 * An XRC SRQ; *attr is updated as the verb updates it. NULL with errno set if it is refused. For
 * its number and all else, use the verbs for all SRQs (verbs.h).
 */
struct ibv_srq *domain_srq_create(enum xrc_api api, struct ibv_xrcd *domain, struct ibv_cq *cq,
				  struct ibv_srq_attr *attr);
/* An XRC SRQ of max_wr WRs of one SGE; BROKEN if it is refused. */
struct ibv_srq *domain_srq_make(enum xrc_api api, struct ibv_xrcd *domain, struct ibv_cq *cq,
				uint32_t max_wr);

/* An XRC receive QP, as this process knows it. */
struct rcv_qp {
	enum xrc_api api;
	struct ibv_xrcd *domain;
	uint32_t number;
	struct ibv_qp *qp; /* its handle; NULL with the legacy verbs, which have none */
};

/* Creates a QP in *q; returns 0 or an errno value. */
int rcv_qp_create(enum xrc_api api, struct ibv_xrcd *domain, struct rcv_qp *q);
/*
 * rcv_qp_create() with members that the legacy call must ignore, even pointers. ibv_create_qp_ex
 * uses the type, takes no SRQ, and may require that members it ignores are valid: it has the CQ.
 */
int rcv_qp_create_of_nonsense(enum xrc_api api, struct ibv_xrcd *domain, struct ibv_cq *cq,
			      struct rcv_qp *q);
struct rcv_qp rcv_qp_make(enum xrc_api api, struct ibv_xrcd *domain); /* BROKEN if refused */
/* Both return 0 or an errno value. */
int rcv_qp_modify(const struct rcv_qp *q, struct ibv_qp_attr *attr, int mask);
int rcv_qp_query(const struct rcv_qp *q, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init);
/*
 * Registers this process with the QP of this number (ibv_reg_xrc_rcv_qp or ibv_open_qp), and
 * unregisters it (ibv_unreg_xrc_rcv_qp or ibv_destroy_qp). Both return 0 or an errno value.
 */
int rcv_qp_register(enum xrc_api api, struct ibv_xrcd *domain, uint32_t number, struct rcv_qp *q);
int rcv_qp_unregister(struct rcv_qp *q);

/* The state of the QP; BROKEN if the query fails. */
enum ibv_qp_state rcv_qp_state(const struct rcv_qp *q);
/*
 * Masks, attributes and steps from RESET to INIT, and from INIT to RTR, where the QP receives from
 * dest_qp. A step that fails ends the check as BROKEN.
 */
enum {
	RCV_INIT_MASK = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS,
	RCV_RTR_MASK = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
		       IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
};
struct ibv_qp_attr rcv_init_attr(void);
struct ibv_qp_attr rcv_rtr_attr(uint32_t dest_qp);
void rcv_qp_to_init(const struct rcv_qp *q);
void rcv_qp_to_rtr(const struct rcv_qp *q, uint32_t dest_qp);

/*
 * Connects the QP, which is in RESET, to a new sender of this process. The messages of the link go
 * to `srq`, whose completions come on rx_cq; set link.srq_num to send to another SRQ.
 */
struct link rcv_qp_link(const struct rcv_qp *q, struct ibv_srq *srq, struct ibv_cq *rx_cq);

#endif
