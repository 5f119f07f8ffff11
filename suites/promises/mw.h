/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of memory windows. */
/* clang-format off */
PROFILED(MW_1, MW_2)
PROMISE(MW_ALC_01, "MW-ALC-01", MUST,
	"ibv_alloc_mw(3)",
	"A window is created not bound: it gives no access before it is bound.")
PROMISE(MW_ALC_02, "MW-ALC-02", MUST,
	"ibv_alloc_mw(3)",
	"Once bound, a window allows remote access to the part of the region to which it was bound.")
PROMISE(MW_ALC_03, "MW-ALC-03", MUST,
	"ibv_alloc_mw(3)",
	"A window allows access until it is invalidated: by a bind of zero length (type 1), by IBV_WR_LOCAL_INV or "
	"IBV_WR_SEND_WITH_INV (type 2), or by its deallocation.")
PROMISE(MW_ALC_04, "MW-ALC-04", MUST,
	"ibv_alloc_mw(3)",
	"ibv_dealloc_mw unbinds the window if it was bound: the region can then be deregistered.")
PROMISE(MW_ALC_05, "MW-ALC-05", MUST,
	"ibv_alloc_mw(3) RETURN VALUE",
	"The rkey of a window is changed during bind operations: the old one gives no access.")
PROMISE(MW_ALC_06, "MW-ALC-06", DERIVED,
	"ibv_query_device(3) device_cap_flags; ibv_alloc_mw(3)",
	"A device that claims memory windows of a type (IBV_DEVICE_MEM_WINDOW, IBV_DEVICE_MEM_WINDOW_TYPE_2A or _2B) "
	"allocates them.")
PROMISE(MW_ALC_07, "MW-ALC-07", DERIVED,
	"ibv_alloc_mw(3) type ('1 or 2A/2B'), RETURN VALUE",
	"A type of window that is not defined is refused: NULL is returned.")
PROMISE(MW_BND_01, "MW-BND-01", MUST,
	"ibv_bind_mw(3) RETURN VALUE",
	"ibv_bind_mw returns 0 on success, and the rkey after the bind is in mw->rkey.")
PROFILED(MW_UC)
PROMISE(MW_BND_02, "MW-BND-02", MUST,
	"ibv_bind_mw(3)",
	"QPs of the types UC and RC bind windows.")
PROMISE(MW_BND_03, "MW-BND-03", DERIVED,
	"ibv_bind_mw(3)",
	"A window gives only the access that mw_access_flags name, and only to the bytes from addr on.")
PROFILED(MW_2)
PROMISE(MW_BND_04, "MW-BND-04", MUST,
	"ibv_bind_mw(3) IBV_ACCESS_ZERO_BASED",
	"The remote address of a zero-based window is an offset from the window's start address.")
PROMISE(MW_BND_05, "MW-BND-05", DERIVED,
	"ibv_bind_mw(3) mw_access_flags; IBTA C10-72 to C10-75",
	"A bind fails if the region does not permit it, does not have local write access for remote write or atomic access, "
	"does not have all bytes of the window, or is of another protection domain than the QP.")
PROFILED(MW_1, MW_2)
PROMISE(MW_BND_06, "MW-BND-06", MUST,
	"ibv_bind_mw(3) struct ibv_mw_bind; verbs.h",
	"A bind and an invalidation complete with their wr_id, and the opcodes IBV_WC_BIND_MW and IBV_WC_LOCAL_INV.")
PROMISE(MW_BND_07, "MW-BND-07", MUST,
	"ibv_bind_mw(3) NOTES",
	"A send that is posted after a bind on the same QP comes after it: its receiver may use the window.")
PROMISE(MW_BND_08, "MW-BND-08", DERIVED,
	"ibv_post_send(3); IBTA o10-37.2.30",
	"A type 2 window that is bound cannot be bound again before it is invalidated.")
PROMISE(MW_BND_09, "MW-BND-09", DERIVED,
	"ibv_post_send(3), ibv_wr_post(3); IBTA 10.6.7.2.2",
	"A type 2 window gives access only through the QP that bound it.")
PROMISE(MW_BND_10, "MW-BND-10", MUST,
	"ibv_bind_mw(3) mw_access_flags ('either 0 or')",
	"A window can be bound with no access: then it gives none.")
PROMISE(MW_BND_11, "MW-BND-11", MUST,
	"ibv_bind_mw(3) send_flags IBV_SEND_SIGNALED",
	"A bind without IBV_SEND_SIGNALED has no completion, unless sq_sig_all is set.")
PROMISE(MW_BND_12, "MW-BND-12", DERIVED,
	"ibv_post_send(3) bind_mw.rkey; IBTA 10.6.7.2.2, o10-37.2.33 (the consumer owns the last 8 bits of the key)",
	"The last byte of the key with which a type 2 window is bound may be any, also that of the key that it has had.")
PROMISE(MW_INV_01, "MW-INV-01", DERIVED,
	"ibv_post_send(3) IBV_WR_LOCAL_INV; IBTA o10-37.2.26",
	"IBV_WR_LOCAL_INV of a key that is no type 2 window's fails; whether it fails for a window that is not bound is "
	"open. Other windows stay bound.")
PROMISE(MW_INV_02, "MW-INV-02", DERIVED,
	"ibv_post_send(3) IBV_WR_SEND_WITH_INV",
	"IBV_WR_SEND_WITH_INV of a key that is no type 2 window's of the receiver fails: the sender or the receiver sees an "
	"error; whether it fails for a window that is not bound is open. Other windows stay bound.")
