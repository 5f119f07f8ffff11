/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of ibv_post_send: what each opcode does, and the flags. */
/* clang-format off */
PROFILED(QP_RC)
PROMISE(SND_01, "SND-01", MUST,
	"ibv_post_send(3) table of opcodes",
	"A QP carries out the opcodes that the table lists for its type.",
	BROKEN_WITH(CQ_POL_01, SND_32, SRQ_PST_03, SRQ_PST_08))
PROMISE(SND_02, "SND-02", DERIVED,
	"ibv_post_send(3) table of opcodes",
	"An opcode that the table does not list for the type of the QP is refused, or completes "
	"with an error.")
PROMISE(SND_03, "SND-03", MUST,
	"ibv_wr_post(3) RDMA; ibv_post_send(3) wr.rdma",
	"An RDMA write puts the bytes of its buffers at remote_addr, and changes no others.")
PROMISE(SND_04, "SND-04", MUST,
	"ibv_wr_post(3) RDMA; ibv_post_send(3) wr.rdma",
	"An RDMA read brings the bytes at remote_addr to its buffers, and changes no others.")
PROFILED(ATOMIC)
PROMISE(SND_05, "SND-05", MUST,
	"ibv_wr_post(3) Atomic operations; ibv_post_send(3) wr.atomic",
	"IBV_WR_ATOMIC_FETCH_AND_ADD adds compare_add to the 64 bits at remote_addr.")
PROMISE(SND_06, "SND-06", MUST,
	"ibv_wr_post(3) Atomic operations; ibv_post_send(3) wr.atomic",
	"IBV_WR_ATOMIC_CMP_AND_SWP sets the 64 bits at remote_addr to swap if they equal "
	"compare_add, and leaves them alone if not.")
PROMISE(SND_07, "SND-07", DERIVED,
	"ibv_wr_post(3) Atomic operations ('fetch'); IBTA 9.4.5",
	"An atomic brings the value from before to its buffer.")
PROMISE(SND_08, "SND-08", MUST,
	"ibv_wr_post(3) Atomic operations",
	"Atomics of several QPs on one place do not get lost: no other comes between the read and "
	"the write of one.")
PROFILED(QP_RC)
PROMISE(SND_09, "SND-09", MUST,
	"ibv_wr_post(3) DATA transfer setters; ibv_post_send(3) sg_list",
	"The buffers of a request are one after the other, as if they were one buffer.")
PROMISE(SND_10, "SND-10", DERIVED,
	"ibv_post_recv(3), ibv_post_send(3) (derived: only sends and immediate data are received)",
	"RDMA writes without immediate data, reads and atomics take no receive WR, and the "
	"receiver gets no completion.",
	BROKEN_WITH(SRQ_MOD_26))
PROMISE(SND_11, "SND-11", DERIVED,
	"IBTA 10.8.3 (ordering)",
	"Requests of an RC QP take effect in the order in which they were posted, except that a "
	"read may take its bytes late.")
PROMISE(SND_12, "SND-12", MUST,
	"ibv_wr_post(3) Flags; ibv_post_send(3) send_flags",
	"A request with IBV_SEND_FENCE starts when the reads and atomics before it have completed.")
PROMISE(SND_13, "SND-13", MUST,
	"ibv_post_send(3) send_flags",
	"With sq_sig_all 0, a request without IBV_SEND_SIGNALED that succeeds gives no completion; "
	"with sq_sig_all 1 each gives one.")
PROMISE(SND_14, "SND-14", MUST,
	"ibv_post_send(3) send_flags",
	"The L_Key of a request with IBV_SEND_INLINE is not checked.")
PROMISE(SND_15, "SND-15", MUST,
	"ibv_poll_cq(3) struct ibv_wc",
	"The opcode of a completed send is the operation that was specified in its WR.")
