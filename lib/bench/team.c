// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Threads that start together. They spin, because a wake-up takes longer than the measured work. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "../check/judge.h"
#include "clock.h"
#include "team.h"

struct member {
	_Alignas(128) struct bench_team *team;
	pthread_t thread;
	unsigned int who;
	uint64_t begin, end;
	atomic_uint done; /* the last round that it has finished */
};

struct bench_team {
	const struct bench_machine *machine;
	unsigned int n;
	void (*work)(void *argument, unsigned int who);
	void *argument;
	_Alignas(128) atomic_uint round;
	struct member *members;
};

void bench_relax(const struct bench_machine *m, unsigned int threads)
{
	if (threads > m->n_cpus)
		sched_yield();
#ifdef __x86_64__
	else
		__builtin_ia32_pause();
#endif
}

static void do_work(struct member *m)
{
	m->begin = bench_now();
	m->team->work(m->team->argument, m->who);
	m->end = bench_now();
}

static void *run_member(void *member)
{
	struct member *m = member;
	struct bench_team *t = m->team;
	unsigned int round = 0;
	bool going;

	bench_pin(t->machine, m->who, t->n);
	do {
		while (atomic_load_explicit(&t->round, memory_order_acquire) == round)
			bench_relax(t->machine, t->n);
		round++;
		going = t->work;
		if (going)
			do_work(m);
		atomic_store_explicit(&m->done, round, memory_order_release);
	} while (going);
	return NULL;
}

struct bench_team *bench_team_make(unsigned int threads, const struct bench_machine *machine)
{
	struct bench_team *t = aligned_alloc(128, sizeof(*t));

	if (!t)
		abort();
	*t = (struct bench_team){ .machine = machine, .n = threads };
	t->members = aligned_alloc(128, threads * sizeof(*t->members));
	if (!t->members)
		abort();
	bench_pin(machine, 0, threads);
	for (unsigned int i = 0; i < threads; i++) {
		t->members[i] = (struct member){ .team = t, .who = i };
		if (i)
			SETUP(!pthread_create(&t->members[i].thread, NULL, run_member,
					      &t->members[i]));
	}
	return t;
}

uint64_t bench_team_do(struct bench_team *t, void (*work)(void *argument, unsigned int who),
		       void *argument)
{
	unsigned int round = atomic_load(&t->round) + 1;
	uint64_t begin, end;

	t->work = work;
	t->argument = argument;
	atomic_store_explicit(&t->round, round, memory_order_release);
	if (work)
		do_work(&t->members[0]);
	begin = t->members[0].begin;
	end = t->members[0].end;
	for (unsigned int i = 1; i < t->n; i++) {
		struct member *m = &t->members[i];

		while (atomic_load_explicit(&m->done, memory_order_acquire) != round)
			bench_relax(t->machine, t->n);
		begin = m->begin < begin ? m->begin : begin;
		end = m->end > end ? m->end : end;
	}
	return end - begin;
}

void bench_team_free(struct bench_team *t)
{
	bench_team_do(t, NULL, NULL);
	for (unsigned int i = 1; i < t->n; i++)
		pthread_join(t->members[i].thread, NULL);
	free(t->members);
	free(t);
}
