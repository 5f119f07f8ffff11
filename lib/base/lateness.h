/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * How late the machine is: by how many milliseconds a process that sleeps wakes up after the time
 * that it asked for, and how many one that computes waits for a CPU. Other work on the machine, or
 * on the host of a guest, makes it late.
 */
#ifndef VCT_LATENESS_H
#define VCT_LATENESS_H

#include <poll.h>
#include <stdbool.h>

/* Of all sleeps so far, in milliseconds. */
struct vct_lateness {
	double asked, late, worst;
};

/* Waits as poll() does for one descriptor, at most `ms` and not longer than 10 ms. */
int vct_poll_late(struct pollfd *fd, double ms, struct vct_lateness *lateness);
/*
 * By how many milliseconds the machine was late in all; 0: not by so much that it matters to what
 * was waited for meanwhile.
 */
double vct_late_ms(const struct vct_lateness *lateness);
/* How late the machine is in the fifth of a second that follows: this process sleeps and computes.
 */
double vct_look_how_late(void);
/* Whether what did not come while the machine was late is tried again, after so many tries. */
bool vct_try_again(unsigned int tries, double late_ms);

#endif