PROMISE(SND_16, "SND-16", DERIVED,
	"IBTA 9.7.2 (a length of zero); ibv_post_send(3) num_sge",
	"A request of 0 bytes succeeds and changes no memory.",
	BROKEN_WITH(SND_32))
PROMISE(SND_17, "SND-17", DERIVED,
	"ibv_modify_qp(3) max_rd_atomic, max_dest_rd_atomic",
	"More reads and atomics may be posted than max_rd_atomic: all are carried out.")
PROMISE(SND_18, "SND-18", MUST,
	"ibv_post_send(3) DESCRIPTION",
	"If ibv_post_send fails, bad_wr is the first WR of the list that failed: those before it are "
	"posted, and it and those behind it are not.",
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03))
PROMISE(SND_19, "SND-19", MUST,
	"ibv_post_send(3) RETURN VALUE",
	"ibv_post_send returns 0, or the value of errno on failure.")
PROMISE(SND_20, "SND-20", MUST,
	"ibv_post_send(3) NOTES, IBV_SEND_INLINE; verbs.h",
	"The buffer of a request with IBV_SEND_INLINE can be reused as soon as ibv_post_send has "
	"returned.")
PROMISE(SND_21, "SND-21", MUST,
	"ibv_post_send(3) IBV_SEND_INLINE",
	"The data of all buffers in the gather list of a request with IBV_SEND_INLINE is sent.")
PROMISE(SND_22, "SND-22", MUST,
	"ibv_post_send(3) NOTES",
	"The buffers of a request can be reused once its completion has been polled.")
PROMISE(SND_23, "SND-23", DERIVED,
	"ibv_create_qp(3) max_inline_data; ibv_post_send(3) IBV_SEND_INLINE",
	"A request with IBV_SEND_INLINE may have as many bytes as max_inline_data, as ibv_create_qp "
	"has returned it.")
PROFILED(MW_UC)
PROMISE(SND_24, "SND-24", MUST,
	"ibv_post_send(3) table of opcodes",
	"On a device with type 2 memory windows, UC QPs carry out IBV_WR_LOCAL_INV, and XRC send QPs "
	"IBV_WR_BIND_MW and IBV_WR_LOCAL_INV. UC QPs carry out IBV_WR_SEND_WITH_INV or refuse it: the page "
	"has it for UC, and IBA has no such packet of UC. (MW-ALC-03 and MW-BND-01 to MW-BND-06 promise them of "
	"RC QPs, MW-BND-02 binds of UC QPs.)")
PROMISE(SND_25, "SND-25", OPEN,
	"ibv_post_send(3) IBV_SEND_IP_CSUM",
	"IBV_SEND_IP_CSUM is valid only where device_cap_flags tells that the QP's type has checksum "
	"offload; whether it is refused elsewhere, fails, or has no effect, is open.")
PROFILED(RAW_CSUM)
PROMISE(SND_26, "SND-26", MUST,
	"ibv_post_send(3) IBV_SEND_IP_CSUM",
	"IBV_SEND_IP_CSUM computes the IPv4 and the TCP or UDP checksum of a packet, where the device "
	"has checksum offload for the type of the QP. (The page does not say whether this includes TCP and UDP "
	"in IPv6: there the checksum is right, or left as it was.)")
PROFILED(RAW_TSO, UD_TSO)
PROMISE(SND_27, "SND-27", MUST,
	"ibv_post_send(3) table of opcodes; verbs.h struct ibv_send_wr tso",
	"IBV_WR_TSO of a UD or raw packet QP sends segments of at most mss bytes, each with the header, "
	"where tso_caps has the type of the QP.")
PROMISE(SND_28, "SND-28", OPEN,
	"ibv_post_send(3) NOTES",
	"IBV_WR_DRIVER1 issues an operation of the driver: what it does, the page leaves to the driver.",
	.no_check = "the page promises nothing of it")
