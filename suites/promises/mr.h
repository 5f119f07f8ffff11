/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of memory regions. */
/* clang-format off */
PROFILED(MR)
PROMISE(MR_REG_01, "MR-REG-01", MUST,
	"ibv_reg_mr(3)",
	"Local read access is always enabled, whatever the access flags.")
PROMISE(MR_REG_02, "MR-REG-02", DERIVED,
	"ibv_reg_mr(3) IBV_ACCESS_LOCAL_WRITE",
	"The device does not write to a region without IBV_ACCESS_LOCAL_WRITE for a local WR: the WR fails.")
PROMISE(MR_REG_03, "MR-REG-03", MUST,
	"ibv_reg_mr(3)",
	"A remote access (write, read, atomic) that the flags of the region enable is carried out, through the rkey.")
PROMISE(MR_REG_04, "MR-REG-04", DERIVED,
	"ibv_reg_mr(3)",
	"A remote access that the flags of the region do not enable fails, and the memory stays as it was.")
PROMISE(MR_REG_05, "MR-REG-05", DERIVED,
	"ibv_reg_mr(3)",
	"Remote write and remote atomic access without IBV_ACCESS_LOCAL_WRITE, which must be set too, is refused.",
	BROKEN_WITH(MR_REG_17))
PROMISE(MR_REG_06, "MR-REG-06", MUST,
	"ibv_reg_mr(3) IBV_ACCESS_ZERO_BASED",
	"A region with IBV_ACCESS_ZERO_BASED is accessed by the byte offset from its beginning.",
	BROKEN_WITH(MR_REG_09, SND_32))
PROMISE(MR_REG_07, "MR-REG-07", MUST,
	"ibv_reg_mr(3) ibv_reg_mr_iova",
	"A region of ibv_reg_mr_iova is accessed through hca_va: the memory is at addr + (iova - hca_va).")
PROMISE(MR_REG_08, "MR-REG-08", MUST,
	"ibv_reg_mr(3) ibv_reg_mr_iova",
	"Specifying 0 for hca_va has the same effect as IBV_ACCESS_ZERO_BASED.")
PROMISE(MR_REG_09, "MR-REG-09", DERIVED,
	"ibv_reg_mr(3)",
	"A region is length bytes from addr on: an access is carried out up to the last byte, and one that reaches beyond fails.")
PROMISE(MR_REG_10, "MR-REG-10", DERIVED,
	"ibv_reg_mr(3)",
	"A region is associated with its protection domain: QPs of another one cannot access it.")
PROMISE(MR_REG_11, "MR-REG-11", MUST,
	"ibv_reg_mr(3) RETURN VALUE",
	"The lkey of each region is for local WRs and its rkey for remote ones, however many regions there are.")
PROMISE(MR_REG_12, "MR-REG-12", MUST,
	"ibv_reg_mr(3) RETURN VALUE; verbs.h",
	"ibv_reg_mr returns a region with the pd, addr and length that were given, or NULL.")
PROMISE(MR_DER_01, "MR-DER-01", MUST,
	"ibv_reg_mr(3) RETURN VALUE",
	"ibv_dereg_mr returns 0 on success, or the value of errno on failure.")
PROMISE(MR_DER_02, "MR-DER-02", DERIVED,
	"ibv_reg_mr(3)",
	"The keys of a region that was deregistered give no access.")
PROFILED(MW_1, MW_2)
PROMISE(MR_DER_03, "MR-DER-03", MUST,
	"ibv_reg_mr(3) NOTES",
	"ibv_dereg_mr fails if any memory window is still bound to the region.")
PROFILED(MR)
PROMISE(MR_RRG_01, "MR-RRG-01", MUST,
	"ibv_rereg_mr(3) RETURN VALUE",
	"An input error that libibverbs detects is IBV_REREG_MR_ERR_INPUT, and the region is valid as before.")
PROMISE(MR_REG_13, "MR-REG-13", DERIVED,
	"ibv_reg_mr(3)",
	"Each combination of the flags for local writes, remote writes, reads and atomics and for windows is accepted, if "
	"it has local writes where they must be and the device has atomics and windows.")
PROMISE(MR_REG_14, "MR-REG-14", DERIVED,
	"ibv_reg_mr(3)",
	"A flag that the page does not name, and that is not in IBV_ACCESS_OPTIONAL_RANGE of verbs.h, is refused.")
PROMISE(MR_REG_15, "MR-REG-15", DERIVED,
	"ibv_reg_mr(3) IBV_ACCESS_RELAXED_ORDERING; verbs.h IBV_ACCESS_OPTIONAL_RANGE",
	"An optional flag, such as IBV_ACCESS_RELAXED_ORDERING, is accepted by every device, and the region works.")
PROFILED(MEMORY)
PROMISE(MR_REG_16, "MR-REG-16", MUST,
	"ibv_reg_mr(3) IBV_ACCESS_RELAXED_ORDERING",
	"With IBV_ACCESS_RELAXED_ORDERING, too, a completion ensures that the data of its message and of those before it is "
	"visible.",
	.since = 50)
PROMISE(MR_REG_17, "MR-REG-17", MUST,
	"ibv_reg_mr(3) RETURN VALUE",
	"A registration that fails returns NULL and sets errno.",
	.since = 65)
PROMISE(MR_REG_18, "MR-REG-18", DERIVED,
	"ibv_reg_mr(3)",
	"A region that would reach beyond the last address is refused.")
