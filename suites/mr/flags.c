// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_reg_mr: which flags and which memory it takes, and what it refuses. */
#include <sys/mman.h>
#include <unistd.h>

#include "../vct.h"

enum { ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ };

/* The flags of the page that every device has, and those that this one claims. */
static int flags_it_claims(void)
{
	int flags = ALL, windows = IBV_DEVICE_MEM_WINDOW | IBV_DEVICE_MEM_WINDOW_TYPE_2A |
				   IBV_DEVICE_MEM_WINDOW_TYPE_2B;
	struct ibv_device_attr attr;

	SETUP(!vct_query_device(ctx(), &attr));
	if (attr.atomic_cap != IBV_ATOMIC_NONE)
		flags |= IBV_ACCESS_REMOTE_ATOMIC;
	if (attr.device_cap_flags & (unsigned int)windows)
		flags |= IBV_ACCESS_MW_BIND;
	return flags;
}

static bool is_taken(int access)
{
	struct ibv_mr *mr = vct_reg_mr(pd(), pages(), PAGE, access);

	if (mr)
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	return mr;
}

/* Where nothing has remote access to a region, only those that are taken alone. */
static int flags_of_the_device(void)
{
	int flags = flags_it_claims();

	for (int flag = 1; flag <= flags; flag <<= 1)
		if (flags & flag && flag != IBV_ACCESS_LOCAL_WRITE && !remote_access(flag) &&
		    !is_taken(IBV_ACCESS_LOCAL_WRITE | flag)) {
			RECORD("access 0x%x is refused alone with %s", (unsigned int)flag,
			       vct_errno_text(errno));
			flags &= ~flag;
		}
	return flags;
}

CHECK(every_combination_is_taken, PROMISES(MR_REG_13))
{
	int known = flags_of_the_device();

	for (int access = 0; access <= known; access++) {
		int writes = access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
		struct ibv_mr *mr;

		if (access & ~known || (writes && !(access & IBV_ACCESS_LOCAL_WRITE)))
			continue;
		mr = vct_reg_mr(pd(), pages(), PAGE, access);
		MUST_MAKE(mr);
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	}
}

static const struct flag_row {
	struct vct_row vct_row;
	int access;
} unknown[] = {
	{ ROW("15"), .access = 1 << 15 },
	{ ROW("19"), .access = 1 << 19 },
	{ ROW("30"), .access = 1 << 30 },
};

CHECK_ROWS(an_unknown_flag_is_refused, unknown, PROMISES(MR_REG_14, MR_REG_17, AFT_01))
{
	struct ibv_mr *mr;

	errno = 0;
	mr = vct_reg_mr(pd(), pages(), PAGE, IBV_ACCESS_LOCAL_WRITE | row->access);
	JUDGING(MR_REG_14);
	MUST_MAKE_NONE(mr);
	JUDGING(MR_REG_17);
	MUST_NE(errno, 0);
	JUDGING(AFT_01);
	MUST_GO_ON(.mr = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE));
}

static const struct flag_row optional[] = {
	{ ROW("relaxed-ordering"), .access = IBV_ACCESS_RELAXED_ORDERING },
	{ ROW("of-the-future"), .access = 1 << 29 },
};

CHECK_ROWS(an_optional_flag_is_taken, optional, PROMISES(MR_REG_15), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct ibv_mr *mr = vct_reg_mr(pd(), pages(), 2 * PAGE, ALL | row->access);

	MUST_MAKE(mr);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)pages() + PAGE);
}

/* The receiver's completion of a send after writes: all of them are visible, without any wait. */
CHECK(a_completion_makes_relaxed_writes_visible, PROMISES(MR_REG_16), .needs = NEED_SRQ | NEED_RC)
{
	enum { WRITES = 12, ROUNDS = 16 }; /* a SRQ may have no more WRs */
	struct link l = rc_link(.srq_wr = ROUNDS, .posted = ROUNDS);
	struct ibv_mr *mr = region_make(0, PAGES * PAGE, ALL | IBV_ACCESS_RELAXED_ORDERING);

	for (int round = 0; round < ROUNDS; round++) {
		for (unsigned int i = 0; i < WRITES; i++) {
			pattern(send_slot(i), SLOT_SIZE, (unsigned int)round * WRITES + i);
			link_post(&l, IBV_WR_RDMA_WRITE, .data = send_slot(i), .length = SLOT_SIZE,
				  .to = pages() + i * SLOT_SIZE, .rkey = mr->rkey);
			cq_wait(l.tx_cq);
		}
		link_message(&l, IBV_WR_SEND, .data = send_slot(15));
		for (unsigned int i = 0; i < WRITES; i++)
			MUST_BE_PATTERN(pages() + i * SLOT_SIZE, SLOT_SIZE,
					(unsigned int)round * WRITES + i);
	}
}

