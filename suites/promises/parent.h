/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of thread domains and parent domains, and of what is imported. */
/* clang-format off */
PROFILED(THREAD_DOMAIN)
PROMISE(TD_01, "TD-01", MUST,
	"ibv_alloc_td(3) RETURN VALUE",
	"ibv_alloc_td returns a thread domain, or NULL, and sets errno.")
PROMISE(TD_02, "TD-02", MUST,
	"ibv_alloc_td(3) RETURN VALUE",
	"ibv_dealloc_td returns 0 on success, or the value of errno on failure.")
PROMISE(TD_03, "TD-03", MUST,
	"ibv_alloc_td(3) DESCRIPTION",
	"A thread domain is added to a parent domain, with which objects are then made, and they work.")
PROMISE(TD_04, "TD-04", DERIVED,
	"verbs.h struct ibv_td_init_attr",
	"A bit of comp_mask that is not defined is refused.")
PROMISE(TD_05, "TD-05", DERIVED,
	"ibv_alloc_td(3) DESCRIPTION",
	"If ibv_dealloc_td fails while a parent domain uses it, it succeeds after that has gone.")
PROFILED(PARENT_DOMAIN)
PROMISE(PAR_01, "PAR-01", MUST,
	"ibv_alloc_parent_domain(3) DESCRIPTION",
	"A parent domain is taken by each function that takes a PD.")
PROMISE(PAR_02, "PAR-02", MUST,
	"ibv_alloc_parent_domain(3) DESCRIPTION",
	"It is interchangeable with the PD that it was made of: objects of the one work with those of the other.",
	BROKEN_WITH(PAR_01))
PROMISE(PAR_03, "PAR-03", DERIVED,
	"ibv_alloc_parent_domain(3) struct ibv_parent_domain_init_attr",
	"A parent domain without a PD, which cannot be NULL, is refused.")
PROMISE(PAR_04, "PAR-04", DERIVED,
	"ibv_alloc_parent_domain(3) comp_mask",
	"A bit of comp_mask that is not defined is refused.")
PROMISE(PAR_05, "PAR-05", MUST,
	"ibv_alloc_parent_domain(3) DESCRIPTION",
	"ibv_dealloc_pd deallocates the parent domain.")
PROMISE(PAR_06, "PAR-06", DERIVED,
	"ibv_alloc_parent_domain(3) DESCRIPTION; ibv_alloc_pd(3)",
	"The PD stays when its parent domain is deallocated, and can be deallocated then.")
PROMISE(PAR_07, "PAR-07", MUST,
	"ibv_alloc_parent_domain(3) RETURN VALUE",
	"ibv_alloc_parent_domain returns the domain, or NULL, and sets errno.")
PROMISE(PAR_08, "PAR-08", MUST,
	"ibv_alloc_parent_domain(3) alloc, pd_context",
	"The allocation function is called with the parent domain, its pd_context and an alignment.")
PROMISE(PAR_09, "PAR-09", MUST,
	"ibv_alloc_parent_domain(3) free",
	"The free function gets the memory that the allocation function gave, once, with the same "
	"context.")
PROMISE(PAR_10, "PAR-10", MUST,
	"ibv_alloc_parent_domain(3) alloc",
	"For IBV_ALLOCATOR_USE_DEFAULT the default allocator is used, and the free function is not called.")
PROMISE(PAR_11, "PAR-11", DERIVED,
	"ibv_alloc_parent_domain(3) alloc",
	"If the allocation function returns NULL, the object is not made.")
PROFILED(BUFFERS_DMA_BUF)
PROMISE(PAR_12, "PAR-12", MUST,
	"ibv_alloc_parent_domain(3) IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC",
	"A parent domain with this flag works as others do, also on a device without IBV_DEVICE_CC_DMA_BOUNCE.",
	.since = 64)
PROMISE(PAR_13, "PAR-13", DERIVED,
	"ibv_alloc_parent_domain(3) ARGUMENTS comp_mask (a mask of the optional fields)",
	"Without IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS, alloc and free are not called.")
PROFILED(IMPORT)
PROMISE(IMP_DEV_01, "IMP-DEV-01", MUST,
	"ibv_import_device(3) DESCRIPTION",
	"ibv_import_device returns a context for a duplicate of the cmd_fd of another one.")
