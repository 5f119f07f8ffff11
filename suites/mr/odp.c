// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* On-demand paging regions: IBV_ACCESS_ON_DEMAND. */
#include "odp.h"

CHECK(a_claimed_region_is_registered, PROMISES(ODP_01), .needs = NEED_ODP)
{
	char *memory = fresh();

	for (int access = 0; access <= ALL; access++) {
		struct ibv_mr *mr;

		if (access & ~ALL ||
		    (access & IBV_ACCESS_REMOTE_WRITE && !(access & IBV_ACCESS_LOCAL_WRITE)))
			continue;
		mr = vct_reg_mr(pd(), memory, LENGTH, access | IBV_ACCESS_ON_DEMAND);
		MUST_MAKE(mr);
		MUST_POINT_TO(mr->addr, memory);
		MUST_POINT_TO(mr->pd, pd());
		MUST_POINT_TO(mr->context, ctx());
		MUST_EQ(mr->length, LENGTH);
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	}
}

enum transport { RC, UC, UD, XRC };

static const struct operation_row {
	struct vct_row vct_row;
	enum transport transport;
	enum ibv_odp_transport_cap_bits cap;
} of_rc[] = {
	{ ROW("send"), RC, IBV_ODP_SUPPORT_SEND },
	{ ROW("receive"), RC, IBV_ODP_SUPPORT_RECV },
	{ ROW("write"), RC, IBV_ODP_SUPPORT_WRITE },
	{ ROW("read"), RC, IBV_ODP_SUPPORT_READ },
	{ { .name = "atomic", .needs = NEED_ATOMIC }, RC, IBV_ODP_SUPPORT_ATOMIC },
	{ { .name = "srq-receive", .needs = NEED_SRQ }, RC, IBV_ODP_SUPPORT_SRQ_RECV },
}, of_others[] = {
	{ { .name = "uc-send", .needs = NEED_UC }, UC, IBV_ODP_SUPPORT_SEND },
	{ { .name = "uc-receive", .needs = NEED_UC }, UC, IBV_ODP_SUPPORT_RECV },
	{ { .name = "uc-write", .needs = NEED_UC }, UC, IBV_ODP_SUPPORT_WRITE },
	{ { .name = "ud-send", .needs = NEED_UD }, UD, IBV_ODP_SUPPORT_SEND },
	{ { .name = "ud-receive", .needs = NEED_UD }, UD, IBV_ODP_SUPPORT_RECV },
	{ { .name = "ud-srq-receive", .needs = NEED_UD | NEED_SRQ }, UD, IBV_ODP_SUPPORT_SRQ_RECV },
	{ { .name = "xrc-send", .needs = NEED_XRC }, XRC, IBV_ODP_SUPPORT_SEND },
	{ { .name = "xrc-srq-receive", .needs = NEED_XRC }, XRC, IBV_ODP_SUPPORT_SRQ_RECV },
	{ { .name = "xrc-write", .needs = NEED_XRC }, XRC, IBV_ODP_SUPPORT_WRITE },
	{ { .name = "xrc-read", .needs = NEED_XRC }, XRC, IBV_ODP_SUPPORT_READ },
};

static uint32_t caps_of(enum transport transport)
{
	const struct ibv_odp_caps *caps = &vct_dev->attr.odp_caps;

	switch (transport) {
	case RC:
		return caps->per_transport_caps.rc_odp_caps;
	case UC:
		return caps->per_transport_caps.uc_odp_caps;
	case UD:
		return caps->per_transport_caps.ud_odp_caps;
	default:
		return vct_dev->attr.xrc_odp_caps;
	}
}

static struct link link_for(const struct operation_row *row)
{
	bool shared = row->cap == IBV_ODP_SUPPORT_SRQ_RECV;
	struct link_attr attr = {
		.no_srq = !shared, .srq_wr = shared ? 2 : 0, .local = true, .rnr_retry = 7
	};

	if (!(caps_of(row->transport) & row->cap))
		vct_skip(
			"the device does not claim this operation for on-demand paging (odp_caps)");
	switch (row->transport) {
	case RC:
		attr.grants = row->cap == IBV_ODP_SUPPORT_ATOMIC ? IBV_ACCESS_REMOTE_ATOMIC : 0;
		return link_make(IBV_QPT_RC, &attr);
	case UC:
		return link_make(IBV_QPT_UC, &attr);
	case UD:
		return link_make(IBV_QPT_UD, &attr);
	default:
		return xrc_link(.srq_wr = 2, .local = true, .rnr_retry = 7);
	}
}

