/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* More of what is promised of extended CQs, of moderating and of resizing a CQ. */
/* clang-format off */
PROMISE(CQ_XTD_06, "CQ-XTD-06", DERIVED,
	"ibv_create_cq_ex(3) enum ibv_wc_flags_ex, RETURN VALUE",
	"A flag of wc_flags that is not defined is refused: NULL is returned.")
PROMISE(CQ_XTD_07, "CQ-XTD-07", DERIVED,
	"ibv_create_cq_ex(3) IBV_CREATE_CQ_ATTR_SINGLE_THREADED",
	"A CQ for a single thread gives that thread the completions that any CQ gives.")
PROFILED(CQ_EXTENDED)
PROMISE(CQ_XTD_08, "CQ-XTD-08", MUST,
	"ibv_create_cq_ex(3) IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN",
	"A CQ with this flag does not pass to the error state if it is overrun.")
PROMISE(CQ_XTD_09, "CQ-XTD-09", DERIVED,
	"ibv_create_cq_ex(3) comp_mask, enum ibv_create_cq_attr_flags",
	"A bit of comp_mask, and of flags, that is not defined is refused: NULL is returned.")
PROMISE(CQ_XTD_10, "CQ-XTD-10", MUST,
	"ibv_create_cq_ex(3) Completion iterator functions (ibv_start_poll)",
	"After ibv_start_poll has returned an error, ibv_end_poll is not called: any thread can start "
	"the next batch.",
	BROKEN_WITH(CQ_CRE_07))
PROMISE(CQ_XTD_11, "CQ-XTD-11", MUST,
	"ibv_create_cq_ex(3) RETURN VALUE; ibv_query_device(3) max_cqe",
	"ibv_create_cq_ex returns NULL if it fails: for more entries than max_cqe.")
PROFILED(CQ_EXTENDED_MW)
PROMISE(CQ_XTD_12, "CQ-XTD-12", MUST,
	"ibv_create_cq_ex(3) Polling fields (ibv_wc_read_invalidated_rkey)",
	"ibv_wc_read_invalidated_rkey gives the R_Key that a message invalidated.")
PROMISE(CQ_XTD_13, "CQ-XTD-13", DERIVED,
	"ibv_create_cq_ex(3) ibv_wc_read_completion_wallclock_ns ('wall clock nanoseconds')",
	"The wallclock of a completion is the time of day at which it came, by the clock of the device, which may be wrong "
	"by some minutes.",
	BROKEN_WITH(CQ_XTD_05))
PROMISE(CQ_XTD_14, "CQ-XTD-14", DERIVED,
	"ibv_create_cq_ex(3) ibv_wc_read_completion_ts ('in HCA clock units'); ibv_query_device_ex(3)",
	"The timestamps of two completions differ by the time between them, at hca_core_clock.",
	BROKEN_WITH(CQ_XTD_05))
PROMISE(CQ_XTD_15, "CQ-XTD-15", DERIVED,
	"ibv_create_cq_ex(3) Polling fields (ibv_wc_read_opcode)",
	"ibv_wc_read_opcode tells of a send completion what was sent.")
PROMISE(CQ_XTD_16, "CQ-XTD-16", DERIVED,
	"ibv_create_cq_ex(3) comp_vector",
	"Each comp_vector from 0 to num_comp_vectors - 1 is taken, and no other.")
PROFILED(RAW_VLAN)
PROMISE(CQ_XTD_17, "CQ-XTD-17", MUST,
	"ibv_create_cq_ex(3) Polling fields (ibv_wc_read_cvlan)",
	"ibv_wc_read_cvlan gives the VLAN of a raw packet whose tag the QP has stripped.")
PROMISE(CQ_XTD_21, "CQ-XTD-21", DERIVED,
	"ibv_create_cq_ex(3) Polling fields (ibv_wc_read_flow_tag); ibv_create_flow(3) IBV_FLOW_SPEC_ACTION_TAG",
	"ibv_wc_read_flow_tag gives the tag of the rule that the packet matched.",
	BROKEN_WITH(FLW_04))
