/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The statuses of completions. STATUS(name, meaning, three common causes, where to look, promises):
 * its number is that of verbs.h, its text that of ibv_wc_status_str. A promise that comes first is
 * explained by the row.
 */
/* clang-format off */
/* The transport Reliable Datagram: whoever sees one of its statuses has mostly read no completion. */
#define RELIABLE_DATAGRAM(name_, meaning_)                                                                               \
	STATUS(name_, meaning_ " That is of the transport Reliable Datagram, which no device of Linux has.",            \
	       "The program reads the status of a completion that ibv_poll_cq has not filled in: it returned 0 or less.", \
	       "The memory of the completions was overwritten.",                                                        \
	       "An old adapter (mthca) had an internal fault.",                                                         \
	       "the value that ibv_poll_cq returned; valgrind or AddressSanitizer; the kernel log (dmesg)",             \
	       CQ_POL_08)

STATUS(SUCCESS,
	"The request was carried out, and the other members of the completion are valid.",
	"A send or a write of an RC QP: the other adapter has the data, but its program may not have looked yet.",
	"A request of a UD or UC QP: it was sent, and nobody knows whether it came.",
	"A receive: a message is in the buffer, and byte_len is its length.",
	"opcode and wc_flags of the completion; ibv_poll_cq(3)",
	CQ_POL_03)
STATUS(LOC_LEN_ERR,
	"A message was longer than the buffers of its receive WR, or a request was longer than the device permits.",
	"The buffers of the receive WR are shorter than the message that took it.",
	"The buffer of a datagram has no room for the GRH, which takes the first 40 bytes.",
	"A datagram is longer than the MTU, or a message longer than max_msg_sz of the port.",
	"sge.length of the WR with this wr_id; active_mtu and max_msg_sz in 'ibv_devinfo -v'; the length that the sender posts",
	QP_ERR_04, SRQ_PST_09)
STATUS(LOC_QP_OP_ERR,
	"The device found a fault of the QP or of the request itself when it carried the request out.",
	"The opcode or a flag is not one of the QP's type, or of its state.",
	"The request has more SGEs or inline data than the QP, or the address handle is not valid.",
	"The queue in memory was overwritten, by the program or by a second thread that posts without a lock.",
	"opcode, num_sge and send_flags of the WR with this wr_id; vendor_err; the kernel log (dmesg)",
	SND_02)
RELIABLE_DATAGRAM(LOC_EEC_OP_ERR, "An EE context failed.")
STATUS(LOC_PROT_ERR,
	"An SGE of a request of this side is not in the region of its lkey, or the region lacks a right that it needs.",
	"The lkey is an rkey, or that of a region of another PD, or of one that was deregistered.",
	"addr and length of the SGE reach beyond the region.",
	"The region of a receive, read or atomic has no IBV_ACCESS_LOCAL_WRITE.",
	"sge.addr, sge.length and sge.lkey against addr, length, lkey and pd of the region; 'rdma resource show mr'; for the "
	"memory of a GPU, nvidia_peermem and the IOMMU",
	QP_ERR_03, QP_ERR_05, MR_REG_02, MR_REG_09, MR_REG_10)
STATUS(WR_FLUSH_ERR,
	"The QP is in the state ERR, and the request was not carried out: an earlier error is the cause.",
	"An earlier request of this QP failed: the first completion with another status tells why.",
	"The program brought the QP to ERR, itself or by rdma_disconnect.",
	"The device or the QP failed: an asynchronous event tells.",
	"the first completion that is not flushed, on both sides; ibv_get_async_event; qp_state by ibv_query_qp; "
	"https://github.com/ceph/ceph/pull/25447",
	QP_ERR_01, QP_ERR_10)
STATUS(MW_BIND_ERR,
	"A bind of a memory window, or an invalidation of a key, was refused.",
	"The region has no IBV_ACCESS_MW_BIND, or no IBV_ACCESS_LOCAL_WRITE for a window of remote writes or atomics.",
	"The window reaches beyond the region, or is of another PD than the QP.",
	"A type 2 window is bound already, or the key to invalidate is not that of a window that is bound.",
	"bind_info of the WR with this wr_id; the rkey of the window; ibv_bind_mw(3)",
	MW_BND_05, MW_BND_08, MW_INV_01)
