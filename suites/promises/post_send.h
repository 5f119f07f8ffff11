/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of ibv_post_send: what each opcode does, and the flags. */
/* clang-format off */
PROMISE(SND_01, "SND-01", MUST,
	"ibv_post_send(3) table of opcodes",
	"A QP carries out the opcodes that the table lists for its type.")
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
PROMISE(SND_09, "SND-09", MUST,
	"ibv_wr_post(3) DATA transfer setters; ibv_post_send(3) sg_list",
	"The buffers of a request are one after the other, as if they were one buffer.")
PROMISE(SND_10, "SND-10", DERIVED,
	"ibv_post_recv(3), ibv_post_send(3) (derived: only sends and immediate data are received)",
	"RDMA writes without immediate data, reads and atomics take no receive WR, and the "
	"receiver gets no completion.")
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
	"A request of 0 bytes succeeds and changes no memory.")
PROMISE(SND_17, "SND-17", DERIVED,
	"ibv_modify_qp(3) max_rd_atomic, max_dest_rd_atomic",
	"More reads and atomics may be posted than max_rd_atomic: all are carried out.")
