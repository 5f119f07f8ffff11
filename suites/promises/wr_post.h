/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of the calls ibv_wr_*, which build and post requests. */
/* clang-format off */
PROFILED(QP_SEND_OPS)
PROMISE(WRP_01, "WRP-01", MUST,
	"ibv_wr_post(3) USAGE",
	"If a QP does not support all operations of send_ops_flags, it is not created.")
PROMISE(WRP_02, "WRP-02", MUST,
	"ibv_wr_post(3) WORK REQUESTS, table of operations",
	"Each builder whose flag was in send_ops_flags makes a request of its operation.")
PROMISE(WRP_03, "WRP-03", MUST,
	"ibv_wr_post(3) USAGE",
	"No request is executed until ibv_wr_complete returns success.")
PROMISE(WRP_04, "WRP-04", MUST,
	"ibv_wr_post(3) USAGE",
	"ibv_wr_abort discards all requests since ibv_wr_start.")
PROMISE(WRP_05, "WRP-05", MUST,
	"ibv_wr_post(3) USAGE",
	"A builder takes the wr_id of the completion from the member wr_id, as it is at that moment.")
PROMISE(WRP_06, "WRP-06", MUST,
	"ibv_wr_post(3) USAGE, Flags IBV_SEND_SIGNALED",
	"A builder takes the flags of the request from the member wr_flags, as they are at that moment: "
	"with IBV_SEND_SIGNALED there is a completion.")
PROMISE(WRP_07, "WRP-07", MUST,
	"ibv_wr_post(3) DATA transfer setters",
	"The buffers of ibv_wr_set_sge_list are one after the other, as if they were one buffer; "
	"ibv_wr_set_sge is the same with one buffer.")
PROMISE(WRP_08, "WRP-08", MUST,
	"ibv_wr_post(3) DATA transfer setters",
	"ibv_wr_set_inline_data and ibv_wr_set_inline_data_list copy the data: the caller may reuse "
	"its buffers when they return.",
	BROKEN_WITH(SRQ_PST_08))
PROMISE(WRP_09, "WRP-09", MUST,
	"ibv_wr_post(3) DATA transfer setters",
	"The buffers of ibv_wr_set_inline_data_list are one after the other, as if they were one "
	"buffer; ibv_wr_set_inline_data is the same with one buffer.")
PROFILED(QP_SEND_OPS_UD)
PROMISE(WRP_10, "WRP-10", MUST,
	"ibv_wr_post(3) QP Specific setters, UD QPs",
	"ibv_wr_set_ud_addr sets the destination of the request.",
	BROKEN_WITH(SRQ_PST_11))
PROFILED(QP_SEND_OPS_XRC)
PROMISE(WRP_11, "WRP-11", MUST,
	"ibv_wr_post(3) QP Specific setters, XRC_SEND QPs",
	"ibv_wr_set_xrc_srqn sets the SRQ that the request goes to.",
	BROKEN_WITH(SRQ_NUM_02, SRQ_PST_11))
PROFILED(QP_SEND_OPS)
PROMISE(WRP_12, "WRP-12", MUST,
	"ibv_wr_post(3) RETURN VALUE",
	"If a failure is detected, ibv_wr_complete returns it and none of the requests since "
	"ibv_wr_start is posted.")
PROMISE(WRP_13, "WRP-13", MUST,
	"ibv_wr_post(3) RDMA",
	"ibv_wr_rdma_write_imm gives the remote side an IBV_WC_RECV_RDMA_WITH_IMM with the 32 bits of "
	"immediate data.")
PROMISE(WRP_14, "WRP-14", OPEN,
	"ibv_wr_post(3) Message Send; ibv_poll_cq(3)",
	"ibv_wr_send_imm gives the remote side the 32 bits of immediate data. The opcode there is "
	"IBV_WC_RECV_RDMA_WITH_IMM by ibv_wr_post(3), and IBV_WC_RECV by ibv_poll_cq(3).",
	BROKEN_WITH(CQ_POL_05))
PROMISE(WRP_15, "WRP-15", MUST,
	"ibv_wr_post(3) DESCRIPTION",
	"Batches of ibv_post_send and of these calls can take turns on one QP.",
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03, SRQ_PST_08))
PROMISE(WRP_16, "WRP-16", MUST,
	"ibv_wr_post(3) CONCURRENCY",
	"Between ibv_wr_start and ibv_wr_complete or ibv_wr_abort no other thread enters on the "
	"same QP, unless it was created with an ibv_td.")
PROMISE(WRP_17, "WRP-17", MUST,
	"ibv_wr_post(3) USAGE",
	"Several requests can be built before one ibv_wr_complete, with other operations each.")
PROMISE(WRP_18, "WRP-18", MUST,
	"ibv_wr_post(3) Flags IBV_SEND_FENCE",
	"A request with IBV_SEND_FENCE starts when the reads and atomics before it have completed.")
PROMISE(WRP_19, "WRP-19", MUST,
	"ibv_wr_post(3) Flags IBV_SEND_SOLICITED",
	"A request with IBV_SEND_SOLICITED makes the other side generate a completion event.",
	BROKEN_WITH(CQ_NTF_03))
PROMISE(WRP_20, "WRP-20", DERIVED,
	"verbs.h ibv_wr_atomic_write; IBTA 9.4.6 (atomic write)",
	"ibv_wr_atomic_write writes the 8 bytes of atomic_wr at remote_addr.")
PROFILED(RAW_TSO)
PROMISE(WRP_21, "WRP-21", MUST,
	"ibv_wr_post(3) Message Send",
	"ibv_wr_send_tso sends the buffer in segments of mss bytes, each behind the header.")
PROFILED(QP_FLUSH)
PROMISE(WRP_22, "WRP-22", MUST,
	"ibv_wr_post(3) table of operations, FLUSH",
	"ibv_wr_flush is an operation of RC and XRC send QPs that were created with it.",
	.since = 45)
PROFILED(QP_SEND_OPS_MW)
PROMISE(WRP_23, "WRP-23", MUST,
	"ibv_wr_post(3) Message Send",
	"After ibv_wr_send_inv the remote side has invalidated the window of invalidate_rkey when it "
	"completes the receive.")
PROMISE(WRP_24, "WRP-24", DERIVED,
	"ibv_wr_post(3) DATA transfer setters; ibv_create_qp(3) max_send_sge",
	"A setter takes as many buffers as the QP, at any addresses and of any lengths, 0 and no buffer included: all these "
	"bytes are transferred, in their order, and no others.",
	BROKEN_WITH(SRQ_PST_08, WRP_09))
