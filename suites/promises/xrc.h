/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of XRC: domains, receive QPs by their legacy API, and opening a QP. */
/* clang-format off */
PROFILED(XRC)
PROMISE(XRCD_OPN_01, "XRCD-OPN-01", MUST,
	"ibv_open_xrcd(3)",
	"Prototype struct ibv_xrcd*(struct ibv_context*, struct ibv_xrcd_init_attr*); struct has "
	"comp_mask, fd, oflag. Note: the header's member is 'oflags'.")
PROMISE(XRCD_OPN_02, "XRCD-OPN-02", MUST,
	"ibv_open_xrcd(3)",
	"Opens an XRC domain of the device context.")
PROMISE(XRCD_OPN_03, "XRCD-OPN-03", MUST,
	"ibv_open_xrcd(3)",
	"comp_mask names the valid fields.")
PROMISE(XRCD_OPN_04, "XRCD-OPN-04", MUST,
	"ibv_open_xrcd(3)",
	"fd is associated with the XRCD through its inode: two descriptors of the same file give "
	"the same domain, different files different ones.")
PROMISE(XRCD_OPN_05, "XRCD-OPN-05", MUST,
	"ibv_open_xrcd(3)",
	"O_CREAT creates and associates the domain.")
PROMISE(XRCD_OPN_06, "XRCD-OPN-06", MUST,
	"ibv_open_xrcd(3)",
	"O_CREAT on an existing domain has no effect (opens it).")
PROMISE(XRCD_OPN_07, "XRCD-OPN-07", DERIVED,
	"ibv_open_xrcd(3)",
	"Without O_CREAT and no existing domain the open fails.")
PROMISE(XRCD_OPN_08, "XRCD-OPN-08", MUST,
	"ibv_open_xrcd(3)",
	"O_CREAT|O_EXCL fails if the inode already has a domain.",
	BROKEN_WITH(XRV_DOM_01))
PROMISE(XRCD_OPN_09, "XRCD-OPN-09", DERIVED,
	"ibv_open_xrcd(3)",
	"O_EXCL acts only together with O_CREAT: O_EXCL alone on an existing domain is not "
	"documented to fail.")
PROMISE(XRCD_OPN_10, "XRCD-OPN-10", MUST,
	"ibv_open_xrcd(3)",
	"fd -1: no inode; oflags O_CREAT creates a private domain.")
PROMISE(XRCD_OPN_11, "XRCD-OPN-11", DERIVED,
	"ibv_open_xrcd(3)",
	"fd -1 without O_CREAT is not a creation request.")
PROMISE(XRCD_OPN_12, "XRCD-OPN-12", MUST,
	"ibv_open_xrcd(3)",
	"NULL if the request fails.")
PROMISE(XRCD_CLS_01, "XRCD-CLS-01", MUST,
	"ibv_open_xrcd(3)",
	"Closes the domain; returns 0.")
PROMISE(XRCD_CLS_02, "XRCD-CLS-02", MUST,
	"ibv_open_xrcd(3)",
	"The last reference destroys it.",
	BROKEN_WITH(XRV_DOM_01))
PROMISE(XRCD_CLS_03, "XRCD-CLS-03", MUST,
	"ibv_open_xrcd(3)",
	"Returns errno value on failure.",
	BROKEN_WITH(XRV_CRE_05))
PROMISE(XRCD_CLS_04, "XRCD-CLS-04", OPEN,
	"ibv_open_xrcd(3)",
	"May fail while another resource (XRC SRQ, XRC recv QP) is still associated.",
	BROKEN_WITH(XRV_CRE_05))
PROMISE(XRV_MOD_01, "XRV-MOD-01", OPEN,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] SYNOPSIS",
	"Prototype int(xrc_domain*, uint32 qp number, ibv_qp_attr*, int mask).")
PROFILED(XRC_LEGACY)
PROMISE(XRV_MOD_02, "XRV-MOD-02", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION",
	"Acts on the XRC receive QP having that number inside that XRC domain.")
