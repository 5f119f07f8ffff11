/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Device memory, and accesses to its regions. */
#ifndef DM_MEMORY_H
#define DM_MEMORY_H

#include "../vct.h"

enum {
	DM_ACCESS = IBV_ACCESS_ZERO_BASED | IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
		    IBV_ACCESS_REMOTE_READ,
	DM_BYTES = 32, /* of an access */
};

static inline uint64_t dm_claimed(void)
{
	return vct_dev->attr.max_dm_size;
}

/* A buffer; BROKEN if it is refused. */
static inline struct ibv_dm *dm_make(size_t length, uint32_t log_align)
{
	struct ibv_alloc_dm_attr attr = { .length = length, .log_align_req = log_align };
	struct ibv_dm *dm = vct_alloc_dm(ctx(), &attr);

	SETUP_OF(BLOCK_DM, dm);
	return dm;
}

static inline struct ibv_mr *dm_region(struct ibv_dm *dm, uint64_t at, size_t length)
{
	struct ibv_mr *mr = vct_reg_dm_mr(pd(), dm, at, length, DM_ACCESS);

	SETUP(mr);
	return mr;
}

static inline enum ibv_wc_status dm_request(struct link *l, enum ibv_wr_opcode opcode,
					    struct ibv_sge sge, uint64_t at, uint32_t rkey)
{
	struct ibv_send_wr wr = { .wr_id = l->sent++,
				  .sg_list = &sge,
				  .num_sge = 1,
				  .opcode = opcode,
				  .send_flags = IBV_SEND_SIGNALED,
				  .wr.rdma = { at, rkey } },
			   *bad;

	if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		wr.wr.atomic.remote_addr = at;
		wr.wr.atomic.rkey = rkey;
		wr.wr.atomic.compare_add = 1;
	}
	SETUP(!vct_post_send(l->tx, &wr, &bad));
	return cq_wait(l->tx_cq).status;
}

/*
 * A write to the offset `at` of the region is read back from there, and found in the buffer at
 * in_dm.
 */
static inline void must_hold_bytes(struct link *l, struct ibv_dm *dm, const struct ibv_mr *mr,
				   uint64_t at, uint64_t in_dm)
{
	char *from = send_slot(0), *to = send_slot(1), seen[DM_BYTES];

	for (int i = 0; i < DM_BYTES; i++)
		from[i] = (char)((uint64_t)i + l->sent + at);
	memset(to, 0, DM_BYTES);
	MUST_EQ(NAMED("the status of the write",
		      dm_request(l, IBV_WR_RDMA_WRITE, slot_sge(from, DM_BYTES), at, mr->rkey)),
		IBV_WC_SUCCESS);
	MUST_EQ(NAMED("the status of the read",
		      dm_request(l, IBV_WR_RDMA_READ, slot_sge(to, DM_BYTES), at, mr->rkey)),
		IBV_WC_SUCCESS);
	MUST_EQUAL_BYTES(NAMED("the memory that was read", to), from, DM_BYTES);
	SETUP(!vct_memcpy_from_dm(seen, dm, in_dm, DM_BYTES));
	MUST_EQUAL_BYTES(NAMED("the device memory", seen), from, DM_BYTES);
}

#endif
