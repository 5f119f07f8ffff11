/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The members of the structures that verbs take, as tables. Private to the library. */
#ifndef VCT_MEMBERS_H
#define VCT_MEMBERS_H

#include <infiniband/verbs.h>
#include <stddef.h>

#include "expression.h"
#include "words.h"

struct vct_member {
	const char *name;
	enum vct_kind kind;
	const struct vct_word *words;
	unsigned int flag; /* the flag of a mask that selects it */
	size_t offset, size;
};

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

/* X(flag, member, kind, words) for the members of struct ibv_qp_attr, and of its addresses. */
#define VCT_AH_MEMBERS(X, flag_, ah_)                                                              \
	X(flag_, ah_ grh.dgid, KIND_GID, NULL)                                                     \
	X(flag_, ah_ grh.flow_label, KIND_NUMBER, NULL)                                            \
	X(flag_, ah_ grh.sgid_index, KIND_GID_INDEX, NULL)                                         \
	X(flag_, ah_ grh.hop_limit, KIND_NUMBER, NULL)                                             \
	X(flag_, ah_ grh.traffic_class, KIND_NUMBER, NULL)                                         \
	X(flag_, ah_ dlid, KIND_LID, NULL)                                                         \
	X(flag_, ah_ sl, KIND_NUMBER, NULL)                                                        \
	X(flag_, ah_ src_path_bits, KIND_NUMBER, NULL)                                             \
	X(flag_, ah_ static_rate, KIND_NUMBER, NULL)                                               \
	X(flag_, ah_ is_global, KIND_NUMBER, NULL)                                                 \
	X(flag_, ah_ port_num, KIND_PORT, NULL)
#define VCT_CAP_MEMBERS(X, flag_, cap_)                                                            \
	X(flag_, cap_ max_send_wr, KIND_NUMBER, NULL)                                              \
	X(flag_, cap_ max_recv_wr, KIND_NUMBER, NULL)                                              \
	X(flag_, cap_ max_send_sge, KIND_NUMBER, NULL)                                             \
	X(flag_, cap_ max_recv_sge, KIND_NUMBER, NULL)                                             \
	X(flag_, cap_ max_inline_data, KIND_NUMBER, NULL)
#define VCT_QP_INIT_MEMBERS(X)                                                                     \
	X(0, qp_context, KIND_POINTER, NULL)                                                       \
	X(0, send_cq, KIND_OBJECT, NULL)                                                           \
	X(0, recv_cq, KIND_OBJECT, NULL)                                                           \
	X(0, srq, KIND_OBJECT, NULL)                                                               \
	VCT_CAP_MEMBERS(X, 0, cap.)                                                                \
	X(0, qp_type, KIND_WORD, vct_qp_types)                                                     \
	X(0, sq_sig_all, KIND_NUMBER, NULL)
