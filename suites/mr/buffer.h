/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Buffers that the provider allocates, and domains whose buffers may be dma-bufs. */
#ifndef MR_BUFFER_H
#define MR_BUFFER_H

#include <unistd.h>

#include "../vct.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
};

#define BUFFER (4 * PAGE)

struct buffer {
	struct ibv_pd *pd;
	struct ibv_buf *handle;
	char *memory;
};

static inline struct buffer buffer_of(struct ibv_pd *pd)
{
	struct buffer b = { .pd = pd };

	b.memory = vct_alloc_buf(pd, BUFFER, &b.handle);
	SETUP(b.memory);
	return b;
}

/* A parent domain whose buffers may be of unprotected memory; NULL, and errno, if it is refused. */
static inline struct ibv_pd *unprotected_of(struct ibv_pd *of)
{
	struct ibv_parent_domain_init_attr attr = {
		.pd = of,
		.comp_mask = IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC,
	};

	vct_need_verb("ibv_alloc_buf"); /* of the same release */
	errno = 0;
	return vct_alloc_parent_domain(ctx(), &attr);
}

static inline bool device_bounces(void)
{
	return vct_dev->attr.device_cap_flags_ex & IBV_DEVICE_CC_DMA_BOUNCE;
}

/*
 * Ends the check as SKIP if the device has no such domains. The core of the kernel claims
 * IBV_DEVICE_CC_DMA_BOUNCE; a provider may not know the flag of the domain.
 */
static inline struct ibv_pd *unprotected_domain(void)
{
	struct ibv_pd *domain = unprotected_of(pd());

	if (!domain && (!device_bounces() || errno == EOPNOTSUPP || errno == ENOSYS))
		vct_skip("the device has no parent domain of unprotected memory: it is refused "
			 "with %s",
			 vct_errno_text(errno));
	MUST_MAKE(domain);
	return domain;
}

/* A buffer that is a dma-buf; ends the check as SKIP if the device has none. */
static inline struct buffer file_buffer(void)
{
	struct buffer b = buffer_of(unprotected_domain());
	int fd = vct_export_buf_dmabuf_fd(b.handle);

	if (fd < 0 && errno == ENODATA)
		vct_skip("the buffers of the device are no dma-bufs");
	SETUP(fd >= 0);
	close(fd);
	return b;
}

/* Pages of a dma-buf may come when they are accessed, as in odp.h. */
static inline struct link buffer_link(void)
{
	return rc_link(.no_srq = true, .local = true, .rnr_retry = 7);
}

/* The first and the last bytes of the region. */
static inline void must_be_accessed(struct link *l, const struct ibv_mr *mr, uint64_t at,
				    char *memory, uint64_t length)
{
	uint64_t last = length - 64;

	MUST_ACCESS(l, IBV_WR_RDMA_WRITE, mr->rkey, at, .memory = memory);
	MUST_ACCESS(l, IBV_WR_RDMA_READ, mr->rkey, at + last, .memory = memory + last);
}

#endif
