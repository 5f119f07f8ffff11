// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A region of more bytes than 32 bits can count, or of as many as the device claims. */
#include "../vct.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	ACCESSED = 64,
	ODD_END = 8192 + 100, /* bytes of the region behind the first 4 GiB, or half of one */
};
static const uint64_t four_gib = 1ULL << 32, half_a_gib = 1ULL << 29;

/* An emulated machine takes long to lock the pages of 4 GiB. */
static uint64_t length_tried(void)
{
	uint64_t claimed = vct_dev->attr.orig_attr.max_mr_size;
	uint64_t most = (vct_dev->synthetic ? half_a_gib : four_gib) + ODD_END;

	return claimed < most ? claimed : most;
}

/* So that the last bytes that are accessed are in one part of the memory. */
static uint64_t half_of(uint64_t length)
{
	uint64_t half = length / 2, over = half % LONG_PART;

	return over < ACCESSED ? half - over : half;
}

static bool has_windows(void)
{
	return !vct_device_lacks(vct_dev, NEED_MW1) || !vct_device_lacks(vct_dev, NEED_MW2);
}

/* Of all of the memory; or of as much of it as there are resources for: ENOMEM. */
static struct ibv_mr *longest_make(const struct long_memory *m)
{
	int access = ALL | (has_windows() ? IBV_ACCESS_MW_BIND : 0);
	struct ibv_mr *mr = NULL;

	errno = ENOMEM;
	for (uint64_t length = m->length; !mr && errno == ENOMEM && length >= PAGE;
	     length = half_of(length))
		mr = vct_reg_mr(pd(), m->at, length, access);
	MUST_MAKE(mr);
	RECORD("a region of %zu bytes", mr->length);
	return mr;
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

/* A window on all of it; no page says how long those of a device are. */
static void must_have_by_a_window(const struct long_memory *m, struct ibv_mr *mr)
{
	bool type_2 = !vct_device_lacks(vct_dev, NEED_MW2);
	struct ibv_mw_bind_info to = { mr, (uintptr_t)mr->addr, mr->length,
				       IBV_ACCESS_REMOTE_WRITE };
	uint64_t last = mr->length - ACCESSED;
	struct link l = remote_link();
	struct mem_window w = window_make(type_2 ? IBV_MW_TYPE_2 : IBV_MW_TYPE_1);

	if (window_post(l.rx, &w, &to) || cq_wait(l.rx_cq).status != IBV_WC_SUCCESS) {
		RECORD("the device has no window on all of the region");
		return;
	}
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, w.rkey, to.addr + last,
		    .memory = long_memory_byte(m, last));
}

/* The bytes on both sides of each power of two that a device may count in, and the last ones. */
CHECK(is_accessed_to_its_end, PROMISES(MR_REG_09, MW_ALC_02), .needs = NEED_RC | NEED_IB_STATES,
      .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct long_memory m = long_memory_make(length_tried());
	struct ibv_mr *mr;
	uint64_t beyond;

	slots_mr(); /* before all memory that may be locked is */
	mr = longest_make(&m);
	beyond = mr->length - ACCESSED + 1;

	for (uint64_t power = PAGE; power < mr->length; power *= 2) {
		must_have(&l, &m, mr, power - ACCESSED);
		if (power + ACCESSED <= mr->length)
			must_have(&l, &m, mr, power);
	}
	must_have(&l, &m, mr, beyond - 1);
	JUDGING(MW_ALC_02);
	if (has_windows())
		must_have_by_a_window(&m, mr);
	JUDGING(MR_REG_09);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)m.at + beyond,
			.memory = long_memory_byte(&m, beyond));
}
