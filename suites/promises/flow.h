/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of flows, of actions on them, and of counters. */
/* clang-format off */
PROFILED(NO_FLOW)
PROMISE(FLW_01, "FLW-01", MUST,
	"ibv_create_flow(3) NOTES 1, RETURN VALUE, ERRORS",
	"A device without IBV_DEVICE_MANAGED_FLOW_STEERING creates no flow: ibv_create_flow returns NULL "
	"and sets errno.")
PROMISE(FLW_02, "FLW-02", OPEN,
	"ibv_create_flow(3) ERRORS ENXIO; verbs.h",
	"The errno of a device without flow steering is ENXIO by the page, and EOPNOTSUPP by verbs.h.")
PROMISE(FLW_03, "FLW-03", DERIVED,
	"ibv_create_flow(3) NOTES 1",
	"A QP of another type than UD and raw packet is refused.")
PROFILED(FLOW)
PROMISE(FLW_04, "FLW-04", MUST,
	"ibv_create_flow(3) DESCRIPTION",
	"A packet that matches all specifications of a rule, in the bits of their masks, is given to the "
	"rule's QP.")
PROMISE(FLW_05, "FLW-05", MUST,
	"ibv_create_flow(3) enum ibv_flow_attr_type",
	"IBV_FLOW_ATTR_ALL_DEFAULT receives what no other rule steers, and IBV_FLOW_ATTR_MC_DEFAULT the "
	"multicast packets among them.",
	BROKEN_WITH(FLW_04))
PROMISE(FLW_06, "FLW-06", MUST,
	"ibv_create_flow(3) Flow domains and priority",
	"Of the rules that match, that of the lower priority value takes the packet.")
PROMISE(FLW_07, "FLW-07", MUST,
	"ibv_create_flow(3) IBV_FLOW_ATTR_FLAGS_DONT_TRAP, NOTES 4",
	"With IBV_FLOW_ATTR_FLAGS_DONT_TRAP, of rules of type NORMAL, rules of lower priority get the "
	"packet, too.",
	BROKEN_WITH(FLW_06))
PROMISE(FLW_08, "FLW-08", MUST,
	"ibv_create_flow(3) IBV_FLOW_ATTR_FLAGS_EGRESS, NOTES 6",
	"With IBV_FLOW_ATTR_FLAGS_EGRESS a rule is about packets that are sent, and the QP only names the device.",
	.no_check = "what it does is that of its actions, which encrypt packets")
PROMISE(FLW_09, "FLW-09", MUST,
	"ibv_create_flow(3) Rules definition ordering",
	"Specifications may come in any order, except those of tunnels, whose place counts.",
	BROKEN_WITH(FLW_04))
PROMISE(FLW_10, "FLW-10", MUST,
	"ibv_create_flow(3) enum ibv_flow_spec_type",
	"The action of a rule (IBV_FLOW_SPEC_ACTION_HANDLE) is carried out on the packet.",
	.no_check = "the only actions are those of ESP")
PROMISE(FLW_11, "FLW-11", MUST,
	"ibv_create_flow(3) ERRORS EINVAL",
	"An invalid specification is EINVAL.")
PROMISE(FLW_12, "FLW-12", MUST,
	"ibv_create_flow(3) RETURN VALUE",
	"ibv_destroy_flow returns 0, and the rule has no effect any more.",
	BROKEN_WITH(FLW_04))
PROMISE(FLW_13, "FLW-13", MUST,
	"ibv_create_flow(3) NOTES 5",
	"A rule of type IBV_FLOW_ATTR_SNIFFER needs no specification.")
PROMISE(FLW_14, "FLW-14", MUST,
	"ibv_create_flow(3) NOTES 3",
	"ether_type is that behind the last VLAN tag of the packet.")
PROMISE(FLW_15, "FLW-15", DERIVED,
	"ibv_create_flow(3) NOTES 1, RETURN VALUE",
	"A device with IBV_DEVICE_MANAGED_FLOW_STEERING makes rules of a destination for a raw packet QP, "
	"several for one QP.")
