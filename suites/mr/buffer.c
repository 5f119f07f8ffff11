// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_alloc_buf, ibv_reg_buf_mr, ibv_export_buf_dmabuf_fd and ibv_free_buf. */
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "buffer.h"

static const struct size_row {
	struct vct_row vct_row;
	size_t size;
} sizes[] = {
	{ ROW("100-bytes"), .size = 100 },
	{ ROW("page"), .size = ROW_PAGE },
	{ ROW("page-and-a-byte"), .size = ROW_PAGE + 1 },
	{ ROW("1-mib"), .size = 1 << 20 },
};

CHECK_ROWS(is_memory_of_its_size, sizes, PROMISES(BUF_01), .asks = true)
{
	struct ibv_buf *handle = NULL;
	size_t size = of_row(row->size);
	char *memory = vct_alloc_buf(pd(), size, &handle), *other;

	MUST_MAKE(memory);
	MUST_MAKE(handle);
	memset(memory, 0x5a, size);
	other = vct_alloc_buf(pd(), size, &handle);
	MUST_MAKE(other);
	memset(other, 0xa5, size);
	for (size_t i = 0; i < size; i++)
		if (memory[i] != 0x5a)
			MUST(false, "two buffers do not overlap; byte %zu of one is the other's",
			     i);
	MUST_NE(NAMED("the distance of two buffers", memory - other), 0);
}

CHECK(too_large_is_null, PROMISES(BUF_01), .asks = true)
{
	struct ibv_buf *handle = NULL;

	MUST_MAKE_NONE(vct_alloc_buf(pd(), SIZE_MAX / 2, &handle));
}

static const struct part_row {
	struct vct_row vct_row;
	size_t at, length;
} parts[] = {
	{ ROW("whole"), .length = 4 * ROW_PAGE },
	{ ROW("second-page"), .at = ROW_PAGE, .length = ROW_PAGE },
	{ ROW("within-pages"), .at = ROW_PAGE + 100, .length = 2 * ROW_PAGE },
	{ ROW("end"), .at = 4 * ROW_PAGE - 100, .length = 100 },
};

static void must_register(const struct buffer *b, const struct part_row *row)
{
	struct link l = buffer_link();
	char *at = b->memory + of_row(row->at);
	size_t length = of_row(row->length);
	struct ibv_mr *mr = vct_reg_buf_mr(b->pd, b->handle, at, length, ALL);

	MUST_MAKE(mr);
	must_be_accessed(&l, mr, (uintptr_t)at, at, length);
	pattern(at, 64, 7);
	memset(recv_slot(SLOTS - 1), 0, 64);
	link_post(&l, IBV_WR_RDMA_WRITE, .data = at, .lkey = mr->lkey);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE(recv_slot(SLOTS - 1), at, 64);
}

CHECK_ROWS(is_registered, parts, PROMISES(BUF_02), .needs = NEED_RC, .asks = true)
{
	struct buffer b = buffer_of(pd());

	must_register(&b, row);
}

CHECK_ROWS(of_a_dma_buf_is_registered, parts, PROMISES(BUF_03),
	   .needs = NEED_RC | NEED_PARENT_DOMAIN, .asks = true)
{
	struct buffer b = file_buffer();

	must_register(&b, row);
}

/* One byte before and one behind the second and the third page are not in the region. */
static const struct limit_row {
	struct vct_row vct_row;
	size_t at;
} limits[] = {
	{ ROW("a-byte-before"), .at = ROW_PAGE - 1 },
	{ ROW("a-byte-beyond"), .at = 3 * ROW_PAGE - 63 },
};

CHECK_ROWS(region_has_limits, limits, PROMISES(BUF_02), .needs = NEED_RC | NEED_IB_STATES,
	   .danger = DANGER_REFUSED, .asks = true)
{
	struct buffer b = buffer_of(pd());
	struct link l = buffer_link();
	struct ibv_mr *mr = vct_reg_buf_mr(b.pd, b.handle, b.memory + PAGE, 2 * PAGE, ALL);

	MUST_MAKE(mr);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)b.memory + of_row(row->at),
			.memory = b.memory + of_row(row->at));
}

/* All of it, with a right that each device has. */
static struct ibv_mr *buffer_region(const struct buffer *b)
{
	struct ibv_mr *mr =
		vct_reg_buf_mr(b->pd, b->handle, b->memory, BUFFER, IBV_ACCESS_LOCAL_WRITE);

	MUST_MAKE(mr);
	return mr;
}

CHECK(of_another_domain_is_refused, PROMISES(BUF_04, AFT_01), .asks = true)
{
	struct buffer b = buffer_of(pd());
	struct ibv_pd *other = vct_alloc_pd(ctx());

	SETUP(other);
	JUDGING(BUF_04);
	MUST_MAKE_NONE(vct_reg_buf_mr(other, b.handle, b.memory, PAGE, ALL));
	MUST_EQ(errno, EINVAL);
	JUDGING(AFT_01);
	MUST_GO_ON(.mr = buffer_region(&b));
}

