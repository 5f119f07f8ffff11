// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs the body of a check, and releases its objects whatever ended it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/deadline.h"
#include "body.h"
#include "use/afterwards.h"
#include "use/call.h"
#include "use/neighbour.h"
#include "crash.h"
#include "objects/event.h"
#include "far/far.h"
#include "trace/track.h"
#include "trace/verbs.h"

unsigned int vct_let_go(char *what, size_t size, enum vct_block *block)
{
	vct_ack_outstanding();
	vct_ack_outstanding_cq_events();
	vct_join_calls();
	return vct_release_all(what, size, block);
}

/* The promises that the check judges have no part in it: none is at stake. */
static void release(struct vct_evidence *evidence)
{
	char what[sizeof(evidence->reason)];

	vct_trace_as(NULL); /* the body may have ended inside a fence */
	vct_neighbours_go();
	if (!vct_let_go(what, sizeof(what), &evidence->unreleased))
		return;
	if (evidence->verdict != VCT_PASS) {
		vct_note("%s", what);
		return;
	}
	evidence->promise = NULL;
	evidence->verdict = VCT_FAIL;
	snprintf(evidence->reason, sizeof(evidence->reason), "%s", what);
	snprintf(evidence->expected, sizeof(evidence->expected),
		 "the objects of a check can be released, the newest first");
	snprintf(evidence->seen, sizeof(evidence->seen), "%s", what);
}

static void run_body(void *the_case)
{
	const struct vct_case *c = the_case;

	vct_neighbours_of(c);
	c->check->run(c->row);
}

/* A verdict that is there already is of a process that the body has forked. */
static void conclude(struct vct_evidence *e)
{
	if (vct_links_are_apart() && !e->links &&
	    (e->verdict == VCT_NOTRUN || e->verdict == VCT_BROKEN || e->verdict == VCT_FAIL)) {
		e->verdict = VCT_SKIP;
		snprintf(e->reason, sizeof(e->reason),
			 "local by nature: the check makes no link that can be apart");
	}
	if (e->verdict != VCT_NOTRUN)
		return;
	e->verdict = e->judged ? VCT_PASS : VCT_BROKEN;
	if (!e->judged)
		snprintf(e->reason, sizeof(e->reason), "the check judged nothing");
}

void vct_judge(const struct vct_case *c, struct vct_evidence *e)
{
	pid_t own = getpid();
	bool returned;

	vct_crash_watch();
	vct_trace_to(e);
	e->promise = c->promises[0];
	returned = vct_until_end(e, c, run_body, (void *)c);
	if (getpid() != own)
		_exit(0); /* the body has forked this one: its objects are those of its parent */
	if (returned && e->verdict == VCT_NOTRUN && e->judged && !c->proves)
		vct_judge_answers(e);
	if (returned && e->verdict == VCT_NOTRUN && e->judged)
		vct_use_refused(e, c);
	if (returned || vct_links_are_apart())
		conclude(e);
	/* A provider may hold a lock until then. */
	if (vct_in_batch())
		vct_end_poll(vct_in_batch());
	vct_take_late_events(e);
	vct_far_body_is_over();
	release(e);
	vct_far_end(e);
	e->rests_on_time = vct_rests_on_time();
	e->over = true;
}

struct attempt {
	int (*function)(void *);
	void *argument;
	int *result;
};

static void run_attempt(void *the_attempt)
{
	struct attempt *a = the_attempt;

	*a->result = a->function(a->argument);
}

void vct_attempt(int (*function)(void *), void *argument, int *result, struct vct_evidence *e)
{
	struct attempt attempt = { function, argument, result };

	vct_trace_to(e);
	vct_until_end(e, NULL, run_attempt, &attempt);
	e->rests_on_time = vct_rests_on_time();
}

static void add_lines(const char *text, size_t size, const char *whose,
		      void (*put)(const char *format, ...))
{
	while (size) {
		const char *end = memchr(text, '\n', size);
		size_t length = end ? (size_t)(end - text) : size;

		put(whose ? "%.*s  [%s]" : "%.*s", (int)length, text, whose);
		length += !!end;
		text += length;
		size -= length;
	}
}

void vct_take_over(const struct vct_evidence *e, const char *whose)
{
	const char *as = vct_traced_as();

	vct_trace_as(whose);
	add_lines(e->verbs, e->verbs_len, NULL, vct_trace);
	vct_trace_as(as);
	add_lines(e->notes, e->notes_len, whose, vct_note);
	add_lines(e->recorded, e->recorded_len, whose, vct_record);
	vct_count_judged(e->judged);
}