PROMISE(FLW_16, "FLW-16", MUST,
	"ibv_create_flow(3) enum ibv_flow_attr_type",
	"A rule of type IBV_FLOW_ATTR_SNIFFER receives all traffic of the port, also what other rules "
	"receive.")
PROMISE(FLW_17, "FLW-17", DERIVED,
	"ibv_create_flow(3) NOTES 4",
	"IBV_FLOW_ATTR_FLAGS_DONT_TRAP with another type than NORMAL is refused.")
PROMISE(FLW_18, "FLW-18", MUST,
	"ibv_create_flow(3) enum ibv_flow_spec_type",
	"IBV_FLOW_SPEC_ACTION_DROP drops the packets that the rule matches.",
	BROKEN_WITH(FLW_04))
PROMISE(FLW_19, "FLW-19", DERIVED,
	"ibv_create_flow(3) struct ibv_flow_attr, ERRORS EINVAL",
	"A type and a flag that are not defined are refused.")
PROMISE(FLW_20, "FLW-20", OPEN,
	"ibv_create_flow(3) struct ibv_flow_attr port (nothing is said of other ports)",
	"A rule for a port that the device does not have is made, or refused with an errno.")
PROMISE(FLW_21, "FLW-21", OPEN,
	"ibv_create_flow(3), ibv_destroy_qp(3) (nothing is said of a QP with a rule)",
	"A QP with a rule is destroyed, or ibv_destroy_qp returns an errno value.")
PROMISE(FLW_22, "FLW-22", OPEN,
	"ibv_create_flow(3) struct ibv_flow_attr comp_mask ('Future extendibility')",
	"A rule with a bit of comp_mask that is not defined is made, or refused with an errno.")
PROMISE(FLW_23, "FLW-23", DERIVED,
	"ibv_create_flow(3) DESCRIPTION (mask: 'which bits from the filter value are applicable'; size, num_of_specs)",
	"Bits of a value that its mask does not have, and memory behind the specifications that are counted, are not looked "
	"at.",
	BROKEN_WITH(FLW_04))
PROFILED(NO_OFFLOAD)
PROMISE(FAC_01, "FAC-01", MUST,
	"ibv_create_flow_action(3) RETURN VALUE",
	"ibv_create_flow_action_esp returns NULL and sets errno on error, so also on a device without "
	"ESP offload.")
PROMISE(FAC_02, "FAC-02", MUST,
	"ibv_create_flow_action(3) DESCRIPTION",
	"A rule with the action decrypts or encrypts the packet that it matches.",
	.no_check = "no device here has ESP offload")
PROMISE(FAC_03, "FAC-03", MUST,
	"ibv_create_flow_action(3) DESCRIPTION, RETURN VALUE",
	"ibv_modify_flow_action_esp alters all associated flows; if it fails, the last action still holds.",
	.no_check = "no device here has ESP offload")
PROMISE(FAC_04, "FAC-04", MUST,
	"ibv_create_flow_action(3) Full Offload Mode",
	"In full offload mode the ESP header and trailer are added and removed, sequence numbers are kept, replayed "
	"packets and those that cannot be decrypted are dropped.",
	.no_check = "no device here has ESP offload")
PROMISE(FAC_05, "FAC-05", MUST,
	"ibv_create_flow_action(3) Full Offload Mode spi, seq, tfc_pad, hard_limit_pkts",
	"spi, seq, tfc_pad and hard_limit_pkts are used in full offload mode only; after hard_limit_pkts packets all "
	"others are dropped.",
	.no_check = "no device here has ESP offload")
PROMISE(FAC_06, "FAC-06", MUST,
	"ibv_create_flow_action(3) Inline Crypto Mode",
	"In inline crypto mode the payload of a packet with ESP headers is encrypted or decrypted in its place, and the "
	"ICV added or checked.",
	.no_check = "no device here has ESP offload")
PROMISE(FAC_07, "FAC-07", MUST,
	"ibv_create_flow_action(3) esn, ESN_NEW_WINDOW",
	"The upper 32 bits of the sequence number are those of esn, by the page's state machine.",
	.no_check = "no device here has ESP offload")
