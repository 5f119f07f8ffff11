// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_reg_mr: which accesses a region permits. */
#include "../vct.h"

#define LENGTH (2 * PAGE)

static int local_for(int remote)
{
	return remote & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)
		       ? IBV_ACCESS_LOCAL_WRITE
		       : 0;
}

CHECK_ROWS(permits_what_its_flags_name, remotes, PROMISES(MR_REG_03), .needs = NEED_RC)
{
	struct link l = remote_link();
	int access = access_of(row->opcode);
	struct ibv_mr *mr = region_make(0, LENGTH, access | local_for(access));

	for (unsigned int at = 0; at < LENGTH; at += PAGE / 2)
		MUST_ACCESS(&l, row->opcode, mr->rkey, (uintptr_t)pages() + at);
}

/* The bytes are in two pages, and the region begins in the middle of one. */
CHECK(permits_access_across_pages, PROMISES(MR_REG_03), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(PAGE / 2 + 1, LENGTH,
					IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
						IBV_ACCESS_REMOTE_READ);

	for (unsigned int page = 1; page < 3; page++) {
		uint64_t at = (uintptr_t)pages() + page * PAGE - 500;

		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, at, .length = SLOT_SIZE);
		MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, at, .length = SLOT_SIZE);
	}
}

/* All other remote accesses are permitted. */
CHECK_ROWS(permits_nothing_else, remotes, PROMISES(MR_REG_04), .needs = NEED_RC | NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	int others = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(0, LENGTH, others & ~access_of(row->opcode));

	MUST_NOT_ACCESS(&l, row->opcode, mr->rkey, (uintptr_t)pages() + 64);
}

static const struct local_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
} read_locally[] = {
	{ ROW("send"), .opcode = IBV_WR_SEND },
	{ ROW("write"), .opcode = IBV_WR_RDMA_WRITE },
};

CHECK_ROWS(local_reads_need_no_flag, read_locally, PROMISES(MR_REG_01), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 2, .posted = 1);
	struct ibv_mr *mr = region_make(0, PAGE, 0);
	char *to = row->opcode == IBV_WR_SEND ? recv_slot(0) : recv_slot(SLOTS - 1);

	pattern(pages(), 64, 1);
	memset(to, 0, 64);
	link_post(&l, row->opcode, .data = pages(), .lkey = mr->lkey);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	if (row->opcode == IBV_WR_SEND)
		MUST_EQ(MUST_COMPLETE(l.rx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE(to, pages(), 64);
}

/* The buffer of the WR is in a region that allows remote reads alone. */
static const struct local_row written_locally[] = {
	{ ROW("receive"), .opcode = IBV_WR_SEND },
	{ ROW("read"), .opcode = IBV_WR_RDMA_READ },
};

/* The receive WR may be refused when it is posted, or completes with an error. */
static void must_not_receive_in(struct link *l, const struct ibv_mr *mr)
{
	struct ibv_sge sge = { (uintptr_t)pages(), 64, mr->lkey };
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;
	int ret = vct_post_recv(l->rx, &wr, &bad);

	if (ret) {
		RECORD("the receive WR is refused with %s", vct_errno_text(ret));
		MUST_NE(ret, 0);
		return;
	}
	link_post(l, IBV_WR_SEND);
	MUST_NE(MUST_COMPLETE(l->rx_cq).status, IBV_WC_SUCCESS);
}

CHECK_ROWS(local_writes_need_their_flag, written_locally, PROMISES(MR_REG_02),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(0, PAGE, IBV_ACCESS_REMOTE_READ);

	pattern(pages(), 64, 1);
	if (row->opcode == IBV_WR_SEND)
		must_not_receive_in(&l, mr);
	else
		MUST_NOT_USE(&l, row->opcode, pages(), mr->lkey);
	MUST_BE_PATTERN(pages(), 64, 1);
}

static const struct flags_row {
	struct vct_row vct_row;
	int access;
} without_local_write[] = {
	{ ROW("write"), .access = IBV_ACCESS_REMOTE_WRITE },
	{ ROW("write-and-read"), .access = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ },
	{ .vct_row = { .name = "atomic", .needs = NEED_ATOMIC },
	  .access = IBV_ACCESS_REMOTE_ATOMIC },
};

CHECK_ROWS(remote_writes_need_local_writes, without_local_write, PROMISES(MR_REG_05, AFT_01))
{
	errno = 0;
	MUST_MAKE_NONE(vct_reg_mr(pd(), pages(), PAGE, row->access));
	MUST_NE(errno, 0);
	JUDGING(AFT_01);
	MUST_GO_ON(.mr = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE));
}

CHECK(shows_what_was_registered, PROMISES(MR_REG_12))
{
	for (unsigned int n = 1; n < 5; n++) {
		struct ibv_mr *mr = region_make(n * 100, n * 1000, IBV_ACCESS_LOCAL_WRITE);

		MUST_POINT_TO(mr->addr, pages() + n * 100);
		MUST_EQ(mr->length, n * 1000);
		MUST_POINT_TO(mr->pd, pd());
		MUST_POINT_TO(mr->context, ctx());
	}
}
