/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of creating and destroying a QP, and of its own receive queue. */
/* clang-format off */
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_CRE_01, "QP-CRE-01", MUST,
	"ibv_create_qp(3) SYNOPSIS/DESCRIPTION",
	"Prototype; ibv_qp_init_attr {qp_context, send_cq, recv_cq, srq, cap, qp_type, "
	"sq_sig_all}.")
PROMISE(QP_CRE_02, "QP-CRE-02", MUST,
	"ibv_create_qp(3)",
	"ibv_qp_cap {max_send_wr,max_recv_wr,max_send_sge,max_recv_sge,max_inline_data}, all "
	"uint32.")
PROMISE(QP_CRE_03, "QP-CRE-03", MUST,
	"ibv_create_qp(3) (that ibv_dealloc_pd fails meanwhile is permitted by ibv_alloc_pd(3), and "
	"recorded)",
	"QP belongs to the PD; dealloc_pd refused meanwhile.")
PROMISE(QP_CRE_04, "QP-CRE-04", MUST,
	"ibv_create_qp(3) struct comments",
	"qp_context, send_cq, recv_cq, srq, qp_type members of the QP are as given.")
PROFILED(QP_RC, QP_UD)
PROMISE(QP_CRE_05, "QP-CRE-05", MUST,
	"ibv_create_qp(3) srq comment",
	"Non-NULL srq associates the QP with that SRQ: receives come from it.")
PROFILED(QP_RC, QP_UC, QP_UD)
PROMISE(QP_CRE_06, "QP-CRE-06", MUST,
	"ibv_create_qp(3) DESCRIPTION",
	"On success cap holds the actual values of the QP.",
	BROKEN_WITH(SND_19))
PROMISE(QP_CRE_07, "QP-CRE-07", MUST,
	"ibv_create_qp(3) DESCRIPTION",
	"Actual values are at least the requested ones, max_inline_data among them.")
PROFILED(QP_RC, QP_UC, QP_RAW)
PROMISE(QP_CRE_08, "QP-CRE-08", MUST,
	"ibv_create_qp(3) RETURN VALUE",
	"NULL and errno on failure (errno promise newer than v44).")
PROFILED(QP_RC)
PROMISE(QP_CRE_09, "QP-CRE-09", MUST,
	"ibv_create_qp(3) RETURN VALUE",
	"qp_num of the returned QP is its number.")
PROFILED(QP_RC, QP_UD)
PROMISE(QP_CRE_10, "QP-CRE-10", MUST,
	"ibv_create_qp(3) NOTES",
	"Associating an SRQ works for RC and UD.")
PROFILED(QP_UC, QP_RAW, XRC)
PROMISE(QP_CRE_11, "QP-CRE-11", MUST,
	"ibv_create_qp(3) NOTES",
	"Associating an SRQ with any other type fails (UC, raw packet, XRC, driver).")
PROFILED(QP_RC, QP_UD)
PROMISE(QP_CRE_12, "QP-CRE-12", MUST,
	"ibv_create_qp(3) NOTES",
	"max_recv_wr and max_recv_sge are ignored when an SRQ is given.")
PROMISE(QP_CRE_13, "QP-CRE-13", DERIVED,
	"derived (ibv_create_srq_ex types); uverbs_cmd.c:1370",
	"An XRC SRQ cannot be given to an ordinary QP.")
PROMISE(QP_CRE_14, "QP-CRE-14", MUST,
	"ibv_create_qp(3) struct comment",
	"sq_sig_all set => every send WR completes; clear => only signaled ones.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_CEX_01, "QP-CEX-01", MUST,
	"ibv_create_qp_ex(3)",
	"Prototype and ibv_qp_init_attr_ex members as printed.")
PROFILED(QP_RC, QP_UD)
PROMISE(QP_CEX_02, "QP-CEX-02", MUST,
	"ibv_create_qp_ex(3) NOTES",
	"max_recv_wr/max_recv_sge ignored with an SRQ.")
