/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The rows of the functions of extended QPs and CQs; table.h explains rows, and includes this file.
 */
#ifndef VCT_VERBS_EXTENDED_H
#define VCT_VERBS_EXTENDED_H

/* clang-format off */
/* Requests that are built on an extended QP. */
#define VERB_wr_start QP_EX, MUTE, (nothing), void, ((QP_EX, struct ibv_qp_ex *, qp))
#define VERB_wr_complete QP_EX, ERRNO, (nothing), int, ((QP_EX, struct ibv_qp_ex *, qp))
#define VERB_wr_abort QP_EX, MUTE, (nothing), void, ((QP_EX, struct ibv_qp_ex *, qp))
#define VERB_wr_send QP_EX, BUILDS, (), void, ((QP_EX, struct ibv_qp_ex *, qp))
#define VERB_wr_send_imm QP_EX, BUILDS, (), void, ((QP_EX, struct ibv_qp_ex *, qp), (HEX, __be32, imm))
#define VERB_wr_send_inv QP_EX, BUILDS, (), void, ((QP_EX, struct ibv_qp_ex *, qp), (RKEY, uint32_t, rkey))
#define VERB_wr_local_inv QP_EX, BUILDS, (), void, ((QP_EX, struct ibv_qp_ex *, qp), (RKEY, uint32_t, rkey))
#define VERB_wr_rdma_write QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (RKEY, uint32_t, rkey), (REMOTE, uint64_t, to))
#define VERB_wr_rdma_write_imm QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (RKEY, uint32_t, rkey), (REMOTE, uint64_t, to), (HEX, __be32, imm))
#define VERB_wr_rdma_read QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (RKEY, uint32_t, rkey), (REMOTE, uint64_t, from))
#define VERB_wr_atomic_cmp_swp QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (RKEY, uint32_t, rkey), (REMOTE, uint64_t, to), \
	 (UINT, uint64_t, compare), (UINT, uint64_t, swap))
#define VERB_wr_atomic_fetch_add QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (RKEY, uint32_t, rkey), (REMOTE, uint64_t, to), (UINT, uint64_t, add))
#define VERB_wr_atomic_write QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (RKEY, uint32_t, rkey), (REMOTE, uint64_t, to), \
	 (DATA, const void *, value, 8))
#define SINCE_wr_flush 45
#define VERB_wr_flush QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (RKEY, uint32_t, rkey), (REMOTE, uint64_t, to), \
	 (UINT, size_t, length), (UINT, uint8_t, type), (UINT, uint8_t, level))
#define VERB_wr_send_tso QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (DATA, void *, header, size), (UINT, uint16_t, size), (UINT, uint16_t, mss))
#define VERB_wr_bind_mw QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (OBJECT, struct ibv_mw *, mw), (RKEY, uint32_t, rkey), \
	 (IN, const struct ibv_mw_bind_info *, to, vct_bind_info_members))
#define VERB_wr_set_ud_addr QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (OBJECT, struct ibv_ah *, ah), (QPN, uint32_t, qpn), (HEX, uint32_t, qkey))
#define VERB_wr_set_xrc_srqn QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (SRQN, uint32_t, number))
#define VERB_wr_set_inline_data QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (DATA, void *, data, length), (UINT, size_t, length))
#define VERB_wr_set_inline_data_list QP_EX, BUILDS, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (UINT, size_t, n), (BUFFERS, const struct ibv_data_buf *, buffers, n))
#define VERB_wr_set_sge QP_EX, BY_HAND, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (LKEY, uint32_t, lkey), (REMOTE, uint64_t, addr), \
	 (UINT, uint32_t, length))
#define VERB_wr_set_sge_list QP_EX, BY_HAND, (), void, \
	((QP_EX, struct ibv_qp_ex *, qp), (UINT, size_t, n), (SGES, const struct ibv_sge *, sges, n))
#define BUILDING_VERBS(X) \
	X(wr_start) X(wr_complete) X(wr_abort) X(wr_send) X(wr_send_imm) X(wr_send_inv) X(wr_local_inv) X(wr_rdma_write) \
	X(wr_rdma_write_imm) X(wr_rdma_read) X(wr_atomic_cmp_swp) X(wr_atomic_fetch_add) X(wr_atomic_write) X(wr_flush) \
	X(wr_send_tso) X(wr_bind_mw) X(wr_set_ud_addr) X(wr_set_xrc_srqn) X(wr_set_inline_data) \
	X(wr_set_inline_data_list) X(wr_set_sge) X(wr_set_sge_list)

/* Completions that an extended CQ is iterated over. */
#define VERB_start_poll CQ_EX, BY_HAND, (), int, \
	((CQ_EX, struct ibv_cq_ex *, cq), (IN, struct ibv_poll_cq_attr *, attr, vct_poll_members))
#define VERB_next_poll CQ_EX, BY_HAND, (), int, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_end_poll CQ_EX, MUTE, (end_batch), void, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_opcode CQ_EX, READS, (NUMBER), enum ibv_wc_opcode, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_wc_flags CQ_EX, READS, (NUMBER), unsigned int, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_vendor_err CQ_EX, READS, (NUMBER), uint32_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_byte_len CQ_EX, READS, (NUMBER), uint32_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_imm_data CQ_EX, READS, (NUMBER), __be32, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_qp_num CQ_EX, READS, (QPN), uint32_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_src_qp CQ_EX, READS, (QPN), uint32_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_invalidated_rkey CQ_EX, READS, (RKEY), uint32_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_slid CQ_EX, READS, (NUMBER), uint32_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_sl CQ_EX, READS, (NUMBER), uint8_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_flow_tag CQ_EX, READS, (NUMBER), uint32_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_dlid_path_bits CQ_EX, READS, (NUMBER), uint8_t, ((CQ_EX, struct ibv_cq_ex *, cq))
/* the time differs from run to run */
#define VERB_wc_read_completion_ts CQ_EX, TELLS_TIME, (), uint64_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define VERB_wc_read_completion_wallclock_ns CQ_EX, TELLS_TIME, (), uint64_t, ((CQ_EX, struct ibv_cq_ex *, cq))
#define ITERATING_VERBS(X) \
	X(start_poll) X(next_poll) X(end_poll) X(wc_read_opcode) X(wc_read_wc_flags) X(wc_read_vendor_err) \
	X(wc_read_byte_len) X(wc_read_imm_data) X(wc_read_qp_num) X(wc_read_src_qp) X(wc_read_invalidated_rkey) \
	X(wc_read_slid) X(wc_read_sl) X(wc_read_flow_tag) X(wc_read_dlid_path_bits) X(wc_read_completion_ts) \
	X(wc_read_completion_wallclock_ns)
/* clang-format on */

#endif
