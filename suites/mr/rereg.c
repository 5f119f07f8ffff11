// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_rereg_mr: what a region is afterwards, and what it no longer is. */
#include "../vct.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	SHORTER = 1000, /* a region that was a page */
};

static struct ibv_pd *other_pd(void)
{
	struct ibv_pd *other = vct_alloc_pd(ctx());

	SETUP(other);
	return other;
}

static struct ibv_mr *region_of(struct ibv_pd *domain, int access)
{
	struct ibv_mr *mr = vct_reg_mr(domain, pages(), PAGE, access);

	SETUP(mr);
	return mr;
}

/*
 * Where ibv_rereg_mr is not for this, which no capability tells, the check ends as SKIP. The region
 * that was tried is not used any more.
 */
static void must_be_possible(int flags)
{
	int all = IBV_ACCESS_LOCAL_WRITE | remote_access(ALL);
	int access = flags & IBV_REREG_MR_CHANGE_ACCESS ? all : 0;
	struct ibv_mr *mr = region_of(pd(), all);
	int ret;

	errno = 0;
	ret = vct_rereg_mr(mr, flags, pd(), pages(), PAGE, access);
	if (ret && (errno == EOPNOTSUPP || errno == ENOSYS))
		vct_skip("the device does not support this change: ibv_rereg_mr fails with %s",
			 vct_errno_text(errno));
	SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
}

/* The region was a page at pages(). */
static const struct move_row {
	struct vct_row vct_row;
	unsigned int to, length;
} moves[] = {
	{ ROW("longer"), .to = 0, .length = 3 * ROW_PAGE },
	{ ROW("shorter"), .to = 0, .length = 200 },
	{ ROW("elsewhere"), .to = 2 * ROW_PAGE, .length = ROW_PAGE },
	{ ROW("across-pages"), .to = 101, .length = 2 * ROW_PAGE },
};

CHECK_ROWS(moves_to_other_bytes, moves, PROMISES(MR_RRG_02, MR_RRG_07, MR_RRG_09),
	   .needs = NEED_RC | NEED_REREG, .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_of(pd(), ALL);
	size_t length = of_row(row->length);
	char *to = pages() + of_row(row->to);

	must_be_possible(IBV_REREG_MR_CHANGE_TRANSLATION);
	JUDGING(MR_RRG_07);
	MUST_EQ(vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, to, length, 0), 0);
	JUDGING(MR_RRG_09);
	MUST_POINT_TO(mr->addr, to);
	MUST_POINT_TO(mr->pd, pd());
	MUST_EQ(mr->length, length);
	JUDGING(MR_RRG_02);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)to);
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)to + length - 64);
	link_post(&l, IBV_WR_RDMA_WRITE, .data = to + length - 64, .lkey = mr->lkey);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
}

CHECK(changes_its_domain, PROMISES(MR_RRG_03, MR_RRG_07, MR_RRG_09), .needs = NEED_RC | NEED_REREG,
      .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_of(other_pd(), ALL);

	must_be_possible(IBV_REREG_MR_CHANGE_PD);
	JUDGING(MR_RRG_07);
	MUST_EQ(vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, pd(), NULL, 0, 0), 0);
	JUDGING(MR_RRG_09);
	MUST_POINT_TO(mr->pd, pd());
	MUST_POINT_TO(mr->addr, pages());
	JUDGING(MR_RRG_03);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)pages());
}

/* The new domain is used, and the old one is free. */
CHECK(frees_the_old_domain, PROMISES(MR_RRG_03), .needs = NEED_REREG, .asks = true)
{
	struct ibv_pd *new = pd(), *old = other_pd();
	struct ibv_mr *mr = region_of(old, IBV_ACCESS_LOCAL_WRITE);

	must_be_possible(IBV_REREG_MR_CHANGE_PD);
	SETUP(!vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, new, NULL, 0, 0));
	MUST_SUCCEED(vct_dealloc_pd(old));
}

/* Local writes were permitted before: what_was_only_read() is about regions without them. */
CHECK_ROWS(changes_its_rights, remotes, PROMISES(MR_RRG_04, MR_RRG_07),
	   .needs = NEED_RC | NEED_REREG)
{
	int access = access_of(row->opcode) | IBV_ACCESS_LOCAL_WRITE;
	struct link l = remote_link();
	struct ibv_mr *mr = region_of(pd(), IBV_ACCESS_LOCAL_WRITE);

	JUDGING(MR_RRG_07);
	MUST_EQ(vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, access), 0);
	JUDGING(MR_RRG_04);
	MUST_ACCESS(&l, row->opcode, mr->rkey, (uintptr_t)pages() + 64);
}

