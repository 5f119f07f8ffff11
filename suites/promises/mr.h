/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of memory regions. */
/* clang-format off */
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
	"Remote write and remote atomic access without IBV_ACCESS_LOCAL_WRITE, which must be set too, is refused.")
PROMISE(MR_REG_06, "MR-REG-06", MUST,
	"ibv_reg_mr(3) IBV_ACCESS_ZERO_BASED",
	"A region with IBV_ACCESS_ZERO_BASED is accessed by the byte offset from its beginning.")
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
PROMISE(MR_DER_03, "MR-DER-03", MUST,
	"ibv_reg_mr(3) NOTES",
	"ibv_dereg_mr fails if any memory window is still bound to the region.")
PROMISE(MR_RRG_01, "MR-RRG-01", MUST,
	"ibv_rereg_mr(3) RETURN VALUE",
	"An input error that libibverbs detects is IBV_REREG_MR_ERR_INPUT, and the region is valid as before.")
