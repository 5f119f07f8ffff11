// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Several threads use one SRQ at the same time (--threads). The model fails a run that no order of
 * their calls permits. The SRQ and its two links are the same in all rounds, and empty between
 * them.
 */
#include "model.h"

enum { MOST_THREADS = 4, CALLS = 8, EACH = SLOTS / MOST_THREADS, SIZES = 3 };

static struct link links[2]; /* both take from the same SRQ */
static uint32_t sizes[SIZES];

/* What one thread does, and what it found. */
struct job {
	uint32_t state;  /* of its random numbers */
	unsigned int of; /* which of its kind it is */
	struct poster poster;
	struct stream stream;
	uint32_t limits[CALLS];
	struct ibv_srq_attr seen[CALLS];
	struct ibv_async_event events[CALLS];
	unsigned int n; /* of limits, seen or events */
	bool destroyed;
	int error;
};

static uint32_t draw(struct job *job, uint32_t below)
{
	job->state ^= job->state << 13;
	job->state ^= job->state >> 17;
	job->state ^= job->state << 5;
	return job->state % below;
}

static void post(void *argument)
{
	struct job *job = argument;

	poster_run(&job->poster);
	job->error = job->poster.error;
}

static void pass(void *argument)
{
	struct job *job = argument;

	stream_run(&job->stream);
}

static void arm(void *argument)
{
	struct job *job = argument;

	while (job->n < CALLS && !job->error) {
		uint32_t limit = 1 + draw(job, EACH);

		job->error = srq_modify(links[0].srq, IBV_SRQ_LIMIT, .srq_limit = limit);
		if (!job->error)
			job->limits[job->n++] = limit;
	}
}

static void resize(void *argument)
{
	struct job *job = argument;

	for (unsigned int i = 0; i < CALLS && !job->error; i++)
		job->error = srq_modify(links[0].srq, IBV_SRQ_MAX_WR,
					.max_wr = SLOTS + draw(job, 2) * SLOTS);
}

static void query(void *argument)
{
	struct job *job = argument;

	while (job->n < CALLS && !job->error)
		job->error = vct_query_srq(links[0].srq, &job->seen[job->n++]);
}

static void destroy_used(void *argument)
{
	struct job *job = argument;

	for (unsigned int i = 0; i < CALLS && !job->destroyed; i++)
		job->destroyed = !vct_destroy_srq(links[0].srq);
}

static void make_others(void *argument)
{
	struct job *job = argument;

	for (unsigned int i = 0; i < CALLS && !job->error; i++) {
		struct ibv_srq_init_attr init = { .attr = { .max_wr = 1 + draw(job, 16),
							    .max_sge = 1 } };
		struct ibv_srq *srq = vct_create_srq(links[0].srq->pd, &init);

		if (srq)
			job->error = vct_destroy_srq(srq);
	}
}

static void read_events(void *argument)
{
	struct job *job = argument;

	for (unsigned int i = 0; i < 8 * CALLS && job->n < CALLS && !job->error; i++) {
		int ret = vct_get_async_event(ctx(), &job->events[job->n]);

		if (!ret)
			job->n++;
		else if (ret != -1)
			job->error = ret;
	}
}

/* At most two threads send, one through each link, and never more than was posted before. */
static const struct kind {
	void (*run)(void *job);
	unsigned int most;
	vct_needs needs;
	const struct vct_promise *promise; /* of an error that a call returned */
} kinds[] = {
	{ post, MOST_THREADS - 1, 0, SRQ_PST_07 }, { pass, 2, 0, SRQ_PST_11 },
	{ arm, MOST_THREADS, 0, SRQ_MOD_03 },      { query, MOST_THREADS, 0, SRQ_QRY_06 },
	{ resize, 1, NEED_RESIZE, SRQ_MOD_07 },    { destroy_used, 1, 0, SRQ_DES_04 },
	{ make_others, 1, 0, SRQ_DES_02 },         { read_events, 1, 0, AEV_12 },
};
enum { N_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

struct round {
	struct poster filler;
	uint32_t limit; /* that is set before */
	struct job jobs[MOST_THREADS];
	const struct kind *kinds[MOST_THREADS];
	unsigned int n;
};

static void make_links(void)
{
	struct ibv_srq *srq;

	if (links[0].srq)
		return;
	srq = srq_make(.max_wr = SLOTS);
	links[0] = rc_link(.srq = srq);
	links[1] = rc_link(.srq = srq);
	for (unsigned int i = 0; i < SIZES; i++) {
		if (i && !vct_device_lacks(vct_dev, NEED_RESIZE))
			SETUP_OF(BLOCK_SRQ_RESIZE,
				 !srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = 3 * SLOTS - i * SLOTS));
		sizes[i] = srq_query(srq).max_wr;
	}
}

