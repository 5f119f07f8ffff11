// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Judgements: the first that does not hold writes its evidence and ends the check by longjmp(). */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/deadline.h"
#include "judge.h"

static struct vct_evidence *evidence;
static const struct vct_case *judged_case;
static jmp_buf leave;
static bool links_are_apart;
static const struct vct_place *judges_setup; /* NULL: a setup step that fails is BROKEN */

static const char *const verdict_names[VCT_VERDICTS] = {
	[VCT_NOTRUN] = "NOTRUN", [VCT_PASS] = "PASS",       [VCT_FAIL] = "FAIL",
	[VCT_SKIP] = "SKIP",     [VCT_BROKEN] = "BROKEN",   [VCT_TIMEOUT] = "TIMEOUT",
	[VCT_CRASH] = "CRASH",   [VCT_KERNEL] = "KERNEL",   [VCT_WAIVED] = "WAIVED",
	[VCT_XPASS] = "XPASS",   [VCT_BLOCKED] = "BLOCKED",
};

struct vct_evidence *vct_own_evidence(void)
{
	return evidence;
}

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

/* A line that does not fit is left out as a whole. */
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

void vct_count_judged(unsigned int n)
{
	evidence->judged += n;
}

void vct_relies_on(enum vct_block block)
{
	evidence->block = block;
}

enum vct_block vct_relied_on(void)
{
	return evidence->block;
}

