// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The needs that a check may declare, and which of them a device meets. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "device.h"

#define SEE_HELP " (--fault or --fault-plugin, see run --help)"
#define TRIED    " (no capability tells: one is tried)"

static const struct need {
	vct_needs bit;
	const char *name, *meaning, *lacking;
} needs_table[] = {
	{ NEED_SRQ, "SRQ", "SRQs (max_srq > 0)", "the device claims no SRQ (max_srq is 0)" },
	{ NEED_SRQ_ROOM, "SRQ-ROOM", "SRQs of 128 WRs of 3 SGEs (max_srq_wr, max_srq_sge)",
	  "the device claims less than 128 in max_srq_wr, or less than 3 in max_srq_sge" },
	{ NEED_RESIZE, "RESIZE", "SRQs that resize (IBV_DEVICE_SRQ_RESIZE)",
	  "the device does not claim IBV_DEVICE_SRQ_RESIZE" },
	{ NEED_NO_RESIZE, "NO-RESIZE", "no IBV_DEVICE_SRQ_RESIZE",
	  "the check is for devices without IBV_DEVICE_SRQ_RESIZE; this device claims it" },
	{ NEED_RC, "RC", "RC QPs, which librdmacm connects on iWARP" TRIED,
	  "the device does not support RC QPs" },
	{ NEED_UD, "UD", "UD QPs" TRIED, "the device does not support UD QPs" },
	{ NEED_IB_STATES, "IB-STATES", "QPs that ibv_modify_qp brings to RTS (not iWARP)",
	  "the device is iWARP: its QPs do not have the states and attributes of "
	  "ibv_modify_qp(3)" },
	{ NEED_IMM, "IMM", "immediate data (not iWARP)",
	  "the device is iWARP, which has no immediate data" },
	{ NEED_RNR, "RNR", "senders that wait for a receive WR (not iWARP)",
	  "the device is iWARP: a message without a receive WR ends the connection" },
	{ NEED_XRC, "XRC", "XRC (IBV_DEVICE_XRC)", "the device does not claim IBV_DEVICE_XRC" },
	{ NEED_NO_XRC, "NO-XRC", "no IBV_DEVICE_XRC",
	  "the check is for devices without IBV_DEVICE_XRC; this device claims it" },
	{ NEED_TM, "TM", "tag matching (tm_caps.max_num_tags > 0)",
	  "the device does not claim tag matching (tm_caps.max_num_tags is 0)" },
	{ NEED_NO_TM, "NO-TM", "no tag matching",
	  "the check is for devices without tag matching; this device claims it" },
	{ NEED_APM, "APM", "alternate paths (IBV_DEVICE_AUTO_PATH_MIG)",
	  "the device does not claim IBV_DEVICE_AUTO_PATH_MIG" },
	{ NEED_NO_APM, "NO-APM", "no IBV_DEVICE_AUTO_PATH_MIG",
	  "the check is for devices without IBV_DEVICE_AUTO_PATH_MIG; this device claims it" },
	{ NEED_MW2, "MW2", "type 2 memory windows (IBV_DEVICE_MEM_WINDOW_TYPE_2A or _2B)",
	  "the device does not claim IBV_DEVICE_MEM_WINDOW_TYPE_2A or _2B" },
	{ NEED_MW1, "MW1", "type 1 memory windows (IBV_DEVICE_MEM_WINDOW)",
	  "the device does not claim IBV_DEVICE_MEM_WINDOW" },
	{ NEED_NO_CSUM, "NO-CSUM", "no IP checksum offload on RC and UD",
	  "the check is for devices without IP checksum offload; this device claims it" },
	{ NEED_QP_RESIZE, "QP-RESIZE", "QPs that resize (IBV_DEVICE_RESIZE_MAX_WR)",
	  "the device does not claim IBV_DEVICE_RESIZE_MAX_WR" },
	{ NEED_NO_QP_RESIZE, "NO-QP-RESIZE", "no IBV_DEVICE_RESIZE_MAX_WR",
	  "the check is for devices without IBV_DEVICE_RESIZE_MAX_WR; this device claims it" },
	{ NEED_GRH, "GRH", "a port whose messages need a GRH (IBV_QPF_GRH_REQUIRED)",
	  "the port does not claim IBV_QPF_GRH_REQUIRED" },
	{ NEED_MCAST, "MCAST", "multicast groups (max_mcast_grp > 0)",
	  "the device claims no multicast groups (max_mcast_grp is 0)" },
	{ NEED_UC, "UC", "UC QPs" TRIED, "the device says that it does not support UC QPs" },
	{ NEED_RAW, "RAW", "raw packet QPs" TRIED,
	  "the device says that it does not support raw packet QPs" },
	{ NEED_NET_RAW, "NET-RAW", "the permission to make raw packet QPs (CAP_NET_RAW)",
	  "this process may not make raw packet QPs (EPERM): run as root or with CAP_NET_RAW" },
	{ NEED_SEND_OPS, "SEND-OPS", "extended sends (IBV_QP_INIT_ATTR_SEND_OPS_FLAGS)" TRIED,
	  "the device says that it does not support IBV_QP_INIT_ATTR_SEND_OPS_FLAGS" },
	{ NEED_CQ_EX, "CQ-EX", "extended CQs (ibv_create_cq_ex)" TRIED,
	  "the device says that it does not support ibv_create_cq_ex" },
	{ NEED_PACING, "PACING", "raw packet QPs with a rate limit (packet_pacing_caps)",
	  "the device does not claim packet pacing of raw packet QPs (packet_pacing_caps)" },
	{ NEED_ATOMIC, "ATOMIC", "atomics (atomic_cap)",
	  "the device claims no atomics (atomic_cap is IBV_ATOMIC_NONE)" },
	{ NEED_CQ_RESIZE, "CQ-RESIZE", "CQs that resize (ibv_resize_cq)" TRIED,
	  "the device says that it does not support ibv_resize_cq" },
	{ NEED_CQ_MODERATE, "CQ-MODERATE", "CQs whose events are moderated (cq_mod_caps)",
	  "the device does not claim to moderate CQs (cq_mod_caps.max_cq_count is 0)" },
	{ NEED_NO_CQ_MODERATE, "NO-CQ-MODERATE", "no moderation of CQs (cq_mod_caps)",
	  "the check is for devices that do not moderate CQs; this device claims it" },
	{ NEED_RAW_CLOCK, "RAW-CLOCK", "a clock that can be read (ibv_query_rt_values_ex)" TRIED,
	  "the device says that it does not support ibv_query_rt_values_ex" },
	{ NEED_GIDS, "GIDS", "two valid entries in the port's GID table",
	  "the port has fewer than two valid GIDs" },
	{ NEED_WQ, "WQ", "work queues (max_wq_type_rq > 0)",
	  "the device claims no work queues (max_wq_type_rq is 0)" },
	{ NEED_NO_WQ, "NO-WQ", "no work queues",
	  "the check is for devices without work queues; this device claims them" },
	{ NEED_FLOW, "FLOW", "flow steering (IBV_DEVICE_MANAGED_FLOW_STEERING)",
	  "the device does not claim IBV_DEVICE_MANAGED_FLOW_STEERING" },
	{ NEED_NO_FLOW, "NO-FLOW", "no IBV_DEVICE_MANAGED_FLOW_STEERING",
	  "the check is for devices without flow steering; this device claims it" },
	{ NEED_NO_PACING, "NO-PACING", "no rate limit of any QP (packet_pacing_caps)",
	  "the check is for devices without packet pacing; this device claims it" },
	{ NEED_EMPTY_GID, "EMPTY-GID", "an empty entry in the port's GID table",
	  "the port's GID table has no empty entry" },
	{ NEED_REREG, "REREG", "regions that change (ibv_rereg_mr)" TRIED,
	  "the device does not support ibv_rereg_mr" },
	{ NEED_NULL_MR, "NULL-MR", "null memory regions" TRIED,
	  "the device does not support null memory regions" },
	{ NEED_DM, "DM", "device memory (max_dm_size > 0)",
	  "the device claims no device memory (max_dm_size is 0)" },
	{ NEED_NO_DM, "NO-DM", "no device memory",
	  "the check is for devices without device memory; this device claims it" },
	{ NEED_PARENT_DOMAIN, "PARENT-DOMAIN", "parent domains" TRIED,
	  "the device does not support parent domains" },
	{ NEED_TD, "TD", "thread domains" TRIED, "the device does not support thread domains" },
	{ NEED_IMPORT, "IMPORT", "contexts that are imported (ibv_import_device)" TRIED,
	  "the device does not support ibv_import_device" },
	{ NEED_ODP, "ODP", "on-demand paging for RDMA writes (odp_caps)",
	  "the device does not claim on-demand paging for RDMA writes of RC QPs (odp_caps)" },
	{ NEED_NO_ODP, "NO-ODP", "no on-demand paging",
	  "the check is for devices without on-demand paging; this device claims it" },
	{ NEED_ODP_IMPLICIT, "ODP-IMPLICIT", "implicit on-demand paging (odp_caps)",
	  "the device does not claim implicit on-demand paging (odp_caps)" },
	{ NEED_NO_ODP_IMPLICIT, "NO-ODP-IMPLICIT", "no implicit on-demand paging",
	  "the check is for devices without implicit on-demand paging; this device claims it" },
	{ NEED_RAW_CSUM, "RAW-CSUM", "checksums of raw packets (IBV_DEVICE_RAW_IP_CSUM)",
	  "the device does not claim IBV_DEVICE_RAW_IP_CSUM" },
	{ NEED_RAW_TSO, "RAW-TSO", "segmentation of raw packets (tso_caps)",
	  "the device does not claim segmentation of raw packet QPs (tso_caps)" },
	{ NEED_UD_TSO, "UD-TSO", "segmentation of UD QPs (tso_caps)",
	  "the device does not claim segmentation of UD QPs (tso_caps)" },
	{ NEED_CVLAN, "CVLAN", "VLAN tags that are stripped (raw_packet_caps)",
	  "the device does not claim to strip VLAN tags (raw_packet_caps)" },
	{ NEED_RSS, "RSS", "raw packet QPs that spread packets over WQs (rss_caps)",
	  "the device does not claim to spread packets of raw packet QPs by the hash of Toeplitz "
	  "(rss_caps)" },
	{ NEED_SRQ_FAULT, "SRQ-FAULT", "a fault injector for SRQs" SEE_HELP,
	  "no fault injector for the device's SRQs" SEE_HELP },
	{ NEED_QP_FAULT, "QP-FAULT", "a fault injector for QPs" SEE_HELP,
	  "no fault injector for the device's QPs" SEE_HELP },
	{ NEED_CQ_FAULT, "CQ-FAULT", "a fault injector for CQs" SEE_HELP,
	  "no fault injector for the device's CQs" SEE_HELP },
};

