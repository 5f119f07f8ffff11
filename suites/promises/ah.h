/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What is promised of address handles. ibv_create_ah(3) names the members of an address, and does
 * not say what becomes of them: that a datagram has them is derived.
 */
/* clang-format off */
PROFILED(AH)
PROMISE(AH_01, "AH-01", MUST,
	"ibv_create_ah(3) DESCRIPTION, RETURN VALUE; verbs.h struct ibv_ah",
	"ibv_create_ah returns an address handle of the PD, and of its context.")
PROMISE(AH_02, "AH-02", MUST,
	"ibv_create_ah(3) NOTES",
	"ibv_destroy_ah returns 0.")
PROMISE(AH_03, "AH-03", OPEN,
	"ibv_create_ah(3) struct ibv_ah_attr port_num; RETURN VALUE",
	"For a port that the device does not have, NULL is returned, or an address handle.")
PROMISE(AH_04, "AH-04", OPEN,
	"ibv_create_ah(3) struct ibv_global_route sgid_index; RETURN VALUE",
	"For a sgid_index outside the port's GID table, NULL is returned, or an address handle.")
PROMISE(AH_05, "AH-05", DERIVED,
	"ibv_create_ah(3) struct ibv_global_route dgid",
	"The destination GID in the GRH of a datagram is dgid.")
PROMISE(AH_06, "AH-06", DERIVED,
	"ibv_create_ah(3) struct ibv_global_route sgid_index",
	"The source GID in the GRH of a datagram is that at sgid_index.")
PROMISE(AH_07, "AH-07", DERIVED,
	"ibv_create_ah(3) struct ibv_global_route flow_label",
	"The flow label in the GRH of a datagram is flow_label.")
PROMISE(AH_08, "AH-08", DERIVED,
	"ibv_create_ah(3) struct ibv_global_route hop_limit",
	"The hop limit in the GRH of a datagram to the port itself is hop_limit.")
PROMISE(AH_09, "AH-09", DERIVED,
	"ibv_create_ah(3) struct ibv_global_route traffic_class",
	"The traffic class in the GRH of a datagram is traffic_class; on Ethernet without its two bits "
	"for congestion.")
PROMISE(AH_10, "AH-10", DERIVED,
	"ibv_create_ah(3) struct ibv_ah_attr is_global",
	"On InfiniBand and Ethernet, where no GRH is required, a datagram has one if and only if "
	"is_global is set; the completion tells (IBV_WC_GRH).")
PROMISE(AH_11, "AH-11", DERIVED,
	"ibv_create_ah(3) struct ibv_ah_attr sl; ibv_poll_cq(3) sl",
	"On InfiniBand, the receiver's completion tells sl.")
PROMISE(AH_12, "AH-12", OPEN,
	"ibv_create_ah(3) struct ibv_ah_attr static_rate ('maximum')",
	"A static_rate is taken, or refused; with one that is taken, datagrams arrive.")
PROMISE(AH_13, "AH-13", DERIVED,
	"ibv_create_ah(3) NOTES (IBV_QPF_GRH_REQUIRED)",
	"On a port with IBV_QPF_GRH_REQUIRED, an address without is_global is refused.")
PROMISE(AH_14, "AH-14", OPEN,
	"ibv_create_ah(3) DESCRIPTION ('associated with the protection domain')",
	"A send with an address handle of another PD than the QP's is refused, fails, or is sent.")
PROMISE(AH_15, "AH-15", DERIVED,
	"ibv_create_ah(3) DESCRIPTION",
	"Address handles are independent: each keeps its address when others are made or destroyed, "
	"and serves several QPs.")
PROMISE(AH_16, "AH-16", MUST,
	"ibv_create_ah(3) RETURN VALUE",
	"An ibv_create_ah that fails sets errno.",
	.since = 65)
PROMISE(AFW_01, "AFW-01", MUST,
	"ibv_create_ah_from_wc(3) DESCRIPTION, RETURN VALUE",
	"ibv_init_ah_from_wc returns 0, and sets port_num to the port given.")
PROMISE(AFW_02, "AFW-02", MUST,
	"ibv_create_ah_from_wc(3) RETURN VALUE",
	"An error of ibv_init_ah_from_wc is -1.")
PROMISE(AFW_03, "AFW-03", DERIVED,
	"ibv_create_ah_from_wc(3) DESCRIPTION",
	"A GRH that did not come to a GID of the port is an error.")
PROMISE(AFW_04, "AFW-04", DERIVED,
	"ibv_create_ah_from_wc(3) DESCRIPTION",
	"dgid is the source GID of the GRH, sgid_index that of its destination GID; is_global is set "
	"if and only if the completion tells of a GRH.")
PROMISE(AFW_05, "AFW-05", DERIVED,
	"ibv_create_ah_from_wc(3) DESCRIPTION; ibv_poll_cq(3) slid, sl, dlid_path_bits",
	"dlid, sl and src_path_bits are slid, sl and dlid_path_bits of the completion.")
PROMISE(AFW_06, "AFW-06", DERIVED,
	"ibv_create_ah_from_wc(3) DESCRIPTION",
	"A datagram that is sent with the address handle of ibv_create_ah_from_wc reaches the sender.")
PROMISE(AFW_07, "AFW-07", MUST,
	"ibv_create_ah_from_wc(3) NOTES",
	"ibv_create_ah takes what ibv_init_ah_from_wc has filled in.")
PROMISE(AFW_08, "AFW-08", MUST,
	"ibv_create_ah_from_wc(3) RETURN VALUE",
	"ibv_create_ah_from_wc returns the address handle, or NULL if it fails.")
PROMISE(AFW_09, "AFW-09", DERIVED,
	"ibv_create_ah_from_wc(3) DESCRIPTION",
	"flow_label and traffic_class are those of the GRH; of IPv4, the type of service.")
PROMISE(AFW_10, "AFW-10", MUST,
	"ibv_create_ah_from_wc(3) RETURN VALUE",
	"An ibv_create_ah_from_wc that fails sets errno.",
	.since = 65)
