// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Keys of regions: of which region, for which protection domain, and for how long. */
#include "../vct.h"

enum { ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ };

/* More than 256, each of its own bytes. */
CHECK(each_key_is_of_its_region, PROMISES(MR_REG_11), .needs = NEED_RC)
{
	enum { REGIONS = 300, SIZE = 48 };
	struct link l = remote_link();
	struct ibv_mr *mr[REGIONS];
	int n = 0;

	/* The messages need this region, and the device may have no room for it later. */
	slots_mr();
	while (n < REGIONS && (mr[n] = vct_reg_mr(pd(), pages() + n * SIZE, SIZE, ALL)))
		n++;
	RECORD("%s regions", n == REGIONS ? "all" : "fewer");
	SETUP(n > 1);
	for (int i = n - 1; i >= 0; i--) {
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr[i]->rkey, (uintptr_t)mr[i]->addr,
			    .length = SIZE);
		link_post(&l, IBV_WR_RDMA_WRITE, .data = mr[i]->addr, .lkey = mr[i]->lkey,
			  .length = SIZE);
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	}
}

/*
 * The regions before it were 2^16 and more, if only one at a time: a number that a device counts up
 * for each has more bits, or has begun again. A device may be slow: then there are fewer.
 */
CHECK(after_many_others, PROMISES(MR_REG_11), .needs = NEED_RC)
{
	enum { OTHERS = (1 << 16) + 1, AT_MOST_MS = 3000 };
	struct link l = remote_link();
	double until = vct_deadline_ms(AT_MOST_MS);
	struct ibv_mr *mr;
	int i;

	for (i = 0; i < OTHERS && vct_now_ms() < until; i++) {
		/* Not traced: so many calls have no place in a report. */
		mr = ibv_reg_mr(pd(), pages(), PAGE, ALL);
		SETUP_OF(BLOCK_MR, mr);
		SETUP_OF(BLOCK_RELEASE_MR, !ibv_dereg_mr(mr));
	}
	RECORD("%s regions of the PD were registered and deregistered, one after the other",
	       i == OTHERS ? "all 65537" : "fewer than 65537");
	mr = region_make(0, PAGE, ALL);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)pages());
	link_post(&l, IBV_WR_RDMA_WRITE, .data = pages(), .lkey = mr->lkey);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
}

/* Several regions of the same memory are independent. */
CHECK(regions_of_the_same_memory, PROMISES(MR_REG_11, MR_DER_01), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct ibv_mr *first = region_make(0, PAGE, ALL), *second = region_make(0, PAGE, ALL);

	JUDGING(MR_REG_11);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, first->rkey, (uintptr_t)pages());
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, second->rkey, (uintptr_t)pages());
	JUDGING(MR_DER_01);
	MUST_SUCCEED(vct_dereg_mr(first));
	JUDGING(MR_REG_11);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, second->rkey, (uintptr_t)pages());
}

static const struct dead_row {
	struct vct_row vct_row;
	bool local, replaced;
} dead[] = {
	{ ROW("rkey") },
	{ ROW("rkey-after-another"), .replaced = true },
	{ ROW("lkey"), .local = true },
	{ ROW("lkey-after-another"), .local = true, .replaced = true },
};

/* Another region of the same memory may be registered meanwhile. */
CHECK_ROWS(a_key_ends_with_its_region, dead, PROMISES(MR_DER_02, MR_DER_01),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED, .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(0, PAGE, ALL);
	uint32_t rkey = mr->rkey, lkey = mr->lkey;

	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, rkey, (uintptr_t)pages());
	JUDGING(MR_DER_01);
	MUST_SUCCEED(vct_dereg_mr(mr));
	mr = row->replaced ? region_make(0, PAGE, ALL) : NULL;
	if (mr && (row->local ? mr->lkey == lkey : mr->rkey == rkey))
		vct_skip("the next region has the same key");
	JUDGING(MR_DER_02);
	if (row->local)
		MUST_NOT_USE(&l, IBV_WR_RDMA_WRITE, pages(), lkey);
	else
		MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, rkey, (uintptr_t)pages());
}

