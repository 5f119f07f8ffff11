/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of work queues and of their indirection tables. */
/* clang-format off */
PROFILED(WQ)
PROMISE(WQ_CRE_01, "WQ-CRE-01", MUST,
	"ibv_create_wq(3) DESCRIPTION; verbs.h",
	"ibv_create_wq sets max_wr and max_sge to those of the WQ, at least as much as was asked for.")
PROMISE(WQ_CRE_02, "WQ-CRE-02", DERIVED,
	"ibv_create_wq(3) max_wr, max_sge",
	"As many WRs of as many SGEs can be posted.")
PROMISE(WQ_CRE_03, "WQ-CRE-03", DERIVED,
	"ibv_create_wq(3) struct ibv_wq_init_attr; verbs.h struct ibv_wq",
	"The WQ has the context, wq_context, PD, CQ and type that it was created with, and begins in "
	"IBV_WQS_RESET.",
	BROKEN_WITH(FLW_04, RWQ_06))
PROMISE(WQ_CRE_04, "WQ-CRE-04", MUST,
	"ibv_create_wq(3) RETURN VALUE",
	"ibv_create_wq returns NULL if the request fails.")
PROMISE(WQ_CRE_05, "WQ-CRE-05", OPEN,
	"ibv_create_wq(3); ibv_query_device_ex(3) max_wq_type_rq",
	"A device that claims no WQs makes them, or refuses them with an errno.")
PROMISE(WQ_CRE_06, "WQ-CRE-06", DERIVED,
	"ibv_create_wq(3) comp_mask",
	"Unknown bits of comp_mask are refused.")
PROMISE(WQ_CRE_07, "WQ-CRE-07", DERIVED,
	"ibv_create_wq(3) enum ibv_wq_flags; ibv_query_device_ex(3) raw_packet_caps",
	"Flags of offloads that raw_packet_caps does not claim are refused.")
PROFILED(RSS_VLAN)
PROMISE(WQ_CRE_08, "WQ-CRE-08", MUST,
	"ibv_create_wq(3) enum ibv_wq_flags",
	"The flags do what they say where they are claimed: the VLAN tag is stripped, the FCS is kept, "
	"packets wait for a receive WR, writes are padded. (No check of the last three: a packet that "
	"comes back to its port need have no FCS, no page tells how long packets wait, and no program "
	"sees the padding.)",
	BROKEN_WITH(FLW_04))
PROMISE(WQ_CRE_09, "WQ-CRE-09", DERIVED,
	"ibv_create_wq(3) comp_mask",
	"create_flags are not looked at without IBV_WQ_INIT_ATTR_FLAGS.")
PROFILED(WQ)
PROMISE(WQ_DES_01, "WQ-DES-01", MUST,
	"ibv_create_wq(3) RETURN VALUE",
	"ibv_destroy_wq returns 0 on success.")
PROMISE(WQ_DES_02, "WQ-DES-02", OPEN,
	"ibv_create_wq(3), ibv_create_rwq_ind_table(3) (nothing is said of a WQ in a table)",
	"A WQ in an indirection table is destroyed, or ibv_destroy_wq returns an errno value and the WQ "
	"is as before.")
PROMISE(WQ_MOD_01, "WQ-MOD-01", MUST,
	"ibv_modify_wq(3) wq_state",
	"ibv_modify_wq moves the WQ to wq_state, and returns 0. No page lists the transitions: those "
	"from RESET to RDY, to ERR and back to RESET are the ones that all devices have.")
PROMISE(WQ_MOD_02, "WQ-MOD-02", MUST,
	"ibv_modify_wq(3) RETURN VALUE",
	"An error of ibv_modify_wq is an errno value.")
PROMISE(WQ_MOD_03, "WQ-MOD-03", DERIVED,
	"ibv_modify_wq(3) curr_wq_state",
	"If curr_wq_state is given and is not the state of the WQ, the call is refused.")
PROMISE(WQ_MOD_04, "WQ-MOD-04", MUST,
	"ibv_modify_wq(3) attr_mask",
	"A member that attr_mask does not select is not modified.")
