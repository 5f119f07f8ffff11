/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The XRC verbs of OFED 1.3 to 1.5 (2008-2013) and ibv_create_xsrq() (2011), which libibverbs no
 * longer has, over those that it has today. An old program includes this in place of
 * <infiniband/verbs.h>, or after it, and links with -libverbs-xrc -libverbs.
 *
 * Source lines of an old program that cannot be kept, and what to write for them:
 *
 *	srq->xrc_srq_num			ibv_xrc_srq_num(srq)
 *	srq->xrc_domain, srq->xrc_cq		no member: the program knows what it gave
 *	domain->handle				no member
 *	event.element.xrc_qp_num		event.element.qp->qp_num; the event's type bears no
 *	event_type & IBV_XRC_QP_EVENT_FLAG	flag, and the QP's qp_type is IBV_QPT_XRC_RECV
 *	an IBV_QPT_XRC QP that receives		a QP of ibv_create_xrc_rcv_qp() beside it
 *
 * All others are as they were: the names that today's header uses for something else are macros
 * here, after it was read. #define IBV_XRC_NO_OLD_NAMES before including this for a program that
 * wants both: the calls only, and the structs under names of their own.
 *
 * Where the documents disagree, this is what is done:
 * - Every call that returns int returns 0 or the value of errno, as the manual pages say and OFED's
 *   library did; OFED's header says that ibv_create_xrc_rcv_qp() returns it negated.
 * - What OFED answered with ENOSYS on a device without XRC, or EINVAL, is what today's verb gives:
 *   ibv_open_xrc_domain() is NULL with errno EOPNOTSUPP there. An argument that is NULL gives
 *   EINVAL in all. OFED's ibv_close_xrc_domain() returned 0 there; there is nothing to close.
 * - ibv_create_xsrq() returns NULL with errno set, which its page (of 2011) does not promise.
 */
#ifndef INFINIBAND_VERBS_XRC_H
#define INFINIBAND_VERBS_XRC_H

#include <infiniband/verbs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A domain is today's, so that both APIs can be used on it: closed with ibv_close_xrcd(), say. */
#define ibv_xrc_domain ibv_xrcd

/* struct ibv_srq_init_attr of ibv_create_xsrq(3): it starts as today's does. */
struct ibv_xsrq_init_attr {
	void *srq_context;
	struct ibv_srq_attr attr;
	enum ibv_srq_type srq_type;
	union {
		struct {
			struct ibv_xrcd *xrcd;
			struct ibv_cq *cq;
		} xrc; /* of type IBV_SRQT_XRC */
	} ext;
};

/* struct ibv_qp_init_attr of OFED: it starts as today's does. */
struct ibv_xrc_qp_init_attr {
	void *qp_context;
	struct ibv_cq *send_cq;
	struct ibv_cq *recv_cq;
	struct ibv_srq *srq;
	struct ibv_qp_cap cap;
	enum ibv_qp_type qp_type;
	int sq_sig_all;
	struct ibv_xrc_domain *xrc_domain;
};

/*
 * A SRQ of either type; NULL with errno set on failure. On success attr holds what it really has;
 * srq_limit is ignored. IBV_SRQT_BASIC uses no member of ext, IBV_SRQT_XRC needs both.
 */
struct ibv_srq *ibv_create_xsrq(struct ibv_pd *pd, struct ibv_xsrq_init_attr *srq_init_attr);

/*
 * A domain: the one tied to the file open at fd, or with fd -1 a new one that no file leads to.
 * oflag is 0 or made of O_CREAT and O_EXCL, O_CREAT alone for fd -1. NULL with errno set on
 * failure.
 */
struct ibv_xrc_domain *ibv_open_xrc_domain(struct ibv_context *context, int fd, int oflag);
/* Fails while this process has a SRQ in it or is registered with a receive QP of it. */
int ibv_close_xrc_domain(struct ibv_xrc_domain *xrc_domain);

/* A SRQ for XRC that completes on xrc_cq; of the init attributes, srq_context and attr count. */
struct ibv_srq *ibv_create_xrc_srq(struct ibv_pd *pd, struct ibv_xrc_domain *xrc_domain,
				   struct ibv_cq *xrc_cq, struct ibv_xsrq_init_attr *srq_init_attr);
/* What was srq->xrc_srq_num: the number by which a sender names it; 0: it has none. */
uint32_t ibv_xrc_srq_num(struct ibv_srq *srq);

/*
 * XRC receive QPs, each named by its domain and number. One lives as long as a process is
 * registered with it; that is a matter of yes or no, so a process that registers again stays
 * registered once. The process that makes it is registered by that. To modify and to query one, no
 * registration is needed. Whether registered or not, a process learns of the QP's events only while
 * it is registered, and ibv_unreg_xrc_rcv_qp() waits for those to be acknowledged as
 * ibv_destroy_qp() does.
 *
 * A number that is not allocated, is that of a QP of another type or of a QP in another domain is
 * refused, with the device's own errno value (EINVAL in Linux); ibv_unreg_xrc_rcv_qp() by a process
 * that is not registered is EINVAL.
 * Any number of threads may call these at once.
 */
/* Of the init attributes, xrc_domain alone counts. */
int ibv_create_xrc_rcv_qp(struct ibv_xrc_qp_init_attr *init_attr, uint32_t *xrc_rcv_qpn);
int ibv_modify_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			  struct ibv_qp_attr *attr, int attr_mask);
int ibv_query_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			 struct ibv_qp_attr *attr, int attr_mask,
			 struct ibv_xrc_qp_init_attr *init_attr);
int ibv_reg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num);
int ibv_unreg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num);

/*
 * What stands in for today's verbs of these names in an old program: they take the structs above.
 * An IBV_QPT_XRC QP becomes one of IBV_QPT_XRC_SEND, without its receiving side: its receive queue
 * is not made, and its way to RTR takes the attributes of an RC QP as it did.
 */
struct ibv_srq *ibv_xrc_create_srq(struct ibv_pd *pd, struct ibv_xsrq_init_attr *init_attr);
struct ibv_qp *ibv_xrc_create_qp(struct ibv_pd *pd, struct ibv_xrc_qp_init_attr *init_attr);
int ibv_xrc_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
		     struct ibv_xrc_qp_init_attr *init_attr);
int ibv_xrc_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask);

#ifdef __cplusplus
}
#endif

#ifndef IBV_XRC_NO_OLD_NAMES
#define ibv_srq_init_attr  ibv_xsrq_init_attr
#define ibv_qp_init_attr   ibv_xrc_qp_init_attr
#define ibv_create_srq     ibv_xrc_create_srq
#define ibv_create_qp      ibv_xrc_create_qp
#define ibv_query_qp       ibv_xrc_query_qp
#define ibv_modify_qp      ibv_xrc_modify_qp
#define IBV_QPT_XRC        IBV_QPT_XRC_SEND
#define xrc_remote_srq_num qp_type.xrc.remote_srqn
#endif

#endif
