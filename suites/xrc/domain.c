// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_open_xrcd and ibv_close_xrcd: domains with and without a file, and when they can be closed.
 * Two handles are of one domain if a QP created in one can be opened through the other.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "../vct.h"

enum { FD = IBV_XRCD_INIT_ATTR_FD, OFLAGS = IBV_XRCD_INIT_ATTR_OFLAGS };

STATIC_CHECK(prototypes, PROMISES(XRCD_OPN_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_open_xrcd,
				     struct ibv_xrcd *
					     (struct ibv_context *, struct ibv_xrcd_init_attr *)),
		       "ibv_open_xrcd");
	_Static_assert(HAS_PROTOTYPE(ibv_close_xrcd, int(struct ibv_xrcd *)), "ibv_close_xrcd");
	_Static_assert(HAS_MEMBER(struct ibv_xrcd_init_attr, comp_mask, uint32_t), "comp_mask");
	_Static_assert(HAS_MEMBER(struct ibv_xrcd_init_attr, fd, int), "fd");
	_Static_assert(HAS_MEMBER(struct ibv_xrcd_init_attr, oflags, int), "oflags");
}

/* Two descriptors of one new file, each with an open file description of its own. */
struct file {
	int fd, again;
};

static struct file new_file(void)
{
	struct file f = { .fd = domain_file() };
	char name[32];

	snprintf(name, sizeof(name), "/proc/self/fd/%d", f.fd);
	f.again = open(name, O_RDWR | O_CLOEXEC);
	SETUP(f.again >= 0);
	return f;
}

static struct ibv_xrcd *open_masked(uint32_t mask, int fd, int oflags)
{
	struct ibv_xrcd_init_attr init = { .comp_mask = mask, .fd = fd, .oflags = oflags };

	return vct_open_xrcd(ctx(), &init);
}

static struct ibv_xrcd *open_domain(int fd, int oflags)
{
	return open_masked(FD | OFLAGS, fd, oflags);
}

static struct ibv_qp *open_number(struct ibv_xrcd *xrcd, uint32_t number)
{
	struct ibv_qp_open_attr attr = {
		.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE,
		.qp_num = number,
		.xrcd = xrcd,
		.qp_type = IBV_QPT_XRC_RECV,
	};

	return vct_open_qp(ctx(), &attr);
}

static bool are_one_domain(struct ibv_xrcd *a, struct ibv_xrcd *b)
{
	struct ibv_qp *qp = xrc_qp_make(IBV_QPT_XRC_RECV, a, NULL);
	struct ibv_qp *opened = open_number(b, qp->qp_num);
	bool one = opened;

	if (opened)
		SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(opened));
	else
		vct_skip_if_refused();
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(qp));
	return one;
}

static const struct open_row {
	struct vct_row vct_row;
	bool of_file;
	int oflags;
} opens[] = {
	{ ROW("file"), .of_file = true, .oflags = O_CREAT },
	{ ROW("file-exclusively"), .of_file = true, .oflags = O_CREAT | O_EXCL },
	{ ROW("no-file"), .oflags = O_CREAT },
};

CHECK_ROWS(opens_a_domain_of_the_context, opens, PROMISES(XRCD_OPN_02),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct ibv_xrcd *xrcd = open_domain(row->of_file ? domain_file() : -1, row->oflags);

	MUST_MAKE(xrcd);
	MUST_POINT_TO(xrcd->context, ctx());
	MUST(are_one_domain(xrcd, xrcd),
	     "a domain is the same as itself: a receive QP that is made in it is found in it");
}

CHECK_ROWS(closes, opens, PROMISES(XRCD_CLS_01), .needs = NEED_XRC, .proves = BLOCK_RELEASE_XRCD)
{
	struct ibv_xrcd *xrcd = open_domain(row->of_file ? domain_file() : -1, row->oflags);

	SETUP_OF(BLOCK_XRC_DOMAIN, xrcd);
	MUST_EQ(vct_close_xrcd(xrcd), 0);
}

static const struct creation_row {
	struct vct_row vct_row;
	int oflags;
} creations[] = {
	{ ROW("plain"), .oflags = O_CREAT },
	{ ROW("exclusive"), .oflags = O_CREAT | O_EXCL },
};

CHECK_ROWS(creation_ties_it_to_the_file, creations, PROMISES(XRCD_OPN_05),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct file f = new_file();
	struct ibv_xrcd *created = open_domain(f.fd, row->oflags), *opened;

	MUST_MAKE(created);
	opened = open_domain(f.again, 0);
	MUST_MAKE(opened);
	MUST(are_one_domain(created, opened), "both handles are one domain");
}

