// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Device memory: allocated, copied to and from, and freed. */
#include "memory.h"

static const struct size_row {
	struct vct_row vct_row;
	size_t length;
	uint32_t log_align;
} sizes[] = {
	{ ROW("64-bytes-aligned"), .length = 64, .log_align = 6 },
	{ ROW("100-bytes-aligned-to-8"), .length = 100, .log_align = 3 },
	{ ROW("4096-bytes"), .length = 4096 },
};

CHECK_ROWS(a_claimed_buffer_is_allocated, sizes, PROMISES(DM_ALC_01, DM_ALC_02), .needs = NEED_DM)
{
	struct ibv_alloc_dm_attr attr = { .length = row->length, .log_align_req = row->log_align };
	struct ibv_dm *dm;

	if (attr.length > dm_claimed())
		attr.length = dm_claimed();
	dm = vct_alloc_dm(ctx(), &attr);
	JUDGING(DM_ALC_01);
	MUST_MAKE(dm);
	JUDGING(DM_ALC_02);
	MUST_POINT_TO(dm->context, ctx());
}

/* Or as many bytes as nobody else has; those of one copy are a multiple of 4. */
CHECK(all_that_is_claimed_holds_bytes, PROMISES(DM_ALC_06), .needs = NEED_DM)
{
	enum { PIECE = 4096 };
	struct ibv_alloc_dm_attr attr = { .length = dm_claimed() };
	char bytes[PIECE], seen[PIECE];
	struct ibv_dm *dm;

	while (!(dm = vct_alloc_dm(ctx(), &attr)) && attr.length > 64)
		attr.length /= 2;
	SETUP_OF(BLOCK_DM, dm);
	RECORD("%s that are claimed are allocated",
	       attr.length == dm_claimed() ? "all bytes" : "fewer bytes than those");
	for (size_t at = 0; at < attr.length; at += PIECE) {
		size_t n = attr.length - at < PIECE ? attr.length - at : PIECE;

		MUST_SUCCEED(vct_memcpy_to_dm(dm, at, pattern(bytes, PIECE, at / PIECE), n & ~3UL));
	}
	for (size_t at = 0; at < attr.length; at += PIECE) {
		size_t n = attr.length - at < PIECE ? attr.length - at : PIECE;

		MUST_SUCCEED(vct_memcpy_from_dm(seen, dm, at, n & ~3UL));
		MUST_EQUAL_BYTES(NAMED("the device memory", seen),
				 pattern(bytes, PIECE, at / PIECE), n & ~3UL);
	}
}

static const struct bad_row {
	struct vct_row vct_row;
	size_t more;
	uint32_t comp_mask;
} bad_rows[] = {
	{ .vct_row = { .name = "more-than-claimed",
		       .promises = { DM_ALC_03, DM_ALC_02 },
		       .needs = NEED_DM },
	  .more = 1 },
	{ .vct_row = { .name = "unknown-bit",
		       .promises = { DM_ALC_04, DM_ALC_02 },
		       .needs = NEED_DM },
	  .comp_mask = 1U << 30 },
	{ .vct_row = { .name = "not-claimed",
		       .promises = { DM_ALC_05, DM_ALC_02 },
		       .lacks = NEED_DM } },
};

/* It has what it does not claim. */
static void must_be_a_buffer(struct ibv_dm *dm)
{
	RECORD("the device allocates memory that it does not claim");
	MUST_POINT_TO(dm->context, ctx());
	MUST_SUCCEED(vct_free_dm(dm));
}

CHECK_ROWS(is_refused, bad_rows)
{
	struct ibv_alloc_dm_attr attr = { .length = row->more ? dm_claimed() + 1 : 64,
					  .comp_mask = row->comp_mask };
	struct ibv_dm *dm;

	errno = 0;
	dm = vct_alloc_dm(ctx(), &attr);
	JUDGING(row->more ? DM_ALC_03 : row->comp_mask ? DM_ALC_04 : DM_ALC_05);
	if (dm && !row->more && !row->comp_mask) {
		must_be_a_buffer(dm);
		return;
	}
	MUST_MAKE_NONE(dm);
	JUDGING(DM_ALC_02);
	MUST_NE(errno, 0);
}

