/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Time in milliseconds, and deadlines that --slow multiplies by one factor on slow machines. */
#ifndef VCT_DEADLINE_H
#define VCT_DEADLINE_H

/* Every deadline is multiplied by this factor; 1 unless --slow sets it. */
extern double vct_slow;

/* Milliseconds of the monotonic clock. */
double vct_now_ms(void);
/* The time in `ms` milliseconds, multiplied by vct_slow, from now. */
double vct_deadline_ms(double ms);

#endif
