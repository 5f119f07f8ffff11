// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_reg_mr_ex: the regions of the other verbs, of buffers, and with DMA handles. */
#include "buffer.h"

static struct ibv_mr *region_of(struct ibv_pd *pd, struct ibv_mr_init_attr *init)
{
	errno = 0;
	return vct_reg_mr_ex(pd, init);
}

/*
 * Ends the check as SKIP if the provider does not have this verb: a region of memory is the least
 * that one has.
 */
static void need_extended_regions(void)
{
	struct ibv_mr_init_attr init = {
		.length = PAGE, .access = ALL, .comp_mask = IBV_REG_MR_MASK_ADDR, .addr = pages()
	};
	struct ibv_mr *mr = region_of(pd(), &init);

	if (!mr)
		vct_skip_unsupported("ibv_reg_mr_ex", errno);
	else
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
}

/* A member that comp_mask does not name may be anything. */
static struct ibv_mr_init_attr others_are_wrong(uint64_t comp_mask, size_t length)
{
	return (struct ibv_mr_init_attr){
		.length = length,
		.access = ALL,
		.comp_mask = comp_mask,
		.iova = 0x123456,
		.addr = (void *)(uintptr_t)8,
		.fd = -77,
		.fd_offset = 12345,
		.dmah = (void *)(uintptr_t)8,
		.buf = (void *)(uintptr_t)8,
	};
}

static void must_be_of(const struct ibv_mr *mr, size_t length)
{
	JUDGING(MR_REX_03);
	MUST_POINT_TO(mr->context, ctx());
	MUST_POINT_TO(mr->pd, pd());
	MUST_EQ((long long)mr->length, (long long)length);
	JUDGING(MR_REX_01);
}

CHECK(is_a_region_of_memory, PROMISES(MR_REX_01, MR_REX_03), .needs = NEED_RC, .asks = true)
{
	struct link l = buffer_link();
	struct ibv_mr_init_attr init = others_are_wrong(IBV_REG_MR_MASK_ADDR, 2 * PAGE);
	struct ibv_mr *mr;

	need_extended_regions();
	init.addr = pages() + 100;
	mr = region_of(pd(), &init);
	JUDGING(MR_REX_01);
	MUST_MAKE(mr);
	must_be_of(mr, 2 * PAGE);
	must_be_accessed(&l, mr, (uintptr_t)init.addr, init.addr, 2 * PAGE);
}

static const struct iova_row {
	struct vct_row vct_row;
	uint64_t iova;
} iovas[] = {
	{ ROW("zero"), .iova = 0 },
	{ ROW("above-32-bits"), .iova = 1ULL << 40 },
};

CHECK_ROWS(is_accessed_by_its_iova, iovas, PROMISES(MR_REX_01, MR_REX_03), .needs = NEED_RC,
	   .asks = true)
{
	struct link l = buffer_link();
	struct ibv_mr_init_attr init =
		others_are_wrong(IBV_REG_MR_MASK_ADDR | IBV_REG_MR_MASK_IOVA, PAGE);
	struct ibv_mr *mr;

	need_extended_regions();
	init.addr = pages();
	init.iova = row->iova;
	mr = region_of(pd(), &init);
	JUDGING(MR_REX_01);
	MUST_MAKE(mr);
	must_be_of(mr, PAGE);
	must_be_accessed(&l, mr, row->iova, init.addr, PAGE);
}

CHECK(is_a_region_of_a_dma_buf, PROMISES(MR_REX_01, MR_REX_03), .needs = NEED_RC, .asks = true)
{
	enum { OF_FILE = IBV_REG_MR_MASK_FD | IBV_REG_MR_MASK_FD_OFFSET | IBV_REG_MR_MASK_IOVA };
	struct link l = buffer_link();
	struct ibv_mr_init_attr init = others_are_wrong(OF_FILE, PAGE);
	struct vct_dmabuf file;
	struct ibv_mr *mr;

	need_extended_regions();
	file = vct_dmabuf_make(BUFFER);
	init.fd = file.fd;
	init.fd_offset = PAGE;
	init.iova = 1ULL << 33;
	mr = region_of(pd(), &init);
	if (!mr)
		vct_skip_unsupported("a region of a dma-buf", errno);
	JUDGING(MR_REX_01);
	MUST_MAKE(mr);
	must_be_of(mr, PAGE);
	must_be_accessed(&l, mr, init.iova, file.memory + PAGE, PAGE);
}

static const struct bad_row {
	struct vct_row vct_row;
	uint64_t comp_mask;
} bad[] = {
	{ ROW("neither-address-nor-file"), .comp_mask = 0 },
	{ ROW("iova-alone"), .comp_mask = IBV_REG_MR_MASK_IOVA },
	{ ROW("address-and-file"), .comp_mask = IBV_REG_MR_MASK_ADDR | IBV_REG_MR_MASK_FD |
						IBV_REG_MR_MASK_FD_OFFSET | IBV_REG_MR_MASK_IOVA },
};