/* The buffers are of the region; each message is another one. */
CHECK(relaxed_messages_match_buffers_in_order, PROMISES(MR_REG_23), .needs = NEED_SRQ | NEED_RC)
{
	enum { BUFFERS = 12, ROUNDS = 4 };
	struct link l = rc_link(.srq_wr = BUFFERS);
	struct ibv_mr *mr = region_make(0, PAGES * PAGE, ALL | IBV_ACCESS_RELAXED_ORDERING);

	for (int i = 0; i < ROUNDS * BUFFERS; i++) {
		char *at = pages() + i % BUFFERS * SLOT_SIZE;
		struct ibv_sge sge = { (uintptr_t)at, SLOT_SIZE, mr->lkey };
		struct ibv_recv_wr wr = { .wr_id = (uint64_t)i, .sg_list = &sge, .num_sge = 1 };
		struct ibv_recv_wr *bad;

		SETUP(!vct_post_srq_recv(l.srq, &wr, &bad));
		if (i % BUFFERS < BUFFERS - 1)
			continue;
		for (int n = i + 1 - BUFFERS; n <= i; n++) {
			pattern(send_slot((uint64_t)n), SLOT_SIZE, (uint64_t)n);
			link_post(&l, IBV_WR_SEND, .data = send_slot((uint64_t)n),
				  .length = SLOT_SIZE);
		}
		for (int n = i + 1 - BUFFERS; n <= i; n++) {
			MUST_EQ(MUST_COMPLETE(l.rx_cq).wr_id, n);
			MUST_BE_PATTERN(pages() + n % BUFFERS * SLOT_SIZE, SLOT_SIZE, (uint64_t)n);
			cq_wait(l.tx_cq);
		}
	}
}

/* An atomic right behind the write of its operand; nothing waits between them. */
CHECK(relaxed_writes_do_not_bypass_atomics, PROMISES(MR_REG_24), .needs = NEED_RC | NEED_ATOMIC)
{
	enum { ROUNDS = 16 };
	struct link l = rc_link(.no_srq = true, .grants = IBV_ACCESS_REMOTE_ATOMIC);
	struct ibv_mr *mr = region_make(
		0, PAGES * PAGE, ALL | IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_RELAXED_ORDERING);
	volatile uint64_t *target = (uint64_t *)(void *)pages();
	volatile uint64_t *brought = (uint64_t *)(void *)(pages() + PAGE);

	for (unsigned int i = 0; i < ROUNDS; i++) {
		uint64_t value = 1000 + i;

		memcpy(send_slot(i), &value, sizeof(value));
		link_post(&l, IBV_WR_RDMA_WRITE, .data = send_slot(i), .length = sizeof(value),
			  .to = pages(), .rkey = mr->rkey);
		link_post(&l, IBV_WR_ATOMIC_FETCH_AND_ADD, .data = pages() + PAGE, .lkey = mr->lkey,
			  .length = sizeof(value), .to = pages(), .rkey = mr->rkey,
			  .compare_add = 1);
		for (int n = 0; n < 2; n++)
			MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		MUST_EQ(NAMED("the value that the atomic brought", *brought), value);
		MUST_EQ(NAMED("the value in the remote memory", *target), value + 1);
	}
}

