// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Judgements: the first that does not hold writes its evidence and leaves the check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "judge.h"
#include "track.h"

static struct vct_evidence *evidence;
static const struct vct_case *judged_case;
static jmp_buf leave;

static const char *const verdict_names[VCT_VERDICTS] = {
	[VCT_NOTRUN] = "NOTRUN", [VCT_PASS] = "PASS",     [VCT_FAIL] = "FAIL",
	[VCT_SKIP] = "SKIP",     [VCT_BROKEN] = "BROKEN", [VCT_TIMEOUT] = "TIMEOUT",
	[VCT_CRASH] = "CRASH",   [VCT_KERNEL] = "KERNEL", [VCT_WAIVED] = "WAIVED",
	[VCT_XPASS] = "XPASS",
};

const char *vct_verdict_name(enum vct_verdict verdict)
{
	return verdict_names[verdict];
}

enum vct_verdict vct_verdict_find(const char *name)
{
	unsigned int v = 0;

	while (v < VCT_VERDICTS && strcmp(name, verdict_names[v]))
		v++;
	return v;
}

/* A line that does not fit is not there at all. */
static void add_line(char *lines, size_t size, size_t *len, const char *format, va_list args)
{
	size_t room = size - *len;
	int n = vsnprintf(lines + *len, room, format, args);

	if (n < 0 || (size_t)n + 2 > room)
		return;
	*len += (size_t)n;
	lines[(*len)++] = '\n';
}

void vct_record(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_line(evidence->recorded, sizeof(evidence->recorded), &evidence->recorded_len, format,
		 args);
	va_end(args);
}

void vct_note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_line(evidence->notes, sizeof(evidence->notes), &evidence->notes_len, format, args);
	va_end(args);
}

void vct_note_to(struct vct_evidence *e, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_line(e->notes, sizeof(e->notes), &e->notes_len, format, args);
	va_end(args);
}

void vct_held(void)
{
	evidence->judged++;
}

static void set_place(const struct vct_place *place)
{
	snprintf(evidence->where, sizeof(evidence->where), "%s:%d", place->file, place->line);
}

static void __attribute__((noreturn)) end(enum vct_verdict verdict)
{
	evidence->verdict = verdict;
	longjmp(leave, 1);
}

void vct_fail(const struct vct_place *place, const char *expected, const char *format, ...)
{
	va_list args;

	evidence->judged++;
	set_place(place);
	snprintf(evidence->reason, sizeof(evidence->reason), "%s does not hold", place->expression);
	snprintf(evidence->expected, sizeof(evidence->expected), "%s", expected);
	va_start(args, format);
	vsnprintf(evidence->seen, sizeof(evidence->seen), format, args);
	va_end(args);
	end(VCT_FAIL);
}

void vct_broken(const struct vct_place *place, const char *format, ...)
{
	va_list args;

	set_place(place);
	va_start(args, format);
	vsnprintf(evidence->reason, sizeof(evidence->reason), format, args);
	va_end(args);
	end(VCT_BROKEN);
}

void vct_at_stake(const struct vct_promise *promise)
{
	const struct vct_promise *const *p = judged_case->promises;

	while (*p && *p != promise)
		p++;
	if (!*p) {
		snprintf(evidence->reason, sizeof(evidence->reason),
			 "it judges %s, which it does not cite", promise->id);
		end(VCT_BROKEN);
	}
	evidence->promise = promise;
}

void vct_must(bool holds, const struct vct_place *place)
{
	if (!holds)
		vct_fail(place, place->expression, "it is not so");
	vct_held();
}

void vct_must_compare(long long seen, const char *relation, long long expected, bool holds,
		      const struct vct_place *place)
{
	char text[64];

	if (!holds) {
		snprintf(text, sizeof(text), "%s %lld", relation, expected);
		vct_fail(place, text, "%lld", seen);
	}
	vct_held();
}

void vct_must_return(int returned, bool success, const struct vct_place *place)
{
	if (success == !!returned)
		vct_fail(place, success ? "it succeeds (returns 0)" : "it is refused (non-zero)",
			 "it returned %s", vct_errno_text(returned));
	vct_held();
}

unsigned int vct_let_go(char *what, size_t size)
{
	vct_ack_outstanding();
	vct_join_calls();
	return vct_release_all(what, size);
}

static void release(void)
{
	char what[sizeof(evidence->reason)];

	if (!vct_let_go(what, sizeof(what)))
		return;
	if (evidence->verdict != VCT_PASS) {
		vct_note("%s", what);
		return;
	}
	/* It is about none of the promises judged: no waiver of one of them excuses it. */
	evidence->promise = NULL;
	evidence->verdict = VCT_FAIL;
	snprintf(evidence->reason, sizeof(evidence->reason), "%s", what);
	snprintf(evidence->expected, sizeof(evidence->expected),
		 "what a check made can be released in reverse order");
	snprintf(evidence->seen, sizeof(evidence->seen), "%s", what);
}

void vct_judge(const struct vct_case *c, struct vct_evidence *e)
{
	enum vct_verdict verdict;

	evidence = e;
	judged_case = c;
	vct_trace_to(e);
	e->promise = c->promises[0];
	if (!setjmp(leave)) {
		c->check->run(c->row);
		e->verdict = e->judged ? VCT_PASS : VCT_BROKEN;
		if (!e->judged)
			snprintf(e->reason, sizeof(e->reason), "the check judged nothing");
	}
	/* The verdict counts once the release is over: a hang in it is a TIMEOUT with this
	 * evidence. */
	verdict = e->verdict;
	release();
	if (e->verdict == VCT_NOTRUN)
		e->verdict = verdict;
}

void vct_attempt(int (*function)(void *), void *argument, int *result, struct vct_evidence *e)
{
	evidence = e;
	vct_trace_to(e);
	if (!setjmp(leave))
		*result = function(argument);
}

static void take_lines(const char *text, size_t size, const char *whose,
		       void (*put)(const char *format, ...))
{
	while (size) {
		const char *end = memchr(text, '\n', size);
		size_t length = end ? (size_t)(end - text) : size;

		put("%.*s  [%s]", (int)length, text, whose);
		length += !!end;
		text += length;
		size -= length;
	}
}

void vct_take_over(const struct vct_evidence *e, const char *whose)
{
	take_lines(e->verbs, e->verbs_len, whose, vct_trace);
	take_lines(e->notes, e->notes_len, whose, vct_note);
	take_lines(e->recorded, e->recorded_len, whose, vct_record);
	evidence->judged += e->judged;
}

void vct_end_as(const struct vct_evidence *e)
{
	if (e->verdict == VCT_NOTRUN)
		return;
	memcpy(evidence->where, e->where, sizeof(e->where));
	memcpy(evidence->reason, e->reason, sizeof(e->reason));
	memcpy(evidence->expected, e->expected, sizeof(e->expected));
	memcpy(evidence->seen, e->seen, sizeof(e->seen));
	if (e->promise)
		evidence->promise = e->promise;
	end(e->verdict);
}