PROMISE(WQ_MOD_05, "WQ-MOD-05", DERIVED,
	"ibv_modify_wq(3) IBV_WQS_ERR; IBTA 10.3.1 (as for receive queues)",
	"The WRs of a WQ that a QP spreads packets over and that enters IBV_WQS_ERR complete with "
	"IBV_WC_WR_FLUSH_ERR, in their order.")
PROMISE(WQ_MOD_06, "WQ-MOD-06", DERIVED,
	"ibv_modify_wq(3) attr_mask",
	"Unknown bits of attr_mask are refused.")
PROMISE(WQ_MOD_07, "WQ-MOD-07", DERIVED,
	"ibv_modify_wq(3) IBV_WQS_ERR; IBTA 10.3.1 (as for receive queues)",
	"A WQ of which a receive WR completes with an error has entered IBV_WQS_ERR: the WRs behind it complete with "
	"IBV_WC_WR_FLUSH_ERR, in their order.")
PROMISE(WQ_MOD_08, "WQ-MOD-08", DERIVED,
	"ibv_modify_wq(3) IBV_WQS_RESET; IBTA 10.3.1 (as for receive queues)",
	"A WQ that was reset has none of the WRs that were posted before, and no completions of them come.")
PROFILED(RSS_VLAN)
PROMISE(WQ_MOD_09, "WQ-MOD-09", MUST,
	"ibv_modify_wq(3) flags, flags_mask",
	"ibv_modify_wq sets the flags of flags_mask to those of flags, and leaves the others.",
	BROKEN_WITH(WQ_CRE_08))
PROFILED(WQ)
PROMISE(RWQ_01, "RWQ-01", MUST,
	"ibv_create_rwq_ind_table(3) DESCRIPTION, RETURN VALUE",
	"ibv_create_rwq_ind_table creates a table of 2^log_ind_tbl_size WQs. No page says which WQs make "
	"a table: one of several entries may be refused.")
PROMISE(RWQ_02, "RWQ-02", MUST,
	"ibv_create_rwq_ind_table(3) RETURN VALUE",
	"It returns NULL if the request fails.")
PROMISE(RWQ_03, "RWQ-03", MUST,
	"ibv_create_rwq_ind_table(3) RETURN VALUE",
	"ibv_destroy_rwq_ind_table returns 0 on success; the WQs of the table stay.")
PROMISE(RWQ_04, "RWQ-04", DERIVED,
	"ibv_create_rwq_ind_table(3); ibv_query_device_ex(3) max_rwq_indirection_table_size",
	"A table larger than the device claims is refused.")
PROMISE(RWQ_05, "RWQ-05", DERIVED,
	"ibv_create_rwq_ind_table(3) comp_mask",
	"Unknown bits of comp_mask are refused.")
PROFILED(RSS)
PROMISE(RWQ_06, "RWQ-06", MUST,
	"ibv_create_rwq_ind_table(3) NOTES; ibv_create_qp_ex(3) struct ibv_rx_hash_conf",
	"A QP that was created with the table dispatches packets to its WQs by the hash of rx_hash_conf: "
	"the fields of rx_hash_fields_mask take part in it, and no others.")
PROMISE(RWQ_07, "RWQ-07", DERIVED,
	"ibv_create_qp_ex(3) rx_hash_function, rx_hash_key; verbs.h IBV_RX_HASH_FUNC_TOEPLITZ",
	"The hash is that of Toeplitz, with rx_hash_key: if the key repeats its first 16 bits, packets "
	"of both directions of a flow come to one WQ.",
	BROKEN_WITH(RWQ_06))
PROMISE(RWQ_08, "RWQ-08", OPEN,
	"ibv_create_rwq_ind_table(3), ibv_create_qp_ex(3) (nothing is said of a table that a QP uses)",
	"A table that a QP uses is destroyed, or ibv_destroy_rwq_ind_table returns an errno value and "
	"the QP is as before.",
	BROKEN_WITH(RWQ_06))
