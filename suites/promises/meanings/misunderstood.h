/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What people often take a promise for. MISUNDERSTOOD(promise, plain, mistake, where): the promise
 * in plain words, what goes wrong, and where it was asked or is explained.
 */

/* The limit of a SRQ */
MISUNDERSTOOD(SRQ_QRY_09, "A limit tells once. When its event was raised, srq_limit reads 0.",
	      "A program that reads 0 takes it for a setting that the driver has lost. The limit "
	      "has fired: call ibv_modify_srq with "
	      "IBV_SRQ_LIMIT to be told again.",
	      "ibv_modify_srq(3); ibv_query_srq(3)")
MISUNDERSTOOD(SRQ_LIM_03, "To post more receives does not arm the limit again.",
	      "A server posts receives after the first event, waits for the next one, and runs "
	      "dry: it has to set the limit after each event.",
	      "ibv_modify_srq(3)")
MISUNDERSTOOD(SRQ_MOD_25,
	      "The event comes when fewer WRs are left than the limit says, and not when as many "
	      "are left.",
	      "With a limit of 1 the event comes when the SRQ is empty, which is too late: the "
	      "limit has to be greater than what arrives "
	      "until somebody has posted.",
	      "ibv_modify_srq(3)")
MISUNDERSTOOD(SRQ_LIM_08,
	      "No page says what happens if the SRQ holds fewer WRs than the limit when it is set.",
	      "Some devices raise the event at once, others with the next receive, others never. "
	      "Post the receives first, then set the limit.",
	      "ibv_modify_srq(3); ibv_create_xsrq(3)")
MISUNDERSTOOD(SRQ_CRX_07, "srq_limit given to ibv_create_srq is ignored.",
	      "A program sets it there and waits for an event that never comes: only "
	      "ibv_modify_srq sets a limit.",
	      "ibv_create_srq(3)")

/* Sizes */
MISUNDERSTOOD(SRQ_CRX_10, "max_wr may become greater than what was asked for, never smaller.",
	      "A program that counts with the number it asked for, or compares both for equality, "
	      "is wrong: the call writes the actual size "
	      "into its argument.",
	      "ibv_create_srq(3)")
MISUNDERSTOOD(SRQ_MOD_28, "After a resize the SRQ has at least as many WRs as were asked for.",
	      "ibv_modify_srq does not tell the new size on any Linux, because its command has no "
	      "answer: ask ibv_query_srq.",
	      "ibv_modify_srq(3); Linux drivers/infiniband/core/uverbs_cmd.c")
MISUNDERSTOOD(SRQ_MOD_32,
	      "A SRQ can be resized only where the device claims IBV_DEVICE_SRQ_RESIZE.",
	      "Many devices refuse it: mlx5, hns and irdma among them. A program that does not ask "
	      "first works on one device alone.",
	      "ibv_modify_srq(3) NOTES")
MISUNDERSTOOD(QP_CRE_07,
	      "The QP may have more of everything than was asked for, inline data included.",
	      "max_inline_data has no limit in ibv_query_device. Ask for what you need in "
	      "ibv_create_qp, and use what it returns.",
	      "ibv_create_qp(3)")
MISUNDERSTOOD(
	QP_CRE_12,
	"A QP with a SRQ has no receive queue of its own: max_recv_wr and max_recv_sge mean "
	"nothing.",
	"ibv_query_qp returns values for them that are not defined, and differ between devices.",
	"ibv_create_qp(3)")
MISUNDERSTOOD(DEV_CAP_02,
	      "max_srq and its kind are upper limits, not a promise that so many can be made.",
	      "Memory, other programs and other objects use the same resources: a program has to "
	      "bear a refusal below the limit.",
	      "ibv_query_device(3) NOTES")

/* Retries and timers */
MISUNDERSTOOD(
	QP_MOD_FLAG_RNR_RETRY,
	"rnr_retry is how often a message is repeated that finds no receive WR; 7 is for ever.",
	"7 is not seven times: the sender waits without end, and no completion tells. With less, a "
	"slow receiver ends the connection "
	"with IBV_WC_RNR_RETRY_EXC_ERR.",
	"https://github.com/spdk/spdk/issues/2429")
