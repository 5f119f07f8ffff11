// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Parent domains, and thread domains in them. */
#include <sys/mman.h>

#include "kinds.h"

enum { ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ };

static struct ibv_td *td_make(void)
{
	struct ibv_td_init_attr init = { .comp_mask = 0 };
	struct ibv_td *td = vct_alloc_td(ctx(), &init);

	SETUP(td);
	return td;
}

static struct ibv_pd *parent_of(struct ibv_pd *of, struct ibv_td *td)
{
	struct ibv_parent_domain_init_attr attr = { .pd = of, .td = td };
	struct ibv_pd *parent = vct_alloc_parent_domain(ctx(), &attr);

	SETUP(parent);
	return parent;
}

static struct ibv_qp *qp_of(struct ibv_pd *domain)
{
	struct ibv_qp *qp = try_qp(domain, cq_make(8));

	SETUP(qp);
	return qp;
}

static struct link link_of(struct ibv_pd *domain)
{
	return link_make(
		IBV_QPT_RC,
		&(struct link_attr){ .no_srq = true, .tx = qp_of(domain), .rx = qp_of(domain) });
}

CHECK_ROWS(is_taken_as_a_domain, kinds, PROMISES(PAR_01), .needs = NEED_PARENT_DOMAIN)
{
	struct ibv_pd *parent = parent_of(pd(), NULL);

	if (row->kind == WINDOW)
		RELIES_ON(BLOCK_MW);
	MUST_MAKE(make_in(parent, row->kind));
}

/* Regions of the parent domain and QPs of the PD, and the other way round. */
CHECK(works_with_its_domain, PROMISES(PAR_02),
      .needs = NEED_RC | NEED_PARENT_DOMAIN | NEED_IB_STATES)
{
	struct ibv_pd *domain = pd(), *parent = parent_of(domain, NULL);
	struct link of_domain = remote_link(), of_parent = link_of(parent);
	struct ibv_mr *mr = vct_reg_mr(parent, pages(), PAGE, ALL);

	SETUP(mr);
	MUST_ACCESS(&of_domain, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
	MUST_ACCESS(&of_parent, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages() + 64);
	mr = region_make(PAGE, PAGE, ALL);
	MUST_ACCESS(&of_parent, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages() + PAGE);
	MUST_ACCESS(&of_parent, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)pages() + PAGE);
}

static const struct bad_row {
	struct vct_row vct_row;
	bool no_pd;
} bad_rows[] = {
	{ ROW("no-domain", PAR_03, PAR_07, AFT_01), .no_pd = true },
	{ ROW("unknown-bit", PAR_04, PAR_07, AFT_01) },
};

CHECK_ROWS(is_refused, bad_rows, .needs = NEED_PARENT_DOMAIN, .danger = DANGER_REFUSED)
{
	struct ibv_parent_domain_init_attr attr = { .pd = row->no_pd ? NULL : pd(),
						    .comp_mask = row->no_pd ? 0 : 1U << 30 };
	struct ibv_pd *parent;

	errno = 0;
	parent = vct_alloc_parent_domain(ctx(), &attr);
	JUDGING(row->no_pd ? PAR_03 : PAR_04);
	MUST_MAKE_NONE(parent);
	JUDGING(PAR_07);
	MUST_NE(errno, 0);
	JUDGING(AFT_01);
	MUST_GO_ON();
}

/* On a device without them: it says why. */
CHECK(is_made_or_refused, PROMISES(PAR_07))
{
	struct ibv_parent_domain_init_attr attr = { .pd = pd() };
	struct ibv_pd *parent;

	errno = 0;
	parent = vct_alloc_parent_domain(ctx(), &attr);
	if (parent) {
		MUST(parent != attr.pd,
		     "a parent domain is a domain of its own; it is the PD that it was given");
		MUST_POINT_TO(parent->context, ctx());
	} else {
		MUST_NE(errno, 0);
	}
}

CHECK(is_deallocated, PROMISES(PAR_05, PAR_06), .needs = NEED_PARENT_DOMAIN)
{
	struct ibv_pd *domain = vct_alloc_pd(ctx());

	SETUP(domain);
	for (size_t i = 0; i < 3; i++) {
		struct ibv_pd *first = parent_of(domain, NULL), *second = parent_of(domain, NULL);

		JUDGING(PAR_05);
		MUST_SUCCEED(vct_dealloc_pd(first));
		MUST_SUCCEED(vct_dealloc_pd(second));
		JUDGING(PAR_06);
		MUST_MAKE(vct_reg_mr(domain, pages() + i * PAGE, PAGE, 0));
	}
}

