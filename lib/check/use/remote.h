/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Remote accesses to memory regions and windows: writes, reads and atomics from the sender of an RC
 * or UC link to memory of its receiver, and whether they were carried out.
 */
#ifndef VCT_REMOTE_H
#define VCT_REMOTE_H

#include <unistd.h>

#include "link.h"

/* The size of a page of this kernel: 4096, 16384 or 65536. */
#define PAGE ((size_t)getpagesize())
enum { LARGEST_PAGE = 65536, PAGES = 4 };
/*
 * A page in the rows of a table, which are constants: of_row() of n * ROW_PAGE + rest is n * PAGE +
 * rest. The rest, which may be negative, is less than the half of ROW_PAGE.
 */
#define ROW_PAGE INT64_C(0x1000000)
uint64_t of_row(uint64_t in_row);
/* PAGES pages of memory, in no region yet. */
char *pages(void);
/* A region of `length` bytes from pages() + offset; BROKEN if it is refused. */
struct ibv_mr *region_make(unsigned int offset, size_t length, int access);

struct remote {
	enum ibv_wr_opcode opcode;
	uint32_t rkey;
	uint64_t at;     /* the remote address */
	char *memory;    /* the bytes that are there; NULL: those of this address */
	uint32_t length; /* 0: 64; 8 for atomics */
};
/* MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, address): it is carried out. */
#define MUST_ACCESS(link_, opcode_, rkey_, at_, ...)                                               \
	must_access(link_,                                                                         \
		    &(struct remote){                                                              \
			    .opcode = (opcode_), .rkey = (rkey_), .at = (at_), ##__VA_ARGS__ },    \
		    VCT_HERE("the remote access is carried out"))
void must_access(struct link *l, const struct remote *r, const struct vct_place *place);
/* It fails, and the memory is as before. An RC link can then no longer be used. */
#define MUST_NOT_ACCESS(link_, opcode_, rkey_, at_, ...)                                           \
	must_not_access(                                                                           \
		link_,                                                                             \
		&(struct remote){                                                                  \
			.opcode = (opcode_), .rkey = (rkey_), .at = (at_), ##__VA_ARGS__ },        \
		VCT_HERE("the remote access fails"))
void must_not_access(struct link *l, const struct remote *r, const struct vct_place *place);

/* MUST_ARRIVE(to, from, n): n bytes arrive, maybe some time after the completion of their write. */
#define MUST_ARRIVE(to_, from_, n_)                                                                \
	must_arrive(to_, from_, n_, VCT_HERE("the bytes of the message arrive"))
void must_arrive(const void *to, const void *from, size_t n, const struct vct_place *place);
/*
 * MUST_NOT_USE(&l, IBV_WR_RDMA_WRITE, data, lkey): a request of 64 bytes with this local buffer is
 * refused when it is posted, or completes with an error.
 */
#define MUST_NOT_USE(link_, opcode_, data_, lkey_)                                                 \
	must_not_use(link_, opcode_, data_, lkey_, VCT_HERE("the local buffer is not used"))
void must_not_use(struct link *l, enum ibv_wr_opcode opcode, const void *data, uint32_t lkey,
		  const struct vct_place *place);

/* The access that an opcode needs: IBV_ACCESS_REMOTE_WRITE, _READ or _ATOMIC. */
int access_of(enum ibv_wr_opcode opcode);
/* A link whose receiver permits atomics, too, and has no receive WR. */
struct link remote_link(void);

/* The opcodes, a row each. */
struct remote_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
};
extern const struct remote_row remotes[4];

#endif