static const struct mask_row {
	struct vct_row vct_row;
	uint32_t mask;
} masks[] = {
	{ ROW("nothing"), .mask = 0 },
	{ ROW("no-oflags"), .mask = FD },
	{ ROW("no-fd"), .mask = OFLAGS },
	{ ROW("unknown-bit"), .mask = FD | OFLAGS | 1u << 31 },
};

/* Neither member has a default: both must be given. */
CHECK_ROWS(needs_both_members, masks, PROMISES(XRCD_OPN_03, XRCD_OPN_12), .needs = NEED_XRC)
{
	int fd = domain_file();

	MUST_MAKE_NONE(open_masked(row->mask, fd, O_CREAT));
	MUST_MAKE(open_masked(FD | OFLAGS, fd, O_CREAT | O_EXCL));
}

CHECK(descriptors_of_one_file_give_one_domain, PROMISES(XRCD_OPN_04),
      .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct file f = new_file();
	struct ibv_xrcd *first = open_domain(f.fd, O_CREAT), *second;

	MUST_MAKE(first);
	second = open_domain(f.again, 0);
	MUST_MAKE(second);
	MUST(are_one_domain(first, second), "both handles are one domain");
	MUST(are_one_domain(second, first), "both handles are one domain");
}

static void must_be_two(struct ibv_xrcd *first, struct ibv_xrcd *second)
{
	MUST_MAKE(first);
	MUST_MAKE(second);
	MUST(!are_one_domain(first, second),
	     "the domains are two; what is in one is found in the other");
	MUST(!are_one_domain(second, first),
	     "the domains are two; what is in one is found in the other");
}

CHECK(two_files_give_two_domains, PROMISES(XRCD_OPN_04), .needs = NEED_XRC)
{
	struct ibv_xrcd *first = open_domain(domain_file(), O_CREAT);
	struct ibv_xrcd *second = open_domain(domain_file(), O_CREAT);

	must_be_two(first, second);
}

CHECK(creating_again_opens_it, PROMISES(XRCD_OPN_06), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct file f = new_file();
	struct ibv_xrcd *first = open_domain(f.fd, O_CREAT), *second;

	SETUP_OF(BLOCK_XRC_DOMAIN, first);
	second = open_domain(f.again, O_CREAT);
	MUST_MAKE(second);
	MUST(are_one_domain(first, second), "both handles are one domain");
}

CHECK(is_not_there_before_it_is_created, PROMISES(XRCD_OPN_07, XRCD_OPN_12), .needs = NEED_XRC)
{
	struct file f = new_file();

	MUST_MAKE_NONE(open_domain(f.fd, 0));
	SETUP_OF(BLOCK_XRC_DOMAIN, open_domain(f.fd, O_CREAT));
	MUST_MAKE(open_domain(f.again, 0));
}

CHECK(exclusive_creation_finds_it_there, PROMISES(XRCD_OPN_08, XRCD_OPN_12),
      .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct file f = new_file();
	struct ibv_xrcd *first = open_domain(f.fd, O_CREAT), *second;

	SETUP_OF(BLOCK_XRC_DOMAIN, first);
	MUST_MAKE_NONE(open_domain(f.fd, O_CREAT | O_EXCL));
	MUST_MAKE_NONE(open_domain(f.again, O_CREAT | O_EXCL));
	second = open_domain(f.again, 0);
	MUST_MAKE(second);
	MUST(are_one_domain(first, second), "both handles are one domain");
}

/* No page says what O_EXCL without O_CREAT does; it must not create a second domain of a file. */
CHECK(exclusive_without_creation, PROMISES(XRCD_OPN_09), .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct file f = new_file();
	struct ibv_xrcd *first = open_domain(f.fd, O_CREAT), *second;

	SETUP_OF(BLOCK_XRC_DOMAIN, first);
	second = open_domain(f.again, O_EXCL);
	RECORD("O_EXCL without O_CREAT %s the existing domain", second ? "opens" : "does not open");
	MUST(are_one_domain(first, second ? second : first), "both handles are one domain");
	MUST_MAKE(open_domain(f.again, 0));
}

CHECK(domains_without_a_file_are_private, PROMISES(XRCD_OPN_10), .needs = NEED_XRC)
{
	struct ibv_xrcd *first = open_domain(-1, O_CREAT), *second = open_domain(-1, O_CREAT);

	must_be_two(first, second);
}

