/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of on-demand paging regions, of ibv_advise_mr, and of regions of dma-bufs. */
/* clang-format off */
PROFILED(ODP)
PROMISE(ODP_01, "ODP-01", MUST,
	"ibv_reg_mr(3) IBV_ACCESS_ON_DEMAND; ibv_query_device_ex(3) IBV_ODP_SUPPORT",
	"A device that claims IBV_ODP_SUPPORT registers on-demand paging regions.")
PROMISE(ODP_02, "ODP-02", MUST,
	"ibv_query_device_ex(3) rc_odp_caps, enum ibv_odp_transport_cap_bits",
	"Each operation that rc_odp_caps names is carried out on the memory of on-demand paging regions.")
PROFILED(ODP_OTHERS)
PROMISE(ODP_03, "ODP-03", MUST,
	"ibv_query_device_ex(3) uc_odp_caps, ud_odp_caps, xrc_odp_caps, enum ibv_odp_transport_cap_bits",
	"So is each operation that uc_odp_caps, ud_odp_caps and xrc_odp_caps name.")
PROMISE(ODP_04, "ODP-04", DERIVED,
	"ibv_reg_mr(3) IBV_ACCESS_ON_DEMAND",
	"The pages of the memory come when the device accesses them: they need not be there before.")
PROMISE(ODP_05, "ODP-05", DERIVED,
	"ibv_reg_mr(3) IBV_ACCESS_ON_DEMAND",
	"A region follows the memory of the process: after other pages have come to the same addresses, it accesses those.",
	BROKEN_WITH(ODP_04))
PROMISE(ODP_06, "ODP-06", DERIVED,
	"ibv_reg_mr(3)",
	"The bounds, the rights, the domain and the end of an on-demand paging region are those of other regions.",
	BROKEN_WITH(MR_REG_17))
PROMISE(ODP_07, "ODP-07", DERIVED,
	"ibv_reg_mr(3) IBV_ACCESS_ON_DEMAND",
	"An access to memory that the process does not have, or cannot write, fails, and the device goes on.",
	BROKEN_WITH(ODP_04))
PROMISE(ODP_08, "ODP-08", DERIVED,
	"ibv_reg_mr(3) IBV_ACCESS_ON_DEMAND; ibv_query_device_ex(3) IBV_ODP_SUPPORT",
	"A device that does not claim IBV_ODP_SUPPORT refuses on-demand paging regions: it returns NULL and sets errno.")
PROMISE(ODP_09, "ODP-09", OPEN,
	"ibv_reg_mr(3) IBV_ACCESS_ON_DEMAND",
	"It is open whether memory that the process cannot access yet can be registered. If it "
	"can, it is used once the process has it.")
PROMISE(ODP_10, "ODP-10", OPEN,
	"ibv_reg_mr(3) IBV_ACCESS_HUGETLB",
	"It is open whether IBV_ACCESS_HUGETLB is accepted for pages that are not huge.")
PROFILED(ODP_IMPLICIT)
PROMISE(ODP_IMP_01, "ODP-IMP-01", MUST,
	"ibv_reg_mr(3); ibv_query_device_ex(3) IBV_ODP_SUPPORT_IMPLICIT",
	"IBV_ACCESS_ON_DEMAND with the address 0 and the length SIZE_MAX makes an implicit on-demand paging region.")
PROMISE(ODP_IMP_02, "ODP-IMP-02", DERIVED,
	"ibv_reg_mr(3)",
	"The lkey of an implicit region is for all memory of the process, also for what is mapped later.")
PROMISE(ODP_IMP_03, "ODP-IMP-03", DERIVED,
	"ibv_reg_mr(3)",
	"Its rkey gives the remote access that its flags name to all memory of the process.")
PROMISE(ODP_IMP_04, "ODP-IMP-04", DERIVED,
	"ibv_reg_mr(3)",
	"It gives no access that its flags do not name, and none to addresses where the process has no memory.")
PROMISE(ODP_IMP_05, "ODP-IMP-05", DERIVED,
	"ibv_reg_mr(3); ibv_query_device_ex(3) IBV_ODP_SUPPORT_IMPLICIT",
	"A device that does not claim IBV_ODP_SUPPORT_IMPLICIT refuses it: it returns NULL and sets errno.")
PROFILED(ADVISE_MR)
PROMISE(ADV_01, "ADV-01", MUST,
	"ibv_advise_mr(3) RETURN VALUE",
	"ibv_advise_mr returns 0 when it was successful, or the value of errno on failure.")
PROMISE(ADV_02, "ADV-02", MUST,
	"ibv_advise_mr(3) NOTES",
	"Any address range within an on-demand paging region may be prefetched.")
PROMISE(ADV_03, "ADV-03", MUST,
	"ibv_advise_mr(3) IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE",
	"So it may with IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE, if the region has local writes.")
PROMISE(ADV_04, "ADV-04", DERIVED,
	"ibv_advise_mr(3) DESCRIPTION",
	"Advice changes no byte of the memory, and no access: what was prefetched for reading is written afterwards, too.",
	BROKEN_WITH(ODP_04))
PROMISE(ADV_05, "ADV-05", DERIVED,
	"ibv_advise_mr(3) NOTES; ibv_reg_mr(3) IBV_ACCESS_ON_DEMAND",
	"After a prefetch, too, the region follows the memory of the process: pages are not pinned.",
	BROKEN_WITH(ODP_04))
