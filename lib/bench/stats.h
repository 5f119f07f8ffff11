/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Medians with bootstrap intervals, outliers and percentiles. */
#ifndef BENCH_STATS_H
#define BENCH_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A median and its 95 % bootstrap interval. The same samples give the same interval. */
struct bench_interval {
	double median, low, high;
};
struct bench_interval bench_median(const double *samples, size_t n);
double bench_middle(const double *samples, size_t n); /* only the median */
/* median(of) / median(by), where the samples of both are independent, and its bootstrap interval at
 * a level of confidence (0.95). */
struct bench_interval bench_ratio(const double *of, size_t n_of, const double *by, size_t n_by,
				  double level);

/* The interquartile range divided by the median; 0 for fewer than 2 samples. */
double bench_spread(const double *samples, size_t n);
/* outlier[i]: samples[i] is more than 1.5 interquartile ranges outside the quartiles. */
void bench_outliers(const double *samples, size_t n, bool *outlier);

/* A percentile of sorted ticks, in ns. */
double bench_percentile(const uint32_t *sorted, size_t n, double percent);
void bench_sort(uint32_t *ticks, size_t n);

/* Fills `order` with the numbers 0 to n-1 in random order. */
void bench_shuffle(unsigned int *order, size_t n, unsigned long seed);

#endif
