/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What is promised of buffers of the provider, of DMA handles, of dma-bufs of device memory and of
 * ibv_reg_mr_ex, which are all newer than rdma-core 58.
 */
/* clang-format off */
PROFILED(BUFFERS)
PROMISE(BUF_01, "BUF-01", MUST,
	"ibv_alloc_buf(3) DESCRIPTION, RETURN VALUE",
	"ibv_alloc_buf returns the address of a buffer of size bytes, and its handle, or NULL.",
	.since = 64)
PROMISE(BUF_02, "BUF-02", MUST,
	"ibv_alloc_buf(3) ibv_reg_buf_mr",
	"ibv_reg_buf_mr registers the buffer or a part of it; of ordinary memory the region is as one of "
	"ibv_reg_mr.",
	.since = 64)
PROFILED(BUFFERS_DMA_BUF)
PROMISE(BUF_03, "BUF-03", MUST,
	"ibv_alloc_buf(3) ibv_reg_buf_mr",
	"A buffer that is backed by a dma-buf is registered as that part of the dma-buf.",
	.since = 64)
PROFILED(BUFFERS)
PROMISE(BUF_04, "BUF-04", MUST,
	"ibv_alloc_buf(3) ibv_reg_buf_mr, pd",
	"With another protection domain than that of the buffer the registration fails with EINVAL.",
	.since = 64)
PROMISE(BUF_05, "BUF-05", DERIVED,
	"ibv_alloc_buf(3) length",
	"A region that would reach beyond the buffer is refused.",
	.since = 64)
PROMISE(BUF_06, "BUF-06", MUST,
	"ibv_alloc_buf(3) ibv_export_buf_dmabuf_fd, RETURN VALUE",
	"ibv_export_buf_dmabuf_fd returns a new file descriptor, which the caller owns, or -1, and sets "
	"errno: ENODATA if the buffer is not backed by a dma-buf.",
	.since = 64)
PROFILED(BUFFERS_DMA_BUF)
PROMISE(BUF_07, "BUF-07", MUST,
	"ibv_alloc_buf(3) ibv_export_buf_dmabuf_fd",
	"The buffer stays as it is when a descriptor of it is exported, and when that is closed.",
	.since = 64)
PROFILED(BUFFERS)
PROMISE(BUF_08, "BUF-08", MUST,
	"ibv_alloc_buf(3) ibv_free_buf",
	"ibv_free_buf releases the buffer.",
	.since = 64)
PROFILED(BUFFERS_DMA_BUF)
PROMISE(BUF_09, "BUF-09", MUST,
	"ibv_alloc_buf(3) NOTES; ibv_alloc_parent_domain(3) IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC",
	"With this flag of the parent domain the buffer may be of unprotected memory on a device with "
	"IBV_DEVICE_CC_DMA_BOUNCE, and the region of the buffer works.",
	.since = 64)
PROFILED(DMA_HANDLES)
PROMISE(DMH_01, "DMH-01", MUST,
	"ibv_alloc_dmah(3) DESCRIPTION, RETURN VALUE",
	"ibv_alloc_dmah returns a DMA handle of the context, or NULL.",
	.since = 59)
PROMISE(DMH_02, "DMH-02", MUST,
	"ibv_alloc_dmah(3) comp_mask",
	"The members of the attributes that comp_mask names are valid: cpu_id, ph and tph_mem_type.",
	.since = 59)
PROMISE(DMH_03, "DMH-03", MUST,
	"ibv_alloc_dmah(3) RETURN VALUE",
	"ibv_dealloc_dmah returns 0, or the value of errno.",
	.since = 59)
PROMISE(DMH_04, "DMH-04", MUST,
	"ibv_reg_mr(3) ibv_reg_mr_ex, dmah",
	"A region is registered with the DMA handle that mr_init_attr names, and works as others do.",
	.since = 59)
PROFILED(DM_DMA_BUF)
PROMISE(DMX_01, "DMX-01", MUST,
	"ibv_dm_export_dmabuf_fd(3) RETURN VALUE",
	"ibv_dm_export_dmabuf_fd returns a file descriptor of a dma-buf, or -1, and sets errno.",
	.since = 62)
PROMISE(DMX_02, "DMX-02", MUST,
	"ibv_dm_export_dmabuf_fd(3) DESCRIPTION",
	"The dma-buf is the device memory: what is done through a region of the one is there in the other. "
	"",
	.since = 62,
	BROKEN_WITH(DM_CPY_02))
PROMISE(DMX_03, "DMX-03", MUST,
	"ibv_dm_export_dmabuf_fd(3) DESCRIPTION",
	"close of the descriptor releases what the call has allocated.",
	.since = 62)
PROFILED(BUFFERS)
PROMISE(MR_REX_01, "MR-REX-01", MUST,
	"ibv_reg_mr(3) ibv_reg_mr_ex",
	"ibv_reg_mr_ex makes the regions of ibv_reg_mr, ibv_reg_mr_iova and ibv_reg_dmabuf_mr, by the "
	"members that comp_mask names.",
	.since = 59)
PROMISE(MR_REX_02, "MR-REX-02", MUST,
	"ibv_reg_mr(3) NOTES, RETURN VALUE",
	"One of fd and addr is given: with both of them, or with none, ibv_reg_mr_ex fails.",
	.since = 59)
PROMISE(MR_REX_03, "MR-REX-03", MUST,
	"ibv_reg_mr(3) RETURN VALUE",
	"ibv_reg_mr_ex returns the region, or NULL, and sets errno.",
	.since = 59)
PROMISE(MR_REX_04, "MR-REX-04", MUST,
	"ibv_reg_mr(3) IBV_REG_MR_MASK_BUF, NOTES; ibv_alloc_buf(3)",
	"With IBV_REG_MR_MASK_BUF and IBV_REG_MR_MASK_ADDR the region is length bytes from addr on of the "
	"buffer, which is of the same protection domain.",
	.since = 64)
PROMISE(MR_REX_05, "MR-REX-05", MUST,
	"ibv_alloc_buf(3) DESCRIPTION",
	"IBV_REG_MR_MASK_BUF fails with EINVAL together with IBV_REG_MR_MASK_FD and "
	"IBV_REG_MR_MASK_FD_OFFSET, and for a buffer of a dma-buf with IBV_REG_MR_MASK_IOVA.",
	.since = 64)
PROMISE(MR_REX_06, "MR-REX-06", DERIVED,
	"ibv_reg_mr(3) ibv_reg_mr_ex, comp_mask",
	"A bit of comp_mask that is not defined is refused.",
	.since = 59)