static unsigned int before(const struct round *r, unsigned int i)
{
	unsigned int same = 0;

	for (unsigned int k = 0; k < i; k++)
		same += r->kinds[k] == r->kinds[i];
	return same;
}

/* The numbers of the messages of two links differ, and so do their buffers. */
static struct stream make_stream(unsigned int link, unsigned int n)
{
	struct stream s = stream_make(&links[link], n);

	for (unsigned int i = 0; i < n; i++)
		s.number[i] = 2 * s.number[i] + link;
	return s;
}

static void make_job(struct round *r, unsigned int i, uint32_t kind, uint32_t seed)
{
	struct job *job = &r->jobs[i];

	r->kinds[i] = &kinds[kind];
	*job = (struct job){ .state = seed * 2654435761u + i + 1, .of = before(r, i) };
	if (job->of >= kinds[kind].most || vct_device_lacks(vct_dev, kinds[kind].needs))
		r->kinds[i] = &kinds[3];
	if (r->kinds[i]->run == post)
		job->poster =
			poster_make(links[0].srq, (job->of + 1) * EACH, EACH, 1 + draw(job, 4));
	if (r->kinds[i]->run == pass)
		job->stream = make_stream(job->of, 1 + draw(job, EACH / 2));
}

/* The next WR of each poster that is to be received: in the streams' order, each once. */
static void must_be_in_order(const struct stream *s, unsigned int *next, bool *taken)
{
	unsigned int last[MOST_THREADS] = { 0 };

	for (unsigned int i = 0; i < s->done; i++) {
		uint64_t id = s->wr_id[i];

		if (ASK(SRQ_PST_11))
			MUST(id < SLOTS && !taken[id],
			     "wr_id is that of a WR that waits; it is %llu",
			     (unsigned long long)id);
		if (id >= SLOTS)
			continue;
		if (ASK(SRQ_PST_03))
			MUST_GE(NAMED("the place of the WR among those of its thread",
				      id % EACH + 1),
				last[id / EACH] + 1);
		if (ASK(SRQ_PST_08))
			MUST_EQUAL_BYTES(recv_slot(id), &s->number[i], sizeof(s->number[i]));
		taken[id] = true;
		last[id / EACH] = (unsigned int)(id % EACH) + 1;
		next[id / EACH]++;
	}
}

static void must_have_passed(const struct stream *s)
{
	if (s->problem && ASK(SRQ_PST_11))
		vct_fail(VCT_HERE("each WR that was posted is received"),
			 "all messages are received", "%u of %u: %s", s->done, s->n, s->problem);
}

/* Takes what is left. Each WR that was accepted comes once, and those of a thread in their order.
 */
static void must_receive_all(const struct round *r, unsigned int *left)
{
	unsigned int next[MOST_THREADS] = { 0 }, posted = EACH, passed = 0;
	bool taken[SLOTS] = { false };
	struct stream rest;

	for (unsigned int i = 0; i < r->n; i++) {
		const struct job *job = &r->jobs[i];

		posted += r->kinds[i]->run == post ? job->poster.posted : 0;
		if (r->kinds[i]->run != pass)
			continue;
		must_have_passed(&job->stream);
		must_be_in_order(&job->stream, next, taken);
		passed += job->stream.done;
	}
	*left = posted - passed;
	rest = make_stream(0, *left);
	stream_run(&rest);
	must_have_passed(&rest);
	for (unsigned int i = 0; i < rest.done && ASK(SRQ_PST_03); i++)
		MUST_EQ(NAMED("the place of the WR among those of its thread",
			      rest.wr_id[i] % EACH),
			next[rest.wr_id[i] / EACH % MOST_THREADS]++);
}

static bool is_a_size(uint32_t size)
{
	for (unsigned int i = 0; i < SIZES; i++)
		if (size == sizes[i])
			return true;
	return false;
}

static bool has(const struct round *r, void (*run)(void *))
{
	bool has = false;

	for (unsigned int i = 0; i < r->n; i++)
		has |= r->kinds[i]->run == run;
	return has;
}

/* True if this limit was set; `last`: before all threads, or by one of them as its last one. */
static bool was_set(const struct round *r, uint32_t limit, bool last)
{
	if (limit == r->limit && !(last && has(r, arm)))
		return true;
	for (unsigned int i = 0; i < r->n; i++)
		for (unsigned int k = 0; r->kinds[i]->run == arm && k < r->jobs[i].n; k++)
			if (r->jobs[i].limits[k] == limit && (!last || k + 1 == r->jobs[i].n))
				return true;
	return false;
}