STATUS(BAD_RESP_ERR,
	"The answer of the other side has an opcode or a length that does not fit the request.",
	"sq_psn and rq_psn of the two QPs do not belong together.",
	"The other QP was reset, or its number was given to a new QP, while a request was on its way.",
	"The two devices do not agree on the protocol: a fault of the firmware or driver of one of them.",
	"dest_qp_num, sq_psn and rq_psn by ibv_query_qp on both sides; a trace of the packets (ibdump, tcpdump); versions of firmware",
	CQ_POL_08)
STATUS(LOC_ACCESS_ERR,
	"A write with immediate data reached memory of this side that its key does not permit.",
	"The rkey that the other side uses is stale, or its region lacks IBV_ACCESS_REMOTE_WRITE.",
	"remote_addr and the length reach beyond the region.",
	"A provider (cxgb4, erdma, mana) has this status for a key of a request that is not valid.",
	"rkey, address and length that were sent to the other side; lkey of the SGEs; 'rdma resource show mr'",
	MR_REG_04, QP_ERR_02)
STATUS(REM_INV_REQ_ERR,
	"The device of the receiver says that the request is not valid for its QP.",
	"The message is longer than the receive WR: the receiver has IBV_WC_LOC_LEN_ERR.",
	"qp_access_flags of the receiving QP, or its max_dest_rd_atomic, do not permit the operation.",
	"The address of an atomic is not a multiple of 8.",
	"completions and events of the receiver; qp_access_flags and max_dest_rd_atomic by ibv_query_qp there; the counter "
	"req_remote_invalid_request of 'rdma statistic' (mlx5)",
	QP_ERR_04, QP_ERR_08)
STATUS(REM_ACCESS_ERR,
	"The memory of the other side may not be accessed with this rkey, address and length.",
	"The rkey is an lkey, or that of a region that was deregistered, or of another PD than the receiving QP.",
	"remote_addr and the length reach beyond the region, or remote_addr is not in its addresses.",
	"The region or the receiving QP has no IBV_ACCESS_REMOTE_READ, IBV_ACCESS_REMOTE_WRITE or IBV_ACCESS_REMOTE_ATOMIC.",
	"rkey, address and length as the receiver has sent them, and its qp_access_flags; the counters req_remote_access_errors and "
	"resp_remote_access_errors of 'rdma statistic' (mlx5)",
	QP_ERR_02, MR_REG_04, MR_REG_09, MR_REG_10, MW_ALC_05)
STATUS(REM_OP_ERR,
	"The receiver could not carry the request out because of a fault of its own side.",
	"An SGE of its receive WR is not in the region of its lkey: the receiver has IBV_WC_LOC_PROT_ERR.",
	"A CQ of the receiver has overrun, or its QP has failed.",
	"The device of the receiver had an internal error.",
	"completions, asynchronous events and the kernel log (dmesg) of the receiver: this side has done nothing wrong",
	QP_ERR_05, CQ_POL_12)
STATUS(RETRY_EXC_ERR,
	"Nobody answered, however often the request was repeated: it does not mean that the other program was slow.",
	"The address is wrong: a GID index of the wrong type or network (RoCE v1, v2, VLAN), a wrong LID, QP number or path MTU.",
	"The other QP is not in RTR, has failed or is gone, because its program ended or disconnected.",
	"The network loses the packets: no PFC or ECN, a MTU of a switch that is too small, a firewall (UDP port 4791), a bad cable.",
	"'ibv_devinfo -v' and 'verbs-cts doctor' on both sides; local_ack_timeout_err (mlx5) or retry_exceeded_err (rxe) of 'rdma "
	"statistic'; timeout and retry_cnt; https://github.com/NVIDIA/nccl/issues/426; https://github.com/openucx/ucx/issues/2434",
	QP_ERR_07, QP_MOD_FLAG_RETRY_CNT, QP_MOD_FLAG_TIMEOUT)
