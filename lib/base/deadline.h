/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Time in milliseconds, and deadlines that --slow multiplies by one factor on slow machines. */
#ifndef VCT_DEADLINE_H
#define VCT_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

/* Every deadline is multiplied by this factor; 1 unless --slow sets it. */
extern double vct_slow;

/* Milliseconds of the monotonic clock. */
double vct_now_ms(void);
/*
 * Counts on all the time, at a rate that the clock above tells. In User-Mode Linux to read that
 * clock is a system call, which takes as long as all the rest of a verb.
 */
uint64_t vct_ticks(void);
/* The time in `ms` milliseconds, multiplied by vct_slow, from now. */
double vct_deadline_ms(double ms);
/* False: the time `until` has passed. */
bool vct_is_in_time(double until);
/* Milliseconds since `began`, for a judgement. */
double vct_took_ms(double began);
/*
 * Whether what this process found rests on time, so that a machine which is late can be the cause:
 * a deadline passed, or a time was measured. The functions here, and others that tell so, know it.
 */
bool vct_rests_on_time(void);
void vct_rest_on_time(void);
/*
 * For loops that look again and again for what has not come yet: gives way to other processes. At
 * first it gives way to those that are ready to run. Later, because it may never come, it sleeps
 * for a thirtieth of the time that the wait has lasted, 2 milliseconds at most. False: the time
 * `until` has passed.
 */
bool vct_wait_on(double until);

#endif
