// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* DMA handles: ibv_alloc_dmah, ibv_dealloc_dmah, and regions with them. */
#include <sched.h>

#include "buffer.h"

enum {
	HINTS = IBV_DMAH_INIT_ATTR_MASK_PH,
	TARGET = HINTS | IBV_DMAH_INIT_ATTR_MASK_CPU_ID | IBV_DMAH_INIT_ATTR_MASK_TPH_MEM_TYPE,
};

/* NULL if it is refused; ends the check if the device has none. */
static struct ibv_dmah *dmah_of(struct ibv_dmah_init_attr attr)
{
	struct ibv_dmah *dmah;

	errno = 0;
	dmah = vct_alloc_dmah(ctx(), &attr);
	if (!dmah)
		vct_skip_unsupported("ibv_alloc_dmah", errno);
	return dmah;
}

static struct ibv_dmah *dmah_make(void)
{
	struct ibv_dmah *dmah = dmah_of((struct ibv_dmah_init_attr){ .comp_mask = HINTS });

	SETUP(dmah);
	return dmah;
}

static const struct dmah_row {
	struct vct_row vct_row;
	uint32_t comp_mask;
	uint8_t ph, type;
} kinds[] = {
	{ ROW("hints-0"), .comp_mask = HINTS },
	{ ROW("hints-3"), .comp_mask = HINTS, .ph = 3 },
	{ ROW("processor-and-memory"), .comp_mask = TARGET, .type = IBV_TPH_MEM_TYPE_VM },
	{ ROW("processor-and-persistent-memory"), .comp_mask = TARGET,
	  .type = IBV_TPH_MEM_TYPE_PM },
};

CHECK_ROWS(is_of_its_context, kinds, PROMISES(DMH_01), .asks = true)
{
	struct ibv_dmah *dmah = dmah_of((struct ibv_dmah_init_attr){
		.comp_mask = row->comp_mask,
		.cpu_id = (uint32_t)sched_getcpu(),
		.ph = row->ph,
		.tph_mem_type = row->type,
	});
	int error = errno;

	if (!dmah && row->comp_mask == TARGET) {
		dmah_make();
		vct_skip("no handle of a processor is made (%s), one with hints is: the firmware "
			 "of this machine may have no tags for its processors",
			 vct_errno_text(error));
	}
	MUST_MAKE(dmah);
	MUST_POINT_TO(dmah->context, ctx());
}

CHECK(what_is_not_named_is_not_read, PROMISES(DMH_02), .asks = true)
{
	MUST_MAKE(dmah_of((struct ibv_dmah_init_attr){
		.comp_mask = HINTS, .cpu_id = UINT32_MAX, .ph = 1, .tph_mem_type = 200 }));
}

CHECK(is_deallocated, PROMISES(DMH_03), .asks = true)
{
	for (int i = 0; i < 100; i++)
		MUST_SUCCEED(vct_dealloc_dmah(dmah_make()));
}

/* Whether it is refused, the page does not say. */
CHECK(deallocation_of_a_used_one, PROMISES(DMH_03), .asks = true)
{
	struct ibv_mr_init_attr init = { .length = PAGE,
					 .access = ALL,
					 .comp_mask = IBV_REG_MR_MASK_ADDR | IBV_REG_MR_MASK_DMAH,
					 .addr = pages() };
	struct ibv_mr *mr;
	int ret;

	init.dmah = dmah_make();
	mr = vct_reg_mr_ex(pd(), &init);
	SETUP(mr);
	ret = vct_dealloc_dmah(init.dmah);
	if (!ret)
		vct_skip("the device deallocates a handle that a region uses");
	MUST_REFUSE_WITH_ERRNO(ret);
	SETUP(!vct_dereg_mr(mr));
	MUST_SUCCEED(vct_dealloc_dmah(init.dmah));
}

CHECK(region_with_one_works, PROMISES(DMH_04), .needs = NEED_RC, .asks = true)
{
	struct link l = buffer_link();
	struct ibv_mr_init_attr init = { .length = 2 * PAGE,
					 .access = ALL,
					 .comp_mask = IBV_REG_MR_MASK_ADDR | IBV_REG_MR_MASK_DMAH,
					 .addr = pages(),
					 .dmah = dmah_make() };
	struct ibv_mr *mr = vct_reg_mr_ex(pd(), &init);

	MUST_MAKE(mr);
	must_be_accessed(&l, mr, (uintptr_t)pages(), pages(), 2 * PAGE);
}
