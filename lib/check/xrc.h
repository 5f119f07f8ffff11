/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * XRC through either API, so that a check is written once for both: by rows for the legacy calls
 * (ibv_open_xrc_domain, ibv_create_xrc_rcv_qp, ...) and for today's verbs (ibv_open_xrcd,
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
 * All use the check's own ctx() and pd(), and are for checks with NEED_XRC.
 */
#ifndef VCT_XRC_H
#define VCT_XRC_H

#include "link.h"
#include "objects.h"
#include "verbs_legacy.h"

enum xrc_api { XRC_LEGACY, XRC_TODAY };

/* The table for checks that are the same for both: rows "legacy" and "today". */
struct xrc_api_row {
	struct vct_row vct_row;
	enum xrc_api api;
};
extern const struct xrc_api_row xrc_apis[2];

/* The domain of a file, or with fd -1 one of no file; NULL where it is refused. */
struct ibv_xrcd *domain_open(enum xrc_api api, int fd, int oflags);
int domain_close(enum xrc_api api, struct ibv_xrcd *domain);
/* One of no file: BROKEN where there is none. */
struct ibv_xrcd *domain_make(enum xrc_api api);
/* A new file that no name leads to, for domain_open; closed with the check's process. */
int domain_file(void);

/*
 * An XRC SRQ; attr is updated as the call does. NULL where it is refused. Number and everything
 * else are had by the verbs for all SRQs.
 */
struct ibv_srq *domain_srq_create(enum xrc_api api, struct ibv_xrcd *domain, struct ibv_cq *cq,
				  struct ibv_srq_attr *attr);
/* One of max_wr WRs of one SGE: BROKEN where it cannot be made. */
struct ibv_srq *domain_srq_make(enum xrc_api api, struct ibv_xrcd *domain, struct ibv_cq *cq,
				uint32_t max_wr);

/* A XRC receive QP, as this process holds it. */
struct rcv_qp {
	enum xrc_api api;
	struct ibv_xrcd *domain;
	uint32_t number;
	struct ibv_qp *qp; /* its handle; NULL with the legacy calls, which have none */
};

/* Creates one; returns 0 or an errno value. */
int rcv_qp_create(enum xrc_api api, struct ibv_xrcd *domain, struct rcv_qp *q);
struct rcv_qp rcv_qp_make(enum xrc_api api, struct ibv_xrcd *domain); /* BROKEN where it fails */
int rcv_qp_modify(const struct rcv_qp *q, struct ibv_qp_attr *attr, int mask);
int rcv_qp_query(const struct rcv_qp *q, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init);
/*
 * This process holds the QP of that number, too: ibv_reg_xrc_rcv_qp or ibv_open_qp, and
 * ibv_unreg_xrc_rcv_qp or ibv_destroy_qp. Both return 0 or an errno value.
 */
int rcv_qp_register(enum xrc_api api, struct ibv_xrcd *domain, uint32_t number, struct rcv_qp *q);
int rcv_qp_unregister(struct rcv_qp *q);

/* Its state: BROKEN where the query fails. */
enum ibv_qp_state rcv_qp_state(const struct rcv_qp *q);
/*
 * What takes it from Reset to INIT, and on to RTR where it receives from dest_qp. The steps are
 * BROKEN where they fail.
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
 * The QP, still in Reset, connected to a sender of this process: messages of the link go to srq,
 * whose completions come on rx_cq, until link.srq_num names another.
 */
struct link rcv_qp_link(const struct rcv_qp *q, struct ibv_srq *srq, struct ibv_cq *rx_cq);

#endif
