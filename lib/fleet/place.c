// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds what is beside this program, in a build and where it is installed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "place.h"
#include "round.h"

char *fleet_program(void)
{
	char *path = realpath("/proc/self/exe", NULL);

	if (!path)
		abort();
	return path;
}

/* The first of these folders that there is; their paths are relative to this program. */
static char *found(const char *const *places, size_t n)
{
	char *program = fleet_program(), *real = NULL;

	*strrchr(program, '/') = '\0';
	for (size_t i = 0; i < n && !real; i++) {
		char *path = vct_format("%s/%s", program, places[i]);

		real = realpath(path, NULL);
		free(path);
	}
	free(program);
	return real;
}

char *fleet_fixtures(void)
{
	static const char *const places[] = { "../fixtures", "../lib/verbs-cts/fixtures" };

	return found(places, 2);
}

char *fleet_waivers(void)
{
	static const char *const places[] = { "../fixtures/waivers", "../share/verbs-cts/waivers",
					      "waivers" };

	return found(places, 3);
}