static const struct domain_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
	bool local;
} domains[] = {
	{ ROW("remote-write"), .opcode = IBV_WR_RDMA_WRITE },
	{ ROW("remote-read"), .opcode = IBV_WR_RDMA_READ },
	{ ROW("local-read"), .opcode = IBV_WR_RDMA_WRITE, .local = true },
	{ ROW("local-write"), .opcode = IBV_WR_RDMA_READ, .local = true },
};

CHECK_ROWS(a_key_is_of_its_domain, domains, PROMISES(MR_REG_10), .needs = NEED_RC | NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_pd *other = vct_alloc_pd(ctx());
	struct ibv_mr *mr = other ? vct_reg_mr(other, pages(), PAGE, ALL) : NULL;

	SETUP(mr);
	if (row->local)
		MUST_NOT_USE(&l, row->opcode, pages(), mr->lkey);
	else
		MUST_NOT_ACCESS(&l, row->opcode, mr->rkey, (uintptr_t)pages());
}

static const struct context_row {
	struct vct_row vct_row;
	bool closed, local;
} contexts[] = {
	{ ROW("open") },
	{ ROW("open-local"), .local = true },
	{ ROW("closed"), .closed = true },
	{ ROW("closed-local"), .closed = true, .local = true },
};

CHECK_ROWS(a_key_is_of_its_context, contexts, PROMISES(MR_REG_25),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_context *other = vct_open_device(vct_dev->ibv);
	struct ibv_pd *domain = other ? vct_alloc_pd(other) : NULL;
	struct ibv_mr *mr = domain ? vct_reg_mr(domain, pages(), PAGE, ALL) : NULL;
	uint32_t rkey, lkey;

	SETUP(mr);
	rkey = mr->rkey;
	lkey = mr->lkey;
	slots_mr(); /* before that one goes: its key is not given anew */
	if (row->closed)
		SETUP(!vct_dereg_mr(mr) && !vct_dealloc_pd(domain) && !vct_close_device(other));
	if (row->local)
		MUST_NOT_USE(&l, IBV_WR_RDMA_WRITE, pages(), lkey);
	else
		MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, rkey, (uintptr_t)pages());
}

static const struct input_row {
	struct vct_row vct_row;
	int flags;
	bool no_length, other_domain;
} inputs[] = {
	{ ROW("no-flag"), .flags = 0 },
	{ ROW("unknown-flag"), .flags = 1 << 20 },
	{ ROW("unknown-flag-and-other-bytes"), .flags = 1 << 20 | IBV_REREG_MR_CHANGE_TRANSLATION },
	{ ROW("no-length"), .flags = IBV_REREG_MR_CHANGE_TRANSLATION, .no_length = true },
	{ ROW("no-length-and-another-domain"), .other_domain = true, .no_length = true,
	  .flags = IBV_REREG_MR_CHANGE_TRANSLATION | IBV_REREG_MR_CHANGE_PD },
};

CHECK_ROWS(rereg_tells_of_bad_input, inputs, PROMISES(MR_RRG_01), .needs = NEED_RC)
{
	struct link l = remote_link();
	struct ibv_pd *domain = row->other_domain ? vct_alloc_pd(ctx()) : pd();
	struct ibv_mr *mr = region_make(0, PAGE, ALL);

	SETUP(domain);
	MUST_EQ(vct_rereg_mr(mr, row->flags, domain, pages() + PAGE, row->no_length ? 0 : 64, ALL),
		IBV_REREG_MR_ERR_INPUT);
	MUST_POINT_TO(mr->pd, pd());
	MUST_POINT_TO(mr->addr, pages());
	MUST_EQ(mr->length, PAGE);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
}
