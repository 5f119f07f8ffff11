// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The tables of the members of the structures that verbs take. */
#include "members.h"

#define QP(flag_, member_, kind_, words_)  VCT_MEMBER(ibv_qp_attr, flag_, member_, kind_, words_)
#define AH(flag_, member_, kind_, words_)  VCT_MEMBER(ibv_ah_attr, flag_, member_, kind_, words_)
#define CAP(flag_, member_, kind_, words_) VCT_MEMBER(ibv_qp_cap, flag_, member_, kind_, words_)
#define SRQ(member_)                       VCT_MEMBER(ibv_srq_attr, 0, member_, KIND_NUMBER, NULL)
#define SRQ_HANDLE(member_, kind_)         VCT_MEMBER(ibv_srq, 0, member_, kind_, NULL)
#define QP_HANDLE(member_, kind_, words_)  VCT_MEMBER(ibv_qp, 0, member_, kind_, words_)
#define SRQ_INIT(member_, kind_)           VCT_MEMBER(ibv_srq_init_attr, 0, member_, kind_, NULL)
#define SRQ_EX(member_, kind_, words_)     VCT_MEMBER(ibv_srq_init_attr_ex, 0, member_, kind_, words_)
#define QP_INIT(flag_, member_, kind_, words_)                                                     \
	VCT_MEMBER(ibv_qp_init_attr, flag_, member_, kind_, words_)
#define QP_EX(flag_, member_, kind_, words_)                                                       \
	VCT_MEMBER(ibv_qp_init_attr_ex, flag_, member_, kind_, words_)
#define OPEN(member_, kind_, words_)     VCT_MEMBER(ibv_qp_open_attr, 0, member_, kind_, words_)
#define CQ_EX(member_, kind_, words_)    VCT_MEMBER(ibv_cq_init_attr_ex, 0, member_, kind_, words_)
#define XRCD(member_, kind_, words_)     VCT_MEMBER(ibv_xrcd_init_attr, 0, member_, kind_, words_)
#define ALLOC_DM(member_, kind_, words_) VCT_MEMBER(ibv_alloc_dm_attr, 0, member_, kind_, words_)
#define OPS(member_, kind_, words_)      VCT_MEMBER(ibv_ops_wr, 0, member_, kind_, words_)
#define SEND(member_, kind_, words_)     VCT_MEMBER(ibv_send_wr, 0, member_, kind_, words_)
#define BIND(member_, kind_, words_)     VCT_MEMBER(ibv_mw_bind, 0, member_, kind_, words_)
#define TO(member_, kind_, words_)       VCT_MEMBER(ibv_mw_bind_info, 0, member_, kind_, words_)
#define PORT(member_)                    VCT_MEMBER(ibv_port_attr, 0, member_, KIND_NUMBER, NULL)
#define WC(member_, kind_, words_)       VCT_MEMBER(ibv_wc, 0, member_, kind_, words_)
#define KEY(member_, kind_)              VCT_MEMBER(ibv_mr, 0, member_, kind_, NULL)
#define GRH(member_, kind_)              VCT_MEMBER(ibv_grh, 0, member_, kind_, NULL)
#define TD(member_, kind_)               VCT_MEMBER(ibv_td_init_attr, 0, member_, kind_, NULL)
#define PARENT(member_, kind_)           VCT_MEMBER(ibv_parent_domain_init_attr, 0, member_, kind_, NULL)
#define MODIFY_CQ(member_, kind_)        VCT_MEMBER(ibv_modify_cq_attr, 0, member_, kind_, NULL)
#define POLL(member_, kind_)             VCT_MEMBER(ibv_poll_cq_attr, 0, member_, kind_, NULL)
#define ECE(member_)                     VCT_MEMBER(ibv_ece, 0, member_, KIND_HEX, NULL)
#define RATE(member_)                    VCT_MEMBER(ibv_qp_rate_limit_attr, 0, member_, KIND_NUMBER, NULL)
#define WQ_INIT(member_, kind_)          VCT_MEMBER(ibv_wq_init_attr, 0, member_, kind_, NULL)
#define WQ(member_, kind_)               VCT_MEMBER(ibv_wq_attr, 0, member_, kind_, NULL)
#define FLOW(member_, kind_)             VCT_MEMBER(ibv_flow_attr, 0, member_, kind_, NULL)
#define COUNTERS(member_, kind_)         VCT_MEMBER(ibv_counters_init_attr, 0, member_, kind_, NULL)
#define COUNTER(member_, kind_)          VCT_MEMBER(ibv_counter_attach_attr, 0, member_, kind_, NULL)
#define SGE(member_, kind_)              VCT_MEMBER(ibv_sge, 0, member_, kind_, NULL)

