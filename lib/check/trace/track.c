// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Keeps the objects of a check, the newest last, and the trace of its calls. */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/deadline.h"
#include "refused.h"
#include "track.h"

struct object {
	void *object;
	char name[20];
	const char *verb, *made_by;
	int (*undo)(void *);
};

/* As many as one check may make. A name keeps its address, because other threads read it. */
static struct object objects[16384];
static size_t n_objects;
static struct vct_evidence *evidence;
static __thread const char *suffix; /* says of the calls of a thread what they are for */
static uint64_t traced;             /* the ticks when the last line was added to the trace */
static double ms_per_tick;          /* 0: not known yet */
static bool rate_is_inherited;
static struct {
	double ms;
	uint64_t ticks;
} began; /* since when the rate is measured */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void begin_rate(void)
{
	began.ms = vct_now_ms();
	began.ticks = vct_ticks();
}

void vct_trace_to(struct vct_evidence *e)
{
	evidence = e;
	if (!rate_is_inherited)
		begin_rate();
	traced = vct_ticks();
}

/* The longer the trace is, the better is the rate known. */
static void find_rate(uint64_t now)
{
	if (!rate_is_inherited && now > began.ticks)
		ms_per_tick = (vct_now_ms() - began.ms) / (double)(now - began.ticks);
}

void vct_trace_learn_rate(void)
{
	enum { LONG_MS = 100 };

	if (!began.ticks)
		begin_rate();
	else if (!rate_is_inherited && vct_now_ms() - began.ms > LONG_MS) {
		find_rate(vct_ticks());
		rate_is_inherited = ms_per_tick > 0;
	}
}

/* A check waits mostly between verbs, for what the next verb then finds: both count as one step. */
static void keep_longest(const char *line, size_t length)
{
	enum { MOST_OF_LONGEST = 200 };
	uint64_t now = vct_ticks(), step = now - traced;
	char start[1024];

	traced = now;
	if (ms_per_tick > 0 && (double)step * ms_per_tick <= evidence->longest_ms)
		return;
	find_rate(now);
	if ((double)step * ms_per_tick <= evidence->longest_ms)
		return;
	evidence->longest_ms = (double)step * ms_per_tick;
	length = length < sizeof(start) ? length : sizeof(start);
	length = vct_line_plain(line, length, start);
	snprintf(evidence->longest, sizeof(evidence->longest), "%.*s",
		 (int)(length < MOST_OF_LONGEST ? length : MOST_OF_LONGEST), start);
}

/* The last calls matter most: when the array is full, the older half is dropped. */
static void make_room(size_t wanted)
{
	char *half;

	if (evidence->verbs_len + wanted < sizeof(evidence->verbs))
		return;
	half = memchr(evidence->verbs + sizeof(evidence->verbs) / 2, '\n',
		      evidence->verbs_len - sizeof(evidence->verbs) / 2);
	half++;
	for (const char *c = evidence->verbs; c < half; c++)
		evidence->verbs_lost += *c == '\n';
	evidence->verbs_len -= (size_t)(half - evidence->verbs);
	memmove(evidence->verbs, half, evidence->verbs_len);
}

void vct_trace_as(const char *what)
{
	suffix = what;
}

const char *vct_traced_as(void)
{
	return suffix;
}

void vct_trace(const char *format, ...)
{
	int error = errno; /* the check may read it after the verb */
	va_list args;
	char *line;
	int n;

	if (!evidence)
		return;
	pthread_mutex_lock(&lock);
	make_room(VCT_LINE + 64);
	line = evidence->verbs + evidence->verbs_len;
	va_start(args, format);
	n = vsnprintf(line, VCT_LINE, format, args);
	va_end(args);
	if (n >= VCT_LINE - 1)
		n = VCT_LINE - 1 + sprintf(line + VCT_LINE - 1, FOR(VCT_LINE_CUT));
	keep_longest(line, (size_t)n);
	if (suffix)
		n += sprintf(line + n, FOR("%.20s"), suffix);
	line[n++] = '\n';
	evidence->verbs_len += (size_t)n;
	pthread_mutex_unlock(&lock);
	errno = error;
}

const char *vct_errno_said(void)
{
	return errno ? vct_errno_text(errno) : "was not set";
}

void vct_track(void *object, const char *kind, const char *verb, int (*undo)(void *))
{
	static struct kind {
		const char *verb;
		unsigned int n_made;
	} kinds[16];
	struct kind *k = kinds;

	pthread_mutex_lock(&lock);
	if (n_objects == sizeof(objects) / sizeof(objects[0]))
		abort();
	while (k->verb && k->verb != verb)
		k++;
	k->verb = verb;
	objects[n_objects] = (struct object){
		.object = object, .verb = verb, .made_by = vct_call_verb(), .undo = undo
	};
	snprintf(objects[n_objects].name, sizeof(objects[0].name), "%s%u", kind, k->n_made++);
	n_objects++;
	pthread_mutex_unlock(&lock);
}

unsigned int vct_tracked_of(const char *verb)
{
	unsigned int there = 0;

	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < n_objects; i++)
		there += objects[i].undo && !strcmp(objects[i].verb, verb);
	pthread_mutex_unlock(&lock);
	return there;
}

static struct object *find(const void *object)
{
	for (size_t i = n_objects; i-- > 0;)
		if (objects[i].object == object)
			return &objects[i];
	return NULL;
}

void vct_untrack(void *object)
{
	struct object *o;

	pthread_mutex_lock(&lock);
	o = find(object);
	if (o)
		o->undo = NULL;
	pthread_mutex_unlock(&lock);
}

const char *vct_made_by(const void *object)
{
	const char *verb = NULL;
	struct object *o;

	pthread_mutex_lock(&lock);
	o = find(object);
	if (o && o->undo)
		verb = o->made_by;
	pthread_mutex_unlock(&lock);
	return verb;
}

void vct_is_not_plain(const void *object)
{
	struct object *o;

	pthread_mutex_lock(&lock);
	o = find(object);
	if (o)
		o->made_by = NULL;
	pthread_mutex_unlock(&lock);
}

const char *vct_name(const void *object)
{
	const char *name = "?";
	struct object *o;

	if (!object)
		return "NULL";
	pthread_mutex_lock(&lock);
	o = find(object);
	if (o)
		name = o->name;
	pthread_mutex_unlock(&lock);
	return name;
}

size_t vct_tracked(void)
{
	return n_objects;
}

void vct_forget_tracked(void)
{
	n_objects = 0;
}

unsigned int vct_release_all(char *what, size_t size, enum vct_block *block)
{
	unsigned int failed = 0;
	int ret;

	for (size_t i = n_objects; i-- > 0;) {
		struct object *o = &objects[i];

		if (!o->undo)
			continue;
		ret = o->undo(o->object);
		vct_trace(PART("call %s") "%s(" PART("arg") "%s" END_PART RESULT("%s")
				  FOR(VCT_LINE_RELEASE),
			  o->verb, o->verb, o->name, vct_errno_text(ret));
		o->undo = NULL;
		if (!ret || failed++)
			continue;
		if (block)
			*block = vct_block_of_release(o->verb);
		snprintf(what, size, "%s(%s) returned %s when the check was over", o->verb, o->name,
			 vct_errno_text(ret));
	}
	return failed;
}
