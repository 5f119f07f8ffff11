/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The members of the structures of the verbs, as tables. */
#ifndef VCT_MEMBERS_H
#define VCT_MEMBERS_H

#include <infiniband/verbs.h>
#include <stddef.h>

#include "words.h"

enum vct_kind {
	KIND_NUMBER,
	KIND_HEX,
	KIND_WORD,    /* one value of `words` */
	KIND_FLAGS,   /* several flags of `words` */
	KIND_OBJECT,  /* a pointer to an object that vct_track() knows */
	KIND_POINTER, /* any other pointer */
	KIND_ADDRESS, /* an uint64_t that is an address */
	KIND_PORT,
	KIND_LID,
	KIND_GID,
	KIND_GID_INDEX,
	KIND_QPN,
	KIND_SRQN,
	KIND_LKEY,
	KIND_RKEY,
	KIND_FILE,
	KIND_PD_HANDLE,
	KIND_MR_HANDLE,
	KIND_DM_HANDLE,
};

/* A table ends with a member of which the name is NULL. */
struct vct_member {
	const char *name;
	enum vct_kind kind;
	const struct vct_word *words;
	unsigned int flag; /* the flag of a mask that selects it, or VCT_FREE */
	size_t offset, size;
};

/* A number of objects that a device claims: some drivers tell how many are free now. */
enum { VCT_FREE = 1 };

/* A row of a table, and its end. */
#define VCT_MEMBER(struct_, flag_, member_, kind_, words_)                                         \
	{ #member_,                                                                                \
	  kind_,                                                                                   \
	  words_,                                                                                  \
	  flag_,                                                                                   \
	  offsetof(struct struct_, member_),                                                       \
	  sizeof(((struct struct_ *)0)->member_) },
#define VCT_MEMBERS_END                                                                            \
	{                                                                                          \
		.name = NULL                                                                       \
	}

/* Each member is (name, kind, words, flag); without words it has none, and without a flag 0. */
/* clang-format off */
#define VCT_AH(flag_, ah_) \
	(ah_ grh.dgid, GID, NULL, flag_), (ah_ grh.flow_label, NUMBER, NULL, flag_), \
	(ah_ grh.sgid_index, GID_INDEX, NULL, flag_), (ah_ grh.hop_limit, NUMBER, NULL, flag_), \
	(ah_ grh.traffic_class, NUMBER, NULL, flag_), (ah_ dlid, LID, NULL, flag_), \
	(ah_ sl, NUMBER, NULL, flag_), (ah_ src_path_bits, NUMBER, NULL, flag_), \
	(ah_ static_rate, NUMBER, NULL, flag_), (ah_ is_global, NUMBER, NULL, flag_), \
	(ah_ port_num, PORT, NULL, flag_)
#define VCT_CAP(flag_, cap_) \
	(cap_ max_send_wr, NUMBER, NULL, flag_), (cap_ max_recv_wr, NUMBER, NULL, flag_), \
	(cap_ max_send_sge, NUMBER, NULL, flag_), (cap_ max_recv_sge, NUMBER, NULL, flag_), \
	(cap_ max_inline_data, NUMBER, NULL, flag_)
#define VCT_QP_INIT \
	(qp_context, POINTER), (send_cq, OBJECT), (recv_cq, OBJECT), (srq, OBJECT), \
	VCT_CAP(0, cap.), (qp_type, WORD, vct_qp_types), (sq_sig_all, NUMBER)