PROMISE(SND_29, "SND-29", DERIVED,
	"ibv_post_send(3) IBV_SEND_IP_CSUM",
	"Without IBV_SEND_IP_CSUM a raw packet is sent with the checksums that it has.")
PROMISE(SND_30, "SND-30", DERIVED,
	"ibv_wr_post(3) Message Send (TCP segmentation offload)",
	"Each segment of a raw packet QP is a packet of TCP: the length of IPv4 and the sequence number are its own, "
	"and with IBV_SEND_IP_CSUM its checksums are right.")
PROMISE(SND_31, "SND-31", DERIVED,
	"ibv_poll_cq(3) struct ibv_wc; verbs.h IBV_WC_TSO",
	"A request of IBV_WR_TSO has one completion, of opcode IBV_WC_TSO, however many segments it has.")
PROMISE(SND_32, "SND-32", DERIVED,
	"ibv_post_send(3) sg_list, num_sge; ibv_create_qp(3) max_send_sge",
	"A request has its bytes in as many buffers as its QP takes, at any addresses and of any lengths, 0 and no "
	"buffer included: all these bytes are transferred, in their order, and no others.",
	BROKEN_WITH(SRQ_PST_08))
PROMISE(SND_33, "SND-33", DERIVED,
	"IBTA C9-88 (a length of zero)",
	"The R_Key of an RDMA write or read of 0 bytes is not checked, with immediate data neither.",
	BROKEN_WITH(SND_32))
PROMISE(SND_34, "SND-34", DERIVED,
	"IBTA 9.7.1 (packet sequence numbers of 24 bits)",
	"Requests are carried out where the packet sequence number begins again at 0, too.",
	BROKEN_WITH(SND_03, SRQ_NUM_02))
PROMISE(SND_35, "SND-35", DERIVED,
	"ibv_query_device(3) max_qp_rd_atom, max_qp_init_rd_atom; ibv_modify_qp(3) max_rd_atomic, max_dest_rd_atomic",
	"As many reads and atomics as the device claims are under way on a QP at the same time, and each brings its own data.")
PROMISE(SND_36, "SND-36", DERIVED,
	"ibv_post_send(3) struct ibv_send_wr, table of opcodes",
	"Members of a send WR that its opcode and the type of its QP do not use are not looked at.",
	BROKEN_WITH(CQ_POL_05))
PROMISE(SND_37, "SND-37", DERIVED,
	"ibv_create_qp(3) max_inline_data; ibv_post_send(3) IBV_SEND_INLINE",
	"Inline data of more bytes than 32 bits can count is refused, whatever is left of the sum of its lengths in 32 bits.")

PROMISE(SND_38, "SND-38", DERIVED,
	"ibv_post_send(3) IBV_WR_SEND_WITH_INV, num_sge; ibv_poll_cq(3) IBV_WC_WITH_INV",
	"IBV_WR_SEND_WITH_INV without a buffer invalidates its window, and is received as a message of 0 bytes.")
PROMISE(SND_39, "SND-39", DERIVED,
	"ibv_query_port(3) struct ibv_port_attr max_msg_sz",
	"A message of max_msg_sz bytes is carried whole.")
PROMISE(SND_40, "SND-40", OPEN,
	"ibv_query_port(3) struct ibv_port_attr max_msg_sz ('Maximum message size')",
	"A message of more than max_msg_sz bytes is refused, fails, or is carried whole.")
PROMISE(SND_41, "SND-41", DERIVED,
	"ibv_query_port(3) active_mtu, max_msg_sz; IBTA 9.8.3 (unreliable datagram: one packet)",
	"A datagram as long as the active MTU is carried whole.")
PROMISE(SND_42, "SND-42", DERIVED,
	"ibv_poll_cq(3) byte_len; IBTA 9.8.2, 9.8.3 (unreliable connections and datagrams)",
	"A UC or UD QP receives with success only whole messages, in one piece: of a message of "
	"which a part was lost, it receives nothing. Messages of UC are received in their order.")