CHECK(changes_all_at_once, PROMISES(MR_RRG_02, MR_RRG_03, MR_RRG_04, MR_RRG_07),
      .needs = NEED_RC | NEED_REREG, .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_of(other_pd(), IBV_ACCESS_LOCAL_WRITE);
	char *to = pages() + PAGE + 100;

	must_be_possible(IBV_REREG_MR_FLAGS_SUPPORTED);
	JUDGING(MR_RRG_07);
	MUST_EQ(vct_rereg_mr(mr, IBV_REREG_MR_FLAGS_SUPPORTED, pd(), to, PAGE, ALL), 0);
	JUDGING(MR_RRG_02);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)to + PAGE - 64);
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)to);
}

/* The one that stays is seen, too, when the change is repeated. */
CHECK(what_is_not_named_stays, PROMISES(MR_RRG_06), .needs = NEED_RC | NEED_REREG, .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_of(pd(), ALL);
	char *to = pages();

	must_be_possible(IBV_REREG_MR_CHANGE_TRANSLATION);
	for (int i = 0; i < 20; i++) {
		if (i % 2) {
			to = pages() + (i % 3) * PAGE;
			SETUP(!vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, to, PAGE,
					    0));
		} else {
			SETUP(!vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, ALL));
		}
		MUST_POINT_TO(mr->addr, to);
		MUST_POINT_TO(mr->pd, pd());
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)to);
		MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)to + PAGE - 64);
	}
}

static const struct named_row {
	struct vct_row vct_row;
	int flag;
} named[] = {
	{ ROW("bytes"), .flag = IBV_REREG_MR_CHANGE_TRANSLATION },
	{ ROW("domain"), .flag = IBV_REREG_MR_CHANGE_PD },
	{ ROW("rights"), .flag = IBV_REREG_MR_CHANGE_ACCESS },
};

/* The arguments beside it are another domain, other bytes and no rights. */
CHECK_ROWS(one_argument_is_looked_at, named, PROMISES(MR_RRG_06), .needs = NEED_RC | NEED_REREG,
	   .asks = true)
{
	bool bytes = row->flag == IBV_REREG_MR_CHANGE_TRANSLATION;
	bool domain = row->flag == IBV_REREG_MR_CHANGE_PD;
	bool rights = row->flag == IBV_REREG_MR_CHANGE_ACCESS;
	struct link l = remote_link();
	struct ibv_pd *other = other_pd();
	struct ibv_mr *mr = region_of(domain ? other : pd(), ALL);

	must_be_possible(row->flag);
	MUST_EQ(vct_rereg_mr(mr, row->flag, domain ? pd() : other,
			     bytes ? pages() : pages() + 2 * PAGE, bytes ? PAGE : 64,
			     rights ? ALL : 0),
		0);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
	MUST_ACCESS(&l, IBV_WR_RDMA_READ, mr->rkey, (uintptr_t)pages() + PAGE - 64);
}

CHECK(a_right_that_is_not_named_is_not_given, PROMISES(MR_RRG_06),
      .needs = NEED_RC | NEED_REREG | NEED_IB_STATES, .danger = DANGER_REFUSED, .asks = true)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_of(pd(), IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ);
	char *to = pages() + PAGE;

	must_be_possible(IBV_REREG_MR_CHANGE_TRANSLATION);
	SETUP(!vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, to, PAGE, 0));
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)to);
}

enum was { BYTES, BEHIND, RIGHTS, DOMAIN, KEY };

static const struct was_row {
	struct vct_row vct_row;
	enum was was;
	bool local;
} was_rows[] = {
	{ ROW("bytes"), .was = BYTES },
	{ ROW("bytes-of-the-lkey"), .was = BYTES, .local = true },
	{ ROW("bytes-behind-a-shorter-one"), .was = BEHIND },
	{ ROW("bytes-behind-of-the-lkey"), .was = BEHIND, .local = true },
	{ ROW("rights"), .was = RIGHTS },
	{ ROW("domain"), .was = DOMAIN },
	{ ROW("domain-of-the-lkey"), .was = DOMAIN, .local = true },
	{ ROW("key"), .was = KEY },
};

static int flags_to_change(enum was was)
{
	return was == RIGHTS   ? IBV_REREG_MR_CHANGE_ACCESS
	       : was == DOMAIN ? IBV_REREG_MR_CHANGE_PD
			       : IBV_REREG_MR_CHANGE_TRANSLATION;
}