CHECK(is_copied_to_and_from, PROMISES(DM_CPY_01, DM_CPY_02), .needs = NEED_DM)
{
	enum { LENGTH = 256, PART = 24 };
	struct ibv_dm *dm = dm_make(LENGTH, 0);
	char expected[LENGTH], seen[LENGTH];

	for (int i = 0; i < LENGTH; i++)
		expected[i] = (char)(i * 7);
	JUDGING(DM_CPY_02);
	MUST_SUCCEED(vct_memcpy_to_dm(dm, 0, expected, LENGTH));
	for (uint64_t at = 8; at < LENGTH - PART; at += 4 * PART) {
		pattern(expected + at, PART, at);
		MUST_SUCCEED(vct_memcpy_to_dm(dm, at, expected + at, PART));
	}
	JUDGING(DM_CPY_01);
	SETUP(!vct_memcpy_from_dm(seen, dm, 0, LENGTH));
	MUST_EQUAL_BYTES(NAMED("the device memory", seen), expected, LENGTH);
	JUDGING(DM_CPY_02);
	MUST_SUCCEED(vct_memcpy_from_dm(seen, dm, LENGTH - PART, PART));
	JUDGING(DM_CPY_01);
	MUST_EQUAL_BYTES(NAMED("the device memory", seen), expected + LENGTH - PART, PART);
}

static const struct beyond_row {
	struct vct_row vct_row;
	uint64_t at;
	size_t length;
} beyond[] = {
	{ ROW("4-bytes-too-long"), .at = 0, .length = 68 },
	{ ROW("behind"), .at = 64, .length = 4 },
	{ ROW("across-the-end"), .at = 60, .length = 8 },
};

/* A device may give more than was asked for, but not the caller's. */
CHECK_ROWS(is_not_copied_beyond, beyond, PROMISES(DM_CPY_03, AFT_01), .needs = NEED_DM,
	   .danger = DANGER_REFUSED)
{
	struct ibv_dm *dm = dm_make(64, 0);
	char bytes[128] = { 0 }, seen[64];

	JUDGING(DM_CPY_03);
	MUST_REFUSE(vct_memcpy_to_dm(dm, row->at, bytes, row->length));
	MUST_REFUSE(vct_memcpy_from_dm(bytes, dm, row->at, row->length));
	JUDGING(AFT_01);
	MUST_SUCCEED(vct_memcpy_to_dm(dm, 0, pattern(bytes, sizeof(seen), 1), sizeof(seen)));
	MUST_SUCCEED(vct_memcpy_from_dm(seen, dm, 0, sizeof(seen)));
	MUST_EQUAL_BYTES(NAMED("the device memory", seen), bytes, sizeof(seen));
}

CHECK(several_do_not_overlap, PROMISES(DM_CPY_04), .needs = NEED_DM)
{
	enum { BUFFERS = 8, LENGTH = 64 };
	struct ibv_dm *dm[BUFFERS];
	char bytes[LENGTH];
	struct ibv_alloc_dm_attr attr = { .length = LENGTH };
	int n = 0;

	/* Others may have some of the memory, and a buffer may take more than it is long. */
	while (n < BUFFERS && (dm[n] = vct_alloc_dm(ctx(), &attr)))
		n++;
	RECORD("%d buffers", n);
	SETUP(n > 1);
	for (int i = 0; i < n; i++) {
		pattern(bytes, LENGTH, (unsigned int)i);
		SETUP(!vct_memcpy_to_dm(dm[i], 0, bytes, LENGTH));
	}
	for (int i = 0; i < n; i++) {
		SETUP(!vct_memcpy_from_dm(bytes, dm[i], 0, LENGTH));
		MUST_BE_PATTERN(NAMED("the buffer of device memory", bytes), LENGTH,
				(unsigned int)i);
	}
}

