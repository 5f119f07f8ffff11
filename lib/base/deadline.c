// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the clock that deadlines are measured with. */
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "deadline.h"

/* How long a wait only yields, and how long it then sleeps between two looks. */
enum { AWAKE_MS = 2, SLEEP_US = 50 };

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

double vct_deadline_ms(double ms)
{
	return vct_now_ms() + ms * vct_slow;
}

bool vct_wait_on(double until)
{
	static __thread double awaited, began; /* the deadline of this thread's last wait */
	double now = vct_now_ms();

	if (now > until)
		return false;
	if (awaited != until) {
		awaited = until;
		began = now;
	}
	if (now - began < AWAKE_MS)
		sched_yield();
	else
		usleep(SLEEP_US);
	return true;
}