#define VCT_QP \
	(qp_state, WORD, vct_qp_states, IBV_QP_STATE), \
	(cur_qp_state, WORD, vct_qp_states, IBV_QP_CUR_STATE), \
	(en_sqd_async_notify, NUMBER, NULL, IBV_QP_EN_SQD_ASYNC_NOTIFY), \
	(qp_access_flags, FLAGS, vct_access_flags, IBV_QP_ACCESS_FLAGS), \
	(pkey_index, NUMBER, NULL, IBV_QP_PKEY_INDEX), (port_num, PORT, NULL, IBV_QP_PORT), \
	(qkey, HEX, NULL, IBV_QP_QKEY), VCT_AH(IBV_QP_AV, ah_attr.), \
	(path_mtu, WORD, vct_mtus, IBV_QP_PATH_MTU), (timeout, NUMBER, NULL, IBV_QP_TIMEOUT), \
	(retry_cnt, NUMBER, NULL, IBV_QP_RETRY_CNT), \
	(rnr_retry, NUMBER, NULL, IBV_QP_RNR_RETRY), (rq_psn, NUMBER, NULL, IBV_QP_RQ_PSN), \
	(max_rd_atomic, NUMBER, NULL, IBV_QP_MAX_QP_RD_ATOMIC), \
	VCT_AH(IBV_QP_ALT_PATH, alt_ah_attr.), (alt_pkey_index, NUMBER, NULL, IBV_QP_ALT_PATH), \
	(alt_port_num, PORT, NULL, IBV_QP_ALT_PATH), \
	(alt_timeout, NUMBER, NULL, IBV_QP_ALT_PATH), \
	(min_rnr_timer, NUMBER, NULL, IBV_QP_MIN_RNR_TIMER), \
	(sq_psn, NUMBER, NULL, IBV_QP_SQ_PSN), \
	(max_dest_rd_atomic, NUMBER, NULL, IBV_QP_MAX_DEST_RD_ATOMIC), \
	(path_mig_state, WORD, vct_mig_states, IBV_QP_PATH_MIG_STATE), \
	VCT_CAP(IBV_QP_CAP, cap.), (dest_qp_num, QPN, NULL, IBV_QP_DEST_QPN), \
	(rate_limit, NUMBER, NULL, IBV_QP_RATE_LIMIT)

/*
 * T(table, structure, members). The tables of struct ibv_send_wr and struct ibv_wc are the members
 * of all opcodes, and of some. What a device and its ports say of themselves is in vct_device_claims,
 * vct_device_ex_claims (without orig_attr) and vct_port_claims. vct_port_members is what does not
 * change while the port is active, and vct_wq_sizes what ibv_create_wq changes. vct_mr_init_members
 * lacks the address, which is another one in each run.
 */
