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
#include <stdbool.h>

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
struct ibv_mr *vct_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova,
				 int fd, int access);
int vct_dereg_mr(struct ibv_mr *mr);
int vct_advise_mr(struct ibv_pd *pd, enum ibv_advise_mr_advice advice, uint32_t flags,
		  struct ibv_sge *sge, uint32_t num_sge);
struct ibv_mr *vct_alloc_null_mr(struct ibv_pd *pd);
struct ibv_dm *vct_alloc_dm(struct ibv_context *context, struct ibv_alloc_dm_attr *attr);
int vct_free_dm(struct ibv_dm *dm);
struct ibv_mr *vct_reg_dm_mr(struct ibv_pd *pd, struct ibv_dm *dm, uint64_t offset, size_t length,
			     unsigned int access);
int vct_memcpy_to_dm(struct ibv_dm *dm, uint64_t offset, const void *from, size_t length);
int vct_memcpy_from_dm(void *to, struct ibv_dm *dm, uint64_t offset, size_t length);
struct ibv_td *vct_alloc_td(struct ibv_context *context, struct ibv_td_init_attr *init);
int vct_dealloc_td(struct ibv_td *td);
struct ibv_pd *vct_alloc_parent_domain(struct ibv_context *context,
				       struct ibv_parent_domain_init_attr *attr);
struct ibv_context *vct_import_device(int cmd_fd);
struct ibv_pd *vct_import_pd(struct ibv_context *context, uint32_t handle);
void vct_unimport_pd(struct ibv_pd *pd);
struct ibv_mr *vct_import_mr(struct ibv_pd *pd, uint32_t handle);
void vct_unimport_mr(struct ibv_mr *mr);
struct ibv_dm *vct_import_dm(struct ibv_context *context, uint32_t handle);
void vct_unimport_dm(struct ibv_dm *dm);
int vct_fork_init(void);
enum ibv_fork_status vct_is_fork_initialized(void);
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

int vct_start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr);
int vct_next_poll(struct ibv_cq_ex *cq);
void vct_end_poll(struct ibv_cq_ex *cq);
enum ibv_wc_opcode vct_wc_read_opcode(struct ibv_cq_ex *cq);
unsigned int vct_wc_read_wc_flags(struct ibv_cq_ex *cq);
uint32_t vct_wc_read_vendor_err(struct ibv_cq_ex *cq);
uint32_t vct_wc_read_byte_len(struct ibv_cq_ex *cq);
__be32 vct_wc_read_imm_data(struct ibv_cq_ex *cq);
uint32_t vct_wc_read_qp_num(struct ibv_cq_ex *cq);
uint32_t vct_wc_read_src_qp(struct ibv_cq_ex *cq);
uint32_t vct_wc_read_invalidated_rkey(struct ibv_cq_ex *cq);
uint32_t vct_wc_read_slid(struct ibv_cq_ex *cq);
uint8_t vct_wc_read_sl(struct ibv_cq_ex *cq);
uint8_t vct_wc_read_dlid_path_bits(struct ibv_cq_ex *cq);
uint64_t vct_wc_read_completion_ts(struct ibv_cq_ex *cq);
uint64_t vct_wc_read_completion_wallclock_ns(struct ibv_cq_ex *cq);

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

void vct_wr_start(struct ibv_qp_ex *qp);
int vct_wr_complete(struct ibv_qp_ex *qp);
void vct_wr_abort(struct ibv_qp_ex *qp);
void vct_wr_send(struct ibv_qp_ex *qp);
void vct_wr_send_imm(struct ibv_qp_ex *qp, __be32 imm);
void vct_wr_send_inv(struct ibv_qp_ex *qp, uint32_t rkey);
void vct_wr_rdma_write(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t to);
void vct_wr_rdma_write_imm(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t to, __be32 imm);
void vct_wr_rdma_read(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t from);
void vct_wr_atomic_cmp_swp(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t to, uint64_t compare,
			   uint64_t swap);