static const struct bad_row unknown[] = {
	{ ROW("20"), .comp_mask = 1 << 20 },
	{ ROW("31"), .comp_mask = 1ULL << 31 },
	{ ROW("63"), .comp_mask = 1ULL << 63 },
};

CHECK_ROWS(needs_either_memory_or_a_file, bad, PROMISES(MR_REX_02, MR_REX_03, AFT_01), .asks = true)
{
	struct ibv_mr_init_attr init = {
		.length = PAGE, .access = ALL, .comp_mask = row->comp_mask, .addr = pages()
	};
	struct ibv_mr *mr;

	need_extended_regions();
	if (row->comp_mask & IBV_REG_MR_MASK_FD)
		init.fd = vct_dmabuf_make(BUFFER).fd;
	mr = region_of(pd(), &init);
	JUDGING(MR_REX_02);
	MUST_MAKE_NONE(mr);
	JUDGING(MR_REX_03);
	MUST_GE(errno, 1);
	JUDGING(AFT_01);
	MUST_GO_ON();
}

CHECK_ROWS(an_unknown_bit_is_refused, unknown, PROMISES(MR_REX_06, MR_REX_03, AFT_01), .asks = true)
{
	struct ibv_mr_init_attr init = { .length = PAGE,
					 .access = ALL,
					 .comp_mask = IBV_REG_MR_MASK_ADDR | row->comp_mask,
					 .addr = pages() };
	struct ibv_mr *mr;

	need_extended_regions();
	mr = region_of(pd(), &init);
	JUDGING(MR_REX_06);
	MUST_MAKE_NONE(mr);
	JUDGING(MR_REX_03);
	MUST_GE(errno, 1);
	init.comp_mask = IBV_REG_MR_MASK_ADDR;
	JUDGING(AFT_01);
	MUST_GO_ON(.mr = region_of(pd(), &init));
}

static struct ibv_mr_init_attr of_buffer(const struct buffer *b, uint64_t more)
{
	return (struct ibv_mr_init_attr){
		.length = PAGE,
		.access = ALL,
		.comp_mask = IBV_REG_MR_MASK_BUF | IBV_REG_MR_MASK_ADDR | more,
		.addr = b->memory + PAGE,
		.buf = b->handle,
	};
}

CHECK(is_a_part_of_a_buffer, PROMISES(MR_REX_04), .needs = NEED_RC | NEED_IB_STATES, .asks = true)
{
	struct buffer b = buffer_of(pd());
	struct link l = buffer_link();
	struct ibv_mr_init_attr init = of_buffer(&b, 0);
	struct ibv_mr *mr = region_of(pd(), &init);

	MUST_MAKE(mr);
	must_be_accessed(&l, mr, (uintptr_t)init.addr, init.addr, PAGE);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)b.memory + PAGE - 1,
			.memory = b.memory + PAGE - 1);
}

CHECK(buffer_of_another_domain_is_refused, PROMISES(MR_REX_04, AFT_01), .asks = true)
{
	struct buffer b = buffer_of(pd());
	struct ibv_mr_init_attr init = of_buffer(&b, 0);
	struct ibv_pd *other = vct_alloc_pd(ctx());

	SETUP(other);
	need_extended_regions();
	JUDGING(MR_REX_04);
	MUST_MAKE_NONE(region_of(other, &init));
	JUDGING(AFT_01);
	MUST_GO_ON(.mr = region_of(pd(), &init));
}

static const struct bad_row with_buffer[] = {
	{ ROW("file"), .comp_mask = IBV_REG_MR_MASK_FD },
	{ ROW("offset"), .comp_mask = IBV_REG_MR_MASK_FD_OFFSET },
};

CHECK_ROWS(buffer_and_file_are_refused, with_buffer, PROMISES(MR_REX_05, AFT_01), .asks = true)
{
	struct buffer b = buffer_of(pd());
	struct ibv_mr_init_attr init = of_buffer(&b, row->comp_mask);

	need_extended_regions();
	JUDGING(MR_REX_05);
	MUST_MAKE_NONE(region_of(pd(), &init));
	MUST_EQ(errno, EINVAL);
	JUDGING(AFT_01);
	init = of_buffer(&b, 0);
	MUST_GO_ON(.mr = region_of(pd(), &init));
}

CHECK(buffer_of_a_dma_buf_has_no_iova, PROMISES(MR_REX_05), .needs = NEED_PARENT_DOMAIN,
      .asks = true)
{
	struct buffer b = file_buffer();
	struct ibv_mr_init_attr init = of_buffer(&b, IBV_REG_MR_MASK_IOVA);

	need_extended_regions();
	init.iova = (uintptr_t)init.addr;
	MUST_MAKE_NONE(region_of(b.pd, &init));
	MUST_EQ(errno, EINVAL);
}