/* A message from `from` to `to`; of UD, 40 bytes for the GRH are before it. */
static void must_send(struct link *l, struct ibv_sge from, struct ibv_sge to)
{
	struct ibv_recv_wr wr = { .sg_list = &to, .num_sge = 1 }, *bad;

	to.length += l->ah ? 40 : 0;
	SETUP(!(l->srq ? vct_post_srq_recv(l->srq, &wr, &bad) : vct_post_recv(l->rx, &wr, &bad)));
	link_post(l, IBV_WR_SEND, .data = (char *)(uintptr_t)from.addr, .lkey = from.lkey);
	MUST_EQ(MUST_COMPLETE(l->tx_cq).status, IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(l->rx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE((char *)(uintptr_t)to.addr + (l->ah ? 40 : 0), (char *)(uintptr_t)from.addr,
		    BYTES);
}

static void must_add(struct link *l, char *memory, const struct ibv_mr *mr)
{
	uint64_t before = 41, after = 42, *own = (uint64_t *)(void *)memory,
		 *remote = (uint64_t *)(void *)(memory + PAGE);

	*remote = before;
	link_post(l, IBV_WR_ATOMIC_FETCH_AND_ADD, .data = own, .lkey = mr->lkey, .to = remote,
		  .rkey = mr->rkey, .length = 8, .compare_add = 1);
	MUST_EQ(MUST_COMPLETE(l->tx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE(own, &before, sizeof(before));
	MUST_ARRIVE(remote, &after, sizeof(after));
}

/* The first page is the requester's own side, the second the remote one. */
static void must_move(struct link *l, const struct operation_row *row, char *memory,
		      const struct ibv_mr *mr)
{
	bool writes = row->cap == IBV_ODP_SUPPORT_WRITE;
	char *from = writes ? memory : memory + PAGE, *to = writes ? memory + PAGE : memory;

	pattern(from, BYTES, 1);
	link_post(l, writes ? IBV_WR_RDMA_WRITE : IBV_WR_RDMA_READ, .data = memory,
		  .lkey = mr->lkey, .to = memory + PAGE, .rkey = mr->rkey);
	MUST_EQ(MUST_COMPLETE(l->tx_cq).status, IBV_WC_SUCCESS);
	MUST_ARRIVE(to, from, BYTES);
}

static void must_work(const struct operation_row *row)
{
	struct link l = link_for(row);
	char *memory = fresh();
	struct ibv_mr *mr = paged(
		memory, row->cap == IBV_ODP_SUPPORT_ATOMIC ? ODP | IBV_ACCESS_REMOTE_ATOMIC : ODP);
	struct ibv_sge sge = { (uintptr_t)memory, BYTES, mr->lkey };

	if (row->cap == IBV_ODP_SUPPORT_ATOMIC) {
		must_add(&l, memory, mr);
	} else if (row->cap == IBV_ODP_SUPPORT_WRITE || row->cap == IBV_ODP_SUPPORT_READ) {
		must_move(&l, row, memory, mr);
	} else if (row->cap == IBV_ODP_SUPPORT_SEND) {
		pattern(memory, BYTES, 1);
		must_send(&l, sge, slot_sge(recv_slot(0), BYTES));
	} else {
		pattern(send_slot(0), BYTES, 1);
		must_send(&l, slot_sge(send_slot(0), BYTES), sge);
	}
}

CHECK_ROWS(operation_works, of_rc, PROMISES(ODP_02), .needs = NEED_ODP | NEED_RC, .asks = true)
{
	must_work(row);
}

CHECK_ROWS(operation_of_others_works, of_others, PROMISES(ODP_03), .needs = NEED_ODP | NEED_RC,
	   .asks = true)
{
	must_work(row);
}

static const struct page_row {
	struct vct_row vct_row;
	uint64_t at;
} untouched[] = {
	{ ROW("first"), .at = 0 },
	{ ROW("across-pages"), .at = 2 * ROW_PAGE - BYTES / 2 },
	{ ROW("last-bytes"), .at = 4 * ROW_PAGE - BYTES },
};

CHECK_ROWS(pages_come_when_they_are_written, untouched, PROMISES(ODP_04),
	   .needs = NEED_ODP | NEED_RC)
{
	struct link l = near_link();
	char *memory = fresh();
	struct ibv_mr *mr = paged(memory, ODP);

	pattern(send_slot(0), BYTES, 1);
	MUST_EQ(NAMED("the status of the request",
		      request(&l, IBV_WR_RDMA_WRITE, slot_sge(send_slot(0), BYTES),
			      memory + of_row(row->at), mr->rkey)),
		IBV_WC_SUCCESS);
	MUST_ARRIVE(memory + of_row(row->at), send_slot(0), BYTES);
}

/* The own side of a write, which needs nothing but IBV_ODP_SUPPORT_WRITE. */
static void must_send_from(struct link *l, const char *memory, uint64_t at, const char *expected)
{
	struct ibv_mr *mr =
		vct_reg_mr(pd(), (void *)(uintptr_t)memory, LENGTH, IBV_ACCESS_ON_DEMAND);
	struct ibv_sge sge = { (uintptr_t)memory + at, BYTES, 0 };

	SETUP(mr);
	sge.lkey = mr->lkey;
	memset(recv_slot(0), 0x62, BYTES);
	MUST_EQ(NAMED("the status of the request",
		      request(l, IBV_WR_RDMA_WRITE, sge, recv_slot(0), slots_mr()->rkey)),
		IBV_WC_SUCCESS);
	MUST_ARRIVE(recv_slot(0), expected, BYTES);
}

/*
 * Pages of no file are of 0, wherever in them a device reads; those of a file show that it reads
 * where it was told.
 */
CHECK_ROWS(pages_come_when_they_are_read, untouched, PROMISES(ODP_04), .needs = NEED_ODP | NEED_RC)
{
	static char zeros[BYTES];
	uint64_t at = of_row(row->at);
	struct link l = near_link();
	char *memory = fresh(), bytes[LENGTH];

	must_send_from(&l, memory, at, zeros);
	memory = fresh();
	change(memory, OF_A_FILE);
	must_send_from(&l, memory, at, pattern(bytes, LENGTH, NEW) + at);
}

static const struct change_row changes[] = CHANGES;

static void must_claim_reads(void)
{
	if (!(caps_of(RC) & IBV_ODP_SUPPORT_READ))
		vct_skip("the device does not claim reads for on-demand paging (odp_caps)");
}

/* Three times: what the device knows of pages is forgotten, and known again. */
CHECK_ROWS(follows_the_memory, changes, PROMISES(ODP_05), .needs = NEED_ODP | NEED_RC, .asks = true)
{
	struct ibv_mr *mr;
	struct link l;
	char *memory;

	must_claim_reads();
	if (row->how == FORKED)
		SETUP(!vct_fork_init());
	l = near_link();
	memory = fresh();
	mr = paged(memory, ODP);
	for (int round = 0; round < 3; round++)
		MUST_FOLLOW(&l, mr, memory, row->how);
}

static const struct limit_row {
	struct vct_row vct_row;
	int access;
	int64_t at;
	bool other_domain, ended;
} limits[] = {
	{ ROW("no-right"), .access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ },
	{ ROW("a-byte-before"), .access = ALL, .at = -1 },
	{ ROW("a-byte-beyond"), .access = ALL, .at = 2 * ROW_PAGE - 100 - BYTES + 1 },
	{ ROW("other-domain"), .access = ALL, .other_domain = true },
	{ ROW("ended"), .access = ALL, .ended = true },
};

/* The region is the second and the third page, but for 100 bytes of its end. */
CHECK_ROWS(has_the_limits_of_others, limits, PROMISES(ODP_06),
	   .needs = NEED_ODP | NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	char *memory = fresh();
	struct ibv_pd *domain = row->other_domain ? vct_alloc_pd(ctx()) : pd();
	struct ibv_mr *mr = domain ? vct_reg_mr(domain, memory + PAGE, 2 * PAGE - 100,
						row->access | IBV_ACCESS_ON_DEMAND)
				   : NULL;
	uint32_t rkey;

	SETUP(mr);
	rkey = mr->rkey;
	if (row->ended)
		SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, rkey,
			(uintptr_t)memory + PAGE + of_row((uint64_t)row->at));
}

CHECK(remote_writes_need_local_writes, PROMISES(ODP_06, AFT_01), .needs = NEED_ODP)
{
	JUDGING(ODP_06);
	errno = 0;
	MUST_MAKE_NONE(
		vct_reg_mr(pd(), fresh(), LENGTH, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_ON_DEMAND));
	MUST_NE(errno, 0);
	JUDGING(AFT_01);
	MUST_GO_ON();
}

static const struct gone_row {
	struct vct_row vct_row;
	bool unmapped;
	int protection;
} gone[] = {
	{ ROW("unmapped"), .unmapped = true },
	{ ROW("no-access"), .protection = PROT_NONE },
	{ ROW("read-only"), .protection = PROT_READ },
};

/* The bytes across the first two pages are written, of which the second is gone. */
CHECK_ROWS(no_memory_is_no_access, gone, PROMISES(ODP_07),
	   .needs = NEED_ODP | NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = near_link();
	char *memory = fresh_and_apart();
	struct ibv_mr *mr = paged(memory, ODP);

	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)memory + PAGE);
	SETUP(row->unmapped ? !munmap(memory + PAGE, PAGE)
			    : !mprotect(memory + PAGE, PAGE, row->protection));
	memset(send_slot(0), 0x61, BYTES);
	MUST_NE(NAMED("the status of the request",
		      request(&l, IBV_WR_RDMA_WRITE, slot_sge(send_slot(0), BYTES),
			      memory + PAGE - BYTES / 2, mr->rkey)),
		IBV_WC_SUCCESS);
	l = near_link();
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)memory + 2 * PAGE);
}