MISUNDERSTOOD(
	QP_MOD_FLAG_MIN_RNR_TIMER,
	"min_rnr_timer is a code of 5 bits, not a number of milliseconds: 1 is 0.01 ms, 12 is 0.64 "
	"ms, "
	"31 is 491.52 ms, and 0 is 655.36 ms, the longest of all.",
	"A structure that was set to zero makes each message without a receive WR stall the sender "
	"for two thirds of a second, and "
	"no error tells.",
	"https://github.com/NVIDIA/daqiri/pull/138; https://github.com/ofiwg/libfabric/pull/3241")
MISUNDERSTOOD(QP_MOD_FLAG_TIMEOUT,
	      "timeout is a code: the sender waits about 4.096 us * 2^timeout for an answer; 0 is "
	      "for ever.",
	      "With 0, a packet that is lost hangs the QP without an error, whatever retry_cnt "
	      "says. Devices round up, and some have a "
	      "least time: 14 (67 ms) to 18 are usual.",
	      "https://github.com/meta-pytorch/torchcomms/pull/783")
MISUNDERSTOOD(QP_MOD_FLAG_RETRY_CNT,
	      "retry_cnt is how often a packet is repeated that nobody answers: 7 is seven times.",
	      "It is not rnr_retry, whose 7 is for ever. Both have 3 bits: 8 and more are refused, "
	      "or read as 0.",
	      "ibv_modify_qp(3)")
MISUNDERSTOOD(
	SRQ_PST_13,
	"With an empty SRQ, a RC sender waits as rnr_retry and the receiver's min_rnr_timer say.",
	"The timer is set on the QP of the receiver, and the count on that of the sender: people "
	"change the one that has no effect.",
	"ibv_modify_qp(3)")

/* Completions */
MISUNDERSTOOD(CQ_POL_08,
	      "Of a completion with an error only wr_id, status, qp_num and vendor_err are valid.",
	      "Programs switch on opcode or read byte_len, which hold what an earlier completion "
	      "left there: find out by wr_id what it is of.",
	      "ibv_poll_cq(3)")
MISUNDERSTOOD(QP_CRE_14,
	      "sq_sig_all = 1 gives a completion for each request, whatever its flags say.",
	      "With sq_sig_all = 0 and no flag a program polls for ever; with 1 it needs a CQ for "
	      "all requests.",
	      "ibv_create_qp(3)")
MISUNDERSTOOD(SND_18,
	      "If ibv_post_send fails in the middle of a list, what is before bad_wr is posted.",
	      "Programs free or post again the whole list: the WRs before bad_wr will complete, "
	      "those from bad_wr on will not.",
	      "ibv_post_send(3)")
MISUNDERSTOOD(
	SND_20,
	"The buffer of an inline request is free when ibv_post_send returns, and needs no L_Key.",
	"Without IBV_SEND_INLINE the buffer belongs to the device until the completion was polled, "
	"also if the request is not signaled.",
	"ibv_post_send(3)")
MISUNDERSTOOD(SND_10,
	      "A RDMA write without immediate data, a read and an atomic take no receive WR, and "
	      "the other side learns nothing.",
	      "The receiver polls for a completion that never comes. With immediate data, a "
	      "receive WR is needed and the completion tells.",
	      "ibv_post_send(3)")
MISUNDERSTOOD(SND_12,
	      "IBV_SEND_FENCE waits for the reads and atomics before the request, not for writes "
	      "and sends.",
	      "Those are in their order anyway; and no flag says that the data has reached the "
	      "memory of the other side before a completion.",
	      "ibv_post_send(3)")
MISUNDERSTOOD(CQ_POL_05, "imm_data is in network byte order, and valid only with IBV_WC_WITH_IMM.",
	      "Without ntohl() the number is turned round on little-endian machines; both sides of "
	      "a test on one machine do not see it.",
	      "ibv_poll_cq(3)")
