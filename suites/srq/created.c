// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What must hold of a new SRQ, whatever its size and whichever verb created it. */
#include "created.h"

const struct srq_size_row srq_sizes[9] = {
	{ ROW("1"), .max_wr = 1 },   { ROW("2"), .max_wr = 2 },     { ROW("3"), .max_wr = 3 },
	{ ROW("7"), .max_wr = 7 },   { ROW("8"), .max_wr = 8 },     { ROW("63"), .max_wr = 63 },
	{ ROW("64"), .max_wr = 64 }, { ROW("100"), .max_wr = 100 }, { ROW("1000"), .max_wr = 1000 },
};

const struct srq_limit_row srq_limits[2] = {
	{ ROW("within-max-wr", SRQ_CRX_07), .limit = 4 },
	{ ROW("beyond-max-wr", SRQ_CRX_08), .limit = UINT32_MAX },
};

static uint32_t claimed_wr(void)
{
	return (uint32_t)vct_dev->attr.orig_attr.max_srq_wr;
}

static uint32_t claimed_sge(void)
{
	return (uint32_t)vct_dev->attr.orig_attr.max_srq_sge;
}

void must_have_at_least(create_call *create, uint32_t max_wr, uint32_t max_sge)
{
	uint32_t wr = srq_at_most(max_wr), sge = srq_sge_at_most(max_sge);
	struct ibv_srq_attr attr = { .max_wr = wr, .max_sge = sge };

	MUST_MAKE(create(&attr));
	MUST_GE(attr.max_wr, wr);
	MUST_GE(attr.max_sge, sge);
}

void must_have_each_max_sge(create_call *create)
{
	for (uint32_t requested = 1; requested <= claimed_sge(); requested++) {
		struct ibv_srq_attr attr = { .max_wr = 1, .max_sge = requested };
		struct ibv_srq *srq = create(&attr);

		MUST_MAKE(srq);
		MUST_GE(attr.max_sge, requested);
		SETUP_OF(BLOCK_RELEASE_SRQ, !vct_destroy_srq(srq));
	}
}

uint32_t post_until_refused(struct ibv_srq *srq, uint32_t most)
{
	unsigned int posted, n = 0;

	if (most <= 1 << 16) { /* a list: each of its WRs is posted until one is refused */
		srq_try_post(srq, 0, most, &posted);
		return posted;
	}
	while (n < most && !srq_try_post(srq, n, 1, &posted))
		n++;
	return n;
}

/* How many WRs there are in a SRQ that has one and is filled. If it takes no SGE, they have none.
 */
static uint32_t fill(struct ibv_srq *srq, const struct ibv_srq_attr *returned)
{
	uint32_t n = 1;

	if (returned->max_sge)
		return n + post_until_refused(srq, returned->max_wr);
	while (n <= returned->max_wr && !srq_try_sges(srq, 0))
		n++;
	return n;
}

void must_be_actual(struct ibv_srq *srq, const struct ibv_srq_attr *returned)
{
	struct ibv_srq_attr queried = srq_query(srq);

	MUST_LE(returned->max_sge, INT32_MAX);
	MUST_SUCCEED(srq_try_sges(srq, returned->max_sge));
	if (queried.max_sge > returned->max_sge)
		MUST_REFUSE(srq_try_sges(srq, queried.max_sge));
	MUST_EQ(NAMED("the number of WRs that fit", fill(srq, returned)), returned->max_wr);
	if (queried.max_wr != returned->max_wr || queried.max_sge != returned->max_sge)
		RECORD("max_wr %u and max_sge %u are returned; a query returns %u and %u",
		       returned->max_wr, returned->max_sge, queried.max_wr, queried.max_sge);
}

/* 100 WRs of 3 SGEs, or what the device claims. */
static struct ibv_srq_attr large(void)
{
	return (struct ibv_srq_attr){ .max_wr = srq_at_most(100), .max_sge = srq_sge_at_most(3) };
}

void must_return_actual_values(create_call *create)
{
	struct ibv_srq_attr attr = large();
	struct ibv_srq *srq = create(&attr);

	MUST_MAKE(srq);
	must_be_actual(srq, &attr);
	attr = (struct ibv_srq_attr){ .max_wr = srq_at_most(4) };
	srq = create(&attr);
	RECORD("a SRQ whose WRs have no SGE is %s", srq ? "made" : "refused");
	if (srq)
		must_be_actual(srq, &attr);
}

void must_return_how_many_wrs_fit(create_call *create)
{
	struct ibv_srq_attr attr = large();
	struct ibv_srq *srq = create(&attr);
	unsigned int posted;

	MUST_MAKE(srq);
	MUST_REFUSE(srq_try_post(srq, 0, attr.max_wr + 1, &posted));
	MUST_EQ(NAMED("the number of WRs that fit", posted), attr.max_wr);
}

struct ibv_srq *create_with_limit(create_call *create, uint32_t limit)
{
	return create(&(struct ibv_srq_attr){ .max_wr = 16, .max_sge = 1, .srq_limit = limit });
}

void must_read_no_limit(create_call *create, uint32_t limit)
{
	struct ibv_srq *srq = create_with_limit(create, limit);

	MUST_MAKE(srq);
	MUST_EQ(srq_query(srq).srq_limit, 0);
}

void must_raise_no_event(create_call *create, uint32_t limit)
{
	struct ibv_srq *srq = create_with_limit(create, limit);
	struct link l;

	MUST_MAKE(srq);
	l = rc_link(.srq = srq, .posted = 6);
	link_send(&l, 3); /* 3 left: below both limits */
	MUST_SEE_NO_EVENT();
}

void must_resize_all_the_same(create_call *create)
{
	struct ibv_srq *srq = create_with_limit(create, UINT32_MAX);

	MUST_MAKE(srq);
	RELIES_ON(BLOCK_SRQ_RESIZE);
	MUST_SUCCEED(srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = srq_at_most(32)));
}

struct ibv_srq *create_in_excess(create_call *create, bool wr, bool by_far)
{
	uint32_t excess = by_far ? UINT32_MAX : (wr ? claimed_wr() : claimed_sge()) + 1;

	SETUP(pd());
	errno = 0;
	return create(
		&(struct ibv_srq_attr){ .max_wr = wr ? excess : 1, .max_sge = wr ? 1 : excess });
}

void must_be_refused(create_call *create, bool wr, bool by_far)
{
	struct ibv_srq *srq = create_in_excess(create, wr, by_far);

	/* What a device accepts is no refusal; that it refuses is promised by its limits. */
	if (!wr || !by_far)
		JUDGING(wr ? SRQ_ATT_01 : SRQ_ATT_02);
	MUST_MAKE_NONE(srq);
}

void must_keep_context(const struct ibv_srq *srq, const void *context)
{
	MUST_MAKE(srq);
	MUST_POINT_TO(srq->srq_context, context);
	MUST_POINT_TO(srq->context, ctx());
}