PROMISE(IMP_DEV_02, "IMP-DEV-02", MUST,
	"ibv_import_device(3) DESCRIPTION",
	"ibv_close_device ends the use of an imported context; the other one stays.")
PROMISE(IMP_DEV_03, "IMP-DEV-03", MUST,
	"ibv_import_device(3) RETURN VALUE",
	"ibv_import_device of what is no device returns NULL.")
PROMISE(IMP_DEV_04, "IMP-DEV-04", MUST,
	"ibv_import_device(3) RETURN VALUE",
	"An ibv_import_device that fails sets errno.",
	.since = 65)
PROMISE(IMP_PD_01, "IMP-PD-01", MUST,
	"ibv_import_pd(3) DESCRIPTION",
	"ibv_import_pd returns the PD of this handle, which can be used in all verbs.")
PROMISE(IMP_PD_02, "IMP-PD-02", MUST,
	"ibv_import_pd(3) DESCRIPTION",
	"ibv_unimport_pd ends the use of an imported PD, and does not destroy it.")
PROMISE(IMP_PD_03, "IMP-PD-03", MUST,
	"ibv_import_pd(3) DESCRIPTION",
	"ibv_dealloc_pd of an imported PD destroys it; the other handles are then unimported.",
	BROKEN_WITH(IMP_PD_04))
PROMISE(IMP_PD_04, "IMP-PD-04", DERIVED,
	"ibv_import_pd(3) RETURN VALUE",
	"A handle of no PD is refused.")
PROMISE(IMP_PD_05, "IMP-PD-05", MUST,
	"ibv_import_pd(3) RETURN VALUE",
	"An ibv_import_pd that fails sets errno.",
	.since = 65)
PROMISE(IMP_MR_01, "IMP-MR-01", MUST,
	"ibv_import_mr(3) DESCRIPTION",
	"ibv_import_mr returns the region of this handle: its keys work.")
PROMISE(IMP_MR_02, "IMP-MR-02", MUST,
	"ibv_import_mr(3) NOTES",
	"addr of an imported region is NULL.")
PROMISE(IMP_MR_03, "IMP-MR-03", MUST,
	"ibv_import_mr(3) DESCRIPTION",
	"ibv_unimport_mr ends the use of an imported region, and does not destroy it.")
PROMISE(IMP_MR_04, "IMP-MR-04", MUST,
	"ibv_import_mr(3) DESCRIPTION",
	"ibv_dereg_mr of an imported region destroys it; the other handles are then unimported.",
	BROKEN_WITH(IMP_MR_03))
PROMISE(IMP_MR_05, "IMP-MR-05", DERIVED,
	"ibv_import_mr(3) RETURN VALUE",
	"A handle of no region is refused.")
PROMISE(IMP_MR_06, "IMP-MR-06", MUST,
	"ibv_import_mr(3) RETURN VALUE",
	"An ibv_import_mr that fails sets errno.",
	.since = 65)
PROMISE(IMP_MR_07, "IMP-MR-07", DERIVED,
	"ibv_import_mr(3), ibv_import_device(3) DESCRIPTION",
	"A region and a domain are as before once another context that imported them, and unimported them, is closed.")
PROFILED(IMPORT_DM)
PROMISE(IMP_DM_01, "IMP-DM-01", MUST,
	"ibv_import_dm(3) DESCRIPTION; ibv_alloc_dm(3) RETURN VALUE",
	"ibv_import_dm returns the device memory of this handle, which ibv_alloc_dm gave.",
	BROKEN_WITH(DM_CPY_01))
PROMISE(IMP_DM_02, "IMP-DM-02", MUST,
	"ibv_import_dm(3) DESCRIPTION",
	"ibv_unimport_dm ends the use of imported device memory, and does not destroy it.")
PROMISE(IMP_DM_03, "IMP-DM-03", MUST,
	"ibv_import_dm(3) DESCRIPTION",
	"ibv_free_dm of imported device memory destroys it; the other handles are then unimported.")
PROMISE(IMP_DM_04, "IMP-DM-04", MUST,
	"ibv_import_dm(3) RETURN VALUE",
	"An ibv_import_dm that fails returns NULL and sets errno.")
