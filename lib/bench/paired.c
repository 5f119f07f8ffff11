// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Wilcoxon's signed rank test and its interval, repeated while pairs arrive. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "paired.h"

enum {
	FIRST_LOOK = 12, /* fewer pairs cannot be sure enough */
	EXACT = 60,      /* with more pairs the normal distribution is as good */
	BISECTIONS = 60
};
#define TOGETHER  0.05
#define NEXT_LOOK 1.25 /* times as many pairs */

void bench_paired_begin(struct bench_paired *p, unsigned int points)
{
	*p = (struct bench_paired){
		.points = points, .next = FIRST_LOOK, .low = -INFINITY, .high = INFINITY
	};
}

bool bench_paired_add(struct bench_paired *p, double value)
{
	if (p->n == p->room) {
		p->room = p->room ? 2 * p->room : 256;
		p->values = vct_resize(p->values, p->room, sizeof(*p->values));
	}
	p->values[p->n++] = value;
	return p->n >= p->next;
}

/*
 * The largest rank sum that is not more probable, from below, than `tail`, if A and B are equal;
 * below 0: there is none. Of the 2^n signs of the ranks, ways[s] have the sum s.
 */
static double exact_rank(size_t n, double tail)
{
	size_t most = n * (n + 1) / 2, rank = 0;
	double *ways = vct_allocate(most + 1, sizeof(*ways)), sum = 0;

	ways[0] = exp2(-(double)n);
	for (size_t i = 1; i <= n; i++)
		for (size_t s = most; s >= i; s--)
			ways[s] += ways[s - i];
	for (; rank <= most && sum + ways[rank] <= tail; rank++)
		sum += ways[rank];
	free(ways);
	return (double)rank - 1;
}

static double normal_rank(size_t n, double tail)
{
	double count = (double)n, mean = count * (count + 1) / 4;
	double deviation = sqrt(mean * (2 * count + 1) / 6);

	return floor(mean + gsl_cdf_ugaussian_Pinv(tail) * deviation - 0.5);
}

/* How many of the averages of two values, and of the values, are at most `most`. */
static double averages_below(const double *sorted, size_t n, double most)
{
	size_t other = n;
	double count = 0;

	for (size_t i = 0; i < n; i++) {
		while (other > i && (sorted[i] + sorted[other - 1]) / 2 > most)
			other--;
		if (other <= i)
			break;
		count += (double)(other - i);
	}
	return count;
}

/* The average number `rank` in ascending order, from 1. */
static double average_at(const double *sorted, size_t n, double rank)
{
	double low = sorted[0], high = sorted[n - 1];

	if (averages_below(sorted, n, low) >= rank)
		return low;
	for (int i = 0; i < BISECTIONS; i++) {
		double middle = (low + high) / 2;

		if (averages_below(sorted, n, middle) >= rank)
			high = middle;
		else
			low = middle;
	}
	return high;
}

/* The probability that an interval of a look is wrong on one side. */
static double tail_of(unsigned int points, double look)
{
	return TOGETHER / 2 / points / (look * (look + 1));
}

void bench_paired_look(struct bench_paired *p)
{
	double look = ++p->looks, n = (double)p->n, all = n * (n + 1) / 2, rank;
	double tail = tail_of(p->points, look);
	double *sorted = vct_allocate(p->n + 1, sizeof(*sorted));

	p->next = (size_t)ceil(n * NEXT_LOOK);
	memcpy(sorted, p->values, p->n * sizeof(*sorted));
	gsl_sort(sorted, 1, p->n);
	rank = p->n <= EXACT ? exact_rank(p->n, tail) : normal_rank(p->n, tail);
	if (p->n)
		p->median = average_at(sorted, p->n, ceil(all / 2));
	if (rank >= 0) {
		p->low = fmax(p->low, average_at(sorted, p->n, rank + 1));
		p->high = fmin(p->high, average_at(sorted, p->n, all - rank));
	}
	/* Where looks disagree, the last one counts no more than the others. */
	if (p->low > p->high)
		p->low = p->high = (p->low + p->high) / 2;
	p->median = fmin(fmax(p->median, p->low), p->high);
	free(sorted);
}

struct bench_paired bench_paired_judge(const double *values, size_t n, unsigned int points)
{
	struct bench_paired p;

	bench_paired_begin(&p, points);
	for (size_t i = 0; i < n; i++)
		bench_paired_add(&p, values[i]);
	bench_paired_look(&p);
	return p;
}

/* All n values have the same sign with a probability of 2^-n. */
size_t bench_paired_least(unsigned int points)
{
	return (size_t)ceil(-log2(tail_of(points, 1)));
}

bool bench_paired_is_bounded(const struct bench_paired *p)
{
	return isfinite(p->high);
}

struct bench_interval bench_paired_interval(const struct bench_paired *p)
{
	return (struct bench_interval){ exp(p->median), exp(p->low), exp(p->high) };
}

const char *bench_paired_verdict(const struct bench_paired *p, double threshold)
{
	double slower = log1p(threshold);

	if (p->low > slower)
		return "slower";
	if (p->high < -slower)
		return "faster";
	if (!(p->high < slower))
		return "unclear";
	return p->low < -slower ? "no-slower" : "same";
}

double bench_paired_visible(const struct bench_paired *p)
{
	return expm1((p->high - p->low) / 2);
}
