/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The verbs that a page demands: X(verb, page, of which devices). A driver may lack each other one,
 * whatever its device claims: its checks are SKIP then. A driver that says EOPNOTSUPP or ENOSYS
 * to one of these breaks what its device claims.
 */
#ifndef VCT_VERBS_DEMANDED_H
#define VCT_VERBS_DEMANDED_H

/* clang-format off */
#define VERBS_DEMANDED_OF_ALL(X, of_) \
	X(query_device, "ibv_query_device(3)", of_) \
	X(query_port, "ibv_query_port(3)", of_) \
	X(query_gid, "ibv_query_gid(3)", of_) \
	X(query_pkey, "ibv_query_pkey(3)", of_) \
	X(open_device, "ibv_open_device(3)", of_) \
	X(close_device, "ibv_open_device(3)", of_) \
	X(get_async_event, "ibv_get_async_event(3)", of_) \
	X(alloc_pd, "ibv_alloc_pd(3)", of_) \
	X(dealloc_pd, "ibv_alloc_pd(3)", of_) \
	X(reg_mr, "ibv_reg_mr(3)", of_) \
	X(reg_mr_iova2, "ibv_reg_mr(3)", of_) \
	X(dereg_mr, "ibv_reg_mr(3)", of_) \
	X(create_comp_channel, "ibv_create_comp_channel(3)", of_) \
	X(destroy_comp_channel, "ibv_create_comp_channel(3)", of_) \
	X(get_cq_event, "ibv_get_cq_event(3)", of_) \
	X(create_cq, "ibv_create_cq(3)", of_) \
	X(destroy_cq, "ibv_create_cq(3)", of_) \
	X(poll_cq, "ibv_poll_cq(3)", of_) \
	X(create_qp, "ibv_create_qp(3)", of_) \
	X(modify_qp, "ibv_modify_qp(3)", of_) \
	X(query_qp, "ibv_query_qp(3)", of_) \
	X(destroy_qp, "ibv_create_qp(3)", of_) \
	X(post_send, "ibv_post_send(3)", of_) \
	X(post_recv, "ibv_post_recv(3)", of_)
/* The claims are members of struct ibv_device_attr_ex (ibv_query_device_ex(3)). */
#define VERBS_DEMANDED_OF_SRQS(X, of_) \
	X(create_srq, "ibv_create_srq(3)", of_) \
	X(modify_srq, "ibv_modify_srq(3)", of_) \
	X(query_srq, "ibv_query_srq(3)", of_) \
	X(destroy_srq, "ibv_create_srq(3)", of_) \
	X(post_srq_recv, "ibv_post_srq_recv(3)", of_)
#define VERBS_DEMANDED_OF_XRC(X, of_) \
	X(open_xrcd, "ibv_open_xrcd(3)", of_) \
	X(close_xrcd, "ibv_open_xrcd(3)", of_) \
	X(create_srq_ex, "ibv_create_srq_ex(3)", of_) \
	X(get_srq_num, "ibv_get_srq_num(3)", of_) \
	X(create_qp_ex, "ibv_create_qp_ex(3)", of_) \
	X(create_xsrq, "XRC, the calls of 2009", of_) \
	X(open_xrc_domain, "XRC, the calls of 2009", of_) \
	X(close_xrc_domain, "XRC, the calls of 2009", of_) \
	X(create_xrc_srq, "XRC, the calls of 2009", of_) \
	X(create_xrc_rcv_qp, "XRC, the calls of 2009", of_) \
	X(modify_xrc_rcv_qp, "XRC, the calls of 2009", of_) \
	X(query_xrc_rcv_qp, "XRC, the calls of 2009", of_) \
	X(reg_xrc_rcv_qp, "XRC, the calls of 2009", of_) \
	X(unreg_xrc_rcv_qp, "XRC, the calls of 2009", of_)
#define VERBS_DEMANDED_OF_UD(X, of_) \
	X(create_ah, "ibv_create_ah(3)", of_) \
	X(init_ah_from_wc, "ibv_create_ah_from_wc(3)", of_) \
	X(create_ah_from_wc, "ibv_create_ah_from_wc(3)", of_) \
	X(destroy_ah, "ibv_create_ah(3)", of_)
#define VERBS_DEMANDED_OF_GROUPS(X, of_) \
	X(attach_mcast, "ibv_attach_mcast(3)", of_) \
	X(detach_mcast, "ibv_attach_mcast(3)", of_)
#define VERBS_DEMANDED_OF_WINDOWS(X, of_) \
	X(alloc_mw, "ibv_alloc_mw(3)", of_) \
	X(dealloc_mw, "ibv_alloc_mw(3)", of_)
#define VERBS_DEMANDED_OF_DM(X, of_) \
	X(alloc_dm, "ibv_alloc_dm(3)", of_) \
	X(free_dm, "ibv_alloc_dm(3)", of_) \
	X(reg_dm_mr, "ibv_alloc_dm(3)", of_)
#define VERBS_DEMANDED_OF_WQS(X, of_) \
	X(create_wq, "ibv_create_wq(3)", of_) \
	X(modify_wq, "ibv_modify_wq(3)", of_) \
	X(destroy_wq, "ibv_create_wq(3)", of_) \
	X(create_rwq_ind_table, "ibv_create_rwq_ind_table(3)", of_) \
	X(destroy_rwq_ind_table, "ibv_create_rwq_ind_table(3)", of_)
#define VERBS_DEMANDED_OF_RULES(X, of_) \
	X(create_flow, "ibv_create_flow(3)", of_) \
	X(destroy_flow, "ibv_create_flow(3)", of_)
#define VERBS_DEMANDED_OF_ITS_OWN(X) \
	X(create_cq_ex, "ibv_query_device_ex(3)", "claims completion_timestamp_mask") \
	X(set_ece, "ibv_set_ece(3)", "has options that ibv_query_ece tells") \
	X(bind_mw, "ibv_bind_mw(3)", "claims IBV_DEVICE_MEM_WINDOW") \
	X(modify_cq, "ibv_modify_cq(3)", "claims cq_mod_caps") \
	X(modify_qp_rate_limit, "ibv_modify_qp_rate_limit(3)", "claims packet_pacing_caps") \
	X(qp_attach_comp_cntr, "ibv_qp_attach_comp_cntr(3)", "claims supported_qp_attach_ops") \
	X(post_srq_ops, "ibv_post_srq_ops(3)", "claims tm_caps") \
	X(start_poll, "ibv_create_cq_ex(3)", "has made an extended CQ") \
	X(next_poll, "ibv_create_cq_ex(3)", "has made an extended CQ") \
	X(wr_complete, "ibv_wr_post(3)", "has made a QP with extended sends")
#define VERBS_DEMANDED(X) \
	VERBS_DEMANDED_OF_ALL(X, "there is") \
	VERBS_DEMANDED_OF_SRQS(X, "claims max_srq") \
	VERBS_DEMANDED_OF_XRC(X, "claims IBV_DEVICE_XRC") \
	VERBS_DEMANDED_OF_UD(X, "has UD QPs") \
	VERBS_DEMANDED_OF_GROUPS(X, "claims max_mcast_grp") \
	VERBS_DEMANDED_OF_WINDOWS(X, "claims max_mw") \
	VERBS_DEMANDED_OF_DM(X, "claims max_dm_size") \
	VERBS_DEMANDED_OF_WQS(X, "claims max_wq_type_rq") \
	VERBS_DEMANDED_OF_RULES(X, "claims IBV_DEVICE_MANAGED_FLOW_STEERING") \
	VERBS_DEMANDED_OF_ITS_OWN(X)
/* clang-format on */

#endif