static const struct taken_row {
	struct vct_row vct_row;
	enum ibv_wr_opcode opcode;
	uint32_t cap;
	uint32_t length;
} taken[] = {
	{ ROW("read"), IBV_WR_RDMA_READ, IBV_ODP_SUPPORT_READ, BYTES },
	{ ROW("read-of-many-packets"), IBV_WR_RDMA_READ, IBV_ODP_SUPPORT_READ, 2 * ROW_PAGE },
	{ { .name = "atomic", .needs = NEED_ATOMIC },
	  IBV_WR_ATOMIC_FETCH_AND_ADD,
	  IBV_ODP_SUPPORT_ATOMIC,
	  8 },
};

/* The requests end in the second page, which is gone; that of many packets begins in the first. */
CHECK_ROWS(no_memory_gives_no_bytes, taken, PROMISES(ODP_07),
	   .needs = NEED_ODP | NEED_RC | NEED_IB_STATES, .asks = true, .danger = DANGER_REFUSED)
{
	bool atomic = row->cap == IBV_ODP_SUPPORT_ATOMIC;
	uint32_t length = (uint32_t)of_row(row->length);
	struct link l = rc_link(.no_srq = true, .local = true, .rnr_retry = 7,
				.grants = atomic ? IBV_ACCESS_REMOTE_ATOMIC : 0);
	struct ibv_mr *mr, *own = mr_make(pd(), 2 * PAGE, IBV_ACCESS_LOCAL_WRITE);
	char *memory = fresh_and_apart();

	if (!(caps_of(RC) & row->cap))
		vct_skip(
			"the device does not claim this operation for on-demand paging (odp_caps)");
	mr = paged(memory, atomic ? ODP | IBV_ACCESS_REMOTE_ATOMIC : ODP);
	pattern(memory, LENGTH, 1);
	SETUP(!munmap(memory + PAGE, PAGE));
	link_post(&l, row->opcode, .data = own->addr, .lkey = own->lkey, .length = length,
		  .to = length > PAGE ? memory : memory + PAGE, .rkey = mr->rkey);
	MUST_NE(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	l = near_link();
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)memory + 2 * PAGE);
}

