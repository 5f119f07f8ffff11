/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of polling a completion queue. */
/* clang-format off */
PROFILED(CQ)
PROMISE(CQ_POL_01, "CQ-POL-01", MUST,
	"ibv_poll_cq(3)",
	"wr_id of an SRQ completion is the wr_id given to ibv_post_srq_recv.",
	BROKEN_WITH(SRQ_PST_03))
PROMISE(CQ_POL_02, "CQ-POL-02", MUST,
	"ibv_poll_cq(3)",
	"qp_num is the local QP that consumed the WR (not the SRQ).")
PROMISE(CQ_POL_03, "CQ-POL-03", MUST,
	"ibv_poll_cq(3)",
	"opcode names the operation of the WR: IBV_WC_RECV / IBV_WC_RECV_RDMA_WITH_IMM, of a send "
	"IBV_WC_SEND, IBV_WC_RDMA_WRITE and so on.")
PROMISE(CQ_POL_04, "CQ-POL-04", MUST,
	"ibv_poll_cq(3)",
	"byte_len is the number of bytes transferred.")
PROMISE(CQ_POL_05, "CQ-POL-05", MUST,
	"ibv_poll_cq(3)",
	"imm_data valid iff IBV_WC_WITH_IMM.")
PROFILED(QP_UD)
PROMISE(CQ_POL_06, "CQ-POL-06", MUST,
	"ibv_poll_cq(3)",
	"src_qp valid only for UD.")
PROMISE(CQ_POL_07, "CQ-POL-07", DERIVED,
	"ibv_poll_cq(3)",
	"IBV_WC_GRH is meaningful only for UD QPs; on RC it must not be relied on (and should be "
	"clear).")
PROFILED(CQ)
PROMISE(CQ_POL_08, "CQ-POL-08", MUST,
	"ibv_poll_cq(3)",
	"On error only wr_id, status, qp_num, vendor_err are valid.")
PROMISE(CQ_POL_09, "CQ-POL-09", MUST,
	"ibv_poll_cq(3)",
	"Returns the number of completions, fewer than num_entries if fewer exist, 0 if none.")
PROMISE(CQ_POL_10, "CQ-POL-10", MUST,
	"ibv_poll_cq(3)",
	"Negative value on failure.")
PROMISE(CQ_POL_11, "CQ-POL-11", MUST,
	"ibv_poll_cq(3)",
	"A polled completion is removed.",
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03))
PROMISE(CQ_POL_12, "CQ-POL-12", MUST,
	"ibv_poll_cq(3)",
	"Overrun: IBV_EVENT_CQ_ERR is raised and the CQ cannot be used.")
PROMISE(CQ_POL_13, "CQ-POL-13", MUST,
	"ibv_poll_cq(3)",
	"XRC SRQ completion: on the SRQ's CQ, qp_num of the XRC receive QP, src_qp/imm as usual.")
PROMISE(CQ_POL_14, "CQ-POL-14", DERIVED,
	"ibv_poll_cq(3); concept",
	"SRQ WRs not taken by a QP are not flushed when that QP goes to error; they stay "
	"available to others.")
PROFILED(MW_2)
PROMISE(CQ_POL_15, "CQ-POL-15", MUST,
	"ibv_poll_cq(3)",
	"A receive completed by SEND_WITH_INV has IBV_WC_WITH_INV set (never together with "
	"WITH_IMM) and carries invalidated_rkey.",
	BROKEN_WITH(CQ_POL_05))
PROFILED(CQ_NO_CSUM)
PROMISE(CQ_POL_16, "CQ-POL-16", MUST,
	"ibv_poll_cq(3)",
	"IBV_WC_IP_CSUM_OK is valid only when device_cap_flags announces checksum offload: a "
	"device without it must not raise it.")
PROFILED(CQ)
PROMISE(CQ_POL_17, "CQ-POL-17", MUST,
	"ibv_poll_cq(3)",
	"wr_id of a completed send is the wr_id given to ibv_post_send.")