static const struct part_row beyond[] = {
	{ ROW("a-byte-too-long"), .length = 4 * ROW_PAGE + 1 },
	{ ROW("across-the-end"), .at = 3 * ROW_PAGE, .length = 2 * ROW_PAGE },
	{ ROW("behind"), .at = 5 * ROW_PAGE, .length = ROW_PAGE },
	{ ROW("before"), .at = -ROW_PAGE, .length = ROW_PAGE },
};

CHECK_ROWS(beyond_it_is_refused, beyond, PROMISES(BUF_05, AFT_01), .asks = true)
{
	struct buffer b = buffer_of(pd());
	char *at = (char *)((uintptr_t)b.memory + of_row(row->at));

	JUDGING(BUF_05);
	MUST_MAKE_NONE(vct_reg_buf_mr(b.pd, b.handle, at, of_row(row->length), ALL));
	JUDGING(AFT_01);
	MUST_GO_ON(.mr = buffer_region(&b));
}

CHECK(of_memory_has_no_file, PROMISES(BUF_06), .asks = true)
{
	struct buffer b = buffer_of(pd());
	int fd = vct_export_buf_dmabuf_fd(b.handle);

	if (fd >= 0) {
		close(fd);
		vct_skip("the buffers of this domain are dma-bufs");
	}
	MUST_EQ(NAMED("what ibv_export_buf_dmabuf_fd returned", fd), -1);
	MUST_EQ(errno, ENODATA);
}

CHECK(file_is_the_callers, PROMISES(BUF_06), .needs = NEED_PARENT_DOMAIN, .asks = true)
{
	struct buffer b = file_buffer();
	int first = vct_export_buf_dmabuf_fd(b.handle);
	int second = vct_export_buf_dmabuf_fd(b.handle);

	MUST_GE(NAMED("the descriptor that ibv_export_buf_dmabuf_fd returned first", first), 0);
	MUST_GE(NAMED("the descriptor that ibv_export_buf_dmabuf_fd returned next", second), 0);
	MUST_NE(NAMED("the descriptor that ibv_export_buf_dmabuf_fd returned first", first),
		second);
	MUST_EQ(NAMED("what close() returned for the first descriptor", close(first)), 0);
	MUST(fcntl(second, F_GETFD) >= 0, "the other descriptor stays open");
	MUST_EQ(NAMED("what close() returned for the second descriptor", close(second)), 0);
}

CHECK(stays_when_its_file_is_closed, PROMISES(BUF_07), .needs = NEED_RC | NEED_PARENT_DOMAIN,
      .asks = true)
{
	struct buffer b = file_buffer();
	struct link l = buffer_link();
	struct ibv_mr *mr;
	int fd;

	pattern(b.memory, BUFFER, 3);
	fd = vct_export_buf_dmabuf_fd(b.handle);
	SETUP(fd >= 0);
	MUST_BE_PATTERN(NAMED("the memory of the buffer", b.memory), BUFFER, 3);
	SETUP(!close(fd));
	MUST_BE_PATTERN(NAMED("the memory of the buffer", b.memory), BUFFER, 3);
	mr = vct_reg_buf_mr(b.pd, b.handle, b.memory, BUFFER, ALL);
	MUST_MAKE(mr);
	must_be_accessed(&l, mr, (uintptr_t)b.memory, b.memory, BUFFER);
}

/* The bytes of memory that this process has mapped. */
static uint64_t mapped_bytes(void)
{
	unsigned long long n = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	SETUP(f && fscanf(f, "%llu", &n) == 1);
	fclose(f);
	return n * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Together they would be more than the process may have. */
CHECK(free_releases_it, PROMISES(BUF_08), .asks = true)
{
	enum { SIZE = 8 << 20, ROUNDS = 256, ROOM = 64 };
	rlim_t most = mapped_bytes() + (rlim_t)ROOM * SIZE;
	struct rlimit limit = { most, most };
	struct ibv_buf *handle;

	SETUP(vct_alloc_buf(pd(), SIZE, &handle));
	vct_free_buf(handle);
	SETUP(!setrlimit(RLIMIT_AS, &limit));
	for (int i = 0; i < ROUNDS; i++) {
		MUST_MAKE(vct_alloc_buf(pd(), SIZE, &handle));
		vct_free_buf(handle);
	}
}

CHECK(of_unprotected_memory_works, PROMISES(BUF_09, DVX_15), .needs = NEED_RC | NEED_PARENT_DOMAIN,
      .asks = true)
{
	struct ibv_pd *domain;
	struct buffer b;
	struct ibv_mr *mr;
	struct link l;

	if (!device_bounces())
		vct_skip("the device does not claim IBV_DEVICE_CC_DMA_BOUNCE: it is in no "
			 "confidential guest");
	JUDGING(DVX_15);
	domain = unprotected_domain();
	JUDGING(BUF_09);
	b.pd = domain;
	b.memory = vct_alloc_buf(domain, BUFFER, &b.handle);
	MUST_MAKE(b.memory);
	mr = vct_reg_buf_mr(domain, b.handle, b.memory, BUFFER, ALL);
	MUST_MAKE(mr);
	l = buffer_link();
	must_be_accessed(&l, mr, (uintptr_t)b.memory, b.memory, BUFFER);
}
