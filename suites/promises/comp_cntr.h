/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What is promised of completion counters, of rdma-core after 64. The header of rdma-core 44
 * has none of their calls, so no check cites them.
 */
/* clang-format off */
PROMISE(CCN_01, "CCN-01", MUST,
	"ibv_create_comp_cntr(3) DESCRIPTION",
	"A counter has a completion count, which successes increment, and an error count, which failures "
	"increment, of 64 bits each. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_02, "CCN-02", MUST,
	"ibv_create_comp_cntr(3) set, inc, read",
	"Each count can be set, incremented and read; what was written is read in the end. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_03, "CCN-03", MUST,
	"ibv_create_comp_cntr(3) type",
	"IBV_COMP_CNTR_TYPE_WRS counts requests, IBV_COMP_CNTR_TYPE_BYTES bytes. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_04, "CCN-04", MUST,
	"ibv_create_comp_cntr(3) RETURN VALUE, ERRORS",
	"A device without counters returns NULL, with errno ENOTSUP; errors are errno values. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_05, "CCN-05", MUST,
	"ibv_create_comp_cntr(3) ERRORS EBUSY; ibv_qp_attach_comp_cntr(3)",
	"A counter that is attached to a QP is not destroyed (EBUSY); the destruction of the QP detaches it. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_06, "CCN-06", MUST,
	"ibv_qp_attach_comp_cntr(3) DESCRIPTION",
	"A counter is attached to QPs in RESET and INIT; in other states it is EINVAL. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_07, "CCN-07", MUST,
	"ibv_qp_attach_comp_cntr(3) op_mask",
	"It counts the operations of op_mask, local ones and those that come from the remote side. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_08, "CCN-08", MUST,
	"ibv_qp_attach_comp_cntr(3) DESCRIPTION",
	"A counter on several QPs adds up their completions. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_09, "CCN-09", MUST,
	"ibv_qp_attach_comp_cntr(3) ERRORS EBUSY",
	"Several counters of one QP may not have an operation in common (EBUSY). (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_10, "CCN-10", MUST,
	"ibv_qp_attach_comp_cntr(3) op_mask; ibv_query_comp_cntr_caps(3) supported_qp_attach_ops",
	"Operations outside supported_qp_attach_ops are ENOTSUP. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_11, "CCN-11", MUST,
	"ibv_query_comp_cntr_caps(3) max_value",
	"An increment beyond max_value wraps the counter to zero. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_12, "CCN-12", MUST,
	"ibv_query_comp_cntr_caps(3) max_counters",
	"max_counters counters can be created at most. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
PROMISE(CCN_13, "CCN-13", MUST,
	"ibv_query_comp_cntr_caps(3) RETURN VALUE, ERRORS",
	"ibv_query_comp_cntr_caps returns 0, or ENOTSUP on a device without counters. (No check: "
	"verbs.h of rdma-core 44 has no completion counters.)")