CHECK(beyond_the_last_address, PROMISES(MR_REG_18, MR_REG_17, AFT_01))
{
	struct ibv_mr *mr;

	errno = 0;
	mr = vct_reg_mr(pd(), pages(), SIZE_MAX - PAGE, IBV_ACCESS_LOCAL_WRITE);
	JUDGING(MR_REG_18);
	MUST_MAKE_NONE(mr);
	JUDGING(MR_REG_17);
	MUST_NE(errno, 0);
	JUDGING(AFT_01);
	MUST_GO_ON(.mr = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE));
}

CHECK(no_bytes, PROMISES(MR_REG_19), .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_mr *mr = vct_reg_mr(pd(), pages(), 0, ALL);

	RECORD("a region of 0 bytes is %s", mr ? "made" : "refused");
	if (mr)
		MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
	else
		vct_held();
}

enum memory { ANONYMOUS, SHARED, OF_A_FILE, STACK };

static const struct memory_row {
	struct vct_row vct_row;
	enum memory memory;
} memories[] = {
	{ ROW("shared"), .memory = SHARED },
	{ ROW("of-a-file"), .memory = OF_A_FILE },
	{ ROW("on-the-stack"), .memory = STACK },
};

/* Nothing of it was touched before. */
static char *map(enum memory memory, int protection)
{
	int fd = memory == OF_A_FILE ? memfd_create("memory", MFD_CLOEXEC) : -1;
	int flags = memory == ANONYMOUS ? MAP_PRIVATE | MAP_ANONYMOUS
		    : memory == SHARED  ? MAP_SHARED | MAP_ANONYMOUS
					: MAP_SHARED;
	char *at;

	SETUP(memory != OF_A_FILE || (fd >= 0 && !ftruncate(fd, 2 * PAGE)));
	at = mmap(NULL, 2 * PAGE, protection, flags, fd, 0);
	SETUP(at != MAP_FAILED);
	return at;
}

CHECK_ROWS(takes_any_memory, memories, PROMISES(MR_REG_21), .needs = NEED_RC)
{
	char stack[2 * PAGE], *at;
	struct link l = remote_link();
	struct ibv_mr *mr;

	at = row->memory == STACK ? stack : map(row->memory, PROT_READ | PROT_WRITE);
	mr = vct_reg_mr(pd(), at, 2 * PAGE, ALL);
	MUST_MAKE(mr);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)at + PAGE - 32);
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)at + 2 * PAGE - 64);
	SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
}

static const struct protection_row {
	struct vct_row vct_row;
	int protection, access;
} protections[] = {
	{ ROW("no-access"), .protection = PROT_NONE },
	{ ROW("read-only-to-be-written"), .protection = PROT_READ, .access = ALL },
	{ ROW("read-only-to-be-read"), .protection = PROT_READ, .access = IBV_ACCESS_REMOTE_READ },
};

CHECK_ROWS(memory_out_of_reach, protections, PROMISES(MR_REG_20, MR_REG_17))
{
	char *at = map(ANONYMOUS, row->protection);
	struct ibv_mr *mr;

	errno = 0;
	mr = vct_reg_mr(pd(), at, 2 * PAGE, row->access);
	if (mr)
		RECORD("it is registered");
	else
		RECORD("it is refused with %s", vct_errno_text(errno));
	JUDGING(MR_REG_20);
	vct_held();
	JUDGING(MR_REG_17);
	MUST(mr || errno, "the region is made, or refused with errno; errno was not set");
}

static const struct file_row {
	struct vct_row vct_row;
	bool none;
} files[] = {
	{ ROW("no-file"), .none = true },
	{ ROW("a-file") },
};

CHECK_ROWS(no_dma_buf_is_refused, files, PROMISES(MR_DMB_01, MR_DMB_02, AFT_01))
{
	int fd = row->none ? -1 : memfd_create("no dma-buf", MFD_CLOEXEC);
	struct ibv_mr *mr;

	SETUP(row->none || (fd >= 0 && !ftruncate(fd, PAGE)));
	errno = 0;
	mr = vct_reg_dmabuf_mr(pd(), 0, PAGE, 0, fd, IBV_ACCESS_LOCAL_WRITE);
	JUDGING(MR_DMB_01);
	MUST_MAKE_NONE(mr);
	JUDGING(MR_DMB_02);
	MUST_NE(errno, 0);
	JUDGING(AFT_01);
	MUST_GO_ON();
}