static void must_tell_what_was_set(const struct round *r, const struct ibv_srq_attr *seen,
				   bool last)
{
	/* Only where WRs are taken it can have been reached. */
	if (ASK(SRQ_QRY_05))
		MUST(was_set(r, seen->srq_limit, last) || (!seen->srq_limit && has(r, pass)),
		     "the limit is one that was set, or 0 once it has fired; it is %u",
		     seen->srq_limit);
	if (ASK(SRQ_QRY_03))
		MUST(is_a_size(seen->max_wr), "max_wr is a size that was asked for; it is %u",
		     seen->max_wr);
}

static void must_have_worked(const struct round *r)
{
	for (unsigned int i = 0; i < r->n; i++) {
		const struct job *job = &r->jobs[i];

		if (ASK(SRQ_DES_04))
			MUST(!job->destroyed, "a SRQ with a QP is not destroyed; it was");
		if (ASK(r->kinds[i]->promise))
			MUST_EQ(NAMED("what the call of a thread returned", job->error), 0);
		for (unsigned int k = 0; r->kinds[i]->run == query && k < job->n; k++)
			must_tell_what_was_set(r, &job->seen[k], false);
	}
}

/* Counts an event of the SRQ; judges any other. */
static unsigned int count(struct ibv_async_event *e)
{
	if (took_other_event(e))
		return 0;
	if (event_object(e) != links[0].srq) {
		judge_event(e);
		return 0;
	}
	vct_ack_async_event(e);
	return e->event_type == IBV_EVENT_SRQ_LIMIT_REACHED;
}

static unsigned int count_read(struct round *r)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < r->n; i++)
		for (unsigned int k = 0; r->kinds[i]->run == read_events && k < r->jobs[i].n; k++)
			n += count(&r->jobs[i].events[k]);
	return n;
}

static void judge_limit_events(struct round *r, unsigned int least)
{
	unsigned int arms = 1, events = count_read(r);
	struct ibv_async_event e;

	for (unsigned int i = 0; i < r->n; i++)
		arms += r->kinds[i]->run == arm ? r->jobs[i].n : 0;
	for (; events < least && ASK(SRQ_LIM_01); events++)
		MUST_SEE_EVENT(links[0].srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	srq_arm(links[0].srq, 0);
	event_fence();
	while (next_event(&e))
		events += count(&e);
	if (ASK(SRQ_LIM_02))
		MUST_LE(NAMED("the number of limit events", events), arms);
}

/* What is armed is known now, and all others do not use the SRQ any more. */
static void judge(struct round *r)
{
	struct ibv_srq_attr now;
	unsigned int left;

	must_have_worked(r);
	now = srq_query(links[0].srq);
	must_tell_what_was_set(r, &now, true);
	must_receive_all(r, &left);
	/* It has fired; or it fires because it was armed with at least as many WRs. */
	judge_limit_events(r, !now.srq_limit || left >= now.srq_limit);
}

OPERATION(threads,
	  ARGS({ "threads", MOST_THREADS - 1 }, { "first", N_KINDS }, { "second", N_KINDS },
	       { "third", N_KINDS }, { "fourth", N_KINDS }, { "script", 1 << 16 }),
	  PROMISES(SRQ_PST_03, SRQ_PST_07, SRQ_PST_08, SRQ_PST_11, SRQ_MOD_03, SRQ_MOD_07,
		   SRQ_QRY_03, SRQ_QRY_05, SRQ_QRY_06, SRQ_DES_02, SRQ_DES_04, SRQ_LIM_01,
		   SRQ_LIM_02, AEV_12),
	  .weight = 2, .needs = NEED_SRQ | NEED_SRQ_ROOM | NEED_RC | NEED_IB_STATES)
{
	struct part parts[MOST_THREADS];
	static struct round r;

	if (vct_threads < 2)
		return false;
	settle_events();
	make_links();
	r = (struct round){ .n = 2 + arg[0] % (vct_threads - 1), .limit = 1 + arg[5] % EACH };
	r.filler = poster_make(links[0].srq, 0, EACH, EACH);
	poster_run(&r.filler);
	SETUP_OF(BLOCK_SRQ_POST, !r.filler.error);
	srq_arm(links[0].srq, r.limit);
	for (unsigned int i = 0; i < r.n; i++) {
		make_job(&r, i, arg[1 + i], arg[5]);
		parts[i] = (struct part){ r.kinds[i]->run, &r.jobs[i] };
	}
	run_together(parts, r.n);
	judge(&r);
	free(r.filler.wr);
	for (unsigned int i = 0; i < r.n; i++)
		free(r.jobs[i].poster.wr);
	return true;
}
