/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of creating and destroying a SRQ. */
/* clang-format off */
PROMISE(SRQ_CRX_01, "SRQ-CRX-01", OPEN,
	"ibv_create_xsrq(3) [Oracle] SYNOPSIS",
	"ibv_create_xsrq(pd, init_attr) returning struct ibv_srq* exists.")
PROFILED(SRQ_CORE)
PROMISE(SRQ_CRX_02, "SRQ-CRX-02", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq_ex(3)",
	"Init attributes: context pointer, ibv_srq_attr, SRQ type, and for XRC type an XRC domain "
	"and a CQ.")
PROMISE(SRQ_CRX_03, "SRQ-CRX-03", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq(3)",
	"Creates an SRQ bound to the given protection domain.",
	BROKEN_WITH(XRV_SRQ_01))
PROMISE(SRQ_CRX_04, "SRQ-CRX-04", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq(3)",
	"The context pointer is associated with the SRQ.")
PROMISE(SRQ_CRX_05, "SRQ-CRX-05", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq_ex(3)",
	"srq_type selects the kind; type BASIC gives an ordinary SRQ.")
PROFILED(XRC)
PROMISE(SRQ_CRX_06, "SRQ-CRX-06", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq_ex(3)",
	"Type XRC uses the xrcd and cq members.")
PROFILED(SRQ_CORE)
PROMISE(SRQ_CRX_07, "SRQ-CRX-07", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION (attr comment); ibv_create_srq(3) (attr comment: "
	"irrelevant)",
	"srq_limit is ignored at creation: the new SRQ is not armed.")
PROMISE(SRQ_CRX_08, "SRQ-CRX-08", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq(3)",
	"Any srq_limit at creation, even one above max_wr, is harmless, because it is ignored.")
PROMISE(SRQ_CRX_09, "SRQ-CRX-09", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq(3); ibv_create_srq_ex(3)",
	"On return the init struct holds the real values of the SRQ created.",
	BROKEN_WITH(SRQ_DES_06))
PROMISE(SRQ_CRX_10, "SRQ-CRX-10", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq(3); ibv_create_srq_ex(3)",
	"Returned max_wr is at least the requested one.")
PROMISE(SRQ_CRX_11, "SRQ-CRX-11", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq(3); ibv_create_srq_ex(3)",
	"Returned max_sge is at least the requested one.",
	BROKEN_WITH(DEV_CAP_05))
PROMISE(SRQ_CRX_12, "SRQ-CRX-12", MUST,
	"ibv_create_xsrq(3) [Oracle] RETURN VALUE; ibv_create_srq(3); ibv_create_srq_ex(3)",
	"Returns a pointer on success, NULL if the request fails.")
PROMISE(SRQ_CRE_01, "SRQ-CRE-01", MUST,
	"ibv_create_srq(3) SYNOPSIS",
	"Prototype struct ibv_srq*(struct ibv_pd*, struct ibv_srq_init_attr*).")
PROMISE(SRQ_CRE_02, "SRQ-CRE-02", MUST,
	"ibv_create_srq(3) DESCRIPTION",
	"ibv_srq_init_attr = {void *srq_context; struct ibv_srq_attr attr}.")
PROMISE(SRQ_CRE_03, "SRQ-CRE-03", MUST,
	"ibv_create_srq(3) RETURN VALUE (HEAD)",
	"On failure NULL is returned AND errno tells the reason (the errno promise is newer than "
	"rdma-core 44).")
PROMISE(SRQ_CRE_04, "SRQ-CRE-04", MUST,
	"ibv_create_srq(3) attr comment",
	"The limit member is irrelevant for this verb (today's wording of 'ignored').",
	BROKEN_WITH(SRQ_CRX_07))
PROMISE(SRQ_CEX_01, "SRQ-CEX-01", MUST,
	"ibv_create_srq_ex(3) SYNOPSIS/DESCRIPTION",
	"Prototype struct ibv_srq*(struct ibv_context*, struct ibv_srq_init_attr_ex*); supports "
	"basic and XRC modes.")
PROMISE(SRQ_CEX_02, "SRQ-CEX-02", MUST,
	"ibv_create_srq_ex(3) DESCRIPTION",
	"ibv_srq_init_attr_ex members: srq_context, attr, comp_mask, srq_type, pd, xrcd, cq, "
	"tm_cap{max_num_tags,max_ops}.")
PROMISE(SRQ_CEX_03, "SRQ-CEX-03", MUST,
	"ibv_create_srq_ex(3) comp_mask comment",
	"comp_mask says which extended members are valid: members outside the mask are ignored.")
PROMISE(SRQ_CEX_04, "SRQ-CEX-04", DERIVED,
	"ibv_create_srq_ex(3) comp_mask (derived)",
	"Unknown comp_mask bits are refused (extensibility contract).")
PROMISE(SRQ_CEX_05, "SRQ-CEX-05", DERIVED,
	"ibv_create_srq_ex(3) pd member (derived)",
	"A PD is needed.")
PROFILED(XRC)
PROMISE(SRQ_CEX_06, "SRQ-CEX-06", MUST,
	"ibv_create_srq_ex(3) member comments",
	"XRC type needs an XRC domain and a CQ.")
PROMISE(SRQ_CEX_07, "SRQ-CEX-07", MUST,
	"ibv_create_srq_ex(3) cq comment",
	"XRC SRQ reports its completions on the CQ given here, not on a QP's CQ.",
	BROKEN_WITH(XRV_CRE_03))
PROFILED(SRQ_TAG_MATCHING)
PROMISE(SRQ_CEX_08, "SRQ-CEX-08", MUST,
	"ibv_create_srq_ex(3) tm_cap",
	"Tag-matching type: tm_cap gives list size and number of outstanding list operations.")
PROMISE(SRQ_CEX_09, "SRQ-CEX-09", OPEN,
	"ibv_create_srq_ex(3) attr comment vs ibv_create_srq(3)",
	"srq_limit is NOT declared irrelevant on this page (plain 'the limit value').")
PROFILED(SRQ_CORE)
PROMISE(SRQ_CEX_10, "SRQ-CEX-10", MUST,
	"ibv_create_srq_ex(3) RETURN VALUE",
	"NULL when the request fails (errno not promised on this page).")
PROMISE(SRQ_CEX_11, "SRQ-CEX-11", MUST,
	"ibv_create_srq_ex(3) DESCRIPTION",
	"Actual values returned, at least the requested ones.",
	BROKEN_WITH(SRQ_CRX_09))
PROMISE(SRQ_CEX_12, "SRQ-CEX-12", DERIVED,
	"verbs.h inline (derived)",
	"A device without the extended verb fails cleanly.")
PROMISE(SRQ_ATT_01, "SRQ-ATT-01", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] Table 1",
	"max_wr must not exceed max_srq_wr of ibv_query_device (create and modify).")
