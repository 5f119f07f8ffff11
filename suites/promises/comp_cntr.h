/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of completion counters, of rdma-core 65 and later. */
/* clang-format off */
PROFILED(COMPLETION_COUNTERS)
PROMISE(CCN_01, "CCN-01", MUST,
	"ibv_create_comp_cntr(3) DESCRIPTION",
	"A counter has a completion count, which successes increment, and an error count, which failures "
	"increment, of 64 bits each.")
PROMISE(CCN_02, "CCN-02", MUST,
	"ibv_create_comp_cntr(3) set, inc, read",
	"Each count can be set, incremented and read; what was written is read in the end.")
PROMISE(CCN_03, "CCN-03", MUST,
	"ibv_create_comp_cntr(3) type",
	"IBV_COMP_CNTR_TYPE_WRS counts requests, IBV_COMP_CNTR_TYPE_BYTES bytes.")
PROMISE(CCN_04, "CCN-04", MUST,
	"ibv_create_comp_cntr(3) RETURN VALUE, ERRORS",
	"A device without counters returns NULL, with errno ENOTSUP; errors are errno values.")
PROMISE(CCN_05, "CCN-05", MUST,
	"ibv_create_comp_cntr(3) ERRORS EBUSY; ibv_qp_attach_comp_cntr(3)",
	"A counter that is attached to a QP is not destroyed (EBUSY); the destruction of the QP detaches it.")
PROMISE(CCN_06, "CCN-06", MUST,
	"ibv_qp_attach_comp_cntr(3) DESCRIPTION",
	"A counter is attached to QPs in RESET and INIT; in other states it is EINVAL.")
PROMISE(CCN_07, "CCN-07", MUST,
	"ibv_qp_attach_comp_cntr(3) op_mask",
	"It counts the operations of op_mask, local ones and those that come from the remote side.")
PROMISE(CCN_08, "CCN-08", MUST,
	"ibv_qp_attach_comp_cntr(3) DESCRIPTION",
	"A counter on several QPs adds up their completions.")
PROMISE(CCN_09, "CCN-09", MUST,
	"ibv_qp_attach_comp_cntr(3) ERRORS EBUSY",
	"Several counters of one QP may not have an operation in common (EBUSY).")
PROMISE(CCN_10, "CCN-10", MUST,
	"ibv_qp_attach_comp_cntr(3) op_mask; ibv_query_comp_cntr_caps(3) supported_qp_attach_ops",
	"Operations outside supported_qp_attach_ops are ENOTSUP.")
PROMISE(CCN_11, "CCN-11", MUST,
	"ibv_query_comp_cntr_caps(3) max_value",
	"An increment beyond max_value wraps the counter to zero.")
PROMISE(CCN_12, "CCN-12", MUST,
	"ibv_query_comp_cntr_caps(3) max_counters",
	"max_counters counters can be created at most.")
PROMISE(CCN_13, "CCN-13", MUST,
	"ibv_query_comp_cntr_caps(3) RETURN VALUE, ERRORS",
	"ibv_query_comp_cntr_caps returns 0, or ENOTSUP on a device without counters.")
