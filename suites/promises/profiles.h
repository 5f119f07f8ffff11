/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The profiles: the promises of level must that a device has to keep to be certified for a
 * capability. A row has the name, the version, the capabilities that the profile is for, as
 * 'verbs-cts info' names them, and a title. Whoever changes the promises of a profile increases its
 * version. PROFILED in a table of promises says of which profiles the rows below it are.
 */
/* clang-format off */
PROFILE(DEVICE, "device", 1, "",
	"What a device says of itself, and the strings of verbs")
PROFILE(DEVICE_CLOCK, "device-clock", 1, "RAW-CLOCK",
	"The clock of a device")
PROFILE(CQ, "cq", 1, "SRQ RC",
	"Completion queues: polling and notification")
PROFILE(CQ_RESIZE, "cq-resize", 1, "SRQ RC CQ-RESIZE",
	"Completion queues that resize")
PROFILE(CQ_MODERATE, "cq-moderate", 1, "CQ-MODERATE",
	"Completion queues with moderation")
PROFILE(CQ_EXTENDED, "cq-extended", 1, "SRQ RC CQ-EX",
	"Extended completion queues")
PROFILE(CQ_EXTENDED_MW, "cq-extended-mw", 1, "SRQ RC CQ-EX MW2",
	"Extended completion queues: invalidated windows")
PROFILE(CQ_PARENT, "cq-parent", 1, "RC CQ-EX PARENT-DOMAIN",
	"Extended completion queues of a parent domain")
PROFILE(CQ_WALLCLOCK, "cq-wallclock", 1, "RC CQ-EX",
	"Extended completion queues with the time of day")
PROFILE(CQ_NO_CSUM, "cq-no-csum", 1, "SRQ RC NO-CSUM",
	"Completions of devices that do not check sums of IP")
PROFILE(EVENT, "event", 1, "SRQ RC",
	"Asynchronous events")
PROFILE(AH, "ah", 1, "UD",
	"Address handles, and the way back to the sender of a datagram")
PROFILE(PORT, "port", 1, "",
	"The GID tables of the ports")
PROFILE(PORT_GIDS, "port-gids", 1, "GIDS EMPTY-GID",
	"GID tables with empty entries, and with more than one GID")
PROFILE(PORT_PKEY, "port-pkey", 1, "IB-STATES",
	"The P_Key tables of the ports")
PROFILE(MR, "mr", 1, "SRQ RC",
	"Memory regions")
PROFILE(MEMORY, "memory", 1, "SRQ RC",
	"Protection domains, refused registrations, and fork()")
PROFILE(REREG, "rereg", 1, "RC REREG",
	"Memory regions that change")
PROFILE(NULL_MR, "null-mr", 1, "RC NULL-MR IB-STATES",
	"Null memory regions")
PROFILE(ODP, "odp", 1, "RC ODP",
	"On-demand paging")
PROFILE(ODP_OTHERS, "odp-others", 1, "RC UD ODP",
	"On-demand paging of UC, UD and XRC")
PROFILE(ODP_IMPLICIT, "odp-implicit", 1, "ODP-IMPLICIT",
	"Implicit on-demand paging")
PROFILE(ADVISE_MR, "advise-mr", 1, "RC ODP",
	"Advice about on-demand paging regions (ibv_advise_mr)")
PROFILE(DMA_BUF, "dma-buf", 1, "RC",
	"Regions of dma-bufs")
PROFILE(DM, "dm", 1, "RC DM",
	"Device memory")
PROFILE(DM_DMA_BUF, "dm-dma-buf", 1, "RC DM",
	"Dma-bufs of device memory")
PROFILE(BUFFERS, "buffers", 1, "RC IB-STATES",
	"Buffers of the provider, and regions of any kind")
PROFILE(BUFFERS_DMA_BUF, "buffers-dma-buf", 1, "RC PARENT-DOMAIN",
	"Buffers of unprotected memory")
PROFILE(DMA_HANDLES, "dma-handles", 1, "RC",
	"DMA handles")
PROFILE(COMPLETION_COUNTERS, "completion-counters", 1, "RC IB-STATES",
	"Completion counters")
PROFILE(PORT_SPEED, "port-speed", 1, "",
	"The speed of the ports")
PROFILE(PORT_SPEED_CHANGE, "port-speed-change", 1, "",
	"Events of the speed of the ports")
PROFILE(QP_FLUSH, "qp-flush", 1, "SRQ RC SEND-OPS",
	"Remote flushes")
PROFILE(ODP_FLUSH, "odp-flush", 1, "SRQ RC SEND-OPS ODP",
	"Flushes and atomic writes of memory that is paged on demand")
PROFILE(PARENT_DOMAIN, "parent-domain", 1, "RC PARENT-DOMAIN IB-STATES",
	"Parent domains")
PROFILE(THREAD_DOMAIN, "thread-domain", 1, "RC PARENT-DOMAIN TD",
	"Thread domains")
PROFILE(IMPORT, "import", 1, "RC IMPORT IB-STATES",
	"Devices, domains and regions that are imported")
PROFILE(IMPORT_DM, "import-dm", 1, "DM IMPORT",
	"Device memory that is imported")
PROFILE(MW_1, "mw-1", 1, "SRQ RC MW1 IB-STATES",
	"Memory windows of type 1")
PROFILE(MW_2, "mw-2", 1, "SRQ RC MW2 IB-STATES",
	"Memory windows of type 2")
PROFILE(MW_UC, "mw-uc", 1, "UC MW2 IB-STATES",
	"Memory windows with UC QPs")
PROFILE(ATOMIC, "atomic", 1, "SRQ RC ATOMIC",
	"Atomic operations")