PROMISE(SRQ_ATT_02, "SRQ-ATT-02", MUST,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] Table 1",
	"max_sge must not exceed max_srq_sge.",
	BROKEN_WITH(DEV_CAP_05))
PROMISE(SRQ_ATT_03, "SRQ-ATT-03", OPEN,
	"ibv_query_srq(3), ibv_modify_srq(3) [nminoru.jp] Table 1",
	"'ignored when an SRQ is used' for max_wr - text copied from the QP capability table; "
	"makes no sense for an SRQ.")
PROMISE(SRQ_ATT_04, "SRQ-ATT-04", DERIVED,
	"ibv_query_device(3) max_srq_wr; ibv_create_srq(3) max_wr",
	"A SRQ of max_srq_wr WRs, or of as many as there is memory for, takes that many and gives them in their order.")
PROMISE(SRQ_DES_01, "SRQ-DES-01", MUST,
	"ibv_create_xsrq(3) [Oracle] DESCRIPTION; ibv_create_srq(3)",
	"Destroys the SRQ: its resources are released (PD can be freed, handle count drops).")
PROMISE(SRQ_DES_02, "SRQ-DES-02", MUST,
	"ibv_create_xsrq(3) [Oracle] RETURN VALUE; ibv_create_srq(3)",
	"Returns 0 on success.")
PROMISE(SRQ_DES_03, "SRQ-DES-03", MUST,
	"ibv_create_xsrq(3) [Oracle] RETURN VALUE; ibv_create_srq(3)",
	"Returns the errno value on failure.",
	BROKEN_WITH(SRQ_DES_04))
PROMISE(SRQ_DES_04, "SRQ-DES-04", MUST,
	"ibv_create_xsrq(3) [Oracle] NOTES; ibv_create_srq(3) NOTES; ibv_create_srq_ex(3) NOTES",
	"Fails while any QP is associated with the SRQ.")
PROMISE(SRQ_DES_05, "SRQ-DES-05", DERIVED,
	"ibv_create_xsrq(3) [Oracle] NOTES (derived)",
	"A refused destroy leaves the SRQ usable.",
	BROKEN_WITH(CQ_POL_01, SRQ_DES_04))
PROMISE(SRQ_DES_06, "SRQ-DES-06", DERIVED,
	"derived (only QPs are named as obstacle)",
	"Queued but unconsumed WRs do not prevent destruction.")
PROMISE(SRQ_DES_07, "SRQ-DES-07", MUST,
	"ibv_get_async_event(3) NOTES; verbs.h ibv_ack_async_event",
	"Destroying waits until every event of that SRQ already handed out has been acknowledged.")
PROMISE(SRQ_DES_08, "SRQ-DES-08", MUST,
	"ibv_get_async_event(3) NOTES (avoids retrieving an event of a destroyed object)",
	"An event of the SRQ that was never read neither blocks destruction nor can be read "
	"afterwards.")
