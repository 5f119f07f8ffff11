/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The members of struct ibv_device_attr, except fw_ver. */
#ifndef SUITES_DEVICE_MEMBERS_H
#define SUITES_DEVICE_MEMBERS_H

#include <infiniband/verbs.h>
#include <stddef.h>

#define MEMBER(name_)                                                                              \
	{                                                                                          \
#name_, offsetof(struct ibv_device_attr, name_),                                   \
			sizeof(((struct ibv_device_attr *)0)->name_)                               \
	}

/* clang-format off */
static const struct device_member {
	const char *name;
	size_t at, size;
} device_members[] = {
	MEMBER(node_guid), MEMBER(sys_image_guid), MEMBER(max_mr_size), MEMBER(page_size_cap),
	MEMBER(vendor_id), MEMBER(vendor_part_id), MEMBER(hw_ver), MEMBER(max_qp),
	MEMBER(max_qp_wr), MEMBER(device_cap_flags), MEMBER(max_sge), MEMBER(max_sge_rd),
	MEMBER(max_cq), MEMBER(max_cqe), MEMBER(max_mr), MEMBER(max_pd), MEMBER(max_qp_rd_atom),
	MEMBER(max_ee_rd_atom), MEMBER(max_res_rd_atom), MEMBER(max_qp_init_rd_atom),
	MEMBER(max_ee_init_rd_atom), MEMBER(atomic_cap), MEMBER(max_ee), MEMBER(max_rdd),
	MEMBER(max_mw), MEMBER(max_raw_ipv6_qp), MEMBER(max_raw_ethy_qp), MEMBER(max_mcast_grp),
	MEMBER(max_mcast_qp_attach), MEMBER(max_total_mcast_qp_attach), MEMBER(max_ah),
	MEMBER(max_fmr), MEMBER(max_map_per_fmr), MEMBER(max_srq), MEMBER(max_srq_wr),
	MEMBER(max_srq_sge), MEMBER(max_pkeys), MEMBER(local_ca_ack_delay), MEMBER(phys_port_cnt),
};
/* clang-format on */

#endif