CHECK(leaves_a_domain_that_goes, PROMISES(PAR_06), .needs = NEED_PARENT_DOMAIN)
{
	struct ibv_pd *domain = vct_alloc_pd(ctx());

	SETUP(domain && !vct_dealloc_pd(parent_of(domain, NULL)));
	MUST_SUCCEED(vct_dealloc_pd(domain));
}

/* What the device asked of the program. */
static struct asked {
	unsigned int allocs, frees, bad, mode, refused;
	void *parent, *got[64];
} asked;
enum { GIVE, USE_DEFAULT, FAIL };
static char context_of_mine;

static void *give(struct ibv_pd *parent, void *pd_context, size_t size, size_t alignment,
		  uint64_t type)
{
	void *memory;

	(void)type;
	asked.bad += pd_context != &context_of_mine || !size || (alignment & (alignment - 1)) ||
		     (asked.parent && parent != asked.parent);
	asked.refused += asked.mode == FAIL;
	if (asked.mode == FAIL)
		return NULL;
	if (asked.mode == USE_DEFAULT || asked.allocs == 64)
		return IBV_ALLOCATOR_USE_DEFAULT;
	/* Enough for any alignment that is no more than a page; no child gets it. */
	memory = mmap(NULL, size + PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	asked.got[asked.allocs++] = memory;
	return memory;
}

static void take_back(struct ibv_pd *parent, void *pd_context, void *memory, uint64_t type)
{
	unsigned int i = 0;

	(void)type;
	while (i < asked.allocs && asked.got[i] != memory)
		i++;
	asked.bad += i == asked.allocs || pd_context != &context_of_mine || parent != asked.parent;
	if (i < asked.allocs)
		asked.got[i] = NULL;
	asked.frees++;
}

static struct ibv_pd *asking_parent(unsigned int mode)
{
	struct ibv_parent_domain_init_attr attr = {
		.pd = pd(),
		.comp_mask = IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS |
			     IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT,
		.alloc = give,
		.free = take_back,
		.pd_context = &context_of_mine,
	};
	struct ibv_pd *parent;

	asked = (struct asked){ .mode = mode };
	errno = 0;
	parent = vct_alloc_parent_domain(ctx(), &attr);
	if (!parent && (errno == EOPNOTSUPP || errno == EINVAL))
		vct_skip("the device has parent domains, and none with allocators of the program: "
			 "they are refused with %s",
			 vct_errno_text(errno));
	SETUP(parent);
	asked.parent = parent;
	return parent;
}

/*
 * A device may need no memory of the program: then nothing is asked. It may keep what it was given
 * until the domain goes.
 */
CHECK(memory_is_asked_for_and_given_back, PROMISES(PAR_08, PAR_09),
      .needs = NEED_RC | NEED_PARENT_DOMAIN | NEED_IB_STATES, .asks = true)
{
	struct ibv_pd *parent = asking_parent(GIVE);
	struct ibv_cq *cq = cq_make(8);
	struct ibv_qp *first = try_qp(parent, cq), *second = try_qp(parent, cq);

	SETUP(first && second);
	RECORD("it asks for memory: %s", asked.allocs ? "yes" : "no");
	JUDGING(PAR_08);
	MUST_EQ(NAMED("the number of wrong calls of the allocator", asked.bad), 0);
	JUDGING(PAR_09);
	SETUP(!vct_destroy_qp(first) && !vct_destroy_qp(second) && !vct_dealloc_pd(parent));
	MUST_EQ(NAMED("the number of calls that free memory", asked.frees), asked.allocs);
	MUST_EQ(NAMED("the number of wrong calls of the allocator", asked.bad), 0);
}

/* What the device asked for before it found out is given back, too. */
CHECK(memory_of_a_refused_qp_is_given_back, PROMISES(PAR_09), .needs = NEED_RC | NEED_PARENT_DOMAIN,
      .asks = true, .danger = DANGER_REFUSED)
{
	struct ibv_pd *parent = asking_parent(GIVE);
	struct ibv_cq *cq = cq_make(8);
	struct ibv_qp_init_attr init = { .send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC };

	for (int i = 0; i < 4; i++) {
		init.cap = (struct ibv_qp_cap){ 1, 1, 1, 1, 0 };
		*(i % 2 ? &init.cap.max_recv_sge : &init.cap.max_send_wr) = UINT32_MAX / 2;
		init.qp_type = i < 2 ? IBV_QPT_RC : (enum ibv_qp_type)77;
		SETUP(!vct_create_qp(parent, &init));
	}
	RECORD("it asks for memory: %s", asked.allocs ? "yes" : "no");
	SETUP(!vct_dealloc_pd(parent));
	MUST_EQ(NAMED("the number of calls that free memory", asked.frees), asked.allocs);
	MUST_EQ(NAMED("the number of wrong calls of the allocator", asked.bad), 0);
}

CHECK(the_default_allocator_is_used, PROMISES(PAR_10), .needs = NEED_RC | NEED_PARENT_DOMAIN,
      .asks = true)
{
	struct ibv_qp *qp = try_qp(asking_parent(USE_DEFAULT), cq_make(8));

	MUST_MAKE(qp);
	SETUP(!vct_destroy_qp(qp));
	MUST_EQ(NAMED("the number of calls that free memory", asked.frees), 0);
}

CHECK(no_memory_is_no_qp, PROMISES(PAR_11), .needs = NEED_RC | NEED_PARENT_DOMAIN, .asks = true)
{
	struct ibv_pd *parent = asking_parent(FAIL);
	struct ibv_cq *cq = cq_make(8);
	struct ibv_qp *qp = try_qp(parent, cq);

	RECORD("it asks for memory: %s", asked.refused ? "yes" : "no");
	MUST(!qp || !asked.refused, "without memory there is no QP; it was made");
	MUST_EQ(NAMED("the number of calls that free memory", asked.frees), 0);
}

CHECK(allocators_without_their_bit_are_not_used, PROMISES(PAR_13),
      .needs = NEED_RC | NEED_PARENT_DOMAIN)
{
	struct ibv_parent_domain_init_attr attr = {
		.pd = pd(), .alloc = give, .free = take_back, .pd_context = &context_of_mine
	};
	struct ibv_pd *parent = vct_alloc_parent_domain(ctx(), &attr);
	struct ibv_qp *qp;

	MUST_MAKE(parent);
	qp = qp_of(parent);
	SETUP(!vct_destroy_qp(qp) && !vct_dealloc_pd(parent));
	MUST_EQ(NAMED("the number of calls that ask for memory", asked.allocs), 0);
	MUST_EQ(NAMED("the number of calls that free memory", asked.frees), 0);
}

CHECK(a_thread_domain_is_used, PROMISES(TD_03), .needs = NEED_RC | NEED_PARENT_DOMAIN | NEED_TD)
{
	struct ibv_pd *domain = pd();
	struct link l = link_of(parent_of(domain, td_make()));
	struct ibv_mr *mr = region_make(0, PAGE, ALL);

	for (int i = 0; i < 8; i++) {
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages() + 64);
		MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)pages() + 64);
	}
}

