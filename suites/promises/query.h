/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What is promised of lists of devices, of contexts, of what devices and ports say of themselves,
 * and of rates.
 */
/* clang-format off */
PROFILED(DEVICE)
PROMISE(DLS_01, "DLS-01", MUST,
	"ibv_get_device_list(3) DESCRIPTION",
	"ibv_get_device_list returns an array of the devices, with NULL at its end, and sets num_devices "
	"to their number.")
PROMISE(DLS_02, "DLS-02", MUST,
	"ibv_get_device_list(3) DESCRIPTION",
	"num_devices may be NULL.")
PROMISE(DLS_03, "DLS-03", MUST,
	"ibv_get_device_list(3) NOTES",
	"A device that was opened before ibv_free_device_list can be used after it.")
PROMISE(DLS_04, "DLS-04", MUST,
	"ibv_get_device_list(3) RETURN VALUE",
	"Without a device, num_devices is 0 and the array is not NULL.",
	.no_check = "a run has a device")
PROMISE(DLS_05, "DLS-05", MUST,
	"ibv_get_device_list(3) RETURN VALUE, ERRORS",
	"If it fails, ibv_get_device_list sets errno and returns NULL.",
	.no_check = "no call of a program makes it fail")
PROMISE(DNM_01, "DNM-01", MUST,
	"ibv_get_device_name(3) DESCRIPTION, RETURN VALUE",
	"ibv_get_device_name returns a name that can be read.")
PROMISE(DNM_02, "DNM-02", DERIVED,
	"ibv_get_device_name(3) DESCRIPTION; verbs.h struct ibv_device",
	"The name is the same in each list, and each device has another one.")
PROMISE(DGU_01, "DGU-01", DERIVED,
	"ibv_get_device_guid(3) DESCRIPTION, RETURN VALUE; ibv_query_device(3) node_guid",
	"ibv_get_device_guid returns, in network byte order, the GUID that ibv_query_device tells.")
PROMISE(DGU_02, "DGU-02", DERIVED,
	"ibv_query_device(3) node_guid; IBTA 4.1 (an EUI-64 of 0 is reserved)",
	"The node GUID of a device with InfiniBand or Ethernet is not 0. (Devices of another link layer may have none.)")
PROMISE(DIX_01, "DIX-01", MUST,
	"ibv_get_device_index(3) RETURN VALUE",
	"ibv_get_device_index returns an index, or -1.")
PROMISE(DIX_02, "DIX-02", MUST,
	"ibv_get_device_index(3) DESCRIPTION ('stable')",
	"The index of a device is the same each time.")
PROMISE(OPN_01, "OPN-01", MUST,
	"ibv_open_device(3) DESCRIPTION, RETURN VALUE; verbs.h struct ibv_context",
	"ibv_open_device returns a context of the device.")
PROMISE(OPN_02, "OPN-02", MUST,
	"ibv_open_device(3) RETURN VALUE",
	"ibv_close_device returns 0.")
PROMISE(OPN_03, "OPN-03", DERIVED,
	"ibv_open_device(3) DESCRIPTION",
	"Contexts of one device are independent: when one is closed, the objects of another work.")
PROMISE(OPN_04, "OPN-04", DERIVED,
	"ibv_open_device(3) DESCRIPTION",
	"A context that was closed holds no file descriptor.")
PROMISE(OPN_05, "OPN-05", MUST,
	"ibv_open_device(3) NOTES",
	"With RDMAV_ALLOW_DISASSOC_DESTROY, destroying an object of a device that is gone is no error.",
	.no_check = "a device would have to go")
PROMISE(OPN_06, "OPN-06", MUST,
	"ibv_open_device(3) RETURN VALUE",
	"An ibv_open_device that fails returns NULL and sets errno.",
	.since = 65)
PROFILED(PORT)
PROMISE(PRT_01, "PRT-01", MUST,
	"ibv_query_port(3) DESCRIPTION, RETURN VALUE",
	"ibv_query_port returns 0 and fills in each member of the structure.")
PROMISE(PRT_02, "PRT-02", MUST,
	"ibv_query_port(3) RETURN VALUE",
	"An error of ibv_query_port is an errno value.")
PROMISE(PRT_03, "PRT-03", DERIVED,
	"ibv_query_port(3) DESCRIPTION; ibv_query_device(3) phys_port_cnt",
	"A port that the device does not have is an error.")
PROMISE(PRT_04, "PRT-04", DERIVED,
	"ibv_query_port(3) struct ibv_port_attr state, max_mtu, active_mtu; verbs.h",
	"state, max_mtu and active_mtu are values of their enumerations, and active_mtu is no more than "
	"max_mtu.")
PROMISE(PRT_05, "PRT-05", MUST,
	"ibv_query_port(3) DESCRIPTION ('possible values for the link layer')",
	"link_layer is InfiniBand, Ethernet or unspecified.")
PROMISE(PRT_06, "PRT-06", DERIVED,
	"ibv_query_port(3) struct ibv_port_attr pkey_tbl_len; ibv_query_device(3) max_pkeys",
	"The P_Key table has no more entries than max_pkeys.")
