/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of device memory, and of null memory regions. */
/* clang-format off */
PROFILED(NULL_MR)
PROMISE(NMR_01, "NMR-01", MUST,
	"ibv_alloc_null_mr(3) DESCRIPTION",
	"A null region always returns 0 on read.")
PROMISE(NMR_02, "NMR-02", MUST,
	"ibv_alloc_null_mr(3) DESCRIPTION",
	"A null region discards all data that is written to it.")
PROMISE(NMR_03, "NMR-03", MUST,
	"ibv_alloc_null_mr(3) DESCRIPTION",
	"It has the maximum length: any address is in it.")
PROMISE(NMR_04, "NMR-04", MUST,
	"ibv_alloc_null_mr(3) DESCRIPTION",
	"Only its lkey is valid: it gives no remote access.")
PROMISE(NMR_05, "NMR-05", MUST,
	"ibv_alloc_null_mr(3) DESCRIPTION",
	"Its lkey may be one of several of a scatter/gather list, and the bytes of the others are used.")
PROMISE(NMR_06, "NMR-06", MUST,
	"ibv_alloc_null_mr(3) DESCRIPTION",
	"ibv_dereg_mr deregisters it.")
PROMISE(NMR_07, "NMR-07", OPEN,
	"ibv_alloc_null_mr(3) DESCRIPTION ('associated with the protection domain')",
	"A QP of another protection domain cannot use it, or reads 0 from it there, too.")
PROMISE(NMR_08, "NMR-08", DERIVED,
	"ibv_alloc_null_mr(3) DESCRIPTION",
	"ibv_rereg_mr of it, which is invalid, fails.")
PROMISE(NMR_09, "NMR-09", MUST,
	"ibv_alloc_null_mr(3) RETURN VALUE",
	"ibv_alloc_null_mr returns the region, or NULL, and sets errno.",
	.since = 65)
PROMISE(DM_ALC_01, "DM-ALC-01", DERIVED,
	"ibv_alloc_dm(3) NOTES; ibv_query_device_ex(3) max_dm_size",
	"A device that claims max_dm_size allocates a buffer of a length and an alignment that fit.")
PROFILED(DM)
PROMISE(DM_ALC_02, "DM-ALC-02", MUST,
	"ibv_alloc_dm(3) RETURN VALUE",
	"ibv_alloc_dm returns the buffer, or NULL, and sets errno.",
	.since = 65)
PROMISE(DM_ALC_03, "DM-ALC-03", DERIVED,
	"ibv_alloc_dm(3) NOTES",
	"More than max_dm_size is not allocated.")
PROMISE(DM_ALC_04, "DM-ALC-04", DERIVED,
	"ibv_alloc_dm(3) comp_mask",
	"A bit of comp_mask that is not defined is refused.")
PROMISE(DM_ALC_05, "DM-ALC-05", OPEN,
	"ibv_alloc_dm(3); ibv_query_device_ex(3) max_dm_size (nothing is said of a device that claims none)",
	"A device that does not claim device memory refuses to allocate it, or has it.")
PROMISE(DM_ALC_06, "DM-ALC-06", DERIVED,
	"ibv_query_device_ex(3) max_dm_size; ibv_alloc_dm(3)",
	"A buffer of max_dm_size bytes, or of as many as are free, holds the bytes that were copied to all of it.",
	BROKEN_WITH(DM_CPY_02))
PROMISE(DM_CPY_01, "DM-CPY-01", MUST,
	"ibv_alloc_dm(3) Accessing an allocated device memory",
	"ibv_memcpy_to_dm writes length bytes of host memory at dm_offset, and ibv_memcpy_from_dm reads them.")
PROMISE(DM_CPY_02, "DM-CPY-02", MUST,
	"ibv_alloc_dm(3) RETURN VALUE",
	"Both return 0 on success, or the reason of the failure.")
PROMISE(DM_CPY_03, "DM-CPY-03", DERIVED,
	"ibv_alloc_dm(3) Accessing an allocated device memory",
	"A copy that reaches beyond the buffer fails.",
	BROKEN_WITH(DM_CPY_01))
PROMISE(DM_CPY_04, "DM-CPY-04", DERIVED,
	"ibv_alloc_dm(3)",
	"Several buffers do not overlap.")
PROMISE(DM_REG_01, "DM-REG-01", MUST,
	"ibv_alloc_dm(3) Device memory registration",
	"A region of device memory is accessed remotely through its rkey, by the byte offset from its beginning.")
PROMISE(DM_REG_02, "DM-REG-02", MUST,
	"ibv_alloc_dm(3) Device memory registration",
	"The lkey of such a region is used in the sge of receives and sends, with a byte offset.")
PROMISE(DM_REG_03, "DM-REG-03", MUST,
	"ibv_alloc_dm(3) Device memory registration dm_offset, length",
	"The region is length bytes of the buffer from dm_offset on.",
	BROKEN_WITH(DM_CPY_02))
PROMISE(DM_REG_04, "DM-REG-04", DERIVED,
	"ibv_alloc_dm(3) Device memory registration access",
	"Without IBV_ACCESS_ZERO_BASED, which must be set, the registration is refused.")
PROMISE(DM_REG_05, "DM-REG-05", DERIVED,
	"ibv_alloc_dm(3) Device memory registration",
	"A region that reaches beyond the buffer is refused.")
PROMISE(DM_REG_06, "DM-REG-06", DERIVED,
	"ibv_alloc_dm(3) Device memory registration access",
	"A remote access that the flags of the region do not enable, or beyond the region, fails.")
PROMISE(DM_REG_07, "DM-REG-07", MUST,
	"ibv_alloc_dm(3) RETURN VALUE",
	"ibv_reg_dm_mr returns the region, or NULL, and sets errno.",
	.since = 65)
PROMISE(DM_REG_08, "DM-REG-08", DERIVED,
	"ibv_alloc_dm(3) log_align_req",
	"Atomics are carried out in device memory whose alignment was asked for.",
	BROKEN_WITH(DM_CPY_01))
PROMISE(DM_FRE_01, "DM-FRE-01", MUST,
	"ibv_alloc_dm(3) RETURN VALUE",
	"ibv_free_dm returns 0 on success, or the value of errno on failure.")
PROMISE(DM_FRE_02, "DM-FRE-02", DERIVED,
	"ibv_alloc_dm(3) NOTES",
	"If ibv_free_dm fails because a region is still associated with the buffer, both work as before.")
PROMISE(DM_FRE_03, "DM-FRE-03", DERIVED,
	"ibv_alloc_dm(3) DESCRIPTION",
	"A buffer that was freed makes room for another.")
PROMISE(DM_FRE_04, "DM-FRE-04", DERIVED,
	"ibv_alloc_dm(3) NOTES (a region that is still associated with the buffer)",
	"If ibv_free_dm succeeds although a region is associated with the buffer, this region reaches no other buffer.")