PROFILED(QP_RC, QP_UC, QP_UD)
PROMISE(QP_CEX_03, "QP-CEX-03", MUST,
	"ibv_create_qp_ex(3)",
	"Actual cap values returned, at least the requested, max_inline_data among them.",
	BROKEN_WITH(SND_19))
PROFILED(QP_RC)
PROMISE(QP_CEX_04, "QP-CEX-04", MUST,
	"ibv_create_qp_ex(3) comp_mask",
	"comp_mask identifies valid fields; unknown bits refused.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_CEX_05, "QP-CEX-05", MUST,
	"ibv_create_qp_ex(3) xrcd comment",
	"xrcd member ties an XRC receive QP to its domain.",
	BROKEN_WITH(XRV_CRE_06))
PROFILED(XRC)
PROMISE(QP_CEX_06, "QP-CEX-06", MUST,
	"ibv_create_qp_ex(3); ibv_post_send(3) table",
	"XRC_SEND QP is created with PD and send CQ; receive side absent.")
PROMISE(QP_CEX_07, "QP-CEX-07", OPEN,
	"ibv_create_qp_ex(3) vs ibv_create_qp(3)",
	"The page lacks the 'only RC or UD with SRQ' sentence of ibv_create_qp.3.")
PROFILED(QP_SEND_OPS)
PROMISE(QP_CEX_08, "QP-CEX-08", MUST,
	"ibv_create_qp_ex(3) NOTES",
	"ibv_qp_to_qp_ex gives the extended handle when SEND_OPS_FLAGS was used.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_CEX_09, "QP-CEX-09", DERIVED,
	"ibv_create_qp_ex(3) create_flags (derived: what the page does not name cannot be done)",
	"Unknown bits of create_flags are refused.")
PROMISE(QP_DES_01, "QP-DES-01", MUST,
	"ibv_create_qp(3)",
	"Destroys; returns 0.",
	BROKEN_WITH(SRQ_DES_04))
PROFILED(MCAST)
PROMISE(QP_DES_02, "QP-DES-02", MUST,
	"ibv_create_qp(3) NOTES; IBTA o10-2.2.3 (cited in rxe_qp.c)",
	"Returns errno value on failure; fails while attached to a multicast group.")
PROFILED(QP_RC)
PROMISE(QP_DES_03, "QP-DES-03", MUST,
	"ibv_get_async_event(3) NOTES",
	"Waits for handed-out events of that QP to be acknowledged.")
PROMISE(QP_DES_04, "QP-DES-04", DERIVED,
	"ibv_create_qp(3) RETURN VALUE; ibv_alloc_mw(3)",
	"Does not wait for a type 2 window that the QP has bound: it returns 0, or an errno value and then destroys the QP once "
	"the window is gone.")
PROMISE(QP_RCV_01, "QP-RCV-01", MUST,
	"ibv_post_recv(3) NOTES",
	"On a QP with an SRQ ibv_post_recv must not be used (own receive queue unused): WRs given "
	"to it are not consumed.")
PROMISE(QP_RCV_02, "QP-RCV-02", MUST,
	"ibv_post_recv(3) DESCRIPTION",
	"When ibv_post_recv fails, bad_wr names the failing WR.")
PROMISE(QP_RCV_03, "QP-RCV-03", DERIVED,
	"ibv_post_recv(3) DESCRIPTION (which names no state); IBTA C10-97.2.1",
	"Posting a receive to a QP in RESET fails, and bad_wr names the failing WR.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_RCV_04, "QP-RCV-04", MUST,
	"ibv_post_recv(3)",
	"Prototype, list semantics, 40-byte GRH rule as for SRQ.")
PROMISE(QP_RCV_05, "QP-RCV-05", DERIVED,
	"ibv_post_recv(3), ibv_post_srq_recv(3) sg_list, num_sge",
	"A receive WR of a QP or a SRQ has as many buffers as its queue takes, at any addresses "
	"and of any lengths, 0 and no buffer included. A message fills them in their order, and "
	"changes nothing behind it.",
	BROKEN_WITH(SRQ_PST_08))
