// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Verbs of several threads at the same time. "By default all verbs objects are safe for
 * multi-threaded access" (ibv_alloc_td(3)), so what each verb promises holds in any order.
 */
#include "../vct.h"

/* Rounds are many, because a mistake shows only where two calls overlap. */
enum { ROUNDS = 24, EACH = 12, MOST_POSTERS = 4 };
/* On a machine with other work a round may take seconds: none begins later, the first excepted. */
enum { ROUNDS_MS = 3000 };
/* The first wr_ids of two threads differ by so many; each of these has a slot of its own. */
enum { STRIDE = SLOTS / MOST_POSTERS };

static bool another(int round, double until)
{
	return !round || (round < ROUNDS && vct_now_ms() < until);
}

/* Each WR is taken once, with the data of its message; those of a thread in their order. */
static void must_take_all(struct link *l, const struct poster *posters, unsigned int n)
{
	unsigned int taken[MOST_POSTERS] = { 0 }, all = 0;
	struct stream s;

	for (unsigned int i = 0; i < n; i++) {
		MUST_EQ(NAMED("what ibv_post_srq_recv returned in a thread", posters[i].error), 0);
		all += posters[i].n;
	}
	s = stream_make(l, all);
	stream_run(&s);
	if (s.problem)
		vct_fail(VCT_HERE("each WR that was posted is received"),
			 "all messages are received", "%u of %u: %s", s.done, all, s.problem);
	for (unsigned int i = 0; i < all; i++) {
		uint64_t poster = s.wr_id[i] / STRIDE;

		MUST(poster < n && taken[poster] < posters[poster].n,
		     "each WR that is received was posted, and is received once; wr_id %llu was "
		     "not, or not so often",
		     (unsigned long long)s.wr_id[i]);
		MUST_EQ(NAMED("wr_id", s.wr_id[i]), posters[poster].wr[taken[poster]].wr_id);
		taken[poster]++;
	}
	JUDGING(SRQ_PST_08);
	for (unsigned int i = 0; i < all; i++)
		MUST_EQUAL_BYTES(recv_slot(s.wr_id[i]), &s.number[i], sizeof(s.number[i]));
}

static struct poster make_poster(struct ibv_srq *srq, unsigned int i, unsigned int together)
{
	return poster_make(srq, i * STRIDE, EACH, together);
}

static const struct posters_row {
	struct vct_row vct_row;
	unsigned int posters, together;
} posters_rows[] = {
	{ ROW("two"), .posters = 2, .together = 1 },
	{ ROW("two-with-lists"), .posters = 2, .together = 3 },
	{ ROW("four"), .posters = 4, .together = 1 },
};

CHECK_ROWS(posts_of_threads_are_all_there, posters_rows,
	   PROMISES(SRQ_PST_03, SRQ_PST_08, SRQ_PST_11), .needs = NEED_SRQ | NEED_RC,
	   .threads = true)
{
	unsigned int n = row->posters;
	struct link l = rc_link(.srq_wr = n * EACH);
	struct poster posters[MOST_POSTERS];
	struct part parts[MOST_POSTERS];
	double until = vct_now_ms() + ROUNDS_MS;

	for (int round = 0; another(round, until); round++) {
		for (unsigned int i = 0; i < n; i++) {
			posters[i] = make_poster(l.srq, i, row->together);
			parts[i] = (struct part){ poster_run, &posters[i] };
		}
		run_together(parts, n);
		JUDGING(SRQ_PST_03);
		must_take_all(&l, posters, n);
	}
	JUDGING(SRQ_PST_11);
	MUST_FIND_NO_WR(&l);
}

/* Modifies an SRQ again and again, between two values. */
struct modifier {
	struct ibv_srq *srq;
	int mask;
	uint32_t values[2];
	int error; /* the first return value that was not 0 */
};

enum { MODIFIES = 24 };

