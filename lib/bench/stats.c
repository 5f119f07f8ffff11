// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Statistics, by functions of GSL. */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "clock.h"
#include "stats.h"

enum { RESAMPLES = 2000 };

static double *copy_of(const double *samples, size_t n)
{
	double *copy = vct_allocate(n ? n : 1, sizeof(*copy));

	memcpy(copy, samples, n * sizeof(*copy));
	return copy;
}

static double *sorted_copy(const double *samples, size_t n)
{
	double *copy = copy_of(samples, n);

	gsl_sort(copy, 1, n);
	return copy;
}

double bench_middle(const double *samples, size_t n)
{
	double *sorted = sorted_copy(samples, n);
	double median = gsl_stats_median_from_sorted_data(sorted, 1, n);

	free(sorted);
	return median;
}

/* The median of n samples drawn with replacement. */
static double resampled(gsl_rng *rng, const double *samples, size_t n, double *room)
{
	gsl_ran_sample(rng, room, n, (void *)samples, n, sizeof(*samples));
	return gsl_stats_median(room, 1, n);
}

/* The number of resamples: enough that some are beyond the interval. */
static size_t resamples(double level)
{
	return level > 1 - 10.0 / RESAMPLES ? (size_t)(10 / (1 - level)) : RESAMPLES;
}

struct bench_interval bench_ratio(const double *of, size_t n_of, const double *by, size_t n_by,
				  double level)
{
	struct bench_interval result = { 0 };
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	double *room = copy_of(n_of > n_by ? of : by, n_of > n_by ? n_of : n_by);
	size_t n = resamples(level);
	double *ratios = vct_allocate(n, sizeof(*ratios));

	if (!rng)
		abort();
	if (n_of && n_by) {
		for (size_t i = 0; i < n; i++)
			ratios[i] = resampled(rng, of, n_of, room) / resampled(rng, by, n_by, room);
		gsl_sort(ratios, 1, n);
		result.median = bench_middle(of, n_of) / bench_middle(by, n_by);
		result.low = gsl_stats_quantile_from_sorted_data(ratios, 1, n, (1 - level) / 2);
		result.high = gsl_stats_quantile_from_sorted_data(ratios, 1, n, (1 + level) / 2);
	}
	free(ratios);
	free(room);
	gsl_rng_free(rng);
	return result;
}

struct bench_interval bench_median(const double *samples, size_t n)
{
	return bench_ratio(samples, n, &(double){ 1 }, 1, 0.95);
}

static void quartiles(const double *samples, size_t n, double *lower, double *upper)
{
	double *sorted = sorted_copy(samples, n);

	*lower = gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.25);
	*upper = gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.75);
	free(sorted);
}

double bench_spread(const double *samples, size_t n)
{
	double lower, upper;

	if (n < 2)
		return 0;
	quartiles(samples, n, &lower, &upper);
	return (upper - lower) / bench_middle(samples, n);
}

void bench_outliers(const double *samples, size_t n, bool *outlier)
{
	double lower, upper, fence;

	quartiles(samples, n, &lower, &upper);
	fence = 1.5 * (upper - lower);
	for (size_t i = 0; i < n; i++)
		outlier[i] = samples[i] < lower - fence || samples[i] > upper + fence;
}

/* The least sample that at least `percent` % of the samples do not exceed. */
double bench_percentile(const uint32_t *sorted, size_t n, double percent)
{
	size_t rank = (size_t)((double)n * percent / 100);

	if (rank && (double)rank * 100 >= (double)n * percent)
		rank--;
	return bench_ns(sorted[rank < n ? rank : n - 1]);
}

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

void bench_sort(uint32_t *ticks, size_t n)
{
	qsort(ticks, n, sizeof(*ticks), compare);
}

void bench_shuffle(unsigned int *order, size_t n, unsigned long seed)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	if (!rng)
		abort();
	gsl_rng_set(rng, seed);
	for (size_t i = 0; i < n; i++)
		order[i] = (unsigned int)i;
	gsl_ran_shuffle(rng, order, n, sizeof(*order));
	gsl_rng_free(rng);
}
