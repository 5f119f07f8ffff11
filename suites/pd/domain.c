// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_alloc_pd and ibv_dealloc_pd. */
#include "kinds.h"

CHECK(there_are_several, PROMISES(PD_ALC_01, PD_DEA_01))
{
	enum { DOMAINS = 20 };
	struct ibv_device_attr attr;
	struct ibv_pd *domains[DOMAINS];
	int n = DOMAINS;

	SETUP(!vct_query_device(ctx(), &attr));
	/* Half of what the device claims: others may have some, too. */
	if (attr.max_pd / 2 < n)
		n = attr.max_pd / 2 + 1;
	JUDGING(PD_ALC_01);
	for (int i = 0; i < n; i++) {
		domains[i] = vct_alloc_pd(ctx());
		MUST_MAKE(domains[i]);
		MUST_POINT_TO(domains[i]->context, ctx());
		MUST(!i || domains[i] != domains[i - 1],
		     "two calls make two domains; both gave the same");
	}
	JUDGING(PD_DEA_01);
	for (int i = 0; i < n; i++)
		MUST_SUCCEED(vct_dealloc_pd(domains[i]));
}

CHECK(room_comes_back, PROMISES(PD_DEA_04))
{
	enum { ROUNDS = 2500 };

	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_pd *domain = vct_alloc_pd(ctx());

		MUST_MAKE(domain);
		SETUP_OF(BLOCK_RELEASE_PD, !vct_dealloc_pd(domain));
	}
}

static int release(void *object, enum kind kind)
{
	switch (kind) {
	case REGION:
	case NULL_REGION:
		return vct_dereg_mr(object);
	case WINDOW:
		return vct_dealloc_mw(object);
	case AH:
		return vct_destroy_ah(object);
	case SRQ:
		return vct_destroy_srq(object);
	default:
		return vct_destroy_qp(object);
	}
}

/* It may fail or not: if it does, it says why, and succeeds once the object has gone. */
CHECK_ROWS(deallocation_of_one_that_is_used, kinds, PROMISES(PD_DEA_01, PD_DEA_03))
{
	struct ibv_pd *domain = vct_alloc_pd(ctx());
	void *object = domain ? make_in(domain, row->kind) : NULL;
	int ret;

	SETUP_OF(row->kind == WINDOW ? BLOCK_MW : BLOCK_NONE, object);
	ret = vct_dealloc_pd(domain);
	RECORD("it is refused with %s", vct_errno_text(ret));
	JUDGING(PD_DEA_01);
	if (!ret) {
		vct_held();
		return;
	}
	MUST_GE(ret, 0);
	MUST_LE(ret, 133);
	JUDGING(PD_DEA_03);
	SETUP(!release(object, row->kind));
	MUST_SUCCEED(vct_dealloc_pd(domain));
}

CHECK(a_refused_deallocation_changes_nothing, PROMISES(PD_DEA_02), .needs = NEED_RC, .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	int ret;

	slots_mr(); /* the messages need it */
	ret = vct_dealloc_pd(pd());
	if (!ret)
		vct_skip("the device deallocates a protection domain that is used");
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
	mr = vct_reg_mr(pd(), pages() + PAGE, PAGE,
			IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	MUST_MAKE(mr);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages() + PAGE);
}

enum { WRITTEN = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE };

/* Whether a write between these regions, of the same page each, is carried out. */
static bool writes(struct link *l, const struct ibv_mr *from, const struct ibv_mr *to)
{
	pattern(from->addr, 64, 1);
	memset(to->addr, 0, 64);
	link_post(l, IBV_WR_RDMA_WRITE, .data = from->addr, .lkey = from->lkey, .to = to->addr,
		  .rkey = to->rkey);
	return cq_wait(l->tx_cq).status == IBV_WC_SUCCESS || !memcmp(from->addr, to->addr, 64);
}

/* A domain with QPs and regions; the region is not one of its own. */
static void must_not_have(struct ibv_pd *domain, const struct ibv_mr *mr)
{
	struct ibv_qp *tx = domain ? try_qp(domain, cq_make(8)) : NULL;
	struct ibv_qp *rx = domain ? try_qp(domain, cq_make(8)) : NULL;
	struct ibv_mr *own[2];
	struct link l;

	SETUP(tx && rx);
	for (int i = 0; i < 2; i++) {
		own[i] = vct_reg_mr(domain, pages() + (i + 1) * PAGE, PAGE, WRITTEN);
		SETUP(own[i]);
	}
	l = rc_link(.no_srq = true, .tx = tx, .rx = rx);
	SETUP(writes(&l, own[0], own[1]));
	MUST(!writes(&l, own[0], mr), "a region of another PD is not written; it was");
}

/*
 * Whether the deallocation is refused or not, the region is of none of the domains that come later:
 * the number of its domain is not given away.
 */
CHECK(later_domains_do_not_inherit, PROMISES(PD_DEA_05), .needs = NEED_RC | NEED_IB_STATES,
      .danger = DANGER_REFUSED)
{
	struct ibv_pd *domain = vct_alloc_pd(ctx());
	struct ibv_mr *mr = domain ? vct_reg_mr(domain, pages(), PAGE, WRITTEN) : NULL;

	SETUP(mr);
	RECORD("the deallocation returns %s", vct_errno_text(vct_dealloc_pd(domain)));
	for (int i = 0; i < 2; i++)
		must_not_have(vct_alloc_pd(ctx()), mr);
}