STATUS(RNR_RETRY_EXC_ERR,
	"The receiver had no receive WR, rnr_retry + 1 times: it is told to the sender, but the receiver has to act.",
	"The receiver posts too late or too few: the first message comes before its first receive WR.",
	"A write with immediate data takes a receive WR, too, which the receiver did not count.",
	"rnr_retry of the sender is small; 7 is for ever. min_rnr_timer is that of the receiver.",
	"how many receive WRs are posted when the message comes; rnr_nak_retry_err and out_of_buffer (mlx5) or "
	"retry_rnr_exceeded_err (rxe) of 'rdma statistic'; https://github.com/spdk/spdk/issues/2429",
	QP_ERR_06, QP_MOD_FLAG_RNR_RETRY, QP_MOD_FLAG_MIN_RNR_TIMER, SRQ_PST_13)
RELIABLE_DATAGRAM(LOC_RDD_VIOL_ERR, "The RD domain of the QP is not that of the EE context.")
STATUS(REM_INV_RD_REQ_ERR,
	"A request of Reliable Datagram was refused; providers give other faults of the receiving QP this status.",
	"EFA: the receiving QP does not exist, or is in the state ERR.",
	"hns: a message of XRC was for a SRQ or a QP of another XRC domain.",
	"The program reads the status of a completion that ibv_poll_cq has not filled in.",
	"the number and the state of the receiving QP; for XRC, the domains of the SRQ and of the receiving QP; vendor_err",
	CQ_POL_08)
STATUS(REM_ABORT_ERR,
	"The other side has ended the operation.",
	"EFA: the other side has reset the connection.",
	"mlx5, with a vendor_err of 0x93: a page of a region with on-demand paging did not come.",
	"The other side was ended or reset while the request was under way.",
	"vendor_err; completions and the kernel log (dmesg) of the other side; whether its program still runs",
	CQ_POL_08)
RELIABLE_DATAGRAM(INV_EECN_ERR, "The number of an EE context is not valid.")
RELIABLE_DATAGRAM(INV_EEC_STATE_ERR, "An EE context is not in the right state.")
STATUS(FATAL_ERR,
	"The device has failed, or met an error for which its provider has no other status.",
	"The device was reset, or its driver unloaded: IBV_EVENT_DEVICE_FATAL comes, too.",
	"The hardware has flushed the queue (bnxt_re), or the connection of iWARP has ended (irdma, cxgb4).",
	"A fault of the firmware, or of the driver.",
	"asynchronous events; the kernel log (dmesg) of this time; vendor_err, of which the provider's source has the list",
	CQ_POL_08)
STATUS(RESP_TIMEOUT_ERR,
	"The other side did not answer in time (EFA; devices of InfiniBand and RoCE have IBV_WC_RETRY_EXC_ERR for it).",
	"The other side cannot be reached: a security group or a route of the network is in the way.",
	"The other side has answered before, and does not any more: its program or its machine has ended.",
	"The address handle is that of another machine.",
	"whether the other side runs; the rules of the network between both; vendor_err",
	QP_ERR_07)
STATUS(GENERAL_ERR,
	"The device gave an error for which its provider has no status.",
	"A fault of the firmware or of the driver.",
	"The provider is older than the device or its firmware.",
	"A queue of the program was overwritten, so that the device reads no valid request.",
	"vendor_err, and the provider's source for its meaning; the kernel log (dmesg); versions of rdma-core and firmware",
	CQ_POL_08)
STATUS(TM_ERR,
	"An operation on the tag list of a SRQ with tag matching failed.",
	"The tagged buffer to remove has just taken a message.",
	"The handle is not that of a tagged buffer in the list.",
	"recv_wqe_cnt of the operation was not up to date, so that the device refused it.",
	"opcode of the completion; handle and unexpected_cnt of ibv_post_srq_ops; ibv_post_srq_ops(3)",
	SRQ_OPS_09)
STATUS(TM_RNDV_INCOMPLETE,
	"A tagged buffer has got the header of a rendezvous, but the program has to read the data itself.",
	"The buffer is too short for the data.",
	"The header is not one that the device can carry out.",
	"The device has no room for another rendezvous.",
	"length of the tagged buffer; max_rndv_hdr_size of tm_caps; ibv_create_srq_ex(3); ibv_post_srq_ops(3)",
	SRQ_OPS_17)
#undef RELIABLE_DATAGRAM
