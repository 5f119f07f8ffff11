// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Dma-bufs of device memory: ibv_dm_export_dmabuf_fd. */
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include "memory.h"

enum { ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ };

/* A page: a dma-buf has whole pages. */
static struct ibv_dm *page_make(void)
{
	if (dm_claimed() < PAGE)
		vct_skip("the device claims less than a page in max_dm_size");
	return dm_make(PAGE, 0);
}

/* Its descriptor; ends the check if no provider exports one. */
static int exported(struct ibv_dm *dm)
{
	int fd = vct_dm_export_dmabuf_fd(dm);

	if (fd < 0)
		vct_skip_unsupported("ibv_dm_export_dmabuf_fd", errno);
	return fd;
}

CHECK(gives_a_file, PROMISES(DMX_01), .needs = NEED_DM, .asks = true)
{
	struct ibv_dm *dm = page_make();
	int fd = exported(dm), another;

	MUST_GE(NAMED("the descriptor of the dma-buf", fd), 0);
	MUST(fcntl(fd, F_GETFD) >= 0, "what is returned is an open descriptor; %d is none", fd);
	another = exported(dm);
	MUST_GE(NAMED("the descriptor of the second call", another), 0);
	MUST_NE(NAMED("the descriptor of the second call", another), fd);
	close(fd);
	close(another);
}

/* The bytes differ at each offset. */
CHECK(is_the_device_memory, PROMISES(DMX_02), .needs = NEED_DM | NEED_RC, .asks = true)
{
	struct link l = rc_link(.no_srq = true, .local = true, .rnr_retry = 7);
	struct ibv_dm *dm = page_make();
	struct ibv_mr *of_memory = dm_region(dm, 0, PAGE), *of_file;
	int fd = exported(dm);

	SETUP(fd >= 0);
	errno = 0;
	of_file = vct_reg_dmabuf_mr(pd(), 0, PAGE, 0, fd, ALL);
	if (!of_file)
		vct_skip_unsupported("a region of this dma-buf", errno);
	MUST_MAKE(of_file);
	for (uint64_t at = 0; at <= PAGE - DM_BYTES; at += PAGE - DM_BYTES) {
		must_hold_bytes(&l, dm, of_file, at, at);
		pattern(send_slot(1), DM_BYTES, 77 + at);
		SETUP(dm_request(&l, IBV_WR_RDMA_WRITE, slot_sge(send_slot(1), DM_BYTES), at,
				 of_memory->rkey) == IBV_WC_SUCCESS);
		memset(send_slot(2), 0, DM_BYTES);
		MUST_EQ(NAMED("the status of the read from the region of the dma-buf",
			      dm_request(&l, IBV_WR_RDMA_READ, slot_sge(send_slot(2), DM_BYTES), at,
					 of_file->rkey)),
			IBV_WC_SUCCESS);
		MUST_BE_PATTERN(send_slot(2), DM_BYTES, 77 + at);
	}
	close(fd);
}

/* The descriptors that this process has open, and that of the folder. */
static int open_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int n = 0;

	SETUP(folder);
	/* cppcheck-suppress readdirCalled ; no other thread has this stream */
	while (readdir(folder))
		n++;
	closedir(folder);
	return n;
}

/* Together they would be more than there is. */
CHECK(close_releases_it, PROMISES(DMX_03), .needs = NEED_DM, .asks = true)
{
	uint64_t rounds = 2 * (dm_claimed() / PAGE) + 4;
	struct ibv_dm *first = page_make();
	int before;

	close(exported(first));
	SETUP(!vct_free_dm(first)); /* there may be no room for two */
	before = open_descriptors();
	for (uint64_t i = 0; i < rounds && i < 200; i++) {
		struct ibv_dm *dm = page_make();
		int fd = exported(dm);

		MUST_GE(NAMED("the descriptor of the dma-buf", fd), 0);
		SETUP(!close(fd));
		MUST_SUCCEED(vct_free_dm(dm));
	}
	MUST_EQ(NAMED("the number of open descriptors", open_descriptors()), before);
}