CHECK(memory_may_come_later, PROMISES(ODP_09), .needs = NEED_ODP | NEED_RC, .asks = true)
{
	struct link l = near_link();
	char *memory = fresh();
	struct ibv_mr *mr;

	SETUP(!mprotect(memory, LENGTH, PROT_NONE));
	mr = vct_reg_mr(pd(), memory, LENGTH, ODP);
	if (!mr)
		vct_skip("the device refuses memory that cannot be accessed yet, with %s",
			 vct_errno_text(errno));
	SETUP(!mprotect(memory, LENGTH, PROT_READ | PROT_WRITE));
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)memory);
}

CHECK(huge_pages_that_are_not, PROMISES(ODP_10), .needs = NEED_ODP)
{
	struct ibv_mr *mr;

	errno = 0;
	mr = vct_reg_mr(pd(), fresh(), LENGTH, ODP | IBV_ACCESS_HUGETLB);
	RECORD("pages that are not huge are %s", mr ? "registered" : "refused");
	MUST(mr || errno, "the region is made, or refused with errno; errno was not set");
}

CHECK(unclaimed_paging_is_refused, PROMISES(ODP_08, AFT_01), .lacks = NEED_ODP)
{
	JUDGING(ODP_08);
	errno = 0;
	MUST_MAKE_NONE(vct_reg_mr(pd(), pages(), PAGE, ODP));
	MUST_NE(errno, 0);
	JUDGING(AFT_01);
	MUST_GO_ON();
}
