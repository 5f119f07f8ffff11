// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Regions and windows by a covering array: each two of how a region is made and changed, of a
 * window, of what that was before, and of where they are meet in a case. Then the first and the
 * last of their bytes are accessed.
 */
#include "../../lib/check/use/cover.h"
#include "../vct.h"

enum factor { MADE, CHANGED, WINDOW, BEFORE, BASE, START, LENGTH, FACTORS };
enum { AT_IOVA = 1, IN_PARENT };
enum { RIGHTS = 1, DOMAIN, MOVED, ALL_CHANGED };
enum { WAS_ZERO_BASED = 1, WAS_ELSEWHERE, TOO_LONG, NO_RIGHT };
enum { WITHIN = 104, AN_ACCESS = 16, IN_WINDOW = 16 };
#define IOVA (1ULL << 40)

static const char *const words[FACTORS][COVER_LEVELS] = {
	[MADE] = { "a region", "a region with an iova", "a region of a parent domain" },
	[CHANGED] = { "", "whose rights were changed", "whose domain was changed", "that was moved",
		      "of which all was changed" },
	[WINDOW] = { "", "and a window of type 1", "and a window of type 2" },
	[BEFORE] = { "", "that was zero-based before", "that was in another region before",
		     "of which a bind that was too long has failed",
		     "of which a bind without the right has failed" },
	[BASE] = { "", "that is zero-based" },
	[START] = { "from a page on", "from within a page on" },
	[LENGTH] = { "of 64 bytes", "of a page", "of some pages and bytes" },
};

/*
 * Levels of which one factor may not meet these of another. libibverbs itself wants one domain of a
 * window of type 1 and its region, by their addresses.
 */
static const struct {
	enum factor f;
	int level;
	enum factor g;
	unsigned int others;
} apart[] = {
	{ MADE, IN_PARENT, BEFORE, 1 << WAS_ELSEWHERE },
	{ WINDOW, 0, BEFORE, ~1U },
	{ WINDOW, 0, BASE, ~1U },
};

static const int changes[] = {
	[RIGHTS] = IBV_REREG_MR_CHANGE_ACCESS,
	[DOMAIN] = IBV_REREG_MR_CHANGE_PD,
	[MOVED] = IBV_REREG_MR_CHANGE_TRANSLATION,
	[ALL_CHANGED] = IBV_REREG_MR_FLAGS_SUPPORTED,
};

struct lives {
	enum ibv_wr_opcode opcode;
	struct link l;
	struct ibv_pd *other, *parent;
	struct ibv_mr *spare, *fixed; /* in which windows can be bound, or not */
	bool has[FACTORS][COVER_LEVELS];
	/* The case. */
	const int *level;
	struct ibv_mr *mr;
	uint64_t base; /* the address of its first byte */
	char *memory;
	size_t length;
	struct mem_window w;
	char text[320];
	struct vct_place place;
};

static bool permits(const void *of, int f, int level, int g, int other)
{
	const struct lives *s = of;

	if (f == g)
		return s->has[f][level];
	for (size_t i = 0; i < sizeof(apart) / sizeof(apart[0]); i++)
		if ((int)apart[i].f == f && apart[i].level == level && (int)apart[i].g == g &&
		    apart[i].others >> other & 1)
			return false;
	return true;
}

static struct ibv_pd *domain_of(const struct lives *s)
{
	return s->level[MADE] == IN_PARENT ? s->parent : pd();
}

static int rights_of(const struct lives *s)
{
	return IBV_ACCESS_LOCAL_WRITE |
	       (s->level[WINDOW] ? IBV_ACCESS_MW_BIND : access_of(s->opcode));
}

static struct ibv_mr *make(struct lives *s, struct ibv_pd *domain, char *at, int access)
{
	s->base = (uintptr_t)at;
	if (s->level[MADE] != AT_IOVA)
		return vct_reg_mr(domain, at, s->length, access);
	s->base = IOVA + (uint64_t)(at - pages());
	return vct_reg_mr_iova(domain, at, s->length, s->base, access);
}

/* What the change names is something else before. */
static void make_region(struct lives *s)
{
	int flags = changes[s->level[CHANGED]];
	bool moves = flags & IBV_REREG_MR_CHANGE_TRANSLATION;
	struct ibv_pd *domain = flags & IBV_REREG_MR_CHANGE_PD ? s->other : domain_of(s);
	int access = flags & IBV_REREG_MR_CHANGE_ACCESS ? IBV_ACCESS_LOCAL_WRITE : rights_of(s);

	s->memory = pages() + (s->level[START] ? WITHIN : 0);
	s->length = (const size_t[]){ 64, PAGE, 2 * PAGE + 200 }[s->level[LENGTH]];
	s->mr = make(s, domain, s->memory + (moves ? PAGE : 0), access);
	SETUP_OF(BLOCK_MR, s->mr);
	if (!flags)
		return;
	SETUP(!vct_rereg_mr(s->mr, flags, domain_of(s), moves ? s->memory : NULL,
			    moves ? s->length : 0,
			    flags & IBV_REREG_MR_CHANGE_ACCESS ? rights_of(s) : 0));
	if (moves)
		s->base = (uintptr_t)s->memory;
}