static void modify(void *modifier)
{
	struct modifier *m = modifier;

	for (int i = 0; i < MODIFIES && !m->error; i++)
		m->error = srq_modify(m->srq, m->mask, .max_wr = m->values[i % 2],
				      .srq_limit = m->values[i % 2]);
}

/* The WRs that are queued all the time are more than the limit, so that no event is due. */
enum { QUEUED = 4 };

static const struct modify_row {
	struct vct_row vct_row;
	int mask;
	uint32_t values[2];
} modifies[] = {
	{ ROW("limit", SRQ_PST_03, SRQ_PST_08, SRQ_MOD_03), .mask = IBV_SRQ_LIMIT,
	  .values = { 2, 3 } },
	{ ROW("size", SRQ_PST_03, SRQ_PST_08, SRQ_MOD_27),
	  .vct_row.needs = NEED_RESIZE | NEED_SRQ_ROOM, .mask = IBV_SRQ_MAX_WR,
	  .values = { 128, 40 } },
};

CHECK_ROWS(posts_during_modify_are_all_there, modifies, .needs = NEED_SRQ | NEED_RC,
	   .threads = true)
{
	struct link l = rc_link(.srq_wr = 40);
	double until = vct_now_ms() + ROUNDS_MS;

	for (int round = 0; another(round, until); round++) {
		struct poster p[2] = { make_poster(l.srq, 0, 1), make_poster(l.srq, 1, 1) };
		struct modifier m = { l.srq, row->mask, { row->values[0], row->values[1] }, 0 };
		struct part parts[] = { { poster_run, &p[1] }, { modify, &m } };

		p[0].n = QUEUED;
		poster_run(&p[0]);
		run_together(parts, 2);
		JUDGING(row->mask == IBV_SRQ_LIMIT ? SRQ_MOD_03 : SRQ_MOD_27);
		MUST_SUCCEED(m.error);
		srq_arm(l.srq, 0);
		JUDGING(SRQ_PST_03);
		must_take_all(&l, p, 2);
	}
}

/* Queries as long as the other thread modifies. */
struct reader {
	struct ibv_srq *srq;
	struct ibv_srq_attr seen[MODIFIES];
	int error;
};

static void query(void *reader)
{
	struct reader *r = reader;

	for (int i = 0; i < MODIFIES && !r->error; i++)
		r->error = vct_query_srq(r->srq, &r->seen[i]);
}

static const struct modify_row reads[] = {
	{ ROW("limit", SRQ_QRY_05), .mask = IBV_SRQ_LIMIT, .values = { 2, 3 } },
	{ ROW("size", SRQ_MOD_28), .vct_row.needs = NEED_RESIZE | NEED_SRQ_ROOM,
	  .mask = IBV_SRQ_MAX_WR, .values = { 100, 20 } },
};

static uint32_t value_of(struct ibv_srq_attr attr, int mask)
{
	return mask == IBV_SRQ_LIMIT ? attr.srq_limit : attr.max_wr;
}

CHECK_ROWS(query_during_modify_tells_what_was_set, reads, .needs = NEED_SRQ, .threads = true)
{
	struct ibv_srq *srq = srq_make(.max_wr = 20);
	struct modifier m = { srq, row->mask, { row->values[0], row->values[1] }, 0 };
	uint32_t told[2];
	double until = vct_now_ms() + ROUNDS_MS;

	srq_post(srq, 0, QUEUED);
	/* A device may give more WRs than it is asked for. */
	for (int i = 0; i < 2; i++) {
		SETUP_OF(BLOCK_SRQ_LIMIT, !srq_modify(srq, row->mask, .max_wr = row->values[i],
						      .srq_limit = row->values[i]));
		told[i] = value_of(srq_query(srq), row->mask);
	}
	for (int round = 0; another(round, until); round++) {
		struct reader r = { .srq = srq };
		struct part parts[] = { { query, &r }, { modify, &m } };

		run_together(parts, 2);
		MUST_SUCCEED(m.error);
		MUST_SUCCEED(r.error);
		for (int i = 0; i < MODIFIES; i++)
			MUST(value_of(r.seen[i], row->mask) == told[0] ||
				     value_of(r.seen[i], row->mask) == told[1],
			     "a query beside modifications reads one of both values, %u or %u; it "
			     "reads %u",
			     told[0], told[1], value_of(r.seen[i], row->mask));
	}
}