#define N_NEEDS (sizeof(needs_table) / sizeof(needs_table[0]))

/* What it does to packets. */
static vct_needs offloads(const struct ibv_device_attr_ex *a)
{
	uint32_t tso = a->tso_caps.max_tso ? a->tso_caps.supported_qpts : 0;
	bool spreads = a->rss_caps.supported_qpts & 1 << IBV_QPT_RAW_PACKET &&
		       a->rss_caps.rx_hash_function & IBV_RX_HASH_FUNC_TOEPLITZ;

	return (a->orig_attr.device_cap_flags & IBV_DEVICE_RAW_IP_CSUM ? NEED_RAW_CSUM : 0) |
	       (tso & 1 << IBV_QPT_RAW_PACKET ? NEED_RAW_TSO : 0) |
	       (tso & 1 << IBV_QPT_UD ? NEED_UD_TSO : 0) |
	       (a->raw_packet_caps & IBV_RAW_PACKET_CAP_CVLAN_STRIPPING ? NEED_CVLAN : 0) |
	       (spreads ? NEED_RSS : 0);
}

vct_needs vct_device_meets(const struct vct_device *dev)
{
	const struct ibv_device_attr *a = &dev->attr.orig_attr;
	unsigned int flags = a->device_cap_flags;
	unsigned int csum = IBV_DEVICE_UD_IP_CSUM | IBV_DEVICE_RC_IP_CSUM;
	unsigned int mw2 = IBV_DEVICE_MEM_WINDOW_TYPE_2A | IBV_DEVICE_MEM_WINDOW_TYPE_2B;
	bool tm = dev->attr.tm_caps.max_num_tags > 0;
	const struct ibv_odp_caps *odp = &dev->attr.odp_caps;
	bool pages = odp->general_caps & IBV_ODP_SUPPORT;
	bool written = odp->per_transport_caps.rc_odp_caps & IBV_ODP_SUPPORT_WRITE;
	const struct ibv_packet_pacing_caps *pacing = &dev->attr.packet_pacing_caps;
	bool paced = pacing->qp_rate_limit_max && pacing->supported_qpts & 1 << IBV_QPT_RAW_PACKET;

	return (a->max_srq > 0 ? NEED_SRQ : 0) |
	       (a->max_srq_wr >= 128 && a->max_srq_sge >= 3 ? NEED_SRQ_ROOM : 0) |
	       (flags & IBV_DEVICE_SRQ_RESIZE ? NEED_RESIZE : NEED_NO_RESIZE) |
	       (dev->unconnected[0] ? 0 : dev->tried & NEED_RC) |
	       (dev->iwarp ? 0 : NEED_IB_STATES | NEED_IMM | NEED_RNR) |
	       (flags & IBV_DEVICE_XRC ? NEED_XRC : NEED_NO_XRC) | (tm ? NEED_TM : NEED_NO_TM) |
	       (flags & IBV_DEVICE_AUTO_PATH_MIG ? NEED_APM : NEED_NO_APM) |
	       (flags & IBV_DEVICE_RESIZE_MAX_WR ? NEED_QP_RESIZE : NEED_NO_QP_RESIZE) |
	       (dev->port_attr.flags & IBV_QPF_GRH_REQUIRED ? NEED_GRH : 0) |
	       (a->max_mcast_grp > 0 ? NEED_MCAST : 0) | (dev->tried & ~NEED_RC) |
	       (flags & mw2 ? NEED_MW2 : 0) | (flags & IBV_DEVICE_MEM_WINDOW ? NEED_MW1 : 0) |
	       (dev->attr.max_wq_type_rq ? NEED_WQ : NEED_NO_WQ) |
	       (flags & IBV_DEVICE_MANAGED_FLOW_STEERING ? NEED_FLOW : NEED_NO_FLOW) |
	       (pacing->supported_qpts ? 0 : NEED_NO_PACING) | (flags & csum ? 0 : NEED_NO_CSUM) |
	       (paced ? NEED_PACING : 0) | (a->atomic_cap != IBV_ATOMIC_NONE ? NEED_ATOMIC : 0) |
	       (dev->attr.max_dm_size ? NEED_DM : NEED_NO_DM) | (pages ? 0 : NEED_NO_ODP) |
	       (pages && written ? NEED_ODP : 0) |
	       (odp->general_caps & IBV_ODP_SUPPORT_IMPLICIT ? NEED_ODP_IMPLICIT
							     : NEED_NO_ODP_IMPLICIT) |
	       (dev->attr.cq_mod_caps.max_cq_count ? NEED_CQ_MODERATE : NEED_NO_CQ_MODERATE) |
	       offloads(&dev->attr) | dev->faults;
}

