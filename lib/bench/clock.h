/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Time in ticks of the CPU's counter if it runs evenly, or else of clock_gettime(), which takes
 * longer, and much longer in a kernel without vDSO (User-Mode Linux).
 */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct bench_clock {
	bool tsc;
	double tick; /* ns */
	double cost; /* time of one reading in ns */
};
extern struct bench_clock bench_clock;

/* To be called once before anything is measured; takes about 20 ms. */
void bench_clock_choose(void);
/* The choice as text, and from text; false: this is no choice, or NULL. */
void bench_clock_write(char *text, size_t size);
bool bench_clock_read(const char *text);

static inline uint64_t bench_clock_gettime(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#ifdef __x86_64__
/* Instructions before it have finished when it reads, instructions after it have not begun. */
static inline uint64_t bench_tsc(void)
{
	unsigned int processor;
	uint64_t ticks = __builtin_ia32_rdtscp(&processor);

	__builtin_ia32_lfence();
	return ticks;
}
#else
static inline uint64_t bench_tsc(void)
{
	return bench_clock_gettime();
}
#endif

static inline uint64_t bench_now(void)
{
	return bench_clock.tsc ? bench_tsc() : bench_clock_gettime();
}

static inline double bench_ns(uint64_t ticks)
{
	return (double)ticks * bench_clock.tick;
}

static inline uint64_t bench_ticks(double ns)
{
	return (uint64_t)(ns / bench_clock.tick);
}

#endif
