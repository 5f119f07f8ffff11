// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A region of more bytes than 32 bits can count, or of as many as the device claims. */
#include "../vct.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	ACCESSED = 64,
	ODD_END = 8192 + 100, /* bytes of the region behind the first 4 GiB */
};
static const uint64_t four_gib = 1ULL << 32;

static uint64_t length_tried(void)
{
	uint64_t claimed = vct_dev->attr.orig_attr.max_mr_size;

	return claimed < four_gib + ODD_END ? claimed : four_gib + ODD_END;
}

/* Each remote access, and as the buffer of a request. */
static void must_have(struct link *l, const struct long_memory *m, const struct ibv_mr *mr,
		      uint64_t at)
{
	uint64_t there = (uintptr_t)m->at + at;
	char *to = recv_slot(SLOTS - 1);

	MUST_ACCESS(l, IBV_WR_RDMA_WRITE, mr->rkey, there, .memory = long_memory_byte(m, at));
	MUST_ACCESS(l, IBV_WR_RDMA_READ, mr->rkey, there, .memory = long_memory_byte(m, at));
	pattern(long_memory_byte(m, at), ACCESSED, at);
	memset(to, 0, ACCESSED);
	link_post(l, IBV_WR_RDMA_WRITE, .data = m->at + at, .lkey = mr->lkey, .length = ACCESSED);
	MUST_EQ(MUST_COMPLETE(l->tx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE(to, m->at + at, ACCESSED);
}

/* The bytes on both sides of each power of two that a device may count in, and the last ones. */
CHECK(is_accessed_to_its_end, PROMISES(MR_REG_09), .needs = NEED_RC | NEED_IB_STATES, .asks = true,
      .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct long_memory m = long_memory_make(length_tried());
	struct ibv_mr *mr = long_region_make(&m, m.length, ALL);

	for (uint64_t power = PAGE; power < m.length; power *= 2) {
		must_have(&l, &m, mr, power - ACCESSED);
		if (power + ACCESSED <= m.length)
			must_have(&l, &m, mr, power);
	}
	must_have(&l, &m, mr, m.length - ACCESSED);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)m.at + m.length - ACCESSED + 1,
			.memory = long_memory_byte(&m, m.length - ACCESSED + 1));
}