/* Makes and destroys SRQs, or tries to destroy one that is in use. */
struct destroyer {
	struct ibv_pd *pd;
	struct ibv_srq *used; /* NULL: it makes some of its own */
	unsigned int refused, succeeded, not_made;
};

static void destroy(void *destroyer)
{
	struct destroyer *d = destroyer;

	for (int i = 0; i < EACH; i++) {
		struct ibv_srq_init_attr init = { .attr = { .max_wr = 1, .max_sge = 1 } };
		struct ibv_srq *srq = d->used ? d->used : vct_create_srq(d->pd, &init);

		if (!srq)
			d->not_made++;
		else if (vct_destroy_srq(srq))
			d->refused++;
		else
			d->succeeded++;
		if (d->used && d->succeeded)
			return;
	}
}

static const struct destroy_row {
	struct vct_row vct_row;
	bool used;
} destroys[] = {
	{ ROW("of-another", SRQ_DES_02, SRQ_PST_03, SRQ_PST_08), .used = false },
	{ ROW("that-is-refused", SRQ_DES_04, SRQ_DES_05, SRQ_PST_03, SRQ_PST_08), .used = true },
};

CHECK_ROWS(posts_during_destroy_are_all_there, destroys, .needs = NEED_SRQ | NEED_RC,
	   .threads = true)
{
	struct link l = rc_link(.srq_wr = EACH);
	double until = vct_now_ms() + ROUNDS_MS;

	for (int round = 0; another(round, until); round++) {
		struct poster p = make_poster(l.srq, 0, 1);
		struct destroyer d = { .pd = pd(), .used = row->used ? l.srq : NULL };
		struct part parts[] = { { poster_run, &p }, { destroy, &d } };

		run_together(parts, 2);
		JUDGING(row->used ? SRQ_DES_04 : SRQ_DES_02);
		if (row->used)
			MUST_EQ(NAMED("the number of destructions that succeeded", d.succeeded), 0);
		else
			MUST_EQ(NAMED("the number of destructions that were refused", d.refused),
				0);
		JUDGING(row->used ? SRQ_DES_05 : SRQ_PST_03);
		must_take_all(&l, &p, 1);
	}
}

/*
 * While WRs are taken and more than the limit are left, the limit is set. The event is due when the
 * count falls below it, which happens later.
 */
CHECK(limit_set_while_wrs_are_taken_is_kept, PROMISES(SRQ_QRY_05, SRQ_LIM_01, SRQ_LIM_02),
      .needs = NEED_SRQ | NEED_RC, .threads = true)
{
	struct link l = rc_link(.srq_wr = 3 * EACH);
	unsigned int filled = 3 * EACH, early = filled / 2, limit = filled / 4;
	double until = vct_now_ms() + ROUNDS_MS;

	for (int round = 0; another(round, until); round++) {
		struct stream s = stream_make(&l, early);
		struct modifier m = { l.srq, IBV_SRQ_LIMIT, { limit, limit }, 0 };
		struct part parts[] = { { stream_run, &s }, { modify, &m } };

		srq_post(l.srq, 0, filled);
		run_together(parts, 2);
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_RC), !s.problem);
		JUDGING(SRQ_QRY_05);
		MUST_SUCCEED(m.error);
		MUST_EQ(srq_query(l.srq).srq_limit, limit);
		link_send(&l, filled - early);
		JUDGING(SRQ_LIM_01);
		MUST_SEE_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	}
	JUDGING(SRQ_LIM_02);
	MUST_SEE_NO_EVENT();
}
