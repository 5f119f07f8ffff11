// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* One process reads the kernel log at a time, because a report of the kernel has many lines. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "../../base/memory.h"
#include "../../base/deadline.h"
#include "kernel_blame.h"
#include "kernel.h"
#include "kernel_log_shared.h"

/* A process reads for less than a second. One that was stopped may never end. */
enum { READ_SECONDS = 10 };

static struct shared_log {
	const struct vct_run *run;
	struct vct_evidence *evidence; /* where complaints that do not count are noted */
	pthread_mutex_t reader;
	bool complained;
	char lines[65536];
} * shared;

/* False: another process has not ended its reading in time. If it has died, this one reads on. */
static bool begin_to_read(void)
{
	struct timespec until;
	int error;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += (time_t)(READ_SECONDS * vct_slow);
	error = pthread_mutex_timedlock(&shared->reader, &until);
	if (error == EOWNERDEAD)
		error = pthread_mutex_consistent(&shared->reader);
	return !error;
}

/* Not every kernel knows robust locks (an emulated one may not); without, READ_SECONDS remain. */
static void make_reader(void)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
	if (pthread_mutex_init(&shared->reader, &attributes)) {
		pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_STALLED);
		if (pthread_mutex_init(&shared->reader, &attributes))
			abort();
	}
	pthread_mutexattr_destroy(&attributes);
}

void vct_shared_log_begin(const struct vct_run *run, struct vct_evidence *evidence)
{
	if (shared)
		munmap(shared, sizeof(*shared));
	shared = vct_share(sizeof(*shared));
	shared->run = run;
	shared->evidence = evidence;
	make_reader();
}

/* What is not read here, because another process reads, is read by the next, or when all have
 * ended. */
bool vct_shared_log_complaint(void)
{
	const char *lines;
	bool to_blame;

	if (!begin_to_read())
		return false;
	lines = vct_kernel_lines();
	to_blame = vct_kernel_is_to_blame(shared->run, lines, 0, shared->evidence);
	if (!shared->complained)
		snprintf(shared->lines, sizeof(shared->lines), "%s", lines);
	shared->complained |= to_blame;
	pthread_mutex_unlock(&shared->reader);
	return to_blame;
}

const char *vct_shared_log_lines(void)
{
	size_t length = strnlen(shared->lines, sizeof(shared->lines) - 1);

	snprintf(shared->lines + length, sizeof(shared->lines) - length, "%s", vct_kernel_lines());
	return shared->lines;
}
