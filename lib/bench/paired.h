/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Judges pairs of measurements while they are taken. The value of a pair is the logarithm of the
 * time of B divided by that of A. At certain numbers of pairs it looks at them: the interval of the
 * median change is that of Wilcoxon's signed rank test, which needs no distribution but only that A
 * and B could be exchanged if they were equal. A look may end the duel, therefore all looks share
 * the probability of error: of the 5 % of the duel, divided by the number of its points, look k
 * gets the share 1/k(k+1). All intervals of all looks together hold with 95 %, so each point keeps
 * what is common to the intervals of its looks.
 */
#ifndef BENCH_PAIRED_H
#define BENCH_PAIRED_H

#include <stdbool.h>
#include <stddef.h>

struct bench_paired {
	double *values;
	size_t n, room;
	unsigned int points; /* of the duel */
	unsigned int looks;  /* so far */
	size_t next;         /* the number of pairs of the next look */
	/* After a look; logarithms. Before the first look the interval is infinite. */
	double median, low, high;
};

void bench_paired_begin(struct bench_paired *p, unsigned int points);
/* Adds a pair. True: it is time to look, at all points of the duel. */
bool bench_paired_add(struct bench_paired *p, double value);
void bench_paired_look(struct bench_paired *p);

/* Judges values that are complete, at one look. */
struct bench_paired bench_paired_judge(const double *values, size_t n, unsigned int points);
/* The fewest pairs that give an interval at the first look. */
size_t bench_paired_least(unsigned int points);
/* Whether there were enough pairs for an interval. */
bool bench_paired_is_bounded(const struct bench_paired *p);

/* Of times or ratios, not of their logarithms. */
struct bench_interval {
	double median, low, high;
};
struct bench_interval bench_paired_interval(const struct bench_paired *p);

/* The verdict for a threshold of 0.01: "slower", "faster", "same", "no-slower", "unclear". */
const char *bench_paired_verdict(const struct bench_paired *p, double threshold);
/* The least change, 0.01, that the interval tells from none. */
double bench_paired_visible(const struct bench_paired *p);

#endif
