// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A machine that is late, for LD_PRELOAD: as long as the file LATE is there, each poll() whose time
 * passes returns 150 ms later than that.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int poll(struct pollfd *fds, nfds_t n, int ms)
{
	int (*real)(struct pollfd *, nfds_t, int);
	const char *late = getenv("LATE");
	int ready;

	*(void **)&real = dlsym(RTLD_NEXT, "poll");
	ready = real(fds, n, ms);
	if (!ready && ms > 0 && late && !access(late, F_OK))
		nanosleep(&(struct timespec){ .tv_nsec = 150000000 }, NULL);
	return ready;
}