static void bind_to(struct lives *s, struct ibv_mr *mr, uint64_t at, unsigned int access)
{
	window_set(&s->l, &s->w, mr, at, s->length - 2 * IN_WINDOW,
		   (unsigned int)access_of(s->opcode) | access);
}

/* The QPs of a bind that may fail, which end with it. */
static void release_link(const struct link *l)
{
	SETUP_OF(BLOCK_RELEASE_QP, !vct_destroy_qp(l->tx) && !vct_destroy_qp(l->rx));
	SETUP_OF(BLOCK_RELEASE_CQ,
		 !vct_destroy_cq(l->tx_cq) && (l->rx_cq == l->tx_cq || !vct_destroy_cq(l->rx_cq)));
}

static bool fails_to_bind(struct lives *s)
{
	struct link l = remote_link();
	uint32_t rkey = s->w.rkey;
	bool too_long = s->level[BEFORE] == TOO_LONG;
	struct ibv_mw_bind_info to = { too_long ? s->mr : s->fixed,
				       too_long ? s->base : (uintptr_t)pages(),
				       too_long ? s->length + 1 : 64, IBV_ACCESS_REMOTE_READ };
	bool failed = window_post(l.rx, &s->w, &to) || cq_wait(l.rx_cq).status != IBV_WC_SUCCESS;

	s->w.rkey = s->w.mw->rkey = rkey;
	release_link(&l);
	return failed;
}

/*
 * The window is the region without its ends: an access by the wrong base would reach beyond. False
 * if a bind that has to fail, as mw.refused judges, did not.
 */
static bool make_window(struct lives *s)
{
	uint64_t at = s->base + IN_WINDOW;
	bool first = s->level[BEFORE] == WAS_ZERO_BASED || s->level[BEFORE] == WAS_ELSEWHERE;

	s->w = (struct mem_window){ .mw = vct_alloc_mw(domain_of(s), s->level[WINDOW] == 1
									     ? IBV_MW_TYPE_1
									     : IBV_MW_TYPE_2) };
	SETUP_OF(BLOCK_MW, s->w.mw);
	s->w.rkey = s->w.mw->rkey;
	if (s->level[BEFORE] == WAS_ZERO_BASED)
		bind_to(s, s->mr, at, IBV_ACCESS_ZERO_BASED);
	if (s->level[BEFORE] == WAS_ELSEWHERE)
		bind_to(s, s->spare, (uintptr_t)pages(), 0);
	if (first && s->w.mw->type == IBV_MW_TYPE_2)
		SETUP(window_invalidate(s->l.rx, s->l.rx_cq, s->w.rkey).status == IBV_WC_SUCCESS);
	bind_to(s, s->mr, at, s->level[BASE] ? IBV_ACCESS_ZERO_BASED : 0);
	if (s->level[BEFORE] >= TOO_LONG && !fails_to_bind(s))
		return false;
	s->base = s->level[BASE] ? 0 : at;
	s->memory += IN_WINDOW;
	s->length -= 2 * IN_WINDOW;
	return true;
}

static void must_give_access(struct lives *s)
{
	uint32_t length = access_of(s->opcode) == IBV_ACCESS_REMOTE_ATOMIC ? 8 : AN_ACCESS;
	size_t last = s->length - length;

	JUDGING(s->level[BEFORE] >= TOO_LONG  ? MW_ALC_03
		: s->level[BASE]              ? MW_BND_04
		: s->level[WINDOW]            ? MW_ALC_02
		: s->level[CHANGED] == RIGHTS ? MR_RRG_04
		: s->level[CHANGED] == DOMAIN ? MR_RRG_03
		: s->level[CHANGED]           ? MR_RRG_02
		: s->level[MADE] == AT_IOVA   ? MR_REG_07
		: s->level[MADE] == IN_PARENT ? PAR_02
					      : MR_REG_03);
	for (size_t at = 0; at <= last; at += last ? last : 1)
		must_access(&s->l,
			    &(struct remote){ .opcode = s->opcode,
					      .rkey = s->level[WINDOW] ? s->w.rkey : s->mr->rkey,
					      .at = s->base + at,
					      .memory = s->memory + at,
					      .length = length },
			    &s->place);
}

