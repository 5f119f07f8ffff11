/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of ibv_modify_qp. */
/* clang-format off */
PROFILED(QP_RC)
PROMISE(QP_MOD_RC_INIT_ok, "QP-MOD-RC-INIT-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC: the listed attributes are sufficient to enter INIT: STATE, PKEY_INDEX, PORT, "
	"ACCESS_FLAGS.")
PROMISE(QP_MOD_RC_INIT_PKEY_INDEX, "QP-MOD-RC-INIT-PKEY_INDEX", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> INIT: IBV_QP_PKEY_INDEX belongs to the minimum list.")
PROMISE(QP_MOD_RC_INIT_PORT, "QP-MOD-RC-INIT-PORT", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> INIT: IBV_QP_PORT belongs to the minimum list.")
PROMISE(QP_MOD_RC_INIT_ACCESS_FLAGS, "QP-MOD-RC-INIT-ACCESS_FLAGS", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> INIT: IBV_QP_ACCESS_FLAGS belongs to the minimum list.")
PROMISE(QP_MOD_RC_INIT_STATE, "QP-MOD-RC-INIT-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> INIT: without IBV_QP_STATE no transition happens.")
PROMISE(QP_MOD_RC_RTR_ok, "QP-MOD-RC-RTR-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC: the listed attributes are sufficient to enter RTR: STATE, AV, PATH_MTU, DEST_QPN, "
	"RQ_PSN, MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER.")
PROMISE(QP_MOD_RC_RTR_AV, "QP-MOD-RC-RTR-AV", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTR: IBV_QP_AV belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTR_PATH_MTU, "QP-MOD-RC-RTR-PATH_MTU", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTR: IBV_QP_PATH_MTU belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTR_DEST_QPN, "QP-MOD-RC-RTR-DEST_QPN", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTR: IBV_QP_DEST_QPN belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTR_RQ_PSN, "QP-MOD-RC-RTR-RQ_PSN", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTR: IBV_QP_RQ_PSN belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTR_MAX_DEST_RD_ATOMIC, "QP-MOD-RC-RTR-MAX_DEST_RD_ATOMIC", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTR: IBV_QP_MAX_DEST_RD_ATOMIC belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTR_MIN_RNR_TIMER, "QP-MOD-RC-RTR-MIN_RNR_TIMER", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTR: IBV_QP_MIN_RNR_TIMER belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTR_STATE, "QP-MOD-RC-RTR-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTR: without IBV_QP_STATE no transition happens.")
PROMISE(QP_MOD_RC_RTS_ok, "QP-MOD-RC-RTS-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC: the listed attributes are sufficient to enter RTS: STATE, SQ_PSN, MAX_QP_RD_ATOMIC, "
	"RETRY_CNT, RNR_RETRY, TIMEOUT.")
PROMISE(QP_MOD_RC_RTS_SQ_PSN, "QP-MOD-RC-RTS-SQ_PSN", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTS: IBV_QP_SQ_PSN belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTS_MAX_QP_RD_ATOMIC, "QP-MOD-RC-RTS-MAX_QP_RD_ATOMIC", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTS: IBV_QP_MAX_QP_RD_ATOMIC belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTS_RETRY_CNT, "QP-MOD-RC-RTS-RETRY_CNT", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTS: IBV_QP_RETRY_CNT belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTS_RNR_RETRY, "QP-MOD-RC-RTS-RNR_RETRY", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTS: IBV_QP_RNR_RETRY belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTS_TIMEOUT, "QP-MOD-RC-RTS-TIMEOUT", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTS: IBV_QP_TIMEOUT belongs to the minimum list.")
PROMISE(QP_MOD_RC_RTS_STATE, "QP-MOD-RC-RTS-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RC -> RTS: without IBV_QP_STATE no transition happens.")
PROFILED(QP_UC)
PROMISE(QP_MOD_UC_INIT_ok, "QP-MOD-UC-INIT-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC: the listed attributes are sufficient to enter INIT: STATE, PKEY_INDEX, PORT, "
	"ACCESS_FLAGS.")
PROMISE(QP_MOD_UC_INIT_PKEY_INDEX, "QP-MOD-UC-INIT-PKEY_INDEX", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> INIT: IBV_QP_PKEY_INDEX belongs to the minimum list.")
PROMISE(QP_MOD_UC_INIT_PORT, "QP-MOD-UC-INIT-PORT", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> INIT: IBV_QP_PORT belongs to the minimum list.")
PROMISE(QP_MOD_UC_INIT_ACCESS_FLAGS, "QP-MOD-UC-INIT-ACCESS_FLAGS", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> INIT: IBV_QP_ACCESS_FLAGS belongs to the minimum list.")
PROMISE(QP_MOD_UC_INIT_STATE, "QP-MOD-UC-INIT-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> INIT: without IBV_QP_STATE no transition happens.")
PROMISE(QP_MOD_UC_RTR_ok, "QP-MOD-UC-RTR-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC: the listed attributes are sufficient to enter RTR: STATE, AV, PATH_MTU, DEST_QPN, "
	"RQ_PSN.")
PROMISE(QP_MOD_UC_RTR_AV, "QP-MOD-UC-RTR-AV", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> RTR: IBV_QP_AV belongs to the minimum list.")
PROMISE(QP_MOD_UC_RTR_PATH_MTU, "QP-MOD-UC-RTR-PATH_MTU", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> RTR: IBV_QP_PATH_MTU belongs to the minimum list.")
PROMISE(QP_MOD_UC_RTR_DEST_QPN, "QP-MOD-UC-RTR-DEST_QPN", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> RTR: IBV_QP_DEST_QPN belongs to the minimum list.")
PROMISE(QP_MOD_UC_RTR_RQ_PSN, "QP-MOD-UC-RTR-RQ_PSN", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> RTR: IBV_QP_RQ_PSN belongs to the minimum list.")
PROMISE(QP_MOD_UC_RTR_STATE, "QP-MOD-UC-RTR-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> RTR: without IBV_QP_STATE no transition happens.")
PROMISE(QP_MOD_UC_RTS_ok, "QP-MOD-UC-RTS-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC: the listed attributes are sufficient to enter RTS: STATE, SQ_PSN.")
PROMISE(QP_MOD_UC_RTS_SQ_PSN, "QP-MOD-UC-RTS-SQ_PSN", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> RTS: IBV_QP_SQ_PSN belongs to the minimum list.")
PROMISE(QP_MOD_UC_RTS_STATE, "QP-MOD-UC-RTS-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UC -> RTS: without IBV_QP_STATE no transition happens.")
PROFILED(QP_UD)
PROMISE(QP_MOD_UD_INIT_ok, "QP-MOD-UD-INIT-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD: the listed attributes are sufficient to enter INIT: STATE, PKEY_INDEX, PORT, QKEY.")
PROMISE(QP_MOD_UD_INIT_PKEY_INDEX, "QP-MOD-UD-INIT-PKEY_INDEX", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD -> INIT: IBV_QP_PKEY_INDEX belongs to the minimum list.")
PROMISE(QP_MOD_UD_INIT_PORT, "QP-MOD-UD-INIT-PORT", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD -> INIT: IBV_QP_PORT belongs to the minimum list.")
PROMISE(QP_MOD_UD_INIT_QKEY, "QP-MOD-UD-INIT-QKEY", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD -> INIT: IBV_QP_QKEY belongs to the minimum list.")
PROMISE(QP_MOD_UD_INIT_STATE, "QP-MOD-UD-INIT-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD -> INIT: without IBV_QP_STATE no transition happens.")
PROMISE(QP_MOD_UD_RTR_ok, "QP-MOD-UD-RTR-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD: the listed attributes are sufficient to enter RTR: STATE.")
PROMISE(QP_MOD_UD_RTR_STATE, "QP-MOD-UD-RTR-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD -> RTR: without IBV_QP_STATE no transition happens.")
PROMISE(QP_MOD_UD_RTS_ok, "QP-MOD-UD-RTS-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD: the listed attributes are sufficient to enter RTS: STATE, SQ_PSN.")
PROMISE(QP_MOD_UD_RTS_SQ_PSN, "QP-MOD-UD-RTS-SQ_PSN", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD -> RTS: IBV_QP_SQ_PSN belongs to the minimum list.")
PROMISE(QP_MOD_UD_RTS_STATE, "QP-MOD-UD-RTS-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"UD -> RTS: without IBV_QP_STATE no transition happens.")
PROFILED(QP_RAW)
PROMISE(QP_MOD_RAW_INIT_ok, "QP-MOD-RAW-INIT-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RAW: the listed attributes are sufficient to enter INIT: STATE, PORT.")
PROMISE(QP_MOD_RAW_INIT_PORT, "QP-MOD-RAW-INIT-PORT", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RAW -> INIT: IBV_QP_PORT belongs to the minimum list.")
PROMISE(QP_MOD_RAW_INIT_STATE, "QP-MOD-RAW-INIT-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RAW -> INIT: without IBV_QP_STATE no transition happens.")
PROMISE(QP_MOD_RAW_RTR_ok, "QP-MOD-RAW-RTR-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RAW: the listed attributes are sufficient to enter RTR: STATE.")
PROMISE(QP_MOD_RAW_RTR_STATE, "QP-MOD-RAW-RTR-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RAW -> RTR: without IBV_QP_STATE no transition happens.")
PROMISE(QP_MOD_RAW_RTS_ok, "QP-MOD-RAW-RTS-ok", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RAW: the listed attributes are sufficient to enter RTS: STATE.")
PROMISE(QP_MOD_RAW_RTS_STATE, "QP-MOD-RAW-RTS-STATE", MUST,
	"ibv_modify_qp(3) NOTES table; IBTA 11.2.4.2",
	"RAW -> RTS: without IBV_QP_STATE no transition happens.")
PROMISE(QP_MOD_XRC_SEND_INIT_ok, "QP-MOD-XRC_SEND-INIT-ok", DERIVED,
	"core/verbs.c:1389 qp_state_table; IBTA Annex A14",
	"XRC_SEND -> INIT: STATE, PKEY_INDEX, PORT, ACCESS_FLAGS suffice. (XRC is missing from "
	"the man page tables; list from the kernel core table; XRC_RECV Init/RTR are XRV-MOD-*.)")
PROMISE(QP_MOD_XRC_SEND_INIT_PKEY_INDEX, "QP-MOD-XRC_SEND-INIT-PKEY_INDEX", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> INIT: IBV_QP_PKEY_INDEX required.")
PROMISE(QP_MOD_XRC_SEND_INIT_PORT, "QP-MOD-XRC_SEND-INIT-PORT", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> INIT: IBV_QP_PORT required.")
PROMISE(QP_MOD_XRC_SEND_INIT_ACCESS_FLAGS, "QP-MOD-XRC_SEND-INIT-ACCESS_FLAGS", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> INIT: IBV_QP_ACCESS_FLAGS required.")
PROMISE(QP_MOD_XRC_SEND_RTR_ok, "QP-MOD-XRC_SEND-RTR-ok", DERIVED,
	"core/verbs.c:1389 qp_state_table; IBTA Annex A14",
	"XRC_SEND -> RTR: STATE, AV, PATH_MTU, DEST_QPN, RQ_PSN suffice. (XRC is missing from the "
	"man page tables; list from the kernel core table; XRC_RECV Init/RTR are XRV-MOD-*.)")
PROMISE(QP_MOD_XRC_SEND_RTR_AV, "QP-MOD-XRC_SEND-RTR-AV", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> RTR: IBV_QP_AV required.")
PROMISE(QP_MOD_XRC_SEND_RTR_PATH_MTU, "QP-MOD-XRC_SEND-RTR-PATH_MTU", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> RTR: IBV_QP_PATH_MTU required.")
PROMISE(QP_MOD_XRC_SEND_RTR_DEST_QPN, "QP-MOD-XRC_SEND-RTR-DEST_QPN", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> RTR: IBV_QP_DEST_QPN required.")
PROMISE(QP_MOD_XRC_SEND_RTR_RQ_PSN, "QP-MOD-XRC_SEND-RTR-RQ_PSN", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> RTR: IBV_QP_RQ_PSN required.")
PROMISE(QP_MOD_XRC_SEND_RTS_ok, "QP-MOD-XRC_SEND-RTS-ok", DERIVED,
	"core/verbs.c:1389 qp_state_table; IBTA Annex A14",
	"XRC_SEND -> RTS: STATE, TIMEOUT, RETRY_CNT, RNR_RETRY, SQ_PSN, MAX_QP_RD_ATOMIC suffice. "
	"(XRC is missing from the man page tables; list from the kernel core table; XRC_RECV "
	"Init/RTR are XRV-MOD-*.)")
PROMISE(QP_MOD_XRC_SEND_RTS_TIMEOUT, "QP-MOD-XRC_SEND-RTS-TIMEOUT", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> RTS: IBV_QP_TIMEOUT required.")
PROMISE(QP_MOD_XRC_SEND_RTS_RETRY_CNT, "QP-MOD-XRC_SEND-RTS-RETRY_CNT", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> RTS: IBV_QP_RETRY_CNT required.")
PROMISE(QP_MOD_XRC_SEND_RTS_RNR_RETRY, "QP-MOD-XRC_SEND-RTS-RNR_RETRY", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> RTS: IBV_QP_RNR_RETRY required.")
PROMISE(QP_MOD_XRC_SEND_RTS_SQ_PSN, "QP-MOD-XRC_SEND-RTS-SQ_PSN", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> RTS: IBV_QP_SQ_PSN required.")
PROMISE(QP_MOD_XRC_SEND_RTS_MAX_QP_RD_ATOMIC, "QP-MOD-XRC_SEND-RTS-MAX_QP_RD_ATOMIC", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_SEND -> RTS: IBV_QP_MAX_QP_RD_ATOMIC required.")
PROMISE(QP_MOD_XRC_RECV_RTS_ok, "QP-MOD-XRC_RECV-RTS-ok", DERIVED,
	"core/verbs.c:1389 qp_state_table; IBTA Annex A14",
	"XRC_RECV -> RTS: STATE, TIMEOUT, SQ_PSN suffice. (XRC is missing from the man page "
	"tables; list from the kernel core table; XRC_RECV Init/RTR are XRV-MOD-*.)")
PROMISE(QP_MOD_XRC_RECV_RTS_TIMEOUT, "QP-MOD-XRC_RECV-RTS-TIMEOUT", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_RECV -> RTS: IBV_QP_TIMEOUT required.")
PROMISE(QP_MOD_XRC_RECV_RTS_SQ_PSN, "QP-MOD-XRC_RECV-RTS-SQ_PSN", DERIVED,
	"core/verbs.c:1389; IBTA Annex A14",
	"XRC_RECV -> RTS: IBV_QP_SQ_PSN required.")
PROMISE(QP_MOD_XRC_IGN, "QP-MOD-XRC-IGN", OPEN,
	"uverbs_cmd.c modify_qp_mask (not documented)",
	"XRC: attributes of the missing side are silently dropped by uverbs (XRC_SEND: "
	"MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER; XRC_RECV: MAX_QP_RD_ATOMIC, RETRY_CNT, RNR_RETRY).",
	BROKEN_WITH(QP_MOD_FLAG_MIN_RNR_TIMER))
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_MOD_01, "QP-MOD-01", MUST,
	"ibv_modify_qp(3)",
	"Prototype int(qp*, attr*, int mask); ibv_qp_attr members as printed (incl. rate_limit).")
PROMISE(QP_MOD_02, "QP-MOD-02", MUST,
	"ibv_modify_qp(3) DESCRIPTION",
	"Only attributes in the mask are modified.",
	BROKEN_WITH(QP_MOD_FLAG_ACCESS_FLAGS, QP_MOD_FLAG_AV, QP_MOD_FLAG_DEST_QPN,
		    QP_MOD_FLAG_MAX_DEST_RD_ATOMIC, QP_MOD_FLAG_MAX_QP_RD_ATOMIC,
		    QP_MOD_FLAG_MIN_RNR_TIMER, QP_MOD_FLAG_PATH_MTU, QP_MOD_FLAG_PKEY_INDEX,
		    QP_MOD_FLAG_PORT, QP_MOD_FLAG_QKEY, QP_MOD_FLAG_RETRY_CNT,
		    QP_MOD_FLAG_RNR_RETRY, QP_MOD_FLAG_RQ_PSN, QP_MOD_FLAG_SQ_PSN,
		    QP_MOD_FLAG_TIMEOUT, QP_QRY_02))
PROMISE(QP_MOD_FLAG_STATE, "QP-MOD-FLAG-STATE", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_STATE sets qp_state.",
	BROKEN_WITH(QP_MOD_18))
PROMISE(QP_MOD_FLAG_CUR_STATE, "QP-MOD-FLAG-CUR_STATE", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_CUR_STATE sets cur_qp_state.")
PROFILED(QP_RC, QP_UC, QP_UD)
PROMISE(QP_MOD_FLAG_EN_SQD_ASYNC_NOTIFY, "QP-MOD-FLAG-EN_SQD_ASYNC_NOTIFY", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_EN_SQD_ASYNC_NOTIFY sets en_sqd_async_notify.")
PROFILED(QP_RC, QP_UC)
PROMISE(QP_MOD_FLAG_ACCESS_FLAGS, "QP-MOD-FLAG-ACCESS_FLAGS", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_ACCESS_FLAGS sets qp_access_flags.")
PROFILED(QP_RC, QP_UC, QP_UD)
PROMISE(QP_MOD_FLAG_PKEY_INDEX, "QP-MOD-FLAG-PKEY_INDEX", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_PKEY_INDEX sets pkey_index.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_MOD_FLAG_PORT, "QP-MOD-FLAG-PORT", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_PORT sets port_num.")
PROFILED(QP_RC, QP_UC, QP_UD)
PROMISE(QP_MOD_FLAG_QKEY, "QP-MOD-FLAG-QKEY", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_QKEY sets qkey.")
PROFILED(QP_RC, QP_UC)
PROMISE(QP_MOD_FLAG_AV, "QP-MOD-FLAG-AV", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_AV sets ah_attr.")
PROMISE(QP_MOD_FLAG_PATH_MTU, "QP-MOD-FLAG-PATH_MTU", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_PATH_MTU sets path_mtu.")
PROMISE(QP_MOD_FLAG_TIMEOUT, "QP-MOD-FLAG-TIMEOUT", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_TIMEOUT sets timeout.")
PROMISE(QP_MOD_FLAG_RETRY_CNT, "QP-MOD-FLAG-RETRY_CNT", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_RETRY_CNT sets retry_cnt.")
PROMISE(QP_MOD_FLAG_RNR_RETRY, "QP-MOD-FLAG-RNR_RETRY", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_RNR_RETRY sets rnr_retry.")
PROMISE(QP_MOD_FLAG_RQ_PSN, "QP-MOD-FLAG-RQ_PSN", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_RQ_PSN sets rq_psn.")
PROMISE(QP_MOD_FLAG_MAX_QP_RD_ATOMIC, "QP-MOD-FLAG-MAX_QP_RD_ATOMIC", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_MAX_QP_RD_ATOMIC sets max_rd_atomic.")
PROFILED(QP_APM)
PROMISE(QP_MOD_FLAG_ALT_PATH, "QP-MOD-FLAG-ALT_PATH", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_ALT_PATH sets the four alternate-path members.")
PROFILED(QP_RC, QP_UC)
PROMISE(QP_MOD_FLAG_MIN_RNR_TIMER, "QP-MOD-FLAG-MIN_RNR_TIMER", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_MIN_RNR_TIMER sets min_rnr_timer.")
PROFILED(QP_RC, QP_UC, QP_UD)
PROMISE(QP_MOD_FLAG_SQ_PSN, "QP-MOD-FLAG-SQ_PSN", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_SQ_PSN sets sq_psn.")
PROFILED(QP_RC, QP_UC)
PROMISE(QP_MOD_FLAG_MAX_DEST_RD_ATOMIC, "QP-MOD-FLAG-MAX_DEST_RD_ATOMIC", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_MAX_DEST_RD_ATOMIC sets max_dest_rd_atomic.")
PROFILED(QP_APM)
PROMISE(QP_MOD_FLAG_PATH_MIG_STATE, "QP-MOD-FLAG-PATH_MIG_STATE", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_PATH_MIG_STATE sets path_mig_state.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_MOD_FLAG_CAP, "QP-MOD-FLAG-CAP", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_CAP sets cap.")
PROMISE(QP_MOD_CAP_01, "QP-MOD-CAP-01", DERIVED,
	"ibv_modify_qp(3) IBV_QP_CAP; IBTA 11.2.5.2 (Modify QP: outstanding WRs)",
	"Where IBV_QP_CAP is taken, and where it is refused, the WRs that wait complete once, and in their order.")
PROFILED(QP_RC, QP_UC)
PROMISE(QP_MOD_FLAG_DEST_QPN, "QP-MOD-FLAG-DEST_QPN", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_DEST_QPN sets dest_qp_num.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_MOD_FLAG_RATE_LIMIT, "QP-MOD-FLAG-RATE_LIMIT", MUST,
	"ibv_modify_qp(3) flag list",
	"IBV_QP_RATE_LIMIT sets rate_limit.")
PROMISE(QP_MOD_03, "QP-MOD-03", MUST,
	"ibv_modify_qp(3) RETURN VALUE",
	"Returns 0 / errno value.")
PROMISE(QP_MOD_04, "QP-MOD-04", MUST,
	"ibv_modify_qp(3) ('either 0 or...')",
	"Mask 0 is legal and changes nothing (Reset, Init, RTS, SQD, ERR).")
PROMISE(QP_MOD_05, "QP-MOD-05", MUST,
	"ibv_modify_qp(3) ('either 0 or...')",
	"Mask 0 is legal in RTR too.")
PROMISE(QP_MOD_06, "QP-MOD-06", DERIVED,
	"ibv_modify_qp(3) cur_qp_state comment; table",
	"Cur_qp_state is the caller's assumption about the current state; a wrong assumption must "
	"not let the QP skip states (derived: Reset->Init->RTR->RTS are the transitions).")
PROMISE(QP_MOD_07, "QP-MOD-07", MUST,
	"ibv_modify_qp(3) NOTES",
	"An invalid attribute modifies nothing, state included.")
PROMISE(QP_MOD_08, "QP-MOD-08", MUST,
	"ibv_modify_qp(3) NOTES (which bits a transition forbids: its tables, and IBTA 11.2.5.2)",
	"An invalid mask modifies nothing, state included: unknown bits (21..24, 31), forbidden "
	"bits.",
	BROKEN_WITH(QP_MOD_18, QP_MOD_FLAG_STATE))
PROMISE(QP_MOD_09a, "QP-MOD-09a", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: path_mtu=0.")
PROMISE(QP_MOD_09b, "QP-MOD-09b", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: pkey_index=5 with a 1-entry table.")
PROMISE(QP_MOD_09c, "QP-MOD-09c", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: qp_access_flags=0xffffffff.")
PROMISE(QP_MOD_09d, "QP-MOD-09d", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: retry_cnt=8 (3-bit field).")
PROMISE(QP_MOD_09e, "QP-MOD-09e", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: rnr_retry=8 (3-bit field).")
PROMISE(QP_MOD_09f, "QP-MOD-09f", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: min_rnr_timer=32 (5-bit field).")
PROMISE(QP_MOD_09g, "QP-MOD-09g", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: dest_qp_num=0xffffffff (24-bit field).")
PROMISE(QP_MOD_09h, "QP-MOD-09h", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: max_dest_rd_atomic=200 > max_qp_rd_atom 128.")
PROMISE(QP_MOD_09i, "QP-MOD-09i", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: path_mig_state=99.")
PROMISE(QP_MOD_09j, "QP-MOD-09j", DERIVED,
	"ibv_modify_qp(3) NOTES (what is invalid: field widths of IBTA 11.2.4.2 / device limits)",
	"Invalid attribute value must be refused: ah_attr.sl=200 / static_rate=250.")
PROMISE(QP_MOD_09k, "QP-MOD-09k", DERIVED,
	"ibv_modify_qp(3) NOTES",
	"Invalid attribute value must be refused: port_num 0 / 2.")
PROMISE(QP_MOD_09l, "QP-MOD-09l", DERIVED,
	"ibv_modify_qp(3) NOTES",
	"Invalid attribute value must be refused: path_mtu 6 and 0x7fffffff.")
PROMISE(QP_MOD_09m, "QP-MOD-09m", DERIVED,
	"ibv_modify_qp(3) NOTES",
	"Invalid attribute value must be refused: sgid_index of an empty entry.")
PROMISE(QP_MOD_09n, "QP-MOD-09n", DERIVED,
	"ibv_modify_qp(3) NOTES",
	"Invalid attribute value must be refused: ah_attr.port_num other than the QP's.")
PROMISE(QP_MOD_09o, "QP-MOD-09o", DERIVED,
	"ibv_modify_qp(3) NOTES",
	"Invalid attribute value must be refused: dgid all zero.")
PROMISE(QP_MOD_09p, "QP-MOD-09p", DERIVED,
	"ibv_modify_qp(3) NOTES",
	"Invalid attribute value must be refused: timeout 32.")
PROMISE(QP_MOD_09q, "QP-MOD-09q", DERIVED,
	"ibv_modify_qp(3) NOTES",
	"Invalid attribute value must be refused: max_rd_atomic 129 > 128.")
PROMISE(QP_MOD_09r, "QP-MOD-09r", DERIVED,
	"ibv_modify_qp(3) NOTES",
	"Invalid attribute value must be refused: qp_state 77.")
PROFILED(QP_NO_RESIZE)
PROMISE(QP_MOD_10, "QP-MOD-10", MUST,
	"ibv_modify_qp(3) NOTES",
	"Resizing QPs only with IBV_DEVICE_RESIZE_MAX_WR.")
PROFILED(QP_APM)
PROMISE(QP_MOD_11, "QP-MOD-11", MUST,
	"ibv_modify_qp(3) NOTES; ibv_modify_xrc_rcv_qp(3) [FreeBSD] NOTES",
	"Alternate path only with IBV_DEVICE_AUTO_PATH_MIG: bit set => ALT_PATH accepted.")
PROFILED(QP_NO_APM)
PROMISE(QP_MOD_12, "QP-MOD-12", MUST,
	"ibv_modify_qp(3) NOTES",
	"Bit clear => ALT_PATH refused, nothing changed.")
PROFILED(QP_GRH)
PROMISE(QP_MOD_13, "QP-MOD-13", MUST,
	"ibv_modify_qp(3) NOTES",
	"Port flag IBV_QPF_GRH_REQUIRED: ah_attr must be global; is_global=0 refused.")
PROMISE(QP_MOD_14, "QP-MOD-14", DERIVED,
	"ibv_modify_qp(3) path_mig_state comment",
	"path_mig_state is valid only with APM; REARM/ARMED without an alternate path is not "
	"valid.")
PROFILED(QP_RC, QP_UC, QP_UD, QP_RAW)
PROMISE(QP_MOD_15, "QP-MOD-15", MUST,
	"ibv_modify_qp(3) struct comments",
	"Field validity by type: qkey UD only; rq_psn, dest_qp_num, access flags, AV, mtu RC/UC "
	"only; rd_atomic, timers, retries RC only.")
PROMISE(QP_MOD_16, "QP-MOD-16", MUST,
	"ibv_modify_qp(3) struct comment",
	"en_sqd_async_notify is valid only if qp_state is SQD.")
PROMISE(QP_MOD_17, "QP-MOD-17", DERIVED,
	"ibv_modify_qp(3) (state not modified); libibverbs verbs.c",
	"After a failed call the library's cached qp->state is unchanged; after success it is "
	"updated.")
PROMISE(QP_MOD_18, "QP-MOD-18", DERIVED,
	"IBTA (state machine); not in the man page",
	"Leaving SQD for RTS resumes the send queue.")