PROMISE(PRT_07, "PRT-07", DERIVED,
	"ibv_query_port(3) struct ibv_port_attr max_msg_sz",
	"max_msg_sz is at least the active MTU.")
PROMISE(PRT_08, "PRT-08", DERIVED,
	"ibv_query_port(3) struct ibv_port_attr lid, sm_lid, lmc; InfiniBand Architecture",
	"An active port of InfiniBand has a unicast LID, of which the lowest lmc bits are 0, and a "
	"subnet manager at a unicast LID.")
PROMISE(PRT_09, "PRT-09", DERIVED,
	"ibv_query_port(3) struct ibv_port_attr; InfiniBand Architecture PortInfo",
	"The numbers of a port of InfiniBand fit into their fields: lmc, max_vl_num, sm_sl, "
	"subnet_timeout, init_type_reply and phys_state.")
PROMISE(PRT_10, "PRT-10", DERIVED,
	"ibv_query_port(3) struct ibv_port_attr active_width, active_speed; InfiniBand Architecture",
	"The width and the speed of an active port are those of one link: a single bit each.")
PROMISE(PRT_11, "PRT-11", DERIVED,
	"ibv_query_port(3) struct ibv_port_attr phys_state",
	"The link of an active port is up.")
PROMISE(PRT_12, "PRT-12", DERIVED,
	"ibv_query_port(3) struct ibv_port_attr port_cap_flags, port_cap_flags2; verbs.h",
	"port_cap_flags2 is 0 unless port_cap_flags has IBV_PORT_CAP_MASK2_SUP.")
PROFILED(PORT_SPEED)
PROMISE(PRT_13, "PRT-13", MUST,
	"ibv_query_port(3) struct ibv_port_attr active_speed_ex",
	"active_speed_ex is the speed of the link, or 0 if active_speed tells it.",
	.since = 49)
PROMISE(PRT_14, "PRT-14", DERIVED,
	"verbs.h IBV_PORT_LINK_SPEED_XDR_SUP (rdma-core 49 and later); ibv_query_port(3) active_speed_ex",
	"A port of InfiniBand whose link runs at the speed XDR has IBV_PORT_LINK_SPEED_XDR_SUP in port_cap_flags2.")
PROMISE(PSP_01, "PSP-01", MUST,
	"ibv_query_port_speed(3) DESCRIPTION, RETURN VALUE",
	"ibv_query_port_speed tells the bandwidth of the port in units of 100 Mbit/s, and returns 0.",
	.since = 62)
PROMISE(PSP_02, "PSP-02", MUST,
	"ibv_query_port_speed(3) RETURN VALUE",
	"An error of ibv_query_port_speed is an errno value.",
	.since = 62)
PROFILED(DEVICE)
PROMISE(DVX_01, "DVX-01", MUST,
	"ibv_query_device_ex(3) DESCRIPTION, RETURN VALUE",
	"ibv_query_device_ex returns 0 and fills in each member of the structure.")
PROMISE(DVX_02, "DVX-02", DERIVED,
	"ibv_query_device_ex(3) struct ibv_device_attr_ex orig_attr",
	"orig_attr is what ibv_query_device tells.")
PROMISE(DVX_03, "DVX-03", DERIVED,
	"ibv_query_device_ex(3) DESCRIPTION (input)",
	"An input without any flag is taken, and changes nothing.")
PROFILED(CQ_EXTENDED)
PROMISE(DVX_04, "DVX-04", MUST,
	"ibv_query_device_ex(3) completion_timestamp_mask ('0 = unsupported'); ibv_create_cq_ex(3)",
	"A CQ with completion timestamps is made if and only if completion_timestamp_mask is not 0.")
PROMISE(DVX_05, "DVX-05", DERIVED,
	"ibv_query_device_ex(3) device_cap_flags_ex ('extended')",
	"device_cap_flags_ex has each flag of device_cap_flags.")
PROMISE(DVX_06, "DVX-06", DERIVED,
	"ibv_query_device_ex(3) phys_port_cnt_ex",
	"phys_port_cnt_ex is phys_port_cnt, if that is less than 255.")
PROMISE(DVX_07, "DVX-07", DERIVED,
	"ibv_query_device_ex(3) struct ibv_odp_caps, xrc_odp_caps",
	"Without IBV_ODP_SUPPORT, no operation is claimed for paging on demand, and no implicit paging; "
	"xrc_odp_caps are 0 without XRC.")
PROMISE(DVX_08, "DVX-08", DERIVED,
	"ibv_query_device_ex(3) struct ibv_tso_caps",
	"max_tso is 0 if and only if no QP type is supported.")
PROMISE(DVX_09, "DVX-09", DERIVED,
	"ibv_query_device_ex(3) struct ibv_rss_caps, max_wq_type_rq",
	"If a QP type supports RSS, there are indirection tables of at least one entry, WQs for them, "
	"and a hash function.")
PROMISE(DVX_10, "DVX-10", DERIVED,
	"ibv_query_device_ex(3) struct ibv_packet_pacing_caps",
	"qp_rate_limit_min is no more than qp_rate_limit_max, which is 0 if and only if no QP type is "
	"supported.")