#define VCT_QP_MEMBERS(X)                                                                          \
	X(IBV_QP_STATE, qp_state, KIND_WORD, vct_qp_states)                                        \
	X(IBV_QP_CUR_STATE, cur_qp_state, KIND_WORD, vct_qp_states)                                \
	X(IBV_QP_EN_SQD_ASYNC_NOTIFY, en_sqd_async_notify, KIND_NUMBER, NULL)                      \
	X(IBV_QP_ACCESS_FLAGS, qp_access_flags, KIND_FLAGS, vct_access_flags)                      \
	X(IBV_QP_PKEY_INDEX, pkey_index, KIND_NUMBER, NULL)                                        \
	X(IBV_QP_PORT, port_num, KIND_PORT, NULL)                                                  \
	X(IBV_QP_QKEY, qkey, KIND_HEX, NULL)                                                       \
	VCT_AH_MEMBERS(X, IBV_QP_AV, ah_attr.)                                                     \
	X(IBV_QP_PATH_MTU, path_mtu, KIND_WORD, vct_mtus)                                          \
	X(IBV_QP_TIMEOUT, timeout, KIND_NUMBER, NULL)                                              \
	X(IBV_QP_RETRY_CNT, retry_cnt, KIND_NUMBER, NULL)                                          \
	X(IBV_QP_RNR_RETRY, rnr_retry, KIND_NUMBER, NULL)                                          \
	X(IBV_QP_RQ_PSN, rq_psn, KIND_NUMBER, NULL)                                                \
	X(IBV_QP_MAX_QP_RD_ATOMIC, max_rd_atomic, KIND_NUMBER, NULL)                               \
	VCT_AH_MEMBERS(X, IBV_QP_ALT_PATH, alt_ah_attr.)                                           \
	X(IBV_QP_ALT_PATH, alt_pkey_index, KIND_NUMBER, NULL)                                      \
	X(IBV_QP_ALT_PATH, alt_port_num, KIND_PORT, NULL)                                          \
	X(IBV_QP_ALT_PATH, alt_timeout, KIND_NUMBER, NULL)                                         \
	X(IBV_QP_MIN_RNR_TIMER, min_rnr_timer, KIND_NUMBER, NULL)                                  \
	X(IBV_QP_SQ_PSN, sq_psn, KIND_NUMBER, NULL)                                                \
	X(IBV_QP_MAX_DEST_RD_ATOMIC, max_dest_rd_atomic, KIND_NUMBER, NULL)                        \
	X(IBV_QP_PATH_MIG_STATE, path_mig_state, KIND_WORD, vct_mig_states)                        \
	VCT_CAP_MEMBERS(X, IBV_QP_CAP, cap.)                                                       \
	X(IBV_QP_DEST_QPN, dest_qp_num, KIND_QPN, NULL)                                            \
	X(IBV_QP_RATE_LIMIT, rate_limit, KIND_NUMBER, NULL)

/* Members by table; the table ends with one of which the name is NULL. */
extern const struct vct_member vct_ah_members[], vct_cap_members[], vct_srq_members[],
	vct_srq_init_members[], vct_srq_init_ex_members[], vct_qp_init_members[],
	vct_qp_init_ex_members[], vct_qp_open_members[], vct_cq_init_ex_members[],
	vct_xrcd_init_members[], vct_alloc_dm_members[], vct_ops_members[], vct_qp_members[],
	vct_sge_members[], vct_srq_handle_members[], vct_qp_handle_members[];
/* Of struct ibv_send_wr: those of all opcodes, and those of some. */
extern const struct vct_member vct_send_members[], vct_imm_members[], vct_inv_members[],
	vct_xrc_members[], vct_ud_members[], vct_rdma_members[], vct_atomic_members[],
	vct_bind_members[];
/* Of struct ibv_mw_bind. */
extern const struct vct_member vct_mw_bind_members[];
/* Of struct ibv_mw_bind_info. */
extern const struct vct_member vct_bind_info_members[];
/* Of struct ibv_grh, and the keys of struct ibv_mr. */
extern const struct vct_member vct_grh_members[], vct_key_members[];
/* Of struct ibv_ah_attr: those that are numbers. */
extern const struct vct_member vct_ah_numbers[];
/* Of the structures that few devices take; vct_wq_sizes is what ibv_create_wq returns in its own.
 */
extern const struct vct_member vct_td_init_members[], vct_parent_init_members[],
	vct_modify_cq_members[], vct_poll_members[], vct_ece_members[], vct_rate_limit_members[],
	vct_wq_init_members[], vct_wq_sizes[], vct_wq_members[], vct_flow_members[],
	vct_counters_init_members[], vct_counter_attach_members[];
/* Of the structures of lib/verbs/newer.h. */
extern const struct vct_member vct_comp_cntr_caps_members[], vct_comp_cntr_init_members[],
	vct_comp_cntr_attach_members[], vct_dmah_init_members[], vct_mr_init_members[];
/* Of struct ibv_port_attr: what does not change while the port is active. */
extern const struct vct_member vct_port_members[];
/* Of struct ibv_wc: those of all completions, and those of some. */
extern const struct vct_member vct_wc_members[], vct_good_wc_members[], vct_received_members[],
	vct_with_imm_members[], vct_with_inv_members[], vct_from_members[], vct_wc_sender_members[];

#endif
