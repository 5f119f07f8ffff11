/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Time in ns. What is timed is the filling of a queue, which takes long beside a reading. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t bench_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#endif