PROFILE(QP_RC, "qp-rc", 1, "SRQ RC IB-STATES RNR",
	"RC queue pairs: their creation, states, attributes and work requests")
PROFILE(QP_UC, "qp-uc", 1, "SRQ UC IB-STATES",
	"UC queue pairs")
PROFILE(QP_UD, "qp-ud", 1, "SRQ UD IB-STATES",
	"UD queue pairs")
PROFILE(QP_RAW, "qp-raw", 1, "SRQ RAW NET-RAW IB-STATES",
	"Queue pairs of raw packets")
PROFILE(RAW_CSUM, "raw-csum", 1, "RAW NET-RAW FLOW RAW-CSUM",
	"Checksums of raw packets")
PROFILE(RAW_TSO, "raw-tso", 1, "RAW NET-RAW FLOW RAW-TSO SEND-OPS",
	"TCP segmentation of raw packets")
PROFILE(RAW_VLAN, "raw-vlan", 1, "RAW NET-RAW FLOW CVLAN CQ-EX",
	"VLAN tags that are stripped from raw packets")
PROFILE(RSS, "rss", 1, "RAW NET-RAW FLOW WQ RSS",
	"Raw packets that are spread over work queues")
PROFILE(RSS_VLAN, "rss-vlan", 1, "RAW NET-RAW FLOW WQ RSS CVLAN CQ-EX",
	"Work queues that strip the VLAN tags of packets")
PROFILE(UD_TSO, "ud-tso", 1, "UD UD-TSO",
	"TCP segmentation of datagrams")
PROFILE(QP_SEND_OPS, "qp-send-ops", 1, "SRQ RC IMM SEND-OPS",
	"Extended sends")
PROFILE(QP_SEND_OPS_UD, "qp-send-ops-ud", 1, "UD SEND-OPS SRQ",
	"Extended sends of UD QPs")
PROFILE(QP_SEND_OPS_XRC, "qp-send-ops-xrc", 1, "XRC SEND-OPS",
	"Extended sends of XRC QPs")
PROFILE(QP_SEND_OPS_MW, "qp-send-ops-mw", 1, "SRQ RC MW2 SEND-OPS",
	"Extended sends that invalidate memory windows")
PROFILE(QP_APM, "qp-apm", 1, "RC APM IB-STATES",
	"Alternate paths")
PROFILE(QP_NO_APM, "qp-no-apm", 1, "RC NO-APM IB-STATES",
	"Queue pairs of devices without alternate paths")
PROFILE(QP_NO_RESIZE, "qp-no-resize", 1, "RC NO-QP-RESIZE IB-STATES",
	"Queue pairs of devices that do not resize them")
PROFILE(QP_GRH, "qp-grh", 1, "RC GRH IB-STATES",
	"Ports whose messages need a GRH")
PROFILE(MCAST, "mcast", 1, "MCAST UD RC",
	"Multicast groups")
PROFILE(WQ, "wq", 1, "WQ",
	"Work queues and their indirection tables")
PROFILE(QP_ORDER, "qp-order", 1, "RC",
	"ECE, and the order in which data is written")
PROFILE(QP_PACING, "qp-pacing", 1, "RAW NET-RAW PACING",
	"Rate limits of raw packet QPs")
PROFILE(NO_PACING, "no-pacing", 1, "RC NO-PACING",
	"No rate limits: they are refused")
PROFILE(FLOW, "flow", 1, "RAW NET-RAW FLOW",
	"Flow steering of raw packets")
PROFILE(FLOW_COUNTERS, "flow-counters", 1, "RAW NET-RAW FLOW",
	"Counters of flows")
PROFILE(NO_ODP, "no-odp", 1, "NO-ODP",
	"Advice without on-demand paging")
PROFILE(NO_FLOW, "no-flow", 1, "UD NO-FLOW",
	"No flow steering: it is refused")
PROFILE(NO_OFFLOAD, "no-offload", 1, "",
	"ESP offload and counters: made, or refused as they must be")
PROFILE(SRQ_CORE, "srq-core", 1, "SRQ RC",
	"Shared receive queues: creation, posting, the limit and its event, destruction")
PROFILE(SRQ_UD, "srq-ud", 1, "SRQ UD SRQ-ROOM",
	"Shared receive queues with UD queue pairs")
PROFILE(SRQ_RESIZE, "srq-resize", 1, "SRQ RC RESIZE",
	"Shared receive queues that resize")
PROFILE(SRQ_NO_RESIZE, "srq-no-resize", 1, "SRQ NO-RESIZE",
	"Shared receive queues of devices that do not resize them")
PROFILE(SRQ_TAG_MATCHING, "srq-tag-matching", 1, "SRQ RC TM CQ-EX",
	"Shared receive queues with tag matching")
PROFILE(SRQ_ERROR, "srq-error", 1, "SRQ RC SRQ-FAULT",
	"The error state of shared receive queues")
PROFILE(SRQ_RESIZE_ERROR, "srq-resize-error", 1, "SRQ RESIZE SRQ-FAULT",
	"The error state of shared receive queues that resize")
PROFILE(XRC, "xrc", 1, "SRQ XRC OPEN-QP",
	"XRC: domains, shared receive queues and queue pairs by the verbs of today")
PROFILE(XRC_ERROR, "xrc-error", 1, "SRQ XRC OPEN-QP SRQ-FAULT QP-FAULT",
	"XRC: objects in error")
PROFILE(XRC_LEGACY, "xrc-legacy", 1, "SRQ RC XRC OPEN-QP",
	"XRC by the verbs of 2009")
PROFILE(XRC_LEGACY_APM, "xrc-legacy-apm", 1, "XRC APM",
	"XRC by the verbs of 2009, with alternate paths")