PROMISE(DVX_11, "DVX-11", DERIVED,
	"ibv_query_device_ex(3) struct ibv_tm_caps",
	"If max_num_tags is not 0, a list operation and an SGE are possible and RC is claimed; if it is "
	"0, all of tm_caps is.")
PROMISE(DVX_12, "DVX-12", DERIVED,
	"ibv_query_device_ex(3) struct ibv_cq_moderation_caps",
	"If max_cq_count is 0, max_cq_period is, too.")
PROMISE(DVX_13, "DVX-13", DERIVED,
	"ibv_query_device_ex(3) IBV_DEVICE_PCI_WRITE_END_PADDING",
	"A QP with IBV_QP_CREATE_PCI_WRITE_END_PADDING, and a WQ with IBV_WQ_FLAGS_PCI_WRITE_END_PADDING, "
	"is made if the flag is claimed, and refused if not.")
PROMISE(DVX_14, "DVX-14", DERIVED,
	"ibv_query_device_ex(3) raw_packet_caps; verbs.h IBV_DEVICE_RAW_IP_CSUM",
	"IBV_RAW_PACKET_CAP_IP_CSUM is not claimed without IBV_DEVICE_RAW_IP_CSUM.")
PROFILED(BUFFERS_DMA_BUF)
PROMISE(DVX_15, "DVX-15", MUST,
	"ibv_query_device_ex(3) IBV_DEVICE_CC_DMA_BOUNCE",
	"IBV_DEVICE_CC_DMA_BOUNCE tells that the device needs bounce buffers in a confidential guest.",
	.since = 64)
PROFILED(ODP_FLUSH)
PROMISE(DVX_16, "DVX-16", MUST,
	"ibv_query_device_ex(3) IBV_ODP_SUPPORT_FLUSH, IBV_ODP_SUPPORT_ATOMIC_WRITE",
	"Flushes and atomic writes are carried out on the memory of on-demand paging regions where these "
	"flags claim it.",
	.since = 58)
PROMISE(DVX_17, "DVX-17", DERIVED,
	"ibv_query_device_ex(3) tso_caps, rss_caps, packet_pacing_caps (supported_qpts), odp_caps",
	"QPs of each type that one of the capabilities names can be made.")
PROFILED(DEVICE)
PROMISE(RTV_01, "RTV-01", MUST,
	"ibv_query_rt_values_ex(3) RETURN VALUE",
	"ibv_query_rt_values_ex returns 0 or an errno value.")
PROFILED(DEVICE_CLOCK)
PROMISE(RTV_02, "RTV-02", MUST,
	"ibv_query_rt_values_ex(3) struct ibv_values_ex, NOTES",
	"Where it returns 0, comp_mask names what was queried of what was asked for.",
	BROKEN_WITH(RTV_01))
PROMISE(RTV_03, "RTV-03", DERIVED,
	"ibv_query_rt_values_ex(3) struct ibv_values_ex raw_clock",
	"The raw clock runs, and does not go back.",
	BROKEN_WITH(RTV_01))
PROFILED(DEVICE)
PROMISE(RAT_01, "RAT-01", MUST,
	"ibv_rate_to_mbps(3) DESCRIPTION",
	"IBV_RATE_5_GBPS is 5000 Mbit/s, and 5000 Mbit/s are IBV_RATE_5_GBPS.")
PROMISE(RAT_02, "RAT-02", DERIVED,
	"ibv_rate_to_mbps(3) DESCRIPTION; verbs.h enum ibv_rate",
	"Each rate is as many Mbit/s as its name says, to 7 percent, which codings take.")
PROMISE(RAT_03, "RAT-03", DERIVED,
	"ibv_rate_to_mbps(3) DESCRIPTION",
	"mbps_to_ibv_rate gives the rate of which ibv_rate_to_mbps gave the number.")
PROMISE(RAT_04, "RAT-04", MUST,
	"ibv_rate_to_mult(3) DESCRIPTION",
	"IBV_RATE_5_GBPS is 2 times 2.5 Gbit/s, and 2 is IBV_RATE_5_GBPS.")
PROMISE(RAT_05, "RAT-05", DERIVED,
	"ibv_rate_to_mult(3) DESCRIPTION; verbs.h enum ibv_rate",
	"The rates from 2.5 to 120 Gbit/s are the multiples that their names say, and back.")
PROMISE(RAT_06, "RAT-06", OPEN,
	"ibv_rate_to_mbps(3), ibv_rate_to_mult(3) (nothing is said of other numbers)",
	"A number that is no rate gives some value, and no failure.")
PROMISE(STR_06, "STR-06", DERIVED,
	"verbs.h ibv_wc_status_str",
	"ibv_wc_status_str returns a text of its own for each status of a completion.")
PROMISE(STR_07, "STR-07", DERIVED,
	"verbs.h ibv_wr_opcode_str",
	"ibv_wr_opcode_str returns a constant text, of its own for each opcode.",
	.since = 49)
