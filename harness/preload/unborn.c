// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* For LD_PRELOAD: a machine that makes no more processes once a check is in the journal UNBORN. */
#include "preload.h"

static int has_check(const char *path)
{
	FILE *f = fopen(path, "re");
	char line[65536];
	int found = 0;

	while (f && !found && fgets(line, sizeof(line), f))
		found = !strncmp(line, "<check ", 7);
	if (f)
		fclose(f);
	return found;
}

pid_t fork(void)
{
	if (!has_check(getenv("UNBORN")))
		return NEXT(fork)();
	errno = EAGAIN;
	return -1;
}
