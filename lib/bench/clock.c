// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Chooses the clock, and measures its tick and the time of a reading. */
#include <math.h>
#include <stdio.h>

#include "clock.h"

struct bench_clock bench_clock = { .tick = 1 };

enum { READINGS = 1000, WINDOWS = 4, WINDOW_NS = 4000000 };

struct pair {
	uint64_t tsc, ns;
};

/* Reads both clocks at the same time: of several attempts, the one with the shortest gap. */
static struct pair read_both(void)
{
	uint64_t least = UINT64_MAX;
	struct pair best = { 0 };

	for (int i = 0; i < 20; i++) {
		uint64_t before = bench_tsc(), ns = bench_clock_gettime(),
			 gap = bench_tsc() - before;

		if (gap < least) {
			least = gap;
			best = (struct pair){ before + gap / 2, ns };
		}
	}
	return best;
}

/* Whether the counter runs as evenly as the clock; *tick: the duration of its tick in ns. */
static bool is_even(double *tick)
{
	struct pair at[WINDOWS + 1] = { read_both() };
	double whole;

	for (int i = 1; i <= WINDOWS; i++)
		do
			at[i] = read_both();
		while (at[i].ns < at[i - 1].ns + WINDOW_NS);
	whole = (double)(at[WINDOWS].ns - at[0].ns) / (double)(at[WINDOWS].tsc - at[0].tsc);
	for (int i = 1; i <= WINDOWS; i++) {
		double one =
			(double)(at[i].ns - at[i - 1].ns) / (double)(at[i].tsc - at[i - 1].tsc);

		if (!(fabs(one / whole - 1) < 0.002))
			return false;
	}
	*tick = whole;
	return true;
}

void bench_clock_choose(void)
{
	uint64_t least = UINT64_MAX, begin;

#ifdef __x86_64__
	bench_clock.tsc = is_even(&bench_clock.tick);
#endif
	/* The least of several averages, because interruptions only increase them. */
	for (int i = 0; i < 10; i++) {
		begin = bench_now();
		for (int j = 0; j < READINGS; j++)
			bench_now();
		begin = bench_now() - begin;
		if (begin < least)
			least = begin;
	}
	bench_clock.cost = bench_ns(least) / READINGS;
}

void bench_clock_write(char *text, size_t size)
{
	snprintf(text, size, "%d:%.9f", bench_clock.tsc, bench_clock.tick);
}

bool bench_clock_read(const char *text)
{
	double tick;
	int tsc;

	if (!text || sscanf(text, "%d:%lf", &tsc, &tick) != 2 || !(tick > 0))
		return false;
	bench_clock = (struct bench_clock){ .tsc = tsc, .tick = tick };
	return true;
}
