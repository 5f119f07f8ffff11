// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls of verbs in threads of their own, for checks of verbs that may block. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "call.h"
#include "../crash.h"
#include "../judge.h"
#include "../trace/track.h"

struct call {
	pthread_t thread;
	int (*verb)(void *);
	void *argument;
	atomic_int tid, over;
	bool joined;
	int result;
};

/* Not on the stack of a check: a judgement may end the check while a call is still running. */
static struct call calls[16];
static size_t n_calls;

static void *run(void *argument)
{
	struct call *c = argument;

	vct_crash_watch_thread();
	vct_trace_as("thread");
	atomic_store(&c->tid, gettid());
	c->result = c->verb(c->argument);
	atomic_store(&c->over, 1);
	return NULL;
}

struct call *call_start(int (*verb)(void *), void *argument)
{
	struct call *c = &calls[n_calls];

	SETUP(n_calls < sizeof(calls) / sizeof(calls[0]));
	*c = (struct call){ .verb = verb, .argument = argument };
	SETUP(!pthread_create(&c->thread, NULL, run, c));
	n_calls++;
	return c;
}

bool call_is_over(const struct call *c)
{
	return atomic_load(&c->over);
}

/* True if the kernel says that the thread sleeps. */
static bool sleeps(int tid)
{
	char path[64], line[256], *paren;
	bool asleep = false;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", tid);
	f = fopen(path, "r");
	if (!f)
		return false;
	if (fgets(line, sizeof(line), f)) {
		paren = strrchr(line, ')');
		asleep = paren && (paren[2] == 'S' || paren[2] == 'D');
	}
	fclose(f);
	return asleep;
}

bool call_blocks(struct call *c)
{
	double until = vct_deadline_ms(2000);

	while (!call_is_over(c) && !sleeps(atomic_load(&c->tid)))
		SETUP(vct_wait_on(until));
	vct_trace_as(VCT_LINE_FENCE);
	for (int i = 0; i < 20 && !call_is_over(c); i++)
		SETUP_OF(BLOCK_RELEASE_SRQ, !vct_destroy_srq(srq_make(.max_wr = 1)));
	vct_trace_as(NULL);
	until = vct_deadline_ms(100); /* a driver may sleep for a while, and nobody wakes it */
	while (!call_is_over(c) && vct_wait_on(until))
		;
	return !call_is_over(c);
}

int call_result(struct call *c)
{
	double until = vct_deadline_ms(2000);

	while (!call_is_over(c))
		if (!vct_wait_on(until))
			vct_broken_at(vct_relied_on(), VCT_HERE("call_result"),
				      "setup: the verb called in a thread of its own did not "
				      "return before its deadline");
	pthread_join(c->thread, NULL);
	c->joined = true;
	return c->result;
}

/* A call that waits for an event which does not come ends with the process of the check. */
static bool ends(const struct call *c)
{
	double until = vct_deadline_ms(1000);

	while (!call_is_over(c) && vct_wait_on(until))
		;
	return call_is_over(c);
}

void vct_join_calls(void)
{
	for (size_t i = 0; i < n_calls; i++)
		if (!calls[i].joined && ends(&calls[i]))
			pthread_join(calls[i].thread, NULL);
}