CHECK(without_a_file_it_is_created_or_nothing, PROMISES(XRCD_OPN_11, XRCD_OPN_12),
      .needs = NEED_XRC)
{
	MUST_MAKE_NONE(open_domain(-1, 0));
	SETUP_OF(BLOCK_XRC_DOMAIN, open_domain(-1, O_CREAT));
	MUST_MAKE_NONE(open_domain(-1, 0));
}

CHECK(failure_is_null_with_errno, PROMISES(XRCD_OPN_12), .needs = NEED_XRC)
{
	int closed;

	ctx(); /* opened first, so that its descriptors do not get the closed number */
	closed = domain_file();
	close(closed);
	errno = 0;
	MUST_MAKE_NONE(open_domain(closed, O_CREAT));
	MUST_NE(errno, 0);
}

CHECK(unclaimed, PROMISES(XRCD_OPN_12), .lacks = NEED_XRC)
{
	errno = 0;
	MUST_MAKE_NONE(open_domain(-1, O_CREAT));
	MUST_NE(errno, 0);
	MUST_MAKE_NONE(open_domain(domain_file(), O_CREAT));
}

CHECK(outlives_the_first_of_two_handles, PROMISES(XRCD_CLS_02, XRCD_CLS_01),
      .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct file f = new_file();
	struct ibv_xrcd *first = open_domain(f.fd, O_CREAT), *second = open_domain(f.again, 0);
	struct link l;

	SETUP_OF(BLOCK_XRC_DOMAIN, first && second);
	l = xrc_link(.xrcd = second, .srq_wr = 4, .posted = 2);
	JUDGING(XRCD_CLS_01);
	MUST_SUCCEED(vct_close_xrcd(first));
	JUDGING(XRCD_CLS_02);
	MUST_RECEIVE(&l, 0);
	MUST(are_one_domain(second, open_domain(f.fd, 0)),
	     "the file still has its domain, which one handle has left");
}

CHECK(is_gone_with_its_last_handle, PROMISES(XRCD_CLS_02), .needs = NEED_XRC)
{
	struct file f = new_file();
	struct ibv_xrcd *first = open_domain(f.fd, O_CREAT), *second = open_domain(f.again, 0);

	SETUP_OF(BLOCK_XRC_DOMAIN, first && second);
	SETUP_OF(BLOCK_RELEASE_XRCD, !vct_close_xrcd(first));
	SETUP_OF(BLOCK_RELEASE_XRCD, !vct_close_xrcd(second));
	MUST_MAKE_NONE(open_domain(f.fd, 0));
	MUST_MAKE(open_domain(f.fd, O_CREAT | O_EXCL));
}

static void make_srq(struct ibv_xrcd *xrcd)
{
	xrc_srq_make(xrcd, cq_make(4), 4);
}

static void make_qp(struct ibv_xrcd *xrcd)
{
	xrc_qp_make(IBV_QPT_XRC_RECV, xrcd, NULL);
}

static const struct resource_row {
	struct vct_row vct_row;
	void (*make)(struct ibv_xrcd *);
} resources[] = {
	{ ROW("srq"), .make = make_srq },
	{ ROW("receive-qp"), .make = make_qp },
};

CHECK_ROWS(refusal_to_close_is_an_errno_value, resources, PROMISES(XRCD_CLS_03), .needs = NEED_XRC)
{
	struct ibv_xrcd *xrcd = open_domain(-1, O_CREAT);
	int ret;

	SETUP_OF(BLOCK_XRC_DOMAIN, xrcd);
	row->make(xrcd);
	ret = vct_close_xrcd(xrcd);
	RECORD("closing a domain with a %s returns %d", row->vct_row.name, ret);
	MUST_GE(ret, 0);
}

/* Closing may be refused or not; in both cases what uses the domain must continue to work. */
CHECK(closing_in_use_breaks_nothing, PROMISES(XRCD_CLS_04), .needs = NEED_XRC)
{
	struct link l = xrc_link(.srq_wr = 4, .posted = 2);
	int ret = vct_close_xrcd(l.xrcd);

	RECORD("a domain in use %s", ret ? "is not closed" : "is closed");
	MUST_RECEIVE(&l, 0);
	MUST_RECEIVE(&l, 1);
	MUST_SUCCEED(vct_destroy_qp(l.rx));
	MUST_SUCCEED(vct_destroy_srq(l.srq));
	if (ret)
		MUST_SUCCEED(vct_close_xrcd(l.xrcd));
}
