// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A machine that is late, for LD_PRELOAD: as long as the file LATE is there, each poll() whose time
 * passes returns 150 ms later than that. With BUSY in the environment, processes that sleep wake up
 * in time, and those that compute lose their CPU for 30 ms now and then: when they ask for the time
 * 1000 times in a row.
 */
#include "preload.h"
#include <poll.h>
#include <stdint.h>
#include <time.h>

static bool is_late(void)
{
	const char *late = getenv("LATE");

	return late && !access(late, F_OK);
}

int poll(struct pollfd *fds, nfds_t n, int ms)
{
	int ready = NEXT(poll)(fds, n, ms);

	if (!ready && ms > 0 && is_late() && !getenv("BUSY"))
		nanosleep(&(struct timespec){ .tv_nsec = 150000000 }, NULL);
	return ready;
}

/* At most 1 ms is between two of them. */
static bool in_a_row(const struct timespec *now)
{
	static __thread struct timespec last;
	int64_t ns =
		(now->tv_sec - last.tv_sec) * INT64_C(1000000000) + now->tv_nsec - last.tv_nsec;

	last = *now;
	return ns < 1000000;
}

int clock_gettime(clockid_t id, struct timespec *now)
{
	static __typeof__(&clock_gettime) real;
	static __thread unsigned int asked;
	int ret;

	if (!real)
		real = NEXT(clock_gettime);
	ret = real(id, now);
	asked = in_a_row(now) ? asked + 1 : 0;
	if (asked % 1000 == 999 && is_late() && getenv("BUSY"))
		nanosleep(&(struct timespec){ .tv_nsec = 30000000 }, NULL);
	return ret;
}
