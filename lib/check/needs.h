/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What checks may need of a device, a row each. NEED_SRQ, the bit of .needs, comes from the row of
 * SRQ (check.h). What .lacks may name, for checks of devices that do not claim it, has a row NO.
 * Columns:
 *
 *	the bit; the name, as in `verbs-cts list`; when a device meets it; what it means; and the
 *	reason for SKIP of a check whose device does not meet it
 *
 * The third column reads the device `dev`, its attributes `x` and `a`, their device_cap_flags
 * `flags`, and the types of QPs that have TSO, `tso`. dev->tried is what no capability tells, so
 * that it is tried (lib/run/device/trial.h).
 */
#ifndef VCT_NEEDS_H
#define VCT_NEEDS_H

#define SEE_HELP " (--fault or --fault-plugin, see run --help)"
#define TRIED    " (no capability tells: one is tried)"

/* A row stays on its lines. */
/* clang-format off */
#define VCT_NEEDS(X, NO) \
	X(SRQ, "SRQ", a->max_srq > 0, "SRQs (max_srq > 0)", "the device claims no SRQ (max_srq is 0)") \
	X(SRQ_ROOM, "SRQ-ROOM", a->max_srq_wr >= 128 && a->max_srq_sge >= 3, \
		"SRQs of 128 WRs of 3 SGEs (max_srq_wr, max_srq_sge)", \
		"the device claims less than 128 in max_srq_wr, or less than 3 in max_srq_sge") \
	X(RESIZE, "RESIZE", flags & IBV_DEVICE_SRQ_RESIZE, "SRQs that resize (IBV_DEVICE_SRQ_RESIZE)", \
		"the device does not claim IBV_DEVICE_SRQ_RESIZE") \
	NO(RESIZE, "NO-RESIZE", !(flags & IBV_DEVICE_SRQ_RESIZE), "no IBV_DEVICE_SRQ_RESIZE", \
		"the check is for devices without IBV_DEVICE_SRQ_RESIZE; this device claims it") \
	X(RC, "RC", !dev->unconnected[0] && dev->tried & NEED_RC, "RC QPs, which librdmacm connects on iWARP" TRIED, \
		"the device does not support RC QPs") \
	X(UD, "UD", dev->tried & NEED_UD, "UD QPs" TRIED, "the device does not support UD QPs") \
	X(IB_STATES, "IB-STATES", !dev->iwarp, "QPs that ibv_modify_qp brings to RTS (not iWARP)", \
		"the device is iWARP: its QPs do not have the states and attributes of ibv_modify_qp(3)") \
	X(IMM, "IMM", !dev->iwarp, "immediate data (not iWARP)", "the device is iWARP, which has no immediate data") \
	X(RNR, "RNR", !dev->iwarp, "senders that wait for a receive WR (not iWARP)", \
		"the device is iWARP: a message without a receive WR ends the connection") \
	X(XRC, "XRC", flags & IBV_DEVICE_XRC, "XRC (IBV_DEVICE_XRC)", "the device does not claim IBV_DEVICE_XRC") \
	X(OPEN_QP, "OPEN-QP", flags & IBV_DEVICE_XRC && dev->tried & NEED_OPEN_QP, "further handles of XRC receive QPs (ibv_open_qp)" TRIED, \
		"the device does not support ibv_open_qp") \
	NO(XRC, "NO-XRC", !(flags & IBV_DEVICE_XRC), "no IBV_DEVICE_XRC", \
		"the check is for devices without IBV_DEVICE_XRC; this device claims it") \
	X(TM, "TM", x->tm_caps.max_num_tags > 0, "tag matching (tm_caps.max_num_tags > 0)", \
		"the device does not claim tag matching (tm_caps.max_num_tags is 0)") \
	NO(TM, "NO-TM", !(x->tm_caps.max_num_tags > 0), "no tag matching", \
		"the check is for devices without tag matching; this device claims it") \
	X(RNDV, "RNDV", x->tm_caps.max_rndv_hdr_size >= 32, \
		"a rendezvous of matched tags (tm_caps.max_rndv_hdr_size >= 32)", \
		"the device does not claim the headers of a rendezvous (tm_caps.max_rndv_hdr_size)") \
	X(APM, "APM", flags & IBV_DEVICE_AUTO_PATH_MIG, "alternate paths (IBV_DEVICE_AUTO_PATH_MIG)", \
		"the device does not claim IBV_DEVICE_AUTO_PATH_MIG") \
	NO(APM, "NO-APM", !(flags & IBV_DEVICE_AUTO_PATH_MIG), "no IBV_DEVICE_AUTO_PATH_MIG", \
		"the check is for devices without IBV_DEVICE_AUTO_PATH_MIG; this device claims it") \
	X(MW2, "MW2", flags & (IBV_DEVICE_MEM_WINDOW_TYPE_2A | IBV_DEVICE_MEM_WINDOW_TYPE_2B), \
		"type 2 memory windows (IBV_DEVICE_MEM_WINDOW_TYPE_2A or _2B)", \
		"the device does not claim IBV_DEVICE_MEM_WINDOW_TYPE_2A or _2B") \
	X(MW1, "MW1", flags & IBV_DEVICE_MEM_WINDOW, "type 1 memory windows (IBV_DEVICE_MEM_WINDOW)", \
		"the device does not claim IBV_DEVICE_MEM_WINDOW") \
	X(CSUM, "CSUM", flags & (IBV_DEVICE_UD_IP_CSUM | IBV_DEVICE_RC_IP_CSUM), \
		"IP checksum offload on RC or UD (IBV_DEVICE_RC_IP_CSUM, _UD_IP_CSUM)", \
		"the device does not claim IP checksum offload on RC or UD") \
	NO(CSUM, "NO-CSUM", !(flags & (IBV_DEVICE_UD_IP_CSUM | IBV_DEVICE_RC_IP_CSUM)), \
		"no IP checksum offload on RC and UD", \
		"the check is for devices without IP checksum offload; this device claims it") \
	X(QP_RESIZE, "QP-RESIZE", flags & IBV_DEVICE_RESIZE_MAX_WR, "QPs that resize (IBV_DEVICE_RESIZE_MAX_WR)", \
		"the device does not claim IBV_DEVICE_RESIZE_MAX_WR") \
	NO(QP_RESIZE, "NO-QP-RESIZE", !(flags & IBV_DEVICE_RESIZE_MAX_WR), "no IBV_DEVICE_RESIZE_MAX_WR", \
		"the check is for devices without IBV_DEVICE_RESIZE_MAX_WR; this device claims it") \
	X(GRH, "GRH", dev->port_attr.flags & IBV_QPF_GRH_REQUIRED, \
		"a port whose messages need a GRH (IBV_QPF_GRH_REQUIRED)", "the port does not claim IBV_QPF_GRH_REQUIRED") \
	X(MCAST, "MCAST", a->max_mcast_grp > 0, "multicast groups (max_mcast_grp > 0)", \
		"the device claims no multicast groups (max_mcast_grp is 0)") \
	X(UC, "UC", dev->tried & NEED_UC, "UC QPs" TRIED, "the device says that it does not support UC QPs") \
	X(RAW, "RAW", dev->tried & NEED_RAW, "raw packet QPs" TRIED, \
		"the device says that it does not support raw packet QPs") \
	X(NET_RAW, "NET-RAW", dev->tried & NEED_NET_RAW, "the permission to make raw packet QPs (CAP_NET_RAW)", \
		"this process may not make raw packet QPs (EPERM): run as root, or with CAP_NET_RAW in the device's network namespace") \
	X(SEND_OPS, "SEND-OPS", dev->tried & NEED_SEND_OPS, "extended sends (IBV_QP_INIT_ATTR_SEND_OPS_FLAGS)" TRIED, \
		"the device says that it does not support IBV_QP_INIT_ATTR_SEND_OPS_FLAGS") \
	X(CQ_EX, "CQ-EX", dev->tried & NEED_CQ_EX, "extended CQs (ibv_create_cq_ex)" TRIED, \
		"the device says that it does not support ibv_create_cq_ex") \
	X(PACING, "PACING", x->packet_pacing_caps.qp_rate_limit_max && x->packet_pacing_caps.supported_qpts & 1 << IBV_QPT_RAW_PACKET, \
		"raw packet QPs with a rate limit (packet_pacing_caps)", \
		"the device does not claim packet pacing of raw packet QPs (packet_pacing_caps)") \
	NO(PACING, "NO-PACING", !x->packet_pacing_caps.supported_qpts, "no rate limit of any QP (packet_pacing_caps)", \
		"the check is for devices without packet pacing; this device claims it") \
	X(ATOMIC, "ATOMIC", a->atomic_cap != IBV_ATOMIC_NONE, "atomics (atomic_cap)", \
		"the device claims no atomics (atomic_cap is IBV_ATOMIC_NONE)") \
	X(CQ_RESIZE, "CQ-RESIZE", dev->tried & NEED_CQ_RESIZE, "CQs that resize (ibv_resize_cq)" TRIED, \
		"the device says that it does not support ibv_resize_cq") \
	X(CQ_MODERATE, "CQ-MODERATE", x->cq_mod_caps.max_cq_count > 0, "CQs whose events are moderated (cq_mod_caps)", \
		"the device does not claim to moderate CQs (cq_mod_caps.max_cq_count is 0)") \
	NO(CQ_MODERATE, "NO-CQ-MODERATE", !(x->cq_mod_caps.max_cq_count > 0), "no moderation of CQs (cq_mod_caps)", \
		"the check is for devices that do not moderate CQs; this device claims it") \
	X(RAW_CLOCK, "RAW-CLOCK", dev->tried & NEED_RAW_CLOCK, "a clock that can be read (ibv_query_rt_values_ex)" TRIED, \
		"the device says that it does not support ibv_query_rt_values_ex") \
	X(GIDS, "GIDS", dev->tried & NEED_GIDS, "two valid entries in the port's GID table", \
		"the port has fewer than two valid GIDs") \
	X(WQ, "WQ", x->max_wq_type_rq > 0, "work queues (max_wq_type_rq > 0)", \
		"the device claims no work queues (max_wq_type_rq is 0)") \
	NO(WQ, "NO-WQ", !(x->max_wq_type_rq > 0), "no work queues", \
		"the check is for devices without work queues; this device claims them") \
	X(FLOW, "FLOW", flags & IBV_DEVICE_MANAGED_FLOW_STEERING, "flow steering (IBV_DEVICE_MANAGED_FLOW_STEERING)", \
		"the device does not claim IBV_DEVICE_MANAGED_FLOW_STEERING") \
	NO(FLOW, "NO-FLOW", !(flags & IBV_DEVICE_MANAGED_FLOW_STEERING), "no IBV_DEVICE_MANAGED_FLOW_STEERING", \
		"the check is for devices without flow steering; this device claims it") \
	X(EMPTY_GID, "EMPTY-GID", dev->tried & NEED_EMPTY_GID, "an empty entry in the port's GID table", \
		"the port's GID table has no empty entry") \
	X(REREG, "REREG", dev->tried & NEED_REREG, "regions that change (ibv_rereg_mr)" TRIED, \
		"the device does not support ibv_rereg_mr") \
	X(NULL_MR, "NULL-MR", dev->tried & NEED_NULL_MR, "null memory regions" TRIED, \
		"the device does not support null memory regions") \
	X(DM, "DM", x->max_dm_size > 0, "device memory (max_dm_size > 0)", \
		"the device claims no device memory (max_dm_size is 0)") \
	NO(DM, "NO-DM", !(x->max_dm_size > 0), "no device memory", \
		"the check is for devices without device memory; this device claims it") \
	X(PARENT_DOMAIN, "PARENT-DOMAIN", dev->tried & NEED_PARENT_DOMAIN, "parent domains" TRIED, \
		"the device does not support parent domains") \
	X(TD, "TD", dev->tried & NEED_TD, "thread domains" TRIED, "the device does not support thread domains") \
	X(IMPORT, "IMPORT", dev->tried & NEED_IMPORT, "contexts that are imported (ibv_import_device)" TRIED, \
		"the device does not support ibv_import_device") \
	X(ODP, "ODP", x->odp_caps.general_caps & IBV_ODP_SUPPORT && x->odp_caps.per_transport_caps.rc_odp_caps & IBV_ODP_SUPPORT_WRITE, \
		"on-demand paging for RDMA writes (odp_caps)", \
		"the device does not claim on-demand paging for RDMA writes of RC QPs (odp_caps)") \
	NO(ODP, "NO-ODP", !(x->odp_caps.general_caps & IBV_ODP_SUPPORT), "no on-demand paging", \
		"the check is for devices without on-demand paging; this device claims it") \
	X(ODP_IMPLICIT, "ODP-IMPLICIT", x->odp_caps.general_caps & IBV_ODP_SUPPORT_IMPLICIT, \
		"implicit on-demand paging (odp_caps)", "the device does not claim implicit on-demand paging (odp_caps)") \
	NO(ODP_IMPLICIT, "NO-ODP-IMPLICIT", !(x->odp_caps.general_caps & IBV_ODP_SUPPORT_IMPLICIT), \
		"no implicit on-demand paging", \
		"the check is for devices without implicit on-demand paging; this device claims it") \
	X(RAW_CSUM, "RAW-CSUM", flags & IBV_DEVICE_RAW_IP_CSUM, "checksums of raw packets (IBV_DEVICE_RAW_IP_CSUM)", \
		"the device does not claim IBV_DEVICE_RAW_IP_CSUM") \
	X(RAW_TSO, "RAW-TSO", tso & 1 << IBV_QPT_RAW_PACKET, "segmentation of raw packets (tso_caps)", \
		"the device does not claim segmentation of raw packet QPs (tso_caps)") \
	X(UD_TSO, "UD-TSO", tso & 1 << IBV_QPT_UD, "segmentation of UD QPs (tso_caps)", \
		"the device does not claim segmentation of UD QPs (tso_caps)") \
	X(CVLAN, "CVLAN", x->raw_packet_caps & IBV_RAW_PACKET_CAP_CVLAN_STRIPPING, \
		"VLAN tags that are stripped (raw_packet_caps)", \
		"the device does not claim to strip VLAN tags (raw_packet_caps)") \
	X(RSS, "RSS", x->rss_caps.supported_qpts & 1 << IBV_QPT_RAW_PACKET && x->rss_caps.rx_hash_function & IBV_RX_HASH_FUNC_TOEPLITZ, \
		"raw packet QPs that spread packets over WQs (rss_caps)", \
		"the device does not claim to spread packets of raw packet QPs by the hash of Toeplitz (rss_caps)") \
	X(SRQ_FAULT, "SRQ-FAULT", dev->faults & NEED_SRQ_FAULT, "a fault injector for SRQs" SEE_HELP, \
		"no fault injector for the device's SRQs" SEE_HELP) \
	X(QP_FAULT, "QP-FAULT", dev->faults & NEED_QP_FAULT, "a fault injector for QPs" SEE_HELP, \
		"no fault injector for the device's QPs" SEE_HELP) \
	X(CQ_FAULT, "CQ-FAULT", dev->faults & NEED_CQ_FAULT, "a fault injector for CQs" SEE_HELP, \
		"no fault injector for the device's CQs" SEE_HELP) \
	X(STARVE, "STARVE", dev->tried & NEED_STARVE, "a kernel whose RDMA code can be refused memory (fixtures/guest/starve --nth)", \
		"requests for memory do not fail here on request (fixtures/guest/starve --nth)")
/* clang-format on */

#endif