PROMISE(ADV_06, "ADV-06", MUST,
	"ibv_advise_mr(3) IBV_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT",
	"IBV_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT does not fault: pages that were not there are not there afterwards.")
PROMISE(ADV_07, "ADV-07", DERIVED,
	"ibv_advise_mr(3) IBV_ADVISE_MR_FLAG_FLUSH, NOTES",
	"After a prefetch with IBV_ADVISE_MR_FLAG_FLUSH that succeeded, the range is accessed.",
	BROKEN_WITH(ODP_04))
PROMISE(ADV_08, "ADV-08", MUST,
	"ibv_advise_mr(3) RETURN VALUE EINVAL",
	"Flags that are not valid are refused with EINVAL.")
PROMISE(ADV_09, "ADV-09", MUST,
	"ibv_advise_mr(3) RETURN VALUE ENOTSUP",
	"Advice that is not supported is refused with ENOTSUP.")
PROMISE(ADV_10, "ADV-10", MUST,
	"ibv_advise_mr(3) RETURN VALUE EFAULT, IBV_ADVISE_MR_FLAG_FLUSH",
	"With IBV_ADVISE_MR_FLAG_FLUSH, a range that is out of the region's bounds is refused with EFAULT.")
PROMISE(ADV_11, "ADV-11", MUST,
	"ibv_advise_mr(3) RETURN VALUE EFAULT, IBV_ADVISE_MR_FLAG_FLUSH",
	"With IBV_ADVISE_MR_FLAG_FLUSH, a range of which parts are not in the process's address space is refused with EFAULT.")
PROMISE(ADV_12, "ADV-12", OPEN,
	"ibv_advise_mr(3) RETURN VALUE EFAULT, NOTES",
	"It is open whether such ranges are refused without IBV_ADVISE_MR_FLAG_FLUSH, where the "
	"operation may be done later.")
PROMISE(ADV_13, "ADV-13", MUST,
	"ibv_advise_mr(3) RETURN VALUE EFAULT, ENOENT",
	"An lkey that is not valid is refused with EFAULT or ENOENT.")
PROMISE(ADV_14, "ADV-14", MUST,
	"ibv_advise_mr(3) RETURN VALUE EPERM",
	"An lkey of another protection domain is refused with EPERM.")
PROMISE(ADV_15, "ADV-15", MUST,
	"ibv_advise_mr(3) RETURN VALUE EPERM, EFAULT",
	"IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE of a region without local writes is refused with EPERM, or with EFAULT.")
PROMISE(ADV_16, "ADV-16", DERIVED,
	"ibv_advise_mr(3) ARGUMENTS sg_list",
	"An lkey of a region that is not an on-demand paging region is refused.")
PROMISE(ADV_17, "ADV-17", DERIVED,
	"ibv_advise_mr(3) RETURN VALUE EINVAL",
	"The key of a memory window is refused.")
PROMISE(ADV_18, "ADV-18", DERIVED,
	"ibv_advise_mr(3) ARGUMENTS sg_list, num_sge",
	"All elements of the list are heeded: several regions are prefetched at once, and one wrong element is refused wherever it is.")
PROFILED(NO_ODP)
PROMISE(ADV_19, "ADV-19", MUST,
	"ibv_advise_mr(3) RETURN VALUE EOPNOTSUPP",
	"A device without it returns EOPNOTSUPP; old versions of libibverbs return ENOSYS.")
PROMISE(ADV_20, "ADV-20", OPEN,
	"ibv_advise_mr(3) ARGUMENTS num_sge",
	"It is open whether a list of no elements, or an element of no bytes, is advice.")
PROMISE(ADV_21, "ADV-21", OPEN,
	"ibv_advise_mr(3) NOTES",
	"A prefetch is best effort: whether the pages are there afterwards, and how long, is not promised.")
PROFILED(DMA_BUF)
PROMISE(MR_DMB_03, "MR-DMB-03", MUST,
	"ibv_reg_mr(3) ibv_reg_dmabuf_mr",
	"A region of a dma-buf starts at offset of the dma-buf: what is written to the region is there in the dma-buf.")
PROMISE(MR_DMB_04, "MR-DMB-04", MUST,
	"ibv_reg_mr(3) ibv_reg_dmabuf_mr",
	"iova is the address of the region when it is accessed through its lkey or rkey.")
PROMISE(MR_DMB_05, "MR-DMB-05", DERIVED,
	"ibv_reg_mr(3) ibv_reg_dmabuf_mr",
	"An iova whose page offset is not that of offset is refused.")
PROMISE(MR_DMB_06, "MR-DMB-06", DERIVED,
	"ibv_reg_mr(3) ibv_reg_dmabuf_mr",
	"Access flags other than those for local writes, remote writes, reads and atomics and relaxed ordering are refused.")
PROMISE(MR_DMB_07, "MR-DMB-07", DERIVED,
	"ibv_reg_mr(3) ibv_reg_dmabuf_mr",
	"A region that would reach beyond the end of the dma-buf is refused.")
PROMISE(MR_DMB_08, "MR-DMB-08", DERIVED,
	"ibv_reg_mr(3) ibv_reg_dmabuf_mr",
	"A region of a dma-buf is length bytes long, has the rights that its flags name, and its keys end with it.")
