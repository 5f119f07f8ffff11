/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of QPs on which a request failed, and of QPs in error. */
/* clang-format off */
PROMISE(QP_ERR_01, "QP-ERR-01", DERIVED,
	"IBTA 10.3.1 (state Error); ibv_poll_cq(3), whose wc.status has IBV_WC_WR_FLUSH_ERR",
	"In the state ERR every WR that has not completed completes with IBV_WC_WR_FLUSH_ERR, "
	"also one that is posted in that state.")
PROMISE(QP_ERR_02, "QP-ERR-02", DERIVED,
	"IBTA 11.6.2 (completion return status); verbs.h enum ibv_wc_status",
	"A request for remote memory that its R_Key, the bounds of the region or the region's "
	"rights do not permit completes with IBV_WC_REM_ACCESS_ERR.")
PROMISE(QP_ERR_03, "QP-ERR-03", DERIVED,
	"IBTA 11.6.2 (completion return status); ibv_post_send(3) DESCRIPTION",
	"A request of which an SGE is not in a region of its L_Key, or not with the rights that it "
	"needs, completes with IBV_WC_LOC_PROT_ERR, or is refused when it is posted.")
PROMISE(QP_ERR_04, "QP-ERR-04", DERIVED,
	"IBTA 11.6.2 (completion return status)",
	"A message that is longer than the buffers of its receive WR completes that WR with "
	"IBV_WC_LOC_LEN_ERR, and the send with IBV_WC_REM_INV_REQ_ERR.")
PROMISE(QP_ERR_05, "QP-ERR-05", DERIVED,
	"IBTA 11.6.2 (completion return status)",
	"A receive WR of which an SGE is not in a region of its L_Key completes with "
	"IBV_WC_LOC_PROT_ERR when a message takes it, and the send with IBV_WC_REM_OP_ERR.")
PROMISE(QP_ERR_06, "QP-ERR-06", DERIVED,
	"IBTA 11.6.2 (completion return status); ibv_modify_qp(3) rnr_retry",
	"A message without a receive WR completes with IBV_WC_RNR_RETRY_EXC_ERR after rnr_retry "
	"retries.",
	BROKEN_WITH(SRQ_PST_13))
PROMISE(QP_ERR_07, "QP-ERR-07", DERIVED,
	"IBTA 11.6.2 (completion return status); ibv_modify_qp(3) timeout, retry_cnt",
	"A request that nobody answers completes with IBV_WC_RETRY_EXC_ERR after retry_cnt "
	"retries.")
PROMISE(QP_ERR_08, "QP-ERR-08", OPEN,
	"IBTA 9.7.5.2 (NAK codes), 11.6.2",
	"A request that the receiving QP does not permit completes with IBV_WC_REM_INV_REQ_ERR or "
	"IBV_WC_REM_ACCESS_ERR, one for an address that is not aligned with an error. A QP may have "
	"resources for reads although max_dest_rd_atomic is 0.")
PROMISE(QP_ERR_09, "QP-ERR-09", DERIVED,
	"IBTA 10.3.1 (states Error and Send Queue Error)",
	"A QP of which a request failed enters ERR; a UC or UD QP may enter SQE instead.",
	BROKEN_WITH(QP_QRY_12))
PROMISE(QP_ERR_10, "QP-ERR-10", DERIVED,
	"IBTA 10.3.1; ibv_poll_cq(3)",
	"Requests behind one that failed complete with IBV_WC_WR_FLUSH_ERR, in their order, whether "
	"they were signaled or not; behind one that the receiver did not carry out, they are not "
	"carried out either.",
	BROKEN_WITH(CQ_POL_08, QP_ERR_01))
PROMISE(QP_ERR_11, "QP-ERR-11", DERIVED,
	"IBTA 9.9.3 (responder error behavior)",
	"An RC QP that refuses the request of its peer enters ERR.",
	BROKEN_WITH(QP_QRY_12))
PROMISE(QP_ERR_12, "QP-ERR-12", DERIVED,
	"IBTA 10.3.1 (state Reset); ibv_modify_qp(3) IBV_QP_STATE",
	"A QP in ERR or SQE can be reset, and then works as a new one.",
	BROKEN_WITH(QP_MOD_FLAG_STATE))
PROMISE(QP_ERR_13, "QP-ERR-13", DERIVED,
	"IBTA 10.3.1; concept",
	"A request that fails puts no other QP into error, and a SRQ of the QP remains usable.")
PROMISE(QP_ERR_14, "QP-ERR-14", DERIVED,
	"ibv_reg_mr(3) access flags (derived: access that is not enabled)",
	"A request that is refused changes no remote memory, and brings none to the requester.")
PROMISE(QP_ERR_15, "QP-ERR-15", DERIVED,
	"IBTA 10.7.3.1, 10.8.2 (completions of unsignaled requests)",
	"A request that fails completes even if it is not signaled.")
PROMISE(QP_ERR_16, "QP-ERR-16", OPEN,
	"ibv_get_async_event(3) QP events",
	"Which event the error of a request raises is not said: if one comes that tells of an error "
	"(QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR), it names a QP of that request.")
PROMISE(QP_ERR_17, "QP-ERR-17", DERIVED,
	"IBTA 9.6.1 (packet validation: transport, Q_Key); ibv_modify_qp(3) qkey",
	"A message of a QP of another type, or a datagram with another Q_Key, is not received: it takes no receive WR, "
	"and those of the right sender are received as before.")
PROMISE(QP_ERR_18, "QP-ERR-18", DERIVED,
	"IBTA 9.8.2, 9.8.3 (unreliable service: what cannot be received is dropped)",
	"A message for which a UD or UC QP has no receive WR is lost: the sender's request succeeds, and the receiver goes on.")
PROMISE(QP_ERR_19, "QP-ERR-19", DERIVED,
	"IBTA C10-93.1.1 (datagrams longer than the MTU)",
	"A datagram that is longer than the MTU is not received, and those behind it are.")
PROMISE(QP_ERR_20, "QP-ERR-20", DERIVED,
	"IBTA 9.9.3 (responder error behavior); ibv_modify_qp(3) qp_access_flags, ibv_reg_mr(3)",
	"An RDMA write of a UC QP without the right, or with a wrong R_Key, changes no memory.")
PROMISE(QP_ERR_21, "QP-ERR-21", DERIVED,
	"IBTA 10.3.1 (state Send Queue Error: the receive queue goes on)",
	"A QP in SQE receives: with the receive WRs that wait, and with those that are posted then.")
PROMISE(QP_ERR_22, "QP-ERR-22", DERIVED,
	"ibv_modify_qp(3) timeout, retry_cnt (derived: what is sent again may be answered)",
	"A request that is answered only when it is sent again is carried out once and completes with success, fenced or not.")