/* With the errno by which the device said so, where it was tried. */
static const char *lacking_text(const struct vct_device *dev, const struct need *need)
{
	static char text[256];

	if (need->bit == NEED_RC && dev->unconnected[0])
		return dev->unconnected;
	for (size_t i = 0; i < VCT_TRIES; i++)
		if (dev->tries[i].need == need->bit && dev->tries[i].error) {
			snprintf(text, sizeof(text), "%s (refused with %s)", need->lacking,
				 strerrorname_np(dev->tries[i].error));
			return text;
		}
	return need->lacking;
}

const char *vct_device_lacks(const struct vct_device *dev, vct_needs needs)
{
	vct_needs lacking = needs & ~vct_device_meets(dev);

	for (size_t i = 0; i < N_NEEDS; i++)
		if (lacking & needs_table[i].bit)
			return lacking_text(dev, &needs_table[i]);
	return NULL;
}

void vct_need_list(vct_needs needs, char *text, size_t size)
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < N_NEEDS && n < size; i++)
		if (needs & needs_table[i].bit)
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? " " : "",
					      needs_table[i].name);
}

const char *vct_need_name(vct_needs need)
{
	for (size_t i = 0; i < N_NEEDS; i++)
		if (need == needs_table[i].bit)
			return needs_table[i].name;
	return NULL;
}

const char *vct_need_meaning(vct_needs need)
{
	for (size_t i = 0; i < N_NEEDS; i++)
		if (need == needs_table[i].bit)
			return needs_table[i].meaning;
	return NULL;
}

vct_needs vct_need_find(const char *name)
{
	for (size_t i = 0; i < N_NEEDS; i++)
		if (!strcmp(name, needs_table[i].name))
			return needs_table[i].bit;
	return 0;
}

vct_needs vct_needs_of_absence(void)
{
	vct_needs all = 0;

	for (size_t i = 0; i < N_NEEDS; i++)
		if (!strncmp(needs_table[i].name, "NO-", 3))
			all |= needs_table[i].bit;
	return all;
}