/* The region that the window was in before is free while it is bound. */
static void release(struct lives *s)
{
	JUDGING(MR_DER_01);
	if (s->level[BEFORE] == WAS_ELSEWHERE) {
		MUST_SUCCEED(vct_dereg_mr(s->spare));
		s->spare =
			region_make(0, PAGES * PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	}
	JUDGING(MW_ALC_04);
	if (s->level[WINDOW])
		MUST_SUCCEED(vct_dealloc_mw(s->w.mw));
	MUST_SUCCEED(vct_dereg_mr(s->mr));
}

static void carry_out(struct lives *s)
{
	size_t at = 0;

	for (int f = 0; f < FACTORS; f++)
		if (words[f][s->level[f]][0])
			at += (size_t)snprintf(s->text + at, sizeof(s->text) - at, "%s ",
					       words[f][s->level[f]]);
	s->place = *VCT_HERE(s->text);
	make_region(s);
	if (!s->level[WINDOW] || make_window(s))
		must_give_access(s);
	release(s);
}

static bool changes_regions(const struct lives *s, int flags)
{
	int all = IBV_ACCESS_LOCAL_WRITE | access_of(s->opcode);
	int access = flags & IBV_REREG_MR_CHANGE_ACCESS ? all : 0;
	struct ibv_mr *mr = region_make(0, PAGE, all);
	bool done = !vct_rereg_mr(mr, flags, pd(), pages(), PAGE, access);

	SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(mr));
	return done;
}

/* A device may have no windows for atomics, and none that are zero-based. */
static bool binds(struct lives *s, enum ibv_mw_type type, unsigned int access)
{
	struct ibv_mw_bind_info to = { s->spare, (uintptr_t)pages(), 64,
				       (unsigned int)access_of(s->opcode) | access };
	struct link l = remote_link();
	struct mem_window w = window_make(type);
	bool done = !window_post(l.rx, &w, &to) && cq_wait(l.rx_cq).status == IBV_WC_SUCCESS;

	SETUP(!vct_dealloc_mw(w.mw));
	release_link(&l);
	return done;
}

/* What no capability tells is tried. */
static void find_levels(struct lives *s)
{
	bool type_1 = !vct_device_lacks(vct_dev, NEED_MW1);
	bool type_2 = !vct_device_lacks(vct_dev, NEED_MW2);

	for (int f = 0; f < FACTORS; f++)
		for (int level = 0; level < COVER_LEVELS; level++)
			s->has[f][level] = words[f][level];
	s->has[MADE][IN_PARENT] = s->parent;
	for (int level = RIGHTS; level <= ALL_CHANGED; level++)
		s->has[CHANGED][level] = !vct_device_lacks(vct_dev, NEED_REREG) &&
					 changes_regions(s, changes[level]);
	s->has[WINDOW][1] = type_1 && binds(s, IBV_MW_TYPE_1, 0);
	s->has[WINDOW][2] = type_2 && binds(s, IBV_MW_TYPE_2, 0);
	for (int level = WAS_ZERO_BASED; level <= NO_RIGHT; level++)
		s->has[BEFORE][level] = s->has[WINDOW][1] || s->has[WINDOW][2];
	s->has[BASE][1] = s->has[BEFORE][WAS_ZERO_BASED] =
		(!s->has[WINDOW][1] || binds(s, IBV_MW_TYPE_1, IBV_ACCESS_ZERO_BASED)) &&
		(!s->has[WINDOW][2] || binds(s, IBV_MW_TYPE_2, IBV_ACCESS_ZERO_BASED)) &&
		s->has[BEFORE][WAS_ELSEWHERE];
}

CHECK_ROWS(give_access, remotes,
	   PROMISES(MR_REG_03, MR_REG_07, PAR_02, MR_RRG_02, MR_RRG_03, MR_RRG_04, MW_ALC_02,
		    MW_ALC_03, MW_ALC_04, MW_BND_04, MR_DER_01),
	   .needs = NEED_RC | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	static struct cover_case cases[COVER_CASES];
	struct ibv_parent_domain_init_attr attr = { .pd = pd() };
	struct lives s = { .opcode = row->opcode, .l = remote_link() };
	const struct cover cover = { FACTORS, permits, &s };
	bool windows = !vct_device_lacks(vct_dev, NEED_MW1) || !vct_device_lacks(vct_dev, NEED_MW2);
	size_t n;

	s.other = vct_alloc_pd(ctx());
	SETUP(s.other);
	if (!vct_device_lacks(vct_dev, NEED_PARENT_DOMAIN))
		s.parent = vct_alloc_parent_domain(ctx(), &attr);
	s.fixed = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE);
	s.spare =
		windows ? region_make(0, PAGES * PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND)
			: NULL;
	find_levels(&s);
	n = cover_make(&cover, cases);
	for (size_t i = 0; i < n; i++) {
		s.level = cases[i].level;
		carry_out(&s);
	}
}