MISUNDERSTOOD(CQ_POL_14,
	      "The WRs of a SRQ are not flushed when one of its QPs fails: they belong to all.",
	      "A program that counts flushed receives to know when the QP is empty waits for ever: "
	      "IBV_EVENT_QP_LAST_WQE_REACHED tells.",
	      "ibv_get_async_event(3); https://github.com/ceph/ceph/pull/25447")

/* Events */
MISUNDERSTOOD(
	CQ_NTF_02,
	"A request for notification gives one event, of a completion that comes after it.",
	"A completion between the last poll and the request gives no event, and the program "
	"sleeps: request first, then poll once more.",
	"https://github.com/ofiwg/libfabric/issues/796; https://github.com/apache/brpc/pull/3425")
MISUNDERSTOOD(CQ_NTF_06, "ibv_destroy_cq waits until each event that was got is acknowledged.",
	      "It hangs for ever if one was not, or was acknowledged for another CQ. Several may "
	      "be acknowledged at once, because each "
	      "acknowledgement takes a lock.",
	      "https://github.com/openucx/ucx/issues/1039; "
	      "https://github.com/linux-rdma/rdma-core/pull/657")
MISUNDERSTOOD(AEV_13,
	      "Asynchronous events must be acknowledged, also those that the program ignores.",
	      "ibv_destroy_qp, ibv_destroy_srq and ibv_destroy_cq hang otherwise; and from the "
	      "thread that has to acknowledge, they hang always.",
	      "ibv_get_async_event(3); https://github.com/pmem/rpma/pull/905")

/* Memory */
MISUNDERSTOOD(MR_REG_05,
	      "A region for remote writes or atomics must have IBV_ACCESS_LOCAL_WRITE, too.",
	      "ibv_reg_mr fails with EINVAL otherwise. Local reads need no flag, and a region for "
	      "sends needs none at all.",
	      "ibv_reg_mr(3); https://github.com/open-mpi/ompi/pull/1101")
MISUNDERSTOOD(QP_MOD_FLAG_ACCESS_FLAGS,
	      "qp_access_flags says which remote operations the QP permits: the region and the QP "
	      "must both do so.",
	      "IBV_ACCESS_LOCAL_WRITE has no meaning there. A right that one of the two lacks is "
	      "IBV_WC_REM_ACCESS_ERR at the other side.",
	      "https://github.com/linux-rdma/perftest/issues/189")
MISUNDERSTOOD(MR_REG_11, "lkey is for the requests of this side, rkey for those of the other side.",
	      "On many devices both have the same value, so that a program which mixes them up "
	      "works until it meets another device.",
	      "ibv_reg_mr(3)")
MISUNDERSTOOD(
	SRQ_PST_09,
	"The first 40 bytes of a datagram's buffer are for the GRH: the data begins at offset 40.",
	"A buffer of the size of the message is too short by 40 bytes: IBV_WC_LOC_LEN_ERR, or a "
	"message that never comes. byte_len "
	"counts the 40 bytes.",
	"https://github.com/gpudirect/libgdsync/issues/43; "
	"https://github.com/linux-rdma/rdma-core/pull/462")
MISUNDERSTOOD(
	SRQ_PST_10,
	"The data begins at offset 40 also if there is no GRH; then those bytes are not defined.",
	"With RoCE v2 over IPv4 the IP header is in the last 20 of them, and the first 20 are not "
	"written: the version cannot be read there.",
	"https://github.com/openucx/ucx/pull/6317; https://github.com/openucx/ucx/pull/10209")

/* Addresses and states */
MISUNDERSTOOD(QP_MOD_13,
	      "Where the port claims IBV_QPF_GRH_REQUIRED, as RoCE does, ah_attr needs is_global = "
	      "1 and a GRH.",
	      "Programs written for InfiniBand set a LID alone: ibv_modify_qp to RTR fails with "
	      "EINVAL, or the messages go nowhere.",
	      "ibv_modify_qp(3) NOTES")
MISUNDERSTOOD(
	QP_QRY_06,
	"The mask of ibv_query_qp is what is wanted at least; a driver may return more, and costs "
	"more time for all of it.",
	"A member outside of the mask may hold something: that it is there does not make it valid.",
	"ibv_query_qp(3) NOTES")