static int change(struct ibv_mr *mr, enum was was, struct ibv_pd *other)
{
	int flags = flags_to_change(was);

	if (was == RIGHTS)
		return vct_rereg_mr(mr, flags, NULL, NULL, 0, ALL & ~IBV_ACCESS_REMOTE_WRITE);
	if (was == DOMAIN)
		return vct_rereg_mr(mr, flags, other, NULL, 0, 0);
	if (was == BEHIND)
		return vct_rereg_mr(mr, flags, NULL, pages(), SHORTER, 0);
	return vct_rereg_mr(mr, flags, NULL, pages() + 2 * PAGE, PAGE, 0);
}

/* The key may change or not. */
CHECK_ROWS(what_was_gives_no_access, was_rows, PROMISES(MR_RRG_05),
	   .needs = NEED_RC | NEED_REREG | NEED_IB_STATES, .danger = DANGER_REFUSED, .asks = true)
{
	struct link l = remote_link();
	struct ibv_pd *other = other_pd(); /* before the region: it has to go after it */
	struct ibv_mr *mr = region_of(pd(), ALL);
	char *at = pages() + (row->was == BEHIND ? SHORTER - 1 : 0);
	uint32_t rkey = mr->rkey;

	must_be_possible(flags_to_change(row->was));
	SETUP(!change(mr, row->was, other));
	RECORD("the rkey %s", mr->rkey == rkey ? "stays" : "changes");
	if (row->was != KEY)
		rkey = mr->rkey;
	if (row->local)
		MUST_NOT_USE(&l, IBV_WR_RDMA_WRITE, at, mr->lkey);
	else
		MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, rkey, (uintptr_t)at);
}

static const struct fail_row {
	struct vct_row vct_row;
	int flags, access;
	bool no_length;
} fails[] = {
	{ ROW("no-length", MR_RRG_07, MR_RRG_08), .flags = IBV_REREG_MR_CHANGE_TRANSLATION,
	  .no_length = true },
	{ ROW("writes-without-local-writes", MR_RRG_10, MR_RRG_07, MR_RRG_08),
	  .flags = IBV_REREG_MR_CHANGE_ACCESS, .access = IBV_ACCESS_REMOTE_WRITE },
	{ ROW("of-all-without-local-writes", MR_RRG_10, MR_RRG_07, MR_RRG_08),
	  .flags = IBV_REREG_MR_FLAGS_SUPPORTED,
	  .access = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ },
};

static bool is_error_code(int ret)
{
	return ret <= IBV_REREG_MR_ERR_INPUT && ret >= IBV_REREG_MR_ERR_CMD_AND_DO_FORK_NEW;
}

/* A device without ibv_rereg_mr fails in the same way. */
CHECK_ROWS(a_change_that_fails, fails)
{
	struct ibv_mr *mr = region_of(pd(), IBV_ACCESS_LOCAL_WRITE | remote_access(ALL));
	int ret =
		vct_rereg_mr(mr, row->flags, pd(), pages(), row->no_length ? 0 : PAGE, row->access);

	if (row->access) {
		JUDGING(MR_RRG_10);
		MUST_NE(ret, 0);
	}
	JUDGING(MR_RRG_07);
	MUST(is_error_code(ret),
	     "ibv_rereg_mr fails with one of the codes of its page; it returned %d", ret);
	JUDGING(MR_RRG_08);
	MUST_SUCCEED(vct_dereg_mr(mr));
}

/* What the window gives access to afterwards is open, too. */
CHECK(of_a_region_with_a_window, PROMISES(MR_RRG_11), .needs = NEED_RC | NEED_REREG | NEED_MW2)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(0, PAGE, ALL | IBV_ACCESS_MW_BIND);
	struct mem_window w = window_make(IBV_MW_TYPE_2);
	int ret;

	window_set(&l, &w, mr, pages(), PAGE, IBV_ACCESS_REMOTE_WRITE);
	ret = vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, pages() + PAGE, PAGE, 0);
	RECORD("a region with a window %s", ret ? "is not changed" : "is changed");
	MUST(!ret || is_error_code(ret),
	     "ibv_rereg_mr returns 0, or one of the codes of its page; it returned %d", ret);
}

/* The device may have pinned its memory for reading alone. */
CHECK(what_was_only_read, PROMISES(MR_RRG_12), .needs = NEED_RC | NEED_REREG)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_of(pd(), 0);
	int ret = vct_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, ALL);

	RECORD("a region without local writes %s",
	       ret ? "is not changed to have them" : "is changed to have them");
	if (ret)
		MUST(is_error_code(ret),
		     "ibv_rereg_mr fails with one of the codes of its page; it returned %d", ret);
	else
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
}