PROMISE(FAC_08, "FAC-08", MUST,
	"ibv_create_flow_action(3) Key Material for AES GCM",
	"The key has 16, 24 or 32 bytes, and iv_algo is IB_UVERBS_FLOW_ACTION_IV_ALGO_SEQ.")
PROMISE(FAC_09, "FAC-09", MUST,
	"ibv_create_flow_action(3) Bitmap Replay Protection",
	"With a replay bitmap of `size`, a packet that was received is dropped if it comes again.",
	.no_check = "no device here has ESP offload")
PROMISE(FAC_10, "FAC-10", MUST,
	"ibv_create_flow_action(3) ESP Encapsulation",
	"With IB_UVERBS_FLOW_ACTION_ESP_FLAGS_TUNNEL the headers of esp_encap are added and removed.",
	.no_check = "no device here has ESP offload")
PROMISE(CNT_01, "CNT-01", MUST,
	"ibv_create_counters(3) RETURN VALUE, ERRORS EOPNOTSUPP",
	"A device without counters returns NULL, with errno EOPNOTSUPP (ENOSYS from old libraries).")
PROFILED(FLOW_COUNTERS)
PROMISE(CNT_02, "CNT-02", MUST,
	"ibv_create_counters(3) DESCRIPTION",
	"The values of new counters are 0, and never decrease.",
	BROKEN_WITH(CNT_03))
PROMISE(CNT_03, "CNT-03", MUST,
	"ibv_create_counters(3) RETURN VALUE",
	"ibv_destroy_counters returns 0, or an errno value.")
PROMISE(CNT_04, "CNT-04", MUST,
	"ibv_attach_counters_point_flow(3) DESCRIPTION",
	"Counters collect values once they are bound to a flow, each at its index, added up over all "
	"flows with the same counters.",
	BROKEN_WITH(FLW_04))
PROMISE(CNT_05, "CNT-05", MUST,
	"ibv_attach_counters_point_flow(3) ERRORS",
	"A static attach to counters that are bound to a flow is EBUSY.")
PROMISE(CNT_06, "CNT-06", MUST,
	"ibv_read_counters(3) DESCRIPTION, RETURN VALUE",
	"ibv_read_counters fills ncounters values by their index, and returns 0 or an errno value.")
PROMISE(CNT_07, "CNT-07", MUST,
	"ibv_read_counters(3) flags",
	"With IBV_READ_COUNTERS_ATTR_PREFER_CACHED the values may be those of the driver's cache; "
	"without it they are the hardware's.")
PROMISE(FAC_11, "FAC-11", DERIVED,
	"ibv_create_flow_action(3) comp_mask",
	"A bit of comp_mask that is not defined is refused.")
PROMISE(CNT_08, "CNT-08", MUST,
	"ibv_attach_counters_point_flow(3) DESCRIPTION",
	"Counts that are attached to one index more than once are added up there.")
PROMISE(CNT_09, "CNT-09", DERIVED,
	"ibv_attach_counters_point_flow(3) DESCRIPTION",
	"Counters that are no longer bound to a flow can be attached again.")
PROMISE(CNT_10, "CNT-10", DERIVED,
	"ibv_create_counters(3) comp_mask, ERRORS EINVAL",
	"A bit of comp_mask that is not defined is refused.")
PROMISE(CNT_11, "CNT-11", DERIVED,
	"ibv_create_counters(3) DESCRIPTION, RETURN VALUE",
	"ibv_create_counters returns counters of the context.")
PROMISE(CNT_12, "CNT-12", MUST,
	"ibv_attach_counters_point_flow(3) ERRORS ENOTSUP",
	"A counter_desc that is not supported is ENOTSUP.")
PROMISE(CNT_13, "CNT-13", OPEN,
	"ibv_create_counters(3) DESCRIPTION ('should detach')",
	"Counters that are bound to a flow are destroyed, or ibv_destroy_counters returns an errno value.",
	BROKEN_WITH(CNT_03))