#define VCT_TABLES(T) \
	T(vct_qp_members, ibv_qp_attr, VCT_QP) \
	T(vct_ah_members, ibv_ah_attr, VCT_AH(0, )) \
	T(vct_cap_members, ibv_qp_cap, VCT_CAP(0, )) \
	T(vct_srq_members, ibv_srq_attr, (max_wr, NUMBER), (max_sge, NUMBER), \
	  (srq_limit, NUMBER)) \
	T(vct_srq_handle_members, ibv_srq, (pd, OBJECT), (srq_context, POINTER)) \
	T(vct_qp_handle_members, ibv_qp, (pd, OBJECT), (qp_context, POINTER), (send_cq, OBJECT), \
	  (recv_cq, OBJECT), (srq, OBJECT), (qp_type, WORD, vct_qp_types)) \
	T(vct_srq_init_members, ibv_srq_init_attr, (srq_context, POINTER), \
	  (attr.max_wr, NUMBER), (attr.max_sge, NUMBER), (attr.srq_limit, NUMBER)) \
	T(vct_srq_init_ex_members, ibv_srq_init_attr_ex, (srq_context, POINTER), \
	  (attr.max_wr, NUMBER), (attr.max_sge, NUMBER), (attr.srq_limit, NUMBER), \
	  (comp_mask, FLAGS, vct_srq_init_mask), (srq_type, WORD, vct_srq_types), (pd, OBJECT), \
	  (xrcd, OBJECT), (cq, OBJECT), (tm_cap.max_num_tags, NUMBER), (tm_cap.max_ops, NUMBER)) \
	T(vct_qp_init_members, ibv_qp_init_attr, VCT_QP_INIT) \
	T(vct_qp_init_ex_members, ibv_qp_init_attr_ex, VCT_QP_INIT, \
	  (comp_mask, FLAGS, vct_qp_init_mask), (pd, OBJECT), (xrcd, OBJECT), \
	  (create_flags, HEX), (max_tso_header, NUMBER), (rwq_ind_tbl, OBJECT), \
	  (rx_hash_conf.rx_hash_function, NUMBER), (rx_hash_conf.rx_hash_key_len, NUMBER), \
	  (rx_hash_conf.rx_hash_fields_mask, HEX), (send_ops_flags, FLAGS, vct_qp_ops)) \
	T(vct_qp_open_members, ibv_qp_open_attr, (comp_mask, FLAGS, vct_qp_open_mask), \
	  (qp_num, QPN), (xrcd, OBJECT), (qp_context, POINTER), (qp_type, WORD, vct_qp_types)) \
	T(vct_cq_init_ex_members, ibv_cq_init_attr_ex, (cqe, NUMBER), (cq_context, POINTER), \
	  (channel, OBJECT), (comp_vector, NUMBER), (wc_flags, FLAGS, vct_wc_ex_flags), \
	  (comp_mask, HEX), (flags, HEX)) \
	T(vct_xrcd_init_members, ibv_xrcd_init_attr, (comp_mask, FLAGS, vct_xrcd_mask), \
	  (fd, FILE), (oflags, FLAGS, vct_open_flags)) \
	T(vct_alloc_dm_members, ibv_alloc_dm_attr, (length, NUMBER), (log_align_req, NUMBER), \
	  (comp_mask, HEX)) \
	T(vct_ops_members, ibv_ops_wr, (wr_id, NUMBER), (opcode, WORD, vct_ops_opcodes), \
	  (flags, HEX), (tm.unexpected_cnt, NUMBER), (tm.handle, NUMBER), \
	  (tm.add.recv_wr_id, NUMBER), (tm.add.tag, HEX), (tm.add.mask, HEX)) \
	T(vct_sge_members, ibv_sge, (addr, ADDRESS), (length, NUMBER), (lkey, LKEY)) \
	T(vct_send_members, ibv_send_wr, (wr_id, NUMBER), (opcode, WORD, vct_wr_opcodes), \
	  (send_flags, FLAGS, vct_send_flags)) \
	T(vct_imm_members, ibv_send_wr, (imm_data, HEX)) \
	T(vct_inv_members, ibv_send_wr, (invalidate_rkey, RKEY)) \
	T(vct_xrc_members, ibv_send_wr, (qp_type.xrc.remote_srqn, SRQN)) \
	T(vct_ud_members, ibv_send_wr, (wr.ud.ah, OBJECT), (wr.ud.remote_qpn, QPN), \
	  (wr.ud.remote_qkey, HEX)) \
	T(vct_rdma_members, ibv_send_wr, (wr.rdma.remote_addr, ADDRESS), (wr.rdma.rkey, RKEY)) \
	T(vct_atomic_members, ibv_send_wr, (wr.atomic.remote_addr, ADDRESS), \
	  (wr.atomic.compare_add, NUMBER), (wr.atomic.swap, NUMBER), (wr.atomic.rkey, RKEY)) \
	T(vct_bind_members, ibv_send_wr, (bind_mw.mw, OBJECT), (bind_mw.rkey, RKEY), \
	  (bind_mw.bind_info.mr, OBJECT), (bind_mw.bind_info.addr, ADDRESS), \
	  (bind_mw.bind_info.length, NUMBER), \
	  (bind_mw.bind_info.mw_access_flags, FLAGS, vct_access_flags)) \
	T(vct_mw_bind_members, ibv_mw_bind, (wr_id, NUMBER), \
	  (send_flags, FLAGS, vct_send_flags), (bind_info.mr, OBJECT), \
	  (bind_info.addr, ADDRESS), (bind_info.length, NUMBER), \
	  (bind_info.mw_access_flags, FLAGS, vct_access_flags)) \
	T(vct_bind_info_members, ibv_mw_bind_info, (mr, OBJECT), (addr, ADDRESS), \
	  (length, NUMBER), (mw_access_flags, FLAGS, vct_access_flags)) \
	T(vct_port_members, ibv_port_attr, (state, NUMBER), (max_mtu, NUMBER), \
	  (active_mtu, NUMBER), (gid_tbl_len, NUMBER), (max_msg_sz, NUMBER), \
	  (pkey_tbl_len, NUMBER), (max_vl_num, NUMBER), (active_width, NUMBER), \
	  (active_speed, NUMBER), (phys_state, NUMBER), (link_layer, NUMBER)) \
	T(vct_wc_members, ibv_wc, (wr_id, NUMBER), (status, WORD, vct_wc_statuses), \
	  (qp_num, QPN)) \
	T(vct_good_wc_members, ibv_wc, (opcode, WORD, vct_wc_opcodes)) \
	T(vct_received_members, ibv_wc, (byte_len, NUMBER), (wc_flags, FLAGS, vct_wc_flags)) \
	T(vct_with_imm_members, ibv_wc, (imm_data, HEX)) \
	T(vct_with_inv_members, ibv_wc, (invalidated_rkey, RKEY)) \
	T(vct_wc_sender_members, ibv_wc, (qp_num, QPN), (src_qp, QPN), \
	  (wc_flags, FLAGS, vct_wc_flags), (byte_len, NUMBER), (pkey_index, NUMBER), \
	  (slid, NUMBER), (sl, NUMBER), (dlid_path_bits, NUMBER)) \
	T(vct_grh_members, ibv_grh, (version_tclass_flow, HEX), (paylen, HEX), \
	  (next_hdr, NUMBER), (hop_limit, NUMBER), (sgid, GID), (dgid, GID)) \
	T(vct_key_members, ibv_mr, (lkey, LKEY), (rkey, RKEY)) \
	T(vct_ah_numbers, ibv_ah_attr, (grh.flow_label, NUMBER), (grh.sgid_index, GID_INDEX), \
	  (grh.traffic_class, NUMBER), (dlid, LID), (sl, NUMBER), (src_path_bits, NUMBER), \
	  (is_global, NUMBER), (port_num, PORT)) \
	T(vct_td_init_members, ibv_td_init_attr, (comp_mask, HEX)) \
	T(vct_parent_init_members, ibv_parent_domain_init_attr, (pd, OBJECT), (td, OBJECT), \
	  (comp_mask, HEX)) \
	T(vct_modify_cq_members, ibv_modify_cq_attr, (attr_mask, HEX), \
	  (moderate.cq_count, NUMBER), (moderate.cq_period, NUMBER)) \
	T(vct_poll_members, ibv_poll_cq_attr, (comp_mask, NUMBER)) \
	T(vct_ece_members, ibv_ece, (vendor_id, HEX), (options, HEX), (comp_mask, HEX)) \
	T(vct_rate_limit_members, ibv_qp_rate_limit_attr, (rate_limit, NUMBER), \
	  (max_burst_sz, NUMBER), (typical_pkt_sz, NUMBER), (comp_mask, NUMBER)) \
	T(vct_wq_init_members, ibv_wq_init_attr, (wq_context, POINTER), (wq_type, NUMBER), \
	  (max_wr, NUMBER), (max_sge, NUMBER), (pd, OBJECT), (cq, OBJECT), (comp_mask, HEX), \
	  (create_flags, HEX)) \
	T(vct_wq_sizes, ibv_wq_init_attr, (max_wr, NUMBER), (max_sge, NUMBER)) \
	T(vct_wq_members, ibv_wq_attr, (attr_mask, HEX), (wq_state, NUMBER), \
	  (curr_wq_state, NUMBER), (flags, HEX), (flags_mask, HEX)) \
	T(vct_flow_members, ibv_flow_attr, (comp_mask, HEX), (type, NUMBER), (size, NUMBER), \
	  (priority, NUMBER), (num_of_specs, NUMBER), (port, PORT), (flags, HEX)) \
	T(vct_counters_init_members, ibv_counters_init_attr, (comp_mask, HEX)) \
	T(vct_counter_attach_members, ibv_counter_attach_attr, (counter_desc, NUMBER), \
	  (index, NUMBER), (comp_mask, HEX)) \
	T(vct_from_members, ibv_wc, (src_qp, QPN)) \
	T(vct_comp_cntr_caps_members, ibv_comp_cntr_caps, (max_value, NUMBER), \
	  (max_counters, NUMBER), (supported_qp_attach_ops, HEX)) \
	T(vct_comp_cntr_init_members, ibv_comp_cntr_init_attr, (comp_mask, HEX), (type, NUMBER), \
	  (flags, HEX)) \
	T(vct_comp_cntr_attach_members, ibv_qp_attach_comp_cntr_attr, (comp_mask, HEX), \
	  (op_mask, HEX)) \
	T(vct_dmah_init_members, ibv_dmah_init_attr, (comp_mask, HEX), (cpu_id, NUMBER), \
	  (ph, NUMBER), (tph_mem_type, NUMBER)) \
	T(vct_mr_init_members, ibv_mr_init_attr, (length, NUMBER), \
	  (access, FLAGS, vct_access_flags), (comp_mask, HEX), (iova, HEX), (fd, FILE), \
	  (fd_offset, NUMBER), (dmah, OBJECT), (buf, OBJECT)) \
	T(vct_device_claims, ibv_device_attr, (node_guid, HEX), (sys_image_guid, HEX), \
	  (max_mr_size, NUMBER), (page_size_cap, HEX), (vendor_id, HEX), \
	  (vendor_part_id, NUMBER), (hw_ver, HEX), (max_qp, NUMBER, NULL, VCT_FREE), \
	  (max_qp_wr, NUMBER), (device_cap_flags, HEX), (max_sge, NUMBER), (max_sge_rd, NUMBER), \
	  (max_cq, NUMBER, NULL, VCT_FREE), (max_cqe, NUMBER), (max_mr, NUMBER, NULL, VCT_FREE), \
	  (max_pd, NUMBER, NULL, VCT_FREE), (max_qp_rd_atom, NUMBER), (max_ee_rd_atom, NUMBER), \
	  (max_res_rd_atom, NUMBER), (max_qp_init_rd_atom, NUMBER), \
	  (max_ee_init_rd_atom, NUMBER), (atomic_cap, NUMBER), (max_ee, NUMBER), \
	  (max_rdd, NUMBER), (max_mw, NUMBER, NULL, VCT_FREE), (max_raw_ipv6_qp, NUMBER), \
	  (max_raw_ethy_qp, NUMBER), (max_mcast_grp, NUMBER, NULL, VCT_FREE), \
	  (max_mcast_qp_attach, NUMBER), (max_total_mcast_qp_attach, NUMBER), \
	  (max_ah, NUMBER, NULL, VCT_FREE), (max_fmr, NUMBER), (max_map_per_fmr, NUMBER), \
	  (max_srq, NUMBER, NULL, VCT_FREE), (max_srq_wr, NUMBER), (max_srq_sge, NUMBER), \
	  (max_pkeys, NUMBER), (local_ca_ack_delay, NUMBER), (phys_port_cnt, NUMBER)) \
	T(vct_device_ex_claims, ibv_device_attr_ex, (odp_caps.general_caps, HEX), \
	  (odp_caps.per_transport_caps.rc_odp_caps, HEX), \
	  (odp_caps.per_transport_caps.uc_odp_caps, HEX), \
	  (odp_caps.per_transport_caps.ud_odp_caps, HEX), (completion_timestamp_mask, HEX), \
	  (hca_core_clock, NUMBER), (device_cap_flags_ex, HEX), (tso_caps.max_tso, NUMBER), \
	  (tso_caps.supported_qpts, HEX), (rss_caps.supported_qpts, HEX), \
	  (rss_caps.max_rwq_indirection_tables, NUMBER), \
	  (rss_caps.max_rwq_indirection_table_size, NUMBER), \
	  (rss_caps.rx_hash_fields_mask, HEX), (rss_caps.rx_hash_function, HEX), \
	  (max_wq_type_rq, NUMBER), (packet_pacing_caps.qp_rate_limit_min, NUMBER), \
	  (packet_pacing_caps.qp_rate_limit_max, NUMBER), \
	  (packet_pacing_caps.supported_qpts, HEX), (raw_packet_caps, HEX), \
	  (tm_caps.max_rndv_hdr_size, NUMBER), (tm_caps.max_num_tags, NUMBER), \
	  (tm_caps.flags, HEX), (tm_caps.max_ops, NUMBER), (tm_caps.max_sge, NUMBER), \
	  (cq_mod_caps.max_cq_count, NUMBER), (cq_mod_caps.max_cq_period, NUMBER), \
	  (max_dm_size, NUMBER), (pci_atomic_caps.fetch_add, HEX), (pci_atomic_caps.swap, HEX), \
	  (pci_atomic_caps.compare_swap, HEX), (xrc_odp_caps, HEX), (phys_port_cnt_ex, NUMBER)) \
	T(vct_port_claims, ibv_port_attr, (state, NUMBER), (max_mtu, NUMBER), \
	  (active_mtu, NUMBER), (gid_tbl_len, NUMBER), (port_cap_flags, HEX), \
	  (max_msg_sz, NUMBER), (bad_pkey_cntr, NUMBER), (qkey_viol_cntr, NUMBER), \
	  (pkey_tbl_len, NUMBER), (lid, NUMBER), (sm_lid, NUMBER), (lmc, NUMBER), \
	  (max_vl_num, NUMBER), (sm_sl, NUMBER), (subnet_timeout, NUMBER), \
	  (init_type_reply, NUMBER), (active_width, NUMBER), (active_speed, NUMBER), \
	  (phys_state, NUMBER), (link_layer, NUMBER), (flags, HEX), (port_cap_flags2, HEX))
/* clang-format on */

/* The number in a member of 1, 2, 4 or 8 bytes, in the byte order of this machine; of another, 0.
 */
unsigned long long vct_number_at(const void *member, size_t size);
void vct_set_number_at(void *member, size_t size, unsigned long long number);

#define VCT_DECLARE_TABLE(name_, ...) extern const struct vct_member name_[];
VCT_TABLES(VCT_DECLARE_TABLE)

#endif