PROMISE(CQ_XTD_18, "CQ-XTD-18", OPEN,
	"ibv_create_cq_ex(3) Completion iterator functions (attr 'easily extensible in the future')",
	"ibv_start_poll with an unknown bit in comp_mask returns an error, or starts a batch.")
PROMISE(CQ_XTD_19, "CQ-XTD-19", MUST,
	"ibv_create_cq_ex(3) Polling fields (ibv_wc_read_pkey_index)",
	"ibv_wc_read_pkey_index gives the P_Key index.",
	.no_check = "verbs.h does not have the function")
PROFILED(CQ_PARENT)
PROMISE(CQ_XTD_20, "CQ-XTD-20", MUST,
	"ibv_create_cq_ex(3) parent_domain, IBV_CQ_INIT_ATTR_MASK_PD",
	"A CQ can be made with a parent domain, on a device that takes it.")
PROFILED(CQ_WALLCLOCK)
PROMISE(CQ_XTD_22, "CQ-XTD-22", MUST,
	"ibv_create_cq_ex(3) Completion iterator functions (ibv_start_poll EBUSY)",
	"After an ibv_start_poll that returned EBUSY, which it may for a while where wallclock timestamps "
	"were asked for, the CQ is valid: no completion is lost when it is tried again.",
	.since = 65)
PROFILED(CQ_EXTENDED)
PROMISE(CQ_XTD_23, "CQ-XTD-23", MUST,
	"ibv_create_cq_ex(3) RETURN VALUE",
	"An ibv_create_cq_ex that fails sets errno.",
	.since = 65)
PROFILED(SRQ_TAG_MATCHING)
PROMISE(CQ_XTD_24, "CQ-XTD-24", MUST,
	"ibv_create_cq_ex(3) Polling fields (ibv_wc_read_tm_info), struct ibv_wc_tm_info",
	"ibv_wc_read_tm_info gives the tag and the opaque data of the TMH of a message that matched.")
PROMISE(CQ_XTD_25, "CQ-XTD-25", DERIVED,
	"ibv_create_cq_ex(3) ibv_next_poll, ibv_end_poll, IBV_CREATE_CQ_ATTR_SINGLE_THREADED (without it, the CQ is for several threads)",
	"A completion is given to one thread, also if another one begins to poll after ibv_next_poll has found no further "
	"completion and before ibv_end_poll.")
PROMISE(CQ_XTD_26, "CQ-XTD-26", DERIVED,
	"ibv_create_cq_ex(3) comp_mask (a mask of the valid fields)",
	"Members of struct ibv_cq_init_attr_ex that comp_mask does not name, flags and parent_domain, are not read.")
PROMISE(CQ_MDR_04, "CQ-MDR-04", DERIVED,
	"ibv_modify_cq(3); ibv_query_device_ex(3) cq_mod_caps",
	"Without cq_mod_caps, IBV_CQ_ATTR_MODERATE is refused.")
PROMISE(CQ_MDR_05, "CQ-MDR-05", OPEN,
	"ibv_modify_cq(3); ibv_query_device_ex(3) cq_mod_caps ('max')",
	"A cq_count and a cq_period above those of cq_mod_caps are refused, or lowered: then events still come.")
PROMISE(CQ_MDR_06, "CQ-MDR-06", DERIVED,
	"ibv_modify_cq(3) attr_mask",
	"A member that attr_mask does not select is not modified: with a mask of 0 events come as "
	"before.")
PROMISE(CQ_RSZ_06, "CQ-RSZ-06", DERIVED,
	"ibv_resize_cq(3) DESCRIPTION; ibv_create_cq_ex(3)",
	"An extended CQ that was resized keeps its entries, and reads them with its functions.")
PROMISE(CQ_RSZ_07, "CQ-RSZ-07", OPEN,
	"ibv_resize_cq(3) (nothing is said of less than one entry)",
	"A resize to no entries, or to fewer, returns 0 or an errno value, and the CQ can be used.")