PROMISE(XRV_MOD_03, "XRV-MOD-03", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION",
	"Moves the QP Reset -> Init -> RTR with the listed masks.")
PROMISE(XRV_MOD_INIT_STATE, "XRV-MOD-INIT-STATE", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering INIT requires IBV_QP_STATE in the mask (at least).")
PROMISE(XRV_MOD_INIT_PKEY_INDEX, "XRV-MOD-INIT-PKEY_INDEX", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering INIT requires IBV_QP_PKEY_INDEX in the mask (at least).")
PROMISE(XRV_MOD_INIT_PORT, "XRV-MOD-INIT-PORT", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering INIT requires IBV_QP_PORT in the mask (at least).")
PROMISE(XRV_MOD_INIT_ACCESS_FLAGS, "XRV-MOD-INIT-ACCESS_FLAGS", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering INIT requires IBV_QP_ACCESS_FLAGS in the mask (at least).")
PROMISE(XRV_MOD_RTR_STATE, "XRV-MOD-RTR-STATE", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering RTR requires IBV_QP_STATE in the mask (at least).")
PROMISE(XRV_MOD_RTR_AV, "XRV-MOD-RTR-AV", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering RTR requires IBV_QP_AV in the mask (at least).")
PROMISE(XRV_MOD_RTR_PATH_MTU, "XRV-MOD-RTR-PATH_MTU", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering RTR requires IBV_QP_PATH_MTU in the mask (at least).")
PROMISE(XRV_MOD_RTR_DEST_QPN, "XRV-MOD-RTR-DEST_QPN", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering RTR requires IBV_QP_DEST_QPN in the mask (at least).")
PROMISE(XRV_MOD_RTR_RQ_PSN, "XRV-MOD-RTR-RQ_PSN", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering RTR requires IBV_QP_RQ_PSN in the mask (at least).")
PROMISE(XRV_MOD_RTR_MAX_DEST_RD_ATOMIC, "XRV-MOD-RTR-MAX_DEST_RD_ATOMIC", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering RTR requires IBV_QP_MAX_DEST_RD_ATOMIC in the mask (at least).")
PROMISE(XRV_MOD_RTR_MIN_RNR_TIMER, "XRV-MOD-RTR-MIN_RNR_TIMER", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION table",
	"Entering RTR requires IBV_QP_MIN_RNR_TIMER in the mask (at least).")
PROMISE(XRV_MOD_OPT_ALT_PATH, "XRV-MOD-OPT-ALT_PATH", OPEN,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION ('user can add optional attributes'); "
	"IBTA 11.2.4.2",
	"Optional attributes may be added to the required set: IBV_QP_ALT_PATH at Init->RTR (per "
	"the core transition table).")
PROMISE(XRV_MOD_OPT_ACCESS_FLAGS, "XRV-MOD-OPT-ACCESS_FLAGS", OPEN,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION ('user can add optional attributes'); "
	"IBTA 11.2.4.2",
	"Optional attributes may be added to the required set: IBV_QP_ACCESS_FLAGS at Init->RTR "
	"(per the core transition table).")
PROMISE(XRV_MOD_OPT_PKEY_INDEX, "XRV-MOD-OPT-PKEY_INDEX", OPEN,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION ('user can add optional attributes'); "
	"IBTA 11.2.4.2",
	"Optional attributes may be added to the required set: IBV_QP_PKEY_INDEX at Init->RTR "
	"(per the core transition table).")
PROMISE(XRV_MOD_04, "XRV-MOD-04", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] NOTES (what a transition permits: its table, and IBTA "
	"11.2.5.2)",
	"Attributes outside what the transition permits are refused with nothing changed (the "
	"mask is invalid).")
PROMISE(XRV_MOD_05, "XRV-MOD-05", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION",
	"The mask is 0 or an OR of the listed flags; 0 is legal.")
PROMISE(XRV_MOD_FLAG_STATE, "XRV-MOD-FLAG-STATE", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_STATE selects qp_state.")
PROMISE(XRV_MOD_FLAG_CUR_STATE, "XRV-MOD-FLAG-CUR_STATE", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_CUR_STATE selects cur_qp_state.")
PROMISE(XRV_MOD_FLAG_EN_SQD_ASYNC_NOTIFY, "XRV-MOD-FLAG-EN_SQD_ASYNC_NOTIFY", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_EN_SQD_ASYNC_NOTIFY selects en_sqd_async_notify.")
PROMISE(XRV_MOD_FLAG_ACCESS_FLAGS, "XRV-MOD-FLAG-ACCESS_FLAGS", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_ACCESS_FLAGS selects qp_access_flags.")
PROMISE(XRV_MOD_FLAG_PKEY_INDEX, "XRV-MOD-FLAG-PKEY_INDEX", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_PKEY_INDEX selects pkey_index.")
PROMISE(XRV_MOD_FLAG_PORT, "XRV-MOD-FLAG-PORT", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_PORT selects port_num.")
PROMISE(XRV_MOD_FLAG_QKEY, "XRV-MOD-FLAG-QKEY", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_QKEY selects qkey.")
PROMISE(XRV_MOD_FLAG_AV, "XRV-MOD-FLAG-AV", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_AV selects ah_attr.")
PROMISE(XRV_MOD_FLAG_PATH_MTU, "XRV-MOD-FLAG-PATH_MTU", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_PATH_MTU selects path_mtu.")
PROMISE(XRV_MOD_FLAG_TIMEOUT, "XRV-MOD-FLAG-TIMEOUT", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_TIMEOUT selects timeout.")
PROMISE(XRV_MOD_FLAG_RETRY_CNT, "XRV-MOD-FLAG-RETRY_CNT", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_RETRY_CNT selects retry_cnt.")
PROMISE(XRV_MOD_FLAG_RNR_RETRY, "XRV-MOD-FLAG-RNR_RETRY", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_RNR_RETRY selects rnr_retry.")
PROMISE(XRV_MOD_FLAG_RQ_PSN, "XRV-MOD-FLAG-RQ_PSN", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_RQ_PSN selects rq_psn.")
PROMISE(XRV_MOD_FLAG_MAX_QP_RD_ATOMIC, "XRV-MOD-FLAG-MAX_QP_RD_ATOMIC", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_MAX_QP_RD_ATOMIC selects max_rd_atomic.")
PROFILED(XRC_LEGACY_APM)
PROMISE(XRV_MOD_FLAG_ALT_PATH, "XRV-MOD-FLAG-ALT_PATH", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_ALT_PATH selects alt_ah_attr, alt_pkey_index, alt_port_num, alt_timeout.")
PROFILED(XRC_LEGACY)
PROMISE(XRV_MOD_FLAG_MIN_RNR_TIMER, "XRV-MOD-FLAG-MIN_RNR_TIMER", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_MIN_RNR_TIMER selects min_rnr_timer.")
PROMISE(XRV_MOD_FLAG_SQ_PSN, "XRV-MOD-FLAG-SQ_PSN", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_SQ_PSN selects sq_psn.")
PROMISE(XRV_MOD_FLAG_MAX_DEST_RD_ATOMIC, "XRV-MOD-FLAG-MAX_DEST_RD_ATOMIC", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_MAX_DEST_RD_ATOMIC selects max_dest_rd_atomic.")
PROFILED(XRC_LEGACY_APM)
PROMISE(XRV_MOD_FLAG_PATH_MIG_STATE, "XRV-MOD-FLAG-PATH_MIG_STATE", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_PATH_MIG_STATE selects path_mig_state.")
PROFILED(XRC_LEGACY)
PROMISE(XRV_MOD_FLAG_CAP, "XRV-MOD-FLAG-CAP", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_CAP selects cap.")
PROMISE(XRV_MOD_FLAG_DEST_QPN, "XRV-MOD-FLAG-DEST_QPN", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION flag list",
	"IBV_QP_DEST_QPN selects dest_qp_num.")
PROMISE(XRV_MOD_06, "XRV-MOD-06", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] RETURN VALUE",
	"Returns 0 / the errno value.")
PROMISE(XRV_MOD_07, "XRV-MOD-07", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] NOTES",
	"An invalid attribute modifies nothing, the QP state included.")
PROMISE(XRV_MOD_08, "XRV-MOD-08", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] NOTES",
	"An invalid mask modifies nothing, the QP state included.")
PROMISE(XRV_MOD_09, "XRV-MOD-09", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] NOTES",
	"Alternate paths only on devices with IBV_DEVICE_AUTO_PATH_MIG in device_cap_flags.")
PROMISE(XRV_MOD_10, "XRV-MOD-10", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION struct comments",
	"qkey is meaningful only for UD QPs: IBV_QP_QKEY is not part of an XRC receive QP "
	"transition.")
PROMISE(XRV_MOD_11, "XRV-MOD-11", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION struct comments",
	"cap may be changed only if the HCA supports QP resizing.")
PROMISE(XRV_MOD_12, "XRV-MOD-12", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION struct comments",
	"path_mig_state is valid only if the HCA supports APM.")
PROMISE(XRV_MOD_13, "XRV-MOD-13", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION struct comments",
	"en_sqd_async_notify is valid only when qp_state is SQD.")
PROMISE(XRV_MOD_14, "XRV-MOD-14", MUST,
	"ibv_modify_xrc_rcv_qp(3) [FreeBSD] DESCRIPTION struct comments",
	"sq_draining is an output of query, irrelevant to modify.")
PROMISE(XRV_MOD_15, "XRV-MOD-15", OPEN,
	"OFED ofa_verbs.h comment",
	"The receive QP works in RTR; going to RTS is not needed.")
PROMISE(XRV_MOD_16, "XRV-MOD-16", MUST,
	"OFED ofa_verbs.h ('for verification'); ibv_open_qp(3) NOTES",
	"Wrong domain or number is an error.",
	BROKEN_WITH(QP_OPN_05, XRV_REG_03))
PROMISE(XRV_CRE_01, "XRV-CRE-01", MUST,
	"OFED ibv_create_xrc_rcv_qp(3) (2008-02-10) + ofa_verbs.h",
	"Creates a receive-side-only XRC QP and returns its number.")
PROMISE(XRV_CRE_02, "XRV-CRE-02", MUST,
	"OFED ibv_create_xrc_rcv_qp(3) (2008-02-10) + ofa_verbs.h",
	"Only the XRC domain of the init attributes counts; every other member is ignored.")
PROMISE(XRV_CRE_03, "XRV-CRE-03", MUST,
	"OFED ibv_create_xrc_rcv_qp(3) (2008-02-10) + ofa_verbs.h",
	"The peer uses that number as destination QP to reach any XRC SRQ of this host in the "
	"same domain.",
	BROKEN_WITH(SRQ_NUM_02))
PROMISE(XRV_CRE_04, "XRV-CRE-04", MUST,
	"OFED ibv_create_xrc_rcv_qp(3) (2008-02-10) + ofa_verbs.h",
	"The QP lives in the kernel until the last registered process unregisters.")
PROMISE(XRV_CRE_05, "XRV-CRE-05", MUST,
	"OFED ibv_create_xrc_rcv_qp(3) (2008-02-10) + ofa_verbs.h",
	"The creating process is registered implicitly and must unregister.")
PROMISE(XRV_CRE_06, "XRV-CRE-06", MUST,
	"OFED ibv_create_xrc_rcv_qp(3) (2008-02-10) + ofa_verbs.h",
	"Init attributes without a domain are an error.")
PROMISE(XRV_CRE_07, "XRV-CRE-07", OPEN,
	"OFED ibv_create_xrc_rcv_qp(3) (2008-02-10) + ofa_verbs.h",
	"Return convention: man page family says errno value; ofa_verbs.h says NEGATIVE error for "
	"create, positive for modify/query.")
PROMISE(XRV_QRY_01, "XRV-QRY-01", MUST,
	"OFED ibv_query_xrc_rcv_qp(3) (2008-02-10)",
	"Returns the attributes named by the mask for the numbered QP of the domain, through attr "
	"and init_attr.")
PROMISE(XRV_QRY_02, "XRV-QRY-02", OPEN,
	"OFED ibv_query_xrc_rcv_qp(3) (2008-02-10)",
	"The mask is only a hint: a minimum; more may be returned.")
PROMISE(XRV_QRY_03, "XRV-QRY-03", MUST,
	"OFED ibv_query_xrc_rcv_qp(3) (2008-02-10)",
	"Values are valid once set by modify; the valid list depends on the state.")
PROMISE(XRV_QRY_04, "XRV-QRY-04", MUST,
	"OFED ibv_query_xrc_rcv_qp(3) (2008-02-10)",
	"Repeated queries may differ only in qp_state, path_mig_state, sq_draining, ah_attr "
	"(APM).")
PROMISE(XRV_QRY_05, "XRV-QRY-05", MUST,
	"OFED ibv_query_xrc_rcv_qp(3) (2008-02-10)",
	"Returns 0 or errno value.",
	BROKEN_WITH(QP_OPN_05))
PROMISE(XRV_REG_01, "XRV-REG-01", MUST,
	"OFED ibv_reg_xrc_rcv_qp(3) (2008-10-02) + ofa_verbs.h",
	"Registers the calling process with the numbered XRC receive QP of the domain.")
PROMISE(XRV_REG_02, "XRV-REG-02", MUST,
	"OFED ibv_reg_xrc_rcv_qp(3) (2008-10-02) + ofa_verbs.h",
	"May fail (EINVAL per header) for a number that is not allocated.",
	BROKEN_WITH(QP_OPN_05))
PROMISE(XRV_REG_03, "XRV-REG-03", MUST,
	"OFED ibv_reg_xrc_rcv_qp(3) (2008-10-02) + ofa_verbs.h",
	"May fail (EINVAL) for the number of a QP that is not an XRC receive QP.")
PROMISE(XRV_REG_04, "XRV-REG-04", MUST,
	"OFED ibv_reg_xrc_rcv_qp(3) (2008-10-02) + ofa_verbs.h",
	"May fail (EINVAL) when the QP belongs to another XRC domain.")
PROMISE(XRV_UNR_01, "XRV-UNR-01", MUST,
	"OFED ibv_reg_xrc_rcv_qp(3) (2008-10-02) + ofa_verbs.h",
	"Unregisters the process.")
PROMISE(XRV_UNR_02, "XRV-UNR-02", MUST,
	"OFED ibv_reg_xrc_rcv_qp(3) (2008-10-02) + ofa_verbs.h",
	"When the registration count reaches zero the QP is destroyed; the call simply succeeds.",
	BROKEN_WITH(QP_OPN_05))
PROMISE(XRV_UNR_03, "XRV-UNR-03", MUST,
	"OFED ibv_reg_xrc_rcv_qp(3) (2008-10-02) + ofa_verbs.h",
	"Same three EINVAL cases as registration.")
PROMISE(XRV_UNR_04, "XRV-UNR-04", MUST,
	"OFED ibv_reg_xrc_rcv_qp(3) (2008-10-02) + ofa_verbs.h",
	"Closing the domain fails in a process still registered with one of its receive QPs.",
	BROKEN_WITH(XRV_CRE_05))
PROMISE(XRV_DOM_01, "XRV-DOM-01", MUST,
	"OFED ibv_open_xrc_domain(3) (2008-02-10) + ofa_verbs.h",
	"Opens a domain for the device context or returns a reference to an open one.")
PROMISE(XRV_DOM_02, "XRV-DOM-02", MUST,
	"OFED ibv_open_xrc_domain(3) (2008-02-10) + ofa_verbs.h",
	"Oflag 0 or OR of O_CREAT, O_EXCL. O_CREAT creates and ties to the inode unless one "
	"exists, in which case it has no effect.")
PROMISE(XRV_DOM_03, "XRV-DOM-03", MUST,
	"OFED ibv_open_xrc_domain(3) (2008-02-10) + ofa_verbs.h",
	"O_CREAT|O_EXCL fails if the inode already has a domain.")
PROMISE(XRV_DOM_04, "XRV-DOM-04", MUST,
	"OFED ibv_open_xrc_domain(3) (2008-02-10) + ofa_verbs.h",
	"The existence check and creation are atomic between processes.")
PROMISE(XRV_DOM_05, "XRV-DOM-05", MUST,
	"OFED ibv_open_xrc_domain(3) (2008-02-10) + ofa_verbs.h",
	"fd -1: no inode; the only valid oflag is O_CREAT.")
PROMISE(XRV_DOM_06, "XRV-DOM-06", MUST,
	"OFED ibv_open_xrc_domain(3) (2008-02-10) + ofa_verbs.h",
	"Closes; the last reference destroys the domain; close is implicit at process exit.",
	BROKEN_WITH(XRV_DOM_01))
PROMISE(XRV_DOM_07, "XRV-DOM-07", MUST,
	"OFED ibv_open_xrc_domain(3) (2008-02-10) + ofa_verbs.h",
	"Not every device supports XRC: IBV_DEVICE_XRC tells.")
PROMISE(XRV_SRQ_01, "XRV-SRQ-01", MUST,
	"OFED ibv_create_srq(3) (with ibv_create_xrc_srq) + ofa_verbs.h",
	"Creates an XRC SRQ tied to PD, XRC domain and the CQ that receives its completions.")
PROMISE(XRV_SRQ_02, "XRV-SRQ-02", MUST,
	"OFED ibv_create_srq(3) (with ibv_create_xrc_srq) + ofa_verbs.h",
	"max_wr/max_sge in/out rules as for ibv_create_srq; srq_limit irrelevant.")
PROMISE(XRV_SRQ_03, "XRV-SRQ-03", MUST,
	"OFED ibv_create_srq(3) (with ibv_create_xrc_srq) + ofa_verbs.h",
	"The SRQ carries a number the peer needs (xrc_srq_num).")
PROFILED(XRC)
PROMISE(QP_OPN_01, "QP-OPN-01", MUST,
	"ibv_open_qp(3)",
	"Prototype; ibv_qp_open_attr {comp_mask, qp_num, xrcd, qp_context, qp_type}. Note: page "
	"prints 'struct *ibv_xrcd'.")
PROMISE(QP_OPN_02, "QP-OPN-02", MUST,
	"ibv_open_qp(3)",
	"Opens an existing QP of the XRC domain; the handle can modify and query it.")
PROMISE(QP_OPN_03, "QP-OPN-03", MUST,
	"ibv_open_qp(3)",
	"qp_context is attached to the handle.")
PROMISE(QP_OPN_04, "QP-OPN-04", MUST,
	"ibv_open_qp(3)",
	"The returned handle's qp_num is the number asked for.")
PROMISE(QP_OPN_05, "QP-OPN-05", MUST,
	"ibv_open_qp(3)",
	"Destroying the handle closes it and destroys the QP only when no other reference exists.")
PROMISE(QP_OPN_06, "QP-OPN-06", MUST,
	"ibv_open_qp(3)",
	"Fails for a number that does not exist in that domain.",
	BROKEN_WITH(QP_OPN_05, XRV_MOD_16, XRV_REG_03))
PROMISE(QP_OPN_07, "QP-OPN-07", MUST,
	"ibv_open_qp(3)",
	"Fails if the type does not match.")
PROMISE(QP_OPN_08, "QP-OPN-08", MUST,
	"ibv_open_qp(3)",
	"NULL if the request fails.")
PROFILED(XRC_ERROR)
PROMISE(QP_OPN_09, "QP-OPN-09", MUST,
	"libibverbs commit 5f5292bb (message introducing ibv_open_qp)",
	"A process that opened the QP receives its async events.")