PROMISE(MR_REG_19, "MR-REG-19", OPEN,
	"ibv_reg_mr(3)",
	"A region of 0 bytes is refused, or gives access to no byte.")
PROMISE(MR_REG_20, "MR-REG-20", OPEN,
	"ibv_reg_mr(3)",
	"Memory that the process cannot access, or cannot write although IBV_ACCESS_LOCAL_WRITE is set, may be refused.")
PROMISE(MR_REG_21, "MR-REG-21", DERIVED,
	"ibv_reg_mr(3)",
	"A region may be of any memory of the process: anonymous, of a file, shared, on the stack.")
PROFILED(QP_FLUSH)
PROMISE(MR_REG_22, "MR-REG-22", MUST,
	"ibv_reg_mr(3) IBV_ACCESS_FLUSH_GLOBAL, IBV_ACCESS_FLUSH_PERSISTENT",
	"Each of the two flags permits remote flushes of its placement type, where they are supported.",
	.since = 45)
PROFILED(MEMORY)
PROMISE(MR_REG_23, "MR-REG-23", MUST,
	"ibv_reg_mr(3) IBV_ACCESS_RELAXED_ORDERING",
	"With IBV_ACCESS_RELAXED_ORDERING, too, messages match the posted receive buffers in order.",
	.since = 50,
	BROKEN_WITH(CQ_POL_01, SRQ_PST_03, SRQ_PST_08))
PROFILED(ATOMIC)
PROMISE(MR_REG_24, "MR-REG-24", MUST,
	"ibv_reg_mr(3) IBV_ACCESS_RELAXED_ORDERING",
	"With IBV_ACCESS_RELAXED_ORDERING, too, operations do not bypass atomics.",
	.since = 50)
PROMISE(MR_DMB_01, "MR-DMB-01", DERIVED,
	"ibv_reg_mr(3) ibv_reg_dmabuf_mr",
	"A file descriptor that is none of a dma-buf is refused.")
PROFILED(MEMORY)
PROMISE(MR_DMB_02, "MR-DMB-02", MUST,
	"ibv_reg_mr(3) RETURN VALUE",
	"An ibv_reg_dmabuf_mr that fails returns NULL and sets errno.",
	.since = 65)
PROMISE(MR_REG_25, "MR-REG-25", DERIVED,
	"ibv_reg_mr(3) pd; ibv_open_device(3), ibv_close_device(3)",
	"A key of a region of another context gives a QP of this one no access, neither while that context is open nor once "
	"it is closed.")
PROFILED(REREG)
PROMISE(MR_RRG_02, "MR-RRG-02", MUST,
	"ibv_rereg_mr(3) IBV_REREG_MR_CHANGE_TRANSLATION",
	"With IBV_REREG_MR_CHANGE_TRANSLATION the region is length bytes from addr on.")
PROMISE(MR_RRG_03, "MR-RRG-03", MUST,
	"ibv_rereg_mr(3) IBV_REREG_MR_CHANGE_PD",
	"With IBV_REREG_MR_CHANGE_PD the region is registered to pd.")
PROMISE(MR_RRG_04, "MR-RRG-04", MUST,
	"ibv_rereg_mr(3) IBV_REREG_MR_CHANGE_ACCESS",
	"With IBV_REREG_MR_CHANGE_ACCESS the region permits what access names.")
PROMISE(MR_RRG_05, "MR-RRG-05", DERIVED,
	"ibv_rereg_mr(3) DESCRIPTION",
	"The region as it was before the change gives no access: not the old bytes, not for the "
	"old domain, not with the old rights.",
	BROKEN_WITH(MR_RRG_03))
PROMISE(MR_RRG_06, "MR-RRG-06", DERIVED,
	"ibv_rereg_mr(3) DESCRIPTION",
	"Attributes that flags does not name stay as they were.",
	BROKEN_WITH(MR_RRG_03))
PROFILED(MEMORY)
PROMISE(MR_RRG_07, "MR-RRG-07", MUST,
	"ibv_rereg_mr(3) RETURN VALUE",
	"ibv_rereg_mr returns 0 on success, otherwise one of enum ibv_rereg_mr_err_code.")
PROMISE(MR_RRG_08, "MR-RRG-08", MUST,
	"ibv_rereg_mr(3) NOTES",
	"After an ibv_rereg_mr that failed, the region is deregistered with ibv_dereg_mr.")
PROMISE(MR_RRG_09, "MR-RRG-09", DERIVED,
	"ibv_rereg_mr(3); verbs.h struct ibv_mr",
	"pd, addr and length of the handle are those of the new region.")
PROMISE(MR_RRG_10, "MR-RRG-10", DERIVED,
	"ibv_rereg_mr(3) access; ibv_reg_mr(3)",
	"Remote writes and atomics without local writes are refused here, too.")
PROMISE(MR_RRG_11, "MR-RRG-11", OPEN,
	"ibv_rereg_mr(3); ibv_reg_mr(3) NOTES",
	"It is open whether a region to which a window is bound can be changed.")
PROMISE(MR_RRG_12, "MR-RRG-12", OPEN,
	"ibv_rereg_mr(3) IBV_REREG_MR_CHANGE_ACCESS (nothing is said of the memory, which is not registered anew)",
	"A region that was registered without IBV_ACCESS_LOCAL_WRITE is changed to have it, and works, or that fails.")
