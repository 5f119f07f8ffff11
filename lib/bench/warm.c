// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Touches the pages of rings. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../check/objects.h"
#include "warm.h"

/* A mapping of another driver may be a doorbell, where a write has an effect. */
static bool rings_are_memory(void)
{
	return !strcmp(vct_dev->driver, "rxe") || !strcmp(vct_dev->driver, "siw");
}

static void touch(uintptr_t begin, uintptr_t end)
{
	for (uintptr_t at = begin; at < end; at += (uintptr_t)sysconf(_SC_PAGESIZE)) {
		char *byte = (char *)at;

		__atomic_fetch_or(byte, 0, __ATOMIC_RELAXED);
	}
}

void bench_warm_rings(void)
{
	FILE *f = rings_are_memory() ? fopen("/proc/self/maps", "re") : NULL;
	uintptr_t begin, end;
	char line[512], mode[5];

	while (f && fgets(line, sizeof(line), f))
		if (strstr(line, "/uverbs") &&
		    sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &begin, &end, mode) == 3 &&
		    !strncmp(mode, "rw", 2))
			touch(begin, end);
	if (f)
		fclose(f);
}
