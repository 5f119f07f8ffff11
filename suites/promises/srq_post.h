/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of posting receives and tag-matching operations to a SRQ. */
/* clang-format off */
PROFILED(SRQ_CORE)
PROMISE(SRQ_PST_01, "SRQ-PST-01", MUST,
	"ibv_post_srq_recv(3) SYNOPSIS",
	"Prototype int(struct ibv_srq*, struct ibv_recv_wr*, struct ibv_recv_wr**).")
PROMISE(SRQ_PST_02, "SRQ-PST-02", MUST,
	"ibv_post_srq_recv(3) DESCRIPTION",
	"ibv_recv_wr {u64 wr_id; next; sg_list; int num_sge} and ibv_sge {u64 addr; u32 length; "
	"u32 lkey}.")
PROMISE(SRQ_PST_03, "SRQ-PST-03", MUST,
	"ibv_post_srq_recv(3) DESCRIPTION",
	"Posts the whole linked list in order; the last element has next NULL.",
	BROKEN_WITH(CQ_POL_01))
PROMISE(SRQ_PST_04, "SRQ-PST-04", MUST,
	"ibv_post_srq_recv(3) DESCRIPTION",
	"Processing stops at the first WR that can be refused immediately; that WR is returned "
	"through bad_wr: too many SGEs.")
PROMISE(SRQ_PST_05, "SRQ-PST-05", MUST,
	"ibv_post_srq_recv(3) DESCRIPTION",
	"The WRs before the failing one are posted, the ones after are not.",
	BROKEN_WITH(CQ_POL_01))
PROMISE(SRQ_PST_06, "SRQ-PST-06", MUST,
	"ibv_post_srq_recv(3) DESCRIPTION",
	"Immediate failure: SRQ full.",
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03))
PROMISE(SRQ_PST_07, "SRQ-PST-07", MUST,
	"ibv_post_srq_recv(3) RETURN VALUE",
	"Returns 0 on success, errno value on failure.")
PROMISE(SRQ_PST_08, "SRQ-PST-08", MUST,
	"ibv_post_srq_recv(3) NOTES",
	"A buffer may be reused only after the WR's completion was retrieved; at that time the "
	"data is there.")
PROFILED(SRQ_UD)
PROMISE(SRQ_PST_09, "SRQ-PST-09", MUST,
	"ibv_post_srq_recv(3) NOTES",
	"For a UD QP the GRH goes into the first 40 bytes of the scatter list.")
PROMISE(SRQ_PST_10, "SRQ-PST-10", MUST,
	"ibv_post_srq_recv(3) NOTES",
	"Without a GRH the first bytes are undefined but the payload still starts at offset 40.",
	BROKEN_WITH(SRQ_PST_08))
PROFILED(SRQ_CORE)
PROMISE(SRQ_PST_11, "SRQ-PST-11", MUST,
	"ibv_create_qp(3) srq member; concept",
	"WRs of one SRQ feed every QP attached to it; each WR is consumed once.",
	BROKEN_WITH(CQ_POL_01))
PROMISE(SRQ_PST_12, "SRQ-PST-12", OPEN,
	"ibv_post_srq_recv(3) ('that can be detected immediately')",
	"A WR with an invalid L_Key is not an immediate error on a mapped queue; the consuming QP "
	"reports it and the SRQ survives.")
PROMISE(SRQ_PST_13, "SRQ-PST-13", DERIVED,
	"ibv_modify_qp(3) rnr_retry (IBTA 9.7.5.2.8 not verified)",
	"Empty SRQ: RC sender is RNR-NAKed and succeeds once a WR is posted (rnr_retry 7), or "
	"fails with RNR_RETRY_EXC_ERR after the given number of retries.",
	BROKEN_WITH(QP_ERR_06, SRQ_PST_11))
PROMISE(SRQ_OPS_01, "SRQ-OPS-01", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"Prototype int(struct ibv_srq*, struct ibv_ops_wr*, struct ibv_ops_wr**).")
PROMISE(SRQ_OPS_02, "SRQ-OPS-02", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"ibv_ops_wr members wr_id,next,opcode,flags, "
	"tm{unexpected_cnt,handle,add{recv_wr_id,sg_list,num_sge,tag,mask}}.")
PROFILED(SRQ_TAG_MATCHING)
PROMISE(SRQ_OPS_03, "SRQ-OPS-03", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"Executes the linked list of operations on a special-type SRQ.")
PROMISE(SRQ_OPS_04, "SRQ-OPS-04", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"IBV_WR_TAG_ADD adds an entry: SGE list, tag, mask, recv_wr_id; the driver returns a "
	"handle.")
PROMISE(SRQ_OPS_05, "SRQ-OPS-05", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"Matching rule: (TMH.tag & entry.mask) == entry.tag.")
PROMISE(SRQ_OPS_06, "SRQ-OPS-06", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"List size is bounded by max_num_tags.")
PROMISE(SRQ_OPS_07, "SRQ-OPS-07", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"SGE list size bounded by max_sge.")
PROMISE(SRQ_OPS_08, "SRQ-OPS-08", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"IBV_WR_TAG_DEL removes the entry of that handle.")
PROMISE(SRQ_OPS_09, "SRQ-OPS-09", OPEN,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"TAG_DEL may fail because of concurrent consumption: WC status IBV_WC_TM_ERR.")
PROMISE(SRQ_OPS_10, "SRQ-OPS-10", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"IBV_WR_TAG_SYNC updates only the unexpected-message counter.")
PROMISE(SRQ_OPS_11, "SRQ-OPS-11", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"IBV_OPS_TM_SYNC flag passes unexpected_cnt.")
PROMISE(SRQ_OPS_12, "SRQ-OPS-12", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"IBV_OPS_SIGNALED yields a WC on the TM SRQ's CQ carrying wr_id; unsignaled yields none.")
PROMISE(SRQ_OPS_13, "SRQ-OPS-13", MUST,
	"ibv_post_srq_ops(3) DESCRIPTION",
	"IBV_WC_TM_SYNC_REQ in a WC means synchronisation is wanted (list op or unexpected "
	"receive).")
PROFILED(SRQ_CORE)
PROMISE(SRQ_OPS_14, "SRQ-OPS-14", MUST,
	"ibv_post_srq_ops(3) RETURN VALUE",
	"Returns 0 or the errno value.")
PROMISE(SRQ_OPS_15, "SRQ-OPS-15", DERIVED,
	"tag_matching.md [rdma-core] RDMA tag-matching offload; Sending TM messages (IBV_TM_OP_FIN)",
	"The HCA reads the data of a rendezvous that matches a tag into its buffer, and then sends "
	"a copy of the request's headers with the opcode FIN.")
PROMISE(SRQ_OPS_16, "SRQ-OPS-16", DERIVED,
	"tag_matching.md [rdma-core] TM completion processing",
	"Match and data of a rendezvous are two completions of one recv_wr_id: "
	"IBV_WC_TM_MATCH, then IBV_WC_TM_DATA_VALID.")
PROMISE(SRQ_OPS_17, "SRQ-OPS-17", DERIVED,
	"tag_matching.md [rdma-core] TM completion processing",
	"A tagged buffer that is too short for the data of a rendezvous gets its headers and the "
	"status IBV_WC_TM_RNDV_INCOMPLETE.")
