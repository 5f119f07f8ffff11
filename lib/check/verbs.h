/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The verbs that a check may call, each under its own name with vct_ in place of ibv_. Arguments,
 * return value and errno are those of the verb (section 3 of the manual). In addition, the call and
 * its result are written to the evidence, and an object that was made and is not released by the
 * check is released at its end.
 */
#ifndef VCT_VERBS_H
#define VCT_VERBS_H

#include <infiniband/verbs.h>

struct ibv_context *vct_open_device(struct ibv_device *device);
int vct_close_device(struct ibv_context *context);
int vct_query_device_ex(struct ibv_context *context, struct ibv_device_attr_ex *attr);
int vct_query_device(struct ibv_context *context, struct ibv_device_attr *attr);

int vct_query_port(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr);
int vct_query_gid(struct ibv_context *context, uint8_t port, int index, union ibv_gid *gid);
int vct_query_gid_ex(struct ibv_context *context, uint32_t port, uint32_t index,
		     struct ibv_gid_entry *entry);
ssize_t vct_query_gid_table(struct ibv_context *context, struct ibv_gid_entry *entries,
			    size_t max_entries);
int vct_query_pkey(struct ibv_context *context, uint8_t port, int index, __be16 *pkey);
int vct_get_pkey_index(struct ibv_context *context, uint8_t port, __be16 pkey);

struct ibv_pd *vct_alloc_pd(struct ibv_context *context);
int vct_dealloc_pd(struct ibv_pd *pd);
struct ibv_mr *vct_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access);
struct ibv_mr *vct_reg_mr_iova(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova,
			       int access);
int vct_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *addr, size_t length,
		 int access);
int vct_dereg_mr(struct ibv_mr *mr);
struct ibv_mw *vct_alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type);
int vct_dealloc_mw(struct ibv_mw *mw);
int vct_bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *bind);

struct ibv_comp_channel *vct_create_comp_channel(struct ibv_context *context);
int vct_destroy_comp_channel(struct ibv_comp_channel *channel);
struct ibv_cq *vct_create_cq(struct ibv_context *context, int cqe, void *cq_context,
			     struct ibv_comp_channel *channel, int comp_vector);
struct ibv_cq_ex *vct_create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *init);
int vct_destroy_cq(struct ibv_cq *cq);
int vct_resize_cq(struct ibv_cq *cq, int cqe);
int vct_modify_cq(struct ibv_cq *cq, struct ibv_modify_cq_attr *attr);
int vct_req_notify_cq(struct ibv_cq *cq, int solicited_only);
int vct_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context);
void vct_ack_cq_events(struct ibv_cq *cq, unsigned int n);
int vct_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);

struct ibv_srq *vct_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *init);
struct ibv_srq *vct_create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *init);
int vct_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr, int mask);
int vct_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr);
int vct_destroy_srq(struct ibv_srq *srq);
int vct_get_srq_num(struct ibv_srq *srq, uint32_t *number);
int vct_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr);
int vct_post_srq_ops(struct ibv_srq *srq, struct ibv_ops_wr *wr, struct ibv_ops_wr **bad_wr);

struct ibv_xrcd *vct_open_xrcd(struct ibv_context *context, struct ibv_xrcd_init_attr *init);
int vct_close_xrcd(struct ibv_xrcd *xrcd);

struct ibv_qp *vct_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *init);
struct ibv_qp *vct_create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *init);
struct ibv_qp *vct_open_qp(struct ibv_context *context, struct ibv_qp_open_attr *attr);
int vct_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask);
int vct_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init);
int vct_destroy_qp(struct ibv_qp *qp);
int vct_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid);
int vct_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid);
int vct_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);
int vct_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr);

struct ibv_ah *vct_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr);
int vct_destroy_ah(struct ibv_ah *ah);

int vct_get_async_event(struct ibv_context *context, struct ibv_async_event *event);
void vct_ack_async_event(struct ibv_async_event *event);
/* For the library: traces that this event, or a completion, was waited for in vain. */
void vct_trace_no_event(struct ibv_context *context, enum ibv_event_type type, const void *object);
void vct_trace_no_completion(struct ibv_cq *cq);
/* For the library, after the end of a check: acknowledges all events that the check got and did not
 * acknowledge, because the release of their objects would wait for that. */
void vct_ack_outstanding(void);
void vct_ack_outstanding_cq_events(void);

#endif
