// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes and reads the times of runs. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"

static double now(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void vct_clock_tell(FILE *f, size_t run, const char *what)
{
	fprintf(f, "run-%zu %s\t%.3f\t%.3f\n", run, what, now(CLOCK_REALTIME),
		now(CLOCK_MONOTONIC));
	fflush(f);
}

void vct_clock_tell_resumed(FILE *f)
{
	fprintf(f, "resumed\t%.3f\t%.3f\n", now(CLOCK_REALTIME), now(CLOCK_MONOTONIC));
	fflush(f);
}

/* How many lines "resumed" there are before `end`. */
static unsigned int count_boots(const char *clock, const char *end)
{
	unsigned int n = 0;

	for (const char *at = strstr(clock, "resumed\t"); at && at < end;
	     at = strstr(at + 1, "resumed\t"))
		n++;
	return n;
}

static int find(const char *clock, size_t run, const char *what, struct vct_moment *moment,
		unsigned int *boots)
{
	char name[64];
	const char *at;

	snprintf(name, sizeof(name), "run-%zu %s\t", run, what);
	at = strstr(clock, name);
	if (!at || (at != clock && at[-1] != '\n') ||
	    sscanf(at + strlen(name), "%lf\t%lf\n", &moment->real, &moment->up) != 2)
		return -1;
	*boots = count_boots(clock, at);
	return 0;
}

int vct_clock_find(const char *clock, size_t run, struct vct_span *span)
{
	return find(clock, run, "begin", &span->begin, &span->boots[0]) ||
			       find(clock, run, "end", &span->end, &span->boots[1])
		       ? -1
		       : 0;
}
