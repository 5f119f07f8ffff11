/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of multicast groups. */
/* clang-format off */
PROFILED(MCAST)
PROMISE(MC_01, "MC-01", MUST,
	"ibv_attach_mcast(3) DESCRIPTION, RETURN VALUE",
	"ibv_attach_mcast and ibv_detach_mcast attach and detach a UD QP, and return 0.")
PROMISE(MC_02, "MC-02", MUST,
	"ibv_attach_mcast(3) NOTES, RETURN VALUE",
	"A QP of another type than UD is refused with an errno value.")
PROMISE(MC_03, "MC-03", MUST,
	"ibv_attach_mcast(3) NOTES",
	"A QP that was attached to a group several times receives one copy of a message.")
PROMISE(MC_04, "MC-04", DERIVED,
	"ibv_attach_mcast(3) DESCRIPTION, NOTES (where the port receives messages of the group)",
	"Each QP of the group receives a copy of a message to the group, in its own receive WR; "
	"QPs of other groups receive none.")
PROMISE(MC_05, "MC-05", DERIVED,
	"ibv_attach_mcast(3) DESCRIPTION",
	"A QP that was detached receives no more messages of the group.")
PROMISE(MC_06, "MC-06", OPEN,
	"ibv_attach_mcast(3) RETURN VALUE (the page does not say what fails)",
	"Detaching a QP that is not attached returns 0 or an errno value, and detaches no other.")
PROMISE(MC_07, "MC-07", OPEN,
	"ibv_attach_mcast(3); ibv_query_device(3) max_mcast_grp (upper limits)",
	"A GID that is no multicast GID is refused with an errno value, or attached.")
PROMISE(MC_08, "MC-08", DERIVED,
	"ibv_attach_mcast(3) DESCRIPTION",
	"The membership of a QP ends with its process: the other QPs of the group receive one copy of each "
	"message as before.")
PROMISE(MC_09, "MC-09", MUST,
	"ibv_create_qp_ex(3) IBV_QP_CREATE_BLOCK_SELF_MCAST_LB (prevent self multicast loopback)",
	"A QP with this flag does not receive what it sends to its own group.")
