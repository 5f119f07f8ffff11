// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The tables of what a device and its ports say of themselves. */
#include <infiniband/verbs.h>
#include <string.h>

#include "claims.h"

#define CLAIM(type_, member_, ...)                                                                 \
	{                                                                                          \
#member_, offsetof(struct type_, member_), sizeof(((struct type_ *)0)->member_),   \
			__VA_ARGS__                                                                \
	}
#define D(member_) CLAIM(ibv_device_attr, member_, .hex = false)
#define H(member_) CLAIM(ibv_device_attr, member_, .hex = true)
#define N(member_) CLAIM(ibv_device_attr, member_, .free = true)

/* clang-format off */
const struct vct_claim vct_device_claims[] = {
	H(node_guid), H(sys_image_guid), D(max_mr_size), H(page_size_cap), H(vendor_id),
	D(vendor_part_id), H(hw_ver), N(max_qp), D(max_qp_wr), H(device_cap_flags), D(max_sge),
	D(max_sge_rd), N(max_cq), D(max_cqe), N(max_mr), N(max_pd), D(max_qp_rd_atom),
	D(max_ee_rd_atom), D(max_res_rd_atom), D(max_qp_init_rd_atom), D(max_ee_init_rd_atom),
	D(atomic_cap), D(max_ee), D(max_rdd), N(max_mw), D(max_raw_ipv6_qp), D(max_raw_ethy_qp),
	N(max_mcast_grp), D(max_mcast_qp_attach), D(max_total_mcast_qp_attach), N(max_ah),
	D(max_fmr), D(max_map_per_fmr), N(max_srq), D(max_srq_wr), D(max_srq_sge), D(max_pkeys),
	D(local_ca_ack_delay), D(phys_port_cnt), { 0 }
};

#undef D
#undef H
#define D(member_) CLAIM(ibv_device_attr_ex, member_, .hex = false)
#define H(member_) CLAIM(ibv_device_attr_ex, member_, .hex = true)

const struct vct_claim vct_device_ex_claims[] = {
	H(odp_caps.general_caps), H(odp_caps.per_transport_caps.rc_odp_caps),
	H(odp_caps.per_transport_caps.uc_odp_caps), H(odp_caps.per_transport_caps.ud_odp_caps),
	H(completion_timestamp_mask), D(hca_core_clock), H(device_cap_flags_ex),
	D(tso_caps.max_tso), H(tso_caps.supported_qpts), H(rss_caps.supported_qpts),
	D(rss_caps.max_rwq_indirection_tables), D(rss_caps.max_rwq_indirection_table_size),
	H(rss_caps.rx_hash_fields_mask), H(rss_caps.rx_hash_function), D(max_wq_type_rq),
	D(packet_pacing_caps.qp_rate_limit_min), D(packet_pacing_caps.qp_rate_limit_max),
	H(packet_pacing_caps.supported_qpts), H(raw_packet_caps), D(tm_caps.max_rndv_hdr_size),
	D(tm_caps.max_num_tags), H(tm_caps.flags), D(tm_caps.max_ops), D(tm_caps.max_sge),
	D(cq_mod_caps.max_cq_count), D(cq_mod_caps.max_cq_period), D(max_dm_size),
	H(pci_atomic_caps.fetch_add), H(pci_atomic_caps.swap), H(pci_atomic_caps.compare_swap),
	H(xrc_odp_caps), D(phys_port_cnt_ex), { 0 }
};

#undef D
#undef H
#define D(member_) CLAIM(ibv_port_attr, member_, .hex = false)
#define H(member_) CLAIM(ibv_port_attr, member_, .hex = true)

const struct vct_claim vct_port_claims[] = {
	D(state), D(max_mtu), D(active_mtu), D(gid_tbl_len), H(port_cap_flags), D(max_msg_sz),
	D(bad_pkey_cntr), D(qkey_viol_cntr), D(pkey_tbl_len), D(lid), D(sm_lid), D(lmc),
	D(max_vl_num), D(sm_sl), D(subnet_timeout), D(init_type_reply), D(active_width),
	D(active_speed), D(phys_state), D(link_layer), H(flags), H(port_cap_flags2), { 0 }
};
/* clang-format on */

static bool is_all(const unsigned char *bytes, size_t size, int fill)
{
	while (size && bytes[size - 1] == (unsigned char)fill)
		size--;
	return !size;
}

bool vct_claim_agrees(const struct vct_claim *c, const void *first, const void *second, int fill)
{
	const unsigned char *a = (const unsigned char *)first + c->at;
	const unsigned char *b = (const unsigned char *)second + c->at;

	return !memcmp(a, b, c->size) || (c->free && !is_all(b, c->size, fill));
}
