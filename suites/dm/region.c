// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Regions of device memory: ibv_reg_dm_mr. */
#include "memory.h"

static const struct part_row {
	struct vct_row vct_row;
	uint64_t at;
	size_t length;
} parts[] = {
	{ ROW("whole"), .at = 0, .length = 256 },
	{ ROW("end"), .at = 128, .length = 128 },
	{ ROW("middle"), .at = 64, .length = 64 },
	{ ROW("behind-a-page"), .at = ROW_PAGE + 64, .length = 64 },
};

CHECK_ROWS(is_accessed_by_offset, parts, PROMISES(DM_REG_01, DM_REG_03, DM_REG_07),
	   .needs = NEED_RC | NEED_DM)
{
	struct link l = remote_link();
	bool has_room = of_row(row->at) + row->length <= dm_claimed();
	uint64_t from = has_room ? of_row(row->at) : 64;
	struct ibv_dm *dm = dm_make(from < PAGE ? 256 : from + row->length, 0);
	struct ibv_mr *mr = vct_reg_dm_mr(pd(), dm, from, row->length, DM_ACCESS);

	JUDGING(DM_REG_07);
	MUST_MAKE(mr);
	MUST_POINT_TO(mr->pd, pd());
	MUST_POINT_TO(mr->context, ctx());
	JUDGING(row->at ? DM_REG_03 : DM_REG_01);
	must_hold_bytes(&l, dm, mr, 0, from);
	must_hold_bytes(&l, dm, mr, row->length - DM_BYTES, from + row->length - DM_BYTES);
}

/* The sge of a send has the offset 64, that of the receive 0. */
CHECK(is_used_locally, PROMISES(DM_REG_02), .needs = NEED_RC | NEED_DM)
{
	struct link l = remote_link();
	struct ibv_dm *from = dm_make(128, 0), *to = dm_make(64, 0);
	struct ibv_mr *from_mr = dm_region(from, 0, 128), *to_mr = dm_region(to, 0, 64);
	struct ibv_sge sge = { 64, DM_BYTES, from_mr->lkey }, into = { 0, 64, to_mr->lkey };
	struct ibv_recv_wr wr = { .sg_list = &into, .num_sge = 1 }, *bad;
	char bytes[DM_BYTES], seen[DM_BYTES];

	pattern(bytes, DM_BYTES, 1);
	SETUP(!vct_memcpy_to_dm(from, 64, bytes, DM_BYTES));
	MUST_SUCCEED(vct_post_recv(l.rx, &wr, &bad));
	MUST_EQ(NAMED("the status of the send", dm_request(&l, IBV_WR_SEND, sge, 0, 0)),
		IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
	SETUP(!vct_memcpy_from_dm(seen, to, 0, DM_BYTES));
	MUST_EQUAL_BYTES(NAMED("the device memory", seen), bytes, DM_BYTES);
}

static const struct bad_row {
	struct vct_row vct_row;
	uint64_t at;
	size_t length;
	bool by_address;
} bad_rows[] = {
	{ ROW("not-zero-based", DM_REG_04, DM_REG_07), .length = 64, .by_address = true },
	{ ROW("too-long", DM_REG_05, DM_REG_07), .length = 68 },
	{ ROW("across-the-end", DM_REG_05, DM_REG_07), .at = 32, .length = 64 },
	{ ROW("behind", DM_REG_05, DM_REG_07), .at = 64, .length = 64 },
};

CHECK_ROWS(is_refused, bad_rows, .needs = NEED_DM)
{
	unsigned int access = DM_ACCESS;
	struct ibv_dm *dm = dm_make(64, 0);
	struct ibv_mr *mr;

	if (row->by_address)
		access &= ~(unsigned int)IBV_ACCESS_ZERO_BASED;
	errno = 0;
	mr = vct_reg_dm_mr(pd(), dm, row->at, row->length, access);
	JUDGING(row->by_address ? DM_REG_04 : DM_REG_05);
	MUST_MAKE_NONE(mr);
	JUDGING(DM_REG_07);
	MUST_NE(errno, 0);
}

static const struct forbidden_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
	uint64_t from, at; /* the region is 64 bytes of the memory from there on */
	bool no_right;
} forbidden[] = {
	{ ROW("write"), .opcode = IBV_WR_RDMA_WRITE, .no_right = true },
	{ ROW("read"), .opcode = IBV_WR_RDMA_READ, .no_right = true },
	{ ROW("write-beyond"), .opcode = IBV_WR_RDMA_WRITE, .at = 64 - DM_BYTES + 1 },
	{ ROW("read-beyond"), .opcode = IBV_WR_RDMA_READ, .at = 64 },
	{ ROW("write-beyond-a-part"), .opcode = IBV_WR_RDMA_WRITE, .from = 32,
	  .at = 64 - DM_BYTES + 1 },
};

CHECK_ROWS(permits_nothing_else, forbidden, PROMISES(DM_REG_06),
	   .needs = NEED_RC | NEED_DM | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	unsigned int access = DM_ACCESS;
	struct link l = remote_link();
	struct ibv_dm *dm = dm_make(128, 0);
	char bytes[128] = { 0 }, seen[128];
	struct ibv_mr *mr;

	if (row->no_right)
		access &= ~(unsigned int)access_of(row->opcode);
	mr = vct_reg_dm_mr(pd(), dm, row->from, 64, access);
	SETUP(mr && !vct_memcpy_to_dm(dm, 0, bytes, sizeof(bytes)));
	memset(send_slot(0), 0x61, DM_BYTES);
	MUST_NE(NAMED("the status of the request",
		      dm_request(&l, row->opcode, slot_sge(send_slot(0), DM_BYTES), row->at,
				 mr->rkey)),
		IBV_WC_SUCCESS);
	SETUP(!vct_memcpy_from_dm(seen, dm, 0, sizeof(seen)));
	MUST_EQUAL_BYTES(NAMED("the device memory", seen), bytes, sizeof(bytes));
}

CHECK(takes_atomics, PROMISES(DM_REG_08), .needs = NEED_RC | NEED_DM | NEED_ATOMIC)
{
	struct link l = remote_link();
	struct ibv_dm *dm = dm_make(64, 3);
	struct ibv_mr *mr = vct_reg_dm_mr(pd(), dm, 0, 64, DM_ACCESS | IBV_ACCESS_REMOTE_ATOMIC);
	uint64_t number = 41;

	SETUP(mr && !vct_memcpy_to_dm(dm, 8, &number, sizeof(number)));
	MUST_EQ(NAMED("the status of the request",
		      dm_request(&l, IBV_WR_ATOMIC_FETCH_AND_ADD, slot_sge(send_slot(0), 8), 8,
				 mr->rkey)),
		IBV_WC_SUCCESS);
	memcpy(&number, send_slot(0), sizeof(number));
	MUST_EQ(NAMED("the value that the atomic brought", number), 41);
	SETUP(!vct_memcpy_from_dm(&number, dm, 8, sizeof(number)));
	MUST_EQ(NAMED("the value in the device memory", number), 42);
}