CHECK(thread_domains_come_and_go, PROMISES(TD_01, TD_02), .needs = NEED_TD)
{
	struct ibv_td_init_attr init = { .comp_mask = 0 };

	for (int i = 0; i < 20; i++) {
		struct ibv_td *first = vct_alloc_td(ctx(), &init), *second;

		JUDGING(TD_01);
		MUST_MAKE(first);
		MUST_POINT_TO(first->context, ctx());
		second = vct_alloc_td(ctx(), &init);
		MUST_MAKE(second);
		MUST(second != first, "two calls make two thread domains; they gave the same one");
		JUDGING(TD_02);
		MUST_SUCCEED(vct_dealloc_td(first));
		MUST_SUCCEED(vct_dealloc_td(second));
	}
}

CHECK(a_thread_domain_is_made_or_refused, PROMISES(TD_01, TD_04))
{
	struct ibv_td_init_attr init = { .comp_mask = 1U << 30 };
	struct ibv_td *td;

	errno = 0;
	td = vct_alloc_td(ctx(), &init);
	JUDGING(TD_04);
	MUST_MAKE_NONE(td);
	JUDGING(TD_01);
	MUST_NE(errno, 0);
}

CHECK(a_thread_domain_that_is_used, PROMISES(TD_02, TD_05), .needs = NEED_PARENT_DOMAIN | NEED_TD)
{
	struct ibv_pd *domain = pd(), *parent, *second;
	struct ibv_td *td = td_make();
	int ret;

	mr_make(domain, PAGE, IBV_ACCESS_LOCAL_WRITE); /* which uses the domain until the end */
	parent = parent_of(domain, td);
	second = parent_of(domain, td);
	ret = vct_dealloc_td(td);
	RECORD("it is %s", ret ? "refused" : "deallocated");
	JUDGING(TD_02);
	if (!ret) {
		vct_held();
		return;
	}
	MUST_GE(ret, 1);
	JUDGING(TD_05);
	SETUP(!vct_dealloc_pd(parent) && !vct_dealloc_pd(second));
	MUST_SUCCEED(vct_dealloc_td(td));
}