/* The greatest that the device takes. */
static uint32_t greatest_alignment(struct ibv_alloc_dm_attr attr)
{
	enum { A_PAGE = 12 };

	for (attr.log_align_req = A_PAGE; attr.log_align_req; attr.log_align_req--) {
		struct ibv_dm *dm = vct_alloc_dm(ctx(), &attr);

		if (dm) {
			SETUP(!vct_free_dm(dm));
			break;
		}
	}
	return attr.log_align_req;
}

/* Together they would be more than there is. */
CHECK(room_comes_back, PROMISES(DM_FRE_03, DM_FRE_01), .needs = NEED_DM)
{
	size_t half = dm_claimed() / 2;
	struct ibv_alloc_dm_attr attr = { .length = half > 8192 ? 8192 : half };
	uint64_t rounds = 2 * (dm_claimed() / attr.length) + 4;
	uint32_t greatest = greatest_alignment(attr);

	for (uint64_t i = 0; i < rounds && i < 1000; i++) {
		struct ibv_dm *dm;

		attr.log_align_req = i % 2 ? greatest : 0;
		dm = vct_alloc_dm(ctx(), &attr);
		JUDGING(DM_FRE_03);
		MUST_MAKE(dm);
		JUDGING(DM_FRE_01);
		MUST_SUCCEED(vct_free_dm(dm));
	}
}

/* A write through its region fails, or changes no other buffer. */
CHECK(a_freed_one_leads_to_no_other, PROMISES(DM_FRE_04),
      .needs = NEED_RC | NEED_DM | NEED_IB_STATES, .asks = true, .danger = DANGER_DESTRUCTIVE)
{
	enum { BUFFERS = 8, LENGTH = 64 };
	struct ibv_alloc_dm_attr attr = { .length = LENGTH };
	char zeros[LENGTH] = "", seen[LENGTH];
	struct link l = remote_link();
	struct ibv_dm *freed = dm_make(LENGTH, 0), *dm[BUFFERS];
	struct ibv_mr *mr = dm_region(freed, 0, LENGTH);
	int n = 0;

	slots_mr();
	if (vct_free_dm(freed)) {
		RECORD("the device does not free memory that a region uses");
		vct_held();
		return;
	}
	while (n < BUFFERS && (dm[n] = vct_alloc_dm(ctx(), &attr)))
		SETUP(!vct_memcpy_to_dm(dm[n++], 0, zeros, LENGTH));
	if (!n)
		vct_skip("the device has no room for another buffer");
	memset(send_slot(0), 0x5a, LENGTH);
	RECORD("a write through its region ends with %s",
	       ibv_wc_status_str(dm_request(&l, IBV_WR_RDMA_WRITE, slot_sge(send_slot(0), LENGTH),
					    0, mr->rkey)));
	for (int i = 0; i < n; i++) {
		SETUP(!vct_memcpy_from_dm(seen, dm[i], 0, LENGTH));
		MUST_EQUAL_BYTES(NAMED("the device memory", seen), zeros, LENGTH);
	}
}

/* It may be refused or not. */
CHECK(freeing_one_with_a_region, PROMISES(DM_FRE_01, DM_FRE_02, DM_FRE_03),
      .needs = NEED_RC | NEED_DM, .asks = true)
{
	struct link l = remote_link();
	struct ibv_dm *dm = dm_make(64, 0);
	struct ibv_mr *mr = dm_region(dm, 0, 64);
	char bytes[64], seen[64];

	slots_mr();
	SETUP(!vct_memcpy_to_dm(dm, 0, pattern(bytes, sizeof(bytes), 1), sizeof(bytes)));
	if (!vct_free_dm(dm))
		vct_skip("the device frees memory that a region uses");
	JUDGING(DM_FRE_01);
	MUST_REFUSE_WITH_ERRNO(vct_free_dm(dm));
	JUDGING(DM_FRE_02);
	MUST_SUCCEED(vct_memcpy_from_dm(seen, dm, 0, sizeof(seen)));
	MUST_EQUAL_BYTES(NAMED("the device memory", seen), bytes, sizeof(seen));
	must_hold_bytes(&l, dm, mr, 0, 0);
	SETUP(!vct_dereg_mr(mr));
	JUDGING(DM_FRE_03);
	MUST_SUCCEED(vct_free_dm(dm));
}
