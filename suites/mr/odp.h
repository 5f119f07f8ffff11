/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* On-demand paging regions, their memory, and what happens to it. */
#ifndef MR_ODP_H
#define MR_ODP_H

#include <sys/mman.h>
#include <unistd.h>

#include "../vct.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	ODP = ALL | IBV_ACCESS_ON_DEMAND,
	BYTES = 64, /* of an access */
	AT = 200,   /* of an access, in its page */
};

#define LENGTH    (4 * PAGE)

/*
 * How far below the memory that the kernel places by itself memory is whose pages may be unmapped.
 * Some processors have addresses of 39 bits, of which a process has 38.
 */
#define FAR_BELOW ((uintptr_t)1 << 36)

static inline char *map(char *at)
{
	char *memory = mmap(at, LENGTH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	SETUP(memory != MAP_FAILED);
	return memory;
}

/* LENGTH bytes of which no page was touched. */
static inline char *fresh(void)
{
	return map(NULL);
}

/*
 * Like fresh(), for a check that unmaps pages of it. The kernel places new memory of the process
 * (of the device's provider, of a thread) in the highest hole that is large enough, and these pages
 * would be such a hole; so they are far below all other memory.
 */
static inline char *fresh_and_apart(void)
{
	char *memory = fresh(), *apart = map(memory - FAR_BELOW);

	SETUP(!munmap(memory, LENGTH));
	SETUP(apart < memory - FAR_BELOW / 2);
	return apart;
}

/* Other pages at the same addresses: of a file, or of none. */
static inline void replace(char *memory, int fd)
{
	int flags = MAP_FIXED | (fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED);
	char *other = mmap(memory, LENGTH, PROT_READ | PROT_WRITE, flags, fd, 0);

	SETUP(other == memory);
}

static inline struct ibv_mr *paged(char *memory, int access)
{
	struct ibv_mr *mr = vct_reg_mr(pd(), memory, LENGTH, access);

	SETUP(mr);
	return mr;
}

static inline struct ibv_mr *implicit(int access)
{
	struct ibv_mr *mr = vct_reg_mr(pd(), NULL, SIZE_MAX, access);

	SETUP(mr);
	return mr;
}

/*
 * A link on which the check uses regions of its own process on both sides. While a page comes, a
 * receiver has no answer but that it is not ready: the sender tries again without an end.
 */
static inline struct link near_link(void)
{
	return rc_link(.no_srq = true, .local = true, .rnr_retry = 7);
}

/* A request of BYTES bytes between `own` and `remote`; its status. */
static inline enum ibv_wc_status request(struct link *l, enum ibv_wr_opcode opcode,
					 struct ibv_sge own, const void *remote, uint32_t rkey)
{
	struct ibv_send_wr wr = { .wr_id = l->sent++,
				  .sg_list = &own,
				  .num_sge = 1,
				  .opcode = opcode,
				  .send_flags = IBV_SEND_SIGNALED,
				  .wr.rdma = { (uintptr_t)remote, rkey } },
			   *bad;

	SETUP(!vct_post_send(l->tx, &wr, &bad));
	return cq_wait(l->tx_cq).status;
}

/* How other pages come to the addresses of a region. */
enum change { DROPPED, MAPPED_ANEW, OF_A_FILE, FORKED };
enum { NEW = 9 };

/* The child keeps the pages until the check ends: the parent gets others when it writes. */
static inline void share_with_a_child(void)
{
	int ends[2];
	char none;

	SETUP(!pipe(ends));
	switch (fork()) {
	case 0:
		close(ends[1]);
		_exit(read(ends[0], &none, 1) < 0 ? 1 : 0);
	case -1:
		SETUP(!"fork");
	}
	close(ends[0]);
}

/* LENGTH bytes of the pattern, which no page of this process has. */
static inline void fill_file(int fd, uint64_t number)
{
	char bytes[LENGTH];

	SETUP(write(fd, pattern(bytes, LENGTH, number), LENGTH) == (ssize_t)LENGTH);
}

/* The new pages are of 0, or of the pattern NEW. */
static inline bool has_zeros(enum change how)
{
	return how == DROPPED || how == MAPPED_ANEW;
}

static inline void change(char *memory, enum change how)
{
	int fd;

	switch (how) {
	case DROPPED:
		SETUP(!madvise(memory, LENGTH, MADV_DONTNEED));
		return;
	case MAPPED_ANEW:
		replace(memory, -1);
		return;
	case OF_A_FILE:
		fd = memfd_create("pages", MFD_CLOEXEC);
		SETUP(fd >= 0);
		fill_file(fd, NEW);
		replace(memory, fd);
		close(fd);
		return;
	case FORKED:
		share_with_a_child();
	}
}

struct change_row {
	struct vct_row vct_row;
	enum change how;
};
#define CHANGES                                                                                    \
	{                                                                                          \
		{ ROW("dropped"), .how = DROPPED }, { ROW("mapped-anew"), .how = MAPPED_ANEW },    \
			{ ROW("of-a-file"), .how = OF_A_FILE }, { ROW("forked"), .how = FORKED },  \
	}

/*
 * MUST_FOLLOW(&l, mr, memory, how): the device accesses the memory; other pages come to its
 * addresses; the device reads and writes these, before the process does.
 */
#define MUST_FOLLOW(link_, mr_, memory_, how_)                                                     \
	must_follow(link_, mr_, memory_, how_, VCT_HERE("the region follows the memory"))
static inline void must_follow(struct link *l, const struct ibv_mr *mr, char *memory,
			       enum change how, const struct vct_place *place)
{
	char new[LENGTH], *from = send_slot(0), *to = send_slot(1);

	for (size_t page = 0; page < LENGTH / PAGE; page++)
		must_access(l,
			    &(struct remote){ .opcode = IBV_WR_RDMA_WRITE,
					      .rkey = mr->rkey,
					      .at = (uintptr_t)memory + page * PAGE },
			    place);
	memset(new, 0, LENGTH);
	change(memory, how);
	if (how == FORKED)
		pattern(memory, LENGTH, NEW);
	if (!has_zeros(how))
		pattern(new, LENGTH, NEW);
	memset(to, 0x62, BYTES);
	MUST_EQ(NAMED("the status of the read",
		      request(l, IBV_WR_RDMA_READ, slot_sge(to, BYTES), memory + AT, mr->rkey)),
		IBV_WC_SUCCESS);
	must_arrive(to, new + AT, BYTES, place);
	pattern(from, BYTES, 2);
	MUST_EQ(NAMED("the status of the write",
		      request(l, IBV_WR_RDMA_WRITE, slot_sge(from, BYTES), memory + PAGE + AT,
			      mr->rkey)),
		IBV_WC_SUCCESS);
	must_arrive(memory + PAGE + AT, from, BYTES, place);
}

#endif