void vct_wr_atomic_fetch_add(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t to, uint64_t add);
void vct_wr_atomic_write(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t to, const void *value);
void vct_wr_send_tso(struct ibv_qp_ex *qp, void *header, uint16_t size, uint16_t mss);
void vct_wr_bind_mw(struct ibv_qp_ex *qp, struct ibv_mw *mw, uint32_t rkey,
		    const struct ibv_mw_bind_info *to);
void vct_wr_set_ud_addr(struct ibv_qp_ex *qp, struct ibv_ah *ah, uint32_t qpn, uint32_t qkey);
void vct_wr_set_xrc_srqn(struct ibv_qp_ex *qp, uint32_t number);
void vct_wr_set_inline_data(struct ibv_qp_ex *qp, void *data, size_t length);
void vct_wr_set_inline_data_list(struct ibv_qp_ex *qp, size_t n,
				 const struct ibv_data_buf *buffers);
void vct_wr_set_sge(struct ibv_qp_ex *qp, uint32_t lkey, uint64_t addr, uint32_t length);
void vct_wr_set_sge_list(struct ibv_qp_ex *qp, size_t n, const struct ibv_sge *sges);

/* Traces these bytes, as the check found them. */
void vct_trace_memory(const void *at, size_t n);
/* True if the memory has the expected bytes; traces what it has if not. */
bool vct_memory_is(const void *at, const void *expected, size_t n);

int vct_query_ece(struct ibv_qp *qp, struct ibv_ece *ece);
int vct_set_ece(struct ibv_qp *qp, struct ibv_ece *ece);
int vct_modify_qp_rate_limit(struct ibv_qp *qp, struct ibv_qp_rate_limit_attr *attr);
int vct_query_qp_data_in_order(struct ibv_qp *qp, enum ibv_wr_opcode opcode, uint32_t flags);

struct ibv_wq *vct_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *init);
int vct_modify_wq(struct ibv_wq *wq, struct ibv_wq_attr *attr);
int vct_post_wq_recv(struct ibv_wq *wq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr);
int vct_destroy_wq(struct ibv_wq *wq);
struct ibv_rwq_ind_table *vct_create_rwq_ind_table(struct ibv_context *context,
						   struct ibv_rwq_ind_table_init_attr *init);
int vct_destroy_rwq_ind_table(struct ibv_rwq_ind_table *table);

struct ibv_flow *vct_create_flow(struct ibv_qp *qp, struct ibv_flow_attr *attr);
int vct_destroy_flow(struct ibv_flow *flow);
struct ibv_flow_action *vct_create_flow_action_esp(struct ibv_context *context,
						   struct ibv_flow_action_esp_attr *attr);
int vct_destroy_flow_action(struct ibv_flow_action *action);
struct ibv_counters *vct_create_counters(struct ibv_context *context,
					 struct ibv_counters_init_attr *init);
int vct_destroy_counters(struct ibv_counters *counters);
int vct_attach_counters_point_flow(struct ibv_counters *counters,
				   struct ibv_counter_attach_attr *attr, struct ibv_flow *flow);
int vct_read_counters(struct ibv_counters *counters, uint64_t *values, uint32_t n, uint32_t flags);

struct ibv_ah *vct_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr);
int vct_init_ah_from_wc(struct ibv_context *context, uint8_t port, struct ibv_wc *wc,
			struct ibv_grh *grh, struct ibv_ah_attr *attr);
struct ibv_ah *vct_create_ah_from_wc(struct ibv_pd *pd, struct ibv_wc *wc, struct ibv_grh *grh,
				     uint8_t port);
int vct_destroy_ah(struct ibv_ah *ah);

/* For the library: the CQ of a far sender (far.h), which all else of it follows, and its address
 * handle. */
struct ibv_cq *vct_create_far_cq(int cqe);
struct ibv_ah *vct_create_far_ah(struct ibv_ah_attr *attr);

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
