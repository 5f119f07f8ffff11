/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The XRC verbs of OFED 1.3 to 1.5 (2008-2013) and ibv_create_xsrq() (2011), which libibverbs no
 * longer has, implemented with the verbs that it has today. An old program includes this header
 * instead of <infiniband/verbs.h>, or after it, and links with -libverbs-xrc -libverbs.
 *
 * Source lines of an old program that must be changed, and their replacements:
 *
 *	srq->xrc_srq_num			ibv_xrc_srq_num(srq)
 *	srq->xrc_domain, srq->xrc_cq		no member: keep what was passed at creation
 *	domain->handle				no member
 *	event.element.xrc_qp_num		event.element.qp->qp_num
 *	event_type & IBV_XRC_QP_EVENT_FLAG	event.element.qp->qp_type == IBV_QPT_XRC_RECV
 *	an IBV_QPT_XRC QP that receives		an additional QP of ibv_create_xrc_rcv_qp()
 *
 * All other lines stay as they are: this header defines macros for the names that today's header
 * uses for something else. A program that uses both old and today's structs defines
 * IBV_XRC_NO_OLD_NAMES before it includes this header, which then has the functions only, and the
 * old structs under names of their own.
 *
 * Where documents or libraries differ, this library does the following:
 * - Each function that returns int returns 0 or an errno value, as the manual pages say and as the
 *   library of OFED did. The header of OFED says that ibv_create_xrc_rcv_qp() returns a negative
 *   errno value.
 * - Where OFED failed with ENOSYS (a device without XRC) or with EINVAL, the error here is that of
 *   today's verb: on a device without XRC, ibv_open_xrc_domain() is NULL with errno EOPNOTSUPP. In
 *   all functions, an argument that is NULL gives EINVAL. ibv_close_xrc_domain() of OFED returned 0
 *   on a device without XRC; here there is no domain to close.
 * - ibv_create_xsrq() sets errno when it returns NULL; its page (of 2011) does not promise that.
 */
#ifndef INFINIBAND_VERBS_XRC_H
#define INFINIBAND_VERBS_XRC_H

#include <infiniband/verbs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A domain of both APIs: it can also be used with today's verbs, ibv_close_xrcd() for example. */
#define ibv_xrc_domain ibv_xrcd

/* struct ibv_srq_init_attr of ibv_create_xsrq(3); its first members are those of today's struct. */
struct ibv_xsrq_init_attr {
	void *srq_context;
	struct ibv_srq_attr attr;
	enum ibv_srq_type srq_type;
	union {
		struct {
			struct ibv_xrcd *xrcd;
			struct ibv_cq *cq;
		} xrc; /* for IBV_SRQT_XRC */
	} ext;
};

/* struct ibv_qp_init_attr of OFED; its first members are those of today's struct. */
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
 * Creates an SRQ of type IBV_SRQT_BASIC, which uses no member of ext, or IBV_SRQT_XRC, which needs
 * both. srq_limit is ignored. On success attr has the actual sizes. NULL with errno set on failure.
 */
struct ibv_srq *ibv_create_xsrq(struct ibv_pd *pd, struct ibv_xsrq_init_attr *srq_init_attr);

/*
 * Opens the XRC domain of the file that is open at fd, or with fd -1 a new domain without a file.
 * oflag is 0, O_CREAT, O_EXCL or both; with fd -1 it must be O_CREAT. NULL with errno set on
 * failure.
 */
struct ibv_xrc_domain *ibv_open_xrc_domain(struct ibv_context *context, int fd, int oflag);
/* EBUSY while this process has an SRQ in it, or is registered with a receive QP of it. */
int ibv_close_xrc_domain(struct ibv_xrc_domain *xrc_domain);

/* Creates an XRC SRQ whose completions come on xrc_cq; uses srq_context and attr only. */
struct ibv_srq *ibv_create_xrc_srq(struct ibv_pd *pd, struct ibv_xrc_domain *xrc_domain,
				   struct ibv_cq *xrc_cq, struct ibv_xsrq_init_attr *srq_init_attr);
/* In place of srq->xrc_srq_num: the number that a sender sends to; 0 if it has none. */
uint32_t ibv_xrc_srq_num(struct ibv_srq *srq);

/*
 * XRC receive QPs, each identified by its domain and number. A QP exists as long as a process is
 * registered with it. The process that creates it is registered; a process that registers again is
 * still registered only once, and one ibv_unreg_xrc_rcv_qp() ends that. Modify and query need no
 * registration. A process gets events of the QP only while it is registered, and
 * ibv_unreg_xrc_rcv_qp() waits until they are acknowledged, as ibv_destroy_qp() does.
 *
 * All return 0 or an errno value. A number that is not allocated, or that belongs to a QP of
 * another type or in another domain, is refused with the errno value of the device (EINVAL in
 * Linux). ibv_unreg_xrc_rcv_qp() by a process that is not registered returns EINVAL. All are
 * thread-safe.
 */
/* Uses xrc_domain only; the other attributes are ignored. */
int ibv_create_xrc_rcv_qp(struct ibv_xrc_qp_init_attr *init_attr, uint32_t *xrc_rcv_qpn);
int ibv_modify_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			  struct ibv_qp_attr *attr, int attr_mask);
int ibv_query_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			 struct ibv_qp_attr *attr, int attr_mask,
			 struct ibv_xrc_qp_init_attr *init_attr);
int ibv_reg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num);
int ibv_unreg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num);

/*
 * In an old program these replace today's verbs of the old names; they take the structs above. An
 * IBV_QPT_XRC QP becomes an IBV_QPT_XRC_SEND QP without a receive queue; its transition to RTR
 * still accepts the attributes of an RC QP.
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