/* clang-format off */
const struct vct_member vct_qp_members[] = { VCT_QP_MEMBERS(QP) VCT_MEMBERS_END };
const struct vct_member vct_ah_members[] = { VCT_AH_MEMBERS(AH, 0, ) VCT_MEMBERS_END };
const struct vct_member vct_cap_members[] = { VCT_CAP_MEMBERS(CAP, 0, ) VCT_MEMBERS_END };
const struct vct_member vct_srq_members[] = {
	SRQ(max_wr) SRQ(max_sge) SRQ(srq_limit)
	VCT_MEMBERS_END
};
const struct vct_member vct_srq_handle_members[] = {
	SRQ_HANDLE(pd, KIND_OBJECT) SRQ_HANDLE(srq_context, KIND_POINTER)
	VCT_MEMBERS_END
};
const struct vct_member vct_qp_handle_members[] = {
	QP_HANDLE(pd, KIND_OBJECT, NULL) QP_HANDLE(qp_context, KIND_POINTER, NULL)
	QP_HANDLE(send_cq, KIND_OBJECT, NULL) QP_HANDLE(recv_cq, KIND_OBJECT, NULL)
	QP_HANDLE(srq, KIND_OBJECT, NULL) QP_HANDLE(qp_type, KIND_WORD, vct_qp_types)
	VCT_MEMBERS_END
};
const struct vct_member vct_srq_init_members[] = {
	SRQ_INIT(srq_context, KIND_POINTER) SRQ_INIT(attr.max_wr, KIND_NUMBER)
	SRQ_INIT(attr.max_sge, KIND_NUMBER) SRQ_INIT(attr.srq_limit, KIND_NUMBER)
	VCT_MEMBERS_END
};
const struct vct_member vct_srq_init_ex_members[] = {
	SRQ_EX(srq_context, KIND_POINTER, NULL)
	SRQ_EX(attr.max_wr, KIND_NUMBER, NULL)
	SRQ_EX(attr.max_sge, KIND_NUMBER, NULL)
	SRQ_EX(attr.srq_limit, KIND_NUMBER, NULL)
	SRQ_EX(comp_mask, KIND_FLAGS, vct_srq_init_mask)
	SRQ_EX(srq_type, KIND_WORD, vct_srq_types)
	SRQ_EX(pd, KIND_OBJECT, NULL)
	SRQ_EX(xrcd, KIND_OBJECT, NULL)
	SRQ_EX(cq, KIND_OBJECT, NULL)
	SRQ_EX(tm_cap.max_num_tags, KIND_NUMBER, NULL)
	SRQ_EX(tm_cap.max_ops, KIND_NUMBER, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_qp_init_members[] = { VCT_QP_INIT_MEMBERS(QP_INIT) VCT_MEMBERS_END };
const struct vct_member vct_qp_init_ex_members[] = {
	VCT_QP_INIT_MEMBERS(QP_EX)
	QP_EX(0, comp_mask, KIND_FLAGS, vct_qp_init_mask)
	QP_EX(0, pd, KIND_OBJECT, NULL)
	QP_EX(0, xrcd, KIND_OBJECT, NULL)
	QP_EX(0, create_flags, KIND_HEX, NULL)
	QP_EX(0, max_tso_header, KIND_NUMBER, NULL)
	QP_EX(0, rwq_ind_tbl, KIND_OBJECT, NULL)
	QP_EX(0, rx_hash_conf.rx_hash_function, KIND_NUMBER, NULL)
	QP_EX(0, rx_hash_conf.rx_hash_key_len, KIND_NUMBER, NULL)
	QP_EX(0, rx_hash_conf.rx_hash_fields_mask, KIND_HEX, NULL)
	QP_EX(0, send_ops_flags, KIND_FLAGS, vct_qp_ops)
	VCT_MEMBERS_END
};
const struct vct_member vct_qp_open_members[] = {
	OPEN(comp_mask, KIND_FLAGS, vct_qp_open_mask)
	OPEN(qp_num, KIND_QPN, NULL)
	OPEN(xrcd, KIND_OBJECT, NULL)
	OPEN(qp_context, KIND_POINTER, NULL)
	OPEN(qp_type, KIND_WORD, vct_qp_types)
	VCT_MEMBERS_END
};
const struct vct_member vct_cq_init_ex_members[] = {
	CQ_EX(cqe, KIND_NUMBER, NULL)
	CQ_EX(cq_context, KIND_POINTER, NULL)
	CQ_EX(channel, KIND_OBJECT, NULL)
	CQ_EX(comp_vector, KIND_NUMBER, NULL)
	CQ_EX(wc_flags, KIND_FLAGS, vct_wc_ex_flags)
	CQ_EX(comp_mask, KIND_HEX, NULL)
	CQ_EX(flags, KIND_HEX, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_xrcd_init_members[] = {
	XRCD(comp_mask, KIND_FLAGS, vct_xrcd_mask)
	XRCD(fd, KIND_FILE, NULL)
	XRCD(oflags, KIND_FLAGS, vct_open_flags)
	VCT_MEMBERS_END
};
const struct vct_member vct_alloc_dm_members[] = {
	ALLOC_DM(length, KIND_NUMBER, NULL)
	ALLOC_DM(log_align_req, KIND_NUMBER, NULL)
	ALLOC_DM(comp_mask, KIND_HEX, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_ops_members[] = {
	OPS(wr_id, KIND_NUMBER, NULL)
	OPS(opcode, KIND_WORD, vct_ops_opcodes)
	OPS(flags, KIND_HEX, NULL)
	OPS(tm.unexpected_cnt, KIND_NUMBER, NULL)
	OPS(tm.handle, KIND_NUMBER, NULL)
	OPS(tm.add.recv_wr_id, KIND_NUMBER, NULL)
	OPS(tm.add.tag, KIND_HEX, NULL)
	OPS(tm.add.mask, KIND_HEX, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_sge_members[] = {
	SGE(addr, KIND_ADDRESS) SGE(length, KIND_NUMBER) SGE(lkey, KIND_LKEY)
	VCT_MEMBERS_END
};
const struct vct_member vct_send_members[] = {
	SEND(wr_id, KIND_NUMBER, NULL)
	SEND(opcode, KIND_WORD, vct_wr_opcodes)
	SEND(send_flags, KIND_FLAGS, vct_send_flags)
	VCT_MEMBERS_END
};
const struct vct_member vct_imm_members[] = { SEND(imm_data, KIND_HEX, NULL) VCT_MEMBERS_END };
const struct vct_member vct_inv_members[] = { SEND(invalidate_rkey, KIND_RKEY, NULL) VCT_MEMBERS_END };
const struct vct_member vct_xrc_members[] = {
	SEND(qp_type.xrc.remote_srqn, KIND_SRQN, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_ud_members[] = {
	SEND(wr.ud.ah, KIND_OBJECT, NULL)
	SEND(wr.ud.remote_qpn, KIND_QPN, NULL)
	SEND(wr.ud.remote_qkey, KIND_HEX, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_rdma_members[] = {
	SEND(wr.rdma.remote_addr, KIND_ADDRESS, NULL)
	SEND(wr.rdma.rkey, KIND_RKEY, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_atomic_members[] = {
	SEND(wr.atomic.remote_addr, KIND_ADDRESS, NULL)
	SEND(wr.atomic.compare_add, KIND_NUMBER, NULL)
	SEND(wr.atomic.swap, KIND_NUMBER, NULL)
	SEND(wr.atomic.rkey, KIND_RKEY, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_bind_members[] = {
	SEND(bind_mw.mw, KIND_OBJECT, NULL)
	SEND(bind_mw.rkey, KIND_RKEY, NULL)
	SEND(bind_mw.bind_info.mr, KIND_OBJECT, NULL)
	SEND(bind_mw.bind_info.addr, KIND_ADDRESS, NULL)
	SEND(bind_mw.bind_info.length, KIND_NUMBER, NULL)
	SEND(bind_mw.bind_info.mw_access_flags, KIND_FLAGS, vct_access_flags)
	VCT_MEMBERS_END
};
const struct vct_member vct_mw_bind_members[] = {
	BIND(wr_id, KIND_NUMBER, NULL)
	BIND(send_flags, KIND_FLAGS, vct_send_flags)
	BIND(bind_info.mr, KIND_OBJECT, NULL)
	BIND(bind_info.addr, KIND_ADDRESS, NULL)
	BIND(bind_info.length, KIND_NUMBER, NULL)
	BIND(bind_info.mw_access_flags, KIND_FLAGS, vct_access_flags)
	VCT_MEMBERS_END
};
const struct vct_member vct_bind_info_members[] = {
	TO(mr, KIND_OBJECT, NULL) TO(addr, KIND_ADDRESS, NULL) TO(length, KIND_NUMBER, NULL)
	TO(mw_access_flags, KIND_FLAGS, vct_access_flags)
	VCT_MEMBERS_END
};
const struct vct_member vct_port_members[] = {
	PORT(state) PORT(max_mtu) PORT(active_mtu) PORT(gid_tbl_len) PORT(max_msg_sz)
	PORT(pkey_tbl_len) PORT(max_vl_num) PORT(active_width) PORT(active_speed)
	PORT(phys_state) PORT(link_layer)
	VCT_MEMBERS_END
};
const struct vct_member vct_wc_members[] = {
	WC(wr_id, KIND_NUMBER, NULL)
	WC(status, KIND_WORD, vct_wc_statuses)
	WC(qp_num, KIND_QPN, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_good_wc_members[] = { WC(opcode, KIND_WORD, vct_wc_opcodes) VCT_MEMBERS_END };
const struct vct_member vct_received_members[] = {
	WC(byte_len, KIND_NUMBER, NULL)
	WC(wc_flags, KIND_FLAGS, vct_wc_flags)
	VCT_MEMBERS_END
};
const struct vct_member vct_with_imm_members[] = { WC(imm_data, KIND_HEX, NULL) VCT_MEMBERS_END };
const struct vct_member vct_with_inv_members[] = {
	WC(invalidated_rkey, KIND_RKEY, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_wc_sender_members[] = {
	WC(qp_num, KIND_QPN, NULL) WC(src_qp, KIND_QPN, NULL) WC(wc_flags, KIND_FLAGS, vct_wc_flags)
	WC(byte_len, KIND_NUMBER, NULL) WC(pkey_index, KIND_NUMBER, NULL) WC(slid, KIND_NUMBER, NULL)
	WC(sl, KIND_NUMBER, NULL) WC(dlid_path_bits, KIND_NUMBER, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_grh_members[] = {
	GRH(version_tclass_flow, KIND_HEX) GRH(paylen, KIND_HEX) GRH(next_hdr, KIND_NUMBER)
	GRH(hop_limit, KIND_NUMBER) GRH(sgid, KIND_GID) GRH(dgid, KIND_GID)
	VCT_MEMBERS_END
};
const struct vct_member vct_key_members[] = {
	KEY(lkey, KIND_LKEY) KEY(rkey, KIND_RKEY)
	VCT_MEMBERS_END
};
const struct vct_member vct_ah_numbers[] = {
	AH(0, grh.flow_label, KIND_NUMBER, NULL) AH(0, grh.sgid_index, KIND_GID_INDEX, NULL)
	AH(0, grh.traffic_class, KIND_NUMBER, NULL) AH(0, dlid, KIND_LID, NULL)
	AH(0, sl, KIND_NUMBER, NULL) AH(0, src_path_bits, KIND_NUMBER, NULL)
	AH(0, is_global, KIND_NUMBER, NULL) AH(0, port_num, KIND_PORT, NULL)
	VCT_MEMBERS_END
};
const struct vct_member vct_td_init_members[] = { TD(comp_mask, KIND_HEX) VCT_MEMBERS_END };
const struct vct_member vct_parent_init_members[] = {
	PARENT(pd, KIND_OBJECT) PARENT(td, KIND_OBJECT) PARENT(comp_mask, KIND_HEX)
	VCT_MEMBERS_END
};
const struct vct_member vct_modify_cq_members[] = {
	MODIFY_CQ(attr_mask, KIND_HEX) MODIFY_CQ(moderate.cq_count, KIND_NUMBER)
	MODIFY_CQ(moderate.cq_period, KIND_NUMBER)
	VCT_MEMBERS_END
};
const struct vct_member vct_poll_members[] = { POLL(comp_mask, KIND_NUMBER) VCT_MEMBERS_END };
const struct vct_member vct_ece_members[] = { ECE(vendor_id) ECE(options) ECE(comp_mask) VCT_MEMBERS_END };
const struct vct_member vct_rate_limit_members[] = {
	RATE(rate_limit) RATE(max_burst_sz) RATE(typical_pkt_sz) RATE(comp_mask)
	VCT_MEMBERS_END
};
const struct vct_member vct_wq_init_members[] = {
	WQ_INIT(wq_context, KIND_POINTER) WQ_INIT(wq_type, KIND_NUMBER) WQ_INIT(max_wr, KIND_NUMBER)
	WQ_INIT(max_sge, KIND_NUMBER) WQ_INIT(pd, KIND_OBJECT) WQ_INIT(cq, KIND_OBJECT)
	WQ_INIT(comp_mask, KIND_HEX) WQ_INIT(create_flags, KIND_HEX)
	VCT_MEMBERS_END
};
const struct vct_member vct_wq_sizes[] = {
	WQ_INIT(max_wr, KIND_NUMBER) WQ_INIT(max_sge, KIND_NUMBER)
	VCT_MEMBERS_END
};
const struct vct_member vct_wq_members[] = {
	WQ(attr_mask, KIND_HEX) WQ(wq_state, KIND_NUMBER) WQ(curr_wq_state, KIND_NUMBER)
	WQ(flags, KIND_HEX) WQ(flags_mask, KIND_HEX)
	VCT_MEMBERS_END
};
const struct vct_member vct_flow_members[] = {
	FLOW(comp_mask, KIND_HEX) FLOW(type, KIND_NUMBER) FLOW(size, KIND_NUMBER)
	FLOW(priority, KIND_NUMBER) FLOW(num_of_specs, KIND_NUMBER) FLOW(port, KIND_PORT)
	FLOW(flags, KIND_HEX)
	VCT_MEMBERS_END
};
const struct vct_member vct_counters_init_members[] = { COUNTERS(comp_mask, KIND_HEX) VCT_MEMBERS_END };
const struct vct_member vct_counter_attach_members[] = {
	COUNTER(counter_desc, KIND_NUMBER) COUNTER(index, KIND_NUMBER) COUNTER(comp_mask, KIND_HEX)
	VCT_MEMBERS_END
};
const struct vct_member vct_from_members[] = { WC(src_qp, KIND_QPN, NULL) VCT_MEMBERS_END };
/* clang-format on */