void vct_held(void)
{
	vct_count_judged(1);
	evidence->block = BLOCK_NONE;
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

/* Why the call of this thread was refused whose line is the next after so many of the trace. */
static __thread struct {
	char why[256];
	size_t lines;
	bool lacking; /* the driver lacks the verb */
} refused;

/* Why this process has fewer objects than its check wants; empty if it has them all. */
static __thread char no_more[sizeof(refused.why)];

static void skip_for(const char *why)
{
	snprintf(evidence->reason, sizeof(evidence->reason), "%s", why);
	end(VCT_SKIP);
}

/* With those that the trace has lost. */
static size_t lines_of_trace(void)
{
	size_t n = evidence->verbs_lost;

	for (size_t i = 0; i < evidence->verbs_len; i++)
		n += evidence->verbs[i] == '\n';
	return n;
}

void vct_skip_if_refused(void)
{
	if (refused.why[0] && lines_of_trace() <= refused.lines + 1)
		skip_for(refused.why);
}

void vct_fail_with(const struct vct_place *place, const char *reason, const char *expected,
		   const char *seen)
{
	if (refused.lacking)
		vct_skip_if_refused();
	evidence->judged++;
	set_place(place);
	snprintf(evidence->reason, sizeof(evidence->reason), "%s", reason);
	snprintf(evidence->expected, sizeof(evidence->expected), "%s", expected);
	snprintf(evidence->seen, sizeof(evidence->seen), "%s", seen);
	end(VCT_FAIL);
}

void vct_fail(const struct vct_place *place, const char *expected, const char *format, ...)
{
	char reason[sizeof(evidence->reason)], seen[sizeof(evidence->seen)];
	va_list args;

	snprintf(reason, sizeof(reason), "does not hold: %s", place->expression);
	va_start(args, format);
	vsnprintf(seen, sizeof(seen), format, args);
	va_end(args);
	vct_fail_with(place, reason, expected, seen);
}

void vct_setup_is_judged(const struct vct_place *place)
{
	judges_setup = place;
}

void vct_refused_for(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(refused.why, sizeof(refused.why), format, args);
	va_end(args);
	refused.lines = evidence ? lines_of_trace() : 0;
	refused.lacking = false;
}

void vct_has_no_more(const char *why)
{
	if (!why[0])
		return;
	vct_refused_for("%s", why);
	snprintf(no_more, sizeof(no_more), "%s", why);
}

void vct_has_no_verb(const char *why)
{
	vct_has_no_more(why);
	refused.lacking = true;
}

const char *vct_no_more(void)
{
	return no_more;
}

/* What this process may have no more of, for which any setup step may fail. */
static const char *out_of(void)
{
	int ends[2];
	pid_t child;

	if (pipe2(ends, O_CLOEXEC))
		return "this process may have no more files open: 'ulimit -n' is low";
	close(ends[0]);
	close(ends[1]);
	child = fork();
	if (!child)
		_exit(0);
	if (child < 0)
		return "this user may have no more processes: 'ulimit -u' is low";
	waitpid(child, NULL, 0);
	return NULL;
}

void vct_broken_at(enum vct_block block, const struct vct_place *place, const char *format, ...)
{
	char reason[sizeof(evidence->reason)], text[sizeof(evidence->reason)];
	const char *lacking = out_of();
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	vct_skip_if_refused();
	if (no_more[0])
		skip_for(no_more);
	if (lacking)
		skip_for(lacking);
	evidence->block = block;
	if (judges_setup) {
		snprintf(reason, sizeof(reason), "does not hold: %s", judges_setup->expression);
		vct_fail_with(judges_setup, reason, judges_setup->expression, text);
	}
	set_place(place);
	snprintf(evidence->reason, sizeof(evidence->reason), "%s", text);
	end(VCT_BROKEN);
}

void vct_judges_apart(void)
{
	links_are_apart = true;
}

void vct_skip(const char *format, ...)
{
	bool may = judged_case->check->asks || judged_case->apart || links_are_apart;
	va_list args;

	va_start(args, format);
	vsnprintf(evidence->reason, sizeof(evidence->reason),
		  may ? format : "the check skips itself without .asks in its CHECK", args);
	va_end(args);
	end(may ? VCT_SKIP : VCT_BROKEN);
}

void vct_runs_threads(void)
{
	if (judged_case && !judged_case->check->threads && !judged_case->check->sequences)
		vct_broken(VCT_HERE(""), "the check runs threads without .threads in its CHECK");
}

void vct_count_link(void)
{
	evidence->links++;
}

void vct_uses(unsigned int what)
{
	evidence->uses |= what;
}

void vct_at_stake(const struct vct_promise *promise)
{
	const struct vct_promise *const *p = judged_case->promises;

	while (*p && *p != promise)
		p++;
	if (!*p) {
		snprintf(evidence->reason, sizeof(evidence->reason),
			 "the check judges %s, which it does not cite; add it to its PROMISES",
			 promise->id);
		end(VCT_BROKEN);
	}
	evidence->promise = promise;
}

const struct vct_promise *vct_stake(void)
{
	return evidence->promise;
}

void vct_stake_is(const struct vct_promise *promise)
{
	evidence->promise = promise;
}

void vct_device_is_lost(void)
{
	evidence->fatal = true;
	vct_broken(VCT_HERE("IBV_EVENT_DEVICE_FATAL"),
		   "the device raised IBV_EVENT_DEVICE_FATAL: it cannot be used any more");
}

void vct_port_went_down(void)
{
	evidence->port_down = true;
}

bool vct_until_end(struct vct_evidence *e, const struct vct_case *c, void (*function)(void *),
		   void *argument)
{
	evidence = e;
	judges_setup = NULL;
	if (c)
		judged_case = c;
	if (setjmp(leave))
		return false;
	function(argument);
	return true;
}

void vct_end_as(const struct vct_evidence *e)
{
	if (e->verdict == VCT_NOTRUN)
		return;
	if (e->rests_on_time)
		vct_rest_on_time();
	evidence->block = e->block;
	memcpy(evidence->where, e->where, sizeof(e->where));
	memcpy(evidence->reason, e->reason, sizeof(e->reason));
	memcpy(evidence->expected, e->expected, sizeof(e->expected));
	memcpy(evidence->seen, e->seen, sizeof(e->seen));
	if (e->promise)
		evidence->promise = e->promise;
	end(e->verdict);
}

const char *vct_errno_text(int error)
{
	static __thread char texts[8][40];
	static __thread unsigned int next;
	char *text = texts[next++ % 8];
	const char *name = error > 0 ? strerrorname_np(error) : NULL;

	if (!error)
		return "0";
	if (name)
		snprintf(text, sizeof(texts[0]), "%d %s", error, name);
	else
		snprintf(text, sizeof(texts[0]), "%d, which is not an errno value", error);
	return text;
}
