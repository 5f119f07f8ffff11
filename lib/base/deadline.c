// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the clock that deadlines are measured with. */
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "deadline.h"

/*
 * A wait only yields at first, and reads the clock at every eighth look. Then it sleeps between two
 * looks: a part of the time that it has lasted, so that it is never late by more than that part.
 */
enum { AWAKE_MS = 2, LOOKS = 8, PART = 32, LEAST_US = 50, MOST_US = 2000 };

double vct_slow = 1;

double vct_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

uint64_t vct_ticks(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc();
#else
	return (uint64_t)(vct_now_ms() * 1e6);
#endif
}

static atomic_bool rests_on_time;

bool vct_rests_on_time(void)
{
	return atomic_load(&rests_on_time);
}

void vct_rest_on_time(void)
{
	atomic_store(&rests_on_time, true);
}

static bool is_in_time(double now, double until)
{
	if (now <= until)
		return true;
	vct_rest_on_time();
	return false;
}

bool vct_is_in_time(double until)
{
	return is_in_time(vct_now_ms(), until);
}

double vct_took_ms(double began)
{
	vct_rest_on_time();
	return vct_now_ms() - began;
}

/* The last wait of this thread. */
static __thread double awaited, began;
static __thread unsigned int looks;

static void begin_wait(double until, double now)
{
	awaited = until;
	began = now;
	looks = 0;
}

double vct_deadline_ms(double ms)
{
	double now = vct_now_ms();

	begin_wait(now + ms * vct_slow, now);
	return awaited;
}

static useconds_t how_long_to_sleep(double waited_ms)
{
	double us = waited_ms * 1e3 / PART;

	return us < LEAST_US ? LEAST_US : us > MOST_US ? MOST_US : (useconds_t)us;
}

bool vct_wait_on(double until)
{
	double now;

	if (awaited == until && ++looks % LOOKS) {
		sched_yield();
		return true;
	}
	now = vct_now_ms();
	if (!is_in_time(now, until))
		return false;
	if (awaited != until)
		begin_wait(until, now);
	if (now - began < AWAKE_MS) {
		sched_yield();
	} else {
		usleep(how_long_to_sleep(now - began));
		looks = LOOKS - 1; /* after it has slept, each look reads the clock */
	}
	return true;
}
